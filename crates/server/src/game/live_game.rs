//! A game in memory, with everything that is needed to go on with it.

use super::answers::Answers;
use super::change::{Change, KeyedAnswer, LogEntry};
use super::lag::LagBudgets;
use super::model::{GameStatus, StoredGame};
use hyperrook_notation::moves::parse_move;
use hyperrook_notation::position::parse_position;
use hyperrook_rules::{Game, History, Position, Side};
use std::time::Duration;
use thiserror::Error;

/// What is stored of a game does not fit together.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the stored game {id} is inconsistent: {fault}")]
pub struct InconsistentGame {
    /// The game's id.
    pub id: String,
    /// What is wrong.
    pub fault: String,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move text.
    pub text: String,
    /// The move in short notation.
    pub short: String,
    /// When it was made.
    pub at: i64,
    /// The time that counted for it, in ms.
    pub spent_ms: i64,
}

/// What the engine needs to find a move.
#[derive(Clone, Debug)]
pub struct EngineTurn {
    /// The moves so far.
    pub history: History,
    /// The engine's remaining time, if it has a running clock.
    pub remaining: Option<Duration>,
}

/// A game in memory.
///
/// It knows no store, no connection and no clock: the time is an argument, and its
/// methods (in `actions`) return a [`Change`] that somebody else writes to the store
/// and then gives to [`LiveGame::apply`].
#[derive(Clone, Debug)]
pub struct LiveGame {
    stored: StoredGame,
    history: History,
    moves: Vec<PlayedMove>,
    answers: Answers,
    lag: LagBudgets,
}

impl LiveGame {
    /// Plays a stored game through, from its rules and its log.
    ///
    /// # Errors
    /// If the log does not fit the rules.
    pub fn replay(
        rules: &Game,
        stored: StoredGame,
        log: impl IntoIterator<Item = LogEntry>,
        answers: impl IntoIterator<Item = KeyedAnswer>,
    ) -> Result<LiveGame, InconsistentGame> {
        let start = match &stored.start {
            None => rules.start(),
            Some(text) => parse_position(rules, text)
                .map_err(|error| inconsistent(&stored, format!("its start {text}: {error}")))?,
        };
        let mut game = LiveGame {
            lag: LagBudgets::new(stored.clock),
            stored,
            history: History::new(start),
            moves: Vec::new(),
            answers: Answers::default(),
        };
        for entry in log {
            game.append(entry)?;
        }
        for answer in answers {
            game.answers.add(answer);
        }
        Ok(game)
    }

    /// Makes a change that is in the store.
    ///
    /// # Errors
    /// If the change is not one of this game.
    pub fn apply(&mut self, change: Change) -> Result<(), InconsistentGame> {
        if let Some(entry) = change.entry {
            if entry.takeback_to.is_none() {
                self.lag.note_move(self.stored.turn, change.lag_ms);
            }
            self.append(entry)?;
        }
        if let Some(answer) = change.answer {
            self.answers.add(answer);
        }
        self.stored = change.game;
        Ok(())
    }

    /// Notes that the running clock was given time back, which is in the store. Returns
    /// whether this was the next change of this game.
    pub fn shift_clock(
        &mut self,
        version: i64,
        running_since: Option<i64>,
        deadline: Option<i64>,
    ) -> bool {
        if self.stored.version + 1 != version {
            return false;
        }
        self.stored.version = version;
        self.stored.running_since = running_since;
        self.stored.deadline = deadline;
        true
    }

    fn append(&mut self, entry: LogEntry) -> Result<(), InconsistentGame> {
        if let Some(to) = entry.takeback_to {
            self.truncate(usize::try_from(to).unwrap_or(0));
            return Ok(());
        }
        let number = self.moves.len() + 1;
        let fault = |reason: String| format!("move {number} ({}): {reason}", entry.mv);
        let mv = parse_move(self.history.position(), &entry.mv)
            .map_err(|error| inconsistent(&self.stored, fault(error.to_string())))?;
        self.history
            .play(mv)
            .map_err(|error| inconsistent(&self.stored, fault(error.to_string())))?;
        self.moves.push(PlayedMove {
            text: entry.mv,
            short: entry.short,
            at: entry.at,
            spent_ms: entry.spent_ms,
        });
        Ok(())
    }

    fn truncate(&mut self, moves: usize) {
        self.moves.truncate(moves);
        while self.history.moves().len() > moves {
            self.history.undo();
        }
    }

    /// How much of the players' lag is not counted any more.
    pub(super) fn lag(&self) -> &LagBudgets {
        &self.lag
    }

    /// The game as it is stored.
    pub fn stored(&self) -> &StoredGame {
        &self.stored
    }

    /// The moves that stand, as a history of positions.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The moves that stand, as texts with their times.
    pub fn moves(&self) -> &[PlayedMove] {
        &self.moves
    }

    /// The answer that an action with a key has got.
    pub fn answer(&self, player: &str, key: &str) -> Option<i64> {
        self.answers.get(player, key)
    }

    /// The answers to the players' actions.
    pub(super) fn answers(&self) -> &Answers {
        &self.answers
    }

    /// The history after this many moves; `None` if fewer were made.
    pub fn history_at(&self, seq: Option<i64>) -> Option<History> {
        self.history.up_to(self.moves_at(seq)?)
    }

    /// The position after this many moves; `None` if fewer were made.
    pub fn position_at(&self, seq: Option<i64>) -> Option<Position> {
        let moves = self.moves_at(seq)?;
        self.history.positions().get(moves).cloned()
    }

    /// A number of moves as an index; all of them if it is left out.
    fn moves_at(&self, seq: Option<i64>) -> Option<usize> {
        usize::try_from(seq.unwrap_or(self.stored.seq)).ok()
    }

    /// What the engine needs to find the move after the entry `log` of the game's log;
    /// `None` if the game is not there, or it is not the engine's turn.
    pub fn engine_turn(&self, log: i64, now: i64) -> Option<EngineTurn> {
        let stored = &self.stored;
        let job = stored.engine_job()?;
        if job.log != log {
            return None;
        }
        let remaining = stored.clock_runs().then(|| {
            let ms = stored.remaining_ms(stored.turn, now);
            Duration::from_millis(u64::try_from(ms).unwrap_or(0))
        });
        Some(EngineTurn {
            history: self.history.clone(),
            remaining,
        })
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.stored.status == GameStatus::Over
    }

    /// The side that a person plays.
    pub fn side_of(&self, user: &str) -> Option<Side> {
        self.stored.side_of(user)
    }
}

fn inconsistent(stored: &StoredGame, fault: String) -> InconsistentGame {
    InconsistentGame {
        id: stored.id.clone(),
        fault,
    }
}
