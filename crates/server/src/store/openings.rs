//! The tree of openings: what was played in positions of finished games.

use super::background_jobs::{BackgroundJob, BackgroundJobKind, finish};
use super::database::Store;
use super::error::StoreResult;
use sqlx::{AnyConnection, FromRow};

/// Whose games are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningGames {
    /// Games of this server.
    People,
    /// Games between engines.
    Engine,
}

impl OpeningGames {
    fn text(self) -> &'static str {
        match self {
            OpeningGames::People => "people",
            OpeningGames::Engine => "engine",
        }
    }
}

/// A move of a game in the tree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OpeningPly {
    /// The key of the position before it.
    pub position: String,
    /// The move text.
    pub mv: String,
    /// The move in short notation.
    pub short: String,
}

/// A game for the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningGame {
    /// The game, or what identifies its record.
    pub id: String,
    /// Whose game it is.
    pub source: OpeningGames,
    /// The identity of its rules.
    pub rules: String,
    /// Its first moves.
    pub plies: Vec<OpeningPly>,
    /// Whether White won, nobody did, or Black did: one is 1, the others 0.
    pub result: [i64; 3],
}

/// A move that was played in a position.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct OpeningRow {
    /// The move text.
    #[sqlx(rename = "move")]
    pub mv: String,
    /// The move in short notation.
    pub short: String,
    /// Games that White won.
    pub white: i64,
    /// Games that nobody won.
    pub draws: i64,
    /// Games that Black won.
    pub black: i64,
    /// The last of the games; empty if it is not on this server.
    pub game: String,
}

/// Counts a game, unless it is counted already. Returns whether it was not.
async fn count(connection: &mut AnyConnection, mut game: OpeningGame) -> StoreResult<bool> {
    let now = crate::time::now_ms();
    let counted = match game.source {
        OpeningGames::People => now,
        OpeningGames::Engine => 0,
    };
    let query = sqlx::query(
        "INSERT INTO opening_games (game, counted) VALUES ($1, $2) ON CONFLICT (game) DO NOTHING",
    )
    .bind(game.id.clone())
    .bind(counted);
    if query.execute(&mut *connection).await?.rows_affected() == 0 {
        return Ok(false);
    }
    let shown = match game.source {
        OpeningGames::People => game.id,
        OpeningGames::Engine => String::new(),
    };
    // In one order, so that two transactions never wait for each other. A position that a
    // game reaches twice counts once.
    game.plies.sort();
    game.plies.dedup();
    let [white, draws, black] = game.result;
    for ply in game.plies {
        sqlx::query(
            "INSERT INTO openings \
             (rules, position, source, move, short, white, draws, black, game, updated) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
             ON CONFLICT (rules, position, source, move) DO UPDATE SET \
             white = openings.white + $6, draws = openings.draws + $7, \
             black = openings.black + $8, game = $9, updated = $10",
        )
        .bind(game.rules.clone())
        .bind(ply.position)
        .bind(game.source.text())
        .bind(ply.mv)
        .bind(ply.short)
        .bind(white)
        .bind(draws)
        .bind(black)
        .bind(shown.clone())
        .bind(now)
        .execute(&mut *connection)
        .await?;
    }
    Ok(true)
}

impl Store {
    /// Adds a game that is not one of this server. Returns whether it is new.
    pub async fn add_opening_game(&self, game: OpeningGame) -> StoreResult<bool> {
        self.write(move |connection| Box::pin(async move { count(connection, game).await }))
            .await
    }

    /// Adds a game of this server, if its job is still this worker's.
    pub async fn finish_opening(&self, job: BackgroundJob, game: OpeningGame) -> StoreResult<()> {
        self.write(move |connection| {
            Box::pin(async move {
                if finish(connection, BackgroundJobKind::Opening, job).await? {
                    count(connection, game).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// What was played in a position, the most frequent moves first.
    pub async fn openings(
        &self,
        rules: &str,
        position: &str,
        source: OpeningGames,
        limit: i64,
    ) -> StoreResult<Vec<OpeningRow>> {
        let rows = sqlx::query_as(
            "SELECT move, short, white, draws, black, game FROM openings \
             WHERE rules = $1 AND position = $2 AND source = $3 \
             ORDER BY white + draws + black DESC, move LIMIT $4",
        )
        .bind(rules.to_owned())
        .bind(position.to_owned())
        .bind(source.text())
        .bind(limit)
        .fetch_all(self.reads())
        .await?;
        Ok(rows)
    }
}
