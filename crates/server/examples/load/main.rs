//! Loads that end by themselves, over real sockets, on the machine they run on.
//!
//!     cargo run --release -p hyperrook-server --example load -- [people] [GAMES] [SECONDS] [PERIOD_MS]
//!     cargo run --release -p hyperrook-server --example load -- cluster [GAMES] [SECONDS] [PERIOD_MS]
//!     cargo run --release -p hyperrook-server --example load -- engine [GAMES] [SECONDS]
//!
//! `people`: many games between people at once, by default 2,000 with 4,000 sockets for
//! 60 seconds, and a move each 5 seconds in each game, with the engine off. It fails if a
//! move is lost, or if the slowest hundredth takes 100 ms or more from the one who makes it
//! to the other.
//!
//! `cluster`: the same over three servers on one PostgreSQL and one NATS, by default 3,000
//! games with 6,000 sockets and a move each 9 seconds in each game. The players of a game
//! are at different servers. The bound is 150 ms.
//!
//! `engine`: games with the engine at level 4, by default 20 for 60 seconds, answered
//! at once. It fails if the slowest hundredth of ordinary requests takes 100 ms or more
//! meanwhile.
//!
//! The server is a process of its own, with an empty database in a temporary folder.
#![forbid(unsafe_code)]

mod client;
mod engine;
mod people;
mod process;
#[path = "../../tests/support/mod.rs"]
mod support;

use hyperrook_server::settings::{LimitSettings, NatsSettings, Settings};
use people::Part;
use std::error::Error;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Duration;

type Failure = Box<dyn Error + Send + Sync>;

/// The slowest hundredth must be faster.
const BOUND_MS: f64 = 100.0;
/// The same for several servers.
const CLUSTER_BOUND_MS: f64 = 150.0;
/// How many servers there are then.
const NODES: usize = 3;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (first, rest) = match args.split_first() {
        Some((first, rest)) => (first.as_str(), rest),
        None => ("people", &args[..]),
    };
    let ran = match first {
        "server" => serve(rest),
        "engine" => with_server("1", |host, process| {
            let (games, seconds) = (number(rest, 0, 20)?, number(rest, 1, 60)?);
            block_on(engine::play(host, process, games, seconds))
        }),
        "people" => people(rest),
        "cluster" => cluster(rest),
        _ => people(&args),
    };
    match ran {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprint!("load: {error}");
            let mut source = error.source();
            while let Some(cause) = source {
                eprint!(": {cause}");
                source = cause.source();
            }
            eprintln!();
            ExitCode::FAILURE
        }
    }
}

fn people(args: &[String]) -> Result<bool, Failure> {
    let load = people::Load {
        games: number(args, 0, 2000)?,
        seconds: number(args, 1, 60)?,
        period: Duration::from_millis(number(args, 2, 5000)?),
        bound_ms: BOUND_MS,
    };
    with_server("0", |host, process| {
        let servers = Part {
            name: "the server",
            processes: vec![process],
        };
        block_on(people::play(&[host.to_owned()], &[servers], load))
    })
}

/// Several servers on one database.
fn cluster(args: &[String]) -> Result<bool, Failure> {
    let load = people::Load {
        games: number(args, 0, 3000)?,
        seconds: number(args, 1, 60)?,
        period: Duration::from_millis(number(args, 2, 9000)?),
        bound_ms: CLUSTER_BOUND_MS,
    };
    hyperrook_server::raise_file_limit();
    let postgres = support::postgres::Postgres::start().ok_or("no PostgreSQL")?;
    let nats = support::nats::Nats::start().ok_or("no NATS")?;
    let folder = tempfile::tempdir()?;
    let mut servers = Vec::new();
    let mut hosts = Vec::new();
    for _ in 0..NODES {
        let (server, host) = start(folder.path(), &["0", &postgres.url(), &nats.url()])?;
        servers.push(server);
        hosts.push(host);
    }
    let parts = [
        Part {
            name: "the servers",
            processes: servers.iter().map(|server| server.0.id()).collect(),
        },
        Part {
            name: "PostgreSQL",
            processes: vec![postgres.id()],
        },
        Part {
            name: "NATS",
            processes: vec![nats.id()],
        },
    ];
    println!("{}", process::surroundings());
    let ran = block_on(people::play(&hosts, &parts, load));
    println!("{}", process::surroundings());
    ran
}

fn number(args: &[String], place: usize, default: u64) -> Result<u64, Failure> {
    Ok(args.get(place).map_or(Ok(default), |text| text.parse())?)
}

fn block_on(work: impl Future<Output = Result<bool, Failure>>) -> Result<bool, Failure> {
    tokio::runtime::Runtime::new()?.block_on(work)
}

/// The server, in a folder, with this many threads for the engine.
fn serve(args: &[String]) -> Result<bool, Failure> {
    let settings = Settings {
        port: 0,
        data: Path::new(args.first().ok_or("no folder")?).to_owned(),
        engine_threads: usize::try_from(number(args, 1, 0)?)?,
        analysis_threads: 0,
        database: args.get(2).cloned(),
        nats: args.get(3).map(|url| NatsSettings {
            url: url.clone(),
            ..NatsSettings::default()
        }),
        limits: LimitSettings {
            requests_per_second: 1_000_000,
            heavy_requests_per_second: 1_000_000,
            sign_ins_per_minute: 1_000_000,
            writes_per_second: 1_000_000,
            connections: 1_000_000,
            connections_per_address: 1_000_000,
            sockets_per_address: 1_000_000,
            games_per_minute: 1_000_000,
            ..LimitSettings::default()
        },
        ..Settings::default()
    };
    hyperrook_server::log(&settings);
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(hyperrook_server::serve(settings, |address| {
        println!("{address}")
    }))?;
    Ok(true)
}

/// A server that ends whatever happens.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a server. Gives its address.
fn start(folder: &Path, args: &[&str]) -> Result<(Running, String), Failure> {
    let server = Command::new(std::env::current_exe()?)
        .arg("server")
        .arg(folder)
        .args(args)
        .stdout(Stdio::piped())
        .spawn()?;
    let mut server = Running(server);
    let mut host = String::new();
    let stdout = server.0.stdout.take().ok_or("no output")?;
    BufReader::new(stdout).read_line(&mut host)?;
    Ok((server, host.trim().to_owned()))
}

/// Starts a server, and does something with its address and process.
fn with_server(
    engine_threads: &str,
    work: impl FnOnce(&str, u32) -> Result<bool, Failure>,
) -> Result<bool, Failure> {
    hyperrook_server::raise_file_limit();
    let folder = tempfile::tempdir()?;
    let (server, host) = start(folder.path(), &[engine_threads])?;
    println!("{}", process::surroundings());
    let ran = work(&host, server.0.id());
    println!("{}", process::surroundings());
    ran
}

/// The time below which a share of all times are, in ms.
fn at_ms(sorted_us: &[u64], share: f64) -> Result<f64, Failure> {
    let place = (sorted_us.len() as f64 * share) as usize;
    let last = sorted_us.len().saturating_sub(1);
    let us = sorted_us.get(place.min(last)).ok_or("nothing was timed")?;
    Ok(*us as f64 / 1000.0)
}
