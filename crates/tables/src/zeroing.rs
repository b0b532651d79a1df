//! The zeroing distances beside a table: whether it needs them, and reading them.
//!
//! A zeroing move resets the move count: a capture, or a move of a piece that
//! [`Ends::resets`](hyperrook_rules::Ends::resets) names. The zeroing distance of a won or lost position
//! is the number of plies in which the winner can force the end of the game or a zeroing move
//! after which the position is still won. With the count at `c` plies of a limit of `l`, a
//! position is won if its zeroing distance is at most `l - c`.

use crate::file::{Counts, FileKind, TableFile, TableHeader};
use crate::lookup::{Lookup, Zeroing, ZeroingFile};
use crate::solved::Solved;
use crate::value::{Code, SAME_AS_TABLE};
use crate::{BuildError, Material, TableError, Tables};

/// The zeroing file of a table, opened.
enum OpenedZeroing {
    NotNeeded,
    Missing,
    File(Box<TableFile>),
}

impl Tables {
    /// The zeroing distances of a table. Missing if there is no table. As in
    /// [`Tables::header`], White is White of these pieces.
    pub fn zeroing(&self, material: &Material) -> Result<ZeroingFile, TableError> {
        let stored = self.builder().stored_material(material);
        let Some(header) = self.read_header(&stored)? else {
            return Ok(ZeroingFile::Missing);
        };
        Ok(match self.zeroing_of(&stored, &header)? {
            ZeroingFile::Present { bytes, header } => ZeroingFile::Present {
                bytes,
                header: Box::new(self.seen_from(material, *header)),
            },
            other => other,
        })
    }

    /// The zeroing distances that belong to the table of a stored material.
    pub(crate) fn zeroing_of(
        &self,
        stored: &Material,
        table: &TableHeader,
    ) -> Result<ZeroingFile, TableError> {
        Ok(match self.open_zeroing_file(stored, table)? {
            OpenedZeroing::NotNeeded => ZeroingFile::NotNeeded,
            OpenedZeroing::Missing => ZeroingFile::Missing,
            OpenedZeroing::File(file) => ZeroingFile::Present {
                bytes: file.bytes,
                header: Box::new(file.header),
            },
        })
    }

    /// Opens the zeroing file of the table of a stored material.
    fn open_zeroing_file(
        &self,
        stored: &Material,
        table: &TableHeader,
    ) -> Result<OpenedZeroing, TableError> {
        if !self.needs_zeroing(stored, table) {
            return Ok(OpenedZeroing::NotNeeded);
        }
        let path = self.path_of(stored, FileKind::Zeroing);
        if !path.exists() {
            return Ok(OpenedZeroing::Missing);
        }
        let file = self.open_file(FileKind::Zeroing, &path, stored)?;
        Ok(OpenedZeroing::File(Box::new(file)))
    }

    /// Whether zeroing distances can differ from the distances to the end, or be too long.
    fn needs_zeroing(&self, stored: &Material, table: &TableHeader) -> bool {
        let Some(limit) = self.builder().limit() else {
            return false;
        };
        if !has_decided(table) {
            return false;
        }
        let longest = |counts: &Counts| counts.longest_win.max(counts.longest_loss);
        if table.counts.iter().map(longest).max().flatten() > Some(limit)
            || self.builder().has_zeroing_pieces(stored)
        {
            return true;
        }
        let conversions = stored.conversions(self.game().definition());
        conversions.iter().any(|conversion| {
            let stored = self.builder().stored_material(conversion);
            // Without that table nothing is known of it.
            !matches!(self.read_header(&stored), Ok(Some(header)) if !has_decided(&header))
        })
    }

    /// Whether a table that is to be built will need zeroing distances, as far as the tables that
    /// it needs are there and tell.
    pub(crate) fn surely_needs_zeroing(&self, stored: &Material) -> bool {
        if self.builder().limit().is_none() {
            return false;
        }
        let conversions = stored.conversions(self.game().definition());
        self.builder().has_zeroing_pieces(stored)
            || conversions.iter().any(|conversion| {
                let stored = self.builder().stored_material(conversion);
                matches!(self.read_header(&stored), Ok(Some(header)) if has_decided(&header))
            })
    }

    /// The code of the zeroing distance of an entry whose table has `code`. None if it is not
    /// known.
    pub(crate) fn zeroing_code(
        &self,
        lookup: &Lookup,
        entry: usize,
        code: Code,
    ) -> Result<Option<Code>, TableError> {
        let zeroing = match lookup.zeroing.get() {
            Some(zeroing) => zeroing,
            None => {
                let opened = self.open_zeroing(lookup)?;
                lookup.zeroing.get_or_init(|| opened)
            }
        };
        match zeroing {
            Zeroing::Same => Ok(Some(code)),
            Zeroing::Missing => Ok(None),
            Zeroing::File(open) => {
                let found = self.code(open, entry)?;
                Ok(found.map(|found| if found == SAME_AS_TABLE { code } else { found }))
            }
        }
    }

    fn open_zeroing(&self, lookup: &Lookup) -> Result<Zeroing, TableError> {
        let stored = &lookup.index.material;
        Ok(
            match self.open_zeroing_file(stored, &lookup.table.file.header)? {
                OpenedZeroing::NotNeeded => Zeroing::Same,
                OpenedZeroing::Missing => Zeroing::Missing,
                OpenedZeroing::File(file) => {
                    file.check_layout(&lookup.index)?;
                    Zeroing::File(Box::new(self.numbered(*file)))
                }
            },
        )
    }

    /// Reads all zeroing distances of a table.
    pub(crate) fn load_zeroing(&self, stored: &Material) -> Result<Solved, BuildError> {
        let table = self.open_file(FileKind::Table, &self.path(stored), stored)?;
        let index = self.builder().index(stored)?;
        let mut codes = table.load(&index)?;
        match self.open_zeroing_file(stored, &table.header)? {
            OpenedZeroing::NotNeeded => {}
            OpenedZeroing::Missing => {
                let material = stored.text(self.game().definition());
                return Err(BuildError::NoZeroing { material });
            }
            OpenedZeroing::File(file) => {
                for (code, found) in codes.iter_mut().zip(file.load(&index)?) {
                    if found != SAME_AS_TABLE {
                        *code = found;
                    }
                }
            }
        }
        Ok(Solved { index, codes })
    }
}

/// Whether a table has a position that is won or lost.
fn has_decided(table: &TableHeader) -> bool {
    table.counts.iter().any(|counts| counts.decided() > 0)
}
