//! Nonsense: whatever is sent, the server answers in its own words, does not
//! fail, and goes on.

use crate::support::games::{between, game_body};
use crate::support::{Person, Socket, TestServer};
use fastrand::Rng;
use futures_util::{SinkExt, StreamExt};
use reqwest::Method;
use serde_json::{Map, Value, json};
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;

const WORDS: [&str; 24] = [
    "",
    "chess",
    "sesqui",
    "e2e4",
    "white",
    "black",
    "engine",
    "link",
    "seek",
    "none",
    "live",
    "days",
    "' OR 1=1 --",
    "../..",
    "<script>",
    "\u{1F409}",
    "\u{202e}",
    "%00",
    "null",
    "-1",
    "1e309",
    "NaN",
    "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
    "\r\nX-Evil: 1",
];

fn word(random: &mut Rng) -> String {
    match random.u32(0..12) {
        0 => "x".repeat(random.usize(0..3000)),
        1 => (0..random.usize(0..20)).map(|_| random.char(..)).collect(),
        _ => WORDS[random.usize(0..WORDS.len())].to_owned(),
    }
}

/// Any JSON.
fn anything(random: &mut Rng, depth: u32) -> Value {
    match random.u32(0..if depth == 0 { 6 } else { 9 }) {
        0 => Value::Null,
        1 => json!(random.bool()),
        2 => json!(random.i64(-5..100)),
        3 => [
            json!(i64::MIN),
            json!(i64::MAX),
            json!(u64::MAX),
            json!(1e300),
            json!(-0.5),
        ][random.usize(0..5)]
        .clone(),
        4 | 5 => json!(word(random)),
        6 => (0..random.u32(0..4))
            .map(|_| anything(random, depth - 1))
            .collect(),
        _ => {
            let field = |random: &mut Rng| (word(random), anything(random, depth - 1));
            let fields = (0..random.u32(0..4)).map(|_| field(random));
            Value::Object(fields.collect::<Map<_, _>>())
        }
    }
}

