//! Time controls.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A day in ms.
pub const DAY_MS: i64 = 86_400_000;

/// A time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Clock {
    /// No clock.
    None,
    /// A game in one sitting.
    Live {
        /// Each side's time at the start, in ms.
        #[schema(minimum = 10_000, maximum = 10_800_000)]
        initial_ms: i64,
        /// Time added after each move, in ms.
        #[schema(minimum = 0, maximum = 180_000)]
        increment_ms: i64,
    },
    /// Correspondence chess.
    Days {
        /// Days for each move.
        #[schema(minimum = 1, maximum = 30)]
        days: i64,
    },
}

impl Clock {
    /// What is wrong with the time control, if anything.
    pub fn fault(self) -> Option<&'static str> {
        match self {
            Clock::None => None,
            Clock::Live {
                initial_ms,
                increment_ms,
            } => (!(10_000..=10_800_000).contains(&initial_ms)
                || !(0..=180_000).contains(&increment_ms))
            .then_some(
                "A live clock starts with 10 s to 3 h and adds at most 3 min with each move.",
            ),
            Clock::Days { days } => (!(1..=30).contains(&days))
                .then_some("A correspondence clock gives 1 to 30 days for each move."),
        }
    }

    /// Each side's time at the start, in ms; 0 without a clock.
    pub fn initial_ms(self) -> i64 {
        match self {
            Clock::None => 0,
            Clock::Live { initial_ms, .. } => initial_ms,
            Clock::Days { days } => days * DAY_MS,
        }
    }
}
