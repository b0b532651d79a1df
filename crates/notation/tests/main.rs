//! All tests of the texts in one program, so that it is linked once and shared code is compiled
//! once.

mod bad_values;
mod chess_texts;
mod common;
mod corpus;
mod docs;
mod paths;
mod records;
mod refusals;
mod round_trips;
