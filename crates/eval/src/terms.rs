//! The terms of an evaluation other than piece-square values: one pass over the pieces.

use crate::attacks::{Attacks, attacked_by_kind};
use crate::facts::Facts;
use crate::kind_terms::KindTerms;
use crate::layout::{
    MOBILITY_LEN, PASSED_PAWNS_LEN, ROYAL_ATTACKERS_LEN, ROYAL_DANGER_LEN, ROYAL_MOBILITY_LEN,
    SAFE_CHECKS_LEN, WeightLayout,
};
use crate::material::{MaterialFacts, PieceTotals};
use crate::mop_up::add_mop_up;
use crate::sink::TermSink;
use hyperrook_geometry::Bits;
use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{Piece, Side};

/// How much a kind that can give check safely adds to the danger of a royal piece, as a multiple of
/// what one attacker adds.
const SAFE_CHECK_DANGER: usize = 3;

/// The data from which the terms of a position are computed.
pub(crate) struct Terms<'a, const W: usize> {
    pub(crate) layout: &'a WeightLayout,
    pub(crate) facts: &'a Facts<W>,
    pub(crate) material_facts: &'a MaterialFacts,
    /// The kinds that are not royal, the least valuable first.
    pub(crate) kinds: &'a [KindTerms],
    pub(crate) rules: &'a Rules<W>,
    pub(crate) pos: &'a Pos<W>,
    /// Whether safe checks and royal danger are counted.
    pub(crate) counts_danger: bool,
}

