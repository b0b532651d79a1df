//! Starting, stopping and looking after a server.

use crate::support::games::{between, game_body};
use crate::support::{Person, Socket, TestServer, settings};
use futures_util::StreamExt;
use hyperrook_server::settings::LimitSettings;
use hyperrook_server::{ServeError, Server, admin};
use reqwest::Method;
use serde_json::json;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::Message;

#[tokio::test(flavor = "multi_thread")]
async fn a_server_stops_soon_and_says_so() {
    let server = TestServer::start().await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let game = between(&mut ann, &mut bob, |game_body| {
        game_body["clock"] = json!({"kind": "live", "initial_ms": 600_000, "increment_ms": 0});
    })
    .await;
    ann.play(&game, 0, "e2e4").await.ok();
    bob.play(&game, 1, "e7e5").await.ok();
    let mut socket = ann.socket().await;
    socket.watch(&game).await;
    let left = |state: &serde_json::Value| state["clocks"]["white_ms"].as_i64().unwrap();
    let before = left(&ann.state(&game).await);
    let begun = Instant::now();
    let stopped = tokio::spawn(server.restart());
    let said = loop {
        match socket.0.next().await.unwrap().unwrap() {
            Message::Close(frame) => break frame.unwrap(),
            _ => continue,
        }
    };
    assert_eq!(said.reason.as_str(), "the server stops");
    assert_eq!(u16::from(said.code), 1001);
    let server = stopped.await.unwrap();
    assert!(begun.elapsed() < Duration::from_secs(10));
    // It is another port; the cookie is as good as before.
    ann.host = server.host();
    let after = left(&ann.state(&game).await);
    assert!(
        after <= before && after > before - 20_000,
        "{before} {after}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn one_server_at_a_time_uses_a_folder() {
    let server = TestServer::start().await;
    let again = Server::start(server.settings.clone()).await;
    let error = again.err().unwrap();
    assert!(matches!(error, ServeError::Store(_)));
    assert!(error.to_string().contains("another server"), "{error}");
    // A copy can be made meanwhile, but not be restored.
    let mut ann = server.registered("Ann").await;
    let begun = ann
        .post("/api/play", game_body(json!({"kind": "link"})))
        .await;
    begun.ok();
    let copy = server.settings.data.join("copy.db");
    admin::backup(&server.settings, &copy).await.unwrap();
    let error = admin::restore(&server.settings, &copy).await.unwrap_err();
    assert!(error.to_string().contains("another server"), "{error}");
    let settings = server.settings.clone();
    let _folder = server.stop_it().await;
    // A file that is not a database changes nothing.
    let junk = settings.data.join("junk.db");
    std::fs::write(&junk, "junk, and more of it".repeat(100)).unwrap();
    let begun = Instant::now();
    let error = admin::restore(&settings, &junk).await.unwrap_err();
    assert!(error.to_string().contains("not an intact copy"), "{error}");
    assert!(
        begun.elapsed() < Duration::from_secs(9),
        "it is said at once"
    );
    assert!(!settings.data.join("hyperrook.db.restoring").exists());
    let told = admin::restore(&settings, &copy).await.unwrap();
    assert!(told.contains("1 people and 1 games"), "{told}");
}

/// The server may run as another user than the one who restores.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_restored_database_belongs_to_whom_the_old_one_belonged() {
    use std::os::unix::fs::{MetadataExt, chown};
    let server = TestServer::start().await;
    let settings = server.settings.clone();
    let copy = settings.data.join("copy.db");
    admin::backup(&settings, &copy).await.unwrap();
    let _folder = server.stop_it().await;
    let files = ["hyperrook.db", "hyperrook.lock"].map(|name| settings.data.join(name));
    if chown(&files[0], Some(12_345), Some(12_345)).is_err() {
        eprintln!("only root can give files away");
        return;
    }
    admin::restore(&settings, &copy).await.unwrap();
    for file in files {
        let owner = std::fs::metadata(&file).unwrap();
        assert_eq!((owner.uid(), owner.gid()), (12_345, 12_345), "{file:?}");
    }
}

