//! People and their tokens.

use super::database::Store;
use super::error::{StoreError, StoreResult, is_unique};
use super::leavers::{REVOKE, STOP_ANALYSES, WITHDRAW};
use super::listed::run_for_all;
use super::turns::{check_person, hold_person, lock_person};
use sqlx::{AnyConnection, FromRow};

/// A person, or a guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The identity, which does not change.
    pub id: String,
    /// The name that others see.
    pub name: String,
    /// Whether it has no password.
    pub guest: bool,
    /// The Argon2 hash.
    pub password: Option<String>,
    /// What the person has chosen, as JSON.
    pub settings: String,
    /// Whether it may not play.
    pub banned: bool,
    /// When it was made.
    pub created: i64,
    /// A keyed hash of the address that it was made from, as long as it shares its turns with
    /// others of that address; then empty. [`Store::sweep`] says when.
    pub address: String,
}

impl Account {
    /// Whether it takes turns of its own. Anybody can have many guests and new accounts, so
    /// those of one address share the turns of one person.
    pub fn has_own_turns(&self) -> bool {
        self.address.is_empty()
    }
}

/// A token of a bot, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct StoredToken {
    /// Its ID.
    pub id: String,
    /// What its owner calls it.
    pub label: String,
    /// When it was made.
    pub created: i64,
    /// What it may do: words separated by spaces.
    pub scopes: String,
}

/// A row of the table `users`.
#[derive(FromRow)]
struct AccountRow {
    id: String,
    name: String,
    guest: i64,
    password: Option<String>,
    settings: String,
    banned: i64,
    created: i64,
    network: String,
}

impl From<AccountRow> for Account {
    fn from(row: AccountRow) -> Account {
        Account {
            id: row.id,
            name: row.name,
            guest: row.guest != 0,
            password: row.password,
            settings: row.settings,
            banned: row.banned != 0,
            created: row.created,
            address: row.network,
        }
    }
}

/// A name as it is looked up: no two people have names that differ only in case.
pub(crate) fn fold(name: &str) -> String {
    name.to_lowercase()
}

/// The columns of an [`AccountRow`].
macro_rules! account_columns {
    () => {
        "u.id, u.name, u.guest, u.password, u.settings, u.banned, u.created, u.network"
    };
}

/// Adds the columns of an account to a query.
macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT ", account_columns!(), " FROM users u ", $rest)
    };
}

/// Ends the playtests of a person before their time. What they have found so far stays.
const STOP_PLAYTESTS: &str = "UPDATE playtests SET state = 'over', ended_by = 'stopped', \
     ended = $2, lease = 0, address = '' WHERE person = $1 AND state = 'waiting'";
const STOP_REPORTS: &str = "DELETE FROM study_jobs WHERE person IN ($all) AND kind = 'report'";

/// Whether the stored hash of a person's password is still this one. It may have changed while
/// the password was compared with it.
pub(super) async fn is_password(
    connection: &mut AnyConnection,
    user: &str,
    password: &str,
) -> StoreResult<bool> {
    let stored: Option<Option<String>> =
        sqlx::query_scalar("SELECT password FROM users WHERE id = $1")
            .bind(user.to_owned())
            .fetch_optional(connection)
            .await?;
    Ok(stored.flatten().as_deref() == Some(password))
}

