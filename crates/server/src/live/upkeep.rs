//! What has to be done from time to time.

use super::registry::GameRegistry;
use super::types::{Clock, NewGame};
use crate::store::StoreResult;
use crate::time::now_ms;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// How long whoever made a live seek may be away, in ms.
const AWAY_MS: i64 = 60_000;
/// How many games the home page shows.
pub(crate) const HOME_GAMES: i64 = 12;

/// Resumes the games after a stop: clocks go on where they stood when the server
/// was last known to run, and the engine's jobs are free again.
pub async fn resume(live: &Arc<GameRegistry>) -> StoreResult<()> {
    let down = live.store.resume(now_ms()).await?;
    let due = live.store.due_games(now_ms() + 3_600_000).await?;
    tracing::info!(down_ms = down, games = due.len(), "resuming games");
    for id in due {
        live.wake(&id).await;
    }
    // A job is written with the move that asks for it; this is for databases
    // that were restored or changed by hand.
    for id in live.store.games_without_job().await? {
        live.wake(&id).await;
    }
    live.jobs.notify_one();
    Ok(())
}

/// Does it until the future is dropped: notes that the server runs, minds the
/// flags of games that nobody has in memory, and shows lobby and home page.
pub async fn keep_up(live: Arc<GameRegistry>) {
    let beat = async {
        loop {
            tokio::time::sleep(Duration::from_millis(500)).await;
            if let Err(error) = live.store.beat(now_ms()).await {
                tracing::error!(%error, "the store failed");
            }
        }
    };
    let flags = async {
        loop {
            tokio::time::sleep(Duration::from_secs(5)).await;
            // Those that fall within the next minutes are loaded in time.
            match live.store.due_games(now_ms() + 120_000).await {
                Ok(due) => {
                    for id in due {
                        live.wake(&id).await;
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
            if !live.hub.anybody_home() {
                continue;
            }
            if let Ok(games) = super::summary::live(&live, HOME_GAMES, None).await
                && games != shown
            {
                live.hub.show_games(&games);
                shown = games;
            }
        }
    };
    tokio::join!(beat, flags, home, lobby(&live));
}

/// Shows the lobby when it changes, and takes seeks out of it whose makers have
/// gone.
async fn lobby(live: &Arc<GameRegistry>) {
    let mut last_seen: HashMap<String, i64> = HashMap::new();
    loop {
        let pause = tokio::time::sleep(Duration::from_secs(10));
        let changed = tokio::select! {
            () = pause => sweep(live, &mut last_seen).await,
            () = live.lobby_changed.notified() => true,
        };
        if changed && live.hub.anybody_in_lobby() {
            if let Ok(seeks) = super::lobby::seeks(live).await {
                live.hub.show_seeks(&seeks);
            }
            // Many changes at once are shown once.
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
}

/// Takes seeks away that nobody waits for; says whether there were any.
async fn sweep(live: &Arc<GameRegistry>, last_seen: &mut HashMap<String, i64>) -> bool {
    let now = now_ms();
    let mut gone = live.store.sweep_seeks(now).await.unwrap_or(0);
    let seeks = live.store.seeks(now, i64::MAX).await.unwrap_or_default();
    last_seen.retain(|id, _| seeks.iter().any(|seek| seek.id == *id));
    for seek in seeks {
        let terms = serde_json::from_str::<NewGame>(&seek.terms);
        let is_live = terms.is_ok_and(|terms| matches!(terms.clock, Clock::Live { .. }));
        let seen = last_seen.entry(seek.id.clone()).or_insert(now);
        if !is_live || live.hub.is_online(&seek.user) {
            *seen = now;
        } else if now - *seen > AWAY_MS
            && live.store.remove_seek(&seek.id, &seek.user).await.is_ok()
        {
            gone += 1;
        }
    }
    gone > 0
}
