//! Endgame tables and evaluations in the API.

use crate::support::{Person, TestServer};
use serde_json::{Value, json};
use std::time::Duration;

async fn look_up(person: &mut Person, question: &Value) -> Value {
    let answer = person.post("/api/rules/endgame", question.clone()).await;
    answer.ok()
}

/// Asks until the table is built.
async fn built(person: &mut Person, question: &Value) -> Value {
    for _ in 0..3000 {
        let answer = look_up(person, question).await;
        if answer["state"] != "building" {
            return answer;
        }
        assert_eq!(answer["value"], Value::Null);
        assert_eq!(answer["moves"], json!([]));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the tables of three pieces are not built");
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_of_three_pieces_are_built_when_somebody_asks() {
    let server = TestServer::start().await;
    let mut ann = server.guest().await;
    // A rook and a king in the corner: by the published tables a win in at most 16 moves.
    let question = |position: &str| json!({"game": {"name": "chess"}, "position": position});
    let answer = built(&mut ann, &question("8/8/8/8/8/2k5/8/K6R w - - 0 1")).await;
    assert_eq!(answer["state"], "known", "{answer}");
    assert_eq!(answer["pieces"], "KRK");
    assert_eq!(answer["value"]["winner"], "white");
    assert_eq!(answer["value"]["within_count"], true);
    let moves = answer["moves"].as_array().unwrap();
    // Best first: wins in rising order, then draws.
    let distance = |mv: &Value| mv["value"]["plies"].as_u64().unwrap_or(u64::MAX);
    let distances: Vec<u64> = moves.iter().map(distance).collect();
    assert!(distances.is_sorted(), "{distances:?}");
    assert_eq!(answer["value"]["plies"], json!(distances[0]));
    let lost_rook = moves.iter().find(|mv| mv["short"] == "Rh3+").unwrap();
    assert_eq!(lost_rook["value"]["winner"], "white", "{lost_rook}");
    // The black king takes an undefended rook.
    let answer = look_up(&mut ann, &question("8/8/8/8/8/8/2R5/1k5K b - - 0 1")).await;
    assert_eq!(
        answer["value"],
        json!({"winner": null, "plies": null, "moves": null, "within_count": true, "count": "stands"})
    );
    let best = &answer["moves"][0];
    assert_eq!(best["short"], "Kxc2");
    // Too few plies are left of the fifty moves.
    let answer = look_up(&mut ann, &question("8/8/8/8/8/2k5/8/K6R w - - 90 80")).await;
    assert_eq!(answer["value"]["within_count"], false);
    assert_eq!(answer["value"]["count"], "spoiled");
    // The loser's moves are those of the longest defence first, and all lose.
    let answer = look_up(&mut ann, &question("8/8/8/8/8/2k5/8/K6R b - - 0 1")).await;
    assert_eq!(answer["value"]["winner"], "white");
    let moves = answer["moves"].as_array().unwrap();
    assert!(moves.iter().rev().map(distance).is_sorted(), "{moves:?}");
    // Mate.
    let answer = look_up(&mut ann, &question("k6R/8/1K6/8/8/8/8/8 b - - 0 1")).await;
    assert_eq!(answer["value"]["winner"], "white");
    assert_eq!(answer["value"]["plies"], 0);
    assert_eq!(answer["moves"], json!([]));
    // More pieces, and a right to castle.
    for position in [
        "8/8/8/8/8/2k5/7R/K6R w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    ] {
        let answer = look_up(&mut ann, &question(position)).await;
        assert_eq!(answer["state"], "missing", "{position}");
    }
    assert!(server.settings.data.join("tables").is_dir());
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_built_for_games_of_strangers() {
    let server = TestServer::start().await;
    let mut ann = server.guest().await;
    let mut shipped = hyperrook_rules::SHIPPED.iter();
    let chess = shipped.find(|(name, _)| *name == "chess").unwrap().1;
    let text = chess.replacen("title = ", "title = \"Mine\" # ", 1);
    let stored = ann.post("/api/definitions", json!({"text": text})).await;
    let stored = stored.json();
    let hash = stored["definition"]
        .as_str()
        .unwrap_or_else(|| panic!("{stored}"));
    let question = json!({
        "game": {"name": "chess", "definition": hash},
        "position": "8/8/8/8/8/2k5/8/K6R w - - 0 1",
    });
    let answer = look_up(&mut ann, &question).await;
    assert_eq!(answer["state"], "missing");
}

/// What the engine thinks without searching, and what each piece is worth to it.
#[tokio::test(flavor = "multi_thread")]
async fn an_evaluation_says_what_each_piece_is_worth() {
    let server = TestServer::start().await;
    let mut ann = server.guest().await;
    for game in ["chess", "gateway", "twoboards"] {
        let question = json!({"game": {"name": game}});
        let view = ann.post("/api/rules/view", question.clone()).await.ok();
        let answer = ann.post("/api/rules/evaluation", question).await.ok();
        let worths = answer["pieces"].as_array().unwrap();
        let pieces = view["pieces"].as_array().unwrap();
        assert_eq!(
            worths.len(),
            pieces.len() - 2,
            "{game}: all but the royal ones"
        );
        let sum: i64 = worths
            .iter()
            .map(|it| it["worth_cp"].as_i64().unwrap())
            .sum();
        assert!(sum > 1000, "{game}: {sum}");
        assert!(!answer["terms"].as_array().unwrap().is_empty());
    }
    // White to move attacks the royal piece when its guard is taken away; that is no fault.
    let question =
        json!({"game": {"name": "chess"}, "position": "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1"});
    let answer = ann.post("/api/rules/evaluation", question).await.ok();
    assert_eq!(answer["pieces"].as_array().unwrap().len(), 2);
    let faulty = json!({"game": {"name": "chess"}, "position": "x"});
    let answer = ann.post("/api/rules/evaluation", faulty).await;
    assert_eq!(answer.status, 422);
}

/// Somebody who asks for many games with options must not keep others waiting, and is not told that
/// there are no tables of them.
#[tokio::test(flavor = "multi_thread")]
async fn one_address_does_not_fill_the_queue_of_tables() {
    let server = TestServer::with(|settings| settings.behind_proxy = true).await;
    let mut eve = server.guest().await;
    eve.address = Some("192.0.2.66".to_owned());
    let mut ann = server.guest().await;
    ann.address = Some("192.0.2.1".to_owned());
    let start = json!({"game": {"name": "walkers"}});
    let start = eve.post("/api/rules/view", start).await.ok();
    let (_, rest) = start["position"].as_str().unwrap().split_once(' ').unwrap();
    let position = format!("k8/{}KR7 {rest}", "9/".repeat(19));
    let question = |array: &str, kinging: &str| {
        let options = json!({"array": array, "kinging": kinging});
        json!({"game": {"name": "walkers", "options": options}, "position": position})
    };
    let mut refused = 0;
    for array in ["third", "first", "second"] {
        for kinging in ["none", "jumper", "mixed"] {
            let asked = question(array, kinging);
            let answer = eve.post("/api/rules/endgame", asked).await;
            if answer.status == 503 {
                assert_eq!(answer.code(503), "busy");
                assert!(answer.headers.contains_key("retry-after"));
                refused += 1;
            } else {
                assert_ne!(answer.ok()["state"], "missing", "{}", answer.text);
            }
        }
    }
    assert!(refused > 0);
    let answer = look_up(&mut ann, &question("second", "mixed")).await;
    assert_eq!(answer["state"], "building");
}
