//! How a position ends the game. Repetition needs a history and is not detected here.

use super::context::MoveContext;
use super::pos::Pos;
use super::sink::{ForEachMove, HasMove};
use crate::compile::Rules;
use crate::{Outcome, Reason, Side, Stalemate};
use hyperrook_geometry::Bits;

impl<const W: usize> Pos<W> {
    /// Whether a side has nothing but its royal piece.
    #[inline]
    pub fn is_bare(&self, rules: &Rules<W>, side: Side) -> bool {
        self.sides[side.index()] == self.royal_cells(rules, side)
    }

    /// Whether the game is over because a side is bare. Does not look for mate or stalemate. A bare
    /// side to move may still bare the other side at once.
    pub fn is_over_by_baring(&self, rules: &Rules<W>) -> bool {
        let enemy = self.turn.other();
        match (self.is_bare(rules, self.turn), self.is_bare(rules, enemy)) {
            (false, false) => false,
            (true, false) => !self.can_bare(rules),
            (_, true) => true,
        }
    }

    /// Whether some legal move leaves the enemy bare.
    fn can_bare(&self, rules: &Rules<W>) -> bool {
        let enemy = self.turn.other();
        let pieces = self.sides[enemy.index()] & !self.royal_cells(rules, enemy);
        let mut found = false;
        let mut look = ForEachMove(|mv| found |= pieces.is_subset(self.captures(rules, mv)));
        self.generate_despite_baring(&MoveContext::new(rules), Bits::FULL, &mut look);
        found
    }

    /// The outcome, if the position ends the game.
    pub fn outcome(&self, rules: &Rules<W>) -> Option<Outcome> {
        let ends = &rules.definition.ends;
        let enemy = self.turn.other();
        let mut any = HasMove::default();
        self.generate_despite_baring(&MoveContext::new(rules), Bits::FULL, &mut any);
        let won_by = |winner, reason| Some(Outcome::win(winner, reason));
        if !any.0 && self.is_in_check(rules, self.turn) {
            return won_by(enemy, Reason::Checkmate);
        }
        let bare = Side::BOTH.map(|side| self.is_bare(rules, side));
        if ends.baring && self.is_over_by_baring(rules) {
            return match (bare[self.turn.index()], bare[enemy.index()]) {
                (true, true) => Some(Outcome::draw(Reason::BothBare)),
                (false, true) => won_by(self.turn, Reason::Baring),
                _ => won_by(enemy, Reason::Baring),
            };
        }
        if !any.0 {
            let winner = match ends.stalemate {
                Stalemate::Draw => None,
                Stalemate::Loss => Some(enemy),
                Stalemate::Win => Some(self.turn),
            };
            return Some(Outcome {
                winner,
                reason: Reason::Stalemate,
            });
        }
        self.draw_reason(rules).map(Outcome::draw)
    }

    /// Why the position is a draw although it has legal moves; `None` if it is not a draw.
    pub fn draw_reason(&self, rules: &Rules<W>) -> Option<Reason> {
        let ends = &rules.definition.ends;
        if ends.moves > 0 && self.halfmove >= ends.moves.saturating_mul(2) {
            return Some(Reason::MoveCount);
        }
        // Both material draws need a bare side.
        let is_bare = |side| self.is_bare(rules, side);
        match (is_bare(Side::White), is_bare(Side::Black)) {
            (false, false) => None,
            (true, true) => ends.bare_royals.then_some(Reason::BareRoyals),
            (true, false) => self
                .is_too_weak(rules, Side::Black)
                .then_some(Reason::TooWeak),
            (false, true) => self
                .is_too_weak(rules, Side::White)
                .then_some(Reason::TooWeak),
        }
    }

    /// Whether a side has only one piece besides its royal piece, of a kind that cannot
    /// win alone.
    fn is_too_weak(&self, rules: &Rules<W>, side: Side) -> bool {
        let pieces = self.sides[side.index()] & !self.royal_cells(rules, side);
        let kind = pieces
            .first()
            .and_then(|cell| self.piece(cell))
            .map(|piece| piece.kind);
        let weak = &rules.definition.ends.too_weak;
        pieces.count() == 1 && kind.is_some_and(|kind| weak.contains(&kind))
    }
}
