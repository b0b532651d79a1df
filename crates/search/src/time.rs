//! When to stop.

use crate::worker::StopCheck;
use crate::{Clock, Control, Limits};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// Keeps the time and the other limits of a search.
#[derive(Debug)]
pub(crate) struct TimeManager<'c> {
    pub(crate) begun: Instant,
    control: &'c Control,
    nodes: Option<u64>,
    budget: Option<TimeBudget>,
    infinite: bool,
    ponder: bool,
    /// Whether an iteration is complete, so that there is a move to play:
    /// before that the clock does not count.
    pub(crate) ready: Cell<bool>,
    /// When the move pondered on was played.
    hit: Cell<Option<Instant>>,
}

/// Time for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeBudget {
    /// What it should take, if nothing is special.
    pub(crate) soft: Duration,
    /// What it may take at most.
    pub(crate) hard: Duration,
    /// Whether it should take neither more nor less.
    pub(crate) fixed: bool,
}

impl TimeBudget {
    /// The time for a move by the limits; `None` if there is no clock.
    pub(crate) fn of(limits: &Limits) -> Option<TimeBudget> {
        if let Some(time) = limits.move_time {
            let time = time.saturating_sub(limits.overhead.min(time / 4));
            return Some(TimeBudget {
                soft: time,
                hard: time,
                fixed: true,
            });
        }
        limits
            .clock
            .map(|clock| TimeBudget::by_clock(clock, limits.overhead))
    }

    fn by_clock(clock: Clock, overhead: Duration) -> TimeBudget {
        // Something is always left for the answer itself.
        let usable = clock.remaining.saturating_sub(overhead);
        let usable = usable.max(clock.remaining / 10);
        // Moves that the time must last for: a game is rarely decided sooner.
        let to_go = match clock.moves_to_go {
            Some(moves) => f64::from(moves.clamp(1, 50)),
            None => 28.0,
        };
        let share = usable.as_secs_f64() / to_go + 0.75 * clock.increment.as_secs_f64();
        let most = match clock.moves_to_go {
            Some(1) => 0.9,
            Some(_) => 0.6,
            None => 0.35,
        };
        let hard = (share * 4.0).min(usable.as_secs_f64() * most);
        TimeBudget {
            soft: Duration::from_secs_f64(share.min(hard)),
            hard: Duration::from_secs_f64(hard),
            fixed: false,
        }
    }
}

impl<'c> TimeManager<'c> {
    pub(crate) fn new(limits: &Limits, control: &'c Control) -> TimeManager<'c> {
        TimeManager {
            begun: Instant::now(),
            control,
            nodes: limits.nodes,
            budget: TimeBudget::of(limits),
            infinite: limits.infinite,
            ponder: limits.ponder,
            ready: Cell::new(false),
            hit: Cell::new(None),
        }
    }

    /// Whether the search may not end by itself.
    pub(crate) fn must_wait(&self) -> bool {
        self.note_hit();
        !self.control.is_stopped() && (self.infinite || self.ponder && self.hit.get().is_none())
    }

    fn note_hit(&self) {
        if self.ponder && self.hit.get().is_none() && self.control.is_ponder_hit() {
            self.hit.set(Some(Instant::now()));
        }
    }

    /// Time used of the budget: that of the opponent does not count.
    fn used(&self) -> Duration {
        match (self.ponder, self.hit.get()) {
            (false, _) => self.begun.elapsed(),
            (true, Some(hit)) => hit.elapsed(),
            (true, None) => Duration::ZERO,
        }
    }

    /// Whether there is a clock to care for.
    pub(crate) fn has_clock(&self) -> bool {
        self.budget.is_some_and(|budget| !budget.fixed)
    }

    /// Whether another iteration is not worth beginning. `factor`: how much of
    /// the soft limit to use.
    pub(crate) fn is_enough(&self, factor: f64) -> bool {
        if self.must_wait() {
            return false;
        }
        self.budget.is_some_and(|budget| {
            let soft = budget.soft.as_secs_f64();
            let soft = if budget.fixed { soft } else { soft * factor };
            self.used().as_secs_f64() >= soft.min(budget.hard.as_secs_f64())
        })
    }
}

impl StopCheck for TimeManager<'_> {
    fn is_over(&self, nodes: u64) -> bool {
        self.note_hit();
        if self.control.is_stopped() || self.nodes.is_some_and(|most| nodes >= most) {
            return true;
        }
        let waits = self.infinite || self.ponder && self.hit.get().is_none();
        !waits && self.ready.get() && self.budget.is_some_and(|budget| self.used() >= budget.hard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> TimeBudget {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        TimeBudget::by_clock(clock, Duration::from_millis(10))
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
    fn more_time_is_used_where_there_is_more() {
        assert!(budget(60_000, 0, None).soft > budget(10_000, 0, None).soft);
        assert!(budget(60_000, 1_000, None).soft > budget(60_000, 0, None).soft);
        assert!(budget(60_000, 0, Some(5)).soft > budget(60_000, 0, Some(40)).soft);
    }
}
