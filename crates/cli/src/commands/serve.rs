//! `hyperrook serve`: runs the server.

use crate::args::server::{ServeArgs, ServerArgs};
use crate::error::{CommandError, CommandResult};
use hyperrook_server::settings::Settings;
use std::io::Write;
use std::time::Duration;

/// The settings of the server, with those of the command line.
pub(super) fn settings(args: &ServerArgs) -> CommandResult<Settings> {
    let mut settings = Settings::load(args.config.as_deref())
        .map_err(|error| CommandError::Usage(error.to_string()))?;
    if let Some(data) = &args.data {
        settings.data.clone_from(data);
        // A folder on the command line overrides a database in other settings.
        if settings.database.take().is_some() && args.database.is_none() {
            note!("`--data` is given, so the setting `database` is not used");
        }
    }
    if let Some(database) = &args.database {
        settings.database = Some(database.clone());
    }
    Ok(settings)
}

/// Sets the address of NATS. Other settings of NATS stay as they are.
pub(super) fn set_nats(settings: &mut Settings, url: &str) {
    url.clone_into(&mut settings.nats.get_or_insert_default().url);
}

/// Runs a future to its end.
pub(super) fn block_on<T>(future: impl Future<Output = T>) -> CommandResult<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let done = runtime.block_on(future);
    // Work on other threads, such as a long analysis, must not keep the program from ending.
    runtime.shutdown_timeout(LAST_WORK);
    Ok(done)
}

/// The time that other threads may have after a command has ended.
const LAST_WORK: Duration = Duration::from_millis(500);

/// Only the user of this process can read the files that it creates: the database has hashes of
/// passwords.
pub(super) fn keep_files_private() {
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
}

/// Runs the server until it is stopped.
pub(super) fn run(args: &ServeArgs, out: &mut dyn Write) -> CommandResult {
    if args.openapi {
        write!(out, "{}", hyperrook_server::openapi_json())?;
        return Ok(());
    }
    let mut settings = settings(&args.server)?;
    if let Some(host) = args.host {
        settings.host = host;
    }
    if let Some(port) = args.port {
        settings.port = port;
    }
    if let Some(games) = &args.games {
        settings.games = Some(games.clone());
    }
    if let Some(nats) = &args.nats {
        set_nats(&mut settings, nats);
    }
    settings
        .check()
        .map_err(|error| CommandError::Usage(error.to_string()))?;
    keep_files_private();
    hyperrook_server::log(&settings);
    let mut written = Ok(());
    let served = block_on(hyperrook_server::serve(settings, |address| {
        written = writeln!(
            out,
            "Hyperrook is at http://{address}/ (stop it with Ctrl-C)"
        )
        .and_then(|()| out.flush());
    }))?;
    written?;
    served.map_err(|error| CommandError::Data(error.to_string()))
}
