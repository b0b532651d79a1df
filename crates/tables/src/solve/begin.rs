//! The start of solving by rows: impossible positions, ends of the game, and the values of captures
//! and promotions.

use super::parallel::in_parallel;
use super::pseudo_moves::PseudoMove;
use super::record::add_bits;
use super::rows::{CHUNK_ROWS, Movers, Row, RowSolver};
use super::watch::{ProgressMonitor, Stopped};
use crate::placement::Placement;
use crate::value::{Code, DRAW, NO_POSITION, better, loss, win};
use crate::{Material, SubTable};
use hyperrook_geometry::Bits;
use hyperrook_rules::{Cell, Kind, Piece, Side, Stalemate};
use smallvec::SmallVec;

/// How the game can end with the pieces of a side and its enemy, before any move.
#[derive(Clone, Copy, Debug)]
struct EndRules {
    baring: bool,
    bare: [bool; 2],
    /// The value of stalemate for the side without moves.
    stalemate: Code,
    /// Whether the game is a draw by its material, unless it is mate or stalemate.
    is_draw: bool,
}

impl EndRules {
    fn of(definition: &hyperrook_rules::Definition, material: &Material) -> EndRules {
        let ends = definition.ends();
        let bare = Side::BOTH.map(|side| material.is_bare(side));
        let weak = |side: Side| {
            matches!(material.others(side), [kind] if ends.too_weak.contains(kind))
                && bare[side.other().index()]
        };
        EndRules {
            baring: ends.baring,
            bare,
            stalemate: match ends.stalemate {
                Stalemate::Loss => loss(0),
                Stalemate::Win => win(0),
                _ => DRAW,
            },
            is_draw: ends.bare_royals && bare == [true, true]
                || weak(Side::White)
                || weak(Side::Black),
        }
    }
}

/// A capture or promotion: the piece captured, the new kind, and the table that it leads to.
struct Conversion<'s> {
    captured: Option<Piece>,
    promoted: Option<(Kind, Kind)>,
    table: &'s SubTable,
}

/// The tables that the moves of one side lead to.
pub(super) struct Conversions<'s>(Vec<Conversion<'s>>);

impl<'s> Conversions<'s> {
    fn find(
        &self,
        captured: Option<Piece>,
        promoted: Option<(Kind, Kind)>,
    ) -> Option<&'s SubTable> {
        let found = self
            .0
            .iter()
            .find(|conversion| conversion.captured == captured && conversion.promoted == promoted);
        found.map(|conversion| conversion.table)
    }
}

/// A piece that moves out of the table: a piece of the row (by its number), the royal piece, or the
/// last piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mover {
    Slot(usize),
    Royal,
    Last,
}

impl<'a, const W: usize> RowSolver<'a, W> {
    /// Finds the positions in which the side to move could capture the royal piece. They count as
    /// won, because no move leads to them.
    pub(super) fn find_impossible(&mut self, watch: &dyn ProgressMonitor) -> Result<(), Stopped> {
        let mut settled = std::mem::take(&mut self.settled);
        let mut won = std::mem::take(&mut self.won);
        let this = &*self;
        let parts = settled
            .chunks_mut(CHUNK_ROWS)
            .zip(won.chunks_mut(CHUNK_ROWS));
        let all = this.index.rows().div_ceil(CHUNK_ROWS);
        let outcome = in_parallel(
            this.threads(),
            0,
            2 * all,
            watch,
            parts.enumerate(),
            |(at, (settled, won))| {
                let mut row = Row::new();
                for i in 0..settled.len() {
                    this.read_row(at * CHUNK_ROWS + i, &mut row);
                    let impossible = if row.valid.any() {
                        this.attacked(&row, row.turn.other())
                    } else {
                        Bits::EMPTY
                    };
                    settled[i] = !row.valid | impossible;
                    won[i] = settled[i];
                }
                true
            },
        );
        (self.settled, self.won) = (settled, won);
        outcome
    }

