//! Databases that cannot be written for a while: full disks, databases that hang or are
//! away, and other servers on the same database.

use crate::support::games::between;
use crate::support::person::Answer;
use crate::support::postgres::Postgres;
use crate::support::process::{Process, free_port, settings_at};
use crate::support::{Person, settings};
use hyperrook_server::settings::Settings;
use hyperrook_server::store::Store;
use hyperrook_server::{Server, admin};
use serde_json::{Value, json};
use sqlx::migrate::Migrator;
use sqlx::{AnyConnection, Connection, Row};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// A game with 10 seconds for each player, of which both have made a move: White's clock
/// runs.
async fn blitz(white: &mut Person, black: &mut Person) -> String {
    begun(white, black, 10_000).await
}

/// The same with another time.
async fn begun(white: &mut Person, black: &mut Person, initial_ms: i64) -> String {
    let game = between(white, black, |game_body| {
        game_body["clock"] = json!({"kind": "live", "initial_ms": initial_ms, "increment_ms": 0});
    })
    .await;
    // A busy machine may not get around to renewing the lease for a moment.
    insist(white, &game, 0, "g1f3").await;
    insist(black, &game, 1, "g8f6").await;
    game
}

fn white_ms(state: &Value) -> i64 {
    state["clocks"]["white_ms"].as_i64().unwrap()
}

/// What a server answers that cannot save something now: soon, with the time to wait.
#[track_caller]
fn is_unavailable(answer: &Answer, asked: Instant) {
    let code = answer.code(503);
    assert!(["unavailable", "try_again"].contains(&&*code), "{code}");
    assert_eq!(answer.headers["retry-after"], "2");
    let waited = asked.elapsed();
    assert!(waited < Duration::from_millis(6000), "{waited:?}");
}

/// A move with a key. If it was written after all, repeating it gets the true answer.
fn keyed(seq: i64, mv: &str) -> Value {
    json!({"t": "move", "seq": seq, "move": mv, "key": format!("{seq}-{mv}")})
}

