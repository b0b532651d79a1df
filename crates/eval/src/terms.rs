//! The terms of an evaluation beside values and places: one pass over the pieces.
//!
//! The same code adds weights up and writes down which weights counted how
//! often, for tuning: both are a [`Tally`].

use crate::layout::{ATTACKERS, MOBILITY, ROOM, STEPS};
use crate::model::Model;
use crate::scale::Balance;
use hyperrook_geometry::Bits;
use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{Kind, MAX_KINDS, Piece, Side};

/// Takes in the terms of a position.
pub(crate) trait Tally {
    /// A weight counts so many times for a side.
    fn add(&mut self, side: Side, weight: usize, times: i32);
}

/// What the pieces of both sides attack.
pub(crate) struct Attacks<const W: usize> {
    /// By side.
    pub(crate) all: [Bits<W>; 2],
    /// By side and kind.
    by_kind: [[Bits<W>; MAX_KINDS]; 2],
}

impl<const W: usize> Model<W> {
    /// Gives a tally the terms of a position.
    #[inline]
    pub(crate) fn terms<T: Tally>(
        &self,
        rules: &Rules<W>,
        pos: &Pos<W>,
        balance: &Balance,
        tally: &mut T,
    ) {
        let mut attacks = Attacks {
            all: [Bits::EMPTY; 2],
            by_kind: [[Bits::EMPTY; MAX_KINDS]; 2],
        };
        let least = self.pawns_and_least();
        for side in Side::BOTH {
            for &kind in &self.order[..least] {
                self.note_attacks(rules, pos, side, kind, &mut attacks);
            }
        }
        let by_least = attacks.all;
        for side in Side::BOTH {
            self.pieces(rules, pos, side, &by_least, &mut attacks, tally);
        }
        for side in Side::BOTH {
            let (_, kind) = pos.royal(side);
            self.note_attacks(rules, pos, side, kind, &mut attacks);
        }
        for side in Side::BOTH {
            self.royal(rules, pos, side, &attacks, tally);
            self.hunt(rules, pos, side, balance, &attacks, tally);
        }
        for side in Side::BOTH {
            self.threats(pos, side, &attacks, tally);
            if self.has_pawns {
                self.pawns(pos, side, &attacks, tally);
            }
            self.state(rules, pos, side, tally);
        }
        tally.add(pos.turn(), self.layout.tempo, 1);
    }

    /// How many kinds of the order drive others away: the least one.
    fn pawns_and_least(&self) -> usize {
        self.order.len().min(1)
    }

    /// Adds what the pieces of a kind attack.
    #[inline]
    fn note_attacks(
        &self,
        rules: &Rules<W>,
        pos: &Pos<W>,
        side: Side,
        kind: Kind,
        attacks: &mut Attacks<W>,
    ) {
        let mut all = Bits::EMPTY;
        (pos.kind(kind) & pos.side(side)).for_each(|cell| {
            all |= rules.attacked_from(Piece { side, kind }, cell, pos.occupied());
        });
        attacks.by_kind[side.index()][kind.index()] = all;
        attacks.all[side.index()] |= all;
    }

    /// Mobility, pressure on the enemy's royal piece, pairs.
    #[inline]
    fn pieces<T: Tally>(
        &self,
        rules: &Rules<W>,
        pos: &Pos<W>,
        side: Side,
        by_least: &[Bits<W>; 2],
        attacks: &mut Attacks<W>,
        tally: &mut T,
    ) {
        let own = pos.side(side);
        let open = rules.all() & !own & !by_least[side.other().index()];
        let (royal, royal_kind) = pos.royal(side.other());
        let zone = self.facts.zones[side.other().index()][royal_kind.index()][royal.index()];
        let (own_royal, own_kind) = pos.royal(side);
        let shelter = self.facts.zones[side.index()][own_kind.index()][own_royal.index()];
        let mut attackers = 0;
        for &kind in &self.order {
            let pieces = pos.kind(kind) & own;
            if pieces.is_empty() {
                continue;
            }
            let k = kind.index();
            let near = (pieces & shelter).count() as i32;
            if near > 0 {
                tally.add(side, self.layout.shield[k], near);
            }
            if pieces.several() {
                tally.add(side, self.layout.pair[k], 1);
            }
            let mobile = !self.facts.promotes[k];
            let mut all = Bits::EMPTY;
            pieces.for_each(|cell| {
                let reached = rules.attacked_from(Piece { side, kind }, cell, pos.occupied());
                all |= reached;
                if mobile {
                    let n = ((reached & open).count() as usize).min(MOBILITY - 1);
                    tally.add(side, self.layout.mobility[k] + n, 1);
                }
                let onto = (reached & zone).count();
                if onto > 0 {
                    attackers += 1;
                    tally.add(side, self.layout.onto_zone[k], onto as i32);
                }
            });
            attacks.by_kind[side.index()][k] = all;
            attacks.all[side.index()] |= all;
        }
        tally.add(
            side,
            self.layout.attackers + attackers.min(ATTACKERS - 1),
            1,
        );
    }

