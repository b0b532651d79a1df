//! Time management: when to stop a search.

use crate::control::Control;
use crate::limits::{SearchClock, SearchLimits};
use crate::params::{
    EXPECTED_MOVES, FIRST_ITERATION_GRACE, HARD_TIME_FACTOR, INCREMENT_SHARE, MAX_MOVES_TO_GO,
    MIN_USABLE_DIVISOR, max_clock_share,
};
use crate::shared::{LimitCheck, SearchPace};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// Watches the time and the other limits of a search.
#[derive(Debug)]
pub(crate) struct TimeManager<'c> {
    pub(crate) start: Instant,
    control: &'c Control,
    budget: Option<TimeBudget>,
    infinite: bool,
    ponder: bool,
    /// Whether an iteration is complete. Until then only some of the moves have a score.
    pub(crate) has_iteration: Cell<bool>,
    /// When the expected move was played, if pondering.
    ponder_hit: Cell<Option<Instant>>,
    /// Whether the last complete iteration would have been the last one of an ordinary move.
    is_enough: Cell<bool>,
}

/// The time for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeBudget {
    /// The time for an ordinary move, as long as `hard` is not less.
    pub(crate) soft: Duration,
    /// The time limit of every move.
    pub(crate) hard: Duration,
    /// Whether the move should take exactly this time.
    pub(crate) fixed: bool,
}

impl TimeBudget {
    /// The time budget for a move under these limits; `None` if they do not limit the time.
    pub(crate) fn of(limits: &SearchLimits) -> Option<TimeBudget> {
        let by_move_time = limits.move_time.map(|time| {
            let time = time.saturating_sub(limits.overhead.min(time / 4));
            TimeBudget {
                soft: time,
                hard: time,
                fixed: true,
            }
        });
        let by_clock = limits
            .clock
            .map(|clock| TimeBudget::by_clock(clock, limits.overhead));
        match (by_move_time, by_clock) {
            // The clock manages the time, and the time for this move is one more limit.
            (Some(by_move_time), Some(by_clock)) => Some(TimeBudget {
                hard: by_clock.hard.min(by_move_time.hard),
                ..by_clock
            }),
            (by_move_time, by_clock) => by_move_time.or(by_clock),
        }
    }

    fn by_clock(clock: SearchClock, overhead: Duration) -> TimeBudget {
        // Always keep some time for the reply.
        let usable = clock.remaining.saturating_sub(overhead);
        let usable = usable.max(clock.remaining / MIN_USABLE_DIVISOR);
        // The number of moves for which the time must last.
        let to_go = match clock.moves_to_go {
            Some(moves) => f64::from(moves.clamp(1, MAX_MOVES_TO_GO)),
            None => EXPECTED_MOVES,
        };
        let share = usable.as_secs_f64() / to_go + INCREMENT_SHARE * clock.increment.as_secs_f64();
        let max_time = usable.as_secs_f64() * max_clock_share(clock.moves_to_go);
        let hard = (share * HARD_TIME_FACTOR).min(max_time);
        TimeBudget {
            soft: Duration::from_secs_f64(share.min(hard)),
            hard: Duration::from_secs_f64(hard),
            fixed: false,
        }
    }

    /// How to go on if the first iteration is not complete. It usually takes less than a
    /// millisecond. But if most pieces can capture each other, quiescence can take hours, and a bad
    /// move in time is better than a good one that comes too late.
    fn pace_of_first_iteration(self, used: Duration) -> SearchPace {
        if used
            >= self
                .hard
                .saturating_add(self.hard.max(FIRST_ITERATION_GRACE))
        {
            SearchPace::Stop
        } else if used >= self.hard {
            SearchPace::NoCaptures
        } else if used >= self.hard / 2 {
            SearchPace::OnlyRecaptures
        } else {
            SearchPace::Full
        }
    }
}

