//! Reading and changing games.

use super::backend::Backend;
use super::database::Store;
use super::error::{StoreError, StoreResult, is_unique};
use super::rows::{GameRow, LogRow, changing_columns, columns, playing_columns};
use super::turns::{check_person, hold_person};
use crate::game::answers::MAX_ANSWERS;
use crate::game::change::{Change, EngineJob, KeyedAnswer, LogEntry, NewStoredGame};
use crate::game::model::{Seat, StoredGame};
use sqlx::{AnyConnection, FromRow};

/// The people who play a game.
fn players_of(game: &StoredGame) -> impl Iterator<Item = &str> {
    [&game.white, &game.black]
        .into_iter()
        .filter_map(Seat::person)
}

/// Those who have one game more with a change.
fn people_with_another_game(change: &Change) -> Vec<String> {
    let rematch = change.rematch.as_ref();
    let players = rematch.into_iter().flat_map(|new| players_of(&new.game));
    let people = players.chain(change.joined.as_deref());
    people.map(str::to_owned).collect()
}

/// Checks that each of some people may have another unfinished game: `most` with it.
async fn check_limits(
    backend: Backend,
    connection: &mut AnyConnection,
    people: Vec<String>,
    most: usize,
) -> StoreResult<()> {
    for person in people {
        check_limit(backend, connection, person, most).await?;
    }
    Ok(())
}

async fn check_limit(
    backend: Backend,
    connection: &mut AnyConnection,
    person: String,
    most: usize,
) -> StoreResult<()> {
    hold_person(backend, connection, &person).await?;
    let count: i64 = sqlx::query_scalar(
        "SELECT (SELECT COUNT(*) FROM games WHERE white_user = $1 AND state <> 'over') + \
         (SELECT COUNT(*) FROM games WHERE black_user = $1 AND state <> 'over')",
    )
    .bind(person.clone())
    .fetch_one(connection)
    .await?;
    if usize::try_from(count).unwrap_or(0) >= most {
        return Err(StoreError::TooManyGames(person));
    }
    Ok(())
}

impl Store {
    /// Adds a new game. A seek that it comes from is deleted with it. If the seek is
    /// gone already, there is no game: two people may have accepted it.
    ///
    /// # Errors
    /// [`StoreError::Taken`] if there is a game of this id, [`StoreError::Conflict`] if
    /// the seek is gone, [`StoreError::PersonLeft`] if a player is.
    pub async fn add_game(&self, new: NewStoredGame, from_seek: Option<String>) -> StoreResult<()> {
        self.begin_game(new, from_seek, None).await
    }

    /// Adds a new game whose players may have at most so many unfinished ones with it. They are
    /// counted in the same transaction. A seek whose owner has left is deleted, though no game
    /// comes of it.
    ///
    /// # Errors
    /// Like [`Store::add_game`], and [`StoreError::TooManyGames`].
    pub async fn begin_game(
        &self,
        new: NewStoredGame,
        from_seek: Option<String>,
        most: Option<usize>,
    ) -> StoreResult<()> {
        let seek = from_seek.clone();
        let begun = self.try_to_begin(new, from_seek, most).await;
        if let (Err(StoreError::PersonLeft), Some(seek)) = (&begun, seek) {
            self.remove_ownerless_seek(&seek).await?;
        }
        begun
    }

    async fn try_to_begin(
        &self,
        new: NewStoredGame,
        from_seek: Option<String>,
        most: Option<usize>,
    ) -> StoreResult<()> {
        let owner = self.node().owner();
        let backend = self.backend();
        let players = players_of(&new.game).map(str::to_owned);
        // Only those are counted who may have so many games.
        let players: Vec<String> = players.filter(|_| most.is_some()).collect();
        self.write_in_turn(players.clone(), move |connection| {
            Box::pin(async move {
                if let Some(most) = most {
                    check_limits(backend, connection, players, most).await?;
                }
                if let Some(seek) = from_seek {
                    let deleted = sqlx::query("DELETE FROM seeks WHERE id = $1")
                        .bind(seek)
                        .execute(&mut *connection)
                        .await?;
                    if deleted.rows_affected() == 0 {
                        return Err(StoreError::Conflict);
                    }
                }
                insert_game(connection, new, owner).await
            })
        })
        .await
    }

    /// Changes a game. Whoever joins it, or begins another with it, may have any number of games.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the game has changed since it was read, or another
    /// node has taken it.
    pub async fn change_game(&self, change: Change) -> StoreResult<()> {
        self.change_game_within(change, None).await
    }

