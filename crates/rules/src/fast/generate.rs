//! Legal moves.

use super::attack::AttackerSets;
use super::check_info::CheckInfo;
use super::context::MoveContext;
use super::pos::Pos;
use super::sink::{FindMove, MoveSink, with_promotions};
use crate::compile::{ForwardTable, PieceTables, Rules, TablePool};
use crate::{Kind, Move, MoveClass};
use hyperrook_geometry::{Bits, Cell};

/// The possible destinations of pieces of the side to move: empty cells and enemy pieces.
pub(super) struct MoveTargets<const W: usize> {
    pub(super) occupied: Bits<W>,
    /// Cells without a piece.
    pub(super) empty: Bits<W>,
    /// Enemy pieces that can be captured.
    pub(super) enemies: Bits<W>,
}

impl<const W: usize> PieceTables<W> {
    /// The destinations of a piece on `cell`, ignoring checks. Double steps are not included.
    #[inline(always)]
    pub(super) fn destinations(
        &self,
        pool: &TablePool<W>,
        cell: Cell,
        targets: &MoveTargets<W>,
    ) -> Bits<W> {
        let reached = |table: &ForwardTable<W>| table.reached(pool, cell, targets.occupied);
        let mut destinations = Bits::EMPTY;
        if let Some(table) = &self.both {
            destinations |= reached(table) & (targets.empty | targets.enemies);
        }
        if let Some(table) = &self.quiet {
            destinations |= reached(table) & targets.empty;
        }
        if let Some(table) = &self.capture {
            destinations |= reached(table) & targets.enemies;
        }
        destinations
    }
}

impl<const W: usize> Pos<W> {
    /// Gives the sink the legal moves of the pieces on the cells of `from`.
    #[inline]
    pub(crate) fn generate<S: MoveSink<W>>(&self, rules: &Rules<W>, from: Bits<W>, sink: &mut S) {
        self.generate_in(&MoveContext::new(rules), from, sink);
    }

    /// The same, with the context of the position.
    #[inline]
    pub(super) fn generate_in<S: MoveSink<W>>(
        &self,
        context: &MoveContext<'_, W>,
        from: Bits<W>,
        sink: &mut S,
    ) {
        if context.rules.baring && self.is_over_by_baring(context.rules) {
            return;
        }
        self.generate_despite_baring(context, from, sink);
    }

    /// The same, even if baring has ended the game.
    #[inline]
    pub(super) fn generate_despite_baring<S: MoveSink<W>>(
        &self,
        context: &MoveContext<'_, W>,
        from: Bits<W>,
        sink: &mut S,
    ) {
        let rules = context.rules;
        let (_, royal_kind) = self.royal[self.turn.index()];
        if rules.spans[royal_kind.index()].is_some() {
            self.generate_spanning(context, from, sink);
        } else if rules.hopping {
            self.generate_by_trial(context, from, sink);
        } else {
            let targets = self.targets(rules);
            self.royal_moves(rules, &targets, context.enemies(self), from, sink);
            self.pieces_moves(rules, &targets, context.check_info(self), from, sink);
            self.special_moves(context, from, sink);
        }
    }

    #[inline]
    pub(super) fn targets(&self, rules: &Rules<W>) -> MoveTargets<W> {
        let enemy = self.turn.other();
        let occupied = self.occupied();
        MoveTargets {
            occupied,
            empty: rules.all & !occupied,
            enemies: self.sides[enemy.index()] & !self.span_body(rules, enemy),
        }
    }

    /// Moves of pieces that are not royal. `info` decides which are legal.
    #[inline]
    pub(super) fn pieces_moves<S: MoveSink<W>>(
        &self,
        rules: &Rules<W>,
        targets: &MoveTargets<W>,
        info: &CheckInfo<W>,
        from: Bits<W>,
        sink: &mut S,
    ) {
        if info.evasion_targets.is_empty() {
            return;
        }
        let own = self.sides[self.turn.index()] & from;
        let wanted = sink.targets();
        for (kind, tables) in rules.pieces[self.turn.index()].iter().enumerate() {
            if tables.royal {
                continue;
            }
            (self.kinds[kind] & own).for_each(|origin| {
                let allowed = if info.pinned.contains(origin) {
                    info.evasion_targets & info.pin_targets(origin)
                } else {
                    info.evasion_targets
                };
                let to = tables.destinations(&rules.pool, origin, targets) & allowed & wanted;
                if to.any() {
                    sink.add_destinations(tables, origin, to);
                }
                if !tables.double_steps.is_empty() {
                    self.double_step_moves(tables, origin, targets, allowed, sink);
                }
            });
            if sink.is_full() {
                return;
            }
        }
    }

