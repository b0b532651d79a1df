//! Static exchange evaluation (SEE): what a move wins if both sides go on capturing
//! on its destination, each with its least valuable piece, and either may stop.
//!
//! Attackers are recomputed after each capture, because a piece that leaves its cell
//! opens lines and lame paths for pieces behind it, on a ring in both directions.
//! Pins are disregarded. A royal piece captures only undefended pieces. A piece of
//! several cells captures all enemies on its new cells. The exchange ends when a royal
//! piece has captured.

use super::attack::AttackerSets;
use super::pos::Pos;
use crate::compile::Rules;
use crate::{Kind, MAX_KINDS, Move, MoveClass, Piece, Side};
use hyperrook_geometry::{Bits, Cell};

/// The values of pieces in exchanges.
#[derive(Clone, Debug)]
pub struct PieceValues {
    /// By kind, at least 1. Royal pieces have the value 0: they are never captured.
    by_kind: [i32; MAX_KINDS],
    /// The kinds that are not royal, the least valuable first.
    order: Vec<Kind>,
    /// For each kind that promotes, the most valuable kind that it can become.
    best_promotion: [Option<Kind>; MAX_KINDS],
}

impl PieceValues {
    /// The values of a game's kinds, in the order of the kinds. Values of royal pieces
    /// are ignored.
    pub fn new<const W: usize>(rules: &Rules<W>, values_by_kind: &[i32]) -> PieceValues {
        let mut values = PieceValues {
            by_kind: [0; MAX_KINDS],
            order: Vec::new(),
            best_promotion: [None; MAX_KINDS],
        };
        for kind in rules.definition.kinds().filter(|&k| !rules.is_royal(k)) {
            values.by_kind[kind.index()] =
                values_by_kind.get(kind.index()).map_or(1, |&w| w.max(1));
            values.order.push(kind);
        }
        values
            .order
            .sort_by_key(|kind| values.by_kind[kind.index()]);
        for kind in rules.definition.kinds() {
            let promotions = &rules.definition.promotions;
            let to = promotions.iter().filter(|p| p.pieces.contains(&kind));
            values.best_promotion[kind.index()] = to
                .flat_map(|p| &p.to)
                .copied()
                .max_by_key(|to| values.by_kind[to.index()]);
        }
        values
    }

    /// The value of a piece of a kind.
    #[inline]
    pub fn of(&self, kind: Kind) -> i32 {
        self.by_kind[kind.index()]
    }
}

/// An exchange in progress.
struct Exchange<'a, 'b, const W: usize> {
    pos: &'a Pos<W>,
    rules: &'a Rules<W>,
    values: &'a PieceValues,
    cell: Cell,
    occupied: Bits<W>,
    /// The pieces of both sides as they stood before the first capture.
    attacker_sets: &'b [AttackerSets<'a, W>; 2],
}

/// The longest exchange that is computed. So many pieces hardly ever attack one cell.
const MAX_CAPTURES: usize = 64;

impl<const W: usize> Pos<W> {
    /// What a legal move wins by exchanges on its destination, in the units of
    /// `values`. Negative if it loses material; never positive for a quiet move.
    pub fn see(&self, rules: &Rules<W>, values: &PieceValues, mv: Move) -> i32 {
        let (won, value) = self.see_first_capture(rules, values, mv);
        if value == 0 {
            return won;
        }
        let mut gains = [0; MAX_CAPTURES];
        gains[0] = won;
        let mut victim = value;
        let mut last = 0;
        let mut occupied = self.occupied().without(mv.origin());
        if mv.class() == MoveClass::EnPassant {
            occupied &= !self.captures(rules, mv);
        }
        let attacker_sets = Side::BOTH.map(|side| self.attacker_sets(rules, side));
        let mut exchange = Exchange {
            attacker_sets: &attacker_sets,
            pos: self,
            rules,
            values,
            cell: mv.destination(),
            occupied: occupied.with(mv.destination()),
        };
        let mut side = self.turn.other();
        while last + 1 < MAX_CAPTURES {
            let Some((won, left)) = exchange.recapture(side) else {
                break;
            };
            last += 1;
            gains[last] = victim + won - gains[last - 1];
            victim = left;
            side = side.other();
            // A royal piece stands there now, or the side will not capture anyway,
            // because the gain can only become less.
            if left == 0 || gains[last] <= -gains[last - 1] {
                break;
            }
        }
        // Each side may stop before its capture.
        while last > 0 {
            gains[last - 1] = -gains[last].max(-gains[last - 1]);
            last -= 1;
        }
        gains[0]
    }

