//! Attempts to sign in. Whoever guesses passwords of a person is slowed down, wherever
//! the guesses come from; the person is not, in a browser where they have signed in
//! before. Wrong passwords are counted in the database, so that they count on all nodes.

use super::secret;
use crate::store::{FailedSignIns, Store, StoreResult};
use std::time::Duration;

/// Wrong passwords for a name that cost nothing yet.
const FREE_ATTEMPTS: i64 = 20;
/// The longest pause after a wrong password, in ms.
const LONGEST_MS: i64 = 60_000;

/// Key under which wrong passwords are counted: a hash, so that typed names are not stored.
fn key(name: &str) -> String {
    secret::hash(&format!("sign-in {}", name.to_lowercase()))
}

/// How long somebody unknown has to wait before trying a password for a name.
pub(crate) async fn pause(store: &Store, name: &str, now: i64) -> StoreResult<Option<Duration>> {
    let failed = store.failed_sign_ins(&key(name), now).await?;
    Ok(failed.and_then(|failed| pause_left(failed, now)))
}

/// Notes whether an attempt to sign in with a name had the right password.
pub(crate) async fn note(store: &Store, name: &str, right: bool, now: i64) -> StoreResult<()> {
    if right {
        store.forget_failed_sign_ins(&key(name)).await
    } else {
        store.note_failed_sign_in(&key(name), now).await
    }
}

fn pause_left(failed: FailedSignIns, now: i64) -> Option<Duration> {
    let left = failed.last + pause_after_ms(failed.count) - now;
    u64::try_from(left)
        .ok()
        .filter(|left| *left > 0)
        .map(Duration::from_millis)
}

/// One second after the first that is not free, then twice as long each time.
fn pause_after_ms(count: i64) -> i64 {
    if count < FREE_ATTEMPTS {
        return 0;
    }
    (1000 << (count - FREE_ATTEMPTS).min(10)).min(LONGEST_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pause_grows_with_each_wrong_password() {
        let left = |count, now| pause_left(FailedSignIns { count, last: 0 }, now);
        assert_eq!(left(FREE_ATTEMPTS - 1, 0), None);
        for (count, seconds) in (FREE_ATTEMPTS..).zip([1, 2, 4, 8, 16, 32, 60, 60]) {
            assert_eq!(left(count, 0), Some(Duration::from_secs(seconds)));
            let later = i64::try_from(seconds).unwrap() * 1000;
            assert_eq!(left(count, later), None);
        }
        assert_ne!(key("ann"), key("bob"));
        assert_eq!(key("Ann"), key("ann"));
    }
}
