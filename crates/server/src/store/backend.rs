//! Which databases there are.

/// Which database it is. The queries do not depend on it; opening, backups and
/// the beginning of transactions do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// A file in the data folder.
    Sqlite,
    /// A server somewhere.
    Postgres,
}
