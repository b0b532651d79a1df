//! What the families of measures look at: a game, and what several of them need to know of it.

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
pub(super) struct ObservedPly<'g> {
    /// The plies played before.
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

/// A game with what several families of measures need to know.
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

/// A number as the sums hold it.
pub(super) fn number(count: usize) -> f64 {
    count as f64
}
