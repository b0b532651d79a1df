//! The journal of a run: a line of JSON with what the run is, and one for each result.

use super::error::JobsError;
use hyperrook_rules::Definition;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a run is: everything that its results depend on, besides the numbers of the jobs.
#[derive(Clone, Debug)]
pub struct JobsHeader {
    /// What the jobs are, in a word or two: `piece values`.
    what: String,
    definition: Definition,
    settings: Value,
}

impl JobsHeader {
    /// The header of a run that studies a game. `settings` has all that influences the
    /// results; the rules and the version of the program are added.
    pub fn new(what: &str, definition: &Definition, settings: Value) -> JobsHeader {
        JobsHeader {
            what: what.to_owned(),
            definition: definition.clone(),
            settings,
        }
    }

    fn line(&self) -> HeaderLine {
        HeaderLine {
            hyperrook_jobs: FORMAT,
            what: self.what.clone(),
            rules: self.definition.identity().to_owned(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            settings: self.settings.clone(),
        }
    }
}

/// The first line of the file.
#[derive(Serialize, Deserialize)]
struct HeaderLine {
    hyperrook_jobs: u32,
    what: String,
    rules: String,
    program: String,
    settings: Value,
}

/// The version of the format.
const FORMAT: u32 = 1;
/// How the first line begins.
const START: &[u8] = br#"{"hyperrook_jobs""#;

/// The line of a result.
#[derive(Serialize)]
struct ResultLine<'r, R> {
    job: u64,
    result: &'r R,
}

/// The same, read.
#[derive(Deserialize)]
struct KnownLine<R> {
    job: u64,
    result: R,
}

/// The results that a journal has, by the numbers of their jobs.
type KnownResults<R> = BTreeMap<u64, R>;

/// The open journal of a run.
#[derive(Debug)]
pub(super) struct JobJournal {
    path: PathBuf,
    file: File,
    /// When the file was last synced, and whether anything was written since.
    synced: Instant,
    is_dirty: bool,
}

impl JobJournal {
    /// Opens the journal of a run and reads its results, or creates it. A last line that is
    /// incomplete is dropped: the program was killed while writing it. `None` if it was told to
    /// stop while it was reading; then nothing is changed.
    pub(super) fn open<R: DeserializeOwned>(
        path: &Path,
        header: &JobsHeader,
        stop: &AtomicBool,
    ) -> Result<Option<(JobJournal, KnownResults<R>)>, JobsError> {
        let failed = |error| JobsError::File(path.to_owned(), error);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|error| JobsError::File(folder.to_owned(), error))?;
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JobsError::InUse(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        let Some((whole, known)) = read(path, &text, header, stop)? else {
            return Ok(None);
        };
        file.set_len(whole as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        if whole == 0 {
            let line = line(&header.line()).map_err(failed)?;
            file.write_all(line.as_bytes()).map_err(failed)?;
            file.sync_data().map_err(failed)?;
        }
        let journal = JobJournal {
            path: path.to_owned(),
            file,
            synced: Instant::now(),
            is_dirty: false,
        };
        Ok(Some((journal, known)))
    }

    /// A journal in a file that is open.
    #[cfg(test)]
    pub(super) fn of_file(path: &Path, file: File) -> JobJournal {
        JobJournal {
            path: path.to_owned(),
            file,
            synced: Instant::now(),
            is_dirty: false,
        }
    }

    /// Appends a result.
    pub(super) fn add<R: Serialize>(&mut self, job: u64, result: &R) -> Result<(), JobsError> {
        let failed = |error| JobsError::File(self.path.clone(), error);
        let line = line(&ResultLine { job, result }).map_err(failed)?;
        self.file.write_all(line.as_bytes()).map_err(failed)?;
        self.is_dirty = true;
        Ok(())
    }

    /// Writes everything to the disk, unless that was done a short time ago.
    pub(super) fn sync(&mut self, every: Duration) -> Result<(), JobsError> {
        if self.is_dirty && self.synced.elapsed() >= every {
            let failed = |error| JobsError::File(self.path.clone(), error);
            self.file.sync_data().map_err(failed)?;
            (self.synced, self.is_dirty) = (Instant::now(), false);
        }
        Ok(())
    }
}

fn line(value: &impl Serialize) -> io::Result<String> {
    let mut text = serde_json::to_string(value)?;
    text.push('\n');
    Ok(text)
}

/// The length of the complete lines in bytes, and the results by number.
fn read<R: DeserializeOwned>(
    path: &Path,
    text: &[u8],
    header: &JobsHeader,
    stop: &AtomicBool,
) -> Result<Option<(usize, KnownResults<R>)>, JobsError> {
    let whole = text
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |at| at + 1);
    let start = &text[..text.len().min(START.len())];
    if !START.starts_with(start) {
        return Err(JobsError::Foreign {
            path: path.to_owned(),
            what: header.what.clone(),
        });
    }
    let mut known = BTreeMap::new();
    let lines = text[..whole].split(|&byte| byte == b'\n');
    for (index, line) in lines.enumerate().filter(|(_, line)| !line.is_empty()) {
        // A long journal takes seconds.
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let damaged = |message: String| JobsError::Damaged {
            path: path.to_owned(),
            line: index + 1,
            message,
        };
        if index == 0 {
            let found: HeaderLine =
                serde_json::from_slice(line).map_err(|error| damaged(error.to_string()))?;
            check(path, &found, header)?;
            continue;
        }
        let found: KnownLine<R> =
            serde_json::from_slice(line).map_err(|error| damaged(error.to_string()))?;
        if known.insert(found.job, found.result).is_some() {
            return Err(damaged(format!("job {} is in it twice", found.job)));
        }
    }
    Ok(Some((whole, known)))
}

/// Whether a header found is that of the run.
fn check(path: &Path, found: &HeaderLine, header: &JobsHeader) -> Result<(), JobsError> {
    let wanted = header.line();
    if found.what != wanted.what || found.hyperrook_jobs != FORMAT {
        return Err(JobsError::Foreign {
            path: path.to_owned(),
            what: header.what.clone(),
        });
    }
    if !header.definition.has_identity(&found.rules) {
        return Err(JobsError::OtherRules(path.to_owned()));
    }
    let mut differences = differences(&found.settings, &wanted.settings, "");
    if found.program != wanted.program {
        let (was, is) = (&found.program, &wanted.program);
        differences += &format!("\n  version of the program: was {was}, is {is}");
    }
    if differences.is_empty() {
        Ok(())
    } else {
        Err(JobsError::OtherSettings {
            path: path.to_owned(),
            differences,
        })
    }
}

/// What differs between two settings, one line each.
pub(crate) fn differences(old: &Value, new: &Value, at: &str) -> String {
    if old == new {
        return String::new();
    }
    if let (Value::Object(old), Value::Object(new)) = (old, new) {
        let mut keys: Vec<&String> = old.keys().chain(new.keys()).collect();
        keys.sort();
        keys.dedup();
        let of = |map: &serde_json::Map<String, Value>, key: &str| {
            map.get(key).cloned().unwrap_or(Value::Null)
        };
        let parts = keys.into_iter().map(|key| {
            let at = if at.is_empty() {
                key.clone()
            } else {
                format!("{at} {key}")
            };
            differences(&of(old, key), &of(new, key), &at)
        });
        return parts.collect();
    }
    format!("\n  {at}: was {old}, is {new}")
}
