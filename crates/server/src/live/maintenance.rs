//! What is done from time to time.

use super::registry::GameRegistry;
use crate::game::time_control::Clock;
use crate::store::StoreResult;
use crate::time::now_ms;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// How long the maker of a live seek may be away, in ms.
const AWAY_MS: i64 = 60_000;
/// How many games the home page shows.
pub(crate) const HOME_GAMES: i64 = 12;

/// Resumes the games after a stop. Clocks go on from the time when the server was last
/// known to run, and workers can take the engine's jobs again.
pub(crate) async fn resume(games: &Arc<GameRegistry>) -> StoreResult<()> {
    let down = games.store.resume(now_ms()).await?;
    let due = games.store.due_games(now_ms() + 3_600_000).await?;
    tracing::info!(down_ms = down, games = due.len(), "resuming games");
    for id in due {
        games.wake(&id).await;
    }
    // A job is written with the move that asks for it. Databases that were restored
    // or changed by hand may lack one.
    for id in games.store.games_without_job().await? {
        games.wake(&id).await;
    }
    games.jobs.notify_one();
    Ok(())
}

/// Runs until the future is dropped: records that the server is alive, wakes games
/// whose flags will fall soon, and sends the lobby and the home page to followers.
pub(crate) async fn run_maintenance(games: Arc<GameRegistry>) {
    let heartbeat = async {
        loop {
            tokio::time::sleep(Duration::from_millis(500)).await;
            if let Err(error) = games.store.record_heartbeat(now_ms()).await {
                tracing::error!(%error, "the store failed");
            }
        }
    };
    let flags = async {
        loop {
            tokio::time::sleep(Duration::from_secs(5)).await;
            // Games whose flags fall within the next minutes are loaded in time.
            match games.store.due_games(now_ms() + 120_000).await {
                Ok(due) => {
                    for id in due {
                        games.wake(&id).await;
                    }
                }
                Err(error) => tracing::error!(%error, "the store failed"),
            }
        }
    };
    let home = async {
        let mut shown = Vec::new();
        loop {
            tokio::time::sleep(Duration::from_millis(1500)).await;
            if !games.hub.anybody_home() {
                continue;
            }
            if let Ok(shown_now) = super::summary::live_games(&games, HOME_GAMES, None).await
                && shown_now != shown
            {
                games.hub.show_games(&shown_now);
                shown = shown_now;
            }
        }
    };
    tokio::join!(heartbeat, flags, home, lobby(&games));
}

/// Sends the lobby when it changes, and removes seeks whose makers have gone.
async fn lobby(games: &Arc<GameRegistry>) {
    let mut last_seen: HashMap<String, i64> = HashMap::new();
    loop {
        let pause = tokio::time::sleep(Duration::from_secs(10));
        let changed = tokio::select! {
            () = pause => expire_seeks(games, &mut last_seen).await,
            () = games.lobby_changed.notified() => true,
        };
        if changed && games.hub.anybody_in_lobby() {
            if let Ok(seeks) = super::lobby::seeks(games).await {
                games.hub.show_seeks(&seeks);
            }
            // Many changes at once are sent once.
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
}

/// Removes seeks that nobody waits for. Returns whether there were any.
async fn expire_seeks(games: &Arc<GameRegistry>, last_seen: &mut HashMap<String, i64>) -> bool {
    let now = now_ms();
    let mut gone = games.store.delete_expired_seeks(now).await.unwrap_or(0);
    let seeks = games.store.seeks(now, i64::MAX).await.unwrap_or_default();
    last_seen.retain(|id, _| seeks.iter().any(|seek| seek.id == *id));
    for seek in seeks {
        let is_live = matches!(seek.new_game.clock, Clock::Live { .. });
        let seen = last_seen.entry(seek.id.clone()).or_insert(now);
        if !is_live || games.hub.is_online(&seek.user) {
            *seen = now;
        } else if now - *seen > AWAY_MS
            && games.store.remove_seek(&seek.id, &seek.user).await.is_ok()
        {
            gone += 1;
        }
    }
    gone > 0
}
