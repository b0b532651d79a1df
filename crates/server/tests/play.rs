//! Games between people, and against the engine.

use crate::support::games::{FOOLS_MATE, between, game_body, seek};
use crate::support::{Person, Socket, TestServer};
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection};
use std::process::Command;
use std::time::{Duration, Instant};

/// Set to do without the tests that need Python.
const WITHOUT_PYTHON: &str = "HYPERROOK_WITHOUT_PYTHON";

#[tokio::test(flavor = "multi_thread")]
async fn a_game_by_link_is_played_to_mate_and_watched() {
    let server = TestServer::start().await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let id = between(&mut ann, &mut bob, |_| {}).await;
    let (mut white, mut black) = (ann.socket().await, bob.socket().await);
    let mut watcher = Socket::open(&server.host(), None, None).await;
    let state = white.watch(&id).await;
    assert_eq!((&state["you"], &state["seq"]), (&json!("white"), &json!(0)));
    assert_eq!(state["view"]["moves"].as_array().unwrap().len(), 20);
    assert_eq!(black.watch(&id).await["you"], "black");
    assert_eq!(watcher.watch(&id).await["you"], Value::Null);
    for (seq, mv) in (0i64..).zip(FOOLS_MATE) {
        let mover = if seq % 2 == 0 { &mut white } else { &mut black };
        let ack = mover.play(&id, &format!("k{seq}"), seq, mv).await;
        assert_eq!(
            (&ack["t"], &ack["seq"]),
            (&json!("ack"), &json!(seq + 1)),
            "{ack}"
        );
        let seen = watcher.receive_kind("move").await;
        assert_eq!(
            (&seen["seq"], &seen["move"]["text"]),
            (&json!(seq + 1), &json!(mv))
        );
    }
    let end = watcher
        .receive_where(|m| m["t"] == "event" && m["kind"] == "end")
        .await;
    assert_eq!(end["state"]["outcome"]["reason"], "checkmate");
    assert_eq!(end["state"]["outcome"]["result"], "0-1");
    assert_eq!(end["state"]["view"]["moves"], json!([]));
    let late = white.play(&id, "late", 4, "a2a3").await;
    assert_eq!(late["code"], "over");
    let record = ann.get(&format!("/api/play/{id}/record")).await;
    assert!(record.text.contains("Qh4#"), "{}", record.text);
    let why = ann.get(&format!("/api/play/{id}/why?seq=4")).await.ok();
    assert!(!why["sentences"].as_array().unwrap().is_empty());
    let at = ann
        .get(&format!("/api/play/{id}/attackers?seq=1"))
        .await
        .ok();
    assert_eq!(at["cells"].as_array().unwrap().len(), 64);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_key_gets_the_same_answer() {
    let server = TestServer::start().await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let id = between(&mut ann, &mut bob, |_| {}).await;
    let (mut white, mut black) = (ann.socket().await, bob.socket().await);
    for _ in 0..3 {
        assert_eq!(white.play(&id, "one", 0, "e2e4").await["seq"], 1);
    }
    // A refusal stays one, though the move would be possible by then.
    assert_eq!(
        white.play(&id, "early", 2, "d2d4").await["code"],
        "not_your_turn"
    );
    assert_eq!(
        black.play(&id, "one", 1, "e7e5").await["seq"],
        2,
        "keys are one's own"
    );
    assert_eq!(
        white.play(&id, "early", 2, "d2d4").await["code"],
        "not_your_turn"
    );
    assert_eq!(white.play(&id, "again", 2, "d2d4").await["seq"], 3);
    // And after a restart.
    let server = server.restart().await;
    (ann.host, bob.host) = (server.host(), server.host());
    let mut white = ann.socket().await;
    assert_eq!(white.play(&id, "one", 0, "e2e4").await["seq"], 1);
    assert_eq!(ann.state(&id).await["seq"], 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_allowed_is_refused() {
    let server = TestServer::start().await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let mut eve = server.guest().await;
    let id = between(&mut ann, &mut bob, |_| {}).await;
    let refused = |seq: i64, mv: &str| json!({"t": "move", "seq": seq, "move": mv});
    assert_eq!(ann.act(&id, refused(0, "e2e5")).await.code(422), "illegal");
    assert_eq!(
        ann.act(&id, refused(0, "<script>")).await.code(422),
        "illegal"
    );
    assert_eq!(ann.act(&id, refused(3, "e2e4")).await.code(409), "stale");
    assert_eq!(
        bob.act(&id, refused(0, "e7e5")).await.code(409),
        "not_your_turn"
    );
    assert_eq!(
        eve.act(&id, refused(0, "e2e4")).await.code(403),
        "not_a_player"
    );
    assert_eq!(
        server.person().play(&id, 0, "e2e4").await.code(401),
        "sign_in"
    );
    assert_eq!(
        ann.act("nothing", refused(0, "e2e4")).await.code(404),
        "not_found"
    );
    assert_eq!(
        ann.act(&id, json!({"t": "draw", "accept": false}))
            .await
            .code(409),
        "no_offer"
    );
    assert_eq!(
        ann.act(&id, json!({"t": "rematch"})).await.code(409),
        "not_over"
    );
    assert_eq!(ann.act(&id, json!({"t": "fly"})).await.code(422), "body");
    let join = format!("/api/play/{id}/join");
    assert_eq!(eve.post(&join, json!({})).await.code(409), "taken");
}

#[tokio::test(flavor = "multi_thread")]
async fn draws_takebacks_resignations_and_rematches() {
    let server = TestServer::start().await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let id = between(&mut ann, &mut bob, |_| {}).await;
    let draw = |accept: bool| json!({"t": "draw", "accept": accept});
    let takeback = |accept: bool| json!({"t": "takeback", "accept": accept});
    ann.play(&id, 0, "e2e4").await.ok();
    bob.play(&id, 1, "e7e5").await.ok();
    ann.act(&id, draw(true)).await.ok();
    assert_eq!(bob.state(&id).await["offer"]["draw"], "white");
    bob.act(&id, draw(false)).await.ok();
    assert_eq!(bob.state(&id).await["offer"]["draw"], Value::Null);
    // She cannot offer one again before she has moved; he can, and withdraw it.
    assert_eq!(ann.act(&id, draw(true)).await.code(409), "too_soon");
    bob.act(&id, draw(true)).await.ok();
    bob.act(&id, draw(false)).await.ok();
    assert_eq!(bob.act(&id, draw(true)).await.code(409), "too_soon");
    // White is to move, so that two moves go.
    ann.act(&id, takeback(true)).await.ok();
    assert_eq!(bob.act(&id, takeback(true)).await.ok()["seq"], 0);
    ann.play(&id, 0, "d2d4").await.ok();
    assert_eq!(bob.act(&id, takeback(true)).await.code(409), "no_move");
    assert_eq!(ann.act(&id, takeback(true)).await.ok()["seq"], 1);
    bob.act(&id, takeback(false)).await.ok();
    assert_eq!(ann.act(&id, takeback(true)).await.code(409), "too_soon");
    let state = bob.state(&id).await;
    assert_eq!(
        (&state["moves"][0]["text"], &state["seq"]),
        (&json!("d2d4"), &json!(1))
    );
    bob.play(&id, 1, "d7d5").await.ok();
    assert_eq!(ann.act(&id, json!({"t": "abort"})).await.code(409), "begun");
    // The next move lets both ask again. It declines an offer, too.
    ann.act(&id, takeback(true)).await.ok();
    ann.act(&id, draw(true)).await.ok();
    ann.play(&id, 2, "c2c4").await.ok();
    bob.play(&id, 3, "c7c6").await.ok();
    assert_eq!(ann.act(&id, draw(true)).await.code(409), "too_soon");
    ann.play(&id, 4, "b1c3").await.ok();
    ann.act(&id, draw(true)).await.ok();
    bob.act(&id, draw(true)).await.ok();
    let state = ann.state(&id).await;
    assert_eq!(state["outcome"]["reason"], "agreement");
    // The log is read back with its takebacks.
    let server = server.restart().await;
    (ann.host, bob.host) = (server.host(), server.host());
    assert_eq!(ann.state(&id).await["moves"], state["moves"]);
    bob.act(&id, json!({"t": "rematch"})).await.ok();
    assert_eq!(ann.state(&id).await["rematch"]["offered"], "black");
    ann.act(&id, json!({"t": "rematch"})).await.ok();
    let again = ann.state(&id).await["rematch"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let state = ann.state(&again).await;
    assert_eq!((&state["you"], &state["seq"]), (&json!("black"), &json!(0)));
    bob.play(&again, 0, "e2e4").await.ok();
    ann.play(&again, 1, "e7e5").await.ok();
    ann.act(&again, json!({"t": "resign"})).await.ok();
    let outcome = &ann.state(&again).await["outcome"];
    assert_eq!(
        (&outcome["result"], &outcome["reason"]),
        (&json!("1-0"), &json!("resignation"))
    );
}

/// The state of a game after this many moves, or at its end, whichever comes first. It is asked
/// for: on a busy machine a move may reach the socket within a state, or after it.
async fn state_at(person: &mut Person, id: &str, seq: i64) -> Value {
    let begun = std::time::Instant::now();
    loop {
        let state = person.state(id).await;
        if state["seq"] == seq || !state["outcome"].is_null() {
            return state;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{seq}: {state}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Does something in a game, again if the server could not save it in time.
async fn insist(socket: &mut Socket, id: &str, key: &str, action: Value) -> Value {
    loop {
        let answer = socket.act(id, key, action.clone()).await;
        if answer["code"] != "try_again" {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_plays_every_shipped_game() {
    let server = TestServer::start().await;
    let mut ann = server.guest().await;
    let games = ann.get("/api/games").await.ok();
    let mut played_on = 0;
    'games: for game in games.as_array().unwrap() {
        let name = &game["name"];
        let mut game_body = game_body(json!({"kind": "engine", "level": 1}));
        game_body["game"]["name"] = name.clone();
        game_body["colour"] = json!("black");
        let begun = ann.post("/api/play", game_body).await.ok();
        let id = begun["id"].as_str().unwrap().to_owned();
        let mut socket = ann.socket().await;
        socket.watch(&id).await;
        for seq in [1, 3] {
            let state = state_at(&mut ann, &id, seq).await;
            if !state["outcome"].is_null() {
                // A weak engine may lose a small game at once, or win it.
                continue 'games;
            }
            let mv = state["view"]["moves"][0]["text"].as_str().unwrap();
            let mv = json!({"t": "move", "seq": seq, "move": mv});
            let ack = insist(&mut socket, &id, &format!("k{seq}"), mv).await;
            assert_eq!(ack["t"], "ack", "{name} {ack}");
        }
        let takeback = json!({"t": "takeback", "accept": true});
        let back = insist(&mut socket, &id, "back", takeback).await;
        if back["code"] == "over" {
            continue;
        }
        assert_eq!(back["t"], "ack", "{name} {back}");
        let draw = json!({"t": "draw", "accept": true});
        let no = insist(&mut socket, &id, "draw", draw).await;
        assert_eq!(no["code"], "declined", "{name} {no}");
        played_on += 1;
    }
    assert!(
        played_on * 2 > games.as_array().unwrap().len(),
        "{played_on}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_brings_people_together_and_games_are_rated() {
    let server = TestServer::start().await;
    let mut ann = server.registered("Ann").await;
    let mut bob = server.registered("Bob").await;
    let mut socket = ann.socket().await;
    let mut lobby = bob.socket().await;
    lobby.say(json!({"t": "lobby"})).await;
    assert_eq!(lobby.receive_kind("lobby").await["seeks"], json!([]));
    let mut wanted = game_body(json!({"kind": "seek"}));
    wanted["rated"] = json!(true);
    wanted["clock"] = json!({"kind": "live", "initial_ms": 60_000, "increment_ms": 1000});
    let guest = server.guest().await.post("/api/play", wanted.clone()).await;
    assert_eq!(guest.code(422), "fields");
    let seek = ann.post("/api/play", wanted).await.ok();
    let seek = seek["seek"].as_str().unwrap().to_owned();
    let shown = lobby
        .receive_where(|m| m["t"] == "lobby" && m["seeks"] != json!([]))
        .await;
    assert_eq!(shown["seeks"][0]["by"]["name"], "Ann");
    let accept = format!("/api/seeks/{seek}/accept");
    assert_eq!(
        ann.post(&accept, json!({})).await.code(422),
        "fields",
        "one's own"
    );
    let game = bob.post(&accept, json!({})).await.ok();
    let game = game["id"].as_str().unwrap().to_owned();
    assert_eq!(bob.post(&accept, json!({})).await.code(410), "gone");
    let started = socket.receive_kind("started").await;
    assert_eq!(
        (&started["seek"], &started["id"]),
        (&json!(seek), &json!(game))
    );
    assert_eq!(ann.state(&game).await["you"], "white");
    for (seq, mv) in (0i64..).zip(FOOLS_MATE) {
        let mover = if seq % 2 == 0 { &mut ann } else { &mut bob };
        mover.play(&game, seq, mv).await.ok();
    }
    let page = ann.get("/api/users/BOB").await.ok();
    let rating = page["user"]["ratings"]["chess"]["rating"].as_f64().unwrap();
    assert!(rating > 1600.0, "{page}");
    assert_eq!(page["totals"], json!({"wins": 1, "losses": 0, "draws": 0}));
    let records = ann.get("/api/users/Ann/records").await;
    assert!(records.text.contains("[White \"Ann\"]"), "{}", records.text);
    let mine = ann.get("/api/mine?state=over").await.ok();
    assert_eq!(mine[0]["id"], json!(game));
}

#[tokio::test(flavor = "multi_thread")]
async fn for_rated_games_a_person_of_like_strength_comes_first() {
    let server = TestServer::start().await;
    let mut people = Vec::new();
    let database = server.settings.data.join("hyperrook.db");
    let mut connection = AnyConnection::connect(&format!("sqlite://{}", database.display()))
        .await
        .unwrap();
    for (name, rating) in [("Weak", 1_000), ("Equal", 1_850), ("Strong", 1_900)] {
        let mut person = server.registered(name).await;
        let insert = "INSERT INTO ratings \
             (user_id, game, rating, deviation, volatility, games, updated) \
             VALUES ($1, 'chess', $2, 50, 0.06, 20, 1)";
        let insert = sqlx::query(insert).bind(person.id().await).bind(rating);
        insert.execute(&mut connection).await.unwrap();
        people.push(person);
    }
    connection.close().await.unwrap();
    let mut wanted = game_body(json!({"kind": "pair"}));
    wanted["clock"] = json!({"kind": "days", "days": 3});
    for (rated, opponent) in [(true, "Equal"), (false, "Weak")] {
        wanted["rated"] = json!(rated);
        // Two who want White do not meet.
        wanted["colour"] = json!("white");
        for person in &mut people[..2] {
            let seek = person.post("/api/play", wanted.clone()).await.ok();
            assert!(seek["seek"].is_string(), "{seek}");
        }
        wanted["colour"] = json!("random");
        let game = people[2].post("/api/play", wanted.clone()).await.ok();
        let game = game["id"].as_str().unwrap().to_owned();
        let state = people[2].state(&game).await;
        assert_eq!(state["white"]["name"], opponent);
        // The other one waits no longer.
        let left = people[2].get("/api/seeks").await.ok();
        let left = left[0]["id"].as_str().unwrap();
        let path = format!("/api/seeks/{left}/accept");
        people[2].post(&path, json!({})).await.ok();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_ask_for_the_same_are_paired_and_the_best_are_listed() {
    let server = TestServer::start().await;
    let mut ann = server.registered("Ann").await;
    let mut bob = server.registered("Bob").await;
    let mut guest = server.guest().await;
    let mut wanted = game_body(json!({"kind": "pair"}));
    wanted["colour"] = json!("random");
    wanted["clock"] = json!({"kind": "live", "initial_ms": 60_000, "increment_ms": 1000});

    // A guest waits for a game that is not rated.
    let waits = guest.post("/api/play", wanted.clone()).await.ok();
    assert!(
        waits["seek"].is_string() && waits["id"].is_null(),
        "{waits}"
    );
    let again = guest.post("/api/play", wanted.clone()).await.ok();
    assert_eq!(again["seek"], waits["seek"], "one seek is enough");
    wanted["rated"] = json!(true);
    let refused = guest.post("/api/play", wanted.clone()).await;
    assert_eq!(refused.code(422), "fields");

    // Those who ask at the same time meet, too.
    for round in 0..5 {
        let mut socket = ann.socket().await;
        let mut other = bob.socket().await;
        let (first, second) = tokio::join!(
            ann.post("/api/play", wanted.clone()),
            bob.post("/api/play", wanted.clone()),
        );
        let (first, second) = (first.ok(), second.ok());
        let game = match (&first["id"], &second["id"]) {
            (Value::String(id), Value::Null) | (Value::Null, Value::String(id)) => id.clone(),
            ids => panic!("one begins the game, the other is told: {ids:?}"),
        };
        let told = if first["id"].is_null() {
            socket.receive_kind("started").await
        } else {
            other.receive_kind("started").await
        };
        assert_eq!(told["id"], json!(game));
        let ann_is_white = ann.state(&game).await["you"] == "white";
        for (seq, mv) in (0i64..).zip(FOOLS_MATE) {
            let white = seq % 2 == 0;
            let mover = if white == ann_is_white {
                &mut ann
            } else {
                &mut bob
            };
            mover.play(&game, seq, mv).await.ok();
        }
        let leaders = guest.get("/api/leaders/chess").await.ok();
        let count = if round < 4 { 0 } else { 2 };
        assert_eq!(leaders.as_array().unwrap().len(), count, "{leaders}");
    }
    let lobby = guest.get("/api/seeks").await.ok();
    assert_eq!(lobby.as_array().unwrap().len(), 1, "the guest's: {lobby}");

    let leaders = guest.get("/api/leaders/chess").await.ok();
    assert_eq!(
        (&leaders[0]["place"], &leaders[0]["games"]),
        (&json!(1), &json!(5))
    );
    let rating = |place: usize| leaders[place]["rating"].as_f64().unwrap();
    assert!(rating(0) >= rating(1), "{leaders}");
    assert_eq!(guest.get("/api/leaders/gateway").await.ok(), json!([]));
    // The pages after the first one.
    let second = guest.get("/api/leaders/chess?from=2").await.ok();
    assert_eq!(second.as_array().unwrap()[..], [leaders[1].clone()]);
    assert_eq!(second[0]["place"], 2);
    assert_eq!(guest.get("/api/leaders/chess?from=3").await.ok(), json!([]));
    for from in ["0", "10001"] {
        let path = format!("/api/leaders/chess?from={from}");
        assert_eq!(guest.get(&path).await.code(422), "fields");
    }
    let long = "x".repeat(41);
    let refused = guest.get(&format!("/api/leaders/{long}")).await;
    assert_eq!(refused.code(422), "fields");

    // The ratings of the past, the first game first.
    let path = "/api/users/Ann/ratings?game=chess";
    let past = guest.get(path).await.ok();
    let games: Vec<i64> = past
        .as_array()
        .unwrap()
        .iter()
        .map(|past| past["games"].as_i64().unwrap())
        .collect();
    assert_eq!(games, [1, 2, 3, 4, 5]);
    let place = usize::from(leaders[0]["name"] != "Ann");
    assert_eq!(past[4]["rating"], leaders[place]["rating"]);
    let export = ann.get("/api/me/export").await;
    assert!(export.text.contains("past_ratings"), "{}", export.text);

    // Whoever closes their account is not listed any more.
    let password = json!({"password": crate::support::person::PASSWORD});
    ann.delete("/api/me", Some(password)).await.ok();
    let leaders = guest.get("/api/leaders/chess").await.ok();
    assert_eq!(leaders.as_array().unwrap().len(), 1, "{leaders}");
    assert_eq!(leaders[0]["name"], "Bob");
    guest.get(path).await.code(404);
}

#[tokio::test(flavor = "multi_thread")]
async fn flags_fall_by_themselves() {
    let server = TestServer::start().await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let id = between(&mut ann, &mut bob, |game_body| {
        game_body["clock"] = json!({"kind": "live", "initial_ms": 10_000, "increment_ms": 0});
    })
    .await;
    ann.play(&id, 0, "e2e4").await.ok();
    bob.play(&id, 1, "e7e5").await.ok();
    let mut socket = bob.socket().await;
    let state = socket.watch(&id).await;
    assert_eq!(state["clocks"]["running"], "white");
    let begun = std::time::Instant::now();
    let end = socket
        .receive_where(|m| m["t"] == "event" && m["kind"] == "end")
        .await;
    let took = begun.elapsed().as_secs_f64();
    assert!((9.5..13.0).contains(&took), "{took}");
    let outcome = &end["state"]["outcome"];
    assert_eq!(
        (&outcome["result"], &outcome["reason"]),
        (&json!("0-1"), &json!("time"))
    );
    assert_eq!(end["state"]["clocks"]["white_ms"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn planned_moves_are_made_at_once() {
    let server = TestServer::start().await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let id = between(&mut ann, &mut bob, |game_body| {
        game_body["clock"] = json!({"kind": "days", "days": 3});
    })
    .await;
    ann.play(&id, 0, "e2e4").await.ok();
    let plan = |lines: Value| json!({"t": "conditional", "seq": 1, "lines": lines});
    let bad = ann.act(&id, plan(json!([["e7e5", "e1e8"]]))).await;
    assert_eq!(bad.code(422), "illegal");
    let lines = json!([["e7e5", "g1f3", "b8c6", "f1b5"], ["c7c5", "Nf3"]]);
    // Only her own sockets learn of them.
    let (mut anns, mut bobs) = (ann.socket().await, bob.socket().await);
    let mut watcher = Socket::open(&server.host(), None, None).await;
    for socket in [&mut anns, &mut bobs, &mut watcher] {
        socket.watch(&id).await;
    }
    let changed = bob.get("/api/mine").await.ok()[0]["updated"].clone();
    assert!(changed.is_string());
    ann.act(&id, plan(lines)).await.ok();
    assert_eq!(bob.get("/api/mine").await.ok()[0]["updated"], changed);
    let event = anns.receive_where(|m| m["kind"] == "conditional").await;
    assert!(event["state"]["conditional"].is_object(), "{event}");
    for socket in [&mut bobs, &mut watcher] {
        socket.say(json!({"t": "ping", "n": 1})).await;
        let next = socket
            .receive_where(|m| m["t"] == "pong" || m["kind"] == "conditional")
            .await;
        assert_eq!(next["t"], "pong");
    }
    let shown = &ann.state(&id).await["conditional"]["nodes"];
    assert_eq!(shown.as_array().unwrap().len(), 6);
    assert_eq!(
        bob.state(&id).await["conditional"],
        Value::Null,
        "it is a secret"
    );
    bob.play(&id, 1, "e7e5").await.ok();
    assert_eq!(bob.state(&id).await["seq"], 3);
    bob.play(&id, 3, "b8c6").await.ok();
    let state = bob.state(&id).await;
    assert_eq!(state["moves"][4]["text"], "f1b5");
    assert_eq!(state["clocks"]["running"], "black");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_can_be_set_up_and_a_seat_left_open() {
    let server = TestServer::start().await;
    let mut ann = server.guest().await;
    let mut wanted = game_body(json!({"kind": "link"}));
    wanted["position"] = json!("4k3/8/8/8/8/8/8/R3K3 b - - 0 1");
    let begun = ann.post("/api/play", wanted.clone()).await.ok();
    let id = begun["id"].as_str().unwrap();
    let state = ann.state(id).await;
    assert_eq!(state["black"], Value::Null);
    assert!(state["start"].as_str().unwrap().contains("R3K"), "{state}");
    assert_eq!(
        ann.act(id, json!({"t": "resign"})).await.code(409),
        "not_begun"
    );
    ann.act(id, json!({"t": "abort"})).await.ok();
    assert_eq!(ann.state(id).await["outcome"]["reason"], "aborted");
    wanted["position"] = json!("4k3/8/8/8 b");
    let fault = ann.post("/api/play", wanted).await;
    assert_eq!(fault.code(422), "fields");
    assert!(fault.json()["error"]["fields"]["position"].is_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_home_page_shows_live_games_and_analysis_comes_over_the_socket() {
    let server = TestServer::start().await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let id = between(&mut ann, &mut bob, |_| {}).await;
    let mut socket = ann.socket().await;
    socket.say(json!({"t": "home"})).await;
    let home = socket.receive_kind("home").await;
    assert_eq!(home["games"][0]["id"], json!(id));
    ann.play(&id, 0, "e2e4").await.ok();
    let home = socket.receive_kind("home").await;
    assert_eq!(home["games"][0]["seq"], 1);
    socket
        .say(json!({"t": "analyse", "req": 5, "game": {"name": "sesqui"}, "lines": 2}))
        .await;
    let done = socket
        .receive_where(|m| m["t"] == "analysis" && m["req"] == 5 && m["state"] == "done")
        .await;
    assert_eq!(done["lines"].as_array().unwrap().len(), 2);
    assert!(done["lines"][0]["moves"][0].is_string());
}

/// Nobody takes the home page over with many games.
#[tokio::test(flavor = "multi_thread")]
async fn the_home_page_shows_few_games_of_each_and_people_first() {
    let server = TestServer::with(|settings| settings.engine_threads = 0).await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let mut own = Vec::new();
    for number in 0..5 {
        let (white, black) = if number % 2 == 0 {
            (&mut ann, &mut bob)
        } else {
            (&mut bob, &mut ann)
        };
        own.push(between(white, black, |_| {}).await);
    }
    let mut eve = server.guest().await;
    for _ in 0..5 {
        let against_engine = game_body(json!({"kind": "engine", "level": 1}));
        eve.post("/api/play", against_engine).await.ok();
    }
    let live = eve.get("/api/live").await.ok();
    let ids: Vec<&str> = live
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids.len(), 6, "{live}");
    assert!(
        ids[..3].iter().all(|id| own.iter().any(|own| own == id)),
        "{live}"
    );
    let live = eve.get("/api/live?limit=1").await.ok();
    assert_eq!(live.as_array().unwrap().len(), 1);
}

/// The list is read once for everybody, and shows each viewer their own sides.
#[tokio::test(flavor = "multi_thread")]
async fn live_games_are_read_once_for_all_who_ask() {
    let server = TestServer::with(|settings| settings.engine_threads = 0).await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let id = between(&mut ann, &mut bob, |_| {}).await;
    let asked = Instant::now();
    for (person, you, your_turn) in [
        (&mut ann, json!("white"), true),
        (&mut bob, json!("black"), false),
        (&mut server.person(), Value::Null, false),
    ] {
        let live = person.get("/api/live").await.ok();
        assert_eq!(live[0]["id"], json!(id));
        assert_eq!(live[0]["you"], you);
        assert_eq!(live[0]["your_turn"], your_turn);
    }
    between(&mut ann, &mut bob, |_| {}).await;
    let count = async |person: &mut Person| {
        let live = person.get("/api/live?limit=50").await.ok();
        live.as_array().unwrap().len()
    };
    // Unless the machine is very slow, this is still what was read first.
    let known = count(&mut ann).await;
    assert!(known == 1 || asked.elapsed() > Duration::from_secs(1));
    while count(&mut ann).await < 2 {
        assert!(asked.elapsed() < Duration::from_secs(20), "out of date");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(
        ann.get("/api/live?limit=1")
            .await
            .ok()
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

/// `examples/bot.py` is the first program that a reader of `docs/api.md` runs.
#[tokio::test(flavor = "multi_thread")]
async fn the_example_bot_plays_a_game_to_its_end() {
    if Command::new("python3").arg("--version").output().is_err() {
        assert!(
            std::env::var_os(WITHOUT_PYTHON).is_some(),
            "python3 is missing; set {WITHOUT_PYTHON}=1 to do without the test of the example bot"
        );
        eprintln!("python3 is missing: the example bot is not tested");
        return;
    }
    let server = TestServer::start().await;
    let url = format!("http://{}", server.host());
    let play = move || {
        Command::new("python3")
            .arg("-B")
            .arg(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../examples/bot.py"
            ))
            .args(["--url", &url, "--level", "1", "--seed", "7"])
            .output()
    };
    let output = tokio::task::spawn_blocking(play).await.unwrap().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{errors}");
    let last = text.lines().last().unwrap();
    let results = ["1-0 after", "0-1 after", "1/2-1/2 after"];
    assert!(
        results.iter().any(|result| last.starts_with(result)),
        "{text}"
    );
    // Its token plays on: the game stands among those of the user whom it registered.
    let token = text.lines().next().unwrap().rsplit(' ').next().unwrap();
    let mine = reqwest::Client::new()
        .get(format!("http://{}/api/mine?state=over", server.host()))
        .bearer_auth(token)
        .send();
    let mine: Value = mine.await.unwrap().json().await.unwrap();
    assert_eq!(mine.as_array().unwrap().len(), 1, "{mine}");
}

/// The engine's search ends when the position that it is for is taken back.
#[tokio::test(flavor = "multi_thread")]
async fn a_search_ends_when_its_position_is_taken_back() {
    let server = TestServer::with(|settings| {
        settings.engine_threads = 1;
        settings.engine_move_ms = 20_000;
    })
    .await;
    let mut ann = server.guest().await;
    let game_body = game_body(json!({"kind": "engine", "level": 8}));
    let begun = ann.post("/api/play", game_body).await.ok();
    let game = begun["id"].as_str().unwrap().to_owned();
    // All servers of this program count together.
    let dropped = |figures: String| -> u64 {
        let name = "hyperrook_engine_searches_dropped_total ";
        let mut lines = figures.lines();
        let count = lines.find_map(|line| line.strip_prefix(name));
        count.map_or(0, |count| count.parse().unwrap())
    };
    let before = dropped(ann.get("/metrics").await.text);
    ann.play(&game, 0, "e2e4").await.ok();
    tokio::time::sleep(Duration::from_millis(500)).await;
    let asked = std::time::Instant::now();
    ann.act(&game, json!({"t": "takeback", "accept": true}))
        .await
        .ok();
    // The thread is free for others at once.
    while dropped(ann.get("/metrics").await.text) == before {
        assert!(asked.elapsed() < Duration::from_secs(10), "it goes on");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let state = ann.state(&game).await;
    assert_eq!(state["seq"], 0, "no move of the search that was dropped");
    ann.play(&game, 0, "d2d4").await.ok();
    tokio::time::sleep(Duration::from_millis(500)).await;
    let state = ann.state(&game).await;
    assert_eq!(state["seq"], 1);
    ann.act(&game, json!({"t": "resign"})).await.ok();
}

/// Somebody with many games against the engine does not make others wait.
#[tokio::test(flavor = "multi_thread")]
async fn people_take_turns_with_the_engine() {
    let server = TestServer::with(|settings| {
        settings.engine_threads = 1;
        settings.engine_move_ms = 1500;
    })
    .await;
    let (mut many, mut one) = (server.guest().await, server.guest().await);
    let black = |level: u8| {
        let mut game_body = game_body(json!({"kind": "engine", "level": level}));
        game_body["colour"] = json!("black");
        game_body
    };
    let mut games = Vec::new();
    for _ in 0..8 {
        let begun = many.post("/api/play", black(8)).await.ok();
        games.push(begun["id"].as_str().unwrap().to_owned());
    }
    let begun = one.post("/api/play", black(1)).await.ok();
    let game = begun["id"].as_str().unwrap().to_owned();
    let asked = std::time::Instant::now();
    while one.state(&game).await["seq"] == 0 {
        assert!(asked.elapsed() < Duration::from_secs(20), "no move");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    println!(
        "an engine move beside eight games of another took {:?}",
        asked.elapsed()
    );
    let mut answered = 0;
    for game in &games {
        let state = many.state(game).await;
        answered += state["seq"].as_i64().unwrap();
    }
    assert!(answered <= 2, "{answered} moves of the other came first");
}

/// Nor does somebody who is many guests, each with one game.
#[tokio::test(flavor = "multi_thread")]
async fn many_guests_of_one_address_take_the_turns_of_one() {
    let server = TestServer::with(|settings| {
        settings.behind_proxy = true;
        settings.engine_threads = 1;
        settings.engine_move_ms = 1500;
    })
    .await;
    let black = |level: u8| {
        let mut game_body = game_body(json!({"kind": "engine", "level": level}));
        game_body["colour"] = json!("black");
        game_body
    };
    let mut guests = Vec::new();
    for _ in 0..8 {
        let mut guest = server.person();
        guest.address = Some("192.0.2.66".to_owned());
        let begun = guest.post("/api/play", black(8)).await.ok();
        let game = begun["id"].as_str().unwrap().to_owned();
        guests.push((guest, game));
    }
    let mut one = server.person();
    one.address = Some("192.0.2.1".to_owned());
    let before = made(&mut guests).await;
    let begun = one.post("/api/play", black(1)).await.ok();
    let game = begun["id"].as_str().unwrap().to_owned();
    let asked = std::time::Instant::now();
    while one.state(&game).await["seq"] == 0 {
        assert!(asked.elapsed() < Duration::from_secs(30), "no move");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    println!(
        "an engine move beside eight guests of one address took {:?}",
        asked.elapsed()
    );
    let others = made(&mut guests).await - before;
    assert!(others <= 2, "{others} moves of the others came first");
}

/// The moves that the engine has made in games against people.
async fn made(people: &mut [(Person, String)]) -> i64 {
    let mut made = 0;
    for (person, game) in people {
        made += person.state(game).await["seq"].as_i64().unwrap();
    }
    made
}

/// The limit on unfinished games holds, however many requests come at once.
#[tokio::test(flavor = "multi_thread")]
async fn the_limit_on_games_holds_for_requests_at_once() {
    let server = TestServer::with(|settings| settings.limits.games_per_user = 3).await;
    let mut ann = server.guest().await;
    let mut others = Vec::new();
    for _ in 0..3 {
        let mut other = server.guest().await;
        let open = other.post("/api/play", game_body(json!({"kind": "link"})));
        others.push(open.await.ok()["id"].as_str().unwrap().to_owned());
    }
    let mut requests = Vec::new();
    for number in 0..12 {
        let mut same = Person::new(&ann.host);
        same.cookie.clone_from(&ann.cookie);
        same.csrf.clone_from(&ann.csrf);
        // Some join games, the others begin one.
        let (path, body) = match others.get(number) {
            Some(id) => (format!("/api/play/{id}/join"), json!({})),
            None => ("/api/play".to_owned(), game_body(json!({"kind": "link"}))),
        };
        let request = async move { same.post(&path, body).await };
        requests.push(tokio::spawn(request));
    }
    let mut begun = 0;
    for request in requests {
        let answer = request.await.unwrap();
        if answer.status.is_success() {
            begun += 1;
        } else {
            assert_eq!(answer.code(409), "too_many_games");
        }
    }
    assert_eq!(begun, 3);
    let games = ann.get("/api/mine").await.ok();
    assert_eq!(games.as_array().unwrap().len(), 3);
}

/// A rematch is a game like any other: it counts for both who play it.
#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_is_a_game_within_the_limit() {
    let server = TestServer::with(|settings| settings.limits.games_per_user = 2).await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let again = || json!({"t": "rematch"});
    let abort = || json!({"t": "abort"});
    let link = || game_body(json!({"kind": "link"}));
    let game = between(&mut ann, &mut bob, |_| {}).await;
    ann.act(&game, abort()).await.ok();
    let mut own = Vec::new();
    for _ in 0..2 {
        let begun = ann.post("/api/play", link()).await.ok();
        own.push(begun["id"].as_str().unwrap().to_owned());
    }
    // An offer begins nothing.
    ann.act(&game, again()).await.ok();
    let refused = bob.act(&game, again()).await;
    assert_eq!(refused.code(409), "too_many_games");
    assert!(refused.text.contains("Your opponent has"), "{refused:?}");
    // The offer stands, and the game begins once there is room for it.
    let refused = ann.state(&game).await;
    assert_eq!(refused["rematch"]["offered"], "white", "{refused}");
    ann.act(&own[0], abort()).await.ok();
    bob.act(&game, again()).await.ok();
    // The other way round, and against the engine.
    let rematch = bob.state(&game).await["rematch"]["id"].clone();
    let rematch = rematch.as_str().unwrap();
    bob.act(rematch, abort()).await.ok();
    ann.post("/api/play", link()).await.ok();
    bob.act(rematch, again()).await.ok();
    let refused = ann.act(rematch, again()).await;
    assert_eq!(refused.code(409), "too_many_games");
    assert!(refused.text.contains("You have too many"), "{refused:?}");
    let engine = game_body(json!({"kind": "engine", "level": 1}));
    let begun = bob.post("/api/play", engine).await.ok();
    let begun = begun["id"].as_str().unwrap();
    bob.act(begun, json!({"t": "resign"})).await.ok();
    for _ in 0..2 {
        bob.post("/api/play", link()).await.ok();
    }
    assert_eq!(bob.act(begun, again()).await.code(409), "too_many_games");
}

/// A game that comes of a seek counts for its owner, too, however many have been offered.
#[tokio::test(flavor = "multi_thread")]
async fn a_seek_begins_no_game_beyond_the_limit_of_its_owner() {
    let server = TestServer::with(|settings| settings.limits.games_per_user = 2).await;
    let mut ann = server.guest().await;
    let mut seeks = Vec::new();
    for _ in 0..3 {
        let offered = seek(&mut ann).await.ok();
        seeks.push(offered["seek"].as_str().unwrap().to_owned());
    }
    let accept = |seek: &str| format!("/api/seeks/{seek}/accept");
    let mut games = Vec::new();
    for id in &seeks[..2] {
        let mut other = server.guest().await;
        let begun = other.post(&accept(id), json!({})).await.ok();
        games.push(begun["id"].as_str().unwrap().to_owned());
    }
    let mut bob = server.guest().await;
    let refused = bob.post(&accept(&seeks[2]), json!({})).await;
    assert_eq!(refused.code(409), "too_many_games");
    assert!(refused.text.contains("made this seek"), "{refused:?}");
    // Whoever looks for an opponent waits for another one.
    let mut wanted = game_body(json!({"kind": "pair"}));
    wanted["colour"] = json!("random");
    let left = bob.post("/api/play", wanted).await.ok();
    assert!(left["seek"].is_string(), "{left}");
    // The seek stands until there is room for its game.
    ann.act(&games[0], json!({"t": "abort"})).await.ok();
    bob.post(&accept(&seeks[2]), json!({})).await.ok();
}

/// It is no fault of the server, so trying again would not help. Nobody waits for who has left.
#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_with_somebody_who_has_left_is_refused() {
    let server = TestServer::start().await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let offered = between(&mut ann, &mut bob, |_| {}).await;
    ann.act(&offered, json!({"t": "abort"})).await.ok();
    ann.act(&offered, json!({"t": "rematch"})).await.ok();
    let again = ann.act(&offered, json!({"t": "rematch"})).await;
    assert_eq!(again.code(409), "offered");
    let not_offered = between(&mut ann, &mut bob, |_| {}).await;
    ann.act(&not_offered, json!({"t": "abort"})).await.ok();
    ann.delete("/api/me", Some(json!({}))).await.ok();
    for game in [offered, not_offered] {
        let refused = bob.act(&game, json!({"t": "rematch"})).await;
        assert_eq!(refused.code(409), "left");
    }
}
