//! The compiled rules of a game.

use super::attack_classes::AttackClass;
use super::forward::{ForwardTable, TablePool};
use super::move_limits::MoveLimits;
use super::reverse::ReverseTable;
use super::span::SpanTables;
use super::zobrist::ZobristKeys;
use crate::{Definition, Kind, Piece, Side};
use hyperrook_geometry::{Bits, Cell};
use std::sync::Arc;

/// A game compiled for boards of at most `64 * W` cells. [`crate::Game`] wraps
/// one of these.
#[derive(Debug)]
pub struct Rules<const W: usize> {
    pub(crate) definition: Arc<Definition>,
    /// The board's cells.
    pub(crate) all: Bits<W>,
    pub(crate) pool: TablePool<W>,
    /// The tables of each kind, by side.
    pub(crate) pieces: [Vec<PieceTables<W>>; 2],
    /// The kinds that capture alike, by side.
    pub(crate) attacks: [Vec<AttackClass>; 2],
    pub(crate) reverse_tables: Vec<ReverseTable<W>>,
    /// For each side and kind, the indices of the reverse tables of its attacks.
    pub(crate) attack_tables: [Vec<Vec<usize>>; 2],
    /// For each side and cell, the cells that attacks of the side on the cell pass over: a piece
    /// that leaves one of them can open that attack.
    pub(crate) between: [Vec<Bits<W>>; 2],
    /// Whether some piece captures by hopping. Then the legality of a move is found by making it.
    pub(crate) hopping: bool,
    /// Whether baring ends the game.
    pub(crate) baring: bool,
    /// Whether a piece whose moves reset the move count can return to a cell it
    /// has left. A position can then recur after such a move.
    pub(crate) pawns_can_return: bool,
    /// The cells where some piece of a side promotes, by side.
    pub(crate) promotion_cells: [Bits<W>; 2],
    /// For each hold and cell, the cells that share the hold's coordinates.
    pub(crate) holds: Vec<Vec<Bits<W>>>,
    /// Pieces of several cells, by kind.
    pub(crate) spans: Vec<Option<SpanTables<W>>>,
    /// For each cell, the castling rights lost when a piece leaves or enters it.
    pub(crate) castling_lost: Vec<u8>,
    /// The moves that can be captured in passing, by side.
    pub(crate) double_steps: [Vec<DoubleStep>; 2],
    pub(crate) zobrist: ZobristKeys,
    pub(crate) move_limits: MoveLimits,
}

/// A double step: a first move that can be captured in passing, such as a pawn's in chess.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DoubleStep {
    pub(crate) kind: Kind,
    pub(crate) from: Cell,
    pub(crate) to: Cell,
    /// The cell on which the piece can be captured in passing.
    pub(crate) en_passant_cell: Cell,
}

/// How one kind of piece of one side moves.
#[derive(Debug)]
pub(crate) struct PieceTables<const W: usize> {
    /// Moves that may capture or not.
    pub(crate) both: Option<ForwardTable<W>>,
    /// Moves that do not capture.
    pub(crate) quiet: Option<ForwardTable<W>>,
    /// Moves that only capture.
    pub(crate) capture: Option<ForwardTable<W>>,
    /// Captures in passing.
    pub(crate) en_passant: Option<ForwardTable<W>>,
    /// Captures over a hurdle, which the reverse tables do not contain.
    pub(crate) hopping: Option<ForwardTable<W>>,
    /// For each cell, first moves that can be captured in passing. Empty if the
    /// kind has none on any cell.
    pub(crate) double_steps: Vec<Vec<DoubleStepPath<W>>>,
    /// Where the piece promotes.
    pub(crate) zones: Vec<PromotionZone<W>>,
    pub(crate) royal: bool,
    /// Whether its moves reset the move count.
    pub(crate) resets: bool,
}

/// The path of a first move that can be captured in passing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DoubleStepPath<const W: usize> {
    pub(crate) to: Cell,
    pub(crate) must_be_empty: Bits<W>,
}

/// Cells where a piece promotes, and to what.
#[derive(Debug)]
pub(crate) struct PromotionZone<const W: usize> {
    pub(crate) cells: Bits<W>,
    pub(crate) to: Vec<Kind>,
    pub(crate) optional: bool,
}

/// The attacks of one kind of piece of one side.
#[derive(Clone, Copy, Debug)]
pub struct PieceAttacks<'r, const W: usize> {
    pool: &'r TablePool<W>,
    both: Option<&'r ForwardTable<W>>,
    capture: Option<&'r ForwardTable<W>>,
}

impl<const W: usize> PieceAttacks<'_, W> {
    /// The cells that a piece on `cell` attacks: see [`Rules::attacked_from`].
    #[inline(always)]
    pub fn at(&self, cell: Cell, occupied: Bits<W>) -> Bits<W> {
        let mut reached = Bits::EMPTY;
        if let Some(table) = self.both {
            reached |= table.reached(self.pool, cell, occupied);
        }
        if let Some(table) = self.capture {
            reached |= table.reached(self.pool, cell, occupied);
        }
        reached
    }
}

