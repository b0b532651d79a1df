//! The task that owns one live game: everything that happens in it happens here,
//! one after the other.

use super::audience::{Audience, Viewer};
use super::deeds::{Key, Refused, Undone};
use super::plan;
use super::registry::Live;
use super::table::Table;
use super::types::{Action, State};
use crate::socket::messages::EventKind;
use crate::store::{GameState, JobChange, Seat};
use crate::time::now_ms;
use hyperrook_rules::History;
use hyperrook_view::types::{EndReason, Side};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// How long a game with nobody at it stays in memory.
const IDLE: Duration = Duration::from_secs(60);
/// How many refusals are remembered, so that repeated keys get the same answer.
const REFUSALS: usize = 64;

/// An action with who does it.
#[derive(Clone, Debug)]
pub(crate) struct Act {
    pub(crate) user: String,
    pub(crate) key: Option<String>,
    pub(crate) action: Action,
    /// The most lag that is believed, in ms.
    pub(crate) lag_limit_ms: i64,
}

/// The answer to an action: the number of moves made after it.
pub(crate) type Answer = Result<i64, Refused>;

/// What a game's task is asked.
#[derive(Debug)]
pub(crate) enum Command {
    /// Sees to it that the task runs.
    Nothing(oneshot::Sender<()>),
    /// Tells a viewer what happens from now on, beginning with the state.
    Watch(Viewer, oneshot::Sender<()>),
    /// Tells a viewer nothing more.
    Unwatch(u64),
    /// The state, as a person sees it.
    State(Option<String>, oneshot::Sender<Box<State>>),
    /// An action of a player.
    Act(Act, oneshot::Sender<(Answer, Option<Box<State>>)>),
    /// A person takes the empty seat.
    Join(String, oneshot::Sender<Result<Side, Refused>>),
    /// The engine's move after so many moves.
    Engine(i64, String, oneshot::Sender<Answer>),
    /// The game after so many moves, for questions about it; all if `None`.
    Look(Option<i64>, oneshot::Sender<Option<History>>),
    /// The engine has failed too often.
    GiveUp(oneshot::Sender<Answer>),
    /// A player's account is deleted or banned.
    Leave(String, oneshot::Sender<()>),
    /// A person's name has changed.
    Renamed(Arc<str>),
    /// Ends the task.
    Stop,
}

pub(crate) struct Task {
    live: Arc<Live>,
    table: Table,
    number: u64,
    audience: Audience,
    refusals: VecDeque<((String, String), Refused)>,
    /// What is in memory may be wrong, and could not be read anew.
    broken: bool,
}

impl Task {
    pub(super) fn new(live: Arc<Live>, table: Table, number: u64) -> Task {
        Task {
            live,
            table,
            number,
            audience: Audience::new(),
            refusals: VecDeque::new(),
            broken: false,
        }
    }

