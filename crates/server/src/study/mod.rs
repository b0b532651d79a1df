//! Studying finished games: reports by the engine (`report` judges, `reports` searches),
//! and the tree of openings (`openings`). Both are jobs in the store that are not urgent.

pub(crate) mod openings;
pub(crate) mod playtests;
pub(crate) mod report;
pub(crate) mod reports;
