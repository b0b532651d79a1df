//! The files of lessons.

use crate::types::{SideName, TaskKind};
use serde::Deserialize;

/// A lesson as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LessonData {
    /// The name of a shipped game.
    pub(super) game: String,
    /// The title of the game.
    pub(super) title: String,
    /// About how many minutes it takes.
    pub(super) minutes: u32,
    /// The steps.
    pub(super) step: Vec<StepData>,
}

/// A step.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StepData {
    /// The ID: small letters and hyphens.
    pub(super) id: String,
    /// A heading.
    pub(super) title: String,
    /// Paragraphs, with an empty line between them.
    pub(super) text: String,
    /// The position as a text, instead of the pieces.
    #[serde(default)]
    pub(super) position: Option<String>,
    /// White's pieces, such as `Ke1 Ra1`. Without pieces the game's start is shown.
    #[serde(default)]
    pub(super) white: String,
    /// Black's pieces, also in capital letters.
    #[serde(default)]
    pub(super) black: String,
    /// The side to move: `white` or `black`. Without it, White.
    #[serde(default)]
    pub(super) turn: Option<SideName>,
    /// The side that holds the enemy royal piece by the first hold of the game.
    #[serde(default)]
    pub(super) holds: Option<SideName>,
    /// The side whose new royal piece is bound to its row.
    #[serde(default)]
    pub(super) bound: Option<SideName>,
    /// Cells that the text speaks of.
    #[serde(default)]
    pub(super) marks: Vec<String>,
    /// The task.
    #[serde(default)]
    pub(super) task: Option<TaskData>,
}

/// A task.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TaskData {
    /// The kind of task.
    pub(super) kind: TaskKind,
    /// What to do.
    pub(super) ask: String,
    /// A hint.
    #[serde(default)]
    pub(super) hint: String,
    /// What to say when it is done.
    #[serde(default)]
    pub(super) done: String,
    /// What a move must do (kind `move`).
    #[serde(default)]
    pub(super) goal: Goal,
    /// What is asked about cells (kinds `cell` and `cells`).
    #[serde(default)]
    pub(super) which: Option<CellQuestion>,
    /// What is asked (kind `question`).
    #[serde(default)]
    pub(super) is: Option<Question>,
    /// All right answers: moves or cells.
    #[serde(default)]
    pub(super) answers: Vec<String>,
    /// The right answer to a question.
    #[serde(default)]
    pub(super) answer: Option<bool>,
    /// The level of the computer (kind `game`).
    #[serde(default)]
    pub(super) level: Option<u8>,
}

/// What a move must do: everything that is given.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Goal {
    /// Move a piece with this letter.
    #[serde(default)]
    pub(super) piece: Option<char>,
    /// Move from this cell.
    #[serde(default)]
    pub(super) from: Option<String>,
    /// Move to one of these cells.
    #[serde(default)]
    pub(super) to: Vec<String>,
    /// Move next to a cell, by a group of axes.
    #[serde(default)]
    pub(super) near: Option<Neighborhood>,
    /// Capture a piece with this letter.
    #[serde(default)]
    pub(super) captures: Option<char>,
    /// Give check, or give none.
    #[serde(default)]
    pub(super) check: Option<bool>,
    /// Win the game.
    #[serde(default)]
    pub(super) wins: bool,
    /// Hold the enemy royal piece afterwards, or not.
    #[serde(default)]
    pub(super) holds: Option<bool>,
    /// Transform.
    #[serde(default)]
    pub(super) transforms: bool,
    /// Become the piece with this letter.
    #[serde(default)]
    pub(super) becomes: Option<char>,
    /// Move where no enemy can capture the piece.
    #[serde(default)]
    pub(super) safe: bool,
    /// Attack all these cells from the destination.
    #[serde(default)]
    pub(super) attacks: Vec<String>,
    /// Defend all these cells with at least one piece.
    #[serde(default)]
    pub(super) defends: Vec<String>,
}

/// A neighbourhood.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Neighborhood {
    /// The cell.
    pub(super) cell: String,
    /// The name of a chart or a group of axes: along these at most one step, along all
    /// others none.
    pub(super) group: String,
    /// The words for it in a sentence: `on the big board`.
    pub(super) words: String,
}

/// A question about cells.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum CellQuestion {
    /// The cell with this name or address.
    Named(String),
    /// The cells that the piece on a cell can move to.
    MovesOf(String),
    /// The cells of the pieces that the piece on a cell can capture.
    CapturedBy(String),
    /// The cells of the enemy pieces of the side to move that attack a cell.
    AttackersOf(String),
    /// The cells of the pieces that give check.
    Checkers,
    /// The cells that differ from a cell by at most one along the axes of a group.
    Near(Neighborhood),
    /// The cells that have pieces of the side to move with a letter.
    Pieces(char),
    /// The cells on which the pieces of the side to move with a letter must promote.
    PromotionOf(char),
}

/// A question with the answer yes or no.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Question {
    /// Whether the side to move is in check.
    Check,
    /// Whether the side to move is checkmated.
    Checkmate,
    /// Whether the game is over.
    Over,
    /// Whether a move is legal.
    Legal(String),
    /// Whether a piece on a cell can move at all.
    Movable(String),
}

pub(super) fn read(text: &str) -> Result<LessonData, toml::de::Error> {
    toml::from_str(text)
}
