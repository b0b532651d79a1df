//! The lobby and the home page: whose seeks stand, for how long, and what the lists cost.

use crate::support::TestServer;
use crate::support::games::{between, game_body, seek};
use futures_util::future::join_all;
use hyperrook_server::store::Store;
use serde_json::json;
use sqlx::{AnyConnection, Connection};
use std::time::{Duration, Instant};

#[tokio::test(flavor = "multi_thread")]
async fn seeks_are_few_and_the_list_is_fair() {
    let server = TestServer::start().await;
    let mut ann = server.registered("Ann").await;
    seek(&mut ann).await.ok();
    // All at once: they are counted where they are stored.
    for guests in [20, 20] {
        let flood = join_all((0..guests).map(|_| async {
            let mut guest = server.guest().await;
            let mut taken = 0;
            for _ in 0..5 {
                let answer = seek(&mut guest).await;
                taken += usize::from(answer.status == 201);
                assert!(answer.status == 201 || answer.code(422) == "fields");
            }
            assert_eq!(taken, 3);
        }));
        flood.await;
    }
    let listed = ann.get("/api/seeks").await.ok();
    let listed = listed.as_array().unwrap();
    assert_eq!(listed.len(), 100);
    let anns = listed.iter().filter(|seek| seek["by"]["name"] == "Ann");
    assert_eq!(anns.count(), 1, "hers is shown, though it is the oldest");
    for _ in 0..9 {
        seek(&mut ann).await.ok();
    }
    assert_eq!(seek(&mut ann).await.code(422), "fields");
    let listed = ann.get("/api/seeks").await.ok();
    let listed = listed.as_array().unwrap();
    let anns = listed.iter().filter(|seek| seek["by"]["name"] == "Ann");
    assert_eq!(anns.count(), 3);
    assert_eq!(listed[0]["by"]["name"], "Ann", "newest first");
    // Three of a person are shown, though there is room.
    let quiet = TestServer::start().await;
    let mut bob = quiet.registered("Bob").await;
    for _ in 0..5 {
        seek(&mut bob).await.ok();
    }
    let listed = bob.get("/api/seeks").await.ok();
    assert_eq!(listed.as_array().unwrap().len(), 3, "{listed}");
}

/// Thirteen addresses with a hundred guests do not fill the list.
#[tokio::test(flavor = "multi_thread")]
async fn guests_of_few_networks_hide_no_seek_of_others() {
    let server = TestServer::with(|settings| settings.behind_proxy = true).await;
    let mut ann = server.guest().await;
    ann.address = Some("192.0.2.1".to_owned());
    seek(&mut ann).await.ok();
    let flood = join_all((0..104).map(|number| {
        let mut guest = server.person();
        guest.address = Some(format!("2001:db8:0:{}::1", number % 13));
        async move {
            guest.post("/api/guest", json!({})).await.ok();
            seek(&mut guest).await.ok();
        }
    }));
    flood.await;
    let listed = ann.get("/api/seeks").await.ok();
    let listed = listed.as_array().unwrap();
    assert_eq!(listed.len(), 100);
    let name = ann.visit().await["user"]["name"].clone();
    assert!(listed.iter().any(|seek| seek["by"]["name"] == name));
}

