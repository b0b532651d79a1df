//! Ends of the game within the search: baring, mate and stalemate, draws.

use crate::params::MOVE_COUNT_DRAW_NEAR;
use crate::score::{mate_in, mated_in};
use crate::worker::Worker;
use hyperrook_rules::Stalemate;
use hyperrook_rules::fast::{MoveGroup, Pos};

impl<const W: usize> Worker<'_, W> {
    /// The score of a position that ends the game by baring, whatever its moves.
    #[inline]
    pub(crate) fn score_of_baring(&self, pos: &Pos<W>, ply: usize) -> Option<i32> {
        if !self.rules.definition().ends().baring {
            return None;
        }
        let turn = pos.turn();
        if !pos.is_bare(self.rules, turn) && !pos.is_bare(self.rules, turn.other()) {
            return None;
        }
        let outcome = pos.outcome(self.rules)?;
        if !outcome.reason.precedes_draws() {
            return None;
        }
        Some(match outcome.winner {
            None => 0,
            Some(winner) if winner == turn => mate_in(ply),
            Some(_) => mated_in(ply),
        })
    }

    /// The score of a side without moves.
    pub(crate) fn score_without_moves(&self, in_check: bool, ply: usize) -> i32 {
        if in_check {
            return mated_in(ply);
        }
        match self.rules.definition().ends().stalemate {
            Stalemate::Loss => mated_in(ply),
            Stalemate::Win => mate_in(ply),
            _ => 0,
        }
    }

    /// The score of a position that is over by move count, material or repetition, although it may
    /// have legal moves: a draw, unless mate or stalemate comes first. Within the search one
    /// repetition is enough, because a side that repeated once can repeat again.
    #[inline]
    pub(crate) fn score_of_draw(&self, pos: &Pos<W>, in_check: bool, ply: usize) -> Option<i32> {
        if pos.draw_reason(self.rules).is_none() {
            return self.is_repetition(pos).then_some(0);
        }
        // Mate and stalemate take precedence. That is rare, so look for them only if one of them
        // can decide the game.
        let may_be_decided = in_check || self.model.is_stalemate_decisive();
        let is_over = may_be_decided
            && pos
                .outcome(self.rules)
                .is_some_and(|outcome| outcome.reason.precedes_draws());
        Some(if is_over {
            self.score_without_moves(in_check, ply)
        } else {
            0
        })
    }

    /// The move count, in plies, at which the game is drawn; 0 without such a rule.
    #[inline]
    pub(crate) fn draw_plies(&self) -> u32 {
        self.rules.definition().ends().moves.saturating_mul(2)
    }

    /// Whether so few plies are left until the draw by the move count that scores of the table,
    /// which ignore it, must not decide a node.
    #[inline]
    pub(crate) fn is_draw_by_move_count_near(&self, pos: &Pos<W>) -> bool {
        let draw_plies = self.draw_plies();
        draw_plies > 0 && pos.halfmove() + MOVE_COUNT_DRAW_NEAR >= draw_plies
    }

    fn is_repetition(&self, pos: &Pos<W>) -> bool {
        let occurrences_for_draw = self.rules.definition().ends().repetition;
        let keys = &self.key_history;
        if !keys.may_contain(pos.zobrist_key()) {
            return false;
        }
        let reversible = pos
            .reversible_plies(self.rules)
            .min(keys.plies_since_null_move());
        let mut earlier = 0;
        let mut plies_ago = 4;
        while plies_ago <= reversible {
            let at = keys.len() - plies_ago;
            if keys[at] == pos.zobrist_key() {
                if at >= self.game_len {
                    return true;
                }
                earlier += 1;
                if occurrences_for_draw > 0 && earlier + 1 >= occurrences_for_draw {
                    return true;
                }
            }
            plies_ago += 2;
        }
        false
    }

    /// Whether the side to move can end the game with its next move by repetition.
    pub(crate) fn can_draw_by_repetition(&self, pos: &Pos<W>) -> bool {
        if self.nearly_repeated.is_empty() {
            return false;
        }
        let mut found = false;
        pos.moves(self.rules, MoveGroup::All, |mv| {
            if !found {
                let mut after = pos.clone();
                after.make(self.rules, mv);
                found = self.nearly_repeated.contains(&after.zobrist_key());
            }
        });
        found
    }
}
