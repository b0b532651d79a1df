//! Beginning a game.

use super::actions::ActionError;
use super::clock;
use super::live_game::{LiveGame, LoadError};
use super::registry::GameRegistry;
use super::types::{Clock, Colour, NewGame, Opponent};
use crate::catalogue::{CatalogueError, CompiledGame};
use crate::security::secret;
use crate::store::{Account, Extra, GameStatus, JobChange, Seat, StoreError, StoredGame};
use crate::time::now_ms;
use hyperrook_notation::position::{format_position, parse_position};
use hyperrook_view::types::{LayoutKind, Side};
use std::collections::BTreeMap;
use std::sync::Arc;
use thiserror::Error;

/// Why there is no new game.
#[derive(Debug, Error)]
pub enum CreateError {
    /// The request is faulty: what is wrong with which field.
    #[error("the game cannot be played so")]
    Fields(BTreeMap<&'static str, String>),
    /// There is no such game.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It was begun, but cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// Somebody else has taken the seek.
    #[error("somebody else was faster")]
    Gone,
}

impl CreateError {
    pub(super) fn field(name: &'static str, message: impl Into<String>) -> CreateError {
        CreateError::Fields(BTreeMap::from([(name, message.into())]))
    }
}

/// What came of the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Created {
    /// A game.
    Game(String),
    /// A seek.
    Seek(String),
}

/// A requested game that can be played.
#[derive(Clone, Debug)]
pub(super) struct GameSetup {
    pub(super) compiled: CompiledGame,
    pub(super) start: hyperrook_rules::Position,
    pub(super) start_text: Option<String>,
}

/// Checks what somebody wants to play.
pub(super) async fn check(
    live: &Arc<GameRegistry>,
    account: &Account,
    terms: &NewGame,
) -> Result<GameSetup, CreateError> {
    let mut fields = BTreeMap::new();
    let compiled = live.catalogue.get(&terms.game).await?;
    if let Some(fault) = terms.clock.fault() {
        fields.insert("clock", fault.to_owned());
    }
    if let Opponent::Engine { level } = terms.opponent
        && !(1..=8).contains(&level)
    {
        fields.insert("opponent", "the levels are 1 to 8".to_owned());
    }
    if terms.rated {
        let reason = match terms.opponent {
            Opponent::Engine { .. } => Some("games against the engine are not rated"),
            _ if account.guest => Some("only registered people play rated games"),
            _ if compiled.game_ref.definition.is_some() => {
                Some("games by a definition of one's own are not rated")
            }
            _ if terms.position.is_some() => Some("games from a set-up position are not rated"),
            _ if terms.clock == Clock::None => Some("rated games have a clock"),
            _ => None,
        };
        if let Some(reason) = reason {
            fields.insert("rated", reason.to_owned());
        }
    }
    let start = match terms.position.as_deref().map(str::trim) {
        None | Some("") => Ok(compiled.game.start()),
        Some(text) if text.len() > 4096 => Err("the text is too long".to_owned()),
        Some(text) => parse_position(&compiled.game, text).map_err(|error| error.to_string()),
    };
    let start = match start {
        Ok(start) if start.outcome().is_some() => Err("the game is over there".to_owned()),
        other => other,
    };
    match start {
        Ok(start) if fields.is_empty() => {
            let text = format_position(&start);
            let usual = format_position(&compiled.game.start());
            Ok(GameSetup {
                start_text: (text != usual).then_some(text),
                compiled,
                start,
            })
        }
        Ok(_) => Err(CreateError::Fields(fields)),
        Err(error) => {
            fields.insert("position", error);
            Err(CreateError::Fields(fields))
        }
    }
}

