//! Self-play: games of the engine against itself.

use super::TuningPosition;
use crate::seeds::mix;
use hyperrook_rules::{Game, History, Move, Position, Reason, Side};
use hyperrook_search::{
    Bound, Control, Engine, EngineSettings, Info, Score, SearchLimits, WeightsSource,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// How self-play games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfPlay {
    /// The number of random moves at the start. Up to half as many more are added at random.
    pub random_plies: usize,
    /// The nodes searched for each move.
    pub nodes: u64,
    /// A game of this many plies is stopped, and its positions are dropped.
    pub max_plies: usize,
    /// For each move, this many positions near the game are also searched: see
    /// [`SelfPlayGame::explored`].
    pub explored: usize,
}

impl Default for SelfPlay {
    fn default() -> SelfPlay {
        SelfPlay {
            random_plies: 7,
            nodes: 1500,
            max_plies: 2000,
            explored: 0,
        }
    }
}

/// Explored positions are searched with the nodes of a move divided by this.
const EXPLORED_PART: u64 = 8;

/// How a game of self-play ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelfPlayEnd {
    /// With a win, or with a forced win that the search has found.
    Won(Side),
    /// With a draw by the rules.
    Drawn(Reason),
    /// It was too long. Its result is unknown.
    CutOff,
}

/// A game of self-play.
#[derive(Clone, Debug)]
pub struct SelfPlayGame {
    /// Its quiet positions with the result; empty if the game was cut off.
    pub samples: Vec<TuningPosition>,
    /// Quiet positions that follow from those of the game by one or two random moves. A search
    /// meets mistakes all the time, and games of the engine do not show them. They have scores of
    /// small searches, and no results.
    pub explored: Vec<TuningPosition>,
    /// How it ended.
    pub end: SelfPlayEnd,
    /// A hash of its moves, equal for games with equal moves.
    pub moves_key: u64,
}

/// How games of self-play ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndTally {
    /// Games won, by side.
    pub won: [u64; 2],
    /// Draws, by reason.
    pub drawn: BTreeMap<String, u64>,
    /// The number of games that were too long and were dropped.
    pub cut_off: u64,
    /// The number of games with the same moves as another game, which were dropped.
    pub repeated: u64,
}

impl EndTally {
    /// Counts a game.
    pub fn add(&mut self, end: SelfPlayEnd) {
        match end {
            SelfPlayEnd::Won(side) => self.won[side.index()] += 1,
            SelfPlayEnd::Drawn(reason) => *self.drawn.entry(reason.to_string()).or_default() += 1,
            SelfPlayEnd::CutOff => self.cut_off += 1,
        }
    }

    /// Adds the games of another tally.
    pub(super) fn add_all(&mut self, other: &EndTally) {
        for (sum, more) in self.won.iter_mut().zip(other.won) {
            *sum += more;
        }
        for (reason, more) in &other.drawn {
            *self.drawn.entry(reason.clone()).or_default() += more;
        }
        self.cut_off += other.cut_off;
        self.repeated += other.repeated;
    }
}

impl fmt::Display for EndTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let draws: u64 = self.drawn.values().sum();
        let games = self.won[0] + self.won[1] + draws;
        let percent = |n: u64| 100.0 * n as f64 / games.max(1) as f64;
        let [white, black] = self.won.map(percent);
        write!(
            f,
            "White won {white:.0} %, Black {black:.0} %, drawn {:.0} %",
            percent(draws)
        )?;
        for (i, (reason, count)) in self.drawn.iter().enumerate() {
            let before = if i == 0 { " (" } else { ", " };
            write!(f, "{before}{reason} {:.0} %", percent(*count))?;
        }
        if draws > 0 {
            f.write_str(")")?;
        }
        if self.cut_off > 0 {
            write!(f, ", {} dropped as too long", self.cut_off)?;
        }
        if self.repeated > 0 {
            write!(f, ", {} dropped as repeated", self.repeated)?;
        }
        Ok(())
    }
}

/// A game with random moves from the start. The same number gives the same moves. `None` if the
/// moves end the game.
pub fn random_opening(game: &Game, settings: &SelfPlay, number: u64) -> Option<History> {
    let mut random = fastrand::Rng::with_seed(number ^ 0x5eed_0f00_d000_0000);
    let mut history = History::new(game.start());
    let opening = settings.random_plies + random.usize(0..=1 + settings.random_plies / 2);
    for _ in 0..opening {
        let moves = history.position().moves();
        history.play(*random.choice(&moves)?).ok()?;
        if history.outcome().is_some() {
            return None;
        }
    }
    Some(history)
}

