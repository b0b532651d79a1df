//! What zeroing distances are solved from, and the positions that are known to be decided.

use crate::index::Index;
use crate::value::{Code, NO_POSITION, is_loss, is_win, plies};
use hyperrook_geometry::Bits;
use hyperrook_rules::Cell;

/// What zeroing distances are solved from.
#[derive(Clone, Copy)]
pub(crate) struct RowZeroing<'a, const W: usize> {
    /// The distances to the end of the game.
    pub(crate) distances: &'a [Code],
    /// The plies after which the move count ends the game.
    pub(crate) limit: u16,
    /// What zeroing moves within the table may lead to.
    pub(crate) decided: &'a DecidedAtZero<W>,
}

/// The positions that are known to be won or lost with the move count at its beginning, by row.
pub(crate) struct DecidedAtZero<const W: usize> {
    /// Won by the side to move, or no position.
    pub(super) won: Vec<Bits<W>>,
    pub(super) lost: Vec<Bits<W>>,
}

impl<const W: usize> DecidedAtZero<W> {
    /// Bytes for each row.
    pub(crate) const ROW_BYTES: usize = 2 * size_of::<Bits<W>>();

    /// Those that end within the limit, by their distances to the end.
    pub(crate) fn new(index: &Index, distances: &[Code], limit: u16) -> DecidedAtZero<W> {
        let of = |test: &dyn Fn(Code) -> bool| {
            let row = |codes: &[Code]| bits(codes, test);
            distances.chunks(index.width).map(row).collect()
        };
        DecidedAtZero {
            won: of(&|code| code == NO_POSITION || is_win(code) && plies(code) <= limit),
            lost: of(&|code| is_loss(code) && plies(code) <= limit),
        }
    }

    /// Adds the positions that a round has found. Returns whether any of them are new.
    pub(crate) fn add(&mut self, index: &Index, codes: &[Code]) -> bool {
        let mut is_new = false;
        for (row, codes) in codes.chunks(index.width).enumerate() {
            for (decided, found) in [
                (&mut self.won[row], bits(codes, &is_win)),
                (&mut self.lost[row], bits(codes, &is_loss)),
            ] {
                is_new |= !found.is_subset(*decided);
                *decided |= found;
            }
        }
        is_new
    }
}

/// The cells of a row whose codes pass a test.
pub(super) fn bits<const W: usize>(codes: &[Code], test: &dyn Fn(Code) -> bool) -> Bits<W> {
    let cells = codes.iter().enumerate().filter(|&(_, &code)| test(code));
    cells.map(|(cell, _)| Cell::from_index(cell)).collect()
}
