//! Limits of a catalogue.

use std::time::Duration;

/// The maximum number of games that [`Catalogue::add_file`] adds to the shipped ones.
pub(crate) const MAX_ADDED: usize = 32;

/// Limits of a catalogue: what it accepts and what it caches.
#[derive(Clone, Copy, Debug)]
pub struct CatalogueLimits {
    /// The maximum number of cached games.
    pub games: u64,
    /// The maximum size of the tables of all cached games, in bytes.
    pub table_bytes: u64,
    /// The maximum number of options that may be given with a game.
    pub options: usize,
    /// The processor time that the combinations of options of a file in a folder may take to
    /// compile; see [`crate::check_within`].
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
