//! Scores of moves that decide in which order they are searched.

use crate::features::{Feature, Features};
use crate::history::{Continuations, HistoryTables};
use hyperrook_rules::fast::{PieceValues, Pos, Rules};
use hyperrook_rules::{Kind, Move, MoveClass};

/// What the order of moves depends on.
#[derive(Clone, Copy)]
pub(crate) struct MoveOrdering<'o, const W: usize> {
    pub(crate) rules: &'o Rules<W>,
    pub(crate) values: &'o PieceValues,
    pub(crate) features: Features,
    pub(crate) histories: &'o HistoryTables,
}

impl<const W: usize> MoveOrdering<'_, W> {
    /// The material that a move wins at once, in centipawns.
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
        let mut score = self.material_gain(pos, mv) * 16 - mover_value;
        if self.features.has(Feature::CaptureHistory) {
            score += self.capture_history(pos, mv) / 8;
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

    /// The score of a quiet move: its history and that as a continuation of the moves
    /// before.
    #[inline]
    pub(crate) fn quiet_score(&self, pos: &Pos<W>, mv: Move, earlier: Continuations) -> i32 {
        let mut score = 0;
        if self.features.has(Feature::History) {
            score += self.histories.quiet(pos.turn(), mv);
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
