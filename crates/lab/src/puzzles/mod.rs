//! Puzzles from games of the engine against itself.
//!
//! [`PuzzleMaker::game`] plays one game between weak levels and looks at every position for a move
//! that is much better than all others. A candidate becomes a puzzle if its win is proved by
//! trying all moves, or if a long search finds the same move with the same margin, and the
//! weakest level of the engine does not always find it. The number
//! of the game decides everything, so a run can stop and go on, and anyone can repeat it.

mod again;
mod candidate;
mod file;
mod proof;
mod rate;
mod settings;
mod themes;
mod values;
mod words;

pub use again::{PuzzlesAgain, RateAgainError, RateAgainRun, rate_again};
pub use file::{FileError, PuzzleFile, PuzzleFileLock, check_nodes_of, replace_puzzles};
pub use proof::{NodeLimitReached, Proof, Prover};
pub use settings::PuzzleSettings;
pub use themes::{is_theme, theme_names};

use candidate::PuzzleFinder;
use fastrand::Rng;
use hyperrook_notation::puzzle::{Claim, Puzzle};
use hyperrook_rules::{Game, History, Move, Position};
use hyperrook_search::{Control, Engine, EngineSettings, SearchLimits, Strength};

/// The most puzzles of one game, so that puzzles differ. At most one of them is a forced win.
const MAX_PER_GAME: usize = 3;
/// The plies between two puzzles of one game.
const PLIES_BETWEEN: usize = 6;
/// The levels that play, weak enough to leave something to find.
const LEVELS: std::ops::RangeInclusive<u8> = 1..=4;
/// A game in which one side has been ahead by this much, in hundredths of a piece, for this many
/// plies has nothing more to find but the end.
const DECIDED: (i32, usize) = (500, 24);

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
        let player = EngineSettings {
            hash_mib: 2,
            ..EngineSettings::default()
        };
        PuzzleMaker {
            game,
            finder: PuzzleFinder::new(game, settings.clone()),
            settings,
            player: Engine::new(game, player),
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
        let mut decided = 0;
        let mut has_mate = false;
        while history.outcome().is_none() && history.moves().len() < self.settings.max_plies {
            let ply = history.moves().len();
            let mv = if ply < opening {
                random.choice(history.position().moves())
            } else {
                self.reply(&history, levels[ply % 2])
            };
            if ply >= next {
                let found = self.finder.puzzle(&history, !has_mate);
                if let Some(puzzle) = &found {
                    next = ply + PLIES_BETWEEN;
                    has_mate |= matches!(puzzle.claim, Claim::Mate(_));
                }
                puzzles.extend(found);
                decided = if self.finder.is_decided(DECIDED.0) {
                    decided + 1
                } else {
                    0
                };
            }
            if puzzles.len() == MAX_PER_GAME || decided > DECIDED.1 {
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
        self.finder.puzzle(&History::new(position.clone()), true)
    }

    fn reply(&mut self, history: &History, level: u8) -> Option<Move> {
        let limits = SearchLimits::default().strength(Strength::Level(level));
        let report = self
            .player
            .search(history, &limits, &Control::new(), &mut |_| ());
        report.best
    }
}
