//! How games begin: checking what somebody wants to play, and storing the new game.

use super::load::LoadError;
use super::registry::GameRegistry;
use crate::catalogue::{ServedGame, ServedGameError};
use crate::game::action::Moment;
use crate::game::model::{Seat, StoredGame};
use crate::game::new_game::{Colour, FieldFaults, GameSetup, NewGame, RulesInUse};
use crate::security::secret;
use crate::store::{Account, StoreError};
use crate::time::now_ms;
use hyperrook_rules::Side;
use std::net::IpAddr;
use std::sync::Arc;
use thiserror::Error;

/// What came of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NewGameOrSeek {
    /// A game, by its id.
    Game(String),
    /// A new seek, by its id.
    Seek(String),
    /// The same seek stood in the lobby already. Its id.
    StandingSeek(String),
}

/// Why no game has begun.
#[derive(Debug, Error)]
pub(crate) enum CreateError {
    /// The request is faulty: what is wrong with which field.
    #[error("the game cannot be played like this")]
    Fields(FieldFaults),
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] ServedGameError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The game has begun, but cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The person has too many unfinished games.
    #[error("too many unfinished games")]
    TooMany,
    /// Whoever made the seek has too many unfinished games.
    #[error("whoever made the seek has too many unfinished games")]
    OpponentHasTooMany,
    /// The seek is gone.
    #[error("someone else has already accepted this seek, or it was withdrawn")]
    Gone,
}

impl CreateError {
    pub(super) fn field(name: &'static str, message: impl Into<String>) -> CreateError {
        CreateError::Fields(FieldFaults::from([(name, message.into())]))
    }
}

/// Compiles the rules of a game that somebody wants to play, and checks the rest.
pub(super) async fn check(
    games: &GameRegistry,
    account: &Account,
    address: IpAddr,
    new_game: &NewGame,
) -> Result<(ServedGame, GameSetup), CreateError> {
    let wanted = new_game.game.clone().into();
    let compiled = games.catalogue.get_for(&wanted, address).await?;
    let rules_ref = compiled.game_ref.clone().into();
    let rules = RulesInUse {
        game: &compiled.game,
        rules_ref: &rules_ref,
        hash: &compiled.hash,
    };
    let setup = GameSetup::check(rules, new_game, account.guest).map_err(CreateError::Fields)?;
    Ok((compiled, setup))
}

/// A side for a colour.
pub(super) fn side_of(colour: Colour) -> Side {
    match colour {
        Colour::White => Side::White,
        Colour::Black => Side::Black,
        Colour::Random => {
            if secret::random_bool() {
                Side::White
            } else {
                Side::Black
            }
        }
    }
}

/// The game in which a seek is accepted: `by` has made the seek, `accepted` takes it.
pub(super) fn begin_from_seek(
    setup: &GameSetup,
    colour: Colour,
    by: String,
    accepted: String,
) -> StoredGame {
    let (by, accepted) = (Seat::Person(by), Seat::Person(accepted));
    begin(setup, side_of(colour), by, accepted)
}

/// A new game with `own` at a side and `opponent` at the other.
pub(super) fn begin(setup: &GameSetup, side: Side, own: Seat, opponent: Seat) -> StoredGame {
    let (white, black) = match side {
        Side::White => (own, opponent),
        Side::Black => (opponent, own),
    };
    let moment = Moment {
        now: now_ms(),
        new_id: secret::id(),
    };
    setup.begin(white, black, &moment)
}

/// Stores a new game that `by` begins from an address, and starts its task. Returns its id.
pub(super) async fn start(
    games: &Arc<GameRegistry>,
    compiled: &ServedGame,
    game: StoredGame,
    (by, address): (&Account, IpAddr),
    from_seek: Option<String>,
) -> Result<String, CreateError> {
    games.may_load(address, &compiled.game, &game)?;
    games.catalogue.store_text(compiled).await?;
    let id = game.id.clone();
    let most = Some(games.games_per_user);
    let is_from_seek = from_seek.is_some();
    match games.store.begin_game(game.into(), from_seek, most).await {
        Err(StoreError::Conflict) => return Err(CreateError::Gone),
        Err(StoreError::PersonLeft) if is_from_seek => {
            games.note_lobby_change();
            return Err(CreateError::Gone);
        }
        Err(StoreError::TooManyGames(person)) if person != by.id => {
            return Err(CreateError::OpponentHasTooMany);
        }
        Err(StoreError::TooManyGames(_)) => return Err(CreateError::TooMany),
        other => other?,
    }
    metrics::counter!("hyperrook_games_begun_total").increment(1);
    games.wake_for(address, &id).await;
    Ok(id)
}
