//! The tags of a record: what is known about a game besides its moves.

use super::GameResult;
use crate::position::side_and_number;
use hyperrook_rules::Side;
use std::collections::HashMap;
use std::fmt;
use thiserror::Error;

/// Tags in order: names and values.
///
/// Records use the names of PGN (`Event`, `Site`, `Date`, `Round`, `White`, `Black`, `Result` and
/// others). For all games except standard chess they also use: `Game`, the name of the game;
/// `Options`, its options that differ from their defaults, as `name=value` separated by spaces;
/// `RuleSet`, the identity of the rules; `Setup`, the position text from which the game starts.
/// Standard chess uses `SetUp "1"` and `FEN` for the starting position, as PGN says.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Tags {
    all: Vec<(String, String)>,
    /// Where the first tag of each name is: strangers' records have thousands of tags.
    first: HashMap<String, usize>,
}

/// Only the tags: the order of the index is random, and a server knows records by this text.
impl fmt::Debug for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Tags").field(&self.all).finish()
    }
}

/// The tags that PGN requires for every game.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// A tag name that is not made of letters, digits and underscores.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` cannot name a tag; use letters, digits and `_`")]
pub struct TagNameError(pub String);

impl Tags {
    /// No tags.
    pub fn new() -> Tags {
        Tags::default()
    }

    /// The seven tags that PGN requires for every game, all unknown.
    pub fn roster() -> Tags {
        let value = |name| match name {
            "Date" => "????.??.??",
            "Result" => GameResult::Open.text(),
            _ => "?",
        };
        let mut tags = Tags::new();
        for name in ROSTER {
            tags.push(name.to_owned(), value(name).to_owned());
        }
        tags
    }

    /// The value of the first tag with this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        let &first = self.first.get(name)?;
        self.all.get(first).map(|(_, value)| value.as_str())
    }

    /// All names and values, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.all.iter().map(|(name, value)| (&**name, &**value))
    }

    /// The number of tags.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Sets a tag: the existing one with this name, or else a new one at the end. Line breaks and
    /// other control characters in the value become spaces.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TagNameError> {
        if !is_name(name) {
            return Err(TagNameError(name.to_owned()));
        }
        self.put(name, value);
        Ok(())
    }

    /// Sets a tag whose name is known to be valid.
    pub(super) fn put(&mut self, name: &str, value: &str) {
        let value = value.replace(char::is_control, " ");
        let known = self.first.get(name);
        match known.and_then(|&first| self.all.get_mut(first)) {
            Some((_, old)) => *old = value,
            None => {
                self.push(name.to_owned(), value);
            }
        }
    }

    /// Removes all tags of a name.
    pub fn remove(&mut self, name: &str) {
        if !self.first.contains_key(name) {
            return;
        }
        for (tag, value) in std::mem::take(self).all {
            if tag != name {
                self.push(tag, value);
            }
        }
    }

    /// Adds a tag that has been read. A second tag with the same name is kept. Returns whether
    /// this is the first one.
    pub(super) fn push(&mut self, name: String, value: String) -> bool {
        let place = self.all.len();
        let first = *self.first.entry(name.clone()).or_insert(place);
        self.all.push((name, value));
        first == place
    }

    /// The text of the starting position, if the tags give one.
    pub fn setup(&self) -> Option<&str> {
        let own = self.get("Setup").filter(|text| !matches!(*text, "0" | "1"));
        own.or_else(|| self.get("FEN"))
    }

    /// The side that moves first and the number of its move.
    pub(super) fn first_move(&self) -> (Side, u32) {
        self.setup()
            .and_then(side_and_number)
            .unwrap_or((Side::White, 1))
    }
}

/// The tags that say by which rules a game was played, and from which position.
const GAME_TAGS: [&str; 8] = [
    "Game",
    "Variant",
    "Options",
    "RuleSet",
    "Definition",
    "Setup",
    "SetUp",
    "FEN",
];

/// Whether records usually have a tag of this name. In a comment no line begins with such a tag.
pub(super) fn is_usual_name(name: &str) -> bool {
    ROSTER.contains(&name) || GAME_TAGS.contains(&name)
}

/// Whether a text can name a tag.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(is_name_byte)
}

/// Whether a tag name can have this byte.
pub(super) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
