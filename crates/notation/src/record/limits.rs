//! Limits of what a reader of records accepts.

/// How deeply variations may be nested in records that are read, written or replayed.
pub const MAX_DEPTH: usize = 64;

/// Limits of one record, so that reading needs bounded memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordLimits {
    /// Maximum number of bytes of a record.
    pub bytes: usize,
    /// Maximum number of tags, moves, remarks and variations of a record together.
    pub items: usize,
    /// How deeply variations may be nested; at most [`MAX_DEPTH`].
    pub depth: usize,
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
