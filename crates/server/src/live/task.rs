//! The task that owns one live game: everything that happens in it happens here,
//! one after the other.

use super::actions::{ActionError, ActionKey, Rejection};
use super::audience::{Audience, Viewer};
use super::conditional;
use super::live_game::LiveGame;
use super::registry::GameRegistry;
use super::types::{GameState, PlayerAction};
use crate::socket::messages::EventKind;
use crate::store::{GameStatus, JobChange, Seat};
use crate::time::now_ms;
use hyperrook_rules::History;
use hyperrook_view::types::{EndReason, Side};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// How long a game with nobody at it stays in memory.
const IDLE: Duration = Duration::from_secs(60);
/// How many rejections are remembered, so that repeated keys get the same answer.
const REJECTIONS: usize = 64;

/// An action with who does it.
#[derive(Clone, Debug)]
pub(crate) struct ActionRequest {
    pub(crate) user: String,
    pub(crate) key: Option<String>,
    pub(crate) action: PlayerAction,
    /// The most lag that is believed, in ms.
    pub(crate) lag_limit_ms: i64,
}

/// The answer to an action: the number of moves made after it.
pub(crate) type ActionResult = Result<i64, Rejection>;

/// What a game's task is asked.
#[derive(Debug)]
pub(crate) enum Command {
    /// Sees to it that the task runs.
    Wake(oneshot::Sender<()>),
    /// Tells a viewer what happens from now on, beginning with the state.
    Watch(Viewer, oneshot::Sender<()>),
    /// Tells a viewer nothing more.
    Unwatch(u64),
    /// The state, as a person sees it.
    State(Option<String>, oneshot::Sender<Box<GameState>>),
    /// An action of a player.
    Action(
        ActionRequest,
        oneshot::Sender<(ActionResult, Option<Box<GameState>>)>,
    ),
    /// A person takes the empty seat.
    Join(String, oneshot::Sender<Result<Side, Rejection>>),
    /// The engine's move after so many moves.
    EngineMove(i64, String, oneshot::Sender<ActionResult>),
    /// The game after so many moves, for questions about it; all if `None`.
    HistoryAt(Option<i64>, oneshot::Sender<Option<History>>),
    /// The engine has failed too often.
    GiveUp(oneshot::Sender<ActionResult>),
    /// A player's account is deleted or banned.
    Leave(String, oneshot::Sender<()>),
    /// A person's name has changed.
    Renamed(Arc<str>),
    /// Ends the task.
    Stop,
}

pub(crate) struct GameTask {
    live: Arc<GameRegistry>,
    game: LiveGame,
    number: u64,
    audience: Audience,
    rejections: VecDeque<((String, String), Rejection)>,
    /// What is in memory may be wrong, and could not be read anew.
    broken: bool,
}

impl GameTask {
    pub(super) fn new(live: Arc<GameRegistry>, game: LiveGame, number: u64) -> GameTask {
        GameTask {
            live,
            game,
            number,
            audience: Audience::new(),
            rejections: VecDeque::new(),
            broken: false,
        }
    }

    pub(super) async fn run(mut self, mut queue: mpsc::Receiver<Command>) {
        // A job is written with the move that asks for it; databases that were
        // restored or changed by hand may lack one.
        let job = self.game.job(&self.game.row);
        if let Err(error) = self.live.store.want_job(&self.game.row.id, job).await {
            tracing::error!(%error, "a job could not be written");
        }
        self.follow_up().await;
        loop {
            let deadline = self.game.row.deadline;
            let wait = deadline.map(|at| Duration::from_millis((at - now_ms()).max(0) as u64));
            let pause = self.audience.pause().unwrap_or(IDLE);
            let timeout = wait.map_or(pause, |wait| wait.min(pause));
            let got = tokio::time::timeout(timeout, queue.recv()).await;
            let idle = got.is_err();
            match got {
                Ok(Some(Command::Stop)) => {
                    queue.close();
                    return;
                }
                Ok(Some(command)) => self.handle(command).await,
                Ok(None) => return,
                Err(_) => {}
            }
            if self.broken {
                // Whoever asks next reads it; those who watch come back.
                self.audience.close();
                queue.close();
                return;
            }
            self.audience.send_presence(&self.game);
            if self.game.row.deadline.is_some_and(|at| at <= now_ms()) {
                self.time_out().await;
            } else if idle
                && timeout == IDLE
                && self.may_end()
                && self.live.retire(&self.game.row.id, self.number, &mut queue)
            {
                return;
            }
        }
    }

