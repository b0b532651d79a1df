//! Deleting what nobody needs any more, a little at a time.

use super::accounts::{delete_guest, has_games};
use super::background_jobs::BACKGROUND_JOB_ATTEMPTS;
use super::database::Store;
use super::definitions::unused_definition;
use super::error::StoreResult;
use super::playtests::PLAYTEST_ATTEMPTS;
use super::settings;
use super::sign_ins::REMEMBERED_MS;
use crate::game::time_control::DAY_MS;
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
/// How long a definition is kept that has no author and that nothing refers to.
const UNUSED_DEFINITION_MS: i64 = DAY_MS;
/// How long moves that were played in only one game are kept in the tree of openings.
const RARE_OPENING_MS: i64 = 365 * DAY_MS;
/// How long a game of this server is known to be in the tree. It is counted once, when it ends.
/// Only work that a node left unfinished can come a second time, and it comes within minutes.
const COUNTED_GAME_MS: i64 = 30 * DAY_MS;
/// How many guests, games or moves are looked at in one transaction.
const AT_ONCE: i64 = 200;

/// The name of a setting: guests created before the time in it have been looked at.
const GUESTS_SWEPT: &str = "guests_swept";
/// The name of a setting: games last changed before the time in it have been looked at.
const KEYS_SWEPT: &str = "keys_swept";
/// The name of a setting: games last changed before the time in it have been looked at, and
/// deleted if they were aborted.
const ABORTED_SWEPT: &str = "aborted_swept";

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
    /// have been over for 30 days, after a day games that were aborted before both sides had
    /// moved and definitions that nothing refers to, and after a year analyses that nobody owns
    /// and moves of the tree of openings that were played once.
    pub async fn sweep(&self, now: i64) -> StoreResult<SweepCounts> {
        self.write(move |connection| Box::pin(sweep(connection, now)))
            .await
    }
}

async fn sweep(connection: &mut AnyConnection, now: i64) -> StoreResult<SweepCounts> {
    let sessions = sqlx::query("DELETE FROM sessions WHERE expires <= $1")
        .bind(now)
        .execute(&mut *connection)
        .await?
        .rows_affected();
    sqlx::query("DELETE FROM devices WHERE seen <= $1")
        .bind(now - DEVICE_MS)
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM failed_sign_ins WHERE last <= $1")
        .bind(now - REMEMBERED_MS)
        .execute(&mut *connection)
        .await?;
    // From now on these accounts take turns of their own: see `Account::address`.
    sqlx::query(
        "UPDATE users SET network = '' WHERE guest = 0 AND network <> '' AND created <= $1",
    )
    .bind(now - SHARED_TURNS_MS)
    .execute(&mut *connection)
    .await?;
    let unowned = "SELECT id FROM analyses WHERE user_id IS NULL AND created <= $1 \
                   ORDER BY created LIMIT 200";
    let old: Vec<String> = sqlx::query_scalar(unowned)
        .bind(now - ANALYSIS_MS)
        .fetch_all(&mut *connection)
        .await?;
    for id in &old {
        for delete in [
            "DELETE FROM reports WHERE subject = $1",
            "DELETE FROM study_jobs WHERE kind = 'report' AND subject = $1",
            "DELETE FROM analyses WHERE id = $1",
        ] {
            let delete = sqlx::query(delete).bind(id.clone());
            delete.execute(&mut *connection).await?;
        }
    }
    // Deleted playtests count for a day.
    sqlx::query("DELETE FROM playtests WHERE state = 'deleted' AND created <= $1")
        .bind(now - DAY_MS)
        .execute(&mut *connection)
        .await?;
    // Addresses count for a day.
    sqlx::query("UPDATE analyses SET address = '' WHERE address > '' AND created <= $1")
        .bind(now - DAY_MS)
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM definition_uploads WHERE created <= $1")
        .bind(now - DAY_MS)
        .execute(&mut *connection)
        .await?;
    forget_addresses_of_failed(connection, now).await?;
    let (aborted, more_aborted) = sweep_aborted(connection, now - ABORTED_MS).await?;
    let definitions = sweep_definitions(connection, now - UNUSED_DEFINITION_MS).await?;
    let (guests, more_guests) = sweep_guests(connection, now - GUEST_MS).await?;
    let (keys, more_games) = sweep_keys(connection, now - KEYS_MS).await?;
    let openings = sweep_openings(connection, now).await?;
    Ok(SweepCounts {
        sessions,
        guests,
        keys,
        aborted,
        definitions,
        openings,
        more: more_guests
            || more_games
            || more_aborted
            || definitions == AT_ONCE as u64
            || old.len() as i64 == AT_ONCE
            || openings == AT_ONCE as u64,
    })
}

