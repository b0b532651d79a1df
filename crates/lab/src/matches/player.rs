//! Whoever makes moves: an engine, or a function of this program.

use super::clock::GameClock;
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::record::GameResult;
use hyperrook_rules::{History, Move, Side};
use std::time::{Duration, Instant};
use thiserror::Error;

/// What a position is worth to the player who says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportedScore {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; if it is negative, the player is mated.
    Mate(i32),
}

impl ReportedScore {
    /// The score in centipawns, mates beyond everything else.
    pub fn centipawns(self) -> i32 {
        match self {
            ReportedScore::Centipawns(score) => score.clamp(-29_999, 29_999),
            ReportedScore::Mate(moves) if moves > 0 => 30_000,
            ReportedScore::Mate(_) => -30_000,
        }
    }
}

/// What a player says when it is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineReply {
    /// A move, as a text. The referee reads it.
    Move(String),
    /// It gives up.
    Resign,
    /// It says that the game is over, and how.
    Claim {
        /// The result it claims.
        result: GameResult,
        /// Its words.
        words: String,
    },
    /// It does not accept a move or position that it was given.
    Complaint(String),
    /// Its time was up before it answered.
    Late,
    /// It did not answer even when its time was up and it was told to.
    Hung,
    /// It is gone.
    Crashed(String),
    /// All is to end.
    Stopped,
}

/// A reply and what came with it.
#[derive(Clone, Debug)]
pub struct MoveReport {
    /// The reply.
    pub reply: EngineReply,
    /// Time it took.
    pub used: Duration,
    /// Whether a draw is offered with the move.
    pub offers_draw: bool,
    /// What the player thinks of the position.
    pub score: Option<ReportedScore>,
    /// The depth it reached, in plies.
    pub depth: Option<u32>,
    /// Positions it visited.
    pub nodes: Option<u64>,
}

impl MoveReport {
    /// A reply with nothing said beside it.
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

/// Why a player cannot begin a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineFault {
    /// The program cannot be run.
    #[error("cannot run `{command}`: {error}")]
    Run {
        /// The program and its arguments.
        command: String,
        /// Why not.
        error: String,
    },
    /// It does not answer.
    #[error("`{command}` did not answer `{asked}` within {seconds} s{hint}")]
    Silent {
        /// The program and its arguments.
        command: String,
        /// What it was asked.
        asked: String,
        /// How long it had.
        seconds: u64,
        /// What may be the matter.
        hint: String,
    },
    /// It ended.
    #[error("`{command}` ended before it answered `{asked}`{fate}")]
    Ended {
        /// The program and its arguments.
        command: String,
        /// What it was asked.
        asked: String,
        /// How it ended.
        fate: String,
    },
    /// It has no such option.
    #[error("`{command}` has no option `{option}`; it has {known}")]
    Option {
        /// The program and its arguments.
        command: String,
        /// The option.
        option: String,
        /// The options it has.
        known: String,
    },
    /// It does not play the game.
    #[error("`{command}` does not play {game}; it plays {known}")]
    Game {
        /// The program and its arguments.
        command: String,
        /// The game.
        game: String,
        /// The games it plays.
        known: String,
    },
    /// It cannot be given a position.
    #[error(
        "`{command}` takes no positions (no feature setboard): use openings that are moves from \
         the start, such as PGN records or random plies"
    )]
    Position {
        /// The program and its arguments.
        command: String,
    },
    /// All is to end.
    #[error("stopped")]
    Stopped,
}

/// Someone who plays one side of a game.
pub trait Player {
    /// Gets ready for a game. The moves of its opening are made already.
    ///
    /// # Errors
    /// If the player cannot play it.
    fn begin(
        &mut self,
        opening: &History,
        side: Side,
        clocks: &[GameClock; 2],
    ) -> Result<(), EngineFault>;

    /// Chooses a move. `clocks` are White's and Black's; `offered` says that
    /// the other player has just offered a draw.
    fn think(&mut self, history: &History, clocks: &[GameClock; 2], offered: bool) -> MoveReport;

    /// Hears how the game ended.
    fn end(&mut self, result: GameResult, why: &str);
}

/// A player that is a function: from a game to the move it makes.
#[derive(Debug)]
pub struct Chooser<F>(pub F);

impl<F: FnMut(&History) -> Option<Move>> Player for Chooser<F> {
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
