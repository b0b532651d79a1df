//! What a game adds to the sums of a run: one file for each family of measures.

mod clarity;
mod moves;
mod pieces;
mod results;
mod rules;
mod scores;

use super::sums::{GameSums, Layout};
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_rules::{History, Kind, Move, Outcome, Piece, Position, Side};

/// A game that was played.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// Its moves from the start of the game, the opening included.
    pub history: History,
    /// The number of random plies at the beginning. Most measures leave them out.
    pub opening_plies: usize,
    /// The engine's scores in centipawns for White, one for each position after the opening
    /// in which it moved; none for random games.
    pub scores: Vec<i32>,
    /// Positions of which all moves were searched.
    pub probes: Vec<Probe>,
}

/// A shallow search of all moves of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Probe {
    /// The plies played before.
    pub ply: usize,
    /// The number of legal moves.
    pub legal: usize,
    /// The number of those nearly as good as the best one, which counts.
    pub good: usize,
}

/// A position after the opening, and the move played in it.
struct Ply<'g> {
    /// The plies played before.
    number: usize,
    position: &'g Position,
    turn: Side,
    legal: Vec<Move>,
    in_check: bool,
    played: Move,
    /// The kind that moves.
    kind: Kind,
    captures: CellSet,
}

/// A game with what several families of measures need to know.
struct Seen<'g> {
    record: &'g GameRecord,
    plies: Vec<Ply<'g>>,
    outcome: Option<Outcome>,
}

/// What a game adds to the sums.
pub fn observe(layout: &Layout, record: &GameRecord) -> GameSums {
    let history = &record.history;
    let moves = history.moves().iter().zip(history.positions()).enumerate();
    let plies = moves
        .skip(record.opening_plies)
        .map(|(number, (&played, position))| Ply {
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
    let seen = Seen {
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

/// The pieces of a position with the cells that name them. A piece of several cells counts
/// once.
fn pieces(position: &Position) -> Vec<(Piece, Cell)> {
    let definition = position.game().definition();
    let mut covered = CellSet::EMPTY;
    let mut found = Vec::new();
    for side in Side::BOTH {
        let body = position.royal_cells(side);
        if !body.has_several() {
            continue;
        }
        covered |= body;
        let named = body.iter().find_map(|cell| {
            let piece = position.piece(cell)?;
            (definition.body(piece.kind, cell) == Some(body)).then_some((piece, cell))
        });
        found.extend(named);
    }
    for cell in position.game().board().cells() {
        if !covered.contains(cell) {
            found.extend(position.piece(cell).map(|piece| (piece, cell)));
        }
    }
    found
}

/// A number as the sums hold it.
fn number(count: usize) -> f64 {
    count as f64
}
