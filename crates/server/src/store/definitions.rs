//! Texts of definitions, by their SHA-256.

use super::database::Store;
use super::error::StoreResult;
use super::turns::hold_person;
use crate::game::time_control::DAY_MS;
use crate::time::now_ms;
use sqlx::FromRow;

/// A condition for rows of `definitions`: nothing refers to the text.
///
/// Seeks, and analyses of older versions, name it only in their JSON. The last condition reads
/// all seeks, so few definitions should come to it.
macro_rules! unused_definition {
    () => {
        "NOT EXISTS (SELECT 1 FROM games WHERE games.definition = definitions.hash) \
         AND NOT EXISTS (SELECT 1 FROM playtests WHERE playtests.definition = definitions.hash) \
         AND NOT EXISTS (SELECT 1 FROM published WHERE published.definition = definitions.hash) \
         AND NOT EXISTS (SELECT 1 FROM analyses WHERE analyses.definition = definitions.hash) \
         AND NOT EXISTS (SELECT 1 FROM analyses WHERE analyses.definition IS NULL \
           AND analyses.tree LIKE '%' || definitions.hash || '%') \
         AND NOT EXISTS (SELECT 1 FROM seeks \
           WHERE seeks.new_game LIKE '%' || definitions.hash || '%')"
    };
}
pub(super) use unused_definition;

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

/// A text of a definition that somebody at an address is about to store.
#[derive(Clone, Debug)]
pub struct DefinitionUpload {
    /// Its ID, which says nothing about the text or its author.
    pub id: String,
    /// A keyed hash of the address.
    pub address: String,
    /// The length of the text.
    pub bytes: usize,
    /// When.
    pub created: i64,
}

/// How many definitions an address may store since a time.
#[derive(Clone, Copy, Debug)]
pub struct UploadLimits {
    /// The time.
    pub since: i64,
    /// How many definitions.
    pub count: i64,
    /// How many bytes.
    pub bytes: i64,
}

impl Store {
    /// Counts a text that an address is about to store, unless it has stored too many, or too
    /// long ones. Returns whether the text may be stored.
    pub async fn count_upload(
        &self,
        upload: DefinitionUpload,
        limits: UploadLimits,
    ) -> StoreResult<bool> {
        self.write_in_turn(vec![upload.address.clone()], move |connection| {
            Box::pin(async move {
                let query = sqlx::query(
                    "INSERT INTO definition_uploads (id, address, bytes, created) \
                     SELECT $1, $2, $3, $4 \
                     WHERE (SELECT COUNT(*) FROM definition_uploads \
                       WHERE address = $2 AND created > $5) < $6 \
                     AND (SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM definition_uploads \
                       WHERE address = $2 AND created > $5) + $3 <= $7",
                )
                .bind(upload.id)
                .bind(upload.address)
                .bind(i64::try_from(upload.bytes).unwrap_or(i64::MAX))
                .bind(upload.created)
                .bind(limits.since)
                .bind(limits.count)
                .bind(limits.bytes);
                Ok(query.execute(connection).await?.rows_affected() > 0)
            })
        })
        .await
    }

    /// Forgets an upload that came to nothing.
    pub async fn forget_upload(&self, id: &str) -> StoreResult<()> {
        let query = sqlx::query("DELETE FROM definition_uploads WHERE id = $1").bind(id.to_owned());
        self.execute(query).await?;
        Ok(())
    }

    /// Adds a text of the server's own. One that is stored already stays as it is. A sweep
    /// leaves it for a day, in which a game can begin by it.
    pub async fn add_definition(&self, row: StoredDefinition) -> StoreResult<()> {
        let now = now_ms();
        let query = sqlx::query(
            "INSERT INTO definitions (hash, name, text, author, created) \
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (hash) DO UPDATE \
             SET created = excluded.created \
             WHERE definitions.author IS NULL AND definitions.created <= $6",
        )
        .bind(row.hash)
        .bind(row.name)
        .bind(row.text)
        .bind(row.author)
        .bind(now)
        .bind(now - DAY_MS / 2);
        self.execute(query).await?;
        Ok(())
    }

    /// Adds a text that a person gives, unless they have given that many already. They are
    /// counted in the same transaction. Returns whether the text is stored.
    ///
    /// # Errors
    /// [`StoreError::PersonLeft`](super::StoreError::PersonLeft) if the person is deleted or banned.
    pub async fn add_definition_of(
        &self,
        row: StoredDefinition,
        limit: usize,
    ) -> StoreResult<bool> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let backend = self.backend();
        let turns = row.author.iter().cloned().collect();
        self.write_in_turn(turns, move |connection| {
            Box::pin(async move {
                if let Some(author) = &row.author {
                    hold_person(backend, connection, author).await?;
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
                .bind(now_ms())
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
