//! The games of a `VectorEnv`, and the threads that step them.

use super::actions::Actions;
use super::observation::Planes;
use crate::interrupt::StopFlag;
use hyperrook_rules::fast::{Pos, Rules, SplitMix64};
use hyperrook_rules::{Move, Outcome, Position, Reason, Visit};
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// One game of a `VectorEnv`.
pub(super) struct EnvGame {
    pub(super) position: Position,
    /// The legal moves of the position.
    pub(super) moves: Vec<Move>,
    /// The keys of the positions of this game before the current one.
    pub(super) keys: Vec<u64>,
    /// How often the position has occurred.
    pub(super) occurrences: u32,
    pub(super) random: SplitMix64,
}

/// The result of a ply.
#[derive(Clone, Copy, Default)]
pub(super) struct Step {
    /// The reward of the side that moved.
    pub(super) reward: f32,
    pub(super) terminated: bool,
    pub(super) truncated: bool,
}

/// Finds the legal moves of a position and its outcome.
struct InspectPosition<'a> {
    moves: &'a mut Vec<Move>,
    keys: &'a [u64],
}

impl Visit for InspectPosition<'_> {
    /// The outcome, and how often the position has occurred.
    type Output = (Option<Outcome>, u32);

    fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) -> Self::Output {
        self.moves.clear();
        let moves = &mut *self.moves;
        pos.moves(rules, hyperrook_rules::fast::MoveGroup::All, |mv| {
            moves.push(mv)
        });
        let key = pos.zobrist_key();
        let reversible = self.keys.iter().rev().take(pos.reversible_plies(rules));
        // A position can recur only with the same side to move.
        let earlier = reversible
            .skip(1)
            .step_by(2)
            .filter(|&&other| other == key)
            .count();
        let occurrences = earlier as u32 + 1;
        if self.moves.is_empty() {
            return (pos.outcome(rules), occurrences);
        }
        let limit = rules.definition().ends().repetition;
        if limit > 0 && occurrences >= limit {
            return (Some(Outcome::draw(Reason::Repetition)), occurrences);
        }
        (pos.draw_reason(rules).map(Outcome::draw), occurrences)
    }
}

/// The settings that all games share.
pub(super) struct SharedSettings {
    pub(super) start: Position,
    pub(super) actions: Actions,
    pub(super) planes: Arc<Planes>,
    pub(super) max_plies: usize,
}

impl EnvGame {
    pub(super) fn new(shared: &SharedSettings, seed: u64) -> EnvGame {
        let mut game = EnvGame {
            position: shared.start.clone(),
            moves: Vec::new(),
            keys: Vec::new(),
            occurrences: 1,
            random: SplitMix64::new(seed),
        };
        game.inspect();
        game
    }

    /// Finds the legal moves of the position, and how often it has occurred. Returns the outcome if
    /// the game is over.
    fn inspect(&mut self) -> Option<Outcome> {
        let inspect = InspectPosition {
            moves: &mut self.moves,
            keys: &self.keys,
        };
        let (outcome, occurrences) = self.position.visit(inspect);
        self.occurrences = occurrences;
        outcome
    }

    /// A random one of the legal moves.
    pub(super) fn random_move(&mut self) -> usize {
        let random = u128::from(self.random.next_u64());
        ((random * self.moves.len() as u128) >> 64) as usize
    }

    /// Makes the legal move with this number, and starts a new game if this one is over.
    pub(super) fn step(&mut self, shared: &SharedSettings, number: usize) -> Step {
        let mover = self.position.turn();
        self.keys.push(self.position.zobrist_key());
        let Some(&mv) = self.moves.get(number) else {
            return Step::default();
        };
        self.position.play_known(mv);
        let outcome = self.inspect();
        let reward = match outcome.and_then(|outcome| outcome.winner) {
            None => 0.0,
            Some(winner) if winner == mover => 1.0,
            Some(_) => -1.0,
        };
        let terminated = outcome.is_some();
        let truncated = !terminated && self.keys.len() >= shared.max_plies;
        if terminated || truncated {
            self.restart(shared);
        }
        Step {
            reward,
            terminated,
            truncated,
        }
    }

