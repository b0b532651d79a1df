//! Reading and changing games.

use super::error::is_unique;
use super::{
    Change, GameStatus, JobChange, LogEntry, Seat, Store, StoreError, StoreResult, StoredGame,
};
use hyperrook_view::types::Side;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, Row};

macro_rules! columns {
    () => {
        "id, game, definition, title, layout_kind, start, white_user, white_level, black_user, \
         black_level, clock, rated, state, outcome, seq, log, position, last_from, last_to, turn, \
         white_ms, black_ms, running_since, deadline, extra, created, updated"
    };
}
pub(super) use columns;

pub(super) fn game(row: &AnyRow) -> StoreResult<StoredGame> {
    let seat = |person: usize, level: usize| -> Result<Seat, sqlx::Error> {
        Ok(match (row.try_get(person)?, row.try_get(level)?) {
            (Some(id), _) => Seat::Person(id),
            (None, Some::<i64>(level)) => Seat::Engine(u8::try_from(level).unwrap_or(1)),
            (None, None) => Seat::Empty,
        })
    };
    let outcome: Option<String> = row.try_get(13)?;
    let last: (Option<i64>, Option<i64>) = (row.try_get(17)?, row.try_get(18)?);
    Ok(StoredGame {
        id: row.try_get(0)?,
        game: serde_json::from_str(row.try_get(1)?)?,
        definition: row.try_get(2)?,
        title: row.try_get(3)?,
        layout_kind: row.try_get(4)?,
        start: row.try_get(5)?,
        white: seat(6, 7)?,
        black: seat(8, 9)?,
        clock: row.try_get(10)?,
        rated: row.try_get::<i64, _>(11)? != 0,
        state: GameStatus::read(row.try_get(12)?),
        outcome: outcome.as_deref().map(serde_json::from_str).transpose()?,
        seq: row.try_get(14)?,
        log: row.try_get(15)?,
        position: row.try_get(16)?,
        last: last.0.zip(last.1),
        turn: match row.try_get::<&str, _>(19)? {
            "black" => Side::Black,
            _ => Side::White,
        },
        white_ms: row.try_get(20)?,
        black_ms: row.try_get(21)?,
        running_since: row.try_get(22)?,
        deadline: row.try_get(23)?,
        extra: serde_json::from_str(row.try_get(24)?)?,
        created: row.try_get(25)?,
        updated: row.try_get(26)?,
    })
}

fn turn_text(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

impl Store {
    /// Adds a new game. A seek that it comes from is taken away with it; if that
    /// is gone already, there is no game: two people may have taken it.
    ///
    /// # Errors
    /// [`StoreError::Taken`] if there is a game of this identity,
    /// [`StoreError::Conflict`] if the seek is gone.
    pub async fn add_game(
        &self,
        row: StoredGame,
        job: JobChange,
        from_seek: Option<String>,
    ) -> StoreResult<()> {
        self.write(move |connection| {
            Box::pin(async move {
                if let Some(seek) = from_seek {
                    let gone = sqlx::query("DELETE FROM seeks WHERE id = $1")
                        .bind(seek)
                        .execute(&mut *connection)
                        .await?;
                    if gone.rows_affected() == 0 {
                        return Err(StoreError::Conflict);
                    }
                }
                let id = row.id.clone();
                insert_game(connection, row).await?;
                set_job(connection, &id, job).await
            })
        })
        .await
    }

    /// Changes a game.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if somebody else has changed it.
    pub async fn change_game(&self, change: Change) -> StoreResult<()> {
        self.write(move |connection| Box::pin(change_game(connection, change)))
            .await
    }

    /// The game with an identity.
    pub async fn game(&self, id: &str) -> StoreResult<Option<StoredGame>> {
        let row = sqlx::query(concat!("SELECT ", columns!(), " FROM games WHERE id = $1"))
            .bind(id)
            .fetch_optional(self.reads())
            .await?;
        row.as_ref().map(game).transpose()
    }

    /// What happened in a game, in order, after an entry.
    pub async fn log(&self, id: &str, after: i64) -> StoreResult<Vec<LogEntry>> {
        let rows = sqlx::query(
            "SELECT seq, kind, move, short, at, spent_ms, white_ms, black_ms FROM moves \
             WHERE game = $1 AND seq > $2 ORDER BY seq",
        )
        .bind(id)
        .bind(after)
        .fetch_all(self.reads())
        .await?;
        rows.iter()
            .map(|row| {
                let mv: String = row.try_get(2)?;
                let takeback = row.try_get::<&str, _>(1)? == "takeback";
                Ok(LogEntry {
                    log: row.try_get(0)?,
                    takeback_to: takeback.then(|| mv.parse().unwrap_or(0)),
                    mv,
                    short: row.try_get(3)?,
                    at: row.try_get(4)?,
                    spent_ms: row.try_get(5)?,
                    white_ms: row.try_get(6)?,
                    black_ms: row.try_get(7)?,
                })
            })
            .collect()
    }

    /// The answers that actions in a game got: player, key and number.
    pub async fn answers(&self, game: &str) -> StoreResult<Vec<(String, String, i64)>> {
        let rows = sqlx::query("SELECT player, key, seq FROM keys WHERE game = $1")
            .bind(game)
            .fetch_all(self.reads())
            .await?;
        rows.iter()
            .map(|row| Ok((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?)))
            .collect()
    }
}

/// Binds what changes in the course of a game, in the order of the columns from
/// `state` to `extra`.
fn bind_course<'q>(
    query: Query<'q, Any, AnyArguments>,
    row: &StoredGame,
) -> StoreResult<Query<'q, Any, AnyArguments>> {
    let outcome = row.outcome.as_ref().map(serde_json::to_string);
    Ok(query
        .bind(row.state.text())
        .bind(outcome.transpose()?)
        .bind(row.seq)
        .bind(row.log)
        .bind(&row.position)
        .bind(row.last.map(|last| last.0))
        .bind(row.last.map(|last| last.1))
        .bind(turn_text(row.turn))
        .bind(row.white_ms)
        .bind(row.black_ms)
        .bind(row.running_since)
        .bind(row.deadline)
        .bind(serde_json::to_string(&row.extra)?))
}

