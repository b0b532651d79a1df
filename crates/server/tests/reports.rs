//! Reports of finished games by the engine, the tree of openings, and records that are read.

use crate::support::games::{FOOLS_MATE, between};
use crate::support::{Person, settings};
use hyperrook_server::Server;
use hyperrook_server::admin;
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection};
use std::time::Duration;

/// A server with two registered people and a game that is over.
pub(super) async fn played() -> (tempfile::TempDir, Server, Person, Person, String) {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(settings(folder.path())).await.unwrap();
    let host = server.address().to_string();
    let (mut white, mut black) = (Person::new(&host), Person::new(&host));
    white.register("White").await;
    black.register("Black").await;
    let id = play(&mut white, &mut black).await;
    (folder, server, white, black, id)
}

async fn play(white: &mut Person, black: &mut Person) -> String {
    let id = between(white, black, |_| ()).await;
    for (seq, mv) in FOOLS_MATE.iter().enumerate() {
        let mover = if seq % 2 == 0 {
            &mut *white
        } else {
            &mut *black
        };
        mover.play(&id, seq as i64, mv).await.ok();
    }
    id
}

/// Asks again until something holds.
async fn until(person: &mut Person, path: &str, holds: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..400 {
        let answer = person.get(path).await.ok();
        if holds(&answer) {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{path} does not become what is expected");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_reports_on_a_finished_game_and_the_report_is_kept() {
    let (_folder, server, mut white, mut black, id) = played().await;
    let path = format!("/api/reports/{id}");
    assert_eq!(white.get(&path).await.ok()["state"], "none");
    let asked = white.post(&path, json!({})).await.ok();
    assert!(["queued", "running", "done"].contains(&asked["state"].as_str().unwrap()));
    let answer = until(&mut black, &path, |answer| answer["state"] == "done").await;
    let report = &answer["report"];
    let moves = report["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4);
    // 2.g4 allows the mate: a blunder and a turning point, and other moves were better.
    assert_eq!(moves[2]["verdict"], "blunder", "{report}");
    assert_eq!(moves[2]["turning"], true);
    assert_ne!(moves[2]["better_moves"][0], "g2g4");
    assert_eq!(moves[2]["score"], json!({"mate": -1}));
    // The mate is the best move, and there is no score after it.
    assert_eq!(moves[3]["verdict"], "best");
    assert_eq!(moves[3]["score"], Value::Null);
    assert_eq!(moves[3]["chance"], 0.0);
    assert_eq!(report["black"]["blunders"], 0);
    let accuracy = |side: &str| report[side]["accuracy"].as_f64().unwrap();
    assert!(accuracy("white") < accuracy("black"));
    // Asking again gives the same.
    let again = white.post(&path, json!({})).await.ok();
    assert_eq!(again["report"], *report);
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_are_for_what_is_over_and_has_moves() {
    let (_folder, server, mut white, mut black, _) = played().await;
    let running = between(&mut white, &mut black, |_| ()).await;
    white.play(&running, 0, "e2e4").await.ok();
    let ask = |id: &str| format!("/api/reports/{id}");
    let answer = white.post(&ask(&running), json!({})).await;
    assert_eq!(answer.code(409), "not_over");
    let answer = white.post(&ask("nothing"), json!({})).await;
    answer.code(404);
    let tree = |nodes: Value| json!({"game": {"name": "chess"}, "tags": [], "start": null, "nodes": nodes});
    let empty = white.post("/api/analyses", tree(json!([]))).await.ok();
    let answer = white
        .post(&ask(empty["id"].as_str().unwrap()), json!({}))
        .await;
    assert_eq!(answer.code(422), "no_moves");
    // The main line of an analysis is judged, and nobody has more than three at once.
    let nodes = json!([
        {"id": 0, "parent": null, "move": "f2f3"},
        {"id": 1, "parent": null, "move": "e2e4"},
        {"id": 2, "parent": 0, "move": "e7e5"},
    ]);
    let mut shared = Vec::new();
    for _ in 0..4 {
        let id = white.post("/api/analyses", tree(nodes.clone())).await.ok()["id"].clone();
        shared.push(id.as_str().unwrap().to_owned());
    }
    let mut refused = 0;
    for id in &shared {
        let answer = white.post(&ask(id), json!({})).await;
        if answer.status.is_success() {
            continue;
        }
        assert_eq!(answer.code(409), "too_many_reports");
        refused += 1;
    }
    assert!(refused <= 1);
    let answer = until(&mut white, &ask(&shared[0]), |answer| {
        answer["state"] == "done"
    })
    .await;
    let moves = answer["report"]["moves"].as_array().unwrap().clone();
    let texts: Vec<&Value> = moves.iter().map(|mv| &mv["move"]).collect();
    assert_eq!(texts, ["f2f3", "e7e5"]);
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_games_and_records_fill_the_tree_of_openings() {
    let (folder, server, mut white, mut black, first) = played().await;
    let second = play(&mut white, &mut black).await;
    let at = |moves: Value| json!({"game": {"name": "chess"}, "moves": moves});
    let mut found = Value::Null;
    for _ in 0..400 {
        found = white.post("/api/openings", at(json!([]))).await.ok();
        if found["people"][0]["black"] == 2 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let people = found["people"].as_array().unwrap();
    assert_eq!(people.len(), 1, "{found}");
    assert_eq!(people[0]["move"], "f2f3");
    assert_eq!(people[0]["short"], "f3");
    assert_eq!([&people[0]["white"], &people[0]["draws"]], [0, 0]);
    let last = people[0]["game"].as_str().unwrap();
    assert!([first.as_str(), second.as_str()].contains(&last));
    // The counters of a position do not matter, only how it stands.
    let after = white
        .post("/api/openings", at(json!(["f2f3", "e7e5", "g2g4"])))
        .await
        .ok();
    assert_eq!(after["people"][0]["short"], "Qh4#");
    let options = json!({"black_setup": "mirrored"});
    let elsewhere = json!({"game": {"name": "walkers", "options": options}, "moves": []});
    let other = white.post("/api/openings", elsewhere).await.ok();
    assert_eq!(other, json!({"people": [], "engine": []}));

    // The openings of the engine come with the program. Records of engine games are counted
    // with them, each once.
    let by_engine = |found: &Value| {
        let moves = found["engine"].as_array().unwrap().iter();
        let counts = moves.map(|mv| ["white", "draws", "black"].map(|of| mv[of].as_i64().unwrap()));
        let games: Vec<i64> = counts.map(|counts| counts.iter().sum()).collect();
        assert!(games.is_sorted_by(|a, b| a >= b), "{found}");
        games.iter().sum::<i64>()
    };
    found = white.post("/api/openings", at(json!([]))).await.ok();
    let shipped = by_engine(&found);
    assert!(shipped >= 60, "{found}");
    let drawn = |found: &Value| {
        let mut moves = found["engine"].as_array().unwrap().iter();
        let first = moves.find(|mv| mv["move"] == "d2d4");
        first.map_or(0, |mv| mv["draws"].as_i64().unwrap())
    };
    let drawn_before = drawn(&found);
    let file = folder.path().join("games.pgn");
    let record = "[White \"A\"]\n[Black \"B\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n\n";
    std::fs::write(&file, record).unwrap();
    let settings = settings(folder.path());
    for said in ["1 games added", "0 games added"] {
        let text = admin::add_openings(&settings, &file).await.unwrap();
        assert!(text.starts_with(said), "{text}");
        let found = white.post("/api/openings", at(json!([]))).await.ok();
        assert_eq!(drawn(&found), drawn_before + 1);
        assert_eq!(by_engine(&found), shipped + 1);
        assert_eq!(found["engine"][0]["game"], Value::Null);
    }

    // After a year what was played once is forgotten. What was played twice stays, and so
    // does what comes from records.
    let third = between(&mut white, &mut black, |_| {}).await;
    white.play(&third, 0, "a2a3").await.ok();
    black.play(&third, 1, "a7a6").await.ok();
    black.act(&third, json!({"t": "resign"})).await.ok();
    for _ in 0..400 {
        found = white.post("/api/openings", at(json!([]))).await.ok();
        if found["people"].as_array().unwrap().len() == 2 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let data = settings.data;
    let store = hyperrook_server::store::Store::open_folder(&data)
        .await
        .unwrap();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let now = now.unwrap().as_millis() as i64;
    let day = 86_400_000;
    assert_eq!(store.sweep(now + 364 * day).await.unwrap().openings, 0);
    assert_eq!(store.sweep(now + 366 * day).await.unwrap().openings, 2);
    let found = white.post("/api/openings", at(json!([]))).await.ok();
    let people = found["people"].as_array().unwrap();
    assert_eq!(people.len(), 1, "{found}");
    assert_eq!(
        (&people[0]["move"], &people[0]["black"]),
        (&json!("f2f3"), &json!(2))
    );
    assert_eq!(by_engine(&found), shipped + 1);
    server.stop().await.unwrap();
}

/// Perhaps another version can read its rules, so it is tried again and again.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_cannot_be_read_holds_up_no_other() {
    let (folder, server, mut white, mut black, _) = played().await;
    let url = format!("sqlite://{}/hyperrook.db", folder.path().display());
    let mut database = AnyConnection::connect(&url).await.unwrap();
    let definition = "INSERT INTO definitions (hash, name, text, created) \
         VALUES ('other', 'mini', 'other', 1)";
    sqlx::query(definition)
        .execute(&mut database)
        .await
        .unwrap();
    // So many that one of them is always free again when the server looks.
    for id in (0..12).map(|number| format!("other-{number}")) {
        for sql in [
            "INSERT INTO games (id, game, definition, title, layout_kind, clock, rated, state, \
             outcome, seq, log, position, turn, white_ms, black_ms, created, updated) \
             SELECT $1, game, 'other', title, layout_kind, clock, rated, state, outcome, 0, 0, \
             position, turn, 0, 0, created, updated FROM games WHERE definition <> 'other'",
            "INSERT INTO study_jobs (kind, subject, person, created) VALUES ('opening', $1, '', 1)",
        ] {
            let query = sqlx::query(sql).bind(id.clone());
            query.execute(&mut database).await.unwrap();
        }
    }
    database.close().await.unwrap();
    play(&mut white, &mut black).await;
    let body = json!({"game": {"name": "chess"}, "moves": []});
    for _ in 0..400 {
        let found = white.post("/api/openings", body.clone()).await.ok();
        if found["people"][0]["black"] == 2 {
            return server.stop().await.unwrap();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the second game is not in the tree");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_without_a_game_is_one_of_the_game_that_is_asked_for() {
    let (_folder, server, mut white, _, _) = played().await;
    let text = "1. xNa1 *";
    let read = white
        .post(
            "/api/records/read",
            json!({"text": text, "game": {"name": "riftwalker"}}),
        )
        .await;
    // The refusal says what is wrong, and with which move.
    let message = read.json()["error"]["message"].as_str().unwrap().to_owned();
    assert_eq!(read.code(422), "fields");
    assert!(message.contains("Move 1"), "{message}");
    for (text, name) in [
        ("*", "riftwalker"),
        ("[Game \"chess\"]\n\n1. e4 *", "chess"),
    ] {
        let body = json!({"text": text, "game": {"name": "riftwalker"}});
        let read = white.post("/api/records/read", body).await.ok();
        assert_eq!(read["game"]["name"], name);
    }
    server.stop().await.unwrap();
}
