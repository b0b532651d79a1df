//! `hyperrook play`: play in the terminal.

use crate::args::PlayArgs;
use crate::error::{CommandError, CommandResult};
use crate::load;
use crate::play::{GameSession, GivenGame, autosave_path, load_record, run_plain};
use std::io::{IsTerminal, Write};

/// Runs `hyperrook play`.
pub(super) fn run(args: &PlayArgs, out: &mut dyn Write) -> CommandResult {
    let session = session(args)?;
    match &session {
        Some(session) => crate::engine::use_network(&args.network, &session.loaded.game)?,
        None if args.network.network.is_some() => {
            return Err(CommandError::Usage("--network needs a GAME".to_owned()));
        }
        None => {}
    }
    let terminal = std::io::stdout().is_terminal() && std::io::stdin().is_terminal();
    if args.plain || !terminal {
        return run_plain(session, args.time, &mut std::io::stdin().lock(), out);
    }
    crate::tui::run(session, args.time, args.seed)
}

fn no_unfinished_game() -> CommandError {
    CommandError::Data("there is no unfinished game to continue".to_owned())
}

/// The game that the arguments name, if they name one.
fn session(args: &PlayArgs) -> CommandResult<Option<GameSession>> {
    let options = &args.options.options;
    if args.game.is_none() && !options.is_empty() {
        return Err(CommandError::Usage("options need a GAME".to_owned()));
    }
    let mut session = if let Some(path) = &args.load {
        let given = args.game.as_deref().map(|game| GivenGame { game, options });
        load_record(path, given)?
    } else if args.resume {
        let path = autosave_path()
            .filter(|path| path.is_file())
            .ok_or_else(no_unfinished_game)?;
        let saved = load_record(&path, None)?;
        if saved.is_over() {
            // An earlier version of the program kept games that had ended.
            return Err(no_unfinished_game());
        }
        saved
    } else {
        let Some(game) = &args.game else {
            return Ok(None);
        };
        let loaded = load::load(game, options)?;
        let start = args.position.as_deref().unwrap_or("startpos");
        let position = load::position(&loaded.game, start)?;
        GameSession::new(loaded, position)
    };
    if let Some(white) = args.white {
        session.players[0] = white;
    }
    if let Some(black) = args.black {
        session.players[1] = black;
    }
    session.move_time = args.time;
    session.seed = args.seed.unwrap_or(session.seed);
    Ok(Some(session))
}
