//! IDs of exercises.

/// The ID of an exercise.
pub(super) fn id(kind: &str, seed: u64, number: usize) -> String {
    format!("{kind}-{seed}-{number}")
}
