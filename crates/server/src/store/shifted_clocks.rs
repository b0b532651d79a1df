//! Gives clocks the time back in which nobody looked after their games.

use sqlx::{AnyConnection, FromRow};

/// A clock that was given time back while its game was in memory.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct ShiftedClock {
    /// The game.
    pub id: String,
    /// The game's version since then.
    pub version: i64,
    /// Since when the clock of the side to move has been running.
    pub running_since: Option<i64>,
    /// When something happens by itself.
    pub deadline: Option<i64>,
}

/// The assignments that give clocks time back. `$1` is when the games were last known to
/// be looked after, `$2` the time since, `$3` now. A clock that started later than `$1`
/// gets back only the time that it ran.
macro_rules! shifted {
    () => {
        "deadline = deadline + CASE WHEN running_since IS NULL OR running_since <= $1 \
         THEN $2 ELSE $3 - running_since END, \
         running_since = CASE WHEN running_since IS NULL OR running_since <= $1 \
         THEN running_since + $2 ELSE $3 END, version = version + 1"
    };
}

/// Gives the running clocks of a node's games the time since `since` back. This is a
/// beat of the node: nobody is given that time again.
pub(super) async fn give_back(
    connection: &mut AnyConnection,
    node: &str,
    since: i64,
    now: i64,
) -> Result<Vec<ShiftedClock>, sqlx::Error> {
    sqlx::query("UPDATE nodes SET beat = $1 WHERE id = $2")
        .bind(now)
        .bind(node.to_owned())
        .execute(&mut *connection)
        .await?;
    sqlx::query_as(concat!(
        "UPDATE games SET ",
        shifted!(),
        " WHERE owner = $4 AND deadline IS NOT NULL AND running_since < $3 \
         RETURNING id, version, running_since, deadline"
    ))
    .bind(since)
    .bind(now - since)
    .bind(now)
    .bind(node.to_owned())
    .fetch_all(connection)
    .await
}

pub(super) use shifted;
