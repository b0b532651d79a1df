//! Why games end.

use hyperrook_rules::Reason;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Why a game ended: by its rules, or by its players.
// The aliases are the words of version 0.1.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub enum EndReason {
    /// The side to move is attacked and has no legal move.
    #[serde(rename = "checkmate")]
    Checkmate,
    /// The side to move is not attacked and has no legal move.
    #[serde(rename = "stalemate")]
    Stalemate,
    /// One side, or both, have nothing but their royal pieces, in a game of baring.
    #[serde(rename = "baring", alias = "bared")]
    Baring,
    /// The position has occurred as often as the game allows.
    #[serde(rename = "repetition")]
    Repetition,
    /// As many moves as the game allows without one that begins the move count anew: in most
    /// games fifty without a capture or a pawn move.
    #[serde(rename = "move count", alias = "fifty moves")]
    MoveCount,
    /// Neither side has the pieces to win.
    #[serde(rename = "dead position")]
    DeadPosition,
    /// A player resigned.
    #[serde(rename = "resignation")]
    Resignation,
    /// A player's time ran out.
    #[serde(rename = "time")]
    Time,
    /// The players agreed to a draw.
    #[serde(rename = "agreement")]
    Agreement,
    /// The game was aborted: before both sides had moved, or because it could not go on.
    #[serde(rename = "aborted")]
    Aborted,
}

impl From<Reason> for EndReason {
    fn from(reason: Reason) -> EndReason {
        match reason {
            Reason::Checkmate => EndReason::Checkmate,
            Reason::Stalemate => EndReason::Stalemate,
            Reason::Baring | Reason::BothBare => EndReason::Baring,
            Reason::Repetition => EndReason::Repetition,
            Reason::MoveCount => EndReason::MoveCount,
            _ => EndReason::DeadPosition,
        }
    }
}
