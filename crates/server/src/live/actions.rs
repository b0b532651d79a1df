//! What can happen in a game. Each action is worked out, committed to the store, and
//! only then done in memory.

use super::clock;
use super::conditional;
use super::live_game::{LiveGame, PlayedMove, index};
use super::types::Clock;
use crate::store::{
    Change, ConditionalMoves, GameStatus, JobChange, LogEntry, RatedResult, Store, StoreError,
    StoredGame,
};
use hyperrook_notation::moves::{CellStyle, format_move, parse_move};
use hyperrook_notation::position::format_position;
use hyperrook_notation::short::format_short;
use hyperrook_view::types::{EndReason, GameResult, Outcome, Side};
use std::sync::Arc;

/// Why an action was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// A word for programs.
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
}

impl Rejection {
    /// A refusal.
    pub fn new(code: &'static str, message: impl Into<String>) -> Rejection {
        Rejection {
            code,
            message: message.into(),
        }
    }
}

/// Why a deed was not done.
#[derive(Debug)]
pub(crate) enum ActionError {
    /// It is against the rules.
    Rejected(Rejection),
    /// The store failed: what is in memory may be out of date.
    Store(StoreError),
}

impl From<Rejection> for ActionError {
    fn from(rejection: Rejection) -> ActionError {
        ActionError::Rejected(rejection)
    }
}

impl From<StoreError> for ActionError {
    fn from(error: StoreError) -> ActionError {
        ActionError::Store(error)
    }
}

/// Who does something, and by which key, so that it is done once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ActionKey {
    pub(crate) player: String,
    pub(crate) key: String,
}

fn reject<T>(code: &'static str, message: &str) -> Result<T, ActionError> {
    Err(ActionError::Rejected(Rejection::new(code, message)))
}

impl LiveGame {
    /// The engine's job in a state of the game.
    pub(crate) fn job(&self, row: &StoredGame) -> JobChange {
        match self.level(row.turn) {
            Some(level) if row.state == GameStatus::Active => JobChange::Wanted {
                seq: row.seq,
                level,
            },
            _ => JobChange::None,
        }
    }

    /// Refuses what can only be done while the game is played.
    pub(crate) fn must_be_active(&self) -> Result<(), ActionError> {
        match self.row.state {
            GameStatus::Active => Ok(()),
            GameStatus::Open => reject("not_begun", "The game has not begun: a player is missing."),
            GameStatus::Over => reject("over", "The game is over."),
        }
    }

    /// Commits a change, and remembers the answer to its key.
    async fn commit(
        &mut self,
        store: &Store,
        next: StoredGame,
        entry: Option<LogEntry>,
        key: Option<ActionKey>,
        now: i64,
    ) -> Result<(), ActionError> {
        self.commit_with(store, next, entry, None, key, now).await
    }

    /// The same, with another game that begins thereby.
    async fn commit_with(
        &mut self,
        store: &Store,
        mut next: StoredGame,
        entry: Option<LogEntry>,
        begins: Option<Box<(StoredGame, JobChange)>>,
        key: Option<ActionKey>,
        now: i64,
    ) -> Result<(), ActionError> {
        next.updated = now;
        if let Some(entry) = &entry {
            next.log = entry.log;
        }
        next.deadline = clock::deadline(&next, self.clock);
        let ended = next.state == GameStatus::Over && self.row.state != GameStatus::Over;
        let seq = next.seq;
        let change = Change {
            from_log: self.row.log,
            entry,
            key: key.clone().map(|key| (key.player, key.key, seq)),
            job: self.job(&next),
            rated_end: if ended { rated_end(&next) } else { None },
            begins,
            row: next.clone(),
        };
        let rated = change.rated_end.is_some();
        store.change_game(change).await?;
        self.row = next;
        if let Some(key) = key {
            self.answers.insert((key.player, key.key), seq);
        }
        if rated {
            self.find_players(store).await?;
        }
        Ok(())
    }

