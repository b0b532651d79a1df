//! Attempts to sign in. Whoever guesses passwords of a person is slowed down, wherever
//! the guesses come from; the person is not, in a browser where they have signed in
//! before.

use moka::sync::Cache;
use std::time::{Duration, Instant};

/// Wrong passwords for a name that cost nothing yet.
const FREE: u32 = 20;
/// The longest pause after a wrong password.
const LONGEST: Duration = Duration::from_secs(60);
/// How long wrong passwords are remembered.
const REMEMBERED: Duration = Duration::from_secs(3600);
/// For how many names they are remembered.
const NAMES: u64 = 100_000;

#[derive(Clone, Copy, Debug)]
struct Failures {
    count: u32,
    last: Instant,
}

/// The wrong passwords of the last hour, by name.
#[derive(Debug)]
pub(crate) struct FailedSignIns(Cache<String, Failures>);

impl FailedSignIns {
    pub(crate) fn new() -> FailedSignIns {
        let cache = Cache::builder().max_capacity(NAMES);
        FailedSignIns(cache.time_to_live(REMEMBERED).build())
    }

    /// How long somebody unknown has to wait before trying a password for a name.
    pub(crate) fn pause(&self, name: &str, now: Instant) -> Option<Duration> {
        let failures = self.0.get(name)?;
        let pause = pause_after(failures.count);
        let left = (failures.last + pause).saturating_duration_since(now);
        (!left.is_zero()).then_some(left)
    }

    /// Notes a wrong password.
    pub(crate) fn failed(&self, name: &str, now: Instant) {
        let count = self.0.get(name).map_or(0, |failures| failures.count);
        let failures = Failures {
            count: count.saturating_add(1),
            last: now,
        };
        self.0.insert(name.to_owned(), failures);
    }

    /// Notes the right password.
    pub(crate) fn succeeded(&self, name: &str) {
        self.0.invalidate(name);
    }
}

/// One second after the first that is not free, then twice as long each time.
fn pause_after(count: u32) -> Duration {
    match count.checked_sub(FREE) {
        None => Duration::ZERO,
        Some(more) => Duration::from_secs(1 << more.min(10)).min(LONGEST),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pause_grows_with_each_wrong_password() {
        let sign_ins = FailedSignIns::new();
        let begun = Instant::now();
        let pause = |now| sign_ins.pause("ann", now);
        for _ in 1..FREE {
            sign_ins.failed("ann", begun);
        }
        assert_eq!(pause(begun), None);
        for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
            sign_ins.failed("ann", begun);
            assert_eq!(pause(begun), Some(Duration::from_secs(seconds)));
            assert_eq!(pause(begun + Duration::from_secs(seconds)), None);
        }
        assert_eq!(sign_ins.pause("bob", begun), None);
        sign_ins.succeeded("ann");
        assert_eq!(pause(begun), None);
    }
}
