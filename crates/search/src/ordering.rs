//! Move ordering: the scores that decide in which order moves are searched.

use crate::features::{Feature, Features};
use crate::history::{Continuations, HistoryTables, MoveThreats};
use crate::params::{CAPTURE_HISTORY_DIVISOR, MATERIAL_GAIN_FACTOR, SearchParams};
use crate::stack::SearchNode;
use hyperrook_geometry::Bits;
use hyperrook_rules::fast::{PieceValues, Pos, PossibleChecks, Rules};
use hyperrook_rules::{Kind, Move, MoveClass, Piece};

/// The data that move ordering uses.
#[derive(Clone, Copy)]
pub(crate) struct MoveOrdering<'o, const W: usize> {
    pub(crate) rules: &'o Rules<W>,
    pub(crate) values: &'o PieceValues,
    pub(crate) features: Features,
    pub(crate) params: &'o SearchParams,
    /// The least valuable kind, a pawn in most games.
    pub(crate) least_valuable: Kind,
    pub(crate) histories: &'o HistoryTables,
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
        *node.attacked_by_least_valuable.get_or_init(|| {
            let pos = &node.pos;
            let (side, kind) = (pos.turn().other(), self.least_valuable);
            let attacks = self.rules.attacks_of(Piece { side, kind });
            let mut attacked = Bits::EMPTY;
            (pos.kind(kind) & pos.side(side))
                .for_each(|cell| attacked |= attacks.at(cell, pos.occupied()));
            attacked
        })
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
        let kind = mv.promotion().unwrap_or(piece.kind);
        if checks.contains(kind, mv.destination()) && pos.gives_direct_check(self.rules, mv) {
            score += self.params.check_ordering_bonus;
        }
        score
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