    /// The cells of the last piece for which the royal piece of a side is attacked.
    fn attacked(&self, row: &Row<W>, side: Side) -> Bits<W> {
        let by = side.other();
        let places = &self.index.royals[row.royals];
        let royal = places.cells[side.index()];
        let mut attacked = Bits::EMPTY;
        let mut add = |kind: Kind, from: u8| {
            if let Some(pseudo_move) = find(
                &self.pseudo_moves.of(by, kind).captures[usize::from(from)],
                royal,
            ) {
                attacked |= pseudo_move.open(row.occupied);
            }
        };
        add(
            self.index.material.royal(by),
            places.cells[by.index()].byte(),
        );
        for (&(piece, _), &cell) in self.slots.iter().zip(&row.cells) {
            if piece.side == by {
                add(piece.kind, cell);
            }
        }
        if self.last.side == by {
            for pseudo_move in &self.pseudo_moves.of(by, self.last.kind).captures_on[royal.index()]
            {
                if pseudo_move.is_open(row.occupied.with(pseudo_move.cell)) {
                    attacked.insert(pseudo_move.cell);
                }
            }
        }
        attacked & row.valid
    }

    /// Finds the values of captures and promotions, and the positions in which the game is over.
    pub(super) fn find_ends(&mut self, watch: &dyn ProgressMonitor) -> Result<(), Stopped> {
        let ends = EndRules::of(self.definition, &self.index.material);
        let conversions = Side::BOTH.map(|side| self.conversions_of(side));
        let mut settled = std::mem::take(&mut self.settled);
        let mut lost = std::mem::take(&mut self.lost);
        let mut next_won = std::mem::take(&mut self.next_won);
        let mut codes = std::mem::take(&mut self.codes);
        // No position is lost yet.
        self.next_lost.fill(Bits::EMPTY);
        let width = self.index.width;
        let this = &*self;
        let parts = settled
            .chunks_mut(CHUNK_ROWS)
            .zip(lost.chunks_mut(CHUNK_ROWS))
            .zip(next_won.chunks_mut(CHUNK_ROWS))
            .zip(codes.chunks_mut(CHUNK_ROWS * width));
        let all = this.index.rows().div_ceil(CHUNK_ROWS);
        let outcome = in_parallel(
            this.threads(),
            0,
            all,
            watch,
            parts.enumerate(),
            |(at, (((settled, lost), next_won), codes))| {
                let mut row = Row::new();
                if this.is_done(at) {
                    return true;
                }
                let mut visited = 0;
                for i in 0..settled.len() {
                    this.read_row(at * CHUNK_ROWS + i, &mut row);
                    let asked = row.valid & !settled[i];
                    if asked.is_empty() {
                        continue;
                    }
                    visited += u64::from(asked.count());
                    let codes = &mut codes[i * width..(i + 1) * width];
                    this.convert(&row, asked, &conversions[row.turn.index()], codes);
                    let (_, stuck) =
                        this.look(&row, asked, Movers::Ordinary, &this.next_lost, &this.won);
                    this.end(
                        &row,
                        asked,
                        stuck,
                        ends,
                        codes,
                        &mut settled[i],
                        &mut lost[i],
                        &mut next_won[i],
                    );
                    for cell in asked & !settled[i] {
                        this.note_conversion(codes[cell.index()]);
                    }
                }
                this.add_visited(visited);
                let mut content = Vec::new();
                if this.has_journal() {
                    for i in 0..settled.len() {
                        add_bits(&mut content, settled[i]);
                        add_bits(&mut content, lost[i]);
                        add_bits(&mut content, next_won[i]);
                        let codes = codes[i * width..(i + 1) * width].iter();
                        content.extend(codes.flat_map(|code| code.to_le_bytes()));
                    }
                }
                this.note(0, at, visited, content)
            },
        );
        (self.settled, self.lost) = (settled, lost);
        (self.next_won, self.codes) = (next_won, codes);
        outcome?;
        self.merge_won();
        self.forget_done();
        Ok(())
    }

    /// Settles the positions of a row in which the game is over. `stuck` are those without a move
    /// in the table, `codes` the values of captures and promotions.
    #[allow(clippy::too_many_arguments)]
    fn end(
        &self,
        row: &Row<W>,
        asked: Bits<W>,
        stuck: Bits<W>,
        ends: EndRules,
        codes: &mut [Code],
        settled: &mut Bits<W>,
        lost: &mut Bits<W>,
        won: &mut Bits<W>,
    ) {
        let side = row.turn.index();
        let in_check = self.attacked(row, row.turn);
        let (bare, enemy_bare) = (ends.bare[side], ends.bare[1 - side]);
        let enemies = self.index.material.others(row.turn.other()).len();
        for cell in asked {
            let converts = codes[cell.index()] != NO_POSITION;
            let is_stuck = stuck.contains(cell) && !converts;
            // In the order of the rules: mate, baring, stalemate, draws.
            let code = if is_stuck && in_check.contains(cell) {
                loss(0)
            } else if ends.baring && enemy_bare {
                if bare { DRAW } else { win(0) }
            } else if ends.baring && bare && !(converts && enemies == 1) {
                loss(0)
            } else if is_stuck {
                ends.stalemate
            } else if ends.is_draw {
                DRAW
            } else {
                continue;
            };
            codes[cell.index()] = code;
            settled.insert(cell);
            if code == loss(0) {
                lost.insert(cell);
            } else if code == win(0) {
                won.insert(cell);
            }
        }
    }

