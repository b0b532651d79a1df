//! Checks and pins, which decide whether a move leaves the royal piece safe.

use super::attack::AttackerSets;
use super::pos::Pos;
use crate::compile::Rules;
use hyperrook_geometry::{Bits, Cell};
use smallvec::SmallVec;

/// Checkers and pinned pieces, found by looking once at every path from an enemy piece to the royal
/// piece. In games without hops they decide which moves of the other pieces are legal.
///
/// A move empties its origin and fills its destination. So a checker, an enemy piece
/// with an open path to the royal piece, must be captured or its path blocked. A piece
/// that alone blocks a path is pinned: it must stay on that path or capture the
/// attacker. An attacker can have several paths (both ways round a ring, the two
/// orders of a scout's steps), and each open one must be blocked, so the allowed
/// cells are intersections.
#[derive(Clone)]
pub(super) struct CheckInfo<const W: usize> {
    /// Enemy pieces that give check.
    pub(super) checkers: Bits<W>,
    /// The destinations with which a piece other than the royal one ends every check; all cells if
    /// there is no check.
    pub(super) evasion_targets: Bits<W>,
    /// Pieces of the side to move that alone block a path.
    pub(super) pinned: Bits<W>,
    /// For each pinned piece and path, the cells where the piece may go.
    pins: SmallVec<[(Cell, Bits<W>); 8]>,
}

impl<const W: usize> CheckInfo<W> {
    /// The cells where a pinned piece may go.
    #[inline]
    pub(super) fn pin_targets(&self, piece: Cell) -> Bits<W> {
        let mine = self.pins.iter().filter(|(cell, _)| *cell == piece);
        mine.fold(Bits::FULL, |all, (_, allowed)| all & *allowed)
    }
}

impl<const W: usize> Pos<W> {
    /// The checks and pins against the royal piece of the side to move.
    #[inline]
    pub(super) fn check_info(&self, rules: &Rules<W>, enemies: &AttackerSets<W>) -> CheckInfo<W> {
        let mut info = CheckInfo {
            checkers: Bits::EMPTY,
            evasion_targets: Bits::FULL,
            pinned: Bits::EMPTY,
            pins: SmallVec::new(),
        };
        let (cell, kind) = self.royal[self.turn.index()];
        if rules.spans[kind.index()].is_none() {
            self.add_royal_cell(rules, enemies, cell, &mut info);
        } else {
            for cell in self.royal_cells(rules, self.turn) {
                self.add_royal_cell(rules, enemies, cell, &mut info);
            }
        }
        info
    }

    /// Adds the checks and pins against one cell of the royal piece.
    #[inline]
    fn add_royal_cell(
        &self,
        rules: &Rules<W>,
        enemies: &AttackerSets<W>,
        royal: Cell,
        info: &mut CheckInfo<W>,
    ) {
        let (occupied, own) = (self.occupied(), self.sides[self.turn.index()]);
        for &(table, pieces) in &enemies.0 {
            let entry = table.entry(royal);
            (entry.direct & pieces).for_each(|checker| {
                info.checkers.insert(checker);
                info.evasion_targets &= Bits::of(checker);
            });
            (entry.partial & pieces).for_each(|attacker| {
                for path in table.paths(entry, attacker) {
                    let between = *path & occupied;
                    let Some(first) = between.first() else {
                        info.checkers.insert(attacker);
                        info.evasion_targets &= path.with(attacker);
                        continue;
                    };
                    if own.contains(first) && between.without(first).is_empty() {
                        info.pinned.insert(first);
                        info.pins.push((first, path.with(attacker)));
                    }
                }
            });
        }
        self.add_span_checks(rules, royal, info);
    }

    /// Adds the checks by an enemy piece of several cells. Pieces of the side in check cannot block
    /// them. Pieces of the other side can, and if only one of these blocks the check, it must not
    /// be captured.
    fn add_span_checks(&self, rules: &Rules<W>, royal: Cell, info: &mut CheckInfo<W>) {
        let enemy = self.turn.other();
        let (anchor, kind) = self.royal[enemy.index()];
        let Some(span) = &rules.spans[kind.index()] else {
            return;
        };
        for (_, body) in &span.shifts[enemy.index()][anchor.index()] {
            if !body.contains(royal) {
                continue;
            }
            let blockers = self.span_blockers(rules, *body, royal, enemy);
            match blockers.first() {
                None => {
                    info.checkers |= self.span_body(rules, enemy);
                    info.evasion_targets = Bits::EMPTY;
                }
                Some(blocker) if blockers.without(blocker).is_empty() => {
                    info.evasion_targets.remove(blocker)
                }
                Some(_) => {}
            }
        }
    }
}
