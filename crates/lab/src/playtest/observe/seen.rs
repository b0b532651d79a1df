//! The data that the families of measures use: a game, and facts that several of them need.

use hyperrook_geometry::Bits;
use hyperrook_rules::fast::{MoveContext, Playout, Pos, Rules};
use hyperrook_rules::{History, Kind, MAX_KINDS, Move, MoveClass, Reason, Side};

/// A game of the engine.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// Its moves from the start of the game, including the opening. Moves after the end of the
    /// game are not observed.
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

/// A position and the move played in it.
pub(super) struct ObservedPly<'g, const W: usize> {
    pub(super) rules: &'g Rules<W>,
    pub(super) pos: &'g Pos<W>,
    /// The number of plies played before.
    pub(super) number: usize,
    pub(super) legal: &'g [Move],
    pub(super) played: Move,
    /// The kind that moves.
    pub(super) kind: Kind,
    pub(super) captures: Bits<W>,
    /// The pieces of both sides: see [`pieces`].
    pub(super) pieces: Bits<W>,
    /// How the pieces can move; `None` in check.
    pub(super) mobility: Option<Mobility<W>>,
}

impl<'g, const W: usize> ObservedPly<'g, W> {
    pub(super) fn new(
        rules: &'g Rules<W>,
        (pos, context): (&'g Pos<W>, &MoveContext<'_, W>),
        number: usize,
        legal: &'g [Move],
        played: Move,
    ) -> ObservedPly<'g, W> {
        let pieces = pieces(rules, pos);
        let is_calm = !context.is_in_check(pos);
        ObservedPly {
            rules,
            pos,
            number,
            legal,
            played,
            kind: pos
                .piece(played.origin())
                .map_or(Kind::from_index(0), |piece| piece.kind),
            captures: pos.captures(rules, played),
            pieces,
            mobility: is_calm.then(|| Mobility::new(pos, legal, pieces & pos.side(pos.turn()))),
        }
    }
}

/// The ability of the side to move to move its pieces.
pub(super) struct Mobility<const W: usize> {
    /// Its pieces.
    pub(super) own: Bits<W>,
    /// Those without a legal move.
    pub(super) stuck: Bits<W>,
    /// The number of legal moves by kind.
    pub(super) legal: [u32; MAX_KINDS],
}

impl<const W: usize> Mobility<W> {
    fn new(pos: &Pos<W>, legal_moves: &[Move], own: Bits<W>) -> Mobility<W> {
        let mut stuck = own;
        let mut legal = [0; MAX_KINDS];
        // The moves of a piece come one after another.
        for moves in legal_moves.chunk_by(|a, b| a.origin() == b.origin()) {
            let origin = moves[0].origin();
            stuck.remove(origin);
            if let Some(piece) = pos.piece(origin) {
                legal[piece.kind.index()] += moves.len() as u32;
            }
        }
        Mobility { own, stuck, legal }
    }
}

/// The winner of a game.
pub(super) fn winner<const W: usize>(end: &Playout<W>) -> Option<Side> {
    end.outcome.and_then(|outcome| outcome.winner)
}

/// Whether a game ended for this reason.
pub(super) fn ended_by<const W: usize>(end: &Playout<W>, reason: Reason) -> bool {
    end.outcome.is_some_and(|outcome| outcome.reason == reason)
}

/// The cells that name the pieces of a position. A piece of several cells counts once.
pub(super) fn pieces<const W: usize>(rules: &Rules<W>, pos: &Pos<W>) -> Bits<W> {
    let mut pieces = pos.occupied();
    for side in Side::BOTH {
        // Only royal pieces have several cells.
        pieces &= !pos.royal_cells(rules, side);
        pieces.insert(pos.royal(side).0);
    }
    pieces
}

/// The kind to which a move promotes. A transformation names its new kind in the same way, but is
/// no promotion.
pub(super) fn promotion(mv: Move) -> Option<Kind> {
    mv.promotion()
        .filter(|_| mv.class() != MoveClass::Transformation)
}

/// Converts a count to the type of the sums.
pub(super) fn number(count: usize) -> f64 {
    count as f64
}