impl<const W: usize> Terms<'_, W> {
    /// Adds all terms of the position.
    #[inline]
    pub(crate) fn add_all<S: TermSink>(&self, material: &PieceTotals, sink: &mut S) {
        let pos = self.pos;
        let mut attacks = Attacks::by_royal_pieces(self.rules, pos);
        // Cells that the least valuable kind attacks are not safe for other pieces.
        let mut by_least_valuable = [Bits::EMPTY; 2];
        if let Some(terms) = self.kinds.first() {
            for side in Side::BOTH {
                by_least_valuable[side.index()] =
                    attacked_by_kind(self.rules, pos, side, terms.kind);
            }
        }
        for side in Side::BOTH {
            self.add_pieces(side, &by_least_valuable, &mut attacks, sink);
        }
        for side in Side::BOTH {
            if self.counts_danger {
                self.add_royal_danger(side, &attacks, sink);
            }
            self.add_royal(side, &attacks, sink);
            add_mop_up(
                self.layout,
                self.facts,
                self.material_facts,
                self.rules,
                pos,
                side,
                material,
                &attacks,
                sink,
            );
        }
        for side in Side::BOTH {
            self.add_hanging(side, &attacks, sink);
            if self.material_facts.has_pawns {
                self.add_pawns(side, &attacks, sink);
            }
            self.add_state(side, sink);
        }
        sink.add(pos.turn(), self.layout.tempo, 1);
    }

    /// Mobility, attacks on the enemy royal zone, shield of the own royal zone, pairs, and enemy
    /// pieces attacked by less valuable pieces. Collects the attacks of the side.
    #[inline]
    fn add_pieces<S: TermSink>(
        &self,
        side: Side,
        by_least_valuable: &[Bits<W>; 2],
        attacks: &mut Attacks<W>,
        sink: &mut S,
    ) {
        let (rules, pos, facts) = (self.rules, self.pos, self.facts);
        let (own, enemies) = (pos.side(side), pos.side(side.other()));
        let safe = rules.all() & !own & !by_least_valuable[side.other().index()];
        let own_zone = facts.royal_zone(pos, side);
        let enemy_zone = facts.royal_zone(pos, side.other());
        let occupied = pos.occupied();
        let mut attackers = 0;
        // Attacks of the kinds so far, and of those in lower tiers, whose attacks are threats.
        let (mut by_kinds, mut by_lesser) = (Bits::EMPTY, Bits::EMPTY);
        for (i, terms) in self.kinds.iter().enumerate() {
            if terms.starts_tier {
                by_lesser = by_kinds;
            }
            let of_kind = pos.kind(terms.kind);
            let threatened = (of_kind & enemies & by_lesser).count() as i32;
            if threatened > 0 {
                sink.add(side, terms.attacked_by_lesser, threatened);
            }
            let pieces = of_kind & own;
            if pieces.is_empty() {
                continue;
            }
            let shields = (pieces & own_zone).count() as i32;
            if shields > 0 {
                sink.add(side, terms.shield, shields);
            }
            if pieces.has_several() {
                sink.add(side, terms.pair, 1);
            }
            let piece = Piece {
                side,
                kind: terms.kind,
            };
            let piece_attacks = rules.attacks_of(piece);
            // Only attacks on the royal zone are counted for each pawn, and without them nothing.
            let known = by_least_valuable[side.index()];
            if i == 0 && terms.is_pawn && !known.intersects(enemy_zone) {
                by_kinds |= known;
                attacks.by_pawns[side.index()] |= known;
                continue;
            }
            let mut attacked = Bits::EMPTY;
            pieces.for_each(|cell| {
                let reached = piece_attacks.at(cell, occupied);
                attacked |= reached;
                if !terms.is_pawn {
                    let mobility = ((reached & safe).count() as usize).min(MOBILITY_LEN - 1);
                    sink.add(side, terms.mobility + mobility, 1);
                }
                let zone_attacks = (reached & enemy_zone).count();
                if zone_attacks > 0 {
                    attackers += 1;
                    sink.add(side, terms.royal_zone_attacks, zone_attacks as i32);
                }
            });
            by_kinds |= attacked;
            if terms.is_pawn {
                attacks.by_pawns[side.index()] |= attacked;
            } else if self.counts_danger {
                let royal_cells = pos.royal_cells(rules, side.other());
                let checks = rules.attack_origins(piece, royal_cells) & attacked & !own;
                if checks.any() {
                    attacks.possible_checks[side.index()].push((i, checks));
                }
            }
        }
        attacks.all[side.index()] |= by_kinds;
        attacks.by_others[side.index()] = by_kinds;
        attacks.royal_attackers[side.index()] = attackers;
        sink.add(
            side,
            self.layout.royal_attackers + attackers.min(ROYAL_ATTACKERS_LEN - 1),
            1,
        );
    }

    /// The danger of the enemy royal piece: safe checks, and a sum of attackers, checks and attacked
    /// cells near it that no other piece defends. Attacks by hops and by pieces of several cells are
    /// not known here.
    #[inline]
    fn add_royal_danger<S: TermSink>(&self, side: Side, attacks: &Attacks<W>, sink: &mut S) {
        let (rules, pos, enemy) = (self.rules, self.pos, side.other());
        let zone = self.facts.royal_zone(pos, enemy);
        let attacked = attacks.all[side.index()];
        let weak = zone & attacked & !attacks.by_others[enemy.index()];
        let mut danger = attacks.royal_attackers[side.index()] + weak.count() as usize;
        let royal_cells = pos.royal_cells(rules, enemy);
        for &(i, cells) in &attacks.possible_checks[side.index()] {
            let terms = &self.kinds[i];
            let piece = Piece {
                side,
                kind: terms.kind,
            };
            let gives_check =
                |from| royal_cells.any_of(|to| rules.attacks_cell(piece, from, to, pos.occupied()));
            let defended = attacks.all[enemy.index()];
            let mut safe = 0;
            (cells & !defended).for_each(|from| safe += usize::from(gives_check(from)));
            if safe > 0 {
                danger += SAFE_CHECK_DANGER;
                sink.add(side, terms.safe_checks + safe.min(SAFE_CHECKS_LEN) - 1, 1);
            } else if (cells & defended).any_of(gives_check) {
                danger += 1;
            }
        }
        if danger > 0 {
            let at = danger.min(ROYAL_DANGER_LEN) - 1;
            sink.add(side, self.layout.royal_danger + at, 1);
        }
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
            let reached = attacks.by_royal[side.index()];
            (reached & !own & !attacked).count() as usize
        };
        sink.add(
            side,
            self.layout.royal_mobility + room.min(ROYAL_MOBILITY_LEN - 1),
            1,
        );
    }

    /// Enemy pieces that are attacked and not defended.
    #[inline]
    fn add_hanging<S: TermSink>(&self, side: Side, attacks: &Attacks<W>, sink: &mut S) {
        let enemy = side.other();
        let loose = self.pos.side(enemy) & attacks.all[side.index()] & !attacks.all[enemy.index()];
        // Few pieces are loose: look up the kind of each.
        (loose & !self.pos.royal_cells(self.rules, enemy)).for_each(|cell| {
            if let Some(piece) = self.pos.piece(cell) {
                sink.add(side, self.layout.hanging[piece.kind.index()], 1);
            }
        });
    }

    /// Passed pawns, defended pawns and doubled pawns.
    #[inline]
    fn add_pawns<S: TermSink>(&self, side: Side, attacks: &Attacks<W>, sink: &mut S) {
        let (pos, layout, facts) = (self.pos, self.layout, self.facts);
        let (mut own, mut enemy) = (Bits::EMPTY, Bits::EMPTY);
        for &kind in &facts.pawns {
            let pawns = pos.kind(kind);
            own |= pawns & pos.side(side);
            enemy |= pawns & pos.side(side.other());
        }
        if own.is_empty() {
            return;
        }
        let defended_count = (own & attacks.by_pawns[side.index()]).count() as i32;
        if defended_count > 0 {
            sink.add(side, layout.defended_pawns, defended_count);
        }
        for &kind in &facts.pawns {
            let Some(paths) = &facts.promotion_paths[side.index()][kind.index()] else {
                continue;
            };
            (pos.kind(kind) & pos.side(side)).for_each(|cell| {
                let path = &paths[cell.index()];
                if path.front_span.intersects(own) {
                    sink.add(side, layout.doubled_pawns, 1);
                }
                if !path.passed_mask.intersects(enemy) {
                    let at = usize::from(path.distance.saturating_sub(1)).min(PASSED_PAWNS_LEN - 1);
                    sink.add(side, layout.passed_pawns + at, 1);
                    if !path.front_span.intersects(pos.occupied()) {
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
