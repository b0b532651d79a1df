//! The static evaluation of a position, its terms, and what each piece adds to it.

use crate::insufficient::InsufficientMaterial;
use hyperrook_eval::Model;
use hyperrook_network::NetworkModel;
use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{Cell, Piece, Side};

/// A static evaluation and its terms. A network counts as one term.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// The score for White, in centipawns.
    pub score_cp: i32,
    /// For each term, its name and its contribution for White, in centipawns.
    pub terms: Vec<(String, i32)>,
}

/// The worth of a piece where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PieceWorth {
    /// The cell of the piece.
    pub cell: Cell,
    /// The piece.
    pub piece: Piece,
    /// How much better its side is evaluated with it than without it, in centipawns. Negative if
    /// the piece is in the way of others.
    pub worth_cp: i32,
}

/// The evaluation: weights, and a network that completes them.
#[derive(Clone, Copy)]
pub(crate) struct Evaluator<'e, const W: usize> {
    pub(crate) model: &'e Model<W>,
    pub(crate) network: Option<&'e NetworkModel<'static>>,
    pub(crate) insufficient: &'e InsufficientMaterial,
}

impl<const W: usize> Evaluator<'_, W> {
    /// The score for White, in centipawns.
    pub(crate) fn score_cp(self, rules: &Rules<W>, pos: &Pos<W>) -> i32 {
        let by_weights = self
            .model
            .evaluate(rules, pos, &self.model.accumulator(pos));
        let by_network = self.network.map_or(0, |network| network.evaluate(pos));
        let score = self
            .insufficient
            .damped(rules, pos, by_weights + by_network);
        for_side(pos.turn(), score)
    }

    /// The evaluation with its terms.
    pub(crate) fn evaluation(self, rules: &Rules<W>, pos: &Pos<W>) -> Evaluation {
        let trace = self.model.trace(rules, pos);
        let by_weights = trace.by_term(self.model).into_iter();
        let mut terms: Vec<(String, i32)> = by_weights
            .map(|(name, cp)| (name, cp.round() as i32))
            .collect();
        if let Some(network) = self.network {
            let score = for_side(pos.turn(), network.evaluate(pos));
            terms.push(("network".to_owned(), score));
        }
        Evaluation {
            score_cp: self.score_cp(rules, pos),
            terms,
        }
    }

    /// The worth of each piece that is not royal.
    pub(crate) fn piece_worths(self, rules: &Rules<W>, pos: &Pos<W>) -> Vec<PieceWorth> {
        let score = self.score_cp(rules, pos);
        let worth = |cell| {
            let piece = pos.piece(cell)?;
            let without = pos.without_piece(rules, cell)?;
            let lost_cp = score - self.score_cp(rules, &without);
            Some(PieceWorth {
                cell,
                piece,
                worth_cp: for_side(piece.side, lost_cp),
            })
        };
        pos.occupied().iter().filter_map(worth).collect()
    }
}

/// Converts a score for White into one for a side, or the reverse.
fn for_side(side: Side, score: i32) -> i32 {
    match side {
        Side::White => score,
        Side::Black => -score,
    }
}
