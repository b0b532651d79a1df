//! Static exchange evaluation (SEE): what a move wins if both sides go on capturing on its
//! destination, each with its least valuable piece, and either side may stop.
//!
//! Attackers are recomputed after each capture, because a piece that leaves its cell
//! opens lines and lame paths for pieces behind it, on a ring in both directions.
//! Pins are ignored. A royal piece captures only undefended pieces. A piece of
//! several cells captures all enemies on its new cells. The exchange ends when a royal
//! piece has captured.

use super::context::MoveContext;
use super::pos::Pos;
use crate::compile::{ReverseEntry, ReverseTable, Rules};
use crate::{Kind, MAX_KINDS, Move, MoveClass, Piece, Side};
use hyperrook_geometry::{Bits, Cell};
use smallvec::SmallVec;

/// The values of pieces in exchanges.
#[derive(Clone, Debug)]
pub struct PieceValues {
    /// By kind, at least 1. Royal pieces have the value 0: they are never captured.
    by_kind: [i32; MAX_KINDS],
    /// By kind, its rank among the kinds that are not royal, the least valuable first. Royal kinds
    /// come last.
    rank: [u8; MAX_KINDS],
    /// For each kind that promotes, the most valuable kind that it can become.
    best_promotion: [Option<Kind>; MAX_KINDS],
}

