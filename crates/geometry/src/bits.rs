//! Sets of cells, as one to four machine words.

use crate::Cell;
use crate::pext::pext;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of cells of a board of at most `64 * W` cells.
///
/// `Not` complements within `64 * W` cells, not within a board: intersect the result with the
/// board's cells where that matters. A board has at most 256 cells, so `W` is at most 4; a wider
/// set does not compile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bits<const W: usize>(pub(crate) [u64; W]);

/// A set of cells of any board, whatever its size.
pub type CellSet = Bits<4>;

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Lists the cells.
impl<const W: usize> fmt::Debug for Bits<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub const EMPTY: Self = Self::filled(0);
    /// The set of all `64 * W` cells.
    pub const FULL: Self = Self::filled(u64::MAX);

    const fn filled(word: u64) -> Self {
        const { assert!(W <= 4, "a board has at most 256 cells") }
        Bits([word; W])
    }

    /// The set that contains only this cell.
    #[inline]
    pub fn of(cell: Cell) -> Self {
        let mut bits = Self::EMPTY;
        bits.insert(cell);
        bits
    }

    /// All cells up to and including this one.
    #[inline]
    pub fn up_to(cell: Cell) -> Self {
        let (last, bit) = (cell.index() / 64, cell.index() % 64);
        let mut bits = Self::EMPTY;
        for word in bits.0.iter_mut().take(last) {
            *word = u64::MAX;
        }
        if let Some(word) = bits.0.get_mut(last) {
            *word = u64::MAX >> (63 - bit);
        }
        bits
    }

    /// Adds a cell. A cell that a set of this width cannot hold is ignored.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        if let Some(word) = self.0.get_mut(cell.index() / 64) {
            *word |= 1 << (cell.index() % 64);
        }
    }

    /// Removes a cell.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        if let Some(word) = self.0.get_mut(cell.index() / 64) {
            *word &= !(1 << (cell.index() % 64));
        }
    }

    /// This set with `cell` added.
    #[inline]
    #[must_use]
    pub fn with(mut self, cell: Cell) -> Self {
        self.insert(cell);
        self
    }

    /// This set with `cell` removed.
    #[inline]
    #[must_use]
    pub fn without(mut self, cell: Cell) -> Self {
        self.remove(cell);
        self
    }

    /// Whether the cell is in the set.
    #[inline]
    pub fn contains(self, cell: Cell) -> bool {
        match self.0.get(cell.index() / 64) {
            Some(word) => word >> (cell.index() % 64) & 1 != 0,
            None => false,
        }
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether the set has at least one cell.
    #[inline]
    pub fn any(self) -> bool {
        !self.is_empty()
    }

    /// Whether two sets share a cell.
    #[inline]
    pub fn intersects(self, other: Self) -> bool {
        (self & other).any()
    }

    /// Whether every cell of this set is in the other.
    #[inline]
    pub fn is_subset(self, other: Self) -> bool {
        (self & !other).is_empty()
    }

    /// The number of cells.
    #[inline]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether the set has two cells or more.
    #[inline]
    pub fn has_several(self) -> bool {
        match self.first() {
            Some(cell) => self.without(cell).any(),
            None => false,
        }
    }

    /// The cell with the lowest index.
    #[inline]
    pub fn first(self) -> Option<Cell> {
        for (w, &word) in self.0.iter().enumerate() {
            if word != 0 {
                return Some(Cell::from_byte(
                    (w * 64 + word.trailing_zeros() as usize) as u8,
                ));
            }
        }
        None
    }

    /// The cell with the highest index.
    #[inline]
    pub fn last(self) -> Option<Cell> {
        for (w, &word) in self.0.iter().enumerate().rev() {
            if word != 0 {
                return Some(Cell::from_byte(
                    (w * 64 + 63 - word.leading_zeros() as usize) as u8,
                ));
            }
        }
        None
    }

    /// The number of cells of the set with a lower index than `cell`.
    #[inline]
    pub fn count_before(self, cell: Cell) -> usize {
        let (word, bit) = (cell.index() / 64, cell.index() % 64);
        // No early exit: attacks are looked up with this, and a branch on the word of the cell
        // costs more than counting words that add nothing.
        let mut count = 0;
        for (at, bits) in self.0.into_iter().enumerate() {
            let mask = match at.cmp(&word) {
                Ordering::Less => u64::MAX,
                Ordering::Equal => (1 << bit) - 1,
                Ordering::Greater => 0,
            };
            count += (bits & mask).count_ones();
        }
        count as usize
    }

    /// The words, lowest cells first.
    #[inline]
    pub fn words(self) -> [u64; W] {
        self.0
    }

    /// The cells in rising order.
    #[inline]
    pub fn iter(self) -> BitsIter<W> {
        BitsIter {
            words: self.0,
            word: 0,
        }
    }

    /// Calls `visit` with each cell in rising order. Faster than a loop over [`Bits::iter`] in hot
    /// code, because the loop over the words is unrolled.
    #[inline(always)]
    pub fn for_each(self, mut visit: impl FnMut(Cell)) {
        self.any_of(|cell| {
            visit(cell);
            false
        });
    }

    /// Whether `test` holds for at least one cell. Stops at the first one.
    #[inline(always)]
    pub fn any_of(self, mut test: impl FnMut(Cell) -> bool) -> bool {
        for (w, &word) in self.0.iter().enumerate() {
            let mut bits = word;
            while bits != 0 {
                let index = w * 64 + bits.trailing_zeros() as usize;
                if test(Cell::from_byte(index as u8)) {
                    return true;
                }
                bits &= bits - 1;
            }
        }
        false
    }

    /// The same cells in a set of another width. Cells that do not fit into a narrower set are
    /// dropped.
    pub fn resize<const V: usize>(self) -> Bits<V> {
        let mut out = Bits::<V>::EMPTY;
        for (to, &from) in out.0.iter_mut().zip(&self.0) {
            *to = from;
        }
        out
    }

    /// The occupancy of the cells of `mask`, packed into the low bits in rising order of cells
    /// (PEXT over all words). The mask must have at most 64 cells; the result for a larger one is
    /// meaningless.
    #[inline]
    pub fn extract(self, mask: Self) -> usize {
        let mut packed = 0;
        let mut shift = 0;
        for w in 0..W {
            packed |= pext(self.0[w], mask.0[w]).wrapping_shl(shift);
            shift += mask.0[w].count_ones();
        }
        packed as usize
    }
}

