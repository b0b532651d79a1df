//! The conditions of castlings.

use super::list;
use hyperrook_geometry::{Board, Cell, CellSet};
use hyperrook_rules::Castling;

/// Which cells must be empty and not attacked for a castling, as the end of a list in a sentence.
/// Cells are named unless they are those of usual castlings.
pub(super) fn castling_conditions(board: &Board, castling: &Castling, royal: &str) -> String {
    let king = [castling.king_from, castling.king_to];
    let rook = [castling.rook_from, castling.rook_to];
    let movers = CellSet::of(castling.king_from).with(castling.rook_from);
    let names = |cells: CellSet, last| {
        let names: Vec<String> = cells.iter().map(|cell| board.name(cell)).collect();
        list(&names, last)
    };
    let between = row(board, &[king, rook].concat()).map(|row| row & !movers);
    let empty = if between == Some(castling.empty) {
        "the cells between must be empty, ".to_owned()
    } else if castling.empty.any() {
        format!("{} must be empty, ", names(castling.empty, "and"))
    } else {
        String::new()
    };
    if row(board, &king) == Some(castling.safe) {
        format!("{empty}and the {royal} may not be attacked anywhere on its way")
    } else {
        format!(
            "{empty}and no enemy piece may attack {}",
            names(castling.safe, "or")
        )
    }
}

/// The cells of a rank from the leftmost to the rightmost of some cells; `None` if these are not on
/// the same rank.
fn row(board: &Board, ends: &[Cell]) -> Option<CellSet> {
    let rank = |cell: Cell| (board.place(cell).level, board.place(cell).rank);
    let file = |cell: Cell| board.place(cell).file;
    let files = ends.iter().copied().map(file);
    let files = files.clone().min()?..=files.max()?;
    let first = rank(*ends.first()?);
    let is_between = |&cell: &Cell| rank(cell) == first && files.contains(&file(cell));
    let same_rank = ends.iter().all(|&cell| rank(cell) == first);
    same_rank.then(|| board.cells().filter(is_between).collect())
}
