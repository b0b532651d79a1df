//! Who is connected, and who follows the lobby and the home page.

use crate::cluster::node::ClusterNode;
use crate::cluster::wire::NoticeBody;
use crate::messages::outbox::Outbox;
use axum::extract::ws::Utf8Bytes;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long somebody counts as connected to another node, unless it says so again.
const ONLINE_TIMEOUT: Duration = Duration::from_secs(20);
/// How often a node says who is connected to it.
pub(super) const BROADCAST_ONLINE: Duration = Duration::from_secs(5);
/// How many people it names in one message.
const MAX_USERS_PER_MESSAGE: usize = 10_000;
/// The most people of other nodes that are remembered.
const MAX_REMEMBERED: usize = 1_000_000;

/// An open socket.
#[derive(Debug)]
struct Socket {
    /// The person who is signed in.
    user: Option<String>,
    /// The hash of the session or token by which it was opened.
    credential: Option<String>,
    outbox: Outbox,
}

#[derive(Debug, Default)]
struct Connections {
    sockets: HashMap<u64, Socket>,
    /// How many sockets a person has.
    people: HashMap<String, usize>,
    lobby: HashMap<u64, Outbox>,
    home: HashMap<u64, Outbox>,
}

/// All connections. What is said to a person's sockets goes to those on other nodes, too.
#[derive(Debug)]
pub(crate) struct Hub {
    connections: Mutex<Connections>,
    numbers: AtomicU64,
    cluster: Arc<ClusterNode>,
    /// When people were last said to be connected to another node.
    elsewhere: Mutex<HashMap<String, Instant>>,
}

/// Notes who is connected now. If there are too many, only those who are known already.
fn remember(known: &mut HashMap<String, Instant>, users: Vec<String>, most: usize) {
    let now = Instant::now();
    for user in users {
        if known.len() < most || known.contains_key(&user) {
            known.insert(user, now);
        }
    }
}

