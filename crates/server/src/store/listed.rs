//! Statements about several rows at once, which a list names.

use super::error::StoreResult;
use sqlx::{AnyConnection, AssertSqlSafe};

/// The most values of a list in a statement.
pub(super) const MAX_LISTED: usize = 100;

/// The places of this many values in a statement: `$1, $2, $3`.
pub(super) fn placeholders(count: usize) -> String {
    let places: Vec<String> = (1..=count).map(|place| format!("${place}")).collect();
    places.join(", ")
}

/// Puts the places of this many values where a statement has `$all`.
pub(super) fn with_list(statement: &str, count: usize) -> AssertSqlSafe<String> {
    AssertSqlSafe(statement.replace("$all", &placeholders(count)))
}

/// Runs statements whose only values are a list: `$all` stands for it. A statement is one round
/// trip to the database, however long the list is. Returns how many rows they have touched.
pub(super) async fn run_for_all(
    connection: &mut AnyConnection,
    values: &[String],
    statements: &[&'static str],
) -> StoreResult<u64> {
    let mut touched = 0;
    for values in values.chunks(MAX_LISTED) {
        for statement in statements {
            let mut query = sqlx::query(with_list(statement, values.len()));
            for value in values {
                query = query.bind(value.clone());
            }
            touched += query.execute(&mut *connection).await?.rows_affected();
        }
    }
    Ok(touched)
}

/// The texts that a query finds whose only values are a list of at most [`MAX_LISTED`].
pub(super) async fn find_of_all(
    connection: &mut AnyConnection,
    values: &[String],
    query: &'static str,
) -> StoreResult<Vec<String>> {
    if values.is_empty() {
        return Ok(Vec::new());
    }
    let mut query = sqlx::query_scalar(with_list(query, values.len()));
    for value in values {
        query = query.bind(value.clone());
    }
    Ok(query.fetch_all(connection).await?)
}
