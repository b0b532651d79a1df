//! Names of people, and shared analyses.

use super::database::Store;
use super::error::StoreResult;

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

    /// Adds an analysis.
    pub async fn add_analysis(
        &self,
        id: &str,
        user: Option<String>,
        tree: String,
        now: i64,
    ) -> StoreResult<()> {
        let query = sqlx::query(
            "INSERT INTO analyses (id, user_id, tree, created) VALUES ($1, $2, $3, $4)",
        )
        .bind(id)
        .bind(user)
        .bind(tree)
        .bind(now);
        self.execute(query).await?;
        Ok(())
    }

    /// A stored analysis.
    pub async fn analysis(&self, id: &str) -> StoreResult<Option<String>> {
        let tree = sqlx::query_scalar("SELECT tree FROM analyses WHERE id = $1")
            .bind(id)
            .fetch_optional(self.reads())
            .await?;
        Ok(tree)
    }
}
