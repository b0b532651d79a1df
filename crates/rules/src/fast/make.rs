//! Making a move.

use super::pos::Pos;
use super::sink::HasMove;
use crate::compile::Rules;
use crate::{Move, MoveClass, Piece, Side};
use hyperrook_geometry::{Bits, Cell};

/// Is called for every piece that a move adds or removes, to keep accumulators (sums over the
/// pieces, the first layer of a network) up to date.
pub trait Observer {
    /// A piece was put on a cell. For a piece of several cells this is called for each.
    fn put(&mut self, piece: Piece, cell: Cell);
    /// A piece was removed from a cell.
    fn take(&mut self, piece: Piece, cell: Cell);
}

/// No observer.
impl Observer for () {
    #[inline]
    fn put(&mut self, _: Piece, _: Cell) {}
    #[inline]
    fn take(&mut self, _: Piece, _: Cell) {}
}

impl<const W: usize> Pos<W> {
    /// Makes a legal move, or one that is illegal only because it leaves the moving side in check.
    #[inline]
    pub fn make(&mut self, rules: &Rules<W>, mv: Move) {
        self.make_observed(rules, mv, &mut ());
    }

    /// Passes the turn, for null-move pruning. As with any move, a binding of the other side ends;
    /// holds stay.
    pub fn make_null(&mut self, rules: &Rules<W>) {
        let old_state = self.state;
        self.state.en_passant = None;
        self.turn = self.turn.other();
        self.state.bound &= !(1 << self.turn.index());
        self.halfmove = self.halfmove.saturating_add(1);
        self.hash ^= rules.zobrist.turn(Side::White) ^ rules.zobrist.turn(Side::Black);
        if self.state != old_state {
            self.hash ^= rules.zobrist.state(old_state) ^ rules.zobrist.state(self.state);
        }
    }

    /// Puts a piece on an empty cell and tells the observer.
    #[inline]
    fn put_observed<O: Observer>(
        &mut self,
        rules: &Rules<W>,
        piece: Piece,
        cell: Cell,
        observer: &mut O,
    ) {
        self.put(rules, piece, cell);
        observer.put(piece, cell);
    }

    /// Removes the piece from a cell, if there is one, and tells the observer.
    #[inline]
    fn take_observed<O: Observer>(
        &mut self,
        rules: &Rules<W>,
        cell: Cell,
        observer: &mut O,
    ) -> Option<Piece> {
        let piece = self.take(rules, cell)?;
        observer.take(piece, cell);
        Some(piece)
    }

    /// Makes a move like [`Pos::make`] and tells an observer.
    #[inline]
    pub fn make_observed<O: Observer>(&mut self, rules: &Rules<W>, mv: Move, observer: &mut O) {
        let side = self.turn;
        let (origin, to) = (mv.origin(), mv.destination());
        let old_state = self.state;
        self.state.en_passant = None;
        self.state.bound &= !(1 << side.other().index());
        let mut resets = false;
        match mv.class() {
            MoveClass::Ordinary | MoveClass::DoubleStep => {
                resets = self.take_observed(rules, to, observer).is_some();
                resets |= self.relocate(rules, origin, to, mv, observer);
            }
            MoveClass::EnPassant => {
                let double_step = old_state
                    .en_passant
                    .and_then(|p| self.last_double_step(rules, p));
                if let Some(double_step) = double_step {
                    self.take_observed(rules, double_step.to, observer);
                }
                resets = true;
                self.relocate(rules, origin, to, mv, observer);
            }
            MoveClass::Castling => resets = self.castle(rules, origin, to, observer),
            MoveClass::Shift => resets = self.shift(rules, to, observer),
            MoveClass::Transformation => {
                self.transform(rules, to, observer);
                // A transformation does not end the binding of the enemy's piece.
                self.state.bound |= old_state.bound & (1 << side.other().index());
            }
        }
        self.state.castling &=
            !(rules.castling_lost[origin.index()] | rules.castling_lost[to.index()]);
        self.halfmove = if resets {
            0
        } else {
            self.halfmove.saturating_add(1)
        };
        if side == Side::Black {
            self.fullmove = self.fullmove.saturating_add(1);
        }
        self.turn = side.other();
        self.hash ^= rules.zobrist.turn(Side::White) ^ rules.zobrist.turn(Side::Black);
        if mv.class() == MoveClass::DoubleStep {
            self.record_double_step(rules, origin, to);
        }
        if self.state != old_state {
            self.hash ^= rules.zobrist.state(old_state) ^ rules.zobrist.state(self.state);
        }
    }

    /// Moves the piece on `origin` to `to`, with its promotion. Returns whether its moves
    /// reset the move count.
    #[inline]
    fn relocate<O: Observer>(
        &mut self,
        rules: &Rules<W>,
        origin: Cell,
        to: Cell,
        mv: Move,
        observer: &mut O,
    ) -> bool {
        let Some(piece) = self.take_observed(rules, origin, observer) else {
            return false;
        };
        let kind = mv.promotion().unwrap_or(piece.kind);
        self.put_observed(
            rules,
            Piece {
                side: piece.side,
                kind,
            },
            to,
            observer,
        );
        let tables = rules.tables(piece.side, piece.kind);
        if tables.royal {
            self.royal[piece.side.index()] = (to, kind);
            if !rules.holds.is_empty() {
                self.update_holds(rules, piece.side);
            }
        }
        tables.resets
    }

