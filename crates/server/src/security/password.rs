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
        0..8 => Some("A password must have at least 8 characters."),
        8..=200 => None,
        _ => Some("A password can have at most 200 characters."),
    }
}

fn hash_now(password: &str) -> Result<String, HashingFailed> {
    let hash = Argon2::default()
        .hash_password(password.as_bytes())
        .map_err(|_| HashingFailed)?;
    Ok(hash.to_string())
}

/// Runs work on a thread that may block, when it has a turn. The turn lasts as long as the
/// work, even if the one who asked has gone.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, HashingFailed> {
    let turn = AT_ONCE.acquire().await.map_err(|_| HashingFailed)?;
    let done = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        work()
    });
    done.await.map_err(|_| HashingFailed)
}

/// Hashes a password.
pub(crate) async fn hash(password: String) -> Result<String, HashingFailed> {
    blocking(move || hash_now(&password)).await?
}

/// Whether a password is the one that was hashed. Without a hash it takes as long, so
/// that nobody learns which names exist.
pub(crate) async fn verify(password: String, hash: Option<String>) -> Result<bool, HashingFailed> {
    static DUMMY: OnceLock<String> = OnceLock::new();
    blocking(move || {
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

        // Those who ask and go away keep no more threads busy than others.
        let (go, gone) = std::sync::mpsc::channel::<()>();
        let asked = tokio::spawn(blocking(move || gone.recv()));
        while AT_ONCE.available_permits() == 2 {
            tokio::task::yield_now().await;
        }
        asked.abort();
        assert!(asked.await.unwrap_err().is_cancelled());
        assert_eq!(AT_ONCE.available_permits(), 1);
        go.send(()).unwrap();
    }
}
