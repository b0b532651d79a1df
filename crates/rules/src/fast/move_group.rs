//! Tactical and quiet moves, which a search generates separately.

use super::context::MoveContext;
use super::pos::Pos;
use super::sink::{ForEachMove, MoveSink};
use crate::compile::{PieceTables, Rules};
use crate::{Move, MoveClass};
use hyperrook_geometry::{Bits, Cell};

/// A group of the moves of a position. Every move is either tactical or quiet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveGroup {
    /// All moves.
    All,
    /// Captures and promotions.
    Tactical,
    /// All other moves, including transformations.
    Quiet,
}

/// Passes the tactical moves to a function.
struct TacticalMoves<const W: usize, F> {
    targets: Bits<W>,
    enemies: Bits<W>,
    give: F,
}

impl<const W: usize, F: FnMut(Move)> MoveSink<W> for TacticalMoves<W, F> {
    #[inline]
    fn add_destinations(
        &mut self,
        tables: &PieceTables<W>,
        origin: Cell,
        mut destinations: Bits<W>,
    ) {
        for zone in &tables.zones {
            for to in destinations & zone.cells {
                for &kind in &zone.to {
                    (self.give)(Move::new(origin, to, Some(kind), MoveClass::Ordinary));
                }
            }
            if !zone.optional {
                destinations &= !zone.cells;
            }
        }
        (destinations & self.enemies).for_each(|to| {
            (self.give)(Move::new(origin, to, None, MoveClass::Ordinary));
        });
    }

    #[inline]
    fn add_move(&mut self, mv: Move) {
        // Shifts are generated only if they are wanted.
        if mv.class() == MoveClass::Shift || is_tactical(mv, self.enemies) {
            (self.give)(mv);
        }
    }

    #[inline]
    fn targets(&self) -> Bits<W> {
        self.targets
    }

    #[inline]
    fn wants(&self, capturing: bool) -> bool {
        capturing
    }
}

/// Passes the quiet moves to a function.
struct QuietMoves<const W: usize, F> {
    enemies: Bits<W>,
    give: F,
}

impl<const W: usize, F: FnMut(Move)> MoveSink<W> for QuietMoves<W, F> {
    #[inline]
    fn add_destinations(
        &mut self,
        tables: &PieceTables<W>,
        origin: Cell,
        mut destinations: Bits<W>,
    ) {
        for zone in &tables.zones {
            if !zone.optional {
                destinations &= !zone.cells;
            }
        }
        (destinations & !self.enemies).for_each(|to| {
            (self.give)(Move::new(origin, to, None, MoveClass::Ordinary));
        });
    }

    #[inline]
    fn add_move(&mut self, mv: Move) {
        if !is_tactical(mv, self.enemies) {
            (self.give)(mv);
        }
    }

    #[inline]
    fn targets(&self) -> Bits<W> {
        !self.enemies
    }

    #[inline]
    fn wants(&self, capturing: bool) -> bool {
        !capturing
    }
}

/// Whether a move other than a shift captures or promotes.
#[inline]
fn is_tactical<const W: usize>(mv: Move, enemies: Bits<W>) -> bool {
    match mv.class() {
        MoveClass::EnPassant => true,
        MoveClass::Castling | MoveClass::Transformation | MoveClass::Shift => false,
        MoveClass::Ordinary | MoveClass::DoubleStep => {
            mv.promotion().is_some() || enemies.contains(mv.destination())
        }
    }
}

impl<const W: usize> Pos<W> {
    /// Passes the legal moves of a group to a function, in no particular order.
    #[inline]
    pub fn moves<F: FnMut(Move)>(&self, rules: &Rules<W>, group: MoveGroup, give: F) {
        MoveContext::new(rules).moves(self, group, give);
    }

    /// Whether a legal move captures or promotes, that is, belongs to [`MoveGroup::Tactical`].
    #[inline]
    pub fn is_tactical(&self, rules: &Rules<W>, mv: Move) -> bool {
        match mv.class() {
            MoveClass::Shift => self.captures(rules, mv).any(),
            _ => is_tactical(mv, self.sides[self.turn.other().index()]),
        }
    }
}

impl<const W: usize> MoveContext<'_, W> {
    /// The same as [`Pos::moves`].
    #[inline]
    pub fn moves<F: FnMut(Move)>(&self, pos: &Pos<W>, group: MoveGroup, give: F) {
        let enemies = pos.sides[pos.turn.other().index()];
        match group {
            MoveGroup::All => pos.generate_in(self, Bits::FULL, &mut ForEachMove(give)),
            MoveGroup::Tactical => {
                let targets = enemies | self.rules.promotion_cells[pos.turn.index()];
                let mut sink = TacticalMoves {
                    targets,
                    enemies,
                    give,
                };
                pos.generate_in(self, Bits::FULL, &mut sink);
            }
            MoveGroup::Quiet => {
                pos.generate_in(self, Bits::FULL, &mut QuietMoves { enemies, give });
            }
        }
    }

    /// Passes those moves of [`MoveGroup::Tactical`] to a function that go to one cell, in the same
    /// order.
    #[inline]
    pub fn tactical_moves_to<F: FnMut(Move)>(&self, pos: &Pos<W>, cell: Cell, mut give: F) {
        let enemies = pos.sides[pos.turn.other().index()];
        let mut sink = TacticalMoves {
            targets: Bits::of(cell),
            enemies,
            give: |mv: Move| {
                if mv.destination() == cell {
                    give(mv);
                }
            },
        };
        // Only captures go to an enemy piece, so only the pieces that attack it need be asked. The
        // attackers contain neither pieces that hop nor pieces of several cells.
        let from = if enemies.contains(cell) && !self.rules.hopping {
            self.own(pos).attackers(cell, pos.occupied()) | pos.span_body(self.rules, pos.turn)
        } else {
            Bits::FULL
        };
        pos.generate_in(self, from, &mut sink);
    }
}
