//! `hyperrook openings`: make openings from games of the engine.

use super::common::{stop_signal, stopped_by};
use crate::args::OpeningsArgs;
use crate::error::{CommandError, CommandResult};
use crate::load;
use hyperrook_lab::openings::{OpeningFile, OpeningFileError, OpeningMaker, OpeningSettings};
use std::io::Write;
use std::sync::atomic::Ordering;

/// Progress is written after this many games.
const GAMES_BETWEEN_REPORTS: u64 = 50;

pub(super) fn run(args: &OpeningsArgs, out: &mut dyn Write) -> CommandResult {
    let game = load::load(&args.game.game, &args.game.options.options)?.game;
    let settings = OpeningSettings {
        seed: args.seed,
        nodes: args.nodes,
        plies: args.plies,
    };
    let path = args.out.display().to_string();
    let failed = |error: OpeningFileError| match error {
        OpeningFileError::Io(error) => CommandError::File {
            path: path.clone(),
            error,
        },
        error => CommandError::Data(format!("{path}: {error}")),
    };
    let signal = stop_signal()?;
    let mut file = OpeningFile::open(&args.out, game.definition(), &settings).map_err(failed)?;
    let mut maker = OpeningMaker::new(&game, settings);
    while file.games < args.games && signal.load(Ordering::Relaxed) == 0 {
        let line = maker.game(file.games);
        file.add(&line).map_err(|error| failed(error.into()))?;
        if file.games.is_multiple_of(GAMES_BETWEEN_REPORTS) {
            note!("{} games", file.games);
        }
    }
    writeln!(out, "{} games in {path}", file.games)?;
    stopped_by(&signal, true)
}
