//! Who plays a side.

use crate::words;
use hyperrook_lab::simple_opponent::PLIES;
use hyperrook_search::Strength;
use std::fmt;

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seat {
    /// A person.
    Human,
    /// The engine.
    Computer {
        /// How well it plays: one of [`Strength::LEVELS`].
        level: u8,
    },
    /// The simple opponent, which the engine is measured against.
    Simple {
        /// How many plies it looks ahead.
        plies: u32,
    },
}

impl Seat {
    /// Who sits opposite a person who asks for nobody.
    pub(crate) const OPPONENT: Seat = Seat::Computer { level: 3 };

    /// Reads `human`, a level of the computer, or `basic1` to `basic3`. Also
    /// reads what [`Seat`] is written as.
    pub(crate) fn parse(text: &str) -> Result<Seat, String> {
        let level = text.strip_prefix("computer ").unwrap_or(text).parse();
        let plies = text.strip_prefix("basic").map(|plies| plies.trim().parse());
        match (text, level, plies) {
            ("human" | "person", ..) => Ok(Seat::Human),
            ("computer", ..) => Ok(Seat::OPPONENT),
            (_, Ok(level), _) if Strength::LEVELS.contains(&level) => Ok(Seat::Computer { level }),
            (.., Some(Ok(plies))) if PLIES.contains(&plies) => Ok(Seat::Simple { plies }),
            _ => Err("write `human`, or a level from 1 to 8 for the computer".to_owned()),
        }
    }

    /// What is said of it to players.
    pub(crate) fn about(self) -> String {
        match self {
            Seat::Human => "person".to_owned(),
            Seat::Computer { level } => format!("computer, level {level}"),
            Seat::Simple { plies } => {
                format!("simple computer, {}", words::count(plies as usize, "ply"))
            }
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Human => f.write_str("person"),
            Seat::Computer { level } => write!(f, "computer {level}"),
            Seat::Simple { plies } => write!(f, "basic {plies}"),
        }
    }
}
