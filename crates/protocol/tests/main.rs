//! All tests of the protocols from outside in one program, so that it is linked once and shared
//! code is compiled once.

mod documentation;
mod garbage;
mod harness;
mod queue;
mod transcripts;
