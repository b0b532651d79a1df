//! The engine for other programs: UCI and CECP (the XBoard protocol, version 2).
//!
//! [`uci`] and [`xboard`] talk over any input and output until `quit` or the end
//! of the input. `docs/protocols.md` says what they understand.
//!
//! How it works: one thread reads lines (`input`), one searches (`engine`), and
//! the caller's thread takes what both of them have to say from one channel,
//! answers, and is the only one that writes. So every command is answered while
//! a search goes on, and lines of output never mix.
#![forbid(unsafe_code)]

mod engine;
mod host;
mod input;
mod options;
mod output;
mod text;
mod uci;
mod variants;
mod xboard;

pub use host::{Host, WriteLine};

use std::io::{BufRead, Write};

/// Speaks UCI over `input` and `output` until `quit` or the end of the input.
///
/// # Errors
/// If the output cannot be written to.
pub fn uci(
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
    host: &Host,
) -> std::io::Result<()> {
    uci::run(Box::new(input), output, host)
}

/// Speaks CECP over `input` and `output` until `quit` or the end of the input.
///
/// # Errors
/// If the output cannot be written to.
pub fn xboard(input: impl BufRead + Send + 'static, output: &mut dyn Write) -> std::io::Result<()> {
    xboard::run(Box::new(input), output)
}
