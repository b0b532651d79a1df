//! Attacks: which pieces attack a cell.

use super::pos::Pos;
use crate::compile::{ForwardTable, ReverseTable, Rules};
use crate::{Piece, Side};
use hyperrook_geometry::{Bits, Cell};
use smallvec::SmallVec;

/// The pieces of one side, grouped by the reverse tables of their attacks. A piece
/// with several kinds of attacks is in several groups; hopping attacks and pieces of
/// several cells are in none.
#[derive(Clone)]
pub(super) struct AttackerSets<'r, const W: usize>(
    pub(super) SmallVec<[(&'r ReverseTable<W>, Bits<W>); 12]>,
);

impl<const W: usize> AttackerSets<'_, W> {
    /// The pieces that attack a cell when the cells of `occupied` are occupied.
    pub(super) fn attackers(&self, cell: Cell, occupied: Bits<W>) -> Bits<W> {
        self.0.iter().fold(Bits::EMPTY, |all, (table, pieces)| {
            all | table.attackers(cell, *pieces, occupied)
        })
    }

    /// Whether some piece attacks a cell when the cells of `occupied` are occupied.
    #[inline]
    pub(super) fn attacks(&self, cell: Cell, occupied: Bits<W>) -> bool {
        self.0
            .iter()
            .any(|(table, pieces)| table.is_attacked(cell, *pieces, occupied))
    }

    /// The same, without one of the pieces.
    #[inline]
    pub(super) fn attacks_without(&self, cell: Cell, occupied: Bits<W>, left_out: Cell) -> bool {
        self.0
            .iter()
            .any(|(table, pieces)| table.is_attacked(cell, pieces.without(left_out), occupied))
    }
}

impl<const W: usize> Pos<W> {
    /// The pieces of a side that attack a cell: those that could capture an ordinary enemy piece
    /// there. It does not matter whether this would leave their own royal piece attacked.
    pub fn attackers(&self, rules: &Rules<W>, cell: Cell, by: Side) -> Bits<W> {
        let mut attackers = self
            .attacker_sets(rules, by)
            .attackers(cell, self.occupied());
        if rules.hopping {
            attackers |= self.hopping_attackers(rules, cell, by, self.occupied());
        }
        if self.span_attacks(rules, cell, by) {
            attackers |= self.span_body(rules, by);
        }
        attackers
    }

    /// Whether a side attacks a cell in this position.
    pub fn is_attacked(&self, rules: &Rules<W>, cell: Cell, by: Side) -> bool {
        self.is_attacked_by(rules, cell, by, &self.attacker_sets(rules, by))
    }

    /// The same, given the attackers of that side.
    pub(super) fn is_attacked_by(
        &self,
        rules: &Rules<W>,
        cell: Cell,
        by: Side,
        attacker_sets: &AttackerSets<W>,
    ) -> bool {
        attacker_sets.attacks(cell, self.occupied())
            || rules.hopping
                && self
                    .hopping_attackers(rules, cell, by, self.occupied())
                    .any()
            || self.span_attacks(rules, cell, by)
    }

    /// The pieces of a side that belong to an attack class.
    #[inline]
    fn class_pieces(&self, kinds: &[crate::Kind], side: Side) -> Bits<W> {
        let mut pieces = Bits::EMPTY;
        for kind in kinds {
            pieces |= self.kinds[kind.index()];
        }
        pieces & self.sides[side.index()]
    }

