//! Who attacks a cell.

use super::Pos;
use crate::compile::{Reach, Rules};
use crate::{Piece, Side};
use hyperrook_geometry::{Bits, Cell};
use smallvec::SmallVec;

/// The pieces of one side, none of them hopping or of several cells, by the tables
/// they attack by. Pieces with several ways of attacking are in several places.
pub(super) struct Army<'r, const W: usize>(pub(super) SmallVec<[(&'r Reach<W>, Bits<W>); 12]>);

impl<const W: usize> Army<'_, W> {
    /// The pieces that attack a cell when `occupied` is occupied.
    pub(super) fn attackers(&self, cell: Cell, occupied: Bits<W>) -> Bits<W> {
        self.0.iter().fold(Bits::EMPTY, |all, (reach, pieces)| {
            all | reach.attackers(cell, *pieces, occupied)
        })
    }

    /// Whether some piece attacks a cell when `occupied` is occupied.
    #[inline]
    pub(super) fn attacks(&self, cell: Cell, occupied: Bits<W>) -> bool {
        self.0
            .iter()
            .any(|(reach, pieces)| reach.is_attacked(cell, *pieces, occupied))
    }
}

impl<const W: usize> Pos<W> {
    /// The pieces of a side that attack a cell (RULES.md, section 0).
    pub fn attackers(&self, rules: &Rules<W>, cell: Cell, by: Side) -> Bits<W> {
        let mut attackers = self.army(rules, by).attackers(cell, self.occupied());
        if rules.hopping {
            attackers |= self.hoppers_onto(rules, cell, by, self.occupied());
        }
        if self.span_attacks(rules, cell, by) {
            attackers |= self.span_body(rules, by);
        }
        attackers
    }

    /// Whether a side attacks a cell in this position.
    pub fn is_attacked(&self, rules: &Rules<W>, cell: Cell, by: Side) -> bool {
        self.army(rules, by).attacks(cell, self.occupied())
            || rules.hopping && self.hoppers_onto(rules, cell, by, self.occupied()).any()
            || self.span_attacks(rules, cell, by)
    }

    /// The pieces of a class of attacks.
    #[inline]
    fn class_pieces(&self, kinds: &[crate::Kind], side: Side) -> Bits<W> {
        let mut pieces = Bits::EMPTY;
        for kind in kinds {
            pieces |= self.kinds[kind.index()];
        }
        pieces & self.sides[side.index()]
    }

    /// The pieces of a side by the tables they attack by, gathered once for many
    /// questions.
    #[inline]
    pub(super) fn army<'r>(&self, rules: &'r Rules<W>, side: Side) -> Army<'r, W> {
        let mut army = SmallVec::new();
        for class in &rules.attacks[side.index()] {
            let pieces = self.class_pieces(&class.kinds, side);
            if pieces.any() {
                army.push((&rules.reaches[class.reach], pieces));
            }
        }
        Army(army)
    }

    /// The pieces of a side that could capture on a cell by hopping when
    /// `occupied` is occupied.
    pub(super) fn hoppers_onto(
        &self,
        rules: &Rules<W>,
        cell: Cell,
        by: Side,
        occupied: Bits<W>,
    ) -> Bits<W> {
        let mut hoppers = Bits::EMPTY;
        // The cell counts as occupied by an enemy piece.
        let occupied = occupied.with(cell);
        for (kind, tables) in rules.pieces[by.index()].iter().enumerate() {
            let Some(motion) = &tables.hopping else {
                continue;
            };
            for origin in self.kinds[kind] & self.sides[by.index()] {
                if origin != cell && motion.hopped(&rules.pool, origin, occupied).contains(cell) {
                    hoppers.insert(origin);
                }
            }
        }
        hoppers
    }

    /// Whether the side's piece of several cells attacks a cell: could shift onto
    /// it, were an ordinary enemy piece there.
    pub(super) fn span_attacks(&self, rules: &Rules<W>, cell: Cell, by: Side) -> bool {
        let (anchor, kind) = self.royal[by.index()];
        let Some(span) = &rules.spans[kind.index()] else {
            return false;
        };
        span.shifts[by.index()][anchor.index()]
            .iter()
            .any(|(_, body)| {
                // No piece attacks a cell it stands on.
                body.contains(cell)
                    && !self.span_body(rules, by).contains(cell)
                    && self.span_bars(rules, *body, cell, by).is_empty()
            })
    }

    /// The pieces that keep a piece of several cells from shifting to capture on
    /// `cell`: friendly ones elsewhere on the new body, and an enemy piece of
    /// several cells, unless it is the one whose threat is asked for.
    pub(super) fn span_bars(
        &self,
        rules: &Rules<W>,
        body: Bits<W>,
        cell: Cell,
        by: Side,
    ) -> Bits<W> {
        let friends = self.sides[by.index()] & !self.span_body(rules, by);
        let enemy = self.span_body(rules, by.other());
        let enemy = if enemy.contains(cell) {
            Bits::EMPTY
        } else {
            enemy
        };
        body & (friends.without(cell) | enemy)
    }

    /// Whether the royal piece of a side is attacked (threatened).
    pub fn royal_attacked(&self, rules: &Rules<W>, side: Side) -> bool {
        let by = side.other();
        let army = self.army(rules, by);
        self.royal_cells(rules, side).any_of(|cell| {
            army.attacks(cell, self.occupied())
                || rules.hopping && self.hoppers_onto(rules, cell, by, self.occupied()).any()
                || self.span_attacks(rules, cell, by)
        })
    }

    /// The enemy pieces that attack the royal piece of the side to move.
    pub fn checkers(&self, rules: &Rules<W>) -> Bits<W> {
        let cells = self.royal_cells(rules, self.turn);
        cells.iter().fold(Bits::EMPTY, |all, cell| {
            all | self.attackers(rules, cell, self.turn.other())
        })
    }

    /// Where a piece could go and what it could capture if only `occupied` cells
    /// were occupied, `enemies` among them by enemies. Legality aside.
    pub(crate) fn reach_of(
        rules: &Rules<W>,
        piece: Piece,
        cell: Cell,
        occupied: Bits<W>,
        enemies: Bits<W>,
    ) -> (Bits<W>, Bits<W>) {
        let tables = rules.tables(piece.side, piece.kind);
        let (empty, enemies) = (rules.all & !occupied, enemies & occupied);
        let (mut quiet, mut captures) = (Bits::EMPTY, Bits::EMPTY);
        let reached = |motion: &Option<crate::compile::Motion<W>>| {
            motion
                .as_ref()
                .map_or(Bits::EMPTY, |m| m.reached(&rules.pool, cell, occupied))
        };
        let both = reached(&tables.both);
        quiet |= (both | reached(&tables.quiet)) & empty;
        captures |= (both | reached(&tables.capture)) & enemies;
        if let Some(ways) = tables.passing.get(cell.index()) {
            let open = ways.iter().filter(|way| !way.through.meets(occupied));
            quiet |= open.map(|way| way.to).collect::<Bits<W>>() & empty;
        }
        if let Some(span) = &rules.spans[piece.kind.index()]
            && let Some(own) = span.bodies[cell.index()]
        {
            let friends = occupied & !enemies & !own;
            for (_, body) in &span.shifts[piece.side.index()][cell.index()] {
                if !body.meets(friends) {
                    captures |= *body & enemies;
                    quiet |= *body & !occupied;
                }
            }
        }
        (quiet, captures)
    }
}
