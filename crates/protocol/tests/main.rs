//! All tests of the protocols from outside in one program: it is linked once, and what the tests
//! share is compiled once.

mod documentation;
mod garbage;
mod harness;
mod transcripts;
