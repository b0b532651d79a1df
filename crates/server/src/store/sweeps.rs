//! Deleting what nobody needs any more, a little at a time.
//!
//! There is one writer, so a sweep is many short transactions: other writes come between, and
//! what one of them has done stays done, whatever becomes of the next. A statement is about
//! several rows at once, since each is a round trip to the database.

use super::backend::Backend;
use super::background_jobs::BACKGROUND_JOB_ATTEMPTS;
use super::database::Store;
use super::definitions::unused_definition;
use super::error::{StoreError, StoreResult};
use super::leavers::{forget_leavers, let_guests_leave};
use super::listed::{find_of_all, run_for_all};
use super::playtests::PLAYTEST_ATTEMPTS;
use super::settings;
use super::sign_ins::REMEMBERED_MS;
use crate::game::time_control::DAY_MS;
use futures_util::future::BoxFuture;
use sqlx::AnyConnection;

/// How long guests without games are kept. Their sessions last as long, and an hour
/// is added for a session that began later than the guest.
const GUEST_MS: i64 = 30 * DAY_MS + 3_600_000;
/// How long a registered account shares its turns with the others of its address. The keyed
/// hash of its address is kept as long.
const SHARED_TURNS_MS: i64 = 7 * DAY_MS;
/// How long the keys of actions are kept after the end of their game.
const KEYS_MS: i64 = 30 * DAY_MS;
/// How long a browser is known after somebody has signed in with it.
const DEVICE_MS: i64 = 365 * DAY_MS;
/// How long analyses that nobody owns are kept.
const ANALYSIS_MS: i64 = 365 * DAY_MS;
/// How long a game that was aborted before both sides had moved is kept.
const ABORTED_MS: i64 = DAY_MS;
/// How long a game waits for its second player.
const OPEN_GAME_MS: i64 = 28 * DAY_MS;
/// How long a definition is kept that has no author and that nothing refers to.
const UNUSED_DEFINITION_MS: i64 = DAY_MS;
/// How long moves that were played in only one game are kept in the tree of openings.
const RARE_OPENING_MS: i64 = 365 * DAY_MS;
/// How long a game of this server is known to be in the tree. It is counted once, when it ends.
/// Only work that a node left unfinished can come a second time, and it comes within minutes.
const COUNTED_GAME_MS: i64 = 30 * DAY_MS;
/// How many guests, games or definitions are looked at in one transaction.
const AT_ONCE: i64 = 20;
/// How many analyses are deleted in one transaction. They may be large.
const ANALYSES_AT_ONCE: i64 = 5;
/// How many rows a statement deletes that looks at nothing but their times.
const ROWS: i64 = 200;
/// How many transactions of one kind are in a sweep. What is left is for the next.
const MOST_TRANSACTIONS: usize = 20;

/// The query for games that are over, the one that was last changed first.
const FINISHED: &str = "SELECT id, updated FROM games WHERE state = 'over' AND updated >= $1 \
     AND (updated > $1 OR id > $2) AND updated <= $3 ORDER BY updated, id LIMIT $4";

/// Rows that are looked at once, in the order of their times.
#[derive(Clone, Copy)]
struct Walk {
    /// The name of the setting that says how far the walk has come.
    mark: &'static str,
    /// The query for the next rows: their IDs and their times.
    rows: &'static str,
}

/// Each guest is looked at once: after so long none can sign in again, since the session has
/// expired.
const GUESTS: Walk = Walk {
    mark: "guests_swept",
    rows: "SELECT id, created FROM users WHERE guest = 1 AND created >= $1 \
           AND (created > $1 OR id > $2) AND created <= $3 ORDER BY created, id LIMIT $4",
};
/// Games whose keys are deleted.
const KEYS: Walk = Walk {
    mark: "keys_swept",
    rows: FINISHED,
};
/// Games that are deleted if they were aborted.
const ABORTED: Walk = Walk {
    mark: "aborted_swept",
    rows: FINISHED,
};

/// Games that are deleted if nobody has taken the empty seat.
const OPEN_GAMES: Walk = Walk {
    mark: "open_swept",
    rows: "SELECT id, updated FROM games WHERE state = 'open' AND updated >= $1 \
           AND (updated > $1 OR id > $2) AND updated <= $3 ORDER BY updated, id LIMIT $4",
};

