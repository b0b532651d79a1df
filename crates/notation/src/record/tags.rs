//! The tags of a record: what is known about a game besides its moves.

use super::GameResult;
use crate::position::side_and_number;
use hyperrook_rules::Side;
use thiserror::Error;

/// Tags in order: names and values.
///
/// Records use the names of PGN (`Event`, `Site`, `Date`, `Round`, `White`, `Black`, `Result` and
/// others). For all games except standard chess they also use: `Game`, the name of the game;
/// `Options`, its options that differ from their defaults, as `name=value` separated by spaces;
/// `RuleSet`, the identity of the rules; `Setup`, the position text from which the game starts.
/// Standard chess uses `SetUp "1"` and `FEN` for the starting position, as PGN says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

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
        let unknown = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
        let value = |name| match name {
            "Date" => "????.??.??",
            "Result" => GameResult::Open.text(),
            _ => "?",
        };
        let tags = unknown.map(|name| (name.to_owned(), value(name).to_owned()));
        Tags(tags.to_vec())
    }

    /// The value of the first tag with this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        let mut tags = self.iter();
        tags.find(|&(tag, _)| tag == name).map(|(_, value)| value)
    }

    /// All names and values, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (&**name, &**value))
    }

    /// The number of tags.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
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
        match self.0.iter_mut().find(|(tag, _)| tag == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name.to_owned(), value)),
        }
    }

    /// Removes all tags of a name.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|(tag, _)| tag != name);
    }

    /// Adds a tag that has been read. A second tag with the same name is kept.
    pub(super) fn push(&mut self, name: String, value: String) {
        self.0.push((name, value));
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

/// Whether a text can name a tag.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(is_name_byte)
}

/// Whether a tag name can have this byte.
pub(super) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
