//! Who is connected, and who follows the lobby and the home page.

use crate::messages::outbox::Outbox;
use axum::extract::ws::Utf8Bytes;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// An open socket.
#[derive(Debug)]
struct Connected {
    /// The person who is signed in.
    user: Option<String>,
    /// The hash of the session or token by which it was opened.
    credential: Option<String>,
    outbox: Outbox,
}

#[derive(Debug, Default)]
struct Connections {
    sockets: HashMap<u64, Connected>,
    /// How many sockets a person has.
    people: HashMap<String, usize>,
    lobby: HashMap<u64, Outbox>,
    home: HashMap<u64, Outbox>,
}

/// All connections.
#[derive(Debug, Default)]
pub(crate) struct Hub {
    connections: Mutex<Connections>,
    numbers: AtomicU64,
}

impl Hub {
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
        let socket = Connected {
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

    /// Whether a person is connected.
    pub(crate) fn is_online(&self, user: &str) -> bool {
        self.lock().people.contains_key(user)
    }

    /// Closes all sockets of a person.
    pub(crate) fn close_sockets_of(&self, user: &str) {
        for socket in self.lock().sockets.values() {
            if socket.user.as_deref() == Some(user) {
                socket.outbox.close();
            }
        }
    }

    /// Closes all sockets that were opened by a session or token, given its hash.
    pub(crate) fn close_sockets_with(&self, credential: &str) {
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
    pub(crate) fn anybody_home(&self) -> bool {
        !self.lock().home.is_empty()
    }

    /// Whether anybody follows the lobby.
    pub(crate) fn anybody_in_lobby(&self) -> bool {
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
