//! All tests of what clients show in one program: it is linked once, and what the tests
//! share is compiled once.

mod common;
mod exercises;
mod hex;
mod lessons;
mod pictures;
mod shipped;
mod trees;
mod untrusted;
mod why;
mod words;
