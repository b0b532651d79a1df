//! The games. A game depends only on its first move, its round and the settings.

use super::settings::FirstMovesSettings;
use crate::contest::{play, search};
use crate::jobs::half_points;
use crate::seeds::{mix, seed_of};
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_rules::{Game, History, Move};
use hyperrook_search::{Control, Engine, EngineSettings, Score, SearchLimits};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A game of this many plies is stopped and does not count.
const MAX_PLIES: usize = 2_000;
/// Keeps the seeds of this command apart from those of others.
const SEEDS: u64 = u64::from_be_bytes(*b"firstmov");
/// How much worse than the best move a random move may be, in centipawns.
pub(super) const GOOD_CP: i32 = 50;
/// Random moves are chosen among at most this many.
pub(super) const MAX_GOOD_MOVES: usize = 8;
/// The search for good moves has this many times the nodes of a move, because its lines share them,
/// and at least [`NODES_PER_MOVE`] for each legal move.
const GOOD_MOVES_EFFORT: u64 = 4;
const NODES_PER_MOVE: u64 = 32;
/// The good moves of positions at most this many plies from the start are kept, because they occur
/// in many games.
const KEPT_PLIES: usize = 3;
/// Scores count at most this much, and forced wins as much. A loser may then choose any move.
const WIN_CP: i32 = 2_000;

/// The result of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct FirstMoveGame {
    /// The first move and the random moves.
    pub(super) opening: String,
    /// The Zobrist key of the position after them.
    pub(super) key: u64,
    /// Half-points of the first player; `None` if the game was too long.
    #[serde(deserialize_with = "half_points::<2, _, _>")]
    pub(super) points: Option<usize>,
}

/// The state of a thread that plays.
pub(super) struct FirstMovePlayer<'g> {
    game: &'g Game,
    settings: &'g FirstMovesSettings,
    engine: Engine,
    /// The good moves by the moves that led to a position. The result of a search can depend on
    /// earlier positions, so a position alone would not do.
    known: HashMap<Vec<Move>, Vec<Move>>,
}

impl<'g> FirstMovePlayer<'g> {
    pub(super) fn new(game: &'g Game, settings: &'g FirstMovesSettings) -> FirstMovePlayer<'g> {
        let engine = EngineSettings {
            // A small table is fast to clear.
            hash_mib: 4,
            ..EngineSettings::default()
        };
        FirstMovePlayer {
            game,
            settings,
            engine: Engine::new(game, engine),
            known: HashMap::new(),
        }
    }

    /// Plays the game of a first move in a round. `None` if the move is not legal.
    pub(super) fn game(&mut self, first: Move, round: u64) -> Option<FirstMoveGame> {
        let mut history = self.opening(first, round)?;
        let definition = self.game.definition();
        let texts: Vec<String> = history
            .moves()
            .iter()
            .map(|&mv| format_move(definition, mv, CellStyle::Plain))
            .collect();
        let key = history.position().zobrist_key();
        self.engine.clear();
        let limits = SearchLimits::default().nodes(self.settings.nodes);
        let engine = &mut self.engine;
        let end = play(&mut history, MAX_PLIES, &mut |history| {
            search(engine, history, &limits)
        });
        Some(FirstMoveGame {
            opening: texts.join(" "),
            key,
            points: end.half_points(self.game.start().turn()),
        })
    }

    /// The first move, and random good moves of both sides.
    ///
    /// A random number belongs to each move, ply and round, and the good move with the greatest one
    /// is played. So in a round, the games of different first moves have the same replies where
    /// these are good.
    pub(super) fn opening(&mut self, first: Move, round: u64) -> Option<History> {
        let mut history = History::new(self.game.start());
        history.play(first).ok()?;
        let seed = seed_of(SEEDS, self.settings.seed, round);
        for ply in 0..self.settings.opening_plies as u64 {
            if history.outcome().is_some() {
                break;
            }
            let good = self.good_moves(&history);
            let number = |mv: &&Move| mix(seed ^ ply << 32 ^ u64::from(mv.bits()));
            let &mv = good.iter().max_by_key(number)?;
            history.play(mv).ok()?;
        }
        Some(history)
    }

    /// The moves that lose at most [`GOOD_CP`] to the best one.
    ///
    /// A move is judged only against the other moves of its position. A rule on the score of the
    /// position would leave out the games in which a first move is refuted.
    fn good_moves(&mut self, history: &History) -> Vec<Move> {
        if let Some(known) = self.known.get(history.moves()) {
            return known.clone();
        }
        let legal = history.position().moves().len();
        let nodes = self.settings.nodes.saturating_mul(GOOD_MOVES_EFFORT);
        let limits = SearchLimits::default()
            .lines(MAX_GOOD_MOVES)
            .nodes(nodes.max(NODES_PER_MOVE * legal as u64));
        self.engine.clear();
        let report = self
            .engine
            .search(history, &limits, &Control::new(), &mut |_| ());
        let scored: Vec<(i32, Move)> = report
            .lines
            .iter()
            .filter_map(|line| Some((centipawns(line.score), *line.moves.first()?)))
            .collect();
        let best = scored.iter().map(|&(score, _)| score).max();
        let is_good = |score: i32| best.is_some_and(|best| score + GOOD_CP >= best);
        let good = scored.into_iter().filter(|&(score, _)| is_good(score));
        let mut good: Vec<Move> = good.map(|(_, mv)| mv).collect();
        if good.is_empty() {
            good.extend(report.best);
        }
        if history.moves().len() <= KEPT_PLIES {
            self.known.insert(history.moves().to_vec(), good.clone());
        }
        good
    }
}

fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(cp) => cp.clamp(-WIN_CP, WIN_CP),
        Score::Mate(moves) => WIN_CP * moves.signum(),
    }
}
