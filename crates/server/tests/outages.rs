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
use sqlx::{AnyConnection, Connection};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// A game with 10 seconds for each player, of which both have made a move: White's clock
/// runs.
async fn blitz(white: &mut Person, black: &mut Person) -> String {
    let game = between(white, black, |wish| {
        wish["clock"] = json!({"kind": "live", "initial_ms": 10_000, "increment_ms": 0});
    })
    .await;
    white.play(&game, 0, "g1f3").await.ok();
    black.play(&game, 1, "g8f6").await.ok();
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

/// Plays while nothing can be written for so many seconds.
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

#[tokio::test(flavor = "multi_thread")]
async fn a_server_stops_soon_although_its_database_hangs() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        database: Some(postgres.url()),
        ..settings_at(folder.path())
    };
    let mut server = Process::start(&settings);
    server.wait_ready(true).await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let game = blitz(&mut ann, &mut bob).await;
    let mut socket = ann.socket().await;
    socket.watch(&game).await;
    postgres.freeze();
    // A request is under way.
    let asked = tokio::spawn(async move {
        ann.client
            .get(format!("http://{}/api/live", ann.host))
            .send()
            .await
    });
    tokio::time::sleep(Duration::from_millis(300)).await;
    let begun = Instant::now();
    server.signal("-TERM");
    let status = server.wait(Duration::from_secs(9)).await;
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

/// A server that is killed leaves a lease behind. The next one waits for its end, and
/// gives the time back.
#[tokio::test(flavor = "multi_thread")]
async fn the_lease_of_a_killed_server_is_waited_for() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        database: Some(postgres.url()),
        lease_ms: 4000,
        ..settings_at(folder.path())
    };
    let mut server = Process::start(&settings);
    server.wait_ready(true).await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let game = blitz(&mut ann, &mut bob).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    server.kill();
    let killed = Instant::now();
    let mut server = Process::start(&settings);
    server.wait_ready(true).await;
    assert!(killed.elapsed() > Duration::from_millis(2500));
    let state = ann.state(&game).await;
    assert!(white_ms(&state) > 7500, "{}", white_ms(&state));
    insist(&mut ann, &game, 2, "f3g1").await;
    server.signal("-TERM");
    assert!(server.wait(Duration::from_secs(20)).await.success());
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