/// Repeats a move until it is made.
async fn insist(person: &mut Person, game: &str, seq: i64, mv: &str) {
    let begun = Instant::now();
    loop {
        let answer = person.act(game, keyed(seq, mv)).await;
        if answer.status.is_success() {
            return;
        }
        assert_eq!(answer.status.as_u16(), 503, "{}", answer.text);
        assert!(begun.elapsed() < Duration::from_secs(30), "{}", answer.text);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// A disk that can be made full and free again, and the server on it.
enum Disk {
    /// A small file system of its own.
    FileSystem { filler: PathBuf },
    /// A limit on the size of the server's files.
    FileSize { process: u32, folder: PathBuf },
}

impl Disk {
    /// A server on a file system of 16 MiB; `None` if the system forbids to mount one.
    fn file_system(settings: &Settings) -> Option<(Process, Disk)> {
        let unshare = |command: &mut Command| {
            // Root needs no user namespace; others may have one of their own.
            let user = Command::new("id").arg("-u").output().unwrap();
            if user.stdout.trim_ascii() != b"0" {
                command.args(["--user", "--map-root-user"]);
            }
            command.args(["--mount", "sh", "-c"]);
        };
        let mount = "mount -t tmpfs -o size=16m none \"$0\"";
        let mut probe = Command::new("unshare");
        unshare(&mut probe);
        let probe = probe.arg(mount).arg(&settings.data).output();
        if !probe.is_ok_and(|probe| probe.status.success()) {
            eprintln!("without a file system of its own, which is forbidden here");
            return None;
        }
        let process = Process::start_with(settings, |server| {
            let mut command = Command::new("unshare");
            unshare(&mut command);
            command.arg(format!("{mount} && exec \"$@\""));
            command.arg(&settings.data).arg(server.get_program());
            command.args(server.get_args());
            command
        });
        let inside = settings.data.strip_prefix("/").unwrap().join("filler");
        let root = PathBuf::from(format!("/proc/{}/root", process.id()));
        let filler = root.join(inside);
        Some((process, Disk::FileSystem { filler }))
    }

    /// A server whose files cannot grow beyond a limit.
    fn file_size(settings: &Settings) -> (Process, Disk) {
        let process = Process::start_with(settings, |server| {
            let mut command = Command::new("sh");
            // Without this the signal that goes with the error would end the server.
            command.args(["-c", "trap '' XFSZ; exec \"$@\"", "sh"]);
            command.arg(server.get_program()).args(server.get_args());
            command
        });
        let disk = Disk::FileSize {
            process: process.id(),
            folder: settings.data.clone(),
        };
        (process, disk)
    }

    fn limit(process: u32, bytes: &str) {
        let limited = Command::new("prlimit")
            .args(["--pid", &process.to_string(), &format!("--fsize={bytes}:")])
            .status();
        assert!(limited.unwrap().success());
    }

    fn fill(&self) {
        match self {
            Disk::FileSystem { filler } => {
                let mut file = std::fs::File::create(filler).unwrap();
                let full = std::io::copy(&mut std::io::repeat(1), &mut file);
                assert_eq!(full.unwrap_err().kind(), std::io::ErrorKind::StorageFull);
            }
            Disk::FileSize { process, folder } => {
                let sizes = std::fs::read_dir(folder).unwrap();
                let sizes = sizes.map(|entry| entry.unwrap().metadata().unwrap().len());
                let largest = sizes.max().unwrap();
                Disk::limit(*process, &(largest + 1000).to_string());
            }
        }
    }

    fn free(&self) {
        match self {
            Disk::FileSystem { filler } => std::fs::remove_file(filler).unwrap(),
            Disk::FileSize { process, .. } => Disk::limit(*process, "unlimited"),
        }
    }
}

/// Fills the disk and frees it again while people play.
async fn survives_a_full_disk(mut server: Process, disk: Disk) {
    server.wait_ready(true).await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let game = between(&mut ann, &mut bob, |_| {}).await;
    ann.play(&game, 0, "g1f3").await.ok();
    // Twice: what the first time left behind does not matter the second time.
    for (seq, black, white) in [(1, "g8f6", "f3g1"), (3, "f6g8", "g1f3")] {
        disk.fill();
        // What fits into the files as they are is still written.
        let begun = Instant::now();
        let long = json!({"text": "x".repeat(12_000)});
        loop {
            let asked = Instant::now();
            let answer = bob.put("/api/me/settings", long.clone()).await;
            if !answer.status.is_success() {
                is_unavailable(&answer, asked);
                break;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "it is not full");
        }
        println!("full: refused after {:?}", begun.elapsed());
        server.wait_ready(false).await;
        let asked = Instant::now();
        is_unavailable(&bob.act(&game, keyed(seq, black)).await, asked);
        // What was acknowledged can be seen.
        let state = ann.state(&game).await;
        assert_eq!(state["seq"], seq);

        disk.free();
        let freed = Instant::now();
        server.wait_ready(true).await;
        println!("free: ready after {:?}", freed.elapsed());
        insist(&mut bob, &game, seq, black).await;
        bob.put("/api/me/settings", json!({})).await.ok();
        ann.play(&game, seq + 1, white).await.ok();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_file_system_ends_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let Some((server, disk)) = Disk::file_system(&settings_at(folder.path())) else {
        return;
    };
    survives_a_full_disk(server, disk).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn files_that_cannot_grow_end_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (server, disk) = Disk::file_size(&settings_at(folder.path()));
    survives_a_full_disk(server, disk).await;
}

/// What keeps a server from writing.
enum Outage<'a> {
    /// Another program holds the write lock of the SQLite database in a folder.
    Locked(&'a Path),
    /// PostgreSQL does not answer.
    Frozen(&'a Postgres),
    /// PostgreSQL is not there.
    Stopped(&'a mut Postgres),
}

impl Outage<'_> {
    async fn begin(&mut self) -> Option<AnyConnection> {
        match self {
            Outage::Locked(folder) => {
                let url = format!("sqlite://{}", folder.join("hyperrook.db").display());
                let mut holder = AnyConnection::connect(&url).await.unwrap();
                let begin = sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut holder);
                begin.await.unwrap();
                return Some(holder);
            }
            Outage::Frozen(postgres) => postgres.freeze(),
            Outage::Stopped(postgres) => postgres.stop(),
        }
        None
    }

    async fn end(&mut self, holder: Option<AnyConnection>) {
        match self {
            Outage::Locked(_) => holder.unwrap().close().await.unwrap(),
            Outage::Frozen(postgres) => postgres.thaw(),
            Outage::Stopped(postgres) => postgres.start_again(),
        }
    }
}

/// Plays while nothing can be written for this many seconds.
async fn clocks_pause(server: &Server, mut outage: Outage<'_>, seconds: u64) {
    let host = server.address().to_string();
    let (mut ann, mut bob) = (Person::new(&host), Person::new(&host));
    for person in [&mut ann, &mut bob] {
        person.post("/api/guest", json!({})).await.ok();
    }
    let begun = Instant::now();
    let game = blitz(&mut ann, &mut bob).await;
    let stopped = Instant::now();
    let holder = outage.begin().await;
    let asked = Instant::now();
    let answer = ann.act(&game, keyed(2, "f3g1")).await;
    println!("outage of {seconds} s: refused after {:?}", asked.elapsed());
    is_unavailable(&answer, asked);
    let rest = Duration::from_secs(seconds).saturating_sub(stopped.elapsed());
    tokio::time::sleep(rest).await;
    // Also when the lease has ended, because it could not be renewed.
    let ready = reqwest::get(format!("http://{host}/readyz")).await.unwrap();
    let reason = ready.text().await.unwrap();
    assert_eq!(reason, "the database cannot be read and written\n");
    let away = stopped.elapsed();
    outage.end(holder).await;
    let ended = Instant::now();
    // The move that could not be made is made now: it was in time.
    insist(&mut ann, &game, 2, "f3g1").await;
    println!("the move was made {:?} after the end", ended.elapsed());
    let thought = (begun.elapsed() - away).as_millis() as i64;
    let state = ann.state(&game).await;
    assert_eq!(state["outcome"], Value::Null, "{}", state["outcome"]);
    let left = white_ms(&state);
    println!("the clock of 10 s shows {left} ms after {thought} ms without the outage");
    // Beats are half a second apart.
    assert!(left <= 10_000, "{left}");
    assert!(left >= 10_000 - thought - 700, "{left} {thought}");
    bob.play(&game, 3, "f6g8").await.ok();
    let ready = reqwest::get(format!("http://{host}/readyz")).await.unwrap();
    assert!(ready.status().is_success());
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_pause_while_sqlite_hangs() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(settings(folder.path())).await.unwrap();
    // Shorter than the lease holds, and longer than the clock.
    for seconds in [3, 12] {
        clocks_pause(&server, Outage::Locked(folder.path()), seconds).await;
    }
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_pause_while_postgresql_hangs_or_is_away() {
    let Some(mut postgres) = Postgres::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        database: Some(postgres.url()),
        ..settings(folder.path())
    };
    let server = Server::start(settings).await.unwrap();
    for seconds in [3, 12] {
        clocks_pause(&server, Outage::Frozen(&postgres), seconds).await;
    }
    clocks_pause(&server, Outage::Stopped(&mut postgres), 12).await;
    server.stop().await.unwrap();
}

/// Somebody is banned, and the database hangs just when the server ends the person's games.
#[tokio::test(flavor = "multi_thread")]
async fn games_of_the_banned_end_after_an_outage() {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        // A server that loses its lease would begin anew with all it does.
        lease_ms: 60_000,
        ..settings(folder.path())
    };
    let server = Server::start(settings.clone()).await.unwrap();
    let host = server.address().to_string();
    let (mut ann, mut bob) = (Person::new(&host), Person::new(&host));
    ann.register("Ann").await;
    bob.post("/api/guest", json!({})).await.ok();
    let game = between(&mut ann, &mut bob, |_| {}).await;
    ann.play(&game, 0, "g1f3").await.ok();
    bob.play(&game, 1, "g8f6").await.ok();
    admin::ban(&settings, "Ann", true).await.unwrap();
    let mut outage = Outage::Locked(folder.path());
    let holder = outage.begin().await;
    // The server looks for such people every five seconds, and waits three for a write.
    tokio::time::sleep(Duration::from_secs(9)).await;
    outage.end(holder).await;
    let ended = Instant::now();
    while bob.state(&game).await["outcome"].is_null() {
        assert!(ended.elapsed() < Duration::from_secs(20), "Ann still plays");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    server.stop().await.unwrap();
}

/// How many actions wait for the database when a server stops. One that is not told to give
/// up takes a second for each of them.
const ACTIONS: u64 = 60;

/// A server that stops does not wait for a database that hangs, not even for each of the
/// actions that are under way.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_stops_soon_although_its_database_hangs() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        database: Some(postgres.url()),
        // The end of the lease would refuse what waits.
        lease_ms: 600_000,
        ..settings_at(folder.path())
    };
    let mut server = Process::start(&settings);
    server.wait_ready(true).await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let game = blitz(&mut ann, &mut bob).await;
    // More actions than can each wait for the database before the test loses its patience.
    let mut sockets = Vec::new();
    for _ in 0..ACTIONS {
        let mut socket = ann.socket().await;
        socket.settle().await;
        sockets.push(socket);
    }
    postgres.freeze();
    for (number, socket) in sockets.iter_mut().enumerate() {
        let action = json!({"t": "draw", "accept": true, "id": game, "key": format!("{number}")});
        socket.say(action).await;
    }
    // A request is under way.
    let asked = tokio::spawn(async move {
        let answer = ann.client.get(format!("http://{}/api/live", ann.host));
        answer.send().await
    });
    tokio::time::sleep(Duration::from_millis(300)).await;
    let begun = Instant::now();
    server.signal("-TERM");
    let status = server.wait(Duration::from_secs(ACTIONS / 2)).await;
    assert!(status.success(), "{status}");
    println!("stopped after {:?}", begun.elapsed());
    let _ = asked.await;
    postgres.thaw();
}

/// Stops a server, without ending it, while it has a transaction open: what the transaction
/// has changed stays locked.
async fn stop_in_a_transaction(server: &Process, database: &str) {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(database).await.unwrap();
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(60) {
        server.signal("-STOP");
        // PostgreSQL finishes what it was asked for.
        tokio::time::sleep(Duration::from_millis(20)).await;
        let open: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM pg_stat_activity WHERE state = 'idle in transaction'",
        )
        .fetch_one(&mut connection)
        .await
        .unwrap();
        if open > 0 {
            return;
        }
        server.signal("-CONT");
        tokio::time::sleep(Duration::from_millis(fastrand::u64(1..20))).await;
    }
    panic!("the server has not been seen in a transaction for a minute");
}

