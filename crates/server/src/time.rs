//! The server's time.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The clock is corrected by at most one part in this number, as slowly as NTP does it.
const SLEW_DIVISOR: i64 = 2000;

/// A clock that never goes back or jumps, even if the machine's clock is set or the
/// machine sleeps. It adds the time since the machine started to a base, and follows the
/// machine's clock slowly.
#[derive(Debug)]
struct SteadyClock {
    /// The time of the clock at `since`, in microseconds since 1970.
    base_us: i64,
    /// The time since the machine started at which `base_us` was the time.
    since: Duration,
    /// The last time that was read, in microseconds.
    last_us: i64,
}

impl SteadyClock {
    const fn new() -> SteadyClock {
        SteadyClock {
            base_us: i64::MIN,
            since: Duration::ZERO,
            last_us: i64::MIN,
        }
    }

    /// The time in ms, given the time since the machine started and the machine's clock
    /// in microseconds since 1970.
    fn read(&mut self, running: Duration, wall_us: i64) -> i64 {
        if self.base_us == i64::MIN {
            self.base_us = wall_us;
            self.since = running;
        }
        let elapsed_us = micros(running.saturating_sub(self.since));
        let now_us = self.base_us + elapsed_us;
        // Correct once a second: less is lost in rounding.
        if elapsed_us >= 1_000_000 {
            let most = elapsed_us / SLEW_DIVISOR;
            self.base_us = now_us + (wall_us - now_us).clamp(-most, most);
            self.since = running;
        }
        self.last_us = self.last_us.max(now_us);
        self.last_us.div_euclid(1000)
    }
}

fn micros(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX)
}

/// Milliseconds since 1970, in UTC. Within one run of the program the time never goes
/// back or jumps, even if the machine's clock is set.
pub(crate) fn now_ms() -> i64 {
    static CLOCK: Mutex<SteadyClock> = Mutex::new(SteadyClock::new());
    let wall = SystemTime::now().duration_since(UNIX_EPOCH);
    let wall_us = micros(wall.unwrap_or(Duration::ZERO));
    let mut clock = CLOCK.lock().unwrap_or_else(PoisonError::into_inner);
    clock.read(running(), wall_us)
}

/// How long the machine has been running. Where the system can say it this includes the
/// time that it slept, so that a node that was asleep knows that its lease has ended.
#[cfg(target_os = "linux")]
pub(crate) fn running() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::Boottime);
    let nanos = u32::try_from(time.tv_nsec).unwrap_or(0);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), nanos)
}

/// How long the program has been running.
#[cfg(not(target_os = "linux"))]
pub(crate) fn running() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// A time as RFC 3339 in UTC, with milliseconds.
pub(crate) fn rfc3339(ms: i64) -> String {
    match jiff::Timestamp::from_millisecond(ms) {
        Ok(time) => format!("{time:.3}"),
        Err(_) => String::from("1970-01-01T00:00:00.000Z"),
    }
}

/// A time for people, to the minute: `26 November 2026, 20:51 UTC`.
pub(crate) fn to_the_minute(ms: i64) -> String {
    let time = jiff::Timestamp::from_millisecond(ms).unwrap_or_default();
    time.strftime("%-d %B %Y, %H:%M UTC").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR_US: i64 = 3_600_000_000;

    /// The readings of a clock, once a second for this many seconds, if the machine's
    /// clock is set by `jump_us` after the first reading.
    fn readings(jump_us: i64, seconds: u64) -> Vec<i64> {
        let mut clock = SteadyClock::new();
        let start = 1_000 * HOUR_US;
        (0..=seconds)
            .map(|second| {
                let jump = if second > 0 { jump_us } else { 0 };
                let wall = start + second as i64 * 1_000_000 + jump;
                clock.read(Duration::from_secs(77 + second), wall) - start / 1000
            })
            .collect()
    }

    #[test]
    fn times_are_written_in_utc() {
        assert_eq!(rfc3339(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(rfc3339(1_700_000_000_123), "2023-11-14T22:13:20.123Z");
    }

    #[test]
    fn a_machine_whose_clock_is_set_changes_nothing_at_once() {
        for jump in [-HOUR_US, HOUR_US] {
            let times = readings(jump, 60);
            for (second, time) in times.iter().enumerate() {
                let off = (time - second as i64 * 1000).abs();
                assert!(off <= 31, "after {second} s the clock is off by {off} ms");
            }
            assert!(times.is_sorted());
        }
    }

    #[test]
    fn small_errors_of_the_clock_are_corrected() {
        for jump in [-20_000, 20_000] {
            let last = *readings(jump, 100).last().unwrap();
            assert_eq!(last, 100_000 + jump / 1000);
        }
        assert_eq!(*readings(0, 100).last().unwrap(), 100_000);
    }
}
