//! The moves of a position in parts, as a search wants them.

use super::Pos;
use super::generate::{Each, Sink};
use crate::compile::{PieceTables, Rules};
use crate::{Move, MoveClass};
use hyperrook_geometry::{Bits, Cell};

/// A part of the moves of a position. Tactical and quiet ones are together all,
/// and no move is both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// All of them.
    All,
    /// Captures and promotions.
    Tactical,
    /// The others, transformations among them.
    Quiet,
}

/// Gives the tactical moves to a function.
struct Tactical<const W: usize, F> {
    targets: Bits<W>,
    enemies: Bits<W>,
    give: F,
}

impl<const W: usize, F: FnMut(Move)> Sink<W> for Tactical<W, F> {
    #[inline]
    fn piece(&mut self, tables: &PieceTables<W>, origin: Cell, mut destinations: Bits<W>) {
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
    fn one(&mut self, mv: Move) {
        // Shifts are given as they are wanted.
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

/// Gives the quiet moves to a function.
struct Quiet<const W: usize, F> {
    enemies: Bits<W>,
    give: F,
}

impl<const W: usize, F: FnMut(Move)> Sink<W> for Quiet<W, F> {
    #[inline]
    fn piece(&mut self, tables: &PieceTables<W>, origin: Cell, mut destinations: Bits<W>) {
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
    fn one(&mut self, mv: Move) {
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
    /// Gives the legal moves of a stage to a function, in no promised order.
    #[inline]
    pub fn moves<F: FnMut(Move)>(&self, rules: &Rules<W>, stage: Stage, give: F) {
        let enemies = self.sides[self.turn.other().index()];
        match stage {
            Stage::All => self.generate(rules, Bits::FULL, &mut Each(give)),
            Stage::Tactical => {
                let targets = enemies | rules.promotion_cells[self.turn.index()];
                let mut sink = Tactical {
                    targets,
                    enemies,
                    give,
                };
                self.generate(rules, Bits::FULL, &mut sink);
            }
            Stage::Quiet => self.generate(rules, Bits::FULL, &mut Quiet { enemies, give }),
        }
    }

    /// Whether a legal move captures or promotes: is of [`Stage::Tactical`].
    #[inline]
    pub fn is_tactical(&self, rules: &Rules<W>, mv: Move) -> bool {
        match mv.class() {
            MoveClass::Shift => self.captures(rules, mv).any(),
            _ => is_tactical(mv, self.sides[self.turn.other().index()]),
        }
    }
}
