//! Inputs that exist during training only: a kind of piece anywhere, or on any cell with a certain
//! coordinate. Their weights are learnt from many positions, even for cells on which the kind is
//! rare. After training they are added to the weights of the inputs.

use hyperrook_geometry::Cell;
use hyperrook_network::{Network, NetworkHeader, NetworkModel};
use hyperrook_rules::{Game, Piece, Side};
use std::collections::HashMap;

/// The shared inputs of each input of a network.
#[derive(Clone, Debug, PartialEq, Default)]
pub(super) struct SharedInputs {
    of_inputs: Vec<Vec<u16>>,
    len: usize,
}

impl SharedInputs {
    pub(super) fn new(game: &Game, header: &NetworkHeader) -> SharedInputs {
        let zeros = |len: usize| vec![0.0; len];
        let hidden = NetworkHeader::HIDDEN_STEP;
        let small = NetworkHeader {
            hidden,
            buckets: 1,
            ..header.clone()
        };
        let inputs = small.inputs();
        let network = Network::from_floats(
            small,
            &zeros(inputs * hidden),
            &zeros(hidden),
            &zeros(2 * hidden),
            &zeros(1),
        );
        let mut shared = SharedInputs {
            of_inputs: vec![Vec::new(); inputs],
            len: 0,
        };
        let Ok(model) = NetworkModel::new(&network, game) else {
            return shared;
        };
        let mut numbers = HashMap::new();
        let board = game.board();
        for perspective in Side::BOTH {
            for side in Side::BOTH {
                for kind in game.definition().kinds() {
                    for cell in board.cells() {
                        let piece = Piece { side, kind };
                        let input = usize::from(model.inputs().piece(perspective, piece, cell));
                        // Both perspectives of a game with a mirror have the same inputs.
                        if !shared.of_inputs[input].is_empty() {
                            continue;
                        }
                        shared.of_inputs[input] = features(game, cell)
                            .into_iter()
                            .map(|feature| {
                                let next = numbers.len() as u16;
                                *numbers
                                    .entry((perspective, side, kind, feature))
                                    .or_insert(next)
                            })
                            .collect();
                    }
                }
            }
        }
        shared.len = numbers.len();
        shared
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The shared inputs of each input, in the order of the inputs.
    pub(super) fn of_inputs(&self) -> &[Vec<u16>] {
        &self.of_inputs
    }
}

/// The features that a piece on a cell shares with the same piece on other cells: its presence, and
/// each coordinate in the chart with the most axes.
fn features(game: &Game, cell: Cell) -> Vec<(usize, i16)> {
    let charts = game.board().charts().iter();
    let chart = charts.max_by_key(|chart| chart.axes().len());
    let axes = chart.map_or(0, |chart| chart.axes().len());
    let coordinates = chart.map(|chart| chart.coordinate(cell));
    let of_axes = coordinates.into_iter().flatten().take(axes).enumerate();
    std::iter::once((0, 0))
        .chain(of_axes.map(|(axis, at)| (axis + 1, at)))
        .collect()
}
