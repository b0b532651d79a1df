//! `hyperrook completions` writes the completions of a shell; `hyperrook manual` writes those of all
//! shells and manual pages, for packages.

use crate::args::{Cli, CompletionsArgs, ManualArgs};
use crate::error::{CommandError, CommandResult};
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;
use std::path::Path;

const SHELLS: [Shell; 3] = [Shell::Bash, Shell::Fish, Shell::Zsh];

pub(super) fn completions(args: &CompletionsArgs, out: &mut dyn Write) -> CommandResult {
    // Into memory first: it panics if it cannot write.
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "hyperrook", &mut text);
    out.write_all(&text)?;
    Ok(())
}

pub(super) fn run(args: &ManualArgs, out: &mut dyn Write) -> CommandResult {
    let pages = args.directory.join("man1");
    let completions = args.directory.join("completions");
    let fault = |path: &Path, error| CommandError::file(path, error);
    for directory in [&pages, &completions] {
        std::fs::create_dir_all(directory).map_err(|error| fault(directory, error))?;
    }
    let mut command = Cli::command();
    command.build();
    clap_mangen::generate_to(command.clone(), &pages).map_err(|error| fault(&pages, error))?;
    for shell in SHELLS {
        clap_complete::generate_to(shell, &mut command, "hyperrook", &completions)
            .map_err(|error| fault(&completions, error))?;
    }
    writeln!(out, "{}", args.directory.display())?;
    Ok(())
}
