//! The slow twin: values found without tables, index or symmetry, by the reference of the rules
//! alone. For small boards.

use crate::{EndgameValue, Material};
use hyperrook_rules::{Definition, Setup, Side, reference};
use std::collections::HashMap;

/// The value of every valid position of a material, and of every position that moves lead
/// to from there, without regard to the move count: by its setup, with the counts of moves at their
/// beginning.
///
/// It holds all of them in memory, so it is for materials with about 100,000 positions.
pub fn values(definition: &Definition, material: &Material) -> HashMap<Setup, EndgameValue> {
    let positions = Positions::new(definition, material);
    let mut values: Vec<_> = positions.found.iter().map(|found| found.value).collect();
    solve(&mut values, |at| {
        let moves = positions.found[at].moves.iter();
        moves.map(|mv| mv.to).collect()
    });
    let values = values
        .into_iter()
        .map(|value| value.unwrap_or(EndgameValue::Draw));
    positions.setups.into_iter().zip(values).collect()
}

/// The same under the move count: the values of each position for every count, from 0 to that
/// which ends the game.
pub fn values_under_count(
    definition: &Definition,
    material: &Material,
) -> HashMap<Setup, Vec<EndgameValue>> {
    let positions = Positions::new(definition, material);
    let limit = 2 * definition.ends().moves as usize;
    let counts = limit + 1;
    // A position and a count are a state, with a number.
    let mut values = Vec::new();
    for (setup, found) in positions.setups.iter().zip(&positions.found) {
        values.extend((0..limit).map(|_| found.value));
        let mut late = setup.clone();
        late.halfmove = limit as u32;
        values.push(ended(definition, &late));
    }
    solve(&mut values, |state| {
        let (at, count) = (state / counts, state % counts);
        let after = |mv: &TwinMove| mv.to * counts + if mv.zeroes { 0 } else { count + 1 };
        let moves = positions.found[at].moves.iter();
        moves.map(after).collect()
    });
    let of_position = |(at, setup)| {
        let values = &values[at * counts..(at + 1) * counts];
        let values = values.iter().map(|v| v.unwrap_or(EndgameValue::Draw));
        (setup, values.collect())
    };
    let setups = positions.setups.into_iter().enumerate();
    setups.map(of_position).collect()
}

/// A move to a position.
struct TwinMove {
    to: usize,
    /// Whether it resets the move count.
    zeroes: bool,
}

/// What the rules say of a position.
struct TwinPosition {
    /// The value if the game is over, with the move count at its beginning.
    value: Option<EndgameValue>,
    /// None if the game is over.
    moves: Vec<TwinMove>,
}

/// Positions and their numbers.
#[derive(Default)]
struct Positions {
    numbers: HashMap<Setup, usize>,
    setups: Vec<Setup>,
    found: Vec<TwinPosition>,
}

impl Positions {
    /// The positions of a material and those that moves lead to.
    fn new(definition: &Definition, material: &Material) -> Positions {
        let mut positions = Positions::default();
        for setup in setups(definition, material) {
            if reference::is_possible(definition, &setup) {
                positions.number(setup);
            }
        }
        while let Some(setup) = positions.setups.get(positions.found.len()).cloned() {
            let value = ended(definition, &setup);
            let mut moves = Vec::new();
            if value.is_none() {
                for mv in reference::legal_moves(definition, &setup) {
                    let mut after = reference::play(definition, &setup, mv);
                    let zeroes = after.halfmove == 0;
                    (after.halfmove, after.fullmove) = (0, 1);
                    let to = positions.number(after);
                    moves.push(TwinMove { to, zeroes });
                }
            }
            positions.found.push(TwinPosition { value, moves });
        }
        positions
    }

    fn number(&mut self, setup: Setup) -> usize {
        let next = self.setups.len();
        let number = *self.numbers.entry(setup.clone()).or_insert(next);
        if number == next {
            self.setups.push(setup);
        }
        number
    }
}

/// The value of a position that ends the game.
fn ended(definition: &Definition, setup: &Setup) -> Option<EndgameValue> {
    let outcome = reference::outcome(definition, setup)?;
    Some(match outcome.winner {
        None => EndgameValue::Draw,
        Some(winner) if winner == setup.turn => EndgameValue::Win(0),
        Some(_) => EndgameValue::Loss(0),
    })
}

/// Passes over all values until none changes. `replies` names the values that a move from one
/// leads to.
fn solve(values: &mut [Option<EndgameValue>], replies: impl Fn(usize) -> Vec<usize>) {
    for plies in 1.. {
        let mut found = Vec::new();
        for at in (0..values.len()).filter(|&at| values[at].is_none()) {
            let replies = replies(at);
            let mut replies = replies.iter().map(|&to| values[to]);
            if replies
                .clone()
                .any(|value| value == Some(EndgameValue::Loss(plies - 1)))
            {
                found.push((at, EndgameValue::Win(plies)));
            } else if replies.all(|value| matches!(value, Some(EndgameValue::Win(_)))) {
                found.push((at, EndgameValue::Loss(plies)));
            }
        }
        if found.is_empty() {
            return;
        }
        for (at, value) in found {
            values[at] = Some(value);
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
