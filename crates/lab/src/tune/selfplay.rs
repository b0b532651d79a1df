//! Self-play: games of the engine against itself.

use super::TuningPosition;
use hyperrook_rules::{Game, History, Side};
use hyperrook_search::{Control, Engine, EngineSettings, Score, SearchLimits, WeightsSource};

/// How self-play games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfPlay {
    /// The number of random moves at the start. Up to as many more are added at random.
    pub random_plies: usize,
    /// The nodes searched for each move.
    pub nodes: u64,
    /// A game of this many plies is a draw.
    pub max_plies: usize,
}

impl Default for SelfPlay {
    fn default() -> SelfPlay {
        SelfPlay {
            random_plies: 7,
            nodes: 1500,
            max_plies: 300,
        }
    }
}

/// A game is decided when the score stays beyond this for some plies in a row.
const DECIDED_CP: i32 = 1_500;
const DECIDED_PLIES: u32 = 6;

/// Plays one game. The same number gives the same game: the engine is cleared first.
pub fn play(
    game: &Game,
    engine: &mut Engine,
    settings: &SelfPlay,
    number: u64,
) -> Vec<TuningPosition> {
    let mut random = fastrand::Rng::with_seed(number ^ 0x5eed_0f00_d000_0000);
    engine.clear();
    let mut history = History::new(game.start());
    let opening = settings.random_plies + random.usize(0..=1 + settings.random_plies / 2);
    for _ in 0..opening {
        let moves = history.position().moves();
        let Some(&mv) = random.choice(&moves) else {
            return Vec::new();
        };
        if history.play(mv).is_err() || history.outcome().is_some() {
            return Vec::new();
        }
    }
    let mut samples = Vec::new();
    let mut decided = 0;
    let result = loop {
        if let Some(outcome) = history.outcome() {
            break match outcome.winner {
                None => 0.5,
                Some(Side::White) => 1.0,
                Some(Side::Black) => 0.0,
            };
        }
        if history.moves().len() >= settings.max_plies {
            break 0.5;
        }
        let limits = SearchLimits::default().nodes(settings.nodes);
        let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
        let (Some(best), Some(line)) = (report.best, report.lines.first()) else {
            return Vec::new();
        };
        let position = history.position();
        let sign = if position.turn() == Side::White {
            1
        } else {
            -1
        };
        let score = match line.score {
            Score::Centipawns(score) => Some(score * sign),
            Score::Mate(_) => None,
        };
        let lead = score.map_or(DECIDED_CP, i32::abs);
        decided = if lead >= DECIDED_CP { decided + 1 } else { 0 };
        let winning = match line.score {
            Score::Centipawns(score) => score * sign > 0,
            Score::Mate(moves) => moves * sign > 0,
        };
        if decided >= DECIDED_PLIES {
            break if winning { 1.0 } else { 0.0 };
        }
        if let Some(score_cp) = score
            && position.captures(best).is_empty()
            && best.promotion().is_none()
            && !position.in_check()
        {
            samples.push(TuningPosition {
                position: position.clone(),
                score_cp,
                result: 0.5,
            });
        }
        if history.play(best).is_err() {
            return Vec::new();
        }
    };
    for sample in &mut samples {
        sample.result = result;
    }
    samples
}

/// An engine as [`play`] uses it.
impl SelfPlay {
    /// The settings of the engine. A small hash table is fast to clear.
    pub fn settings(weights: WeightsSource) -> EngineSettings {
        EngineSettings {
            hash_mib: 4,
            weights,
            ..EngineSettings::default()
        }
    }
}