    /// Where the royal piece could go.
    #[inline]
    fn royal<T: Tally>(
        &self,
        rules: &Rules<W>,
        pos: &Pos<W>,
        side: Side,
        attacks: &Attacks<W>,
        tally: &mut T,
    ) {
        let (cell, kind) = pos.royal(side);
        let piece = Piece { side, kind };
        let unsafe_cells = attacks.all[side.other().index()];
        let own = pos.side(side);
        let room = if rules.definition().piece(kind).span.is_some() {
            let body = pos.royal_cells(rules, side);
            let barred = own & !body | unsafe_cells;
            let shifts = rules.shifts_from(piece, cell);
            shifts.filter(|to| !to.meets(barred)).count()
        } else {
            let reached = attacks.by_kind[side.index()][kind.index()];
            (reached & !own & !unsafe_cells).count() as usize
        };
        tally.add(side, self.layout.room + room.min(ROOM - 1), 1);
    }

    /// Enemy pieces attacked by lesser pieces, and those attacked and not defended.
    #[inline]
    fn threats<T: Tally>(&self, pos: &Pos<W>, side: Side, attacks: &Attacks<W>, tally: &mut T) {
        let enemy = side.other();
        let enemies = pos.side(enemy);
        let loose = enemies & attacks.all[side.index()] & !attacks.all[enemy.index()];
        let mut by_lesser = Bits::EMPTY;
        let mut worth = 0;
        let mut of_tier = Bits::EMPTY;
        for &kind in &self.order {
            let k = kind.index();
            if self.worth[k] > worth + worth / 4 {
                // What came before is worth clearly less.
                by_lesser |= of_tier;
                of_tier = Bits::EMPTY;
                worth = self.worth[k];
            }
            of_tier |= attacks.by_kind[side.index()][k];
            let pieces = pos.kind(kind) & enemies;
            let threatened = (pieces & by_lesser).count() as i32;
            if threatened > 0 {
                tally.add(side, self.layout.lesser[k], threatened);
            }
            let hanging = (pieces & loose).count() as i32;
            if hanging > 0 {
                tally.add(side, self.layout.hanging[k], hanging);
            }
        }
    }

    /// Pawns that nothing hinders, that defend each other, that stand behind
    /// one another.
    #[inline]
    fn pawns<T: Tally>(&self, pos: &Pos<W>, side: Side, attacks: &Attacks<W>, tally: &mut T) {
        let (mut mine, mut theirs, mut defended) = (Bits::EMPTY, Bits::EMPTY, Bits::EMPTY);
        for (k, _) in self.facts.promotes.iter().enumerate().filter(|(_, p)| **p) {
            let pieces = pos.kind(Kind::new(k));
            mine |= pieces & pos.side(side);
            theirs |= pieces & pos.side(side.other());
            defended |= attacks.by_kind[side.index()][k];
        }
        let linked = (mine & defended).count() as i32;
        if linked > 0 {
            tally.add(side, self.layout.linked, linked);
        }
        for (k, road) in self.facts.roads[side.index()].iter().enumerate() {
            let Some(road) = road else { continue };
            (pos.kind(Kind::new(k)) & pos.side(side)).for_each(|cell| {
                let ahead = road.ahead[cell.index()];
                if ahead.meets(mine) {
                    tally.add(side, self.layout.stacked, 1);
                }
                if !road.hindered[cell.index()].meets(theirs) {
                    let steps = self.facts.steps(side, Kind::new(k), cell);
                    let n = usize::from(steps.saturating_sub(1)).min(STEPS - 1);
                    tally.add(side, self.layout.passed + n, 1);
                    if !ahead.meets(pos.occupied()) {
                        tally.add(side, self.layout.open + n, 1);
                    }
                }
            });
        }
    }

    /// Holds, bindings and castling rights.
    #[inline]
    fn state<T: Tally>(&self, rules: &Rules<W>, pos: &Pos<W>, side: Side, tally: &mut T) {
        let state = pos.state();
        if state == Default::default() {
            return;
        }
        let definition = rules.definition();
        for hold in 0..definition.holds().len() {
            if state.holds(hold, side) {
                tally.add(side, self.layout.hold + hold, 1);
            }
        }
        if state.bound(side) {
            tally.add(side, self.layout.bound, 1);
        }
        let castlings = definition.castlings().iter().enumerate();
        let rights = castlings.filter(|(i, c)| c.side == side && state.castling >> i & 1 != 0);
        let rights = rights.count() as i32;
        if rights > 0 {
            tally.add(side, self.layout.castling, rights);
        }
    }
}
