//! Many games between people.

use super::client::{self, Player, Stream, View, receive};
use super::{Failure, at_ms, process};
use futures_util::SinkExt;
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, Semaphore, mpsc};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_util::sync::CancellationToken;

/// How much.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Load {
    pub(crate) games: u64,
    pub(crate) seconds: u64,
    /// The time between two moves of a game.
    pub(crate) period: Duration,
    /// The slowest hundredth must be seen faster, in ms.
    pub(crate) bound_ms: f64,
}

/// Processes whose time on a core is counted together.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) name: &'static str,
    pub(crate) processes: Vec<u32>,
}

/// What all games share.
struct Shared {
    /// The servers. The two players of a game are at different ones, if there are several.
    hosts: Vec<String>,
    client: reqwest::Client,
    names: Vec<String>,
    /// How many ask for something by HTTP at the same time.
    asking: Semaphore,
    /// From sent to seen by the opponent, in microseconds.
    seen_us: Mutex<Vec<u64>>,
    /// From sent to acknowledged.
    acknowledged_us: Mutex<Vec<u64>>,
    sent: AtomicU64,
    over: AtomicU64,
    stop: CancellationToken,
}

/// Plays, and says how it went. The first of the parts is the servers.
pub(crate) async fn play(hosts: &[String], parts: &[Part], load: Load) -> Result<bool, Failure> {
    let host = hosts.first().ok_or("no server")?;
    let client = reqwest::Client::new();
    let shared = Arc::new(Shared {
        hosts: hosts.to_vec(),
        names: client::names(&client, host).await?,
        client,
        asking: Semaphore::new(8),
        seen_us: Mutex::default(),
        acknowledged_us: Mutex::default(),
        sent: AtomicU64::new(0),
        over: AtomicU64::new(0),
        stop: CancellationToken::new(),
    });
    // The games' tables are not what a game takes.
    for host in hosts {
        for name in &shared.names {
            let url = format!("http://{host}/api/games/{name}");
            shared.client.get(url).send().await?.bytes().await?;
        }
    }
    let servers = &parts.first().ok_or("no server")?.processes;
    let first = process::taken_by(servers)?;
    let (ready, mut all_ready) = mpsc::channel(64);
    let mut tasks = JoinSet::new();
    for number in 0..load.games {
        let (shared, ready) = (shared.clone(), ready.clone());
        tasks.spawn(async move { pair(shared, number, load.period, ready).await });
    }
    for _ in 0..load.games {
        tokio::select! {
            _ = all_ready.recv() => {}
            // Pairs play until they are stopped, so this one has failed.
            Some(ended) = tasks.join_next() => { ended??; }
        }
    }
    println!(
        "{} games and {} sockets are open; {} s of play",
        load.games,
        load.games * 2,
        load.seconds
    );
    let begun = process::taken_by(servers)?;
    let parts_begun = process::of_parts(parts)?;
    let bytes_begun = nats_bytes(&shared).await?;
    let (sent_before, over_before) = counts(&shared);
    shared.seen_us.lock().await.clear();
    shared.acknowledged_us.lock().await.clear();
    tokio::select! {
        () = tokio::time::sleep(Duration::from_secs(load.seconds)) => {}
        Some(ended) = tasks.join_next() => { ended??; }
    }
    let ended = process::taken_by(servers)?;
    let parts_ended = process::of_parts(parts)?;
    let bytes_ended = nats_bytes(&shared).await?;
    shared.stop.cancel();
    let mut lost = 0;
    while let Some(task) = tasks.join_next().await {
        lost += task??;
    }
    let (sent, over) = counts(&shared);
    let (sent, over) = (sent - sent_before, over - over_before);
    let mut seen = shared.seen_us.lock().await;
    let mut acknowledged = shared.acknowledged_us.lock().await;
    seen.sort_unstable();
    acknowledged.sort_unstable();
    let p99 = at_ms(&seen, 0.99)?;
    println!(
        "{sent} moves sent, {} acknowledged, {lost} lost; {over} games ended and begun again",
        acknowledged.len()
    );
    for (what, times) in [("seen", &seen), ("acknowledged", &acknowledged)] {
        println!(
            "sent to {what}: p50 {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, most {:.1} ms",
            at_ms(times, 0.5)?,
            at_ms(times, 0.9)?,
            at_ms(times, 0.99)?,
            at_ms(times, 1.0)?
        );
    }
    println!(
        "memory: {} MiB at first, {} MiB with all open, {} MiB at the end: {:.0} KiB a game with its two sockets",
        first.memory_kib / 1024,
        begun.memory_kib / 1024,
        ended.memory_kib / 1024,
        ended.memory_kib.saturating_sub(first.memory_kib) as f64 / load.games as f64
    );
    let moves = sent.max(1) as f64;
    for (part, (begun, ended)) in parts.iter().zip(parts_begun.iter().zip(&parts_ended)) {
        let core_ms = ended.saturating_sub(*begun) as f64;
        println!(
            "{}: {:.0} % of a core, {:.2} ms a move",
            part.name,
            core_ms / load.seconds as f64 / 10.0,
            core_ms / moves
        );
    }
    println!(
        "{:.1} moves a second; {:.0} bytes on NATS a move",
        sent as f64 / load.seconds as f64,
        bytes_ended.saturating_sub(bytes_begun) as f64 / moves
    );
    Ok(lost == 0 && p99 < load.bound_ms)
}

