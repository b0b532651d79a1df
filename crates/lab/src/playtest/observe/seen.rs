//! The data that the families of measures use: a game, and facts that several of them need.

use hyperrook_geometry::{Cell, CellSet};
use hyperrook_rules::{History, Kind, Move, Outcome, Piece, Position, Side};

/// A game that was played.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// Its moves from the start of the game, including the opening.
    pub history: History,
    /// The number of random plies at the beginning. Most measures exclude them.
    pub opening_plies: usize,
    /// The engine's scores in centipawns for White, one for each position after the opening in
    /// which it moved; empty for random games.
    pub scores: Vec<i32>,
    /// The positions in which all moves were searched.
    pub probes: Vec<Probe>,
    /// The numbers of good moves at the first plies, when both sides choose among the good moves at
    /// random. These moves are not those of the game.
    pub first_choices: Vec<usize>,
}

/// A shallow search of all moves of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Probe {
    /// The number of plies played before.
    pub ply: usize,
    /// The number of legal moves.
    pub legal: usize,
    /// The number of those that are nearly as good as the best one, including it.
    pub good: usize,
}

/// A position after the opening, and the move played in it.
pub(super) struct ObservedPly<'g> {
    /// The number of plies played before.
    pub(super) number: usize,
    pub(super) position: &'g Position,
    pub(super) turn: Side,
    pub(super) legal: Vec<Move>,
    pub(super) in_check: bool,
    pub(super) played: Move,
    /// The kind that moves.
    pub(super) kind: Kind,
    pub(super) captures: CellSet,
}

/// A game with facts that several families of measures need.
pub(super) struct ObservedGame<'g> {
    pub(super) record: &'g GameRecord,
    pub(super) plies: Vec<ObservedPly<'g>>,
    pub(super) outcome: Option<Outcome>,
}

/// The pieces of a position with the cells that name them. A piece of several cells counts
/// once.
pub(super) fn pieces(position: &Position) -> Vec<(Piece, Cell)> {
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

/// Converts a count to the type of the sums.
pub(super) fn number(count: usize) -> f64 {
    count as f64
}
