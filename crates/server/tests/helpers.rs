//! The parts of tests that fail on purpose: NATS, and the network to a database.

use crate::support::games::between;
use crate::support::nats::Nats;
use crate::support::postgres::Postgres;
use crate::support::proxy::Proxy;
use crate::support::{Person, settings};
use hyperrook_server::Server;
use hyperrook_server::settings::Settings;
use serde_json::json;
use sqlx::{AnyConnection, Connection};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Long enough for anything on this machine that works.
const SOON: Duration = Duration::from_secs(20);
/// Long enough to see that something does not happen.
const A_WHILE: Duration = Duration::from_millis(300);

/// A connection to NATS that can be asked whether it is alive.
struct Connected(BufReader<TcpStream>);

impl Connected {
    async fn new(port: u16) -> std::io::Result<Connected> {
        let stream = TcpStream::connect(("127.0.0.1", port)).await?;
        let mut connected = Connected(BufReader::new(stream));
        connected.line().await?;
        let hello = b"CONNECT {\"verbose\":false}\r\n";
        connected.0.get_mut().write_all(hello).await?;
        Ok(connected)
    }

    async fn line(&mut self) -> std::io::Result<String> {
        let mut line = String::new();
        match self.0.read_line(&mut line).await? {
            0 => Err(std::io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(line),
        }
    }

    async fn ping(&mut self) -> std::io::Result<()> {
        self.0.get_mut().write_all(b"PING\r\n").await?;
        self.pong().await
    }

    async fn pong(&mut self) -> std::io::Result<()> {
        // The server pings as well.
        while self.line().await? != "PONG\r\n" {}
        Ok(())
    }

    /// Waits for the end of the connection.
    async fn end(&mut self) {
        let mut rest = Vec::new();
        // However it ends, nothing comes any more.
        let _ = timeout(SOON, self.0.read_to_end(&mut rest)).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nats_is_killed_and_comes_back_on_its_port() {
    let Some(mut nats) = Nats::start() else {
        return;
    };
    let port = nats.port();
    assert_eq!(nats.url(), format!("nats://127.0.0.1:{port}"));
    let mut connected = Connected::new(port).await.unwrap();
    timeout(SOON, connected.ping()).await.unwrap().unwrap();
    nats.freeze();
    assert!(timeout(A_WHILE, connected.ping()).await.is_err());
    nats.thaw();
    timeout(SOON, connected.ping()).await.unwrap().unwrap();

    nats.kill();
    connected.end().await;
    assert!(Connected::new(port).await.is_err());
    nats.start_again();
    assert_eq!(nats.port(), port);
    let mut connected = Connected::new(port).await.unwrap();
    timeout(SOON, connected.ping()).await.unwrap().unwrap();

    drop(nats);
    assert!(Connected::new(port).await.is_err(), "it ends with the test");
}

#[tokio::test(flavor = "multi_thread")]
async fn nats_can_ask_for_a_password() {
    let Some(nats) = Nats::start_with(&["--user", "node", "--pass", "secret"]) else {
        return;
    };
    let greeting = nats.greeting().unwrap();
    assert!(greeting.contains("\"auth_required\":true"), "{greeting}");
    let mut connected = Connected::new(nats.port()).await.unwrap();
    assert!(connected.ping().await.is_err(), "without the password");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proxy_freezes_cuts_and_heals() {
    let Some(nats) = Nats::start() else {
        return;
    };
    let proxy = Proxy::to_nats(&nats).await;
    let port = proxy.address().port();
    assert_eq!(proxy.nats_url(), format!("nats://127.0.0.1:{port}"));
    let mut first = Connected::new(port).await.unwrap();
    first.ping().await.unwrap();

    proxy.freeze();
    assert!(timeout(A_WHILE, first.ping()).await.is_err());
    assert!(timeout(A_WHILE, Connected::new(port)).await.is_err());
    proxy.heal();
    // The answer that was kept comes now.
    timeout(SOON, first.pong()).await.unwrap().unwrap();

    proxy.cut();
    first.end().await;
    assert!(Connected::new(port).await.is_err());
    proxy.heal();
    let mut second = Connected::new(port).await.unwrap();
    second.ping().await.unwrap();
    proxy.break_connections();
    second.end().await;
    Connected::new(port).await.unwrap().ping().await.unwrap();
    drop(proxy);
    assert!(Connected::new(port).await.is_err());
}

/// While answers are held back, the database does what it is asked.
#[tokio::test(flavor = "multi_thread")]
async fn a_proxy_holds_answers_back() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    sqlx::any::install_default_drivers();
    let proxy = Proxy::to_postgres(&postgres).await;
    let mut behind = AnyConnection::connect(&proxy.postgres_url()).await.unwrap();
    let mut direct = AnyConnection::connect(&postgres.url()).await.unwrap();
    sqlx::raw_sql("CREATE TABLE done (it INT)")
        .execute(&mut behind)
        .await
        .unwrap();
    proxy.hold_answers();
    let insert = sqlx::raw_sql("INSERT INTO done VALUES (1)").execute(&mut behind);
    assert!(timeout(A_WHILE, insert).await.is_err());
    let rows: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM done")
        .fetch_one(&mut direct)
        .await
        .unwrap();
    assert_eq!(rows, 1);
}

/// What happens to the network, and a move of each side meanwhile.
type Fault = (fn(&Proxy), [&'static str; 2]);

/// A server goes on after its connections to the database were cut or froze.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_goes_on_when_the_network_heals() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let proxy = Proxy::to_postgres(&postgres).await;
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(Settings {
        database: Some(proxy.postgres_url()),
        ..settings(folder.path())
    })
    .await
    .unwrap();
    let host = server.address().to_string();
    let (mut ann, mut bob) = (Person::new(&host), Person::new(&host));
    for person in [&mut ann, &mut bob] {
        person.post("/api/guest", json!({})).await.ok();
    }
    let game = between(&mut ann, &mut bob, |_| {}).await;
    let faults: [Fault; 3] = [
        (Proxy::cut, ["g1f3", "g8f6"]),
        (Proxy::freeze, ["f3g1", "f6g8"]),
        (Proxy::hold_answers, ["g1f3", "g8f6"]),
    ];
    let mut seq = 0;
    for (fault, [white, black]) in faults {
        fault(&proxy);
        let mv = json!({"t": "move", "seq": seq, "move": white, "key": format!("{seq}")});
        let refused = ann.act(&game, mv.clone()).await;
        assert_eq!(refused.status.as_u16(), 503, "{}", refused.text);
        proxy.heal();
        let begun = Instant::now();
        // The move may have been written. If so, its key gets the answer.
        while !ann.act(&game, mv.clone()).await.status.is_success() {
            assert!(begun.elapsed() < SOON, "{white} cannot be made");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        bob.play(&game, seq + 1, black).await.ok();
        seq += 2;
    }
    assert_eq!(ann.state(&game).await["seq"], 6);
    server.stop().await.unwrap();
}
