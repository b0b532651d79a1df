//! Deleting people. At once nobody can act as them any more, and their names are gone. What else
//! is kept of them is deleted a little at a time: there is one writer, and everybody's moves wait
//! for it.

use super::backend::Backend;
use super::database::Store;
use super::definitions::unused_definition;
use super::error::StoreResult;
use super::listed::{find_of_all, run_for_all};
use super::turns::lock_person;
use sqlx::AnyConnection;
use std::time::{Duration, Instant};

/// Deletes all that people can act with.
pub(super) const REVOKE: [&str; 4] = [
    "DELETE FROM sessions WHERE user_id IN ($all)",
    "DELETE FROM devices WHERE user_id IN ($all)",
    "DELETE FROM tokens WHERE user_id IN ($all)",
    "DELETE FROM seeks WHERE user_id IN ($all)",
];
/// Withdraws what people have published. Games by it go on.
pub(super) const WITHDRAW: &str = "DELETE FROM published WHERE author IN ($all)";
pub(super) const STOP_ANALYSES: &str = "DELETE FROM analysis_jobs WHERE person IN ($all)";
/// Lets people leave: their names are gone, and the rest is to be deleted. A name cannot have a
/// space, so the new one is nobody's.
const LEAVE: [&str; 4] = [
    WITHDRAW,
    STOP_ANALYSES,
    "UPDATE users SET name = 'deleted', folded = 'deleted ' || id, password = NULL, \
     settings = '{}', network = '', deleted = 1 WHERE id IN ($all)",
    "INSERT INTO leavers (person) SELECT id FROM users WHERE id IN ($all) \
     ON CONFLICT (person) DO NOTHING",
];

/// How many rows a statement deletes if they may be large: an analysis has up to half a megabyte,
/// and SQLite overwrites what it deletes.
const LARGE: i64 = 5;
/// How many rows a statement deletes if they are small.
const SMALL: i64 = 200;
/// Deletes what is kept of a leaver, besides the row in `users` and the games: at most as many
/// rows as stand beside it.
const FORGET: [(&str, i64); 11] = [
    (
        "DELETE FROM playtests WHERE id IN \
         (SELECT id FROM playtests WHERE person = $1 LIMIT $2)",
        LARGE,
    ),
    (
        "DELETE FROM study_jobs WHERE (kind, subject) IN \
         (SELECT kind, subject FROM study_jobs WHERE person = $1 LIMIT $2)",
        SMALL,
    ),
    (
        "DELETE FROM reports WHERE subject IN (SELECT subject FROM reports \
         WHERE subject IN (SELECT id FROM analyses WHERE user_id = $1) LIMIT $2)",
        LARGE,
    ),
    (
        "UPDATE reports SET person = '' WHERE subject IN \
         (SELECT subject FROM reports WHERE person = $1 LIMIT $2)",
        LARGE,
    ),
    (
        "DELETE FROM rating_history WHERE (user_id, game, games) IN \
         (SELECT user_id, game, games FROM rating_history WHERE user_id = $1 LIMIT $2)",
        SMALL,
    ),
    (
        "DELETE FROM progress WHERE (user_id, item) IN \
         (SELECT user_id, item FROM progress WHERE user_id = $1 LIMIT $2)",
        SMALL,
    ),
    (
        "DELETE FROM ratings WHERE (user_id, game) IN \
         (SELECT user_id, game FROM ratings WHERE user_id = $1 LIMIT $2)",
        SMALL,
    ),
    (
        "DELETE FROM totals WHERE user_id IN \
         (SELECT user_id FROM totals WHERE user_id = $1 LIMIT $2)",
        SMALL,
    ),
    (
        "DELETE FROM analyses WHERE id IN \
         (SELECT id FROM analyses WHERE user_id = $1 LIMIT $2)",
        LARGE,
    ),
    (
        concat!(
            "DELETE FROM definitions WHERE hash IN \
             (SELECT hash FROM definitions WHERE author = $1 AND ",
            unused_definition!(),
            " LIMIT $2)"
        ),
        LARGE,
    ),
    (
        "UPDATE definitions SET author = NULL WHERE hash IN \
         (SELECT hash FROM definitions WHERE author = $1 LIMIT $2)",
        LARGE,
    ),
];
/// What is left when all that is done. Guests without games leave no row.
const FORGOTTEN: [&str; 2] = [
    "DELETE FROM leavers WHERE person IN ($all)",
    "DELETE FROM users WHERE id IN ($all) AND guest + deleted = 2 \
     AND NOT EXISTS (SELECT 1 FROM games WHERE games.white_user = users.id) \
     AND NOT EXISTS (SELECT 1 FROM games WHERE games.black_user = users.id)",
];
/// Those of some people who neither play nor have played any game that is kept.
const WITHOUT_GAMES: &str = "SELECT id FROM users WHERE id IN ($all) \
     AND NOT EXISTS (SELECT 1 FROM games WHERE games.white_user = users.id) \
     AND NOT EXISTS (SELECT 1 FROM games WHERE games.black_user = users.id)";

