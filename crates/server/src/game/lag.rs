//! How much of the time for which moves are under way is not counted, over a whole game.
//!
//! A client that answers the server's pings late seems to be far away. So each player has a
//! budget: enough for a line that is slow now and then, and for an ordinary delay of every
//! move. Whoever is late with every answer has soon used it up.

use super::time_control::Clock;
use hyperrook_rules::Side;

/// The most that a player has, in ms.
const MAX_BUDGET_MS: i64 = 2000;
/// The least, in ms.
const MIN_BUDGET_MS: i64 = 500;
/// In short games a player has this part of the time that a game is expected to take.
const SHARE: i64 = 30;
/// The moves of a player that are expected.
const EXPECTED_MOVES: i64 = 40;
/// Each move gives back this part of the budget.
const GAIN: i64 = 20;

/// The budgets of the players of a game. They are full again when a game is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LagBudgets {
    most_ms: i64,
    left_ms: [i64; 2],
}

impl LagBudgets {
    /// The budgets at the start of a game.
    pub(super) fn new(clock: Clock) -> LagBudgets {
        let most_ms = match clock {
            Clock::Live {
                initial_ms,
                increment_ms,
            } => {
                let expected_ms = initial_ms + EXPECTED_MOVES * increment_ms;
                (expected_ms / SHARE).clamp(MIN_BUDGET_MS, MAX_BUDGET_MS)
            }
            _ => 0,
        };
        LagBudgets {
            most_ms,
            left_ms: [most_ms; 2],
        }
    }

    /// What a player has left, in ms.
    pub(super) fn left_ms(&self, side: Side) -> i64 {
        self.left_ms[side.index()]
    }

    /// Notes a move of a player, for which some time was not counted.
    pub(super) fn note_move(&mut self, side: Side, lag_ms: i64) {
        let left = &mut self.left_ms[side.index()];
        *left = (*left - lag_ms + self.most_ms / GAIN).clamp(0, self.most_ms);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budgets(initial_ms: i64, increment_ms: i64) -> LagBudgets {
        LagBudgets::new(Clock::Live {
            initial_ms,
            increment_ms,
        })
    }

    #[test]
    fn short_games_have_small_budgets() {
        let most = |initial_ms, increment_ms| budgets(initial_ms, increment_ms).most_ms;
        assert_eq!(most(10_000, 0), MIN_BUDGET_MS);
        assert_eq!(most(30_000, 0), 1000);
        assert_eq!(most(60_000, 0), MAX_BUDGET_MS);
        assert_eq!(most(10_000, 1000), 1666);
        assert_eq!(LagBudgets::new(Clock::None).most_ms, 0);
    }

    #[test]
    fn an_ordinary_delay_is_never_counted() {
        let mut budgets = budgets(60_000, 0);
        for _ in 0..1000 {
            budgets.note_move(Side::White, MAX_BUDGET_MS / GAIN);
        }
        assert_eq!(budgets.left_ms(Side::White), MAX_BUDGET_MS);
        budgets.note_move(Side::Black, 1500);
        assert_eq!(budgets.left_ms(Side::Black), 600);
        assert_eq!(budgets.left_ms(Side::White), MAX_BUDGET_MS);
    }
}
