//! Attacks: which pieces attack which cells, and over which cells.

use crate::pieces::{PieceOnBoard, numbers, standing};
use crate::types::{Attack, Attackers, CellAttacks};
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_notation::paths::each_piece_path;
use hyperrook_rules::{Definition, Position, Side};

/// For each cell, the pieces that attack it, that is, that could capture an ordinary enemy piece on
/// it. Whether this would expose their own royal piece does not matter, nor do holds.
pub fn attackers(position: &Position) -> Attackers {
    let definition = position.game().definition();
    let occupied = |cell: Cell| position.piece(cell).is_some();
    let pieces = standing(position);
    let paths = pieces
        .iter()
        .map(|piece| Paths::of(definition, piece, &occupied));
    let paths: Vec<Paths> = paths.collect();
    let of_side = |cell: Cell, side: Side| -> Vec<Attack> {
        let from = position.attackers(cell, side);
        let of_pieces = pieces.iter().zip(&paths);
        of_pieces
            .filter(|(piece, _)| piece.body.intersects(from))
            .map(|(piece, paths)| Attack {
                from: piece.name.index(),
                via: paths.to(cell),
            })
            .collect()
    };
    let cells = definition.board().cells();
    Attackers {
        cells: cells
            .map(|cell| CellAttacks {
                white: of_side(cell, Side::White),
                black: of_side(cell, Side::Black),
            })
            .collect(),
    }
}

/// The shortest open path of a piece to each cell that it attacks.
pub(crate) struct Paths(Vec<Option<Vec<usize>>>);

impl Paths {
    /// The paths of a piece if these cells are occupied.
    pub(crate) fn of(
        definition: &Definition,
        piece: &PieceOnBoard,
        occupied: &dyn Fn(Cell) -> bool,
    ) -> Paths {
        let mut paths: Vec<Option<Vec<usize>>> = vec![None; definition.board().len()];
        // A piece of several cells moves all of them at once, so there is no single path to draw.
        if definition.piece(piece.piece.kind).span.is_some() {
            return Paths(paths);
        }
        each_piece_path(definition, piece.piece, piece.name, &mut |end, path| {
            let path = path();
            if !path.attacks(definition, piece.piece, piece.name, occupied) {
                return;
            }
            let best = &mut paths[end.index()];
            let shorter = |best: &Vec<usize>| path.passed.len() < best.len();
            if best.as_ref().is_none_or(shorter) {
                *best = Some(path.passed.iter().map(|cell| cell.index()).collect());
            }
        });
        Paths(paths)
    }

    /// The cells passed on the path to a cell; empty for a leap.
    pub(crate) fn to(&self, cell: Cell) -> Vec<usize> {
        self.0[cell.index()].clone().unwrap_or_default()
    }
}

/// The cells of pieces that are held or bound.
pub fn confined_cells(position: &Position) -> Vec<usize> {
    let sides = Side::BOTH.into_iter();
    let cells = sides
        .filter(|&side| is_confined(position, side))
        .fold(CellSet::EMPTY, |cells, side| {
            cells | position.royal_cells(side)
        });
    numbers(cells)
}

/// Whether the royal piece of a side is held, or bound to its row.
pub(crate) fn is_confined(position: &Position, side: Side) -> bool {
    let state = position.state();
    let mut holds = 0..position.game().definition().holds().len();
    holds.any(|hold| state.holds(hold, side.other())) || state.bound(side)
}