impl<const W: usize> Rules<W> {
    /// The definition that the rules were compiled from.
    #[inline]
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// The board's cells.
    #[inline]
    pub fn all(&self) -> Bits<W> {
        self.all
    }

    /// Whether a kind is royal: checkmate of such a piece ends the game.
    #[inline]
    pub fn is_royal(&self, kind: Kind) -> bool {
        self.pieces[0][kind.index()].royal
    }

    /// The cells that a piece on `cell` attacks when the cells of `occupied` are
    /// occupied. Cells with a friendly piece are included: the piece defends them.
    /// Empty for a piece of several cells.
    #[inline]
    pub fn attacked_from(&self, piece: Piece, cell: Cell, occupied: Bits<W>) -> Bits<W> {
        self.attacks_of(piece).at(cell, occupied)
    }

    /// The attacks of a kind of piece, for several cells.
    #[inline]
    pub fn attacks_of(&self, piece: Piece) -> PieceAttacks<'_, W> {
        let tables = self.tables(piece.side, piece.kind);
        PieceAttacks {
            pool: &self.pool,
            both: tables.both.as_ref(),
            capture: tables.capture.as_ref(),
        }
    }

    /// Whether a piece on `origin` attacks `target` when the cells of `occupied` are
    /// occupied. Attacks by hopping and those of pieces of several cells do not count.
    #[inline]
    pub fn attacks_cell(
        &self,
        piece: Piece,
        origin: Cell,
        target: Cell,
        occupied: Bits<W>,
    ) -> bool {
        let tables = &self.attack_tables[piece.side.index()][piece.kind.index()];
        tables
            .iter()
            .any(|&table| self.reverse_tables[table].attacks(origin, target, occupied))
    }

    /// The cells from which a piece would attack one of `targets` on an empty board. Attacks by
    /// hopping and those of pieces of several cells do not count.
    #[inline]
    pub fn attack_origins(&self, piece: Piece, targets: Bits<W>) -> Bits<W> {
        let mut origins = Bits::EMPTY;
        for &table in &self.attack_tables[piece.side.index()][piece.kind.index()] {
            targets.for_each(|cell| origins |= self.reverse_tables[table].origins(cell));
        }
        origins
    }

    /// The cells that a piece on `cell` can move to without capturing when the
    /// cells of `occupied` are occupied. Occupied cells are included; first moves
    /// that can be captured in passing are not. Empty for a piece of several cells.
    #[inline]
    pub fn moves_from(&self, piece: Piece, cell: Cell, occupied: Bits<W>) -> Bits<W> {
        let tables = self.tables(piece.side, piece.kind);
        let mut reached = Bits::EMPTY;
        if let Some(table) = &tables.both {
            reached |= table.reached(&self.pool, cell, occupied);
        }
        if let Some(table) = &tables.quiet {
            reached |= table.reached(&self.pool, cell, occupied);
        }
        reached
    }

    /// The cells to which a piece on `cell` can make a first move that can be captured in passing, on
    /// an empty board.
    pub(crate) fn double_steps_from(&self, piece: Piece, cell: Cell) -> Bits<W> {
        let paths = self
            .tables(piece.side, piece.kind)
            .double_steps
            .get(cell.index());
        paths.into_iter().flatten().map(|path| path.to).collect()
    }

    /// The bodies that a piece of several cells named by `cell` can shift to on an
    /// empty board.
    pub fn shifts_from(&self, piece: Piece, cell: Cell) -> impl Iterator<Item = Bits<W>> + '_ {
        let span = self.spans[piece.kind.index()].as_ref();
        let shifts = span.map(|span| &span.shifts[piece.side.index()][cell.index()]);
        shifts.into_iter().flatten().map(|(_, body)| *body)
    }

    /// The cells to which a royal piece on `cell` may go while a hold is on: those that have its
    /// coordinates on the axes of the hold. `hold` is the number of the hold in the definition.
    #[inline]
    pub fn hold_cells(&self, hold: usize, cell: Cell) -> Bits<W> {
        self.holds[hold][cell.index()]
    }

    /// The row that a bound royal piece on a cell may not leave.
    #[inline]
    pub(crate) fn bound_row(&self, cell: Cell) -> Option<Bits<W>> {
        let kind = self.definition.transformation?.from;
        Some(self.spans[kind.index()].as_ref()?.rows[cell.index()])
    }

    #[inline]
    pub(crate) fn tables(&self, side: Side, kind: Kind) -> &PieceTables<W> {
        &self.pieces[side.index()][kind.index()]
    }

    /// The size of the tables in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let pieces = self.pieces.iter().flatten().flat_map(|piece| {
            [
                &piece.both,
                &piece.quiet,
                &piece.capture,
                &piece.en_passant,
                &piece.hopping,
            ]
        });
        self.pool.bytes()
            + pieces.flatten().map(ForwardTable::bytes).sum::<usize>()
            + self
                .reverse_tables
                .iter()
                .map(ReverseTable::bytes)
                .sum::<usize>()
            + self
                .holds
                .iter()
                .map(|cells| size_of_val(&cells[..]))
                .sum::<usize>()
    }
}