/// Two servers on one PostgreSQL, which restarts: the second is refused, and takes over
/// only when the lease of the first has ended. Then the first changes nothing any more.
#[tokio::test(flavor = "multi_thread")]
async fn one_server_at_a_time_owns_the_games_of_a_database() {
    let Some(mut postgres) = Postgres::start() else {
        return;
    };
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let first_settings = Settings {
        database: Some(postgres.url()),
        lease_ms: 3000,
        ..settings_at(folder.path())
    };
    let second_settings = Settings {
        port: free_port(),
        data: other.path().to_owned(),
        ..first_settings.clone()
    };
    let mut first = Process::start(&first_settings);
    first.wait_ready(true).await;
    let (mut ann, mut bob) = (first.guest().await, first.guest().await);
    let game = between(&mut ann, &mut bob, |_| {}).await;
    ann.play(&game, 0, "g1f3").await.ok();
    bob.play(&game, 1, "g8f6").await.ok();

    postgres.stop();
    postgres.start_again();
    first.wait_ready(true).await;
    let refused = Server::start(second_settings.clone()).await.err().unwrap();
    let refused = refused.to_string();
    let owner = format!("process {}", first.id());
    assert!(refused.contains(&owner), "{refused}");
    assert!(refused.contains("(until 20"), "{refused}");
    // The first sleeps for longer than its lease, in the middle of a transaction.
    stop_in_a_transaction(&first, &postgres.url()).await;
    let second = Server::start(second_settings).await.unwrap();
    let host = second.address().to_string();
    bob.host.clone_from(&host);
    bob.act(&game, json!({"t": "resign"})).await.ok();
    first.signal("-CONT");
    // The first has the game in memory, in which it is White's turn.
    for _ in 0..20 {
        let answer = ann.play(&game, 2, "f3g1").await;
        assert_eq!(answer.status.as_u16(), 503, "{}", answer.text);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(!first.is_ready().await);
    let state = bob.state(&game).await;
    assert_eq!(state["outcome"]["result"], "1-0", "{}", state["outcome"]);
    assert_eq!(state["seq"], 2);

    // The second hands the lease over when it stops.
    let begun = Instant::now();
    second.stop().await.unwrap();
    first.wait_ready(true).await;
    assert!(
        begun.elapsed() < Duration::from_secs(9),
        "no gap of a lease"
    );
    let state = ann.state(&game).await;
    assert_eq!(state["outcome"]["result"], "1-0", "{}", state["outcome"]);
    first.signal("-TERM");
    assert!(first.wait(Duration::from_secs(20)).await.success());
}

/// What the database knows of the only node: the end of its lease, its last beat, and the
/// present time.
async fn only_node(database: &str) -> [i64; 3] {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(database).await.unwrap();
    let query = "SELECT lease_until, beat, \
                 CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) FROM nodes";
    let rows = sqlx::query(query).fetch_all(&mut connection).await.unwrap();
    assert_eq!(rows.len(), 1);
    connection.close().await.unwrap();
    [0, 1, 2].map(|column| rows[0].get(column))
}

/// A server that is killed leaves a lease behind. The next one waits for its end, and
/// gives the time back. How long a busy machine takes for anything does not matter: all is
/// compared with what the database has noted.
#[tokio::test(flavor = "multi_thread")]
async fn the_lease_of_a_killed_server_is_waited_for() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        database: Some(postgres.url()),
        lease_ms: 6000,
        ..settings_at(folder.path())
    };
    let mut server = Process::start(&settings);
    server.wait_ready(true).await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let [_, _, before] = only_node(&postgres.url()).await;
    let game = begun(&mut ann, &mut bob, 600_000).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    server.kill();
    let [until, beat, killed] = only_node(&postgres.url()).await;
    let mut server = Process::start(&settings);
    server.wait_ready(true).await;
    let [_, _, ready] = only_node(&postgres.url()).await;
    assert!(ready >= until, "it did not wait for the end of the lease");
    let state = ann.state(&game).await;
    let [_, _, seen] = only_node(&postgres.url()).await;
    // White's clock ran until the last beat of the first server, and again since the end of
    // its lease at the earliest.
    let most = (beat - before).max(0) + seen - until;
    let used = 600_000 - white_ms(&state);
    println!(
        "ready after {} ms; White has used {used} ms",
        ready - killed
    );
    // The database's time and the server's are rounded.
    assert!((0..=most + 20).contains(&used), "{used} {most}");
    insist(&mut ann, &game, 2, "f3g1").await;
    server.signal("-TERM");
    assert!(server.wait(Duration::from_secs(20)).await.success());
}

