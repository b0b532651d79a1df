//! The tests of endgame tables, one program.
#![allow(clippy::unwrap_used)]

mod chess;
mod common;
mod small;
mod twins;
