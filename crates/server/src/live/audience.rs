//! The viewers of a game, and what they are sent.

use super::present::PresentedGame;
use crate::cluster::bus::SharedBus;
use crate::cluster::wire::{self, Follow, FollowedGame, GameUpdate};
use crate::messages::outbox::Outbox;
use crate::messages::server::{self, EventKind};
use crate::messages::types::GameState;
use crate::time::now_ms;
use axum::extract::ws::Utf8Bytes;
use hyperrook_rules::Side;
use hyperrook_view::types::SideName;
use serde_json::value::RawValue;
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

/// How long changes of the audience are gathered before they are sent.
const GATHER_TIME: Duration = Duration::from_millis(300);

/// How long a node that follows a game counts as following it, unless it says so again.
pub(super) const FOLLOW_TIMEOUT: Duration = Duration::from_secs(15);

/// A socket that follows a game.
#[derive(Clone, Debug)]
pub(crate) struct Viewer {
    pub(crate) socket: u64,
    pub(crate) user: Option<String>,
    pub(crate) outbox: Outbox,
}

/// Who plays White and Black.
fn players(game: &PresentedGame) -> [Option<String>; 2] {
    Side::BOTH.map(|side| {
        let person = game.game().stored().seat(side).person();
        person.map(str::to_owned)
    })
}

/// How long a state with a running clock is shown to newcomers. It says of which moment
/// it is.
const CACHE_TIME: Duration = Duration::from_secs(1);

/// The message with the state, as some see it.
#[derive(Clone, Debug)]
struct WrittenState {
    version: u64,
    online: [bool; 2],
    at: Instant,
    text: Utf8Bytes,
}

/// Where the nodes listen that follow a game.
#[derive(Debug)]
pub(super) struct Publisher {
    pub(super) bus: SharedBus,
    pub(super) subject: String,
    /// Distinguishes this task's message numbers from those of other tasks.
    pub(super) stream: String,
}

/// How many people these viewers are. Somebody with several sockets counts once; of those who are
/// not signed in, each socket does.
pub(super) fn people_among<'a>(viewers: impl Iterator<Item = &'a Viewer>) -> usize {
    let (mut users, mut unknown) = (HashSet::new(), 0);
    for viewer in viewers {
        match &viewer.user {
            Some(user) => {
                users.insert(user);
            }
            None => unknown += 1,
        }
    }
    users.len() + unknown
}

/// Whether a viewer is one of the people that [`people_among`] counts.
pub(super) fn is_among<'a>(mut viewers: impl Iterator<Item = &'a Viewer>, viewer: &Viewer) -> bool {
    viewers.any(|own| {
        own.socket == viewer.socket || (viewer.user.is_some() && own.user == viewer.user)
    })
}

/// Those who follow a game on another node.
#[derive(Clone, Copy, Debug)]
struct RemoteAudience {
    people: usize,
    present: [bool; 2],
    until: Instant,
}

/// All sockets that follow a game.
#[derive(Debug)]
pub(super) struct Audience {
    viewers: HashMap<u64, Viewer>,
    /// The nodes with sockets that follow the game, by their IDs.
    nodes: HashMap<String, RemoteAudience>,
    publisher: Publisher,
    /// The number of the last message to other nodes.
    number: u64,
    /// Viewers have come or gone since the last message about presence.
    presence_changed: bool,
    changed_at: Instant,
    online: [bool; 2],
    /// The states that were written since the last change, as White, Black and others see
    /// them.
    written: [Option<WrittenState>; 3],
}

impl Audience {
    /// No viewers.
    pub(super) fn new(publisher: Publisher) -> Audience {
        Audience {
            viewers: HashMap::new(),
            nodes: HashMap::new(),
            publisher,
            number: 0,
            presence_changed: false,
            changed_at: Instant::now(),
            online: [false; 2],
            written: [None, None, None],
        }
    }

    /// Whether there are no viewers.
    pub(super) fn is_empty(&self) -> bool {
        self.viewers.is_empty() && self.nodes.values().all(|node| node.until < Instant::now())
    }

    /// How many people follow the game. Somebody with sockets on several nodes counts for each.
    fn people(&self) -> usize {
        let people = self.nodes.values().map(|node| node.people);
        let remote = people.fold(0, usize::saturating_add);
        people_among(self.viewers.values()).saturating_add(remote)
    }