    /// Updates holds after a move of a royal piece. A royal piece that enters the other's part of
    /// the board holds it until either leaves that part.
    fn update_holds(&mut self, rules: &Rules<W>, mover: Side) {
        let [(white, _), (black, _)] = self.royal;
        for (i, cells) in rules.holds.iter().enumerate() {
            let both = 0b11 << (2 * i);
            if !cells[white.index()].contains(black) {
                self.state.holds &= !both;
            } else if self.state.holds & both == 0 {
                self.state.holds |= 1 << (2 * i + mover.index());
            }
        }
    }

    /// Makes a castling move. Returns whether moves of the royal piece reset the move count.
    fn castle<O: Observer>(
        &mut self,
        rules: &Rules<W>,
        origin: Cell,
        to: Cell,
        observer: &mut O,
    ) -> bool {
        let castling = rules
            .definition
            .castlings
            .iter()
            .find(|c| c.side == self.turn && c.king_from == origin && c.king_to == to);
        let Some(castling) = castling else {
            return false;
        };
        let Some(rook) = self.take_observed(rules, castling.rook_from, observer) else {
            return false;
        };
        let Some(king) = self.take_observed(rules, origin, observer) else {
            return false;
        };
        self.put_observed(rules, king, to, observer);
        self.put_observed(rules, rook, castling.rook_to, observer);
        self.royal[king.side.index()] = (to, king.kind);
        if !rules.holds.is_empty() {
            self.update_holds(rules, king.side);
        }
        rules.tables(king.side, king.kind).resets
    }

    /// Shifts the piece of several cells of the side to move. Returns whether this resets the move
    /// count.
    fn shift<O: Observer>(&mut self, rules: &Rules<W>, to: Cell, observer: &mut O) -> bool {
        let side = self.turn;
        let (_, kind) = self.royal[side.index()];
        let new = rules.spans[kind.index()]
            .as_ref()
            .and_then(|span| span.bodies[to.index()]);
        let Some(new) = new else { return false };
        for cell in self.span_body(rules, side) {
            self.take_observed(rules, cell, observer);
        }
        let mut resets = rules.tables(side, kind).resets;
        for cell in new {
            resets |= self.take_observed(rules, cell, observer).is_some();
            self.put_observed(rules, Piece { side, kind }, cell, observer);
        }
        self.royal[side.index()] = (to, kind);
        resets
    }

    /// Turns the piece of several cells of the side to move into one of one cell.
    fn transform<O: Observer>(&mut self, rules: &Rules<W>, to: Cell, observer: &mut O) {
        let side = self.turn;
        let Some(transformation) = rules.definition.transformation else {
            return;
        };
        for cell in self.span_body(rules, side) {
            self.take_observed(rules, cell, observer);
        }
        self.put_observed(
            rules,
            Piece {
                side,
                kind: transformation.to,
            },
            to,
            observer,
        );
        self.royal[side.index()] = (to, transformation.to);
        if transformation.bound.is_some() {
            self.state.bound |= 1 << side.index();
        }
    }

    /// After a double step, records the cell passed, but only if the other side can capture there:
    /// positions with the same moves must be equal.
    fn record_double_step(&mut self, rules: &Rules<W>, from: Cell, to: Cell) {
        let mover = self.turn.other();
        let double_step = rules.double_steps[mover.index()]
            .iter()
            .find(|p| p.from == from && p.to == to);
        if let Some(double_step) = double_step {
            self.offer_en_passant(rules, double_step.en_passant_cell);
        }
    }

    /// Records the cell passed if there is a legal capture in passing.
    pub(super) fn offer_en_passant(&mut self, rules: &Rules<W>, cell: Cell) {
        self.state.en_passant = Some(cell);
        let mut any = HasMove::default();
        self.en_passant_moves(rules, cell, Bits::FULL, &mut any);
        if !any.0 {
            self.state.en_passant = None;
        }
    }

    /// The cells of the enemy pieces that a move captures.
    pub fn captures(&self, rules: &Rules<W>, mv: Move) -> Bits<W> {
        let enemies = self.sides[self.turn.other().index()];
        match mv.class() {
            MoveClass::EnPassant => {
                let double_step = self
                    .state
                    .en_passant
                    .and_then(|p| self.last_double_step(rules, p));
                double_step.map_or(Bits::EMPTY, |double_step| Bits::of(double_step.to))
            }
            MoveClass::Shift => {
                let (_, kind) = self.royal[self.turn.index()];
                let span = rules.spans[kind.index()].as_ref();
                let body = span.and_then(|span| span.bodies[mv.destination().index()]);
                body.unwrap_or(Bits::EMPTY) & enemies
            }
            _ => Bits::of(mv.destination()) & enemies,
        }
    }
}
