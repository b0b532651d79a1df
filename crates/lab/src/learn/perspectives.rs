//! The inputs of samples, also after an automorphism of the rules.

use super::data::{DataSet, Sample};
use hyperrook_geometry::Cell;
use hyperrook_network::NetworkModel;
use hyperrook_rules::{Automorphism, Game, Kind, Piece, Side};

/// Looks up the inputs of samples.
#[derive(Clone, Debug)]
pub(super) struct Perspectives {
    maps: Vec<Automorphism>,
    /// The inputs by map, perspective, code of the piece, and cell.
    inputs: Vec<u16>,
    codes: usize,
    cells: usize,
    model: NetworkModel<'static>,
}

/// The maximum number of automorphisms that are used.
const MAX_MAPS: usize = 24;

impl Perspectives {
    /// The perspectives of a game for the inputs of a model.
    pub(super) fn new(game: &Game, model: NetworkModel<'static>) -> Perspectives {
        let all = game.automorphisms(false, 400);
        // The first ones are similar, so take maps from the whole list.
        let step = all.len().div_ceil(MAX_MAPS).max(1);
        let mut maps: Vec<Automorphism> = all.into_iter().step_by(step).collect();
        if let Some(at) = maps.iter().position(Automorphism::is_identity) {
            maps.swap(0, at);
        } else if let Some(identity) = identity(game) {
            maps.insert(0, identity);
        }
        let (codes, cells) = (2 * game.definition().pieces().len(), game.board().len());
        let mut inputs = Vec::with_capacity(maps.len() * 2 * codes * cells);
        for map in &maps {
            for perspective in Side::BOTH {
                for code in 0..codes {
                    let piece = Piece {
                        side: Side::BOTH[code % 2],
                        kind: Kind::from_index(code / 2),
                    };
                    for cell in (0..cells).map(Cell::from_index) {
                        inputs.push(model.inputs().piece(perspective, piece, map.map(cell)));
                    }
                }
            }
        }
        Perspectives {
            maps,
            inputs,
            codes,
            cells,
            model,
        }
    }

    /// The number of automorphisms. The first one is the identity.
    pub(super) fn maps(&self) -> usize {
        self.maps.len()
    }

    /// The inputs of a sample that are on, for the side to move and the other one.
    #[inline]
    pub(super) fn active(
        &self,
        data: &DataSet,
        sample: &Sample,
        map: usize,
        active: &mut [Vec<u16>; 2],
    ) {
        let perspectives = [sample.turn, sample.turn.other()];
        for (perspective, list) in perspectives.into_iter().zip(active) {
            list.clear();
            let table = &self.inputs[(map * 2 + perspective.index()) * self.codes * self.cells..];
            for &(cell, code) in data.pieces(sample) {
                list.push(table[usize::from(code) * self.cells + usize::from(cell)]);
            }
            let state = sample.state();
            if state != Default::default() {
                let state = self.maps[map].state(state);
                list.extend(self.model.inputs().state(perspective, state));
            }
        }
    }
}

fn identity(game: &Game) -> Option<Automorphism> {
    let cells: Vec<u8> = game.board().cells().map(Cell::byte).collect();
    game.automorphism(&cells, false)
}
