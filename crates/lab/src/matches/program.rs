//! The programs of engines as files.

use super::spec::EngineSpec;
use std::env;
use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};

/// The file of the program that a command starts, as the system finds it: by its path, from the folder in
/// which the engine runs, or in the folders of the variable PATH. `None` if there is none.
pub(super) fn program_file(spec: &EngineSpec) -> Option<PathBuf> {
    let program = Path::new(spec.command.first()?);
    let is_path = program.components().count() > 1 || program.is_absolute();
    let folders: Vec<PathBuf> = if is_path {
        vec![PathBuf::new()]
    } else {
        env::split_paths(&env::var_os("PATH")?).collect()
    };
    let mut files = folders
        .iter()
        .map(|folder| in_folder_of(spec, &folder.join(program)));
    files.find(|file| file.metadata().is_ok_and(|found| is_program(&found)))
}

/// A path as an engine sees it, which runs in its own folder.
pub(super) fn in_folder_of(spec: &EngineSpec, path: &Path) -> PathBuf {
    match &spec.directory {
        Some(folder) => folder.join(path),
        None => path.to_owned(),
    }
}

#[cfg(unix)]
fn is_program(found: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    found.is_file() && found.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_program(found: &Metadata) -> bool {
    found.is_file()
}

/// Why a program did not start, in words.
pub(super) fn why_not_started(spec: &EngineSpec, error: &io::Error) -> String {
    let is_missing = error.kind() == io::ErrorKind::NotFound;
    match &spec.directory {
        // The system says the same of a missing folder as of a missing program.
        Some(folder) if is_missing && !folder.is_dir() => {
            format!("there is no folder {} to run it in", folder.display())
        }
        _ if is_missing && program_file(spec).is_none() => {
            "there is no such program. Give the path of its file, or only its name if it is in a \
             folder of PATH"
                .to_owned()
        }
        _ => error.to_string(),
    }
}
