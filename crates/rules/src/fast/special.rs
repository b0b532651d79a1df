//! Moves that are more than one piece going from cell to cell.

use super::Pos;
use super::attack::Army;
use super::generate::{Any, Sink, Watch, with_promotions};
use crate::compile::{Passing, Rules};
use crate::{Move, MoveClass};
use hyperrook_geometry::{Bits, Cell};

impl<const W: usize> Pos<W> {
    /// Captures in passing and castling, each tried out.
    #[inline]
    pub(super) fn special_moves<S: Sink<W>>(&self, rules: &Rules<W>, from: Bits<W>, sink: &mut S) {
        if let Some(passed) = self.state.en_passant {
            self.en_passant_moves(rules, passed, from, sink);
        }
        if self.state.castling != 0 {
            self.castling_moves(rules, from, sink);
        }
    }

    pub(super) fn en_passant_moves<S: Sink<W>>(
        &self,
        rules: &Rules<W>,
        passed: Cell,
        from: Bits<W>,
        sink: &mut S,
    ) {
        let own = self.sides[self.turn.index()] & from;
        for (kind, tables) in rules.pieces[self.turn.index()].iter().enumerate() {
            let Some(motion) = &tables.en_passant else {
                continue;
            };
            for origin in self.kinds[kind] & own {
                if motion
                    .reached(&rules.pool, origin, self.occupied())
                    .contains(passed)
                {
                    let mv = Move::new(origin, passed, None, MoveClass::EnPassant);
                    if self.is_safe_after(rules, mv) {
                        with_promotions(tables, mv, sink);
                    }
                }
            }
        }
    }

    /// The move just made past `passed`, if the board agrees that there was one.
    pub(super) fn passing_move(&self, rules: &Rules<W>, passed: Cell) -> Option<Passing> {
        let mover = self.turn.other();
        rules.passings[mover.index()]
            .iter()
            .copied()
            .find(|passing| {
                let there = self.piece(passing.to);
                passing.passed == passed
                    && there.is_some_and(|piece| piece.side == mover && piece.kind == passing.kind)
                    && !self.occupied().contains(passing.from)
                    && !self.occupied().contains(passed)
            })
    }

    fn castling_moves<S: Sink<W>>(&self, rules: &Rules<W>, from: Bits<W>, sink: &mut S) {
        for (i, castling) in rules.definition.castlings.iter().enumerate() {
            if self.state.castling >> i & 1 == 0
                || castling.side != self.turn
                || !from.contains(castling.king_from)
                || castling.empty.resize::<W>().meets(self.occupied())
            {
                continue;
            }
            let enemy = self.turn.other();
            if castling
                .safe
                .iter()
                .any(|cell| self.is_attacked(rules, cell, enemy))
            {
                continue;
            }
            let (origin, to) = (castling.king_from, castling.king_to);
            if self.is_confined(rules, origin, to) {
                continue;
            }
            let mv = Move::new(origin, to, None, MoveClass::Castling);
            if self.is_safe_after(rules, mv) {
                sink.one(mv);
            }
        }
    }

    /// Whether a hold or a binding keeps the royal piece from going so far.
    fn is_confined(&self, rules: &Rules<W>, from: Cell, to: Cell) -> bool {
        let mut holds = rules.holds.iter().enumerate();
        holds.any(|(i, cells)| {
            self.state.holds(i, self.turn.other()) && !cells[from.index()].contains(to)
        }) || self.state.bound(self.turn)
            && rules.bound_row(from).is_some_and(|row| !row.contains(to))
    }

