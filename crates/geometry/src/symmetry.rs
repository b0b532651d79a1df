//! Maps of a board onto itself.

use crate::{Board, Cell, Chart, MAX_AXES};
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

/// Every map of the board onto itself that some chart makes by exchanging axes
/// of one length and kind, turning axes round, and turning cyclic axes on.
///
/// These are the symmetries of the cells; whether a game's rules keep one is
/// for the caller to find out.
pub fn symmetries(board: &Board) -> Vec<Symmetry> {
    let mut found = BTreeSet::new();
    for chart in board.charts() {
        let axes = chart.axes().len();
        // Beyond five axes only reflections: 8 axes have 10 million orders.
        let orders = if axes <= 5 {
            (0..axes).permutations(axes).collect()
        } else {
            vec![(0..axes).collect()]
        };
        for order in orders {
            let fits = order.iter().enumerate().all(|(a, &b)| {
                let (a, b) = (&chart.axes()[a], &chart.axes()[b]);
                a.len == b.len && a.cyclic == b.cyclic
            });
            if fits {
                for flips in 0..1u32 << axes {
                    turned_on(board, chart, &order, flips, &mut found);
                }
            }
        }
    }
    found.into_iter().collect()
}

/// Adds one signed permutation of axes, with every turn of cyclic axes.
fn turned_on(
    board: &Board,
    chart: &Chart,
    order: &[usize],
    flips: u32,
    found: &mut BTreeSet<Symmetry>,
) {
    let mut shifts = vec![[0i16; MAX_AXES]];
    for (a, axis) in chart
        .axes()
        .iter()
        .enumerate()
        .filter(|(_, axis)| axis.cyclic)
    {
        shifts = shifts
            .iter()
            .flat_map(|shift| {
                (0..axis.len as i16).map(move |by| {
                    let mut shift = *shift;
                    shift[a] = by;
                    shift
                })
            })
            .collect();
    }
    for shift in shifts {
        let map: Option<Vec<u8>> = board
            .cells()
            .map(|cell| {
                let from = chart.coordinate(cell);
                let mut to = [0; MAX_AXES];
                for (a, axis) in chart.axes().iter().enumerate() {
                    let value = from[order[a]];
                    let value = if flips >> a & 1 != 0 {
                        axis.len as i16 - 1 - value
                    } else {
                        value
                    };
                    to[a] = value + shift[a];
                }
                chart.at(&to).map(Cell::byte)
            })
            .collect();
        found.extend(map.map(Symmetry));
    }
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
}
