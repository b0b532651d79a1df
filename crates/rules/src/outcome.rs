//! How games end.

use crate::Side;
use std::fmt;

/// A finished game's result and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The side that has won; `None` for a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: Reason,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The side to move is attacked (threatened) and has no legal move.
    Checkmate,
    /// The side to move is not attacked and has no legal move.
    Stalemate,
    /// A side has nothing but its royal piece and cannot bare the other at once.
    Baring,
    /// Both sides have nothing but their royal pieces, in a game of baring.
    BothBare,
    /// The position has occurred for the third time (or as often as the game says).
    Repetition,
    /// Too many moves without a capture or a pawn move.
    MoveCount,
    /// Royal piece against royal piece.
    BareRoyals,
    /// Neither side has the pieces to win.
    TooWeak,
}

impl Reason {
    /// Whether the reason is looked at before the draws by repetition, move
    /// count and material.
    pub fn comes_first(self) -> bool {
        matches!(
            self,
            Reason::Checkmate | Reason::Stalemate | Reason::Baring | Reason::BothBare
        )
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::Baring => "baring",
            Reason::BothBare => "both sides bare",
            Reason::Repetition => "repetition",
            Reason::MoveCount => "move count",
            Reason::BareRoyals => "bare royal pieces",
            Reason::TooWeak => "too little material",
        })
    }
}
