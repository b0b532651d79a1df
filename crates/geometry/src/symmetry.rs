//! Maps of a board onto itself.

use crate::{Board, Cell, Chart, Coordinate, MAX_AXES};
use itertools::Itertools;
use std::collections::BTreeSet;

/// A one-to-one map of the cells of a board onto its cells.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Symmetry(Vec<u8>);

impl Symmetry {
    /// The cell that `cell` goes to. A cell that the board does not have stays
    /// where it is.
    pub fn map(&self, cell: Cell) -> Cell {
        let to = self.0.get(cell.index());
        to.map_or(cell, |&byte| Cell::from_byte(byte))
    }
}

/// The most symmetries that [`symmetries`] looks for in one chart.
pub const MAX_SYMMETRIES: usize = 10_000;

/// Every map of the board onto itself that some chart makes by exchanging axes
/// of one length and kind, turning axes round, and turning cyclic axes on.
///
/// These are the symmetries of the cells; whether a game's rules keep one is
/// for the caller to find out.
///
/// Charts of many axes have too many of them. Axes are exchanged only in charts of at
/// most 5. Where a chart could then still have more than [`MAX_SYMMETRIES`], as some
/// with several cyclic axes do, those that turn cyclic axes on are given apart from the
/// others, and no map does both at once.
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

/// An order of axes, and which of them are turned round.
struct SignedOrder {
    order: Vec<usize>,
    /// A bit an axis.
    flips: u32,
}

/// The ways to exchange axes of one length and kind and to turn axes round: at most
/// 120 times 32 with 5 axes, 256 with 8.
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

/// Adds one signed order of axes, with every turn of cyclic axes that takes the first
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
    /// Where the axes take a cell.
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

/// The symmetry of a signed order of axes and a turn, if every cell goes to a cell.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AxisSpec, BoardSpec, ChartSpec, Drawing};

    #[test]
    fn a_square_has_eight_and_a_ring_two_a_cell() {
        let axis = |name: &str, cyclic| AxisSpec {
            name: name.into(),
            source: name.parse().unwrap(),
            cyclic,
        };
        let square = Board::new(&BoardSpec {
            drawing: Drawing::Flat {
                files: 5,
                ranks: 5,
                blocks: None,
            },
            missing: String::new(),
            charts: vec![ChartSpec {
                name: "flat".into(),
                axes: vec![axis("file", false), axis("rank", false)],
                addressed: false,
            }],
        })
        .unwrap();
        assert_eq!(symmetries(&square).len(), 8);
        let ring = Board::new(&BoardSpec {
            drawing: Drawing::Ring {
                cells: 48,
                sectors: 8,
            },
            missing: String::new(),
            charts: vec![ChartSpec {
                name: "ring".into(),
                axes: vec![axis("file", true)],
                addressed: false,
            }],
        })
        .unwrap();
        assert_eq!(symmetries(&ring).len(), 96);
    }

    fn torus(files: usize, ranks: usize, sources: &[&str]) -> Board {
        let axes = sources.iter().enumerate().map(|(index, source)| AxisSpec {
            name: format!("a{index}"),
            source: source.parse().unwrap(),
            cyclic: true,
        });
        Board::new(&BoardSpec {
            drawing: Drawing::Flat {
                files,
                ranks,
                blocks: None,
            },
            missing: String::new(),
            charts: vec![ChartSpec {
                name: "torus".into(),
                axes: axes.collect(),
                addressed: false,
            }],
        })
        .unwrap()
    }

    #[test]
    fn a_torus_has_eight_a_cell() {
        assert_eq!(symmetries(&torus(6, 6, &["file", "rank"])).len(), 8 * 36);
        // Files and ranks of different lengths cannot be exchanged.
        assert_eq!(symmetries(&torus(5, 6, &["file", "rank"])).len(), 4 * 30);
    }

    #[test]
    fn many_cyclic_axes_take_bounded_time() {
        let bits = |n: &str| {
            [128, 64, 32, 16, 8, 4, 2, 1].map(|by| {
                let by: i32 = by;
                format!("{n} / {by} % 2")
            })
        };
        // Every cell of a cube of eight dimensions, all of them cyclic.
        let (rank, file) = (bits("rank"), bits("file"));
        let digits: Vec<&str> = rank[4..].iter().chain(&file[4..]).map(|s| &**s).collect();
        let cube = torus(16, 16, &digits);
        // Turning an axis of two coordinates round is turning it on by one.
        assert_eq!(symmetries(&cube).len(), 256);
        // Axes of which each alone has many coordinates.
        let sums = [
            "file",
            "rank",
            "file + rank",
            "file - rank",
            "file + file + rank",
            "file + rank + rank",
            "file - rank - rank",
            "file + file - rank",
        ];
        let sparse = torus(16, 16, &sums);
        let found = symmetries(&sparse);
        assert!(found.contains(&Symmetry((0..=255).collect())));
        // Three coordinates on each of five axes could be exchanged in all orders.
        let digits = [
            "file",
            "rank / 27",
            "rank / 9 % 3",
            "rank / 3 % 3",
            "rank % 3",
        ];
        let cube = Board::new(&BoardSpec {
            drawing: Drawing::Flat {
                files: 3,
                ranks: 81,
                blocks: None,
            },
            missing: String::new(),
            charts: vec![ChartSpec {
                name: "cube".into(),
                axes: digits
                    .iter()
                    .enumerate()
                    .map(|(index, source)| AxisSpec {
                        name: format!("a{index}"),
                        source: source.parse().unwrap(),
                        cyclic: true,
                    })
                    .collect(),
                addressed: false,
            }],
        })
        .unwrap();
        // 120 orders of axes, 32 ways to turn them round, and 243 turns, one of which
        // is none.
        assert_eq!(symmetries(&cube).len(), 120 * 32 + 242);
    }
}
