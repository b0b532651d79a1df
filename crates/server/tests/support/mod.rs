//! What the tests of the server share: a server in this process, people with
//! browsers, sockets, servers of PostgreSQL and NATS, a network that fails.
#![allow(
    unreachable_pub,
    dead_code,
    missing_docs,
    reason = "the example `load` uses a part of this"
)]

pub mod certificate;
pub mod cluster;
pub mod games;
pub mod nats;
pub mod person;
pub mod postgres;
pub mod process;
pub mod proxy;
pub mod socket;

use hyperrook_server::Server;
use hyperrook_server::settings::{LimitSettings, Settings};
use std::path::Path;
use tempfile::TempDir;

pub use person::Person;
pub use socket::Socket;

/// Settings for tests: any free port, and no limits that tests would run into.
pub fn settings(data: &Path) -> Settings {
    Settings {
        port: 0,
        data: data.to_owned(),
        engine_threads: 2,
        analysis_threads: 1,
        analysis_seconds: 3,
        hash_mib: 3,
        engine_move_ms: 300,
        limits: LimitSettings {
            requests_per_second: 100_000,
            heavy_requests_per_second: 100_000,
            sign_ins_per_minute: 100_000,
            writes_per_second: 100_000,
            connections: 100_000,
            connections_per_address: 100_000,
            loaded_mib: 100_000,
            loaded_mib_per_address: 100_000,
            sockets_per_address: 100_000,
            messages_per_second: 100_000,
            games_per_user: 100_000,
            games_per_minute: 100_000,
            seeks_per_address: 100_000,
            ..LimitSettings::default()
        },
        ..Settings::default()
    }
}

/// A server with its data.
pub struct TestServer {
    pub server: Server,
    pub settings: Settings,
    _folder: TempDir,
}

impl TestServer {
    /// Starts a server with an empty database.
    pub async fn start() -> TestServer {
        TestServer::with(|_| {}).await
    }

    /// Starts a server with other settings.
    pub async fn with(change: impl FnOnce(&mut Settings)) -> TestServer {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = settings(folder.path());
        change(&mut settings);
        TestServer {
            server: Server::start(settings.clone()).await.unwrap(),
            settings,
            _folder: folder,
        }
    }

    /// Stops the server and starts it again on the same data.
    pub async fn restart(self) -> TestServer {
        self.server.stop().await.unwrap();
        TestServer {
            server: Server::start(self.settings.clone()).await.unwrap(),
            ..self
        }
    }

    /// Stops the server; the data stay until the folder that is returned is dropped.
    pub async fn stop_it(self) -> TempDir {
        self.server.stop().await.unwrap();
        self._folder
    }

    /// Its address: `127.0.0.1:12345`.
    pub fn host(&self) -> String {
        self.server.address().to_string()
    }

    /// Somebody with a fresh browser.
    pub fn person(&self) -> Person {
        Person::new(&self.host())
    }

    /// Somebody who has registered.
    pub async fn registered(&self, name: &str) -> Person {
        let mut person = self.person();
        person.register(name).await;
        person
    }

    /// A guest.
    pub async fn guest(&self) -> Person {
        let mut person = self.person();
        person.post("/api/guest", serde_json::json!({})).await.ok();
        person
    }
}
