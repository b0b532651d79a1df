//! The `hyperrook` program: the code behind its command line.
//!
//! [`main`] parses the arguments and runs a command of `commands`. `draw` turns boards into
//! characters, and `words` formats texts. `play` has games in progress, independent of how
//! they are shown; `tui` shows them; `engine` searches for them. The rules come from
//! `hyperrook-rules`. No code here knows a game by its name.
#![forbid(unsafe_code)]

#[macro_use]
mod messages;

mod args;
mod commands;
mod cpu;
mod draw;
mod engine;
mod error;
mod load;
mod play;
mod player_spec;
mod tables;
mod texts;
mod tui;
mod words;

pub use cpu::missing_instructions;

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let cli = match args::Cli::read() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to standard output. A closed pipe is not an error.
            let is_written = error
                .print()
                .map_or_else(|error| error.kind() == ErrorKind::BrokenPipe, |()| true);
            let success = if is_written { 0 } else { 1 };
            return ExitCode::from(if error.use_stderr() { 2 } else { success });
        }
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let result = commands::run(&cli, &mut out);
    let result = result.and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // Write the output that came before the error.
            let _ = out.flush();
            if let Some(message) = failure.message() {
                note!("hyperrook: {message}");
            }
            // Dropping the writer would write to the closed pipe again.
            std::mem::forget(out);
            ExitCode::from(failure.exit_code())
        }
    }
}
