//! Beginning games.

use super::Person;
use super::person::Answer;
use serde_json::{Value, json};

/// A game_body for a game of chess without a clock.
pub fn game_body(opponent: Value) -> Value {
    json!({
        "game": {"name": "chess"},
        "colour": "white",
        "clock": {"kind": "none"},
        "rated": false,
        "opponent": opponent,
    })
}

/// Offers a game in the lobby.
pub async fn seek(person: &mut Person) -> Answer {
    person
        .post("/api/play", game_body(json!({"kind": "seek"})))
        .await
}

/// A game between two people: the first has White.
pub async fn between(
    white: &mut Person,
    black: &mut Person,
    change: impl FnOnce(&mut Value),
) -> String {
    let mut game_body = game_body(json!({"kind": "link"}));
    change(&mut game_body);
    let begun = white.post("/api/play", game_body).await.ok();
    let id = begun["id"].as_str().unwrap().to_owned();
    let joined = black
        .post(&format!("/api/play/{id}/join"), json!({}))
        .await
        .ok();
    assert_eq!(joined["side"], "black");
    id
}

/// The moves of the shortest mate.
pub const FOOLS_MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

/// A step of a shipped lesson.
pub const LESSON_STEP: &str = "lesson/sesqui/goal";
