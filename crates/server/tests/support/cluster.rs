//! Several nodes and workers on one PostgreSQL and one NATS.

use super::Person;
use super::nats::Nats;
use super::postgres::Postgres;
use super::process::{Process, settings_at};
use super::proxy::Proxy;
use hyperrook_server::admin;
use hyperrook_server::settings::{NatsSettings, Settings};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long the leases last, in ms: short, so that tests need not wait.
pub const LEASE_MS: u64 = 2000;

/// Nodes on one PostgreSQL, each with a network of its own to it, and one NATS.
pub struct Cluster {
    pub nodes: Vec<Process>,
    /// The program of an older version, if it is named, and which nodes run it.
    pub older: Option<PathBuf>,
    pub runs_older: Vec<bool>,
    pub workers: Vec<Process>,
    pub networks: Vec<Proxy>,
    pub nats: Nats,
    pub postgres: Postgres,
    pub _folder: TempDir,
}

impl Cluster {
    /// Starts this many nodes and workers; `None` where PostgreSQL or NATS are not wanted.
    pub async fn start(nodes: usize, workers: usize) -> Option<Cluster> {
        Cluster::start_with(nodes, workers, None, |_, _| {}).await
    }

    /// The same with other settings, by the number of the process: the nodes come first. If
    /// the program of an older version is given, the nodes run that at first.
    pub async fn start_with(
        nodes: usize,
        workers: usize,
        older: Option<PathBuf>,
        change: impl Fn(usize, &mut Settings),
    ) -> Option<Cluster> {
        let (postgres, nats) = (Postgres::start()?, Nats::start()?);
        let folder = tempfile::tempdir().unwrap();
        let mut cluster = Cluster {
            nodes: Vec::new(),
            runs_older: vec![older.is_some(); nodes],
            older,
            workers: Vec::new(),
            networks: Vec::new(),
            nats,
            postgres,
            _folder: folder,
        };
        for number in 0..nodes + workers {
            let network = Proxy::to_postgres(&cluster.postgres).await;
            let mut settings = Settings {
                database: Some(network.postgres_url()),
                nats: Some(NatsSettings {
                    url: cluster.nats.url(),
                    prefix: "test.chess".to_owned(),
                    ..NatsSettings::default()
                }),
                lease_ms: LEASE_MS,
                engine_threads: usize::from(number >= nodes),
                log: "warn,sqlx=off".to_owned(),
                ..settings_at(cluster._folder.path())
            };
            change(number, &mut settings);
            cluster.networks.push(network);
            if number < nodes {
                let mut node = cluster.start_node(number, &settings);
                // The first one creates the tables.
                node.wait_ready(true).await;
                cluster.nodes.push(node);
            } else {
                if number == nodes && cluster.older.is_some() {
                    // Workers are of this version, so the tables must be.
                    let text = admin::migrate(&settings).await.unwrap();
                    eprintln!("{text}");
                }
                cluster.workers.push(Process::start_worker(&settings));
            }
        }
        Some(cluster)
    }

    pub fn host(&self, node: usize) -> String {
        self.nodes[node].host()
    }

    /// Starts a node in the version that it runs.
    pub fn start_node(&self, node: usize, settings: &Settings) -> Process {
        let Some(older) = self.older.as_ref().filter(|_| self.runs_older[node]) else {
            return Process::start(settings);
        };
        let config = self._folder.path().join(format!("node-{node}.toml"));
        std::fs::write(&config, toml::to_string(settings).unwrap()).unwrap();
        Process::start_with(settings, |_| {
            let mut command = Command::new(older);
            command.arg("serve").arg("--config").arg(config);
            command
        })
    }

    /// Stops a node cleanly and starts it again, in the other version if there is one.
    pub async fn upgrade(&mut self, node: usize) {
        let settings = self.nodes[node].settings.clone();
        self.nodes[node].signal("-TERM");
        let status = self.nodes[node].wait(Duration::from_secs(30)).await;
        assert!(status.success(), "{status}");
        self.runs_older[node] = self.older.is_some() && !self.runs_older[node];
        self.nodes[node] = self.start_node(node, &settings);
        self.nodes[node].wait_ready(true).await;
    }
}

/// The same person at another node.
pub fn at(person: &Person, host: &str) -> Person {
    Person {
        host: host.to_owned(),
        client: person.client.clone(),
        cookie: person.cookie.clone(),
        csrf: person.csrf.clone(),
        token: person.token.clone(),
        device: person.device.clone(),
        address: person.address.clone(),
    }
}

/// A move with a key. If it was made after all, repeating it gets the true answer.
pub fn keyed(seq: i64, mv: &str) -> Value {
    json!({"t": "move", "seq": seq, "move": mv, "key": format!("{seq}-{mv}")})
}

/// Repeats a move until it is made. Returns how long that took.
pub async fn insist(person: &mut Person, game: &str, seq: i64, mv: &str) -> Duration {
    let begun = Instant::now();
    loop {
        let answer = person.act(game, keyed(seq, mv)).await;
        if answer.status.is_success() {
            return begun.elapsed();
        }
        assert_eq!(answer.status.as_u16(), 503, "{}", answer.text);
        assert!(begun.elapsed() < Duration::from_secs(30), "{}", answer.text);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
