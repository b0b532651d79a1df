//! All tests of the boards in one program: it is linked once, and what the tests share is
//! compiled once.

mod bad_values;
mod bits;
mod board;
mod chart;
mod common;
mod pext;
mod symmetry;