    /// Whether the game can be left to the store for now. Games with a live clock
    /// are not: their flags must fall in time.
    fn may_end(&self) -> bool {
        let soon = now_ms() + 10 * IDLE.as_millis() as i64;
        self.audience.is_empty() && self.game.row.deadline.is_none_or(|at| at > soon)
    }

    async fn handle(&mut self, command: Command) {
        match command {
            Command::Wake(reply) => {
                let _ = reply.send(());
            }
            Command::Watch(viewer, reply) => {
                self.audience.add(&self.game, viewer);
                let _ = reply.send(());
            }
            Command::Unwatch(socket) => {
                self.audience.remove(socket);
            }
            Command::State(user, reply) => {
                let _ = reply.send(Box::new(self.audience.state(&self.game, user.as_deref())));
            }
            Command::Action(act, reply) => {
                let answer = self.act(&act).await;
                let state = answer
                    .is_err()
                    .then(|| Box::new(self.audience.state(&self.game, Some(&act.user))));
                let _ = reply.send((answer, state));
                self.follow_up().await;
            }
            Command::Join(user, reply) => {
                let _ = reply.send(self.join(&user).await);
                self.follow_up().await;
            }
            Command::EngineMove(seq, mv, reply) => {
                let _ = reply.send(self.engine_move(seq, &mv).await);
                self.follow_up().await;
            }
            Command::HistoryAt(seq, reply) => {
                let _ = reply.send(self.history_at(seq));
            }
            Command::GiveUp(reply) => {
                let _ = reply.send(self.close().await);
            }
            Command::Leave(user, reply) => {
                self.leave(&user).await;
                let _ = reply.send(());
            }
            Command::Renamed(user) => {
                if self.game.row.side_of(&user).is_some() {
                    match self.game.find_players(&self.live.store).await {
                        Ok(()) => self.audience.send_state(&self.game),
                        Err(error) => tracing::error!(%error, "players could not be looked up"),
                    }
                }
            }
            Command::Stop => {}
        }
    }

    /// What is to happen after something has: planned answers, the engine's turn.
    async fn follow_up(&mut self) {
        while self.game.row.state == GameStatus::Active && !self.broken {
            let Some(mv) = conditional::answer(&self.game) else {
                break;
            };
            let seq = self.game.row.seq;
            let played = self
                .game
                .play(&self.live.store, &mv, 0, None, now_ms())
                .await;
            match played {
                Ok(()) => {
                    self.audience.send_move(&self.game);
                    self.audience.send_end(&self.game);
                }
                Err(error) => {
                    self.refusal(error).await;
                    if self.game.row.seq == seq {
                        break;
                    }
                }
            }
        }
        if let JobChange::Wanted { .. } = self.game.job(&self.game.row) {
            self.live.jobs.notify_one();
        }
    }

    /// Turns a failure into a refusal. After a failure of the store what is in
    /// memory may be old, so the game is read anew.
    async fn refusal(&mut self, error: ActionError) -> Rejection {
        let error = match error {
            ActionError::Rejected(rejection) => return rejection,
            ActionError::Store(error) => error,
        };
        let id = self.game.row.id.clone();
        tracing::error!(game = id, %error, "a change of a game failed");
        match LiveGame::load(&self.live.store, &self.live.catalogue, &id).await {
            Ok(game) => {
                self.game = game;
                self.audience.send_state(&self.game);
            }
            Err(error) => {
                tracing::error!(game = id, %error, "a game could not be read anew");
                self.broken = true;
            }
        }
        Rejection::new("try_again", "That could not be kept. Please try again.")
    }