    /// Double steps of a piece.
    #[inline]
    fn double_step_moves<S: MoveSink<W>>(
        &self,
        tables: &PieceTables<W>,
        origin: Cell,
        targets: &MoveTargets<W>,
        allowed: Bits<W>,
        sink: &mut S,
    ) {
        for path in &tables.double_steps[origin.index()] {
            let open =
                !path.must_be_empty.intersects(targets.occupied) && targets.empty.contains(path.to);
            if open && allowed.contains(path.to) {
                let mv = Move::new(origin, path.to, None, MoveClass::DoubleStep);
                with_promotions(tables, mv, sink);
            }
        }
    }

    /// Moves of a royal piece of one cell, except castling.
    #[inline]
    fn royal_moves<S: MoveSink<W>>(
        &self,
        rules: &Rules<W>,
        targets: &MoveTargets<W>,
        enemies: &AttackerSets<W>,
        from: Bits<W>,
        sink: &mut S,
    ) {
        let (origin, kind) = self.royal[self.turn.index()];
        if !from.contains(origin) {
            return;
        }
        let tables = rules.tables(self.turn, kind);
        let mut to = self.royal_destinations(rules, origin, kind, targets) & sink.targets();
        let enemy = self.turn.other();
        let occupied = targets.occupied.without(origin);
        for cell in to {
            if enemies.attacks(cell, occupied) || self.span_attacks(rules, cell, enemy) {
                to.remove(cell);
            }
        }
        sink.add_destinations(tables, origin, to);
    }

    /// The destinations of a royal piece of one cell, ignoring checks. A held piece stays in its
    /// part of the board, a bound one on its row.
    #[inline]
    pub(super) fn royal_destinations(
        &self,
        rules: &Rules<W>,
        origin: Cell,
        kind: Kind,
        targets: &MoveTargets<W>,
    ) -> Bits<W> {
        let tables = rules.tables(self.turn, kind);
        let mut to = tables.destinations(&rules.pool, origin, targets);
        // A royal piece is never captured, so its double steps are ordinary moves.
        if let Some(paths) = tables.double_steps.get(origin.index()) {
            let open = paths
                .iter()
                .filter(|path| !path.must_be_empty.intersects(targets.occupied));
            to |= open.map(|path| path.to).collect::<Bits<W>>() & targets.empty;
        }
        if self.state.holds != 0 {
            for (i, cells) in rules.holds.iter().enumerate() {
                if self.state.holds(i, self.turn.other()) {
                    to &= cells[origin.index()];
                }
            }
        }
        if self.state.bound(self.turn)
            && let Some(row) = rules.bound_row(origin)
        {
            to &= row;
        }
        to
    }

    /// All legal moves, found by making each move: for games in which pieces hop.
    pub(super) fn generate_by_trial<S: MoveSink<W>>(
        &self,
        context: &MoveContext<'_, W>,
        from: Bits<W>,
        sink: &mut S,
    ) {
        let rules = context.rules;
        let targets = self.targets(rules);
        for (kind, tables) in rules.pieces[self.turn.index()].iter().enumerate() {
            let kind = Kind::from_index(kind);
            if rules.spans[kind.index()].is_some() {
                continue;
            }
            for origin in self.kinds[kind.index()] & self.sides[self.turn.index()] & from {
                let mut to = if tables.royal {
                    self.royal_destinations(rules, origin, kind, &targets)
                } else {
                    tables.destinations(&rules.pool, origin, &targets)
                };
                for cell in to {
                    let mv = Move::new(origin, cell, None, MoveClass::Ordinary);
                    if !self.is_safe_after(rules, mv) {
                        to.remove(cell);
                    }
                }
                sink.add_destinations(tables, origin, to);
                let paths = tables.double_steps.get(origin.index());
                if let Some(paths) = paths.filter(|_| !tables.royal) {
                    for path in paths {
                        let mv = Move::new(origin, path.to, None, MoveClass::DoubleStep);
                        let open = !path.must_be_empty.intersects(targets.occupied);
                        if open && targets.empty.contains(path.to) && self.is_safe_after(rules, mv)
                        {
                            with_promotions(tables, mv, sink);
                        }
                    }
                }
            }
        }
        self.special_moves(context, from, sink);
    }

    /// Whether the royal piece of the moving side is safe after a move, found by making the move.
    pub(super) fn is_safe_after(&self, rules: &Rules<W>, mv: Move) -> bool {
        let mut after = self.clone();
        after.make(rules, mv);
        !after.is_in_check(rules, self.turn)
    }

    /// Whether a move is legal. Any value is allowed: the move may come from another
    /// position or a damaged table entry.
    pub fn is_legal(&self, rules: &Rules<W>, mv: Move) -> bool {
        MoveContext::new(rules).is_legal(self, mv)
    }
}

impl<const W: usize> MoveContext<'_, W> {
    /// The same as [`Pos::is_legal`].
    pub fn is_legal(&self, pos: &Pos<W>, mv: Move) -> bool {
        let cells = self.rules.definition.board.len();
        if mv.origin().index().max(mv.destination().index()) >= cells {
            return false;
        }
        let mut find = FindMove::new(mv);
        pos.generate_in(self, Bits::of(mv.origin()), &mut find);
        find.found()
    }
}
