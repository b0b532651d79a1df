//! How games end.

use crate::Side;
use std::fmt;

/// The result of a finished game and the reason for it.
///
/// Displays as the result in a game record: `1-0`, `0-1` or `1/2-1/2`.
///
/// ```
/// use hyperrook_rules::{Outcome, Reason, Side};
///
/// let mate = Outcome::win(Side::Black, Reason::Checkmate);
/// assert_eq!(mate.to_string(), "0-1");
/// let draw = Outcome::draw(Reason::Repetition);
/// assert_eq!(format!("{draw} by {}", draw.reason), "1/2-1/2 by repetition");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The side that has won; `None` for a draw.
    pub winner: Option<Side>,
    /// Why the game is over.
    pub reason: Reason,
}

impl Outcome {
    /// One side has won.
    pub const fn win(winner: Side, reason: Reason) -> Outcome {
        Outcome {
            winner: Some(winner),
            reason,
        }
    }

    /// A draw.
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome {
            winner: None,
            reason,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.winner {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        })
    }
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
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
    /// Neither side has more than its royal piece.
    BareRoyals,
    /// Neither side has the pieces to win.
    TooWeak,
}

impl Reason {
    /// Whether the reason takes precedence over the draws by repetition, move count and
    /// material.
    pub fn precedes_draws(self) -> bool {
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