impl Store {
    /// Adds a person.
    ///
    /// # Errors
    /// [`StoreError::Taken`] if someone has the name.
    pub async fn add_account(&self, account: Account) -> StoreResult<()> {
        self.write(move |connection| {
            Box::pin(async move {
                let done = sqlx::query(
                    "INSERT INTO users \
                     (id, name, folded, guest, password, settings, created, seen, network) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                )
                .bind(account.id)
                .bind(account.name.clone())
                .bind(fold(&account.name))
                .bind(i64::from(account.guest))
                .bind(account.password)
                .bind(account.settings)
                .bind(account.created)
                .bind(account.created)
                .bind(account.address)
                .execute(connection)
                .await;
                unique(done)?;
                Ok(())
            })
        })
        .await
    }

    /// Makes a guest a registered person, who keeps the games. Returns whether it is done: the
    /// guest may have registered or gone meanwhile.
    ///
    /// # Errors
    /// [`StoreError::Taken`] if someone has the name.
    pub async fn promote_guest(&self, id: &str, name: &str, password: &str) -> StoreResult<bool> {
        let (id, name, password) = (id.to_owned(), name.to_owned(), password.to_owned());
        self.write_in_turn(vec![id.clone()], move |connection| {
            Box::pin(async move {
                let done = sqlx::query(
                    "UPDATE users SET name = $1, folded = $2, guest = 0, password = $3 \
                     WHERE id = $4 AND guest = 1 AND deleted = 0 AND banned = 0",
                )
                .bind(name.clone())
                .bind(fold(&name))
                .bind(password)
                .bind(id)
                .execute(connection)
                .await;
                Ok(unique(done)? > 0)
            })
        })
        .await
    }

    /// The person with an identity.
    pub async fn account(&self, id: &str) -> StoreResult<Option<Account>> {
        let row: Option<AccountRow> = sqlx::query_as(select!("WHERE u.id = $1 AND u.deleted = 0"))
            .bind(id)
            .fetch_optional(self.reads())
            .await?;
        Ok(row.map(Account::from))
    }

    /// The person with a name, however it is capitalised.
    pub async fn account_named(&self, name: &str) -> StoreResult<Option<Account>> {
        let row: Option<AccountRow> =
            sqlx::query_as(select!("WHERE u.folded = $1 AND u.deleted = 0"))
                .bind(fold(name))
                .fetch_optional(self.reads())
                .await?;
        Ok(row.map(Account::from))
    }

    /// All people, newest first, without guests.
    pub async fn accounts(&self, limit: i64) -> StoreResult<Vec<Account>> {
        let rows: Vec<AccountRow> = sqlx::query_as(select!(
            "WHERE u.guest = 0 AND u.deleted = 0 ORDER BY u.created DESC LIMIT $1"
        ))
        .bind(limit)
        .fetch_all(self.reads())
        .await?;
        Ok(rows.into_iter().map(Account::from).collect())
    }

    /// The person of a session that has not expired, by the hash of its secret.
    pub async fn session(&self, hash: &str, now: i64) -> StoreResult<Option<Account>> {
        let row: Option<AccountRow> = sqlx::query_as(select!(
            "JOIN sessions s ON s.user_id = u.id \
             WHERE s.hash = $1 AND s.expires > $2 AND u.deleted = 0"
        ))
        .bind(hash)
        .bind(now)
        .fetch_optional(self.reads())
        .await?;
        Ok(row.map(Account::from))
    }

    /// The person of a bot's token, by the hash of its secret, and what it may do.
    pub async fn token_owner(&self, hash: &str) -> StoreResult<Option<(Account, String)>> {
        #[derive(FromRow)]
        struct OwnerRow {
            #[sqlx(flatten)]
            account: AccountRow,
            scopes: String,
        }
        let row: Option<OwnerRow> = sqlx::query_as(concat!(
            "SELECT ",
            account_columns!(),
            ", t.scopes FROM users u JOIN tokens t ON t.user_id = u.id \
             WHERE t.hash = $1 AND u.deleted = 0"
        ))
        .bind(hash)
        .fetch_optional(self.reads())
        .await?;
        Ok(row.map(|row| (row.account.into(), row.scopes)))
    }

    /// Sets a password's hash, and ends all sessions and forgets all browsers of the person at
    /// the same time. If the person has asked for it, `compared` is the hash that the old password
    /// was compared with; if an operator has, tokens end, too: somebody else may have made them.
    /// Returns whether it did: the password may have changed since.
    ///
    /// # Errors
    /// [`StoreError::PersonLeft`] if the person has asked for it, and is deleted or banned.
    pub async fn change_password(
        &self,
        user: &str,
        password: &str,
        compared: Option<&str>,
    ) -> StoreResult<bool> {
        let (user, password) = (user.to_owned(), password.to_owned());
        let compared = compared.map(str::to_owned);
        let by_operator = compared.is_none();
        let backend = self.backend();
        self.write_in_turn(vec![user.clone()], move |connection| {
            Box::pin(async move {
                lock_person(backend, connection, &user).await?;
                if let Some(compared) = compared {
                    check_person(connection, &user).await?;
                    if !is_password(connection, &user, &compared).await? {
                        return Ok(false);
                    }
                }
                sqlx::query("UPDATE users SET password = $1 WHERE id = $2 AND guest = 0")
                    .bind(password)
                    .bind(user.clone())
                    .execute(&mut *connection)
                    .await?;
                let forget = [
                    "DELETE FROM sessions WHERE user_id IN ($all)",
                    "DELETE FROM devices WHERE user_id IN ($all)",
                ];
                let person = [user];
                run_for_all(connection, &person, &forget).await?;
                if by_operator {
                    let tokens = ["DELETE FROM tokens WHERE user_id IN ($all)"];
                    run_for_all(connection, &person, &tokens).await?;
                }
                Ok(true)
            })
        })
        .await
    }

    /// Keeps what a person has chosen.
    ///
    /// # Errors
    /// [`StoreError::PersonLeft`] if the person is deleted or banned.
    pub async fn set_settings(&self, user: &str, settings: &str) -> StoreResult<()> {
        let (user, settings) = (user.to_owned(), settings.to_owned());
        self.write_in_turn(vec![user.clone()], move |connection| {
            Box::pin(async move {
                let query = sqlx::query(
                    "UPDATE users SET settings = $1 WHERE id = $2 AND deleted = 0 AND banned = 0",
                );
                let query = query.bind(settings).bind(user);
                match query.execute(connection).await?.rows_affected() {
                    0 => Err(StoreError::PersonLeft),
                    _ => Ok(()),
                }
            })
        })
        .await
    }

    /// Bans a person from playing and signing in, or lifts the ban. A ban also ends the
    /// playtests, reports and analyses that the person waits for.
    pub async fn set_banned(&self, user: &str, banned: bool, now: i64) -> StoreResult<()> {
        let user = user.to_owned();
        let backend = self.backend();
        self.write_in_turn(vec![user.clone()], move |connection| {
            Box::pin(async move {
                lock_person(backend, connection, &user).await?;
                sqlx::query("UPDATE users SET banned = $1 WHERE id = $2")
                    .bind(i64::from(banned))
                    .bind(user.clone())
                    .execute(&mut *connection)
                    .await?;
                if banned {
                    let person = [user];
                    let end = [WITHDRAW, STOP_REPORTS, STOP_ANALYSES];
                    run_for_all(connection, &person, &REVOKE).await?;
                    run_for_all(connection, &person, &end).await?;
                    let [person] = person;
                    sqlx::query(STOP_PLAYTESTS)
                        .bind(person)
                        .bind(now)
                        .execute(connection)
                        .await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// The people who are banned.
    pub async fn banned(&self) -> StoreResult<Vec<String>> {
        let ids = sqlx::query_scalar("SELECT id FROM users WHERE banned = 1")
            .fetch_all(self.reads())
            .await?;
        Ok(ids)
    }

    /// Adds a token, unless the person has that many already. Returns whether it did.
    ///
    /// # Errors
    /// [`StoreError::PersonLeft`] if the person is deleted or banned.
    pub async fn add_token(
        &self,
        user: &str,
        hash: &str,
        token: StoredToken,
        limit: usize,
    ) -> StoreResult<bool> {
        let backend = self.backend();
        let (user, hash) = (user.to_owned(), hash.to_owned());
        self.write_in_turn(vec![user.clone()], move |connection| {
            Box::pin(async move {
                hold_person(backend, connection, &user).await?;
                let query = sqlx::query(
                    "INSERT INTO tokens (id, hash, user_id, label, created, scopes) \
                     SELECT $1, $2, $3, $4, $5, $6 \
                     WHERE (SELECT COUNT(*) FROM tokens WHERE user_id = $3) < $7",
                )
                .bind(token.id)
                .bind(hash)
                .bind(user)
                .bind(token.label)
                .bind(token.created)
                .bind(token.scopes)
                .bind(i64::try_from(limit).unwrap_or(i64::MAX));
                Ok(query.execute(connection).await?.rows_affected() > 0)
            })
        })
        .await
    }

    /// The tokens of a person.
    pub async fn tokens(&self, user: &str) -> StoreResult<Vec<StoredToken>> {
        let tokens = sqlx::query_as(
            "SELECT id, label, created, scopes FROM tokens WHERE user_id = $1 ORDER BY created",
        )
        .bind(user)
        .fetch_all(self.reads())
        .await?;
        Ok(tokens)
    }

    /// Deletes a token of a person. Returns the hash of its secret if there was one.
    pub async fn remove_token(&self, user: &str, id: &str) -> StoreResult<Option<String>> {
        let (user, id) = (user.to_owned(), id.to_owned());
        self.write(move |connection| {
            Box::pin(async move {
                let hash = sqlx::query_scalar(
                    "DELETE FROM tokens WHERE user_id = $1 AND id = $2 RETURNING hash",
                )
                .bind(user)
                .bind(id)
                .fetch_optional(connection)
                .await?;
                Ok(hash)
            })
        })
        .await
    }
}

/// The number of rows that were written. An error about a value that must be unique becomes
/// [`StoreError::Taken`].
fn unique(done: Result<sqlx::any::AnyQueryResult, sqlx::Error>) -> StoreResult<u64> {
    match done {
        Ok(done) => Ok(done.rows_affected()),
        Err(error) if is_unique(&error) => Err(StoreError::Taken),
        Err(error) => Err(error.into()),
    }
}
