//! Records as trees of moves, with variations and comments.

use super::GameRef;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A record as a tree of moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MoveTree {
    /// The game.
    pub game: GameRef,
    /// The tags of the record, names and values in order.
    pub tags: Vec<[String; 2]>,
    /// The position text of the start, unless it is the game's own start.
    #[schema(required = true)]
    pub start: Option<String>,
    /// The comment before the first move.
    #[serde(default)]
    pub comment: String,
    /// The moves. A parent comes before its children. The first child of each parent
    /// continues the main line.
    pub nodes: Vec<TreeNode>,
}

/// A move in a tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TreeNode {
    /// The ID of the node, unique in the tree.
    pub id: u32,
    /// The ID of the move before; null for a first move.
    #[schema(required = true)]
    pub parent: Option<u32>,
    /// The move text.
    #[serde(rename = "move")]
    pub mv: String,
    /// The same in short notation. Ignored when a tree is written as a record.
    #[serde(default)]
    pub short: String,
    /// The comment after the move.
    #[serde(default)]
    pub comment: String,
    /// Numeric annotation glyphs: 1 for a good move (`!`), and so on.
    #[serde(default)]
    pub nags: Vec<u8>,
}