/// Forgets the addresses of playtests and reports that were tried too often. They stay, so that
/// whoever asked for them sees that they have failed, but they wait for nothing any more.
async fn forget_addresses_of_failed(connection: &mut AnyConnection, now: i64) -> StoreResult<()> {
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
    Ok(())
}

/// Deletes guests without games who were made before a time. Each is looked at once:
/// after so long no guest can sign in again, since the session has expired.
async fn sweep_guests(connection: &mut AnyConnection, before: i64) -> StoreResult<(u64, bool)> {
    let swept = mark(connection, GUESTS_SWEPT).await?;
    let found: Vec<(String, i64)> = sqlx::query_as(
        "SELECT id, created FROM users WHERE guest = 1 AND created > $1 AND created <= $2 \
         ORDER BY created LIMIT $3",
    )
    .bind(swept)
    .bind(before)
    .bind(AT_ONCE)
    .fetch_all(&mut *connection)
    .await?;
    let (until, more) = swept_until(&found, swept, before);
    let mut deleted = 0;
    for (id, created) in found {
        if created <= until && !has_games(connection, &id).await? {
            delete_guest(connection, &id).await?;
            deleted += 1;
        }
    }
    set_mark(connection, GUESTS_SWEPT, until).await?;
    Ok((deleted, more))
}

/// The next games that are over and were last changed between two times.
async fn finished_games(
    connection: &mut AnyConnection,
    after: i64,
    before: i64,
) -> StoreResult<Vec<(String, i64)>> {
    let games = sqlx::query_as(
        "SELECT id, updated FROM games WHERE state = 'over' AND updated > $1 AND updated <= $2 \
         ORDER BY updated LIMIT $3",
    )
    .bind(after)
    .bind(before)
    .bind(AT_ONCE)
    .fetch_all(connection)
    .await?;
    Ok(games)
}

/// Deletes games that were aborted before a time, and before both sides had moved.
async fn sweep_aborted(connection: &mut AnyConnection, before: i64) -> StoreResult<(u64, bool)> {
    let swept = mark(connection, ABORTED_SWEPT).await?;
    let found = finished_games(connection, swept, before).await?;
    let (until, more) = swept_until(&found, swept, before);
    let mut deleted = 0;
    for (id, _) in found {
        if !is_unbegun(connection, &id).await? {
            continue;
        }
        for delete in [
            "DELETE FROM keys WHERE game = $1",
            "DELETE FROM jobs WHERE game = $1",
            "DELETE FROM moves WHERE game = $1",
            "DELETE FROM reports WHERE subject = $1",
            "DELETE FROM study_jobs WHERE kind IN ('report', 'opening') AND subject = $1",
            "DELETE FROM games WHERE id = $1",
        ] {
            let delete = sqlx::query(delete).bind(id.clone());
            delete.execute(&mut *connection).await?;
        }
        deleted += 1;
    }
    set_mark(connection, ABORTED_SWEPT, until).await?;
    Ok((deleted, more))
}

