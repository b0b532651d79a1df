//! The task that owns one live game. Everything that happens in the game happens here,
//! one after the other: the game says what an action changes, the store writes it, and
//! then those who follow the game are told.

use super::audience::{Audience, Publisher, Viewer};
use super::job_signal::JobSignal;
use super::load::{LoadError, load_again};
use super::memory::UsedMemory;
use super::present::PresentedGame;
use crate::cluster::node::ClusterNode;
use crate::cluster::wire::{Follow, FollowedGame};
use crate::game::action::{
    ActionDone, ActionEffect, ActionReply, ActionRequest, ActionResult, Moment, PlayerAction,
    Rejection,
};
use crate::game::change::Change;
use crate::game::live_game::{EngineTurn, InconsistentGame, LiveGame};
use crate::game::model::StoredGame;
use crate::messages::server::EventKind;
use crate::messages::types::GameState;
use crate::security::limits::Aborts;
use crate::security::secret;
use crate::store::{ShiftedClock, Store, StoreError};
use crate::time::now_ms;
use futures_util::future::BoxFuture;
use hyperrook_explain::EndReason;
use hyperrook_rules::{History, Position, Side};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

/// How long a game that nobody follows stays in memory.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);
/// How often a game waits for a store that fails.
const RETRY_INTERVAL: Duration = Duration::from_millis(200);
/// How many rejections are remembered, so that a repeated key gets the same answer.
const MAX_REJECTIONS: usize = 64;

/// A command to the task of a game. Each queue has room for dozens of commands from the start,
/// so they are small.
#[derive(Debug)]
pub(crate) enum Command {
    /// Only start the task.
    Wake(oneshot::Sender<()>),
    /// Tell a viewer what happens from now on, beginning with the state.
    Watch(Box<Viewer>, oneshot::Sender<()>),
    /// Stop telling the viewer on this socket.
    Unwatch(u64),
    /// The state, as a person sees it.
    State(Option<String>, oneshot::Sender<Box<GameState>>),
    /// An action of a player. The answer has the state if the action was rejected.
    Action(
        Box<ActionRequest>,
        oneshot::Sender<(ActionReply, Option<Box<GameState>>)>,
    ),
    /// A person takes the empty seat.
    Join(String, oneshot::Sender<Result<Side, Rejection>>),
    /// Clients of another node follow the game.
    Follow(Box<Follow>, oneshot::Sender<FollowedGame>),
    /// What the engine needs to find the move after an entry of the game's log, and a
    /// token that is cancelled when the game goes on without that move; `None` if it has.
    EngineTurn(
        i64,
        oneshot::Sender<Option<(EngineTurn, CancellationToken)>>,
    ),
    /// The engine's move after an entry of the game's log.
    EngineMove(i64, String, oneshot::Sender<ActionResult>),
    /// The history after this many moves, or after all of them.
    HistoryAt(Option<i64>, oneshot::Sender<Option<History>>),
    /// The position after this many moves, or after all of them.
    PositionAt(Option<i64>, oneshot::Sender<Option<Position>>),
    /// The engine has failed too often: end the game.
    EngineFailed(oneshot::Sender<ActionResult>),
    /// A player's account is deleted or banned.
    PlayerLeft(String, oneshot::Sender<Result<(), Rejection>>),
    /// A person's name has changed.
    Renamed(Arc<str>),
    /// The game is over in the store, in this version. An operator may have ended it.
    OverInStore(i64),
    /// The running clock was given time back.
    ClockShifted(Box<ShiftedClock>),
    /// End the task: the game is not this node's any more.
    Forget,
    /// End the task.
    Stop,
}

/// Where tasks are found by the ids of their games.
pub(super) trait TaskDirectory: Send + Sync {
    /// Takes a task out that wants to end, unless somebody has asked something of it.
    /// Nothing reaches the task afterwards.
    fn retire(&self, id: &str, number: u64, queue: &mut mpsc::Receiver<Command>) -> bool;

    /// Starts the task of a game.
    fn wake(&self, id: String) -> BoxFuture<'_, ()>;
}

