//! The contribution of a game to the sums of a run: one file for each family of measures.

mod clarity;
mod moves;
mod pieces;
mod results;
mod rules;
mod scores;
mod seen;

pub use seen::{GameRecord, Probe};

use super::sums::{FigureLayout, GameSums};
use hyperrook_rules::Kind;
use seen::{ObservedGame, ObservedPly};

/// The contribution of a game to the sums.
pub fn observe(layout: &FigureLayout, record: &GameRecord) -> GameSums {
    let history = &record.history;
    let moves = history.moves().iter().zip(history.positions()).enumerate();
    let plies = moves
        .skip(record.opening_plies)
        .map(|(number, (&played, position))| ObservedPly {
            number,
            position,
            turn: position.turn(),
            legal: position.moves(),
            in_check: position.in_check(),
            played,
            kind: position
                .piece(played.origin())
                .map_or(Kind::from_index(0), |piece| piece.kind),
            captures: position.captures(played),
        });
    let seen = ObservedGame {
        record,
        plies: plies.collect(),
        outcome: history.outcome(),
    };
    let mut sums = GameSums::new(layout);
    results::observe(&seen, &mut sums);
    moves::observe(&seen, &mut sums);
    pieces::observe(&seen, &mut sums);
    rules::observe(&seen, &mut sums);
    scores::observe(&seen, &mut sums);
    clarity::observe(&seen, &mut sums);
    sums
}
