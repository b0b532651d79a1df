//! Zeroing distances by rows: in how many plies a win comes to its end or to a move that begins
//! the move count, after which it is still a win.
//!
//! The passes are those of the distances to the end. What differs is what they begin with:
//!
//! - a position that is drawn without regard to the move count is settled;
//! - a capture or another zeroing move leads to a position that counts as decided at once, if it
//!   is won or lost there with the count at its beginning;
//! - only moves of other pieces count in the passes.
//!
//! What zeroing moves within the table lead to is not known at first. [`DecidedAtZero`] begins with
//! the positions whose distance to the end is within the limit, which are decided for certain. A
//! round finds all distances from these, and with them perhaps more decided positions for the next
//! round, until there are no more. These are the least set of positions that decide
//! themselves, so a pawn that goes to and fro wins nothing.

use super::begin::Conversions;
use super::decided::{DecidedAtZero, RowZeroing, bits};
use super::parallel::in_parallel;
use super::record::add_bits;
use super::rows::{CHUNK_ROWS, Movers, Row, RowSolver};
use super::watch::{ProgressMonitor, Stopped};
use crate::value::{Code, DRAW, NO_POSITION, at_zero, before, better, loss, plies, win};
use hyperrook_geometry::Bits;
use hyperrook_rules::Side;

impl<'a, const W: usize> RowSolver<'a, W> {
    /// Makes the solver find zeroing distances.
    pub(crate) fn with_zeroing(mut self, zeroing: RowZeroing<'a, W>) -> RowSolver<'a, W> {
        self.zeroing = Some(zeroing);
        for kind in &self.definition.ends().resets {
            self.zeroing_kinds[kind.index()] = true;
        }
        self
    }

    /// What a capture or promotion that leads to a code of another table is worth.
    pub(super) fn conversion_code(&self, code: Code, zeroes: bool) -> Code {
        if zeroes && self.zeroing.is_some() {
            before(at_zero(code))
        } else {
            before(code)
        }
    }

    /// Settles what the passes do not look at: positions that cannot be, and those that are drawn
    /// or over without regard to the move count.
    pub(super) fn settle_undecided(&mut self, distances: &[Code]) {
        let mut row = Row::new();
        for number in 0..self.index.rows() {
            self.read_row(number, &mut row);
            let codes = &distances[number * self.index.width..(number + 1) * self.index.width];
            let of = |test: &dyn Fn(Code) -> bool| bits::<W>(codes, test) & row.valid;
            let impossible = !row.valid | of(&|code| code == NO_POSITION);
            self.settled[number] = impossible | of(&|code| code == DRAW || plies(code) == 0);
            self.won[number] = impossible | of(&|code| code == win(0));
            self.lost[number] = of(&|code| code == loss(0));
        }
    }

    /// Finds what zeroing moves are worth in the positions that the passes look at.
    pub(super) fn find_zeroing(
        &mut self,
        zeroing: RowZeroing<'a, W>,
        watch: &dyn ProgressMonitor,
    ) -> Result<(), Stopped> {
        let conversions = Side::BOTH.map(|side| self.conversions_of(side));
        let mut codes = std::mem::take(&mut self.codes);
        let width = self.index.width;
        let this = &*self;
        let all = this.index.rows().div_ceil(CHUNK_ROWS);
        let parts = codes.chunks_mut(CHUNK_ROWS * width).enumerate();
        let outcome = in_parallel(this.threads(), 0, all, watch, parts, |(at, codes)| {
            if this.is_done(at) {
                return true;
            }
            let mut row = Row::new();
            let (mut visited, mut content) = (0, Vec::new());
            for (i, codes) in codes.chunks_mut(width).enumerate() {
                let number = at * CHUNK_ROWS + i;
                this.read_row(number, &mut row);
                visited += this.begin_zeroing(&row, zeroing, &conversions, codes);
                if this.has_journal() {
                    add_bits(&mut content, this.settled[number]);
                    add_bits(&mut content, this.lost[number]);
                    add_bits(&mut content, Bits::<W>::EMPTY);
                    content.extend(codes.iter().flat_map(|code| code.to_le_bytes()));
                }
            }
            this.add_visited(visited);
            this.note(0, at, visited, content)
        });
        self.codes = codes;
        outcome?;
        self.forget_done();
        Ok(())
    }

    /// Writes the codes that the passes begin with in a row. Gives the number of positions that
    /// they look at.
    fn begin_zeroing(
        &self,
        row: &Row<W>,
        zeroing: RowZeroing<'a, W>,
        conversions: &[Conversions<'a>; 2],
        codes: &mut [Code],
    ) -> u64 {
        let first = row.number * self.index.width;
        for cell in row.valid & self.settled[row.number] {
            codes[cell.index()] = zeroing.distances[first + cell.index()];
        }
        let asked = row.valid & !self.settled[row.number];
        if asked.is_empty() {
            return 0;
        }
        self.convert(row, asked, &conversions[row.turn.index()], codes);
        let DecidedAtZero { won, lost } = zeroing.decided;
        let (wins, all_won) = self.look(row, asked, Movers::Zeroing, lost, won);
        for cell in wins {
            codes[cell.index()] = win(1);
        }
        for cell in asked & !wins & !all_won {
            codes[cell.index()] = better(DRAW, codes[cell.index()]);
        }
        for cell in asked {
            self.note_conversion(codes[cell.index()]);
        }
        u64::from(asked.count())
    }
}
