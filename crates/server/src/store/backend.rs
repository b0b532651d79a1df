//! Which databases there are.

/// Which database it is. What the queries say does not depend on it; opening, backups,
/// the beginning of transactions and some indexes do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// A file in the data folder.
    Sqlite,
    /// A server somewhere.
    Postgres,
}
