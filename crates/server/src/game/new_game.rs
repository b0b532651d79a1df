//! How a game begins: what somebody wants to play, whether that is possible, and the
//! game that comes of it.

use super::action::Moment;
use super::live_game::LiveGame;
use super::model::{GameStatus, Offers, Seat, StoredGame};
use super::rules::{DrawingKind, RulesRef};
use super::time_control::Clock;
use hyperrook_notation::position::{format_position, parse_position};
use hyperrook_notation::words::sentence;
use hyperrook_rules::{Game, Position};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The longest position text, in bytes.
const MAX_POSITION: usize = 4096;

/// The side that a player asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// White.
    White,
    /// Black.
    Black,
    /// Either, at random.
    Random,
}

/// The opponent of a new game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Opponent {
    /// The engine.
    Engine {
        /// The strength, from 1 to 8.
        #[schema(minimum = 1, maximum = 8)]
        level: u8,
    },
    /// The first who opens the game's link and joins.
    Link,
    /// Anyone in the lobby.
    Seek,
    /// Anyone who waits in the lobby for the same game and clock, rated or unrated as the
    /// caller asks. If nobody does, the caller waits there.
    Pair,
}

/// A game to start. The store writes it by these names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewGame {
    /// By which rules.
    pub game: RulesRef,
    /// The side that the caller plays.
    pub colour: Colour,
    /// The time control.
    pub clock: Clock,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// The opponent.
    pub opponent: Opponent,
    /// The position text to start from. Rated games cannot have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}

/// What is wrong with a request, by field.
pub type FieldFaults = BTreeMap<&'static str, String>;

/// The rules of a game that is to begin, and where they come from.
#[derive(Clone, Copy, Debug)]
pub struct RulesInUse<'a> {
    /// The compiled rules.
    pub game: &'a Game,
    /// What they are called, with the options that are not at their defaults.
    pub rules_ref: &'a RulesRef,
    /// The hash of the definition's text.
    pub hash: &'a str,
}

/// A game that can begin: everything about it but the players.
#[derive(Clone, Debug)]
pub struct GameSetup {
    game: RulesRef,
    definition: String,
    title: String,
    drawing: DrawingKind,
    clock: Clock,
    rated: bool,
    start: Position,
    start_text: Option<String>,
}

impl GameSetup {
    /// Checks what somebody wants to play. `guest` says whether they are not
    /// registered.
    ///
    /// # Errors
    /// Everything that is wrong with it, by field.
    pub fn check(
        rules: RulesInUse<'_>,
        new_game: &NewGame,
        guest: bool,
    ) -> Result<GameSetup, FieldFaults> {
        let mut faults = FieldFaults::new();
        if let Some(fault) = new_game.clock.fault() {
            faults.insert("clock", fault.to_owned());
        }
        if let Opponent::Engine { level } = new_game.opponent
            && !(1..=8).contains(&level)
        {
            let message = format!("The engine has levels 1 to 8, not {level}.");
            faults.insert("opponent", message);
        }
        if new_game.rated
            && let Some(reason) = not_rated(rules, new_game, guest)
        {
            faults.insert("rated", reason.to_owned());
        }
        match start(rules.game, new_game.position.as_deref()) {
            Ok(start) if faults.is_empty() => {
                let text = format_position(&start);
                let usual = format_position(&rules.game.start());
                Ok(GameSetup {
                    game: rules.rules_ref.clone(),
                    definition: rules.hash.to_owned(),
                    title: rules.game.definition().title().to_owned(),
                    drawing: DrawingKind::of(rules.game.board()),
                    clock: new_game.clock,
                    rated: new_game.rated,
                    start_text: (text != usual).then_some(text),
                    start,
                })
            }
            Ok(_) => Err(faults),
            Err(fault) => {
                faults.insert("position", fault);
                Err(faults)
            }
        }
    }

    /// The rules' name for people.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The same request with the rules and the position in their usual form.
    pub fn normalized(&self, new_game: &NewGame) -> NewGame {
        NewGame {
            game: self.game.clone(),
            position: self.start_text.clone(),
            ..new_game.clone()
        }
    }

    /// The game that begins with these players. It is open while a seat is empty.
    pub fn begin(&self, white: Seat, black: Seat, moment: &Moment) -> StoredGame {
        let open = white == Seat::Empty || black == Seat::Empty;
        let mut game = StoredGame {
            id: moment.new_id.clone(),
            game: self.game.clone(),
            definition: self.definition.clone(),
            title: self.title.clone(),
            drawing: self.drawing,
            start: self.start_text.clone(),
            white,
            black,
            clock: self.clock,
            rated: self.rated,
            status: if open {
                GameStatus::Open
            } else {
                GameStatus::Active
            },
            outcome: None,
            seq: 0,
            log: 0,
            position: format_position(&self.start),
            last: None,
            turn: self.start.turn(),
            white_ms: self.clock.initial_ms(),
            black_ms: self.clock.initial_ms(),
            running_since: (!open && self.clock != Clock::None).then_some(moment.now),
            deadline: None,
            offers: Offers::default(),
            rematch_id: None,
            conditional: [None, None],
            created: moment.now,
            updated: moment.now,
            version: 0,
            epoch: 0,
        };
        game.deadline = game.next_deadline();
        game
    }
}

/// Why a game cannot be rated, if so.
fn not_rated(rules: RulesInUse<'_>, new_game: &NewGame, guest: bool) -> Option<&'static str> {
    match new_game.opponent {
        Opponent::Engine { .. } => Some("Games against the engine are not rated."),
        _ if guest => Some("Only registered users can play rated games."),
        _ if rules.rules_ref.definition.is_some() => {
            Some("Games with a user's own definition are not rated.")
        }
        _ if new_game.position.is_some() => Some("Games from a set-up position are not rated."),
        _ if new_game.clock == Clock::None => Some("Rated games need a clock."),
        _ => None,
    }
}

/// The position to start from.
fn start(rules: &Game, text: Option<&str>) -> Result<Position, String> {
    let start = match text.map(str::trim) {
        None | Some("") => rules.start(),
        Some(text) if text.len() > MAX_POSITION => {
            return Err(format!(
                "The position has {} bytes; at most {MAX_POSITION} are possible.",
                text.len()
            ));
        }
        Some(text) => parse_position(rules, text).map_err(|error| sentence(&error.to_string()))?,
    };
    if start.outcome().is_some() {
        return Err("The game is over in this position.".to_owned());
    }
    Ok(start)
}

/// The rematch of a game: the same rules, by the same text, with colours exchanged.
pub(super) fn rematch_of(game: &LiveGame, moment: &Moment) -> StoredGame {
    let stored = game.stored();
    let setup = GameSetup {
        game: stored.game.clone(),
        definition: stored.definition.clone(),
        title: stored.title.clone(),
        drawing: stored.drawing,
        clock: stored.clock,
        rated: stored.rated,
        start: game.history().start().clone(),
        start_text: stored.start.clone(),
    };
    setup.begin(stored.black.clone(), stored.white.clone(), moment)
}