/// A server that was killed may still have renewed its lease once: that is no sign of a
/// server that runs.
#[tokio::test(flavor = "multi_thread")]
async fn a_last_renewal_of_a_killed_server_is_waited_for() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let mut database = tables_of(&postgres, u32::MAX).await;
    lease_for(&mut database, 3000).await;
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        database: Some(postgres.url()),
        ..settings(folder.path())
    };
    let server = tokio::spawn(Server::start(settings));
    tokio::time::sleep(Duration::from_millis(1500)).await;
    lease_for(&mut database, 3000).await;
    let server = server.await.unwrap().unwrap();
    let nodes: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM nodes")
        .fetch_one(&mut database)
        .await
        .unwrap();
    assert_eq!(nodes, 1);
    server.stop().await.unwrap();
}

/// The tables of the first versions, up to this number.
async fn tables_of(postgres: &Postgres, migrations: u32) -> AnyConnection {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(&postgres.url()).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    for entry in std::fs::read_dir(all).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_name().unwrap().to_str().unwrap();
        if name[..4].parse::<u32>().unwrap() <= migrations {
            std::fs::copy(&file, folder.path().join(name)).unwrap();
        }
    }
    let migrator = Migrator::new(folder.path()).await.unwrap();
    migrator.run(&mut connection).await.unwrap();
    connection
}

