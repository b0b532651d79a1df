//! The clocks of a game. They are the server's.
//!
//! A live clock does not run before both sides have made a move; until then
//! there is a time within which a first move must be made, or the game between
//! two people is given up. A correspondence clock starts anew with each move.

use super::types::{Clock, Clocks};
use crate::store::{GameStatus, Seat, StoredGame};
use crate::time::rfc3339;
use hyperrook_view::types::Side;

/// The most lag of a move that is not counted, in ms.
pub(crate) const MAX_LAG_MS: i64 = 500;
/// The time for each side's first move with a live clock, in ms.
pub(crate) const FIRST_MOVE_MS: i64 = 60_000;

/// Whether the clock of the side to move runs.
pub(crate) fn ticks(row: &StoredGame, clock: Clock) -> bool {
    row.state == GameStatus::Active
        && match clock {
            Clock::None => false,
            Clock::Live { .. } => row.seq >= 2,
            Clock::Days { .. } => true,
        }
}

/// What a side has left when its clock stands, in ms.
pub(crate) fn standing(row: &StoredGame, side: Side) -> i64 {
    match side {
        Side::White => row.white_ms,
        Side::Black => row.black_ms,
    }
}

/// What a side has left at a time, in ms, never less than 0.
pub(crate) fn left(row: &StoredGame, clock: Clock, side: Side, now: i64) -> i64 {
    let standing = standing(row, side);
    let ran = match row.running_since {
        Some(since) if side == row.turn && ticks(row, clock) => (now - since).max(0),
        _ => 0,
    };
    (standing - ran).max(0)
}

/// The clocks as clients see them.
pub(crate) fn shown(row: &StoredGame, clock: Clock, now: i64) -> Option<Clocks> {
    if clock == Clock::None {
        return None;
    }
    Some(Clocks {
        white_ms: left(row, clock, Side::White, now),
        black_ms: left(row, clock, Side::Black, now),
        running: ticks(row, clock).then_some(row.turn),
        as_of: rfc3339(now),
    })
}

/// What a move takes off the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeSpent {
    /// The time that counts, in ms.
    pub ms: i64,
    /// Whether the time had run out.
    pub flagged: bool,
}

/// The time that counts for a move made now. `lag_ms` is how long it is believed
/// to have been under way.
pub(crate) fn spent(row: &StoredGame, clock: Clock, now: i64, lag_ms: i64) -> TimeSpent {
    let since = row.running_since.unwrap_or(now);
    let lag = match clock {
        Clock::Live { .. } => lag_ms.clamp(0, MAX_LAG_MS),
        _ => 0,
    };
    let ms = (now - since - lag).max(0);
    TimeSpent {
        ms,
        flagged: ticks(row, clock) && ms > standing(row, row.turn),
    }
}

/// Takes a move's time off the mover's clock and starts the other's. `row` is the
/// game after the move, with the mover's clock as it stood.
pub(crate) fn press(
    row: &mut StoredGame,
    clock: Clock,
    mover: Side,
    ticked: bool,
    spent_ms: i64,
    now: i64,
) {
    let standing = match mover {
        Side::White => &mut row.white_ms,
        Side::Black => &mut row.black_ms,
    };
    match clock {
        Clock::None => {}
        Clock::Live { increment_ms, .. } if ticked => {
            *standing = (*standing - spent_ms).max(0) + increment_ms;
        }
        // The first moves are free.
        Clock::Live { .. } => {}
        Clock::Days { .. } => *standing = clock.initial_ms(),
    }
    row.running_since = (clock != Clock::None).then_some(now);
}

/// When something is to happen by itself if nobody moves.
pub(crate) fn deadline(row: &StoredGame, clock: Clock) -> Option<i64> {
    let since = row.running_since?;
    if row.state != GameStatus::Active {
        return None;
    }
    match clock {
        Clock::None => None,
        Clock::Days { .. } => Some(since + standing(row, row.turn)),
        Clock::Live { .. } if ticks(row, clock) => {
            Some(since + standing(row, row.turn) + MAX_LAG_MS)
        }
        Clock::Live { .. } => {
            let people = [&row.white, &row.black];
            let both = people.iter().all(|seat| matches!(seat, Seat::Person(_)));
            both.then_some(since + FIRST_MOVE_MS)
        }
    }
}
