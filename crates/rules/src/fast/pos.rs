//! Positions of one bitboard width.

use crate::compile::Rules;
use crate::{Kind, MAX_KINDS, Piece, Side, State};
use hyperrook_geometry::{Bits, Cell};

/// A position on a board of at most `64 * W` cells. Its methods take the rules
/// that it was made with.
#[derive(Clone, Debug)]
pub struct Pos<const W: usize> {
    pub(super) sides: [Bits<W>; 2],
    pub(super) kinds: [Bits<W>; MAX_KINDS],
    /// For each cell: 0 if it is empty, else 1 + 2 * kind + side.
    pub(super) pieces: [[u8; 64]; W],
    /// The royal piece of each side: its naming cell and kind.
    pub(super) royal: [(Cell, Kind); 2],
    pub(super) turn: Side,
    pub(super) state: State,
    pub(super) halfmove: u32,
    pub(super) fullmove: u32,
    pub(super) hash: u64,
}

impl<const W: usize> Pos<W> {
    /// The piece on a cell.
    #[inline]
    pub fn piece(&self, cell: Cell) -> Option<Piece> {
        match self.pieces[cell.index() / 64][cell.index() % 64] {
            0 => None,
            n => Some(Piece {
                side: if n & 1 != 0 { Side::White } else { Side::Black },
                kind: Kind::from_index(usize::from(n - 1) / 2),
            }),
        }
    }

    /// The occupied cells.
    #[inline]
    pub fn occupied(&self) -> Bits<W> {
        self.sides[0] | self.sides[1]
    }

    /// The pieces of a side.
    #[inline]
    pub fn side(&self, side: Side) -> Bits<W> {
        self.sides[side.index()]
    }

    /// The pieces of a kind, of both sides. A piece of several cells is on each of its cells.
    #[inline]
    pub fn kind(&self, kind: Kind) -> Bits<W> {
        self.kinds[kind.index()]
    }

    /// The royal piece of a side: its naming cell and its kind.
    #[inline]
    pub fn royal(&self, side: Side) -> (Cell, Kind) {
        self.royal[side.index()]
    }

    /// Puts a piece on an empty cell.
    #[inline]
    pub(super) fn put(&mut self, rules: &Rules<W>, piece: Piece, cell: Cell) {
        self.sides[piece.side.index()].insert(cell);
        self.kinds[piece.kind.index()].insert(cell);
        let code = 1 + 2 * piece.kind.index() + piece.side.index();
        self.pieces[cell.index() / 64][cell.index() % 64] = code as u8;
        self.hash ^= rules.zobrist.piece(piece, cell);
    }

    /// Removes the piece from a cell, if there is one.
    #[inline]
    pub(super) fn take(&mut self, rules: &Rules<W>, cell: Cell) -> Option<Piece> {
        let piece = self.piece(cell)?;
        self.sides[piece.side.index()].remove(cell);
        self.kinds[piece.kind.index()].remove(cell);
        self.pieces[cell.index() / 64][cell.index() % 64] = 0;
        self.hash ^= rules.zobrist.piece(piece, cell);
        Some(piece)
    }

    /// The position without a piece, to measure what the piece is worth where it stands. Rights to
    /// castle with it and to capture it in passing end. `None` if the cell is empty or its piece is
    /// royal.
    ///
    /// The position may be impossible: the side to move may attack the enemy royal piece. Evaluate
    /// it, but make no moves in it.
    #[must_use]
    pub fn without_piece(&self, rules: &Rules<W>, cell: Cell) -> Option<Pos<W>> {
        let mut pos = self.clone();
        let piece = pos.take(rules, cell)?;
        if rules.definition.piece(piece.kind).royal {
            return None;
        }
        pos.state.castling &= !rules.castling_lost[cell.index()];
        pos.state.en_passant = None;
        pos.hash = pos.recomputed_zobrist_key(rules);
        Some(pos)
    }

    /// The cells of the royal piece of a side.
    #[inline]
    pub fn royal_cells(&self, rules: &Rules<W>, side: Side) -> Bits<W> {
        let (cell, kind) = self.royal[side.index()];
        match &rules.spans[kind.index()] {
            None => Bits::of(cell),
            Some(span) => span.bodies[cell.index()].unwrap_or(Bits::of(cell)),
        }
    }

    /// The cells of a side's piece of several cells, on which no piece may land. Empty
    /// if the side has no such piece.
    #[inline]
    pub(super) fn span_body(&self, rules: &Rules<W>, side: Side) -> Bits<W> {
        let (cell, kind) = self.royal[side.index()];
        match &rules.spans[kind.index()] {
            None => Bits::EMPTY,
            Some(span) => span.bodies[cell.index()].unwrap_or(Bits::EMPTY),
        }
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// Castling rights, en passant cell, holds and bindings.
    #[inline]
    pub fn state(&self) -> State {
        self.state
    }

    /// Half-moves since the last capture or resetting move.
    #[inline]
    pub fn halfmove(&self) -> u32 {
        self.halfmove
    }

    /// How many half-moves back the position may have occurred before; the game may be shorter.
    /// Usually this is the number of half-moves since the last capture or pawn move, but in some
    /// games pawns can move back and forth.
    #[inline]
    pub fn reversible_plies(&self, rules: &Rules<W>) -> usize {
        if rules.pawns_can_return {
            usize::MAX
        } else {
            self.halfmove as usize
        }
    }

    /// The number of the move, from 1.
    pub(crate) fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// The Zobrist key: equal for equal pieces, side to move and state.
    #[inline]
    pub fn zobrist_key(&self) -> u64 {
        self.hash
    }

    /// The Zobrist key, recomputed from the pieces and the state.
    pub(crate) fn recomputed_zobrist_key(&self, rules: &Rules<W>) -> u64 {
        let mut hash = rules.zobrist.turn(self.turn) ^ rules.zobrist.state(self.state);
        for cell in self.occupied() {
            if let Some(piece) = self.piece(cell) {
                hash ^= rules.zobrist.piece(piece, cell);
            }
        }
        hash
    }

    /// Whether pieces, side to move and state are the same, as needed for repetition.
    pub(crate) fn same(&self, other: &Self) -> bool {
        self.hash == other.hash
            && self.turn == other.turn
            && self.state == other.state
            && self.pieces == other.pieces
    }
}
