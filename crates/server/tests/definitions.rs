//! Definitions of inventors: checked while they are written, stored, published.

use crate::reports::played;
use crate::support::TestServer;
use crate::support::games::between;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn a_definition_is_checked_while_it_is_written_and_published_by_its_author() {
    let (_folder, server, mut white, mut black, _) = played().await;
    let text = white.get("/api/games/chess/definition").await;
    assert_eq!(text.headers["content-type"], "text/plain; charset=utf-8");
    let text = text.text.clone();
    // A check stores nothing.
    let draft = json!({"text": text, "piece": "n"});
    let checked = white.post("/api/rules/definition", draft).await.ok();
    assert_eq!(checked["info"]["game"]["name"], "chess");
    // The notes of an inventor need not say all rules.
    let rules = checked["info"]["rules"].to_string();
    assert!(rules.contains("king may castle from e1 to g1"), "{rules}");
    let reached = checked["piece"]["reaches"].as_array().unwrap();
    assert_eq!(reached.len(), 8, "{}", checked["piece"]);
    assert_eq!(white.get("/api/definitions").await.ok(), json!([]));
    let faulty = json!({"text": text.replacen("moves", "mooves", 1)});
    let answer = white.post("/api/rules/definition", faulty).await;
    assert_eq!(answer.code(422), "faults");
    assert!(
        answer.json()["error"]["faults"][0]["line"]
            .as_i64()
            .unwrap()
            > 0
    );
    white.get("/api/games/nothing/definition").await.code(404);

    // Two versions, of which one is published.
    let mut hashes = Vec::new();
    for version in 1..=2 {
        let text = format!("{text}\n# Version {version}\n");
        let stored = white
            .post("/api/definitions", json!({"text": text}))
            .await
            .ok();
        hashes.push(stored["definition"].as_str().unwrap().to_owned());
    }
    let versions = white.get("/api/definitions").await.ok();
    let listed: Vec<&str> = versions
        .as_array()
        .unwrap()
        .iter()
        .map(|version| version["definition"].as_str().unwrap())
        .collect();
    assert_eq!(listed.len(), 2);
    assert!(hashes.iter().all(|hash| listed.contains(&hash.as_str())));
    let page = format!("/api/published/{}", hashes[0]);
    assert_eq!(white.get(&page).await.ok()["yours"], true);
    black.get(&page).await.code(404);
    black.post(&page, json!({})).await.code(404);
    assert!(white.post(&page, json!({})).await.status.is_success());
    let game = json!({"name": "chess", "definition": hashes[0]});
    let id = between(&mut white, &mut black, |game_body| game_body["game"] = game).await;
    let shown = black.get(&page).await.ok();
    assert_eq!(shown["about"]["author"], "White");
    assert_eq!(shown["yours"], false);
    assert_eq!(shown["games"][0]["id"], id.as_str(), "{}", shown["games"]);
    let published = black.get("/api/published").await.ok();
    assert_eq!(published[0]["definition"], hashes[0].as_str());
    assert_eq!(published[0]["author"], "White");
    assert!(white.delete(&page, None).await.status.is_success());
    assert_eq!(black.get("/api/published").await.ok(), json!([]));
    server.stop().await.unwrap();
}

/// Lists show a game by its title, so another game must not have it.
#[tokio::test(flavor = "multi_thread")]
async fn no_invented_game_passes_for_one_of_the_server() {
    let server = TestServer::start().await;
    let mut ann = server.person();
    ann.visit().await;
    let gardner = include_str!("../../../examples/games/gardner.toml");
    let renamed = |key: &str, value: &str| {
        let line = gardner.lines().find(|line| line.starts_with(key)).unwrap();
        gardner.replacen(line, &format!("{key} = \"{value}\""), 1)
    };
    for (key, value) in [
        ("title", " CHESS!"),
        ("title", "Raumschach"),
        ("name", "chess"),
    ] {
        let text = json!({"text": renamed(key, value)});
        for path in ["/api/definitions", "/api/rules/definition"] {
            let answer = ann.post(path, text.clone()).await;
            assert_eq!(answer.code(422), "faults", "{value}");
            let fault = answer.json()["error"]["faults"][0].clone();
            let message = fault["message"].as_str().unwrap();
            assert!(message.contains("which has other rules"), "{message}");
            let line = fault["line"].as_u64().unwrap() as usize - 1;
            let lines = text["text"].as_str().unwrap();
            assert!(lines.lines().nth(line).unwrap().starts_with(key), "{fault}");
        }
    }
    // Nobody has become a guest for it.
    assert_eq!(ann.get("/api/me").await.ok()["user"], json!(null));
    for text in [
        gardner.to_owned(),
        renamed("title", "Chess for two"),
        // Whoever has the same rules may say so.
        format!("{}\n# A copy.\n", include_str!("../../../games/chess.toml")),
    ] {
        ann.post("/api/definitions", json!({"text": text}))
            .await
            .ok();
    }
}
