//! Sessions in browsers.

use super::accounts::is_password;
use super::database::Store;
use super::devices::add_device;
use super::error::StoreResult;
use super::turns::hold_person;

/// A session that begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSession {
    /// The hash of its secret.
    pub hash: String,
    /// Whose it is.
    pub user: String,
    /// The Argon2 hash that the person's password was compared with; `None` for a guest.
    pub password: Option<String>,
    /// When it begins.
    pub created: i64,
    /// When it expires.
    pub expires: i64,
    /// The hash of the secret of another session, which ends.
    pub instead_of: Option<String>,
    /// The hash of the secret of the browser, if it is to be known from now on.
    pub device: Option<String>,
}

impl Store {
    /// Begins a session, unless the password has changed since it was compared. Returns whether
    /// it did.
    ///
    /// # Errors
    /// [`StoreError::PersonLeft`](super::StoreError::PersonLeft) if the person is deleted or banned.
    pub async fn begin_session(&self, new: NewSession) -> StoreResult<bool> {
        let backend = self.backend();
        self.write_in_turn(vec![new.user.clone()], move |connection| {
            Box::pin(async move {
                hold_person(backend, connection, &new.user).await?;
                if let Some(password) = &new.password
                    && !is_password(connection, &new.user, password).await?
                {
                    return Ok(false);
                }
                if let Some(old) = new.instead_of {
                    sqlx::query("DELETE FROM sessions WHERE hash = $1")
                        .bind(old)
                        .execute(&mut *connection)
                        .await?;
                }
                sqlx::query(
                    "INSERT INTO sessions (hash, user_id, created, expires) \
                     VALUES ($1, $2, $3, $4)",
                )
                .bind(new.hash)
                .bind(new.user.clone())
                .bind(new.created)
                .bind(new.expires)
                .execute(&mut *connection)
                .await?;
                if let Some(device) = new.device {
                    add_device(connection, device, new.user, new.created).await?;
                }
                Ok(true)
            })
        })
        .await
    }

    /// Ends a session.
    pub async fn end_session(&self, hash: &str) -> StoreResult<()> {
        let query = sqlx::query("DELETE FROM sessions WHERE hash = $1").bind(hash);
        self.execute(query).await?;
        Ok(())
    }

    /// Ends all sessions of a person; those that have expired, of anybody, too.
    pub async fn end_sessions(&self, user: &str, now: i64) -> StoreResult<()> {
        let query = sqlx::query("DELETE FROM sessions WHERE user_id = $1 OR expires <= $2")
            .bind(user)
            .bind(now);
        self.execute(query).await?;
        Ok(())
    }

    /// When the sessions of a person began, and when they expire.
    pub async fn sessions_of(&self, user: &str) -> StoreResult<Vec<(i64, i64)>> {
        let rows = sqlx::query_as(
            "SELECT created, expires FROM sessions WHERE user_id = $1 ORDER BY created",
        )
        .bind(user)
        .fetch_all(self.reads())
        .await?;
        Ok(rows)
    }
}
