//! Beginning games.

use super::Person;
use super::person::Answer;
use serde_json::{Value, json};

/// A wish for a game of chess without a clock.
pub fn wish(opponent: Value) -> Value {
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
        .post("/api/play", wish(json!({"kind": "seek"})))
        .await
}

/// A game between two people: the first has White.
pub async fn between(
    white: &mut Person,
    black: &mut Person,
    change: impl FnOnce(&mut Value),
) -> String {
    let mut wish = wish(json!({"kind": "link"}));
    change(&mut wish);
    let begun = white.post("/api/play", wish).await.ok();
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
