//! Names of people, and shared analyses.

use super::database::Store;
use super::error::StoreResult;
use super::listed::{MAX_LISTED, placeholders};
use super::turns::hold_person;
use serde_json::Value;
use sqlx::AssertSqlSafe;
use std::collections::HashMap;

/// An analysis that somebody stores.
#[derive(Clone, Debug)]
pub struct NewAnalysis {
    /// Its ID.
    pub id: String,
    /// Whose it is, if they are known.
    pub user: Option<String>,
    /// A keyed hash of the address that it comes from.
    pub address: String,
    /// The tree, as JSON.
    pub tree: String,
    /// When.
    pub created: i64,
}

/// How much an address may store since a time.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisLimits {
    /// The time.
    pub since: i64,
    /// How many analyses.
    pub count: i64,
    /// How many bytes.
    pub bytes: i64,
}

impl Store {
    /// The name of a person, whatever has become of them.
    pub async fn name_of(&self, user: &str) -> StoreResult<Option<(String, bool)>> {
        let row: Option<(String, i64)> =
            sqlx::query_as("SELECT name, guest FROM users WHERE id = $1")
                .bind(user)
                .fetch_optional(self.reads())
                .await?;
        Ok(row.map(|(name, guest)| (name, guest != 0)))
    }

    /// The names of people, and whether they are guests, by their identities.
    pub async fn names_of(&self, users: &[&str]) -> StoreResult<HashMap<String, (String, bool)>> {
        let mut names = HashMap::new();
        for users in users.chunks(MAX_LISTED) {
            let text = format!(
                "SELECT id, name, guest FROM users WHERE id IN ({})",
                placeholders(users.len())
            );
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for user in users {
                query = query.bind((*user).to_owned());
            }
            let rows: Vec<(String, String, i64)> = query.fetch_all(self.reads()).await?;
            names.extend(
                rows.into_iter()
                    .map(|(id, name, guest)| (id, (name, guest != 0))),
            );
        }
        Ok(names)
    }

    /// The ratings of people, by their identities and the names of the rules.
    pub async fn ratings_of_all(
        &self,
        users: &[&str],
    ) -> StoreResult<HashMap<(String, String), f64>> {
        let mut ratings = HashMap::new();
        for users in users.chunks(MAX_LISTED) {
            let text = format!(
                "SELECT user_id, game, rating FROM ratings WHERE user_id IN ({})",
                placeholders(users.len())
            );
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for user in users {
                query = query.bind((*user).to_owned());
            }
            let rows: Vec<(String, String, f64)> = query.fetch_all(self.reads()).await?;
            ratings.extend(
                rows.into_iter()
                    .map(|(user, game, rating)| ((user, game), rating)),
            );
        }
        Ok(ratings)
    }

    /// Adds an analysis, unless its address (a keyed hash) has stored too many, or too long
    /// ones, since a time. Returns whether it is stored.
    ///
    /// # Errors
    /// [`StoreError::PersonLeft`](super::StoreError::PersonLeft) if the person is deleted or banned.
    pub async fn add_analysis(
        &self,
        new: NewAnalysis,
        limits: AnalysisLimits,
    ) -> StoreResult<bool> {
        let backend = self.backend();
        let definition = definition_of(&new.tree);
        let turns = new.user.iter().chain([&new.address]).cloned().collect();
        self.write_in_turn(turns, move |connection| {
            Box::pin(async move {
                if let Some(user) = &new.user {
                    hold_person(backend, connection, user).await?;
                }
                let (count, bytes): (i64, i64) = sqlx::query_as(
                    "SELECT COUNT(*), CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM analyses \
                     WHERE address = $1 AND created > $2",
                )
                .bind(new.address.clone())
                .bind(limits.since)
                .fetch_one(&mut *connection)
                .await?;
                let own = i64::try_from(new.tree.len()).unwrap_or(i64::MAX);
                if count >= limits.count || bytes.saturating_add(own) > limits.bytes {
                    return Ok(false);
                }
                sqlx::query(
                    "INSERT INTO analyses \
                     (id, user_id, tree, created, address, bytes, definition) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7)",
                )
                .bind(new.id)
                .bind(new.user)
                .bind(new.tree)
                .bind(new.created)
                .bind(new.address)
                .bind(own)
                .bind(definition)
                .execute(connection)
                .await?;
                Ok(true)
            })
        })
        .await
    }

    /// A stored analysis.
    pub async fn analysis(&self, id: &str) -> StoreResult<Option<String>> {
        let tree = sqlx::query_scalar("SELECT tree FROM analyses WHERE id = $1")
            .bind(id)
            .fetch_optional(self.reads())
            .await?;
        Ok(tree)
    }

    /// The analyses of a person, oldest first: identity, and when it was shared.
    pub async fn analysis_ids_of(&self, user: &str) -> StoreResult<Vec<(String, i64)>> {
        let rows =
            sqlx::query_as("SELECT id, created FROM analyses WHERE user_id = $1 ORDER BY created")
                .bind(user)
                .fetch_all(self.reads())
                .await?;
        Ok(rows)
    }
}

/// The hash of the definition that a tree is about; empty for a game of the server.
fn definition_of(tree: &str) -> String {
    let tree: Value = serde_json::from_str(tree).unwrap_or_default();
    let hash = tree.pointer("/game/definition").and_then(Value::as_str);
    hash.unwrap_or_default().to_owned()
}
