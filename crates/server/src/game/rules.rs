//! Which rules a game is played by.

use hyperrook_geometry::{Board, Drawing};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the rules of a game are called, with the options that are not at their defaults.
///
/// The store and other nodes read and write it by these names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RulesRef {
    /// The name of the game. With `definition`, the name in that definition.
    pub name: String,
    /// Options by name. Those left out are at their defaults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// For a user's own definition, the SHA-256 (hexadecimal) of its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
}

/// The kind of a board's drawing. It is kept with each game, because lists show games whose
/// rules are not compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawingKind {
    /// One grid of files and ranks.
    Flat,
    /// Several grids, one for each level.
    Stack,
    /// One grid of hexagons.
    Hex,
    /// A ring.
    Ring,
}

impl DrawingKind {
    /// The kind of a board's drawing.
    pub fn of(board: &Board) -> DrawingKind {
        match board.drawing() {
            Drawing::Stack { .. } => DrawingKind::Stack,
            Drawing::Hex { .. } => DrawingKind::Hex,
            Drawing::Ring { .. } => DrawingKind::Ring,
            _ => DrawingKind::Flat,
        }
    }
}
