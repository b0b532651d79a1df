//! Receivers of evaluation terms.

use hyperrook_rules::Side;

/// Receives the terms of a position. The evaluation adds up weights; a trace for tuning records how
/// often each weight counts. Both run the same code.
pub(crate) trait TermSink {
    /// Adds a weight `times` times for a side.
    fn add(&mut self, side: Side, weight: usize, times: i32);
}
