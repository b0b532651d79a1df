//! Games on disk: records, and the game that was left last.

use super::Session;
use crate::failure::{Done, Failure};
use crate::{load, texts};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where the game in progress is kept: `hyperrook/last.game` in the directory
/// for state of programs, if this system has one.
pub(crate) fn autosave_path() -> Option<PathBuf> {
    let directories = directories::ProjectDirs::from("", "", "hyperrook")?;
    let directory = directories
        .state_dir()
        .unwrap_or_else(|| directories.data_local_dir());
    Some(directory.join("last.game"))
}

/// Keeps a game for `play --resume`.
pub(crate) fn autosave(session: &Session) -> Done {
    let Some(path) = autosave_path() else {
        return Ok(());
    };
    if let Some(directory) = path.parent() {
        std::fs::create_dir_all(directory).map_err(|error| Failure::File {
            path: directory.display().to_string(),
            error,
        })?;
    }
    save_record(session, &path)
}

/// Writes a game to a file, whole or not at all.
pub(crate) fn save_record(session: &Session, path: &Path) -> Done {
    let fault = |error| Failure::File {
        path: path.display().to_string(),
        error,
    };
    let text = texts::write_record(session);
    // A file that is half written when the machine stops must not replace a
    // whole one: write beside it, then rename.
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let beside = path.with_file_name(name);
    let write = || -> std::io::Result<()> {
        let mut file = std::fs::File::create(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&beside, path)
    };
    write().map_err(|error| {
        let _ = std::fs::remove_file(&beside);
        fault(error)
    })
}

/// Reads the first game of a file.
pub(crate) fn load_record(path: &Path) -> Done<Session> {
    let text = load::read(path)?;
    texts::read_record(&text).map_err(|error| Failure::Data(format!("{}: {error}", path.display())))
}
