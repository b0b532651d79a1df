//! The slow twin: values found without tables, index or symmetry, by the reference of the rules
//! alone. For small boards.

use crate::{EndgameValue, Material};
use hyperrook_rules::{Definition, Setup, Side, reference};
use std::collections::HashMap;

/// The value of every valid position of a material, and of every position that moves lead to from
/// there, by setup, with the move counts at their initial values.
///
/// It holds all of them in memory, so it is for materials with about 100,000 positions.
pub fn values(definition: &Definition, material: &Material) -> HashMap<Setup, EndgameValue> {
    let mut positions = Positions::default();
    for setup in setups(definition, material) {
        if reference::is_possible(definition, &setup) {
            positions.number(setup);
        }
    }
    let mut at = 0;
    while at < positions.setups.len() {
        let setup = positions.setups[at].clone();
        at += 1;
        let mut moves = Vec::new();
        let value = reference::outcome(definition, &setup).map(|outcome| match outcome.winner {
            None => EndgameValue::Draw,
            Some(winner) if winner == setup.turn => EndgameValue::Win(0),
            Some(_) => EndgameValue::Loss(0),
        });
        if value.is_none() {
            for mv in reference::legal_moves(definition, &setup) {
                let mut after = reference::play(definition, &setup, mv);
                (after.halfmove, after.fullmove) = (0, 1);
                moves.push(positions.number(after));
            }
        }
        positions.moves.push(moves);
        positions.values.push(value);
    }
    positions.solve();
    let values = positions
        .values
        .into_iter()
        .map(|value| value.unwrap_or(EndgameValue::Draw));
    positions.setups.into_iter().zip(values).collect()
}

#[derive(Default)]
struct Positions {
    numbers: HashMap<Setup, usize>,
    setups: Vec<Setup>,
    moves: Vec<Vec<usize>>,
    values: Vec<Option<EndgameValue>>,
}

impl Positions {
    fn number(&mut self, setup: Setup) -> usize {
        let next = self.setups.len();
        let number = *self.numbers.entry(setup.clone()).or_insert(next);
        if number == next {
            self.setups.push(setup);
        }
        number
    }

    /// Passes over all positions until none changes.
    fn solve(&mut self) {
        for plies in 1.. {
            let mut found = Vec::new();
            for (at, moves) in self.moves.iter().enumerate() {
                if self.values[at].is_some() {
                    continue;
                }
                let replies = || moves.iter().map(|&to| self.values[to]);
                if replies().any(|value| value == Some(EndgameValue::Loss(plies - 1))) {
                    found.push((at, EndgameValue::Win(plies)));
                } else if replies().all(|value| matches!(value, Some(EndgameValue::Win(_)))) {
                    found.push((at, EndgameValue::Loss(plies)));
                }
            }
            if found.is_empty() {
                return;
            }
            for (at, value) in found {
                self.values[at] = Some(value);
            }
        }
    }
}

/// Every placement of the pieces of a material, with every possible state, valid or not.
fn setups(definition: &Definition, material: &Material) -> Vec<Setup> {
    let board = definition.board();
    let mut found = vec![Setup::empty(board.len())];
    for side in Side::BOTH {
        for kind in material.kinds(side) {
            let piece = hyperrook_rules::Piece { side, kind };
            let mut next = std::collections::HashSet::new();
            for setup in &found {
                for cell in board.cells() {
                    let Some(body) = definition.body(kind, cell) else {
                        continue;
                    };
                    if body.iter().all(|cell| setup.piece(cell).is_none()) {
                        let mut placed = setup.clone();
                        body.iter().for_each(|cell| placed.put(cell, Some(piece)));
                        next.insert(placed);
                    }
                }
            }
            found = next.into_iter().collect();
        }
    }
    let states = 1u32 << (2 * definition.holds().len());
    let mut all = Vec::new();
    for setup in found {
        for turn in Side::BOTH {
            for holds in 0..states {
                let mut setup = setup.clone();
                setup.turn = turn;
                setup.state.holds = holds as u8;
                all.push(setup);
            }
        }
    }
    all
}
