//! What the server does rarely: it deletes data that nobody needs any more, and ends the games
//! of people who were banned.

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

/// Runs until the future is dropped.
pub(super) async fn run(games: &Arc<GameRegistry>) {
    tokio::join!(delete_old_data(games), end_games_of_banned(games));
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
            if let Err(error) = games.ask(&id, leave).await {
                tracing::error!(game = id, %error, "a game could not be ended");
                left = true;
            }
        }
        if left {
            continue;
        }
        known.insert(user);
    }
    Ok(())
}