/// A node called `another one` has a lease for so long.
async fn lease_for(database: &mut AnyConnection, ms: i64) {
    let lease = "INSERT INTO nodes (id, label, epoch, lease_until, beat) VALUES \
                 ('n', 'another one', 1, $1 + \
                  CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT), 0) \
                 ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until";
    let lease = sqlx::query(lease).bind(ms).execute(database).await;
    lease.unwrap();
}

/// Servers that run keep their tables: a migration that they would notice is refused.
#[tokio::test(flavor = "multi_thread")]
async fn no_tables_are_migrated_under_servers_that_run() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        database: Some(postgres.url()),
        ..settings(folder.path())
    };
    let refused = async |what: &str| {
        let error = admin::migrate(&settings).await.unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    };
    // Those of an older version. Its nodes have leases.
    let mut database = tables_of(&postgres, 5).await;
    lease_for(&mut database, 600_000).await;
    refused("in use: another server runs on it (another one").await;
    lease_for(&mut database, -1).await;
    // Servers of the first version have a lock.
    let lock = sqlx::query("SELECT pg_advisory_lock(7528171833140604783)");
    lock.execute(&mut database).await.unwrap();
    refused("in use: another server runs on it").await;
    let version = "SELECT MAX(version) FROM _sqlx_migrations";
    let version: i64 = sqlx::query_scalar(version)
        .fetch_one(&mut database)
        .await
        .unwrap();
    assert_eq!(version, 5, "nothing was changed");
    database.close().await.unwrap();
    admin::migrate(&settings).await.unwrap();

    // A server of this version. What it does not notice is added beside it.
    let mut database = AnyConnection::connect(&postgres.url()).await.unwrap();
    let server = Server::start(settings.clone()).await.unwrap();
    let forget = async |database: &mut AnyConnection, version: i64| {
        let forget = sqlx::query("DELETE FROM _sqlx_migrations WHERE version = $1").bind(version);
        assert_eq!(forget.execute(database).await.unwrap().rows_affected(), 1);
    };
    forget(&mut database, 12).await;
    admin::migrate(&settings).await.unwrap();
    forget(&mut database, 6).await;
    refused(&format!("(process {}", std::process::id())).await;
    let host = server.address().to_string();
    let mut ann = Person::new(&host);
    ann.post("/api/guest", json!({})).await.ok();
    server.stop().await.unwrap();
}

