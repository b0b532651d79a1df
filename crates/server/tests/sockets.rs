//! What a client can cost others with a socket, and with games that never begin.

use crate::support::games::{between, game_body};
use crate::support::{Person, Socket, TestServer};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use tokio_tungstenite::tungstenite::Message;

/// Opens a socket by hand, so that any frames can be sent on it. The system keeps little of
/// what the server does not read.
async fn raw_socket(host: &str) -> tokio::net::TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_send_buffer_size(32 * 1024).unwrap();
    let mut stream = socket.connect(host.parse().unwrap()).await.unwrap();
    let head = format!(
        "GET /api/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n\
         Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        answer.push(stream.read_u8().await.unwrap());
    }
    assert!(answer.starts_with(b"HTTP/1.1 101"));
    stream
}

/// A message whose parts are empty never ends, and is never too long.
#[tokio::test(flavor = "multi_thread")]
async fn parts_of_messages_are_read_no_faster_than_messages() {
    let server = TestServer::with(|settings| settings.limits.messages_per_second = 20).await;
    let mut flood = raw_socket(&server.host()).await;
    // The beginning of a text, and parts without a byte.
    flood
        .write_all(&[0x01, 0x81, 0, 0, 0, 0, b'{'])
        .await
        .unwrap();
    let parts = [0x00, 0x80, 0, 0, 0, 0].repeat(4096);
    let begun = Instant::now();
    let mut taken = 0;
    while begun.elapsed() < Duration::from_secs(6) {
        // Whole parts, whatever was taken of them.
        let rest = &parts[taken % parts.len()..];
        let write = tokio::time::timeout(Duration::from_millis(500), flood.write(rest));
        if let Ok(count) = write.await {
            taken += count.unwrap();
        }
    }
    // What may come at once, six seconds of 80 kB, and what the system keeps.
    println!("{taken} bytes in {:?}", begun.elapsed());
    assert!(taken < 3_000_000, "{taken} bytes were read");
    assert!(taken > 200_000, "only {taken} bytes were read");
    // Others are served.
    let mut socket = Socket::open(&server.host(), None, None).await;
    socket.settle().await;
}

/// Binary messages are answered no faster than texts.
#[tokio::test(flavor = "multi_thread")]
async fn binary_messages_count_as_messages() {
    let server = TestServer::with(|settings| settings.limits.messages_per_second = 20).await;
    let Socket(mut socket) = Socket::open(&server.host(), None, None).await;
    for _ in 0..400 {
        socket
            .feed(Message::Binary(Vec::new().into()))
            .await
            .unwrap();
    }
    socket.flush().await.unwrap();
    let until = tokio::time::Instant::now() + Duration::from_secs(2);
    let mut answered = 0;
    while let Ok(message) = tokio::time::timeout_at(until, socket.next()).await {
        let message = message.unwrap().unwrap();
        answered += usize::from(message.is_text());
    }
    // What may come at once, and what two seconds allow.
    assert!((60..150).contains(&answered), "{answered} answers");
}

/// A spectator who comes and goes as fast as possible costs the players a few short messages.
#[tokio::test(flavor = "multi_thread")]
async fn players_are_not_flooded_by_those_who_come_and_go() {
    let server = TestServer::start().await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let id = between(&mut ann, &mut bob, |_| {}).await;
    let (mut anns, mut bobs) = (ann.socket().await, bob.socket().await);
    anns.watch(&id).await;
    bobs.watch(&id).await;
    let is = |white: bool, black: bool, watchers: usize| {
        move |m: &Value| {
            m["t"] == "presence"
                && (&m["white"], &m["black"]) == (&json!(white), &json!(black))
                && m["watchers"] == watchers
        }
    };
    anns.receive_where(is(true, true, 2)).await;
    let begun = Instant::now();
    let mut eve = Socket::open(&server.host(), None, None).await;
    for _ in 0..300 {
        eve.watch(&id).await;
        eve.say(json!({"t": "unwatch", "id": id})).await;
    }
    // All that Ann was sent until now comes before the answer.
    anns.say(json!({"t": "ping", "n": 1})).await;
    let mut came = Vec::new();
    loop {
        let message = anns.receive().await.unwrap();
        if message["t"] == "pong" {
            break;
        }
        came.push(message);
    }
    assert!(came.iter().all(|m| m["t"] == "presence"), "{came:?}");
    let most = 1 + begun.elapsed().as_millis() / 2000;
    assert!(came.len() as u128 <= most, "{} messages", came.len());
    // Who stays is seen, and who leaves.
    eve.watch(&id).await;
    if came.last().is_none_or(|last| last["watchers"] != 3) {
        anns.receive_where(is(true, true, 3)).await;
    }
    drop(bobs);
    anns.receive_where(is(true, false, 2)).await;
    eve.receive_where(is(true, false, 2)).await;
    drop(eve);
    anns.receive_where(is(true, false, 1)).await;
}

