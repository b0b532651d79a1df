//! Playing and counting sequences of legal moves.

use super::make::make;
use super::moves::legal_moves;
use crate::{Definition, Move, MoveClass, Setup};

/// The position after a legal move. The cell passed by a double step is recorded only if a legal
/// move captures there.
pub fn play(def: &Definition, setup: &Setup, mv: Move) -> Setup {
    let mut after = make(def, setup, mv);
    if after.state.en_passant.is_some() {
        let captured = legal_moves(def, &after)
            .iter()
            .any(|reply| reply.class() == MoveClass::EnPassant);
        if !captured {
            after.state.en_passant = None;
        }
    }
    after
}

/// The number of sequences of `depth` legal moves.
pub fn perft(def: &Definition, setup: &Setup, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = legal_moves(def, setup);
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut count = 0;
    for mv in moves {
        count += perft(def, &play(def, setup, mv), depth - 1);
    }
    count
}
