//! What can happen in a game. Each method works out a [`Change`], or says why there is
//! none; it changes nothing itself.

use super::action::{ActionRequest, Moment, PlayerAction, Rejection, reject};
use super::change::{Change, KeyedAnswer, LogEntry};
use super::conditional;
use super::live_game::LiveGame;
use super::model::{ConditionalMoves, GameStatus, Seat, StoredGame};
use super::new_game::rematch_of;
use super::outcome::GameOutcome;
use super::time_control::Clock;
use hyperrook_notation::moves::{CellStyle, format_move, parse_move};
use hyperrook_notation::position::format_position;
use hyperrook_notation::short::format_short;
use hyperrook_notation::words::sentence;
use hyperrook_rules::{History, Side};

/// The most entries of a game's log: moves, those taken back as well, and takebacks. All of them
/// are played through whenever the game is loaded or its record is written, so a game without a
/// draw by its rules must not go on for ever. The longest games of chess have about 600 moves.
pub(super) const MAX_LOG: i64 = 4_000;

impl LiveGame {
    /// An action of a player.
    ///
    /// # Errors
    /// A rejection with the code [`Rejection::TIME`] means that the time of the side to
    /// move had run out: then [`LiveGame::time_out`] is due.
    pub fn act(&self, request: &ActionRequest, moment: &Moment) -> Result<Change, Rejection> {
        let Some(side) = self.side_of(&request.user) else {
            return reject("not_a_player", "You do not play in this game.");
        };
        let now = moment.now;
        if !matches!(request.action, PlayerAction::Move { .. }) {
            self.must_be_in_time(side, now)?;
        }
        let mut change = match &request.action {
            PlayerAction::Move { seq, mv, lag_ms } => {
                self.must_be_active()?;
                if self.stored().turn != side {
                    return reject("not_your_turn", "It is not your turn.");
                }
                if *seq != self.stored().seq {
                    return reject(
                        "stale",
                        "The move is for another position: the game has changed since.",
                    );
                }
                let limit = request.lag_limit_ms.min(self.lag().left_ms(side));
                let lag = lag_ms.unwrap_or(0).clamp(0, limit.max(0));
                self.make_move(mv, lag, now)?
            }
            PlayerAction::Resign {} => self.resign(side, now)?,
            PlayerAction::Draw {
                accept,
                only_answer,
            } => self.draw(side, (*accept, *only_answer), now)?,
            PlayerAction::Takeback {
                accept,
                only_answer,
            } => self.takeback(side, (*accept, *only_answer), now)?,
            PlayerAction::Abort {} => self.abort(now)?,
            PlayerAction::Rematch {} => {
                let change = self.rematch(side, moment)?;
                if let (Some(_), Some(message)) = (&change.rematch, &request.no_new_game) {
                    return reject(Rejection::TOO_MANY, message);
                }
                change
            }
            PlayerAction::Conditional { seq, lines } => {
                self.set_conditional(side, *seq, lines, now)?
            }
        };
        change.answer = request.key.clone().map(|key| KeyedAnswer {
            player: request.user.clone(),
            key,
            seq: change.game.seq,
        });
        if change.answer.is_some() {
            change.forgotten_key = self.answers().next_forgotten(&request.user);
        }
        Ok(change)
    }

    /// The engine's move after the entry `log` of the game's log. It is checked like
    /// anybody's.
    ///
    /// # Errors
    /// If the game is not there any more, or the move is not legal.
    pub fn engine_move(&self, log: i64, text: &str, now: i64) -> Result<Change, Rejection> {
        let job = self.stored().engine_job();
        if job.is_none_or(|job| job.log != log) {
            return reject("stale", "The game has gone on without the engine's move.");
        }
        self.make_move(text, 0, now)
    }

    /// The move that the side to move has prepared; `None` if there is none.
    pub fn prepared_move(&self, now: i64) -> Option<Result<Change, Rejection>> {
        if self.stored().status != GameStatus::Active {
            return None;
        }
        let text = self.stored().prepared_answer()?;
        Some(self.make_move(text, 0, now))
    }

    /// A person takes the empty seat, and the game begins.
    ///
    /// # Errors
    /// If there is no empty seat.
    pub fn join(&self, user: &str, now: i64) -> Result<(Side, Change), Rejection> {
        let before = self.stored();
        if before.status != GameStatus::Open {
            return reject("taken", "Both seats of this game are taken.");
        }
        let mut after = before.clone();
        let (side, seat) = match before.white {
            Seat::Empty => (Side::White, &mut after.white),
            _ => (Side::Black, &mut after.black),
        };
        *seat = Seat::Person(user.to_owned());
        after.status = GameStatus::Active;
        after.running_since = (before.clock != Clock::None).then_some(now);
        let mut change = Change::new(before, after, None, now);
        change.joined = Some(user.to_owned());
        Ok((side, change))
    }

