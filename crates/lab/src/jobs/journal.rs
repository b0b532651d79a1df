//! The journal of a run: a line of JSON with what the run is, and one for each result.

use super::error::JobsError;
use crate::line_journal::{DAMAGED_LINE, JournalText, LineJournal, OpenJournalError};
use hyperrook_rules::Definition;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

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
        // An identity takes long to compute. The clone has it only if it is known by now.
        definition.identity();
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
    lines: LineJournal,
}

impl JobJournal {
    /// Opens the journal of a run and reads its results, or creates it. `None` if it was told to
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
        let (mut lines, text) = LineJournal::open(path).map_err(|error| match error {
            OpenJournalError::InUse => JobsError::InUse(path.to_owned()),
            OpenJournalError::Io(error) => failed(error),
            OpenJournalError::Damaged(line) => JobsError::Damaged {
                path: path.to_owned(),
                line,
                message: DAMAGED_LINE.to_owned(),
            },
        })?;
        let Some(known) = read(path, &text, header, stop)? else {
            return Ok(None);
        };
        if text.is_empty() {
            lines.append(&header.line()).map_err(failed)?;
            lines.sync(Duration::ZERO).map_err(failed)?;
        }
        Ok(Some((JobJournal::new(path, lines), known)))
    }

    pub(super) fn new(path: &Path, lines: LineJournal) -> JobJournal {
        JobJournal {
            path: path.to_owned(),
            lines,
        }
    }

    /// Appends a result.
    pub(super) fn add<R: Serialize>(&mut self, job: u64, result: &R) -> Result<(), JobsError> {
        let written = self.lines.append(&ResultLine { job, result });
        written.map_err(|error| JobsError::File(self.path.clone(), error))
    }

    /// Writes everything to the disk, unless that was done a short time ago.
    pub(super) fn sync(&mut self, every: Duration) -> Result<(), JobsError> {
        let synced = self.lines.sync(every);
        synced.map_err(|error| JobsError::File(self.path.clone(), error))
    }
}

/// The results by number.
fn read<R: DeserializeOwned>(
    path: &Path,
    text: &JournalText,
    header: &JobsHeader,
    stop: &AtomicBool,
) -> Result<Option<KnownResults<R>>, JobsError> {
    if !text.begins_with(START) {
        return Err(JobsError::Foreign {
            path: path.to_owned(),
            what: header.what.clone(),
        });
    }
    let mut known = BTreeMap::new();
    for (number, line) in text.lines() {
        // A long journal takes seconds.
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let damaged = |message: String| JobsError::Damaged {
            path: path.to_owned(),
            line: number,
            message,
        };
        if number == 1 {
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
    Ok(Some(known))
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
    let mut differences = changed_settings(&found.settings, &wanted.settings, "");
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
pub(crate) fn changed_settings(old: &Value, new: &Value, at: &str) -> String {
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
            changed_settings(&of(old, key), &of(new, key), &at)
        });
        return parts.collect();
    }
    let what = match at {
        "engine" => "engine (evaluation, network or search)",
        at => at,
    };
    format!("\n  {what}: was {old}, is {new}")
}
