//! What people have done in lessons and puzzles.

use super::database::Store;
use super::error::StoreResult;
use super::turns::hold_person;
use sqlx::FromRow;
use std::collections::HashSet;

/// Something that a person has done.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct ProgressRow {
    /// `lesson/GAME/STEP` or `puzzle/GAME/ID`.
    pub item: String,
    /// 1 if it was solved without a mistake and without help.
    pub first_try: i64,
    /// When.
    pub done: i64,
}

impl Store {
    /// Adds what a person has done. What is known already stays as it was: if all is,
    /// nothing is written.
    ///
    /// # Errors
    /// [`StoreError::PersonLeft`](super::StoreError::PersonLeft) if the person is deleted or banned.
    pub async fn add_progress(&self, user: &str, items: Vec<ProgressRow>) -> StoreResult<()> {
        let known = self.progress(user, i64::MAX).await?;
        let mut seen: HashSet<String> = known.into_iter().map(|row| row.item).collect();
        let mut items = items;
        items.retain(|row| seen.insert(row.item.clone()));
        if items.is_empty() {
            return Ok(());
        }
        let user = user.to_owned();
        let backend = self.backend();
        self.write_in_turn(vec![user.clone()], move |connection| {
            Box::pin(async move {
                hold_person(backend, connection, &user).await?;
                for row in items {
                    sqlx::query(
                        "INSERT INTO progress (user_id, item, first_try, done) \
                         VALUES ($1, $2, $3, $4) ON CONFLICT (user_id, item) DO NOTHING",
                    )
                    .bind(user.clone())
                    .bind(row.item)
                    .bind(row.first_try)
                    .bind(row.done)
                    .execute(&mut *connection)
                    .await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// What a person has done. There are at most as many as there are items in the program
    /// and in those that wrote to this database before.
    pub async fn progress(&self, user: &str, limit: i64) -> StoreResult<Vec<ProgressRow>> {
        let rows = sqlx::query_as(
            "SELECT item, first_try, done FROM progress WHERE user_id = $1 \
             ORDER BY item LIMIT $2",
        )
        .bind(user)
        .bind(limit)
        .fetch_all(self.reads())
        .await?;
        Ok(rows)
    }
}
