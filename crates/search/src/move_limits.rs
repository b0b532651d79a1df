//! Upper limits of the number of moves, so that lists of moves need not grow.

use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{Kind, Piece, Side};

/// For each kind, the maximum number of moves of a piece, or of the best piece that it can become,
/// from the best cell of an empty board.
#[derive(Clone, Debug)]
pub(crate) struct MoveLimits {
    of_kinds: Vec<usize>,
    castlings: usize,
}

impl MoveLimits {
    /// The limits of a game.
    pub(crate) fn new<const W: usize>(rules: &Rules<W>) -> MoveLimits {
        let definition = rules.definition();
        let promotions = || definition.promotions().iter();
        let most_from: Vec<usize> = definition
            .kinds()
            .map(|kind| {
                let piece = Piece {
                    side: Side::White,
                    kind,
                };
                let reached = definition.board().cells().map(|cell| {
                    let empty = Default::default();
                    let cells = rules.moves_from(piece, cell, empty)
                        | rules.attacked_from(piece, cell, empty);
                    cells.count() as usize + rules.shifts_from(piece, cell).count() + 1
                });
                let to = promotions().filter(|p| p.pieces.contains(&kind));
                let choices = to.map(|p| p.to.len()).max().unwrap_or(1).max(1);
                reached.max().unwrap_or(0) * choices
            })
            .collect();
        let of = |kind: Kind| {
            let to = promotions().filter(|p| p.pieces.contains(&kind));
            let best = to.flat_map(|p| &p.to).map(|to| most_from[to.index()]).max();
            most_from[kind.index()].max(best.unwrap_or(0))
        };
        MoveLimits {
            of_kinds: definition.kinds().map(of).collect(),
            castlings: definition.castlings().len(),
        }
    }

    /// The maximum number of moves of a side in positions that follow from this one.
    pub(crate) fn of<const W: usize>(&self, pos: &Pos<W>) -> usize {
        let sides = Side::BOTH.map(|side| {
            let pieces = pos.side(side).iter().filter_map(|cell| pos.piece(cell));
            let moves = pieces.map(|piece| self.of_kinds[piece.kind.index()]);
            moves.sum::<usize>() + self.castlings
        });
        sides[0].max(sides[1])
    }
}
