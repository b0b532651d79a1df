//! What strangers can cost others: limits that hold, and turns that are fair.

use crate::support::games::{LESSON_STEP, between, game_body, seek};
use crate::support::person::PASSWORD;
use crate::support::{Person, Socket, TestServer};
use futures_util::{SinkExt, StreamExt, future::join_all};
use hyperrook_server::admin;
use hyperrook_server::settings::LimitSettings;
use hyperrook_server::store::{BackgroundJobKind, Store};
use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderValue};
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

async fn with_limits(change: impl FnOnce(&mut LimitSettings)) -> TestServer {
    TestServer::with(|settings| change(&mut settings.limits)).await
}

fn chess() -> &'static str {
    let mut shipped = hyperrook_rules::SHIPPED.iter();
    shipped.find(|(name, _)| *name == "chess").unwrap().1
}

#[tokio::test(flavor = "multi_thread")]
async fn titles_of_strangers_are_short() {
    let server = TestServer::start().await;
    let mut ann = server.guest().await;
    let line = chess().lines().find(|line| line.starts_with("title"));
    for title in [
        "x".repeat(200_000),
        "two\nlines".to_owned(),
        "\u{202E}ssehc".to_owned(),
        "\u{1b}[31mred".to_owned(),
    ] {
        let written = serde_json::to_string(&title).unwrap();
        let text = chess().replacen(line.unwrap(), &format!("title = {written}"), 1);
        let answer = ann.post("/api/definitions", json!({"text": text})).await;
        assert_eq!(answer.code(422), "faults");
        assert!(answer.json()["error"]["faults"][0]["line"].is_number());
    }
    // One that an earlier version stored is played on, and shown in short.
    let store = hyperrook_server::store::Store::open_folder(&server.settings.data)
        .await
        .unwrap();
    let long = "\u{202E}".to_owned() + &"x".repeat(200_000);
    let written = serde_json::to_string(&long).unwrap();
    let text = chess().replacen(line.unwrap(), &format!("title = {written}"), 1);
    let hash = hyperrook_server::catalogue::hash_of_text(&text);
    store
        .add_definition(hyperrook_server::store::StoredDefinition {
            hash: hash.clone(),
            name: "chess".into(),
            text,
            author: None,
        })
        .await
        .unwrap();
    let mut begun = game_body(json!({"kind": "engine", "level": 1}));
    begun["game"]["definition"] = json!(hash);
    let begun = ann.post("/api/play", begun).await.ok();
    let state = ann.state(begun["id"].as_str().unwrap()).await;
    assert_eq!(state["title"], "x".repeat(80) + "…");
    let live = ann.get("/api/live").await;
    assert_eq!(live.ok()[0]["title"], "x".repeat(80) + "…");
    assert!(live.text.len() < 4000, "{}", live.text.len());
    let mut offered = game_body(json!({"kind": "seek"}));
    offered["game"]["definition"] = json!(hash);
    ann.post("/api/play", offered).await.ok();
    let lobby = ann.get("/api/seeks").await;
    assert_eq!(lobby.ok()[0]["title"], "x".repeat(80) + "…");
    assert!(lobby.text.len() < 4000, "{}", lobby.text.len());
    // What other sites show of a link to the game.
    let id = begun["id"].as_str().unwrap();
    let cut = "x".repeat(80) + "…";
    for (path, title) in [
        (format!("/play/{id}"), format!("A game of {cut}")),
        (
            format!("/analysis/{id}"),
            format!("Analysis of a game of {cut}"),
        ),
    ] {
        let page = ann.get(&path).await.text;
        let tag = format!(r#"<meta property="og:title" content="{title}" />"#);
        assert!(page.contains(&tag), "{path}: {} bytes", page.len());
        assert!(
            !page.contains(&"x".repeat(81)),
            "{path}: {} bytes",
            page.len()
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn half_heads_do_not_shut_others_out() {
    let server = with_limits(|limits| limits.connections_per_address = 20).await;
    let mut half = Vec::new();
    for _ in 0..60 {
        let mut stream = TcpStream::connect(server.host()).await.unwrap();
        // The oldest may have been closed already.
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n").await;
        half.push(stream);
    }
    let begun = Instant::now();
    server.person().get("/api/games").await.ok();
    assert!(
        begun.elapsed() < Duration::from_secs(4),
        "before they time out"
    );
    // None of them stays for long.
    for stream in &mut half {
        let mut text = Vec::new();
        let read = stream.read_to_end(&mut text);
        let read = tokio::time::timeout(Duration::from_secs(10), read).await;
        assert!(read.is_ok(), "it is kept open");
    }
    assert!(begun.elapsed() < Duration::from_secs(15));
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_of_one_address_are_bounded() {
    let server = with_limits(|limits| limits.connections_per_address = 3).await;
    let host = server.host();
    let mut sockets = Vec::new();
    for _ in 0..3 {
        sockets.push(Socket::open(&host, None, None).await);
    }
    // Sockets are in use, so nothing makes room for one more.
    let mut stream = TcpStream::connect(&host).await.unwrap();
    let mut text = String::new();
    let _ = stream.read_to_string(&mut text).await;
    assert!(text.starts_with("HTTP/1.1 429 "), "{text}");
    let body = text.split("\r\n\r\n").nth(1).unwrap();
    let body: Value = serde_json::from_str(body).unwrap();
    assert_eq!(body["error"]["code"], "too_many");
    for socket in &mut sockets {
        socket.settle().await;
    }
    drop(sockets.pop());
    tokio::time::sleep(Duration::from_millis(300)).await;
    server.person().get("/api/games").await.ok();
}

/// When all connections are taken, an address that has few is served all the same.
#[tokio::test(flavor = "multi_thread")]
async fn sockets_of_one_address_do_not_shut_others_out() {
    let server = with_limits(|limits| {
        (limits.connections, limits.connections_per_address) = (6, 6);
    })
    .await;
    let host = server.host();
    let mut sockets = Vec::new();
    for _ in 0..6 {
        sockets.push(Socket::open(&host, None, None).await);
    }
    let elsewhere = tokio::net::TcpSocket::new_v4().unwrap();
    elsewhere.bind("127.0.0.2:0".parse().unwrap()).unwrap();
    let mut stream = elsewhere.connect(host.parse().unwrap()).await.unwrap();
    let request = format!("GET /api/games HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut text = String::new();
    let _ = stream.read_to_string(&mut text).await;
    assert!(text.starts_with("HTTP/1.1 200 "), "{text}");
    // The newest socket of the crowd has made room, and no other.
    let last = sockets.pop().unwrap();
    let end = async { last.0.for_each(async |_| ()).await };
    let end = tokio::time::timeout(Duration::from_secs(10), end).await;
    assert!(end.is_ok(), "it is open");
    for socket in &mut sockets {
        socket.settle().await;
    }
}

/// Reads nothing of what it asked for; returns how long it takes until it is let go.
async fn let_go(host: &str) -> Duration {
    let mut stream = TcpStream::connect(host).await.unwrap();
    let request = format!("GET /api/games/twoboards HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let begun = Instant::now();
    let mut stuck = None;
    loop {
        let write = stream.write_all(request.as_bytes());
        match tokio::time::timeout(Duration::from_millis(500), write).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => break,
            Err(_) => {
                stuck.get_or_insert_with(Instant::now);
            }
        }
        assert!(begun.elapsed() < Duration::from_secs(120), "it is kept");
    }
    stuck.unwrap_or(begun).elapsed()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes half a minute; `make soak` runs it"]
async fn clients_that_stop_reading_are_gone_within_30_seconds() {
    let server = TestServer::start().await;
    let host = server.host();
    server.person().get("/api/games/twoboards").await.ok();
    let requests = join_all((0..5).map(|_| let_go(&host)));
    // A socket that has nothing to read but pings, and reads none.
    let idle = async {
        let socket = Socket::open(&host, None, None).await;
        let begun = Instant::now();
        let mut ann = server.person();
        loop {
            tokio::time::sleep(Duration::from_millis(500)).await;
            let metrics = ann.get("/metrics").await.text;
            let open = metrics
                .lines()
                .find_map(|line| line.strip_prefix("hyperrook_sockets "));
            if open == Some("0") {
                break;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "it is kept");
        }
        drop(socket);
        begun.elapsed()
    };
    let (requests, idle) = tokio::join!(requests, idle);
    for took in requests.into_iter().chain([idle]) {
        assert!(took < Duration::from_secs(30), "{took:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_our_own_pings_measure_the_way() {
    let server = TestServer::start().await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let game = between(&mut ann, &mut bob, |game_body| {
        game_body["clock"] = json!({"kind": "live", "initial_ms": 60_000, "increment_ms": 0});
    })
    .await;
    let mut socket = ann.socket().await;
    socket.play(&game, "a", 0, "e2e4").await;
    bob.play(&game, 1, "e7e5").await.ok();
    // It says that an old ping took half a minute, or half a second.
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let now = now.unwrap().as_millis();
    for lie in [now - 30_000, now - 500, 0] {
        let pong = Message::Pong(lie.to_string().into_bytes().into());
        socket.0.send(pong).await.unwrap();
    }
    tokio::time::sleep(Duration::from_millis(800)).await;
    let mv = json!({"t": "move", "seq": 2, "move": "g1f3", "lag_ms": 500});
    assert_eq!(socket.act(&game, "b", mv).await["t"], "ack");
    let state = ann.state(&game).await;
    let spent = state["moves"][2]["spent_ms"].as_i64().unwrap();
    assert!(spent >= 700, "{spent}");
}

/// Chess with options that have far too many combinations.
fn exploding(options: usize, count: usize) -> String {
    let values: Vec<String> = (0..count).map(|value| format!("\"v{value}\"")).collect();
    let mut text = chess().to_owned();
    for option in 0..options {
        let values = values.join(", ");
        text += &format!("\n[options.o{option}]\nabout = \"x\"\nvalues = [{values}]\n");
        for value in 1..count {
            text += &format!(
                "\n[[when]]\noptions = {{ o{option} = \"v{value}\" }}\nset.about = \"x{value}\"\n"
            );
        }
    }
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn options_that_explode_are_refused_at_once() {
    let server = TestServer::start().await;
    let mut ann = server.guest().await;
    for text in [exploding(9, 2), exploding(16, 3)] {
        let begun = Instant::now();
        let answer = ann.post("/api/definitions", json!({"text": text})).await;
        assert_eq!(answer.code(422), "faults");
        let fault = &answer.json()["error"]["faults"][0]["message"];
        let fault = fault.as_str().unwrap();
        assert!(fault.contains("combinations"), "{fault}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{fault}");
    }
    ann.post("/api/definitions", json!({"text": exploding(2, 2)}))
        .await
        .ok();
}

/// Somebody who posts many definitions waits for them, and others do not.
#[tokio::test(flavor = "multi_thread")]
async fn checks_of_definitions_take_turns() {
    let server = TestServer::with(|settings| settings.behind_proxy = true).await;
    let (mut mallory, mut ann) = (server.guest().await, server.guest().await);
    mallory.visit().await;
    ann.visit().await;
    ann.address = Some("192.0.2.1".to_owned());
    // Slow enough that checking takes most of the time of a request.
    let slow = exploding(5, 2);
    let is_done = AtomicBool::new(false);
    let checked = AtomicUsize::new(0);
    let flood = join_all((0..8).map(|number| {
        let mut same = server.person();
        same.cookie.clone_from(&mallory.cookie);
        same.csrf.clone_from(&mallory.csrf);
        same.address = Some("192.0.2.66".to_owned());
        let text = json!({"text": format!("{slow}\n# {number}")});
        let (is_done, checked) = (&is_done, &checked);
        async move {
            let mut statuses = Vec::new();
            while !is_done.load(Ordering::Relaxed) {
                let answer = same.post("/api/definitions", text.clone()).await;
                checked.fetch_add(usize::from(answer.status == 201), Ordering::Relaxed);
                statuses.push(answer.status.as_u16());
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            statuses
        }
    }));
    // The median of three: on a busy machine, answers from before are counted late.
    let honest = async {
        let mut counts = Vec::new();
        for number in 0..3 {
            tokio::time::sleep(Duration::from_millis(200)).await;
            let before = checked.load(Ordering::Relaxed);
            let begun = Instant::now();
            let text = json!({"text": small_game(number)});
            let answer = ann.post("/api/definitions", text).await;
            println!("an honest check took {:?}", begun.elapsed());
            answer.ok();
            counts.push(checked.load(Ordering::Relaxed) - before);
        }
        is_done.store(true, Ordering::Relaxed);
        counts.sort_unstable();
        counts[1]
    };
    let (statuses, came_first) = tokio::join!(flood, honest);
    // The one that was being checked, the one that was next, and one that was just ready.
    assert!(came_first <= 3, "{came_first} came first");
    let statuses = statuses.concat();
    assert!(statuses.contains(&503), "{statuses:?}");
    // After ten seconds of checks they have to wait in any case.
    let fine = |status: &u16| [201, 429, 503].contains(status);
    assert!(statuses.iter().all(fine), "{statuses:?}");
}

/// Somebody who guesses many passwords waits for them, and others do not.
#[tokio::test(flavor = "multi_thread")]
async fn passwords_take_turns() {
    let server = TestServer::with(|settings| settings.behind_proxy = true).await;
    let mut ann = server.person();
    ann.address = Some("192.0.2.1".to_owned());
    ann.register("Ann").await;
    let is_done = AtomicBool::new(false);
    let guessed = AtomicUsize::new(0);
    let flood = join_all((0..24).map(|number| {
        let mut mallory = server.person();
        mallory.address = Some("192.0.2.66".to_owned());
        let (is_done, guessed) = (&is_done, &guessed);
        async move {
            let mut attempt = 0;
            while !is_done.load(Ordering::Relaxed) {
                // Other names each time: those who guess one have to wait.
                let name = format!("nobody-{number}-{attempt}");
                mallory.login(&name, "wrong horse").await.code(401);
                guessed.fetch_add(1, Ordering::Relaxed);
                attempt += 1;
            }
        }
    }));
    // The median of three: on a busy machine, answers from before are counted late.
    let honest = async {
        let mut counts = Vec::new();
        for _ in 0..3 {
            tokio::time::sleep(Duration::from_millis(300)).await;
            let before = guessed.load(Ordering::Relaxed);
            ann.login("Ann", PASSWORD).await.ok();
            counts.push(guessed.load(Ordering::Relaxed) - before);
        }
        is_done.store(true, Ordering::Relaxed);
        counts.sort_unstable();
        counts[1]
    };
    let (_, came_first) = tokio::join!(flood, honest);
    // Two were at work and two were next; a few more end beside the honest one.
    assert!(came_first <= 8, "{came_first} came first");
}

/// Somebody who asks many questions about positions waits for them, and others do not.
#[tokio::test(flavor = "multi_thread")]
async fn questions_take_turns() {
    let server = TestServer::with(|settings| settings.behind_proxy = true).await;
    let question = json!({"game": {"name": "twoboards"}});
    let mut ann = server.person();
    ann.address = Some("192.0.2.1".to_owned());
    ann.visit().await;
    ann.post("/api/rules/view", question.clone()).await.ok();
    let is_done = AtomicBool::new(false);
    let answered = AtomicUsize::new(0);
    let flood = join_all((0..60).map(|_| {
        let mut mallory = server.person();
        mallory.csrf.clone_from(&ann.csrf);
        mallory.address = Some("192.0.2.66".to_owned());
        let (question, is_done, answered) = (&question, &is_done, &answered);
        async move {
            while !is_done.load(Ordering::Relaxed) {
                let answer = mallory.post("/api/rules/view", question.clone()).await;
                assert_eq!(answer.status, 200, "{}", answer.text);
                answered.fetch_add(1, Ordering::Relaxed);
            }
        }
    }));
    // The best of several: on a busy machine answers of the flood, long since given, may be
    // read while the honest question is still on its way.
    let honest = async {
        let mut least = usize::MAX;
        while answered.load(Ordering::Relaxed) < 60 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        for _ in 0..8 {
            let before = answered.load(Ordering::Relaxed);
            let begun = Instant::now();
            ann.post("/api/rules/view", question.clone()).await.ok();
            let came_first = answered.load(Ordering::Relaxed) - before;
            println!("{came_first} came first in {:?}", begun.elapsed());
            least = least.min(came_first);
        }
        is_done.store(true, Ordering::Relaxed);
        least
    };
    let (_, came_first) = tokio::join!(flood, honest);
    assert!(came_first < 30, "{came_first} came first");
}

/// Guests of one address share the turns of one person; whoever has had an account for long
/// does not wait for them, even at the same address.
#[tokio::test(flavor = "multi_thread")]
async fn analyses_take_turns_by_person() {
    let server = TestServer::with(|settings| {
        settings.behind_proxy = true;
        settings.analysis_threads = 1;
    })
    .await;
    let address = Some("192.0.2.66".to_owned());
    let mut dora = server.person();
    dora.address.clone_from(&address);
    dora.register("Dora").await;
    let url = Store::url_in(&server.settings.data);
    let mut database = AnyConnection::connect(&url).await.unwrap();
    // As the server does when the account is a week old.
    let older = sqlx::query("UPDATE users SET network = '' WHERE name = 'Dora'");
    assert_eq!(
        older.execute(&mut database).await.unwrap().rows_affected(),
        1
    );
    database.close().await.unwrap();
    let ask = json!({"t": "analyse", "req": 1, "game": {"name": "chess"}, "lines": 1});
    let mut sockets = Vec::new();
    for number in 0..6 {
        let mut guest = server.guest().await;
        guest.address.clone_from(&address);
        let mut socket = guest.socket().await;
        socket.say(ask.clone()).await;
        let begun = |m: &Value| m["place"] == number || (number == 0 && m["state"] == "running");
        socket.receive_where(begun).await;
        sockets.push(socket);
    }
    let mut socket = dora.socket().await;
    socket.say(ask).await;
    let queued = socket.receive_where(|m| m["place"].is_number()).await;
    assert_eq!(queued["place"], 1, "the next after the one that runs");
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_definitions_count() {
    let server = TestServer::start().await;
    let mut ann = server.guest().await;
    let mut codes = Vec::new();
    for _ in 0..220 {
        let answer = ann.post("/api/definitions", json!({"text": "x"})).await;
        codes.push(answer.status.as_u16());
        if answer.status == 429 {
            assert!(answer.headers.contains_key("retry-after"));
            break;
        }
    }
    assert_eq!(codes.last(), Some(&429), "{} checks", codes.len());
    assert!(codes.len() > 150, "{} checks", codes.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_passwords_elsewhere_lock_nobody_out() {
    let server = TestServer::with(|settings| {
        settings.behind_proxy = true;
        settings.limits.sign_ins_per_minute = 10;
    })
    .await;
    let from = |address: String| {
        let mut person = server.person();
        person.address = Some(address);
        person
    };
    let mut ann = from("192.0.2.1".to_owned());
    ann.register("Ann").await;
    let mut mallory = from("192.0.2.66".to_owned());
    for _ in 0..10 {
        let answer = mallory.login("Ann", "wrong horse").await;
        assert_eq!(answer.code(401), "wrong");
    }
    assert_eq!(mallory.login("Ann", PASSWORD).await.code(429), "too_many");
    // A browser that nobody knows, elsewhere.
    let mut elsewhere = from("192.0.2.2".to_owned());
    let begun = Instant::now();
    elsewhere.login("Ann", PASSWORD).await.ok();
    println!(
        "signing in beside wrong passwords took {:?}",
        begun.elapsed()
    );
    // From many addresses the guesses are slowed down, for strangers only.
    let mut refused = false;
    for network in 0..4 {
        let mut mallory = from(format!("198.51.100.{network}"));
        for _ in 0..10 {
            refused |= mallory.login("ANN", "wrong horse").await.status == 429;
        }
    }
    assert!(refused);
    let mut stranger = from("203.0.113.1".to_owned());
    // Each wrong password doubles the pause: on a busy machine the first ones may be over.
    let mut refused = false;
    for _ in 0..9 {
        refused |= stranger.login("ann", "wrong horse").await.status == 429;
        if refused {
            break;
        }
    }
    assert!(refused);
    ann.login("Ann", PASSWORD).await.ok();
}

/// Somebody at the same address, such as that of a club, guesses passwords.
#[tokio::test(flavor = "multi_thread")]
async fn wrong_passwords_at_the_same_address_do_not_lock_a_known_browser_out() {
    let server = TestServer::with(|settings| settings.limits.sign_ins_per_minute = 10).await;
    let mut ann = server.registered("Ann").await;
    ann.post("/api/logout", json!({})).await;
    let mut mallory = server.person();
    for number in 0..12 {
        let name = if number % 2 == 0 { "Ann" } else { "Bob" };
        mallory.login(name, "wrong horse").await;
    }
    assert_eq!(mallory.login("Ann", PASSWORD).await.code(429), "too_many");
    // A cookie that somebody has made up is no help.
    mallory.device =
        Some("hyperrook_device=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA".to_owned());
    assert_eq!(mallory.login("Ann", PASSWORD).await.code(429), "too_many");
    ann.login("Ann", PASSWORD).await.ok();
    // Wrong passwords in her own browser are limited, too.
    let mut codes = Vec::new();
    for _ in 0..12 {
        codes.push(ann.login("Ann", "wrong horse").await.status.as_u16());
    }
    assert_eq!(codes[11], 429, "{codes:?}");
}

/// While nobody unknown can sign in as a person, whose name others guess passwords for,
/// that person changes the password.
#[tokio::test(flavor = "multi_thread")]
async fn wrong_passwords_elsewhere_do_not_stop_a_change_of_password() {
    let server = TestServer::with(|settings| {
        settings.behind_proxy = true;
        settings.limits.sign_ins_per_minute = 10;
    })
    .await;
    let mut ann = server.person();
    ann.address = Some("192.0.2.1".to_owned());
    ann.register("Ann").await;
    let mut mallory = server.person();
    mallory.address = Some("192.0.2.66".to_owned());
    let answer = mallory.login("Ann", "wrong horse").await;
    assert_eq!(answer.code(401), "wrong");
    // Many more from everywhere: the pause is as long as it gets.
    let url = Store::url_in(&server.settings.data);
    let mut database = AnyConnection::connect(&url).await.unwrap();
    let many = sqlx::query("UPDATE failed_sign_ins SET count = 40").execute(&mut database);
    assert_eq!(many.await.unwrap().rows_affected(), 1);
    // Where she has never been, she has to wait. A session is enough to change the password.
    let mut elsewhere = server.person();
    elsewhere.address = Some("192.0.2.2".to_owned());
    assert_eq!(elsewhere.login("Ann", PASSWORD).await.code(429), "too_many");
    let change = json!({"old": PASSWORD, "new": "another horse"});
    ann.post("/api/password", change).await.ok();
    // That was no sign-in: strangers still wait, and her browser does not.
    let again = elsewhere.login("Ann", "another horse").await;
    assert_eq!(again.code(429), "too_many");
    ann.login("Ann", "another horse").await.ok();
    // Guesses in a session that was stolen are few.
    let mut codes = Vec::new();
    for _ in 0..12 {
        let change = json!({"old": "wrong", "new": "a third horse"});
        ann.address = Some(format!("203.0.113.{}", 10 + codes.len()));
        codes.push(ann.post("/api/password", change).await.status.as_u16());
    }
    assert_eq!(codes[..8], [403; 8]);
    assert_eq!(codes[11], 429, "{codes:?}");
    database.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn profiles_show_no_open_games() {
    let server = TestServer::start().await;
    let mut ann = server.registered("Ann").await;
    let mut bob = server.registered("Bob").await;
    let open = ann
        .post("/api/play", game_body(json!({"kind": "link"})))
        .await;
    let open = open.ok()["id"].as_str().unwrap().to_owned();
    let game = between(&mut ann, &mut bob, |_| {}).await;
    for person in [&mut ann, &mut bob] {
        let profile = person.get("/api/users/Ann").await;
        assert!(!profile.text.contains(&open), "{}", profile.text);
        assert_eq!(profile.ok()["recent"][0]["id"], game);
    }
    assert!(ann.get("/api/mine").await.text.contains(&open));
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_do_what_they_are_for() {
    let server = TestServer::start().await;
    let mut ann = server.registered("Ann").await;
    let bot = async |ann: &mut Person, body: Value| {
        let token = ann.post("/api/me/tokens", body).await.ok();
        let mut bot = Person::new(&server.host());
        bot.token = token["token"].as_str().map(str::to_owned);
        bot
    };
    let mut player = bot(&mut ann, json!({"label": "usual"})).await;
    assert_eq!(player.get("/api/me").await.ok()["user"]["name"], "Ann");
    let game = player
        .post(
            "/api/play",
            game_body(json!({"kind": "engine", "level": 1})),
        )
        .await
        .ok();
    let game = game["id"].as_str().unwrap();
    player.play(game, 0, "e2e4").await.ok();
    for (method, path, body) in [
        (Method::POST, "/api/me/tokens", json!({"label": "more"})),
        (Method::GET, "/api/me/tokens", Value::Null),
        (Method::GET, "/api/me/export", Value::Null),
        (Method::POST, "/api/logout-everywhere", json!({})),
        (Method::PUT, "/api/me/settings", json!({})),
        (Method::DELETE, "/api/me", json!({"password": PASSWORD})),
        (
            Method::POST,
            "/api/password",
            json!({"old": PASSWORD, "new": "another horse"}),
        ),
    ] {
        let body = (!body.is_null()).then_some(body);
        let answer = player.send(method, path, body).await;
        assert_eq!(answer.code(403), "scope", "{path}");
    }
    let mut reader = bot(&mut ann, json!({"label": "r", "scopes": ["read"]})).await;
    reader.state(game).await;
    let begun = reader
        .post("/api/play", game_body(json!({"kind": "link"})))
        .await;
    assert_eq!(begun.code(403), "scope");
    let mut socket = reader.socket().await;
    socket.watch(game).await;
    let answer = socket.act(game, "k", json!({"t": "resign"})).await;
    assert_eq!(answer["code"], "scope", "{answer}");
    // One for the account makes none that may do more.
    let mut manager = bot(&mut ann, json!({"label": "m", "scopes": ["account"]})).await;
    let more = json!({"label": "x", "scopes": ["play"]});
    let answer = manager.post("/api/me/tokens", more).await;
    assert_eq!(answer.code(403), "scope");
    let same = json!({"label": "x", "scopes": ["account"]});
    manager.post("/api/me/tokens", same).await.ok();
    let listed = manager.get("/api/me/tokens").await.ok();
    assert_eq!(listed[0]["scopes"], json!(["play", "read"]));
    let none = json!({"label": "x", "scopes": []});
    let answer = ann.post("/api/me/tokens", none).await;
    assert_eq!(answer.code(422), "fields");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_leads_here_is_not_ours() {
    let server = TestServer::start().await;
    let mut ann = server.person();
    ann.visit().await;
    let port = server.server.address().port();
    let send = |host: String| {
        let pairs = [
            ("cookie", ann.cookie.clone().unwrap()),
            ("x-csrf", ann.csrf.clone()),
            ("origin", format!("http://{host}")),
            ("host", host),
        ];
        let headers = pairs.map(|(name, value)| {
            let value = HeaderValue::from_str(&value).unwrap();
            (name.parse().unwrap(), value)
        });
        let mut person = Person::new(&server.host());
        async move {
            let headers = HeaderMap::from_iter(headers);
            person
                .send_raw(Method::POST, "/api/guest", Some(json!({})), headers)
                .await
        }
    };
    let answer = send(format!("evil.example:{port}")).await;
    assert_eq!(answer.code(403), "origin");
    send(format!("192.168.1.7:{port}")).await.ok();
    send(format!("localhost:{port}")).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_public_url_no_other_origin_is_ours() {
    let server = TestServer::with(|settings| {
        settings.public_url = Some("https://play.example.org".into());
    })
    .await;
    let mut ann = server.person();
    ann.visit().await;
    // The origin of this person's requests is the host, an address.
    assert_eq!(ann.post("/api/guest", json!({})).await.code(403), "origin");
    let pairs = [
        ("cookie", ann.cookie.clone().unwrap()),
        ("x-csrf", ann.csrf.clone()),
        ("origin", "https://play.example.org".to_owned()),
    ];
    let headers = pairs.map(|(name, value)| {
        let value = HeaderValue::from_str(&value).unwrap();
        (name.parse().unwrap(), value)
    });
    let headers = HeaderMap::from_iter(headers);
    ann.send_raw(Method::POST, "/api/guest", Some(json!({})), headers)
        .await
        .ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn banned_people_lose_their_games() {
    let server = TestServer::start().await;
    let mut ann = server.registered("Ann").await;
    let mut bob = server.registered("Bob").await;
    let game = between(&mut ann, &mut bob, |game_body| {
        game_body["rated"] = json!(true);
        game_body["clock"] = json!({"kind": "days", "days": 3});
    })
    .await;
    ann.play(&game, 0, "e2e4").await.ok();
    bob.play(&game, 1, "e7e5").await.ok();
    let link = ann
        .post("/api/play", game_body(json!({"kind": "link"})))
        .await;
    let link = link.ok()["id"].as_str().unwrap().to_owned();
    let mut socket = ann.socket().await;
    admin::ban(&server.settings, "Ann", true).await.unwrap();
    let begun = Instant::now();
    loop {
        let state = bob.state(&game).await;
        if state["outcome"]["reason"] == "resignation" {
            assert_eq!(state["outcome"]["result"], "0-1");
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{state}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let ratings = bob.get("/api/users/Bob").await.ok()["user"]["ratings"].clone();
    assert!(ratings["chess"]["rating"].as_f64().unwrap() > 1500.0);
    let answer = bob.post(&format!("/api/play/{link}/join"), json!({})).await;
    assert_eq!(answer.status, 409, "{}", answer.text);
    assert!(socket.receive().await.is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_get_no_password() {
    let server = TestServer::start().await;
    let mut guest = server.guest().await;
    let me = guest.get("/api/me").await.ok();
    let name = me["user"]["name"].as_str().unwrap();
    let error = admin::reset_password(&server.settings, name).await;
    let error = error.unwrap_err().to_string();
    assert!(error.contains("guest"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_hold_nobody_up() {
    let server = TestServer::start().await;
    let mut ann = server.person();
    let large = "/api/board.png?game=chess&size=4096";
    assert_eq!(ann.get(large).await.code(422), "fields");
    let many = join_all((0..40).map(|_| async {
        let answer = server
            .person()
            .get("/api/board.png?game=chess&size=2048")
            .await;
        if answer.status == 503 {
            assert!(answer.headers.contains_key("retry-after"));
        }
        answer.status.as_u16()
    }));
    let honest = async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let body = json!({"game": {"name": "chess"}});
        let begun = Instant::now();
        ann.post("/api/rules/view", body).await.ok();
        begun.elapsed()
    };
    let (many, honest) = tokio::join!(many, honest);
    println!("a request beside 40 pictures took {honest:?}");
    assert!(many.contains(&200) && many.contains(&503), "{many:?}");
    assert!(many.iter().all(|status| [200, 503].contains(status)));
    assert!(honest < Duration::from_secs(3), "{honest:?}");
}

/// Metrics, and what is asked about games: the moves of a game are played through for each.
#[tokio::test(flavor = "multi_thread")]
async fn slow_answers_have_a_limit() {
    for path in [
        "/metrics",
        "/api/play/nobodys/record",
        "/api/play/nobodys/why",
        "/api/play/nobodys/attackers",
    ] {
        let server = with_limits(|limits| limits.heavy_requests_per_second = 1).await;
        let mut ann = server.person();
        let mut last = ann.get(path).await.status;
        for _ in 0..8 {
            last = ann.get(path).await.status;
        }
        assert_eq!(last, 429, "{path}");
    }
}

/// Anybody may ask for a game with as many options as fit into a request.
#[tokio::test(flavor = "multi_thread")]
async fn too_many_options_are_refused() {
    let server = TestServer::start().await;
    let mut ann = server.person();
    let option = |number: i32| (format!("o{number}"), json!("x"));
    let options: serde_json::Map<String, Value> = (0..30_000).map(option).collect();
    for definition in [Value::Null, json!("0".repeat(64))] {
        let game = json!({"name": "chess", "options": options, "definition": definition});
        let refused = ann.post("/api/rules/view", json!({"game": game})).await;
        assert_eq!(refused.code(422), "fields");
        assert!(refused.text.contains("30000"), "{}", refused.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_of_a_person_can_be_had() {
    let server = TestServer::start().await;
    let mut ann = server.registered("Ann").await;
    let mut bob = server.guest().await;
    let empty = bob.get("/api/me/export").await.ok();
    assert_eq!(empty["games"], json!([]));
    assert_eq!(empty["user"]["guest"], true);
    ann.put("/api/me/settings", json!({"theme": "dark"}))
        .await
        .ok();
    ann.post("/api/me/tokens", json!({"label": "my bot"}))
        .await
        .ok();
    seek(&mut ann).await.ok();
    let line = chess().lines().find(|line| line.starts_with("title"));
    let text = chess().replacen(line.unwrap(), "title = \"Mine\"", 1);
    ann.post("/api/definitions", json!({"text": text}))
        .await
        .ok();
    let tree = json!({
        "game": {"name": "chess"}, "tags": [], "start": null, "comment": "a thought", "nodes": [],
    });
    ann.post("/api/analyses", tree).await.ok();
    let mut games = Vec::new();
    for _ in 0..2 {
        let game = between(&mut ann, &mut bob, |_| {}).await;
        ann.play(&game, 0, "e2e4").await.ok();
        games.push(game);
    }
    bob.act(&games[0], json!({"t": "resign"})).await;
    let answer = ann.get("/api/me/export").await;
    let disposition = answer.headers["content-disposition"].to_str().unwrap();
    assert!(disposition.starts_with("attachment"));
    for secret in ["argon2", "hash"] {
        assert!(!answer.text.contains(secret));
    }
    let export = answer.ok();
    assert_eq!(export["user"]["name"], "Ann");
    assert_eq!(export["settings"]["theme"], "dark");
    assert_eq!(export["tokens"][0]["label"], "my bot");
    assert_eq!(export["sessions"].as_array().unwrap().len(), 1);
    assert_eq!(export["browsers_last_used"].as_array().unwrap().len(), 1);
    assert_eq!(export["seeks"][0]["game"]["game"]["name"], "chess");
    assert_eq!(export["definitions"][0]["text"], text);
    assert_eq!(export["analyses"][0]["tree"]["comment"], "a thought");
    let exported = export["games"].as_array().unwrap();
    assert_eq!(exported.len(), 2);
    for game in &games {
        let found = exported.iter().find(|exported| exported["id"] == **game);
        let record = found.unwrap()["record"].as_str().unwrap();
        assert!(record.contains("[White \"Ann\"]") && record.contains("1. e4"));
    }
    // Nobody else has it.
    let nobody = server.person().get("/api/me/export").await;
    assert_eq!(nobody.code(401), "sign_in");
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_can_delete_themselves() {
    let server = TestServer::start().await;
    let mut guest = server.guest().await;
    let mut ann = server.registered("Ann").await;
    let game = between(&mut guest, &mut ann, |_| {}).await;
    guest.play(&game, 0, "e2e4").await.ok();
    ann.play(&game, 1, "e7e5").await.ok();
    guest.delete("/api/me", Some(json!({}))).await.ok();
    assert_eq!(guest.visit().await["user"], Value::Null);
    let state = ann.state(&game).await;
    assert_eq!(state["white"]["name"], "deleted");
    assert_eq!(state["outcome"]["reason"], "resignation");
    // Registered people still need the password.
    let answer = ann.delete("/api/me", Some(json!({}))).await;
    assert_eq!(answer.code(403), "wrong");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_needs_is_deleted() {
    let server = TestServer::start().await;
    let store = hyperrook_server::store::Store::open_folder(&server.settings.data)
        .await
        .unwrap();
    let mut ann = server.registered("Ann").await;
    let mut player = server.guest().await;
    let mut idle = server.guest().await;
    let (player_id, idle_id) = (player.id().await, idle.id().await);
    let ann_id = ann.id().await;
    let game = between(&mut player, &mut ann, |_| {}).await;
    let key = json!({"t": "move", "seq": 0, "move": "e2e4", "key": "k"});
    player.act(&game, key).await.ok();
    ann.play(&game, 1, "e7e5").await.ok();
    ann.act(&game, json!({"t": "resign"})).await.ok();
    assert_eq!(store.answers(&game).await.unwrap().len(), 1);
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let now = now.unwrap().as_millis() as i64;
    let day = 86_400_000;
    store.note_failed_sign_in("name", now).await.unwrap();
    store.sweep(now).await.unwrap();
    assert!(store.failed_sign_ins("name", now).await.unwrap().is_some());
    // An account takes turns of its own after a week, a guest never.
    let has_own_turns = async |id: &str| store.account(id).await.unwrap().unwrap().has_own_turns();
    store.sweep(now + 6 * day).await.unwrap();
    assert!(!has_own_turns(&ann_id).await);
    store.sweep(now + 8 * day).await.unwrap();
    assert!(has_own_turns(&ann_id).await && !has_own_turns(&player_id).await);
    let soon = store.sweep(now + 29 * day).await.unwrap();
    assert_eq!((soon.sessions, soon.guests, soon.keys), (0, 0, 0));
    let later = store.sweep(now + 31 * day).await.unwrap();
    assert_eq!((later.guests, later.keys, later.more), (1, 1, false));
    assert!(later.sessions >= 3);
    // An hour after the last wrong password, and a year after the last visit of a browser.
    assert_eq!(store.failed_sign_ins("name", now).await.unwrap(), None);
    assert_eq!(store.devices_of(&ann_id).await.unwrap().len(), 1);
    store.sweep(now + 366 * day).await.unwrap();
    assert!(store.devices_of(&ann_id).await.unwrap().is_empty());
    assert_eq!(store.account(&idle_id).await.unwrap(), None);
    assert!(
        store.account(&player_id).await.unwrap().is_some(),
        "games stay"
    );
    assert!(store.account_named("Ann").await.unwrap().is_some());
    assert!(store.answers(&game).await.unwrap().is_empty());
}

/// Those who watch are told by texts that are written once.
#[tokio::test(flavor = "multi_thread")]
async fn many_who_watch_cost_little() {
    let server = TestServer::start().await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let game = between(&mut ann, &mut bob, |game_body| {
        game_body["game"]["name"] = json!("twoboards");
        game_body["clock"] = json!({"kind": "live", "initial_ms": 600_000, "increment_ms": 0});
    })
    .await;
    // From now on a clock runs, so that no two states are the same.
    for (seq, mover) in [(0, &mut ann), (1, &mut bob)] {
        let state = mover.state(&game).await;
        let mv = state["view"]["moves"][0]["text"].as_str().unwrap();
        mover.play(&game, seq, mv).await.ok();
    }
    let begun = Instant::now();
    let mut watcher = server.person().socket().await;
    let watch = json!({"t": "watch", "id": game}).to_string();
    for _ in 0..60 {
        watcher.say_text(&watch).await;
    }
    let mut texts = Vec::new();
    while texts.len() < 60 {
        match watcher.0.next().await.unwrap().unwrap() {
            Message::Text(text) if text.contains("\"t\":\"state\"") => texts.push(text),
            _ => {}
        }
    }
    texts.dedup();
    // One a second, and one or two for those who come and go.
    let most = 4 + begun.elapsed().as_secs();
    assert!(texts.len() as u64 <= most, "{} of {most}", texts.len());
    // A change is seen at once, by newcomers too.
    let state = ann.state(&game).await;
    let mv = state["view"]["moves"][0]["text"].as_str().unwrap();
    ann.play(&game, 2, mv).await.ok();
    let mut newcomer = server.person().socket().await;
    assert_eq!(newcomer.watch(&game).await["seq"], 3);
}

/// Somebody who asks faster than they read gets every answer, as fast as they read.
#[tokio::test(flavor = "multi_thread")]
async fn answers_wait_for_one_who_reads_late() {
    let server = TestServer::start().await;
    let mut ann = server.guest().await;
    let mut begun = game_body(json!({"kind": "link"}));
    begun["game"]["name"] = json!("twoboards");
    let begun = ann.post("/api/play", begun).await.ok();
    let game = begun["id"].as_str().unwrap();
    let mut socket = server.person().socket().await;
    let length = socket.watch(game).await.to_string().len();
    // More than all buffers between here and there have room for.
    let asked = 24_000_000 / length;
    let watch = json!({"t": "watch", "id": game}).to_string();
    for _ in 0..asked {
        socket.say_text(&watch).await;
    }
    for answer in 0..asked {
        let message = loop {
            let message = tokio::time::timeout(Duration::from_secs(30), socket.0.next());
            match message.await.unwrap() {
                Some(Ok(Message::Text(text))) => break text,
                Some(Ok(Message::Ping(_))) => {}
                other => panic!("after {answer} of {asked}: {other:?}"),
            }
        };
        assert!(message.contains(game));
    }
}

/// Somebody's small game, which differs from others by its number.
fn small_game(number: usize) -> String {
    let text = include_str!("../../../games/raumschach.toml");
    format!("{text}\n# {number}\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn progress_that_is_known_costs_no_write() {
    let server = TestServer::start().await;
    let mut mallory = server.registered("Mallory").await;
    let item = json!({"item": LESSON_STEP, "first_try": true, "done": 0});
    let many = json!(vec![item; 500]);
    mallory.post("/api/me/progress", many.clone()).await.ok();
    let stored = mallory.get("/api/me/progress").await.ok();
    assert_eq!(stored.as_array().unwrap().len(), 1);
    let mut ann = server.registered("Ann").await;
    let flood = join_all((0..40).map(|_| async {
        let mut same = server.person();
        same.cookie.clone_from(&mallory.cookie);
        same.csrf.clone_from(&mallory.csrf);
        same.post("/api/me/progress", many.clone()).await.status
    }));
    // Others write meanwhile.
    let honest = async {
        for _ in 0..5 {
            let put = ann.put("/api/me/settings", json!({"theme": "dark"}));
            put.await.ok();
        }
    };
    let (statuses, ()) = tokio::join!(flood, honest);
    assert!(statuses.iter().all(|status| status.is_success()));
}

#[tokio::test(flavor = "multi_thread")]
async fn published_games_show_no_invitations_and_nobody_owns_the_list() {
    let server = TestServer::start().await;
    let mut eve = server.registered("Eve").await;
    let mut bob = server.registered("Bob").await;
    // Nobody becomes the author of a shipped game.
    let shipped = eve.get("/api/games/raumschach/definition").await.text;
    let posted = eve.post("/api/definitions", json!({"text": shipped})).await;
    let hash = posted.ok()["definition"].as_str().unwrap().to_owned();
    let publish = format!("/api/published/{hash}");
    assert_eq!(eve.post(&publish, json!({})).await.code(409), "shipped");
    assert_eq!(eve.get("/api/definitions").await.ok(), json!([]));

    let mut own = Vec::new();
    for number in 0..7 {
        let text = json!({"text": small_game(number)});
        let posted = eve.post("/api/definitions", text).await.ok();
        let hash = posted["definition"].as_str().unwrap().to_owned();
        eve.post(&format!("/api/published/{hash}"), json!({}))
            .await
            .ok();
        own.push(hash);
    }
    let text = json!({"text": small_game(100)});
    let bobs = bob.post("/api/definitions", text).await.ok()["definition"].clone();
    let bobs = bobs.as_str().unwrap();
    bob.post(&format!("/api/published/{bobs}"), json!({}))
        .await
        .ok();
    let listed = bob.get("/api/published").await.ok();
    let of = |name: &str| {
        let games = listed.as_array().unwrap();
        games.iter().filter(|game| game["author"] == name).count()
    };
    assert_eq!((of("Eve"), of("Bob")), (5, 1), "{listed}");

    // A game that waits for a friend is nobody else's business.
    let mut invitation = game_body(json!({"kind": "link"}));
    invitation["game"] = json!({"name": "raumschach", "definition": bobs});
    let invitation = bob.post("/api/play", invitation).await.ok();
    let page = eve.get(&format!("/api/published/{bobs}")).await.ok();
    assert_eq!(page["games"], json!([]), "{invitation}");
    let join = format!("/api/play/{}/join", invitation["id"].as_str().unwrap());
    eve.post(&join, json!({})).await.ok();
    let page = bob.get(&format!("/api/published/{bobs}")).await.ok();
    assert_eq!(page["games"][0]["id"], invitation["id"]);

    // Operators can withdraw a game, and a ban withdraws all.
    let text = admin::withdraw(&server.settings, bobs).await.unwrap();
    assert!(text.contains("not published"), "{text}");
    assert!(admin::withdraw(&server.settings, "x").await.is_err());
    // The author cannot publish it again until the operator allows it.
    let publish = format!("/api/published/{bobs}");
    assert_eq!(bob.post(&publish, json!({})).await.code(409), "withdrawn");
    admin::allow(&server.settings, bobs).await.unwrap();
    assert!(admin::allow(&server.settings, bobs).await.is_err());
    bob.post(&publish, json!({})).await.ok();
    admin::withdraw(&server.settings, bobs).await.unwrap();
    admin::ban(&server.settings, "Eve", true).await.unwrap();
    assert_eq!(bob.get("/api/published").await.ok(), json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn many_guests_of_one_address_do_not_hold_up_the_reports_of_others() {
    let server = TestServer::with(|settings| {
        settings.behind_proxy = true;
        settings.engine_threads = 0;
    })
    .await;
    let tree = json!({
        "game": {"name": "chess"}, "tags": [], "start": null, "comment": "",
        "nodes": [{"id": 0, "parent": null, "move": "e2e4"}],
    });
    let mut asked = 0;
    for _ in 0..6 {
        let mut guest = server.guest().await;
        guest.address = Some("10.0.0.1".to_owned());
        for _ in 0..3 {
            let shared = guest.post("/api/analyses", tree.clone()).await;
            let shared = shared.ok()["id"].as_str().unwrap().to_owned();
            let answer = guest
                .post(&format!("/api/reports/{shared}"), json!({}))
                .await;
            if answer.status.is_success() {
                asked += 1;
            } else {
                assert_eq!(answer.code(409), "too_many_reports");
            }
        }
    }
    // Ten of one address wait; some may have been made meanwhile.
    assert!(
        (10..18).contains(&asked),
        "{asked} of one address were taken"
    );
    let mut ann = server.registered("Ann").await;
    ann.address = Some("10.0.0.2".to_owned());
    let shared = ann.post("/api/analyses", tree).await.ok();
    let shared = shared["id"].as_str().unwrap().to_owned();
    ann.post(&format!("/api/reports/{shared}"), json!({}))
        .await
        .ok();
    // The second job that is taken is hers.
    let store = Store::open_folder(&server.settings.data).await.unwrap();
    let mut taken = Vec::new();
    for now in [1, 2] {
        let job = store
            .claim_background_job(BackgroundJobKind::Report, now, now + 100)
            .await;
        taken.push(job.unwrap().unwrap().subject);
    }
    assert!(taken.contains(&shared), "{taken:?}");
    store.close().await;

    // What is left of an account that is deleted: nothing that says whose it was.
    let password = json!({"password": PASSWORD});
    ann.delete("/api/me", Some(password)).await.ok();
    let mut anyone = server.person();
    for path in ["analyses", "reports"] {
        let answer = anyone.get(&format!("/api/{path}/{shared}")).await;
        assert_eq!(answer.status, 404, "{path}: {}", answer.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_goes_leaves_no_game_behind() {
    let server = TestServer::start().await;
    for delay in 0..8 {
        let mut going = server.guest().await;
        let mut other = server.guest().await;
        let mut seek = game_body(json!({"kind": "seek"}));
        seek["clock"] = json!({"kind": "days", "days": 3});
        let seek = going.post("/api/play", seek).await.ok();
        let accept = format!("/api/seeks/{}/accept", seek["seek"].as_str().unwrap());
        let leave = async {
            tokio::time::sleep(Duration::from_millis(delay)).await;
            going.delete("/api/me", Some(json!({}))).await.ok()
        };
        let (_, accepted) = tokio::join!(leave, other.post(&accept, json!({})));
        if accepted.status.is_success() {
            let game = accepted.json()["id"].as_str().unwrap().to_owned();
            let state = other.state(&game).await;
            assert_ne!(state["outcome"], Value::Null, "after {delay} ms: {state}");
        }
    }
}

/// Downloads are made while they are read: whoever does not read takes no memory, and cannot
/// have more than two.
#[tokio::test(flavor = "multi_thread")]
async fn downloads_are_few_and_whole() {
    let server = TestServer::with(|settings| settings.behind_proxy = true).await;
    let mut ann = server.person();
    ann.address = Some("192.0.2.1".to_owned());
    ann.visit().await;
    let mut kept = Vec::new();
    // More than the buffers of sockets hold.
    for n in 0..40 {
        let text = format!("{}\n# {n}{}", chess(), "x".repeat(250_000));
        let answer = ann.post("/api/definitions", json!({"text": text})).await;
        let stored = answer.json();
        kept.push(
            stored["definition"]
                .as_str()
                .unwrap_or_else(|| panic!("{stored}"))
                .to_owned(),
        );
    }
    let whole = ann.get("/api/me/export").await.ok();
    let definitions = whole["definitions"].as_array().unwrap();
    let hashes: Vec<_> = definitions
        .iter()
        .map(|it| it["definition"].as_str().unwrap())
        .collect();
    assert_eq!(hashes, kept);
    assert!(definitions[0]["text"].as_str().unwrap().len() > 200_000);
    for list in ["analyses", "playtests", "games"] {
        assert_eq!(whole[list], json!([]), "{list}");
    }
    // Two that are not read, on sockets of their own.
    let cookies = ann.cookie.clone().unwrap();
    let request = format!(
        "GET /api/me/export HTTP/1.1\r\nHost: {}\r\nX-Forwarded-For: 192.0.2.1\r\nCookie: {cookies}\r\n\r\n",
        ann.host
    );
    let mut unread = Vec::new();
    for _ in 0..2 {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let mut stream = socket.connect(ann.host.parse().unwrap()).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut first = [0; 16];
        stream.read_exact(&mut first).await.unwrap();
        assert_eq!(&first[..12], b"HTTP/1.1 200");
        unread.push(stream);
    }
    let refused = ann.get("/api/me/export").await;
    assert_eq!(refused.status, 503, "{}", refused.text);
    // Other addresses are not concerned, and neither is this one when they end.
    let mut bob = server.person();
    bob.address = Some("192.0.2.2".to_owned());
    bob.visit().await;
    bob.post("/api/guest", json!({})).await.ok();
    bob.get("/api/me/export").await.ok();
    drop(unread);
    let begun = Instant::now();
    while ann.get("/api/me/export").await.status != 200 {
        assert!(begun.elapsed() < Duration::from_secs(20), "a turn is lost");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// A check goes on when its client has gone, and counts.
#[tokio::test(flavor = "multi_thread")]
async fn checks_of_those_who_hang_up_count() {
    let server = TestServer::start().await;
    let mut ann = server.guest().await;
    // 256 combinations of options take long to compile.
    let options: String = (0..8)
        .map(|n| {
            format!(
                "[options.o{n}]\nabout = \"An option.\"\nvalues = [\"a\", \"b\"]\n\
                 [[when]]\noptions = {{ o{n} = \"b\" }}\nset.ends.moves = {}\n",
                40 + n
            )
        })
        .collect();
    let text = format!("{}\n{options}", chess());
    let mut refused = false;
    let begun = Instant::now();
    while !refused && begun.elapsed() < Duration::from_secs(120) {
        let asked = ann.post("/api/definitions", json!({"text": text}));
        if let Ok(answer) = tokio::time::timeout(Duration::from_millis(150), asked).await
            && answer.status == 429
        {
            // Not for too many requests, but for too much work, which takes longer to forgive.
            let wait = answer.headers["retry-after"].to_str().unwrap();
            refused = wait.parse::<u64>().unwrap() > 2;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(refused, "the checks of one who hangs up are free");
}

#[tokio::test(flavor = "multi_thread")]
async fn titles_are_visible() {
    let server = TestServer::start().await;
    let mut ann = server.guest().await;
    let line = chess().lines().find(|line| line.starts_with("title"));
    let many = format!("e{}", "\u{301}".repeat(5));
    for title in [
        "   ",
        "\u{3164}",
        "\u{200F}abc",
        "a\u{200B}b",
        "\u{2800}",
        &many,
    ] {
        let written = serde_json::to_string(title).unwrap();
        let text = chess().replacen(line.unwrap(), &format!("title = {written}"), 1);
        let answer = ann.post("/api/definitions", json!({"text": text})).await;
        assert_eq!(answer.code(422), "faults", "{title:?}");
    }
    // A mark that some editors write, and accents.
    let text = chess().replacen(line.unwrap(), "title = \"Che\u{301}ss\"", 1);
    let answer = ann
        .post(
            "/api/definitions",
            json!({"text": format!("\u{FEFF}{text}")}),
        )
        .await;
    assert!(answer.status.is_success(), "{}", answer.text);
}

/// In this game the captures after one move would take the engine hours.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_endless_captures_does_not_stop_the_engine_for_others() {
    let server = TestServer::with(|settings| settings.engine_threads = 1).await;
    let mut ann = server.registered("Ann").await;
    let text = include_str!("../../../testdata/melee.toml");
    let posted = ann.post("/api/definitions", json!({"text": text})).await;
    let hash = posted.ok()["definition"].as_str().unwrap().to_owned();
    let mut begun = game_body(json!({"kind": "engine", "level": 8}));
    begun["game"] = json!({"name": "melee", "definition": hash});
    begun["colour"] = json!("black");
    let melee = ann.post("/api/play", begun).await.ok();
    let mut bob = server.guest().await;
    let mut begun = game_body(json!({"kind": "engine", "level": 3}));
    begun["colour"] = json!("black");
    let chess = bob.post("/api/play", begun).await.ok();
    for (person, game) in [(&mut ann, &melee), (&mut bob, &chess)] {
        let game = game["id"].as_str().unwrap();
        let begun = Instant::now();
        while person.state(game).await["moves"]
            .as_array()
            .unwrap()
            .is_empty()
        {
            assert!(begun.elapsed() < Duration::from_secs(120), "{game}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn loaded_games_have_a_share_of_memory() {
    let mut server = TestServer::start().await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let mut body = game_body(json!({"kind": "link"}));
    body["game"]["name"] = json!("twoboards");
    let large = ann.post("/api/play", body.clone()).await.ok()["id"].clone();
    let large = large.as_str().unwrap();
    // The tables of this game alone take more.
    server.settings.limits.loaded_mib_per_address = 1;
    let server = server.restart().await;
    (ann.host, bob.host) = (server.host(), server.host());
    // One that could not be loaded is not stored.
    let refused = ann.post("/api/play", body).await;
    assert_eq!(refused.status, 503, "{}", refused.text);
    assert_eq!(ann.get("/api/mine").await.ok().as_array().unwrap().len(), 1);
    let refused = ann.get(&format!("/api/play/{large}")).await;
    assert_eq!(refused.status, 503, "{}", refused.text);
    assert!(refused.headers.contains_key("retry-after"));
    let mut socket = ann.socket().await;
    socket
        .say(json!({"t": "watch", "id": large, "since": null}))
        .await;
    let error = socket.receive_where(|m| m["t"] == "error").await;
    assert_eq!(error["code"], "try_again", "{error}");
    // Nobody is kept from games in which time passes, or from leaving.
    let mut running = game_body(json!({"kind": "seek"}));
    running["game"]["name"] = json!("twoboards");
    running["clock"] = json!({"kind": "days", "days": 3});
    let seek = bob.post("/api/play", running).await.ok()["seek"].clone();
    let accept = format!("/api/seeks/{}/accept", seek.as_str().unwrap());
    let running = ann.post(&accept, json!({})).await.ok()["id"].clone();
    let running = running.as_str().unwrap();
    bob.socket().await.watch(running).await;
    ann.state(running).await;
    let begun = ann
        .post("/api/play", game_body(json!({"kind": "link"})))
        .await;
    assert_eq!(begun.status, 503, "{}", begun.text);
    let gone = ann.delete("/api/me", Some(json!({}))).await;
    assert_eq!(gone.status, 204, "{}", gone.text);
}
