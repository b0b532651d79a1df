//! Finding the game of a record.

use super::Tags;
use crate::fault::quote;
use hyperrook_rules::{CompileError, DefineError, Definition, Game, GameFile};
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};
use thiserror::Error;

/// The game of records without a `Game` tag, as in all PGN.
pub const STANDARD_GAME: &str = "chess";

/// No option is longer, with its value, in bytes. Messages show the names of options.
const MAX_OPTION: usize = 200;

/// Why no game can be found for a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GameError {
    /// No game has this name.
    #[error("the record is of the game {0}, which is not known here")]
    Unknown(String),
    /// The `Options` tag is not a list of `name=value`.
    #[error("{0} is not an option; the tag Options is a list like name=value name=value")]
    Options(String),
    /// The game does not have such options.
    #[error(transparent)]
    Define(#[from] DefineError),
    /// The game cannot be played.
    #[error(transparent)]
    Compile(#[from] CompileError),
}

/// What the tags of a record say of its game.
///
/// ```
/// use hyperrook_notation::record::{GameTags, Tags};
///
/// let mut tags = Tags::new();
/// tags.set("Game", "walkers")?;
/// tags.set("Options", "kinging=mixed")?;
/// let game = GameTags::of(&tags)?;
/// assert_eq!(game.name, "walkers");
/// assert_eq!(game.options, [("kinging".to_owned(), "mixed".to_owned())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct GameTags {
    /// The name of the game; [`STANDARD_GAME`] if the tags name none.
    pub name: String,
    /// Names of options with their values, in the order of the record.
    pub options: Vec<(String, String)>,
}

impl GameTags {
    /// Reads the tags `Game`, `Variant` and `Options`.
    ///
    /// # Errors
    /// If `Variant` names a game that other programs play, or `Options` is no list of
    /// `name=value`. It is not checked whether there is such a game.
    pub fn of(tags: &Tags) -> Result<GameTags, GameError> {
        let name = match (tags.get("Game"), tags.get("Variant")) {
            (Some(name), _) => name,
            // Other programs mark variants of chess in this way.
            (None, Some(variant)) if !is_standard_variant(variant) => {
                return Err(GameError::Unknown(quote(variant)));
            }
            _ => STANDARD_GAME,
        };
        let mut options = Vec::new();
        for word in tags.get("Options").unwrap_or("").split_whitespace() {
            let (name, value) = word
                .split_once('=')
                .filter(|_| word.len() <= MAX_OPTION)
                .ok_or_else(|| GameError::Options(quote(word)))?;
            options.push((name.to_owned(), value.to_owned()));
        }
        Ok(GameTags {
            name: name.to_owned(),
            options,
        })
    }
}

fn is_standard_variant(variant: &str) -> bool {
    let variant = variant.trim().to_ascii_lowercase();
    ["", "standard", "normal", "chess", "from position"].contains(&&*variant)
}

/// The shipped games, each compiled when a record first asks for it.
#[derive(Debug, Default)]
pub struct ShippedGames {
    compiled: Mutex<HashMap<GameTags, Game>>,
}

/// The maximum number of compiled games kept, so that a stream of records with ever new options
/// does not fill the memory.
const MAX_KEPT: usize = 32;

impl ShippedGames {
    /// No game is compiled yet.
    pub fn new() -> ShippedGames {
        ShippedGames::default()
    }

    /// The game that tags name, with their options; [`STANDARD_GAME`] if they
    /// name none.
    ///
    /// # Errors
    /// If there is no such game or option.
    pub fn resolve(&self, tags: &Tags) -> Result<Game, GameError> {
        let stated = GameTags::of(tags)?;
        let lock = || self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = lock().get(&stated) {
            return Ok(game.clone());
        }
        let file = GameFile::shipped(&stated.name)
            .ok_or_else(|| GameError::Unknown(quote(&stated.name)))?;
        let options: Vec<(&str, &str)> = stated
            .options
            .iter()
            .map(|(option, value)| (option.as_str(), value.as_str()))
            .collect();
        let game = Game::new(file.define(&options)?)?;
        let mut compiled = lock();
        if compiled.len() >= MAX_KEPT {
            compiled.clear();
        }
        compiled.insert(stated, game.clone());
        Ok(game)
    }
}

/// Whether a definition is [`STANDARD_GAME`] as shipped, so that its records
/// are plain PGN.
pub(super) fn is_standard(definition: &Definition) -> bool {
    static IDENTITY: OnceLock<Option<String>> = OnceLock::new();
    let identity = IDENTITY.get_or_init(|| {
        let file = GameFile::shipped(STANDARD_GAME)?;
        Some(file.define(&[]).ok()?.identity().to_owned())
    });
    identity.as_deref() == Some(definition.identity())
}