    pub(super) async fn run(mut self, mut queue: mpsc::Receiver<Command>) {
        // A job is written with the move that asks for it; databases that were
        // restored or changed by hand may lack one.
        let job = self.table.job(&self.table.row);
        if let Err(error) = self.live.store.want_job(&self.table.row.id, job).await {
            tracing::error!(%error, "a job could not be written");
        }
        self.follow_up().await;
        loop {
            let deadline = self.table.row.deadline;
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
                Ok(Some(command)) => self.obey(command).await,
                Ok(None) => return,
                Err(_) => {}
            }
            if self.broken {
                // Whoever asks next reads it; those who watch come back.
                self.audience.close();
                queue.close();
                return;
            }
            self.audience.tell_presence(&self.table);
            if self.table.row.deadline.is_some_and(|at| at <= now_ms()) {
                self.time_out().await;
            } else if idle
                && timeout == IDLE
                && self.may_end()
                && self
                    .live
                    .retire(&self.table.row.id, self.number, &mut queue)
            {
                return;
            }
        }
    }

    /// Whether the game can be left to the store for now. Games with a live clock
    /// are not: their flags must fall in time.
    fn may_end(&self) -> bool {
        let soon = now_ms() + 10 * IDLE.as_millis() as i64;
        self.audience.is_empty() && self.table.row.deadline.is_none_or(|at| at > soon)
    }

    async fn obey(&mut self, command: Command) {
        match command {
            Command::Nothing(reply) => {
                let _ = reply.send(());
            }
            Command::Watch(viewer, reply) => {
                self.audience.add(&self.table, viewer);
                let _ = reply.send(());
            }
            Command::Unwatch(socket) => {
                self.audience.remove(socket);
            }
            Command::State(user, reply) => {
                let _ = reply.send(Box::new(self.audience.state(&self.table, user.as_deref())));
            }
            Command::Act(act, reply) => {
                let answer = self.act(&act).await;
                let state = answer
                    .is_err()
                    .then(|| Box::new(self.audience.state(&self.table, Some(&act.user))));
                let _ = reply.send((answer, state));
                self.follow_up().await;
            }
            Command::Join(user, reply) => {
                let _ = reply.send(self.join(&user).await);
                self.follow_up().await;
            }
            Command::Engine(seq, mv, reply) => {
                let _ = reply.send(self.engine_move(seq, &mv).await);
                self.follow_up().await;
            }
            Command::Look(seq, reply) => {
                let _ = reply.send(self.look(seq));
            }
            Command::GiveUp(reply) => {
                let _ = reply.send(self.close().await);
            }
            Command::Leave(user, reply) => {
                self.leave(&user).await;
                let _ = reply.send(());
            }
            Command::Renamed(user) => {
                if self.table.row.side_of(&user).is_some() {
                    match self.table.find_players(&self.live.store).await {
                        Ok(()) => self.audience.tell_state(&self.table),
                        Err(error) => tracing::error!(%error, "players could not be looked up"),
                    }
                }
            }
            Command::Stop => {}
        }
    }

    /// What is to happen after something has: planned answers, the engine's turn.
    async fn follow_up(&mut self) {
        while self.table.row.state == GameState::Active && !self.broken {
            let Some(mv) = plan::answer(&self.table) else {
                break;
            };
            let seq = self.table.row.seq;
            let played = self
                .table
                .play(&self.live.store, &mv, 0, None, now_ms())
                .await;
            match played {
                Ok(()) => {
                    self.audience.tell_move(&self.table);
                    self.audience.tell_end(&self.table);
                }
                Err(undone) => {
                    self.refusal(undone).await;
                    if self.table.row.seq == seq {
                        break;
                    }
                }
            }
        }
        if let JobChange::Wanted { .. } = self.table.job(&self.table.row) {
            self.live.jobs.notify_one();
        }
    }

    /// Turns a failure into a refusal. After a failure of the store what is in
    /// memory may be old, so the game is read anew.
    async fn refusal(&mut self, undone: Undone) -> Refused {
        let error = match undone {
            Undone::Refused(refused) => return refused,
            Undone::Store(error) => error,
        };
        let id = self.table.row.id.clone();
        tracing::error!(game = id, %error, "a change of a game failed");
        match Table::load(&self.live.store, &self.live.catalogue, &id).await {
            Ok(table) => {
                self.table = table;
                self.audience.tell_state(&self.table);
            }
            Err(error) => {
                tracing::error!(game = id, %error, "a game could not be read anew");
                self.broken = true;
            }
        }
        Refused::new("try_again", "That could not be kept. Please try again.")
    }

    async fn act(&mut self, act: &Act) -> Answer {
        let Some(side) = self.table.row.side_of(&act.user) else {
            return Err(Refused::new(
                "not_a_player",
                "You do not play in this game.",
            ));
        };
        let key = act.key.clone().map(|key| Key {
            player: act.user.clone(),
            key,
        });
        if let Some(key) = &key {
            let known = (key.player.clone(), key.key.clone());
            if let Some(seq) = self.table.answers.get(&known) {
                return Ok(*seq);
            }
            if let Some((_, refused)) = self.refusals.iter().find(|(key, _)| *key == known) {
                return Err(refused.clone());
            }
        }
        let before = (self.table.row.seq, self.table.row.state);
        let result = self.do_action(side, act, key.clone()).await;
        let over = self.table.row.state != before.1 && self.table.row.state == GameState::Over;
        let answer = match result {
            Ok(()) => {
                match &act.action {
                    Action::Move { .. } => self.audience.tell_move(&self.table),
                    other if !over => self
                        .audience
                        .tell(&self.table, self.event_of(other, before.0)),
                    _ => {}
                }
                Ok(self.table.row.seq)
            }
            Err(undone) => Err(self.refusal(undone).await),
        };
        if over {
            self.audience.tell_end(&self.table);
        }
        if let (Err(refused), Some(key)) = (&answer, key) {
            // Failures of the store may be tried again.
            if refused.code != "try_again" {
                let known = (key.player, key.key);
                self.refusals.push_back((known, refused.clone()));
                if self.refusals.len() > REFUSALS {
                    self.refusals.pop_front();
                }
            }
        }
        answer
    }

    async fn do_action(&mut self, side: Side, act: &Act, key: Option<Key>) -> Result<(), Undone> {
        let live = self.live.clone();
        let (store, now) = (&live.store, now_ms());
        match &act.action {
            Action::Move { seq, mv, lag_ms } => {
                self.table.must_be_active()?;
                if self.table.row.turn != side {
                    return Err(Refused::new("not_your_turn", "It is not your turn.").into());
                }
                if *seq != self.table.row.seq {
                    let message = "The move is for another position.";
                    return Err(Refused::new("stale", message).into());
                }
                let lag = lag_ms.unwrap_or(0).clamp(0, act.lag_limit_ms.max(0));
                self.table.play(store, mv, lag, key, now).await
            }
            Action::Resign {} => self.table.resign(store, side, key, now).await,
            Action::Draw { accept } => self.table.draw(store, side, *accept, key, now).await,
            Action::Takeback { accept } => {
                self.table.takeback(store, side, *accept, key, now).await
            }
            Action::Abort {} => self.table.abort(store, key, now).await,
            Action::Rematch {} => self.rematch(side, key, now).await,
            Action::Conditional { seq, lines } => {
                let plan = (*seq, &lines[..]);
                self.table.plan(store, side, plan, key, now).await
            }
        }
    }

    /// What viewers are told of an action that was done.
    fn event_of(&self, action: &Action, seq_before: i64) -> EventKind {
        match action {
            Action::Draw { accept: true } => EventKind::DrawOffer,
            Action::Draw { accept: false } => EventKind::DrawDeclined,
            Action::Takeback { .. } if self.table.row.seq != seq_before => EventKind::Takeback,
            Action::Takeback { accept: true } => EventKind::TakebackOffer,
            Action::Takeback { accept: false } => EventKind::TakebackDeclined,
            Action::Rematch {} => EventKind::Rematch,
            _ => EventKind::Conditional,
        }
    }

    async fn rematch(&mut self, side: Side, key: Option<Key>, now: i64) -> Result<(), Undone> {
        let row = &self.table.row;
        if row.state != GameState::Over {
            return Err(Refused::new("not_over", "The game is not over.").into());
        }
        if row.extra.rematch_id.is_some() {
            return Err(Refused::new("done", "The rematch has begun.").into());
        }
        if [&row.white, &row.black].contains(&&Seat::Empty) {
            return Err(Refused::new("alone", "There is nobody to play again with.").into());
        }
        let agreed = self.table.has_engine() || row.extra.rematch == Some(side.other());
        let begins = agreed
            .then(|| super::create::rematch(&self.table))
            .transpose()?;
        let again = begins.as_ref().map(|begins| begins.0.id.clone());
        self.table
            .rematch(&self.live.store, side, begins, key, now)
            .await?;
        if let Some(again) = again {
            self.live.wake(&again).await;
        }
        Ok(())
    }

    async fn join(&mut self, user: &str) -> Result<Side, Refused> {
        if let Some(side) = self.table.row.side_of(user) {
            return Ok(side);
        }
        if self.table.row.state != GameState::Open {
            return Err(Refused::new("taken", "Both seats are taken."));
        }
        let side = match self.table.row.white {
            Seat::Empty => Side::White,
            _ => Side::Black,
        };
        match self
            .table
            .join(&self.live.store, side, user, now_ms())
            .await
        {
            Ok(()) => {
                self.audience.tell(&self.table, EventKind::Joined);
                Ok(side)
            }
            Err(undone) => Err(self.refusal(undone).await),
        }
    }

    async fn engine_move(&mut self, seq: i64, mv: &str) -> Answer {
        let side = self.table.row.turn;
        if self.table.row.state != GameState::Active
            || self.table.row.seq != seq
            || self.table.level(side).is_none()
        {
            return Err(Refused::new("stale", "The game has gone on."));
        }
        // It is validated like anybody's.
        let played = self
            .table
            .play(&self.live.store, mv, 0, None, now_ms())
            .await;
        match played {
            Ok(()) => {
                self.audience.tell_move(&self.table);
                self.audience.tell_end(&self.table);
                Ok(self.table.row.seq)
            }
            Err(undone) => {
                let refused = self.refusal(undone).await;
                self.audience.tell_end(&self.table);
                Err(refused)
            }
        }
    }

    fn look(&self, seq: Option<i64>) -> Option<History> {
        let seq = usize::try_from(seq.unwrap_or(self.table.row.seq)).ok()?;
        if seq > self.table.moves.len() {
            return None;
        }
        let mut history = self.table.history.clone();
        while history.moves().len() > seq {
            history.undo();
        }
        Some(history)
    }

    async fn close(&mut self) -> Answer {
        if self.table.row.state == GameState::Over {
            return Err(Refused::new("over", "The game is over."));
        }
        let ended = self
            .table
            .end(&self.live.store, EndReason::Aborted, None, None, now_ms())
            .await;
        match ended {
            Ok(()) => {
                self.audience.tell_end(&self.table);
                Ok(self.table.row.seq)
            }
            Err(undone) => Err(self.refusal(undone).await),
        }
    }

    async fn leave(&mut self, user: &str) {
        let Some(side) = self.table.row.side_of(user) else {
            return;
        };
        let live = self.live.clone();
        let (store, now) = (&live.store, now_ms());
        let done = match self.table.row.state {
            GameState::Over => return,
            GameState::Active if self.table.row.seq >= 2 => {
                self.table.resign(store, side, None, now).await
            }
            _ => self.table.abort(store, None, now).await,
        };
        if let Err(undone) = done {
            self.refusal(undone).await;
        }
        self.audience.tell_end(&self.table);
    }

    async fn time_out(&mut self) {
        let flagged = self.table.flag(&self.live.store, now_ms()).await;
        match flagged {
            Ok(()) => self.audience.tell_end(&self.table),
            Err(undone) => {
                self.refusal(undone).await;
                // Not in a loop while the store is away.
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
}
