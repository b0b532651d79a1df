//! All tests of the rules in one program, so that it is linked once and shared code is compiled
//! once.

mod agreement;
mod automorphisms;
mod bad_values;
mod betza;
mod builder;
mod checks;
mod common;
mod compare;
mod corpus;
mod definitions;
mod faults;
mod identity;
mod language;
mod legacy;
mod perft;
mod random;
mod reference_perft;
mod renaming;
mod reversal;
mod shipped;
mod warnings;
