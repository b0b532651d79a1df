//! How many moves the pieces of a game can have at most.

use super::move_limits::MoveLimits;
use super::rules::Rules;
use crate::{Piece, Side};

/// The limits of a game.
pub(super) fn move_limits<const W: usize>(rules: &Rules<W>) -> MoveLimits {
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

/// The maximum number of moves of a piece from any cell of an empty board, and to each cell with all
/// choices of promotion there.
fn most_moves<const W: usize>(rules: &Rules<W>, piece: Piece) -> usize {
    let definition = rules.definition();
    // Where a piece that hops gets to, depends on the others.
    let hops = definition.piece(piece.kind).moves.hops();
    let from = |cell| {
        let empty = Default::default();
        let cells = rules.moves_from(piece, cell, empty)
            | rules.double_steps_from(piece, cell)
            | rules.attacked_from(piece, cell, empty);
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