    /// Makes a move of the side to move.
    pub(crate) async fn play(
        &mut self,
        store: &Store,
        text: &str,
        lag_ms: i64,
        key: Option<ActionKey>,
        now: i64,
    ) -> Result<(), ActionError> {
        self.must_be_active()?;
        let side = self.row.turn;
        let spent = clock::spent(&self.row, self.clock, now, lag_ms);
        if spent.flagged {
            self.flag(store, now).await?;
            return reject("time", "The time had run out.");
        }
        let position = self.history.position();
        let mv = match parse_move(position, text) {
            Ok(mv) => mv,
            Err(error) => return Err(Rejection::new("illegal", error.to_string()).into()),
        };
        let definition = self.compiled.game.definition();
        let text = format_move(definition, mv, CellStyle::Plain);
        let short = format_short(position, mv);
        if self.history.play(mv).is_err() {
            return reject("illegal", "The move is not legal.");
        }
        let view = Arc::new(hyperrook_view::view(&self.history));
        let mut next = self.row.clone();
        next.seq += 1;
        next.position.clone_from(&view.position);
        next.turn = view.side;
        next.last = view
            .last
            .as_ref()
            .map(|last| (last.from as i64, last.to as i64));
        let ticked = clock::ticks(&self.row, self.clock);
        clock::press(&mut next, self.clock, side, ticked, spent.ms, now);
        // A draw offered by the opponent is declined by moving; one's own stands.
        if next.extra.draw == Some(side.other()) {
            next.extra.draw = None;
        }
        next.extra.takeback = None;
        for plan in &mut next.extra.plans {
            let rest = plan.as_ref().filter(|plan| plan.seq == self.row.seq);
            *plan = rest.and_then(|rest| conditional::after(rest, &text));
        }
        if let Some(outcome) = &view.outcome {
            finish(&mut next, outcome.clone(), self.clock, now);
        }
        let made = PlayedMove {
            text: text.clone(),
            short: short.clone(),
            at: now,
            spent_ms: spent.ms,
        };
        let entry = LogEntry {
            log: self.row.log + 1,
            takeback_to: None,
            mv: text,
            short,
            at: now,
            spent_ms: spent.ms,
            white_ms: next.white_ms,
            black_ms: next.black_ms,
        };
        match self.commit(store, next, Some(entry), key, now).await {
            Ok(()) => {
                self.moves.push(made);
                self.view = view;
                Ok(())
            }
            Err(error) => {
                self.history.undo();
                Err(error)
            }
        }
    }

    /// Ends the game as the players brought it about.
    pub(crate) async fn end(
        &mut self,
        store: &Store,
        reason: EndReason,
        winner: Option<Side>,
        key: Option<ActionKey>,
        now: i64,
    ) -> Result<(), ActionError> {
        let mut next = self.row.clone();
        let outcome = hyperrook_view::ended(reason, winner);
        // Clocks stop with what they show.
        next.white_ms = clock::left(&self.row, self.clock, Side::White, now);
        next.black_ms = clock::left(&self.row, self.clock, Side::Black, now);
        finish(&mut next, outcome, self.clock, now);
        self.commit(store, next, None, key, now).await
    }

    /// Does what happens when the time is over: the side to move loses, or a
    /// game that has not got under way is given up.
    pub(crate) async fn flag(&mut self, store: &Store, now: i64) -> Result<(), ActionError> {
        if self.row.state != GameStatus::Active {
            return Ok(());
        }
        let begun = self.row.seq >= 2 || self.has_engine();
        match (self.clock, begun) {
            (Clock::None, _) => Ok(()),
            (_, true) => {
                let winner = self.row.turn.other();
                self.end(store, EndReason::Time, Some(winner), None, now)
                    .await
            }
            (_, false) => self.end(store, EndReason::Aborted, None, None, now).await,
        }
    }

