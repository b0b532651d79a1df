//! What the server does rarely: it deletes data that nobody needs any more, ends the games of
//! people who were banned, and notices games that an operator has ended.

use super::registry::GameRegistry;
use super::task::Command;
use crate::store::StoreResult;
use crate::time::now_ms;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

/// How often old data are deleted.
const SWEEP_INTERVAL: Duration = Duration::from_secs(600);
/// The pause between two parts of that.
const SWEEP_PAUSE: Duration = Duration::from_millis(500);
/// How often the server looks for people who were banned. Another process bans them.
const BAN_CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// How often the server looks for games that an operator has ended. Another process ends them.
const ENDED_CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// How far back it looks, in ms: that process may run on a machine with another clock.
const ENDED_SINCE_MS: i64 = 60_000;

/// Runs until the future is dropped.
pub(super) async fn run(games: &Arc<GameRegistry>) {
    tokio::join!(
        delete_old_data(games),
        end_games_of_banned(games),
        notice_ended_games(games)
    );
}

/// Tells the games in memory that they are over in the store.
async fn notice_ended_games(games: &GameRegistry) {
    loop {
        tokio::time::sleep(ENDED_CHECK_INTERVAL).await;
        let ended = games.store.ended_since(now_ms() - ENDED_SINCE_MS).await;
        match ended {
            Ok(ended) => {
                for (id, version) in ended {
                    games.send(&id, Command::OverInStore(version)).await;
                }
            }
            Err(error) => tracing::error!(%error, "ended games could not be looked for"),
        }
    }
}

async fn delete_old_data(games: &GameRegistry) {
    loop {
        if !games.leads() {
            tokio::time::sleep(BAN_CHECK_INTERVAL).await;
            continue;
        }
        let pause = match games.store.sweep(now_ms()).await {
            Ok(swept) if swept.more => SWEEP_PAUSE,
            Ok(_) => SWEEP_INTERVAL,
            Err(error) => {
                tracing::error!(%error, "old data could not be deleted");
                SWEEP_INTERVAL
            }
        };
        tokio::time::sleep(pause).await;
    }
}

async fn end_games_of_banned(games: &Arc<GameRegistry>) {
    let mut known = HashSet::new();
    loop {
        if games.leads()
            && let Err(error) = look_for_banned(games, &mut known).await
        {
            tracing::error!(%error, "the games of banned people could not be ended");
        }
        tokio::time::sleep(BAN_CHECK_INTERVAL).await;
    }
}

/// Ends the games of people who have been banned, as if they had resigned, and closes
/// their sockets.
async fn look_for_banned(
    games: &Arc<GameRegistry>,
    known: &mut HashSet<String>,
) -> StoreResult<()> {
    let banned: HashSet<String> = games.store.banned().await?.into_iter().collect();
    known.retain(|user| banned.contains(user));
    for user in banned {
        if known.contains(&user) {
            continue;
        }
        games.hub.close_sockets_of(&user);
        games.note_lobby_change();
        let mut left = false;
        for id in games.store.unfinished_of(&user).await? {
            let leave = |reply| Command::PlayerLeft(user.clone(), reply);
            let fault = match games.ask(&id, leave).await {
                Ok(Ok(())) => continue,
                Ok(Err(rejection)) => rejection.message,
                Err(error) => error.to_string(),
            };
            tracing::error!(game = id, error = fault, "a game could not be ended");
            left = true;
        }
        if left {
            continue;
        }
        known.insert(user);
    }
    Ok(())
}
