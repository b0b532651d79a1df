//! How a recorded game ended.

use hyperrook_rules::{Outcome, Side};
use std::fmt;
use std::str::FromStr;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GameResult {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: not over, or not known.
    #[default]
    Open,
}

impl GameResult {
    /// The result of an outcome.
    pub fn of(outcome: Option<Outcome>) -> GameResult {
        match outcome.map(|outcome| outcome.winner) {
            None => GameResult::Open,
            Some(None) => GameResult::Draw,
            Some(Some(Side::White)) => GameResult::WhiteWins,
            Some(Some(Side::Black)) => GameResult::BlackWins,
        }
    }

    /// The text that ends a record.
    pub fn text(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Open => "*",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// A text that is none of `1-0`, `0-1`, `1/2-1/2` and `*`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a result is `1-0`, `0-1`, `1/2-1/2` or `*`")]
pub struct ResultTextError;

impl FromStr for GameResult {
    type Err = ResultTextError;

    fn from_str(text: &str) -> Result<GameResult, ResultTextError> {
        Ok(match text {
            "1-0" => GameResult::WhiteWins,
            "0-1" => GameResult::BlackWins,
            "1/2-1/2" | "1/2" => GameResult::Draw,
            "*" => GameResult::Open,
            _ => return Err(ResultTextError),
        })
    }
}
