//! Places in the text of a definition file.

use std::ops::Range;

/// Bytes of the text of a file.
pub(super) type TextRange = Range<usize>;
