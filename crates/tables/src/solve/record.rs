//! The location of the journal of a build, and the writing of its records.

use super::watch::Stopped;
use crate::error::TableError;
use crate::journal::BuildJournal;
use hyperrook_geometry::Bits;
use hyperrook_rules::Cell;
use std::path::Path;
use std::sync::OnceLock;

/// The path of the journal of a build, its fingerprint, and the place for the open journal.
pub(crate) struct JournalStart<'j>(
    pub(crate) Option<(&'j Path, [u8; 32])>,
    pub(crate) &'j OnceLock<BuildJournal>,
);

/// Why a table was not solved.
#[derive(Debug)]
pub(crate) enum SolveError {
    /// Solving was stopped on request, or the journal could not be written.
    Stopped,
    /// The journal contradicts the rules.
    Journal,
    /// The journal cannot be opened.
    File(TableError),
}

impl From<Stopped> for SolveError {
    fn from(_: Stopped) -> SolveError {
        SolveError::Stopped
    }
}

impl From<TableError> for SolveError {
    fn from(error: TableError) -> SolveError {
        SolveError::File(error)
    }
}

/// Writes a set of cells.
pub(super) fn add_bits<const W: usize>(content: &mut Vec<u8>, bits: Bits<W>) {
    content.extend(bits.words().iter().flat_map(|word| word.to_le_bytes()));
}

pub(super) fn take<const N: usize>(content: &mut &[u8]) -> Result<[u8; N], ()> {
    let (bytes, rest) = content.split_first_chunk().ok_or(())?;
    *content = rest;
    Ok(*bytes)
}

pub(super) fn take_bits<const W: usize>(content: &mut &[u8]) -> Result<Bits<W>, ()> {
    let mut bits = Bits::EMPTY;
    for word in 0..W {
        let mut left = u64::from_le_bytes(take(content)?);
        while left != 0 {
            bits.insert(Cell::from_index(64 * word + left.trailing_zeros() as usize));
            left &= left - 1;
        }
    }
    Ok(bits)
}