/// Whether a game was aborted before both sides had moved. Games that the server has aborted
/// later have moves that somebody may want to see.
async fn is_unbegun(connection: &mut AnyConnection, game: &str) -> StoreResult<bool> {
    let found: Option<String> = sqlx::query_scalar(
        "SELECT id FROM games WHERE id = $1 AND seq < 2 AND outcome LIKE '%\"reason\":\"aborted\"%'",
    )
    .bind(game.to_owned())
    .fetch_optional(connection)
    .await?;
    Ok(found.is_some())
}

/// Deletes definitions that nobody owns, that nothing refers to, and that were stored before a
/// time. Returns how many there were.
async fn sweep_definitions(connection: &mut AnyConnection, before: i64) -> StoreResult<u64> {
    let deleted = sqlx::query(concat!(
        "DELETE FROM definitions WHERE hash IN (SELECT hash FROM definitions \
         WHERE author IS NULL AND created <= $1 AND ",
        unused_definition!(),
        " ORDER BY created LIMIT $2)"
    ))
    .bind(before)
    .bind(AT_ONCE)
    .execute(connection)
    .await?;
    Ok(deleted.rows_affected())
}

/// Deletes the keys of games that have been over since before a time.
async fn sweep_keys(connection: &mut AnyConnection, before: i64) -> StoreResult<(u64, bool)> {
    let swept = mark(connection, KEYS_SWEPT).await?;
    let found = finished_games(connection, swept, before).await?;
    let (until, more) = swept_until(&found, swept, before);
    let mut deleted = 0;
    for (id, _) in found {
        deleted += sqlx::query("DELETE FROM keys WHERE game = $1")
            .bind(id)
            .execute(&mut *connection)
            .await?
            .rows_affected();
    }
    set_mark(connection, KEYS_SWEPT, until).await?;
    Ok((deleted, more))
}

/// Deletes moves of the tree of openings that were played in one game, long ago. What engines
/// played comes from records, and stays. Returns how many there were.
async fn sweep_openings(connection: &mut AnyConnection, now: i64) -> StoreResult<u64> {
    let rare: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT rules, position, move FROM openings WHERE source = 'people' \
         AND white + draws + black = 1 AND updated <= $1 ORDER BY updated LIMIT $2",
    )
    .bind(now - RARE_OPENING_MS)
    .bind(AT_ONCE)
    .fetch_all(&mut *connection)
    .await?;
    let count = rare.len() as u64;
    for (rules, position, mv) in rare {
        // Another node may have counted a game with it meanwhile.
        sqlx::query(
            "DELETE FROM openings WHERE rules = $1 AND position = $2 AND source = 'people' \
             AND move = $3 AND updated <= $4",
        )
        .bind(rules)
        .bind(position)
        .bind(mv)
        .bind(now - RARE_OPENING_MS)
        .execute(&mut *connection)
        .await?;
    }
    sqlx::query("DELETE FROM opening_games WHERE counted > 0 AND counted <= $1")
        .bind(now - COUNTED_GAME_MS)
        .execute(connection)
        .await?;
    Ok(count)
}

/// The time up to which everything has been looked at, and whether there is more. `found` is
/// what was found since `swept` and before `before`, with its times, in order.
fn swept_until(found: &[(String, i64)], swept: i64, before: i64) -> (i64, bool) {
    match found.last() {
        Some((_, last)) if found.len() as i64 == AT_ONCE => {
            // Others may have the same time as the last one.
            let until = if last - 1 > swept { last - 1 } else { *last };
            (until, true)
        }
        _ => (before.max(swept), false),
    }
}

async fn mark(connection: &mut AnyConnection, name: &'static str) -> StoreResult<i64> {
    let value = settings::read(connection, name).await?;
    Ok(value.and_then(|value| value.parse().ok()).unwrap_or(-1))
}

async fn set_mark(connection: &mut AnyConnection, name: &'static str, at: i64) -> StoreResult<()> {
    settings::write(connection, name, at.to_string()).await
}
