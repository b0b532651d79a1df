//! Analyses that several nodes and workers share.

use crate::support::cluster::{Cluster, at};
use crate::support::postgres::Postgres;
use crate::support::process::Process;
use crate::support::{Person, Socket};
use hyperrook_server::settings::Settings;
use hyperrook_server::store::{
    ANALYSIS_ATTEMPTS, Account, AnalysisJobLimits, AnalysisJobState, LeaseTerms, NewAnalysisJob,
    Store,
};
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection};
use std::time::{Duration, Instant};

/// Nodes that do not analyse, and workers that do, with a thread each.
async fn cluster(nodes: usize, workers: usize, seconds: u64) -> Option<Cluster> {
    let change = |number: usize, settings: &mut Settings| {
        settings.analysis_threads = usize::from(number >= nodes);
        settings.analysis_seconds = seconds;
        settings.behind_proxy = true;
    };
    let cluster = Cluster::start_with(nodes, workers, None, change).await?;
    wait_for_nats(&cluster).await;
    Some(cluster)
}

/// Waits until the nodes are connected to NATS.
async fn wait_for_nats(cluster: &Cluster) {
    let begun = Instant::now();
    for node in 0..cluster.nodes.len() {
        let mut person = Person::new(&cluster.host(node));
        while person.get("/readyz").await.text != "ready\n" {
            assert!(begun.elapsed() < Duration::from_secs(30), "without NATS");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

async fn analyse(socket: &mut Socket, req: i64) {
    let ask = json!({"t": "analyse", "req": req, "game": {"name": "chess"}, "lines": 2});
    socket.say(ask).await;
}

/// The next message about an analysis that fits.
async fn receive(socket: &mut Socket, req: i64, fits: impl Fn(&Value) -> bool) -> Value {
    socket
        .receive_where(|m| m["t"] == "analysis" && m["req"] == req && fits(m))
        .await
}

fn runs(message: &Value) -> bool {
    message["state"] == "running" && message["lines"] != json!([])
}

fn is_done(message: &Value) -> bool {
    message["state"] == "done"
}

fn depth(message: &Value) -> u64 {
    message["lines"][0]["depth"].as_u64().unwrap_or(0)
}

/// How many analyses are in the queue.
async fn queued(cluster: &Cluster) -> i64 {
    sqlx::any::install_default_drivers();
    let url = cluster.postgres.url();
    let mut connection = AnyConnection::connect(&url).await.unwrap();
    let count = sqlx::query_scalar("SELECT COUNT(*) FROM analysis_jobs");
    count.fetch_one(&mut connection).await.unwrap()
}

async fn wait_until_none_is_queued(cluster: &Cluster) {
    let begun = Instant::now();
    while queued(cluster).await > 0 {
        assert!(begun.elapsed() < Duration::from_secs(10), "one is left");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_analyses_for_clients_of_all_nodes() {
    let Some(cluster) = cluster(2, 1, 2).await else {
        return;
    };
    for node in 0..2 {
        // Nobody has to be signed in.
        let mut socket = Socket::open(&cluster.host(node), None, None).await;
        analyse(&mut socket, 7).await;
        receive(&mut socket, 7, runs).await;
        let done = receive(&mut socket, 7, is_done).await;
        let lines = done["lines"].as_array().unwrap();
        assert_eq!(
            (&lines[0]["rank"], &lines[1]["rank"]),
            (&json!(1), &json!(2))
        );
        assert!(done["nps"].as_u64().unwrap() > 0);
        assert_ne!(lines[0]["moves"][0], lines[1]["moves"][0]);
    }
    wait_until_none_is_queued(&cluster).await;
    let mut socket = Socket::open(&cluster.host(0), None, None).await;
    let ask = json!({"t": "analyse", "req": 1, "game": {"name": "chess"}, "lines": 1,
        "moves": ["e2e4", "e2e4"]});
    socket.say(ask).await;
    assert_eq!(socket.receive_kind("error").await["code"], "position");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_goes_on_when_its_worker_is_killed_or_stopped() {
    let Some(mut cluster) = cluster(1, 1, 60).await else {
        return;
    };
    let settings = cluster.workers[0].settings.clone();
    let mut socket = Socket::open(&cluster.host(0), None, None).await;
    analyse(&mut socket, 1).await;
    let first = receive(&mut socket, 1, |m| runs(m) && depth(m) >= 3).await;
    cluster.workers[0].kill();
    cluster.workers[0] = Process::start_worker(&settings);
    let killed = Instant::now();
    // Nothing is shown that is less deep than what was.
    let second = receive(&mut socket, 1, |m| runs(m) && depth(m) > depth(&first)).await;
    assert!(
        killed.elapsed() < Duration::from_secs(20),
        "{:?}",
        killed.elapsed()
    );
    // One that is stopped gives it back.
    let mut other = Process::start_worker(&settings);
    cluster.workers[0].signal("-TERM");
    let status = cluster.workers[0].wait(Duration::from_secs(20)).await;
    assert!(status.success(), "{status}");
    receive(&mut socket, 1, |m| runs(m) && depth(m) >= depth(&second)).await;
    // Whoever waits is told when it ends for good.
    other.kill();
    other = Process::start_worker(&settings);
    tokio::time::sleep(Duration::from_millis(8000)).await;
    other.kill();
    let end = receive(&mut socket, 1, is_done).await;
    assert!(depth(&end) >= depth(&second), "{end}");
    wait_until_none_is_queued(&cluster).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn analyses_of_one_address_take_turns_with_others() {
    let Some(cluster) = cluster(2, 1, 60).await else {
        return;
    };
    // Somebody is many people, at both nodes.
    let mut sockets = Vec::new();
    for number in 0..12 {
        let mut eve = Person::new(&cluster.host(number % 2));
        eve.address = Some("192.0.2.66".to_owned());
        eve.post("/api/guest", json!({})).await.ok();
        let mut socket = eve.socket().await;
        analyse(&mut socket, 1).await;
        if number == 0 {
            receive(&mut socket, 1, runs).await;
        }
        sockets.push(socket);
    }
    // Ten wait, and one is made; the last is too many.
    let last = sockets.last_mut().unwrap();
    assert_eq!(last.receive_kind("error").await["code"], "busy");
    let mut ann = cluster.nodes[1].guest().await;
    ann.address = Some("192.0.2.1".to_owned());
    let mut socket = ann.socket().await;
    let asked = Instant::now();
    analyse(&mut socket, 1).await;
    let place = receive(&mut socket, 1, |m| m["place"].is_number()).await["place"].clone();
    assert_eq!(place, 1, "the next after the one that is made");
    receive(&mut socket, 1, runs).await;
    // The one that is made has its five seconds.
    let waited = asked.elapsed();
    assert!(waited < Duration::from_secs(15), "{waited:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn analyses_end_at_once_when_nobody_wants_them() {
    let Some(cluster) = cluster(2, 1, 60).await else {
        return;
    };
    let ann = cluster.nodes[0].guest().await;
    let mut anns = ann.socket().await;
    let mut carl = cluster.nodes[1].guest().await;
    carl.address = Some("192.0.2.9".to_owned());
    let mut carls = carl.socket().await;
    let mut longest = Duration::ZERO;
    for req in 0..3 {
        analyse(&mut anns, req).await;
        receive(&mut anns, req, runs).await;
        analyse(&mut carls, req).await;
        receive(&mut carls, req, |m| m["state"] == "queued").await;
        // The only thread is free for the next.
        let begun = Instant::now();
        if req == 2 {
            drop(anns);
            receive(&mut carls, req, runs).await;
            longest = longest.max(begun.elapsed());
            break;
        }
        anns.say(json!({"t": "stop", "req": req})).await;
        receive(&mut anns, req, is_done).await;
        receive(&mut carls, req, runs).await;
        longest = longest.max(begun.elapsed());
        carls.say(json!({"t": "stop", "req": req})).await;
        receive(&mut carls, req, is_done).await;
    }
    // A fifth of the shortest time of an analysis that others wait for.
    assert!(longest < Duration::from_secs(1), "{longest:?}");
    // One person has one analysis, on whatever node.
    let mut elsewhere = at(&carl, &cluster.host(0)).socket().await;
    analyse(&mut elsewhere, 9).await;
    receive(&mut carls, 2, is_done).await;
    receive(&mut elsewhere, 9, runs).await;
    assert_eq!(queued(&cluster).await, 1);
    drop(elsewhere);
    wait_until_none_is_queued(&cluster).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_nats_a_node_analyses_by_itself() {
    let change = |_: usize, settings: &mut Settings| settings.analysis_seconds = 8;
    let Some(mut cluster) = Cluster::start_with(1, 0, None, change).await else {
        return;
    };
    wait_for_nats(&cluster).await;
    let mut running = Socket::open(&cluster.host(0), None, None).await;
    analyse(&mut running, 1).await;
    receive(&mut running, 1, runs).await;
    assert_eq!(queued(&cluster).await, 1);
    cluster.nats.kill();
    // It begins again on a thread of the node, and ends.
    receive(&mut running, 1, |m| m["state"] == "queued").await;
    receive(&mut running, 1, runs).await;
    assert_eq!(
        receive(&mut running, 1, is_done).await["lines"][1]["rank"],
        2
    );
    wait_until_none_is_queued(&cluster).await;
    analyse(&mut running, 2).await;
    receive(&mut running, 2, runs).await;
    assert_eq!(queued(&cluster).await, 0);
    running.say(json!({"t": "stop", "req": 2})).await;
    receive(&mut running, 2, is_done).await;
    cluster.nats.start_again();
    let begun = Instant::now();
    while queued(&cluster).await == 0 {
        assert!(
            begun.elapsed() < Duration::from_secs(20),
            "NATS is not used"
        );
        analyse(&mut running, 3).await;
        receive(&mut running, 3, runs).await;
    }
    receive(&mut running, 3, is_done).await;
}

fn account(id: &str) -> Account {
    Account {
        id: id.to_owned(),
        name: id.to_owned(),
        guest: false,
        password: None,
        settings: "{}".into(),
        banned: false,
        created: 1,
        address: String::new(),
    }
}

/// The queue itself, on a database.
async fn the_queue_is_fair(url: &str) {
    let store = Store::open(url).await.unwrap();
    let terms = LeaseTerms {
        duration: Duration::from_secs(60),
        alone: false,
        shared: true,
    };
    store.take_lease(terms).await.unwrap();
    let node = store.node_id().to_owned();
    for person in ["eve1", "eve2", "eve3", "eve4", "dora", "lost", "ann", "bob"] {
        store.add_account(account(person)).await.unwrap();
    }
    let limits = AnalysisJobLimits {
        of_address: 4,
        in_all: 6,
    };
    let want_with = async |person: &str, address: &str, turns: &str, node: &str| {
        let job = NewAnalysisJob {
            id: format!("job-of-{person}"),
            node: node.to_owned(),
            person: person.to_owned(),
            address: address.to_owned(),
            turns: turns.to_owned(),
            wish: "{}".to_owned(),
        };
        store.want_analysis(job, limits).await.unwrap().queued
    };
    let want = async |person: &str, address: &str, node: &str| {
        want_with(person, address, address, node).await
    };
    for person in ["eve1", "eve2", "eve3"] {
        assert!(want(person, "eve", &node).await);
    }
    // An account of long standing at the same address has turns of its own.
    assert!(want_with("dora", "eve", "dora", &node).await);
    assert!(!want("eve4", "eve", &node).await, "four of an address");
    assert!(want("lost", "else", "gone").await);
    assert!(want("ann", "ann", &node).await);
    assert!(!want("bob", "bob", &node).await, "six of all");
    let states = store.analyses_of_node(&node).await.unwrap();
    assert_eq!(states["job-of-dora"], AnalysisJobState::Waiting(1));
    assert_eq!(states["job-of-ann"], AnalysisJobState::Waiting(2));
    // In turns by person or address, and never for a node that is gone.
    let mut taken = Vec::new();
    while let Some(job) = store.claim_analysis(60_000).await.unwrap() {
        assert_eq!((job.attempts, &job.node), (1, &node));
        taken.push(job);
    }
    let order: Vec<&str> = taken.iter().map(|job| job.id.as_str()).collect();
    assert_eq!(
        order,
        [
            "job-of-eve1",
            "job-of-dora",
            "job-of-ann",
            "job-of-eve2",
            "job-of-eve3"
        ]
    );
    assert_eq!(store.forget_analyses_of_lost_nodes().await.unwrap(), 1);
    // Only who has the lease goes on with it, and each lease is another.
    let eve = &taken[0];
    let kept = store.keep_analysis(&eve.id, eve.lease, 1).await.unwrap();
    let kept = kept.unwrap();
    let again = store.keep_analysis(&eve.id, eve.lease, 60_000).await;
    assert_eq!(again.unwrap(), None);
    // A lease that has ended is not extended, and the next attempt is told apart.
    store.release_analysis(&eve.id, kept).await.unwrap();
    let short = store.claim_analysis(1).await.unwrap().unwrap();
    assert_eq!((&short.id, short.attempts), (&eve.id, 1));
    tokio::time::sleep(Duration::from_millis(20)).await;
    let late = store.keep_analysis(&eve.id, short.lease, 60_000).await;
    assert_eq!(late.unwrap(), None);
    let second = store.claim_analysis(60_000).await.unwrap().unwrap();
    assert_eq!((&second.id, second.attempts), (&eve.id, 2));
    store.finish_analysis(&eve.id, short.lease).await.unwrap();
    assert_eq!(store.analyses_of_node(&node).await.unwrap().len(), 5);
    store.release_analysis(&eve.id, second.lease).await.unwrap();
    let third = store.claim_analysis(0).await.unwrap().unwrap();
    assert_eq!((&third.id, third.attempts), (&eve.id, 2));
    // Begun too often, it is not begun again.
    let last = store.claim_analysis(0).await.unwrap().unwrap();
    assert_eq!(last.attempts, ANALYSIS_ATTEMPTS);
    assert_eq!(store.claim_analysis(0).await.unwrap(), None);
    let states = store.analyses_of_node(&node).await.unwrap();
    assert_eq!(states[&eve.id], AnalysisJobState::Failed);
    // Those that have run longest make room for who waits.
    assert!(want("bob", "bob", &node).await);
    assert_eq!(store.waiting_analyses(i64::MAX).await.unwrap(), (1, 4));
    assert_eq!(store.waiting_analyses(0).await.unwrap(), (1, 0));
    // Whoever asks again has only the last.
    let job = NewAnalysisJob {
        id: "another".to_owned(),
        node: node.clone(),
        person: "ann".to_owned(),
        address: "ann".to_owned(),
        turns: "ann".to_owned(),
        wish: "{}".to_owned(),
    };
    let asked = store.want_analysis(job, limits).await.unwrap();
    assert_eq!(asked.replaced, ["job-of-ann"]);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_queue_of_analyses_is_fair_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("queue.db");
    the_queue_is_fair(&format!("sqlite://{}?mode=rwc", file.display())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_queue_of_analyses_is_fair_on_postgresql() {
    if let Some(postgres) = Postgres::start() {
        the_queue_is_fair(&postgres.url()).await;
    }
}
