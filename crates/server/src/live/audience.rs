//! Those who look at a game, and what they are told.

use super::clock;
use super::live_game::{LiveGame, index};
use super::types::GameState;
use crate::socket::Outbox;
use crate::socket::messages::{self, EventKind};
use crate::store::GameStatus;
use crate::time::now_ms;
use axum::extract::ws::Utf8Bytes;
use hyperrook_view::types::Side;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// How long comings and goings are gathered before they are told.
const GATHER: Duration = Duration::from_millis(300);

/// One who looks at a game.
#[derive(Clone, Debug)]
pub(crate) struct Viewer {
    pub(crate) socket: u64,
    pub(crate) user: Option<String>,
    pub(crate) outbox: Outbox,
}

/// All who look at a game.
#[derive(Debug)]
pub(super) struct Audience {
    viewers: HashMap<u64, Viewer>,
    /// Comings and goings that they have not been told.
    untold: bool,
    told: Instant,
    online: [bool; 2],
}

impl Audience {
    /// Nobody yet.
    pub(super) fn new() -> Audience {
        Audience {
            viewers: HashMap::new(),
            untold: false,
            told: Instant::now(),
            online: [false; 2],
        }
    }

    /// Whether nobody looks.
    pub(super) fn is_empty(&self) -> bool {
        self.viewers.is_empty()
    }

    /// How long to wait before comings and goings are told, if there are any.
    pub(super) fn pause(&self) -> Option<Duration> {
        self.untold
            .then(|| GATHER.saturating_sub(self.told.elapsed()))
    }

    /// Takes a viewer in, with the state to begin with.
    pub(super) fn add(&mut self, game: &LiveGame, viewer: Viewer) {
        let state = self.state(game, viewer.user.as_deref());
        viewer.outbox.send(messages::state(&game.row.id, &state));
        self.viewers.insert(viewer.socket, viewer);
        self.note_change();
    }

    /// Lets a viewer go.
    pub(super) fn remove(&mut self, socket: u64) {
        if self.viewers.remove(&socket).is_some() {
            self.note_change();
        }
    }

    /// Somebody has come or gone: it is told a little later, with others.
    fn note_change(&mut self) {
        if !self.untold {
            self.untold = true;
            self.told = Instant::now();
        }
    }

    /// The state as a person sees it.
    pub(super) fn state(&self, game: &LiveGame, user: Option<&str>) -> GameState {
        game.state(user, self.present(game), self.viewers.len(), now_ms())
    }

    /// Which players look at the game.
    fn present(&self, game: &LiveGame) -> [bool; 2] {
        [Side::White, Side::Black].map(|side| {
            let person = game.row.seat(side).person();
            person.is_some_and(|person| {
                let mut users = self.viewers.values().map(|viewer| viewer.user.as_deref());
                users.any(|user| user == Some(person))
            })
        })
    }

    /// Sends the state to everybody. All who do not play see the same, so that it is
    /// written three times at most, however many watch.
    fn send(&self, game: &LiveGame, write: impl Fn(&GameState) -> Utf8Bytes) {
        let mut written: [Option<Utf8Bytes>; 3] = [None, None, None];
        for viewer in self.viewers.values() {
            let user = viewer.user.as_deref();
            let side = user.and_then(|user| game.row.side_of(user));
            let text = written[side.map_or(2, index)]
                .get_or_insert_with(|| write(&self.state(game, user)));
            viewer.outbox.send(text.clone());
        }
    }

    /// Closes the sockets of all.
    pub(super) fn close(&self) {
        for viewer in self.viewers.values() {
            viewer.outbox.close();
        }
    }

    /// Sends the state anew to everybody.
    pub(super) fn send_state(&self, game: &LiveGame) {
        self.send(game, |state| messages::state(&game.row.id, state));
    }

    /// Tells everybody that something happened, with the state.
    pub(super) fn tell(&self, game: &LiveGame, kind: EventKind) {
        self.send(game, |state| messages::event(&game.row.id, kind, state));
    }

    /// Tells everybody who has come or gone, if it is time for that.
    pub(super) fn send_presence(&mut self, game: &LiveGame) {
        if self.pause() != Some(Duration::ZERO) {
            return;
        }
        self.untold = false;
        let present = self.present(game);
        let kind = if present == self.online {
            EventKind::Watchers
        } else {
            EventKind::Online
        };
        self.online = present;
        self.tell(game, kind);
    }

    /// Tells everybody the last move.
    pub(super) fn send_move(&self, game: &LiveGame) {
        let Some(made) = game.moves.last() else {
            return;
        };
        let clocks = clock::shown(&game.row, game.clock, now_ms());
        let text = messages::made(&messages::MoveMessage {
            id: &game.row.id,
            seq: game.row.seq,
            made: made.shown(),
            view: game.shown_view(),
            clocks,
            outcome: game.row.outcome.as_ref(),
        });
        for viewer in self.viewers.values() {
            viewer.outbox.send(text.clone());
        }
        metrics::counter!("hyperrook_moves_total").increment(1);
    }

    /// Tells everybody that the game is over, if it is.
    pub(super) fn send_end(&self, game: &LiveGame) {
        if game.row.state == GameStatus::Over {
            self.tell(game, EventKind::End);
            metrics::counter!("hyperrook_games_ended_total").increment(1);
        }
    }
}
