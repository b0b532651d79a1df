//! Special moves: capture in passing, castling, shifts and transformation.

use super::attack::AttackerSets;
use super::context::MoveContext;
use super::pos::Pos;
use super::sink::{HasMove, MoveSink, NoticeMoves, with_promotions};
use crate::compile::{DoubleStep, Rules};
use crate::{Move, MoveClass, Transformation};
use hyperrook_geometry::{Bits, Cell};

impl<const W: usize> Pos<W> {
    /// Captures in passing and castling. Their legality is found by making them.
    #[inline]
    pub(super) fn special_moves<S: MoveSink<W>>(
        &self,
        context: &MoveContext<'_, W>,
        from: Bits<W>,
        sink: &mut S,
    ) {
        if let Some(cell) = self.state.en_passant
            && sink.wants(true)
        {
            self.en_passant_moves(context.rules, cell, from, sink);
        }
        if self.state.castling != 0 && sink.wants(false) {
            self.castling_moves(context, from, sink);
        }
    }

    /// Captures in passing on the en passant cell.
    pub(super) fn en_passant_moves<S: MoveSink<W>>(
        &self,
        rules: &Rules<W>,
        en_passant_cell: Cell,
        from: Bits<W>,
        sink: &mut S,
    ) {
        let own = self.sides[self.turn.index()] & from;
        for (kind, tables) in rules.pieces[self.turn.index()].iter().enumerate() {
            let Some(table) = &tables.en_passant else {
                continue;
            };
            for origin in self.kinds[kind] & own {
                if table
                    .reached(&rules.pool, origin, self.occupied())
                    .contains(en_passant_cell)
                {
                    let mv = Move::new(origin, en_passant_cell, None, MoveClass::EnPassant);
                    if self.is_safe_after(rules, mv) {
                        with_promotions(tables, mv, sink);
                    }
                }
            }
        }
    }

    /// The double step that has just crossed `en_passant_cell`, if the pieces are consistent with
    /// one.
    pub(super) fn last_double_step(
        &self,
        rules: &Rules<W>,
        en_passant_cell: Cell,
    ) -> Option<DoubleStep> {
        let mover = self.turn.other();
        rules.double_steps[mover.index()]
            .iter()
            .copied()
            .find(|double_step| {
                let there = self.piece(double_step.to);
                double_step.en_passant_cell == en_passant_cell
                    && there
                        .is_some_and(|piece| piece.side == mover && piece.kind == double_step.kind)
                    && !self.occupied().contains(double_step.from)
                    && !self.occupied().contains(en_passant_cell)
            })
    }

    /// Castling moves of the side to move.
    fn castling_moves<S: MoveSink<W>>(
        &self,
        context: &MoveContext<'_, W>,
        from: Bits<W>,
        sink: &mut S,
    ) {
        let rules = context.rules;
        for (i, castling) in rules.definition.castlings.iter().enumerate() {
            if self.state.castling >> i & 1 == 0
                || castling.side != self.turn
                || !from.contains(castling.king_from)
                || castling.empty.resize::<W>().intersects(self.occupied())
            {
                continue;
            }
            let enemies = context.enemies(self);
            if castling
                .safe
                .any_of(|cell| self.is_attacked_by(rules, cell, self.turn.other(), enemies))
            {
                continue;
            }
            let (origin, to) = (castling.king_from, castling.king_to);
            if self.is_confined(rules, origin, to) {
                continue;
            }
            let mv = Move::new(origin, to, None, MoveClass::Castling);
            if self.is_safe_after(rules, mv) {
                sink.add_move(mv);
            }
        }
    }

    /// Whether a hold or a binding prevents the royal piece from going to a cell.
    fn is_confined(&self, rules: &Rules<W>, from: Cell, to: Cell) -> bool {
        let mut holds = rules.holds.iter().enumerate();
        holds.any(|(i, cells)| {
            self.state.holds(i, self.turn.other()) && !cells[from.index()].contains(to)
        }) || self.state.bound(self.turn)
            && rules.bound_row(from).is_some_and(|row| !row.contains(to))
    }