/// Whoever has begun many games waits, in whichever way the next one would begin; others do not.
#[tokio::test(flavor = "multi_thread")]
async fn an_address_begins_only_so_many_games_a_minute() {
    let server = TestServer::with(|settings| {
        settings.behind_proxy = true;
        settings.limits.games_per_minute = 3;
    })
    .await;
    let person_at = |address: &str| {
        let mut person = server.person();
        person.address = Some(address.to_owned());
        person
    };
    let engine = || game_body(json!({"kind": "engine", "level": 1}));
    let mut ann = person_at("192.0.2.1");
    ann.post("/api/guest", json!({})).await.ok();
    let mut bob = person_at("192.0.2.2");
    let sought = bob
        .post("/api/play", game_body(json!({"kind": "seek"})))
        .await;
    let seek = sought.ok()["seek"].as_str().unwrap().to_owned();
    // What is forgiven meanwhile may be enough for another.
    let mut begun = Vec::new();
    let refused = loop {
        let answer = ann.post("/api/play", engine()).await;
        if answer.status == 429 {
            break answer;
        }
        begun.push(answer.ok()["id"].as_str().unwrap().to_owned());
    };
    assert!((3..=4).contains(&begun.len()), "{} games", begun.len());
    assert!(refused.headers.contains_key("retry-after"));
    let accept = format!("/api/seeks/{seek}/accept");
    assert_eq!(ann.post(&accept, json!({})).await.code(429), "too_many");
    let game = begun.remove(0);
    ann.act(&game, json!({"t": "resign"})).await.ok();
    let again = || json!({"t": "rematch"});
    assert_eq!(ann.act(&game, again()).await.code(429), "too_many");
    let mut socket = ann.socket().await;
    let refused = socket.act(&game, "again", again()).await;
    assert_eq!(refused["code"], "too_many", "{refused}");
    // Nobody becomes a guest by a game that does not begin.
    let mut stranger = person_at("192.0.2.1");
    let answer = stranger.post("/api/play", engine()).await;
    assert_eq!(answer.code(429), "too_many");
    assert!(stranger.get("/api/me").await.ok()["user"].is_null());
    bob.post("/api/play", engine()).await.ok();
}

/// Only what begins is counted, and once: neither what is refused, nor a repeated action.
#[tokio::test(flavor = "multi_thread")]
async fn only_games_that_begin_count_for_the_address() {
    let server = TestServer::with(|settings| {
        settings.behind_proxy = true;
        settings.limits.games_per_minute = 2;
        settings.limits.seeks_per_address = 1;
        settings.limits.sign_ins_per_minute = 100;
    })
    .await;
    let person_at = |address: &str| {
        let mut person = server.person();
        person.address = Some(address.to_owned());
        person
    };
    let mut ann = person_at("192.0.2.1");
    ann.post("/api/guest", json!({})).await.ok();
    let again = || json!({"t": "rematch", "key": "again"});
    let gone = "/api/seeks/aaaaaaaaaaaa/accept";
    let engine = || game_body(json!({"kind": "engine", "level": 1}));
    let game = ann.post("/api/play", engine()).await.ok();
    let game = game["id"].as_str().unwrap().to_owned();
    let mut stranger = person_at("192.0.2.1");
    stranger.post("/api/guest", json!({})).await.ok();
    for _ in 0..5 {
        assert_eq!(ann.act("aaaaaaaaaaaa", again()).await.status, 404);
        assert!(!ann.post(gone, json!({})).await.status.is_success());
        assert_eq!(ann.act(&game, again()).await.code(409), "not_over");
        assert_eq!(stranger.act(&game, again()).await.code(403), "not_a_player");
        let mut wrong = engine();
        wrong["position"] = json!("8/8");
        assert_eq!(ann.post("/api/play", wrong).await.status, 422);
    }
    ann.act(&game, json!({"t": "resign"})).await.ok();
    // The same answer as often as it is sent, also when nothing is left.
    let rematch = || json!({"t": "rematch", "key": "rematch"});
    let begun = ann.act(&game, rematch()).await.ok();
    let mut socket = ann.socket().await;
    for _ in 0..3 {
        assert_eq!(ann.act(&game, rematch()).await.ok(), begun);
        assert_eq!(
            socket.act(&game, "rematch", json!({"t": "rematch"})).await["t"],
            "ack"
        );
    }
    let refused = ann.post("/api/play", engine()).await;
    assert_eq!(refused.code(429), "too_many");
    let said = "Too many games have been begun from your network. Try again in ";
    assert!(refused.text.contains(said), "{refused:?}");

    // A seek that stands already counts once.
    let mut bob = person_at("192.0.2.2");
    bob.post("/api/guest", json!({})).await.ok();
    let seek = pair(&mut bob).await.ok();
    for _ in 0..4 {
        assert_eq!(pair(&mut bob).await.ok(), seek);
    }
    // Strangers whose requests are refused have not become guests.
    let mut stranger = person_at("192.0.2.2");
    let sought = game_body(json!({"kind": "seek"}));
    assert_eq!(stranger.post("/api/play", sought).await.code(422), "fields");
    assert!(stranger.get("/api/me").await.ok()["user"].is_null());
    bob.post("/api/play", engine()).await.ok();
}

