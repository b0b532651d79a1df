//! What inventors have written: versions of their games, and those that they publish.

use super::database::Store;
use super::error::StoreResult;
use super::rows::{GameRow, columns};
use crate::game::model::StoredGame;
use sqlx::FromRow;

/// A version of a game, without its text.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct DefinitionVersion {
    /// SHA-256 of the text, in hexadecimal.
    pub hash: String,
    /// The name that the game gives itself.
    pub name: String,
    /// Who gave it.
    pub author: Option<String>,
    /// When it was stored.
    pub created: i64,
    /// When it was published, if it was.
    pub published: Option<i64>,
}

impl Store {
    /// The versions that a person has stored, newest first.
    pub async fn versions_by(
        &self,
        author: &str,
        limit: i64,
    ) -> StoreResult<Vec<DefinitionVersion>> {
        let rows = sqlx::query_as(
            "SELECT hash, name, author, created, (SELECT published.created FROM published \
             WHERE published.definition = definitions.hash) AS published \
             FROM definitions WHERE author = $1 ORDER BY created DESC LIMIT $2",
        )
        .bind(author.to_owned())
        .bind(limit)
        .fetch_all(self.reads())
        .await?;
        Ok(rows)
    }

    /// One version.
    pub async fn version(&self, hash: &str) -> StoreResult<Option<DefinitionVersion>> {
        let row = sqlx::query_as(
            "SELECT hash, name, author, created, (SELECT published.created FROM published \
             WHERE published.definition = definitions.hash) AS published \
             FROM definitions WHERE hash = $1",
        )
        .bind(hash.to_owned())
        .fetch_optional(self.reads())
        .await?;
        Ok(row)
    }

    /// What was published last.
    pub async fn published(&self, limit: i64) -> StoreResult<Vec<DefinitionVersion>> {
        let rows = sqlx::query_as(
            "SELECT definitions.hash, definitions.name, definitions.author, \
             definitions.created, latest.created AS published \
             FROM (SELECT definition, created FROM published ORDER BY created DESC LIMIT $1) \
             AS latest JOIN definitions ON definitions.hash = latest.definition \
             ORDER BY latest.created DESC",
        )
        .bind(limit)
        .fetch_all(self.reads())
        .await?;
        Ok(rows)
    }

    /// Publishes a definition of a person, or withdraws it. Returns whether it is theirs.
    pub async fn publish(
        &self,
        hash: &str,
        author: &str,
        publish: bool,
        now: i64,
    ) -> StoreResult<bool> {
        let (hash, author) = (hash.to_owned(), author.to_owned());
        self.write(move |connection| {
            Box::pin(async move {
                let own: Option<String> = sqlx::query_scalar(
                    "SELECT hash FROM definitions WHERE hash = $1 AND author = $2",
                )
                .bind(hash.clone())
                .bind(author)
                .fetch_optional(&mut *connection)
                .await?;
                if own.is_none() {
                    return Ok(false);
                }
                let query = if publish {
                    sqlx::query(
                        "INSERT INTO published (definition, created) VALUES ($1, $2) \
                         ON CONFLICT (definition) DO NOTHING",
                    )
                    .bind(hash)
                    .bind(now)
                } else {
                    sqlx::query("DELETE FROM published WHERE definition = $1").bind(hash)
                };
                query.execute(connection).await?;
                Ok(true)
            })
        })
        .await
    }

    /// The games of a definition, the last changed first.
    pub async fn games_by_definition(
        &self,
        hash: &str,
        limit: i64,
    ) -> StoreResult<Vec<StoredGame>> {
        let rows: Vec<GameRow> = sqlx::query_as(concat!(
            "SELECT ",
            columns!(),
            " FROM games WHERE definition = $1 ORDER BY updated DESC LIMIT $2"
        ))
        .bind(hash.to_owned())
        .bind(limit)
        .fetch_all(self.reads())
        .await?;
        rows.into_iter().map(StoredGame::try_from).collect()
    }
}