    /// Resigns.
    pub(crate) async fn resign(
        &mut self,
        store: &Store,
        side: Side,
        key: Option<ActionKey>,
        now: i64,
    ) -> Result<(), ActionError> {
        self.must_be_active()?;
        let winner = Some(side.other());
        self.end(store, EndReason::Resignation, winner, key, now)
            .await
    }

    /// Gives a game up in which not both have moved.
    pub(crate) async fn abort(
        &mut self,
        store: &Store,
        key: Option<ActionKey>,
        now: i64,
    ) -> Result<(), ActionError> {
        if self.row.state == GameStatus::Over {
            return reject("over", "The game is over.");
        }
        if self.row.seq >= 2 {
            return reject("begun", "The game has begun: resign, or offer a draw.");
        }
        self.end(store, EndReason::Aborted, None, key, now).await
    }

    /// Offers a draw, agrees to one or declines one. Says whether it was declined.
    pub(crate) async fn draw(
        &mut self,
        store: &Store,
        side: Side,
        accept: bool,
        key: Option<ActionKey>,
        now: i64,
    ) -> Result<(), ActionError> {
        self.must_be_active()?;
        if self.has_engine() && accept {
            return reject("declined", "The engine plays on.");
        }
        let offered = self.row.extra.draw;
        let mut next = self.row.clone();
        match (accept, offered) {
            (true, Some(by)) if by != side => {
                return self.end(store, EndReason::Agreement, None, key, now).await;
            }
            (true, Some(_)) => return reject("offered", "A draw is offered already."),
            (true, None) => next.extra.draw = Some(side),
            // A player takes an offer back in the same way.
            (false, Some(_)) => next.extra.draw = None,
            (false, None) => return reject("no_offer", "No draw is offered."),
        }
        self.commit(store, next, None, key, now).await
    }

    /// How many moves go if a side takes its last one back.
    fn takeback_moves(&self, side: Side) -> i64 {
        if self.row.turn == side { 2 } else { 1 }
    }

    /// Asks to take a move back, agrees to it or declines it.
    pub(crate) async fn takeback(
        &mut self,
        store: &Store,
        side: Side,
        accept: bool,
        key: Option<ActionKey>,
        now: i64,
    ) -> Result<(), ActionError> {
        self.must_be_active()?;
        if self.row.rated {
            return reject("rated", "Moves of rated games cannot be taken back.");
        }
        let asked = self.row.extra.takeback;
        let mut next = self.row.clone();
        match (accept, asked) {
            (true, Some(by)) if by != side => return self.undo(store, by, key, now).await,
            (true, Some(_)) => return reject("offered", "You have asked already."),
            (true, None) if self.row.seq < self.takeback_moves(side) => {
                return reject("no_move", "You have made no move.");
            }
            // The engine does not mind.
            (true, None) if self.has_engine() => return self.undo(store, side, key, now).await,
            (true, None) => next.extra.takeback = Some(side),
            (false, Some(_)) => next.extra.takeback = None,
            (false, None) => return reject("no_offer", "Nobody asks to take a move back."),
        }
        self.commit(store, next, None, key, now).await
    }

    /// Takes the last move of a side back. The clocks stay as they are.
    async fn undo(
        &mut self,
        store: &Store,
        side: Side,
        key: Option<ActionKey>,
        now: i64,
    ) -> Result<(), ActionError> {
        let seq = self.row.seq - self.takeback_moves(side);
        let Some(stand) = usize::try_from(seq).ok() else {
            return reject("no_move", "There is no move to take back.");
        };
        let mut history = self.history.clone();
        while history.moves().len() > stand {
            history.undo();
        }
        let view = Arc::new(hyperrook_view::view(&history));
        let mut next = self.row.clone();
        next.white_ms = clock::left(&self.row, self.clock, Side::White, now);
        next.black_ms = clock::left(&self.row, self.clock, Side::Black, now);
        if let Clock::Days { .. } = self.clock {
            next.white_ms = self.clock.initial_ms();
            next.black_ms = self.clock.initial_ms();
        }
        next.running_since = (self.clock != Clock::None).then_some(now);
        next.seq = seq;
        next.position = format_position(history.position());
        next.turn = view.side;
        next.last = view
            .last
            .as_ref()
            .map(|last| (last.from as i64, last.to as i64));
        next.extra.draw = None;
        next.extra.takeback = None;
        next.extra.plans = [None, None];
        next.extra.taken_back = true;
        let entry = LogEntry {
            log: self.row.log + 1,
            takeback_to: Some(seq),
            mv: String::new(),
            short: String::new(),
            at: now,
            spent_ms: 0,
            white_ms: next.white_ms,
            black_ms: next.black_ms,
        };
        self.commit(store, next, Some(entry), key, now).await?;
        self.history = history;
        self.moves.truncate(stand);
        self.view = view;
        Ok(())
    }

