//! Parameters of the search that are the same in all games and are not tuned.

use std::ops::RangeInclusive;
use std::time::Duration;

// Aspiration windows.

/// The first iteration with narrow windows.
pub(crate) const ASPIRATION_MIN_DEPTH: i32 = 5;
/// If a window must become wider than this, the bound that the score has reached is removed.
pub(crate) const ASPIRATION_MAX_DELTA: i32 = 600;
/// The maximum number of plies by which a search that fails high repeatedly is reduced.
pub(crate) const ASPIRATION_MAX_REDUCTION: i32 = 3;

/// The next window after a failed one.
pub(crate) fn wider_delta(delta: i32) -> i32 {
    delta + delta / 2 + 5
}

// Pruning.

pub(crate) const RAZORING_MAX_DEPTH: i32 = 3;
/// From this depth on, a null-move cut-off is verified by a search without null moves.
pub(crate) const NULL_MOVE_VERIFICATION_DEPTH: i32 = 14;

/// The number of plies without null moves in a verification search of this depth.
pub(crate) fn null_move_verification_plies(depth: i32) -> usize {
    (3 * depth.max(1) / 4) as usize
}

pub(crate) const INTERNAL_REDUCTION_MIN_DEPTH: i32 = 4;
/// The reduction of the confirming search of ProbCut.
pub(crate) const PROBCUT_REDUCTION: i32 = 4;

// Extensions.

/// How many plies shallower than the node the table entry of a singular move may be.
pub(crate) const SINGULAR_ENTRY_DEPTH: i32 = 3;
/// The maximum number of double extensions on a line.
pub(crate) const MAX_DOUBLE_EXTENSIONS: u32 = 6;

/// The depth of the search without the singular move.
pub(crate) fn singular_depth(depth: i32) -> i32 {
    (depth - 1) / 2
}

// Late move reductions, in parts of 1024 of a ply.

/// One ply.
pub(crate) const PLY: i32 = 1024;
pub(crate) const LMR_MIN_DEPTH: i32 = 2;
/// More children than this that have failed high count as many.
pub(crate) const LMR_CUTOFF_COUNT: u32 = 3;
pub(crate) const ROOT_LMR_MIN_DEPTH: i32 = 3;
/// The number of first moves at the root that are never reduced.
pub(crate) const ROOT_LMR_FULL_MOVES: i32 = 3;

// History.

/// The weight of an error of the static evaluation that a search of this depth has found, in parts
/// of [`CORRECTION_WEIGHT_WHOLE`].
pub(crate) fn correction_weight(depth: i32) -> i32 {
    (depth + 1).min(16)
}

/// The weight at which an error would replace the correction.
pub(crate) const CORRECTION_WEIGHT_WHOLE: i32 = 256;

/// The typical sum of the static evaluations before and after a move that changes nothing, each for
/// its side to move. It is above zero because having the move counts in both.
pub(crate) const EVALS_WITHOUT_CHANGE: i32 = 20;

// Move ordering.

/// How often the material that a move wins counts, against the value of the piece that moves.
pub(crate) const MATERIAL_GAIN_FACTOR: i32 = 16;
/// The capture history that counts as much as one centipawn.
pub(crate) const CAPTURE_HISTORY_DIVISOR: i32 = 8;

// Time.

/// The number of moves for which the time must last, if the time control does not say it.
pub(crate) const EXPECTED_MOVES: f64 = 28.0;
/// The time is divided among at most this many moves.
pub(crate) const MAX_MOVES_TO_GO: u32 = 50;
/// The part of the time that is used at least, however long a reply takes: one in so many.
pub(crate) const MIN_USABLE_DIVISOR: u32 = 10;
/// The part of the increment that is used for each move.
pub(crate) const INCREMENT_SHARE: f64 = 0.75;
/// The hard limit of a move, in multiples of its soft limit.
pub(crate) const HARD_TIME_FACTOR: f64 = 4.0;

/// The time by which the first iteration may exceed the hard limit, if the limit is shorter.
pub(crate) const FIRST_ITERATION_GRACE: Duration = Duration::from_millis(50);

/// The part of the time on the clock that one move may take.
pub(crate) fn max_clock_share(moves_to_go: Option<u32>) -> f64 {
    match moves_to_go {
        Some(1) => 0.9,
        Some(_) => 0.6,
        None => 0.35,
    }
}

/// From this depth on, a move without alternatives is played at once.
pub(crate) const ONLY_MOVE_DEPTH: i32 = 4;
/// Falls of the score count within these bounds, in centipawns. A rise is a negative fall.
pub(crate) const SCORE_DROPS: RangeInclusive<i32> = -50..=150;

/// The share of the nodes of the best move with which a search takes its usual time.
pub(crate) const USUAL_NODE_SHARE: f64 = 0.55;

/// The soft limit is multiplied by this: a search takes longer if the best move has just changed,
/// if its score has fallen, or if most nodes went into other moves.
pub(crate) fn soft_time_factor(
    stable_iterations: u32,
    score_drop: i32,
    best_node_share: f64,
) -> f64 {
    let factor = 1.35 - 0.1 * f64::from(stable_iterations.min(7)) + f64::from(score_drop) / 150.0;
    (factor.max(0.45) * (1.0 + 1.1 * (USUAL_NODE_SHARE - best_node_share))).clamp(0.3, 2.5)
}

// Draws.

/// Scores of the table ignore the move count. With this many plies or fewer left until the draw,
/// they cause no cut-offs; in the main search they still improve the static evaluation.
pub(crate) const MOVE_COUNT_DRAW_NEAR: u32 = 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_takes_longer_if_other_moves_are_hard_to_refute() {
        let factor = |share| soft_time_factor(7, 0, share);
        assert!(factor(0.2) > factor(USUAL_NODE_SHARE));
        assert!(factor(USUAL_NODE_SHARE) > factor(0.95));
        assert!((factor(USUAL_NODE_SHARE) - 0.65).abs() < 1e-9);
    }
}
