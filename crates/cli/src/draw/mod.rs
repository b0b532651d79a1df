//! Boards as characters. A [`SheetLayout`] holds the place of each cell, and [`paint`] draws what
//! the cells show. Text output, play in the terminal and pictures use them.

mod fit;
mod grid;
mod hex;
mod lay_out;
mod layout;
mod promotion;
mod ring;
mod scene;
mod sheet;

pub(crate) use fit::{AvailableSpace, fit};
pub(crate) use layout::{ArrowDirection, SheetLayout, Style};
pub(crate) use promotion::{plain_position, promotion_cells};
pub(crate) use scene::{CellMark, PROMOTION_SIGN, Scene, paint};
pub(crate) use sheet::{CellColour, Ink, Sheet, SheetSpot};

use hyperrook_geometry::{Board, Cell};
use hyperrook_rules::{Definition, Piece, Position, Side};
use lay_out::lay_out;

/// The letter of a piece, in upper case for White.
pub(crate) fn letter(definition: &Definition, piece: Piece) -> char {
    let letter = definition.piece(piece.kind).letter;
    match piece.side {
        Side::White => letter,
        Side::Black => letter.to_ascii_lowercase(),
    }
}

/// The letters of the pieces on all cells of a position.
pub(crate) fn letters(position: &Position) -> Vec<Option<(char, Side)>> {
    let definition = position.game().definition();
    let board = position.game().board();
    let pieces = board.cells().map(|cell| position.piece(cell));
    pieces
        .map(|piece| piece.map(|piece| (letter(definition, piece), piece.side)))
        .collect()
}

/// The cell that a ring is turned to: the starting cell of the royal piece of a side.
pub(crate) fn anchor(definition: &Definition, side: Side) -> Cell {
    let royal = |cell: &Cell| {
        definition
            .start()
            .piece(*cell)
            .is_some_and(|piece| piece.side == side && definition.piece(piece.kind).royal)
    };
    let found = definition.board().cells().find(royal);
    found.unwrap_or_default()
}

/// A scene as lines of text.
pub(crate) fn plain(definition: &Definition, scene: &Scene, flipped: bool) -> String {
    let board: &Board = definition.board();
    let side = if flipped { Side::Black } else { Side::White };
    let style = Style {
        flipped,
        ..Style::plain(board, anchor(definition, side))
    };
    let layout = lay_out(board, &style);
    paint(&layout, board, scene).to_text()
}
