//! Static exchange evaluation: what a move wins when both sides go on
//! capturing on its destination, each with its least valuable piece, and either
//! may stop.
//!
//! Attackers are those of RULES.md, section 0, found anew after each capture:
//! a piece that leaves opens lines and lame paths for those behind it, and on a
//! ring both ways round. Pins are disregarded. A royal piece captures only what
//! is not defended; a piece of several cells takes all that stands on its new
//! cells, and no more is captured after a royal piece.

use super::Pos;
use super::attack::Army;
use crate::compile::Rules;
use crate::{Kind, MAX_KINDS, Move, MoveClass, Piece, Side};
use hyperrook_geometry::{Bits, Cell};

/// What pieces are worth in exchanges.
#[derive(Clone, Debug)]
pub struct Values {
    /// By kind, at least 1; royal pieces are worth 0, as they are never captured.
    worth: [i32; MAX_KINDS],
    /// The kinds that are not royal, the least valuable first.
    order: Vec<Kind>,
    /// For each kind that promotes, the best it becomes.
    best: [Option<Kind>; MAX_KINDS],
}

impl Values {
    /// Values of the kinds of a game, by number. Those of royal pieces are ignored.
    pub fn new<const W: usize>(rules: &Rules<W>, worth: &[i32]) -> Values {
        let mut values = Values {
            worth: [0; MAX_KINDS],
            order: Vec::new(),
            best: [None; MAX_KINDS],
        };
        for kind in rules.definition.kinds().filter(|&k| !rules.is_royal(k)) {
            values.worth[kind.index()] = worth.get(kind.index()).map_or(1, |&w| w.max(1));
            values.order.push(kind);
        }
        values.order.sort_by_key(|kind| values.worth[kind.index()]);
        for kind in rules.definition.kinds() {
            let promotions = &rules.definition.promotions;
            let to = promotions.iter().filter(|p| p.pieces.contains(&kind));
            values.best[kind.index()] = to
                .flat_map(|p| &p.to)
                .copied()
                .max_by_key(|to| values.worth[to.index()]);
        }
        values
    }

    /// What a piece of a kind is worth.
    #[inline]
    pub fn of(&self, kind: Kind) -> i32 {
        self.worth[kind.index()]
    }
}

/// An exchange going on.
struct Exchange<'a, 'b, const W: usize> {
    pos: &'a Pos<W>,
    rules: &'a Rules<W>,
    values: &'a Values,
    cell: Cell,
    occupied: Bits<W>,
    /// The pieces of both sides as they stood before the first capture.
    armies: &'b [Army<'a, W>; 2],
}

/// The longest exchange looked at; all pieces of a board rarely attack one cell.
const LONGEST: usize = 64;

impl<const W: usize> Pos<W> {
    /// What a legal move wins by exchanges on its destination, in the units of
    /// `values`; negative if it loses. A quiet move wins nothing or loses the piece.
    pub fn exchange(&self, rules: &Rules<W>, values: &Values, mv: Move) -> i32 {
        let (won, worth) = self.first_gain(rules, values, mv);
        if worth == 0 {
            return won;
        }
        let mut gains = [0; LONGEST];
        gains[0] = won;
        let mut standing = worth;
        let mut last = 0;
        let mut occupied = self.occupied().without(mv.origin());
        if mv.class() == MoveClass::EnPassant {
            occupied &= !self.captures(rules, mv);
        }
        let armies = Side::BOTH.map(|side| self.army(rules, side));
        let mut exchange = Exchange {
            armies: &armies,
            pos: self,
            rules,
            values,
            cell: mv.destination(),
            occupied: occupied.with(mv.destination()),
        };
        let mut side = self.turn.other();
        while last + 1 < LONGEST {
            let Some((won, left)) = exchange.recapture(side) else {
                break;
            };
            last += 1;
            gains[last] = standing + won - gains[last - 1];
            standing = left;
            side = side.other();
            // A royal piece stands there now; or the side will not capture anyway,
            // as what this wins can only become less.
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

    /// Whether [`Pos::exchange`] is at least `threshold`; quicker.
    pub fn exchange_at_least(
        &self,
        rules: &Rules<W>,
        values: &Values,
        mv: Move,
        threshold: i32,
    ) -> bool {
        let (won, worth) = self.first_gain(rules, values, mv);
        if won < threshold {
            // The other side can leave it at that.
            return false;
        }
        // The most that the other side can win by its first recapture, unless it
        // promotes by it or takes several pieces.
        let simple = !rules.promotion_cells[self.turn.other().index()].contains(mv.destination())
            && self.span_body(rules, self.turn.other()).is_empty();
        if simple && won - worth >= threshold {
            return true;
        }
        self.exchange(rules, values, mv) >= threshold
    }

    /// What a move wins at once, and what the piece is worth that it leaves on
    /// its destination: 0 if it cannot be recaptured.
    #[inline]
    fn first_gain(&self, rules: &Rules<W>, values: &Values, mv: Move) -> (i32, i32) {
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
    /// Lets a side recapture with its least valuable piece, if it can. Gives what
    /// that wins beside the piece standing there, and what the new piece is worth.
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
                    let left = match self.values.best[kind.index()] {
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

    /// The pieces of a side, of one cell each, that attack the cell when
    /// `occupied` is occupied.
    fn attackers(&self, side: Side, occupied: Bits<W>) -> Bits<W> {
        let there = occupied.without(self.cell);
        let army = &self.armies[side.index()];
        let mut attackers = army.attackers(self.cell, occupied) & there;
        if self.rules.hopping {
            attackers |= self.pos.hoppers_onto(self.rules, self.cell, side, occupied) & there;
        }
        attackers
    }

    /// The royal piece of several cells captures with the shift that takes most
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
            if !body.contains(self.cell) || body.meets(barred) {
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
