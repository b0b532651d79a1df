//! Rate limits.

use super::allowance::{Allowance, AllowanceTerms, TooManyRequests};
use crate::settings::LimitSettings;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long checks of definitions may take, by user and by address.
const CHECKS: AllowanceTerms = AllowanceTerms {
    free: Duration::from_secs(10),
    least: Duration::from_millis(50),
    most: Duration::MAX,
    forgiven_in: 20,
};
/// How often a player may end games with others before they begin: five times, and once
/// more every 40 seconds. What one costs the player, and what it costs the address, since
/// guests are made faster than games. Others of the address wait for two minutes at most.
const ABORTS: AllowanceTerms = AllowanceTerms {
    free: Duration::from_secs(9),
    least: Duration::ZERO,
    most: Duration::from_secs(15),
    forgiven_in: 20,
};
const ABORT_OF_USER: Duration = Duration::from_secs(2);
const ABORT_OF_ADDRESS: Duration = Duration::from_millis(500);
/// How often an address may begin games: a minute's games at once, and then as many a minute.
const MINUTE: Duration = Duration::from_secs(60);
const GAMES: AllowanceTerms = AllowanceTerms {
    free: MINUTE,
    least: Duration::ZERO,
    most: Duration::MAX,
    forgiven_in: 1,
};

/// How many times as many attempts to sign in an address has from browsers in which somebody has
/// signed in before.
const KNOWN_SIGN_INS: u32 = 20;

/// How long it is known from where somebody has looked for an opponent.
const MET: Duration = Duration::from_secs(3600);

/// Games between people that were ended before they began, by player and by address. Cheap to
/// clone.
#[derive(Clone, Debug)]
pub(crate) struct Aborts {
    spent: Allowance,
    /// From where players have last looked for an opponent, and when.
    met: Arc<Mutex<HashMap<String, (IpAddr, Instant)>>>,
}

impl Default for Aborts {
    fn default() -> Aborts {
        Aborts {
            spent: Allowance::new(ABORTS),
            met: Arc::default(),
        }
    }
}

impl Aborts {
    fn met(&self) -> MutexGuard<'_, HashMap<String, (IpAddr, Instant)>> {
        self.met.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes from where a player looks for an opponent.
    pub(crate) fn note_address(&self, user: &str, address: IpAddr) {
        let seen = (address, Instant::now());
        self.met().insert(user.to_owned(), seen);
    }

    /// Counts a game that a player has ended.
    pub(crate) fn note(&self, user: &str, address: IpAddr) {
        self.spent.add(user, ABORT_OF_USER);
        self.spent.add(&address.to_string(), ABORT_OF_ADDRESS);
    }

    /// Counts a game that a player has let end without a move. The player has done nothing that
    /// comes from an address, so it is the one from where the opponent was found, if that was
    /// on this node.
    pub(crate) fn note_idle(&self, user: &str) {
        self.spent.add(user, ABORT_OF_USER);
        let known = self.met().get(user).copied();
        if let Some((address, _)) = known {
            self.spent.add(&address.to_string(), ABORT_OF_ADDRESS);
        }
    }

    /// Forgets what is long ago.
    fn forget(&self, now: Instant) {
        self.spent.forget(now);
        self.met()
            .retain(|_, (_, seen)| now.saturating_duration_since(*seen) < MET);
    }
}

/// Counters by address and by user.
#[derive(Debug)]
pub(crate) struct RateLimits {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    heavy: DefaultKeyedRateLimiter<IpAddr>,
    sign_ins: DefaultKeyedRateLimiter<IpAddr>,
    /// Attempts from browsers in which somebody has signed in before.
    known_sign_ins: DefaultKeyedRateLimiter<IpAddr>,
    /// By name and address, or by session.
    passwords: DefaultKeyedRateLimiter<String>,
    users: DefaultKeyedRateLimiter<String>,
    /// Games that begin.
    games: Allowance,
    /// What one of them costs the address.
    game: Duration,
    /// The time that checks of definitions take.
    pub(crate) checks: Allowance,
    /// Games between people that were ended before they began.
    pub(crate) aborts: Aborts,
    sockets: OpenSockets,
}

