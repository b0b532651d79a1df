//! The bytes of a stream with their places.

use super::error::{RecordError, RecordErrorKind};
use std::collections::VecDeque;
use std::io::{self, BufRead};

/// Where a byte stands: line and column, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineColumn {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl LineColumn {
    pub(super) fn error(self, kind: RecordErrorKind) -> RecordError {
        RecordError {
            line: self.line,
            column: self.column,
            kind,
        }
    }
}

/// A stream read byte by byte. All line ends are `\n`.
#[derive(Debug)]
pub(super) struct RecordStream<R> {
    input: R,
    /// Bytes that were looked at but not consumed; empty most of the time.
    ahead: VecDeque<u8>,
    /// Where the next byte stands.
    place: LineColumn,
    /// Number of bytes read so far.
    taken: u64,
    /// Whether the next byte is the first one of a line.
    begins_line: bool,
}

impl<R: BufRead> RecordStream<R> {
    pub(super) fn new(input: R) -> RecordStream<R> {
        RecordStream {
            input,
            ahead: VecDeque::new(),
            place: LineColumn { line: 1, column: 1 },
            taken: 0,
            begins_line: true,
        }
    }

    /// Where the next byte stands.
    pub(super) fn place(&self) -> LineColumn {
        self.place
    }

    /// The number of bytes read so far.
    pub(super) fn taken(&self) -> u64 {
        self.taken
    }

    /// The next byte, without consuming it.
    pub(super) fn peek(&mut self) -> Result<Option<u8>, RecordError> {
        if std::mem::take(&mut self.begins_line) {
            self.pass_byte_order_mark()?;
        }
        let byte = self.first()?;
        Ok(byte.map(|byte| if byte == b'\r' { b'\n' } else { byte }))
    }

    /// Consumes the next byte.
    pub(super) fn take(&mut self) -> Result<Option<u8>, RecordError> {
        let Some(byte) = self.peek()? else {
            return Ok(None);
        };
        let return_first = self.first()? == Some(b'\r');
        self.consume();
        if return_first && self.first()? == Some(b'\n') {
            self.consume();
        }
        if byte == b'\n' {
            self.place.line += 1;
            self.place.column = 1;
            self.begins_line = true;
        } else if byte & 0xc0 != 0x80 {
            // Continuation bytes of UTF-8 do not count as characters.
            self.place.column += 1;
        }
        Ok(Some(byte))
    }

    /// Consumes the rest of the line and gives it to `found`, without the line end.
    pub(super) fn take_line(&mut self, mut found: impl FnMut(u8)) -> Result<(), RecordError> {
        while let Some(byte) = self.peek()?.filter(|&byte| byte != b'\n') {
            found(byte);
            self.take()?;
        }
        Ok(())
    }

    /// Passes the mark with which some programs begin files. Files that were joined have it in the
    /// middle, too.
    fn pass_byte_order_mark(&mut self) -> Result<(), RecordError> {
        const UTF_8: [u8; 3] = [0xef, 0xbb, 0xbf];
        if self.first()? == Some(UTF_8[0]) && self.peek_several(3)? == UTF_8 {
            for _ in UTF_8 {
                self.consume();
            }
        }
        Ok(())
    }

    /// Whether the stream begins with the mark of UTF-16.
    pub(super) fn is_utf_16(&mut self) -> Result<bool, RecordError> {
        Ok(matches!(self.first()?, Some(0xfe | 0xff))
            && matches!(self.peek_several(2)?, [0xfe, 0xff] | [0xff, 0xfe]))
    }

    /// The next bytes, at most `count`, without consuming them.
    pub(super) fn peek_several(&mut self, count: usize) -> Result<&[u8], RecordError> {
        while self.ahead.len() < count {
            let Some(byte) = self.first_of_input()? else {
                break;
            };
            self.input.consume(1);
            self.ahead.push_back(byte);
        }
        let bytes = &*self.ahead.make_contiguous();
        Ok(bytes.get(..count).unwrap_or(bytes))
    }

    fn first(&mut self) -> Result<Option<u8>, RecordError> {
        match self.ahead.front() {
            Some(&byte) => Ok(Some(byte)),
            None => self.first_of_input(),
        }
    }

    fn first_of_input(&mut self) -> Result<Option<u8>, RecordError> {
        loop {
            match self.input.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.place.error(RecordErrorKind::Io(error))),
            }
        }
    }

    fn consume(&mut self) {
        if self.ahead.pop_front().is_none() {
            self.input.consume(1);
        }
        self.taken += 1;
    }
}

/// Decodes a text of a record: UTF-8 or, if it is not valid, Latin-1, as in old PGN files.
pub(super) fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}
