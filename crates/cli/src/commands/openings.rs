//! `hyperrook openings`: make openings from games of the engine.

use super::stop::{STOPPED, check_stopped, stop_flag};
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
    let stop = stop_flag()?;
    let mut file = OpeningFile::open(&args.out, game.definition(), &settings).map_err(failed)?;
    let mut maker = OpeningMaker::new(&game, settings);
    while file.games < args.games && !stop.load(Ordering::Relaxed) {
        let line = maker.game(file.games);
        file.add(&line).map_err(|error| failed(error.into()))?;
        if file.games.is_multiple_of(GAMES_BETWEEN_REPORTS) {
            note!("{} games", file.games);
        }
    }
    writeln!(out, "{} games in {path}", file.games)?;
    check_stopped(&stop, STOPPED)
}
