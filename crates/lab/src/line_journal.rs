//! Files of JSON lines that one process appends to, and that survive a kill.

use hyperrook_catalogue::regular_file::open_regular;
use serde::Serialize;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Why a file cannot be opened.
#[derive(Debug)]
pub(crate) enum OpenJournalError {
    /// Another process has it open.
    InUse,
    /// It cannot be read.
    Io(io::Error),
}

/// An open file. No other process can open it as one until it is dropped.
#[derive(Debug)]
pub(crate) struct LineJournal {
    file: File,
    /// Where the complete lines end, if something else may come after them.
    complete: Option<u64>,
    /// When the file was last synced, and whether anything was appended since.
    synced: Instant,
    is_dirty: bool,
}

impl LineJournal {
    /// Opens a file, or creates it, and reads it. Nothing in it is changed yet, so that the
    /// caller can refuse a file that is none of its own.
    pub(crate) fn open(path: &Path) -> Result<(LineJournal, JournalText), OpenJournalError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        // A pipe or a device is no file to go on from, and may have no end.
        if path.exists() {
            drop(open_regular(path).map_err(OpenJournalError::Io)?);
        }
        let mut file = options.open(path).map_err(OpenJournalError::Io)?;
        lock(&file)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(OpenJournalError::Io)?;
        let text = JournalText::new(bytes);
        let mut journal = LineJournal::of_file(file);
        journal.complete = Some(text.complete as u64);
        Ok((journal, text))
    }

    /// Holds a file that exists, so that no other process can open it as a journal.
    pub(crate) fn hold(path: &Path) -> Result<LineJournal, OpenJournalError> {
        let file = open_regular(path).map_err(OpenJournalError::Io)?;
        lock(&file)?;
        Ok(LineJournal::of_file(file))
    }

    /// A journal that goes on at the end of what was written to a file.
    pub(crate) fn of_file(file: File) -> LineJournal {
        LineJournal {
            file,
            complete: None,
            synced: Instant::now(),
            is_dirty: false,
        }
    }

    /// Appends a line. The first one replaces an incomplete line at the end of the file.
    pub(crate) fn append(&mut self, value: &impl Serialize) -> io::Result<()> {
        self.append_text(&(serde_json::to_string(value)? + "\n"))
    }

    /// Appends complete lines, as [`LineJournal::append`] does.
    pub(crate) fn append_text(&mut self, lines: &str) -> io::Result<()> {
        if let Some(complete) = self.complete {
            self.keep(complete)?;
        }
        self.is_dirty = true;
        let complete = self.file.stream_position()?;
        let written = self.file.write_all(lines.as_bytes());
        if written.is_err() {
            self.drop_half_line(complete);
        }
        written
    }

    /// After a failed write, drops what was written of it: at once if that is possible, otherwise
    /// before the next line is appended.
    fn drop_half_line(&mut self, complete: u64) {
        self.complete = Some(complete);
        let _ = self.keep(complete);
    }

    /// Drops everything behind the first so many bytes.
    pub(crate) fn keep(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        self.file.seek(SeekFrom::End(0))?;
        self.complete = None;
        Ok(())
    }

    /// Writes everything to the disk, unless that was done less than `every` ago.
    pub(crate) fn sync(&mut self, every: Duration) -> io::Result<()> {
        if self.is_dirty && self.synced.elapsed() >= every {
            self.file.sync_data()?;
            (self.synced, self.is_dirty) = (Instant::now(), false);
        }
        Ok(())
    }
}

fn lock(file: &File) -> Result<(), OpenJournalError> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => OpenJournalError::InUse,
        TryLockError::Error(error) => OpenJournalError::Io(error),
    })
}

impl Drop for LineJournal {
    fn drop(&mut self) {
        // A program that is just being started shares the open file until it has become its own
        // image. Closed alone, the file would stay locked as long.
        let _ = self.file.unlock();
    }
}

/// What a journal contains.
#[derive(Debug)]
pub(crate) struct JournalText {
    bytes: Vec<u8>,
    /// The length of the complete lines. A last line without its end is incomplete: the program
    /// was killed while writing it.
    complete: usize,
}

