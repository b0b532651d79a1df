//! The choice of handicap matches.

use super::army::Army;
use hyperrook_rules::Kind;
use serde::{Deserialize, Serialize};

/// A handicap match: each army has pieces that the other one lacks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ValueHandicap {
    /// The letters of the pieces that the first army has and the second lacks.
    pub has: String,
    /// The letters of the pieces that the second army has and the first lacks.
    pub against: String,
}

/// A match with its kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HandicapMatch {
    pub(super) has: Vec<Kind>,
    pub(super) against: Vec<Kind>,
}

impl HandicapMatch {
    pub(super) fn named(&self, army: &Army) -> ValueHandicap {
        ValueHandicap {
            has: army.letters(&self.has),
            against: army.letters(&self.against),
        }
    }
}

/// The maximum number of units in a set of pieces.
const MAX_UNITS: usize = 4;

/// A unit that is expected to score less does not set the scale alone.
const LEAST_RESULT: f64 = 0.54;
/// The result that tells most about the scale: neither close to even nor one-sided.
const BEST_RESULT: f64 = 0.75;

/// The matches of a game.
///
/// One and two units against nothing give the Elo of a unit. Where a unit hardly shows in the results, a
/// more valuable piece against nothing gives the scale, too. Every other kind is bracketed: it
/// plays against the sets of at most two less valuable pieces and four units that are worth
/// slightly less and slightly more by the evaluation.
pub(super) fn design(army: &Army) -> Vec<HandicapMatch> {
    let mut planned = Vec::new();
    for units in 1..=army.available(army.unit).min(2) {
        planned.push(HandicapMatch {
            has: vec![army.unit; units],
            against: Vec::new(),
        });
    }
    let mut kinds = army.kinds();
    kinds.retain(|&kind| army.available(kind) > 0 && kind != army.unit);
    kinds.sort_by(|&a, &b| army.value(a).total_cmp(&army.value(b)).then(a.cmp(&b)));
    planned.extend(anchor(army, &kinds));
    for (rank, &kind) in kinds.iter().enumerate() {
        for against in brackets(army, kind, &kinds[..rank]) {
            planned.push(HandicapMatch {
                has: vec![kind],
                against,
            });
        }
    }
    planned
}

/// A match against nothing of the piece that shows best, if a unit hardly shows.
fn anchor(army: &Army, kinds: &[Kind]) -> Option<HandicapMatch> {
    if army.expected_result(army.unit) >= LEAST_RESULT {
        return None;
    }
    let cost = |kind: &&Kind| (army.expected_result(**kind) - BEST_RESULT).abs();
    let shown = kinds
        .iter()
        .min_by(|a, b| cost(a).total_cmp(&cost(b)))
        .copied()?;
    Some(HandicapMatch {
        has: vec![shown],
        against: Vec::new(),
    })
}

/// The sets of pieces that are worth slightly less and slightly more than a kind.
fn brackets(army: &Army, kind: Kind, less: &[Kind]) -> Vec<Vec<Kind>> {
    let worth = |set: &[Kind]| set.iter().map(|&k| army.value(k)).sum::<f64>();
    // A set of many pieces must fit better than a set of few.
    let cost = |set: &[Kind]| (worth(set) - army.value(kind)).abs() + 12.0 * set.len() as f64;
    let mut best: [Option<Vec<Kind>>; 2] = [None, None];
    for set in sets(army, less) {
        let side = usize::from(worth(&set) > army.value(kind));
        if best[side]
            .as_ref()
            .is_none_or(|best| cost(&set) < cost(best))
        {
            best[side] = Some(set);
        }
    }
    best.into_iter().flatten().collect()
}

/// All sets of at most two of these kinds and some units, except the empty set.
fn sets(army: &Army, kinds: &[Kind]) -> Vec<Vec<Kind>> {
    let mut sets = vec![Vec::new()];
    for (i, &first) in kinds.iter().enumerate() {
        sets.push(vec![first]);
        for &second in &kinds[i..] {
            if second != first || army.available(first) > 1 {
                sets.push(vec![first, second]);
            }
        }
    }
    let units = army.available(army.unit).min(MAX_UNITS);
    let with_units = sets.iter().flat_map(|set| {
        (0..=units).map(|units| {
            let mut set = set.clone();
            set.extend(vec![army.unit; units]);
            set
        })
    });
    with_units.filter(|set| !set.is_empty()).collect()
}
