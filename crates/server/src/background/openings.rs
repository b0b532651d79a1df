//! Fills the tree of openings with the games that end.

use crate::catalogue::{ServerCatalogue, hash_of_text};
use crate::live::{LoadError, load_copy};
use crate::store::{
    BackgroundJob, BackgroundJobKind, OpeningGame, OpeningGames, OpeningPly, Store, StoreResult,
};
use crate::supervise::supervise;
use crate::time::now_ms;
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::position::format_position;
use hyperrook_notation::record::GameResult;
use hyperrook_notation::short::format_short;
use hyperrook_rules::{History, Position};
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How many moves of a game are counted.
const MAX_PLIES: usize = 24;
/// How often the queue is looked at.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// How long a game may take before another node tries it, in ms.
const LEASE_MS: i64 = 30_000;
/// How long a game waits that cannot be read at the moment, in ms: others come first.
const PUT_OFF_MS: i64 = 10_000;

/// The key of a position in the tree: its text without the counters.
pub(crate) fn position_key(position: &Position) -> String {
    let text = format_position(position);
    let fields: Vec<&str> = text.split(' ').take(3).collect();
    hash_of_text(&fields.join(" "))[..32].to_owned()
}

/// A game for the tree; `None` if it has no moves or no result.
pub(crate) fn opening_game(
    id: String,
    source: OpeningGames,
    history: &History,
    result: GameResult,
) -> Option<OpeningGame> {
    let result = match result {
        GameResult::WhiteWins => [1, 0, 0],
        GameResult::Draw => [0, 1, 0],
        GameResult::BlackWins => [0, 0, 1],
        GameResult::Open => return None,
    };
    let positions = history.positions().iter();
    let plies: Vec<OpeningPly> = positions
        .zip(history.moves())
        .take(MAX_PLIES)
        .map(|(position, &mv)| OpeningPly {
            position: position_key(position),
            mv: format_move(position.game().definition(), mv, CellStyle::Plain),
            short: format_short(position, mv),
        })
        .collect();
    let definition = history.position().game().definition();
    (!plies.is_empty()).then(|| OpeningGame {
        id,
        source,
        rules: definition.identity().to_owned(),
        plies,
        result,
    })
}

/// Fills the tree until the server stops.
pub(crate) fn start(store: Store, catalogue: Arc<ServerCatalogue>, stopping: CancellationToken) {
    tokio::spawn(async move {
        supervise("openings", || run(&store, &catalogue, &stopping)).await;
    });
}

async fn run(store: &Store, catalogue: &ServerCatalogue, stopping: &CancellationToken) {
    while !stopping.is_cancelled() {
        let pause = match next(store, catalogue).await {
            Ok(true) => continue,
            Ok(false) => POLL_INTERVAL,
            // A server that stops has given up its lease. The job is done after its next start.
            Err(_) if stopping.is_cancelled() => return,
            Err(error) => {
                tracing::error!(%error, "a game could not be added to the tree of openings");
                POLL_INTERVAL
            }
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = stopping.cancelled() => {}
        }
    }
}

/// Adds the next game. Returns whether there was one.
async fn next(store: &Store, catalogue: &ServerCatalogue) -> StoreResult<bool> {
    let now = now_ms();
    if store.is_failing()
        || !store
            .has_background_job(BackgroundJobKind::Opening, now)
            .await?
    {
        return Ok(false);
    }
    let lease = now + LEASE_MS;
    let taken = store
        .claim_background_job(BackgroundJobKind::Opening, now, lease)
        .await?;
    let Some(job) = taken else { return Ok(false) };
    match found(store, catalogue, &job).await {
        Ok(Some(game)) => store.finish_opening(job, game).await?,
        Ok(None) => {
            store
                .delete_background_job(BackgroundJobKind::Opening, job)
                .await?
        }
        Err(error) if error.is_temporary() => {
            let until = now_ms() + PUT_OFF_MS;
            store
                .release_background_job(BackgroundJobKind::Opening, job, until)
                .await?;
        }
        Err(error) => {
            tracing::warn!(game = job.subject, %error, "a game is left out of the openings");
            store
                .delete_background_job(BackgroundJobKind::Opening, job)
                .await?;
        }
    }
    Ok(true)
}

async fn found(
    store: &Store,
    catalogue: &ServerCatalogue,
    job: &BackgroundJob,
) -> Result<Option<OpeningGame>, LoadError> {
    let game = load_copy(store, catalogue, &job.subject).await?;
    // Games that were set up tell nothing of the opening.
    let stored = game.stored();
    let Some(outcome) = stored.outcome.as_ref().filter(|_| stored.start.is_none()) else {
        return Ok(None);
    };
    let id = stored.id.clone();
    Ok(opening_game(
        id,
        OpeningGames::People,
        game.history(),
        outcome.result,
    ))
}
