//! `hyperrook admin`: manages the data of a server.

use super::serve::{block_on, keep_files_private, settings};
use crate::args::server::{AdminArgs, AdminCommand};
use crate::error::{CommandError, CommandResult};
use hyperrook_server::admin::{self, AdminError};
use hyperrook_server::store::CopyProgress;
use std::io::Write;

/// Runs a command of `hyperrook admin`.
pub(super) fn run(args: &AdminArgs, out: &mut dyn Write) -> CommandResult {
    let settings = settings(&args.server)?;
    keep_files_private();
    let text = block_on(async {
        match &args.command {
            AdminCommand::Status => admin::status(&settings).await,
            AdminCommand::Migrate => admin::migrate(&settings).await,
            AdminCommand::Backup { file } => admin::backup(&settings, file).await,
            AdminCommand::Restore { file } => admin::restore(&settings, file).await,
            AdminCommand::Copy { from, to } => {
                let mut progress = |progress: CopyProgress<'_>| {
                    let CopyProgress {
                        table,
                        copied,
                        rows,
                    } = progress;
                    note!("{table}: {copied} of {rows}");
                };
                admin::copy(&settings, from.as_deref(), to.as_deref(), &mut progress).await
            }
            AdminCommand::Users { limit } => admin::users(&settings, i64::from(*limit)).await,
            AdminCommand::Ban { name } => admin::ban(&settings, name, true).await,
            AdminCommand::Delete { name } => admin::delete(&settings, name).await,
            AdminCommand::Withdraw { hash } => admin::withdraw(&settings, hash).await,
            AdminCommand::Allow { hash } => admin::allow(&settings, hash).await,
            AdminCommand::Unban { name } => admin::ban(&settings, name, false).await,
            AdminCommand::ResetPassword { name } => admin::reset_password(&settings, name).await,
            AdminCommand::AddOpenings { file } => admin::add_openings(&settings, file).await,
            AdminCommand::CloseGame { id } => admin::close_game(&settings, id).await,
        }
    })?;
    match text {
        Ok(text) => Ok(writeln!(out, "{text}")?),
        Err(error @ AdminError::Unknown(_)) => Err(CommandError::Usage(error.to_string())),
        Err(error) => Err(CommandError::Data(error.to_string())),
    }
}