    /// Makes random plies, and counts the games that end: won by White, won by Black, drawn, and
    /// cut off.
    pub(super) fn step_random(
        &mut self,
        shared: &SharedSettings,
        plies: usize,
        counts: &mut [u64; 4],
    ) {
        for _ in 0..plies {
            let mover = self.position.turn();
            let number = self.random_move();
            let step = self.step(shared, number);
            let winner = if step.reward > 0.0 {
                mover
            } else {
                mover.other()
            };
            let count = match step {
                Step {
                    truncated: true, ..
                } => 3,
                Step {
                    terminated: false, ..
                } => continue,
                Step { reward: 0.0, .. } => 2,
                _ => winner.index(),
            };
            counts[count] += 1;
        }
    }

    pub(super) fn restart(&mut self, shared: &SharedSettings) {
        self.position.clone_from(&shared.start);
        self.keys.clear();
        self.inspect();
    }
}

/// Plays random moves as [`Position::playout`] does, and also ends when the flag is set.
pub(crate) fn stoppable_playout(
    start: &Position,
    plies: u32,
    random: &mut SplitMix64,
    stop: &StopFlag,
) -> (u32, Option<Outcome>) {
    let mut game = EnvGame {
        position: start.clone(),
        moves: Vec::new(),
        keys: Vec::new(),
        occurrences: 1,
        random: SplitMix64::new(0),
    };
    for ply in 0..plies {
        let outcome = game.inspect();
        if outcome.is_some() || game.moves.is_empty() || stop.is_set() {
            return (ply, outcome);
        }
        game.keys.push(game.position.zobrist_key());
        let number = (random.next_u64() % game.moves.len() as u64) as usize;
        game.position.play_known(game.moves[number]);
    }
    (plies, game.inspect())
}

/// The number of plies between two checks of signals, such as Ctrl-C.
pub(super) struct Portion(usize);

impl Default for Portion {
    fn default() -> Portion {
        Portion(1 << 14)
    }
}

impl Portion {
    /// The intended time of a portion: it grows if it takes less, and shrinks if it takes more.
    const TIME: RangeInclusive<Duration> = Duration::from_millis(20)..=Duration::from_millis(80);
    /// The bounds of a portion.
    const PLIES: RangeInclusive<usize> = 1 << 6..=1 << 20;

    /// The number of games at a time, and the number of plies in each of them.
    pub(super) fn of(&self, games: usize, plies: usize) -> (usize, usize) {
        (
            games.min(self.0).max(1),
            (self.0 / games.max(1)).clamp(1, plies.max(1)),
        )
    }

    /// Adapts the portion to the time that the last one has taken.
    pub(super) fn adapt(&mut self, took: Duration) {
        let (least, most) = (*Portion::PLIES.start(), *Portion::PLIES.end());
        if took < *Portion::TIME.start() {
            self.0 = (2 * self.0).min(most);
        } else if took > *Portion::TIME.end() {
            self.0 = (self.0 / 2).max(least);
        }
    }
}

/// Runs work on parts of the games, in several threads. If a thread cannot be started, the others
/// do its part.
pub(super) fn each<T: Send>(
    games: &mut [EnvGame],
    threads: usize,
    results: &mut [T],
    per_game: usize,
    work: impl Fn(&mut EnvGame, &mut [T]) + Sync,
) {
    let run = |games: &mut [EnvGame], results: &mut [T]| {
        for (game, results) in games.iter_mut().zip(results.chunks_mut(per_game)) {
            work(game, results);
        }
    };
    let size = games.len().div_ceil(threads.max(1)).max(1);
    if size >= games.len() {
        return run(games, results);
    }
    std::thread::scope(|scope| {
        let parts = games
            .chunks_mut(size)
            .zip(results.chunks_mut(size * per_game));
        let parts: Vec<_> = parts.collect();
        let helpers = parts.len() - 1;
        let parts = Arc::new(Mutex::new(parts.into_iter()));
        let run = &run;
        let run_parts = move || {
            let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
            while let Some((games, results)) = next() {
                run(games, results);
            }
        };
        for _ in 0..helpers {
            let spawned = std::thread::Builder::new().spawn_scoped(scope, run_parts.clone());
            if spawned.is_err() {
                break;
            }
        }
        // Otherwise this thread would only wait.
        run_parts();
    });
}
