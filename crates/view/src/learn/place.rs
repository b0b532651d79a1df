//! Places pieces at random.

use fastrand::Rng;
use hyperrook_geometry::Cell;
use hyperrook_rules::{Definition, Kind, Piece, Setup, Side};

/// Places a piece on free cells, if it finds some within a few trials. Returns the cell
/// that names the piece.
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
        // A piece cannot stand where it must promote.
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

/// The royal kind with which a side starts.
pub(super) fn royal(definition: &Definition, side: Side) -> Option<Kind> {
    let mut pieces = definition.start().pieces.iter().flatten();
    let royal = pieces.find(|piece| piece.side == side && definition.piece(piece.kind).royal);
    royal.map(|piece| piece.kind)
}

/// The kinds that are not royal and are on the board at the start, or can appear by
/// promotion.
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
