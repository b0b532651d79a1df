//! Rate limits.

use crate::api::error::ApiError;
use crate::settings::LimitSettings;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};

/// Counters by address and by user.
#[derive(Debug)]
pub(crate) struct RateLimits {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    heavy: DefaultKeyedRateLimiter<IpAddr>,
    sign_ins: DefaultKeyedRateLimiter<IpAddr>,
    names: DefaultKeyedRateLimiter<String>,
    users: DefaultKeyedRateLimiter<String>,
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
            names: RateLimiter::keyed(Quota::per_minute(at_least_one(
                settings.sign_ins_per_minute,
            ))),
            users: RateLimiter::keyed(
                second(settings.writes_per_second).allow_burst(burst(settings.writes_per_second)),
            ),
            sockets: Mutex::default(),
            sockets_per_address: settings.sockets_per_address,
        }
    }

    /// Counts a request of an address.
    pub(crate) fn request(&self, address: IpAddr) -> Result<(), ApiError> {
        check(&self.requests, &address)
    }

    /// Counts a request that takes much work.
    pub(crate) fn heavy(&self, address: IpAddr) -> Result<(), ApiError> {
        check(&self.heavy, &address)
    }

    /// Counts an attempt to sign in or register, or a new guest.
    pub(crate) fn sign_in(&self, address: IpAddr) -> Result<(), ApiError> {
        check(&self.sign_ins, &address)
    }

    /// Counts an attempt to sign in with a name, from wherever.
    pub(crate) fn sign_in_as(&self, name: &str) -> Result<(), ApiError> {
        check(&self.names, &name.to_lowercase())
    }

    /// Counts a change that a user makes.
    pub(crate) fn write(&self, user: &str) -> Result<(), ApiError> {
        check(&self.users, &user.to_owned())
    }

    /// Counts an open socket of an address, if it may have one more.
    pub(crate) fn open_socket(&self, address: IpAddr) -> Result<(), ApiError> {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let count = sockets.entry(address).or_default();
        if *count >= self.sockets_per_address {
            return Err(ApiError::too_many(5));
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
        self.names.retain_recent();
        self.users.retain_recent();
    }
}

fn check<K: std::hash::Hash + Eq + Clone>(
    limiter: &DefaultKeyedRateLimiter<K>,
    key: &K,
) -> Result<(), ApiError> {
    limiter.check_key(key).map_err(|not_until| {
        let wait = not_until.wait_time_from(DefaultClock::default().now());
        metrics::counter!("hyperrook_limited_total").increment(1);
        ApiError::too_many(wait.as_secs() + 1)
    })
}
