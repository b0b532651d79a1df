//! All tests of the search from outside in one program, so that it is linked once and shared code
//! is compiled once.

mod brute;
mod context;
mod engine_thread;
mod forced;
mod levels;
mod mates;
mod nodes;
mod plain;
mod see;
mod tables;
mod threads;
mod time;
