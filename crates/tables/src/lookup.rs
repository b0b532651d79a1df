//! Open tables, and the zeroing distances that belong to them.

use crate::Material;
use crate::file::{TableFile, TableHeader};
use crate::index::Index;
use hyperrook_rules::Automorphism;
use std::sync::OnceLock;

/// A file of a folder, open.
#[derive(Debug)]
pub(crate) struct OpenFile {
    pub(crate) file: TableFile,
    /// Its number among those that were opened.
    pub(crate) number: u32,
}

/// How to look up a material: the table, and the map if the sides are exchanged.
#[derive(Debug)]
pub(crate) struct Lookup {
    pub(crate) table: OpenFile,
    /// The zeroing distances, once they were asked for.
    pub(crate) zeroing: OnceLock<Zeroing>,
    pub(crate) index: Index,
    pub(crate) exchange: Option<Automorphism>,
    /// The pieces that are looked up.
    pub(crate) material: Material,
}

/// The zeroing distances that belong to a table.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ZeroingFile {
    /// There are none: the distances to the end say whether the move count ends the game first.
    NotNeeded,
    /// The file is missing. [`Tables::build`](crate::Tables::build) makes it.
    Missing,
    /// The file is there.
    Present {
        /// Its bytes.
        bytes: u64,
        /// What it says of itself. Its counts are those under the move count.
        header: Box<TableHeader>,
    },
}

impl ZeroingFile {
    /// How many won and lost positions of a table are draws by the move count, though it is at
    /// its beginning: by side to move. None if the file is missing.
    pub fn spoiled(&self, table: &TableHeader) -> Option<[u64; 2]> {
        match self {
            ZeroingFile::NotNeeded => Some([0; 2]),
            ZeroingFile::Missing => None,
            ZeroingFile::Present { header, .. } => {
                let spoiled = |side: usize| {
                    let under_count = header.counts[side].decided();
                    table.counts[side].decided().saturating_sub(under_count)
                };
                Some([spoiled(0), spoiled(1)])
            }
        }
    }
}

/// Where the zeroing distances of an open table are.
#[derive(Debug)]
pub(crate) enum Zeroing {
    /// They are the distances to the end.
    Same,
    Missing,
    File(Box<OpenFile>),
}

impl Lookup {
    /// Whether the zeroing distances were looked for and not found.
    pub(crate) fn lacks_zeroing(&self) -> bool {
        matches!(self.zeroing.get(), Some(Zeroing::Missing))
    }
}
