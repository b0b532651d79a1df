//! What a piece must not do lest the royal piece be captured.

use super::Pos;
use super::attack::Army;
use crate::compile::Rules;
use hyperrook_geometry::{Bits, Cell};
use smallvec::SmallVec;

/// For games without hops: the conditions under which a piece other than the
/// royal one may move, from one look at every path from an enemy to it.
///
/// A move takes a piece off its origin and leaves one on its destination. So an
/// enemy piece whose path to the royal piece is open must be captured, or the
/// destination must lie on that path; and where one of our pieces alone closes a
/// path, that piece must stay on it or capture the enemy. An enemy can have
/// several paths (both ways round a ring, a scout's two orders); every open
/// one must be closed, hence intersections.
pub(super) struct Guard<const W: usize> {
    /// Enemy pieces that attack the royal piece now.
    pub(super) checkers: Bits<W>,
    /// Where a piece must go to end every attack.
    pub(super) allowed: Bits<W>,
    /// Our pieces that alone close some path.
    pub(super) pinned: Bits<W>,
    /// For each such piece and path, where it may go.
    pins: SmallVec<[(Cell, Bits<W>); 8]>,
}

impl<const W: usize> Guard<W> {
    /// Where a pinned piece may go.
    #[inline]
    pub(super) fn pin(&self, piece: Cell) -> Bits<W> {
        let mine = self.pins.iter().filter(|(cell, _)| *cell == piece);
        mine.fold(Bits::FULL, |all, (_, allowed)| all & *allowed)
    }
}

impl<const W: usize> Pos<W> {
    /// The guard of the royal piece of the side to move against the enemies.
    #[inline]
    pub(super) fn guard(&self, rules: &Rules<W>, enemies: &Army<W>) -> Guard<W> {
        let mut guard = Guard {
            checkers: Bits::EMPTY,
            allowed: Bits::FULL,
            pinned: Bits::EMPTY,
            pins: SmallVec::new(),
        };
        let (cell, kind) = self.royal[self.turn.index()];
        if rules.spans[kind.index()].is_none() {
            self.guard_cell(rules, enemies, cell, &mut guard);
        } else {
            for cell in self.royal_cells(rules, self.turn) {
                self.guard_cell(rules, enemies, cell, &mut guard);
            }
        }
        guard
    }

    #[inline]
    fn guard_cell(&self, rules: &Rules<W>, enemies: &Army<W>, royal: Cell, guard: &mut Guard<W>) {
        let (occupied, own) = (self.occupied(), self.sides[self.turn.index()]);
        for &(reach, pieces) in &enemies.0 {
            let target = reach.target(royal);
            (target.direct & pieces).for_each(|checker| {
                guard.checkers.insert(checker);
                guard.allowed &= Bits::of(checker);
            });
            (target.partial & pieces).for_each(|attacker| {
                for path in reach.paths(target, attacker) {
                    let between = *path & occupied;
                    let Some(first) = between.first() else {
                        guard.checkers.insert(attacker);
                        guard.allowed &= path.with(attacker);
                        continue;
                    };
                    if own.contains(first) && between.without(first).is_empty() {
                        guard.pinned.insert(first);
                        guard.pins.push((first, path.with(attacker)));
                    }
                }
            });
        }
        self.guard_against_span(rules, royal, guard);
    }

    /// An enemy piece of several cells cannot be captured nor shut out; but its
    /// own pieces bar it, so capturing the only one that does would let it in.
    fn guard_against_span(&self, rules: &Rules<W>, royal: Cell, guard: &mut Guard<W>) {
        let enemy = self.turn.other();
        let (anchor, kind) = self.royal[enemy.index()];
        let Some(span) = &rules.spans[kind.index()] else {
            return;
        };
        for (_, body) in &span.shifts[enemy.index()][anchor.index()] {
            if !body.contains(royal) {
                continue;
            }
            let bars = self.span_bars(rules, *body, royal, enemy);
            match bars.first() {
                None => {
                    guard.checkers |= self.span_body(rules, enemy);
                    guard.allowed = Bits::EMPTY;
                }
                Some(bar) if bars.without(bar).is_empty() => guard.allowed.remove(bar),
                Some(_) => {}
            }
        }
    }
}
