//! The `hyperrook` program.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    // Check this first: all later code may use instructions that an older processor does
    // not have.
    if let Some(missing) = hyperrook_cli::missing_instructions() {
        eprintln!(
            "hyperrook: this build needs a processor with {missing} (x86-64-v3), and this \
             processor does not have it; use a portable build (`make portable`)"
        );
        return ExitCode::from(1);
    }
    hyperrook_cli::main()
}
