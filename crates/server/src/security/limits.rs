//! Rate limits.

use super::allowance::{Allowance, AllowanceTerms, TooManyRequests};
use crate::game::action::PlayerAction;
use crate::settings::LimitSettings;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long checks of definitions may take, by user and by address.
const CHECKS: AllowanceTerms = AllowanceTerms {
    free: Duration::from_secs(10),
    least: Duration::from_millis(50),
    forgiven_in: 20,
};
/// How often a player may end games with others before they begin: five times, and once
/// more every 40 seconds. What one costs the player, and what it costs the address, since
/// guests are made faster than games.
const ABORTS: AllowanceTerms = AllowanceTerms {
    free: Duration::from_secs(9),
    least: Duration::ZERO,
    forgiven_in: 20,
};
const ABORT_OF_USER: Duration = Duration::from_secs(2);
const ABORT_OF_ADDRESS: Duration = Duration::from_millis(500);

/// Counters by address and by user.
#[derive(Debug)]
pub(crate) struct RateLimits {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    heavy: DefaultKeyedRateLimiter<IpAddr>,
    sign_ins: DefaultKeyedRateLimiter<IpAddr>,
    /// By name and address, or by session.
    passwords: DefaultKeyedRateLimiter<String>,
    users: DefaultKeyedRateLimiter<String>,
    /// Games that begin.
    games: DefaultKeyedRateLimiter<IpAddr>,
    /// The time that checks of definitions take.
    pub(crate) checks: Allowance,
    /// Games between people that were ended before they began.
    aborts: Allowance,
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
            games: RateLimiter::keyed(Quota::per_minute(at_least_one(settings.games_per_minute))),
            checks: Allowance::new(CHECKS),
            aborts: Allowance::new(ABORTS),
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

    /// Counts a password given by somebody who is signed in by a session.
    pub(crate) fn password_in(&self, session: &str) -> Result<(), TooManyRequests> {
        check(&self.passwords, &session.to_owned())
    }

    /// Counts a change that a user makes.
    pub(crate) fn write(&self, user: &str) -> Result<(), TooManyRequests> {
        check(&self.users, &user.to_owned())
    }

    /// Counts a game that an address begins: many would fill the disk.
    pub(crate) fn new_game(&self, address: IpAddr) -> Result<(), TooManyRequests> {
        check(&self.games, &address)
    }

    /// Counts an action of a player, which may begin another game.
    pub(crate) fn action(
        &self,
        action: &PlayerAction,
        address: IpAddr,
    ) -> Result<(), TooManyRequests> {
        match action {
            PlayerAction::Rematch {} => self.new_game(address),
            _ => Ok(()),
        }
    }

    /// Counts a game with somebody that a player has ended before it began.
    pub(crate) fn note_abort(&self, user: &str, address: IpAddr) {
        self.aborts.add(user, ABORT_OF_USER);
        self.aborts.add(&address.to_string(), ABORT_OF_ADDRESS);
    }

    /// Refuses whoever has ended too many games before they began.
    pub(crate) fn may_meet_others(
        &self,
        user: &str,
        address: IpAddr,
    ) -> Result<(), TooManyRequests> {
        self.aborts.may_spend(&[user, &address.to_string()])
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
        self.games.retain_recent();
        let now = Instant::now();
        self.checks.forget(now);
        self.aborts.forget(now);
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