/// A database that is named by its URL is locked like one in a folder.
#[tokio::test(flavor = "multi_thread")]
async fn one_server_at_a_time_uses_an_sqlite_url() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hyperrook.db");
    let by_url = Settings {
        database: Some(format!("sqlite://{}?mode=rwc", file.display())),
        ..settings(Path::new("/nowhere"))
    };
    let by_folder = settings(folder.path());
    let server = Server::start(by_url.clone()).await.unwrap();
    for other in [&by_url, &by_folder] {
        let error = Server::start(other.clone()).await.err().unwrap();
        assert!(error.to_string().contains("another server"), "{error}");
    }
    let error = admin::migrate(&by_folder).await.unwrap_err();
    assert!(error.to_string().contains("another server"), "{error}");
    server.stop().await.unwrap();
    Server::start(by_folder)
        .await
        .unwrap()
        .stop()
        .await
        .unwrap();
}

/// Operators' commands leave the tables of an older version alone; a server copies the
/// database before it brings them up to date.
#[tokio::test(flavor = "multi_thread")]
async fn old_tables_are_copied_before_they_are_changed() {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR"));
    let fixture = fixture.join("../../testdata/compat/server-77354fa.db");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hyperrook.db");
    std::fs::copy(&fixture, &file).unwrap();
    let settings = settings(folder.path());
    let error = admin::status(&settings).await.unwrap_err().to_string();
    assert!(error.contains("older version"), "{error}");
    assert!(error.contains("hyperrook admin migrate"), "{error}");
    let copy = folder.path().join("hyperrook.db.before-migration-0001");
    assert!(!copy.exists());

    let told = admin::migrate(&settings).await.unwrap();
    assert!(told.contains("of this version"), "{told}");
    let status = admin::status(&settings).await.unwrap();
    assert!(status.contains("2 people"), "{status}");
    assert!(copy.is_file());
    // The copy is whole, and of the old version.
    let url = format!("sqlite://{}", copy.display());
    let error = Store::open_as_it_is(&url).await.unwrap_err();
    assert!(error.to_string().contains("older version"), "{error}");
    let store = Store::open(&url).await.unwrap();
    assert_eq!(store.counts().await.unwrap().people, 2);
    store.close().await;
}
