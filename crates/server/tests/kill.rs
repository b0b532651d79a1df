//! A server that is killed again and again while people play.

use crate::support::games::game_body;
use crate::support::process::{Process, settings_at};
use crate::support::{Person, Socket};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// A pair of scripted players and what they know.
struct Pair {
    game: String,
    people: [Person; 2],
    /// The moves that were acknowledged, by the number of moves made after them.
    acknowledged: HashMap<i64, String>,
}

/// Says an action until it is answered, through as many connections as it takes.
async fn insist(socket: &mut Option<Socket>, person: &Person, action: &Value) -> Value {
    use futures_util::{SinkExt, StreamExt};
    use tokio_tungstenite::tungstenite::Message;
    loop {
        if socket.is_none() {
            let origin = format!("http://{}", person.host);
            let cookie = person.cookie.as_deref();
            match Socket::try_open(&person.host, cookie, None, Some(&origin)).await {
                Ok(open) => *socket = Some(open),
                Err(_) => {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    continue;
                }
            }
        }
        let open = socket.as_mut().unwrap();
        let answer = async {
            open.0.send(Message::text(action.to_string())).await.ok()?;
            loop {
                if let Message::Text(text) = open.0.next().await?.ok()? {
                    let message: Value = serde_json::from_str(&text).unwrap();
                    if message["key"] == action["key"] {
                        return Some(message);
                    }
                }
            }
        };
        match tokio::time::timeout(Duration::from_secs(5), answer).await {
            Ok(Some(message)) if message["code"] != "try_again" => return message,
            _ => *socket = None,
        }
    }
}

/// The knights go to and fro: legal for ever where no draw by repetition ends it;
/// games that end are begun again.
const DANCE: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];

async fn new_game(people: &mut [Person; 2]) -> String {
    let mut game_body = game_body(json!({"kind": "link"}));
    game_body["clock"] = json!({"kind": "live", "initial_ms": 600_000, "increment_ms": 0});
    let begun = people[0].post("/api/play", game_body).await.ok();
    let id = begun["id"].as_str().unwrap().to_owned();
    people[1]
        .post(&format!("/api/play/{id}/join"), json!({}))
        .await
        .ok();
    id
}

