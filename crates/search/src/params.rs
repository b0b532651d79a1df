//! Tunable numbers of the search: margins in centipawns, depths in plies, reductions in
//! parts of 1024 of a ply.

// Aspiration windows.

/// The iteration from which on windows are narrow.
pub(crate) const ASPIRATION_MIN_DEPTH: i32 = 5;
/// The first window reaches this far from the last score in both directions.
pub(crate) const ASPIRATION_DELTA: i32 = 14;
/// From windows of this width on, a bound that the score has reached is removed.
pub(crate) const ASPIRATION_MAX_DELTA: i32 = 600;
/// The most plies by which a search that fails high repeatedly is made shallower.
pub(crate) const ASPIRATION_MAX_REDUCTION: i32 = 3;

/// The next window after a failed one.
pub(crate) fn wider_delta(delta: i32) -> i32 {
    delta + delta / 2 + 5
}

// Razoring.

pub(crate) const RAZORING_MAX_DEPTH: i32 = 3;

/// How far below alpha the evaluation must be.
pub(crate) fn razoring_margin(depth: i32) -> i32 {
    180 + 140 * depth * depth
}

// Reverse futility pruning.

pub(crate) const REVERSE_FUTILITY_MAX_DEPTH: i32 = 8;

/// How far above beta the evaluation must be.
pub(crate) fn reverse_futility_margin(depth: i32, improving: bool) -> i32 {
    75 * (depth - i32::from(improving))
}

// Null-move pruning.

pub(crate) const NULL_MOVE_MIN_DEPTH: i32 = 3;
/// From this depth on a cut-off is verified by a search without null moves.
pub(crate) const NULL_MOVE_VERIFICATION_DEPTH: i32 = 14;

/// How far above beta the static evaluation must be.
pub(crate) fn null_move_margin(depth: i32) -> i32 {
    120 - 20 * depth
}

/// By how much depth the search after a null move is reduced, where the evaluation is
/// `above_beta`.
pub(crate) fn null_move_reduction(depth: i32, above_beta: i32) -> i32 {
    4 + depth / 3 + (above_beta / 200).min(3)
}

/// For how many plies null moves are off in a verification search of some depth.
pub(crate) fn null_move_verification_plies(depth: i32) -> usize {
    (3 * depth.max(1) / 4) as usize
}

// Internal iterative reductions.

pub(crate) const INTERNAL_REDUCTION_MIN_DEPTH: i32 = 4;

// ProbCut.

pub(crate) const PROBCUT_MIN_DEPTH: i32 = 5;
/// By how much depth the confirming search is reduced.
pub(crate) const PROBCUT_REDUCTION: i32 = 4;

/// How far above beta a capture must score.
pub(crate) fn probcut_margin(improving: bool) -> i32 {
    180 - 50 * i32::from(improving)
}

// Pruning of moves.

/// The number of first evasions that are never pruned.
pub(crate) const EVASIONS_NEVER_PRUNED: i32 = 4;

pub(crate) const LATE_MOVE_PRUNING_MAX_DEPTH: i32 = 8;

/// After how many moves quiet ones are pruned, in a game of this branching factor.
pub(crate) fn late_move_threshold(depth: i32, branching_factor: i32, improving: bool) -> i32 {
    (4 + depth * depth) * branching_factor / (32 * (2 - i32::from(improving)))
}

pub(crate) const FUTILITY_MAX_LMR_DEPTH: i32 = 7;

/// How far below alpha the static evaluation must be for a quiet move with this history
/// to be pruned.
pub(crate) fn futility_margin(lmr_depth: i32, history: i32) -> i32 {
    90 + 85 * lmr_depth + history / 128
}

pub(crate) const SEE_PRUNING_MAX_DEPTH: i32 = 9;

/// The least static exchange value of a tactical move that is searched.
pub(crate) fn see_tactical_threshold(depth: i32) -> i32 {
    -85 * depth
}