async fn insert_game(connection: &mut AnyConnection, row: StoredGame) -> StoreResult<()> {
    let (white_user, white_level) = row.white.columns();
    let (black_user, black_level) = row.black.columns();
    let query = sqlx::query(concat!(
        "INSERT INTO games (",
        columns!(),
        ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, \
         $18, $19, $20, $21, $22, $23, $24, $25, $26, $27)"
    ))
    .bind(&row.id)
    .bind(serde_json::to_string(&row.game)?)
    .bind(&row.definition)
    .bind(&row.title)
    .bind(&row.layout_kind)
    .bind(&row.start)
    .bind(white_user)
    .bind(white_level)
    .bind(black_user)
    .bind(black_level)
    .bind(&row.clock)
    .bind(i64::from(row.rated));
    let done = bind_course(query, &row)?
        .bind(row.created)
        .bind(row.updated)
        .execute(connection)
        .await;
    match done {
        Ok(_) => Ok(()),
        Err(error) if is_unique(&error) => Err(StoreError::Taken),
        Err(error) => Err(error.into()),
    }
}

async fn change_game(connection: &mut AnyConnection, change: Change) -> StoreResult<()> {
    let row = change.row;
    let (white_user, white_level) = row.white.columns();
    let (black_user, black_level) = row.black.columns();
    let query = sqlx::query(
        "UPDATE games SET white_user = $1, white_level = $2, black_user = $3, black_level = $4, \
         state = $5, outcome = $6, seq = $7, log = $8, position = $9, last_from = $10, \
         last_to = $11, turn = $12, white_ms = $13, black_ms = $14, running_since = $15, \
         deadline = $16, extra = $17, updated = $18 WHERE id = $19 AND log = $20",
    )
    .bind(white_user)
    .bind(white_level)
    .bind(black_user)
    .bind(black_level);
    let done = bind_course(query, &row)?
        .bind(row.updated)
        .bind(&row.id)
        .bind(change.from_log)
        .execute(&mut *connection)
        .await?;
    if done.rows_affected() != 1 {
        return Err(StoreError::Conflict);
    }
    if let Some(entry) = change.entry {
        insert_entry(connection, &row.id, entry).await?;
    }
    if let Some((player, key, seq)) = change.key {
        sqlx::query("INSERT INTO keys (game, player, key, seq, at) VALUES ($1, $2, $3, $4, $5)")
            .bind(row.id.clone())
            .bind(player)
            .bind(key)
            .bind(seq)
            .bind(row.updated)
            .execute(&mut *connection)
            .await?;
    }
    if let Some(end) = change.rated_end {
        super::ratings::rate(connection, end).await?;
    }
    if let Some(begins) = change.begins {
        let (new, job) = *begins;
        let id = new.id.clone();
        insert_game(connection, new).await?;
        set_job(connection, &id, job).await?;
    }
    if [&row.white, &row.black]
        .iter()
        .any(|seat| matches!(seat, Seat::Engine(_)))
    {
        set_job(connection, &row.id, change.job).await?;
    }
    Ok(())
}

async fn insert_entry(
    connection: &mut AnyConnection,
    game: &str,
    entry: LogEntry,
) -> StoreResult<()> {
    let (kind, mv) = match entry.takeback_to {
        None => ("move", entry.mv),
        Some(to) => ("takeback", to.to_string()),
    };
    sqlx::query(
        "INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(game)
    .bind(entry.log)
    .bind(kind)
    .bind(mv)
    .bind(entry.short)
    .bind(entry.at)
    .bind(entry.spent_ms)
    .bind(entry.white_ms)
    .bind(entry.black_ms)
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn set_job(
    connection: &mut AnyConnection,
    game: &str,
    job: JobChange,
) -> StoreResult<()> {
    match job {
        JobChange::None => {
            sqlx::query("DELETE FROM jobs WHERE game = $1")
                .bind(game)
                .execute(connection)
                .await?;
        }
        JobChange::Wanted { seq, level } => {
            sqlx::query(
                "INSERT INTO jobs (game, seq, level, created) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (game) DO UPDATE SET seq = $2, level = $3, lease = 0, attempts = 0 \
                 WHERE jobs.seq <> $2",
            )
            .bind(game)
            .bind(seq)
            .bind(i64::from(level))
            .bind(crate::time::now_ms())
            .execute(connection)
            .await?;
        }
    }
    Ok(())
}
