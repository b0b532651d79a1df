//! How difficult a puzzle is: which levels of the engine solve it.

use hyperrook_rules::{History, Move, Position};
use hyperrook_search::{Control, Engine, SearchLimits, Strength};

/// The rating of a puzzle in one move that the weakest level always solves.
const LOWEST: u32 = 600;
/// The Elo ratings of the levels 1 to 8 at chess (docs/strength.md).
const RATINGS: [u32; 8] = [600, 857, 1114, 1371, 1571, 1714, 1857, 2000];
/// How often each level tries.
const TRIES: u64 = 3;
/// When so many levels in a row always find the move, the higher ones do not try.
const SURE_LEVELS: u32 = 2;
/// What each further move of the solver adds.
const PER_MOVE: u32 = 60;

/// The rating: what the levels do not solve lifts it from the lowest level to the next ones.
pub(super) fn rating(engine: &mut Engine, position: &Position, line: &[Move]) -> u32 {
    let history = History::new(position.clone());
    let mut rating = LOWEST;
    let mut sure = 0;
    for (i, step) in RATINGS.windows(2).enumerate() {
        let limits = SearchLimits::default().strength(Strength::Level(i as u8 + 1));
        let mut missed = 0;
        for seed in 0..TRIES {
            engine.clear();
            engine.seed(seed);
            let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
            missed += u32::from(report.best != line.first().copied());
        }
        rating += (step[1] - step[0]) * missed / TRIES as u32;
        sure = if missed == 0 { sure + 1 } else { 0 };
        if sure == SURE_LEVELS {
            break;
        }
    }
    engine.seed(0);
    rating + least(line) - LOWEST
}

/// The rating of a solution that the weakest level always finds.
pub(super) fn least(line: &[Move]) -> u32 {
    LOWEST + PER_MOVE * (line.len() as u32 / 2)
}