    /// Changes a game. Whoever joins it, or plays the rematch that begins with the change, may
    /// have at most so many unfinished games.
    ///
    /// # Errors
    /// Like [`Store::change_game`], [`StoreError::TooManyGames`], and [`StoreError::PersonLeft`].
    pub async fn change_game_within(&self, change: Change, most: Option<usize>) -> StoreResult<()> {
        let owner = self.node().owner();
        let backend = self.backend();
        let people = match most {
            Some(_) => people_with_another_game(&change),
            None => Vec::new(),
        };
        let mut turns = people.clone();
        if change.has_ended {
            // Another node may be counting games of the same people in another order.
            turns.extend(players_of(&change.game).map(str::to_owned));
        }
        self.write_in_turn(turns, move |connection| {
            Box::pin(async move {
                if let Some(most) = most {
                    check_limits(backend, connection, people, most).await?;
                }
                change_game(connection, change, owner).await
            })
        })
        .await
    }

    /// The game with an id.
    pub async fn game(&self, id: &str) -> StoreResult<Option<StoredGame>> {
        let row = self.game_row(id).await?;
        row.map(|(row, _)| StoredGame::try_from(row)).transpose()
    }

    /// The row of a game, and the node that owns it.
    pub(super) async fn game_row(
        &self,
        id: &str,
    ) -> StoreResult<Option<(GameRow, Option<String>)>> {
        #[derive(FromRow)]
        struct OwnedRow {
            #[sqlx(flatten)]
            row: GameRow,
            owner: Option<String>,
        }
        let query = concat!("SELECT ", columns!(), ", owner FROM games WHERE id = $1");
        let row: Option<OwnedRow> = sqlx::query_as(query)
            .bind(id)
            .fetch_optional(self.reads())
            .await?;
        Ok(row.map(|row| (row.row, row.owner)))
    }

    /// The log of a game after an entry, in order.
    pub async fn log(&self, id: &str, after: i64) -> StoreResult<Vec<LogEntry>> {
        let rows: Vec<LogRow> = sqlx::query_as(
            "SELECT seq, kind, move, short, at, spent_ms, white_ms, black_ms FROM moves \
             WHERE game = $1 AND seq > $2 ORDER BY seq",
        )
        .bind(id)
        .bind(after)
        .fetch_all(self.reads())
        .await?;
        Ok(rows.into_iter().map(LogEntry::from).collect())
    }

    /// The last answers to keyed actions in a game, the oldest first: at most as many as two
    /// players keep. Earlier versions of the program kept all.
    pub async fn answers(&self, game: &str) -> StoreResult<Vec<KeyedAnswer>> {
        #[derive(FromRow)]
        struct KeyRow {
            player: String,
            key: String,
            seq: i64,
        }
        let rows: Vec<KeyRow> = sqlx::query_as(
            "SELECT player, key, seq FROM keys WHERE game = $1 ORDER BY at DESC LIMIT $2",
        )
        .bind(game)
        .bind(2 * MAX_ANSWERS as i64)
        .fetch_all(self.reads())
        .await?;
        let answer = |row: KeyRow| KeyedAnswer {
            player: row.player,
            key: row.key,
            seq: row.seq,
        };
        Ok(rows.into_iter().rev().map(answer).collect())
    }
}

/// Inserts a game that `owner` owns, if this process is a node.
async fn insert_game(
    connection: &mut AnyConnection,
    new: NewStoredGame,
    owner: Option<String>,
) -> StoreResult<()> {
    let id = new.game.id.clone();
    let person = new.game.first_person().map(str::to_owned);
    for person in players_of(&new.game) {
        check_person(connection, person).await?;
    }
    let row = GameRow::try_from(new.game)?;
    let query = sqlx::query(concat!(
        "INSERT INTO games (",
        columns!(),
        ", owner) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, \
         $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30)"
    ));
    let done = row
        .bind_changing(query)
        .bind(row.id)
        .bind(row.game)
        .bind(row.definition)
        .bind(row.title)
        .bind(row.layout_kind)
        .bind(row.start)
        .bind(row.clock)
        .bind(row.rated)
        .bind(row.created)
        .bind(row.owner_epoch)
        .bind(owner)
        .execute(&mut *connection)
        .await;
    match done {
        Ok(_) => set_job(connection, &id, person, new.job).await,
        Err(error) if is_unique(&error) => Err(StoreError::Taken),
        Err(error) => Err(error.into()),
    }
}