/// What a task needs besides its game.
pub(super) struct TaskContext {
    pub(super) store: Store,
    /// Wakes the engine's workers.
    pub(super) jobs: Arc<JobSignal>,
    pub(super) cluster: Arc<ClusterNode>,
    pub(super) directory: Box<dyn TaskDirectory>,
    /// How many unfinished games a person may have.
    pub(super) games_per_user: usize,
    /// Counts games that end because nobody has moved.
    pub(super) aborts: Aborts,
    /// The task's number in the directory.
    pub(super) number: u64,
    /// The memory that the game takes.
    pub(super) memory: UsedMemory,
}

/// Why a change did not happen.
enum ActionError {
    /// The rules of the game or of playing forbid it.
    Rejected(Rejection),
    /// The store failed. What is in memory may be out of date.
    Store(StoreError),
    /// The change did not fit the game. What is in memory may be wrong.
    Inconsistent(InconsistentGame),
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

/// Whether a change was worked out from a game that has changed elsewhere since.
fn conflicts(result: &Result<(), ActionError>) -> bool {
    matches!(result, Err(ActionError::Store(StoreError::Conflict)))
}

pub(super) struct GameTask {
    context: TaskContext,
    presented: PresentedGame,
    audience: Audience,
    rejections: VecDeque<((String, String), Rejection)>,
    /// The entry of the log after which the engine searches for a move, and the end of
    /// the search.
    search: Option<(i64, CancellationToken)>,
    /// What is in memory may be out of date: nobody knows whether the last change was
    /// written.
    unsure: bool,
    /// What is in memory may be wrong, or the game is not this node's any more.
    broken: bool,
}

impl GameTask {
    pub(super) fn new(context: TaskContext, presented: PresentedGame) -> GameTask {
        let cluster = &context.cluster;
        let publisher = Publisher {
            bus: cluster.bus.clone(),
            subject: cluster.subjects.game(&presented.game().stored().id),
            stream: secret::id(),
        };
        GameTask {
            context,
            presented,
            audience: Audience::new(publisher),
            rejections: VecDeque::new(),
            search: None,
            unsure: false,
            broken: false,
        }
    }

    fn game(&self) -> &LiveGame {
        self.presented.game()
    }

    fn stored(&self) -> &StoredGame {
        self.game().stored()
    }

    /// Runs until the game has ended and nobody follows it. What it does for a moment is
    /// boxed: most of the time thousands of these tasks wait for something to do.
    pub(super) async fn run(mut self, mut queue: mpsc::Receiver<Command>) {
        // A job is written with the move that asks for it. Databases that were restored
        // or changed by hand may lack one.
        if self.stored().engine_job().is_some()
            && let Err(error) = Box::pin(self.context.store.enqueue_job(self.stored())).await
        {
            tracing::error!(%error, "a job could not be written");
        }
        Box::pin(self.follow_up()).await;
        loop {
            let deadline = self.stored().deadline;
            let mut wait = deadline.map(|at| Duration::from_millis((at - now_ms()).max(0) as u64));
            if self.context.store.is_failing() {
                // Clocks pause, and flags do not fall.
                wait = wait.map(|wait| wait.max(RETRY_INTERVAL));
            }
            if self.unsure {
                wait = Some(wait.map_or(RETRY_INTERVAL, |wait| wait.min(RETRY_INTERVAL)));
            }
            let pause = self.audience.pause().unwrap_or(IDLE_TIMEOUT);
            let timeout = wait.map_or(pause, |wait| wait.min(pause));
            let received = tokio::time::timeout(timeout, queue.recv()).await;
            let idle = received.is_err();
            match received {
                Ok(Some(Command::Stop)) => {
                    queue.close();
                    return;
                }
                Ok(Some(command)) => {
                    Box::pin(self.make_sure()).await;
                    Box::pin(self.handle(command)).await;
                }
                Ok(None) => self.broken = true,
                Err(_) => Box::pin(self.make_sure()).await,
            }
            self.end_stale_search();
            if self.broken {
                // The next command loads the game again, if this node owns it; viewers
                // reconnect.
                self.audience.close();
                queue.close();
                return;
            }
            self.audience.send_presence(&self.presented);
            if self.stored().deadline.is_some_and(|at| at <= now_ms()) {
                if !self.context.store.is_failing() {
                    Box::pin(self.time_out()).await;
                }
            } else if idle && timeout == IDLE_TIMEOUT && self.may_end() {
                let directory = &self.context.directory;
                if directory.retire(&self.stored().id, self.context.number, &mut queue) {
                    return;
                }
            }
        }
    }