    /// Keeps a side's conditional moves.
    pub(crate) async fn plan(
        &mut self,
        store: &Store,
        side: Side,
        (seq, lines): (i64, &[Vec<String>]),
        key: Option<ActionKey>,
        now: i64,
    ) -> Result<(), ActionError> {
        self.must_be_active()?;
        if !matches!(self.clock, Clock::Days { .. } | Clock::None) || self.has_engine() {
            return reject("live", "Conditional moves are for correspondence games.");
        }
        if seq != self.row.seq {
            return reject("stale", "A move has been made meanwhile.");
        }
        if self.row.turn == side {
            return reject("your_turn", "It is your move: make it.");
        }
        let lines = match conditional::read(self.history.position(), lines) {
            Ok(lines) => lines,
            Err(message) => return Err(Rejection::new("illegal", message).into()),
        };
        let mut next = self.row.clone();
        next.extra.plans[index(side)] =
            (!lines.is_empty()).then_some(ConditionalMoves { seq, lines });
        self.commit(store, next, None, key, now).await
    }

    /// Notes that a side offers a rematch, or begins one: both or neither is kept.
    pub(crate) async fn rematch(
        &mut self,
        store: &Store,
        offered: Side,
        begins: Option<Box<(StoredGame, JobChange)>>,
        key: Option<ActionKey>,
        now: i64,
    ) -> Result<(), ActionError> {
        let mut next = self.row.clone();
        next.extra.rematch = Some(offered);
        next.extra.rematch_id = begins.as_ref().map(|begins| begins.0.id.clone());
        self.commit_with(store, next, None, begins, key, now).await
    }

    /// Gives the empty seat to a person; the game begins.
    pub(crate) async fn join(
        &mut self,
        store: &Store,
        side: Side,
        user: &str,
        now: i64,
    ) -> Result<(), ActionError> {
        let mut next = self.row.clone();
        let seat = match side {
            Side::White => &mut next.white,
            Side::Black => &mut next.black,
        };
        *seat = crate::store::Seat::Person(user.to_owned());
        next.state = GameStatus::Active;
        next.running_since = (self.clock != Clock::None).then_some(now);
        self.commit(store, next, None, None, now).await?;
        self.find_players(store).await?;
        Ok(())
    }
}

/// Ends a game in its row.
fn finish(row: &mut StoredGame, outcome: Outcome, clock: Clock, now: i64) {
    row.state = GameStatus::Over;
    row.outcome = Some(outcome);
    row.running_since = None;
    row.extra.draw = None;
    row.extra.takeback = None;
    row.extra.plans = [None, None];
    if clock != Clock::None {
        row.updated = now;
    }
}

/// The change of ratings that a finished game brings.
fn rated_end(row: &StoredGame) -> Option<RatedResult> {
    let (white, black) = (row.white.person()?, row.black.person()?);
    let score = match row.outcome.as_ref()?.result {
        GameResult::White => 1.0,
        GameResult::Draw => 0.5,
        GameResult::Black => 0.0,
        GameResult::None => return None,
    };
    row.rated.then(|| RatedResult {
        white: white.to_owned(),
        black: black.to_owned(),
        game: row.game.name.clone(),
        score,
    })
}