/// Those of some games that nobody has joined meanwhile at another node. On PostgreSQL nobody can
/// until the transaction is committed.
fn still_open(backend: Backend) -> &'static str {
    match backend {
        Backend::Sqlite => "SELECT id FROM games WHERE id IN ($all) AND state = 'open'",
        Backend::Postgres => {
            "SELECT id FROM games WHERE id IN ($all) AND state = 'open' FOR UPDATE"
        }
    }
}

/// Those of some games that were aborted before both sides had moved. Games that the server has
/// aborted later have moves that somebody may want to see.
const UNBEGUN: &str = "SELECT id FROM games WHERE id IN ($all) AND seq < 2 \
     AND outcome LIKE '%\"reason\":\"aborted\"%'";
/// Deletes games that have hardly begun.
const DELETE_GAMES: [&str; 6] = [
    "DELETE FROM keys WHERE game IN ($all)",
    "DELETE FROM jobs WHERE game IN ($all)",
    "DELETE FROM moves WHERE game IN ($all)",
    "DELETE FROM reports WHERE subject IN ($all)",
    "DELETE FROM study_jobs WHERE kind IN ('report', 'opening') AND subject IN ($all)",
    "DELETE FROM games WHERE id IN ($all)",
];
/// The query for old analyses that nobody owns. SQLite does not know how many have no owner: if
/// it is not told which index to use, it reads all of them, and sorts them.
macro_rules! old_analyses {
    ($index:literal) => {
        concat!(
            "SELECT id FROM analyses",
            $index,
            " WHERE user_id IS NULL AND created <= $1 ORDER BY created LIMIT $2"
        )
    };
}
/// Deletes definitions that nobody owns and that nothing refers to. What is said of analyses
/// holds here, too.
macro_rules! delete_definitions {
    ($index:literal) => {
        concat!(
            "DELETE FROM definitions WHERE hash IN (SELECT hash FROM definitions",
            $index,
            " WHERE author IS NULL AND created <= $1 AND ",
            unused_definition!(),
            " ORDER BY created LIMIT $2)"
        )
    };
}

/// Deletes analyses that nobody owns.
const DELETE_ANALYSES: [&str; 3] = [
    "DELETE FROM reports WHERE subject IN ($all)",
    "DELETE FROM study_jobs WHERE kind = 'report' AND subject IN ($all)",
    "DELETE FROM analyses WHERE id IN ($all)",
];
/// Ends what lasts only for a time. `$1` is the time of the last rows that are too old.
const EXPIRE: [(&str, i64); 7] = [
    (
        "DELETE FROM devices WHERE (hash, user_id) IN \
         (SELECT hash, user_id FROM devices WHERE seen <= $1 LIMIT $2)",
        DEVICE_MS,
    ),
    (
        "DELETE FROM failed_sign_ins WHERE name IN \
         (SELECT name FROM failed_sign_ins WHERE last <= $1 LIMIT $2)",
        REMEMBERED_MS,
    ),
    // From then on these accounts take turns of their own: see `Account::address`.
    (
        "UPDATE users SET network = '' WHERE id IN (SELECT id FROM users \
         WHERE guest = 0 AND network <> '' AND created <= $1 LIMIT $2)",
        SHARED_TURNS_MS,
    ),
    // Deleted playtests count for a day, and so do addresses.
    (
        "DELETE FROM playtests WHERE id IN \
         (SELECT id FROM playtests WHERE state = 'deleted' AND created <= $1 LIMIT $2)",
        DAY_MS,
    ),
    (
        "UPDATE analyses SET address = '' WHERE id IN \
         (SELECT id FROM analyses WHERE address > '' AND created <= $1 LIMIT $2)",
        DAY_MS,
    ),
    (
        "DELETE FROM definition_uploads WHERE id IN \
         (SELECT id FROM definition_uploads WHERE created <= $1 LIMIT $2)",
        DAY_MS,
    ),
    (
        "DELETE FROM opening_games WHERE game IN \
         (SELECT game FROM opening_games WHERE counted > 0 AND counted <= $1 LIMIT $2)",
        COUNTED_GAME_MS,
    ),
];

