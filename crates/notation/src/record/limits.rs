//! Limits of what a reader of records accepts.

/// How deeply variations may be nested in records that are read, written or replayed.
pub const MAX_DEPTH: usize = 64;

/// Limits of one record, so that reading needs bounded memory.
///
/// ```
/// use hyperrook_notation::record::{RecordLimits, RecordReader};
///
/// let limits = RecordLimits::default().bytes(100);
/// let long = format!("1. e4 {{{}}} *", "far too long a comment ".repeat(10));
/// assert!(RecordReader::with_limits(long.as_bytes(), limits).next().unwrap().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordLimits {
    /// Maximum number of bytes of a record.
    pub bytes: usize,
    /// Maximum number of tags, moves, remarks and variations of a record together.
    pub items: usize,
    /// How deeply variations may be nested; at most [`MAX_DEPTH`].
    pub depth: usize,
}

impl RecordLimits {
    /// The same with this many bytes.
    #[must_use]
    pub fn bytes(self, bytes: usize) -> RecordLimits {
        RecordLimits { bytes, ..self }
    }

    /// The same with this many items.
    #[must_use]
    pub fn items(self, items: usize) -> RecordLimits {
        RecordLimits { items, ..self }
    }

    /// The same with this depth.
    #[must_use]
    pub fn depth(self, depth: usize) -> RecordLimits {
        RecordLimits { depth, ..self }
    }
}

impl Default for RecordLimits {
    /// 8 MiB, a million items, depth 64: more than the largest opening books
    /// that people keep as one annotated game.
    fn default() -> RecordLimits {
        RecordLimits {
            bytes: 8 << 20,
            items: 1_000_000,
            depth: MAX_DEPTH,
        }
    }
}
