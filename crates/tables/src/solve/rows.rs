//! The solver that works on whole rows: a row is a bitboard of the cells of the last piece.

use super::decided::RowZeroing;
use super::parallel::in_parallel;
use super::pseudo_moves::PseudoMoves;
use super::record::{JournalStart, SolveError, add_bits};
use super::watch::{ProgressMonitor, Stopped, SubTables};
use crate::Material;
use crate::index::{Cells, Index, RoyalPlaces};
use crate::journal::{BuildJournal, PassRecord};
use crate::value::{Code, DRAW, MAX_PLIES, NO_POSITION, is_loss, is_win, loss, plies, win};
use hyperrook_geometry::Bits;
use hyperrook_rules::fast::Rules;
use hyperrook_rules::{Cell, Definition, Kind, Piece, PiecePaths, Side};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The number of rows that one thread takes at a time.
pub(super) const CHUNK_ROWS: usize = 2048;

/// The pieces whose moves are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Movers {
    /// Those whose moves count for the move count. Without regard to it, these are all.
    Ordinary,
    /// Those whose moves reset the move count.
    Zeroing,
}

/// Whether the moves of a material map whole rows to whole rows.
pub(crate) fn can_solve_rows(
    definition: &Definition,
    paths: &PiecePaths,
    material: &Material,
) -> bool {
    let sides = || Side::BOTH.into_iter();
    let cells = || definition.board().cells();
    let any = |side: Side, test: &dyn Fn(Kind, Cell) -> bool| {
        material
            .kinds(side)
            .any(|kind| cells().any(|cell| test(kind, cell)))
    };
    let spans = sides().any(|side| definition.piece(material.royal(side)).span.is_some());
    let hops = sides().any(|side| any(side, &|kind, cell| paths.hops(side, kind, cell)));
    // A double step has consequences only if a piece can capture it in passing.
    let passing = sides().any(|side| {
        let steps = |kind, cell| {
            let quiet = paths.quiet(side, kind, cell);
            quiet.iter().any(|path| path.en_passant_cell.is_some())
        };
        let captures = |kind, cell| !paths.en_passant(!side, kind, cell).is_empty();
        any(side, &steps) && any(!side, &captures)
    });
    material.pieces() > 2 && !spans && !hops && !passing
}

/// The parts of a row.
pub(super) struct Row<const W: usize> {
    pub(super) number: usize,
    pub(super) turn: Side,
    pub(super) royals: usize,
    pub(super) key: usize,
    /// The cells of the pieces that the row places.
    pub(super) cells: Cells,
    /// These cells and those of the royal pieces.
    pub(super) occupied: Bits<W>,
    /// The cells where the last piece can stand. Empty if the pieces of the row cannot stand like
    /// this.
    pub(super) valid: Bits<W>,
}

/// A move of a royal piece: its destination, the royal places after it, and the map to them.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoyalMove {
    pub(super) to: Cell,
    pub(super) royals: usize,
    pub(super) map: usize,
    /// Its number among the moves of the royal piece.
    pub(super) pseudo_move: usize,
}

/// The state of the work.
pub(crate) struct RowSolver<'a, const W: usize> {
    pub(super) definition: &'a Definition,
    pub(super) rules: &'a Rules<W>,
    pub(super) index: &'a Index,
    pub(super) subs: &'a SubTables,
    pub(super) pseudo_moves: PseudoMoves<W>,
    /// The last piece, and the cells where it can stand.
    pub(super) last: Piece,
    pub(super) last_cells: Bits<W>,
    /// By side and number of royal places: quiet moves of the royal piece.
    pub(super) royal_moves: [Vec<Vec<RoyalMove>>; 2],
    /// For each piece that a row places, its kind and group.
    pub(super) slots: Vec<(Piece, usize)>,
    /// Positions won for the side to move, and impossible ones.
    pub(super) won: Vec<Bits<W>>,
    /// Positions whose value is known, and impossible ones.
    pub(super) settled: Vec<Bits<W>>,
    /// Positions found lost in the last pass; those of this pass follow in `next_lost`.
    pub(super) lost: Vec<Bits<W>>,
    pub(super) next_lost: Vec<Bits<W>>,
    /// Positions found won in this pass.
    pub(super) next_won: Vec<Bits<W>>,
    /// The values of settled positions; for others, the values of captures and promotions.
    pub(super) codes: Vec<Code>,
    threads: usize,
    /// By distance, whether a capture or promotion wins or loses in this many plies.
    pub(super) conversions: Vec<AtomicBool>,
    /// The number of positions looked at.
    pub(super) visited: AtomicU64,
    /// The journal that stores the results of passes, to continue after an interruption.
    journal: Option<&'a BuildJournal>,
    /// The chunks of the pass to be continued that the journal already has.
    pub(super) done: Vec<bool>,
    /// Whether these chunks have found anything.
    pub(super) done_found: bool,
    /// What zeroing distances are solved from; none for distances to the end of the game.
    pub(super) zeroing: Option<RowZeroing<'a, W>>,
    /// By kind, whether its moves reset the move count. None does if the move count is
    /// left out.
    pub(super) zeroing_kinds: Vec<bool>,
}

