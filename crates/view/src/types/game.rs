//! Games: rules, boards and pieces.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A game: its name, and the options that are not at their defaults.
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
pub struct ListedGame {
    /// The name by which to ask for the game.
    pub name: String,
    /// The name for people to read.
    pub title: String,
    /// Who invented it and when, and where it is published.
    pub credit: String,
    /// What the game is, in a sentence or two.
    pub about: String,
    /// The number of cells, with all options at their defaults.
    pub cells: usize,
    /// How the board is drawn.
    pub kind: LayoutKind,
    /// The numbers of dimensions of the coordinate systems that pieces move in, smallest
    /// first. A ring has one dimension.
    pub dimensions: Vec<usize>,
    /// The options.
    pub options: Vec<GameOption>,
}

/// An option of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GameOption {
    /// Its name.
    pub name: String,
    /// What it decides, in a sentence.
    pub title: String,
    /// The default value.
    pub default: String,
    /// The possible values, the default first.
    pub values: Vec<OptionChoice>,
}

/// A value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OptionChoice {
    /// The value to write in `GameRef`.
    pub value: String,
    /// The value for people to read.
    pub title: String,
}

/// Everything that a client needs to know about a game before it shows a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GameInfo {
    /// The game, with the options that are not at their defaults.
    pub game: GameRef,
    /// The name for people to read.
    pub title: String,
    /// Who invented it and when, and where it is published.
    pub credit: String,
    /// What the game is, in a sentence or two.
    pub about: String,
    /// What a player must do to win, in a sentence or two.
    pub aim: String,
    /// How to picture the board, in a few sentences.
    pub board: String,
    /// Advice for the first games; empty if the definition gives none.
    pub tips: Vec<String>,
    /// The web address of the published rules; `null` if the definition names none.
    #[schema(required = true)]
    pub published: Option<String>,
    /// The options.
    pub options: Vec<GameOption>,
    /// What the board looks like.
    pub layout: Layout,
    /// Its pieces, in the order of the definition.
    pub pieces: Vec<PieceInfo>,
    /// Rulings: points of the rules that the published text leaves open, and how they are
    /// decided here.
    pub rulings: Vec<Ruling>,
    /// Other points of the rules that players should know, one paragraph each.
    pub notes: Vec<String>,
    /// Which pieces promote where to what, a sentence or two each. In a definition that people
    /// posted, also all other special rules; those of other games are among the notes.
    pub rules: Vec<String>,
    /// How the game ends, one sentence each.
    pub ends: Vec<String>,
    /// The position text of the start.
    pub start: String,
}

/// How the cells are arranged in the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LayoutKind {
    /// One grid of files and ranks; with `blocks`, a board of boards.
    Grid,
    /// Several grids, one for each level.
    Stack,
    /// A ring.
    Ring,
    /// One grid of hexagons.
    Hex,
}

/// What is shifted in a grid of hexagons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LayoutShift {
    /// Each file is half a cell higher than the file on its left.
    Files,
    /// Each rank is half a cell further to the right than the rank below.
    Ranks,
}

/// How a board is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Layout {
    /// Grid, stack, ring or hexagons.
    pub kind: LayoutKind,
    /// What is shifted, if the cells are hexagons.
    #[schema(required = true)]
    pub shift: Option<LayoutShift>,
    /// The number of files of one grid; on a ring, the number of cells.
    pub files: usize,
    /// The number of ranks of one grid; 1 on a ring.
    pub ranks: usize,
    /// The letters of the levels, from the lowest; empty unless the board is a stack.
    pub levels: Vec<String>,
    /// The files and ranks of one inner board, if the grid is a board of boards.
    #[schema(required = true)]
    pub blocks: Option<[usize; 2]>,
    /// The number of sectors of a ring, which are all of the same size; 0 for other boards.
    pub sectors: usize,
    /// The cells, by number. A place of the grid without a cell is a hole in the board.
    pub cells: Vec<CellInfo>,
    /// The names of the ranks, from White's side; empty on a ring.
    pub rank_names: Vec<String>,
    /// The names of the files, from the left; on a ring, of the sectors.
    pub file_names: Vec<String>,
    /// The coordinate systems that the pieces move in.
    pub charts: Vec<ChartInfo>,
}

/// One cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CellInfo {
    /// Its name: `e4`, `xb4`, or `b2` on a ring.
    pub name: String,
    /// Its address, in games whose cells have addresses.
    #[schema(required = true)]
    pub address: Option<String>,
    /// The file, from 0; on a ring, the number along the ring, counterclockwise.
    pub file: usize,
    /// The rank, from 0 on White's side.
    pub rank: usize,
    /// The level, from 0 for the lowest.
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
    /// The number of coordinates.
    pub length: usize,
    /// Whether the first coordinate follows the last one.
    pub cyclic: bool,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PieceInfo {
    /// White's letter, upper case.
    pub letter: String,
    /// The name: `knight`.
    pub name: String,
    /// Its picture.
    pub drawing: PieceDrawing,
    /// Whether the piece is royal: losing it loses the game.
    pub royal: bool,
    /// Its value to the engine, in centipawns; 0 for royal pieces.
    pub value_cp: i32,
    /// What players should know about it, in a sentence or two.
    pub about: String,
    /// How it moves exactly, in one line of words made from its moves.
    pub moves: String,
    /// The letters of the pieces that it can promote to.
    pub promotes_to: Vec<String>,
    /// The cells where it can promote.
    pub promotes_on: CellsBySide,
    /// Whether it occupies several cells.
    pub spans: bool,
}

/// Cells of each side, as indices in rising order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CellsBySide {
    /// White's.
    pub white: Vec<usize>,
    /// Black's.
    pub black: Vec<usize>,
}

/// The drawing of a piece, as paths to fill and to stroke.
///
/// A cell is a square of 100 units, and the piece stands on the line `y = 90`. White's
/// `body` shapes have a light fill and a dark outline, Black's the other way round. A
/// `detail` is a line over the body. It is not filled and has the colour of the outline:
/// dark on White's pieces, light on Black's. All lines are 4 units wide with round ends and
/// joins. Later shapes are drawn over earlier ones.
///
/// A piece that spans n cells has one drawing for all of them, in a view box n times as
/// wide. Where its cells lie side by side in a row, it is drawn once over all of them, also
/// on a turned board. Otherwise (cells above each other, or on a ring) it is cut: each cell
/// shows one square of it, in the order of the cells along the axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PieceDrawing {
    /// `0 0 100 100`; wider for pieces that span several cells.
    pub view_box: String,
    /// The shapes, in drawing order.
    pub shapes: Vec<PieceShape>,
}

/// One path of a drawing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PieceShape {
    /// Path data of SVG.
    pub d: String,
    /// How to draw it.
    pub role: ShapeRole,
}

/// How to draw a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShapeRole {
    /// Filled with the side's colour and outlined.
    Body,
    /// Stroked in the colour of the outline, not filled.
    Detail,
}

/// A decision: a point that the published rules leave open, or where we go beyond them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Ruling {
    /// What it is about, in a few words; may be empty in games of users.
    pub title: String,
    /// What applies here.
    pub text: String,
    /// The reason; empty if the definition does not give one.
    pub reason: String,
}