    /// What happens when the time of the side to move is over: it loses, or a game
    /// that has not begun properly is aborted. `None` if the game has no clock or is
    /// not being played.
    pub fn time_out(&self, now: i64) -> Option<Change> {
        let stored = self.stored();
        if stored.status != GameStatus::Active || stored.clock == Clock::None {
            return None;
        }
        if stored.seq >= 2 || stored.has_engine() {
            return Some(self.end(GameOutcome::time(stored.turn), now));
        }
        Some(self.end(GameOutcome::aborted(), now))
    }

    /// Ends the game without a result, for instance because the engine fails.
    ///
    /// # Errors
    /// If the game is over.
    pub fn close(&self, now: i64) -> Result<Change, Rejection> {
        if self.is_over() {
            return reject("over", "The game is over.");
        }
        Ok(self.end(GameOutcome::aborted(), now))
    }

    /// A player leaves for ever: the game is resigned, or aborted if it has hardly
    /// begun. `None` if the person does not play or the game is over.
    pub fn leave(&self, user: &str, now: i64) -> Option<Change> {
        let side = self.side_of(user)?;
        let stored = self.stored();
        if stored.flag_has_fallen(now) {
            return self.time_out(now);
        }
        if stored.status == GameStatus::Active && stored.seq >= 2 {
            return self.resign(side, now).ok();
        }
        self.abort(now).ok()
    }

    fn must_be_active(&self) -> Result<(), Rejection> {
        match self.stored().status {
            GameStatus::Active => Ok(()),
            GameStatus::Open => reject("not_begun", "The game has not begun: a player is missing."),
            GameStatus::Over => reject("over", "The game is over."),
        }
    }

    /// When the time of the side to move is over, only its move counts, if it was on its way
    /// by then: nobody draws a game that is lost on time, or resigns one that is won. While
    /// such a move may arrive the game does not end either, whatever the opponent sends.
    fn must_be_in_time(&self, side: Side, now: i64) -> Result<(), Rejection> {
        let stored = self.stored();
        if !stored.flag_has_fallen(now) {
            return Ok(());
        }
        let person = stored.seat(stored.turn).person().is_some();
        if person && stored.deadline.is_some_and(|at| now < at) {
            return reject(
                Rejection::TRY_AGAIN,
                "The time of the side to move has just run out. The game ends in a moment, \
                 unless a move is on its way.",
            );
        }
        let message = if stored.turn == side {
            "Your time has run out."
        } else {
            "Your opponent's time has run out."
        };
        reject(Rejection::TIME, message)
    }

    /// Makes a move of the side to move.
    fn make_move(&self, text: &str, lag_ms: i64, now: i64) -> Result<Change, Rejection> {
        let before = self.stored();
        let used = before.time_used(now, lag_ms);
        if used.flag_fell {
            return reject(Rejection::TIME, "Your time has run out.");
        }
        let position = self.history().position();
        let mv = parse_move(position, text).map_err(|error| {
            let text: String = text.chars().take(40).collect();
            Rejection::new(
                "illegal",
                format!(
                    "This move is not legal here: {text}. {}",
                    sentence(&error.to_string())
                ),
            )
        })?;
        let text = format_move(position.game().definition(), mv, CellStyle::Plain);
        let short = format_short(position, mv);
        let mut history = self.history().clone();
        if history.play(mv).is_err() {
            return reject("illegal", "This move is not legal here.");
        }
        let mut after = before.clone();
        after.seq += 1;
        after.set_position(&history);
        after.press_clock(before, used.ms, now);
        // A move declines the opponent's offer of a draw; the mover's own offer stands.
        after.offers.draw_refused[before.turn.index()] = false;
        if after.offers.draw == Some(before.turn.other()) {
            after.offers.draw = None;
            after.offers.draw_refused[before.turn.other().index()] = true;
        }
        after.offers.takeback = None;
        after.offers.takeback_refused = [false; 2];
        for conditional in &mut after.conditional {
            let rest = conditional.as_ref().filter(|rest| rest.seq == before.seq);
            *conditional = rest.and_then(|rest| rest.after(&text));
        }
        let log = before.log + 1;
        if let Some(outcome) = history.outcome() {
            let definition = history.position().game().definition();
            after.finish(GameOutcome::by_rules(definition, outcome));
        } else if log >= MAX_LOG {
            after.finish(GameOutcome::too_long());
        }
        let entry = LogEntry {
            log,
            takeback_to: None,
            mv: text,
            short,
            at: now,
            spent_ms: used.ms,
            white_ms: after.white_ms,
            black_ms: after.black_ms,
        };
        let mut change = Change::new(before, after, Some(entry), now);
        // Before that the time does not count in any case.
        if before.clock_runs() {
            change.lag_ms = used.lag_ms;
        }
        Ok(change)
    }