#[tokio::test(flavor = "multi_thread")]
async fn seeks_of_one_network_are_few() {
    let server = TestServer::with(|settings| {
        settings.behind_proxy = true;
        settings.limits.seeks_per_address = 4;
    })
    .await;
    let taken = join_all((0..5).map(|_| async {
        let mut guest = server.guest().await;
        [seek(&mut guest).await, seek(&mut guest).await]
    }));
    let taken = taken.await.into_iter().flatten();
    assert_eq!(taken.filter(|answer| answer.status == 201).count(), 4);
    let mut elsewhere = server.person();
    elsewhere.address = Some("192.0.2.9".to_owned());
    seek(&mut elsewhere).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn old_seeks_end() {
    let server = TestServer::start().await;
    let store = Store::open_folder(&server.settings.data).await.unwrap();
    let mut people = [server.registered("Ann").await, server.guest().await];
    let hour = 3_600_000;
    let live = json!({"kind": "live", "initial_ms": 60_000, "increment_ms": 0});
    let slow = json!({"kind": "days", "days": 3});
    let mut all = Vec::new();
    for (place, clock, lasts) in [(0, &slow, 24 * hour), (0, &live, hour), (1, &slow, hour)] {
        let person = &mut people[place];
        let mut offered = game_body(json!({"kind": "seek"}));
        offered["clock"] = clock.clone();
        let id = person.post("/api/play", offered).await.ok()["seek"].clone();
        let seeks = store.seeks_of(&person.id().await).await.unwrap();
        let seek = seeks.into_iter().find(|seek| id == seek.id.as_str());
        let seek = seek.unwrap();
        assert_eq!(seek.expires - seek.created, lasts);
        all.push(seek);
    }
    // One whose time is over is not listed, and soon deleted, even if there is always
    // something else to do in the lobby.
    let over = all[0].created - 1;
    store
        .update_seeks(Vec::new(), vec![(all[0].id.clone(), over)])
        .await
        .unwrap();
    let mut busy = server.guest().await;
    let begun = Instant::now();
    while store.seeks_of(&all[0].user).await.unwrap().len() > 1 {
        assert!(begun.elapsed() < Duration::from_secs(60), "it stays");
        let id = seek(&mut busy).await.ok()["seek"].clone();
        let path = format!("/api/seeks/{}", id.as_str().unwrap());
        assert_eq!(busy.delete(&path, None).await.status, 204);
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let listed = people[0].get("/api/seeks").await.ok();
    assert_eq!(listed.as_array().unwrap().len(), 2, "{listed}");
    store.close().await;
}

/// Offers of live games go when their owners have been away for a minute, and not before.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes more than a minute; `make soak` runs it"]
async fn live_seeks_of_people_who_are_away_end() {
    let server = TestServer::start().await;
    let mut ann = server.guest().await;
    let mut bob = server.guest().await;
    let mut live = game_body(json!({"kind": "seek"}));
    live["clock"] = json!({"kind": "live", "initial_ms": 60_000, "increment_ms": 0});
    for person in [&mut ann, &mut bob] {
        person.post("/api/play", live.clone()).await.ok();
    }
    seek(&mut bob).await.ok();
    let mut here = ann.socket().await;
    let mut away = bob.socket().await;
    away.settle().await;
    drop(away);
    let left = Instant::now();
    while ann.get("/api/seeks").await.ok().as_array().unwrap().len() > 2 {
        assert!(left.elapsed() < Duration::from_secs(120), "it stays");
        here.settle().await;
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    assert!(
        left.elapsed() > Duration::from_secs(50),
        "{:?}",
        left.elapsed()
    );
    let listed = ann.get("/api/seeks").await.ok();
    assert_eq!(listed[0]["by"]["id"], bob.id().await);
    assert_eq!(listed[0]["clock"]["kind"], "none");
    assert_eq!(listed[1]["by"]["id"], ann.id().await);
}

/// However many ask for the lobby and the home page, the database is read now and then.
#[tokio::test(flavor = "multi_thread")]
async fn lists_are_read_once_for_all() {
    let server = TestServer::start().await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    seek(&mut ann).await.ok();
    between(&mut ann, &mut bob, |_| {}).await;
    let url = Store::url_in(&server.settings.data);
    let mut database = AnyConnection::connect(&url).await.unwrap();
    let mut socket = ann.socket().await;
    for (ask, statement, fresh_ms) in [
        ("lobby", "UPDATE seeks SET title = title || 'x'", 5000),
        ("home", "UPDATE games SET title = title || 'x'", 1500),
    ] {
        let begun = Instant::now();
        let mut received = Vec::new();
        for _ in 0..30 {
            // Another title each time, of which the server does not know.
            let write = sqlx::query(statement).execute(&mut database);
            write.await.unwrap();
            socket.say(json!({"t": ask})).await;
            received.push(socket.receive_kind(ask).await);
        }
        received.dedup();
        // Home is also sent when it has changed.
        let reads = 2 + 2 * begun.elapsed().as_millis() / fresh_ms;
        assert!(
            received.len() as u128 <= reads,
            "{ask}: {} of {reads}",
            received.len()
        );
    }
    database.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_ask_at_once_nobody_waits_for_one_who_waits() {
    let server = TestServer::start().await;
    let mut wanted = game_body(json!({"kind": "pair"}));
    wanted["colour"] = json!("random");
    wanted["clock"] = json!({"kind": "days", "days": 3});
    let mut people = Vec::new();
    for _ in 0..14 {
        people.push(server.guest().await);
    }
    let asked = people
        .iter_mut()
        .map(|person| person.post("/api/play", wanted.clone()));
    for answer in join_all(asked).await {
        answer.ok();
    }
    let left = people[0].get("/api/seeks").await.ok();
    assert_eq!(left, json!([]));
    // One person who asks several times at once waits once.
    let mut eager = server.guest().await;
    let asked = (0..4).map(|_| async {
        let mut same = server.person();
        same.cookie.clone_from(&eager.cookie);
        same.csrf.clone_from(&eager.csrf);
        same.post("/api/play", wanted.clone()).await.ok()
    });
    join_all(asked).await;
    let left = eager.get("/api/seeks").await.ok();
    assert_eq!(left.as_array().unwrap().len(), 1, "{left}");
}

/// Pairing again while one waits takes nobody else's turn: it even works while nothing can be
/// written.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_again_is_told_of_their_seek_without_a_write() {
    let server = TestServer::start().await;
    let mut ann = server.guest().await;
    let wanted = game_body(json!({"kind": "pair"}));
    let first = ann.post("/api/play", wanted.clone()).await.ok();
    let url = Store::url_in(&server.settings.data);
    let mut database = AnyConnection::connect(&url).await.unwrap();
    let begin = sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut database);
    begin.await.unwrap();
    let again = ann.post("/api/play", wanted).await;
    let end = sqlx::raw_sql("ROLLBACK").execute(&mut database);
    end.await.unwrap();
    assert_eq!(again.ok()["seek"], first["seek"]);
    database.close().await.unwrap();
}

/// Whoever deletes the account while a seek is on its way leaves none.
#[tokio::test(flavor = "multi_thread")]
async fn a_seek_does_not_outlive_its_owner() {
    let server = TestServer::start().await;
    let store = Store::open_folder(&server.settings.data).await.unwrap();
    for _ in 0..10 {
        let mut ann = server.guest().await;
        let mut same = server.person();
        same.cookie.clone_from(&ann.cookie);
        same.csrf.clone_from(&ann.csrf);
        let (offered, deleted) =
            tokio::join!(seek(&mut same), ann.delete("/api/me", Some(json!({}))));
        deleted.ok();
        // Refused, or there in time to be deleted. A request that begins after the end of the
        // account makes another guest, who is somebody else.
        let is_fine = offered.status == 201 || offered.code(401) == "sign_in";
        assert!(is_fine, "{offered:?}");
        for standing in store.seek_standings().await.unwrap() {
            let owner = store.account(&standing.user_id).await.unwrap();
            assert!(owner.is_some(), "{standing:?}");
        }
    }
    store.close().await;
}

/// Seeks of people who have left, as servers of the version before could leave them.
#[tokio::test(flavor = "multi_thread")]
async fn a_seek_whose_owner_has_left_goes_when_somebody_accepts_it() {
    let server = TestServer::start().await;
    let store = Store::open_folder(&server.settings.data).await.unwrap();
    let url = Store::url_in(&server.settings.data);
    let mut database = AnyConnection::connect(&url).await.unwrap();
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    for column in ["deleted", "banned"] {
        let mut eve = server.guest().await;
        let (mut ids, id) = (Vec::new(), eve.id().await);
        for _ in 0..2 {
            ids.push(seek(&mut eve).await.ok()["seek"].clone());
        }
        let leave = match column {
            "deleted" => sqlx::query("UPDATE users SET deleted = 1 WHERE id = $1"),
            _ => sqlx::query("UPDATE users SET banned = 1 WHERE id = $1"),
        };
        leave.bind(id.clone()).execute(&mut database).await.unwrap();
        let path = format!("/api/seeks/{}/accept", ids[0].as_str().unwrap());
        assert_eq!(ann.post(&path, json!({})).await.code(410), "gone");
        assert_eq!(store.seeks_of(&id).await.unwrap().len(), 1);
        // Nobody who looks for an opponent is held up by the other one.
        let mut wanted = game_body(json!({"kind": "pair"}));
        wanted["colour"] = json!("random");
        let left = bob.post("/api/play", wanted).await.ok();
        assert!(left["seek"].is_string(), "{left}");
        assert_eq!(store.seeks_of(&id).await.unwrap().len(), 0);
    }
    database.close().await.unwrap();
    store.close().await;
}
