//! Maps of a board onto itself.

use crate::{Board, Cell, Chart, Coordinate, MAX_AXES};
use itertools::Itertools;
use std::collections::BTreeSet;

/// A one-to-one map of the cells of a board onto its cells.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Symmetry(Vec<u8>);

impl Symmetry {
    /// The cell that `cell` is mapped to. A cell that the board does not have is mapped to itself.
    pub fn map(&self, cell: Cell) -> Cell {
        let to = self.0.get(cell.index());
        to.map_or(cell, |&byte| Cell::from_byte(byte))
    }
}

/// The maximum number of symmetries that [`symmetries`] looks for in one chart.
pub const MAX_SYMMETRIES: usize = 10_000;

/// Every map of the board onto itself that a chart makes by exchanging axes of equal length and
/// kind, reversing axes, and rotating cyclic axes.
///
/// These are symmetries of the cells. The caller must check whether the rules of a game keep them.
///
/// Charts with many axes have too many symmetries, so axes are exchanged only in charts with at most
/// five axes. If a chart could still have more than [`MAX_SYMMETRIES`], as some with several cyclic
/// axes do, rotations of cyclic axes are listed apart from the other maps, and no map combines
/// both.
pub fn symmetries(board: &Board) -> Vec<Symmetry> {
    let mut found = BTreeSet::new();
    for chart in board.charts() {
        let signed = signed_orders(chart);
        let turns = if chart.axes().iter().any(|axis| axis.cyclic) {
            board.len()
        } else {
            1
        };
        if signed.len() * turns <= MAX_SYMMETRIES {
            for order in &signed {
                turned_on(board, chart, order, &mut found);
            }
        } else {
            for order in &signed {
                found.extend(map(board, chart, order, &[0; MAX_AXES]));
            }
            let identity = SignedOrder {
                order: (0..chart.axes().len()).collect(),
                flips: 0,
            };
            turned_on(board, chart, &identity, &mut found);
        }
    }
    found.into_iter().collect()
}

/// An order of axes, and which of them are reversed.
struct SignedOrder {
    order: Vec<usize>,
    /// One bit per axis, set if it is reversed.
    flips: u32,
}

/// The ways to exchange axes of equal length and kind and to reverse axes: at most 120 times 32
/// with 5 axes, 256 with 8.
fn signed_orders(chart: &Chart) -> Vec<SignedOrder> {
    let axes = chart.axes();
    let orders = if axes.len() <= 5 {
        (0..axes.len()).permutations(axes.len()).collect()
    } else {
        vec![(0..axes.len()).collect::<Vec<_>>()]
    };
    let fits = |order: &Vec<usize>| {
        order.iter().enumerate().all(|(a, &b)| {
            let (a, b) = (&axes[a], &axes[b]);
            a.len == b.len && a.cyclic == b.cyclic
        })
    };
    orders
        .into_iter()
        .filter(fits)
        .flat_map(|order| {
            (0..1u32 << axes.len()).map(move |flips| SignedOrder {
                order: order.clone(),
                flips,
            })
        })
        .collect()
}

/// Adds one signed order of axes, combined with every rotation of cyclic axes that maps the first
/// cell to a cell.
fn turned_on(board: &Board, chart: &Chart, signed: &SignedOrder, found: &mut BTreeSet<Symmetry>) {
    let Some(first) = board.cells().next() else {
        return;
    };
    let from = signed.apply(chart, first);
    for cell in board.cells() {
        let to = chart.coordinate(cell);
        let mut turn = [0; MAX_AXES];
        for (value, (to, from)) in turn.iter_mut().zip(to.iter().zip(&from)) {
            *value = to - from;
        }
        let mut axes = chart.axes().iter().zip(turn);
        if axes.all(|(axis, by)| axis.cyclic || by == 0) {
            found.extend(map(board, chart, signed, &turn));
        }
    }
}

impl SignedOrder {
    /// The coordinates that a cell is mapped to.
    fn apply(&self, chart: &Chart, cell: Cell) -> Coordinate {
        let from = chart.coordinate(cell);
        let mut to = [0; MAX_AXES];
        for (a, axis) in chart.axes().iter().enumerate() {
            let value = from[self.order[a]];
            to[a] = if self.flips >> a & 1 != 0 {
                axis.len as i16 - 1 - value
            } else {
                value
            };
        }
        to
    }
}

/// The symmetry of a signed order of axes and a rotation, if it maps every cell to a cell.
fn map(board: &Board, chart: &Chart, signed: &SignedOrder, turn: &Coordinate) -> Option<Symmetry> {
    let to = board.cells().map(|cell| {
        let mut to = signed.apply(chart, cell);
        for (value, by) in to.iter_mut().zip(turn) {
            *value += by;
        }
        chart.at(&to).map(Cell::byte)
    });
    to.collect::<Option<Vec<u8>>>().map(Symmetry)
}
