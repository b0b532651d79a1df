//! What can be wrong with a lesson.

use thiserror::Error;

/// A lesson is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{step}: {message}")]
pub struct LessonError {
    /// The ID of the step, or the word `lesson`.
    pub step: String,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl LessonError {
    pub(super) fn new(step: &str, message: impl ToString) -> LessonError {
        LessonError {
            step: step.to_owned(),
            message: message.to_string(),
        }
    }
}
