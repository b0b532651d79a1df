//! Beginning games.

use super::Person;
use super::person::Answer;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

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

/// The answer to a request. On a busy machine a node may be without its short lease for a moment:
/// it asks to be asked again.
async fn patiently(person: &mut Person, path: &str, body: Value) -> Value {
    let begun = Instant::now();
    loop {
        let answer = person.post(path, body.clone()).await;
        if answer.status != 503 || begun.elapsed() > Duration::from_secs(30) {
            return answer.ok();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// A game between two people: the first has White.
pub async fn between(
    white: &mut Person,
    black: &mut Person,
    change: impl FnOnce(&mut Value),
) -> String {
    let mut wish = wish(json!({"kind": "link"}));
    change(&mut wish);
    let begun = patiently(white, "/api/play", wish).await;
    let id = begun["id"].as_str().unwrap().to_owned();
    let joined = patiently(black, &format!("/api/play/{id}/join"), json!({})).await;
    assert_eq!(joined["side"], "black");
    id
}

/// The moves of the shortest mate.
pub const FOOLS_MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

/// A step of a shipped lesson.
pub const LESSON_STEP: &str = "lesson/sesqui/goal";
