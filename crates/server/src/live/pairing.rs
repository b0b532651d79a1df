//! Quick pairing: whoever asks for a game gets one with somebody who waits for the same, or
//! waits for the next.

use super::begin::{CreateError, Created};
use super::registry::GameRegistry;
use super::seeks::{self, SeekOrigin};
use crate::game::new_game::{Colour, GameSetup, NewGame, Opponent};
use crate::game::rating::unrated;
use crate::store::{Account, StoreResult, StoredSeek};
use crate::time::now_ms;
use std::sync::Arc;
use std::time::Duration;

/// How many seeks are looked at, and how many of one person.
const MAX_SEEKS: usize = 100;
const MAX_OF_USER: usize = 3;
/// Ratings that differ by less than this are about as good.
const RATING_STEP: f64 = 150.0;
/// How often somebody who finds nobody waits anew, if others are faster.
const MAX_TRIES: usize = 3;
/// How long the owner of an older seek leaves the game to the owner of a newer one.
const YIELD: Duration = Duration::from_millis(250);

/// Begins a game with somebody whose seek fits, or leaves a seek in the lobby.
///
/// Two who ask at the same time may both leave a seek. So whoever has left one looks once
/// more. If there is an older seek, they take it instead. If there is a newer one, its
/// owner may have looked too early to see theirs, so they take it after a moment, unless they
/// have been taken themselves.
pub(super) async fn pair(
    games: &Arc<GameRegistry>,
    account: &Account,
    origin: SeekOrigin,
    new_game: &NewGame,
    setup: &GameSetup,
) -> Result<Created, CreateError> {
    let wanted = NewGame {
        opponent: Opponent::Seek,
        ..setup.normalized(new_game)
    };
    if let Some(game) = accept_first(games, account, &wanted).await? {
        return Ok(Created::Game(game));
    }
    let own = games.store.seeks_of(&account.id).await?;
    let standing = own
        .into_iter()
        .find(|seek| seek.expires > now_ms() && seek.new_game == wanted);
    if let Some(seek) = standing {
        return Ok(Created::Seek(seek.id));
    }
    for _ in 0..MAX_TRIES {
        let id = seeks::add(games, account, origin, &wanted, setup).await?;
        let Some(own) = games.store.seek(&id, now_ms()).await? else {
            return Ok(Created::Seek(id));
        };
        let others = fitting(games, account, &wanted).await?;
        if others.is_empty() {
            return Ok(Created::Seek(id));
        }
        if others.iter().all(|other| age(other) > age(&own)) {
            tokio::time::sleep(YIELD).await;
        }
        // Whoever accepts the own seek meanwhile has the game.
        if !games.store.remove_seek(&id, &account.id).await? {
            return Ok(Created::Seek(id));
        }
        games.note_lobby_change();
        if let Some(game) = accept_first(games, account, &wanted).await? {
            return Ok(Created::Game(game));
        }
    }
    let id = seeks::add(games, account, origin, &wanted, setup).await?;
    Ok(Created::Seek(id))
}

/// Accepts the first seek that fits and is not gone.
async fn accept_first(
    games: &Arc<GameRegistry>,
    account: &Account,
    wanted: &NewGame,
) -> Result<Option<String>, CreateError> {
    for seek in fitting(games, account, wanted).await? {
        match seeks::accept_seek(games, account, &seek.id).await {
            Ok(game) => return Ok(Some(game)),
            // Somebody else was faster.
            Err(CreateError::Gone) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

/// The seeks of others that fit, the best first: for a rated game those of people who play
/// about as well, then the oldest.
async fn fitting(
    games: &GameRegistry,
    account: &Account,
    wanted: &NewGame,
) -> StoreResult<Vec<StoredSeek>> {
    let listed = games
        .store
        .listed_seeks(now_ms(), MAX_OF_USER, MAX_SEEKS)
        .await?;
    let seeks = listed
        .into_iter()
        .map(|listed| listed.seek)
        .filter(|seek| seek.user != account.id && fits(&seek.new_game, wanted));
    let mut ranked = Vec::new();
    if wanted.rated {
        let own = rating(games, &account.id, wanted).await?;
        for seek in seeks {
            let gap = (rating(games, &seek.user, wanted).await? - own).abs();
            ranked.push(((gap / RATING_STEP) as u32, seek));
        }
    } else {
        ranked.extend(seeks.map(|seek| (0, seek)));
    }
    ranked.sort_by_key(|(steps, seek)| (*steps, age(seek)));
    Ok(ranked.into_iter().map(|(_, seek)| seek).collect())
}

/// A person's rating in the game that is wanted.
async fn rating(games: &GameRegistry, user: &str, wanted: &NewGame) -> StoreResult<f64> {
    let game = &wanted.game.name;
    let rating = games.store.rating(user, game).await?;
    Ok(rating.unwrap_or_else(|| unrated(user, game)).rating)
}

/// Orders seeks by their age.
fn age(seek: &StoredSeek) -> (i64, String) {
    (seek.created, seek.id.clone())
}

/// Whether somebody who wants a game can take one that is offered.
fn fits(offered: &NewGame, wanted: &NewGame) -> bool {
    let colours = matches!(
        (offered.colour, wanted.colour),
        (_, Colour::Random) | (Colour::White, Colour::Black) | (Colour::Black, Colour::White)
    );
    colours
        && offered.game == wanted.game
        && offered.clock == wanted.clock
        && offered.rated == wanted.rated
        && offered.position.is_none()
        && wanted.position.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::time_control::Clock;
    use hyperrook_view::types::GameRef;

    fn new_game(colour: Colour) -> NewGame {
        NewGame {
            game: GameRef {
                name: "chess".into(),
                ..GameRef::default()
            },
            colour,
            clock: Clock::None,
            rated: false,
            opponent: Opponent::Seek,
            position: None,
        }
    }

    #[test]
    fn those_who_want_the_same_fit() {
        let any = new_game(Colour::Random);
        let white = new_game(Colour::White);
        let black = new_game(Colour::Black);
        assert!(fits(&any, &any) && fits(&white, &any) && fits(&white, &black));
        // A side that is drawn by lot is not the side that somebody wants.
        assert!(!fits(&any, &white) && !fits(&white, &white));
        let slow = NewGame {
            clock: Clock::Days { days: 3 },
            ..any.clone()
        };
        let rated = NewGame {
            rated: true,
            ..any.clone()
        };
        let mut options = any.clone();
        options.game.options.insert("length".into(), "8".into());
        for other in [slow, rated, options] {
            assert!(!fits(&any, &other) && !fits(&other, &any), "{other:?}");
        }
    }
}