async fn change_game(
    connection: &mut AnyConnection,
    change: Change,
    owner: Option<String>,
) -> StoreResult<()> {
    let id = change.game.id.clone();
    let at = change.game.updated;
    let has_engine = change.game.has_engine();
    let outcome = change.game.outcome.as_ref();
    let result = outcome
        .filter(|_| change.has_ended)
        .map(|outcome| outcome.result);
    let [white, black] = [&change.game.white, &change.game.black];
    let [white, black] = [white, black].map(|seat| seat.person().map(str::to_owned));
    let person = change.game.first_person().map(str::to_owned);
    let row = GameRow::try_from(change.game)?;
    let update = if change.plays_on {
        let query = sqlx::query(concat!(
            "UPDATE games SET (",
            playing_columns!(),
            ") = ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) \
             WHERE id = $14 AND version = $15 AND owner_epoch = $16"
        ));
        row.bind_playing(query)
    } else {
        let query = sqlx::query(concat!(
            "UPDATE games SET (",
            changing_columns!(),
            ") = ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, \
             $18, $19) WHERE id = $20 AND version = $21 AND owner_epoch = $22"
        ));
        row.bind_changing(query)
    };
    let done = update
        .bind(row.id)
        .bind(change.from_version)
        .bind(row.owner_epoch)
        .execute(&mut *connection)
        .await?;
    if done.rows_affected() != 1 {
        return Err(StoreError::Conflict);
    }
    if let Some(entry) = change.entry {
        insert_entry(connection, &id, entry.into()).await?;
    }
    if change.needs_players {
        for person in [&white, &black].into_iter().flatten() {
            check_person(connection, person).await?;
        }
    }
    if let Some(answer) = change.answer {
        if let Some(key) = change.forgotten_key {
            sqlx::query("DELETE FROM keys WHERE game = $1 AND player = $2 AND key = $3")
                .bind(id.clone())
                .bind(answer.player.clone())
                .bind(key)
                .execute(&mut *connection)
                .await?;
        }
        sqlx::query("INSERT INTO keys (game, player, key, seq, at) VALUES ($1, $2, $3, $4, $5)")
            .bind(id.clone())
            .bind(answer.player)
            .bind(answer.key)
            .bind(answer.seq)
            .bind(at)
            .execute(&mut *connection)
            .await?;
    }
    if let Some(result) = result {
        super::totals::count(connection, result, white, black).await?;
        super::background_jobs::enqueue_opening(connection, &id).await?;
    }
    if let Some(result) = change.rated_result {
        super::ratings::rate(connection, result).await?;
    }
    if let Some(rematch) = change.rematch {
        insert_game(connection, *rematch, owner).await?;
    }
    if has_engine {
        set_job(connection, &id, person, change.job).await?;
    }
    Ok(())
}

async fn insert_entry(connection: &mut AnyConnection, game: &str, row: LogRow) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(game)
    .bind(row.seq)
    .bind(row.kind)
    .bind(row.mv)
    .bind(row.short)
    .bind(row.at)
    .bind(row.spent_ms)
    .bind(row.white_ms)
    .bind(row.black_ms)
    .execute(connection)
    .await?;
    Ok(())
}

/// Writes the engine's job for a game against a person; `None` deletes it.
pub(super) async fn set_job(
    connection: &mut AnyConnection,
    game: &str,
    person: Option<String>,
    job: Option<EngineJob>,
) -> StoreResult<()> {
    let query = match job {
        None => sqlx::query("DELETE FROM jobs WHERE game = $1").bind(game),
        Some(job) => sqlx::query(
            "INSERT INTO jobs (game, person, seq, log, level, created, network) \
             VALUES ($1, $2, $3, $4, $5, CAST($6 AS BIGINT), \
               COALESCE((SELECT network FROM users WHERE id = $2), '')) \
             ON CONFLICT (game) DO UPDATE SET person = $2, seq = $3, log = $4, level = $5, \
             created = CAST($6 AS BIGINT), network = excluded.network, lease = 0, attempts = 0 \
             WHERE jobs.log <> $4",
        )
        .bind(game)
        .bind(person.unwrap_or_default())
        .bind(job.seq)
        .bind(job.log)
        .bind(i64::from(job.level))
        .bind(crate::time::now_ms()),
    };
    query.execute(connection).await?;
    Ok(())
}
