//! Playtests of people's own definitions: the queue, its limits, and what comes of it, on both
//! databases.

use crate::support::person::PASSWORD;
use crate::support::postgres::Postgres;
use crate::support::process::{Process, free_port};
use crate::support::{Person, TestServer, settings};
use hyperrook_server::settings::Settings;
use hyperrook_server::store::{
    Account, BackgroundJobKind, NewPlaytest, PLAYTEST_ATTEMPTS, PlaytestLimits,
    PlaytestRequestResult, ReportLimits, ReportRequestResult, Store,
};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A small game with a move count of this length.
fn mini(moves: usize) -> String {
    format!(
        r#"
format = 1
name = "mini"
title = "Mini & <small>"
[board]
drawn = "flat"
files = 5
ranks = 5
[charts.board]
axes = ["file", "rank, forward"]
[pieces.P]
name = "pawn"
moves = "mfW cfF"
[pieces.N]
name = "knight"
moves = "N"
[pieces.R]
name = "rook"
moves = "R"
[pieces.K]
name = "king"
royal = true
moves = "K"
[start]
board = "rnknr/ppppp/5/PPPPP/RNKNR"
[promotion.pawns]
pieces = "P"
white = "a5..e5"
black = "a1..e1"
to = "RN"
[ends]
stalemate = "draw"
repetition = 3
moves = {moves}
resets = "P"
bare_royals = true
"#
    )
}

/// As many cells as a board can have, and pieces that go everywhere.
fn huge() -> String {
    let row = "q".repeat(16);
    let kings = format!("{}k{}", "q".repeat(8), "q".repeat(7));
    format!(
        r#"
format = 1
name = "huge"
title = "Huge"
[board]
drawn = "flat"
files = 16
ranks = 16
[charts.board]
axes = ["file", "rank, forward"]
[pieces.Q]
name = "queen"
moves = "QNCZ"
[pieces.K]
name = "king"
royal = true
moves = "K"
[start]
board = "{kings}/{row}/{row}/16/16/16/16/16/16/16/16/16/16/{}/{}/{}"
[ends]
stalemate = "draw"
moves = 1000
resets = "Q"
"#,
        row.to_uppercase(),
        row.to_uppercase(),
        kings.to_uppercase(),
    )
}

fn new(id: &str, person: &str) -> NewPlaytest {
    NewPlaytest {
        id: id.to_owned(),
        person: person.to_owned(),
        address: format!("address of {person}"),
        definition: "hash".to_owned(),
        name: "mini".to_owned(),
        title: "Mini".to_owned(),
        options: "{}".to_owned(),
        settings: "{}".to_owned(),
        nodes: 100,
        total: 10,
        budget_ms: 1000,
    }
}

const LIMITS: PlaytestLimits = PlaytestLimits {
    at_once: 2,
    of_address: 9,
    in_all: 9,
    since: 0,
    recent: 5,
    kept: 9,
};

/// Those who ask for playtests.
async fn add_people(store: &Store) {
    for id in ["ann", "bob", "cat", "dan"] {
        let account = Account {
            id: id.to_owned(),
            name: format!("Inventor-{id}"),
            guest: false,
            password: None,
            settings: "{}".into(),
            banned: false,
            created: 1,
            address: String::new(),
        };
        store.add_account(account).await.unwrap();
    }
}