/// What a sweep has deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SweepCounts {
    /// Sessions that had expired.
    pub sessions: u64,
    /// Guests without games.
    pub guests: u64,
    /// Keys of games that have long been over.
    pub keys: u64,
    /// Games that were aborted before both sides had moved.
    pub aborted: u64,
    /// Games whose second player never came.
    pub open: u64,
    /// Definitions without an author that nothing referred to.
    pub definitions: u64,
    /// Moves in the tree of openings that were played once, long ago.
    pub openings: u64,
    /// Whether there is more to look at.
    pub more: bool,
}

impl Store {
    /// Deletes some of what nobody needs: sessions that have expired, the addresses of
    /// registered accounts after a week and of playtests and reports that have failed, guests without games after 30 days, keys of games that
    /// have been over for 30 days, games that have waited for a second player for four weeks,
    /// after a day games that were aborted before both sides had
    /// moved and definitions that nothing refers to, and after a year analyses that nobody owns
    /// and moves of the tree of openings that were played once.
    ///
    /// If something cannot be deleted, the rest is deleted all the same.
    ///
    /// # Errors
    /// The first that happened.
    pub async fn sweep(&self, now: i64) -> StoreResult<SweepCounts> {
        let backend = self.backend();
        let mut sweep = RunningSweep {
            store: self,
            more: false,
            failure: None,
        };
        let sessions = sweep.run(move |to| Box::pin(sweep_sessions(to, now))).await;
        sweep.run(move |to| Box::pin(expire(to, now))).await;
        sweep
            .run(move |to| Box::pin(forget_addresses_of_failed(to, now)))
            .await;
        sweep
            .run(move |to| Box::pin(sweep_analyses(to, backend, now)))
            .await;
        let aborted = sweep.run(move |to| Box::pin(sweep_aborted(to, now))).await;
        let open = sweep.run(move |to| Box::pin(sweep_open(to, backend, now)));
        let open = open.await;
        let definitions = sweep.run(move |to| Box::pin(sweep_definitions(to, backend, now)));
        let definitions = definitions.await;
        let guests = sweep.run(move |to| Box::pin(sweep_guests(to, now))).await;
        sweep
            .run(move |to| Box::pin(sweep_leavers(to, backend)))
            .await;
        let keys = sweep.run(move |to| Box::pin(sweep_keys(to, now))).await;
        let openings = sweep.run(move |to| Box::pin(sweep_openings(to, now))).await;
        match sweep.failure {
            Some(error) => Err(error),
            None => Ok(SweepCounts {
                sessions,
                guests,
                keys,
                aborted,
                open,
                definitions,
                openings,
                more: sweep.more,
            }),
        }
    }
}

/// What one transaction of a sweep has done.
struct SweepPart {
    /// How much it has deleted.
    count: u64,
    /// Whether there is more to look at.
    more: bool,
}

/// A sweep that goes on.
struct RunningSweep<'a> {
    store: &'a Store,
    more: bool,
    failure: Option<StoreError>,
}

impl RunningSweep<'_> {
    /// Runs transactions of one kind until there is no more to look at, or it is enough for now.
    /// Returns how much they have deleted.
    async fn run<F>(&mut self, transaction: F) -> u64
    where
        F: for<'c> FnOnce(&'c mut AnyConnection) -> BoxFuture<'c, StoreResult<SweepPart>>
            + Copy
            + Send
            + 'static,
    {
        let mut count = 0;
        for _ in 0..MOST_TRANSACTIONS {
            match self.store.write(transaction).await {
                Ok(part) => {
                    count += part.count;
                    if !part.more {
                        return count;
                    }
                }
                Err(error) => {
                    self.failure.get_or_insert(error);
                    return count;
                }
            }
        }
        self.more = true;
        count
    }
}