/// The work that has been done.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SolveStats {
    /// The number of passes made.
    pub(crate) passes: usize,
    /// The number of positions that passes looked at, including those before the first pass.
    pub(crate) visited: u64,
}

impl<'a, const W: usize> RowSolver<'a, W> {
    /// The memory that solving takes, in bytes, for all entries and rows of an index.
    pub(crate) fn memory(index: &Index) -> usize {
        index.size() * size_of::<Code>() + index.rows() * 5 * size_of::<Bits<W>>()
    }

    pub(crate) fn new(
        rules: &'a Rules<W>,
        paths: &PiecePaths,
        index: &'a Index,
        subs: &'a SubTables,
        threads: usize,
    ) -> RowSolver<'a, W> {
        let definition = rules.definition();
        let pseudo_moves = PseudoMoves::new(definition, paths);
        let group = &index.groups[index.last.unwrap_or(0)];
        let (rows, none) = (index.rows(), Bits::EMPTY);
        let slots = index.groups.iter().enumerate();
        let slots = slots.flat_map(|(i, group)| (0..group.placed).map(move |_| (group.piece, i)));
        let mut solver = RowSolver {
            definition,
            rules,
            index,
            subs,
            pseudo_moves,
            last: group.piece,
            last_cells: group
                .cells
                .iter()
                .map(|&cell| Cell::from_byte(cell))
                .collect(),
            royal_moves: [Vec::new(), Vec::new()],
            slots: slots.collect(),
            won: vec![none; rows],
            settled: vec![none; rows],
            lost: vec![none; rows],
            next_lost: vec![none; rows],
            next_won: vec![none; rows],
            codes: vec![NO_POSITION; index.size()],
            threads,
            conversions: (0..=usize::from(MAX_PLIES))
                .map(|_| AtomicBool::new(false))
                .collect(),
            visited: AtomicU64::new(0),
            journal: None,
            done: Vec::new(),
            done_found: false,
            zeroing: None,
            zeroing_kinds: vec![false; definition.pieces().len()],
        };
        solver.royal_moves = Side::BOTH.map(|side| {
            let places = solver.index.royals.iter();
            places
                .map(|places| solver.find_royal_moves(side, places))
                .collect()
        });
        solver
    }

    /// The quiet moves of a royal piece.
    fn find_royal_moves(&self, side: Side, places: &RoyalPlaces) -> Vec<RoyalMove> {
        let from = places.cells[side.index()];
        let kind = self.index.material.royal(side);
        let mut moves = Vec::new();
        for (pseudo_move, found) in self.pseudo_moves.of(side, kind).quiet[from.index()]
            .iter()
            .enumerate()
        {
            let Some((cells, holds)) = self.royal_places_after(side, places, found.cell) else {
                continue;
            };
            if let Some((royals, map)) = self.index.canonical(cells, holds) {
                moves.push(RoyalMove {
                    to: found.cell,
                    royals,
                    map,
                    pseudo_move,
                });
            }
        }
        moves
    }

    /// The royal places after a move of a royal piece; `None` if a hold forbids it, or if the other
    /// royal piece stands there.
    pub(super) fn royal_places_after(
        &self,
        side: Side,
        places: &RoyalPlaces,
        to: Cell,
    ) -> Option<([Cell; 2], u8)> {
        let from = places.cells[side.index()];
        let other = places.cells[side.other().index()];
        if to == other {
            return None;
        }
        let mut holds = places.holds;
        for (i, parts) in self.index.hold_parts.iter().enumerate() {
            let held_by = |side: Side| holds >> (2 * i + side.index()) & 1 != 0;
            if held_by(side.other()) && !parts[from.index()].contains(to) {
                return None;
            }
            let both = 0b11 << (2 * i);
            if !parts[to.index()].contains(other) {
                holds &= !both;
            } else if holds & both == 0 {
                holds |= 1 << (2 * i + side.index());
            }
        }
        let mut cells = places.cells;
        cells[side.index()] = to;
        Some((cells, holds))
    }

    /// Decodes a row.
    #[inline]
    pub(super) fn read_row(&self, number: usize, row: &mut Row<W>) {
        row.number = number;
        (row.turn, row.royals, row.key) = self.index.split(number);
        self.index.cells(row.key, &mut row.cells);
        let places = &self.index.royals[row.royals];
        let mut occupied: Bits<W> = (places.bodies[0] | places.bodies[1]).resize();
        let mut is_free = true;
        for &cell in &row.cells {
            let cell = Cell::from_byte(cell);
            is_free &= !occupied.contains(cell);
            occupied.insert(cell);
        }
        row.occupied = occupied;
        row.valid = if is_free {
            self.last_cells & !occupied
        } else {
            Bits::EMPTY
        };
    }

    /// Solves the table. Gives its codes.
    pub(crate) fn solve(
        mut self,
        watch: &dyn ProgressMonitor,
        start: JournalStart<'a>,
    ) -> Result<(Vec<Code>, SolveStats), SolveError> {
        match self.zeroing {
            None => self.find_impossible(watch)?,
            Some(zeroing) => self.settle_undecided(zeroing.distances),
        }
        self.done = vec![false; self.chunks()];
        let mut pass = 0;
        if let Some((path, fingerprint)) = start.0 {
            let mut replayed = Ok(());
            let journal = BuildJournal::open(path, fingerprint, &mut |record| {
                if replayed.is_ok() {
                    replayed = self.replay(&mut pass, &record);
                }
            })?;
            if replayed.is_err() {
                // The journal cannot be used.
                return Err(SolveError::Journal);
            }
            self.journal = Some(start.1.get_or_init(|| journal));
        }
        if pass == 0 {
            match self.zeroing {
                None => self.find_ends(watch)?,
                Some(zeroing) => self.find_zeroing(zeroing, watch)?,
            }
            pass = 1;
        }
        let last_pass = usize::from(self.zeroing.map_or(MAX_PLIES, |zeroing| zeroing.limit));
        loop {
            let (found, more) = self.pass(pass, watch)?;
            if !found && !more || pass == last_pass {
                break;
            }
            pass += 1;
        }
        self.draw_the_rest();
        let visited = self.visited.load(Ordering::Relaxed);
        Ok((
            self.codes,
            SolveStats {
                passes: pass,
                visited,
            },
        ))
    }

    /// The number of chunks of rows.
    pub(super) fn chunks(&self) -> usize {
        self.index.rows().div_ceil(CHUNK_ROWS)
    }

    /// Whether the journal has a chunk of the next pass.
    pub(super) fn is_done(&self, chunk: usize) -> bool {
        self.done.get(chunk).is_some_and(|done| *done)
    }

    /// Writes the results of a chunk in a pass to the journal. Returns false if that fails.
    pub(super) fn note(&self, pass: usize, chunk: usize, visited: u64, content: Vec<u8>) -> bool {
        self.journal.is_none_or(|journal| {
            journal.add(&PassRecord {
                pass,
                chunk,
                visited,
                content,
            })
        })
    }

    /// Forgets the chunks of the journal, because their pass is complete.
    pub(super) fn forget_done(&mut self) {
        self.done.clear();
        self.done_found = false;
    }

    /// Whether there is a journal to write to.
    pub(super) fn has_journal(&self) -> bool {
        self.journal.is_some()
    }

    /// Finds what is won or lost in `n` plies. Returns whether there was any such position, and
    /// whether captures and promotions lead to longer wins and losses.
    fn pass(&mut self, n: usize, watch: &dyn ProgressMonitor) -> Result<(bool, bool), Stopped> {
        let (win_code, loss_code) = (win(n as u16), loss(n as u16));
        let converts = self.conversions[n].load(Ordering::Relaxed);
        let found = AtomicBool::new(self.done_found);
        // Take the arrays that the pass writes out of the solver while it reads the rest.
        let mut settled = std::mem::take(&mut self.settled);
        let mut next_lost = std::mem::take(&mut self.next_lost);
        let mut next_won = std::mem::take(&mut self.next_won);
        let mut codes = std::mem::take(&mut self.codes);
        let width = self.index.width;
        let this = &*self;
        let chunks = settled
            .chunks_mut(CHUNK_ROWS)
            .zip(next_lost.chunks_mut(CHUNK_ROWS))
            .zip(next_won.chunks_mut(CHUNK_ROWS))
            .zip(codes.chunks_mut(CHUNK_ROWS * width))
            .enumerate();
        let all = this.index.rows().div_ceil(CHUNK_ROWS);
        let outcome = in_parallel(this.threads, n, all, watch, chunks, |(at, chunk)| {
            let (((settled, next_lost), next_won), codes) = chunk;
            let mut row = Row::new();
            let mut visited = 0;
            let mut content = Vec::new();
            if this.is_done(at) {
                return true;
            }
            for i in 0..settled.len() {
                (next_lost[i], next_won[i]) = (Bits::EMPTY, Bits::EMPTY);
                if settled[i] == Bits::FULL {
                    continue;
                }
                this.read_row(at * CHUNK_ROWS + i, &mut row);
                let asked = row.valid & !settled[i];
                if asked.is_empty() {
                    // This row need not be read again.
                    settled[i] = Bits::FULL;
                    continue;
                }
                visited += u64::from(asked.count());
                let (mut wins, all_won) =
                    this.look(&row, asked, Movers::Ordinary, &this.lost, &this.won);
                let codes = &mut codes[i * width..(i + 1) * width];
                if converts {
                    for cell in asked & !wins {
                        if codes[cell.index()] == win_code {
                            wins.insert(cell);
                        }
                    }
                }
                let mut losses = Bits::EMPTY;
                for cell in all_won & !wins {
                    let conversion = codes[cell.index()];
                    if conversion == NO_POSITION
                        || is_loss(conversion) && plies(conversion) <= n as u16
                    {
                        losses.insert(cell);
                    }
                }
                if wins.any() || losses.any() {
                    found.store(true, Ordering::Relaxed);
                    wins.for_each(|cell| codes[cell.index()] = win_code);
                    losses.for_each(|cell| codes[cell.index()] = loss_code);
                    settled[i] |= wins | losses;
                    (next_won[i], next_lost[i]) = (wins, losses);
                    if this.has_journal() {
                        content.extend((i as u16).to_le_bytes());
                        add_bits(&mut content, wins);
                        add_bits(&mut content, losses);
                    }
                }
            }
            this.visited.fetch_add(visited, Ordering::Relaxed);
            this.note(n, at, visited, content)
        });
        (self.settled, self.codes) = (settled, codes);
        (self.next_lost, self.next_won) = (next_lost, next_won);
        outcome?;
        self.merge();
        self.forget_done();
        let more = self.conversions[n + 1..]
            .iter()
            .any(|flag| flag.load(Ordering::Relaxed));
        Ok((found.into_inner(), more))
    }

    /// Makes the wins found in a pass available to the next pass.
    pub(super) fn merge_won(&mut self) {
        for (won, next) in self.won.iter_mut().zip(&self.next_won) {
            *won |= *next;
        }
    }

    /// Makes the results of a pass available to the next pass.
    pub(super) fn merge(&mut self) {
        self.merge_won();
        std::mem::swap(&mut self.lost, &mut self.next_lost);
    }

    /// Marks unsettled positions as draws.
    fn draw_the_rest(&mut self) {
        let mut row = Row::new();
        for number in 0..self.index.rows() {
            if self.settled[number] == Bits::FULL {
                continue;
            }
            self.read_row(number, &mut row);
            for cell in row.valid & !self.settled[number] {
                self.codes[number * self.index.width + cell.index()] = DRAW;
            }
        }
    }

    /// Records that a capture or promotion decides in this many plies.
    pub(super) fn note_conversion(&self, code: Code) {
        if is_win(code) || is_loss(code) {
            let at = usize::from(plies(code)).min(usize::from(MAX_PLIES));
            self.conversions[at].store(true, Ordering::Relaxed);
        }
    }

    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    pub(super) fn add_visited(&self, positions: u64) {
        self.visited.fetch_add(positions, Ordering::Relaxed);
    }
}

impl<const W: usize> Row<W> {
    pub(super) fn new() -> Row<W> {
        Row {
            number: 0,
            turn: Side::White,
            royals: 0,
            key: 0,
            cells: Cells::new(),
            occupied: Bits::EMPTY,
            valid: Bits::EMPTY,
        }
    }
}
