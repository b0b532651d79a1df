//! Where the endgame tables of this program are.

use crate::args::TablesFolder;
use crate::error::{CommandError, CommandResult};
use hyperrook_search::TablesSource;
use std::path::PathBuf;

/// The folder of tables: the one that was asked for, or the one of this user.
pub(crate) fn folder(asked: &TablesFolder) -> CommandResult<PathBuf> {
    asked.folder.clone().or_else(default_folder).ok_or_else(|| {
        CommandError::Usage("you have no home folder; name a folder with --tables DIR".to_owned())
    })
}

/// The tables for an engine: those of the folder that was asked for, or of this user's folder,
/// if there is one.
pub(crate) fn source(asked: &TablesFolder) -> TablesSource {
    let folder = asked.folder.clone().or_else(default_folder);
    match folder.filter(|folder| folder.is_dir()) {
        Some(folder) => TablesSource::folder(folder),
        None => TablesSource::None,
    }
}

/// The folder of the tables of this user, if the user has a home folder.
fn default_folder() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("HYPERROOK_TABLES") {
        return Some(folder.into());
    }
    let directories = directories::ProjectDirs::from("", "", "hyperrook")?;
    Some(directories.data_local_dir().join("tables"))
}
