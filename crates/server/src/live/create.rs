//! What somebody wants to play becomes a game, or a seek.

use super::begin::{CreateError, NewGameOrSeek, begin, check, side_of, start};
use super::pairing;
use super::registry::GameRegistry;
use super::seeks::{self, SeekOrigin};
use crate::game::model::Seat;
use crate::game::new_game::{NewGame, Opponent};
use crate::store::Account;
use std::sync::Arc;

/// Begins the game that somebody wants to play, or puts a seek into the lobby.
pub(crate) async fn create(
    games: &Arc<GameRegistry>,
    account: &Account,
    origin: SeekOrigin,
    new_game: &NewGame,
) -> Result<NewGameOrSeek, CreateError> {
    let (compiled, setup) = check(games, account, origin.address, new_game).await?;
    let opponent = match new_game.opponent {
        Opponent::Seek => {
            let seek = seeks::add(games, account, origin, new_game, &setup).await?;
            return Ok(NewGameOrSeek::Seek(seek));
        }
        Opponent::Pair => {
            return pairing::pair(games, account, origin, new_game, &setup).await;
        }
        Opponent::Engine { level } => Seat::Engine(level),
        Opponent::Link => Seat::Empty,
    };
    let own = Seat::Person(account.id.clone());
    let game = begin(&setup, side_of(new_game.colour), own, opponent);
    let id = start(games, &compiled, game, (account, origin.address), None).await?;
    Ok(NewGameOrSeek::Game(id))
}