/// JSON of about a schema: now and then a part of it is something else.
fn of_schema(api: &Value, schema: &Value, random: &mut Rng, depth: u32) -> Value {
    if depth == 0 || random.u32(0..25) == 0 {
        return anything(random, 2);
    }
    if let Some(reference) = schema["$ref"].as_str() {
        let target = api.pointer(reference.trim_start_matches('#')).unwrap();
        return of_schema(api, target, random, depth - 1);
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(choices) = schema[key].as_array() {
            let choice = &choices[random.usize(0..choices.len())];
            return of_schema(api, choice, random, depth - 1);
        }
    }
    if let Some(parts) = schema["allOf"].as_array() {
        let mut all = Map::new();
        for part in parts {
            if let Value::Object(fields) = of_schema(api, part, random, depth - 1) {
                all.extend(fields);
            }
        }
        return Value::Object(all);
    }
    if let Some(values) = schema["enum"].as_array() {
        return values[random.usize(0..values.len())].clone();
    }
    if !schema["const"].is_null() {
        return schema["const"].clone();
    }
    let kinds = match &schema["type"] {
        Value::String(kind) => vec![kind.clone()],
        Value::Array(kinds) => kinds
            .iter()
            .map(|kind| kind.as_str().unwrap().to_owned())
            .collect(),
        _ => return anything(random, 2),
    };
    match kinds[random.usize(0..kinds.len())].as_str() {
        "null" => Value::Null,
        "boolean" => json!(random.bool()),
        "integer" => json!(random.i64(-1..70)),
        "number" => json!(random.f64() * 100.0),
        "string" => json!(word(random)),
        "array" => {
            let items =
                (0..random.u32(0..4)).map(|_| of_schema(api, &schema["items"], random, depth - 1));
            items.collect()
        }
        _ => {
            let mut fields = Map::new();
            for (name, field) in schema["properties"].as_object().into_iter().flatten() {
                let needed = schema["required"].as_array();
                let needed = needed.is_some_and(|names| names.iter().any(|other| other == name));
                if needed && random.u32(0..20) != 0 || !needed && random.bool() {
                    fields.insert(name.clone(), of_schema(api, field, random, depth - 1));
                }
            }
            Value::Object(fields)
        }
    }
}

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// Sends requests to every route that the description has.
async fn fuzz_routes(rounds: u32, seed: u64) {
    let server = TestServer::start().await;
    let mut random = Rng::with_seed(seed);
    let mut person = server.registered("Fuzzy").await;
    let mut bot = Person::new(&server.host());
    let token = person
        .post("/api/me/tokens", json!({"label": "bot"}))
        .await
        .ok();
    bot.token = token["token"].as_str().map(str::to_owned);
    let api = person.get("/api/openapi.json").await.ok();
    // Something to find.
    let engine = game_body(json!({"kind": "engine", "level": 1}));
    let game = person.post("/api/play", engine).await.ok()["id"].clone();
    let seek = person
        .post("/api/play", game_body(json!({"kind": "seek"})))
        .await
        .ok()["seek"]
        .clone();
    let known = [
        game.as_str().unwrap(),
        seek.as_str().unwrap(),
        "Fuzzy",
        "chess",
    ];
    for _ in 0..rounds {
        for (route, methods) in api["paths"].as_object().unwrap() {
            for (method, about) in methods.as_object().unwrap() {
                // These end the session, or the person.
                let last = ["/api/logout", "/api/logout-everywhere"].contains(&&**route);
                if last || (method == "delete" && route == "/api/me") {
                    continue;
                }
                let mut path = route.clone();
                let mut query = Vec::new();
                for parameter in about["parameters"].as_array().into_iter().flatten() {
                    let name = parameter["name"].as_str().unwrap();
                    if parameter["in"] == "path" {
                        let value = if random.bool() {
                            known[random.usize(0..known.len())].to_owned()
                        } else {
                            word(&mut random)
                        };
                        let value = if value.is_empty() {
                            "x".into()
                        } else {
                            encoded(&value)
                        };
                        path = path.replace(&format!("{{{name}}}"), &value);
                    } else if random.bool() {
                        let value = of_schema(&api, &parameter["schema"], &mut random, 2);
                        let value = value.as_str().map_or(value.to_string(), str::to_owned);
                        query.push(format!("{}={}", encoded(name), encoded(&value)));
                    }
                }
                if !query.is_empty() {
                    path = format!("{path}?{}", query.join("&"));
                }
                let content = about["requestBody"]["content"].as_object();
                let schema = content.and_then(|content| content.values().next());
                let body = schema.map(|body| of_schema(&api, &body["schema"], &mut random, 7));
                let who = if random.bool() { &mut person } else { &mut bot };
                let sent = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
                let answer = who.send(sent, &path, body.clone()).await;
                let said = format!(
                    "{method} {path} {body:?}: {} {}",
                    answer.status, answer.text
                );
                assert!(answer.status.as_u16() < 500, "{said}");
                if !answer.status.is_success() {
                    assert!(answer.json()["error"]["code"].is_string(), "{said}");
                    let stated = &about["responses"][answer.status.as_str()];
                    assert!(!stated.is_null(), "this is not stated: {said}");
                }
                if answer.status.as_u16() == 403 && answer.json()["error"]["code"] == "csrf" {
                    person.visit().await;
                }
            }
        }
    }
    assert_eq!(server.person().get("/readyz").await.status, 200);
    assert!(
        person.get("/api/me").await.ok()["user"].is_object(),
        "the session is the same"
    );
}

const KINDS: [&str; 20] = [
    "watch",
    "unwatch",
    "lobby",
    "unlobby",
    "home",
    "unhome",
    "move",
    "resign",
    "draw",
    "takeback",
    "abort",
    "rematch",
    "conditional",
    "ping",
    "analyse",
    "stop",
    "state",
    "ack",
    "",
    "Move",
];

