//! Making a move.

use super::Pos;
use super::generate::Any;
use crate::compile::Rules;
use crate::{Move, MoveClass, Piece, Side};
use hyperrook_geometry::{Bits, Cell};

/// Watches pieces come and go as a move is made, so that sums over the pieces (and
/// the first layer of a network) need not be computed anew.
pub trait Observer {
    /// A piece was put on a cell. Pieces of several cells come once a cell.
    fn put(&mut self, piece: Piece, cell: Cell);
    /// A piece was taken off a cell.
    fn take(&mut self, piece: Piece, cell: Cell);
}

/// Nobody watches.
impl Observer for () {
    #[inline]
    fn put(&mut self, _: Piece, _: Cell) {}
    #[inline]
    fn take(&mut self, _: Piece, _: Cell) {}
}

impl<const W: usize> Pos<W> {
    /// Makes a move that is legal, or would be but for the mover's safety.
    #[inline]
    pub fn make(&mut self, rules: &Rules<W>, mv: Move) {
        self.make_seen(rules, mv, &mut ());
    }

    /// Passes: the same position with the other side to move. An ordinary move
    /// as far as bindings go; holds stay. Not a legal move of any game.
    pub fn make_null(&mut self, rules: &Rules<W>) {
        let old_state = self.state;
        self.state.en_passant = None;
        self.turn = self.turn.other();
        self.state.bound &= !(1 << self.turn.index());
        self.halfmove = self.halfmove.saturating_add(1);
        self.hash ^= rules.keys.turn(Side::White) ^ rules.keys.turn(Side::Black);
        if self.state != old_state {
            self.hash ^= rules.keys.state(old_state) ^ rules.keys.state(self.state);
        }
    }

    /// Puts a piece on an empty cell, watched.
    #[inline]
    fn put_seen<O: Observer>(&mut self, rules: &Rules<W>, piece: Piece, cell: Cell, seen: &mut O) {
        self.put(rules, piece, cell);
        seen.put(piece, cell);
    }

    /// Takes the piece off a cell, if there is one, watched.
    #[inline]
    fn take_seen<O: Observer>(
        &mut self,
        rules: &Rules<W>,
        cell: Cell,
        seen: &mut O,
    ) -> Option<Piece> {
        let piece = self.take(rules, cell)?;
        seen.take(piece, cell);
        Some(piece)
    }

