//! Move ordering: the scores that decide in which order moves are searched.

use crate::features::{Feature, Features};
use crate::history::{Continuations, HistoryTables, MoveThreats};
use crate::params::{CAPTURE_HISTORY_DIVISOR, MATERIAL_GAIN_FACTOR, SearchParams};
use crate::stack::SearchNode;
use hyperrook_geometry::Bits;
use hyperrook_rules::fast::{PieceValues, Pos, PossibleChecks, Rules};
use hyperrook_rules::{Kind, MAX_KINDS, Move, MoveClass, Piece};

/// The maximum bonus for moving away from an attack by a less valuable piece.
const MAX_ESCAPE_BONUS: i32 = 30_000;

/// The data that move ordering uses.
#[derive(Clone, Copy)]
pub(crate) struct MoveOrdering<'o, const W: usize> {
    pub(crate) rules: &'o Rules<W>,
    pub(crate) values: &'o PieceValues,
    pub(crate) features: Features,
    pub(crate) params: &'o SearchParams,
    /// The least valuable kind, a pawn in most games.
    pub(crate) least_valuable: Kind,
    /// The kinds that are not royal, the least valuable first.
    pub(crate) kinds_by_value: &'o [Kind],
    pub(crate) histories: &'o HistoryTables,
}

/// The cells that less valuable enemy pieces attack, by the kind that they attack.
pub(crate) struct LesserAttacks<const W: usize> {
    by_kind: [Bits<W>; MAX_KINDS],
}

