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

/// How long the coming and going of players is gathered before it is sent.
const PLAYERS_GATHER_TIME: Duration = Duration::from_millis(300);
/// The same for others, who can come and go as often as they like.
const OTHERS_GATHER_TIME: Duration = Duration::from_secs(2);

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

/// Whether a viewer plays in the game.
fn plays(game: &PresentedGame, viewer: &Viewer) -> bool {
    let user = viewer.user.as_deref();
    user.is_some_and(|user| game.game().side_of(user).is_some())
}

/// How long a state with a running clock is shown to newcomers. It says of which moment
/// it is.
const CACHE_TIME: Duration = Duration::from_secs(1);

/// The message with the state, as some see it.
#[derive(Clone, Debug)]
struct WrittenState {
    version: u64,
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

/// What the viewers of a game are told of each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Presence {
    /// Whether the people who play are among them.
    players: [bool; 2],
    people: usize,
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
    /// What all viewers know of each other: newcomers are told the same, and changes are sent to
    /// all of them.
    shown: Presence,
    /// When that is looked at again, if viewers have come or gone.
    presence_due: Option<Instant>,
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
            shown: Presence::default(),
            presence_due: None,
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
        let (people, present) = before.as_ref().map_or((0, [false; 2]), seen);
        if (people, present) != seen(&remote) {
            self.note_change(present != remote.present);
        }
        let players = players(game);
        let states = follow.states.then(|| {
            let [white, black] = &players;
            [white.as_deref(), black.as_deref(), None]
                .map(|user| self.written_state(game, user).to_string())
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
        let gone = self.nodes.extract_if(|_, node| node.until <= now);
        let gone: Vec<RemoteAudience> = gone.map(|(_, node)| node).collect();
        if !gone.is_empty() {
            self.note_change(gone.iter().any(|node| node.present != [false; 2]));
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
        let due = self.presence_due;
        let due = due.map(|due| due.saturating_duration_since(now));
        due.into_iter().chain(silent).min()
    }

    /// Adds a viewer and sends it the state.
    pub(super) fn add(&mut self, game: &PresentedGame, viewer: Viewer) {
        let text = self.written_state(game, viewer.user.as_deref());
        viewer.outbox.send(text);
        let is_counted = self.has_counted(&viewer);
        let plays = plays(game, &viewer);
        self.viewers.insert(viewer.socket, viewer);
        if !is_counted {
            self.note_change(plays);
        }
    }

    /// Whether this viewer is among the people who follow the game already.
    fn has_counted(&self, viewer: &Viewer) -> bool {
        is_among(self.viewers.values(), viewer)
    }

    /// Removes a viewer.
    pub(super) fn remove(&mut self, game: &PresentedGame, socket: u64) {
        if let Some(viewer) = self.viewers.remove(&socket)
            && !self.has_counted(&viewer)
        {
            self.note_change(plays(game, &viewer));
        }
    }

    /// Notes that viewers have come or gone, players among them or not. It is sent a little
    /// later, with others.
    fn note_change(&mut self, players: bool) {
        let wait = if players {
            PLAYERS_GATHER_TIME
        } else {
            OTHERS_GATHER_TIME
        };
        let due = Instant::now() + wait;
        self.presence_due = Some(self.presence_due.map_or(due, |other| other.min(due)));
    }

    /// The message with the state as a person sees it. It is written once a change, for
    /// all who see the same.
    fn written_state(&mut self, game: &PresentedGame, user: Option<&str>) -> Utf8Bytes {
        let stored = game.game().stored();
        let side = user.and_then(|user| stored.side_of(user));
        let place = side.map_or(2, Side::index);
        let version = game.version();
        if let Some(written) = &self.written[place]
            && written.version == version
            && (!stored.clock_runs() || written.at.elapsed() < CACHE_TIME)
        {
            return written.text.clone();
        }
        let text = server::state(&stored.id, &self.state(game, user));
        self.written[place] = Some(WrittenState {
            version,
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

    /// The state as a person sees it. Who follows the game is what all viewers know of that.
    pub(super) fn state(&self, game: &PresentedGame, user: Option<&str>) -> GameState {
        let Presence { players, people } = self.shown;
        game.state(user, players, people, now_ms())
    }

    /// Who follows the game now.
    fn presence(&self, game: &PresentedGame) -> Presence {
        Presence {
            players: self.present(game),
            people: self.people(),
        }
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
        // Everybody is told with the state who follows the game.
        self.shown = self.presence(game);
        self.presence_due = None;
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

    /// Sends who has come or gone, if it is time for that. Whoever comes and goes again costs
    /// the others nothing, and nobody is sent the game again for it.
    pub(super) fn send_presence(&mut self, game: &PresentedGame) {
        self.forget_nodes();
        if self.presence_due.is_none_or(|due| due > Instant::now()) {
            return;
        }
        self.presence_due = None;
        let presence = self.presence(game);
        if presence == self.shown {
            return;
        }
        self.shown = presence;
        self.forget_states();
        let text = game.presence(presence.players, presence.people);
        for viewer in self.viewers.values() {
            viewer.outbox.send(text.clone());
        }
        self.publish(game, &text, None, None);
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
    use crate::cluster::bus::NoBus;
    use crate::game::action::Moment;
    use crate::game::live_game::LiveGame;
    use crate::game::model::Seat;
    use crate::game::new_game::{Colour, GameSetup, NewGame, Opponent, RulesInUse};
    use crate::game::rules::RulesRef;
    use crate::game::time_control::Clock;
    use crate::messages::outbox::OutboxReader;
    use crate::store::Store;
    use hyperrook_rules::Game;
    use serde_json::{Value, json};
    use std::sync::Arc;

    fn viewer(socket: u64, user: Option<&str>) -> (Viewer, OutboxReader) {
        let (outbox, reader) = Outbox::new();
        let user = user.map(str::to_owned);
        let viewer = Viewer {
            socket,
            user,
            outbox,
        };
        (viewer, reader)
    }

    /// What a viewer was sent.
    fn sent(reader: &mut OutboxReader) -> Vec<Value> {
        let texts = std::iter::from_fn(|| reader.try_recv());
        texts
            .map(|text| serde_json::from_str(&text).unwrap())
            .collect()
    }

    fn presence(white: bool, black: bool, watchers: usize) -> Value {
        json!({"t": "presence", "id": "game", "white": white, "black": black, "watchers": watchers})
    }

    /// A game between Ann and Bob.
    async fn game() -> PresentedGame {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_folder(folder.path()).await.unwrap();
        let rules = Game::shipped("chess").unwrap();
        let new_game = NewGame {
            game: RulesRef {
                name: "chess".to_owned(),
                ..RulesRef::default()
            },
            colour: Colour::White,
            clock: Clock::None,
            rated: false,
            opponent: Opponent::Link,
            position: None,
        };
        let in_use = RulesInUse {
            game: &rules,
            rules_ref: &new_game.game,
            hash: "hash",
        };
        let setup = GameSetup::check(in_use, &new_game, false).unwrap();
        let [ann, bob] = ["ann", "bob"].map(|name| Seat::Person(name.to_owned()));
        let moment = Moment {
            now: 1_000_000,
            new_id: "game".to_owned(),
        };
        let stored = setup.begin(ann, bob, &moment);
        let game = LiveGame::replay(&rules, stored, [], []).unwrap();
        let game = PresentedGame::new(&store, game).await.unwrap();
        store.close().await;
        game
    }

    fn audience() -> Audience {
        Audience::new(Publisher {
            bus: Arc::new(NoBus),
            subject: String::new(),
            stream: String::new(),
        })
    }

    /// Lets the time pass after which changes are sent.
    fn pass_time(audience: &mut Audience, game: &PresentedGame) {
        audience.send_presence(game);
        audience.presence_due = audience.presence_due.map(|_| Instant::now());
        audience.send_presence(game);
        assert_eq!(audience.presence_due, None);
    }

    #[tokio::test]
    async fn whoever_comes_and_goes_costs_the_others_nothing() {
        let (game, mut audience) = (game().await, audience());
        let (ann, mut anns) = viewer(1, Some("ann"));
        audience.add(&game, ann);
        assert!(audience.pause().unwrap() <= PLAYERS_GATHER_TIME);
        pass_time(&mut audience, &game);
        let messages = sent(&mut anns);
        assert_eq!((messages.len(), &messages[0]["t"]), (2, &json!("state")));
        assert_eq!(messages[1], presence(true, false, 1));
        // Somebody unknown comes and goes.
        for _ in 0..100 {
            audience.add(&game, viewer(9, None).0);
            assert!(audience.pause().unwrap() > PLAYERS_GATHER_TIME);
            audience.remove(&game, 9);
            pass_time(&mut audience, &game);
        }
        assert!(sent(&mut anns).is_empty());
        // Whoever stays is told what the others are told.
        let (eve, mut eves) = viewer(9, None);
        audience.add(&game, eve);
        let messages = sent(&mut eves);
        assert_eq!(
            (messages.len(), &messages[0]["state"]["watchers"]),
            (1, &json!(1))
        );
        assert_eq!(messages[0]["state"]["white"]["online"], true);
        pass_time(&mut audience, &game);
        for reader in [&mut anns, &mut eves] {
            assert_eq!(sent(reader), [presence(true, false, 2)]);
        }
        // Players are not waited for.
        let (bob, mut bobs) = viewer(2, Some("bob"));
        audience.add(&game, bob);
        assert!(audience.pause().unwrap() <= PLAYERS_GATHER_TIME);
        pass_time(&mut audience, &game);
        assert_eq!(sent(&mut eves), [presence(true, true, 3)]);
        assert_eq!(sent(&mut bobs).len(), 2);
        audience.remove(&game, 1);
        pass_time(&mut audience, &game);
        assert_eq!(sent(&mut eves), [presence(false, true, 2)]);
    }

    #[tokio::test]
    async fn a_state_for_all_tells_who_is_there() {
        let (game, mut audience) = (game().await, audience());
        let (ann, mut anns) = viewer(1, Some("ann"));
        audience.add(&game, ann);
        audience.send_event(&game, EventKind::DrawOffer);
        let event = sent(&mut anns).pop().unwrap();
        assert_eq!(event["state"]["watchers"], 1);
        assert_eq!(event["state"]["white"]["online"], true);
        assert_eq!(audience.pause(), None);
        pass_time(&mut audience, &game);
        assert!(sent(&mut anns).is_empty());
    }

    /// Nodes that follow the game have viewers of their own.
    #[tokio::test]
    async fn viewers_at_other_nodes_are_told_apart_by_what_they_play() {
        let (game, mut audience) = (game().await, audience());
        let (ann, mut anns) = viewer(1, Some("ann"));
        audience.add(&game, ann);
        pass_time(&mut audience, &game);
        let mut follow = Follow {
            node: "other".to_owned(),
            people: 2,
            present: [false; 2],
            states: true,
        };
        let followed = audience.follow(&game, &follow);
        let [_, _, others] = followed.states.unwrap();
        let others: Value = serde_json::from_str(&others).unwrap();
        assert_eq!(others["state"]["watchers"], 1, "as the others know it");
        assert!(audience.presence_due.unwrap() > Instant::now() + PLAYERS_GATHER_TIME);
        follow.present = [false, true];
        audience.follow(&game, &follow);
        assert!(audience.presence_due.unwrap() <= Instant::now() + PLAYERS_GATHER_TIME);
        sent(&mut anns);
        pass_time(&mut audience, &game);
        assert_eq!(sent(&mut anns), [presence(true, true, 3)]);
        // The node is not heard of any more.
        for node in audience.nodes.values_mut() {
            node.until = Instant::now();
        }
        pass_time(&mut audience, &game);
        assert_eq!(sent(&mut anns), [presence(true, false, 1)]);
    }

    #[test]
    fn who_has_a_game_open_twice_counts_once() {
        let users = [Some("ann"), None, Some("bob"), Some("ann"), None];
        let viewers: Vec<Viewer> = (0..)
            .zip(users)
            .map(|(at, user)| viewer(at, user).0)
            .collect();
        assert_eq!(people_among(viewers.iter()), 4);
        assert_eq!(people_among([].iter()), 0);
    }
}
