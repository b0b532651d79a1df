//! Several nodes and workers on one PostgreSQL and one NATS.

use crate::support::certificate::certificate;
use crate::support::cluster::{Cluster, LEASE_MS, at, insist, keyed};
use crate::support::games::{FOOLS_MATE, between, game_body};
use crate::support::nats::Nats;
use crate::support::person::PASSWORD;
use crate::support::postgres::Postgres;
use crate::support::process::{Process, settings_at};
use crate::support::{Person, Socket};
use hyperrook_server::admin;
use hyperrook_server::settings::{NatsSettings, Settings};
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

#[tokio::test(flavor = "multi_thread")]
async fn people_at_different_nodes_play_and_watch_one_game() {
    let Some(cluster) = Cluster::start(3, 0).await else {
        return;
    };
    let (mut ann, mut bob) = (
        cluster.nodes[0].guest().await,
        cluster.nodes[1].guest().await,
    );
    let id = between(&mut ann, &mut bob, |_| {}).await;
    let (mut white, mut black) = (ann.socket().await, bob.socket().await);
    let mut watcher = Socket::open(&cluster.host(2), None, None).await;
    assert_eq!(white.watch(&id).await["you"], "white");
    assert_eq!(black.watch(&id).await["you"], "black");
    let state = watcher.watch(&id).await;
    assert_eq!(state["you"], Value::Null);
    // Everybody is seen, wherever they are.
    let all_here = |m: &Value| {
        m["t"] == "presence" && m["watchers"] == 3 && m["white"] == true && m["black"] == true
    };
    watcher.receive_where(all_here).await;
    // Another node reads the record while the game goes on, and does not take the game.
    let record = Person::new(&cluster.host(2))
        .get(&format!("/api/play/{id}/record"))
        .await;
    assert!(record.text.contains("[Result \"*\"]"), "{}", record.text);
    for (seq, mv) in (0i64..).zip(FOOLS_MATE) {
        let mover = if seq % 2 == 0 { &mut white } else { &mut black };
        let ack = mover.play(&id, &format!("k{seq}"), seq, mv).await;
        assert_eq!((&ack["t"], &ack["seq"]), (&json!("ack"), &json!(seq + 1)));
        let seen = watcher.receive_kind("move").await;
        assert_eq!(
            (&seen["seq"], &seen["move"]["text"]),
            (&json!(seq + 1), &json!(mv))
        );
    }
    let is_end = |m: &Value| m["t"] == "event" && m["kind"] == "end";
    let end = watcher.receive_where(is_end).await;
    assert_eq!(end["state"]["outcome"]["reason"], "checkmate");
    // Each sees it from their side.
    let end = black.watch(&id).await;
    assert_eq!(
        (&end["you"], &end["outcome"]["reason"]),
        (&json!("black"), &json!("checkmate"))
    );
    // A refusal comes with the state, from the other node, too.
    let refused = black.play(&id, "late", 4, "a2a3").await;
    assert_eq!(
        (&refused["t"], &refused["state"]["seq"]),
        (&json!("refused"), &json!(4))
    );
    // What has happened can be read anywhere.
    for node in 0..3 {
        let state = Person::new(&cluster.host(node)).state(&id).await;
        assert_eq!(state["moves"].as_array().unwrap().len(), 4);
        let path = format!("/api/play/{id}/record");
        let record = Person::new(&cluster.host(node)).get(&path).await;
        assert!(record.text.contains("Qh4#"), "node {node}: {}", record.text);
        let mut reader = Person::new(&cluster.host(node));
        let why = reader.get(&format!("/api/play/{id}/why")).await.ok();
        let sentences = why["sentences"].as_array().unwrap();
        assert!(!sentences.is_empty(), "node {node}: {why}");
        for path in ["attackers", "attackers?seq=1"] {
            let at = reader.get(&format!("/api/play/{id}/{path}")).await.ok();
            assert_eq!(at["cells"].as_array().unwrap().len(), 64, "node {node}");
        }
        for path in ["why", "attackers"] {
            let late = reader.get(&format!("/api/play/{id}/{path}?seq=5")).await;
            assert_eq!(late.code(404), "not_found", "node {node}");
        }
    }
    assert_eq!(
        Person::new(&cluster.host(2))
            .get("/api/play/nobody.>")
            .await
            .status,
        404
    );
}

