//! Quick pairing. Pairs a player with a fitting open seek, or adds a seek.

use super::begin::{CreateError, NewGameOrSeek};
use super::registry::GameRegistry;
use super::seeks::{self, AddSeekResult, SeekOrigin};
use crate::game::new_game::{Colour, GameSetup, NewGame, Opponent};
use crate::game::rating::unrated;
use crate::store::{Account, ExistingSeek, SeekChoice, StoreResult, StoredSeek};
use crate::time::now_ms;
use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::Arc;

/// Ratings that differ by less than this are about as good.
const RATING_STEP: f64 = 150.0;
/// Number of tries when others accept the seeks first. With each try at least two of those who
/// ask at the same time meet.
const MAX_TRIES: usize = 20;

/// What somebody looks for.
#[derive(Clone)]
struct Wish {
    /// Who.
    person: String,
    /// The game, as a seek.
    wanted: NewGame,
    /// Seeks that could not be accepted. They are not tried again: some stay in the lobby.
    failed: HashSet<String>,
}

impl Wish {
    /// Looks among those that stand for seeks of others that fit, or the same one of this person.
    fn choose(&self, seeks: &[StoredSeek]) -> Option<ExistingSeek> {
        let is_own = |seek: &StoredSeek| seek.user == self.person;
        let fits = |seek: &&StoredSeek| {
            !is_own(seek) && !self.failed.contains(&seek.id) && fits(&seek.new_game, &self.wanted)
        };
        let fitting: Vec<StoredSeek> = seeks.iter().filter(fits).cloned().collect();
        if !fitting.is_empty() {
            return Some(ExistingSeek::Fitting(fitting));
        }
        let standing = |seek: &&StoredSeek| is_own(seek) && seek.new_game == self.wanted;
        let standing = seeks.iter().find(standing)?;
        Some(ExistingSeek::Standing(standing.id.clone()))
    }
}

/// Begins a game with somebody whose seek fits, or leaves a seek in the lobby.
///
/// A seek is left only if none fits: that is looked at in the transaction that adds it. So two
/// people who ask at the same time do not both wait in the lobby. That transaction keeps others
/// waiting, so whoever finds a seek without it needs none.
pub(super) async fn pair(
    games: &Arc<GameRegistry>,
    account: &Account,
    origin: SeekOrigin,
    new_game: &NewGame,
    setup: &GameSetup,
) -> Result<NewGameOrSeek, CreateError> {
    let mut wish = Wish {
        person: account.id.clone(),
        wanted: NewGame {
            opponent: Opponent::Seek,
            ..setup.normalized(new_game)
        },
        failed: HashSet::new(),
    };
    for _ in 0..MAX_TRIES {
        match find_or_add(games, account, origin, &wish, setup).await? {
            AddSeekResult::Added(id) => return Ok(NewGameOrSeek::Seek(id)),
            AddSeekResult::Existing(ExistingSeek::Standing(id)) => {
                return Ok(NewGameOrSeek::StandingSeek(id));
            }
            AddSeekResult::Existing(ExistingSeek::Fitting(seeks)) => {
                let seeks = ranked(games, account, &wish.wanted, seeks).await?;
                let address = origin.address;
                if let Some(game) = accept_first(games, account, address, seeks, &mut wish).await? {
                    return Ok(NewGameOrSeek::Game(game));
                }
            }
        }
    }
    let id = seeks::add(games, account, origin, &wish.wanted, setup).await?;
    Ok(NewGameOrSeek::Seek(id))
}

/// Finds a seek, or adds one if there is none.
async fn find_or_add(
    games: &GameRegistry,
    account: &Account,
    origin: SeekOrigin,
    wish: &Wish,
    setup: &GameSetup,
) -> Result<AddSeekResult, CreateError> {
    let clock = &wish.wanted.clock;
    let seeks = games
        .store
        .seeks_like(setup.title(), clock, now_ms())
        .await?;
    if let Some(existing) = wish.choose(&seeks) {
        return Ok(AddSeekResult::Existing(existing));
    }
    let same = wish.clone();
    let unless: SeekChoice = Box::new(move |seeks| same.choose(seeks));
    seeks::add_unless(games, account, origin, (&wish.wanted, setup), Some(unless)).await
}

/// Accepts the first seek that can be accepted, and notes those that cannot.
async fn accept_first(
    games: &Arc<GameRegistry>,
    account: &Account,
    address: IpAddr,
    seeks: Vec<StoredSeek>,
    wish: &mut Wish,
) -> Result<Option<String>, CreateError> {
    for seek in seeks {
        match seeks::accept_seek(games, account, address, &seek.id).await {
            Ok(game) => return Ok(Some(game)),
            // Somebody else was faster, or its owner may begin no other game.
            Err(CreateError::Gone | CreateError::OpponentHasTooMany) => {
                wish.failed.insert(seek.id);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

/// Seeks that fit, the best first: for a rated game those of people who play about as well,
/// then the oldest.
async fn ranked(
    games: &GameRegistry,
    account: &Account,
    wanted: &NewGame,
    mut seeks: Vec<StoredSeek>,
) -> StoreResult<Vec<StoredSeek>> {
    if !wanted.rated {
        seeks.sort_by_key(age);
        return Ok(seeks);
    }
    let mut people: Vec<&str> = seeks.iter().map(|seek| &*seek.user).collect();
    people.push(&account.id);
    let ratings = games.store.ratings_of_all(&people).await?;
    let rating = |user: &str| {
        let known = ratings.get(&(user.to_owned(), wanted.game.name.clone()));
        known.copied().unwrap_or_else(|| unrated(user, "").rating)
    };
    let own = rating(&account.id);
    let steps = |seek: &StoredSeek| ((rating(&seek.user) - own).abs() / RATING_STEP) as u32;
    seeks.sort_by_key(|seek| (steps(seek), age(seek)));
    Ok(seeks)
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
    use crate::game::rules::RulesRef;
    use crate::game::time_control::Clock;

    fn new_game(colour: Colour) -> NewGame {
        NewGame {
            game: RulesRef {
                name: "chess".into(),
                ..RulesRef::default()
            },
            colour,
            clock: Clock::None,
            rated: false,
            opponent: Opponent::Seek,
            position: None,
        }
    }

    #[test]
    fn a_seek_that_could_not_be_accepted_is_not_tried_again() {
        let seek = |id: &str, user: &str| StoredSeek {
            id: id.into(),
            user: user.into(),
            address: String::new(),
            new_game: new_game(Colour::Random),
            title: String::new(),
            created: 0,
            expires: 1,
        };
        let seeks = [seek("a", "ann"), seek("b", "bob"), seek("own", "me")];
        let mut wish = Wish {
            person: "me".into(),
            wanted: new_game(Colour::Random),
            failed: HashSet::new(),
        };
        let fitting = |seeks: &[StoredSeek]| Some(ExistingSeek::Fitting(seeks.to_vec()));
        assert_eq!(wish.choose(&seeks), fitting(&seeks[..2]));
        wish.failed.insert("a".into());
        assert_eq!(wish.choose(&seeks), fitting(&seeks[1..2]));
        wish.failed.insert("b".into());
        let own = Some(ExistingSeek::Standing("own".into()));
        assert_eq!(wish.choose(&seeks), own);
        assert_eq!(wish.choose(&seeks[..2]), None);
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