/// What a store must do, whichever database it is.
pub(crate) async fn conforms(store: &Store) {
    add_people(store).await;
    let ask = async |id: &str, person: &str, now| {
        store
            .want_playtest(new(id, person), LIMITS, now)
            .await
            .unwrap()
    };
    assert!(!store.has_playtest_job(100).await.unwrap());
    assert_eq!(ask("a1", "ann", 10).await, PlaytestRequestResult::Queued);
    assert_eq!(ask("a2", "ann", 11).await, PlaytestRequestResult::Queued);
    assert_eq!(
        ask("a3", "ann", 12).await,
        PlaytestRequestResult::TooManyAtOnce
    );
    assert_eq!(ask("b1", "bob", 13).await, PlaytestRequestResult::Queued);
    let full = PlaytestLimits {
        in_all: 3,
        ..LIMITS
    };
    let asked = store.want_playtest(new("c1", "cat"), full, 14).await;
    assert_eq!(asked.unwrap(), PlaytestRequestResult::TooManyWaiting);

    // People take turns, whoever has more to do.
    let mut turns = Vec::new();
    for now in 100..106 {
        assert!(store.has_playtest_job(now).await.unwrap());
        let mut job = store.take_playtest(now, now + 50).await.unwrap().unwrap();
        turns.push(job.id.clone());
        job.games += 1;
        job.spent_ms += 100;
        job.sums = Some("sums".to_owned());
        assert!(store.note_playtest_step(job.clone(), None).await.unwrap());
        // Who has lost the lease stores nothing.
        job.games = 99;
        assert!(!store.note_playtest_step(job, None).await.unwrap());
    }
    assert_eq!(turns, ["a1", "b1", "a2", "b1", "a1", "b1"]);
    assert_eq!(store.playtest("b1").await.unwrap().unwrap().games, 3);

    // A worker keeps its lease; others take what is left over.
    let job = store.take_playtest(200, 250).await.unwrap().unwrap();
    let lease = store.keep_playtest(&job.id, job.lease, 260).await.unwrap();
    assert_eq!(lease, Some(260));
    assert_eq!(
        store.keep_playtest(&job.id, job.lease, 270).await.unwrap(),
        None
    );
    let other = store.take_playtest(201, 251).await.unwrap().unwrap();
    assert_ne!(other.id, job.id);
    // A step that fails again and again is given up, and holds nobody up.
    let mut tries = 2;
    let mut now = 1000;
    while let Some(job) = store.take_playtest(now, now + 1).await.unwrap() {
        assert!(["a1", "a2", "b1"].contains(&job.id.as_str()));
        tries += 1;
        now += 10;
    }
    assert_eq!(tries, 3 * PLAYTEST_ATTEMPTS);
    assert!(!store.has_playtest_job(9000).await.unwrap());
    let given_up = store.playtest("a1").await.unwrap().unwrap();
    assert!(given_up.attempts >= PLAYTEST_ATTEMPTS);

    // Nobody stops or deletes what is another's.
    assert!(!store.stop_playtest("a1", "bob", 300).await.unwrap());
    assert!(!store.delete_playtest("a1", "bob").await.unwrap());
    assert!(store.stop_playtest("b1", "bob", 300).await.unwrap());
    assert!(!store.stop_playtest("b1", "bob", 301).await.unwrap());
    let stopped = store.playtest("b1").await.unwrap().unwrap();
    assert_eq!((stopped.ended_by.as_str(), stopped.games), ("stopped", 3));
    assert_eq!(
        store.playtest_sums("b1").await.unwrap().as_deref(),
        Some("sums")
    );
    let listed = store.playtests_of_definition("hash", "bob", 10).await;
    assert_eq!(listed.unwrap().len(), 1);

    // What is deleted is gone, but counts for the day.
    for id in ["a1", "a2"] {
        assert!(store.delete_playtest(id, "ann").await.unwrap());
        assert_eq!(store.playtest(id).await.unwrap(), None);
        assert_eq!(store.playtest_sums(id).await.unwrap(), None);
    }
    assert!(store.playtests_of("ann", 10).await.unwrap().is_empty());
    assert_eq!(ask("a4", "ann", 20).await, PlaytestRequestResult::Queued);
    assert_eq!(ask("a5", "ann", 21).await, PlaytestRequestResult::Queued);
    assert!(store.delete_playtest("a4", "ann").await.unwrap());
    assert_eq!(ask("a6", "ann", 22).await, PlaytestRequestResult::Queued);
    assert!(store.delete_playtest("a5", "ann").await.unwrap());
    assert_eq!(
        ask("a7", "ann", 23).await,
        PlaytestRequestResult::TooManyRecent
    );
    let few = PlaytestLimits { kept: 1, ..LIMITS };
    let asked = store.want_playtest(new("b2", "bob"), few, 24).await;
    assert_eq!(asked.unwrap(), PlaytestRequestResult::TooManyKept);
    for (id, person) in [("a6", "ann"), ("b1", "bob")] {
        assert!(store.delete_playtest(id, person).await.unwrap());
    }

    // A ban ends those of the person, and a report that the person waits for.
    for (id, person) in [("c1", "cat"), ("c2", "cat"), ("d1", "dan")] {
        assert_eq!(ask(id, person, 400).await, PlaytestRequestResult::Queued);
    }
    let few = ReportLimits {
        waiting: 9,
        of_address: 9,
        in_all: 9,
        since: 0,
        recent: 9,
    };
    for (subject, person) in [("of cat", "cat"), ("of dan", "dan")] {
        let who = [person, "there"];
        let asked = store.enqueue_report(subject, who, few, 400).await;
        assert_eq!(asked.unwrap(), ReportRequestResult::Queued);
    }
    let running = store.take_playtest(401, 450).await.unwrap().unwrap();
    assert_eq!(running.id, "c1");
    store.set_banned("cat", true, 402).await.unwrap();
    for id in ["c1", "c2"] {
        let stopped = store.playtest(id).await.unwrap().unwrap();
        assert_eq!((&*stopped.ended_by, stopped.ended), ("stopped", Some(402)));
    }
    let kept = store.keep_playtest("c1", running.lease, 460).await;
    assert_eq!(kept.unwrap(), None);
    assert!(!store.note_playtest_step(running, None).await.unwrap());
    assert!(store.reports_of("cat").await.unwrap().is_empty());
    assert_eq!(store.reports_of("dan").await.unwrap().len(), 1);
    let next = store.take_playtest(500, 550).await.unwrap().unwrap();
    assert_eq!(next.id, "d1");
    for (id, person) in [("c1", "cat"), ("c2", "cat"), ("d1", "dan")] {
        assert!(store.delete_playtest(id, person).await.unwrap());
    }
    let report = BackgroundJobKind::Report;
    let job = store.claim_background_job(report, 500, 550).await.unwrap();
    let job = job.expect("the report of dan");
    assert_eq!(job.person, "dan");
    store.delete_background_job(report, job).await.unwrap();
}

