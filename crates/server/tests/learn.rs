//! Progress in lessons and puzzles, and what other programs show of a link.

use crate::support::games::{FOOLS_MATE, LESSON_STEP, between};
use crate::support::{Person, TestServer};
use serde_json::{Value, json};

const PROGRESS: &str = "/api/me/progress";

fn item(item: &str, first_try: bool) -> Value {
    json!({"item": item, "first_try": first_try, "done": 1_000})
}

#[tokio::test(flavor = "multi_thread")]
async fn progress_is_kept_with_the_account() {
    let server = TestServer::start().await;
    let mut ann = server.registered("Ann").await;
    assert_eq!(ann.get(PROGRESS).await.ok(), json!([]));
    let puzzles = ann.get("/api/learn/sesqui/puzzles").await.ok();
    let puzzle = format!("puzzle/sesqui/{}", puzzles[0]["id"].as_str().unwrap());
    let both = json!([item(LESSON_STEP, false), item(&puzzle, true)]);
    ann.post(PROGRESS, both.clone()).await.ok();
    assert_eq!(ann.get(PROGRESS).await.ok(), both);
    // The first time counts.
    let again = json!([item(LESSON_STEP, true)]);
    ann.post(PROGRESS, again).await.ok();
    assert_eq!(ann.get(PROGRESS).await.ok(), both);
    // It is there from another browser, after a restart, and for nobody else.
    let server = server.restart().await;
    let mut again = server.person();
    again.visit().await;
    again
        .login("Ann", crate::support::person::PASSWORD)
        .await
        .ok();
    assert_eq!(again.get(PROGRESS).await.ok(), both);
    let mut bob = server.registered("Bob").await;
    assert_eq!(bob.get(PROGRESS).await.ok(), json!([]));
    assert_eq!(server.person().get(PROGRESS).await.code(401), "sign_in");
    // It goes with the account.
    let password = json!({"password": crate::support::person::PASSWORD});
    again.delete("/api/me", Some(password)).await.ok();
    let mut ann = server.registered("Ann").await;
    assert_eq!(ann.get(PROGRESS).await.ok(), json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_the_program_teaches_is_stored() {
    let server = TestServer::start().await;
    let mut ann = server.registered("Ann").await;
    for wrong in [
        "lesson/sesqui/no-such-step",
        "lesson/nothing/start",
        "puzzle/sesqui/00000000",
        "lesson",
        "",
    ] {
        let answer = ann.post(PROGRESS, json!([item(wrong, true)])).await;
        assert_eq!(answer.status, 422, "{wrong}: {}", answer.text);
    }
    let many: Vec<Value> = (0..501).map(|_| item(LESSON_STEP, true)).collect();
    assert_eq!(ann.post(PROGRESS, json!(many)).await.status, 422);
    assert_eq!(ann.get(PROGRESS).await.ok(), json!([]));
    // A time in the future is now.
    let mut late = item(LESSON_STEP, true);
    late["done"] = json!(i64::MAX);
    ann.post(PROGRESS, json!([late])).await.ok();
    let stored = ann.get(PROGRESS).await.ok();
    assert!(stored[0]["done"].as_i64().unwrap() < 10_000_000_000_000);
    // Guests keep theirs in the browser.
    let mut guest = server.guest().await;
    let answer = guest.post(PROGRESS, json!([item(LESSON_STEP, true)])).await;
    assert_eq!(answer.status, 403, "{}", answer.text);
}

/// The content of a tag of a page.
async fn tag(person: &mut Person, path: &str, property: &str) -> String {
    let page = person.get(path).await;
    assert_eq!(page.status, 200, "{path}");
    let start = format!(r#"<meta property="{property}" content=""#);
    let (_, rest) = page.text.split_once(&start).unwrap_or_else(|| {
        panic!("{path} has no {property}: {}", page.text);
    });
    rest.split_once('"').unwrap().0.replace("&amp;", "&")
}

#[tokio::test(flavor = "multi_thread")]
async fn links_show_a_picture_of_the_position() {
    let server = TestServer::start().await;
    let (mut ann, mut bob) = (
        server.registered("Ann").await,
        server.registered("Bob").await,
    );
    let game = between(&mut ann, &mut bob, |_| {}).await;
    for (seq, mv) in (0i64..).zip(FOOLS_MATE) {
        let mover = if seq % 2 == 0 { &mut ann } else { &mut bob };
        mover.play(&game, seq, mv).await.ok();
    }
    let mut anyone = server.person();
    let pages = [
        (format!("/play/{game}"), "A game of Chess"),
        (format!("/analysis/{game}"), "Analysis of a game of Chess"),
        ("/learn/gateway".to_owned(), "The rules of Gateway Chess"),
        (
            "/analysis?game=twoboards&moves=&unknown=%22%3E%3Cscript%3E".to_owned(),
            "A position of Chess on Two Boards",
        ),
    ];
    for (path, title) in pages {
        assert_eq!(tag(&mut anyone, &path, "og:title").await, title);
        let picture = tag(&mut anyone, &path, "og:image").await;
        assert!(!picture.contains("unknown"), "{picture}");
        let (_, picture) = picture.split_once(&anyone.host).unwrap();
        let picture = anyone.get(picture).await;
        assert_eq!(picture.status, 200, "{path}: {}", picture.text);
        assert_eq!(picture.headers["content-type"], "image/png");
    }
    let about = tag(&mut anyone, &format!("/play/{game}"), "og:description").await;
    assert!(about.contains("Checkmate"), "{about}");
    // The record names the whole address of the game.
    let record = anyone.get(&format!("/api/play/{game}/record")).await.text;
    let site = format!("[Site \"http://{}/play/{game}\"]", anyone.host);
    assert!(record.contains(&site), "{record}");
    // A page without a position, a game that does not exist, and text that would end a tag.
    for path in ["/", "/play/nobody", "/learn/%22%3E%3Cscript%3E"] {
        assert_eq!(tag(&mut anyone, path, "og:title").await, "Hyperrook");
        let picture = tag(&mut anyone, path, "og:image").await;
        assert!(picture.ends_with("/icons/icon-512.png"), "{picture}");
        assert!(!anyone.get(path).await.text.contains("\"><script>"));
    }
}