impl Hub {
    /// No connections.
    pub(crate) fn new(cluster: Arc<ClusterNode>) -> Hub {
        Hub {
            connections: Mutex::default(),
            numbers: AtomicU64::new(0),
            cluster,
            elsewhere: Mutex::default(),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Connections> {
        self.connections
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a new socket and returns its number.
    pub(crate) fn connect(
        &self,
        user: Option<String>,
        credential: Option<String>,
        outbox: Outbox,
    ) -> u64 {
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        let mut connections = self.lock();
        if let Some(user) = &user {
            *connections.people.entry(user.clone()).or_default() += 1;
        }
        let socket = Socket {
            user,
            credential,
            outbox,
        };
        connections.sockets.insert(number, socket);
        metrics::gauge!("hyperrook_sockets").set(connections.sockets.len() as f64);
        number
    }

    /// Removes a socket.
    pub(crate) fn disconnect(&self, number: u64) {
        let mut connections = self.lock();
        connections.lobby.remove(&number);
        connections.home.remove(&number);
        if let Some(user) = connections
            .sockets
            .remove(&number)
            .and_then(|gone| gone.user)
            && let Some(count) = connections.people.get_mut(&user)
        {
            *count -= 1;
            if *count == 0 {
                connections.people.remove(&user);
            }
        }
        metrics::gauge!("hyperrook_sockets").set(connections.sockets.len() as f64);
    }

    fn elsewhere(&self) -> std::sync::MutexGuard<'_, HashMap<String, Instant>> {
        self.elsewhere
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a person is connected, here or to another node.
    pub(crate) fn is_online(&self, user: &str) -> bool {
        if self.lock().people.contains_key(user) {
            return true;
        }
        let elsewhere = self.elsewhere();
        elsewhere
            .get(user)
            .is_some_and(|at| at.elapsed() < ONLINE_TIMEOUT)
    }

    /// Tells the other nodes who is connected to this one.
    pub(super) fn broadcast_online(&self) {
        let users: Vec<String> = self.lock().people.keys().cloned().collect();
        for users in users.chunks(MAX_USERS_PER_MESSAGE) {
            let users = users.to_vec();
            self.cluster.broadcast(NoticeBody::Online { users });
        }
        let now = Instant::now();
        self.elsewhere()
            .retain(|_, at| now.duration_since(*at) < ONLINE_TIMEOUT);
    }

    /// Notes who is connected to another node.
    pub(super) fn note_online(&self, users: Vec<String>) {
        remember(&mut self.elsewhere(), users, MAX_REMEMBERED);
    }

    /// Closes all sockets of a person.
    pub(crate) fn close_sockets_of(&self, user: &str) {
        self.close_own_sockets_of(user);
        let user = user.to_owned();
        self.cluster.broadcast(NoticeBody::CloseUser { user });
    }

    /// Closes all sockets of a person on this node.
    pub(super) fn close_own_sockets_of(&self, user: &str) {
        for socket in self.lock().sockets.values() {
            if socket.user.as_deref() == Some(user) {
                socket.outbox.close();
            }
        }
    }

    /// Closes all sockets that were opened by a session or token, given its hash.
    pub(crate) fn close_sockets_with(&self, credential: &str) {
        self.close_own_sockets_with(credential);
        let hash = credential.to_owned();
        self.cluster.broadcast(NoticeBody::CloseCredential { hash });
    }

    /// Closes the sockets on this node that were opened by a session or token.
    pub(super) fn close_own_sockets_with(&self, credential: &str) {
        for socket in self.lock().sockets.values() {
            if socket.credential.as_deref() == Some(credential) {
                socket.outbox.close();
            }
        }
    }

    /// Closes all sockets.
    pub(crate) fn close_all(&self) {
        for socket in self.lock().sockets.values() {
            socket.outbox.close();
        }
    }

    /// Sends a message to all sockets of a person.
    pub(crate) fn send_to(&self, user: &str, text: &Utf8Bytes) {
        self.send_to_own(user, text);
        let (user, text) = (user.to_owned(), text.to_string());
        self.cluster.broadcast(NoticeBody::SendTo { user, text });
    }

    /// Sends a message to the sockets of a person on this node.
    pub(super) fn send_to_own(&self, user: &str, text: &Utf8Bytes) {
        for socket in self.lock().sockets.values() {
            if socket.user.as_deref() == Some(user) {
                socket.outbox.send(text.clone());
            }
        }
    }

    /// Adds a socket to those that follow the lobby, or removes it.
    pub(crate) fn lobby(&self, number: u64, outbox: Option<Outbox>) {
        let mut connections = self.lock();
        match outbox {
            Some(outbox) => connections.lobby.insert(number, outbox),
            None => connections.lobby.remove(&number),
        };
    }

    /// Adds a socket to those that follow the home page, or removes it.
    pub(crate) fn home(&self, number: u64, outbox: Option<Outbox>) {
        let mut connections = self.lock();
        match outbox {
            Some(outbox) => connections.home.insert(number, outbox),
            None => connections.home.remove(&number),
        };
    }

    /// Whether anybody follows the home page.
    pub(crate) fn is_home_followed(&self) -> bool {
        !self.lock().home.is_empty()
    }

    /// Whether anybody follows the lobby.
    pub(crate) fn is_lobby_followed(&self) -> bool {
        !self.lock().lobby.is_empty()
    }

    /// Sends the seeks to everybody who follows the lobby.
    pub(crate) fn show_lobby(&self, text: &Utf8Bytes) {
        for outbox in self.lock().lobby.values() {
            outbox.send(text.clone());
        }
    }

    /// Sends games to everybody who follows the home page.
    pub(crate) fn show_home(&self, text: &Utf8Bytes) {
        for outbox in self.lock().home.values() {
            outbox.send(text.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_known_stays_known_when_there_are_too_many() {
        let mut known = HashMap::new();
        let users = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        remember(&mut known, users(&["ann", "bob"]), 2);
        let before = known["ann"];
        std::thread::sleep(Duration::from_millis(2));
        remember(&mut known, users(&["cat", "ann"]), 2);
        assert!(known["ann"] > before);
        assert!(!known.contains_key("cat"));
    }
}
