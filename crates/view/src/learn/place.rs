//! Pieces put on the board by chance.

use fastrand::Rng;
use hyperrook_geometry::Cell;
use hyperrook_rules::{Definition, Kind, Piece, Setup, Side};

/// Puts a piece on free cells, if a few trials find some. Returns the cell that
/// names it.
pub(super) fn place(
    definition: &Definition,
    setup: &mut Setup,
    piece: Piece,
    random: &mut Rng,
) -> Option<Cell> {
    let cells = definition.board().len();
    (0..40).find_map(|_| {
        let cell = Cell::from_index(random.usize(..cells));
        let body = definition.body(piece.kind, cell)?;
        let free = body.iter().all(|cell| setup.piece(cell).is_none());
        // Where a piece must become something else, it cannot stand.
        let promotion = definition.promotion(piece.side, piece.kind, cell);
        if !free || promotion.is_some_and(|promotion| !promotion.optional) {
            return None;
        }
        for cell in body {
            setup.pieces[cell.index()] = Some(piece);
        }
        Some(cell)
    })
}

/// The royal kind that a side starts with.
pub(super) fn royal(definition: &Definition, side: Side) -> Option<Kind> {
    let mut pieces = definition.start().pieces.iter().flatten();
    let royal = pieces.find(|piece| piece.side == side && definition.piece(piece.kind).royal);
    royal.map(|piece| piece.kind)
}

/// The kinds that are not royal and stand on the board at the start, or can come
/// onto it by promotion.
pub(super) fn ordinary(definition: &Definition) -> Vec<Kind> {
    let appears = |kind: Kind| {
        let mut pieces = definition.start().pieces.iter().flatten();
        let mut promotions = definition.promotions().iter();
        pieces.any(|piece| piece.kind == kind) || promotions.any(|p| p.to.contains(&kind))
    };
    let ordinary = |kind: &Kind| {
        let piece = definition.piece(*kind);
        !piece.royal && piece.span.is_none() && appears(*kind)
    };
    definition.kinds().filter(ordinary).collect()
}