impl PieceValues {
    /// The values of a game's kinds, in the order of the kinds. Values of royal pieces
    /// are ignored.
    pub fn new<const W: usize>(rules: &Rules<W>, values_by_kind: &[i32]) -> PieceValues {
        let mut values = PieceValues {
            by_kind: [0; MAX_KINDS],
            rank: [u8::MAX; MAX_KINDS],
            best_promotion: [None; MAX_KINDS],
        };
        let mut order = Vec::new();
        for kind in rules.definition.kinds().filter(|&k| !rules.is_royal(k)) {
            values.by_kind[kind.index()] =
                values_by_kind.get(kind.index()).map_or(1, |&w| w.max(1));
            order.push(kind);
        }
        order.sort_by_key(|kind: &Kind| values.by_kind[kind.index()]);
        for (rank, kind) in order.into_iter().enumerate() {
            values.rank[kind.index()] = rank as u8;
        }
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

/// The maximum length of an exchange. One cell is hardly ever attacked by this many pieces.
const MAX_CAPTURES: usize = 64;

impl<const W: usize> Pos<W> {
    /// The gain of a legal move by exchanges on its destination, in the units of
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
        let context = MoveContext::new(rules);
        let mut exchange = Exchange::after(self, &context, values, mv);
        let mut side = self.turn.other();
        while last + 1 < MAX_CAPTURES {
            let Some((won, left)) = exchange.recapture(side) else {
                break;
            };
            last += 1;
            gains[last] = victim + won - gains[last - 1];
            victim = left;
            side = side.other();
            // A royal piece stands there now, or the side will not capture anyway, because the gain
            // can only decrease.
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
        MoveContext::new(rules).see_ge(self, values, mv, threshold)
    }

    /// What a move wins immediately, and the value of the piece that it leaves on its destination:
    /// 0 if that piece cannot be recaptured.
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

impl<const W: usize> MoveContext<'_, W> {
    /// The same as [`Pos::see_ge`].
    pub fn see_ge(&self, pos: &Pos<W>, values: &PieceValues, mv: Move, threshold: i32) -> bool {
        let (won, mut victim) = pos.see_first_capture(self.rules, values, mv);
        if won < threshold {
            // The other side need not recapture.
            return false;
        }
        if victim == 0 {
            return true;
        }
        let promotes =
            |side: Side| self.rules.promotion_cells[side.index()].contains(mv.destination());
        let captures_several =
            |side: Side| self.rules.spans[pos.royal[side.index()].1.index()].is_some();
        // A recapture wins at most the piece, unless it promotes or captures several.
        let is_hopeless = |side: Side, victim: i32, needed: i32| {
            victim < needed && !promotes(side) && !captures_several(side)
        };
        // `side` must win at least `needed` by recapturing; otherwise the answer is `holds`.
        let mut side = pos.turn.other();
        let mut needed = won - threshold + 1;
        let mut holds = true;
        if is_hopeless(side, victim, needed) {
            return holds;
        }
        let mut exchange = Exchange::after(pos, self, values, mv);
        loop {
            let Some((won, left)) = exchange.recapture(side) else {
                return holds;
            };
            let gain = victim + won;
            if gain < needed {
                return holds;
            }
            holds = !holds;
            if left == 0 {
                // A royal piece stands there now.
                return holds;
            }
            needed = gain - needed + 1;
            victim = left;
            side = side.other();
            if is_hopeless(side, victim, needed) {
                return holds;
            }
        }
    }
}

/// The pieces of a side that attack one cell, or could attack it if others were gone, by the tables
/// of their attacks.
type CellAttackers<'a, const W: usize> =
    SmallVec<[(&'a ReverseTable<W>, &'a ReverseEntry<W>, Bits<W>); 6]>;

/// An exchange in progress.
struct Exchange<'a, 'c, const W: usize> {
    pos: &'c Pos<W>,
    context: &'c MoveContext<'a, W>,
    values: &'c PieceValues,
    cell: Cell,
    occupied: Bits<W>,
    /// The attackers of both sides before the first capture, computed when needed.
    attackers: [Option<CellAttackers<'a, W>>; 2],
}

impl<'a, 'c, const W: usize> Exchange<'a, 'c, W> {
    /// The exchange on the destination of a move, after that move.
    fn after(
        pos: &'c Pos<W>,
        context: &'c MoveContext<'a, W>,
        values: &'c PieceValues,
        mv: Move,
    ) -> Exchange<'a, 'c, W> {
        let mut occupied = pos.occupied().without(mv.origin());
        if mv.class() == MoveClass::EnPassant {
            occupied &= !pos.captures(context.rules, mv);
        }
        Exchange {
            pos,
            context,
            values,
            cell: mv.destination(),
            occupied: occupied.with(mv.destination()),
            attackers: [None, None],
        }
    }

    /// Recaptures with the least valuable attacker of a side, if it has one. Returns what that wins
    /// in addition to the piece on the cell, and the value of the new piece there.
    fn recapture(&mut self, side: Side) -> Option<(i32, i32)> {
        let attackers = self.attackers(side, self.occupied);
        let mut least = None;
        let mut least_rank = u8::MAX;
        let mut royal = None;
        attackers.for_each(|from| {
            let Some(piece) = self.pos.piece(from) else {
                return;
            };
            let rank = self.values.rank[piece.kind.index()];
            if rank < least_rank {
                (least, least_rank) = (Some((from, piece.kind)), rank);
            } else if rank == u8::MAX {
                royal = royal.or(Some(from));
            }
        });
        if let Some((from, kind)) = least {
            self.occupied.remove(from);
            let worth = self.values.of(kind);
            let left = match self.values.best_promotion[kind.index()] {
                Some(best) if self.promotes(side, kind) => self.values.of(best).max(worth),
                _ => worth,
            };
            return Some((left - worth, left));
        }
        if let Some(from) = royal {
            let occupied = self.occupied.without(from);
            if self.attackers(side.other(), occupied).is_empty() {
                self.occupied = occupied;
                return Some((0, 0));
            }
        }
        self.recapture_by_shift(side)
    }

    /// Whether a piece of a kind promotes on the cell.
    fn promotes(&self, side: Side, kind: Kind) -> bool {
        let zones = &self.context.rules.tables(side, kind).zones;
        zones.iter().any(|zone| zone.cells.contains(self.cell))
    }

    /// The pieces of a side, of one cell each, that attack the cell when the cells of
    /// `occupied` are occupied.
    fn attackers(&mut self, side: Side, occupied: Bits<W>) -> Bits<W> {
        let there = occupied.without(self.cell);
        let (pos, context, cell) = (self.pos, self.context, self.cell);
        let tables = self.attackers[side.index()].get_or_insert_with(|| {
            let sets = if side == pos.turn {
                context.own(pos)
            } else {
                context.enemies(pos)
            };
            let mut tables = CellAttackers::new();
            for &(table, pieces) in &sets.0 {
                let entry = table.entry(cell);
                let pieces = pieces & (entry.direct | entry.partial);
                if pieces.any() {
                    tables.push((table, entry, pieces));
                }
            }
            tables
        });
        let mut attackers = Bits::EMPTY;
        for &(table, entry, pieces) in tables.iter() {
            let pieces = pieces & there;
            attackers |= entry.direct & pieces;
            (entry.partial & pieces & !attackers).for_each(|origin| {
                let mut paths = table.paths(entry, origin).iter();
                if paths.any(|path| !path.intersects(occupied)) {
                    attackers.insert(origin);
                }
            });
        }
        if context.rules.hopping {
            attackers |= pos.hopping_attackers(context.rules, cell, side, occupied) & there;
        }
        attackers
    }

    /// Recaptures with the royal piece of several cells, by the shift that captures most and leaves
    /// the piece safe.
    fn recapture_by_shift(&mut self, side: Side) -> Option<(i32, i32)> {
        let (pos, rules) = (self.pos, self.context.rules);
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
                let mut on = Exchange {
                    cell,
                    attackers: [None, None],
                    ..*self
                };
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
