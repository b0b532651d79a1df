//! Lines of output, each sent at once: programs wait for them.

use std::io::{self, Write};

/// Writes lines.
pub(crate) struct Output<'w>(&'w mut dyn Write);

impl<'w> Output<'w> {
    pub(crate) fn new(writer: &'w mut dyn Write) -> Output<'w> {
        Output(writer)
    }

    /// Writes a line as it is.
    pub(crate) fn line(&mut self, line: &str) -> io::Result<()> {
        self.0.write_all(line.as_bytes())?;
        self.0.write_all(b"\n")?;
        self.0.flush()
    }

    /// Writes each line of a text after a lead.
    pub(crate) fn led(&mut self, lead: &str, text: &str) -> io::Result<()> {
        for line in text.lines() {
            self.line(&format!("{lead}{line}"))?;
        }
        Ok(())
    }
}