/// Deletes sessions that have expired.
async fn sweep_sessions(connection: &mut AnyConnection, now: i64) -> StoreResult<SweepPart> {
    let query = sqlx::query(
        "DELETE FROM sessions WHERE hash IN \
         (SELECT hash FROM sessions WHERE expires <= $1 LIMIT $2)",
    );
    let done = query.bind(now).bind(ROWS).execute(connection).await?;
    Ok(part_of(done.rows_affected(), ROWS))
}

/// Ends what lasts only for a time.
async fn expire(connection: &mut AnyConnection, now: i64) -> StoreResult<SweepPart> {
    let mut all = SweepPart {
        count: 0,
        more: false,
    };
    for (statement, lasts_ms) in EXPIRE {
        let query = sqlx::query(statement).bind(now - lasts_ms).bind(ROWS);
        let part = part_of(query.execute(&mut *connection).await?.rows_affected(), ROWS);
        all.count += part.count;
        all.more |= part.more;
    }
    Ok(all)
}

/// Forgets the addresses of playtests and reports that were tried too often. They stay, so that
/// whoever asked for them sees that they have failed, but they wait for nothing any more.
async fn forget_addresses_of_failed(
    connection: &mut AnyConnection,
    now: i64,
) -> StoreResult<SweepPart> {
    sqlx::query(
        "UPDATE playtests SET address = '' WHERE state = 'waiting' AND lease <= $1 \
         AND attempts >= $2 AND address <> ''",
    )
    .bind(now)
    .bind(PLAYTEST_ATTEMPTS)
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "UPDATE study_jobs SET address = '' WHERE kind = 'report' AND lease <= $1 \
         AND attempts >= $2 AND address <> ''",
    )
    .bind(now)
    .bind(BACKGROUND_JOB_ATTEMPTS)
    .execute(connection)
    .await?;
    Ok(SweepPart {
        count: 0,
        more: false,
    })
}

/// Deletes analyses that nobody owns.
async fn sweep_analyses(
    connection: &mut AnyConnection,
    backend: Backend,
    now: i64,
) -> StoreResult<SweepPart> {
    let query = match backend {
        Backend::Sqlite => old_analyses!(" INDEXED BY analyses_unowned"),
        Backend::Postgres => old_analyses!(""),
    };
    let query = sqlx::query_scalar(query)
        .bind(now - ANALYSIS_MS)
        .bind(ANALYSES_AT_ONCE);
    let old: Vec<String> = query.fetch_all(&mut *connection).await?;
    run_for_all(connection, &old, &DELETE_ANALYSES).await?;
    Ok(part_of(old.len() as u64, ANALYSES_AT_ONCE))
}

/// Lets guests without games leave.
async fn sweep_guests(connection: &mut AnyConnection, now: i64) -> StoreResult<SweepPart> {
    let (guests, more) = next(connection, GUESTS, now - GUEST_MS).await?;
    let count = let_guests_leave(connection, &guests).await?;
    Ok(SweepPart { count, more })
}

/// Deletes what is kept of those who have left.
async fn sweep_leavers(connection: &mut AnyConnection, backend: Backend) -> StoreResult<SweepPart> {
    let more = forget_leavers(backend, connection).await?;
    Ok(SweepPart { count: 0, more })
}

/// Deletes games that were aborted before both sides had moved.
async fn sweep_aborted(connection: &mut AnyConnection, now: i64) -> StoreResult<SweepPart> {
    let (games, more) = next(connection, ABORTED, now - ABORTED_MS).await?;
    let unbegun = find_of_all(connection, &games, UNBEGUN).await?;
    run_for_all(connection, &unbegun, &DELETE_GAMES).await?;
    let count = unbegun.len() as u64;
    Ok(SweepPart { count, more })
}

/// Deletes games whose second player never came.
async fn sweep_open(
    connection: &mut AnyConnection,
    backend: Backend,
    now: i64,
) -> StoreResult<SweepPart> {
    let (games, more) = next(connection, OPEN_GAMES, now - OPEN_GAME_MS).await?;
    let open = find_of_all(connection, &games, still_open(backend)).await?;
    run_for_all(connection, &open, &DELETE_GAMES).await?;
    let count = open.len() as u64;
    Ok(SweepPart { count, more })
}

