//! Games: what they are, what their boards look like, which pieces they have.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Which game: its name, and the options that are not at their defaults.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
)]
pub struct GameRef {
    /// The name of the game: `walkers`. With `definition`, the name in that
    /// definition.
    #[schema(example = "walkers", max_length = 40)]
    pub name: String,
    /// Options by name. Those left out are at their defaults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// SHA-256 (hexadecimal) of the text of a definition that the server keeps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 64)]
    pub definition: Option<String>,
}

/// A game in a list of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Summary {
    /// The name to ask for it by.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// Who invented it and when, and where it is published.
    pub credit: String,
    /// What it is, in a sentence or two.
    pub about: String,
    /// The number of cells, with all options at their defaults.
    pub cells: usize,
    /// The options.
    pub options: Vec<GameOption>,
}

/// An option of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GameOption {
    /// Its name.
    pub name: String,
    /// What it does, in a sentence.
    pub title: String,
    /// The default value.
    pub default: String,
    /// The possible values, the default first.
    pub values: Vec<OptionChoice>,
}

/// A value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OptionChoice {
    /// The value as it is written in a [`GameRef`].
    pub value: String,
    /// The value for people.
    pub title: String,
}

/// Everything that a client needs to know about a game before it shows a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GameInfo {
    /// The game, with the options that are not at their defaults.
    pub game: GameRef,
    /// The name for people.
    pub title: String,
    /// Who invented it and when, and where it is published.
    pub credit: String,
    /// What it is, in a sentence or two.
    pub about: String,
    /// The options.
    pub options: Vec<GameOption>,
    /// What the board looks like.
    pub layout: Layout,
    /// Its pieces, in the order of the definition.
    pub pieces: Vec<Piece>,
    /// Points of the rules that the published text leaves open, and how they
    /// are settled here.
    pub rulings: Vec<Ruling>,
    /// Other points of the rules that a player should know, a paragraph each.
    pub notes: Vec<String>,
    /// How the game ends and what is special about it, a sentence each.
    pub rules: Vec<String>,
    /// The text of the starting position.
    pub start: String,
}

/// How cells lie on the drawn board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LayoutKind {
    /// One grid of files and ranks; with `blocks`, a board of boards.
    Grid,
    /// Several grids, one a level.
    Stack,
    /// A ring.
    Ring,
}

/// What the board looks like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Layout {
    /// Grid, stack or ring.
    pub kind: LayoutKind,
    /// Files of one grid; of a ring the number of cells.
    pub files: usize,
    /// Ranks of one grid; of a ring 1.
    pub ranks: usize,
    /// The letters of the levels, lowest first; empty unless a stack.
    pub levels: Vec<String>,
    /// Files and ranks of one inner board, where the grid is a board of boards.
    #[schema(required = true)]
    pub blocks: Option<[usize; 2]>,
    /// Sectors of a ring, all of the same size; 0 for other boards.
    pub sectors: usize,
    /// The cells, by number. A place of the grid that no cell has is a hole in the board.
    pub cells: Vec<CellInfo>,
    /// The names of the ranks, from White's side; empty for a ring.
    pub rank_names: Vec<String>,
    /// The names of the files, from the left; for a ring of its sectors.
    pub file_names: Vec<String>,
    /// The coordinate systems that the pieces move in.
    pub charts: Vec<ChartInfo>,
}

/// One cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CellInfo {
    /// Its name: `e4`, `xb4`, or `b2` on a ring.
    pub name: String,
    /// Its address of digits, in games that have them.
    #[schema(required = true)]
    pub address: Option<String>,
    /// File from 0; on a ring the number along the ring, counterclockwise.
    pub file: usize,
    /// Rank from 0, White's side first.
    pub rank: usize,
    /// Level from 0, lowest first.
    pub level: usize,
}

/// A coordinate system over the cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChartInfo {
    /// Its name.
    pub name: String,
    /// Its axes.
    pub axes: Vec<AxisInfo>,
    /// The coordinates of each cell from 0, one for each axis.
    pub coords: Vec<Vec<i16>>,
}

/// One axis of a coordinate system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AxisInfo {
    /// Its name.
    pub name: String,
    /// The number of its coordinates.
    pub length: usize,
    /// Whether its last coordinate is followed by its first.
    pub cyclic: bool,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Piece {
    /// White's letter, upper case.
    pub letter: String,
    /// What it is called: `knight`.
    pub name: String,
    /// Its picture.
    pub drawing: Drawing,
    /// Whether it is royal: its side loses when it cannot be saved.
    pub royal: bool,
    /// Its value to the engine, in centipawns; 0 for royal pieces.
    pub value_cp: i32,
    /// How it moves, in words, on one line.
    pub moves: String,
    /// The letters of the pieces that it can promote to.
    pub promotes_to: Vec<String>,
    /// Whether it occupies several cells.
    pub spans: bool,
}

/// The picture of a piece, in paths to be filled and stroked.
///
/// A cell is a square of 100; the piece stands on the line `y = 90`. White's `body`
/// shapes are filled light and outlined dark, Black's the other way round. A
/// `detail` is a line over the body, not filled, in the colour of the outline:
/// dark on White's pieces, light on Black's. All lines are 4 wide with round ends
/// and joins, and shapes are drawn in order, the later over the earlier.
///
/// A piece that spans n cells has one picture for all of them, in a view box n times
/// as wide. Where its cells lie side by side in a row it is drawn once over all of
/// them, on a turned board too. Else (one above the other, on a ring) it is cut,
/// and the cells, in rising order along their axis, show one square of it each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Drawing {
    /// `0 0 100 100`, or wider for pieces that span several cells.
    pub view_box: String,
    /// What to draw, in this order.
    pub shapes: Vec<Shape>,
}

/// One path of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Shape {
    /// Path data of SVG.
    pub d: String,
    /// How to draw it.
    pub role: Role,
}

/// How a path of a picture is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Filled with the side's colour and outlined.
    Body,
    /// Stroked in the colour of the outline, not filled.
    Detail,
}

/// A point that the published rules leave open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Ruling {
    /// What it is about, in a few words; may be empty in games of users.
    pub title: String,
    /// What holds here.
    pub text: String,
    /// Why; empty if the definition does not say.
    pub reason: String,
}
