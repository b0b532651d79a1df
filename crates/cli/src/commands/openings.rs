//! `hyperrook openings`: make openings from games of the engine.

use crate::args::OpeningsArgs;
use crate::error::{CommandError, CommandResult};
use crate::load;
use hyperrook_lab::openings::{OpeningFile, OpeningFileError, OpeningMaker, OpeningSettings};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

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
    let signal = Arc::new(AtomicUsize::new(0));
    for number in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::flag::register_usize(number, signal.clone(), number as usize)?;
    }
    let mut file = OpeningFile::open(&args.out, game.definition(), &settings).map_err(failed)?;
    let mut maker = OpeningMaker::new(&game, settings);
    while file.games < args.games && signal.load(Ordering::Relaxed) == 0 {
        let line = maker.game(file.games);
        file.add(&line).map_err(|error| failed(error.into()))?;
        if file.games.is_multiple_of(GAMES_BETWEEN_REPORTS) {
            eprintln!("{} games", file.games);
        }
    }
    writeln!(out, "{} games in {path}", file.games)?;
    match signal.load(Ordering::Relaxed) {
        0 => Ok(()),
        number => {
            eprintln!("stopped; run the same command to continue");
            Err(CommandError::Signal(number as u8))
        }
    }
}