    /// Ends a search for a position that is not there any more.
    fn end_stale_search(&mut self) {
        let job = self.stored().engine_job();
        let broken = self.broken;
        let stale = |(log, _): &mut (i64, _)| broken || job.is_none_or(|job| job.log != *log);
        if let Some((_, search)) = self.search.take_if(stale) {
            search.cancel();
        }
    }

    /// Whether the game can be left to the store for now. Games with a live clock
    /// cannot: their flags must fall in time.
    fn may_end(&self) -> bool {
        let soon = now_ms() + 10 * IDLE_TIMEOUT.as_millis() as i64;
        self.audience.is_empty() && self.stored().deadline.is_none_or(|at| at > soon)
    }

    async fn handle(&mut self, command: Command) {
        match command {
            Command::Wake(reply) => {
                let _ = reply.send(());
            }
            Command::Watch(viewer, reply) => {
                self.audience.add(&self.presented, *viewer);
                let _ = reply.send(());
            }
            Command::Unwatch(socket) => self.audience.remove(&self.presented, socket),
            Command::Follow(follow, reply) => {
                let _ = reply.send(self.audience.follow(&self.presented, &follow));
            }
            Command::State(user, reply) => {
                let state = self.audience.state(&self.presented, user.as_deref());
                let _ = reply.send(Box::new(state));
            }
            Command::Action(request, reply) => {
                let answer = self.act(&request).await;
                let state = answer.is_err().then(|| {
                    let user = Some(&*request.user);
                    Box::new(self.audience.state(&self.presented, user))
                });
                let _ = reply.send((answer, state));
                self.follow_up().await;
            }
            Command::Join(user, reply) => {
                let _ = reply.send(self.join(&user).await);
                self.follow_up().await;
            }
            Command::EngineTurn(log, reply) => {
                let turn = self.game().engine_turn(log, now_ms());
                let _ = reply.send(turn.map(|turn| {
                    let search = CancellationToken::new();
                    // Whoever searched before has lost its lease on the job.
                    if let Some((_, earlier)) = self.search.replace((log, search.clone())) {
                        earlier.cancel();
                    }
                    (turn, search)
                }));
            }
            Command::EngineMove(log, mv, reply) => {
                let _ = reply.send(self.engine_move(log, &mv).await);
                self.follow_up().await;
            }
            Command::HistoryAt(seq, reply) => {
                let _ = reply.send(self.game().history_at(seq));
            }
            Command::PositionAt(seq, reply) => {
                let _ = reply.send(self.game().position_at(seq));
            }
            Command::EngineFailed(reply) => {
                let _ = reply.send(self.close().await);
            }
            Command::PlayerLeft(user, reply) => {
                let was_over = self.game().is_over();
                let leave = |game: &LiveGame, now| {
                    let left = game.leave(&user, now);
                    left.ok_or_else(|| Rejection::new("over", "The game is over."))
                };
                let answer = match self.change(leave).await {
                    // If it was over, there is nothing to end.
                    Ok(()) | Err(ActionError::Rejected(_)) => Ok(()),
                    Err(error) => Err(self.rejection(error).await),
                };
                if !was_over {
                    self.audience.send_end(&self.presented);
                }
                let _ = reply.send(answer);
            }
            Command::Renamed(user) => {
                if self.game().side_of(&user).is_some() {
                    match self.presented.find_players(&self.context.store).await {
                        Ok(()) => self.audience.send_state(&self.presented),
                        Err(error) => tracing::error!(%error, "players could not be looked up"),
                    }
                }
            }
            Command::ClockShifted(shifted) => self.shift_clock(&shifted).await,
            Command::OverInStore(version) => {
                if self.stored().version < version {
                    self.unsure = true;
                    self.make_sure().await;
                }
            }
            Command::Forget => self.broken = true,
            Command::Stop => {}
        }
    }

