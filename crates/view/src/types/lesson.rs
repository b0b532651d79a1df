//! Lessons and puzzles.

use super::GameRef;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A lesson in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LessonSummary {
    /// The name of the game.
    pub game: String,
    /// The title of the game.
    pub title: String,
    /// About how many minutes it takes.
    pub minutes: u32,
    /// The IDs of its steps, in order.
    pub steps: Vec<String>,
}

/// A lesson: what a game is about, step by step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Lesson {
    /// The game.
    pub game: GameRef,
    /// The title of the game.
    pub title: String,
    /// About how many minutes it takes.
    pub minutes: u32,
    /// The steps, in order.
    pub steps: Vec<LessonStep>,
}

/// A step of a lesson: one idea, with a board to look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LessonStep {
    /// The ID, by which progress is kept.
    pub id: String,
    /// A heading.
    pub title: String,
    /// Paragraphs.
    pub text: Vec<String>,
    /// The position text.
    pub position: String,
    /// The cells that the text speaks of.
    pub marks: Vec<usize>,
    /// What to do; null if the step is only to be read.
    #[schema(required = true)]
    pub task: Option<LessonTask>,
}

/// A task of a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LessonTask {
    /// The kind of task.
    pub kind: TaskKind,
    /// What to do, in a sentence.
    pub ask: String,
    /// A hint.
    pub hint: String,
    /// What to say when it is done.
    pub done: String,
    /// The moves that solve it (kind `move`).
    pub moves: Vec<String>,
    /// Why other legal moves do not solve it (kind `move`).
    pub wrong: Vec<WrongMoves>,
    /// The right cells (kinds `cell` and `cells`).
    pub cells: Vec<usize>,
    /// The right answer to a yes-or-no question (kind `question`).
    #[schema(required = true)]
    pub answer: Option<bool>,
    /// The cell of the piece that the question about cells is about, to explain wrong answers.
    #[schema(required = true)]
    pub from: Option<usize>,
    /// The move that the question is about, to explain the answer.
    #[schema(required = true)]
    pub attempt: Option<String>,
    /// The level of the computer (kind `game`).
    #[schema(required = true)]
    pub level: Option<u8>,
}

/// The kind of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TaskKind {
    /// Make one of the right moves.
    Move,
    /// Choose one of the right cells.
    Cell,
    /// Choose all right cells.
    Cells,
    /// Answer a question with yes or no.
    Question,
    /// Play a game.
    Game,
}

/// Moves that do not solve a task, for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WrongMoves {
    /// Why, in a sentence.
    pub sentence: String,
    /// The moves.
    pub moves: Vec<String>,
}

/// A puzzle: a position with one right move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PuzzleInfo {
    /// The ID, by which progress is kept.
    pub id: String,
    /// The position text.
    pub position: String,
    /// The moves of the solver and the replies, in turn. For each move of the solver all
    /// that are right, for each reply one.
    pub solution: Vec<Vec<String>>,
    /// How the game could go on.
    pub continuation: Vec<String>,
    /// The number of moves in which the solver wins by force; null if the move is only much
    /// better than all others.
    #[schema(required = true)]
    pub mate: Option<u32>,
    /// The scores of the best and the second best first move for the solver, in
    /// centipawns; null if the solver wins by force.
    #[schema(required = true)]
    pub margin: Option<[i32; 2]>,
    /// What the puzzle is about.
    pub themes: Vec<String>,
    /// How difficult it is.
    pub rating: u32,
}
