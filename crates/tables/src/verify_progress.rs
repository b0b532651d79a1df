//! How far the check of a table is. It is kept in a file beside the table, so that a check that was
//! killed goes on where it was.
//!
//! The file is one line: the SHA-256 of what is checked and of the rest of the line, in hexadecimal,
//! and the [`VerifyProgress`] as JSON. A file that belongs to another check, or is damaged, is not
//! used: the check begins again.

use crate::file::new_file;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The maximum number of examples of wrong entries.
const EXAMPLES: usize = 5;

/// The interval at which the file is written.
const SAVE: Duration = Duration::from_secs(2);

/// What the entries before a certain one have shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct VerifyProgress {
    /// All entries before this one are checked.
    pub(crate) entries: usize,
    /// Positions among them that were checked.
    pub(crate) positions: u64,
    /// Entries that are wrong.
    pub(crate) wrong: u64,
    /// The first of them.
    pub(crate) examples: Vec<usize>,
}

/// What a part of the entries has shown.
#[derive(Debug, Default)]
pub(crate) struct PartResult {
    pub(crate) positions: u64,
    /// The wrong entries.
    pub(crate) wrong: Vec<usize>,
}

/// The progress of a check, and the file that keeps it.
#[derive(Debug, Default)]
pub(crate) struct VerifyState {
    progress: VerifyProgress,
    /// Parts that were finished before an earlier one.
    later: BTreeMap<usize, (usize, PartResult)>,
    file: Option<StateFile>,
}

#[derive(Debug)]
struct StateFile {
    path: PathBuf,
    /// What is checked.
    identity: String,
    saved: Instant,
}

impl VerifyState {
    /// The state of a check, from its file if there is one.
    pub(crate) fn open(path: PathBuf, identity: String) -> VerifyState {
        let progress = std::fs::read_to_string(&path)
            .ok()
            .and_then(|text| read(&identity, &text))
            .unwrap_or_default();
        VerifyState {
            progress,
            later: BTreeMap::new(),
            file: Some(StateFile {
                path,
                identity,
                saved: Instant::now(),
            }),
        }
    }

    pub(crate) fn progress(&self) -> &VerifyProgress {
        &self.progress
    }

    /// Adds a part of the entries. Parts can come in any order, but cover every entry once.
    pub(crate) fn add(&mut self, part: Range<usize>, result: PartResult) {
        self.later.insert(part.start, (part.end, result));
        let progress = &mut self.progress;
        while let Some((end, result)) = self.later.remove(&progress.entries) {
            progress.entries = end;
            progress.positions += result.positions;
            progress.wrong += result.wrong.len() as u64;
            progress.examples.extend(result.wrong);
            progress.examples.truncate(EXAMPLES);
        }
        let is_due = |file: &StateFile| file.saved.elapsed() >= SAVE;
        if self.file.as_ref().is_some_and(is_due) {
            self.save();
        }
    }

    /// Writes the file. The check itself needs only to read, so it goes on if this fails.
    pub(crate) fn save(&mut self) {
        if let Some(file) = &mut self.file {
            let _ = write(file, &self.progress);
            file.saved = Instant::now();
        }
    }
}

/// The hash of what is checked and how far.
fn hash(identity: &str, progress: &str) -> String {
    hex::encode(Sha256::digest(format!("{identity}\n{progress}")))
}

fn read(identity: &str, text: &str) -> Option<VerifyProgress> {
    let (stored, json) = text.trim_end().split_once(' ')?;
    if stored != hash(identity, json) {
        return None;
    }
    serde_json::from_str(json).ok()
}

fn write(file: &StateFile, progress: &VerifyProgress) -> io::Result<()> {
    let json = serde_json::to_string(progress)?;
    let folder = file.path.parent().unwrap_or(Path::new("."));
    let mut new = new_file(folder)?;
    writeln!(new, "{} {json}", hash(&file.identity, &json))?;
    new.persist(&file.path)?;
    Ok(())
}
