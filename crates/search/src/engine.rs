//! The engine of one game.

use crate::{Control, Info, Limits, Report};
use hyperrook_rules::{Game, History, Position};

/// What an engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Size of the hash table in MiB, within [`Settings::HASH_MIB`].
    pub hash_mib: usize,
    /// Threads that search together, within [`Settings::THREADS`].
    pub threads: usize,
}

impl Settings {
    /// The sizes a hash table can have, in MiB.
    pub const HASH_MIB: std::ops::RangeInclusive<usize> = 1..=65_536;
    /// The numbers of threads there can be.
    pub const THREADS: std::ops::RangeInclusive<usize> = 1..=512;
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash_mib: 16,
            threads: 1,
        }
    }
}

/// Plays and analyses one game; remembers what it has seen between searches.
#[derive(Debug)]
pub struct Engine {
    game: Game,
    settings: Settings,
}

impl Engine {
    /// An engine for a game. Settings out of range are brought into it; a hash
    /// table that the memory has no room for is made smaller, see
    /// [`Engine::settings`].
    pub fn new(game: &Game, settings: Settings) -> Engine {
        Engine {
            game: game.clone(),
            settings,
        }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The settings in use.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Changes the settings. A hash table of another size is empty.
    pub fn set(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Forgets everything, for a new game.
    pub fn clear(&mut self) {}

    /// Searches the present position of a game of this engine's [`Game`], whose
    /// earlier positions count as occurrences. Gives each line as it is found
    /// to `tell`. Blocks until a limit is reached or `control` stops it.
    ///
    /// # Panics
    /// If the position is of another compiled game.
    pub fn search(
        &mut self,
        history: &History,
        limits: &Limits,
        control: &Control,
        tell: &mut dyn FnMut(&Info),
    ) -> Report {
        let _ = (limits, control, tell);
        Report {
            best: history.position().moves().first().copied(),
            ..Report::default()
        }
    }

    /// The evaluation of a position without search, in centipawns for White,
    /// and the terms it is made of: name, White's share, Black's share.
    pub fn evaluate(&self, position: &Position) -> Evaluation {
        let _ = position;
        Evaluation::default()
    }
}

/// An evaluation and what it is made of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// Centipawns for White.
    pub score_cp: i32,
    /// The terms: name and centipawns for White.
    pub terms: Vec<(String, i32)>,
}
