//! Texts of definitions, by their SHA-256.

use super::database::Store;
use super::error::StoreResult;
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
