//! Definition files.

use crate::{Definition, OptionValue};
use std::fmt;
use thiserror::Error;

/// The definitions that come with the program: name and text.
pub const SHIPPED: &[(&str, &str)] = &[];

/// One fault of a definition file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The file's name, as given.
    pub file: String,
    /// Line from 1.
    pub line: usize,
    /// Column from 1, in characters.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}:{}: {}",
            self.file, self.line, self.column, self.message
        )?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

/// Why a file gives no definition for some options.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DefineError {
    /// The file has no option of that name.
    #[error("{game} has no option `{option}`{hint}")]
    Option {
        /// The game.
        game: String,
        /// What was asked for.
        option: String,
        /// `; it has …` or nothing.
        hint: String,
    },
    /// The option has no such value.
    #[error("option `{option}` of {game} cannot be `{value}`; it can be {allowed}")]
    Value {
        /// The game.
        game: String,
        /// The option.
        option: String,
        /// What was asked for.
        value: String,
        /// What is possible.
        allowed: String,
    },
    /// With these options the file is faulty.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Faults(Vec<Diagnostic>),
}

/// A definition file that has been read: a game with its options open.
#[derive(Clone, Debug)]
pub struct GameFile {}

#[allow(clippy::todo, unused_variables)]
impl GameFile {
    /// Reads a definition. `file` is only used to say where faults are.
    pub fn parse(file: &str, text: &str) -> Result<GameFile, Vec<Diagnostic>> {
        todo!()
    }
    /// The shipped definition of this name.
    pub fn shipped(name: &str) -> Option<GameFile> {
        todo!()
    }
    /// The game's name.
    pub fn name(&self) -> &str {
        todo!()
    }
    /// The options with their default values.
    pub fn options(&self) -> &[OptionValue] {
        todo!()
    }
    /// The definition with the given options (`(name, value)`), others at their
    /// defaults.
    pub fn define(&self, options: &[(String, String)]) -> Result<Definition, DefineError> {
        todo!()
    }
    /// Everything that is wrong with the file under any values of its options.
    pub fn check(&self) -> Vec<Diagnostic> {
        todo!()
    }
}
