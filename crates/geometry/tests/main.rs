//! All tests of the boards in one program, so that it is linked once and shared code is compiled
//! once.

mod bad_values;
mod bits;
mod board;
mod chart;
mod common;
mod hex;
mod pext;
mod symmetry;
