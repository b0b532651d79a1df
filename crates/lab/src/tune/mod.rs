//! Tuning: finds the weights of an evaluation by self-play.
//!
//! [`play`] plays games and collects their quiet positions with the results. [`fit`]
//! changes the weights so that evaluations predict the results (Peter Österlund, "Texel's
//! tuning method", with gradients). The games start from their own random openings,
//! which matches and tests do not use.

mod chances;
mod checkpoint;
mod descent;
mod descent_state;
mod fit;
mod run;
mod selfplay;
mod settings;

pub use chances::{ChancesFitError, ResultsByScore};
pub use checkpoint::CheckpointError;
pub use fit::{FitResult, FitRun, fit};
pub use run::{SelfPlayError, SelfPlayRun, self_play};
pub(crate) use selfplay::is_certain;
pub use selfplay::{
    EndTally, SelfPlay, SelfPlayEnd, SelfPlayGame, play, play_opening, random_opening,
};
pub use settings::FitSettings;

use hyperrook_notation::position::{format_position, parse_position};
use hyperrook_rules::{Game, Position};
use std::fmt;
use thiserror::Error;

/// A quiet position of a finished game: a sample for tuning.
#[derive(Clone, Debug)]
pub struct TuningPosition {
    /// The position.
    pub position: Position,
    /// The score of the search, in centipawns for White.
    pub score_cp: i32,
    /// The result: 1 if White won, 0.5 for a draw, 0 if Black won.
    pub result: f32,
}

/// The error for a line that is not a sample.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct SampleError(String);

impl TuningPosition {
    /// Parses a line: `position;score;result`.
    pub fn read(game: &Game, line: &str) -> Result<TuningPosition, SampleError> {
        let mut parts = line.split(';');
        let (Some(position), Some(score), Some(result), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(SampleError("write `position;score;result`".into()));
        };
        let position =
            parse_position(game, position).map_err(|error| SampleError(error.to_string()))?;
        let score_cp = score.trim().parse();
        let result = result.trim().parse();
        match (score_cp, result) {
            (Ok(score_cp), Ok(result)) if (0.0..=1.0).contains(&result) => Ok(TuningPosition {
                position,
                score_cp,
                result,
            }),
            _ => Err(SampleError(
                "the score is a number of centipawns, the result 0, 0.5 or 1".into(),
            )),
        }
    }
}

/// Splits positions into games. The move numbers of a game increase, so a lower number begins
/// another game.
pub fn by_game(samples: &[TuningPosition]) -> impl Iterator<Item = &[TuningPosition]> {
    samples.chunk_by(|last, next| {
        last.position.fullmove() <= next.position.fullmove()
            && last.result.to_bits() == next.result.to_bits()
    })
}

impl fmt::Display for TuningPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = format_position(&self.position);
        write!(f, "{position};{};{}", self.score_cp, self.result)
    }
}