    /// Ends the game for a reason that is not on the board.
    fn end(&self, outcome: GameOutcome, now: i64) -> Change {
        let mut after = self.stored().clone();
        after.stop_clocks(now);
        after.finish(outcome);
        Change::new(self.stored(), after, None, now)
    }

    /// Resigns a game, or aborts it if it could still be aborted: nobody gains rating points,
    /// or ends games before they begin without being counted, by resigning instead. The engine
    /// has no rating, and nobody waits for another opponent with it.
    fn resign(&self, side: Side, now: i64) -> Result<Change, Rejection> {
        self.must_be_active()?;
        if self.stored().seq < 2 && !self.stored().has_engine() {
            return self.abort(now);
        }
        Ok(self.end(GameOutcome::resignation(side), now))
    }

    fn abort(&self, now: i64) -> Result<Change, Rejection> {
        if self.is_over() {
            return reject("over", "The game is over.");
        }
        if self.stored().seq >= 2 {
            return reject(
                "begun",
                "Both sides have moved, so the game cannot be aborted. Resign or offer a draw.",
            );
        }
        Ok(self.end(GameOutcome::aborted(), now))
    }

    fn draw(
        &self,
        side: Side,
        (accept, only_answer): (bool, bool),
        now: i64,
    ) -> Result<Change, Rejection> {
        self.must_be_active()?;
        let before = self.stored();
        if before.has_engine() && accept {
            return reject("declined", "The engine declines the draw.");
        }
        // Otherwise rated games could count that nobody has played.
        if before.seq < 2 && accept {
            return reject(
                "early",
                "A draw can be agreed when both sides have moved. Until then you can abort the game.",
            );
        }
        let mut after = before.clone();
        after.offers.draw = match (accept, before.offers.draw) {
            (true, Some(by)) if by != side => {
                return Ok(self.end(GameOutcome::agreement(), now));
            }
            (true, Some(_)) => return reject("offered", "You have offered a draw already."),
            (true, None) if only_answer => {
                return reject("no_offer", "The draw offer was withdrawn.");
            }
            // Otherwise offers could be sent without end.
            (true, None) if before.offers.draw_refused[side.index()] => {
                return reject(
                    "too_soon",
                    "You have offered a draw since your last move. You can offer one again after \
                     your next move.",
                );
            }
            (true, None) => Some(side),
            // A player withdraws an offer in the same way.
            (false, Some(by)) => {
                after.offers.draw_refused[by.index()] = true;
                None
            }
            (false, None) => return reject("no_offer", "There is no draw offer."),
        };
        Ok(Change::new(before, after, None, now))
    }

    fn takeback(
        &self,
        side: Side,
        (accept, only_answer): (bool, bool),
        now: i64,
    ) -> Result<Change, Rejection> {
        self.must_be_active()?;
        let before = self.stored();
        if before.rated {
            return reject("rated", "Moves of rated games cannot be taken back.");
        }
        let mut after = before.clone();
        after.offers.takeback = match (accept, before.offers.takeback) {
            (true, Some(by)) if by != side => return self.undo(by, now),
            (true, Some(_)) => return reject("offered", "You have asked for a takeback already."),
            (true, None) if only_answer => {
                return reject("no_offer", "The request for a takeback was withdrawn.");
            }
            (true, None) if before.seq < takeback_moves(before, side) => {
                return reject("no_move", "You have made no move to take back.");
            }
            // The engine always agrees.
            (true, None) if before.has_engine() => return self.undo(side, now),
            (true, None) if before.offers.takeback_refused[side.index()] => {
                return reject(
                    "too_soon",
                    "You have asked for a takeback since the last move. You can ask again after \
                     the next move.",
                );
            }
            (true, None) => Some(side),
            (false, Some(by)) => {
                after.offers.takeback_refused[by.index()] = true;
                None
            }
            (false, None) => return reject("no_offer", "Nobody has asked for a takeback."),
        };
        Ok(Change::new(before, after, None, now))
    }

