//! Lists of games.

use super::database::Store;
use super::error::StoreResult;
use super::rows::{GameRow, columns};
use crate::game::model::{Seat, StoredGame};
use std::collections::HashMap;

/// Which of a person's games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameFilter {
    /// All.
    All,
    /// Those with both players.
    Begun,
    /// Those not over.
    Current,
    /// Those over.
    Over,
}

/// The most games of one person among those being played.
const SHOWN_OF_PERSON: usize = 3;

/// The place before the first page of a list.
pub const FIRST_PAGE: (i64, &str) = (i64::MAX, "");

/// A page of a person's games: those with White and those with Black, each read from an
/// index in its order.
macro_rules! page {
    ($state:literal) => {
        concat!(
            "SELECT * FROM (SELECT ",
            columns!(),
            " FROM games WHERE white_user = $1 \
             AND updated <= $2 AND (updated < $2 OR id < $3)",
            $state,
            " ORDER BY updated DESC, id DESC LIMIT $4) AS with_white \
             UNION ALL SELECT * FROM (SELECT ",
            columns!(),
            " FROM games WHERE black_user = $1 \
             AND updated <= $2 AND (updated < $2 OR id < $3) \
             AND (white_user IS NULL OR white_user <> $1)",
            $state,
            " ORDER BY updated DESC, id DESC LIMIT $4) AS with_black \
             ORDER BY updated DESC, id DESC LIMIT $4"
        )
    };
}

impl Store {
    /// Games being played: those between people first, and then the last changed first. At most
    /// three of a person.
    pub async fn live_games(&self, limit: i64) -> StoreResult<Vec<StoredGame>> {
        let rows: Vec<GameRow> = sqlx::query_as(concat!(
            "SELECT ",
            columns!(),
            " FROM games JOIN (SELECT id AS chosen, \
               ROW_NUMBER() OVER (PARTITION BY COALESCE(white_user, id) \
                 ORDER BY updated DESC, id) AS of_white, \
               ROW_NUMBER() OVER (PARTITION BY COALESCE(black_user, id) \
                 ORDER BY updated DESC, id) AS of_black \
               FROM (SELECT id, white_user, black_user, updated FROM games \
                 WHERE state = 'active' ORDER BY updated DESC LIMIT 2000) AS last ) AS latest \
             ON games.id = latest.chosen WHERE of_white <= $1 AND of_black <= $1 \
             ORDER BY CASE WHEN white_user IS NULL OR black_user IS NULL THEN 1 ELSE 0 END, \
             updated DESC LIMIT $2"
        ))
        .bind(SHOWN_OF_PERSON as i64)
        // Each person can have as many with White as with Black.
        .bind(2 * limit)
        .fetch_all(self.reads())
        .await?;
        let mut shown: HashMap<String, usize> = HashMap::new();
        let mut games = Vec::new();
        for game in rows {
            let game = StoredGame::try_from(game)?;
            let people = [&game.white, &game.black].map(Seat::person);
            let people = people.into_iter().flatten();
            if people
                .clone()
                .any(|person| shown.get(person) == Some(&SHOWN_OF_PERSON))
            {
                continue;
            }
            for person in people {
                *shown.entry(person.to_owned()).or_default() += 1;
            }
            games.push(game);
        }
        games.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(games)
    }

    /// A person's games, the last changed first. `before` is the time of the last
    /// one of the page before, and its identity: several can have changed in the
    /// same millisecond.
    pub async fn games_of(
        &self,
        user: &str,
        filter: GameFilter,
        before: (i64, &str),
        limit: i64,
    ) -> StoreResult<Vec<StoredGame>> {
        let query = match filter {
            GameFilter::All => page!(""),
            GameFilter::Begun => page!(" AND state <> 'open'"),
            // As the index of unfinished games says it.
            GameFilter::Current => page!(" AND state <> 'over'"),
            GameFilter::Over => page!(" AND state = 'over'"),
        };
        let rows: Vec<GameRow> = sqlx::query_as(query)
            .bind(user)
            .bind(before.0)
            .bind(before.1)
            .bind(limit)
            .fetch_all(self.reads())
            .await?;
        rows.into_iter().map(StoredGame::try_from).collect()
    }

    /// This node's games in which something happens by itself before a time; those of all
    /// nodes if this process is none.
    pub async fn due_games(&self, before: i64) -> StoreResult<Vec<String>> {
        let query = match self.node().owner() {
            Some(node) => sqlx::query_scalar(
                "SELECT id FROM games WHERE owner = $2 AND deadline IS NOT NULL \
                 AND deadline <= $1 ORDER BY deadline LIMIT 1000",
            )
            .bind(before)
            .bind(node),
            None => sqlx::query_scalar(
                "SELECT id FROM games WHERE deadline IS NOT NULL AND deadline <= $1 \
                 ORDER BY deadline LIMIT 1000",
            )
            .bind(before),
        };
        Ok(query.fetch_all(self.reads()).await?)
    }

    /// The games that have ended since a time, with their versions.
    pub async fn ended_since(&self, since: i64) -> StoreResult<Vec<(String, i64)>> {
        let games =
            sqlx::query_as("SELECT id, version FROM games WHERE state = 'over' AND updated >= $1")
                .bind(since)
                .fetch_all(self.reads())
                .await?;
        Ok(games)
    }

    /// The games of a person that are not over.
    pub async fn unfinished_of(&self, user: &str) -> StoreResult<Vec<String>> {
        let ids = sqlx::query_scalar(
            "SELECT id FROM games WHERE white_user = $1 AND state <> 'over' \
             UNION SELECT id FROM games WHERE black_user = $1 AND state <> 'over'",
        )
        .bind(user)
        .fetch_all(self.reads())
        .await?;
        Ok(ids)
    }

    /// Active games in which the engine is to move and has no job.
    pub async fn games_without_job(&self) -> StoreResult<Vec<String>> {
        let ids = sqlx::query_scalar(
            "SELECT id FROM games WHERE state = 'active' \
             AND ((turn = 'white' AND white_level IS NOT NULL) \
               OR (turn = 'black' AND black_level IS NOT NULL)) \
             AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.game = games.id) LIMIT 1000",
        )
        .fetch_all(self.reads())
        .await?;
        Ok(ids)
    }
}
