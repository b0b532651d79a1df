//! The heuristics that can be left out, to measure what each is worth.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A heuristic of the search: each changes what is looked at, none what is
/// legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Feature {
    /// Taking over scores of the transposition table.
    HashCuts,
    /// Trying the table's move first.
    HashMove,
    /// Quiet moves that refuted siblings early.
    Killers,
    /// Order by how often moves were good.
    History,
    /// Order by what followed what.
    Continuation,
    /// Order of captures by how often they were good.
    CaptureHistory,
    /// Correcting the evaluation by what searches found.
    Correction,
    /// A shallow look where the score is far below.
    Razoring,
    /// Giving up nodes far above beta.
    ReverseFutility,
    /// Letting the opponent move twice.
    NullMove,
    /// Captures that are good enough at less depth.
    ProbCut,
    /// Less depth where no first move is known.
    InternalReductions,
    /// Leaving out late quiet moves.
    LateMovePruning,
    /// Leaving out quiet moves that cannot reach alpha.
    Futility,
    /// Leaving out moves that lose material.
    ExchangePruning,
    /// Less depth for late moves.
    Reductions,
    /// More depth for a move that has no equal.
    Singular,
    /// More depth for checks.
    CheckExtension,
    /// Narrow windows at the root.
    Aspiration,
    /// Cutting lines longer than a known mate.
    MateDistance,
    /// Leaving out bad captures in quiescence.
    QuietPruning,
}

impl Feature {
    /// All of them, with their names.
    pub const ALL: [(Feature, &str); 21] = [
        (Feature::HashCuts, "hash-cuts"),
        (Feature::HashMove, "hash-move"),
        (Feature::Killers, "killers"),
        (Feature::History, "history"),
        (Feature::Continuation, "continuation"),
        (Feature::CaptureHistory, "capture-history"),
        (Feature::Correction, "correction"),
        (Feature::Razoring, "razoring"),
        (Feature::ReverseFutility, "reverse-futility"),
        (Feature::NullMove, "null-move"),
        (Feature::ProbCut, "probcut"),
        (Feature::InternalReductions, "internal-reductions"),
        (Feature::LateMovePruning, "late-move-pruning"),
        (Feature::Futility, "futility"),
        (Feature::ExchangePruning, "exchange-pruning"),
        (Feature::Reductions, "reductions"),
        (Feature::Singular, "singular"),
        (Feature::CheckExtension, "check-extension"),
        (Feature::Aspiration, "aspiration"),
        (Feature::MateDistance, "mate-distance"),
        (Feature::QuietPruning, "quiet-pruning"),
    ];
}

/// There is no such heuristic.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no heuristic `{0}`; there are {names}", names = names())]
pub struct UnknownFeature(pub String);

fn names() -> String {
    Feature::ALL.map(|(_, name)| name).join(", ")
}

impl FromStr for Feature {
    type Err = UnknownFeature;

    fn from_str(text: &str) -> Result<Feature, UnknownFeature> {
        let known = Feature::ALL.iter().find(|(_, name)| *name == text);
        known
            .map(|(feature, _)| *feature)
            .ok_or_else(|| UnknownFeature(text.to_owned()))
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Feature::ALL[*self as usize].1)
    }
}

/// The heuristics in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features(u32);

impl Default for Features {
    fn default() -> Features {
        Features::all()
    }
}

impl Features {
    /// All of them.
    pub const fn all() -> Features {
        Features(u32::MAX)
    }

    /// Those without which the search is plain alpha-beta with quiescence: none.
    pub const fn none() -> Features {
        Features(0)
    }

    /// These without one.
    #[must_use]
    pub const fn without(self, feature: Feature) -> Features {
        Features(self.0 & !(1 << feature as u32))
    }

    /// These and one more.
    #[must_use]
    pub const fn with(self, feature: Feature) -> Features {
        Features(self.0 | 1 << feature as u32)
    }

    /// Whether one is in use.
    #[inline]
    pub const fn has(self, feature: Feature) -> bool {
        self.0 >> feature as u32 & 1 != 0
    }

    /// These without all that could overlook a forced end within the depth.
    #[must_use]
    pub fn sound(self) -> Features {
        [
            Feature::Razoring,
            Feature::ReverseFutility,
            Feature::NullMove,
            Feature::ProbCut,
            Feature::InternalReductions,
            Feature::LateMovePruning,
            Feature::Futility,
            Feature::ExchangePruning,
            Feature::Reductions,
            Feature::Singular,
        ]
        .into_iter()
        .fold(self, Features::without)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_the_order_of_the_features() {
        for (i, (feature, name)) in Feature::ALL.into_iter().enumerate() {
            assert_eq!(feature as usize, i);
            assert_eq!(name.parse(), Ok(feature));
        }
        assert!("nothing".parse::<Feature>().is_err());
    }
}