    /// Notes who follows the game on another node, and says what they see.
    pub(super) fn follow(&mut self, game: &PresentedGame, follow: &Follow) -> FollowedGame {
        let remote = RemoteAudience {
            people: follow.people,
            present: follow.present,
            until: Instant::now() + FOLLOW_TIMEOUT,
        };
        let before = if follow.people == 0 {
            self.nodes.remove(&follow.node)
        } else {
            self.nodes.insert(follow.node.clone(), remote)
        };
        let seen = |node: &RemoteAudience| (node.people, node.present);
        if before.as_ref().map_or((0, [false; 2]), seen) != seen(&remote) {
            self.note_change();
        }
        let stored = game.game().stored();
        let players = players(game);
        let states = follow.states.then(|| {
            let [white, black] = &players;
            [white.as_deref(), black.as_deref(), None]
                .map(|user| server::state(&stored.id, &self.state(game, user)).to_string())
        });
        FollowedGame {
            stream: self.publisher.stream.clone(),
            number: self.number,
            players,
            states,
        }
    }

    /// Forgets the nodes that have not said for long that they follow the game.
    fn forget_nodes(&mut self) {
        let now = Instant::now();
        let before = self.nodes.len();
        self.nodes.retain(|_, node| node.until > now);
        if self.nodes.len() != before {
            self.note_change();
        }
    }

    /// Sends a message to the nodes that follow the game: what everybody sees, or what
    /// White, Black and others see.
    fn publish(
        &mut self,
        game: &PresentedGame,
        others: &Utf8Bytes,
        sides: Option<[&Utf8Bytes; 2]>,
        only: Option<Side>,
    ) {
        self.forget_nodes();
        if self.nodes.is_empty() {
            return;
        }
        self.number += 1;
        let raw = |text: &Utf8Bytes| RawValue::from_string(text.to_string()).ok();
        let Some(others) = raw(others) else { return };
        let news = GameUpdate {
            stream: self.publisher.stream.clone(),
            number: self.number,
            players: players(game),
            others,
            white: sides.and_then(|[white, _]| raw(white)),
            black: sides.and_then(|[_, black]| raw(black)),
            only: only.map(SideName::from),
        };
        let subject = self.publisher.subject.clone();
        self.publisher.bus.publish(subject, wire::write(&news));
    }

    /// How long to wait before [`Audience::send_presence`], if that has anything to do: changes
    /// are sent, or a node has not said for long that it follows the game.
    pub(super) fn pause(&self) -> Option<Duration> {
        let now = Instant::now();
        let silent = self.nodes.values().map(|node| node.until);
        let silent = silent
            .min()
            .map(|until| until.saturating_duration_since(now));
        self.gather_time().into_iter().chain(silent).min()
    }

    /// How long to wait before changes of the audience are sent, if there are any.
    fn gather_time(&self) -> Option<Duration> {
        self.presence_changed
            .then(|| GATHER_TIME.saturating_sub(self.changed_at.elapsed()))
    }

    /// Adds a viewer and sends it the state.
    pub(super) fn add(&mut self, game: &PresentedGame, viewer: Viewer) {
        let text = self.written_state(game, viewer.user.as_deref());
        viewer.outbox.send(text);
        let is_counted = self.has_counted(&viewer);
        self.viewers.insert(viewer.socket, viewer);
        if !is_counted {
            self.note_change();
        }
    }

    /// Whether this viewer is among the people who follow the game already.
    fn has_counted(&self, viewer: &Viewer) -> bool {
        is_among(self.viewers.values(), viewer)
    }

    /// Removes a viewer.
    pub(super) fn remove(&mut self, socket: u64) {
        if let Some(viewer) = self.viewers.remove(&socket)
            && !self.has_counted(&viewer)
        {
            self.note_change();
        }
    }

    /// Notes that a viewer has come or gone. It is sent a little later, with others.
    fn note_change(&mut self) {
        if !self.presence_changed {
            self.presence_changed = true;
            self.changed_at = Instant::now();
        }
    }

    /// The message with the state as a person sees it. It is written once a change, for
    /// all who see the same; how many follow the game is told soon after.
    fn written_state(&mut self, game: &PresentedGame, user: Option<&str>) -> Utf8Bytes {
        let stored = game.game().stored();
        let side = user.and_then(|user| stored.side_of(user));
        let place = side.map_or(2, Side::index);
        let (version, online) = (game.version(), self.present(game));
        if let Some(written) = &self.written[place]
            && (written.version, written.online) == (version, online)
            && (!stored.clock_runs() || written.at.elapsed() < CACHE_TIME)
        {
            return written.text.clone();
        }
        let text = server::state(&stored.id, &self.state(game, user));
        self.written[place] = Some(WrittenState {
            version,
            online,
            at: Instant::now(),
            text: text.clone(),
        });
        text
    }

    /// Forgets the states that were written: they are out of date, and take memory for as
    /// long as nobody comes.
    fn forget_states(&mut self) {
        self.written = [None, None, None];
    }

    /// The state as a person sees it.
    pub(super) fn state(&self, game: &PresentedGame, user: Option<&str>) -> GameState {
        game.state(user, self.present(game), self.people(), now_ms())
    }