    async fn act(&mut self, act: &ActionRequest) -> ActionResult {
        let Some(side) = self.game.row.side_of(&act.user) else {
            return Err(Rejection::new(
                "not_a_player",
                "You do not play in this game.",
            ));
        };
        let key = act.key.clone().map(|key| ActionKey {
            player: act.user.clone(),
            key,
        });
        if let Some(key) = &key {
            let known = (key.player.clone(), key.key.clone());
            if let Some(seq) = self.game.answers.get(&known) {
                return Ok(*seq);
            }
            if let Some((_, rejection)) = self.rejections.iter().find(|(key, _)| *key == known) {
                return Err(rejection.clone());
            }
        }
        let before = (self.game.row.seq, self.game.row.state);
        let result = self.do_action(side, act, key.clone()).await;
        let over = self.game.row.state != before.1 && self.game.row.state == GameStatus::Over;
        let answer = match result {
            Ok(()) => {
                match &act.action {
                    PlayerAction::Move { .. } => self.audience.send_move(&self.game),
                    other if !over => self
                        .audience
                        .tell(&self.game, self.event_of(other, before.0)),
                    _ => {}
                }
                Ok(self.game.row.seq)
            }
            Err(error) => Err(self.refusal(error).await),
        };
        if over {
            self.audience.send_end(&self.game);
        }
        if let (Err(rejection), Some(key)) = (&answer, key) {
            // Failures of the store may be tried again.
            if rejection.code != "try_again" {
                let known = (key.player, key.key);
                self.rejections.push_back((known, rejection.clone()));
                if self.rejections.len() > REJECTIONS {
                    self.rejections.pop_front();
                }
            }
        }
        answer
    }

    async fn do_action(
        &mut self,
        side: Side,
        act: &ActionRequest,
        key: Option<ActionKey>,
    ) -> Result<(), ActionError> {
        let live = self.live.clone();
        let (store, now) = (&live.store, now_ms());
        match &act.action {
            PlayerAction::Move { seq, mv, lag_ms } => {
                self.game.must_be_active()?;
                if self.game.row.turn != side {
                    return Err(Rejection::new("not_your_turn", "It is not your turn.").into());
                }
                if *seq != self.game.row.seq {
                    let message = "The move is for another position.";
                    return Err(Rejection::new("stale", message).into());
                }
                let lag = lag_ms.unwrap_or(0).clamp(0, act.lag_limit_ms.max(0));
                self.game.play(store, mv, lag, key, now).await
            }
            PlayerAction::Resign {} => self.game.resign(store, side, key, now).await,
            PlayerAction::Draw { accept } => self.game.draw(store, side, *accept, key, now).await,
            PlayerAction::Takeback { accept } => {
                self.game.takeback(store, side, *accept, key, now).await
            }
            PlayerAction::Abort {} => self.game.abort(store, key, now).await,
            PlayerAction::Rematch {} => self.rematch(side, key, now).await,
            PlayerAction::Conditional { seq, lines } => {
                let plan = (*seq, &lines[..]);
                self.game.plan(store, side, plan, key, now).await
            }
        }
    }

    /// What viewers are told of an action that was done.
    fn event_of(&self, action: &PlayerAction, seq_before: i64) -> EventKind {
        match action {
            PlayerAction::Draw { accept: true } => EventKind::DrawOffer,
            PlayerAction::Draw { accept: false } => EventKind::DrawDeclined,
            PlayerAction::Takeback { .. } if self.game.row.seq != seq_before => EventKind::Takeback,
            PlayerAction::Takeback { accept: true } => EventKind::TakebackOffer,
            PlayerAction::Takeback { accept: false } => EventKind::TakebackDeclined,
            PlayerAction::Rematch {} => EventKind::Rematch,
            _ => EventKind::Conditional,
        }
    }