/// Who opens a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SocketOwner {
    /// Somebody who is not signed in.
    Nobody,
    /// A guest.
    Guest,
    /// A registered person.
    Registered,
}

/// The open sockets of each address: those of nobody, of guests and of registered people. Cheap to
/// clone.
#[derive(Clone, Debug)]
struct OpenSockets {
    counts: Arc<Mutex<HashMap<IpAddr, [usize; 3]>>>,
    per_address: usize,
}

impl OpenSockets {
    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, [usize; 3]>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether an address with these sockets may have one more. A quarter of its sockets is only
    /// for registered people, and another one for them and guests.
    fn has_room(&self, counts: &[usize; 3], owner: SocketOwner) -> bool {
        let (all, part) = (self.per_address, self.per_address / 4);
        let [nobody, guests, registered] = *counts;
        let fits = nobody + guests + registered < all;
        let guests_fit = nobody + guests < all - part;
        match owner {
            SocketOwner::Registered => fits,
            SocketOwner::Guest => fits && guests_fit,
            SocketOwner::Nobody => fits && guests_fit && nobody < all - 2 * part,
        }
    }
}

/// A socket that counts for its address until it is dropped.
#[derive(Debug)]
pub(crate) struct SocketSlot {
    sockets: OpenSockets,
    address: IpAddr,
    owner: SocketOwner,
}

impl Drop for SocketSlot {
    fn drop(&mut self) {
        let mut counts = self.sockets.lock();
        if let Some(own) = counts.get_mut(&self.address) {
            own[self.owner as usize] -= 1;
            if *own == [0; 3] {
                counts.remove(&self.address);
            }
        }
    }
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
            known_sign_ins: RateLimiter::keyed(Quota::per_minute(at_least_one(
                settings.sign_ins_per_minute.saturating_mul(KNOWN_SIGN_INS),
            ))),
            passwords: RateLimiter::keyed(Quota::per_minute(at_least_one(
                settings.sign_ins_per_minute,
            ))),
            users: RateLimiter::keyed(
                second(settings.writes_per_second).allow_burst(burst(settings.writes_per_second)),
            ),
            games: Allowance::new(GAMES),
            game: MINUTE / settings.games_per_minute.max(1),
            checks: Allowance::new(CHECKS),
            aborts: Aborts::default(),
            sockets: OpenSockets {
                counts: Arc::default(),
                per_address: settings.sockets_per_address,
            },
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

    /// Counts an attempt to sign in from a browser in which somebody has signed in before, or a
    /// password of somebody who is signed in.
    pub(crate) fn sign_in_known(&self, address: IpAddr) -> Result<(), TooManyRequests> {
        check(&self.known_sign_ins, &address)
    }

    /// Counts an attempt of somebody unknown to sign in with a name, who may have to pause.
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

    /// Counts an attempt to sign in with a name from a browser in which the person has signed in
    /// before. It does not suffer from the attempts of others, even at the same address.
    pub(crate) fn sign_in_again(&self, name: &str, device: &str) -> Result<(), TooManyRequests> {
        let name = name.to_lowercase();
        check(&self.passwords, &format!("{name} from {device}"))
    }

    /// Counts a password given by somebody who is signed in by a session.
    pub(crate) fn password_in(&self, session: &str) -> Result<(), TooManyRequests> {
        check(&self.passwords, &session.to_owned())
    }

    /// Counts a change that a user makes.
    pub(crate) fn write(&self, user: &str) -> Result<(), TooManyRequests> {
        check(&self.users, &user.to_owned())
    }

    /// Counts a game or a seek that an address is about to begin: many would fill the disk.
    pub(crate) fn new_game(&self, address: IpAddr) -> Result<(), TooManyRequests> {
        let taken = self.games.take(&address.to_string(), self.game);
        taken.map_err(|refused| refused.of("Too many games have been begun from your network."))
    }

