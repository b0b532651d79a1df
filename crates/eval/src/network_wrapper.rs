//! What a network does not know well: how to win with a decisive lead. Its score is
//! completed by the mop-up terms.

use crate::attacks::Attacks;
use crate::model::Model;
use crate::mop_up::{add_mop_up, strength};
use hyperrook_rules::Side;
use hyperrook_rules::fast::{Pos, Rules};

impl<const W: usize> Model<W> {
    /// The mop-up terms of a position for the side to move, in centipawns. 0 unless a side is
    /// far ahead and few pawns are left.
    pub fn mop_up(&self, rules: &Rules<W>, pos: &Pos<W>) -> i32 {
        let material = self.material(pos);
        let terms = self.terms(rules, pos);
        if Side::BOTH
            .iter()
            .all(|&side| strength(terms.material_facts, &material, side) <= 0)
        {
            return 0;
        }
        let mut attacks = Attacks::none();
        for side in Side::BOTH {
            for kind in rules.definition().kinds() {
                attacks.add_kind(rules, pos, side, kind);
            }
        }
        let mut sum = self.weighted_sum();
        for side in Side::BOTH {
            add_mop_up(
                terms.layout,
                terms.facts,
                terms.material_facts,
                rules,
                pos,
                side,
                &material,
                &attacks,
                &mut sum,
            );
        }
        self.endgame_score(pos, sum)
    }
}
