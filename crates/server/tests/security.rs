//! What somebody hostile might try, a test each.

use crate::support::games::{between, game_body};
use crate::support::person::PASSWORD;
use crate::support::{Person, Socket, TestServer};
use futures_util::StreamExt;
use hyperrook_server::settings::LimitSettings;
use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderValue};
use serde_json::{Value, json};
use std::collections::HashMap;

fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
    let pair = |(name, value): &(&'static str, &str)| {
        (
            (*name).parse().unwrap(),
            HeaderValue::from_str(value).unwrap(),
        )
    };
    pairs.iter().map(pair).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn another_sites_pages_change_nothing() {
    let server = TestServer::start().await;
    let mut ann = server.registered("Ann").await;
    let (cookie, csrf) = (ann.cookie.clone().unwrap(), ann.csrf.clone());
    let own = format!("http://{}", server.host());
    let body = || Some(json!({"theme": "dark"}));
    let path = "/api/me/settings";
    let evil = [
        "https://evil.example",
        "null",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "file://",
    ];
    for origin in evil {
        let sent = headers(&[("cookie", &cookie), ("x-csrf", &csrf), ("origin", origin)]);
        let answer = ann.send_raw(Method::PUT, path, body(), sent).await;
        assert_eq!(answer.code(403), "origin", "{origin}");
    }
    // No `Origin` at all, with a cookie.
    let sent = headers(&[("cookie", &cookie), ("x-csrf", &csrf)]);
    assert_eq!(
        ann.send_raw(Method::PUT, path, body(), sent)
            .await
            .code(403),
        "origin"
    );
    // The token: none, a wrong one, somebody else's.
    let mut bob = server.registered("Bob").await;
    bob.visit().await;
    for csrf in ["", "x", &bob.csrf] {
        let sent = headers(&[("cookie", &cookie), ("x-csrf", csrf), ("origin", &own)]);
        let answer = ann.send_raw(Method::PUT, path, body(), sent).await;
        assert_eq!(answer.code(403), "csrf", "{csrf}");
    }
    let sent = headers(&[("cookie", &cookie), ("x-csrf", &csrf), ("origin", &own)]);
    assert_eq!(
        ann.send_raw(Method::PUT, path, body(), sent).await.status,
        204
    );
    assert_eq!(ann.get(path).await.ok()["theme"], "dark");
    // Every route that changes something is guarded.
    let api = ann.get("/api/openapi.json").await.ok();
    for (route, methods) in api["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let stateless = ["/api/rules/", "/api/records/", "/api/openings"];
            if method == "get" || stateless.iter().any(|start| route.starts_with(start)) {
                continue;
            }
            let sent = headers(&[("cookie", &cookie), ("origin", &own)]);
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            let path = route.replace("{id}", "x");
            let answer = ann.send_raw(method, &path, Some(json!({})), sent).await;
            assert_eq!(answer.code(403), "csrf", "{route}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_needs_the_sign_in_that_its_description_says() {
    let server = TestServer::start().await;
    let mut ann = server.registered("Ann").await;
    let mut stranger = server.person();
    let api = ann.get("/api/openapi.json").await.ok();
    // Tokens that have every scope but one, by that one.
    let mut tokens = HashMap::new();
    for missing in ["play", "read", "account"] {
        let others = ["play", "read", "account"].into_iter();
        let scopes: Vec<&str> = others.filter(|scope| *scope != missing).collect();
        let body = json!({"label": "a test", "scopes": scopes});
        let made = ann.post("/api/me/tokens", body).await.ok();
        tokens.insert(missing, made["token"].as_str().unwrap().to_owned());
    }
    let (mut open, mut closed) = (0, 0);
    for (route, methods) in api["paths"].as_object().unwrap() {
        for (name, about) in methods.as_object().unwrap() {
            let method = Method::from_bytes(name.to_uppercase().as_bytes()).unwrap();
            let body = (method != Method::GET).then(|| json!({}));
            let path = route.replace(['{', '}'], "");
            let ways = about["security"].as_array().unwrap();
            let is_open = ways.is_empty() || ways.contains(&json!({}));
            *(if is_open { &mut open } else { &mut closed }) += 1;
            let answer = stranger
                .send_raw(method.clone(), &path, body.clone(), HeaderMap::new())
                .await;
            let is_turned_away = matches!(answer.status.as_u16(), 401 | 403);
            assert_eq!(is_turned_away, !is_open, "{name} {route}: {}", answer.text);
            let scope = ways.iter().find_map(|way| way["token"][0].as_str());
            if let Some(scope) = scope {
                let bearer = format!("Bearer {}", tokens[scope]);
                let sent = headers(&[("authorization", &bearer)]);
                let answer = ann.send_raw(method, &path, body, sent).await;
                assert_eq!(answer.code(403), "scope", "{name} {route}");
            }
        }
    }
    assert!(open > 20 && closed > 15, "{open} {closed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_are_not_opened_from_other_sites() {
    let server = TestServer::start().await;
    let ann = server.guest().await;
    let host = server.host();
    let cookie = ann.cookie.as_deref();
    for origin in [Some("https://evil.example"), Some("null"), None] {
        assert!(
            Socket::try_open(&host, cookie, None, origin).await.is_err(),
            "{origin:?}"
        );
    }
    let evil = Some("https://evil.example");
    assert!(Socket::try_open(&host, None, None, evil).await.is_err());
    assert!(
        Socket::try_open(&host, None, Some("made up"), None)
            .await
            .is_err()
    );
    let own = format!("http://{host}");
    assert!(
        Socket::try_open(&host, cookie, None, Some(&own))
            .await
            .is_ok()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_planted_session_is_of_no_use() {
    let server = TestServer::start().await;
    // Mallory gives Ann's browser a secret that he knows: one without a session,
    // and one of a session of his own.
    let mut mallory = server.guest().await;
    let planted = mallory.cookie.clone();
    let mut visitor = server.person();
    visitor.visit().await;
    for cookie in [visitor.cookie.clone(), planted.clone()] {
        let mut ann = server.person();
        ann.cookie.clone_from(&cookie);
        ann.visit().await;
        assert_eq!(ann.cookie, cookie);
        let name = format!("Ann{}", u8::from(cookie == planted));
        ann.register(&name).await;
        assert_ne!(ann.cookie, cookie, "signing in gives a new secret");
        mallory.cookie.clone_from(&cookie);
        let me = mallory.get("/api/me").await.ok();
        assert_eq!(me["user"], Value::Null, "the old one is worth nothing");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_out_ends_sessions() {
    let server = TestServer::start().await;
    let mut ann = server.registered("Ann").await;
    let mut elsewhere = server.person();
    elsewhere.login("ann", PASSWORD).await.ok();
    let mut socket = elsewhere.socket().await;
    let stolen = elsewhere.cookie.clone();
    ann.post("/api/logout-everywhere", json!({})).await.ok();
    assert!(socket.receive().await.is_none(), "sockets are closed");
    elsewhere.cookie = stolen;
    assert_eq!(elsewhere.visit().await["user"], Value::Null);
    assert_eq!(ann.visit().await["user"], Value::Null);
    ann.login("Ann", PASSWORD).await.ok();
    let old = ann.cookie.clone();
    let body = json!({"old": "wrong", "new": "another horse"});
    assert_eq!(ann.post("/api/password", body).await.code(403), "wrong");
    let body = json!({"old": PASSWORD, "new": "another horse"});
    ann.post("/api/password", body).await.ok();
    assert_ne!(ann.cookie, old);
    assert_eq!(ann.login("Ann", PASSWORD).await.code(401), "wrong");
    ann.login("Ann", "another horse").await.ok();
    let secret = ann.cookie.clone();
    ann.post("/api/logout", json!({})).await.ok();
    ann.cookie = secret;
    assert_eq!(ann.visit().await["user"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn cookies_are_out_of_reach() {
    let server = TestServer::with(|settings| {
        settings.public_url = Some("https://play.example.org".into());
    })
    .await;
    let mut ann = server.person();
    let answer = ann.get("/api/me").await;
    let cookie = answer.headers["set-cookie"].to_str().unwrap().to_owned();
    for word in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/"] {
        assert!(cookie.contains(word), "{cookie}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_is_everybodys_is_compressed() {
    let server = TestServer::start().await;
    let ask = async |path: &str| {
        let url = format!("http://{}{path}", server.host());
        let request = reqwest::Client::new().get(url);
        let answer = request.header("accept-encoding", "gzip").send().await;
        let answer = answer.unwrap();
        let packing = answer.headers().get("content-encoding").cloned();
        (packing, answer.bytes().await.unwrap().len())
    };
    let (packing, length) = ask("/api/games/twoboards").await;
    assert_eq!(packing.unwrap(), "gzip");
    // 26 kB as text.
    assert!(length < 8_000, "{length}");
    assert_eq!(ask("/api/me").await.0, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_without_a_page_are_not_found() {
    let server = TestServer::start().await;
    let mut ann = server.person();
    for (path, status) in [
        ("/", 200),
        ("/learn/chess", 200),
        ("/analysis", 200),
        ("/api-docs/", 200),
        ("/nonsense", 404),
        ("/play/x/bogus/x", 404),
    ] {
        let answer = ann.get(path).await;
        assert_eq!(answer.status, status, "{path}");
        assert_eq!(answer.headers["content-type"], "text/html; charset=utf-8");
        // The client's page, or the note that the client was not built.
        assert!(answer.text.contains("Hyperrook"), "{path}: {}", answer.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_allow_no_scripts_of_others() {
    let server = TestServer::start().await;
    let mut ann = server.person();
    for path in [
        "/",
        "/play/x",
        "/api/me",
        "/api-docs",
        "/nothing.js",
        "/healthz",
        "/api/nothing",
    ] {
        let answer = ann.get(path).await;
        let policy = answer.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"));
        assert!(
            !policy.contains("unsafe") && !policy.contains("http"),
            "{policy}"
        );
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
        assert_eq!(answer.headers["x-frame-options"], "DENY");
    }
    let page = ann.get("/api-docs").await.text;
    assert!(!page.contains("<script") && !page.contains(" style=") && !page.contains("http:"));
}

#[tokio::test(flavor = "multi_thread")]
async fn too_much_is_refused() {
    let server = TestServer::with(|settings| {
        settings.limits = LimitSettings {
            requests_per_second: 5,
            sign_ins_per_minute: 3,
            writes_per_second: 1,
            sockets_per_address: 2,
            watched_per_socket: 1,
            ..LimitSettings::default()
        };
    })
    .await;
    let host = server.host();
    let mut ann = server.person();
    ann.visit().await;
    // Sign-ins by address.
    let mut codes = Vec::new();
    for _ in 0..5 {
        codes.push(ann.login("nobody", PASSWORD).await.status.as_u16());
    }
    assert_eq!(codes, [401, 401, 401, 429, 429]);
    // Sockets by address, and games by socket.
    let mut one = Socket::open(&host, None, None).await;
    let _two = Socket::open(&host, None, None).await;
    assert!(Socket::try_open(&host, None, None, None).await.is_err());
    one.say(json!({"t": "watch", "id": "x"})).await;
    assert_eq!(one.receive_kind("error").await["code"], "unknown");
    // Long messages end the socket.
    one.say_text(&format!("\"{}\"", "x".repeat(20_000))).await;
    assert!(one.receive().await.is_none());
    // Requests by address.
    let mut limited = None;
    for _ in 0..60 {
        let answer = ann.get("/api/games").await;
        if answer.status == 429 {
            limited = Some(answer);
            break;
        }
    }
    let limited = limited.expect("a limit");
    assert_eq!(limited.code(429), "too_many");
    assert!(
        limited.headers["retry-after"]
            .to_str()
            .unwrap()
            .parse::<u64>()
            .unwrap()
            >= 1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_are_bounded_and_must_be_json() {
    let server = TestServer::start().await;
    let mut ann = server.guest().await;
    let big = json!({"text": "x".repeat(600_000)});
    assert_eq!(
        ann.post("/api/definitions", big).await.code(413),
        "too_large"
    );
    let long = json!({"text": "x".repeat(300_000)});
    assert_eq!(ann.post("/api/definitions", long).await.code(422), "faults");
    let deep = format!("{{\"a\":{}1{}}}", "[".repeat(5000), "]".repeat(5000));
    let own = format!("http://{}", server.host());
    let url = format!("{own}/api/me/settings");
    let send = |kind: &'static str, body: String| {
        let request = ann.client.put(&url).header("content-type", kind).body(body);
        let request = request.header("origin", &own).header("x-csrf", &ann.csrf);
        request.header("cookie", ann.cookie.clone().unwrap()).send()
    };
    assert_eq!(send("application/json", deep).await.unwrap().status(), 422);
    assert_eq!(send("text/plain", "{}".into()).await.unwrap().status(), 415);
    assert_eq!(
        send("application/json", "{\"a\":\"\\u0000\"}".into())
            .await
            .unwrap()
            .status(),
        422
    );
    // These six characters are no NUL.
    let backslash = json!({"a": "\\u0000"});
    let kept = ann.put("/api/me/settings", backslash).await;
    assert!(kept.status.is_success(), "{}", kept.text);
    let nul = json!({"a": "\0"});
    ann.put("/api/me/settings", nul).await.code(422);
    let settings = json!({"x": "y".repeat(17_000)});
    assert_eq!(
        ann.put("/api/me/settings", settings).await.code(422),
        "settings"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_in_bodies_name_the_field() {
    let server = TestServer::start().await;
    let mut ann = server.guest().await;
    let chess = json!({"name": "chess"});
    let position = json!({"game": {"name": "chess", "options": {"first": 5}}});
    let new_game = game_body(json!({"kind": "engine", "level": "high"}));
    let moves = json!({"game": chess, "moves": ["e2e4", 7], "text": "e5"});
    let nameless = json!({"game": {}, "text": "e5"});
    for (path, body, field, reason) in [
        (
            "/api/rules/view",
            position,
            "game.options.first",
            "`game.options.first` must be a text, not 5.",
        ),
        (
            "/api/rules/read",
            moves,
            "moves[1]",
            "`moves[1]` must be a text, not 7.",
        ),
        (
            "/api/rules/read",
            nameless,
            "game.name",
            "`game.name` is missing.",
        ),
        (
            "/api/play",
            new_game,
            "opponent",
            "`opponent` must be a whole number from 0 to 255, not the text \"high\".",
        ),
    ] {
        let answer = ann.post(path, body).await;
        assert_eq!(answer.code(422), "body", "{path}");
        let error = answer.json()["error"].clone();
        assert_eq!(error["fields"][field], reason, "{error}");
        assert_eq!(error["message"], reason, "{error}");
    }
}

/// Otherwise a misspelt `scopes` would give a token all usual scopes.
#[tokio::test(flavor = "multi_thread")]
async fn bodies_with_unknown_fields_are_refused() {
    let server = TestServer::start().await;
    let mut ann = server.registered("ann").await;
    let tokens = ann.get("/api/me/tokens").await.ok();
    let mut new_game = game_body(json!({"kind": "link"}));
    new_game["game"] = json!({"name": "gateway", "option": {"length": "8"}});
    let game = ann
        .post("/api/play", game_body(json!({"kind": "link"})))
        .await
        .ok()["id"]
        .clone();
    let actions = format!("/api/play/{}/actions", game.as_str().unwrap());
    let chess = json!({"name": "chess"});
    let node = json!({"id": 0, "parent": null, "move": "e2e4", "mv": "e2e4"});
    let tree = json!({"game": chess, "tags": [], "start": null, "nodes": [node]});
    let item = json!({"item": "lesson/chess/1", "first_try": true, "done": 0, "extra": 1});
    for (path, body, field) in [
        (
            "/api/me/tokens",
            json!({"label": "bot", "scope": ["read"]}),
            "scope",
        ),
        ("/api/play", new_game, "game.option"),
        (&actions, json!({"t": "abort", "ky": "k"}), "ky"),
        ("/api/rules/view", json!({"game": chess, "fen": "x"}), "fen"),
        (
            "/api/rules/refusal",
            json!({"game": chess, "move": "e2e5", "form": 3}),
            "form",
        ),
        ("/api/records/write", tree, "nodes[0].mv"),
        ("/api/me/progress", json!([item]), "[0].extra"),
    ] {
        let answer = ann.post(path, body).await;
        assert_eq!(answer.code(422), "body", "{path}");
        let error = answer.json()["error"].clone();
        let reason = error["fields"][field].as_str().unwrap();
        assert!(
            reason.starts_with(&format!(
                "There is no field `{field}`. Possible fields are `"
            )),
            "{reason}"
        );
        assert_eq!(error["message"], reason);
    }
    // Nothing was done.
    assert_eq!(ann.get("/api/me/tokens").await.ok(), tokens);
    assert_eq!(
        ann.state(game.as_str().unwrap()).await["outcome"],
        Value::Null
    );
    // Only the socket knows of lag.
    let mv = json!({"t": "move", "seq": 0, "move": "e2e4", "lag_ms": 5});
    let answer = ann.post(&actions, mv).await;
    assert_eq!(answer.code(422), "fields");
    // Messages on the socket may have fields of newer versions.
    let mut socket = ann.socket().await;
    let watch = json!({"t": "watch", "id": game, "newer": 1});
    socket.say(watch).await;
    socket.receive_kind("state").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_in_addresses_are_plain_sentences() {
    let server = TestServer::start().await;
    let mut ann = server.guest().await;
    for (path, status, reason) in [
        (
            "/api/live?limit=many",
            400,
            "`limit` must be a whole number.",
        ),
        (
            "/api/mine?state=done",
            400,
            "`state` must be current or over, not done.",
        ),
        ("/api/board.svg", 422, "Name a game, as in ?game=chess."),
        (
            "/api/socket",
            400,
            "This address is a WebSocket. Open it with a WebSocket client.",
        ),
    ] {
        let answer = ann.get(path).await;
        answer.code(status);
        assert_eq!(answer.json()["error"]["message"], reason, "{path}");
    }
}

/// Texts that end queries, leave folders, or are scripts.
const EVIL: [&str; 9] = [
    "' OR '1'='1",
    "'; DROP TABLE users; --",
    "\" UNION SELECT password FROM users --",
    "%27%20OR%201=1",
    "../../../../etc/passwd",
    "..%2f..%2f..%2fetc%2fpasswd",
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "javascript:alert(1)",
];

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn queries_cannot_be_bent() {
    let server = TestServer::start().await;
    let mut ann = server.registered("Ann").await;
    for evil in EVIL {
        for path in [
            "/api/users/",
            "/api/play/",
            "/api/definitions/",
            "/api/analyses/",
        ] {
            let answer = ann.get(&format!("{path}{}", encoded(evil))).await;
            assert_eq!(answer.status, 404, "{path}{evil}: {}", answer.text);
        }
        assert_eq!(server.person().login(evil, evil).await.code(401), "wrong");
        let token = encoded(evil);
        let gone = ann.delete(&format!("/api/me/tokens/{token}"), None).await;
        assert_eq!(gone.code(404), "not_found");
        let before = ann
            .get(&format!("/api/mine?before={}", encoded(evil)))
            .await;
        assert_eq!(before.code(422), "fields");
    }
    assert_eq!(ann.get("/api/users/Ann").await.ok()["user"]["name"], "Ann");
}

#[tokio::test(flavor = "multi_thread")]
async fn files_outside_are_out_of_reach() {
    let server = TestServer::start().await;
    let host = server.host();
    // Raw requests: clients tidy paths up.
    for path in [
        "/../../etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/assets/../../../Cargo.toml",
        "/assets/..%5c..%5cCargo.toml",
        "//etc/passwd",
        "/%2e%2e/%2e%2e/Cargo.toml",
        "/api/../../hyperrook.db",
        "/hyperrook.db",
    ] {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let mut stream = tokio::net::TcpStream::connect(&host).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).await.unwrap();
        let outside = ["root:", "[workspace]", "SQLite format"];
        assert!(
            !outside.iter().any(|word| text.contains(word)),
            "{path}: {text}"
        );
    }
}

/// Everything that shows texts of people to people must be JSON or plain text.
fn is_harmless(answer: &crate::support::person::Answer) -> bool {
    let kind = answer.headers["content-type"].to_str().unwrap();
    !kind.starts_with("text/html") && answer.headers["x-content-type-options"] == "nosniff"
}

#[tokio::test(flavor = "multi_thread")]
async fn scripts_in_texts_stay_texts() {
    let server = TestServer::start().await;
    let mut ann = server.registered("Ann").await;
    let game = hyperrook_rules::SHIPPED
        .iter()
        .find(|(name, _)| *name == "chess")
        .unwrap()
        .1;
    for evil in EVIL {
        let name = json!({"name": evil, "password": PASSWORD});
        assert_eq!(
            server.person().post("/api/register", name).await.code(422),
            "fields"
        );
        let label = ann.post("/api/me/tokens", json!({"label": evil})).await;
        let id = label.ok()["id"].as_str().unwrap().to_owned();
        let tokens = ann.get("/api/me/tokens").await;
        assert!(is_harmless(&tokens));
        assert_eq!(tokens.ok()[0]["label"], evil);
        ann.delete(&format!("/api/me/tokens/{id}"), None).await.ok();

        // Title, credit and text of a definition, in a record and a picture.
        let quoted = serde_json::to_string(evil).unwrap();
        let line = game.lines().find(|line| line.starts_with("title")).unwrap();
        let text = game.replacen(line, &format!("title = {quoted}"), 1);
        let kept = ann.post("/api/definitions", json!({"text": text})).await;
        assert!(is_harmless(&kept));
        let hash = kept.ok()["definition"].as_str().unwrap().to_owned();
        let shown = ann.get(&format!("/api/definitions/{hash}")).await;
        assert!(is_harmless(&shown) && shown.text == text);
        let svg = ann
            .get(&format!("/api/board.svg?game=chess&definition={hash}"))
            .await;
        assert_eq!(svg.status, 200, "{}", svg.text);
        // As text it may stand there; as markup not.
        assert!(!svg.text.contains("<script") && !svg.text.contains("<img"));
        assert!(!svg.text.contains("<svg onload"), "{}", svg.text);

        let tree = json!({
            "game": {"name": "chess"}, "tags": [["White", evil], ["Event", evil]], "start": null,
            "comment": evil,
            "nodes": [{"id": 1, "parent": null, "move": "e2e4", "comment": evil, "nags": []}],
        });
        let shared = ann.post("/api/analyses", tree.clone()).await.ok();
        let id = shared["id"].as_str().unwrap();
        let read = ann.get(&format!("/api/analyses/{id}")).await;
        assert!(is_harmless(&read));
        assert_eq!(read.ok()["nodes"][0]["comment"], evil);
        let record = ann.post("/api/records/write", tree).await;
        assert!(is_harmless(&record));
        let read = ann.post("/api/records/read", record.ok()).await;
        assert!(is_harmless(&read));
        assert_eq!(read.ok()["nodes"][0]["comment"], evil);

        let settings = json!({"theme": evil});
        ann.put("/api/me/settings", settings.clone()).await.ok();
        let read = ann.get("/api/me/settings").await;
        assert!(is_harmless(&read) && read.ok() == settings);
    }
    // Reflected: errors that repeat what was said.
    for evil in EVIL {
        for path in ["/api/users/", "/api/games/", "/api/board.svg?game="] {
            let answer = ann.get(&format!("{path}{}", encoded(evil))).await;
            assert!(
                answer.status.is_client_error() && is_harmless(&answer),
                "{path}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_peoples_things_are_theirs() {
    let server = TestServer::start().await;
    let mut ann = server.registered("Ann").await;
    let mut bob = server.registered("Bob").await;
    let mut eve = server.registered("Eve").await;
    ann.put("/api/me/settings", json!({"secret": "of Ann"}))
        .await
        .ok();
    let token = ann
        .post("/api/me/tokens", json!({"label": "bot"}))
        .await
        .ok();
    let path = format!("/api/me/tokens/{}", token["id"].as_str().unwrap());
    assert_eq!(eve.delete(&path, None).await.code(404), "not_found");
    assert_eq!(eve.get("/api/me/tokens").await.ok(), json!([]));
    assert_eq!(eve.get("/api/me/settings").await.ok(), json!({}));
    let seek = ann
        .post("/api/play", game_body(json!({"kind": "seek"})))
        .await
        .ok();
    let seek = format!("/api/seeks/{}", seek["seek"].as_str().unwrap());
    assert_eq!(eve.delete(&seek, None).await.code(404), "not_found");
    let game = between(&mut ann, &mut bob, |_| {}).await;
    for action in [
        json!({"t": "resign"}),
        json!({"t": "abort"}),
        json!({"t": "draw", "accept": true}),
        json!({"t": "takeback", "accept": true}),
        json!({"t": "rematch"}),
        json!({"t": "conditional", "seq": 0, "lines": []}),
    ] {
        assert_eq!(eve.act(&game, action).await.code(403), "not_a_player");
    }
    // Nothing of a person's own is on the page for others.
    let page = eve.get("/api/users/Ann").await.text;
    for word in ["secret", "argon2", "hash", "password", "token"] {
        assert!(!page.contains(word), "{page}");
    }
    // A bot can play, but is nobody else.
    let mut bot = Person::new(&server.host());
    bot.token = Some(token["token"].as_str().unwrap().to_owned());
    assert_eq!(bot.get("/api/me").await.ok()["user"]["name"], "Ann");
    bot.play(&game, 0, "e2e4").await.ok();
    ann.delete(&path, None).await.ok();
    assert_eq!(bot.get("/api/me").await.code(401), "token");
}

#[tokio::test(flavor = "multi_thread")]
async fn deleted_accounts_leave_games_without_names() {
    let server = TestServer::start().await;
    let mut ann = server.registered("Ann").await;
    let mut bob = server.registered("Bob").await;
    let game = between(&mut ann, &mut bob, |_| {}).await;
    ann.play(&game, 0, "e2e4").await.ok();
    bob.play(&game, 1, "e7e5").await.ok();
    let wrong = json!({"password": "wrong"});
    assert_eq!(ann.delete("/api/me", Some(wrong)).await.code(403), "wrong");
    ann.delete("/api/me", Some(json!({"password": PASSWORD})))
        .await
        .ok();
    assert_eq!(ann.visit().await["user"], Value::Null);
    assert_eq!(
        server.person().login("Ann", PASSWORD).await.code(401),
        "wrong"
    );
    assert_eq!(bob.get("/api/users/Ann").await.code(404), "not_found");
    let state = bob.state(&game).await;
    assert_eq!(state["outcome"]["reason"], "resignation");
    assert_eq!(
        bob.get("/api/mine").await.ok()[0]["white"]["name"],
        "deleted"
    );
    // The game is still in memory, and its record can be had.
    assert_eq!(state["white"]["name"], "deleted");
    let record = bob.get(&format!("/api/play/{game}/record")).await;
    assert!(
        record.text.contains("[White \"deleted\"]"),
        "{}",
        record.text
    );
    server.registered("Ann").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn banned_people_are_out() {
    let server = TestServer::start().await;
    let mut ann = server.registered("Ann").await;
    hyperrook_server::admin::ban(&server.settings, "ann", true)
        .await
        .unwrap();
    assert_eq!(ann.visit().await["user"], Value::Null);
    assert_eq!(ann.login("Ann", PASSWORD).await.code(403), "banned");
    hyperrook_server::admin::ban(&server.settings, "Ann", false)
        .await
        .unwrap();
    ann.login("Ann", PASSWORD).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes a minute"]
async fn sockets_of_banned_people_are_closed() {
    let server = TestServer::start().await;
    let (ann, bob) = (
        server.registered("Ann").await,
        server.registered("Bob").await,
    );
    let (mut anns, mut bobs) = (ann.socket().await, bob.socket().await);
    hyperrook_server::admin::ban(&server.settings, "ann", true)
        .await
        .unwrap();
    // Who does not answer for so long is let go: Bob goes on answering.
    let closed = async {
        loop {
            tokio::select! {
                received = anns.0.next() => if !matches!(received, Some(Ok(_))) { break },
                received = bobs.0.next() => assert!(matches!(received, Some(Ok(_))), "{received:?}"),
            }
        }
    };
    let within = std::time::Duration::from_secs(75);
    assert!(tokio::time::timeout(within, closed).await.is_ok());
    bobs.settle().await;
}

/// Profiles are found by name and by ID.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_takes_over_the_address_of_another_profile() {
    let server = TestServer::start().await;
    let mut ann = server.guest().await;
    let id = ann.get("/api/me").await.ok()["user"]["id"].clone();
    let id = id.as_str().unwrap();
    for name in [id.to_owned(), id.to_uppercase()] {
        let taken = json!({"name": name, "password": PASSWORD});
        let answer = server.person().post("/api/register", taken).await;
        assert_eq!(answer.code(409), "taken", "{name}");
    }
    // Other names that could be IDs are names like any.
    server.registered("grandmasters").await;
    // Somebody has done it when that was possible.
    let store = hyperrook_server::store::Store::open_folder(&server.settings.data);
    let store = store.await.unwrap();
    let mut eve = server.registered("Eve").await;
    let eves = eve.get("/api/me").await.ok()["user"]["id"].clone();
    let mut same = store
        .account(eves.as_str().unwrap())
        .await
        .unwrap()
        .unwrap();
    same.id = "aaaaaaaaaaaa".to_owned();
    same.name = id.to_owned();
    store.add_account(same).await.unwrap();
    let shown = eve.get(&format!("/api/users/{id}")).await.ok();
    assert_eq!(shown["user"]["id"], id);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_passes_for_the_server_or_its_operator() {
    let server = TestServer::start().await;
    for name in [
        "Guest-abc123",
        "Administrator",
        "admin2",
        "Hyperrook-Admin",
        "HyperrookTeam",
        "_moderator",
        "support",
        "deleted_",
        "engine-8",
        "Engine-level-8",
    ] {
        let taken = json!({"name": name, "password": PASSWORD});
        let answer = server.person().post("/api/register", taken).await;
        assert_eq!(answer.code(422), "fields", "{name}");
        let fault = answer.json()["error"]["fields"]["name"].to_string();
        assert!(fault.contains("reserved"), "{fault}");
    }
    for name in ["Engineer", "Supporter7", "ann-guest"] {
        server.registered(name).await;
    }
}