    /// Takes a game back that was counted and has not begun.
    pub(crate) fn give_back_game(&self, address: IpAddr) {
        self.games.give_back(&address.to_string(), self.game);
    }

    /// Refuses whoever has ended too many games before they began. Somebody who is not signed
    /// in yet can only have done so as another guest of the address.
    pub(crate) fn may_meet_others(
        &self,
        user: Option<&str>,
        address: IpAddr,
    ) -> Result<(), TooManyRequests> {
        let address = address.to_string();
        let keys: Vec<&str> = user.into_iter().chain([&*address]).collect();
        let allowed = self.aborts.spent.may_spend(&keys);
        allowed.map_err(|refused| refused.of("Too many games have been ended before they began."))
    }

    /// Counts an open socket of an address, if it may have one more.
    pub(crate) fn open_socket(
        &self,
        address: IpAddr,
        owner: SocketOwner,
    ) -> Result<SocketSlot, TooManyRequests> {
        let mut counts = self.sockets.lock();
        let mut own = counts.get(&address).copied().unwrap_or_default();
        if !self.sockets.has_room(&own, owner) {
            metrics::counter!("hyperrook_limited_total").increment(1);
            return Err(TooManyRequests::retry_in(5));
        }
        own[owner as usize] += 1;
        counts.insert(address, own);
        Ok(SocketSlot {
            sockets: self.sockets.clone(),
            address,
            owner,
        })
    }

    /// Forgets addresses and users that have not been seen for a while.
    pub(crate) fn forget(&self) {
        self.requests.retain_recent();
        self.heavy.retain_recent();
        self.sign_ins.retain_recent();
        self.known_sign_ins.retain_recent();
        self.passwords.retain_recent();
        self.users.retain_recent();
        let now = Instant::now();
        self.games.forget(now);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_signed_in_finds_a_free_socket() {
        let limits = RateLimits::new(&LimitSettings {
            sockets_per_address: 8,
            ..LimitSettings::default()
        });
        let here: IpAddr = [192, 0, 2, 1].into();
        let open = |owner| limits.open_socket(here, owner).ok();
        let mut slots = Vec::new();
        for (owner, fitting) in [
            (SocketOwner::Nobody, 4),
            (SocketOwner::Guest, 2),
            (SocketOwner::Registered, 2),
        ] {
            for number in 0..10 {
                let slot = open(owner);
                assert_eq!(slot.is_some(), number < fitting, "{owner:?} {number}");
                slots.extend(slot);
            }
        }
        slots.remove(0);
        slots.push(open(SocketOwner::Nobody).unwrap());
        slots.clear();
        assert!(limits.sockets.lock().is_empty());
        // With few sockets none is kept for anybody.
        let limits = RateLimits::new(&LimitSettings {
            sockets_per_address: 1,
            ..LimitSettings::default()
        });
        assert!(limits.open_socket(here, SocketOwner::Nobody).is_ok());
    }

    /// Guests who do nothing count for their address, like those who abort.
    #[test]
    fn who_lets_games_end_without_a_move_counts_for_the_address() {
        let limits = RateLimits::new(&LimitSettings::default());
        let here: IpAddr = [192, 0, 2, 1].into();
        let there: IpAddr = [192, 0, 2, 2].into();
        for number in 0..19 {
            assert!(limits.may_meet_others(None, here).is_ok(), "{number}");
            let guest = number.to_string();
            limits.aborts.note_address(&guest, here);
            limits.aborts.note_idle(&guest);
        }
        assert!(limits.may_meet_others(None, here).is_err());
        assert!(limits.may_meet_others(None, there).is_ok());
        // Others of the address do not wait for ever, however many games have ended.
        for _ in 0..1000 {
            limits.aborts.note("eve", here);
        }
        let refused = limits.may_meet_others(None, here).unwrap_err();
        assert!((110..=121).contains(&refused.retry_s), "{refused}");
        limits.aborts.forget(Instant::now() + MET);
        assert!(limits.aborts.met().is_empty());
    }
}