    /// Whether [`Pos::see`] is at least `threshold`. Faster than computing it.
    pub fn see_ge(&self, rules: &Rules<W>, values: &PieceValues, mv: Move, threshold: i32) -> bool {
        let (won, value) = self.see_first_capture(rules, values, mv);
        if won < threshold {
            // The other side need not recapture.
            return false;
        }
        // The first recapture wins at most the piece, unless it promotes or captures
        // several pieces.
        let simple = !rules.promotion_cells[self.turn.other().index()].contains(mv.destination())
            && self.span_body(rules, self.turn.other()).is_empty();
        if simple && won - value >= threshold {
            return true;
        }
        self.see(rules, values, mv) >= threshold
    }

    /// What a move wins at once, and the value of the piece that it leaves on its
    /// destination: 0 if that cannot be recaptured.
    #[inline]
    fn see_first_capture(&self, rules: &Rules<W>, values: &PieceValues, mv: Move) -> (i32, i32) {
        let worth = |cell| {
            self.piece(cell)
                .map_or(0, |piece: Piece| values.of(piece.kind))
        };
        match mv.class() {
            MoveClass::Castling | MoveClass::Transformation => (0, 0),
            MoveClass::Shift | MoveClass::EnPassant => {
                let captured = self.captures(rules, mv).iter().map(worth).sum();
                let left = match mv.class() {
                    MoveClass::Shift => 0,
                    _ => worth(mv.origin()),
                };
                (captured, left)
            }
            MoveClass::Ordinary | MoveClass::DoubleStep => {
                let mover = worth(mv.origin());
                let left = mv.promotion().map_or(mover, |kind| values.of(kind));
                (worth(mv.destination()) + left - mover, left)
            }
        }
    }
}

impl<const W: usize> Exchange<'_, '_, W> {
    /// Recaptures with the least valuable attacker of a side, if it has one. Gives what
    /// that wins beside the piece on the cell, and the value of the new piece there.
    fn recapture(&mut self, side: Side) -> Option<(i32, i32)> {
        let attackers = self.attackers(side, self.occupied);
        let mut royals = attackers;
        if attackers.any() {
            for &kind in &self.values.order {
                let pieces = self.pos.kinds[kind.index()] & attackers;
                if let Some(from) = pieces.first() {
                    self.occupied.remove(from);
                    let zones = &self.rules.tables(side, kind).zones;
                    let promotes = zones.iter().any(|zone| zone.cells.contains(self.cell));
                    let worth = self.values.of(kind);
                    let left = match self.values.best_promotion[kind.index()] {
                        Some(best) if promotes => self.values.of(best).max(worth),
                        _ => worth,
                    };
                    return Some((left - worth, left));
                }
                royals &= !pieces;
            }
        }
        if let Some(from) = royals.first() {
            let occupied = self.occupied.without(from);
            if self.attackers(side.other(), occupied).is_empty() {
                self.occupied = occupied;
                return Some((0, 0));
            }
        }
        self.recapture_by_shift(side)
    }

    /// The pieces of a side, of one cell each, that attack the cell when the cells of
    /// `occupied` are occupied.
    fn attackers(&self, side: Side, occupied: Bits<W>) -> Bits<W> {
        let there = occupied.without(self.cell);
        let attacker_sets = &self.attacker_sets[side.index()];
        let mut attackers = attacker_sets.attackers(self.cell, occupied) & there;
        if self.rules.hopping {
            attackers |= self
                .pos
                .hopping_attackers(self.rules, self.cell, side, occupied)
                & there;
        }
        attackers
    }

    /// Recaptures with the royal piece of several cells, by the shift that captures most
    /// and leaves it safe.
    fn recapture_by_shift(&mut self, side: Side) -> Option<(i32, i32)> {
        let (pos, rules) = (self.pos, self.rules);
        let (anchor, kind) = pos.royal[side.index()];
        let span = rules.spans[kind.index()].as_ref()?;
        let own = pos.span_body(rules, side);
        let friends = pos.sides[side.index()] & self.occupied & !own & !Bits::of(self.cell);
        let barred = friends | pos.span_body(rules, side.other()) | own & Bits::of(self.cell);
        let mut best = None;
        for (_, body) in &span.shifts[side.index()][anchor.index()] {
            if !body.contains(self.cell) || body.intersects(barred) {
                continue;
            }
            let after = self.occupied & !own | *body;
            let is_safe = body.iter().all(|cell| {
                let on = Exchange { cell, ..*self };
                (on.attackers(side.other(), after) & !*body).is_empty()
                    && !pos.span_attacks(rules, cell, side.other())
            });
            if is_safe {
                let others = *body & self.occupied & pos.sides[side.other().index()];
                let won = others.without(self.cell).iter();
                let won: i32 = won
                    .filter_map(|cell| Some(self.values.of(pos.piece(cell)?.kind)))
                    .sum();
                best = best.max(Some((won, 0)));
            }
        }
        best
    }
}
