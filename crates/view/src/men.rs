//! Men on the board, with all their cells.

use hyperrook_geometry::{Cell, CellSet};
use hyperrook_rules::{Definition, Man, Position, Side};

/// A man with its cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    /// The man.
    pub(crate) man: Man,
    /// The cell that names it.
    pub(crate) name: Cell,
    /// All its cells.
    pub(crate) body: CellSet,
}

impl Standing {
    /// `the king on e8`.
    pub(crate) fn words(&self, definition: &Definition) -> String {
        let name = &definition.man(self.man.kind).name;
        format!("the {name} on {}", definition.board.name(self.name))
    }

    /// Its cells as numbers, the one that names it first.
    pub(crate) fn cells(&self) -> Vec<usize> {
        named_first(self.name, self.body)
    }
}

/// Cells as numbers, the given one first.
pub(crate) fn named_first(name: Cell, body: CellSet) -> Vec<usize> {
    let others = body.without(name);
    let cells = std::iter::once(name).chain(others.iter());
    cells.map(Cell::index).collect()
}

/// All cells of a set as numbers.
pub(crate) fn numbers(cells: CellSet) -> Vec<usize> {
    cells.iter().map(Cell::index).collect()
}

/// The letter of a man, upper case.
pub(crate) fn letter(definition: &Definition, kind: hyperrook_rules::Kind) -> String {
    definition.man(kind).letter.to_string()
}

/// All men of a position, in the order of the cells that name them.
pub(crate) fn standing(position: &Position) -> Vec<Standing> {
    let definition = position.game().definition();
    let mut taken = CellSet::EMPTY;
    let mut men = Vec::new();
    for name in definition.board.cells() {
        let Some(man) = position.man(name).filter(|_| !taken.contains(name)) else {
            continue;
        };
        let Some(body) = definition.body(man.kind, name) else {
            continue;
        };
        let whole = |cell: Cell| position.man(cell) == Some(man) && !taken.contains(cell);
        if body.iter().all(whole) {
            taken |= body;
            men.push(Standing { man, name, body });
        }
    }
    men
}

/// The man that stands on a cell, with all its cells.
pub(crate) fn standing_on(position: &Position, cell: Cell) -> Option<Standing> {
    let man = position.man(cell)?;
    if position.game().definition().man(man.kind).span.is_none() {
        let body = CellSet::of(cell);
        return Some(Standing {
            man,
            name: cell,
            body,
        });
    }
    let mut men = standing(position).into_iter();
    men.find(|standing| standing.body.contains(cell))
}

/// The royal man of a side.
pub(crate) fn royal(position: &Position, side: Side) -> Option<Standing> {
    standing_on(position, position.royal_cells(side).first()?)
}