    /// Which players follow the game.
    fn present(&self, game: &PresentedGame) -> [bool; 2] {
        Side::BOTH.map(|side| {
            let person = game.game().stored().seat(side).person();
            person.is_some_and(|person| {
                let mut users = self.viewers.values().map(|viewer| viewer.user.as_deref());
                let place = side.index();
                users.any(|user| user == Some(person))
                    || self.nodes.values().any(|node| node.present[place])
            })
        })
    }

    /// Sends something with the state to all viewers. Everybody who does not play sees
    /// the same, so it is written at most three times.
    fn send(&mut self, game: &PresentedGame, write: impl Fn(&GameState) -> Utf8Bytes) {
        self.forget_states();
        let mut written: [Option<Utf8Bytes>; 3] = [None, None, None];
        for viewer in self.viewers.values() {
            let user = viewer.user.as_deref();
            let side = user.and_then(|user| game.game().stored().side_of(user));
            let text = written[side.map_or(2, Side::index)]
                .get_or_insert_with(|| write(&self.state(game, user)));
            viewer.outbox.send(text.clone());
        }
        if self.nodes.is_empty() {
            return;
        }
        let [white, black] = players(game);
        let users = [white.as_deref(), black.as_deref(), None];
        let mut texts = written
            .into_iter()
            .zip(users)
            .map(|(written, user)| written.unwrap_or_else(|| write(&self.state(game, user))));
        if let (Some(white), Some(black), Some(others)) = (texts.next(), texts.next(), texts.next())
        {
            drop(texts);
            self.publish(game, &others, Some([&white, &black]), None);
        }
    }

    /// Closes the sockets of all viewers.
    pub(super) fn close(&self) {
        for viewer in self.viewers.values() {
            viewer.outbox.close();
        }
    }

    /// Sends the state to all viewers.
    pub(super) fn send_state(&mut self, game: &PresentedGame) {
        self.send(game, |state| server::state(&game.game().stored().id, state));
    }

    /// Sends what has happened to all viewers, with the state.
    pub(super) fn send_event(&mut self, game: &PresentedGame, kind: EventKind) {
        self.send(game, |state| {
            server::event(&game.game().stored().id, kind, state)
        });
    }

    /// Sends something that nobody else may know of to the sockets of one player.
    pub(super) fn send_to_player(&mut self, game: &PresentedGame, side: Side, kind: EventKind) {
        self.forget_states();
        let stored = game.game().stored();
        let Some(player) = stored.seat(side).person() else {
            return;
        };
        let text = server::event(&stored.id, kind, &self.state(game, Some(player)));
        for viewer in self.viewers.values() {
            if viewer.user.as_deref() == Some(player) {
                viewer.outbox.send(text.clone());
            }
        }
        if self.nodes.is_empty() {
            return;
        }
        let shown = |user| server::state(&stored.id, &self.state(game, user));
        let others = shown(None);
        let opponent = shown(stored.seat(side.other()).person());
        let sides = match side {
            Side::White => [&text, &opponent],
            Side::Black => [&opponent, &text],
        };
        self.publish(game, &others, Some(sides), Some(side));
    }

    /// Sends who has come or gone, if it is time for that.
    pub(super) fn send_presence(&mut self, game: &PresentedGame) {
        self.forget_nodes();
        if self.gather_time() != Some(Duration::ZERO) {
            return;
        }
        self.presence_changed = false;
        let present = self.present(game);
        let kind = if present == self.online {
            EventKind::Watchers
        } else {
            EventKind::Online
        };
        self.online = present;
        self.send_event(game, kind);
    }

    /// Sends the last move to all viewers.
    pub(super) fn send_move(&mut self, game: &PresentedGame) {
        let Some(text) = game.last_move(now_ms()) else {
            return;
        };
        self.forget_states();
        for viewer in self.viewers.values() {
            viewer.outbox.send(text.clone());
        }
        self.publish(game, &text, None, None);
        metrics::counter!("hyperrook_moves_total").increment(1);
    }

    /// Sends the end of the game to all viewers, if it is over.
    pub(super) fn send_end(&mut self, game: &PresentedGame) {
        if game.game().is_over() {
            self.send_event(game, EventKind::End);
            metrics::counter!("hyperrook_games_ended_total").increment(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_a_game_open_twice_counts_once() {
        let viewer = |socket, user: Option<&str>| Viewer {
            socket,
            user: user.map(str::to_owned),
            outbox: Outbox::new().0,
        };
        let users = [Some("ann"), None, Some("bob"), Some("ann"), None];
        let viewers: Vec<Viewer> = (0..)
            .zip(users)
            .map(|(at, user)| viewer(at, user))
            .collect();
        assert_eq!(people_among(viewers.iter()), 4);
        assert_eq!(people_among([].iter()), 0);
    }
}