/// The cells of a set in rising order.
#[derive(Clone, Debug)]
pub struct BitsIter<const W: usize> {
    words: [u64; W],
    word: usize,
}

impl<const W: usize> Iterator for BitsIter<W> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while self.word < W {
            let bits = self.words[self.word];
            if bits != 0 {
                self.words[self.word] = bits & (bits - 1);
                return Some(Cell::from_byte(
                    (self.word * 64 + bits.trailing_zeros() as usize) as u8,
                ));
            }
            self.word += 1;
        }
        None
    }
}

impl<const W: usize> IntoIterator for Bits<W> {
    type Item = Cell;
    type IntoIter = BitsIter<W>;

    #[inline]
    fn into_iter(self) -> BitsIter<W> {
        self.iter()
    }
}

impl<const W: usize> FromIterator<Cell> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut bits = Self::EMPTY;
        for cell in cells {
            bits.insert(cell);
        }
        bits
    }
}

impl<const W: usize> Extend<Cell> for Bits<W> {
    fn extend<I: IntoIterator<Item = Cell>>(&mut self, cells: I) {
        for cell in cells {
            self.insert(cell);
        }
    }
}

macro_rules! operator {
    ($trait:ident $method:ident $assign_trait:ident $assign_method:ident $op:tt) => {
        impl<const W: usize> $trait for Bits<W> {
            type Output = Self;
            #[inline]
            fn $method(mut self, other: Self) -> Self {
                self $op other;
                self
            }
        }
        impl<const W: usize> $assign_trait for Bits<W> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                for w in 0..W {
                    self.0[w] $op other.0[w];
                }
            }
        }
    };
}
operator!(BitAnd bitand BitAndAssign bitand_assign &=);
operator!(BitOr bitor BitOrAssign bitor_assign |=);
operator!(BitXor bitxor BitXorAssign bitxor_assign ^=);

impl<const W: usize> Not for Bits<W> {
    type Output = Self;
    #[inline]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}