    /// The tables that the moves of a side lead to.
    pub(super) fn conversions_of(&self, side: Side) -> Conversions<'a> {
        let material = &self.index.material;
        let enemies = material.others(side.other()).iter().copied().map(Some);
        let mut found = Vec::new();
        for captured in enemies.chain([None]) {
            let after = match captured {
                Some(kind) => material.without(side.other(), kind),
                None => Some(material.clone()),
            };
            let Some(after) = after else { continue };
            let captured = captured.map(|kind| Piece {
                side: side.other(),
                kind,
            });
            let mut add = |material: Option<Material>, promoted| {
                if let Some(table) = material.and_then(|material| self.subs.get(&material)) {
                    found.push(Conversion {
                        captured,
                        promoted,
                        table,
                    });
                }
            };
            for &from in material.others(side) {
                for promotion in self.definition.promotions() {
                    if promotion.pieces.contains(&from) {
                        for &to in &promotion.to {
                            add(after.promoted(side, from, to), Some((from, to)));
                        }
                    }
                }
            }
            if captured.is_some() {
                add(Some(after), None);
            }
        }
        Conversions(found)
    }

    /// Writes what the best capture or promotion of each position is worth.
    pub(super) fn convert(
        &self,
        row: &Row<W>,
        asked: Bits<W>,
        conversions: &Conversions<'_>,
        codes: &mut [Code],
    ) {
        let side = row.turn;
        let royal = self.index.royals[row.royals].cells[side.index()];
        self.convert_from(row, asked, conversions, Mover::Royal, royal, codes);
        for (slot, &(piece, _)) in self.slots.iter().enumerate() {
            if piece.side == side {
                let from = Cell::from_byte(row.cells[slot]);
                self.convert_from(row, asked, conversions, Mover::Slot(slot), from, codes);
            }
        }
        if self.last.side == side {
            self.convert_from_last(row, asked, conversions, codes);
        }
    }

    /// Captures and promotions of a piece that the row places.
    fn convert_from(
        &self,
        row: &Row<W>,
        asked: Bits<W>,
        conversions: &Conversions<'_>,
        mover: Mover,
        from: Cell,
        codes: &mut [Code],
    ) {
        let kind = match mover {
            Mover::Slot(slot) => self.slots[slot].0.kind,
            _ => self.index.material.royal(row.turn),
        };
        let pseudo_moves = self.pseudo_moves.of(row.turn, kind);
        for (slot, &(piece, _)) in self.slots.iter().enumerate() {
            if piece.side == row.turn {
                continue;
            }
            let at = Cell::from_byte(row.cells[slot]);
            if let Some(pseudo_move) = find(&pseudo_moves.captures[from.index()], at) {
                // The captured piece does not block the capture.
                for last in pseudo_move.open(row.occupied) & asked {
                    let to = (at, Some(Mover::Slot(slot)));
                    self.add_conversion(row, conversions, mover, kind, to, last, codes);
                }
            }
        }
        if self.last.side != row.turn {
            for pseudo_move in &pseudo_moves.captures[from.index()] {
                if asked.contains(pseudo_move.cell) && pseudo_move.is_open(row.occupied) {
                    let to = (pseudo_move.cell, Some(Mover::Last));
                    self.add_conversion(row, conversions, mover, kind, to, pseudo_move.cell, codes);
                }
            }
        }
        for pseudo_move in &pseudo_moves.promoting[from.index()] {
            if !row.occupied.contains(pseudo_move.cell) {
                for last in pseudo_move.open(row.occupied).without(pseudo_move.cell) & asked {
                    self.add_conversion(
                        row,
                        conversions,
                        mover,
                        kind,
                        (pseudo_move.cell, None),
                        last,
                        codes,
                    );
                }
            }
        }
    }

    /// Captures and promotions of the last piece.
    fn convert_from_last(
        &self,
        row: &Row<W>,
        asked: Bits<W>,
        conversions: &Conversions<'_>,
        codes: &mut [Code],
    ) {
        let kind = self.last.kind;
        let pseudo_moves = self.pseudo_moves.of(self.last.side, kind);
        for (slot, &(piece, _)) in self.slots.iter().enumerate() {
            if piece.side == row.turn {
                continue;
            }
            let at = Cell::from_byte(row.cells[slot]);
            for pseudo_move in &pseudo_moves.captures_on[at.index()] {
                if asked.contains(pseudo_move.cell)
                    && pseudo_move.is_open(row.occupied.with(pseudo_move.cell))
                {
                    let to = (at, Some(Mover::Slot(slot)));
                    self.add_conversion(
                        row,
                        conversions,
                        Mover::Last,
                        kind,
                        to,
                        pseudo_move.cell,
                        codes,
                    );
                }
            }
        }
        for last in asked {
            for pseudo_move in &pseudo_moves.promoting[last.index()] {
                let occupied = row.occupied.with(last);
                if !occupied.contains(pseudo_move.cell) && pseudo_move.is_open(occupied) {
                    let to = (pseudo_move.cell, None);
                    self.add_conversion(row, conversions, Mover::Last, kind, to, last, codes);
                }
            }
        }
    }

    /// Adds a capture, a promotion or both: a move to a cell, in the position with the last piece
    /// on a given cell.
    #[allow(clippy::too_many_arguments)]
    fn add_conversion(
        &self,
        row: &Row<W>,
        conversions: &Conversions<'_>,
        mover: Mover,
        kind: Kind,
        (to, captured): (Cell, Option<Mover>),
        last: Cell,
        codes: &mut [Code],
    ) {
        let side = row.turn;
        let places = &self.index.royals[row.royals];
        let taken = match captured {
            Some(Mover::Slot(slot)) => Some(self.slots[slot].0),
            Some(_) => Some(self.last),
            None => None,
        };
        let (mut royals, mut holds) = (places.cells, places.holds);
        if mover == Mover::Royal {
            let Some(after) = self.royal_places_after(side, places, to) else {
                return;
            };
            (royals, holds) = after;
        }
        let pieces = |becomes: Kind| {
            let slots = self.slots.iter().zip(&row.cells).enumerate();
            let mut pieces: SmallVec<[(Piece, u8); 10]> = SmallVec::new();
            let all = slots
                .map(|(slot, (&(piece, _), &cell))| (Mover::Slot(slot), piece, cell))
                .chain([(Mover::Last, self.last, last.byte())]);
            for (at, piece, cell) in all {
                if at == mover {
                    pieces.push((
                        Piece {
                            kind: becomes,
                            side,
                        },
                        to.byte(),
                    ));
                } else if Some(at) != captured {
                    pieces.push((piece, cell));
                }
            }
            pieces
        };
        let mut add = |promoted: Option<(Kind, Kind)>| {
            let Some(table) = conversions.find(taken, promoted) else {
                return;
            };
            let placement = Placement {
                turn: side.other(),
                royals,
                holds,
                pieces: pieces(promoted.map_or(kind, |(_, to)| to)),
            };
            let zeroes = captured.is_some() || self.zeroing_kinds[kind.index()];
            let code = self.conversion_code(table.code(self.definition, &placement), zeroes);
            let best = &mut codes[last.index()];
            *best = better(code, *best);
        };
        let promotions = &self.pseudo_moves.of(side, kind).promotions[to.index()];
        if mover != Mover::Royal {
            for &becomes in promotions {
                add(Some((kind, becomes)));
            }
            if self.pseudo_moves.of(side, kind).must_promote.contains(to) {
                return;
            }
        }
        if captured.is_some() {
            add(None);
        }
    }
}

/// The move to a cell among the sorted moves from another.
fn find<const W: usize>(pseudo_moves: &[PseudoMove<W>], to: Cell) -> Option<&PseudoMove<W>> {
    let at = pseudo_moves
        .binary_search_by_key(&to, |pseudo_move| pseudo_move.cell)
        .ok()?;
    Some(&pseudo_moves[at])
}
