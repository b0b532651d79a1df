//! Classes of cells. Cells that a symmetry of the rules maps to each other share their
//! weights, so that there are fewer weights to fit and both sides use the same ones.

use hyperrook_geometry::{Bits, Board, Cell, Symmetry, symmetries};
use hyperrook_rules::fast::Rules;
use hyperrook_rules::{Piece, Side};

/// The class of each cell, by side.
#[derive(Clone, Debug)]
pub(crate) struct CellClasses {
    of: [Vec<u16>; 2],
    /// The number of classes.
    pub(crate) count: usize,
}

impl CellClasses {
    /// The class of a cell for a side.
    #[inline]
    pub(crate) fn of(&self, side: Side, cell: Cell) -> usize {
        usize::from(self.of[side.index()][cell.index()])
    }

    /// The classes of a game's cells.
    pub(crate) fn new<const W: usize>(rules: &Rules<W>) -> CellClasses {
        let board = rules.definition().board();
        let all = symmetries(board);
        // A disjoint-set forest over the cells of White, followed by those of Black.
        let cells = board.len();
        let mut parent: Vec<usize> = (0..2 * cells).collect();
        for side in Side::BOTH {
            for to in Side::BOTH {
                for symmetry in all.iter().filter(|s| preserves(rules, s, side, to)) {
                    for cell in board.cells() {
                        let a = side.index() * cells + cell.index();
                        let b = to.index() * cells + symmetry.map(cell).index();
                        join(&mut parent, a, b);
                    }
                }
            }
        }
        number(&mut parent, board)
    }
}

/// The representative (smallest member) of the set of an element.
fn root(parent: &mut [usize], mut at: usize) -> usize {
    while parent[at] != at {
        parent[at] = parent[parent[at]];
        at = parent[at];
    }
    at
}

/// Merges the sets of two elements.
fn join(parent: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(parent, a), root(parent, b));
    parent[a.max(b)] = a.min(b);
}

/// Numbers the sets in the order of their first cells.
fn number(parent: &mut [usize], board: &Board) -> CellClasses {
    let cells = board.len();
    let mut numbers = vec![u16::MAX; 2 * cells];
    let mut count = 0;
    let mut of = [Vec::new(), Vec::new()];
    for at in 0..2 * cells {
        let root = root(parent, at);
        if numbers[root] == u16::MAX {
            numbers[root] = count;
            count += 1;
        }
        of[at / cells].push(numbers[root]);
    }
    CellClasses {
        of,
        count: usize::from(count),
    }
}

/// Whether a symmetry maps the moves of a side's pieces on the empty board, and its
/// promotion cells, to those of a side.
fn preserves<const W: usize>(rules: &Rules<W>, symmetry: &Symmetry, side: Side, to: Side) -> bool {
    let definition = rules.definition();
    let mapped = |set: Bits<W>| -> Bits<W> { set.iter().map(|c| symmetry.map(c)).collect() };
    let promotions = definition.promotions().iter().all(|promotion| {
        let cells = |side: Side| promotion.cells[side.index()].resize::<W>();
        mapped(cells(side)) == cells(to)
    });
    promotions
        && definition.kinds().all(|kind| {
            let (piece, image_piece) = (Piece { side, kind }, Piece { side: to, kind });
            // A piece never stands where it must promote, so its moves there do not
            // matter.
            let can_stand = |cell: &Cell| {
                let promotion = definition.promotion(side, kind, *cell);
                promotion.is_none_or(|promotion| promotion.optional)
            };
            definition.board().cells().filter(can_stand).all(|cell| {
                let image = symmetry.map(cell);
                let empty = Bits::EMPTY;
                let captures = rules.attacked_from(piece, cell, empty);
                let moves = rules.moves_from(piece, cell, empty);
                mapped(captures) == rules.attacked_from(image_piece, image, empty)
                    && mapped(moves) == rules.moves_from(image_piece, image, empty)
            })
        })
}
