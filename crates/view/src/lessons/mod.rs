//! Lessons and puzzles that come with the program.
//!
//! They belong to the rules that they were made for: a game of someone else with the name of
//! a shipped game does not get them. `docs/lessons.md` describes the files.

mod conditions;
mod data;
mod error;
mod puzzles;
mod steps;

pub use error::LessonError;
pub use puzzles::puzzles;

use crate::types::{Lesson, LessonSummary};
use hyperrook_rules::{Game, GameFile};
use std::sync::LazyLock;

/// The files of lessons.
const FILES: &[&str] = &[
    include_str!("../../../../games/lessons/walkers.toml"),
    include_str!("../../../../games/lessons/sesqui.toml"),
    include_str!("../../../../games/lessons/riftwalker.toml"),
    include_str!("../../../../games/lessons/twoboards.toml"),
    include_str!("../../../../games/lessons/gateway.toml"),
    include_str!("../../../../games/lessons/chess.toml"),
    include_str!("../../../../games/lessons/hyperchess.toml"),
    include_str!("../../../../games/lessons/raumschach.toml"),
];

/// A file of a lesson, with the rules that it is about.
struct File {
    data: data::LessonData,
    identity: String,
}

static LESSONS: LazyLock<Vec<File>> = LazyLock::new(|| {
    let files = FILES.iter();
    let lessons = files.filter_map(|text| {
        let data = data::read(text).ok()?;
        let game = GameFile::shipped(&data.game)?.define(&[]).ok()?;
        Some(File {
            identity: game.identity().to_owned(),
            data,
        })
    });
    lessons.collect()
});

/// The lessons, in the order in which they are listed.
pub fn lessons() -> Vec<LessonSummary> {
    let summary = |file: &File| LessonSummary {
        game: file.data.game.clone(),
        title: file.data.title.clone(),
        minutes: file.data.minutes,
        steps: file.data.step.iter().map(|step| step.id.clone()).collect(),
    };
    LESSONS.iter().map(summary).collect()
}

/// Whether a text names a step of a lesson or a puzzle: `lesson/GAME/STEP`, `puzzle/GAME/ID`.
pub fn is_learning_item(text: &str) -> bool {
    let mut parts = text.splitn(3, '/');
    match (parts.next(), parts.next(), parts.next()) {
        (Some("lesson"), Some(game), Some(step)) => LESSONS.iter().any(|file| {
            file.data.game == game && file.data.step.iter().any(|known| known.id == step)
        }),
        (Some("puzzle"), Some(game), Some(id)) => puzzles::has(game, id),
        _ => false,
    }
}

/// The lesson of a game, if there is one for its rules.
pub fn lesson(game: &Game) -> Option<Lesson> {
    let file = LESSONS
        .iter()
        .find(|file| file.identity == game.definition().identity())?;
    steps::lesson(game, &file.data).ok()
}

/// Reads a lesson of a game, and checks its positions and tasks by the rules.
///
/// # Errors
/// All that is wrong with it.
pub fn read_lesson(game: &Game, text: &str) -> Result<Lesson, Vec<LessonError>> {
    let data = data::read(text).map_err(|error| vec![LessonError::new("lesson", error)])?;
    steps::lesson(game, &data)
}

/// The texts of the lessons, for tests.
pub fn lesson_texts() -> &'static [&'static str] {
    FILES
}
