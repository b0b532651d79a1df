//! Receivers of evaluation terms.

use hyperrook_rules::Side;

/// Receives the terms of a position. The evaluation adds weights up; a trace for
/// tuning writes down which weights count how often. Both run the same code.
pub(crate) trait TermSink {
    /// Adds a weight `times` times for a side.
    fn add(&mut self, side: Side, weight: usize, times: i32);
}
