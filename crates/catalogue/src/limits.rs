//! What a catalogue may take and keep.

use std::time::Duration;

/// How many games can be added to the shipped ones by [`Catalogue::add_file`].
pub(crate) const MAX_ADDED: usize = 32;

/// What a catalogue may take and keep.
#[derive(Clone, Copy, Debug)]
pub struct CatalogueLimits {
    /// How many compiled games are kept for later.
    pub games: u64,
    /// How many bytes of tables of compiled games are kept for later.
    pub table_bytes: u64,
    /// How many options may be given with a game.
    pub options: usize,
    /// How long the combinations of options of a file in a folder may take to
    /// compile on a core, see [`crate::check_within`].
    pub check_time: Duration,
}

impl Default for CatalogueLimits {
    fn default() -> CatalogueLimits {
        CatalogueLimits {
            games: 128,
            table_bytes: 512 << 20,
            options: 64,
            check_time: Duration::from_secs(10),
        }
    }
}
