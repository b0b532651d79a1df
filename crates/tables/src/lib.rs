//! Endgame tables: the value of every position with few pieces, for every game of
//! `hyperrook-rules`.
//!
//! A table contains the positions of one [`Material`]. It says who wins with perfect play and in
//! how many plies ([`EndgameValue`]). No code here knows a game by name: symmetries are proven on
//! the compiled moves, and games end as their definitions say.
#![forbid(unsafe_code)]

mod builder;
mod error;
mod file;
mod index;
mod journal;
mod material;
mod memory;
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

pub use builder::{BuildSettings, BuildStats, Builder, Progress};
pub use error::{BuildError, TableError};
pub use file::{Counts, TableHeader};
pub use material::{MAX_PIECES, Material, MaterialFault};
pub use memory::MemoryTables;
pub use report::MaterialExamples;
pub(crate) use solved::SubTable;
pub use tables::{BuildEvent, EXTENSION, ProbeResult, ProbedMove, TableInfo, Tables};
pub use value::{EndgameValue, MAX_PLIES};
pub use verify::VerifyReport;

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
