//! What the program around the protocols does for them.

use hyperrook_rules::Position;
use hyperrook_search::Control;

/// Takes a line of text.
pub type WriteLine<'s> = &'s mut dyn FnMut(&str);

/// Functions of the program that uses this crate.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// Draws a position as lines of text, for UCI's `d`.
    pub draw: fn(&Position) -> String,
    /// Measures the engine, for UCI's `bench`: at a depth in plies or one of
    /// its own choice, until it is done or stopped; says what it finds line
    /// by line.
    pub bench: fn(Option<u32>, &Control, WriteLine<'_>),
}
