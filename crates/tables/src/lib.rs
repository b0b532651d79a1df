//! Endgame tables: the value of every position with few pieces, for every game of
//! `hyperrook-rules`.
//!
//! A table has the positions of one [`Material`]. It says who wins with perfect play and in
//! how many plies ([`EndgameValue`]), and whether the win comes before the move count makes the
//! game a draw ([`CountVerdict`]). Nothing here knows a game: symmetries are proven on the
//! compiled moves, and games end as their definitions say.
#![forbid(unsafe_code)]

mod builder;
mod error;
mod file;
mod folder_build;
mod index;
mod journal;
mod lookup;
mod material;
mod memory;
mod placement;
mod plan;
mod probe;
mod reach;
mod report;
mod solve;
mod solved;
mod symmetry;
mod tables;
pub mod twin;
mod value;
mod verify;
mod verify_progress;
mod zeroing;

pub use builder::{BuildSettings, BuildStats, Builder, Metric, Progress};
pub use error::{BuildError, TableError};
pub use file::{Counts, EXTENSION, LongestWin, TableHeader};
pub use folder_build::BuildEvent;
pub use lookup::ZeroingFile;
pub use material::{MAX_PIECES, Material, MaterialFault};
pub use memory::MemoryTables;
pub use probe::{CountVerdict, ProbeResult, ProbedMove};
pub use report::MaterialExamples;
pub(crate) use solved::SubTable;
pub use tables::{TableInfo, Tables};
pub use value::{EndgameValue, MAX_PLIES};
pub use verify::{VerifyReport, VerifySettings};

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
