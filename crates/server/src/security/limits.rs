//! Rate limits.

use crate::settings::LimitSettings;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Somebody has made too many requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooManyRequests {
    /// After how many seconds the next one is allowed.
    pub(crate) retry_s: u64,
}

impl TooManyRequests {
    fn retry_in(retry_s: u64) -> TooManyRequests {
        TooManyRequests { retry_s }
    }
}

/// Counters by address and by user.
#[derive(Debug)]
pub(crate) struct RateLimits {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    heavy: DefaultKeyedRateLimiter<IpAddr>,
    sign_ins: DefaultKeyedRateLimiter<IpAddr>,
    /// By name and address, or by session.
    passwords: DefaultKeyedRateLimiter<String>,
    users: DefaultKeyedRateLimiter<String>,
    /// The time that checks of definitions take.
    pub(crate) checks: CheckTime,
    sockets: Mutex<HashMap<IpAddr, usize>>,
    sockets_per_address: usize,
}

fn at_least_one(count: u32) -> NonZeroU32 {
    NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN)
}

impl RateLimits {
    pub(crate) fn new(settings: &LimitSettings) -> RateLimits {
        let second = |count| Quota::per_second(at_least_one(count));
        let burst = |count: u32| at_least_one(count.saturating_mul(4));
        let rate = settings.requests_per_second;
        RateLimits {
            requests: RateLimiter::keyed(second(rate).allow_burst(burst(rate))),
            heavy: RateLimiter::keyed(
                second(settings.heavy_requests_per_second)
                    .allow_burst(burst(settings.heavy_requests_per_second)),
            ),
            sign_ins: RateLimiter::keyed(Quota::per_minute(at_least_one(
                settings.sign_ins_per_minute,
            ))),
            passwords: RateLimiter::keyed(Quota::per_minute(at_least_one(
                settings.sign_ins_per_minute,
            ))),
            users: RateLimiter::keyed(
                second(settings.writes_per_second).allow_burst(burst(settings.writes_per_second)),
            ),
            checks: CheckTime::default(),
            sockets: Mutex::default(),
            sockets_per_address: settings.sockets_per_address,
        }
    }

    /// Counts a request of an address.
    pub(crate) fn request(&self, address: IpAddr) -> Result<(), TooManyRequests> {
        check(&self.requests, &address)
    }

    /// Counts a request that takes much work.
    pub(crate) fn heavy(&self, address: IpAddr) -> Result<(), TooManyRequests> {
        check(&self.heavy, &address)
    }

    /// Counts an attempt to sign in or register, or a new guest.
    pub(crate) fn sign_in(&self, address: IpAddr) -> Result<(), TooManyRequests> {
        check(&self.sign_ins, &address)
    }

    /// Counts an attempt to sign in with a name, for which somebody unknown has to pause.
    /// One from a browser in which the person has signed in before does not suffer from
    /// attempts elsewhere.
    pub(crate) fn sign_in_as(
        &self,
        name: &str,
        address: IpAddr,
        pause: Option<Duration>,
    ) -> Result<(), TooManyRequests> {
        if let Some(pause) = pause {
            metrics::counter!("hyperrook_limited_total").increment(1);
            return Err(TooManyRequests::retry_in(pause.as_secs() + 1));
        }
        let name = name.to_lowercase();
        check(&self.passwords, &format!("{name} {address}"))
    }

    /// Counts a password that somebody gives who is signed in by a session.
    pub(crate) fn password_in(&self, session: &str) -> Result<(), TooManyRequests> {
        check(&self.passwords, &session.to_owned())
    }

    /// Counts a change that a user makes.
    pub(crate) fn write(&self, user: &str) -> Result<(), TooManyRequests> {
        check(&self.users, &user.to_owned())
    }

    /// Counts an open socket of an address, if it may have one more.
    pub(crate) fn open_socket(&self, address: IpAddr) -> Result<(), TooManyRequests> {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let count = sockets.entry(address).or_default();
        if *count >= self.sockets_per_address {
            return Err(TooManyRequests::retry_in(5));
        }
        *count += 1;
        Ok(())
    }