/// Deletes the keys of games that have long been over.
async fn sweep_keys(connection: &mut AnyConnection, now: i64) -> StoreResult<SweepPart> {
    let (games, more) = next(connection, KEYS, now - KEYS_MS).await?;
    let delete = ["DELETE FROM keys WHERE game IN ($all)"];
    let count = run_for_all(connection, &games, &delete).await?;
    Ok(SweepPart { count, more })
}

/// Deletes definitions that nobody owns and that nothing refers to.
async fn sweep_definitions(
    connection: &mut AnyConnection,
    backend: Backend,
    now: i64,
) -> StoreResult<SweepPart> {
    let statement = match backend {
        Backend::Sqlite => delete_definitions!(" INDEXED BY definitions_unowned"),
        Backend::Postgres => delete_definitions!(""),
    };
    let query = sqlx::query(statement)
        .bind(now - UNUSED_DEFINITION_MS)
        .bind(AT_ONCE);
    let done = query.execute(connection).await?;
    Ok(part_of(done.rows_affected(), AT_ONCE))
}

/// Deletes moves of the tree of openings that were played in one game, long ago. What engines
/// played comes from records, and stays.
async fn sweep_openings(connection: &mut AnyConnection, now: i64) -> StoreResult<SweepPart> {
    // The conditions are there twice: another node may have counted a game with it meanwhile.
    let query = sqlx::query(
        "DELETE FROM openings WHERE (rules, position, source, move) IN \
         (SELECT rules, position, source, move FROM openings WHERE source = 'people' \
           AND white + draws + black = 1 AND updated <= $1 ORDER BY updated LIMIT $2) \
         AND white + draws + black = 1 AND updated <= $1",
    );
    let query = query.bind(now - RARE_OPENING_MS).bind(ROWS);
    let done = query.execute(connection).await?;
    Ok(part_of(done.rows_affected(), ROWS))
}

/// What a transaction has done that deletes at most `limit` rows.
fn part_of(count: u64, limit: i64) -> SweepPart {
    SweepPart {
        count,
        more: i64::try_from(count).is_ok_and(|count| count >= limit),
    }
}

/// The next rows of a walk whose time is at most `before`, and whether there are more. It notes
/// that they have been looked at, in the transaction in which they are.
async fn next(
    connection: &mut AnyConnection,
    walk: Walk,
    before: i64,
) -> StoreResult<(Vec<String>, bool)> {
    let value = settings::read(connection, walk.mark).await?;
    let (at, id) = place(value.as_deref());
    let found: Vec<(String, i64)> = sqlx::query_as(walk.rows)
        .bind(at)
        .bind(id)
        .bind(before)
        .bind(AT_ONCE)
        .fetch_all(&mut *connection)
        .await?;
    let part = part_of(found.len() as u64, AT_ONCE);
    let mark = match found.last() {
        Some((id, at)) if part.more => Some(format!("{at} {id}")),
        _ => (before >= at).then(|| before.to_string()),
    };
    if let Some(mark) = mark {
        settings::write(connection, walk.mark, mark).await?;
    }
    Ok((found.into_iter().map(|(id, _)| id).collect(), part.more))
}

/// The place after which a walk goes on. A mark is the time and the ID of the last row, or, when
/// all rows until a time have been looked at, that time alone.
fn place(mark: Option<&str>) -> (i64, String) {
    let (at, id) = match mark.map(|mark| mark.split_once(' ').unwrap_or((mark, ""))) {
        Some((at, id)) => (at.parse::<i64>().ok(), id.to_owned()),
        None => (None, String::new()),
    };
    match at {
        Some(at) if id.is_empty() => (at.saturating_add(1), id),
        Some(at) => (at, id),
        None => (0, String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn a_walk_goes_on_where_it_was() {
        assert_eq!(place(None), (0, String::new()));
        assert_eq!(place(Some("nonsense")), (0, String::new()));
        // Several rows can have the same time.
        assert_eq!(place(Some("5 b")), (5, "b".to_owned()));
        // As versions before wrote it, and as it is at the end.
        assert_eq!(place(Some("5")), (6, String::new()));
        assert_eq!(place(Some("-1")), (0, String::new()));
    }
}