impl JournalText {
    pub(crate) fn new(bytes: Vec<u8>) -> JournalText {
        let end = bytes.iter().rposition(|&byte| byte == b'\n');
        JournalText {
            complete: end.map_or(0, |at| at + 1),
            bytes,
        }
    }

    /// Its first characters, to show in an error.
    pub(crate) fn beginning(&self) -> String {
        const LENGTH: usize = 60;
        let text = String::from_utf8_lossy(&self.bytes);
        let line = text.lines().next().unwrap_or_default();
        line.chars().take(LENGTH).collect()
    }

    /// Whether it has no complete line.
    pub(crate) fn is_empty(&self) -> bool {
        self.complete == 0
    }

    /// The complete lines as text.
    pub(crate) fn text(&self) -> io::Result<&str> {
        let text = std::str::from_utf8(&self.bytes[..self.complete]);
        text.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }

    /// Whether it begins with these bytes, as far as it goes.
    pub(crate) fn begins_with(&self, start: &[u8]) -> bool {
        let length = self.bytes.len().min(start.len());
        self.bytes[..length] == start[..length]
    }

    /// The complete lines that are not empty, with their numbers from 1 on.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &[u8])> {
        let lines = self.bytes[..self.complete].split(|&byte| byte == b'\n');
        let numbered = lines.enumerate().map(|(index, line)| (index + 1, line));
        numbered.filter(|(_, line)| !line.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::{JournalText, LineJournal, OpenJournalError};
    use std::io::{Seek, Write};
    use std::time::Duration;

    fn lines(text: &JournalText) -> Vec<(usize, &str)> {
        let lines = text.lines();
        lines
            .map(|(number, line)| (number, std::str::from_utf8(line).unwrap()))
            .collect()
    }

    #[test]
    fn an_incomplete_line_is_replaced_by_the_next_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (mut journal, text) = LineJournal::open(&path).unwrap();
        assert!(text.is_empty());
        journal.append(&1).unwrap();
        journal.append(&"two").unwrap();
        journal.sync(Duration::ZERO).unwrap();
        drop(journal);
        let mut bytes = std::fs::read(&path).unwrap();
        bytes.extend_from_slice(b"\n[3,");
        std::fs::write(&path, &bytes).unwrap();
        let (mut journal, text) = LineJournal::open(&path).unwrap();
        assert_eq!(lines(&text), [(1, "1"), (2, "\"two\"")]);
        // Nothing is changed before something is appended.
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
        journal.append(&4).unwrap();
        drop(journal);
        let (_journal, text) = LineJournal::open(&path).unwrap();
        assert_eq!(lines(&text), [(1, "1"), (2, "\"two\""), (4, "4")]);
    }

    #[test]
    fn a_line_that_could_not_be_written_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (mut journal, _) = LineJournal::open(&path).unwrap();
        journal.append(&1).unwrap();
        // As a full disk does.
        let complete = journal.file.stream_position().unwrap();
        journal.file.write_all(b"[2,").unwrap();
        journal.drop_half_line(complete);
        journal.append(&3).unwrap();
        drop(journal);
        let (_journal, text) = LineJournal::open(&path).unwrap();
        assert_eq!(lines(&text), [(1, "1"), (2, "3")]);
    }

    #[test]
    fn one_process_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let opened = LineJournal::open(&path).unwrap();
        let error = LineJournal::open(&path).unwrap_err();
        assert!(matches!(error, OpenJournalError::InUse));
        drop(opened);
        assert!(LineJournal::open(&path).is_ok());
        let error = LineJournal::open(folder.path()).unwrap_err();
        assert!(matches!(error, OpenJournalError::Io(_)));
    }

    #[test]
    fn a_beginning_can_be_incomplete() {
        let text = |text: &str| JournalText::new(text.as_bytes().to_vec());
        for own in ["", "{\"a", "{\"abc\":1}\n"] {
            assert!(text(own).begins_with(b"{\"abc\""), "{own}");
        }
        for foreign in ["x", "{\"b", "{\"abd\":1}\n"] {
            assert!(!text(foreign).begins_with(b"{\"abc\""), "{foreign}");
        }
    }
}
