//! A load that ends by itself: many games at once over real sockets, to see how
//! long moves take from the one who makes them to the other.
//!
//!     cargo run --release -p hyperrook-server --example load -- [GAMES] [SECONDS] [PERIOD_MS]
//!
//! By default 2,000 games with 4,000 sockets for 60 seconds, and a move each
//! 5 seconds in each game. The server is a process of its own on the same machine, with
//! an empty database in a temporary folder; its engine is off. It fails if a move is
//! lost or the slowest hundredth takes 100 ms or more.
#![forbid(unsafe_code)]

use futures_util::{SinkExt, StreamExt};
use hyperrook_server::settings::{LimitSettings, Settings};
use serde_json::{Value, json};
use std::error::Error;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, Semaphore};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

type Failure = Box<dyn Error + Send + Sync>;

/// The slowest hundredth must be faster.
const BOUND_MS: f64 = 100.0;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let ran = match args.first().map(String::as_str) {
        Some("server") => serve(Path::new(args.get(1).map_or("", String::as_str))),
        _ => drive(&args),
    };
    match ran {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("load: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The server.
fn serve(folder: &Path) -> Result<bool, Failure> {
    let settings = Settings {
        port: 0,
        data: folder.to_owned(),
        engine_threads: 0,
        analysis_threads: 0,
        limits: LimitSettings {
            requests_per_second: 1_000_000,
            sign_ins_per_minute: 1_000_000,
            writes_per_second: 1_000_000,
            sockets_per_address: 1_000_000,
            ..LimitSettings::default()
        },
        ..Settings::default()
    };
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(hyperrook_server::serve(settings, |address| {
        println!("{address}")
    }))?;
    Ok(true)
}

fn number(args: &[String], place: usize, default: u64) -> Result<u64, Failure> {
    Ok(args.get(place).map_or(Ok(default), |text| text.parse())?)
}

/// Memory that a process has, in KiB.
fn memory_kib(process: u32) -> Result<u64, Failure> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().nth(1));
    Ok(kib.ok_or("no VmRSS")?.parse()?)
}

fn drive(args: &[String]) -> Result<bool, Failure> {
    let games = number(args, 0, 2000)?;
    let seconds = number(args, 1, 60)?;
    let period = Duration::from_millis(number(args, 2, 5000)?);
    hyperrook_server::raise_file_limit();
    let folder = tempfile::tempdir()?;
    let mut server = Command::new(std::env::current_exe()?)
        .arg("server")
        .arg(folder.path())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut host = String::new();
    let stdout = server.stdout.take().ok_or("no output")?;
    BufReader::new(stdout).read_line(&mut host)?;
    let host = host.trim().to_owned();
    let runtime = tokio::runtime::Runtime::new()?;
    let ran = runtime.block_on(play(&host, server.id(), games, seconds, period));
    server.kill()?;
    server.wait()?;
    ran
}

/// What all games share.
struct Shared {
    host: String,
    client: reqwest::Client,
    names: Vec<String>,
    opening: Semaphore,
    /// From sent to seen by the opponent, in microseconds.
    seen_us: Mutex<Vec<u64>>,
    sent: AtomicU64,
    acknowledged: AtomicU64,
    stop: tokio_util::sync::CancellationToken,
}

