//! Texts of definitions, by their SHA-256.

use super::database::Store;
use super::error::StoreResult;
use super::turns::take_turns;
use sqlx::FromRow;

/// A text of a definition.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct StoredDefinition {
    /// SHA-256 of the text, in hexadecimal.
    pub hash: String,
    /// The name that the game gives itself.
    pub name: String,
    /// The text.
    pub text: String,
    /// Who gave it; none for those that come with the program.
    pub author: Option<String>,
}

impl Store {
    /// Adds a text. One that is stored already stays as it is.
    pub async fn add_definition(&self, row: StoredDefinition) -> StoreResult<()> {
        let query = sqlx::query(
            "INSERT INTO definitions (hash, name, text, author, created) \
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (hash) DO NOTHING",
        )
        .bind(row.hash)
        .bind(row.name)
        .bind(row.text)
        .bind(row.author)
        .bind(crate::time::now_ms());
        self.execute(query).await?;
        Ok(())
    }

    /// Adds a text that a person gives, unless they have given that many already. They are
    /// counted in the same transaction. Returns whether the text is stored.
    pub async fn add_definition_of(
        &self,
        row: StoredDefinition,
        limit: usize,
    ) -> StoreResult<bool> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let backend = self.backend();
        self.write(move |connection| {
            Box::pin(async move {
                if let Some(author) = &row.author {
                    take_turns(backend, connection, author).await?;
                }
                let hash = row.hash.clone();
                let query = sqlx::query(
                    "INSERT INTO definitions (hash, name, text, author, created) \
                     SELECT $1, $2, $3, $4, $5 \
                     WHERE (SELECT COUNT(*) FROM definitions WHERE author = $4) < $6 \
                     ON CONFLICT (hash) DO NOTHING",
                )
                .bind(row.hash)
                .bind(row.name)
                .bind(row.text)
                .bind(row.author)
                .bind(crate::time::now_ms())
                .bind(limit);
                if query.execute(&mut *connection).await?.rows_affected() > 0 {
                    return Ok(true);
                }
                let known: Option<String> =
                    sqlx::query_scalar("SELECT hash FROM definitions WHERE hash = $1")
                        .bind(hash)
                        .fetch_optional(connection)
                        .await?;
                Ok(known.is_some())
            })
        })
        .await
    }

    /// The texts that a person has given, oldest first.
    pub async fn definition_hashes_by(&self, author: &str) -> StoreResult<Vec<String>> {
        let query = "SELECT hash FROM definitions WHERE author = $1 ORDER BY created";
        let hashes = sqlx::query_scalar(query)
            .bind(author.to_owned())
            .fetch_all(self.reads())
            .await?;
        Ok(hashes)
    }

    /// How many texts a person has given.
    pub async fn definitions_of(&self, author: &str) -> StoreResult<i64> {
        let count = sqlx::query_scalar("SELECT COUNT(*) FROM definitions WHERE author = $1")
            .bind(author)
            .fetch_one(self.reads())
            .await?;
        Ok(count)
    }

    /// The text with a hash.
    pub async fn definition(&self, hash: &str) -> StoreResult<Option<StoredDefinition>> {
        let row =
            sqlx::query_as("SELECT hash, name, text, author FROM definitions WHERE hash = $1")
                .bind(hash)
                .fetch_optional(self.reads())
                .await?;
        Ok(row)
    }
}
