//! `hyperrook worker`: finds the engine's moves for servers on other machines.

use super::serve::{block_on, set_nats, settings};
use crate::args::server::{ServerArgs, WorkerArgs};
use crate::error::{CommandError, CommandResult};
use std::io::Write;

/// Works until it is stopped.
pub(super) fn run(args: &WorkerArgs, out: &mut dyn Write) -> CommandResult {
    let mut settings = settings(&ServerArgs {
        config: args.config.clone(),
        data: None,
        database: args.database.clone(),
    })?;
    if let Some(nats) = &args.nats {
        set_nats(&mut settings, nats);
    }
    if let Some(threads) = args.threads {
        settings.engine_threads = threads.get();
    }
    if let Some(games) = &args.games {
        settings.games = Some(games.clone());
    }
    settings
        .check()
        .map_err(|error| CommandError::Usage(error.to_string()))?;
    hyperrook_server::log(&settings);
    let mut written = Ok(());
    let worked = block_on(hyperrook_server::work(settings, || {
        written = writeln!(out, "Finding the engine's moves (stop with Ctrl-C)")
            .and_then(|()| out.flush());
    }))?;
    written?;
    worked.map_err(|error| CommandError::Data(error.to_string()))
}