/// How many leavers a transaction forgets.
const AT_ONCE: i64 = 20;
/// A transaction that has run this long begins with no other leaver.
const ENOUGH: Duration = Duration::from_millis(50);
/// How many transactions a request to delete an account waits for. Sweeps do the rest.
const TRANSACTIONS: usize = 10;

/// Lets people leave. What is kept of them is still to be deleted.
async fn leave(connection: &mut AnyConnection, people: &[String]) -> StoreResult<()> {
    run_for_all(connection, people, &REVOKE).await?;
    run_for_all(connection, people, &LEAVE).await?;
    Ok(())
}

/// Whether a leaver is still to be forgotten, by this transaction. On PostgreSQL another node may be
/// at it: then what it deletes would be missing here, and look as if there was nothing more.
async fn is_ours_to_forget(
    backend: Backend,
    connection: &mut AnyConnection,
    leaver: &str,
) -> StoreResult<bool> {
    let query = match backend {
        Backend::Sqlite => "SELECT person FROM leavers WHERE person = $1",
        Backend::Postgres => "SELECT person FROM leavers WHERE person = $1 FOR UPDATE SKIP LOCKED",
    };
    let query = sqlx::query_scalar(query).bind(leaver.to_owned());
    let found: Option<String> = query.fetch_optional(connection).await?;
    Ok(found.is_some())
}

/// Deletes some of what is kept of a leaver. Returns whether there is more.
async fn forget_some(
    backend: Backend,
    connection: &mut AnyConnection,
    leaver: String,
) -> StoreResult<bool> {
    if !is_ours_to_forget(backend, connection, &leaver).await? {
        return Ok(false);
    }
    for (statement, limit) in FORGET {
        let query = sqlx::query(statement).bind(leaver.clone()).bind(limit);
        let rows = query.execute(&mut *connection).await?.rows_affected();
        if i64::try_from(rows).is_ok_and(|rows| rows >= limit) {
            return Ok(true);
        }
    }
    run_for_all(connection, &[leaver], &FORGOTTEN).await?;
    Ok(false)
}

/// Lets those of some guests leave who have no games. Returns how many.
pub(super) async fn let_guests_leave(
    connection: &mut AnyConnection,
    guests: &[String],
) -> StoreResult<u64> {
    let gone = find_of_all(connection, guests, WITHOUT_GAMES).await?;
    leave(connection, &gone).await?;
    Ok(gone.len() as u64)
}

/// Deletes some of what is kept of those who have left. Returns whether there is more.
pub(super) async fn forget_leavers(
    backend: Backend,
    connection: &mut AnyConnection,
) -> StoreResult<bool> {
    let begun = Instant::now();
    let query =
        sqlx::query_scalar("SELECT person FROM leavers WHERE person > $1 ORDER BY person LIMIT $2");
    let query = query.bind("").bind(AT_ONCE);
    let leavers: Vec<String> = query.fetch_all(&mut *connection).await?;
    let may_be_more = leavers.len() as i64 == AT_ONCE;
    for leaver in leavers {
        if begun.elapsed() > ENOUGH || forget_some(backend, connection, leaver).await? {
            return Ok(true);
        }
    }
    Ok(may_be_more)
}

impl Store {
    /// Deletes a guest who has done nothing yet. Returns whether it did: with a game the guest stays.
    pub async fn delete_new_guest(&self, id: &str) -> StoreResult<bool> {
        let backend = self.backend();
        let id = id.to_owned();
        self.write_in_turn(vec![id.clone()], move |connection| {
            Box::pin(async move {
                let is_gone = let_guests_leave(connection, std::slice::from_ref(&id)).await? > 0;
                if is_gone {
                    forget_some(backend, connection, id).await?;
                }
                Ok(is_gone)
            })
        })
        .await
    }

    /// Forgets a person. The games stay, with a name that says nothing. Of somebody who has stored
    /// much, some is deleted later, by [`Store::sweep`].
    ///
    /// # Errors
    /// Those of the database, as long as the person is not deleted.
    pub async fn delete_account(&self, user: &str) -> StoreResult<()> {
        let backend = self.backend();
        let person = user.to_owned();
        self.write_in_turn(vec![person.clone()], move |connection| {
            Box::pin(async move {
                lock_person(backend, connection, &person).await?;
                leave(connection, &[person]).await
            })
        })
        .await?;
        for _ in 0..TRANSACTIONS {
            let leaver = user.to_owned();
            let forgetting =
                self.write(move |connection| Box::pin(forget_some(backend, connection, leaver)));
            match forgetting.await {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    tracing::warn!(%error, "a deleted account is forgotten later");
                    break;
                }
            }
        }
        Ok(())
    }
}
