//! Places in the text of a definition file.

use std::ops::Range;

/// A range of bytes of the text of a file.
pub(super) type TextRange = Range<usize>;
