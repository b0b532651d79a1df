//! The `hyperrook` program: everything behind its command line.
//!
//! [`main`] reads the arguments and runs a command of `commands`. Boards are
//! turned into characters by `draw`, rules into sentences by `words`; `play`
//! holds a game in progress, apart from how it is shown, and `tui` shows it;
//! `engine` thinks beside them. The rules themselves come from `hyperrook-rules`;
//! nothing here knows a game.
#![forbid(unsafe_code)]

mod args;
mod commands;
mod cpu;
mod draw;
mod engine;
mod error;
mod load;
mod play;
mod seat;
mod texts;
mod tui;
mod words;

pub use cpu::missing_instructions;

use clap::Parser;
use std::io::Write;
use std::process::ExitCode;

/// Runs the program with the process' arguments.
pub fn main() -> ExitCode {
    let cli = match args::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are asked for and go to standard output; a pipe
            // closed early is no failure.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let result = commands::run(&cli, &mut out);
    let result = result.and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // What was found before the failure is still to be seen.
            let _ = out.flush();
            if let Some(message) = failure.message() {
                eprintln!("hyperrook: {message}");
            }
            // Dropping the writer would try a closed pipe once more.
            std::mem::forget(out);
            ExitCode::from(failure.exit_code())
        }
    }
}
