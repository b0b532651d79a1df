//! What an action changes: plain data that a store writes as a whole or not at all.

use super::action::ActionEffect;
use super::model::{GameStatus, StoredGame};
use super::outcome::GameOutcome;
use hyperrook_explain::EndReason;
use hyperrook_notation::record::GameResult;

/// One entry in the log of a game: a move, or a takeback.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// Its number, from 1 without gaps.
    pub log: i64,
    /// For a takeback, the number of moves that stand after it; `None` for a move.
    pub takeback_to: Option<i64>,
    /// The move text.
    pub mv: String,
    /// The move in short notation.
    pub short: String,
    /// When it was made.
    pub at: i64,
    /// The time that counted for it, in ms.
    pub spent_ms: i64,
    /// White's time after it.
    pub white_ms: i64,
    /// Black's time after it.
    pub black_ms: i64,
}

/// A move for the engine to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineJob {
    /// The number of moves made before it.
    pub seq: i64,
    /// The number of the last entry in the game's log: after a takeback the same number of
    /// moves may lead to another position.
    pub log: i64,
    /// The level to play at.
    pub level: u8,
}

/// The result of a rated game, which changes two ratings.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedResult {
    /// White's id.
    pub white: String,
    /// Black's id.
    pub black: String,
    /// The name of the rules.
    pub game: String,
    /// White's points: 1, 0.5 or 0.
    pub score: f64,
}

/// The answer to an action that came with a key. A repeated action gets it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyedAnswer {
    /// The player.
    pub player: String,
    /// The player's key.
    pub key: String,
    /// The number of moves after the action.
    pub seq: i64,
}

/// A game that begins, and the engine's first job in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewStoredGame {
    /// The game.
    pub game: StoredGame,
    /// The engine's job, if it moves first.
    pub job: Option<EngineJob>,
}

impl From<StoredGame> for NewStoredGame {
    fn from(game: StoredGame) -> NewStoredGame {
        let job = game.engine_job();
        NewStoredGame { game, job }
    }
}

/// A change of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The game after the change.
    pub game: StoredGame,
    /// The version before the change. The store refuses a change of a game that has
    /// changed since.
    pub from_version: i64,
    /// The move or takeback.
    pub entry: Option<LogEntry>,
    /// The time that was not counted for the move, since it was under way, in ms.
    pub lag_ms: i64,
    /// The answer to the action's key.
    pub answer: Option<KeyedAnswer>,
    /// The key of the same player whose answer is forgotten for it.
    pub forgotten_key: Option<String>,
    /// The engine's job after the change; `None` deletes an older one.
    pub job: Option<EngineJob>,
    /// Who has taken the empty seat.
    pub joined: Option<String>,
    /// Whether the players, the status and the outcome stay what they were.
    pub plays_on: bool,
    /// Whether the game ends with this change, and counts for its players.
    pub has_ended: bool,
    /// The result, if a rated game has ended.
    pub rated_result: Option<RatedResult>,
    /// Whether the change is possible only while no player has left the server.
    pub needs_players: bool,
    /// The rematch that begins.
    pub rematch: Option<Box<NewStoredGame>>,
}

impl Change {
    /// The change from one state of a game to the next. Sets the version, the deadline,
    /// the log number, the engine's job and the rated result.
    pub fn new(
        before: &StoredGame,
        mut after: StoredGame,
        entry: Option<LogEntry>,
        now: i64,
    ) -> Change {
        after.updated = now;
        after.version = before.version + 1;
        if let Some(entry) = &entry {
            after.log = entry.log;
        }
        after.deadline = after.next_deadline();
        let has_ended = after.status == GameStatus::Over && before.status != GameStatus::Over;
        Change {
            plays_on: before.status == after.status
                && before.outcome == after.outcome
                && before.white == after.white
                && before.black == after.black,
            from_version: before.version,
            entry,
            lag_ms: 0,
            answer: None,
            forgotten_key: None,
            job: after.engine_job(),
            joined: None,
            has_ended,
            rated_result: if has_ended {
                rated_result(&after)
            } else {
                None
            },
            needs_players: false,
            rematch: None,
            game: after,
        }
    }

    /// What this change does that is counted.
    pub fn effect(&self) -> ActionEffect {
        if self.rematch.is_some() {
            return ActionEffect::Begun;
        }
        let game = &self.game;
        let aborted = |outcome: &GameOutcome| outcome.reason == EndReason::Aborted;
        // A game that ends with a move has become too long, which nobody wanted.
        let left = self.has_ended && self.entry.is_none();
        let people = game.white.person().is_some() && game.black.person().is_some();
        if left && people && game.outcome.as_ref().is_some_and(aborted) {
            return ActionEffect::Aborted;
        }
        ActionEffect::None
    }
}

impl StoredGame {
    /// The move that the engine has to find, if it is the engine's turn.
    pub fn engine_job(&self) -> Option<EngineJob> {
        let level = self.seat(self.turn).level()?;
        (self.status == GameStatus::Active).then_some(EngineJob {
            seq: self.seq,
            log: self.log,
            level,
        })
    }
}

/// The change of ratings that a finished game brings.
fn rated_result(game: &StoredGame) -> Option<RatedResult> {
    let (white, black) = (game.white.person()?, game.black.person()?);
    let score = match game.outcome.as_ref()?.result {
        GameResult::WhiteWins => 1.0,
        GameResult::Draw => 0.5,
        GameResult::BlackWins => 0.0,
        GameResult::Open => return None,
    };
    game.rated.then(|| RatedResult {
        white: white.to_owned(),
        black: black.to_owned(),
        game: game.game.name.clone(),
        score,
    })
}
