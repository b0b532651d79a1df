//! How much a reader of records takes in.

/// How deep variations may lie in variations: in records that are read, written or replayed.
pub const MAX_DEPTH: usize = 64;

/// How much one record may take, so that reading takes bounded memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordLimits {
    /// Bytes of a record.
    pub bytes: usize,
    /// Tags, moves, remarks and variations of a record together.
    pub items: usize,
    /// Depth of variations in variations; at most [`MAX_DEPTH`].
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