/// Does what somebody wants: begins a game, or puts a seek into the lobby.
pub async fn create(
    live: &Arc<GameRegistry>,
    account: &Account,
    terms: &NewGame,
) -> Result<Created, CreateError> {
    let checked = check(live, account, terms).await?;
    let own = side_of(terms.colour);
    let other = match terms.opponent {
        Opponent::Seek => {
            let seek = super::lobby::add(live, account, terms, &checked).await?;
            return Ok(Created::Seek(seek));
        }
        Opponent::Engine { level } => Seat::Engine(level),
        Opponent::Link => Seat::Empty,
    };
    let row = new_row(
        &checked,
        terms.clock,
        terms.rated,
        own,
        Seat::Person(account.id.clone()),
        other,
    )?;
    let id = begin(live, &checked.compiled, row, None).await?;
    Ok(Created::Game(id))
}

/// A side for a colour.
pub(super) fn side_of(colour: Colour) -> Side {
    match colour {
        Colour::White => Side::White,
        Colour::Black => Side::Black,
        Colour::Random if secret::coin() => Side::White,
        Colour::Random => Side::Black,
    }
}

/// A new game, with one player at a side and the other at the other.
pub(super) fn new_row(
    checked: &GameSetup,
    clock: Clock,
    rated: bool,
    own: Side,
    one: Seat,
    other: Seat,
) -> Result<StoredGame, StoreError> {
    let now = now_ms();
    let open = other == Seat::Empty;
    let (white, black) = match own {
        Side::White => (one, other),
        Side::Black => (other, one),
    };
    let game = &checked.compiled.game;
    let kind = hyperrook_view::layout(game.board()).kind;
    let mut row = StoredGame {
        id: secret::id(),
        game: checked.compiled.game_ref.clone(),
        definition: checked.compiled.hash.clone(),
        title: game.definition().title().to_owned(),
        layout_kind: match kind {
            LayoutKind::Grid => "grid",
            LayoutKind::Stack => "stack",
            LayoutKind::Ring => "ring",
        }
        .to_owned(),
        start: checked.start_text.clone(),
        white,
        black,
        clock: serde_json::to_string(&clock)?,
        rated,
        state: if open {
            GameStatus::Open
        } else {
            GameStatus::Active
        },
        outcome: None,
        seq: 0,
        log: 0,
        position: format_position(&checked.start),
        last: None,
        turn: checked.start.turn().into(),
        white_ms: clock.initial_ms(),
        black_ms: clock.initial_ms(),
        running_since: (!open && clock != Clock::None).then_some(now),
        deadline: None,
        extra: Extra::default(),
        created: now,
        updated: now,
    };
    row.deadline = clock::deadline(&row, clock);
    Ok(row)
}

/// Keeps a new game and starts its task.
pub(super) async fn begin(
    live: &Arc<GameRegistry>,
    compiled: &CompiledGame,
    row: StoredGame,
    from_seek: Option<String>,
) -> Result<String, CreateError> {
    live.catalogue.keep_text(compiled).await?;
    let id = row.id.clone();
    let job = first_job(&row);
    match live.store.add_game(row, job, from_seek).await {
        Err(StoreError::Conflict) => return Err(CreateError::Gone),
        other => other?,
    }
    metrics::counter!("hyperrook_games_begun_total").increment(1);
    live.wake(&id).await;
    Ok(id)
}

/// The engine's job at the start of a game.
fn first_job(row: &StoredGame) -> JobChange {
    match row.seat(row.turn) {
        Seat::Engine(level) => JobChange::Wanted {
            seq: 0,
            level: *level,
        },
        _ => JobChange::None,
    }
}

/// The rematch of a game: the same with colours exchanged.
pub(super) fn rematch(game: &LiveGame) -> Result<Box<(StoredGame, JobChange)>, ActionError> {
    let checked = GameSetup {
        compiled: game.compiled.clone(),
        start: game.history.start().clone(),
        start_text: game.row.start.clone(),
    };
    let row = &game.row;
    let (white, black) = (row.black.clone(), row.white.clone());
    let mut new = new_row(&checked, game.clock, row.rated, Side::White, white, black)?;
    // By the same text, under the same name, whatever goes by that name today.
    new.game = row.game.clone();
    metrics::counter!("hyperrook_games_begun_total").increment(1);
    let job = first_job(&new);
    Ok(Box::new((new, job)))
}