    /// The pieces of a side, by the tables of their attacks, collected once for many queries.
    #[inline]
    pub(super) fn attacker_sets<'r>(&self, rules: &'r Rules<W>, side: Side) -> AttackerSets<'r, W> {
        let mut attacker_sets = SmallVec::new();
        for class in &rules.attacks[side.index()] {
            let pieces = self.class_pieces(&class.kinds, side);
            if pieces.any() {
                attacker_sets.push((&rules.reverse_tables[class.table], pieces));
            }
        }
        AttackerSets(attacker_sets)
    }

    /// The pieces of a side that could capture on a cell by hopping when the cells of
    /// `occupied` are occupied.
    pub(super) fn hopping_attackers(
        &self,
        rules: &Rules<W>,
        cell: Cell,
        by: Side,
        occupied: Bits<W>,
    ) -> Bits<W> {
        let mut hoppers = Bits::EMPTY;
        // The target cell counts as occupied by an enemy piece.
        let occupied = occupied.with(cell);
        for (kind, tables) in rules.pieces[by.index()].iter().enumerate() {
            let Some(table) = &tables.hopping else {
                continue;
            };
            for origin in self.kinds[kind] & self.sides[by.index()] {
                if origin != cell && table.hopped(&rules.pool, origin, occupied).contains(cell) {
                    hoppers.insert(origin);
                }
            }
        }
        hoppers
    }

    /// Whether the side's piece of several cells attacks a cell: it could shift onto
    /// an ordinary enemy piece there.
    pub(super) fn span_attacks(&self, rules: &Rules<W>, cell: Cell, by: Side) -> bool {
        let (anchor, kind) = self.royal[by.index()];
        let Some(span) = &rules.spans[kind.index()] else {
            return false;
        };
        span.shifts[by.index()][anchor.index()]
            .iter()
            .any(|(_, body)| {
                // No piece attacks a cell that it stands on.
                body.contains(cell)
                    && !self.span_body(rules, by).contains(cell)
                    && self.span_blockers(rules, *body, cell, by).is_empty()
            })
    }

    /// The pieces that block a piece of several cells from shifting to `body` to
    /// capture on `cell`: friendly pieces on the rest of the body, and an enemy piece
    /// of several cells, unless it stands on `cell` itself.
    pub(super) fn span_blockers(
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

    /// Whether a side is in check: whether its royal piece is attacked.
    pub fn is_in_check(&self, rules: &Rules<W>, side: Side) -> bool {
        let by = side.other();
        let attacker_sets = self.attacker_sets(rules, by);
        self.royal_cells(rules, side)
            .any_of(|cell| self.is_attacked_by(rules, cell, by, &attacker_sets))
    }

    /// The enemy pieces that attack the royal piece of the side to move.
    pub fn checkers(&self, rules: &Rules<W>) -> Bits<W> {
        let cells = self.royal_cells(rules, self.turn);
        cells.iter().fold(Bits::EMPTY, |all, cell| {
            all | self.attackers(rules, cell, self.turn.other())
        })
    }

    /// The destinations and captures of a piece if only the cells of `occupied` were occupied, and
    /// those of `enemies` by enemies. Checks are ignored.
    pub fn destinations_of(
        rules: &Rules<W>,
        piece: Piece,
        cell: Cell,
        occupied: Bits<W>,
        enemies: Bits<W>,
    ) -> (Bits<W>, Bits<W>) {
        let tables = rules.tables(piece.side, piece.kind);
        let (empty, enemies) = (rules.all & !occupied, enemies & occupied);
        let (mut quiet, mut captures) = (Bits::EMPTY, Bits::EMPTY);
        let reached = |table: &Option<ForwardTable<W>>| {
            table
                .as_ref()
                .map_or(Bits::EMPTY, |m| m.reached(&rules.pool, cell, occupied))
        };
        let both = reached(&tables.both);
        quiet |= (both | reached(&tables.quiet)) & empty;
        captures |= (both | reached(&tables.capture)) & enemies;
        if let Some(paths) = tables.double_steps.get(cell.index()) {
            let open = paths
                .iter()
                .filter(|path| !path.must_be_empty.intersects(occupied));
            quiet |= open.map(|path| path.to).collect::<Bits<W>>() & empty;
        }
        if let Some(span) = &rules.spans[piece.kind.index()]
            && let Some(own) = span.bodies[cell.index()]
        {
            let friends = occupied & !enemies & !own;
            for (_, body) in &span.shifts[piece.side.index()][cell.index()] {
                if !body.intersects(friends) {
                    captures |= *body & enemies;
                    quiet |= *body & !occupied;
                }
            }
        }
        (quiet, captures)
    }
}
