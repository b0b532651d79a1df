//! The inputs of samples, also after an automorphism of the rules.

use super::data::{DataSet, Sample};
use hyperrook_geometry::Cell;
use hyperrook_network::NetworkModel;
use hyperrook_rules::{Automorphism, Game, Kind, Piece, Side};

/// Looks up the inputs of samples.
#[derive(Clone, Debug)]
pub(super) struct Perspectives {
    maps: Vec<Automorphism>,
    /// The number of first maps that keep castlings. The others are only for positions without
    /// castling rights.
    maps_with_castling: usize,
    /// The inputs by map, perspective, code of the piece, and cell.
    inputs: Vec<u16>,
    codes: usize,
    cells: usize,
    model: NetworkModel<'static>,
}

/// The maximum number of automorphisms that keep castlings, and of others, that are used.
const MAX_MAPS: usize = 24;
/// The maximum number of automorphisms that are looked for.
const MAX_FOUND: usize = 400;

impl Perspectives {
    /// The perspectives of a game for the inputs of a model.
    pub(super) fn new(game: &Game, model: NetworkModel<'static>) -> Perspectives {
        let mut maps = identity_first(game, spread(game.automorphisms(false, MAX_FOUND)));
        let maps_with_castling = maps.len();
        if !game.definition().castlings().is_empty() {
            let kinds: Vec<Kind> = game.definition().kinds().collect();
            let mut without = game.automorphisms_of(&kinds, false, MAX_FOUND);
            without.retain(|map| maps.iter().all(|known| known.cells() != map.cells()));
            maps.extend(spread(without));
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
            maps_with_castling,
            inputs,
            codes,
            cells,
            model,
        }
    }

    /// The number of automorphisms by which a sample can be mapped. The first one is the identity.
    #[inline]
    pub(super) fn maps(&self, sample: &Sample) -> usize {
        match sample.state().castling {
            0 => self.maps.len(),
            _ => self.maps_with_castling,
        }
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

/// At most [`MAX_MAPS`] of these automorphisms, from the whole list: the first ones are similar.
fn spread(all: Vec<Automorphism>) -> Vec<Automorphism> {
    let step = all.len().div_ceil(MAX_MAPS).max(1);
    all.into_iter().step_by(step).collect()
}

/// These automorphisms, and the identity before them.
fn identity_first(game: &Game, mut maps: Vec<Automorphism>) -> Vec<Automorphism> {
    if let Some(at) = maps.iter().position(Automorphism::is_identity) {
        maps.swap(0, at);
    } else if let Some(identity) = identity(game) {
        maps.insert(0, identity);
    }
    maps
}

fn identity(game: &Game) -> Option<Automorphism> {
    let cells: Vec<u8> = game.board().cells().map(Cell::byte).collect();
    game.automorphism(&cells, false)
}

#[cfg(test)]
mod tests {
    use super::super::parameters::Parameters;
    use super::super::trial::perspectives_of;
    use super::*;
    use crate::tune::TuningPosition;
    use hyperrook_network::NetworkHeader;
    use hyperrook_rules::Position;

    /// The data of positions, and the inputs of the first layer for a game.
    fn inputs_of(game: &Game, positions: &[Position]) -> (DataSet, Perspectives) {
        let header = NetworkHeader::new(game, NetworkHeader::HIDDEN_STEP, 1, 200.0, "a test");
        let network = Parameters::random(game, &header, 1).network(&header);
        let perspectives = perspectives_of(game, network).unwrap();
        let mut data = DataSet::default();
        let samples = positions.iter().map(|position| TuningPosition {
            position: position.clone(),
            score_cp: 0,
            result: 0.5,
        });
        data.add_game(&samples.collect::<Vec<_>>(), &[]);
        (data, perspectives)
    }

    #[test]
    fn chess_without_castling_rights_is_mirrored() {
        let game = Game::shipped("chess").unwrap();
        let mut position = game.start();
        let board = game.board();
        let cell = |name| board.cell(name).unwrap();
        for (from, to) in [("e2", "e4"), ("e7", "e5"), ("e1", "e2"), ("e8", "e7")] {
            let moves = position.moves_from(cell(from));
            let mv = moves.into_iter().find(|mv| mv.destination() == cell(to));
            position.play(mv.unwrap()).unwrap();
        }
        let kinds: Vec<Kind> = game.definition().kinds().collect();
        let mirrors = game.automorphisms_of(&kinds, false, 10);
        let mirror = mirrors.iter().find(|map| !map.is_identity()).unwrap();
        let mirrored = game.position(&mirror.setup(&position.setup())).unwrap();
        let (data, perspectives) = inputs_of(&game, &[game.start(), position, mirrored]);
        let [start, original, mirrored] = data.samples() else {
            panic!("three samples");
        };
        assert_eq!(
            [start, original].map(|sample| perspectives.maps(sample)),
            [1, 2]
        );
        let inputs = |sample, map| {
            let mut active = [Vec::new(), Vec::new()];
            perspectives.active(&data, sample, map, &mut active);
            active.map(|mut list| {
                list.sort_unstable();
                list
            })
        };
        assert_eq!(inputs(original, 1), inputs(mirrored, 0));
        assert_ne!(inputs(original, 1), inputs(original, 0));
    }

    #[test]
    fn a_game_without_castling_has_one_list_of_maps() {
        for name in ["riftwalker", "twoboards", "raumschach"] {
            let game = Game::shipped(name).unwrap();
            let (_, perspectives) = inputs_of(&game, &[]);
            assert_eq!(
                perspectives.maps_with_castling,
                perspectives.maps.len(),
                "{name}"
            );
        }
    }
}