    /// Takes the last move of a side back. Live clocks keep the time they show.
    fn undo(&self, side: Side, now: i64) -> Result<Change, Rejection> {
        let before = self.stored();
        let log = before.log + 1;
        // The last entry is a move, which ends the game.
        if log >= MAX_LOG {
            return reject("too_long", "The game is too long to take moves back.");
        }
        let seq = before.seq - takeback_moves(before, side);
        let Some(history) = self.history_at(Some(seq)) else {
            return reject("no_move", "There is no move to take back.");
        };
        let mut after = before.clone();
        after.stop_clocks(now);
        if let Clock::Days { .. } = before.clock {
            after.white_ms = before.clock.initial_ms();
            after.black_ms = before.clock.initial_ms();
        }
        after.running_since = (before.clock != Clock::None).then_some(now);
        after.seq = seq;
        after.set_position(&history);
        after.offers.draw = None;
        after.offers.takeback = None;
        after.offers.takeback_refused = [false; 2];
        after.conditional = [None, None];
        let entry = LogEntry {
            log,
            takeback_to: Some(seq),
            mv: String::new(),
            short: String::new(),
            at: now,
            spent_ms: 0,
            white_ms: after.white_ms,
            black_ms: after.black_ms,
        };
        Ok(Change::new(before, after, Some(entry), now))
    }

    fn set_conditional(
        &self,
        side: Side,
        seq: i64,
        lines: &[Vec<String>],
        now: i64,
    ) -> Result<Change, Rejection> {
        self.must_be_active()?;
        let before = self.stored();
        let slow = matches!(before.clock, Clock::Days { .. } | Clock::None);
        if !slow || before.has_engine() {
            return reject(
                "live",
                "Conditional moves are for correspondence games between people.",
            );
        }
        if seq != before.seq {
            return reject(
                "stale",
                "The conditional moves are for another position: the game has changed since.",
            );
        }
        if before.turn == side {
            return reject("your_turn", "It is your turn: make your move.");
        }
        let lines = conditional::parse(self.history().position(), lines)
            .map_err(|message| Rejection::new("illegal", message))?;
        let mut after = before.clone();
        after.conditional[side.index()] =
            (!lines.is_empty()).then_some(ConditionalMoves { seq, lines });
        let mut change = Change::new(before, after, None, now);
        // Lists of games are in the order of their last changes, and this one is a secret.
        change.game.updated = before.updated;
        Ok(change)
    }

    /// Offers a rematch, or begins one: the store writes both games or neither.
    fn rematch(&self, side: Side, moment: &Moment) -> Result<Change, Rejection> {
        let before = self.stored();
        if !self.is_over() {
            return reject("not_over", "The game is not over.");
        }
        if before.rematch_id.is_some() {
            return reject("done", "The rematch has begun.");
        }
        if [&before.white, &before.black].contains(&&Seat::Empty) {
            return reject("alone", "Nobody has played against you in this game.");
        }
        if before.offers.rematch == Some(side) {
            return reject("offered", "You have offered a rematch already.");
        }
        let agreed = before.has_engine() || before.offers.rematch == Some(side.other());
        let mut after = before.clone();
        after.offers.rematch = Some(side);
        let rematch = agreed.then(|| rematch_of(self, moment));
        after.rematch_id = rematch.as_ref().map(|rematch| rematch.id.clone());
        let mut change = Change::new(before, after, None, moment.now);
        change.rematch = rematch.map(|game| Box::new(game.into()));
        // Nobody waits for somebody who has left.
        change.needs_players = true;
        Ok(change)
    }
}

/// How many moves go if a side takes its last one back.
fn takeback_moves(game: &StoredGame, side: Side) -> i64 {
    if game.turn == side { 2 } else { 1 }
}

impl StoredGame {
    /// Notes the position at the end of a history.
    fn set_position(&mut self, history: &History) {
        let position = history.position();
        self.position = format_position(position);
        self.turn = position.turn();
        self.last = history.moves().last().map(|mv| {
            let number = |cell: hyperrook_geometry::Cell| cell.index() as i64;
            (number(mv.origin()), number(mv.destination()))
        });
    }

    /// Ends the game.
    fn finish(&mut self, outcome: GameOutcome) {
        self.status = GameStatus::Over;
        self.outcome = Some(outcome);
        self.running_since = None;
        self.offers.draw = None;
        self.offers.takeback = None;
        self.conditional = [None, None];
    }
}