/// The least static exchange value of a quiet move that is searched.
pub(crate) fn see_quiet_threshold(lmr_depth: i32) -> i32 {
    -22 * lmr_depth * lmr_depth
}

// Extensions.

pub(crate) const SINGULAR_MIN_DEPTH: i32 = 7;
/// The table entry of a singular move may be this much shallower than the node.
pub(crate) const SINGULAR_ENTRY_DEPTH: i32 = 3;
/// If all other moves are this far below the singular margin, the extension is doubled.
pub(crate) const DOUBLE_EXTENSION_MARGIN: i32 = 20;
/// The most double extensions on a line.
pub(crate) const MAX_DOUBLE_EXTENSIONS: u32 = 6;

/// How far all other moves must be below the score of a singular move.
pub(crate) fn singular_margin(depth: i32) -> i32 {
    2 * depth
}

/// The depth of the search without the singular move.
pub(crate) fn singular_depth(depth: i32) -> i32 {
    (depth - 1) / 2
}

pub(crate) const CHECK_EXTENSION_MAX_DEPTH: i32 = 10;
/// The number of first moves that are extended outside of the principal variation.
pub(crate) const CHECK_EXTENSION_MAX_MOVES: i32 = 4;

// Late move reductions, in parts of 1024 of a ply.

/// One ply.
pub(crate) const PLY: i32 = 1024;
pub(crate) const LMR_MIN_DEPTH: i32 = 2;
/// The reduction is this plus [`LMR_FACTOR`] times log(depth) times log(move count).
pub(crate) const LMR_BASE: f32 = 430.0;
pub(crate) const LMR_FACTOR: f32 = 430.0;
pub(crate) const LMR_TACTICAL: i32 = -700;
pub(crate) const LMR_QUIET_WITH_TACTICAL_TT_MOVE: i32 = 900;
pub(crate) const LMR_KILLER: i32 = -800;
pub(crate) const LMR_CUT_NODE: i32 = 1200;
pub(crate) const LMR_PV: i32 = -1000;
pub(crate) const LMR_CHECK: i32 = -900;
pub(crate) const LMR_NOT_IMPROVING: i32 = 600;
pub(crate) const LMR_MANY_CUTOFFS: i32 = 600;
/// If more children than this have failed high, their cut-offs are many.
pub(crate) const LMR_CUTOFF_COUNT: u32 = 3;

/// How much less a tactical move with this history is reduced.
pub(crate) fn lmr_capture_history(history: i32) -> i32 {
    history / 12
}

/// How much less a quiet move with this history is reduced.
pub(crate) fn lmr_quiet_history(history: i32) -> i32 {
    history * PLY / 9000
}

pub(crate) const ROOT_LMR_MIN_DEPTH: i32 = 3;
/// The number of first root moves that are never reduced.
pub(crate) const ROOT_LMR_FULL_MOVES: i32 = 3;
/// How much less moves are reduced at the root.
pub(crate) const ROOT_LMR_OFFSET: i32 = -1000;

// Quiescence.

/// Plies of quiescence in which all good captures are searched; later ones search
/// recaptures only.
pub(crate) const ALL_CAPTURES_PLIES: usize = 2;
/// How far below alpha a capture may leave the evaluation.
pub(crate) const DELTA_PRUNING_MARGIN: i32 = 120;
/// The number of evasions that are searched before quiet ones are pruned.
pub(crate) const QUIESCENCE_EVASIONS: i32 = 3;

// Draws.

/// Scores of the table do not take the move count into account. With this many plies or fewer
/// left until the draw they cut off no node of the main search; they still improve the static
/// evaluation there, and quiescence uses them as always.
pub(crate) const MOVE_COUNT_DRAW_NEAR: u32 = 10;

// History.

/// The bonus of a move that caused a cut-off, and the malus of those tried before it.
pub(crate) fn history_bonus(depth: i32) -> i32 {
    (160 * depth - 80).min(1800)
}