/// Asks for a game's state until it is over.
async fn ended(person: &mut Person, game: &str) -> serde_json::Value {
    let begun = Instant::now();
    loop {
        let state = person.state(game).await;
        if !state["outcome"].is_null() {
            return state;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{state}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_an_operator_closes_is_over_for_those_who_play_it() {
    let server = TestServer::start().await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let game = between(&mut ann, &mut bob, |_| ()).await;
    ann.play(&game, 0, "e2e4").await.ok();
    bob.play(&game, 1, "e7e5").await.ok();
    let mut socket = ann.socket().await;
    socket.watch(&game).await;
    admin::close_game(&server.settings, &game).await.unwrap();
    let outcome = ended(&mut ann, &game).await["outcome"].clone();
    assert_eq!(outcome["reason"], "aborted", "{outcome}");
    // Whoever follows the game is told.
    let told = loop {
        let message = socket.receive().await.unwrap();
        if !message["state"]["outcome"].is_null() {
            break message;
        }
    };
    assert_eq!(told["state"]["outcome"]["reason"], "aborted");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_deletes_an_account() {
    let server = TestServer::start().await;
    let mut ann = server.registered("Ann").await;
    let (mut bob, mut eve) = (
        server.registered("Bob").await,
        server.registered("Eve").await,
    );
    let game = between(&mut ann, &mut bob, |_| ()).await;
    ann.play(&game, 0, "e2e4").await.ok();
    bob.play(&game, 1, "e7e5").await.ok();
    admin::delete(&server.settings, "ann").await.unwrap();
    let state = ended(&mut bob, &game).await;
    assert_eq!(state["outcome"]["result"], "0-1", "{state}");
    assert_eq!(ann.visit().await["user"], serde_json::Value::Null);
    bob.get("/api/users/Ann").await.code(404);
    let error = admin::delete(&server.settings, "ann").await.unwrap_err();
    assert!(error.to_string().contains("no user `ann`"), "{error}");
    // The name is free again.
    server.registered("Ann").await;
    // Without a server nobody can resign.
    let other = between(&mut bob, &mut eve, |_| ()).await;
    let settings = server.settings.clone();
    let folder = server.stop_it().await;
    admin::delete(&settings, "Eve").await.unwrap();
    let again = Server::start(settings).await.unwrap();
    bob.host = again.address().to_string();
    assert_eq!(bob.state(&other).await["outcome"]["reason"], "aborted");
    again.stop().await.unwrap();
    drop(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_served_is_said() {
    let server = TestServer::start().await;
    let other = tempfile::tempdir().unwrap();
    let mut taken = settings(other.path());
    taken.port = server.server.address().port();
    let error = Server::start(taken).await.err().unwrap().to_string();
    assert!(error.contains("cannot listen on 127.0.0.1:"), "{error}");
    assert!(error.contains("`--port 0`"), "{error}");
    let nowhere = settings("/proc/nothing/here".as_ref());
    let error = Server::start(nowhere).await.err().unwrap().to_string();
    assert!(error.contains("/proc/nothing/here"), "{error}");
    let mut url = settings(other.path());
    url.database = Some("mysql://somewhere".into());
    let error = Server::start(url).await.err().unwrap().to_string();
    assert!(error.contains("postgres:"), "{error}");
    let closed = other.path().join("closed");
    std::fs::create_dir_all(closed.join("hyperrook.db")).unwrap();
    let error = Server::start(settings(&closed)).await.err().unwrap();
    let error = error.to_string();
    assert!(error.contains("hyperrook.db cannot be opened"), "{error}");
    assert!(error.contains("must belong to"), "{error}");
    // A folder that is misspelt is not made.
    let misspelt = settings(&other.path().join("misspelt"));
    let error = admin::status(&misspelt).await.unwrap_err().to_string();
    assert!(error.contains("no database"), "{error}");
    assert!(!misspelt.data.exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_of_definitions_is_offered_but_for_faulty_ones() {
    let folder = tempfile::tempdir().unwrap();
    let chess = hyperrook_rules::SHIPPED
        .iter()
        .find(|(name, _)| *name == "chess")
        .unwrap()
        .1;
    let mine = chess.replacen("name = \"chess\"", "name = \"mine\"", 1);
    assert_ne!(mine, chess);
    std::fs::write(folder.path().join("mine.toml"), mine).unwrap();
    std::fs::write(folder.path().join("faulty.toml"), "name = \"faulty\"\n[[").unwrap();
    std::fs::write(folder.path().join("binary.toml"), [0xff, 0xfe, 0, 1]).unwrap();
    std::fs::write(folder.path().join("long.toml"), "#".repeat(300_000)).unwrap();
    std::fs::write(folder.path().join("notes.txt"), "not a game").unwrap();
    std::fs::create_dir(folder.path().join("folder.toml")).unwrap();
    let server = TestServer::with(|settings| {
        settings.games = Some(folder.path().to_owned());
    })
    .await;
    let mut ann = server.guest().await;
    let games = ann.get("/api/games").await.ok();
    let names: Vec<&str> = games
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["name"].as_str().unwrap())
        .collect();
    assert!(
        names.contains(&"mine") && names.contains(&"sesqui"),
        "{names:?}"
    );
    assert_eq!(names.len(), hyperrook_rules::SHIPPED.len() + 1, "{names:?}");
    let mut game_body = game_body(json!({"kind": "engine", "level": 1}));
    game_body["game"]["name"] = json!("mine");
    ann.post("/api/play", game_body).await.ok();
}

/// Games go on by the text that they were begun by, and so do their records.
#[tokio::test(flavor = "multi_thread")]
async fn old_texts_are_kept_when_a_folder_changes() {
    let folder = tempfile::tempdir().unwrap();
    let shipped = hyperrook_rules::SHIPPED.iter();
    let chess = shipped
        .clone()
        .find(|(name, _)| *name == "chess")
        .unwrap()
        .1;
    let file = folder.path().join("mine.toml");
    let old = chess.replacen("name = \"chess\"", "name = \"mine\"", 1);
    std::fs::write(&file, &old).unwrap();
    let server = TestServer::with(|settings| {
        settings.games = Some(folder.path().to_owned());
    })
    .await;
    let mut ann = server.guest().await;
    let mut begun = game_body(json!({"kind": "link"}));
    begun["game"]["name"] = json!("mine");
    let begun = ann.post("/api/play", begun).await.ok();
    let game = begun["id"].as_str().unwrap().to_owned();
    // Rooks are bishops from now on.
    let new = old.replacen("moves = \"R\"", "moves = \"B\"", 1);
    assert_ne!(new, old);
    std::fs::write(&file, new).unwrap();
    let server = server.restart().await;
    let mut bob = server.guest().await;
    bob.post(&format!("/api/play/{game}/join"), json!({}))
        .await
        .ok();
    ann.host = server.host();
    for (seq, mv) in ["a2a4", "h7h5", "a1a3"].into_iter().enumerate() {
        let mover = if seq % 2 == 0 { &mut ann } else { &mut bob };
        mover.play(&game, seq as i64, mv).await.ok();
    }
    let record = bob.get(&format!("/api/play/{game}/record")).await.text;
    assert!(record.contains("[Definition \""), "{record}");
    let tree = bob
        .post("/api/records/read", json!({"text": record}))
        .await
        .ok();
    assert_eq!(tree["nodes"][2]["move"], "a1a3");
    let text = tree["game"]["definition"].as_str().unwrap();
    let text = bob.get(&format!("/api/definitions/{text}")).await.text;
    assert_eq!(text, old);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_error_has_one_shape() {
    let server = TestServer::start().await;
    let mut ann = server.person();
    for (method, path, status, code) in [
        ("GET", "/api", 404, "not_found"),
        ("GET", "/api/", 404, "not_found"),
        ("POST", "/api/nothing/at/all", 404, "not_found"),
        ("GET", "/assets/nothing.js", 404, "not_found"),
        ("DELETE", "/api/games", 405, "method"),
        ("POST", "/api/games/chess", 405, "method"),
        ("PATCH", "/api/me", 405, "method"),
        ("POST", "/healthz", 405, "method"),
        ("PUT", "/metrics", 405, "method"),
        ("POST", "/", 405, "method"),
        ("GET", "/api/socket", 400, "socket"),
        ("GET", "/api/users/%FF", 400, "request"),
        ("GET", "/api/live?limit=many", 400, "request"),
        ("GET", "/api/live?limit=51", 422, "fields"),
        ("GET", "/api/mine?before=x", 422, "fields"),
        ("GET", "/api/games?x=%00", 400, "request"),
        ("POST", "/api/rules/view", 415, "media_type"),
    ] {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let answer = ann
            .send_raw(method.clone(), path, None, Default::default())
            .await;
        assert_eq!(answer.code(status), code, "{method} {path}");
        assert!(answer.headers.contains_key("content-security-policy"));
        assert_eq!(
            status == 405,
            answer.headers.contains_key("allow"),
            "{path}"
        );
    }
    // Nobody else's pages may read anything.
    let answer = ann.get("/api/games").await;
    let mut names = answer.headers.keys().map(|name| name.as_str());
    assert!(!names.any(|name| name.starts_with("access-control")));
}

#[tokio::test(flavor = "multi_thread")]
async fn figures_health_and_readiness() {
    let server = TestServer::start().await;
    let mut ann = server.guest().await;
    let _socket = ann.socket().await;
    assert_eq!(ann.get("/healthz").await.text, "ok\n");
    assert_eq!(ann.get("/readyz").await.text, "ready\n");
    let figures = ann.get("/metrics").await;
    assert!(
        figures.headers["content-type"]
            .to_str()
            .unwrap()
            .starts_with("text/plain")
    );
    for name in [
        "hyperrook_sockets",
        "hyperrook_live_games",
        "hyperrook_store_commit_seconds",
        "hyperrook_engine_jobs",
        "hyperrook_analyses_waiting",
        "hyperrook_requests_total{status=\"2xx\"}",
    ] {
        assert!(figures.text.contains(name), "{name}: {}", figures.text);
    }
}

/// Somebody who has the server send a lot and reads none of it must not keep
/// anything for ever.
#[tokio::test(flavor = "multi_thread")]
async fn one_who_does_not_read_is_let_go() {
    let server = TestServer::with(|settings| {
        settings.limits = LimitSettings {
            sockets_per_address: 1,
            ..settings.limits.clone()
        };
    })
    .await;
    let host = server.host();
    let mut ann = server.guest().await;
    let begun = ann
        .post("/api/play", game_body(json!({"kind": "link"})))
        .await
        .ok();
    let game = begun["id"].as_str().unwrap();
    let mut deaf = Socket::open(&host, None, None).await;
    // Kilobytes each time, more than all buffers between here and there.
    for _ in 0..20_000 {
        let watch = json!({"t": "watch", "id": game}).to_string();
        let sent = futures_util::SinkExt::send(&mut deaf.0, Message::text(watch));
        match tokio::time::timeout(Duration::from_millis(500), sent).await {
            Ok(Ok(())) => {}
            _ => break,
        }
    }
    let begun = Instant::now();
    while Socket::try_open(&host, None, None, None).await.is_err() {
        assert!(begun.elapsed() < Duration::from_secs(40), "it is kept");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes half a minute; `make soak` runs it"]
async fn connections_that_say_nothing_are_closed() {
    let server = TestServer::start().await;
    let mut silent = tokio::net::TcpStream::connect(server.host()).await.unwrap();
    let mut slow = tokio::net::TcpStream::connect(server.host()).await.unwrap();
    slow.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n")
        .await
        .unwrap();
    let mut body = tokio::net::TcpStream::connect(server.host()).await.unwrap();
    body.write_all(
        b"POST /api/rules/view HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
          Content-Length: 100\r\n\r\n{",
    )
    .await
    .unwrap();
    for stream in [&mut silent, &mut slow, &mut body] {
        let mut text = Vec::new();
        let read = stream.read_to_end(&mut text);
        let read = tokio::time::timeout(Duration::from_secs(70), read).await;
        assert!(read.is_ok(), "it is kept open");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_out_closes_the_sockets_of_that_session() {
    let server = TestServer::start().await;
    let mut ann = server.registered("Ann").await;
    let mut elsewhere = server.person();
    elsewhere
        .login("Ann", crate::support::person::PASSWORD)
        .await
        .ok();
    let mut here = ann.socket().await;
    let mut there = elsewhere.socket().await;
    let token = ann
        .post("/api/me/tokens", json!({"label": "bot"}))
        .await
        .ok();
    let mut bot = Person::new(&server.host());
    bot.token = token["token"].as_str().map(str::to_owned);
    let mut bots = bot.socket().await;
    ann.post("/api/logout", json!({})).await.ok();
    assert!(here.receive().await.is_none());
    there.settle().await;
    bots.settle().await;
    let path = format!("/api/me/tokens/{}", token["id"].as_str().unwrap());
    elsewhere.delete(&path, None).await.ok();
    assert!(bots.receive().await.is_none());
    there.settle().await;
}