/// Plays one game from a random opening. The same number gives the same game. `None` if the opening
/// ends the game.
pub fn play(
    game: &Game,
    engine: &mut Engine,
    settings: &SelfPlay,
    number: u64,
) -> Option<SelfPlayGame> {
    let opening = random_opening(game, settings, number)?;
    play_opening(engine, settings, opening)
}

/// Plays one game from an opening. The engine is cleared first, so that the same opening gives the
/// same game.
pub fn play_opening(
    engine: &mut Engine,
    settings: &SelfPlay,
    opening: History,
) -> Option<SelfPlayGame> {
    engine.clear();
    let mut history = opening;
    let (mut samples, mut explored) = (Vec::new(), Vec::new());
    let mut random = fastrand::Rng::with_seed(history.position().zobrist_key());
    let end = loop {
        if let Some(outcome) = history.outcome() {
            break match outcome.winner {
                Some(side) => SelfPlayEnd::Won(side),
                None => SelfPlayEnd::Drawn(outcome.reason),
            };
        }
        if history.moves().len() >= settings.max_plies {
            break SelfPlayEnd::CutOff;
        }
        let limits = SearchLimits::default().nodes(settings.nodes);
        let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
        let (best, line) = (report.best?, report.lines.first()?);
        for _ in 0..settings.explored {
            explored.extend(explore(engine, settings, &mut history, &mut random));
        }
        let position = history.position();
        match line.score {
            Score::Mate(moves) if is_certain(position, moves) => {
                let turn = position.turn();
                break SelfPlayEnd::Won(if moves > 0 { turn } else { turn.other() });
            }
            _ => samples.extend(quiet_sample(position, best, line)),
        }
        history.play(best).ok()?;
    };
    let result = match end {
        SelfPlayEnd::Won(Side::White) => 1.0,
        SelfPlayEnd::Won(Side::Black) => 0.0,
        SelfPlayEnd::Drawn(_) => 0.5,
        SelfPlayEnd::CutOff => {
            samples.clear();
            explored.clear();
            0.5
        }
    };
    for sample in &mut samples {
        sample.result = result;
    }
    // Files keep this, so it must not depend on the compiler, as a hash of the standard library may.
    let moves = history.moves().iter();
    let moves_key = moves.fold(0, |key, mv| mix(key ^ u64::from(mv.bits())));
    Some(SelfPlayGame {
        samples,
        explored,
        end,
        moves_key,
    })
}

/// The sample of a position with this best move and line, if it is quiet and its score is exact: a
/// search stopped while it widened its window knows only a bound. In the second half of the move
/// count the search lowers scores, but neither weights nor a network know the count: they would
/// learn to lower them in all positions.
fn quiet_sample(position: &Position, best: Move, line: &Info) -> Option<TuningPosition> {
    let (Score::Centipawns(score), Bound::Exact) = (line.score, line.bound) else {
        return None;
    };
    let is_quiet =
        position.captures(best).is_empty() && best.promotion().is_none() && !position.in_check();
    let draw_plies = draw_plies(position);
    let is_lowered = draw_plies > 0 && position.halfmove().saturating_mul(2) > draw_plies;
    let sign = if position.turn() == Side::White {
        1
    } else {
        -1
    };
    (is_quiet && !is_lowered).then(|| TuningPosition {
        position: position.clone(),
        score_cp: score * sign,
        result: 0.5,
    })
}

/// Searches the position after one or two random moves, and takes them back.
fn explore(
    engine: &mut Engine,
    settings: &SelfPlay,
    history: &mut History,
    random: &mut fastrand::Rng,
) -> Option<TuningPosition> {
    let plies = history.moves().len();
    for _ in 0..random.usize(1..=2) {
        if let Some(&mv) = random.choice(&history.position().moves()) {
            history.play(mv).ok()?;
        }
    }
    let mut sample = None;
    if history.outcome().is_none() && !history.position().in_check() {
        let limits = SearchLimits::default().nodes((settings.nodes / EXPLORED_PART).max(20));
        let report = engine.search(history, &limits, &Control::new(), &mut |_| ());
        if let (Some(best), Some(line)) = (report.best, report.lines.first()) {
            sample = quiet_sample(history.position(), best, line);
        }
    }
    while history.moves().len() > plies {
        history.undo();
    }
    sample
}

/// The move count, in plies, at which the game is drawn; 0 without such a rule.
fn draw_plies(position: &Position) -> u32 {
    position.game().definition().ends().moves.saturating_mul(2)
}

/// Whether a forced win or loss in this many moves comes before the draw by the move count.
pub(crate) fn is_certain(position: &Position, moves: i32) -> bool {
    let draw_plies = draw_plies(position);
    draw_plies == 0 || position.halfmove() + 2 * moves.unsigned_abs() < draw_plies
}

/// Settings of engines for [`play`].
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
