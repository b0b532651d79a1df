//! Puzzles from games of the engine against itself.
//!
//! [`PuzzleMaker::game`] plays one game between weak levels and looks at every position for a move
//! that is much better than all others. A candidate becomes a puzzle if its win is proved by
//! trying all moves, or if a long search finds the same move with the same margin. The number
//! of the game decides everything, so a run can stop and go on, and anyone can repeat it.

mod candidate;
mod file;
mod proof;
mod rate;
mod settings;
mod themes;
mod values;
mod words;

pub use file::{FileError, PuzzleFile};
pub use proof::{NodeLimitReached, Proof, Prover};
pub use settings::PuzzleSettings;

use candidate::PuzzleFinder;
use fastrand::Rng;
use hyperrook_notation::puzzle::Puzzle;
use hyperrook_rules::{Game, History, Move, Position};
use hyperrook_search::{Control, Engine, EngineSettings, SearchLimits, Strength};

/// The most puzzles of one game, so that puzzles differ.
const MAX_PER_GAME: usize = 2;
/// The plies between two puzzles of one game.
const PLIES_BETWEEN: usize = 8;
/// The levels that play, weak enough to leave something to find.
const LEVELS: std::ops::RangeInclusive<u8> = 2..=5;

/// Makes puzzles of a game.
#[derive(Debug)]
pub struct PuzzleMaker<'a> {
    game: &'a Game,
    settings: PuzzleSettings,
    player: Engine,
    finder: PuzzleFinder,
}

impl<'a> PuzzleMaker<'a> {
    /// A maker with empty tables.
    pub fn new(game: &'a Game, settings: PuzzleSettings) -> PuzzleMaker<'a> {
        let engine = |hash_mib| {
            Engine::new(
                game,
                EngineSettings {
                    hash_mib,
                    ..EngineSettings::default()
                },
            )
        };
        PuzzleMaker {
            game,
            settings,
            player: engine(2),
            finder: PuzzleFinder::new(game, engine(16), settings),
        }
    }

    /// The puzzles of one game. The same settings and number give the same puzzles.
    pub fn game(&mut self, number: u64) -> Vec<Puzzle> {
        let seed = self.settings.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number;
        let mut random = Rng::with_seed(seed);
        self.player.clear();
        self.player.seed(seed);
        let levels = [random.u8(LEVELS), random.u8(LEVELS)];
        let opening = random.usize(2..=5);
        let mut history = History::new(self.game.start());
        let mut puzzles = Vec::new();
        let mut next = opening + 4;
        while history.outcome().is_none() && history.moves().len() < self.settings.max_plies {
            let ply = history.moves().len();
            let mv = if ply < opening {
                random.choice(history.position().moves())
            } else {
                self.reply(&history, levels[ply % 2])
            };
            if ply >= next && puzzles.len() < MAX_PER_GAME {
                let found = self.finder.puzzle(&history);
                if found.is_some() {
                    next = ply + PLIES_BETWEEN;
                }
                puzzles.extend(found);
            }
            if puzzles.len() == MAX_PER_GAME {
                break;
            }
            let Some(mv) = mv else { break };
            if history.play(mv).is_err() {
                break;
            }
        }
        puzzles
    }

    /// The puzzle of a position, if it is one.
    pub fn position(&mut self, position: &Position) -> Option<Puzzle> {
        self.finder.puzzle(&History::new(position.clone()))
    }

    fn reply(&mut self, history: &History, level: u8) -> Option<Move> {
        let limits = SearchLimits::default().strength(Strength::Level(level));
        let report = self
            .player
            .search(history, &limits, &Control::new(), &mut |_| ());
        report.best
    }
}