    /// Makes the change in memory by which the store gave the running clock time back.
    async fn shift_clock(&mut self, shifted: &ShiftedClock) {
        let ShiftedClock {
            version,
            running_since,
            deadline,
            ..
        } = *shifted;
        let game = self.presented.game_mut();
        if game.shift_clock(version, running_since, deadline) {
            self.audience.send_state(&self.presented);
        } else if self.stored().version < version {
            self.unsure = true;
            self.make_sure().await;
        }
    }

    /// Writes a change to the store, and then makes it in memory.
    async fn commit(&mut self, change: Change) -> Result<(), ActionError> {
        let on_board = change.entry.is_some();
        let before = self.stored();
        let seats = (&before.white, &before.black) != (&change.game.white, &change.game.black);
        let players = seats || change.rated_result.is_some();
        let written = change.clone();
        let most = Some(self.context.games_per_user);
        self.context.store.change_game_within(written, most).await?;
        self.presented
            .game_mut()
            .apply(change)
            .map_err(ActionError::Inconsistent)?;
        if on_board {
            self.count_moves();
            self.presented.update_view();
        }
        if players {
            self.presented.find_players(&self.context.store).await?;
        }
        Ok(())
    }

    /// Counts the memory of the moves that the game has now.
    fn count_moves(&mut self) {
        let moves = usize::try_from(self.stored().log).unwrap_or(0);
        self.context.memory.set_moves(moves);
    }

    /// What follows from a change: conditional moves, and the engine's turn.
    async fn follow_up(&mut self) {
        while !self.broken {
            let Some(prepared) = self.game().prepared_move(now_ms()) else {
                break;
            };
            let seq = self.stored().seq;
            let mut result = self.commit_or_time_out(prepared).await;
            if conflicts(&result) && self.load_again().await.is_ok() {
                let Some(prepared) = self.game().prepared_move(now_ms()) else {
                    break;
                };
                result = self.commit_or_time_out(prepared).await;
            }
            match result {
                Ok(()) => {
                    self.audience.send_move(&self.presented);
                    self.audience.send_end(&self.presented);
                }
                Err(error) => {
                    self.rejection(error).await;
                    self.audience.send_end(&self.presented);
                    if self.stored().seq == seq {
                        break;
                    }
                }
            }
        }
        if self.stored().engine_job().is_some() {
            self.context.jobs.notify();
        }
    }

    /// Commits a change. If it was rejected because the time of the side to move had run
    /// out, the game ends.
    async fn commit_or_time_out(
        &mut self,
        decided: Result<Change, Rejection>,
    ) -> Result<(), ActionError> {
        let rejection = match decided {
            Ok(change) => return self.commit(change).await,
            Err(rejection) => rejection,
        };
        if rejection.code == Rejection::TIME
            && let Some(change) = self.game().time_out(now_ms())
        {
            self.commit(change).await?;
        }
        Err(rejection.into())
    }

    /// Works out a change and commits it. If the game has changed elsewhere meanwhile, it
    /// is loaded again, and the change worked out once more.
    async fn change(
        &mut self,
        decide: impl Fn(&LiveGame, i64) -> Result<Change, Rejection>,
    ) -> Result<(), ActionError> {
        let decided = decide(self.game(), now_ms());
        let result = self.commit_or_time_out(decided).await;
        if conflicts(&result) && self.load_again().await.is_ok() {
            let decided = decide(self.game(), now_ms());
            return self.commit_or_time_out(decided).await;
        }
        result
    }

