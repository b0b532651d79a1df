//! Passwords: Argon2id, on blocking threads, few at a time. Addresses take turns, so that nobody
//! waits for all the passwords that others guess.

use super::work_queue::{OWN_WORK, WorkError, WorkQueue, WorkQueueLimits};
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Argon2, PasswordHash};
use std::net::IpAddr;
use std::sync::{LazyLock, OnceLock};
use thiserror::Error;

/// Each takes 19 MiB and a core for some ten milliseconds.
static TURNS: LazyLock<WorkQueue> = LazyLock::new(|| {
    WorkQueue::new(WorkQueueLimits {
        at_once: 2,
        of_address: 64,
        in_all: 1024,
    })
});

/// Why a password was not hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum HashingError {
    /// Too many wait already.
    #[error("too many passwords wait to be hashed")]
    Full,
    /// The hashing failed.
    #[error("the password could not be hashed")]
    Failed,
}

impl From<WorkError> for HashingError {
    fn from(error: WorkError) -> HashingError {
        match error {
            WorkError::Full(_) => HashingError::Full,
            WorkError::Interrupted => HashingError::Failed,
        }
    }
}

/// What is wrong with a new password, if anything.
pub(crate) fn fault(password: &str) -> Option<&'static str> {
    match password.chars().count() {
        0..8 => Some("A password must have at least 8 characters."),
        8..=200 => None,
        _ => Some("A password can have at most 200 characters."),
    }
}

fn hash_now(password: &str) -> Result<String, HashingError> {
    let hash = Argon2::default()
        .hash_password(password.as_bytes())
        .map_err(|_| HashingError::Failed)?;
    Ok(hash.to_string())
}

/// Hashes a password for somebody at an address.
pub(crate) async fn hash_for(address: IpAddr, password: String) -> Result<String, HashingError> {
    TURNS.run(address, move || hash_now(&password)).await?
}

/// Hashes a password for the operator.
pub(crate) async fn hash(password: String) -> Result<String, HashingError> {
    hash_for(OWN_WORK, password).await
}

/// Whether a password is the one that was hashed. Without a hash it takes as long, so
/// that nobody learns which names exist.
pub(crate) async fn verify(
    address: IpAddr,
    password: String,
    hash: Option<String>,
) -> Result<bool, HashingError> {
    static DUMMY: OnceLock<String> = OnceLock::new();
    let verifying = TURNS.run(address, move || {
        let known = hash.is_some();
        let dummy = || DUMMY.get_or_init(|| hash_now("nobody's").unwrap_or_default());
        let hash = hash.unwrap_or_else(|| dummy().clone());
        let Ok(hash) = PasswordHash::new(&hash) else {
            return false;
        };
        let right = Argon2::default()
            .verify_password(password.as_bytes(), &hash)
            .is_ok();
        right && known
    });
    Ok(verifying.await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_password_is_right() {
        let kept = hash("correct horse".into()).await.unwrap();
        assert!(kept.starts_with("$argon2id$"));
        let is_right = async |password: &str, kept: Option<&str>| {
            let kept = kept.map(str::to_owned);
            verify(OWN_WORK, password.into(), kept).await.unwrap()
        };
        assert!(is_right("correct horse", Some(&kept)).await);
        assert!(!is_right("wrong horse", Some(&kept)).await);
        assert!(!is_right("correct horse", None).await);
    }
}
