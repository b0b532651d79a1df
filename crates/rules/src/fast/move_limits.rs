//! Upper limits of the number of moves.

use super::pos::Pos;
use crate::compile::Rules;
use crate::{Piece, Side};

/// The maximum number of legal moves of a position, by [`MoveLimits`]. With more, a position could keep
/// a program busy for seconds.
pub(crate) const MAX_MOVES: usize = 16_384;

/// For each kind, the maximum number of moves of a piece, or of the best piece that it can become,
/// from the best cell of an empty board.
#[derive(Clone, Debug, Default)]
pub struct MoveLimits {
    of_kinds: Vec<usize>,
    castlings: usize,
}

impl MoveLimits {
    /// The limits of a game.
    pub(crate) fn new<const W: usize>(rules: &Rules<W>) -> MoveLimits {
        let definition = rules.definition();
        let most_from: Vec<usize> = definition
            .kinds()
            .map(|kind| {
                let sides = Side::BOTH.map(|side| most_moves(rules, Piece { side, kind }));
                sides[0].max(sides[1])
            })
            .collect();
        // A promoted piece may promote again.
        let mut of_kinds = most_from.clone();
        for _ in definition.kinds() {
            for promotion in definition.promotions() {
                let best = promotion.to.iter().map(|to| of_kinds[to.index()]).max();
                for kind in &promotion.pieces {
                    let own = &mut of_kinds[kind.index()];
                    *own = (*own).max(best.unwrap_or(0));
                }
            }
        }
        if let Some(transformation) = definition.transformation() {
            let to = of_kinds[transformation.to.index()];
            let from = &mut of_kinds[transformation.from.index()];
            *from = (*from).max(to);
        }
        MoveLimits {
            of_kinds,
            castlings: definition.castlings().len(),
        }
    }

    /// The maximum number of moves of a side in positions that follow from this one.
    pub fn of<const W: usize>(&self, pos: &Pos<W>) -> usize {
        let sides = Side::BOTH.map(|side| {
            let pieces = pos.side(side).iter().filter_map(|cell| pos.piece(cell));
            let moves = pieces.map(|piece| self.of_kinds[piece.kind.index()]);
            moves.sum::<usize>() + self.castlings
        });
        sides[0].max(sides[1])
    }
}

/// The maximum number of moves of a piece from any cell of an empty board, and to each cell with all
/// choices of promotion there.
fn most_moves<const W: usize>(rules: &Rules<W>, piece: Piece) -> usize {
    let definition = rules.definition();
    // Where a piece that hops gets to, depends on the others.
    let hops = definition.piece(piece.kind).moves.hops();
    let from = |cell| {
        let empty = Default::default();
        let cells = rules.moves_from(piece, cell, empty) | rules.attacked_from(piece, cell, empty);
        let cells = if hops { rules.all } else { cells };
        let moves = cells.iter().map(|to| {
            let promotion = definition.promotion(piece.side, piece.kind, to);
            promotion.map_or(1, |promotion| {
                promotion.to.len() + usize::from(promotion.optional)
            })
        });
        // The one more is a transformation.
        moves.sum::<usize>() + rules.shifts_from(piece, cell).count() + 1
    };
    let cells = definition.board().cells();
    cells.map(from).max().unwrap_or(0)
}
