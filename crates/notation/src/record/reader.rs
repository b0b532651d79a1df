//! Reading records from a stream, one at a time.

use super::error::{RecordError, RecordErrorKind as Kind};
use super::game::{GameReader, NextRecord, tag_start};
use super::limits::RecordLimits;
use super::source::{RecordStream, decode};
use super::{GameResult, Record};
use std::io::BufRead;
use std::str::FromStr;

/// Reads records one after the other; an iterator over them.
///
/// After a fault, reading goes on with the next record: at the next line that begins like a tag,
/// after the tags of the current record; after the next line that ends with a result; or at a line
/// that begins with `1.`, after an empty line that follows moves. A record without a result at its
/// end ends where the tags of the next one begin; its result is that of its `Result` tag, if it has
/// one. A result inside a variation becomes a comment. Lines that begin with `%` are skipped. Text
/// that is not UTF-8 is read as Latin-1.
///
/// A variation or a comment that is never closed is a fault at its beginning, and the next record
/// begins at its tags. In a comment these are a tag after an empty line, or one of the tags that
/// records usually have, such as `Event`, on any line.
#[derive(Debug)]
pub struct RecordReader<R> {
    source: RecordStream<R>,
    limits: RecordLimits,
    records_read: usize,
    /// The line on which the last record begins.
    first_line: usize,
    /// What to do before the next record.
    state: ReaderState,
}

#[derive(Debug)]
enum ReaderState {
    /// Go on at the current place.
    Ready,
    /// Look for the next record. `in_tags` says whether the current line is a tag.
    Lost { in_tags: bool },
    /// The name of a tag has been read; its value comes next.
    InTag(String),
    /// The stream has ended.
    Finished,
}

impl<R: BufRead> RecordReader<R> {
    /// Reads from a stream with the default limits.
    pub fn new(input: R) -> RecordReader<R> {
        RecordReader::with_limits(input, RecordLimits::default())
    }

    /// Reads from a stream with other limits.
    pub fn with_limits(input: R, limits: RecordLimits) -> RecordReader<R> {
        RecordReader {
            source: RecordStream::new(input),
            limits,
            records_read: 0,
            first_line: 1,
            state: ReaderState::Ready,
        }
    }

    /// The number of records read so far, including faulty ones. This is the number, from 1, of the
    /// record that the iterator returned last.
    pub fn records_read(&self) -> usize {
        self.records_read
    }

    /// The line, from 1, on which the record begins that the iterator returned last.
    ///
    /// ```
    /// use hyperrook_notation::record::RecordReader;
    ///
    /// let mut records = RecordReader::new("1. e4 *\n\n1. d4 *\n".as_bytes());
    /// assert_eq!(records.by_ref().count(), 2);
    /// assert_eq!((records.records_read(), records.first_line()), (2, 3));
    /// ```
    pub fn first_line(&self) -> usize {
        self.first_line
    }

    fn next_record(&mut self) -> Option<Result<Record, RecordError>> {
        let first_tag = match std::mem::replace(&mut self.state, ReaderState::Ready) {
            ReaderState::Ready => None,
            ReaderState::InTag(name) => Some(name),
            ReaderState::Finished => {
                self.state = ReaderState::Finished;
                return None;
            }
            ReaderState::Lost { in_tags } => match self.recover(in_tags) {
                Ok(first_tag) => first_tag,
                Err(error) => {
                    self.state = ReaderState::Finished;
                    return Some(Err(error));
                }
            },
        };
        let read = self.read(first_tag).transpose();
        if read.is_none() {
            self.state = ReaderState::Finished;
        }
        read
    }

    /// Skips the rest of a faulty record. Returns the name of the tag with which the next record
    /// begins, if it begins with a tag that has been read.
    fn recover(&mut self, mut in_tags: bool) -> Result<Option<String>, RecordError> {
        // The first moves after the tags of the faulty record are its own.
        let mut has_moves = !in_tags;
        let mut after_empty = false;
        loop {
            let mut is_escaped = false;
            if self.source.place().column == 1 {
                is_escaped = self.source.peek()? == Some(b'%');
                while matches!(self.source.peek()?, Some(b' ' | b'\t')) {
                    self.source.take()?;
                }
                match self.source.peek()? {
                    None => return Ok(None),
                    Some(b'[') if !in_tags => {
                        if let Some(name) = tag_start(&mut self.source)?.name {
                            return Ok(Some(name));
                        }
                    }
                    Some(b'[') => {}
                    Some(b'1') if has_moves && after_empty => {
                        if self.source.peek_several(2)? == b"1." {
                            return Ok(None);
                        }
                    }
                    Some(_) => in_tags = false,
                }
            }
            let word = self.last_word()?;
            if self.source.take()?.is_none() {
                return Ok(None);
            }
            after_empty = word.is_empty();
            has_moves |= !in_tags && !after_empty;
            if !is_escaped && decode(word).parse::<GameResult>().is_ok() {
                return Ok(None);
            }
        }
    }

    /// Consumes the rest of the line. Returns its last word, or the beginning of it if it is longer
    /// than any result.
    fn last_word(&mut self) -> Result<Vec<u8>, RecordError> {
        const LONGER_THAN_RESULTS: usize = 8;
        let mut word = Vec::new();
        let mut has_ended = false;
        self.source.take_line(|byte| {
            if byte.is_ascii_whitespace() {
                has_ended = true;
                return;
            }
            if std::mem::take(&mut has_ended) {
                word.clear();
            }
            if word.len() < LONGER_THAN_RESULTS {
                word.push(byte);
            }
        })?;
        Ok(word)
    }

    fn read(&mut self, first_tag: Option<String>) -> Result<Option<Record>, RecordError> {
        let mut game = GameReader::new(&mut self.source, self.limits);
        let read = game.read(first_tag);
        let first_line = game.first_line();
        match read {
            Ok(()) => Ok(game.finish().inspect(|_| self.first_line = first_line)),
            Err(error) => {
                let lost = ReaderState::Lost {
                    in_tags: game.is_in_tags(),
                };
                self.first_line = first_line;
                self.state = match game.next_record() {
                    _ if matches!(error.kind, Kind::Io(_) | Kind::Utf16) => ReaderState::Finished,
                    Some(NextRecord::InTag(name)) => ReaderState::InTag(name),
                    Some(NextRecord::Here) => ReaderState::Ready,
                    None => lost,
                };
                Err(error)
            }
        }
    }
}

impl<R: BufRead> Iterator for RecordReader<R> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let record = self.next_record();
        self.records_read += usize::from(record.is_some());
        record
    }
}

/// Reads a text that contains one record.
///
/// ```
/// use hyperrook_notation::record::Record;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let record: Record = "1. e4 e5 2. Nf3 *".parse()?;
/// assert_eq!(record.main_line().collect::<Vec<_>>(), ["e4", "e5", "Nf3"]);
/// assert!("no record {".parse::<Record>().is_err());
/// # Ok(())
/// # }
/// ```
impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Record, RecordError> {
        let mut reader = RecordReader::new(text.as_bytes());
        let record = match reader.next() {
            Some(record) => record?,
            None => return Err(reader.source.place().error(Kind::NoRecord)),
        };
        let end = reader.source.place();
        match reader.next() {
            None => Ok(record),
            Some(Ok(_)) => Err(end.error(Kind::SeveralRecords)),
            Some(Err(error)) => Err(error),
        }
    }
}
