//! Writes lines of output and flushes each one: the other program waits for it.

use std::io::{self, Write};

/// Writes whole lines and flushes each one.
pub(crate) struct Output<'w>(&'w mut dyn Write);

impl<'w> Output<'w> {
    pub(crate) fn new(writer: &'w mut dyn Write) -> Output<'w> {
        Output(writer)
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, line: &str) -> io::Result<()> {
        self.0.write_all(line.as_bytes())?;
        self.0.write_all(b"\n")?;
        self.0.flush()
    }

    /// Writes each line of a text with a prefix.
    pub(crate) fn prefixed(&mut self, prefix: &str, text: &str) -> io::Result<()> {
        for line in text.lines() {
            self.line(&format!("{prefix}{line}"))?;
        }
        Ok(())
    }
}
