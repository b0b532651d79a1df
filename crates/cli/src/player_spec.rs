//! Players of a game in the terminal.

use crate::words;
use hyperrook_lab::simple_opponent::PLIES;
use hyperrook_search::Strength;
use std::fmt;

/// The player of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlayerSpec {
    /// A person.
    Human,
    /// The engine.
    Computer {
        /// The strength: one of [`Strength::LEVELS`].
        level: u8,
    },
    /// The simple opponent, which the engine is measured against.
    Simple {
        /// The depth of its search, in plies.
        plies: u32,
    },
}

impl PlayerSpec {
    /// The default opponent.
    pub(crate) const OPPONENT: PlayerSpec = PlayerSpec::Computer { level: 3 };

    /// Parses `human`, a level of the computer, or `basic1` to `basic3`, and also what
    /// `Display` writes.
    pub(crate) fn parse(text: &str) -> Result<PlayerSpec, String> {
        let level = text.strip_prefix("computer ").unwrap_or(text).parse();
        let plies = text.strip_prefix("basic").map(|plies| plies.trim().parse());
        match (text, level, plies) {
            ("human" | "person", ..) => Ok(PlayerSpec::Human),
            ("computer", ..) => Ok(PlayerSpec::OPPONENT),
            (_, Ok(level), _) if Strength::LEVELS.contains(&level) => {
                Ok(PlayerSpec::Computer { level })
            }
            (.., Some(Ok(plies))) if PLIES.contains(&plies) => Ok(PlayerSpec::Simple { plies }),
            _ => Err("write `human`, or a level from 1 to 8 for the computer".to_owned()),
        }
    }

    /// The description for players.
    pub(crate) fn about(self) -> String {
        match self {
            PlayerSpec::Human => "person".to_owned(),
            PlayerSpec::Computer { level } => format!("computer, level {level}"),
            PlayerSpec::Simple { plies } => {
                format!("simple computer, {}", words::count(plies as usize, "ply"))
            }
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Human => f.write_str("person"),
            PlayerSpec::Computer { level } => write!(f, "computer {level}"),
            PlayerSpec::Simple { plies } => write!(f, "basic {plies}"),
        }
    }
}
