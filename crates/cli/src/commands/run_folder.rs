//! The folders of long runs, and the files in them.

use super::common::options_text;
use crate::error::{CommandError, CommandResult};
use hyperrook_lab::files::replace_file;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The folder of a run if the arguments name none: the game and its changed options, with this
/// ending.
pub(super) fn default_folder(definition: &hyperrook_rules::Definition, ending: &str) -> PathBuf {
    let options = options_text(definition).replace(' ', "-");
    PathBuf::from(format!("{}{options}{ending}", definition.name()))
}

/// Writes a file of a run. The old file stays until the new one is complete.
pub(super) fn write_whole(path: &Path, text: &str) -> CommandResult {
    let failed = |error| CommandError::file(path, error);
    replace_file(path, text.as_bytes()).map_err(failed)
}

/// A value as JSON for a file.
pub(super) fn json_text(value: &impl Serialize) -> CommandResult<String> {
    Ok(serde_json::to_string(value)? + "\n")
}

/// Refuses the folder of a run of another command, whose reports would be overwritten.
pub(super) fn check_folder(folder: &Path, journal: &str) -> CommandResult {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Ok(());
    };
    for name in entries.flatten().map(|entry| entry.file_name()) {
        let name = name.to_string_lossy();
        if name.ends_with(".journal") && name != journal {
            return Err(CommandError::Data(format!(
                "{} holds another run ({name}): choose another folder with --out",
                folder.display()
            )));
        }
    }
    Ok(())
}

/// Writes the results of a run into its folder: the sums, and the report for programs and people.
pub(super) fn write_run(
    folder: &Path,
    sums_name: &str,
    sums: &impl Serialize,
    report: &impl Serialize,
    markdown: &str,
) -> CommandResult {
    write_whole(&folder.join(sums_name), &json_text(sums)?)?;
    write_whole(&folder.join("report.json"), &json_text(report)?)?;
    write_whole(&folder.join("report.md"), markdown)
}

/// Reads the sums of other runs: files, or folders that have one of this name.
pub(super) fn read_all_sums<T: serde::de::DeserializeOwned>(
    runs: &[PathBuf],
    file_name: &str,
) -> CommandResult<Vec<T>> {
    let sums = |run: &PathBuf| {
        if run.is_dir() {
            check_kind_of_run(run, file_name)?;
            read_sums(&run.join(file_name))
        } else {
            read_sums(run)
        }
    };
    runs.iter().map(sums).collect()
}

/// The error if a folder has the results of a playtest where those of another command are wanted.
fn check_kind_of_run(folder: &Path, wanted: &str) -> CommandResult {
    const PLAYTEST: &str = "sums.json";
    if folder.join(wanted).exists() || !folder.join(PLAYTEST).exists() {
        return Ok(());
    }
    Err(CommandError::Data(format!(
        "{} is the folder of a playtest: it has {PLAYTEST}, but no {wanted}",
        folder.display()
    )))
}

/// Reads a file of sums.
pub(super) fn read_sums<T: serde::de::DeserializeOwned>(path: &Path) -> CommandResult<T> {
    let text = crate::load::read(path)?;
    serde_json::from_str(&text).map_err(|error| {
        CommandError::Data(format!(
            "{} is not a file of results that this version can add: {error}\n\
             If an earlier version wrote it, run its command again: the games are in the journal",
            path.display()
        ))
    })
}
