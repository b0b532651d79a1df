//! The state of the lobby, where people offer games to anybody.

use super::cached_value::CachedValue;
use axum::extract::ws::Utf8Bytes;
use std::collections::HashMap;
use std::time::Duration;
use tokio::sync::{Mutex, Notify, OnceCell};

/// How long the list is shown without looking at the database.
const CACHE_TIME: Duration = Duration::from_secs(5);

/// The seeks in the lobby, for everybody who asks.
#[derive(Clone, Debug)]
pub(crate) struct SeekList {
    /// The seeks as JSON.
    pub(crate) json: Utf8Bytes,
    /// The message on the socket.
    pub(crate) message: Utf8Bytes,
}

/// What the server remembers of the lobby.
#[derive(Debug)]
pub(crate) struct Lobby {
    changed: Notify,
    pub(super) list: CachedValue<SeekList>,
    /// When the owners of live seeks were last connected, by the seeks' ids.
    pub(super) last_seen: Mutex<HashMap<String, i64>>,
    /// The key under which addresses are hashed.
    pub(super) key: OnceCell<String>,
}

impl Lobby {
    pub(super) fn new() -> Lobby {
        Lobby {
            changed: Notify::new(),
            list: CachedValue::new(CACHE_TIME),
            last_seen: Mutex::default(),
            key: OnceCell::new(),
        }
    }

    /// Notes that there are other seeks.
    pub(crate) fn note_change(&self) {
        self.list.invalidate();
        self.changed.notify_one();
    }

    /// Waits until there are other seeks.
    pub(super) async fn changed(&self) {
        self.changed.notified().await;
    }
}