/// What is too long is refused with the same words, at whichever node it arrives.
#[tokio::test(flavor = "multi_thread")]
async fn actions_that_are_too_long_are_refused_everywhere() {
    let Some(cluster) = Cluster::start(2, 0).await else {
        return;
    };
    let (mut ann, mut bob) = (
        cluster.nodes[0].guest().await,
        cluster.nodes[0].guest().await,
    );
    let id = between(&mut ann, &mut bob, |_| {}).await;
    let long = "x".repeat(257);
    let lines = vec![vec!["x".repeat(800); 2]; 50];
    for node in 0..2 {
        let mut there = at(&ann, &cluster.host(node));
        let answer = there.play(&id, 0, &long).await;
        assert_eq!(answer.code(422), "illegal", "node {node}");
        let lines = json!({"t": "conditional", "seq": 0, "lines": lines});
        let answer = there.act(&id, lines).await;
        assert_eq!(answer.code(422), "illegal", "node {node}");
        let mut socket = there.socket().await;
        let refused = socket.play(&id, "long", 0, &long).await;
        assert_eq!(refused["code"], "illegal", "node {node}: {refused}");
    }
}

/// Conditional moves are a secret of the player, at whichever node the others are.
#[tokio::test(flavor = "multi_thread")]
async fn conditional_moves_are_shown_to_their_player_only() {
    let Some(cluster) = Cluster::start(2, 0).await else {
        return;
    };
    let mut ann = cluster.nodes[0].guest().await;
    let mut bob = cluster.nodes[1].guest().await;
    let id = between(&mut ann, &mut bob, |_| {}).await;
    ann.play(&id, 0, "e2e4").await.ok();
    let mut own = Vec::new();
    let mut others = Vec::new();
    for node in 0..2 {
        let host = cluster.host(node);
        own.push(at(&ann, &host).socket().await);
        others.push(at(&bob, &host).socket().await);
        others.push(Socket::open(&host, None, None).await);
    }
    for socket in own.iter_mut().chain(&mut others) {
        socket.watch(&id).await;
    }
    let plan = json!({"t": "conditional", "seq": 1, "lines": [["e7e5", "g1f3"]]});
    ann.act(&id, plan).await.ok();
    for socket in &mut own {
        let event = socket.receive_where(|m| m["kind"] == "conditional").await;
        assert!(event["state"]["conditional"].is_object(), "{event}");
    }
    // The next thing that everybody sees comes after it, and nothing is missing.
    bob.act(&id, json!({"t": "takeback", "accept": true}))
        .await
        .code(409);
    ann.act(&id, json!({"t": "takeback", "accept": true}))
        .await
        .ok();
    for socket in &mut others {
        let next = socket
            .receive_where(|m| m["kind"] == "takeback_offer" || m["kind"] == "conditional")
            .await;
        assert_eq!(next["kind"], "takeback_offer", "{next}");
        assert_eq!(next["state"]["conditional"], Value::Null);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn lobby_presence_and_sign_outs_travel() {
    let Some(cluster) = Cluster::start(2, 0).await else {
        return;
    };
    let mut ann = Person::new(&cluster.host(0));
    ann.register("ann").await;
    let mut bob = cluster.nodes[1].guest().await;
    let mut anns = ann.socket().await;
    let mut bobs = bob.socket().await;
    bobs.say(json!({"t": "lobby"})).await;
    assert_eq!(bobs.receive_kind("lobby").await["seeks"], json!([]));
    let seek = ann
        .post("/api/play", game_body(json!({"kind": "seek"})))
        .await
        .ok();
    let shown = bobs
        .receive_where(|m| m["t"] == "lobby" && m["seeks"] != json!([]))
        .await;
    assert_eq!(shown["seeks"][0]["id"], seek["seek"]);
    let path = format!("/api/seeks/{}/accept", seek["seek"].as_str().unwrap());
    let game = bob.post(&path, json!({})).await.ok();
    let started = anns.receive_kind("started").await;
    assert_eq!(
        (&started["seek"], &started["id"]),
        (&seek["seek"], &game["id"])
    );
    // Signing out at one node closes the socket at the other.
    let mut elsewhere = at(&ann, &cluster.host(1));
    elsewhere.post("/api/logout", json!({})).await;
    let begun = Instant::now();
    while anns.receive().await.is_some() {}
    assert!(
        begun.elapsed() < Duration::from_secs(5),
        "{:?}",
        begun.elapsed()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn bans_and_names_travel() {
    let Some(cluster) = Cluster::start(2, 0).await else {
        return;
    };
    let mut ann = Person::new(&cluster.host(0));
    ann.register("Ann").await;
    let mut bob = cluster.nodes[1].guest().await;
    // Bob's node has the game: Ann asks it from hers.
    let mut game_body = game_body(json!({"kind": "link"}));
    game_body["clock"] = json!({"kind": "days", "days": 3});
    let game = bob.post("/api/play", game_body).await.ok();
    let game = game["id"].as_str().unwrap().to_owned();
    let join = format!("/api/play/{game}/join");
    assert_eq!(ann.post(&join, json!({})).await.ok()["side"], "black");
    bob.play(&game, 0, "e2e4").await.ok();
    ann.play(&game, 1, "e7e5").await.ok();
    let mut anns = ann.socket().await;
    let mut at_bobs_node = at(&ann, &cluster.host(1)).socket().await;
    anns.watch(&game).await;

    // Bob registers at the other node: the node with the game tells the new name.
    let mut bob_elsewhere = at(&bob, &cluster.host(0));
    bob_elsewhere.register("Bob").await;
    let begun = Instant::now();
    while ann.state(&game).await["white"]["name"] != "Bob" {
        assert!(begun.elapsed() < Duration::from_secs(10));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }

    // Another process bans Ann: her games end, her sockets close, no node lets her in.
    admin::ban(&cluster.nodes[0].settings, "Ann", true)
        .await
        .unwrap();
    let begun = Instant::now();
    while bob.state(&game).await["outcome"]["reason"] != "resignation" {
        assert!(begun.elapsed() < Duration::from_secs(20));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let closed = async {
        while anns.receive().await.is_some() {}
        while at_bobs_node.receive().await.is_some() {}
    };
    let within = Duration::from_secs(5);
    assert!(tokio::time::timeout(within, closed).await.is_ok());
    for node in 0..2 {
        let mut person = at(&ann, &cluster.host(node));
        assert_eq!(person.visit().await["user"], Value::Null);
        let mut person = Person::new(&cluster.host(node));
        assert_eq!(person.login("Ann", PASSWORD).await.code(403), "banned");
    }
}

/// Changes the database behind the nodes' backs.
async fn change(cluster: &Cluster, statement: &'static str) {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(&cluster.postgres.url())
        .await
        .unwrap();
    let done = sqlx::raw_sql(statement).execute(&mut connection).await;
    assert_eq!(done.unwrap().rows_affected(), 1);
}

/// As during an upgrade to a version whose definitions have a new key.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_waits_for_a_node_that_can_read_its_rules() {
    let Some(mut cluster) = Cluster::start(2, 0).await else {
        return;
    };
    let mut ann = cluster.nodes[0].guest().await;
    let mut bob = cluster.nodes[1].guest().await;
    let text = include_str!("../../../games/chess.toml").replace("\"Chess\"", "\"Own chess\"");
    let own = ann.post("/api/definitions", json!({"text": text})).await;
    let own = own.ok()["definition"].clone();
    let game = between(&mut ann, &mut bob, |game_body| {
        game_body["game"] = json!({"name": "chess", "definition": own});
        game_body["clock"] = json!({"kind": "live", "initial_ms": 60_000, "increment_ms": 0});
    })
    .await;
    ann.play(&game, 0, "g1f3").await.ok();
    bob.play(&game, 1, "g8f6").await.ok();
    change(
        &cluster,
        "UPDATE definitions SET text = 'from_the_future = 1\n' || text",
    )
    .await;
    // The node that has it in memory plays on, and the other one asks it.
    ann.play(&game, 2, "f3g1").await.ok();
    bob.play(&game, 3, "f6g8").await.ok();
    // Now nobody can read it. It is not refused for good, and not lost.
    cluster.nodes[0].kill();
    let settings = cluster.nodes[0].settings.clone();
    cluster.nodes[0] = Process::start(&settings);
    cluster.nodes[0].wait_ready(true).await;
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_millis(2 * LEASE_MS) {
        let answer = bob.act(&game, keyed(4, "g1f3")).await;
        assert_eq!(answer.status.as_u16(), 503, "{}", answer.text);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    change(
        &cluster,
        "UPDATE definitions SET text = replace(text, 'from_the_future = 1\n', '')",
    )
    .await;
    insist(&mut ann, &game, 4, "g1f3").await;
    insist(&mut bob, &game, 5, "g8f6").await;
    let state = bob.state(&game).await;
    assert_eq!(state["moves"].as_array().unwrap().len(), 6);
}

/// A game with 10 seconds for each player, of which both have made a move.
async fn blitz(white: &mut Person, black: &mut Person) -> String {
    let game = between(white, black, |game_body| {
        game_body["clock"] = json!({"kind": "live", "initial_ms": 10_000, "increment_ms": 0});
    })
    .await;
    white.play(&game, 0, "g1f3").await.ok();
    black.play(&game, 1, "g8f6").await.ok();
    game
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_is_gone_is_replaced_and_clocks_get_the_time_back() {
    let Some(mut cluster) = Cluster::start(2, 0).await else {
        return;
    };
    let (mut ann, bob) = (
        cluster.nodes[0].guest().await,
        cluster.nodes[1].guest().await,
    );
    let mut bob = bob;
    let killed = blitz(&mut ann, &mut bob).await;
    // Somebody follows it at the other node, and need not do anything.
    let mut watcher = Socket::open(&cluster.host(1), None, None).await;
    watcher.watch(&killed).await;
    cluster.nodes[0].kill();
    let mut ann = at(&ann, &cluster.host(1));
    let took = insist(&mut ann, &killed, 2, "f3g1").await;
    assert!(
        took > Duration::from_millis(LEASE_MS / 4),
        "too early: {took:?}"
    );
    let state = ann.state(&killed).await;
    let left = state["clocks"]["white_ms"].as_i64().unwrap();
    // A beat, and what a busy machine needs.
    assert!(left > 8500, "{left} ms left after {took:?}");
    watcher
        .receive_where(|m| m["seq"] == 3 || m["state"]["seq"] == 3)
        .await;

    // SIGTERM hands over at once: nobody waits for the end of a lease.
    let settings = cluster.nodes[0].settings.clone();
    cluster.nodes[0] = Process::start(&settings);
    cluster.nodes[0].wait_ready(true).await;
    let mut carl = cluster.nodes[0].guest().await;
    let mut dora = cluster.nodes[1].guest().await;
    let ended = blitz(&mut carl, &mut dora).await;
    cluster.nodes[0].signal("-TERM");
    let status = cluster.nodes[0].wait(Duration::from_secs(20)).await;
    assert!(status.success(), "{status}");
    let mut carl = at(&carl, &cluster.host(1));
    let took = insist(&mut carl, &ended, 2, "f3g1").await;
    assert!(took < Duration::from_millis(LEASE_MS / 2), "{took:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_slept_past_its_lease_changes_nothing() {
    let Some(cluster) = Cluster::start(2, 0).await else {
        return;
    };
    let (mut ann, mut bob) = (
        cluster.nodes[0].guest().await,
        cluster.nodes[1].guest().await,
    );
    let game = blitz(&mut ann, &mut bob).await;
    let mut stale = ann.socket().await;
    stale.watch(&game).await;
    cluster.nodes[0].signal("-STOP");
    // Its client goes on sending: that waits in the network.
    stale
        .say(json!({"t": "move", "id": game, "key": "old", "seq": 2, "move": "b1c3"}))
        .await;
    let mut awake = at(&ann, &cluster.host(1));
    insist(&mut awake, &game, 2, "f3g1").await;
    cluster.nodes[0].signal("-CONT");
    // The sleeper refuses the move, or closes the connection; it does not acknowledge it.
    while let Some(message) = stale.receive().await {
        assert_ne!(
            (&message["t"], &message["key"]),
            (&json!("ack"), &json!("old")),
            "{message}"
        );
        if message["key"] == "old" {
            break;
        }
    }
    // Both agree on the game, and go on with it.
    let mut back = at(&ann, &cluster.host(0));
    let begun = Instant::now();
    loop {
        let answer = back.get(&format!("/api/play/{game}")).await;
        if answer.status.is_success() {
            assert_eq!(answer.json()["moves"][2]["text"], "f3g1", "{}", answer.text);
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(10), "{}", answer.text);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let mut black = at(&bob, &cluster.host(0));
    insist(&mut black, &game, 3, "f6g8").await;
    assert_eq!(
        awake.state(&game).await["moves"].as_array().unwrap().len(),
        4
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_find_the_engines_moves() {
    let Some(mut cluster) = Cluster::start(2, 2).await else {
        return;
    };
    let mut ann = cluster.nodes[0].guest().await;
    let begun = ann
        .post(
            "/api/play",
            game_body(json!({"kind": "engine", "level": 1})),
        )
        .await
        .ok();
    let game = begun["id"].as_str().unwrap().to_owned();
    let mut socket = Socket::open(&cluster.host(1), ann.cookie.as_deref(), None).await;
    socket.watch(&game).await;
    let reply = async |socket: &mut Socket, seq: i64, mv: &str| {
        let ack = socket.play(&game, &format!("k{seq}"), seq, mv).await;
        assert_eq!(ack["t"], "ack", "{ack}");
        socket
            .receive_where(|m| m["t"] == "move" && m["seq"] == seq + 2)
            .await;
    };
    reply(&mut socket, 0, "a2a3").await;
    // One of two is enough, and a job that it was killed with is done again.
    cluster.workers[0].kill();
    let state = ann.state(&game).await;
    let mv = state["view"]["moves"][0]["text"]
        .as_str()
        .unwrap()
        .to_owned();
    reply(&mut socket, 2, &mv).await;
    // Nodes know of workers.
    let mut asking = Person::new(&cluster.host(0));
    let known = async {
        while !asking
            .get("/metrics")
            .await
            .text
            .contains("hyperrook_workers 2")
        {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), known)
        .await
        .unwrap();
    // A worker ends cleanly.
    cluster.workers[1].signal("-TERM");
    assert!(
        cluster.workers[1]
            .wait(Duration::from_secs(20))
            .await
            .success()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn without_nats_each_node_goes_on_with_its_own_games() {
    let Some(mut cluster) = Cluster::start(2, 0).await else {
        return;
    };
    let (mut ann, mut bob) = (
        cluster.nodes[0].guest().await,
        cluster.nodes[1].guest().await,
    );
    let game = blitz(&mut ann, &mut bob).await;
    let mut watcher = Socket::open(&cluster.host(1), None, None).await;
    watcher.watch(&game).await;
    cluster.nats.kill();
    // The owner of the game needs nobody else.
    insist(&mut ann, &game, 2, "f3g1").await;
    let away = bob.act(&game, keyed(3, "f6g8")).await;
    assert_eq!(away.code(503), "unavailable");
    let ready = bob.get("/readyz").await;
    assert!(
        ready.status.is_success() && ready.text.contains("NATS"),
        "{}",
        ready.text
    );
    cluster.nats.start_again();
    insist(&mut bob, &game, 3, "f6g8").await;
    // Who followed the game has missed a move, and sees the whole state.
    watcher
        .receive_where(|m| m["seq"] == 4 || m["state"]["seq"] == 4)
        .await;
    let begun = Instant::now();
    while bob.get("/readyz").await.text.contains("NATS") {
        assert!(begun.elapsed() < Duration::from_secs(10));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nats_may_ask_for_a_password_and_encryption() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (certificate, key) = certificate(folder.path());
    let texts = [&certificate, &key].map(|file| file.to_str().unwrap().to_owned());
    let options = ["--user", "ann", "--pass", "secret"];
    let tls = ["--tls", "--tlscert", &texts[0], "--tlskey", &texts[1]];
    let Some(nats) = Nats::start_with(&[&options[..], &tls].concat()) else {
        return;
    };
    let settings = |password: &str, root_ca: Option<&std::path::Path>| Settings {
        database: Some(postgres.url()),
        nats: Some(NatsSettings {
            url: nats.url(),
            user: Some("ann".to_owned()),
            password: Some(password.to_owned()),
            tls: true,
            root_ca: root_ca.map(Into::into),
            ..NatsSettings::default()
        }),
        log: "off".to_owned(),
        ..settings_at(folder.path())
    };
    let ready = async |settings: &Settings, text: &str| {
        let mut node = Process::start(settings);
        node.wait_ready(true).await;
        let mut person = Person::new(&node.host());
        let begun = Instant::now();
        while person.get("/readyz").await.text != text {
            assert!(begun.elapsed() < Duration::from_secs(10), "not {text}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let away = "ready, but NATS does not answer: games of other nodes cannot be reached\n";
    ready(&settings("secret", Some(&certificate)), "ready\n").await;
    // Neither a wrong password nor a stranger's certificate will do.
    ready(&settings("guess", Some(&certificate)), away).await;
    ready(&settings("secret", None), away).await;
}

/// What is done to a cluster while people play.
#[derive(Clone, Copy, Debug)]
struct Faults {
    /// Nodes and workers that are killed, one after the other.
    kills: u32,
    /// Nodes that are stopped cleanly and started again, as in an upgrade.
    upgrades: u32,
    /// How often PostgreSQL is started again.
    databases: u32,
    /// How often NATS is killed.
    nats: u32,
    /// How often a node sleeps past its lease.
    sleeps: u32,
    /// How often the network between a node and PostgreSQL breaks or hangs.
    networks: u32,
}

/// What the players know.
#[derive(Default)]
struct Played {
    /// Acknowledged moves: the game, the number, the move.
    moves: Vec<(String, i64, String)>,
    games: Vec<String>,
}

/// The knights go to and fro.
const DANCE: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];
/// Each player's time in the games under faults.
const TIME_MS: i64 = 60_000;

/// Says an action on any node until it is answered.
async fn insist_anywhere(
    hosts: &[String],
    random: &mut fastrand::Rng,
    socket: &mut Option<Socket>,
    person: &Person,
    action: &Value,
) -> Value {
    use futures_util::{SinkExt, StreamExt};
    use tokio_tungstenite::tungstenite::Message;
    loop {
        if socket.is_none() {
            let host = &hosts[random.usize(..hosts.len())];
            let origin = format!("http://{host}");
            let cookie = person.cookie.as_deref();
            let open = Socket::try_open(host, cookie, None, Some(&origin));
            match tokio::time::timeout(Duration::from_secs(1), open).await {
                Ok(Ok(open)) => *socket = Some(open),
                _ => {
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
        match tokio::time::timeout(Duration::from_secs(2), answer).await {
            Ok(Some(message)) if message["code"] == "try_again" => {
                // Perhaps another node knows more.
                if random.bool() {
                    *socket = None;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            // Somebody who is not signed in: the node could not look that up.
            Ok(Some(message)) if message["code"] == "sign_in" => *socket = None,
            Ok(Some(message)) => return message,
            _ => *socket = None,
        }
    }
}

/// Sends a request to any node until it succeeds.
async fn post_anywhere(
    hosts: &[String],
    random: &mut fastrand::Rng,
    person: &Person,
    path: &str,
    body: &Value,
) -> Value {
    loop {
        let host = &hosts[random.usize(..hosts.len())];
        let url = format!("http://{host}{path}");
        let mut request = person.client.post(url).json(body);
        request = request.header("x-csrf", &person.csrf);
        request = request.header("origin", format!("http://{host}"));
        if let Some(cookie) = &person.cookie {
            request = request.header("cookie", cookie);
        }
        let sent = tokio::time::timeout(Duration::from_secs(5), request.send()).await;
        if let Ok(Ok(answer)) = sent {
            let status = answer.status();
            let text = answer.text().await.unwrap_or_default();
            if status.is_success() {
                return serde_json::from_str(&text).unwrap();
            }
            // A seat that one has taken without being told is one's own.
            assert!(
                [401, 403, 409, 500, 503].contains(&status.as_u16()),
                "{status}: {text}"
            );
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Two people play one game after the other, at any node, until told to stop.
async fn play(
    hosts: Vec<String>,
    people: [Person; 2],
    definition: Option<Value>,
    seed: u64,
    stop: Arc<AtomicBool>,
    made: Arc<AtomicU64>,
) -> Played {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut played = Played::default();
    let mut sockets = [None, None];
    while !stop.load(Ordering::Relaxed) {
        let mut game_body = game_body(json!({"kind": "link"}));
        game_body["clock"] = json!({"kind": "live", "initial_ms": TIME_MS, "increment_ms": 0});
        if let Some(hash) = &definition {
            game_body["game"] = json!({"name": "chess", "definition": hash});
        }
        let begun = post_anywhere(&hosts, &mut random, &people[0], "/api/play", &game_body).await;
        let game = begun["id"].as_str().unwrap().to_owned();
        let join = format!("/api/play/{game}/join");
        post_anywhere(&hosts, &mut random, &people[1], &join, &json!({})).await;
        for seq in 0..7i64 {
            let side = (seq % 2) as usize;
            let mv = DANCE[(seq % 4) as usize];
            let action = json!({
                "t": "move", "id": game, "key": format!("move-{seq}"), "seq": seq, "move": mv,
            });
            let (person, socket) = (&people[side], &mut sockets[side]);
            let answer = insist_anywhere(&hosts, &mut random, socket, person, &action).await;
            assert_eq!(answer["t"], "ack", "{game}: a move is refused: {answer}");
            assert_eq!(answer["seq"], seq + 1, "{game}: a move is lost or doubled");
            played.moves.push((game.clone(), seq, mv.to_owned()));
            made.fetch_add(1, Ordering::Relaxed);
        }
        let resign = json!({"t": "resign", "id": game, "key": "end"});
        let socket = &mut sockets[0];
        let answer = insist_anywhere(&hosts, &mut random, socket, &people[0], &resign).await;
        assert_eq!(answer["t"], "ack", "{game}: {answer}");
        played.games.push(game);
    }
    played
}

/// A game as anybody sees it, as soon as its node has recovered from the last fault.
async fn state_at_last(host: &str, game: &str) -> Value {
    let begun = Instant::now();
    loop {
        let answer = Person::new(host).get(&format!("/api/play/{game}")).await;
        if answer.status.is_success() {
            return answer.json();
        }
        assert_eq!(answer.status.as_u16(), 503, "{}", answer.text);
        assert!(begun.elapsed() < Duration::from_secs(30), "{}", answer.text);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Injects this many faults into a cluster while people play, and checks that nothing is lost.
async fn survive(faults: Faults, pairs: usize, seed: u64) {
    let older = std::env::var_os("CLUSTER_OLDER").map(PathBuf::from);
    let Some(mut cluster) = Cluster::start_with(3, 2, older, |_, _| {}).await else {
        return;
    };
    let hosts: Vec<String> = (0..3).map(|node| cluster.host(node)).collect();
    let (stop, made) = (
        Arc::new(AtomicBool::new(false)),
        Arc::new(AtomicU64::new(0)),
    );
    let mut players = Vec::new();
    let mut definition = None;
    if let Some(file) = std::env::var_os("CLUSTER_DEFINITION") {
        let text = std::fs::read_to_string(file).unwrap();
        let mut author = cluster.nodes[0].guest().await;
        let own = author.post("/api/definitions", json!({"text": text})).await;
        definition = Some(own.ok()["definition"].clone());
    }
    for pair in 0..pairs {
        let node = &cluster.nodes[pair % 3];
        let people = [node.guest().await, node.guest().await];
        let seed = seed + pair as u64 + 1;
        players.push(tokio::spawn(play(
            hosts.clone(),
            people,
            definition.clone(),
            seed,
            stop.clone(),
            made.clone(),
        )));
    }
    let mut random = fastrand::Rng::with_seed(seed);
    let mut plan: Vec<u8> = Vec::new();
    for (kind, count) in [
        (0, faults.kills),
        (1, faults.databases),
        (2, faults.nats),
        (3, faults.sleeps),
        (4, faults.networks),
        (5, faults.upgrades),
    ] {
        plan.extend(std::iter::repeat_n(kind, count as usize));
    }
    random.shuffle(&mut plan);
    let pause = async |random: &mut fastrand::Rng, ms: std::ops::Range<u64>| {
        tokio::time::sleep(Duration::from_millis(random.u64(ms))).await;
    };
    for (number, kind) in plan.into_iter().enumerate() {
        if number % 20 == 0 {
            let made = made.load(Ordering::Relaxed);
            eprintln!("{number} faults, {made} moves");
        }
        let before = made.load(Ordering::Relaxed);
        let node = random.usize(..cluster.nodes.len());
        match kind {
            0 if random.usize(..5) < 3 => {
                let settings = cluster.nodes[node].settings.clone();
                cluster.nodes[node].kill();
                pause(&mut random, 0..1000).await;
                cluster.nodes[node] = cluster.start_node(node, &settings);
                cluster.nodes[node].wait_ready(true).await;
            }
            0 => {
                let worker = random.usize(..cluster.workers.len());
                let settings = cluster.workers[worker].settings.clone();
                cluster.workers[worker].kill();
                cluster.workers[worker] = Process::start_worker(&settings);
            }
            1 => {
                cluster.postgres.stop();
                pause(&mut random, 0..1000).await;
                cluster.postgres.start_again();
            }
            2 => {
                cluster.nats.kill();
                pause(&mut random, 0..1000).await;
                cluster.nats.start_again();
            }
            5 => cluster.upgrade(node).await,
            3 => {
                cluster.nodes[node].signal("-STOP");
                pause(&mut random, LEASE_MS + 300..2 * LEASE_MS).await;
                cluster.nodes[node].signal("-CONT");
            }
            _ => {
                let network = &cluster.networks[node];
                match random.usize(..3) {
                    0 => network.break_connections(),
                    1 => network.freeze(),
                    _ => network.hold_answers(),
                }
                pause(&mut random, 100..LEASE_MS + 1000).await;
                network.heal();
            }
        }
        // People get on between two faults.
        let begun = Instant::now();
        while made.load(Ordering::Relaxed) < before + 3 * pairs as u64 {
            assert!(
                begun.elapsed() < Duration::from_secs(60),
                "nothing goes on after {kind}"
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    stop.store(true, Ordering::Relaxed);
    let mut checked = 0;
    for player in players {
        let played = tokio::time::timeout(Duration::from_secs(90), player)
            .await
            .expect("all games end")
            .unwrap();
        for game in &played.games {
            let host = &hosts[random.usize(..3)];
            let state = state_at_last(host, game).await;
            // Each acknowledged move is there, once, and nothing after the end.
            let moves: Vec<&str> = state["moves"]
                .as_array()
                .unwrap()
                .iter()
                .map(|made| made["text"].as_str().unwrap())
                .collect();
            let own = played.moves.iter().filter(|(id, ..)| id == game);
            let acknowledged: Vec<&str> = own.map(|(_, _, mv)| &**mv).collect();
            assert_eq!(moves, acknowledged, "{game}");
            assert_eq!(state["outcome"]["reason"], "resignation", "{game}");
            // Nobody has thought: what is missing of their time is what was not given back.
            for side in ["white_ms", "black_ms"] {
                let left = state["clocks"][side].as_i64().unwrap();
                assert!(
                    left > TIME_MS / 2,
                    "{game}: {side} is {left} after {faults:?}"
                );
            }
            checked += moves.len();
        }
    }
    eprintln!("{checked} acknowledged moves are all there, after {faults:?}");
    assert!(checked > 20);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_acknowledged_move_is_lost_whatever_fails() {
    let faults = Faults {
        kills: 3,
        upgrades: 1,
        databases: 1,
        nats: 1,
        sleeps: 1,
        networks: 1,
    };
    survive(faults, 3, 12).await;
}

/// The environment can change how many faults there are. If it names the program of an older
/// version (`CLUSTER_OLDER=…/hyperrook`), the nodes run that at first, and each upgrade gives
/// a node the other version. The older one may not know all keys of today's definitions: then
/// `CLUSTER_DEFINITION` names its file of chess.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes an hour: part of `make soak`"]
async fn no_acknowledged_move_is_lost_in_hundreds_of_faults() {
    let number = |name: &str, usual| {
        let set = std::env::var(name).ok();
        set.map_or(usual, |text| text.parse().unwrap())
    };
    let faults = Faults {
        kills: number("CLUSTER_KILLS", 300),
        upgrades: number("CLUSTER_UPGRADES", 20),
        databases: number("CLUSTER_DATABASES", 30),
        nats: number("CLUSTER_NATS", 30),
        sleeps: number("CLUSTER_SLEEPS", 20),
        networks: number("CLUSTER_NETWORKS", 30),
    };
    let seed = number("CLUSTER_SEED", 1);
    survive(faults, 6, u64::from(seed)).await;
}
