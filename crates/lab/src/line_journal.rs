//! Files of JSON lines that one process appends to, and that survive a kill.

use hyperrook_catalogue::regular_file::{not_utf8, open_regular};
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
    /// The line of this number, from 1, is not as it was written.
    Damaged(usize),
}

/// What [`OpenJournalError::Damaged`] means, in words.
pub(crate) const DAMAGED_LINE: &str = "its checksum does not fit what the line says";

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
        // A pipe or a device cannot be continued, and may have no end.
        if path.exists() {
            drop(open_regular(path).map_err(OpenJournalError::Io)?);
        }
        let mut file = options.open(path).map_err(OpenJournalError::Io)?;
        lock(&file)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(OpenJournalError::Io)?;
        let text = JournalText::new(bytes);
        if let Some(number) = text.damaged_line() {
            return Err(OpenJournalError::Damaged(number));
        }
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

    /// Appends a line: a JSON object and its checksum. The first one replaces an incomplete line at
    /// the end of the file.
    pub(crate) fn append(&mut self, object: &impl Serialize) -> io::Result<()> {
        let line = with_checksum(&serde_json::to_string(object)?);
        self.append_text(&(line + "\n"))
    }

    /// Appends complete lines as they are.
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

/// How the checksum begins that a line ends with. It is the last member of the JSON object, so that
/// the line stays JSON.
const CHECKSUM_KEY: &str = r#","crc32":""#;
/// What comes behind the checksum.
const CHECKSUM_END: &str = r#""}"#;

/// A JSON object with the checksum of its text.
fn with_checksum(object: &str) -> String {
    let members = object.strip_suffix('}').unwrap_or(object);
    let checksum = crc32fast::hash(members.as_bytes());
    format!("{members}{CHECKSUM_KEY}{checksum:08x}{CHECKSUM_END}")
}

/// Whether the checksum of a line fits; `None` if it has none.
fn checksum_fits(line: &[u8]) -> Option<bool> {
    let rest = line.strip_suffix(CHECKSUM_END.as_bytes())?;
    let (rest, checksum) = rest.split_at(rest.len().checked_sub(8)?);
    let members = rest.strip_suffix(CHECKSUM_KEY.as_bytes())?;
    Some(format!("{:08x}", crc32fast::hash(members)).as_bytes() == checksum)
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

    /// The number of the first line that is not as it was written. Journals of older versions have no
    /// checksum in their first line; then others may lack it, too.
    fn damaged_line(&self) -> Option<usize> {
        let mut lines = self.lines().peekable();
        let (_, first) = lines.peek()?;
        let is_old = checksum_fits(first).is_none();
        let is_damaged = |line| checksum_fits(line).map_or(!is_old, |fits| !fits);
        lines
            .find(|(_, line)| is_damaged(line))
            .map(|(number, _)| number)
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
        let bytes = &self.bytes[..self.complete];
        std::str::from_utf8(bytes).map_err(|error| not_utf8(bytes, error.valid_up_to()))
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
pub(crate) mod tests {
    use super::{CHECKSUM_KEY, JournalText, LineJournal, OpenJournalError};
    use std::io::{Seek, Write};
    use std::time::Duration;

    /// A journal as older versions wrote it, so that a test can change its lines.
    pub(crate) fn without_checksums(text: &str) -> String {
        let lines = text.lines().map(|line| {
            let members = line
                .split_once(CHECKSUM_KEY)
                .map_or(line, |(members, _)| members);
            format!("{members}}}\n")
        });
        lines.collect()
    }

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
        journal.append_text("1\ntwo\n").unwrap();
        journal.sync(Duration::ZERO).unwrap();
        drop(journal);
        let mut bytes = std::fs::read(&path).unwrap();
        bytes.extend_from_slice(b"\nthr");
        std::fs::write(&path, &bytes).unwrap();
        let (mut journal, text) = LineJournal::open(&path).unwrap();
        assert_eq!(lines(&text), [(1, "1"), (2, "two")]);
        // Nothing is changed before something is appended.
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
        journal.append_text("4\n").unwrap();
        drop(journal);
        let (_journal, text) = LineJournal::open(&path).unwrap();
        assert_eq!(lines(&text), [(1, "1"), (2, "two"), (4, "4")]);
    }

    #[test]
    fn a_line_that_could_not_be_written_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (mut journal, _) = LineJournal::open(&path).unwrap();
        journal.append_text("1\n").unwrap();
        // As a full disk does.
        let complete = journal.file.stream_position().unwrap();
        journal.file.write_all(b"tw").unwrap();
        journal.drop_half_line(complete);
        journal.append_text("3\n").unwrap();
        drop(journal);
        let (_journal, text) = LineJournal::open(&path).unwrap();
        assert_eq!(lines(&text), [(1, "1"), (2, "3")]);
    }

    #[test]
    fn any_changed_byte_of_a_journal_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (mut journal, _) = LineJournal::open(&path).unwrap();
        for points in [13, 27, 8] {
            let line = serde_json::json!({ "job": 4, "points": points });
            journal.append(&line).unwrap();
        }
        drop(journal);
        let good = std::fs::read(&path).unwrap();
        assert!(good.starts_with(br#"{"job":4,"points":13,"crc32":""#));
        // If the key of the checksum of the first line is changed, the journal looks like an older one,
        // but what the first line says is as it was, and other lines are checked.
        let first_line = good.iter().position(|&byte| byte == b'\n').unwrap();
        for at in first_line + 1..good.len() {
            let mut bytes = good.clone();
            bytes[at] ^= 1;
            // A last line without its end was not written to its end.
            if at == good.len() - 1 || bytes[at] == b'\n' {
                continue;
            }
            std::fs::write(&path, &bytes).unwrap();
            let error = LineJournal::open(&path).unwrap_err();
            let line = 2 + good[first_line + 1..at]
                .iter()
                .filter(|&&byte| byte == b'\n')
                .count();
            assert!(
                matches!(error, OpenJournalError::Damaged(found) if found == line),
                "{at}: {error:?}"
            );
            assert_eq!(std::fs::read(&path).unwrap(), bytes);
        }
    }

    #[test]
    fn older_journals_have_no_checksums_and_go_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        std::fs::write(&path, "{\"old\":1}\n{\"job\":1}\n").unwrap();
        let (mut journal, _) = LineJournal::open(&path).unwrap();
        journal.append(&serde_json::json!({ "job": 2 })).unwrap();
        drop(journal);
        let (_journal, text) = LineJournal::open(&path).unwrap();
        assert_eq!(text.lines().count(), 3);
        drop(_journal);
        // What a newer version has added is checked.
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace("\"job\":2", "\"job\":3")).unwrap();
        let error = LineJournal::open(&path).unwrap_err();
        assert!(matches!(error, OpenJournalError::Damaged(3)), "{error:?}");
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
