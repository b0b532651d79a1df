//! Passwords: Argon2id, on blocking threads, few at a time.

use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Argon2, PasswordHash};
use std::sync::OnceLock;
use thiserror::Error;
use tokio::sync::Semaphore;

/// Each takes 19 MiB and a core for some ten milliseconds.
static AT_ONCE: Semaphore = Semaphore::const_new(2);

/// The hashing failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the password could not be hashed")]
pub struct HashingFailed;

/// What is wrong with a new password, if anything.
pub(crate) fn fault(password: &str) -> Option<&'static str> {
    match password.chars().count() {
        0..8 => Some("A password has at least 8 characters."),
        8..=200 => None,
        _ => Some("A password has at most 200 characters."),
    }
}

fn hash_now(password: &str) -> Result<String, HashingFailed> {
    let hash = Argon2::default()
        .hash_password(password.as_bytes())
        .map_err(|_| HashingFailed)?;
    Ok(hash.to_string())
}

/// Hashes a password.
pub(crate) async fn hash(password: String) -> Result<String, HashingFailed> {
    let _turn = AT_ONCE.acquire().await.map_err(|_| HashingFailed)?;
    tokio::task::spawn_blocking(move || hash_now(&password))
        .await
        .map_err(|_| HashingFailed)?
}

/// Whether a password is the one that was hashed. Without a hash it takes as long, so
/// that nobody learns which names exist.
pub(crate) async fn verify(password: String, hash: Option<String>) -> Result<bool, HashingFailed> {
    static DUMMY: OnceLock<String> = OnceLock::new();
    let _turn = AT_ONCE.acquire().await.map_err(|_| HashingFailed)?;
    tokio::task::spawn_blocking(move || {
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
    })
    .await
    .map_err(|_| HashingFailed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_password_is_right() {
        let kept = hash("correct horse".into()).await.unwrap();
        assert!(kept.starts_with("$argon2id$"));
        assert!(
            verify("correct horse".into(), Some(kept.clone()))
                .await
                .unwrap()
        );
        assert!(!verify("wrong horse".into(), Some(kept)).await.unwrap());
        assert!(!verify("correct horse".into(), None).await.unwrap());
    }
}
