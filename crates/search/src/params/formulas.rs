//! Margins, reductions and bonuses, computed from the search parameters.

use super::SearchParams;

impl SearchParams {
    /// These parameters as the search uses them, with `margin_percent` applied.
    pub(crate) fn applied(mut self) -> SearchParams {
        let percent = self.margin_percent;
        for param in SearchParams::all().iter().filter(|param| param.is_margin) {
            if let Some(value) = self.field(param.name) {
                *value = *value * percent / 100;
            }
        }
        // The window must not be empty, and divisors must not be zero.
        self.aspiration_delta = self.aspiration_delta.max(2);
        self.null_move_eval_per_ply = self.null_move_eval_per_ply.max(1);
        self.futility_history = (self.futility_history * 100 / percent).max(1);
        self.history_per_centipawn = self.history_per_centipawn * 100 / percent;
        self
    }

    /// Razoring: how far below alpha the evaluation must be.
    pub(crate) fn razoring_margin(&self, depth: i32) -> i32 {
        self.razoring_base + self.razoring_factor * depth * depth
    }

    /// Reverse futility pruning: how far above beta the evaluation must be.
    pub(crate) fn reverse_futility_margin(&self, depth: i32, improving: bool) -> i32 {
        self.reverse_futility * (depth - i32::from(improving))
    }

    /// Null-move pruning: how far above beta the static evaluation must be.
    pub(crate) fn null_move_margin(&self, depth: i32) -> i32 {
        self.null_move_base - self.null_move_factor * depth
    }

    /// Null-move pruning: by how many plies the depth is reduced if the evaluation is `above_beta`
    /// centipawns above beta.
    pub(crate) fn null_move_depth(&self, depth: i32, above_beta: i32) -> i32 {
        self.null_move_reduction + depth / 3 + (above_beta / self.null_move_eval_per_ply).min(3)
    }

    /// ProbCut: how far above beta a capture must score.
    pub(crate) fn probcut_margin(&self, improving: bool) -> i32 {
        self.probcut - self.probcut_improving * i32::from(improving)
    }

    /// Late move pruning: after how many moves quiet ones are pruned, in a game with this branching
    /// factor.
    pub(crate) fn late_move_threshold(
        &self,
        depth: i32,
        branching_factor: i32,
        improving: bool,
    ) -> i32 {
        (4 + depth * depth) * branching_factor * self.late_move_percent
            / (3_200 * (2 - i32::from(improving)))
    }

    /// Futility pruning: how far below alpha the static evaluation must be for a quiet move with
    /// this history to be pruned.
    pub(crate) fn futility_margin(&self, lmr_depth: i32, history: i32) -> i32 {
        self.futility_base + self.futility_factor * lmr_depth + history / self.futility_history
    }

    /// SEE pruning: the minimum static exchange value of a tactical move that is searched.
    pub(crate) fn see_tactical_threshold(&self, depth: i32, history: i32) -> i32 {
        let max = self.see_tactical * depth;
        -max - (history / self.see_capture_history).clamp(-max, max)
    }

    /// SEE pruning: the minimum static exchange value of a quiet move that is searched.
    pub(crate) fn see_quiet_threshold(&self, lmr_depth: i32) -> i32 {
        -self.see_quiet * lmr_depth * lmr_depth
    }

    /// Singular extensions: how far all other moves must be below the score of a singular move.
    pub(crate) fn singular_margin(&self, depth: i32) -> i32 {
        self.singular_percent * depth / 100
    }

    /// The history bonus of a quiet move that changed the static evaluation by this gain.
    pub(crate) fn eval_history_bonus(&self, gain: i32) -> i32 {
        let max = self.history_per_centipawn_max;
        (gain * self.history_per_centipawn).clamp(-max, max)
    }

    /// The history bonus of a move that caused a cut-off, and the penalty of those tried before it.
    pub(crate) fn history_bonus(&self, depth: i32) -> i32 {
        (self.history_bonus_factor * depth - self.history_bonus_offset)
            .clamp(0, self.history_bonus_max)
    }

    /// The history bonus of the best move at a node with an exact score.
    pub(crate) fn exact_history_bonus(&self, depth: i32) -> i32 {
        self.history_bonus(depth) * self.exact_history_percent / 100
    }

    /// The history bonus of the quiet move that led to a node in which no move raised alpha.
    pub(crate) fn fail_low_history_bonus(&self, depth: i32) -> i32 {
        self.history_bonus(depth) * self.fail_low_history_percent / 100
    }
}
