//! The tests of endgame tables, one program.
#![allow(clippy::unwrap_used)]

mod chess;
mod common;
mod files;
mod small;
mod twins;