async fn pair(person: &mut Person) -> crate::support::person::Answer {
    let mut wanted = game_body(json!({"kind": "pair"}));
    wanted["colour"] = json!("random");
    wanted["clock"] = json!({"kind": "live", "initial_ms": 300_000, "increment_ms": 0});
    person.post("/api/play", wanted).await
}

#[tokio::test(flavor = "multi_thread")]
async fn who_ends_games_before_they_begin_meets_nobody_for_a_while() {
    let server = TestServer::with(|settings| settings.behind_proxy = true).await;
    let mut eve = server.person();
    eve.address = Some("192.0.2.66".to_owned());
    eve.post("/api/guest", json!({})).await.ok();
    let mut socket = eve.socket().await;
    let mut ended = 0;
    let mut victims = Vec::new();
    let refused = loop {
        let mut ann = server.person();
        ann.address = Some(format!("203.0.113.{ended}"));
        ann.post("/api/guest", json!({})).await.ok();
        assert!(pair(&mut ann).await.ok()["seek"].is_string());
        let answer = pair(&mut eve).await;
        if answer.status == 429 {
            victims.push(ann);
            break answer;
        }
        let game = answer.ok()["id"].as_str().unwrap().to_owned();
        // On the socket and without it.
        if ended % 2 == 0 {
            let key = format!("{ended}");
            let ack = socket.act(&game, &key, json!({"t": "abort"})).await;
            assert_eq!(ack["t"], "ack", "{ack}");
        } else {
            // Resigning is no way round it, and repeating an action is counted once.
            for _ in 0..3 {
                let resign = json!({"t": "resign", "key": "once"});
                eve.act(&game, resign).await.ok();
            }
        }
        ended += 1;
        assert!(ended < 20, "it never ends");
        victims.push(ann);
    };
    // What is forgiven meanwhile may be enough for another.
    assert!((5..=6).contains(&ended), "{ended}");
    assert!(refused.headers.contains_key("retry-after"));
    let seeks = eve.get("/api/seeks").await.ok();
    let seek = seeks[0]["id"].as_str().unwrap().to_owned();
    let accept = format!("/api/seeks/{seek}/accept");
    let refused = eve.post(&accept, json!({})).await;
    assert_eq!(refused.code(429), "too_many");
    assert!(
        refused.text.contains("ended before they began"),
        "{refused:?}"
    );
    // Against the engine and with a friend one can play.
    let engine = game_body(json!({"kind": "engine", "level": 1}));
    eve.post("/api/play", engine).await.ok();
    let link = eve
        .post("/api/play", game_body(json!({"kind": "link"})))
        .await;
    let link = link.ok()["id"].as_str().unwrap().to_owned();
    // Those whose games were ended have no part in it.
    let mut bob = victims.remove(0);
    assert!(pair(&mut bob).await.ok()["id"].is_string());
    // Nor has whoever withdraws an invitation that nobody has taken.
    let mut carl = server.guest().await;
    for _ in 0..8 {
        let own = carl
            .post("/api/play", game_body(json!({"kind": "link"})))
            .await;
        let own = own.ok()["id"].as_str().unwrap().to_owned();
        carl.act(&own, json!({"t": "abort"})).await.ok();
    }
    assert!(pair(&mut carl).await.status.is_success());
    eve.act(&link, json!({"t": "abort"})).await.ok();
}

/// Deleting the account is no way round it: the address is counted.
#[tokio::test(flavor = "multi_thread")]
async fn who_deletes_the_account_before_games_begin_is_not_paired() {
    let server = TestServer::with(|settings| {
        settings.behind_proxy = true;
        settings.limits.sign_ins_per_minute = 1000;
        settings.limits.games_per_minute = 1000;
        settings.limits.requests_per_second = 1000;
    })
    .await;
    let mut left = 0;
    loop {
        let mut ann = server.person();
        ann.address = Some(format!("203.0.113.{left}"));
        ann.post("/api/guest", json!({})).await.ok();
        assert!(pair(&mut ann).await.ok()["seek"].is_string());
        let mut eve = server.person();
        eve.address = Some("192.0.2.66".to_owned());
        eve.post("/api/guest", json!({})).await.ok();
        let answer = pair(&mut eve).await;
        if answer.status == 429 {
            assert!(answer.text.contains("ended before they began"));
            break;
        }
        let game = answer.ok()["id"].as_str().unwrap().to_owned();
        eve.delete("/api/me", Some(json!({}))).await.ok();
        assert_eq!(ann.state(&game).await["outcome"]["reason"], "aborted");
        left += 1;
        assert!(left < 30, "it never ends");
    }
    assert!(left >= 18, "{left}");
}

