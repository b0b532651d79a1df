//! Wins, losses and draws by person.

use super::database::Store;
use super::error::StoreResult;
use hyperrook_notation::record::GameResult;
use sqlx::AnyConnection;

/// Counts a game that has ended for its players.
pub(super) async fn count(
    connection: &mut AnyConnection,
    result: GameResult,
    white: Option<String>,
    black: Option<String>,
) -> StoreResult<()> {
    // Wins, losses and draws.
    let (for_white, for_black) = match result {
        GameResult::WhiteWins => ([1, 0, 0], [0, 1, 0]),
        GameResult::BlackWins => ([0, 1, 0], [1, 0, 0]),
        GameResult::Draw => ([0, 0, 1], [0, 0, 1]),
        GameResult::Open => return Ok(()),
    };
    let mut rows = [(white, for_white), (black, for_black)];
    // In one order, so that two transactions never wait for each other.
    rows.sort();
    for (person, [wins, losses, draws]) in rows {
        let Some(person) = person else { continue };
        sqlx::query(
            "INSERT INTO totals (user_id, wins, losses, draws) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (user_id) DO UPDATE SET wins = totals.wins + $2, \
             losses = totals.losses + $3, draws = totals.draws + $4",
        )
        .bind(person)
        .bind(i64::from(wins))
        .bind(i64::from(losses))
        .bind(i64::from(draws))
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

impl Store {
    /// Wins, losses and draws of a person.
    pub async fn totals(&self, user: &str) -> StoreResult<[i64; 3]> {
        let row: Option<(i64, i64, i64)> =
            sqlx::query_as("SELECT wins, losses, draws FROM totals WHERE user_id = $1")
                .bind(user.to_owned())
                .fetch_optional(self.reads())
                .await?;
        Ok(row.map_or([0; 3], |(wins, losses, draws)| [wins, losses, draws]))
    }
}