    /// Counts a socket of an address as closed.
    pub(crate) fn close_socket(&self, address: IpAddr) {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = sockets.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                sockets.remove(&address);
            }
        }
    }

    /// Forgets addresses and users that have not been seen for a while.
    pub(crate) fn forget(&self) {
        self.requests.retain_recent();
        self.heavy.retain_recent();
        self.sign_ins.retain_recent();
        self.passwords.retain_recent();
        self.users.retain_recent();
        self.checks.forget(Instant::now());
    }
}

/// The time of checks that nobody has to wait for.
const FREE_CHECKS: Duration = Duration::from_secs(10);
/// What the shortest check costs.
const LEAST_CHECK: Duration = Duration::from_millis(50);
/// So much time passes while a second of checks is forgiven.
const FORGIVEN_IN: u32 = 20;

/// The time that checks of definitions have taken, by user and by address. It is
/// forgiven slowly. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct CheckTime(Arc<Mutex<HashMap<String, SpentTime>>>);

#[derive(Clone, Copy, Debug)]
struct SpentTime {
    time: Duration,
    at: Instant,
}

impl SpentTime {
    fn left(self, now: Instant) -> Duration {
        let passed = now.saturating_duration_since(self.at);
        self.time.saturating_sub(passed / FORGIVEN_IN)
    }
}

impl CheckTime {
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, SpentTime>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Refuses one whose checks have taken too long.
    pub(crate) fn may_check(&self, user: &str, address: IpAddr) -> Result<(), TooManyRequests> {
        let now = Instant::now();
        let spent = self.lock();
        for key in [user.to_owned(), address.to_string()] {
            let left = spent
                .get(&key)
                .map_or(Duration::ZERO, |entry| entry.left(now));
            if let Some(over) = left.checked_sub(FREE_CHECKS) {
                metrics::counter!("hyperrook_limited_total").increment(1);
                return Err(TooManyRequests::retry_in(
                    (over * FORGIVEN_IN).as_secs() + 1,
                ));
            }
        }
        Ok(())
    }

    /// Notes the time of a check.
    pub(crate) fn add(&self, user: &str, address: IpAddr, took: Duration) {
        let now = Instant::now();
        let mut spent = self.lock();
        for key in [user.to_owned(), address.to_string()] {
            let entry = spent.entry(key).or_insert(SpentTime {
                time: Duration::ZERO,
                at: now,
            });
            entry.time = entry.left(now) + took.max(LEAST_CHECK);
            entry.at = now;
        }
    }

    fn forget(&self, now: Instant) {
        self.lock().retain(|_, entry| !entry.left(now).is_zero());
    }
}

fn check<K: std::hash::Hash + Eq + Clone>(
    limiter: &DefaultKeyedRateLimiter<K>,
    key: &K,
) -> Result<(), TooManyRequests> {
    limiter.check_key(key).map_err(|not_until| {
        let wait = not_until.wait_time_from(DefaultClock::default().now());
        metrics::counter!("hyperrook_limited_total").increment(1);
        TooManyRequests::retry_in(wait.as_secs() + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_are_forgiven_slowly() {
        let checks = CheckTime::default();
        let [here, there] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
        checks.add("ann", here, Duration::from_secs(9));
        assert!(checks.may_check("ann", here).is_ok());
        checks.add("ann", here, Duration::from_secs(3));
        assert!(checks.may_check("ann", there).is_err(), "by user");
        assert!(checks.may_check("bob", here).is_err(), "by address");
        assert!(checks.may_check("bob", there).is_ok());
        let now = Instant::now();
        let later = now + Duration::from_secs(12 * 20 - 5);
        checks.forget(later);
        assert_eq!(checks.lock().len(), 2);
        checks.forget(later + Duration::from_secs(10));
        assert!(checks.lock().is_empty());
        // Texts with faults are checked fast, but not for nothing.
        for _ in 0..201 {
            checks.add("eve", there, Duration::ZERO);
        }
        assert!(checks.may_check("eve", here).is_err());
    }
}
