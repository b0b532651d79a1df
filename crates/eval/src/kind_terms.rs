//! What the evaluation needs to know about each kind, in one place.

use crate::facts::Facts;
use crate::layout::WeightLayout;
use crate::material::MaterialFacts;
use hyperrook_rules::Kind;

/// A kind that is not royal, and the places of its weights.
#[derive(Clone, Debug)]
pub(crate) struct KindTerms {
    pub(crate) kind: Kind,
    pub(crate) is_pawn: bool,
    /// Whether the kind is clearly more valuable than the first kind of the tier before. Kinds of
    /// about the same value form a tier; attacks by lower tiers are threats.
    pub(crate) starts_tier: bool,
    pub(crate) mobility: usize,
    pub(crate) pair: usize,
    pub(crate) royal_zone_attacks: usize,
    pub(crate) shield: usize,
    pub(crate) attacked_by_lesser: usize,
    pub(crate) safe_checks: usize,
}

impl KindTerms {
    /// The kinds of a game that are not royal, the least valuable first.
    pub(crate) fn by_value<const W: usize>(
        layout: &WeightLayout,
        facts: &Facts<W>,
        material_facts: &MaterialFacts,
    ) -> Vec<KindTerms> {
        let mut tier_value = 0;
        let of_kind = |&kind: &Kind| {
            let k = kind.index();
            let value = material_facts.values[k];
            let starts_tier = value > tier_value + tier_value / 4;
            if starts_tier {
                tier_value = value;
            }
            KindTerms {
                kind,
                is_pawn: facts.is_pawn[k],
                starts_tier,
                mobility: layout.mobility[k],
                pair: layout.pair[k],
                royal_zone_attacks: layout.royal_zone_attacks[k],
                shield: layout.shield[k],
                attacked_by_lesser: layout.attacked_by_lesser[k],
                safe_checks: layout.safe_checks[k],
            }
        };
        material_facts.by_value.iter().map(of_kind).collect()
    }
}