/// Plays until told to stop; every answer is written down.
async fn play(pair: Arc<Mutex<Pair>>, stop: Arc<AtomicBool>, made: Arc<AtomicU64>) {
    let mut pair = pair.lock().await;
    let mut sockets = [None, None];
    let mut seq = 0;
    while !stop.load(Ordering::Relaxed) && seq < 8 {
        let side = (seq % 2) as usize;
        let mv = DANCE[(seq % 4) as usize];
        let action = json!({
            "t": "move", "id": pair.game, "key": format!("move-{seq}"), "seq": seq, "move": mv,
        });
        let answer = insist(&mut sockets[side], &pair.people[side], &action).await;
        assert_eq!(answer["t"], "ack", "a move is refused: {answer}");
        seq += 1;
        assert_eq!(answer["seq"], seq, "a move is lost or doubled");
        pair.acknowledged.insert(seq, mv.to_owned());
        made.fetch_add(1, Ordering::Relaxed);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Kills a server so often, and looks after each time whether all is well.
async fn survive(kills: u32, seed: u64) {
    let folder = tempfile::tempdir().unwrap();
    // The port stays the same for all servers.
    let settings = settings_at(folder.path());
    let mut server = Process::start(&settings);
    server.wait_ready(true).await;
    let host = server.host();
    let mut random = fastrand::Rng::with_seed(seed);
    let mut couples = Vec::new();
    for _ in 0..6 {
        let mut people = [Person::new(&host), Person::new(&host)];
        for person in &mut people {
            person.post("/api/guest", json!({})).await.ok();
        }
        couples.push(people);
    }
    // A game against the engine, too: it must always come back to the person.
    let mut solo = Person::new(&host);
    let engine = game_body(json!({"kind": "engine", "level": 2}));
    let engine = solo.post("/api/play", engine).await.ok();
    let engine = engine["id"].as_str().unwrap().to_owned();
    let (mut moves, mut engine_seq) = (0, 0);
    for round in 0..kills {
        let stop = Arc::new(AtomicBool::new(false));
        let made = Arc::new(AtomicU64::new(0));
        let mut pairs = Vec::new();
        for mut people in couples.drain(..) {
            let game = new_game(&mut people).await;
            pairs.push(Arc::new(Mutex::new(Pair {
                game,
                people,
                acknowledged: HashMap::new(),
            })));
        }
        let spawn =
            |pair: &Arc<Mutex<Pair>>| tokio::spawn(play(pair.clone(), stop.clone(), made.clone()));
        let tasks: Vec<_> = pairs.iter().map(spawn).collect();
        // The engine's game goes on by one move a round, killed or not.
        let state = solo.state(&engine).await;
        if state["outcome"].is_null() && state["you"] == state["view"]["side"] {
            let seq = state["seq"].as_i64().unwrap();
            assert!(seq >= engine_seq, "a move is lost");
            engine_seq = seq;
            let mv = state["view"]["moves"][0]["text"]
                .as_str()
                .unwrap()
                .to_owned();
            solo.play(&engine, seq, &mv).await.ok();
        }
        tokio::time::sleep(Duration::from_millis(random.u64(5..120))).await;
        // SIGKILL: nothing can be finished.
        server.kill();
        let down = Instant::now();
        tokio::time::sleep(Duration::from_millis(random.u64(0..700))).await;
        server = Process::start(&settings);
        server.wait_ready(true).await;
        let down_ms = down.elapsed().as_millis() as i64;
        if round % 3 == 0 {
            // Let the players play on for a while.
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        stop.store(true, Ordering::Relaxed);
        for task in tasks {
            let ended = tokio::time::timeout(Duration::from_secs(60), task).await;
            ended.expect("no game is stuck").unwrap();
        }
        moves += made.load(Ordering::Relaxed);
        for pair in pairs {
            let mut pair = Arc::try_unwrap(pair).ok().unwrap().into_inner();
            let state = pair.people[0].state(&pair.game).await;
            let kept = state["moves"].as_array().unwrap();
            assert_eq!(kept.len(), pair.acknowledged.len(), "round {round}");
            let mut spent = 0;
            for (number, mv) in (1i64..).zip(kept) {
                assert_eq!(mv["text"], pair.acknowledged[&number], "round {round}");
                if number > 2 {
                    spent += mv["spent_ms"].as_i64().unwrap();
                }
            }
            // What the clocks have lost is what the moves took; the time that the
            // server was down (but for the last half second before) is none of it.
            if kept.len() >= 2 {
                let clocks = &state["clocks"];
                let left =
                    clocks["white_ms"].as_i64().unwrap() + clocks["black_ms"].as_i64().unwrap();
                let lost = 1_200_000 - left;
                assert!(lost >= spent - 5, "round {round}: {lost} {spent}");
            }
            assert!(
                spent <= 60_000,
                "round {round}: {spent} ms, down {down_ms} ms"
            );
            couples.push(pair.people);
        }
    }
    assert!(moves > u64::from(kills), "{moves} moves in {kills} rounds");
    println!("{kills} kills, {moves} moves acknowledged, none lost or doubled");
    server.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn no_acknowledged_move_is_lost_when_the_server_is_killed() {
    survive(12, 1).await;
}

/// Hundreds of kills, in parts: a soak that was stopped goes on with the next.
macro_rules! soak {
    ($($name:ident: $seed:literal),*) => {$(
        #[tokio::test(flavor = "multi_thread")]
        #[ignore = "takes minutes; `make soak` runs it"]
        async fn $name() {
            survive(50, $seed).await;
        }
    )*};
}

soak! {
    fifty_kills_a: 2, fifty_kills_b: 3, fifty_kills_c: 4, fifty_kills_d: 5,
    fifty_kills_e: 6, fifty_kills_f: 7, fifty_kills_g: 8, fifty_kills_h: 9
}

#[tokio::test(flavor = "multi_thread")]
async fn time_while_the_server_is_down_is_given_back() {
    let folder = tempfile::tempdir().unwrap();
    // The port stays the same for all servers.
    let settings = settings_at(folder.path());
    let mut server = Process::start(&settings);
    server.wait_ready(true).await;
    let host = server.host();
    let mut people = [Person::new(&host), Person::new(&host)];
    for person in &mut people {
        person.post("/api/guest", json!({})).await.ok();
    }
    let game = new_game(&mut people).await;
    people[0].play(&game, 0, "g1f3").await.ok();
    people[1].play(&game, 1, "g8f6").await.ok();
    let left = |state: &Value| state["clocks"]["white_ms"].as_i64().unwrap();
    // The clock runs for a while, and the server is known to run.
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let before = left(&people[0].state(&game).await);
    let killed = Instant::now();
    server.kill();
    tokio::time::sleep(Duration::from_secs(4)).await;
    server = Process::start(&settings);
    server.wait_ready(true).await;
    let after = left(&people[0].state(&game).await);
    let away = killed.elapsed().as_millis() as i64;
    assert!(away > 4000);
    // At most what runs since the server is back, and at least what it ran until
    // the last sign of life.
    assert!(before - after < away - 3000, "{before} {after} {away}");
    assert!(
        after <= before + 1000,
        "nobody gains time: {before} {after}"
    );
    server.kill();
}