    /// Turns a failure into a rejection. When what is in memory may be wrong, the game
    /// is loaded again, at once or later.
    async fn rejection(&mut self, error: ActionError) -> Rejection {
        let id = &self.stored().id;
        match error {
            ActionError::Rejected(rejection) => return rejection,
            ActionError::Store(StoreError::TooManyGames(_)) => {
                return Rejection::new(
                    "too_many_games",
                    "You have too many unfinished games. Finish some first.",
                );
            }
            ActionError::Store(StoreError::PersonLeft) => {
                return Rejection::new("left", "One of the players has left this server.");
            }
            ActionError::Store(error) if error.is_temporary() => {
                tracing::warn!(game = id, %error, "a change of a game could not be written");
                self.unsure = true;
            }
            ActionError::Store(error) => {
                tracing::error!(game = id, %error, "a change of a game failed");
                let _ = self.load_again().await;
            }
            ActionError::Inconsistent(error) => {
                tracing::error!(game = id, %error, "a change did not fit its game");
                let _ = self.load_again().await;
            }
        }
        Rejection::new(
            Rejection::TRY_AGAIN,
            "The server could not save that. Please try again.",
        )
    }

    /// Loads the game again if it may be out of date and the store works.
    async fn make_sure(&mut self) {
        if self.unsure && !self.context.store.is_failing() {
            let _ = self.load_again().await;
        }
    }

    /// Loads the game again and shows it to those who follow it. If that fails for now,
    /// it is tried again later; if it fails for good, the task ends.
    async fn load_again(&mut self) -> Result<(), LoadError> {
        let id = self.stored().id.clone();
        let loaded = async {
            let rules = self.game().history().position().game().clone();
            let game = load_again(&self.context.store, rules, &id).await?;
            let presented = PresentedGame::new(&self.context.store, game).await?;
            Ok::<_, LoadError>(presented)
        };
        match loaded.await {
            Ok(presented) => {
                self.presented = presented;
                self.count_moves();
                self.unsure = false;
                self.audience.send_state(&self.presented);
                Ok(())
            }
            Err(error) => {
                tracing::error!(game = id, %error, "a game could not be loaded again");
                // A game of another node stays away.
                let waits = error.is_temporary() && self.context.store.holds_lease();
                let not_ours = matches!(error, LoadError::Store(StoreError::NotOwner));
                self.unsure = waits && !not_ours;
                self.broken = !self.unsure;
                Err(error)
            }
        }
    }

    async fn act(&mut self, request: &ActionRequest) -> ActionReply {
        let known = request.key.clone().map(|key| (request.user.clone(), key));
        if let Some(answer) = self.answer_given(known.as_ref()) {
            return answer;
        }
        let seq_before = self.stored().seq;
        let was_over = self.game().is_over();
        let moment = || Moment {
            now: now_ms(),
            new_id: secret::id(),
        };
        let effect_of = |decided: &Result<Change, Rejection>| match decided {
            Ok(change) => change.effect(),
            Err(_) => ActionEffect::None,
        };
        let decided = self.game().act(request, &moment());
        let mut effect = effect_of(&decided);
        let mut result = self.commit_or_time_out(decided).await;
        if conflicts(&result) && self.load_again().await.is_ok() {
            // The change that was written meanwhile may be this one.
            if let Some(answer) = self.answer_given(known.as_ref()) {
                return answer;
            }
            let decided = self.game().act(request, &moment());
            effect = effect_of(&decided);
            result = self.commit_or_time_out(decided).await;
        }
        let ended = self.game().is_over() && !was_over;
        let answer = match result {
            Ok(()) => {
                if let PlayerAction::Move { .. } = request.action {
                    self.audience.send_move(&self.presented);
                } else if !ended {
                    self.show_action(request, seq_before);
                }
                Ok(ActionDone {
                    seq: self.stored().seq,
                    effect,
                })
            }
            Err(ActionError::Store(StoreError::TooManyGames(person))) if person != request.user => {
                Err(Rejection::new(
                    "too_many_games",
                    "Your opponent has too many unfinished games to begin another.",
                ))
            }
            Err(error) => Err(self.rejection(error).await),
        };
        if ended {
            self.audience.send_end(&self.presented);
        }
        if let (Ok(_), PlayerAction::Rematch {}) = (&answer, &request.action)
            && let Some(rematch) = self.stored().rematch_id.clone()
        {
            metrics::counter!("hyperrook_games_begun_total").increment(1);
            self.context.directory.wake(rematch).await;
        }
        if let (Err(rejection), Some(known)) = (&answer, known)
            && ![Rejection::TRY_AGAIN, Rejection::TOO_MANY].contains(&&*rejection.code)
        {
            self.rejections.push_back((known, rejection.clone()));
            if self.rejections.len() > MAX_REJECTIONS {
                self.rejections.pop_front();
            }
        }
        answer
    }

