//! All tests of endgame tables, in one program.
#![allow(clippy::unwrap_used)]

mod chess;
mod common;
mod exchanged;
mod files;
mod games;
mod move_count;
mod resume;
mod shipped_twins;
mod small;
mod twins;
mod verify;