async fn play(
    host: &str,
    process: u32,
    games: u64,
    seconds: u64,
    period: Duration,
) -> Result<bool, Failure> {
    let client = reqwest::Client::new();
    let list: Value = client
        .get(format!("http://{host}/api/games"))
        .send()
        .await?
        .json()
        .await?;
    let list = list.as_array().ok_or("no games")?;
    let names = list
        .iter()
        .filter_map(|game| Some(game["name"].as_str()?.to_owned()));
    let shared = Arc::new(Shared {
        host: host.to_owned(),
        client,
        names: names.collect(),
        opening: Semaphore::new(16),
        seen_us: Mutex::default(),
        sent: AtomicU64::new(0),
        acknowledged: AtomicU64::new(0),
        stop: tokio_util::sync::CancellationToken::new(),
    });
    // Games that nobody plays any more are compiled before memory is measured.
    for name in &shared.names {
        let url = format!("http://{host}/api/games/{name}");
        shared.client.get(url).send().await?.bytes().await?;
    }
    let before = memory_kib(process)?;
    let (ready, mut all_ready) = tokio::sync::mpsc::channel(64);
    let mut tasks = Vec::new();
    for number in 0..games {
        let (shared, ready) = (shared.clone(), ready.clone());
        tasks.push(tokio::spawn(async move {
            pair(shared, number, period, ready).await
        }));
    }
    drop(ready);
    for _ in 0..games {
        all_ready.recv().await.ok_or("a game could not begin")?;
    }
    println!(
        "{games} games and {} sockets are open; {seconds} s of play",
        games * 2
    );
    shared.seen_us.lock().await.clear();
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    let after = memory_kib(process)?;
    shared.stop.cancel();
    let mut kept = 0;
    for task in tasks {
        kept += task.await??;
    }
    let acknowledged = shared.acknowledged.load(Ordering::Relaxed);
    let mut seen = shared.seen_us.lock().await;
    seen.sort_unstable();
    let at = |share: f64| -> Result<f64, Failure> {
        let place = ((seen.len() as f64) * share) as usize;
        let us = seen
            .get(place.min(seen.len().saturating_sub(1)))
            .ok_or("no moves")?;
        Ok(*us as f64 / 1000.0)
    };
    let (p50, p99) = (at(0.5)?, at(0.99)?);
    let lost = acknowledged.saturating_sub(kept);
    println!(
        "{} moves sent, {acknowledged} acknowledged, {kept} kept, {lost} lost",
        shared.sent.load(Ordering::Relaxed)
    );
    println!(
        "sent to seen: p50 {p50:.1} ms, p99 {p99:.1} ms, most {:.1} ms",
        at(1.0)?
    );
    println!(
        "memory: {} KiB at first, {} KiB now: {:.0} KiB a game with its two sockets",
        before,
        after,
        after.saturating_sub(before) as f64 / games as f64
    );
    Ok(lost == 0 && p99 < BOUND_MS)
}

type Stream =
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

struct Player {
    cookie: String,
    csrf: String,
}

impl Player {
    async fn new(shared: &Shared) -> Result<Player, Failure> {
        let mut player = Player {
            cookie: String::new(),
            csrf: String::new(),
        };
        let me = shared
            .client
            .get(format!("http://{}/api/me", shared.host))
            .send()
            .await?;
        player.keep(&me)?;
        player.post(shared, "/api/guest", json!({})).await?;
        Ok(player)
    }

    fn keep(&mut self, response: &reqwest::Response) -> Result<(), Failure> {
        if let Some(cookie) = response.headers().get("set-cookie") {
            let cookie = cookie.to_str()?;
            self.cookie = cookie.split(';').next().unwrap_or("").to_owned();
        }
        if let Some(csrf) = response.headers().get("x-csrf") {
            self.csrf = csrf.to_str()?.to_owned();
        }
        Ok(())
    }

    async fn post(&mut self, shared: &Shared, path: &str, body: Value) -> Result<Value, Failure> {
        let host = &shared.host;
        let response = shared
            .client
            .post(format!("http://{host}{path}"))
            .header("cookie", &self.cookie)
            .header("x-csrf", &self.csrf)
            .header("origin", format!("http://{host}"))
            .json(&body)
            .send()
            .await?
            .error_for_status()?;
        self.keep(&response)?;
        Ok(response.json().await?)
    }

    async fn watch(&self, shared: &Shared, game: &str) -> Result<(Stream, Value), Failure> {
        let host = &shared.host;
        let mut request = format!("ws://{host}/api/socket").into_client_request()?;
        request.headers_mut().insert("cookie", self.cookie.parse()?);
        request
            .headers_mut()
            .insert("origin", format!("http://{host}").parse()?);
        let (mut socket, _) = connect_async(request).await?;
        let watch = json!({"t": "watch", "id": game, "since": null});
        socket.send(Message::text(watch.to_string())).await?;
        let state = hear(&mut socket, |message| message["t"] == "state").await?;
        Ok((socket, state["state"]["view"].clone()))
    }
}