    /// Makes a move as [`Pos::make`] does while an observer watches.
    #[inline]
    pub fn make_seen<O: Observer>(&mut self, rules: &Rules<W>, mv: Move, seen: &mut O) {
        let side = self.turn;
        let (origin, to) = (mv.origin(), mv.destination());
        let old_state = self.state;
        self.state.en_passant = None;
        self.state.bound &= !(1 << side.other().index());
        let mut resets = false;
        match mv.class() {
            MoveClass::Ordinary | MoveClass::DoubleStep => {
                resets = self.take_seen(rules, to, seen).is_some();
                resets |= self.relocate(rules, origin, to, mv, seen);
            }
            MoveClass::EnPassant => {
                let passing = old_state
                    .en_passant
                    .and_then(|p| self.passing_move(rules, p));
                if let Some(passing) = passing {
                    self.take_seen(rules, passing.to, seen);
                }
                resets = true;
                self.relocate(rules, origin, to, mv, seen);
            }
            MoveClass::Castling => self.castle(rules, origin, to, seen),
            MoveClass::Shift => resets = self.shift(rules, to, seen),
            MoveClass::Transformation => {
                self.transform(rules, to, seen);
                // An enemy bound piece stays bound while the other transforms.
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
        self.hash ^= rules.keys.turn(Side::White) ^ rules.keys.turn(Side::Black);
        if mv.class() == MoveClass::DoubleStep {
            self.note_passing(rules, origin, to);
        }
        if self.state != old_state {
            self.hash ^= rules.keys.state(old_state) ^ rules.keys.state(self.state);
        }
    }

    /// Takes the piece on `origin` to `to`, promoting it; says whether it is one
    /// whose moves reset the count.
    #[inline]
    fn relocate<O: Observer>(
        &mut self,
        rules: &Rules<W>,
        origin: Cell,
        to: Cell,
        mv: Move,
        seen: &mut O,
    ) -> bool {
        let Some(piece) = self.take_seen(rules, origin, seen) else {
            return false;
        };
        let kind = mv.promotion().unwrap_or(piece.kind);
        self.put_seen(
            rules,
            Piece {
                side: piece.side,
                kind,
            },
            to,
            seen,
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

    /// A royal piece that enters the other's part of the board holds it; when it
    /// or the other leaves, the hold ends; within it, nothing changes.
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

    fn castle<O: Observer>(&mut self, rules: &Rules<W>, origin: Cell, to: Cell, seen: &mut O) {
        let castling = rules
            .definition
            .castlings
            .iter()
            .find(|c| c.side == self.turn && c.king_from == origin && c.king_to == to);
        let Some(castling) = castling else { return };
        let (king, rook) = (
            self.take_seen(rules, origin, seen),
            self.take_seen(rules, castling.rook_from, seen),
        );
        if let (Some(king), Some(rook)) = (king, rook) {
            self.put_seen(rules, king, to, seen);
            self.put_seen(rules, rook, castling.rook_to, seen);
            self.royal[king.side.index()] = (to, king.kind);
            if !rules.holds.is_empty() {
                self.update_holds(rules, king.side);
            }
        }
    }

    /// Shifts the piece of several cells of the side to move; says whether it
    /// captures.
    fn shift<O: Observer>(&mut self, rules: &Rules<W>, to: Cell, seen: &mut O) -> bool {
        let side = self.turn;
        let (_, kind) = self.royal[side.index()];
        let new = rules.spans[kind.index()]
            .as_ref()
            .and_then(|span| span.bodies[to.index()]);
        let Some(new) = new else { return false };
        for cell in self.span_body(rules, side) {
            self.take_seen(rules, cell, seen);
        }
        let mut captures = false;
        for cell in new {
            captures |= self.take_seen(rules, cell, seen).is_some();
            self.put_seen(rules, Piece { side, kind }, cell, seen);
        }
        self.royal[side.index()] = (to, kind);
        captures
    }

    fn transform<O: Observer>(&mut self, rules: &Rules<W>, to: Cell, seen: &mut O) {
        let side = self.turn;
        let Some(transformation) = rules.definition.transformation else {
            return;
        };
        for cell in self.span_body(rules, side) {
            self.take_seen(rules, cell, seen);
        }
        self.put_seen(
            rules,
            Piece {
                side,
                kind: transformation.to,
            },
            to,
            seen,
        );
        self.royal[side.index()] = (to, transformation.to);
        if transformation.bound.is_some() {
            self.state.bound |= 1 << side.index();
        }
    }

    /// After a first move past a cell, remembers the cell if the other side
    /// can capture in passing there, and only then: positions that offer the
    /// same moves are the same.
    fn note_passing(&mut self, rules: &Rules<W>, from: Cell, to: Cell) {
        let mover = self.turn.other();
        let passing = rules.passings[mover.index()]
            .iter()
            .find(|p| p.from == from && p.to == to);
        if let Some(passing) = passing {
            self.offer_en_passant(rules, passing.passed);
        }
    }

    /// Sets the cell passed if some legal capture in passing exists.
    pub(super) fn offer_en_passant(&mut self, rules: &Rules<W>, passed: Cell) {
        self.state.en_passant = Some(passed);
        let mut any = Any::default();
        self.en_passant_moves(rules, passed, Bits::FULL, &mut any);
        if !any.0 {
            self.state.en_passant = None;
        }
    }

    /// The enemy pieces that a move captures.
    pub fn captures(&self, rules: &Rules<W>, mv: Move) -> Bits<W> {
        let enemies = self.sides[self.turn.other().index()];
        match mv.class() {
            MoveClass::EnPassant => {
                let passing = self
                    .state
                    .en_passant
                    .and_then(|p| self.passing_move(rules, p));
                passing.map_or(Bits::EMPTY, |passing| Bits::of(passing.to))
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
