//! The terms of an evaluation other than piece-square values: one pass over the pieces.

use crate::attacks::Attacks;
use crate::facts::Facts;
use crate::layout::{
    MOBILITY_LEN, PASSED_PAWNS_LEN, ROYAL_ATTACKERS_LEN, ROYAL_MOBILITY_LEN, WeightLayout,
};
use crate::material::{MaterialFacts, PieceTotals};
use crate::mop_up::add_mop_up;
use crate::sink::TermSink;
use hyperrook_geometry::Bits;
use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{Piece, Side};
use smallvec::SmallVec;

/// The cells that each piece of the least valuable kind of one side attacks.
type LeastValuableAttacks<const W: usize> = SmallVec<[Bits<W>; 16]>;

/// The data from which the terms of a position are computed.
pub(crate) struct Terms<'a, const W: usize> {
    pub(crate) layout: &'a WeightLayout,
    pub(crate) facts: &'a Facts<W>,
    pub(crate) material_facts: &'a MaterialFacts,
    pub(crate) rules: &'a Rules<W>,
    pub(crate) pos: &'a Pos<W>,
}

impl<const W: usize> Terms<'_, W> {
    /// Adds all terms of the position.
    #[inline]
    pub(crate) fn add_all<S: TermSink>(&self, material: &PieceTotals, sink: &mut S) {
        let (rules, pos) = (self.rules, self.pos);
        let mut attacks = Attacks::none();
        // Cells that the least valuable kind attacks are not safe for other pieces. The attacks of
        // each of its pieces are used again below.
        let mut by_least_valuable = [Bits::EMPTY; 2];
        let mut by_piece = [LeastValuableAttacks::new(), LeastValuableAttacks::new()];
        if let Some(&kind) = self.material_facts.by_value.first() {
            let occupied = pos.occupied();
            for side in Side::BOTH {
                let attacks = rules.attacks_of(Piece { side, kind });
                (pos.kind(kind) & pos.side(side)).for_each(|cell| {
                    let attacked = attacks.at(cell, occupied);
                    by_least_valuable[side.index()] |= attacked;
                    by_piece[side.index()].push(attacked);
                });
            }
        }
        for side in Side::BOTH {
            let by_piece = &by_piece[side.index()];
            self.add_pieces(side, &by_least_valuable, by_piece, &mut attacks, sink);
        }
        for side in Side::BOTH {
            let (_, kind) = pos.royal(side);
            attacks.add_kind(rules, pos, side, kind);
        }
        for side in Side::BOTH {
            self.add_royal(side, &attacks, sink);
            add_mop_up(
                self.layout,
                self.facts,
                self.material_facts,
                rules,
                pos,
                side,
                material,
                &attacks,
                sink,
            );
        }
        for side in Side::BOTH {
            self.add_threats(side, &attacks, sink);
            if self.material_facts.has_pawns {
                self.add_pawns(side, &attacks, sink);
            }
            self.add_state(side, sink);
        }
        sink.add(pos.turn(), self.layout.tempo, 1);
    }

    /// Mobility, attacks on the enemy royal zone, shield of the own royal zone, pairs.
    #[inline]
    fn add_pieces<S: TermSink>(
        &self,
        side: Side,
        by_least_valuable: &[Bits<W>; 2],
        by_piece: &[Bits<W>],
        attacks: &mut Attacks<W>,
        sink: &mut S,
    ) {
        let (rules, pos, layout, facts) = (self.rules, self.pos, self.layout, self.facts);
        let own = pos.side(side);
        let safe = rules.all() & !own & !by_least_valuable[side.other().index()];
        let royal_zone = |side: Side| {
            let (cell, kind) = pos.royal(side);
            facts.royal_zones[side.index()][kind.index()][cell.index()]
        };
        let (own_zone, enemy_zone) = (royal_zone(side), royal_zone(side.other()));
        let occupied = pos.occupied();
        let mut attackers = 0;
        let mut known = by_piece.iter();
        for &kind in &self.material_facts.by_value {
            let pieces = pos.kind(kind) & own;
            if pieces.is_empty() {
                continue;
            }
            let k = kind.index();
            let shields = (pieces & own_zone).count() as i32;
            if shields > 0 {
                sink.add(side, layout.shield[k], shields);
            }
            if pieces.has_several() {
                sink.add(side, layout.pair[k], 1);
            }
            let counts_mobility = !facts.is_pawn[k];
            let piece_attacks = rules.attacks_of(Piece { side, kind });
            let mut attacked = Bits::EMPTY;
            pieces.for_each(|cell| {
                // The least valuable kind comes first.
                let reached = match known.next() {
                    Some(reached) => *reached,
                    None => piece_attacks.at(cell, occupied),
                };
                attacked |= reached;
                if counts_mobility {
                    let mobility = ((reached & safe).count() as usize).min(MOBILITY_LEN - 1);
                    sink.add(side, layout.mobility[k] + mobility, 1);
                }
                let zone_attacks = (reached & enemy_zone).count();
                if zone_attacks > 0 {
                    attackers += 1;
                    sink.add(side, layout.royal_zone_attacks[k], zone_attacks as i32);
                }
            });
            attacks.set_kind(side, kind, attacked);
        }
        sink.add(
            side,
            layout.royal_attackers + attackers.min(ROYAL_ATTACKERS_LEN - 1),
            1,
        );
    }

    /// The safe cells of the royal piece.
    #[inline]
    fn add_royal<S: TermSink>(&self, side: Side, attacks: &Attacks<W>, sink: &mut S) {
        let (rules, pos) = (self.rules, self.pos);
        let (cell, kind) = pos.royal(side);
        let piece = Piece { side, kind };
        let attacked = attacks.all[side.other().index()];
        let own = pos.side(side);
        let room = if rules.definition().piece(kind).span.is_some() {
            let body = pos.royal_cells(rules, side);
            let barred = own & !body | attacked;
            let shifts = rules.shifts_from(piece, cell);
            shifts.filter(|to| !to.intersects(barred)).count()
        } else {
            let reached = attacks.by_kind[side.index()][kind.index()];
            (reached & !own & !attacked).count() as usize
        };
        sink.add(
            side,
            self.layout.royal_mobility + room.min(ROYAL_MOBILITY_LEN - 1),
            1,
        );
    }

    /// Enemy pieces attacked by less valuable pieces, and those attacked and not
    /// defended.
    #[inline]
    fn add_threats<S: TermSink>(&self, side: Side, attacks: &Attacks<W>, sink: &mut S) {
        let enemy = side.other();
        let enemies = self.pos.side(enemy);
        let loose = enemies & attacks.all[side.index()] & !attacks.all[enemy.index()];
        // Kinds come in the order of value. Kinds of about the same value form a tier, and attacks
        // by lower tiers are threats.
        let mut by_lesser = Bits::EMPTY;
        let mut tier_value = 0;
        let mut by_tier = Bits::EMPTY;
        for &kind in &self.material_facts.by_value {
            let k = kind.index();
            let value = self.material_facts.values[k];
            if value > tier_value + tier_value / 4 {
                by_lesser |= by_tier;
                by_tier = Bits::EMPTY;
                tier_value = value;
            }
            by_tier |= attacks.by_kind[side.index()][k];
            let pieces = self.pos.kind(kind) & enemies;
            if pieces.is_empty() {
                continue;
            }
            let threatened = (pieces & by_lesser).count() as i32;
            if threatened > 0 {
                sink.add(side, self.layout.attacked_by_lesser[k], threatened);
            }
            let hanging = (pieces & loose).count() as i32;
            if hanging > 0 {
                sink.add(side, self.layout.hanging[k], hanging);
            }
        }
    }

    /// Passed pawns, defended pawns and doubled pawns.
    #[inline]
    fn add_pawns<S: TermSink>(&self, side: Side, attacks: &Attacks<W>, sink: &mut S) {
        let (pos, layout, facts) = (self.pos, self.layout, self.facts);
        let (mut own, mut enemy, mut defended) = (Bits::EMPTY, Bits::EMPTY, Bits::EMPTY);
        for &kind in &facts.pawns {
            let pawns = pos.kind(kind);
            own |= pawns & pos.side(side);
            enemy |= pawns & pos.side(side.other());
            defended |= attacks.by_kind[side.index()][kind.index()];
        }
        if own.is_empty() {
            return;
        }
        let defended_count = (own & defended).count() as i32;
        if defended_count > 0 {
            sink.add(side, layout.defended_pawns, defended_count);
        }
        for &kind in &facts.pawns {
            let Some(paths) = &facts.promotion_paths[side.index()][kind.index()] else {
                continue;
            };
            (pos.kind(kind) & pos.side(side)).for_each(|cell| {
                let front_span = paths.front_spans[cell.index()];
                if front_span.intersects(own) {
                    sink.add(side, layout.doubled_pawns, 1);
                }
                if !paths.passed_masks[cell.index()].intersects(enemy) {
                    let distance = paths.distances[cell.index()];
                    let at = usize::from(distance.saturating_sub(1)).min(PASSED_PAWNS_LEN - 1);
                    sink.add(side, layout.passed_pawns + at, 1);
                    if !front_span.intersects(pos.occupied()) {
                        sink.add(side, layout.free_passed_pawns + at, 1);
                    }
                }
            });
        }
    }

    /// Holds, bindings and castling rights.
    #[inline]
    fn add_state<S: TermSink>(&self, side: Side, sink: &mut S) {
        let state = self.pos.state();
        if state == Default::default() {
            return;
        }
        let definition = self.rules.definition();
        for hold in 0..definition.holds().len() {
            if state.holds(hold, side) {
                sink.add(side, self.layout.hold + hold, 1);
            }
        }
        if state.bound(side) {
            sink.add(side, self.layout.bound, 1);
        }
        let castlings = definition.castlings().iter().enumerate();
        let rights = castlings.filter(|(i, c)| c.side == side && state.castling >> i & 1 != 0);
        let rights = rights.count() as i32;
        if rights > 0 {
            sink.add(side, self.layout.castling, rights);
        }
    }
}