impl<'c> TimeManager<'c> {
    pub(crate) fn new(limits: &SearchLimits, control: &'c Control) -> TimeManager<'c> {
        TimeManager {
            start: Instant::now(),
            control,
            budget: TimeBudget::of(limits),
            infinite: limits.infinite,
            ponder: limits.ponder,
            has_iteration: Cell::new(false),
            ponder_hit: Cell::new(None),
            is_enough: Cell::new(false),
        }
    }

    /// Whether the search must continue until it is stopped.
    pub(crate) fn must_wait(&self) -> bool {
        self.note_ponder_hit();
        !self.control.is_stopped()
            && (self.infinite || self.ponder && self.ponder_hit.get().is_none())
    }

    fn note_ponder_hit(&self) {
        if self.ponder && self.ponder_hit.get().is_none() && self.control.is_ponder_hit() {
            self.ponder_hit.set(Some(Instant::now()));
        }
    }

    /// The time used of the budget. Time on the opponent's clock does not count.
    fn used(&self) -> Duration {
        match (self.ponder, self.ponder_hit.get()) {
            (false, _) => self.start.elapsed(),
            (true, Some(hit)) => hit.elapsed(),
            (true, None) => Duration::ZERO,
        }
    }

    /// Whether there is a clock.
    pub(crate) fn has_clock(&self) -> bool {
        self.budget.is_some_and(|budget| !budget.fixed)
    }

    /// Whether it is too late for another iteration. The soft limit is multiplied by `factor`. What the
    /// engine has found out while pondering spares it time on its own clock.
    pub(crate) fn is_time_up(&self, factor: f64) -> bool {
        let must_wait = self.must_wait();
        let Some(budget) = self.budget else {
            return false;
        };
        let is_enough = !budget.fixed
            && self.start.elapsed().as_secs_f64() >= budget.soft.as_secs_f64() * factor;
        self.is_enough.set(is_enough);
        !must_wait && (is_enough || self.used() >= budget.hard)
    }
}

impl LimitCheck for TimeManager<'_> {
    fn pace(&self) -> SearchPace {
        self.note_ponder_hit();
        if self.control.is_stopped() {
            return SearchPace::Stop;
        }
        let must_wait = self.infinite || self.ponder && self.ponder_hit.get().is_none();
        let Some(budget) = self.budget.filter(|_| !must_wait) else {
            return SearchPace::Full;
        };
        let used = self.used();
        if self.has_iteration.get() {
            let pondered_enough = self.ponder && self.is_enough.get();
            if used >= budget.hard || pondered_enough {
                SearchPace::Stop
            } else {
                SearchPace::Full
            }
        } else {
            budget.pace_of_first_iteration(used)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> TimeBudget {
        let clock = SearchClock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        TimeBudget::by_clock(clock, Duration::from_millis(10))
    }

    #[test]
    fn time_spent_pondering_spares_time_on_the_clock() {
        let limits = SearchLimits::default().ponder(true);
        let clock = SearchClock {
            remaining: Duration::from_secs(1),
            increment: Duration::ZERO,
            moves_to_go: Some(50),
        };
        let by_clock = limits.clone().clock(clock);
        let by_move_time = limits.move_time(Duration::from_secs(60));
        for (limits, pace) in [
            (by_clock, SearchPace::Stop),
            (by_move_time, SearchPace::Full),
        ] {
            let control = Control::new();
            let time = TimeManager::new(&limits, &control);
            time.has_iteration.set(true);
            std::thread::sleep(Duration::from_millis(50));
            assert!(!time.is_time_up(1.0));
            assert_eq!(time.pace(), SearchPace::Full);
            control.ponder_hit();
            assert_eq!(time.pace(), pace);
        }
    }

    #[test]
    fn a_move_never_takes_all_the_time() {
        for remaining in [0, 1, 5, 20, 100, 1_000, 60_000, 7_200_000] {
            for increment in [0, 50, 2_000, 60_000] {
                for to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let budget = budget(remaining, increment, to_go);
                    assert!(budget.soft <= budget.hard);
                    let left = Duration::from_millis(remaining);
                    assert!(budget.hard <= left.mul_f64(0.9), "{remaining} {to_go:?}");
                }
            }
        }
    }

    #[test]
    fn the_first_limit_of_time_counts() {
        let limits = SearchLimits::default()
            .move_time(Duration::from_secs(1))
            .clock(SearchClock {
                remaining: Duration::from_millis(5),
                increment: Duration::ZERO,
                moves_to_go: None,
            });
        let both = TimeBudget::of(&limits).unwrap();
        assert!(both.hard <= Duration::from_millis(5), "{both:?}");
        let much = SearchClock {
            remaining: Duration::from_secs(3600),
            increment: Duration::ZERO,
            moves_to_go: None,
        };
        let both = TimeBudget::of(&limits.clone().clock(much)).unwrap();
        let alone = TimeBudget::of(&limits.clock(None)).unwrap();
        assert_eq!(both.hard, alone.hard);
    }

    #[test]
    fn the_first_iteration_hurries_and_ends() {
        let budget = |hard| TimeBudget {
            soft: hard,
            hard,
            fixed: true,
        };
        let ms = Duration::from_millis;
        for (hard, used, pace) in [
            (1_000, 499, SearchPace::Full),
            (1_000, 500, SearchPace::OnlyRecaptures),
            (1_000, 1_000, SearchPace::NoCaptures),
            (1_000, 1_999, SearchPace::NoCaptures),
            (1_000, 2_000, SearchPace::Stop),
            (1, 50, SearchPace::NoCaptures),
            (1, 51, SearchPace::Stop),
        ] {
            let found = budget(ms(hard)).pace_of_first_iteration(ms(used));
            assert_eq!(found, pace, "{hard} {used}");
        }
    }

    #[test]
    fn the_longest_time_is_only_long() {
        let budget = TimeBudget {
            soft: Duration::MAX,
            hard: Duration::MAX,
            fixed: true,
        };
        let found = budget.pace_of_first_iteration(Duration::from_secs(1));
        assert_eq!(found, SearchPace::Full);
    }

    #[test]
    fn more_time_is_used_if_there_is_more() {
        assert!(budget(60_000, 0, None).soft > budget(10_000, 0, None).soft);
        assert!(budget(60_000, 1_000, None).soft > budget(60_000, 0, None).soft);
        assert!(budget(60_000, 0, Some(5)).soft > budget(60_000, 0, Some(40)).soft);
    }
}
