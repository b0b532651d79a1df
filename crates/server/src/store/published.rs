//! What inventors have written: versions of their games, and those that they publish.

use super::database::Store;
use super::error::StoreResult;
use super::rows::{GameRow, columns};
use super::turns::hold_person;
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

/// The result of publishing or withdrawing a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Publishing {
    /// It is as it was wanted.
    Done,
    /// Somebody else has given it.
    NotTheirs,
    /// The person has published too many.
    TooMany,
    /// An operator has withdrawn it.
    Withdrawn,
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

    /// What was published last: of the last thousand at most `limit`, and at most
    /// `of_author` of a person.
    pub async fn published(
        &self,
        of_author: i64,
        limit: i64,
    ) -> StoreResult<Vec<DefinitionVersion>> {
        let rows = sqlx::query_as(
            "SELECT definitions.hash, definitions.name, definitions.author, \
             definitions.created, latest.created AS published \
             FROM (SELECT definition, created, ROW_NUMBER() OVER \
               (PARTITION BY author ORDER BY created DESC, definition) AS place \
               FROM (SELECT definition, author, created FROM published \
                 ORDER BY created DESC LIMIT 1000) AS last) \
             AS latest JOIN definitions ON definitions.hash = latest.definition \
             WHERE latest.place <= $1 ORDER BY latest.created DESC LIMIT $2",
        )
        .bind(of_author)
        .bind(limit)
        .fetch_all(self.reads())
        .await?;
        Ok(rows)
    }

    /// Publishes a definition of a person, who may have published at most this many, or
    /// withdraws it.
    ///
    /// # Errors
    /// [`StoreError::PersonLeft`](super::StoreError::PersonLeft) if the person is deleted or banned.
    pub async fn publish(
        &self,
        hash: &str,
        author: &str,
        publish: Option<i64>,
        now: i64,
    ) -> StoreResult<Publishing> {
        let (hash, author) = (hash.to_owned(), author.to_owned());
        let backend = self.backend();
        self.write_in_turn(vec![author.clone()], move |connection| {
            Box::pin(async move {
                hold_person(backend, connection, &author).await?;
                let own: Option<String> = sqlx::query_scalar(
                    "SELECT hash FROM definitions WHERE hash = $1 AND author = $2",
                )
                .bind(hash.clone())
                .bind(author.clone())
                .fetch_optional(&mut *connection)
                .await?;
                if own.is_none() {
                    return Ok(Publishing::NotTheirs);
                }
                let query = if let Some(limit) = publish {
                    let withdrawn: Option<String> = sqlx::query_scalar(
                        "SELECT definition FROM withdrawn WHERE definition = $1",
                    )
                    .bind(hash.clone())
                    .fetch_optional(&mut *connection)
                    .await?;
                    if withdrawn.is_some() {
                        return Ok(Publishing::Withdrawn);
                    }
                    let others: i64 = sqlx::query_scalar(
                        "SELECT COUNT(*) FROM published WHERE author = $1 AND definition <> $2",
                    )
                    .bind(author.clone())
                    .bind(hash.clone())
                    .fetch_one(&mut *connection)
                    .await?;
                    if others >= limit {
                        return Ok(Publishing::TooMany);
                    }
                    sqlx::query(
                        "INSERT INTO published (definition, author, created) VALUES ($1, $2, $3) \
                         ON CONFLICT (definition) DO NOTHING",
                    )
                    .bind(hash)
                    .bind(author)
                    .bind(now)
                } else {
                    sqlx::query("DELETE FROM published WHERE definition = $1").bind(hash)
                };
                query.execute(connection).await?;
                Ok(Publishing::Done)
            })
        })
        .await
    }

    /// The hashes of what a person has published.
    pub async fn published_by(&self, author: &str) -> StoreResult<Vec<String>> {
        let hashes = sqlx::query_scalar("SELECT definition FROM published WHERE author = $1")
            .bind(author.to_owned())
            .fetch_all(self.reads())
            .await?;
        Ok(hashes)
    }

    /// Withdraws a definition, whoever gave it. Its author cannot publish it again until
    /// [`Store::allow_publishing`]. Returns whether there is such a definition.
    pub async fn withdraw(&self, hash: &str, now: i64) -> StoreResult<bool> {
        let hash = hash.to_owned();
        self.write(move |connection| {
            Box::pin(async move {
                let noted = sqlx::query(
                    "INSERT INTO withdrawn (definition, created) \
                     SELECT hash, $2 FROM definitions WHERE hash = $1 \
                     ON CONFLICT (definition) DO UPDATE SET created = $2",
                )
                .bind(hash.clone())
                .bind(now)
                .execute(&mut *connection)
                .await?;
                sqlx::query("DELETE FROM published WHERE definition = $1")
                    .bind(hash)
                    .execute(connection)
                    .await?;
                Ok(noted.rows_affected() > 0)
            })
        })
        .await
    }

    /// Lets the author publish a definition again that was withdrawn by an operator. Returns
    /// whether it was.
    pub async fn allow_publishing(&self, hash: &str) -> StoreResult<bool> {
        let query =
            sqlx::query("DELETE FROM withdrawn WHERE definition = $1").bind(hash.to_owned());
        Ok(self.execute(query).await? > 0)
    }

    /// The games of a definition, the last begun first. Those that wait for an opponent
    /// are left out: whoever knows one can take the empty seat.
    pub async fn games_by_definition(
        &self,
        hash: &str,
        limit: i64,
    ) -> StoreResult<Vec<StoredGame>> {
        let rows: Vec<GameRow> = sqlx::query_as(concat!(
            "SELECT ",
            columns!(),
            " FROM games WHERE definition = $1 AND state <> 'open' ORDER BY created DESC LIMIT $2"
        ))
        .bind(hash.to_owned())
        .bind(limit)
        .fetch_all(self.reads())
        .await?;
        rows.into_iter().map(StoredGame::try_from).collect()
    }
}
