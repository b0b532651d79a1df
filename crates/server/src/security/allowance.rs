//! Allowances: how much of the server's time a person or an address may use. An amount is free,
//! and what was used is forgiven at a fixed rate.

use crate::text::seconds;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The request is rejected, because there were too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooManyRequests {
    /// Of what there were too many, in a sentence.
    pub(crate) what: &'static str,
    /// After how many seconds the next one is allowed.
    pub(crate) retry_s: u64,
}

impl TooManyRequests {
    /// The word for this error in answers.
    pub(crate) const CODE: &str = "too_many";

    pub(crate) fn retry_in(retry_s: u64) -> TooManyRequests {
        TooManyRequests {
            what: "Too many requests.",
            retry_s,
        }
    }

    /// Says of what there were too many.
    pub(super) fn of(self, what: &'static str) -> TooManyRequests {
        TooManyRequests { what, ..self }
    }
}

impl fmt::Display for TooManyRequests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pause = seconds(self.retry_s);
        write!(f, "{} Try again in {pause}.", self.what)
    }
}

/// The terms of an allowance, the same for everybody.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AllowanceTerms {
    /// How much time may be used before requests are rejected.
    pub(crate) free: Duration,
    /// The least time that is counted for one request.
    pub(crate) least: Duration,
    /// The most time that is counted: nobody waits for longer than it takes to forgive what
    /// is above `free` of it.
    pub(crate) most: Duration,
    /// A second of it is forgiven in this many seconds.
    pub(crate) forgiven_in: u32,
}

/// What people and addresses have used up. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Allowance {
    terms: AllowanceTerms,
    spent: Arc<Mutex<HashMap<String, Spent>>>,
}

#[derive(Clone, Copy, Debug)]
struct Spent {
    time: Duration,
    at: Instant,
}

impl Spent {
    fn left(self, terms: AllowanceTerms, now: Instant) -> Duration {
        let passed = now.saturating_duration_since(self.at);
        self.time.saturating_sub(passed / terms.forgiven_in)
    }
}

impl Allowance {
    pub(crate) fn new(terms: AllowanceTerms) -> Allowance {
        Allowance {
            terms,
            spent: Arc::default(),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Spent>> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Rejects a request if one of its keys has used up its allowance.
    pub(crate) fn may_spend(&self, keys: &[&str]) -> Result<(), TooManyRequests> {
        let now = Instant::now();
        let spent = self.lock();
        for key in keys {
            let left = spent
                .get(*key)
                .map_or(Duration::ZERO, |entry| entry.left(self.terms, now));
            if let Some(over) = left.checked_sub(self.terms.free) {
                return Err(self.too_much(over));
            }
        }
        Ok(())
    }

    fn too_much(&self, over: Duration) -> TooManyRequests {
        metrics::counter!("hyperrook_limited_total").increment(1);
        TooManyRequests::retry_in((over * self.terms.forgiven_in).as_secs() + 1)
    }

    /// Counts time for what a key is about to do, if that much is left of its allowance.
    /// [`Allowance::give_back`] takes it back if the key has not done it. It is counted first,
    /// so that many requests at once do not all find enough left, and requests whose clients
    /// leave before the end stay counted.
    pub(super) fn take(&self, key: &str, time: Duration) -> Result<(), TooManyRequests> {
        let now = Instant::now();
        let mut spent = self.lock();
        let left = spent
            .get(key)
            .map_or(Duration::ZERO, |entry| entry.left(self.terms, now));
        match (left + time).checked_sub(self.terms.free) {
            Some(over) if !over.is_zero() => Err(self.too_much(over)),
            _ => {
                let time = left + time;
                spent.insert(key.to_owned(), Spent { time, at: now });
                Ok(())
            }
        }
    }

    /// Takes time back that [`Allowance::take`] has counted.
    pub(super) fn give_back(&self, key: &str, time: Duration) {
        let now = Instant::now();
        let mut spent = self.lock();
        if let Some(entry) = spent.get_mut(key) {
            entry.time = entry.left(self.terms, now).saturating_sub(time);
            entry.at = now;
        }
    }

    /// Counts time that a key has used.
    pub(crate) fn add(&self, key: &str, took: Duration) {
        let now = Instant::now();
        let mut spent = self.lock();
        let entry = spent.entry(key.to_owned()).or_insert(Spent {
            time: Duration::ZERO,
            at: now,
        });
        let time = entry.left(self.terms, now) + took.max(self.terms.least);
        entry.time = time.min(self.terms.most);
        entry.at = now;
    }

    /// The time that a key has used and that is not forgiven yet.
    #[cfg(test)]
    pub(crate) fn spent(&self, key: &str) -> Duration {
        let spent = self.lock();
        let entry = spent.get(key);
        entry.map_or(Duration::ZERO, |entry| {
            entry.left(self.terms, Instant::now())
        })
    }

    /// Forgets the keys whose time is all forgiven.
    pub(crate) fn forget(&self, now: Instant) {
        let terms = self.terms;
        self.lock()
            .retain(|_, entry| !entry.left(terms, now).is_zero());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_done_is_given_back() {
        let games = Allowance::new(AllowanceTerms {
            free: Duration::from_secs(60),
            least: Duration::ZERO,
            most: Duration::MAX,
            forgiven_in: 1,
        });
        let third = Duration::from_secs(20);
        for _ in 0..3 {
            games.take("here", third).unwrap();
        }
        let wait = games.take("here", third).unwrap_err().retry_s;
        assert!((19..=20).contains(&wait), "{wait}");
        assert!(games.take("there", third).is_ok());
        games.give_back("here", third);
        assert!(games.take("here", third).is_ok());
        assert!(games.take("here", third).is_err());
    }

    #[test]
    fn what_is_used_up_is_forgiven_slowly() {
        let checks = Allowance::new(AllowanceTerms {
            free: Duration::from_secs(10),
            least: Duration::from_millis(50),
            most: Duration::from_secs(14),
            forgiven_in: 20,
        });
        let add = |seconds| {
            checks.add("ann", Duration::from_secs(seconds));
            checks.add("here", Duration::from_secs(seconds));
        };
        add(9);
        assert!(checks.may_spend(&["ann", "here"]).is_ok());
        add(3);
        assert!(checks.may_spend(&["ann", "there"]).is_err(), "by user");
        assert!(checks.may_spend(&["bob", "here"]).is_err(), "by address");
        assert!(checks.may_spend(&["bob", "there"]).is_ok());
        let now = Instant::now();
        let later = now + Duration::from_secs(12 * 20 - 5);
        checks.forget(later);
        assert_eq!(checks.lock().len(), 2);
        checks.forget(later + Duration::from_secs(10));
        assert!(checks.lock().is_empty());
        // Texts with faults are checked fast, but not for nothing.
        for _ in 0..201 {
            checks.add("eve", Duration::ZERO);
        }
        assert!(checks.may_spend(&["eve", "there"]).is_err());
        // Nobody waits longer than until the most that is counted is forgiven.
        add(1000);
        let refused = checks.may_spend(&["ann"]).unwrap_err();
        assert!((75..=81).contains(&refused.retry_s), "{refused}");
    }
}
