//! Talks to chess programs: UCI and CECP (the XBoard protocol, version 2).
//!
//! [`uci`] and [`xboard`] run over any input and output until `quit` or the end of the
//! input. `docs/protocols.md` lists the commands.
//!
//! One thread reads lines (`input`), one searches (`engine`). The caller's thread receives
//! the events of both through one channel. It alone writes, so commands are answered during
//! a search and lines of output never mix.
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
pub use uci::MAX_PERFT_PLIES;

use std::io::{BufRead, Write};

/// Runs UCI over `input` and `output` until `quit` or the end of the input.
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

/// Runs CECP over `input` and `output` until `quit` or the end of the input.
///
/// # Errors
/// If the output cannot be written to.
pub fn xboard(input: impl BufRead + Send + 'static, output: &mut dyn Write) -> std::io::Result<()> {
    xboard::run(Box::new(input), output)
}