impl<const W: usize> MoveOrdering<'_, W> {
    /// The material that a move wins immediately, in centipawns.
    #[inline]
    pub(crate) fn material_gain(&self, pos: &Pos<W>, mv: Move) -> i32 {
        let value = |kind: Kind| self.values.of(kind);
        let captured = match mv.class() {
            MoveClass::Ordinary => pos
                .piece(mv.destination())
                .map_or(0, |piece| value(piece.kind)),
            MoveClass::Shift | MoveClass::EnPassant => pos
                .captures(self.rules, mv)
                .iter()
                .filter_map(|cell| Some(value(pos.piece(cell)?.kind)))
                .sum(),
            _ => 0,
        };
        match mv.promotion() {
            Some(kind) if mv.class() != MoveClass::Transformation => {
                let before = pos.piece(mv.origin()).map_or(0, |piece| value(piece.kind));
                captured + value(kind) - before
            }
            _ => captured,
        }
    }

    /// The score of a capture or promotion: most valuable victim first, then least
    /// valuable attacker, with capture history.
    #[inline]
    pub(crate) fn tactical_score(&self, pos: &Pos<W>, mv: Move) -> i32 {
        let mover = pos.piece(mv.origin());
        let mover_value = mover.map_or(0, |piece| self.values.of(piece.kind));
        let mut score = self.material_gain(pos, mv) * MATERIAL_GAIN_FACTOR - mover_value;
        if self.features.has(Feature::CaptureHistory) {
            score += self.capture_history(pos, mv) / CAPTURE_HISTORY_DIVISOR;
        }
        score
    }

    /// The capture history of a move.
    #[inline]
    pub(crate) fn capture_history(&self, pos: &Pos<W>, mv: Move) -> i32 {
        let captured = pos.piece(mv.destination()).map(|piece| piece.kind);
        pos.piece(mv.origin())
            .map_or(0, |piece| self.histories.capture(piece.kind, mv, captured))
    }

    /// The cells that the enemy's least valuable kind attacks.
    #[inline]
    fn attacked_by_least_valuable(&self, node: &SearchNode<'_, W>) -> Bits<W> {
        *node
            .attacked_by_least_valuable
            .get_or_init(|| self.attacked_by_enemy(&node.pos, self.least_valuable))
    }

    /// The cells that the enemy's pieces of a kind attack.
    fn attacked_by_enemy(&self, pos: &Pos<W>, kind: Kind) -> Bits<W> {
        let side = pos.turn().other();
        let attacks = self.rules.attacks_of(Piece { side, kind });
        let mut attacked = Bits::EMPTY;
        (pos.kind(kind) & pos.side(side))
            .for_each(|cell| attacked |= attacks.at(cell, pos.occupied()));
        attacked
    }

    /// The cells that less valuable enemy pieces attack.
    pub(crate) fn lesser_attacks(&self, node: &SearchNode<'_, W>) -> Option<LesserAttacks<W>> {
        if self.params.escape_bonus_by_value == 0 {
            return None;
        }
        let value = |kind: &Kind| self.values.of(*kind);
        let own = node.pos.side(node.pos.turn());
        let mut by_kind = [Bits::EMPTY; MAX_KINDS];
        let mut attacked = Bits::EMPTY;
        let mut lesser = self.kinds_by_value.iter().peekable();
        for kind in self.kinds_by_value {
            if (node.pos.kind(*kind) & own).is_empty() {
                continue;
            }
            // Pieces of nearly the same value can be exchanged.
            while let Some(&other) = lesser.next_if(|other| 5 * value(other) < 4 * value(kind)) {
                attacked |= if other == self.least_valuable {
                    self.attacked_by_least_valuable(node)
                } else {
                    self.attacked_by_enemy(&node.pos, other)
                };
            }
            by_kind[kind.index()] = attacked;
        }
        Some(LesserAttacks { by_kind })
    }

    /// The part of the history in which a quiet move is looked up.
    #[inline]
    pub(crate) fn threats(&self, node: &SearchNode<'_, W>, mv: Move) -> MoveThreats {
        if !self.features.has(Feature::ThreatHistory) {
            return MoveThreats::default();
        }
        MoveThreats::new(self.attacked_by_least_valuable(node), mv)
    }

    /// The ordering score of a quiet move: its history, plus a bonus if it gives check or moves a
    /// piece away from an attack by the least valuable kind, minus the same if it moves into such
    /// an attack.
    #[inline]
    pub(crate) fn quiet_order(
        &self,
        node: &SearchNode<'_, W>,
        mv: Move,
        earlier: Continuations,
        checks: &PossibleChecks<W>,
        lesser: Option<&LesserAttacks<W>>,
    ) -> i32 {
        let pos = &node.pos;
        let mut score = self.quiet_score(node, mv, earlier);
        let Some(piece) = pos.piece(mv.origin()) else {
            return score;
        };
        if piece.kind != self.least_valuable {
            let attacked = self.attacked_by_least_valuable(node);
            let escapes = i32::from(attacked.contains(mv.origin()));
            let walks_in = i32::from(attacked.contains(mv.destination()));
            score += self.params.escape_ordering_bonus * (escapes - walks_in);
        }
        if let Some(lesser) = lesser {
            let attacked = &lesser.by_kind[piece.kind.index()];
            let escapes = i32::from(attacked.contains(mv.origin()));
            let walks_in = i32::from(attacked.contains(mv.destination()));
            let bonus = self.params.escape_bonus_by_value * self.values.of(piece.kind);
            score += bonus.min(MAX_ESCAPE_BONUS) * (escapes - walks_in);
        }
        let kind = mv.promotion().unwrap_or(piece.kind);
        if checks.contains(kind, mv.destination())
            && pos.gives_direct_check(self.rules, mv)
            && self.check_is_safe(node, mv)
        {
            score += self.params.check_ordering_bonus;
        }
        score
    }

    /// Whether a move that gives check does not lose too much.
    fn check_is_safe(&self, node: &SearchNode<'_, W>, mv: Move) -> bool {
        let max_loss = self.params.check_ordering_max_loss;
        let context = &node.context;
        max_loss >= 10_000 || context.see_ge(&node.pos, self.values, mv, -max_loss)
    }

    /// The history of a quiet move, including its history as a continuation of the previous moves.
    #[inline(always)]
    pub(crate) fn quiet_score(
        &self,
        node: &SearchNode<'_, W>,
        mv: Move,
        earlier: Continuations,
    ) -> i32 {
        let pos = &node.pos;
        let mut score = 0;
        if self.features.has(Feature::History) {
            let threats = self.threats(node, mv);
            score += self.histories.quiet(pos.turn(), mv, threats);
        }
        if self.features.has(Feature::Continuation)
            && let Some(piece) = pos.piece(mv.origin())
        {
            let now = self.histories.piece_to(piece.kind, mv);
            score += self.histories.continuation(earlier[0], now)
                + self.histories.continuation(earlier[1], now);
        }
        score
    }
}
