//! Functions that the surrounding program provides.

use hyperrook_rules::Position;
use hyperrook_search::Control;

/// Receives a line of text.
pub type WriteLine<'s> = &'s mut dyn FnMut(&str);

/// What the program that uses this crate provides.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// Draws a position as text, for the UCI command `d`.
    pub draw: fn(&Position) -> String,
    /// Runs the bench of the UCI command `bench`, at a depth in plies or, without one, at a default
    /// depth. Writes its results line by line. Must end soon after the control is stopped.
    pub bench: fn(Option<u32>, &Control, WriteLine<'_>),
}
