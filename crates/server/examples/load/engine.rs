//! Games with the engine, and how ordinary requests fare meanwhile.

use super::client::{self, Player, receive};
use super::{BOUND_MS, Failure, at_ms, process};
use futures_util::SinkExt;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Message;
use tokio_util::sync::CancellationToken;

/// The level that the engine plays at.
const LEVEL: u8 = 4;
/// The pause between two ordinary requests.
const PAUSE: Duration = Duration::from_millis(25);

/// Plays, and says how it went.
pub(crate) async fn play(
    host: &str,
    server: u32,
    games: u64,
    seconds: u64,
) -> Result<bool, Failure> {
    let client = reqwest::Client::new();
    let names = client::names(&client, host).await?;
    for name in &names {
        let url = format!("http://{host}/api/games/{name}");
        client.get(url).send().await?.bytes().await?;
    }
    let stop = CancellationToken::new();
    let answered = Arc::new(AtomicU64::new(0));
    let mut tasks = Vec::new();
    for number in 0..games {
        let player = Player::new(&client, host).await?;
        let name = names[number as usize % names.len()].clone();
        let (stop, answered) = (stop.clone(), answered.clone());
        tasks.push(tokio::spawn(async move {
            let playing = against(player, &name, number, &answered);
            stop.run_until_cancelled(playing).await.unwrap_or(Ok(()))
        }));
    }
    let begun = process::taken(server)?;
    let mut times_us = ordinary(&client, host, &names, Duration::from_secs(seconds)).await?;
    let ended = process::taken(server)?;
    stop.cancel();
    for task in tasks {
        task.await??;
    }
    times_us.sort_unstable();
    let p99 = at_ms(&times_us, 0.99)?;
    println!(
        "{games} games at level {LEVEL} for {seconds} s: {} moves of the engine, {:.0} % of a core",
        answered.load(Ordering::Relaxed),
        (ended.core_ms - begun.core_ms) as f64 / seconds as f64 / 10.0
    );
    println!(
        "{} ordinary requests: p50 {:.1} ms, p99 {p99:.1} ms, most {:.1} ms",
        times_us.len(),
        at_ms(&times_us, 0.5)?,
        at_ms(&times_us, 1.0)?
    );
    Ok(p99 < BOUND_MS)
}

/// Games against the engine, one after the other.
async fn against(
    mut player: Player,
    name: &str,
    seed: u64,
    answered: &AtomicU64,
) -> Result<(), Failure> {
    let mut random = fastrand::Rng::with_seed(seed);
    loop {
        let wish = json!({
            "game": {"name": name}, "colour": "white", "clock": {"kind": "none"}, "rated": false,
            "opponent": {"kind": "engine", "level": LEVEL},
        });
        let begun = player.post("/api/play", wish).await?;
        let game = begun["id"].as_str().ok_or("no game")?.to_owned();
        let (mut socket, view) = player.watch(&game).await?;
        let mut moves: Vec<String> = view.moves.into_iter().map(|mv| mv.text).collect();
        let mut seq = 0;
        while !moves.is_empty() {
            let mv = &moves[random.usize(0..moves.len())];
            let key = format!("m{seq}");
            let action = json!({"t": "move", "id": game, "key": key, "seq": seq, "move": mv});
            socket.send(Message::text(action.to_string())).await?;
            // One's own move, and then the engine's unless the game is over.
            for _ in 0..2 {
                let text = receive(&mut socket, |text| text.starts_with("{\"t\":\"move\"")).await?;
                let made: Value = serde_json::from_str(&text)?;
                seq += 1;
                let list = made["view"]["moves"].as_array().ok_or("no moves")?;
                let texts = list.iter().filter_map(|mv| mv["text"].as_str());
                moves = texts.map(str::to_owned).collect();
                if moves.is_empty() {
                    break;
                }
            }
            answered.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// What people do beside: times of requests, in microseconds.
async fn ordinary(
    client: &reqwest::Client,
    host: &str,
    names: &[String],
    time: Duration,
) -> Result<Vec<u64>, Failure> {
    let mut times = Vec::new();
    let begun = Instant::now();
    let mut number = 0;
    while begun.elapsed() < time {
        number += 1;
        let name = &names[number % names.len()];
        let url = |path: &str| format!("http://{host}{path}");
        let request = match number % 6 {
            0 => client.get(url("/")),
            1 => client.get(url("/api/me")),
            2 => client.get(url("/api/live")),
            3 => client.get(url("/api/seeks")),
            4 => client.get(url(&format!("/api/games/{name}"))),
            _ => client
                .post(url("/api/rules/view"))
                .json(&json!({"game": {"name": name}})),
        };
        let sent = Instant::now();
        request.send().await?.error_for_status()?.bytes().await?;
        times.push(sent.elapsed().as_micros() as u64);
        tokio::time::sleep(PAUSE).await;
    }
    Ok(times)
}
