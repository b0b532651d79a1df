//! Studying games by playing them: matches between engines.
//!
//! [`mod@matches`] plays two programs against each other and says how much stronger
//! one is, with what certainty.
#![forbid(unsafe_code)]

pub mod matches;