    /// All moves of a side whose royal piece covers several cells. It must transform if
    /// it is in check, or if the side has no other move.
    pub(super) fn generate_spanning<S: MoveSink<W>>(
        &self,
        context: &MoveContext<'_, W>,
        from: Bits<W>,
        sink: &mut S,
    ) {
        let rules = context.rules;
        if rules.hopping {
            self.generate_spanning_by_trial(context, from, sink);
            return;
        }
        let (enemies, info) = (context.enemies(self), context.check_info(self));
        if info.checkers.any() && self.transformation(rules).is_some() {
            self.transformations(rules, from, sink);
            return;
        }
        let targets = self.targets(rules);
        let mut notice = NoticeMoves { sink, any: false };
        self.pieces_moves(rules, &targets, info, from, &mut notice);
        self.special_moves(context, from, &mut notice);
        self.shifts(rules, enemies, from, &mut notice);
        let is_asked_for = from.intersects(self.span_body(rules, self.turn));
        if notice.any || !is_asked_for || !sink.wants(false) {
            return;
        }
        // The pieces on `from` have no move; other pieces may have one.
        let mut any = HasMove::default();
        self.pieces_moves(rules, &targets, info, Bits::FULL, &mut any);
        self.special_moves(context, Bits::FULL, &mut any);
        self.shifts(rules, enemies, Bits::FULL, &mut any);
        if !any.0 {
            self.transformations(rules, from, sink);
        }
    }

    /// The same for games with hops, where legality is found by making each move.
    fn generate_spanning_by_trial<S: MoveSink<W>>(
        &self,
        context: &MoveContext<'_, W>,
        from: Bits<W>,
        sink: &mut S,
    ) {
        let rules = context.rules;
        let in_check = self.is_in_check(rules, self.turn);
        let enemies = context.enemies(self);
        if !in_check || self.transformation(rules).is_none() {
            let mut any = HasMove::default();
            self.generate_by_trial(context, Bits::FULL, &mut any);
            self.shifts(rules, enemies, Bits::FULL, &mut any);
            if any.0 {
                self.generate_by_trial(context, from, sink);
                self.shifts(rules, enemies, from, sink);
                return;
            }
        }
        self.transformations(rules, from, sink);
    }

    /// Shifts of a royal piece of several cells.
    fn shifts<S: MoveSink<W>>(
        &self,
        rules: &Rules<W>,
        enemies: &AttackerSets<W>,
        from: Bits<W>,
        sink: &mut S,
    ) {
        let (anchor, kind) = self.royal[self.turn.index()];
        let Some(span) = &rules.spans[kind.index()] else {
            return;
        };
        let own = self.span_body(rules, self.turn);
        if !from.intersects(own) || sink.is_full() {
            return;
        }
        let barred =
            self.sides[self.turn.index()] & !own | self.span_body(rules, self.turn.other());
        for &(to, body) in &span.shifts[self.turn.index()][anchor.index()] {
            let captures = body.intersects(self.sides[self.turn.other().index()]);
            if body.intersects(barred) || !sink.wants(captures) {
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
                sink.add_move(mv);
            }
        }
    }

    /// Whether an enemy piece of several cells can shift onto a body.
    fn span_reaches(&self, rules: &Rules<W>, body: Bits<W>) -> bool {
        let enemy = self.turn.other();
        let (anchor, kind) = self.royal[enemy.index()];
        let span = rules.spans[kind.index()].as_ref();
        span.is_some_and(|span| {
            let mut shifts = span.shifts[enemy.index()][anchor.index()].iter();
            shifts.any(|(_, other)| other.intersects(body))
        })
    }

    /// How the royal piece of the side to move can transform.
    fn transformation(&self, rules: &Rules<W>) -> Option<Transformation> {
        let (_, kind) = self.royal[self.turn.index()];
        rules
            .definition
            .transformation
            .filter(|transformation| transformation.from == kind)
    }

    /// Transformations of the royal piece of several cells into one of one cell.
    fn transformations<S: MoveSink<W>>(&self, rules: &Rules<W>, from: Bits<W>, sink: &mut S) {
        let Some(transformation) = self.transformation(rules) else {
            return;
        };
        let (anchor, _) = self.royal[self.turn.index()];
        let body = self.span_body(rules, self.turn);
        if !from.intersects(body) {
            return;
        }
        for cell in body {
            let to = Some(transformation.to);
            let mv = Move::new(anchor, cell, to, MoveClass::Transformation);
            if self.is_safe_after(rules, mv) {
                sink.add_move(mv);
            }
        }
    }
}
