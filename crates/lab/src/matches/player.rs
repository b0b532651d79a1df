//! Players of a match: engines, or functions of this program.

use super::clock::GameClock;
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::record::GameResult;
use hyperrook_rules::{History, Move, Side};
use std::time::{Duration, Instant};
use thiserror::Error;

/// A score that a player reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportedScore {
    /// Centipawns.
    Centipawns(i32),
    /// The number of moves until mate; negative if the player is mated.
    Mate(i32),
}

impl ReportedScore {
    /// The score in centipawns. Mates are beyond all other scores.
    pub fn centipawns(self) -> i32 {
        match self {
            ReportedScore::Centipawns(score) => score.clamp(-29_999, 29_999),
            ReportedScore::Mate(moves) if moves > 0 => 30_000,
            ReportedScore::Mate(_) => -30_000,
        }
    }
}

/// The reply of a player that is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineReply {
    /// A move as text. The referee parses it.
    Move(String),
    /// It resigns.
    Resign,
    /// It claims that the game is over.
    Claim {
        /// The claimed result.
        result: GameResult,
        /// The words of the claim.
        words: String,
    },
    /// It rejects a move or position that it was given.
    Complaint(String),
    /// Its time ran out before it answered.
    Late,
    /// It did not answer even after its time ran out and it was told to move.
    Hung,
    /// Its program has ended.
    Crashed(String),
    /// The match was stopped.
    Stopped,
}

/// A reply, with what the player reported along with it.
#[derive(Clone, Debug)]
pub struct MoveReport {
    /// The reply.
    pub reply: EngineReply,
    /// The time used.
    pub used: Duration,
    /// Whether the player offers a draw with the move.
    pub offers_draw: bool,
    /// Its score of the position.
    pub score: Option<ReportedScore>,
    /// The depth of its search, in plies.
    pub depth: Option<u32>,
    /// The nodes of its search.
    pub nodes: Option<u64>,
}

impl MoveReport {
    /// A reply without a report.
    pub fn new(reply: EngineReply, used: Duration) -> MoveReport {
        MoveReport {
            reply,
            used,
            offers_draw: false,
            score: None,
            depth: None,
            nodes: None,
        }
    }
}

/// Why a player cannot play.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineFault {
    /// The program cannot be run.
    #[error("cannot run `{command}`: {error}")]
    Run {
        /// The program and its arguments.
        command: String,
        /// The error.
        error: String,
    },
    /// The program does not answer.
    #[error("`{command}` did not answer `{asked}` within {seconds} s{hint}")]
    Silent {
        /// The program and its arguments.
        command: String,
        /// The command.
        asked: String,
        /// How long the match has waited.
        seconds: u64,
        /// A possible cause.
        hint: String,
    },
    /// The program has ended.
    #[error("`{command}` ended before it answered `{asked}`{exit_status}")]
    Ended {
        /// The program and its arguments.
        command: String,
        /// The command.
        asked: String,
        /// How it has ended.
        exit_status: String,
    },
    /// The engine does not have the option.
    #[error("`{command}` has no option `{option}`; it has {known}")]
    Option {
        /// The program and its arguments.
        command: String,
        /// The option.
        option: String,
        /// The options that it has.
        known: String,
    },
    /// The engine rejects the value of an option.
    #[error("`{command}` rejects an option: {answer}")]
    OptionValue {
        /// The program and its arguments.
        command: String,
        /// What the engine says.
        answer: String,
    },
    /// The engine does not play the game.
    #[error("`{command}` does not play {game}; it plays {known}")]
    Game {
        /// The program and its arguments.
        command: String,
        /// The game.
        game: String,
        /// The games that it plays.
        known: String,
    },
    /// The engine cannot set up a position.
    #[error(
        "`{command}` takes no positions (no feature setboard): use openings that are moves from \
         the start, such as PGN records or random plies"
    )]
    Position {
        /// The program and its arguments.
        command: String,
    },
    /// The match was stopped.
    #[error("stopped")]
    Stopped,
}

/// A player of one side of a game.
pub trait MatchPlayer {
    /// Prepares for a game. The moves of its opening are already made.
    ///
    /// # Errors
    /// If the player cannot play it.
    fn begin(
        &mut self,
        opening: &History,
        side: Side,
        clocks: &[GameClock; 2],
    ) -> Result<(), EngineFault>;

    /// Chooses a move. `clocks` are White's and Black's. `offered` is whether the opponent
    /// has just offered a draw.
    fn think(&mut self, history: &History, clocks: &[GameClock; 2], offered: bool) -> MoveReport;

    /// Reports the end of the game to the player.
    fn end(&mut self, result: GameResult, why: &str);
}

/// A player that is a function from a game to a move.
#[derive(Debug)]
pub struct MoveFunction<F>(pub F);

impl<F: FnMut(&History) -> Option<Move>> MatchPlayer for MoveFunction<F> {
    fn begin(&mut self, _: &History, _: Side, _: &[GameClock; 2]) -> Result<(), EngineFault> {
        Ok(())
    }

    fn think(&mut self, history: &History, _: &[GameClock; 2], _: bool) -> MoveReport {
        let begun = Instant::now();
        let reply = match (self.0)(history) {
            Some(mv) => EngineReply::Move(format_move(
                history.position().game().definition(),
                mv,
                CellStyle::Plain,
            )),
            None => EngineReply::Resign,
        };
        MoveReport::new(reply, begun.elapsed())
    }

    fn end(&mut self, _: GameResult, _: &str) {}
}