/// The tags of a page, as programs that show links ask for it.
async fn preview_with_host(server: &TestServer, host: &str) -> String {
    let mut stream = tokio::net::TcpStream::connect(server.host()).await.unwrap();
    let head = format!("GET /learn/chess HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn previews_lead_to_no_address_of_others() {
    let server = TestServer::start().await;
    let own = server.host();
    let page = preview_with_host(&server, &own).await;
    assert!(
        page.contains(&format!("http://{own}/learn/chess")),
        "{page}"
    );
    for foreign in [
        "203.0.113.9",
        "203.0.113.9:8640",
        "[2001:db8::1]",
        "evil.example",
    ] {
        let page = preview_with_host(&server, foreign).await;
        assert!(!page.contains("og:url"), "{foreign}: {page}");
        assert!(
            !page.contains("203.0.113.9") && !page.contains("evil"),
            "{page}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_do_not_take_all_sockets_of_an_address() {
    let server = TestServer::with(|settings| settings.limits.sockets_per_address = 4).await;
    let (ann, guest) = (server.registered("Ann").await, server.guest().await);
    let host = server.host();
    let mut open = Vec::new();
    for _ in 0..2 {
        open.push(Socket::open(&host, None, None).await);
    }
    assert!(Socket::try_open(&host, None, None, None).await.is_err());
    open.push(guest.socket().await);
    let origin = format!("http://{host}");
    let again = Socket::try_open(&host, guest.cookie.as_deref(), None, Some(&origin)).await;
    assert!(again.is_err());
    open.push(ann.socket().await);
    open[3].settle().await;
    // A socket that is closed makes room.
    drop(open.remove(0));
    let begun = Instant::now();
    while Socket::try_open(&host, None, None, None).await.is_err() {
        assert!(begun.elapsed() < Duration::from_secs(20));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Frames that no client may send end the socket with the code of the standard.
#[tokio::test(flavor = "multi_thread")]
async fn broken_frames_end_the_socket_with_a_reason() {
    let server = TestServer::start().await;
    for (what, frame, code) in [
        ("no mask", vec![0x81, 1, b'x'], 1002),
        ("a reserved bit", vec![0xc1, 0x81, 0, 0, 0, 0, b'x'], 1002),
        ("an unknown kind", vec![0x83, 0x81, 0, 0, 0, 0, b'x'], 1002),
        ("not UTF-8", vec![0x81, 0x81, 0, 0, 0, 0, 0xff], 1007),
    ] {
        let mut stream = raw_socket(&server.host()).await;
        stream.write_all(&frame).await.unwrap();
        // Pings may come first.
        let (said, reason) = loop {
            let kind = stream.read_u8().await.unwrap();
            let length = stream.read_u8().await.unwrap();
            let mut payload = vec![0; usize::from(length)];
            stream.read_exact(&mut payload).await.unwrap();
            if kind == 0x88 {
                let code = u16::from_be_bytes([payload[0], payload[1]]);
                break (code, String::from_utf8_lossy(&payload[2..]).into_owned());
            }
        };
        assert_eq!(said, code, "{what}: {reason}");
        assert!(!reason.is_empty(), "{what}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_too_long_ends_the_socket_with_a_reason() {
    let server = TestServer::start().await;
    for length in [17_000, 60_000] {
        for message in [
            Message::text(format!("\"{}\"", "x".repeat(length))),
            Message::binary(vec![0; length]),
        ] {
            let mut socket = Socket::open(&server.host(), None, None).await;
            socket.0.send(message).await.unwrap();
            let close = loop {
                match socket.0.next().await.unwrap().unwrap() {
                    Message::Close(frame) => break frame.unwrap(),
                    _ => continue,
                }
            };
            assert_eq!(u16::from(close.code), 1009);
            assert_eq!(close.reason.as_str(), "a message may have 16 KiB");
        }
    }
    // The longest is read.
    let mut socket = Socket::open(&server.host(), None, None).await;
    socket.say_text(&" ".repeat(16 * 1024)).await;
    assert_eq!(socket.receive_kind("error").await["code"], "message");
}
