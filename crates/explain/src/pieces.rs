//! Pieces on the board, with all their cells.

use hyperrook_geometry::{Cell, CellSet};
use hyperrook_rules::{Definition, Piece, Position, Side};

/// A piece with its cells.
#[derive(Clone, Copy, Debug)]
pub struct PieceOnBoard {
    /// The piece.
    pub piece: Piece,
    /// The cell that names it.
    pub name: Cell,
    /// All its cells.
    pub body: CellSet,
}

impl PieceOnBoard {
    /// `the king on e8`.
    pub fn words(&self, definition: &Definition) -> String {
        let name = &definition.piece(self.piece.kind).name;
        format!("the {name} on {}", definition.board().name(self.name))
    }

    /// Its cells as numbers, the one that names it first.
    pub fn cells(&self) -> Vec<usize> {
        named_first(self.name, self.body)
    }
}

/// Cells as numbers, the given one first.
pub fn named_first(name: Cell, body: CellSet) -> Vec<usize> {
    let others = body.without(name);
    let cells = std::iter::once(name).chain(others.iter());
    cells.map(Cell::index).collect()
}

/// All cells of a set as numbers.
pub fn numbers(cells: CellSet) -> Vec<usize> {
    cells.iter().map(Cell::index).collect()
}

/// The letter of a piece, upper case.
pub fn letter(definition: &Definition, kind: hyperrook_rules::Kind) -> String {
    definition.piece(kind).letter.to_string()
}

/// All pieces of a position, in the order of the cells that name them.
pub fn standing(position: &Position) -> Vec<PieceOnBoard> {
    let definition = position.game().definition();
    let mut taken = CellSet::EMPTY;
    let mut pieces = Vec::new();
    for name in definition.board().cells() {
        let Some(piece) = position.piece(name).filter(|_| !taken.contains(name)) else {
            continue;
        };
        let Some(body) = definition.body(piece.kind, name) else {
            continue;
        };
        let whole = |cell: Cell| position.piece(cell) == Some(piece) && !taken.contains(cell);
        if body.iter().all(whole) {
            taken |= body;
            pieces.push(PieceOnBoard { piece, name, body });
        }
    }
    pieces
}

/// The piece that stands on a cell, with all its cells.
pub fn standing_on(position: &Position, cell: Cell) -> Option<PieceOnBoard> {
    let piece = position.piece(cell)?;
    if position
        .game()
        .definition()
        .piece(piece.kind)
        .span
        .is_none()
    {
        let body = CellSet::of(cell);
        return Some(PieceOnBoard {
            piece,
            name: cell,
            body,
        });
    }
    let mut pieces = standing(position).into_iter();
    pieces.find(|standing| standing.body.contains(cell))
}

/// The royal piece of a side.
pub fn royal(position: &Position, side: Side) -> Option<PieceOnBoard> {
    standing_on(position, position.royal_cells(side).first()?)
}