async fn hear(socket: &mut Stream, fits: impl Fn(&Value) -> bool) -> Result<Value, Failure> {
    loop {
        match socket.next().await.ok_or("the socket is closed")?? {
            Message::Text(text) => {
                let message = serde_json::from_str(&text)?;
                if fits(&message) {
                    return Ok(message);
                }
            }
            Message::Close(_) => return Err("the socket is closed".into()),
            _ => {}
        }
    }
}

/// One game: both players in turn. Returns the number of moves that the server has
/// in the end.
async fn pair(
    shared: Arc<Shared>,
    number: u64,
    period: Duration,
    ready: tokio::sync::mpsc::Sender<()>,
) -> Result<u64, Failure> {
    let opening = shared.opening.acquire().await?;
    let mut players = [Player::new(&shared).await?, Player::new(&shared).await?];
    let name = &shared.names[number as usize % shared.names.len()];
    let wish = json!({
        "game": {"name": name}, "colour": "white", "rated": false, "opponent": {"kind": "link"},
        "clock": {"kind": "live", "initial_ms": 3_600_000, "increment_ms": 0},
    });
    let begun = players[0].post(&shared, "/api/play", wish).await?;
    let game = begun["id"].as_str().ok_or("no game")?.to_owned();
    let join = format!("/api/play/{game}/join");
    players[1].post(&shared, &join, json!({})).await?;
    let (white, mut view) = players[0].watch(&shared, &game).await?;
    let (black, _) = players[1].watch(&shared, &game).await?;
    drop(opening);
    let mut sockets = [white, black];
    ready.send(()).await?;
    let mut random = fastrand::Rng::with_seed(number);
    // The games are spread over the period.
    let mut next = Instant::now() + period.mul_f64(random.f64());
    let mut seq = 0u64;
    loop {
        // Sockets are read meanwhile, as a browser would.
        let [one, two] = &mut sockets;
        tokio::select! {
            () = shared.stop.cancelled() => break,
            () = tokio::time::sleep_until(next.into()) => {}
            message = hear(one, |_| false) => { message?; }
            message = hear(two, |_| false) => { message?; }
        }
        next += period;
        let Some(moves) = view["moves"].as_array().filter(|moves| !moves.is_empty()) else {
            break;
        };
        let mv = &moves[random.usize(0..moves.len())]["text"];
        let mover = usize::from(view["side"] == "black");
        let key = format!("m{seq}");
        let action = json!({"t": "move", "id": game, "key": key, "seq": seq, "move": mv});
        let sent = Instant::now();
        shared.sent.fetch_add(1, Ordering::Relaxed);
        sockets[mover]
            .send(Message::text(action.to_string()))
            .await?;
        let [one, two] = &mut sockets;
        let (own, other) = if mover == 0 { (one, two) } else { (two, one) };
        seq += 1;
        let seen = async {
            let seen = hear(other, |message| {
                message["t"] == "move" && message["seq"] == seq
            })
            .await;
            (seen, sent.elapsed())
        };
        let answered = hear(own, |message| message["key"] == key.as_str());
        let ((seen, took), answer) = tokio::join!(seen, answered);
        let answer = answer?;
        if answer["t"] != "ack" {
            return Err(format!("refused: {answer}").into());
        }
        shared.acknowledged.fetch_add(1, Ordering::Relaxed);
        view = seen?["view"].take();
        shared.seen_us.lock().await.push(took.as_micros() as u64);
    }
    let url = format!("http://{}/api/play/{game}", shared.host);
    let state: Value = shared.client.get(url).send().await?.json().await?;
    if state["seq"] != seq {
        return Err(format!("{} moves kept of {seq}", state["seq"]).into());
    }
    Ok(seq)
}
