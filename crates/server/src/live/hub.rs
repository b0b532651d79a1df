//! Who is connected, and what they listen to beside games.

use super::types::{GameSummary, Seek};
use crate::socket::Outbox;
use axum::extract::ws::Utf8Bytes;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// A socket.
#[derive(Debug)]
struct Listener {
    /// The person behind it.
    user: Option<String>,
    /// The hash of the session or token by which it was opened.
    credential: Option<String>,
    outbox: Outbox,
}

#[derive(Debug, Default)]
struct Listeners {
    sockets: HashMap<u64, Listener>,
    /// How many sockets a person has.
    people: HashMap<String, usize>,
    lobby: HashMap<u64, Outbox>,
    home: HashMap<u64, Outbox>,
}

/// All connections.
#[derive(Debug, Default)]
pub struct Hub {
    listeners: Mutex<Listeners>,
    numbers: AtomicU64,
}

impl Hub {
    fn lock(&self) -> std::sync::MutexGuard<'_, Listeners> {
        self.listeners
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a new socket in, and gives it a number.
    pub fn connect(&self, user: Option<String>, credential: Option<String>, outbox: Outbox) -> u64 {
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        let mut listeners = self.lock();
        if let Some(user) = &user {
            *listeners.people.entry(user.clone()).or_default() += 1;
        }
        let listener = Listener {
            user,
            credential,
            outbox,
        };
        listeners.sockets.insert(number, listener);
        metrics::gauge!("hyperrook_sockets").set(listeners.sockets.len() as f64);
        number
    }

    /// Lets a socket go.
    pub fn disconnect(&self, number: u64) {
        let mut listeners = self.lock();
        listeners.lobby.remove(&number);
        listeners.home.remove(&number);
        if let Some(user) = listeners.sockets.remove(&number).and_then(|gone| gone.user)
            && let Some(count) = listeners.people.get_mut(&user)
        {
            *count -= 1;
            if *count == 0 {
                listeners.people.remove(&user);
            }
        }
        metrics::gauge!("hyperrook_sockets").set(listeners.sockets.len() as f64);
    }

    /// The number of sockets.
    pub fn sockets(&self) -> usize {
        self.lock().sockets.len()
    }

    /// Whether a person is connected.
    pub fn is_online(&self, user: &str) -> bool {
        self.lock().people.contains_key(user)
    }

    /// Closes all sockets of a person.
    pub fn close_sockets_of(&self, user: &str) {
        for socket in self.lock().sockets.values() {
            if socket.user.as_deref() == Some(user) {
                socket.outbox.close();
            }
        }
    }

    /// Closes all sockets that were opened by a session or token, given its hash.
    pub fn close_sockets_with(&self, credential: &str) {
        for socket in self.lock().sockets.values() {
            if socket.credential.as_deref() == Some(credential) {
                socket.outbox.close();
            }
        }
    }

    /// Closes all sockets.
    pub fn close_all(&self) {
        for socket in self.lock().sockets.values() {
            socket.outbox.close();
        }
    }

    /// Sends a message to all sockets of a person.
    pub fn tell(&self, user: &str, text: &Utf8Bytes) {
        for socket in self.lock().sockets.values() {
            if socket.user.as_deref() == Some(user) {
                socket.outbox.send(text.clone());
            }
        }
    }

    /// Adds a socket to those that see the lobby, or takes it from them.
    pub fn lobby(&self, number: u64, outbox: Option<Outbox>) {
        let mut listeners = self.lock();
        match outbox {
            Some(outbox) => listeners.lobby.insert(number, outbox),
            None => listeners.lobby.remove(&number),
        };
    }

    /// Adds a socket to those that see the home page, or takes it from them.
    pub fn home(&self, number: u64, outbox: Option<Outbox>) {
        let mut listeners = self.lock();
        match outbox {
            Some(outbox) => listeners.home.insert(number, outbox),
            None => listeners.home.remove(&number),
        };
    }

    /// Whether anybody sees the home page.
    pub fn anybody_home(&self) -> bool {
        !self.lock().home.is_empty()
    }

    /// Whether anybody sees the lobby.
    pub fn anybody_in_lobby(&self) -> bool {
        !self.lock().lobby.is_empty()
    }

    /// Shows the seeks to all who see the lobby.
    pub fn show_seeks(&self, seeks: &[Seek]) {
        let text = crate::socket::messages::lobby(seeks);
        for outbox in self.lock().lobby.values() {
            outbox.send(text.clone());
        }
    }

    /// Shows games to all who see the home page.
    pub fn show_games(&self, games: &[GameSummary]) {
        let text = crate::socket::messages::home(games);
        for outbox in self.lock().home.values() {
            outbox.send(text.clone());
        }
    }
}
