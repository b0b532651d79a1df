//! What is done from time to time.

use super::hub::BROADCAST_ONLINE;
use super::registry::{GameRegistry, HOME_FRESH};
use super::task::Command;
use crate::store::{LeaseTerms, StoreResult, Takeover};
use crate::supervise::supervise;
use crate::time::now_ms;
use axum::extract::ws::Utf8Bytes;
use futures_util::future::BoxFuture;
use futures_util::stream::{self, StreamExt};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::MissedTickBehavior;

/// How often the lease is renewed: what a crash gives players at most.
const LEASE_INTERVAL: Duration = Duration::from_millis(500);
/// How long the engine's queue remembers whose turn it was, in ms.
const TURNS_MS: i64 = 600_000;
/// How often the server looks for seeks whose owners have gone.
const SWEEP_SEEKS: Duration = Duration::from_secs(10);
/// How many games are loaded at a time.
const LOAD_BATCH: usize = 64;

/// Loads the games of this node in which something happens soon, after it has taken its
/// lease, so that their flags fall and the engine's moves are found.
pub(crate) async fn resume(games: &Arc<GameRegistry>, takeover: Takeover) -> StoreResult<()> {
    let mut due = games.store.due_games(now_ms() + 3_600_000).await?;
    let down_ms = takeover.away_ms;
    tracing::info!(down_ms, games = due.len(), "resuming games");
    // A job is written with the move that asks for it. Databases that were restored
    // or changed by hand may lack one.
    if games.leads() {
        due.extend(games.store.games_without_job().await?);
    }
    wake(games, due).await;
    games.jobs.notify_local();
    Ok(())
}

/// Loads games, several at a time: taking each is a write, and the store commits those
/// that come together at once.
fn wake(games: &Arc<GameRegistry>, ids: Vec<String>) -> BoxFuture<'static, ()> {
    let games = games.clone();
    let wake = move |id: String| {
        let games = games.clone();
        async move { games.wake(&id).await }
    };
    Box::pin(stream::iter(ids).for_each_concurrent(LOAD_BATCH, wake))
}

/// Runs until the future is dropped: keeps the lease, wakes games whose flags will fall
/// soon, and sends the lobby and the home page to followers. A part that panics begins
/// again.
pub(crate) async fn run_maintenance(games: Arc<GameRegistry>, terms: LeaseTerms) {
    let games = &games;
    tokio::join!(
        supervise("lease", || keep_lease(games, terms)),
        supervise("flags", || wake_due(games)),
        supervise("clocks", || shift_clocks(games)),
        supervise("turns", || forget_turns(games)),
        supervise("home", || show_home(games)),
        supervise("lobby", || lobby(games)),
        supervise("sweeps", || super::sweeps::run(games)),
        supervise("cluster", || cluster(games)),
    );
}

/// Answers other nodes, and tells them who is connected here.
async fn cluster(games: &Arc<GameRegistry>) {
    if !games.cluster.shared {
        return;
    }
    let broadcast_online = async {
        loop {
            games.hub.broadcast_online();
            tokio::time::sleep(BROADCAST_ONLINE).await;
        }
    };
    tokio::join!(super::inbox::run(games), broadcast_online);
}

/// What a node does with its lease when it is not alone: it takes its share of the games
/// whose nodes are gone, and one of the nodes leads.
async fn share(games: &Arc<GameRegistry>, terms: LeaseTerms) -> StoreResult<()> {
    let leads = games.store.lead(terms.duration).await?;
    games.set_leads(leads);
    if games.store.adopt_share().await? > 0 {
        games.forget_owners();
        let due = games.store.due_games(now_ms() + 120_000).await?;
        // The lease is renewed meanwhile.
        tokio::spawn(wake(games, due));
        games.jobs.notify_local();
    }
    Ok(())
}

/// Renews the lease. When it could not for too long, the games are forgotten, and taken
/// over again as soon as that is possible.
async fn keep_lease(games: &Arc<GameRegistry>, terms: LeaseTerms) {
    let store = &games.store;
    let mut told = None;
    loop {
        tokio::time::sleep((terms.duration / 20).min(LEASE_INTERVAL)).await;
        if store.holds_lease() {
            match store.renew_lease().await {
                Err(error) => tracing::error!(%error, "the lease could not be renewed"),
                Ok(()) if terms.shared => {
                    if let Err(error) = share(games, terms).await {
                        tracing::error!(%error, "games of other nodes could not be adopted");
                    }
                }
                Ok(()) => {}
            }
            continue;
        }
        games.set_leads(!terms.shared);
        let forgotten = games.forget_all();
        if forgotten > 0 {
            tracing::error!(games = forgotten, "the lease is lost: games are forgotten");
        }
        match store.take_lease(terms).await {
            Ok(takeover) => {
                told = None;
                tracing::warn!("the lease is taken again");
                if let Err(error) = resume(games, takeover).await {
                    tracing::error!(%error, "games could not be resumed");
                }
            }
            Err(error) => {
                let text = error.to_string();
                if told.as_ref() != Some(&text) {
                    tracing::error!(error = text, "the lease cannot be taken");
                    told = Some(text);
                }
            }
        }
    }
}

/// Loads games whose flags fall within the next minutes.
async fn wake_due(games: &Arc<GameRegistry>) {
    loop {
        tokio::time::sleep(Duration::from_secs(5)).await;
        if !games.store.holds_lease() {
            continue;
        }
        match games.store.due_games(now_ms() + 120_000).await {
            Ok(due) => wake(games, due).await,
            Err(error) => tracing::error!(%error, "the store failed"),
        }
    }
}

/// Forgets now and then whose turn it was long ago.
async fn forget_turns(games: &Arc<GameRegistry>) {
    loop {
        tokio::time::sleep(Duration::from_secs(60)).await;
        if !games.leads() {
            continue;
        }
        let before = now_ms() - TURNS_MS;
        if let Err(error) = games.store.forget_engine_turns(before).await {
            tracing::error!(%error, "the store failed");
        }
    }
}

/// Tells games that their clocks were given time back after an outage.
async fn shift_clocks(games: &Arc<GameRegistry>) {
    loop {
        for shifted in games.store.shifted_clocks().await {
            let id = shifted.id.clone();
            games
                .send(&id, Command::ClockShifted(Box::new(shifted)))
                .await;
        }
    }
}

/// Sends the home page when it changes.
async fn show_home(games: &Arc<GameRegistry>) {
    let mut shown = Utf8Bytes::default();
    loop {
        tokio::time::sleep(HOME_FRESH).await;
        if !games.hub.is_home_followed() {
            continue;
        }
        games.live_list.invalidate();
        if let Ok(shown_now) = super::summary::home(games).await
            && shown_now != shown
        {
            games.hub.show_home(&shown_now);
            shown = shown_now;
        }
    }
}

/// Sends the lobby when it changes, and removes seeks whose owners have gone.
async fn lobby(games: &Arc<GameRegistry>) {
    // However often the lobby changes.
    let mut sweeps = tokio::time::interval(SWEEP_SEEKS);
    sweeps.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let changed = tokio::select! {
            _ = sweeps.tick() => super::seeks::sweep(games).await.unwrap_or(false),
            () = games.lobby.changed() => true,
        };
        if changed && games.hub.is_lobby_followed() {
            if let Ok(seeks) = super::seeks::seeks(games).await {
                games.hub.show_lobby(&seeks.message);
            }
            // Many changes at once are sent once.
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
}
