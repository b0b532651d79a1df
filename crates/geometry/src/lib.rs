//! Where pieces can stand: cells, the drawing that names them, the charts that give them
//! coordinates, and sets of cells.
//!
//! A [`Board`] is a set of at most [`MAX_CELLS`] cells with one [`Drawing`]
//! (how people see it and name its cells) and one or more [`Chart`]s (how pieces
//! see it: axes along which they move). This crate knows nothing of pieces, rules
//! or sides, and does no input or output.
//!
//! No function panics. Cells come from a board ([`Board::cells`], [`Board::cell`]). The
//! documentation of each function says what it returns for a cell that the board does not have.

mod bits;
mod board;
mod cell;
mod chart;
mod fault_list;
mod hex;
mod pext;
mod place;
mod symmetry;

pub use bits::{Bits, BitsIter, CellSet};
pub use board::{Board, BoardError, BoardSpec, Drawing};
pub use cell::Cell;
pub use chart::{
    Axis, AxisSource, AxisSourceError, AxisSpec, Chart, ChartError, ChartSpec, Coordinate,
    MAX_AXES, dot, vectors_of_sizes,
};
pub use fault_list::FaultList;
pub use hex::HexShift;
pub use place::{Place, PlaceAxis};
pub use symmetry::{MAX_SYMMETRIES, Symmetry, symmetries};

/// The maximum number of cells of a board.
pub const MAX_CELLS: usize = 256;

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