    /// All moves of a side whose royal piece covers several cells: a threatened
    /// one must transform, and so must one without other moves.
    pub(super) fn generate_spanning<S: Sink<W>>(
        &self,
        rules: &Rules<W>,
        from: Bits<W>,
        sink: &mut S,
    ) {
        if rules.hopping {
            self.generate_spanning_trying(rules, from, sink);
            return;
        }
        let enemies = self.army(rules, self.turn.other());
        let guard = self.guard(rules, &enemies);
        if guard.checkers.any() && rules.definition.transformation.is_some() {
            self.transformations(rules, from, sink);
            return;
        }
        let field = self.field(rules);
        let mut watch = Watch { sink, any: false };
        self.pieces_moves(rules, &field, &guard, from, &mut watch);
        self.special_moves(rules, from, &mut watch);
        self.shifts(rules, &enemies, from, &mut watch);
        let sought = from.meets(self.span_body(rules, self.turn));
        if watch.any || !sought || !sink.wants(false) {
            return;
        }
        // No move was wanted of the pieces on `from`; there may be others.
        let mut any = Any::default();
        self.pieces_moves(rules, &field, &guard, Bits::FULL, &mut any);
        self.special_moves(rules, Bits::FULL, &mut any);
        self.shifts(rules, &enemies, Bits::FULL, &mut any);
        if !any.0 {
            self.transformations(rules, from, sink);
        }
    }

    /// The same for games with hops, where every move is tried out.
    fn generate_spanning_trying<S: Sink<W>>(&self, rules: &Rules<W>, from: Bits<W>, sink: &mut S) {
        let threatened = self.royal_attacked(rules, self.turn);
        let enemies = self.army(rules, self.turn.other());
        if !threatened || rules.definition.transformation.is_none() {
            let mut any = Any::default();
            self.generate_trying(rules, Bits::FULL, &mut any);
            self.shifts(rules, &enemies, Bits::FULL, &mut any);
            if any.0 {
                self.generate_trying(rules, from, sink);
                self.shifts(rules, &enemies, from, sink);
                return;
            }
        }
        self.transformations(rules, from, sink);
    }

    /// Shifts of a royal piece of several cells.
    fn shifts<S: Sink<W>>(&self, rules: &Rules<W>, enemies: &Army<W>, from: Bits<W>, sink: &mut S) {
        let (anchor, kind) = self.royal[self.turn.index()];
        let Some(span) = &rules.spans[kind.index()] else {
            return;
        };
        let own = self.span_body(rules, self.turn);
        if !from.meets(own) || sink.is_full() {
            return;
        }
        let barred =
            self.sides[self.turn.index()] & !own | self.span_body(rules, self.turn.other());
        for &(to, body) in &span.shifts[self.turn.index()][anchor.index()] {
            let captures = body.meets(self.sides[self.turn.other().index()]);
            if body.meets(barred) || !sink.wants(captures) {
                continue;
            }
            let mv = Move::new(anchor, to, None, MoveClass::Shift);
            let is_safe = if captures || rules.hopping || self.span_reaches(rules, body) {
                self.is_safe_after(rules, mv)
            } else {
                let after = self.occupied() & !own | body;
                !body.any_of(|cell| enemies.attacks(cell, after))
            };
            if is_safe {
                sink.one(mv);
            }
        }
    }

    /// Whether an enemy piece of several cells stands a shift away from a body.
    fn span_reaches(&self, rules: &Rules<W>, body: Bits<W>) -> bool {
        let enemy = self.turn.other();
        let (anchor, kind) = self.royal[enemy.index()];
        let span = rules.spans[kind.index()].as_ref();
        span.is_some_and(|span| {
            let mut shifts = span.shifts[enemy.index()][anchor.index()].iter();
            shifts.any(|(_, other)| other.meets(body))
        })
    }

    /// The royal piece of several cells becomes one of one cell.
    fn transformations<S: Sink<W>>(&self, rules: &Rules<W>, from: Bits<W>, sink: &mut S) {
        let (anchor, kind) = self.royal[self.turn.index()];
        let transformation = rules.definition.transformation.filter(|t| t.from == kind);
        let Some(transformation) = transformation else {
            return;
        };
        let body = self.span_body(rules, self.turn);
        if !from.meets(body) {
            return;
        }
        for cell in body {
            let to = Some(transformation.to);
            let mv = Move::new(anchor, cell, to, MoveClass::Transformation);
            if self.is_safe_after(rules, mv) {
                sink.one(mv);
            }
        }
    }
}

impl<const W: usize> Rules<W> {
    /// The row that a bound royal piece on a cell may not leave.
    #[inline]
    pub(super) fn bound_row(&self, cell: Cell) -> Option<Bits<W>> {
        let kind = self.definition.transformation?.from;
        Some(self.spans[kind.index()].as_ref()?.rows[cell.index()])
    }
}