    async fn rematch(
        &mut self,
        side: Side,
        key: Option<ActionKey>,
        now: i64,
    ) -> Result<(), ActionError> {
        let row = &self.game.row;
        if row.state != GameStatus::Over {
            return Err(Rejection::new("not_over", "The game is not over.").into());
        }
        if row.extra.rematch_id.is_some() {
            return Err(Rejection::new("done", "The rematch has begun.").into());
        }
        if [&row.white, &row.black].contains(&&Seat::Empty) {
            return Err(Rejection::new("alone", "There is nobody to play again with.").into());
        }
        let agreed = self.game.has_engine() || row.extra.rematch == Some(side.other());
        let begins = agreed
            .then(|| super::create::rematch(&self.game))
            .transpose()?;
        let again = begins.as_ref().map(|begins| begins.0.id.clone());
        self.game
            .rematch(&self.live.store, side, begins, key, now)
            .await?;
        if let Some(again) = again {
            self.live.wake(&again).await;
        }
        Ok(())
    }

    async fn join(&mut self, user: &str) -> Result<Side, Rejection> {
        if let Some(side) = self.game.row.side_of(user) {
            return Ok(side);
        }
        if self.game.row.state != GameStatus::Open {
            return Err(Rejection::new("taken", "Both seats are taken."));
        }
        let side = match self.game.row.white {
            Seat::Empty => Side::White,
            _ => Side::Black,
        };
        match self.game.join(&self.live.store, side, user, now_ms()).await {
            Ok(()) => {
                self.audience.tell(&self.game, EventKind::Joined);
                Ok(side)
            }
            Err(error) => Err(self.refusal(error).await),
        }
    }

    async fn engine_move(&mut self, seq: i64, mv: &str) -> ActionResult {
        let side = self.game.row.turn;
        if self.game.row.state != GameStatus::Active
            || self.game.row.seq != seq
            || self.game.level(side).is_none()
        {
            return Err(Rejection::new("stale", "The game has gone on."));
        }
        // It is validated like anybody's.
        let played = self
            .game
            .play(&self.live.store, mv, 0, None, now_ms())
            .await;
        match played {
            Ok(()) => {
                self.audience.send_move(&self.game);
                self.audience.send_end(&self.game);
                Ok(self.game.row.seq)
            }
            Err(error) => {
                let rejection = self.refusal(error).await;
                self.audience.send_end(&self.game);
                Err(rejection)
            }
        }
    }

    fn history_at(&self, seq: Option<i64>) -> Option<History> {
        let seq = usize::try_from(seq.unwrap_or(self.game.row.seq)).ok()?;
        if seq > self.game.moves.len() {
            return None;
        }
        let mut history = self.game.history.clone();
        while history.moves().len() > seq {
            history.undo();
        }
        Some(history)
    }

    async fn close(&mut self) -> ActionResult {
        if self.game.row.state == GameStatus::Over {
            return Err(Rejection::new("over", "The game is over."));
        }
        let ended = self
            .game
            .end(&self.live.store, EndReason::Aborted, None, None, now_ms())
            .await;
        match ended {
            Ok(()) => {
                self.audience.send_end(&self.game);
                Ok(self.game.row.seq)
            }
            Err(error) => Err(self.refusal(error).await),
        }
    }

    async fn leave(&mut self, user: &str) {
        let Some(side) = self.game.row.side_of(user) else {
            return;
        };
        let live = self.live.clone();
        let (store, now) = (&live.store, now_ms());
        let done = match self.game.row.state {
            GameStatus::Over => return,
            GameStatus::Active if self.game.row.seq >= 2 => {
                self.game.resign(store, side, None, now).await
            }
            _ => self.game.abort(store, None, now).await,
        };
        if let Err(error) = done {
            self.refusal(error).await;
        }
        self.audience.send_end(&self.game);
    }

    async fn time_out(&mut self) {
        let flagged = self.game.flag(&self.live.store, now_ms()).await;
        match flagged {
            Ok(()) => self.audience.send_end(&self.game),
            Err(error) => {
                self.refusal(error).await;
                // Not in a loop while the store is away.
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
}