/// Settings with short playtests.
fn short(settings: &mut Settings) {
    settings.playtest_games = 4;
    settings.playtest_nodes = 20;
    settings.engine_threads = 0;
    settings.analysis_threads = 0;
}

async fn stored(person: &mut Person, text: String) -> String {
    let answer = person.post("/api/definitions", json!({"text": text})).await;
    answer.ok()["definition"].as_str().unwrap().to_owned()
}

async fn ask(person: &mut Person, definition: &str) -> String {
    let wanted = json!({"definition": definition});
    let asked = person.post("/api/playtests", wanted).await.ok();
    assert_eq!(asked["state"], "queued");
    asked["id"].as_str().unwrap().to_owned()
}

/// Waits until something holds of a playtest.
async fn until(person: &mut Person, id: &str, holds: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let answer = person.get(&format!("/api/playtests/{id}")).await.ok();
        if holds(&answer["about"]) {
            return answer;
        }
        assert!(begun.elapsed() < Duration::from_secs(120), "{answer}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn is_over(about: &Value) -> bool {
    about["state"] == "done" || about["state"] == "failed"
}

/// Asked for, read, compared, shown, exported and deleted.
async fn whole_life(server: TestServer) {
    let mut ann = server.registered("Ann").await;
    let mut bob = server.registered("Bob").await;
    let first = stored(&mut ann, mini(30)).await;
    let second = stored(&mut ann, mini(4)).await;
    let mut guest = server.guest().await;
    let own = stored(&mut guest, mini(5)).await;
    let wanted = |definition: &str| json!({"definition": definition});
    let answer = guest.post("/api/playtests", wanted(&own)).await;
    assert_eq!(answer.code(403), "guest");
    for definition in [first.as_str(), "nonsense"] {
        let answer = bob.post("/api/playtests", wanted(definition)).await;
        assert_eq!(answer.code(404), "not_found");
    }
    let odd = json!({"definition": first, "options": {"nothing": "here"}});
    ann.post("/api/playtests", odd).await.code(422);

    let id = ask(&mut ann, &first).await;
    let other = ask(&mut ann, &second).await;
    let answer = until(&mut ann, &id, is_over).await;
    assert_eq!(answer["about"]["state"], "done", "{answer}");
    assert_eq!(answer["about"]["ended_by"], "complete");
    assert_eq!(answer["about"]["games"], 4);
    assert_eq!(answer["yours"], true);
    let sentences = answer["sentences"].as_array().unwrap();
    assert_eq!(sentences.len(), 10, "{sentences:?}");
    until(&mut ann, &other, is_over).await;
    let list = ann.get("/api/playtests").await.ok();
    assert_eq!(list.as_array().unwrap().len(), 2, "{list}");
    assert_eq!(bob.get("/api/playtests").await.ok(), json!([]));

    // The report is a page that may do nothing, since its words are a stranger's.
    let path = format!("/api/playtests/{id}/report");
    let page = ann.get(&path).await;
    assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("sandbox") && !policy.contains("script"));
    assert!(page.text.contains("Mini &amp; &lt;small&gt;"));
    let report = ann.get(&format!("{path}?format=json")).await.ok();
    assert_eq!(report["games"], 4);
    let sums = ann.get(&format!("{path}?format=sums")).await.ok();
    assert_eq!(sums["sources"][0]["games"], 4);
    let compared = format!("{path}?with={other}");
    let page = ann.get(&compared).await;
    assert_eq!(page.status, 200, "{}", page.text);
    let both = ann.get(&format!("{compared}&format=json")).await.ok();
    let rules = |at: &str| both[at]["rules"].clone();
    assert_ne!(rules("first"), rules("second"));
    ann.get(&format!("{compared}&format=sums")).await.code(422);
    // From either page the older one is the first, and both have names of their own.
    let turned = format!("/api/playtests/{other}/report?with={id}&format=json");
    let turned = ann.get(&turned).await.ok();
    for at in ["first", "second"] {
        assert_eq!(turned[at]["rules"], rules(at));
    }
    assert_ne!(both["first"]["title"], both["second"]["title"]);

    // Others see it when the game is published, and may not touch it.
    let paths = [format!("/api/playtests/{id}"), path.clone(), compared];
    for path in &paths {
        bob.get(path).await.code(404);
    }
    for hash in [&first, &second] {
        let publish = format!("/api/published/{hash}");
        ann.post(&publish, json!({})).await;
    }
    for path in &paths {
        assert_eq!(bob.get(path).await.status, 200, "{path}");
    }
    let page = bob.get(&format!("/api/published/{first}")).await.ok();
    assert_eq!(page["playtests"][0]["id"], json!(id));
    assert_eq!(page["playtests"].as_array().unwrap().len(), 1);
    assert_eq!(bob.get(&paths[0]).await.ok()["yours"], false);
    bob.post(&format!("/api/playtests/{id}/stop"), json!({}))
        .await
        .code(404);
    bob.delete(&paths[0], None).await.code(404);

    // The export has it; deleting it, or the account, leaves nothing.
    let export = ann.get("/api/me/export").await.ok();
    let exported = export["playtests"].as_array().unwrap();
    assert_eq!(exported.len(), 2);
    assert_eq!(exported[0]["sums"]["sums"]["games"], 4);
    ann.delete(&paths[0], None).await;
    for path in &paths {
        ann.get(path).await.code(404);
    }
    let list = ann.get("/api/playtests").await.ok();
    assert_eq!(list.as_array().unwrap().len(), 1);
    let account = json!({"password": PASSWORD});
    ann.delete("/api/me", Some(account)).await.ok();
    bob.get(&format!("/api/playtests/{other}")).await.code(404);
    server.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_inventor_playtests_a_game_on_sqlite() {
    whole_life(TestServer::with(short).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_inventor_playtests_a_game_on_postgres() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let server = TestServer::with(|settings| {
        short(settings);
        settings.database = Some(postgres.url());
    });
    whole_life(server.await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn playtests_are_limited_by_person_and_can_be_stopped() {
    let server = TestServer::with(|settings| {
        short(settings);
        settings.playtest_games = 100_000;
        settings.limits.playtests_at_once = 1;
        settings.limits.playtests_per_day = 2;
    })
    .await;
    let mut ann = server.registered("Ann").await;
    let definition = stored(&mut ann, mini(30)).await;
    let wanted = json!({"definition": definition});
    let id = ask(&mut ann, &definition).await;
    let answer = ann.post("/api/playtests", wanted.clone()).await;
    assert_eq!(answer.code(409), "too_many_playtests");
    // There is a report as soon as games have been played.
    until(&mut ann, &id, |about| about["games"].as_i64() > Some(0)).await;
    let report = format!("/api/playtests/{id}/report?format=json");
    assert!(ann.get(&report).await.ok()["games"].as_i64() > Some(0));
    // What was found until then is kept.
    let stop = format!("/api/playtests/{id}/stop");
    let stopped = ann.post(&stop, json!({})).await.ok();
    assert_eq!(
        (&stopped["state"], &stopped["ended_by"]),
        (&json!("done"), &json!("stopped"))
    );
    let games = stopped["games"].clone();
    assert_eq!(ann.post(&stop, json!({})).await.ok()["games"], games);
    // Another one is played meanwhile, and deleting it does not give the day back.
    let second = ask(&mut ann, &definition).await;
    until(&mut ann, &second, |about| about["state"] == "running").await;
    let path = format!("/api/playtests/{second}");
    assert_eq!(ann.delete(&path, None).await.status, 204);
    ann.get(&path).await.code(404);
    let answer = ann.post("/api/playtests", wanted.clone()).await;
    assert_eq!(answer.code(409), "too_many_playtests");
    assert!(answer.text.contains("in a day"), "{}", answer.text);
    let after = ann.get(&format!("/api/playtests/{id}")).await.ok();
    assert_eq!(after["about"]["games"], games);
    // A token to play may ask, one to read may not.
    let answer = ann.send(Method::POST, "/api/playtests", Some(wanted)).await;
    assert_eq!(answer.status, 409);

    let none = TestServer::with(|settings| settings.playtest_threads = 0).await;
    let mut ann = none.registered("Ann").await;
    let definition = stored(&mut ann, mini(30)).await;
    let answer = ann.post("/api/playtests", json!({"definition": definition}));
    assert_eq!(answer.await.code(409), "no_playtests");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_huge_game_takes_no_more_than_its_time() {
    let server = TestServer::with(|settings| {
        short(settings);
        settings.playtest_games = 1000;
        settings.playtest_nodes = 1_000_000_000;
        settings.playtest_seconds = 2;
    })
    .await;
    let mut ann = server.registered("Ann").await;
    let definition = stored(&mut ann, huge()).await;
    let id = ask(&mut ann, &definition).await;
    // Somebody else's small game is played in between.
    let mut bob = server.registered("Bob").await;
    let small = stored(&mut bob, mini(30)).await;
    let other = ask(&mut bob, &small).await;
    let begun = Instant::now();
    let answer = until(&mut ann, &id, is_over).await;
    assert_eq!(answer["about"]["ended_by"], "time", "{answer}");
    assert!(begun.elapsed() < Duration::from_secs(90));
    until(&mut bob, &other, is_over).await;
    server.server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_killed_goes_on_with_its_playtests() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = settings(folder.path());
    short(&mut settings);
    settings.port = free_port();
    settings.playtest_games = 400;
    settings.playtest_nodes = 400;
    let mut server = Process::start(&settings);
    server.wait_ready(true).await;
    let mut ann = Person::new(&server.host());
    ann.register("Ann").await;
    let definition = stored(&mut ann, mini(30)).await;
    let id = ask(&mut ann, &definition).await;
    let before = until(&mut ann, &id, |about| about["games"].as_i64() > Some(0)).await;
    let before = before["about"]["games"].as_i64().unwrap();
    server.kill();
    // Nobody waits for the lease of a process that is gone.
    let store = Store::open_folder(&settings.data).await.unwrap();
    let left = store.playtest(&id).await.unwrap().unwrap();
    assert!(left.games >= before && left.ended.is_none());
    store.close().await;
    let mut server = Process::start(&settings);
    server.wait_ready(true).await;
    let more = until(&mut ann, &id, |about| {
        about["games"].as_i64() > Some(left.games)
    })
    .await;
    assert!(more["about"]["spent_ms"].as_i64().unwrap() > left.spent_ms);
    // The games are counted once: the numbers of the openings are those of the games.
    let path = format!("/api/playtests/{id}/report?format=sums");
    let sums = ann.get(&path).await.ok();
    let games = sums["sources"][0]["games"].as_u64().unwrap();
    let openings = sums["openings"].as_str().unwrap().len() as u64 / 10;
    assert_eq!(sums["sums"]["games"].as_u64(), Some(games));
    assert_eq!(openings, games);
    drop(server);
}