/// How many bytes the servers have sent to each other.
async fn nats_bytes(shared: &Shared) -> Result<u64, Failure> {
    let mut bytes = 0;
    for host in &shared.hosts {
        let url = format!("http://{host}/metrics");
        let text = shared.client.get(url).send().await?.text().await?;
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("hyperrook_nats_bytes_total "));
        bytes += line.map_or(Ok(0), str::parse)?;
    }
    Ok(bytes)
}

fn counts(shared: &Shared) -> (u64, u64) {
    let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    (of(&shared.sent), of(&shared.over))
}

/// A game being played.
struct Pair {
    players: [Player; 2],
    sockets: [Stream; 2],
    game: String,
    view: View,
    seq: u64,
}

/// What is read of a move.
#[derive(Deserialize)]
struct Seen {
    seq: u64,
    view: View,
}

async fn open(shared: &Shared, number: u64, mut players: [Player; 2]) -> Result<Pair, Failure> {
    let name = &shared.names[number as usize % shared.names.len()];
    let wish = json!({
        "game": {"name": name}, "colour": "white", "rated": false, "opponent": {"kind": "link"},
        "clock": {"kind": "live", "initial_ms": 3_600_000, "increment_ms": 0},
    });
    let begun = players[0].post("/api/play", wish).await?;
    let game = begun["id"].as_str().ok_or("no game")?.to_owned();
    let join = format!("/api/play/{game}/join");
    players[1].post(&join, json!({})).await?;
    let (white, view) = players[0].watch(&game).await?;
    let (black, _) = players[1].watch(&game).await?;
    Ok(Pair {
        players,
        sockets: [white, black],
        game,
        view,
        seq: 0,
    })
}

/// Two players, from game to game. Returns the number of moves lost.
async fn pair(
    shared: Arc<Shared>,
    number: u64,
    period: Duration,
    ready: mpsc::Sender<()>,
) -> Result<u64, Failure> {
    let mut random = fastrand::Rng::with_seed(number);
    let opening = shared.asking.acquire().await?;
    let (client, hosts) = (&shared.client, &shared.hosts);
    let at = |place: u64| &*hosts[place as usize % hosts.len()];
    let players = [
        Player::new(client, at(number)).await?,
        Player::new(client, at(number + 1)).await?,
    ];
    let mut pair = open(&shared, number, players).await?;
    drop(opening);
    ready.send(()).await?;
    // The games are spread over the period.
    let mut next = Instant::now() + period.mul_f64(random.f64());
    let mut lost = 0;
    loop {
        // Sockets are read meanwhile, as a browser would.
        let [one, two] = &mut pair.sockets;
        tokio::select! {
            () = shared.stop.cancelled() => break,
            () = tokio::time::sleep_until(next.into()) => {}
            message = receive(one, |_| false) => { message?; }
            message = receive(two, |_| false) => { message?; }
        }
        next += period;
        if pair.view.moves.is_empty() {
            lost += pair.lost(&shared).await?;
            shared.over.fetch_add(1, Ordering::Relaxed);
            pair = open(&shared, number, pair.players).await?;
            continue;
        }
        let chosen = random.usize(0..pair.view.moves.len());
        pair.make(&shared, chosen).await?;
    }
    Ok(lost + pair.lost(&shared).await?)
}

impl Pair {
    /// Makes one of the possible moves; both see it.
    async fn make(&mut self, shared: &Shared, chosen: usize) -> Result<(), Failure> {
        let mover = usize::from(self.view.side == "black");
        let key = format!("m{}", self.seq);
        let mv = &self.view.moves[chosen].text;
        let (game, seq) = (&self.game, self.seq);
        let action = json!({"t": "move", "id": game, "key": key, "seq": seq, "move": mv});
        let [one, two] = &mut self.sockets;
        let (own, other) = if mover == 0 { (one, two) } else { (two, one) };
        let sent = Instant::now();
        shared.sent.fetch_add(1, Ordering::Relaxed);
        own.send(Message::text(action.to_string())).await?;
        self.seq += 1;
        let expected = self.seq;
        let seen = async {
            loop {
                let text = receive(other, |text| text.starts_with("{\"t\":\"move\"")).await?;
                let seen: Seen = serde_json::from_str(&text)?;
                // At another node, the news of one's own move may follow its acknowledgement.
                if seen.seq >= expected {
                    return Ok::<_, Failure>((seen, sent.elapsed()));
                }
            }
        };
        let answered = async {
            let ours = |text: &str| {
                text.starts_with("{\"t\":\"ack\"") || text.starts_with("{\"t\":\"refused\"")
            };
            (receive(own, ours).await, sent.elapsed())
        };
        let (seen, (answer, answered_after)) = tokio::join!(seen, answered);
        let (answer, (seen, seen_after)) = (answer?, seen?);
        if !answer.starts_with("{\"t\":\"ack\"") || !answer.contains(&format!("\"{key}\"")) {
            return Err(format!("refused: {answer}").into());
        }
        if seen.seq != expected {
            return Err(format!("move {expected} was seen as {}", seen.seq).into());
        }
        self.view = seen.view;
        let us = |time: Duration| time.as_micros() as u64;
        shared.seen_us.lock().await.push(us(seen_after));
        shared.acknowledged_us.lock().await.push(us(answered_after));
        Ok(())
    }

    /// How many of the moves that were acknowledged the server does not have.
    async fn lost(&mut self, shared: &Shared) -> Result<u64, Failure> {
        // All games end at the same time: people would not ask all at once.
        let _few = shared.asking.acquire().await?;
        let state = self.players[0]
            .get(&format!("/api/play/{}", self.game))
            .await?;
        let kept = state["moves"]
            .as_array()
            .map_or(0, |moves| moves.len() as u64);
        Ok(self.seq.abs_diff(kept))
    }
}