fn message(random: &mut Rng, games: &[String]) -> String {
    let mut fields = Map::new();
    let kind = KINDS[random.usize(0..KINDS.len())];
    fields.insert("t".into(), json!(kind));
    for name in [
        "id", "key", "seq", "move", "accept", "lines", "since", "req", "game", "n", "lag_ms",
        "position", "moves",
    ] {
        if random.u32(0..4) == 0 {
            continue;
        }
        let value = match (name, random.u32(0..8)) {
            (_, 0) => anything(random, 3),
            ("id", _) => json!(games[random.usize(0..games.len())]),
            ("key", _) => json!(format!("k{}", random.u32(..))),
            ("move", _) => json!(["e2e4", "e7e5", "a1a1", "O-O", "Nf3"][random.usize(0..5)]),
            ("accept", _) => json!(random.bool()),
            ("lines", _) if kind == "analyse" => json!(random.i64(0..7)),
            ("lines", _) => json!([["e7e5", "g1f3"], ["c7c5", word(random)]]),
            ("game", _) => json!({"name": "chess"}),
            ("position", _) => json!(word(random)),
            ("moves", _) => json!(["e2e4"]),
            _ => json!(random.i64(-1..5)),
        };
        fields.insert(name.into(), value);
    }
    let text = Value::Object(fields).to_string();
    // Now and then something that is no JSON any more.
    match random.u32(0..12) {
        0 => text.chars().take(random.usize(0..text.len())).collect(),
        1 => {
            let mut bytes = text.into_bytes();
            let at = random.usize(0..bytes.len());
            bytes[at] = random.u8(..);
            String::from_utf8_lossy(&bytes).into_owned()
        }
        2 => anything(random, 4).to_string(),
        _ => text,
    }
}

async fn fuzz_socket(messages: u32, seed: u64) {
    let server = TestServer::start().await;
    let mut random = Rng::with_seed(seed);
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let mut games = vec!["nothing".to_owned()];
    for _ in 0..3 {
        games.push(between(&mut ann, &mut bob, |_| {}).await);
    }
    games.push(
        between(&mut ann, &mut bob, |game_body| {
            game_body["clock"] = json!({"kind": "days", "days": 1})
        })
        .await,
    );
    let mut open: Vec<Socket> = vec![
        ann.socket().await,
        bob.socket().await,
        Socket::open(&server.host(), None, None).await,
    ];
    for n in 0..messages {
        let which = random.usize(0..open.len());
        let socket = &mut open[which];
        let said = if random.u32(0..200) == 0 {
            Message::binary(vec![random.u8(..); random.usize(0..100)])
        } else {
            Message::text(message(&mut random, &games))
        };
        if socket.0.send(said).await.is_err() {
            *socket = ann.socket().await;
        }
        // What is received is of the kinds that are documented.
        while let Ok(Some(Ok(received))) =
            tokio::time::timeout(Duration::from_millis(1), socket.0.next()).await
        {
            if let Message::Text(text) = received {
                let received: Value = serde_json::from_str(&text).unwrap();
                assert_ne!(received["code"], "internal", "{received}");
                assert_ne!(received["code"], "try_again", "{received}");
            }
        }
        if n % 500 == 499 {
            for socket in &mut open {
                *socket = ann.socket().await;
            }
        }
    }
    // The games are as they may be, and go on.
    for game in &games[1..] {
        let state = ann.state(game).await;
        assert_eq!(state["seq"], state["moves"].as_array().unwrap().len());
    }
    let mut fresh = ann.socket().await;
    fresh.settle().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_survives_nonsense() {
    fuzz_routes(6, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_socket_survives_nonsense() {
    fuzz_socket(1500, 2).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes; `make soak` runs it"]
async fn every_route_survives_much_nonsense() {
    fuzz_routes(200, 3).await;
}

/// A hundred thousand messages, in parts: a soak that was stopped goes on with the
/// next.
macro_rules! soak {
    ($($name:ident: $seed:literal),*) => {$(
        #[tokio::test(flavor = "multi_thread")]
        #[ignore = "takes minutes; `make soak` runs it"]
        async fn $name() {
            fuzz_socket(20_000, $seed).await;
        }
    )*};
}

soak! {
    much_nonsense_on_the_socket_a: 4, much_nonsense_on_the_socket_b: 5,
    much_nonsense_on_the_socket_c: 6, much_nonsense_on_the_socket_d: 7,
    much_nonsense_on_the_socket_e: 8
}
