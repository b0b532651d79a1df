//! The clocks of a game. The server's time is the one that counts.
//!
//! A live clock does not run before both sides have made a move. Until then there is
//! a limit for the first move, after which a game between two people is aborted. A
//! correspondence clock starts again with each move.

use super::model::{GameStatus, Seat, StoredGame};
use super::time_control::Clock;
use hyperrook_rules::Side;

/// The most lag of a move that is not counted, in ms.
pub const MAX_LAG_MS: i64 = 500;
/// The time for each side's first move with a live clock, in ms.
pub const FIRST_MOVE_MS: i64 = 60_000;
/// The time that a move takes off the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeUsed {
    /// The time that counts, in ms.
    pub(crate) ms: i64,
    /// The time that does not count, since the move was under way, in ms.
    pub(crate) lag_ms: i64,
    /// Whether the mover's time had run out.
    pub(crate) flag_fell: bool,
}

impl StoredGame {
    /// Whether the clock of the side to move runs.
    pub(crate) fn clock_runs(&self) -> bool {
        self.status == GameStatus::Active
            && match self.clock {
                Clock::None => false,
                Clock::Live { .. } => self.seq >= 2,
                Clock::Days { .. } => true,
            }
    }

    /// A side's time when its clock last stopped, in ms.
    fn stopped_ms(&self, side: Side) -> i64 {
        match side {
            Side::White => self.white_ms,
            Side::Black => self.black_ms,
        }
    }

    /// A side's remaining time, in ms, never less than 0.
    pub(crate) fn remaining_ms(&self, side: Side, now: i64) -> i64 {
        let ran = match self.running_since {
            Some(since) if side == self.turn && self.clock_runs() => (now - since).max(0),
            _ => 0,
        };
        (self.stopped_ms(side) - ran).max(0)
    }

    /// The time that counts for a move made now. `lag_ms` is how long the move is
    /// believed to have been under way.
    pub(crate) fn time_used(&self, now: i64, lag_ms: i64) -> TimeUsed {
        let since = self.running_since.unwrap_or(now);
        let lag = match self.clock {
            Clock::Live { .. } => lag_ms.clamp(0, MAX_LAG_MS),
            _ => 0,
        };
        let elapsed = (now - since).max(0);
        let lag_ms = lag.min(elapsed);
        let ms = elapsed - lag_ms;
        TimeUsed {
            ms,
            lag_ms,
            flag_fell: self.clock_runs() && ms > self.stopped_ms(self.turn),
        }
    }

    /// Whether the time of the side to move has run out. A move that was on its way by then
    /// can still come before the deadline.
    pub(super) fn flag_has_fallen(&self, now: i64) -> bool {
        self.time_used(now, 0).flag_fell
    }

    /// Takes a move's time off the mover's clock and starts the opponent's. `self` is
    /// the game after the move, `before` the game before it.
    pub(super) fn press_clock(&mut self, before: &StoredGame, used_ms: i64, now: i64) {
        let clock = self.clock;
        let counted = before.clock_runs();
        let stopped = match before.turn {
            Side::White => &mut self.white_ms,
            Side::Black => &mut self.black_ms,
        };
        match clock {
            Clock::None => {}
            Clock::Live { increment_ms, .. } if counted => {
                *stopped = (*stopped - used_ms).max(0) + increment_ms;
            }
            // The first moves take no time.
            Clock::Live { .. } => {}
            Clock::Days { .. } => *stopped = clock.initial_ms(),
        }
        self.running_since = (clock != Clock::None).then_some(now);
    }

    /// Stops both clocks at the time they show now.
    pub(super) fn stop_clocks(&mut self, now: i64) {
        let (white_ms, black_ms) = (
            self.remaining_ms(Side::White, now),
            self.remaining_ms(Side::Black, now),
        );
        (self.white_ms, self.black_ms) = (white_ms, black_ms);
    }

    /// When something happens by itself if nobody moves: a flag falls, or the game is
    /// aborted.
    pub(crate) fn next_deadline(&self) -> Option<i64> {
        let since = self.running_since?;
        if self.status != GameStatus::Active {
            return None;
        }
        match self.clock {
            Clock::None => None,
            Clock::Days { .. } => Some(since + self.stopped_ms(self.turn)),
            Clock::Live { .. } if self.clock_runs() => {
                Some(since + self.stopped_ms(self.turn) + MAX_LAG_MS)
            }
            Clock::Live { .. } => {
                let seats = [&self.white, &self.black];
                let people = seats.iter().all(|seat| matches!(seat, Seat::Person(_)));
                people.then_some(since + FIRST_MOVE_MS)
            }
        }
    }
}
