//! Games inside this program, between engines or random movers.

use crate::tune::is_certain;
use hyperrook_rules::{History, Move, Reason, Side};
use hyperrook_search::{Control, Engine, Score, SearchLimits, SearchReport};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

/// A move that a player has chosen, and its score if there is one.
pub(crate) struct ChosenMove {
    pub(crate) mv: Move,
    pub(crate) score: Option<Score>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ContestEnd {
    /// With a win, or with a forced win that a search has found.
    Won(Side),
    /// With a draw by the rules.
    Drawn(Reason),
    /// It was too long. Its result is unknown.
    CutOff,
    /// A player gave no move because it was stopped.
    Stopped,
}

impl ContestEnd {
    /// Half-points of a side: 0, 1 or 2; `None` for games without a result.
    pub(crate) fn half_points(self, side: Side) -> Option<usize> {
        match self {
            ContestEnd::Won(winner) => Some(if winner == side { 2 } else { 0 }),
            ContestEnd::Drawn(_) => Some(1),
            ContestEnd::CutOff | ContestEnd::Stopped => None,
        }
    }
}

/// Continues a game. `choose` returns the move of the side to move.
pub(crate) fn play(
    history: &mut History,
    max_plies: usize,
    choose: &mut dyn FnMut(&History) -> Option<ChosenMove>,
) -> ContestEnd {
    loop {
        if let Some(outcome) = history.outcome() {
            return match outcome.winner {
                Some(side) => ContestEnd::Won(side),
                None => ContestEnd::Drawn(outcome.reason),
            };
        }
        if history.moves().len() >= max_plies {
            return ContestEnd::CutOff;
        }
        let Some(choice) = choose(history) else {
            return ContestEnd::Stopped;
        };
        let position = history.position();
        if let Some(Score::Mate(moves)) = choice.score
            && is_certain(position, moves)
        {
            let turn = position.turn();
            return ContestEnd::Won(if moves > 0 { turn } else { turn.other() });
        }
        if history.play(choice.mv).is_err() {
            return ContestEnd::Stopped;
        }
    }
}

/// Plays two games between engines from an opening, with reversed colours and empty tables. Returns
/// the points of the first engine in half points: 0 to 4. `None` if a game has no result.
pub(crate) fn play_pair(
    engines: &mut [Engine; 2],
    limits: &[SearchLimits; 2],
    opening: &History,
    max_plies: usize,
) -> Option<usize> {
    let mut points = 0;
    for first in Side::BOTH {
        engines.iter_mut().for_each(Engine::clear);
        let mut history = opening.clone();
        let end = play(&mut history, max_plies, &mut |history| {
            let which = usize::from(history.position().turn() != first);
            search(&mut engines[which], history, &limits[which])
        });
        points += end.half_points(first)?;
    }
    Some(points)
}

/// The move of an engine.
pub(crate) fn search(
    engine: &mut Engine,
    history: &History,
    limits: &SearchLimits,
) -> Option<ChosenMove> {
    let report = engine.search(history, limits, &Control::new(), &mut |_| ());
    Some(ChosenMove {
        mv: report.best?,
        score: report.lines.first().map(|line| line.score),
    })
}

/// A search with at least this many nodes takes so long that it must see a request to stop.
const LONG_SEARCH_NODES: u64 = 100_000;
/// The time between two looks at a request to stop.
const STOP_INTERVAL: Duration = Duration::from_millis(50);

/// Searches a position. A long search ends early when `stop` is set; its report is then of no use
/// to a run.
pub(crate) fn stoppable_search(
    engine: &mut Engine,
    history: &History,
    limits: &SearchLimits,
    stop: &AtomicBool,
) -> SearchReport {
    let control = Control::new();
    if limits.nodes.is_some_and(|nodes| nodes < LONG_SEARCH_NODES) {
        return engine.search(history, limits, &control, &mut |_| ());
    }
    std::thread::scope(|scope| {
        // When the search ends, also by a panic, the sender is dropped, and the watch ends.
        let (_sender, receiver) = sync_channel::<()>(0);
        let control = &control;
        scope.spawn(move || {
            while receiver.recv_timeout(STOP_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if stop.load(Ordering::Relaxed) {
                    control.stop();
                }
            }
        });
        engine.search(history, limits, control, &mut |_| ())
    })
}

/// The score of a position by a search, in centipawns for White; `None` if the search finds a
/// forced end.
pub(crate) fn white_advantage(
    engine: &mut Engine,
    history: &History,
    limits: &SearchLimits,
) -> Option<i32> {
    engine.clear();
    match search(engine, history, limits)?.score? {
        Score::Centipawns(cp) if history.position().turn() == Side::White => Some(cp),
        Score::Centipawns(cp) => Some(-cp),
        Score::Mate(_) => None,
    }
}