    /// The answer that an action with a player and a key has got before.
    fn answer_given(&self, known: Option<&(String, String)>) -> Option<ActionReply> {
        let known = known?;
        if let Some(seq) = self.game().answer(&known.0, &known.1) {
            let effect = ActionEffect::None;
            return Some(Ok(ActionDone { seq, effect }));
        }
        let mut earlier = self.rejections.iter();
        let (_, rejection) = earlier.find(|(own, _)| own == known)?;
        Some(Err(rejection.clone()))
    }

    /// Tells viewers of an action that has not ended the game. Nobody but the player may know
    /// that there are conditional moves.
    fn show_action(&mut self, request: &ActionRequest, seq_before: i64) {
        let kind = match &request.action {
            PlayerAction::Draw { accept: true, .. } => EventKind::DrawOffer,
            PlayerAction::Draw { accept: false, .. } => EventKind::DrawDeclined,
            PlayerAction::Takeback { .. } if self.stored().seq != seq_before => EventKind::Takeback,
            PlayerAction::Takeback { accept: true, .. } => EventKind::TakebackOffer,
            PlayerAction::Takeback { accept: false, .. } => EventKind::TakebackDeclined,
            PlayerAction::Rematch {} => EventKind::Rematch,
            _ => {
                if let Some(side) = self.game().side_of(&request.user) {
                    let kind = EventKind::Conditional;
                    self.audience.send_to_player(&self.presented, side, kind);
                }
                return;
            }
        };
        self.audience.send_event(&self.presented, kind);
    }

    async fn join(&mut self, user: &str) -> Result<Side, Rejection> {
        if let Some(side) = self.game().side_of(user) {
            return Ok(side);
        }
        let join = |game: &LiveGame, now| game.join(user, now).map(|(_, change)| change);
        match self.change(join).await {
            Ok(()) => self.audience.send_event(&self.presented, EventKind::Joined),
            Err(error) => return Err(self.rejection(error).await),
        }
        let side = self.game().side_of(user);
        side.ok_or_else(|| {
            Rejection::new(
                Rejection::TRY_AGAIN,
                "The game has changed. Please try again.",
            )
        })
    }

    async fn engine_move(&mut self, log: i64, mv: &str) -> ActionResult {
        let was_over = self.game().is_over();
        let engine_move = |game: &LiveGame, now| game.engine_move(log, mv, now);
        let answer = match self.change(engine_move).await {
            Ok(()) => {
                self.audience.send_move(&self.presented);
                Ok(self.stored().seq)
            }
            Err(error) => Err(self.rejection(error).await),
        };
        if !was_over {
            self.audience.send_end(&self.presented);
        }
        answer
    }

    async fn close(&mut self) -> ActionResult {
        match self.change(LiveGame::close).await {
            Ok(()) => {
                self.audience.send_end(&self.presented);
                Ok(self.stored().seq)
            }
            Err(error) => Err(self.rejection(error).await),
        }
    }

    /// Counts a game that has ended since a player did not make the first move, as if the player
    /// had aborted it.
    fn note_missing_move(&self) {
        let stored = self.stored();
        let outcome = stored.outcome.as_ref();
        if outcome.is_some_and(|outcome| outcome.reason == EndReason::Aborted)
            && let Some(idle) = stored.seat(stored.turn).person()
        {
            self.context.aborts.note_idle(idle);
        }
    }

    /// Ends the game if its time is over.
    async fn time_out(&mut self) {
        let time_out = |game: &LiveGame, now| {
            let due = game.stored().deadline.is_some_and(|at| at <= now);
            let change = due.then(|| game.time_out(now)).flatten();
            change.ok_or_else(|| Rejection::new("in_time", "There is time left."))
        };
        match self.change(time_out).await {
            Ok(()) => {
                self.note_missing_move();
                self.audience.send_end(&self.presented);
            }
            Err(error) => {
                self.rejection(error).await;
                tokio::time::sleep(RETRY_INTERVAL).await;
            }
        }
    }
}
