//! Which cells are alike: those that a symmetry of the rules takes to each
//! other share their numbers, so that there are fewer to find, and both sides
//! use the same ones.

use hyperrook_geometry::{Bits, Board, Cell, Symmetry, symmetries};
use hyperrook_rules::fast::Rules;
use hyperrook_rules::{Piece, Side};

/// For each side and cell the class of the cell.
#[derive(Clone, Debug)]
pub(crate) struct Classes {
    of: [Vec<u16>; 2],
    /// How many there are.
    pub(crate) count: usize,
}

impl Classes {
    /// The class of a cell to a side.
    #[inline]
    pub(crate) fn of(&self, side: Side, cell: Cell) -> usize {
        usize::from(self.of[side.index()][cell.index()])
    }

    /// The classes of a game's cells.
    pub(crate) fn new<const W: usize>(rules: &Rules<W>) -> Classes {
        let board = rules.definition().board();
        let all = symmetries(board);
        // Cells of White and, behind them, cells of Black.
        let cells = board.len();
        let mut parent: Vec<usize> = (0..2 * cells).collect();
        for side in Side::BOTH {
            for to in Side::BOTH {
                for symmetry in all.iter().filter(|s| keeps(rules, s, side, to)) {
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

/// The least member of a cell's class so far.
fn root(parent: &mut [usize], mut at: usize) -> usize {
    while parent[at] != at {
        parent[at] = parent[parent[at]];
        at = parent[at];
    }
    at
}

fn join(parent: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(parent, a), root(parent, b));
    parent[a.max(b)] = a.min(b);
}

fn number(parent: &mut [usize], board: &Board) -> Classes {
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
    Classes {
        of,
        count: usize::from(count),
    }
}

/// Whether a symmetry takes the moves of one side's pieces on the empty board, and
/// its promotion cells, to those of a side.
fn keeps<const W: usize>(rules: &Rules<W>, symmetry: &Symmetry, side: Side, to: Side) -> bool {
    let definition = rules.definition();
    let mapped = |set: Bits<W>| -> Bits<W> { set.iter().map(|c| symmetry.map(c)).collect() };
    let promotions = definition.promotions().iter().all(|promotion| {
        let cells = |side: Side| promotion.cells[side.index()].resize::<W>();
        mapped(cells(side)) == cells(to)
    });
    promotions
        && definition.kinds().all(|kind| {
            let (mine, theirs) = (Piece { side, kind }, Piece { side: to, kind });
            // Where a piece must promote it never stands, and what is forward there
            // may be anything.
            let stands = |cell: &Cell| {
                let promotion = definition.promotion(side, kind, *cell);
                promotion.is_none_or(|promotion| promotion.optional)
            };
            definition.board().cells().filter(stands).all(|cell| {
                let image = symmetry.map(cell);
                let empty = Bits::EMPTY;
                let captures = rules.attacked_from(mine, cell, empty);
                let moves = rules.moves_from(mine, cell, empty);
                mapped(captures) == rules.attacked_from(theirs, image, empty)
                    && mapped(moves) == rules.moves_from(theirs, image, empty)
            })
        })
}
