//! Heuristics that can be left out, to measure the worth of each.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A heuristic of the search. It changes which moves are searched and how deep, but not
/// which moves are legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Feature {
    /// Cut-offs by scores of the transposition table.
    TtCutoff,
    /// Searching the move of the transposition table first.
    TtMove,
    /// Killer moves: quiet moves that caused cut-offs in sibling nodes come early.
    Killers,
    /// Quiet moves ordered by their history.
    History,
    /// Separate histories of a quiet move, by whether the enemy's least valuable kind attacks its
    /// origin and its destination.
    ThreatHistory,
    /// Quiet moves ordered by continuation history: the history after the previous moves.
    Continuation,
    /// Captures ordered by their history.
    CaptureHistory,
    /// Correction history: the static evaluation corrected by the results of searches.
    Correction,
    /// Razoring: only quiescence if the evaluation is far below alpha.
    Razoring,
    /// Reverse futility pruning: a cut-off if the evaluation is far above beta.
    ReverseFutility,
    /// Null-move pruning: a cut-off if the score is above beta although the opponent moves
    /// twice.
    NullMove,
    /// ProbCut: a cut-off by a capture that is far above beta at reduced depth.
    ProbCut,
    /// Internal iterative reductions: less depth if the table has no move.
    InternalIterativeReductions,
    /// Late move pruning: late quiet moves are skipped.
    LateMovePruning,
    /// Futility pruning: quiet moves that cannot reach alpha are skipped.
    Futility,
    /// SEE pruning: moves that lose material by static exchange evaluation are skipped.
    SeePruning,
    /// Late move reductions.
    LateMoveReductions,
    /// Singular extensions: more depth for a move that is much better than all others.
    Singular,
    /// Check extensions.
    CheckExtension,
    /// Aspiration windows at the root.
    Aspiration,
    /// Mate distance pruning: lines longer than a known mate are cut off.
    MateDistance,
    /// Delta pruning in quiescence: captures that cannot reach alpha are skipped.
    DeltaPruning,
}

impl Feature {
    /// All heuristics with their names.
    pub const ALL: [(Feature, &str); 22] = [
        (Feature::TtCutoff, "tt-cutoff"),
        (Feature::TtMove, "tt-move"),
        (Feature::Killers, "killers"),
        (Feature::History, "history"),
        (Feature::ThreatHistory, "threat-history"),
        (Feature::Continuation, "continuation"),
        (Feature::CaptureHistory, "capture-history"),
        (Feature::Correction, "correction"),
        (Feature::Razoring, "razoring"),
        (Feature::ReverseFutility, "reverse-futility"),
        (Feature::NullMove, "null-move"),
        (Feature::ProbCut, "probcut"),
        (
            Feature::InternalIterativeReductions,
            "internal-iterative-reductions",
        ),
        (Feature::LateMovePruning, "late-move-pruning"),
        (Feature::Futility, "futility"),
        (Feature::SeePruning, "see-pruning"),
        (Feature::LateMoveReductions, "late-move-reductions"),
        (Feature::Singular, "singular"),
        (Feature::CheckExtension, "check-extension"),
        (Feature::Aspiration, "aspiration"),
        (Feature::MateDistance, "mate-distance"),
        (Feature::DeltaPruning, "delta-pruning"),
    ];
}

/// The error for a name that is not that of a heuristic.
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
    /// All heuristics.
    pub const fn all() -> Features {
        Features(u32::MAX)
    }

    /// No heuristics: plain alpha-beta with quiescence.
    pub const fn none() -> Features {
        Features(0)
    }

    /// These heuristics, without one of them.
    #[must_use]
    pub const fn without(self, feature: Feature) -> Features {
        Features(self.0 & !(1 << feature as u32))
    }

    /// These heuristics, with one added.
    #[must_use]
    pub const fn with(self, feature: Feature) -> Features {
        Features(self.0 | 1 << feature as u32)
    }

    /// Whether a heuristic is in use.
    #[inline]
    pub const fn has(self, feature: Feature) -> bool {
        self.0 >> feature as u32 & 1 != 0
    }

    /// These heuristics, without those that could miss a mate within the depth.
    #[must_use]
    pub fn without_unsound(self) -> Features {
        [
            Feature::Razoring,
            Feature::ReverseFutility,
            Feature::NullMove,
            Feature::ProbCut,
            Feature::InternalIterativeReductions,
            Feature::LateMovePruning,
            Feature::Futility,
            Feature::SeePruning,
            Feature::LateMoveReductions,
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
