//! A network that can fail: a TCP proxy in front of PostgreSQL or NATS.

use super::nats::Nats;
use super::postgres::Postgres;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// What the proxy does with bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Link {
    /// It passes them on.
    Open,
    /// It keeps them until the link is healed. Connections stay open.
    Frozen,
    /// It passes requests on and keeps the answers.
    NoAnswers,
    /// It closes all connections, and new ones at once.
    Cut,
}

#[derive(Clone, Copy)]
struct State {
    link: Link,
    /// How often the connections were closed.
    cuts: u64,
}

#[derive(Clone)]
enum Upstream {
    Tcp(SocketAddr),
    Unix(PathBuf),
}

/// A proxy on a port of the loopback interface. It ends when this is dropped, or with the
/// runtime that it was started in.
pub struct Proxy {
    address: SocketAddr,
    state: watch::Sender<State>,
    listener: JoinHandle<()>,
}

impl Proxy {
    /// A proxy in front of PostgreSQL, which the tests reach by a Unix socket.
    pub async fn to_postgres(postgres: &Postgres) -> Proxy {
        Proxy::start(Upstream::Unix(postgres.socket())).await
    }

    /// A proxy in front of NATS.
    pub async fn to_nats(nats: &Nats) -> Proxy {
        Proxy::start(Upstream::Tcp(([127, 0, 0, 1], nats.port()).into())).await
    }

    async fn start(upstream: Upstream) -> Proxy {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let link = Link::Open;
        let (state, states) = watch::channel(State { link, cuts: 0 });
        let listener = tokio::spawn(async move {
            loop {
                let (client, _) = listener.accept().await.unwrap();
                tokio::spawn(connection(client, upstream.clone(), states.clone()));
            }
        });
        Proxy {
            address,
            state,
            listener,
        }
    }

    /// The address that clients connect to.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The URL of the database behind the proxy.
    pub fn postgres_url(&self) -> String {
        format!("postgres://hyperrook@{}/postgres", self.address)
    }

    /// The URL of the NATS server behind the proxy.
    pub fn nats_url(&self) -> String {
        format!("nats://{}", self.address)
    }

    fn set(&self, link: Link, cut: bool) {
        self.state.send_modify(|state| {
            state.link = link;
            state.cuts += u64::from(cut);
        });
    }

    /// Nothing passes any more, and connections stay open: a cable is unplugged. What was
    /// sent meanwhile arrives when the link is healed.
    pub fn freeze(&self) {
        self.set(Link::Frozen, false);
    }

    /// Requests arrive and answers do not: the client cannot know what was done.
    pub fn hold_answers(&self) {
        self.set(Link::NoAnswers, false);
    }

    /// Closes all connections, and new ones at once, until the link is healed.
    pub fn cut(&self) {
        self.set(Link::Cut, true);
    }

    /// Closes all connections. New ones are passed on.
    pub fn break_connections(&self) {
        self.set(Link::Open, true);
    }

    /// Everything passes again. Connections that were closed stay closed.
    pub fn heal(&self) {
        self.set(Link::Open, false);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.listener.abort();
        self.cut();
    }
}

/// Serves a client until one side ends the connection or it is cut.
async fn connection(client: TcpStream, upstream: Upstream, mut states: watch::Receiver<State>) {
    let State { link, cuts } = *states.borrow();
    if link == Link::Cut {
        return;
    }
    let (requests, answers) = (states.clone(), states.clone());
    let served = async move {
        match upstream {
            Upstream::Tcp(address) => {
                let server = TcpStream::connect(address).await?;
                server.set_nodelay(true)?;
                client.set_nodelay(true)?;
                copy_both(client, server, requests, answers).await
            }
            Upstream::Unix(path) => {
                client.set_nodelay(true)?;
                copy_both(client, UnixStream::connect(path).await?, requests, answers).await
            }
        }
    };
    tokio::select! {
        // A broken connection ends here as it would without a proxy.
        _ = served => {}
        _ = states.wait_for(|state| state.cuts != cuts) => {}
    }
}

async fn copy_both(
    client: impl AsyncRead + AsyncWrite,
    server: impl AsyncRead + AsyncWrite,
    requests: watch::Receiver<State>,
    answers: watch::Receiver<State>,
) -> io::Result<()> {
    let (from_client, to_client) = tokio::io::split(client);
    let (from_server, to_server) = tokio::io::split(server);
    tokio::try_join!(
        copy(from_client, to_server, requests, |link| {
            matches!(link, Link::Open | Link::NoAnswers)
        }),
        copy(from_server, to_client, answers, |link| link == Link::Open),
    )?;
    Ok(())
}

/// Copies bytes in one direction while the link passes them, and then the end.
async fn copy(
    from: impl AsyncRead,
    to: impl AsyncWrite,
    mut states: watch::Receiver<State>,
    passes: fn(Link) -> bool,
) -> io::Result<()> {
    let (mut from, mut to) = (std::pin::pin!(from), std::pin::pin!(to));
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let count = from.read(&mut buffer).await?;
        let open = states.wait_for(|state| passes(state.link)).await;
        open.map_err(|_| io::ErrorKind::ConnectionAborted)?;
        if count == 0 {
            return to.shutdown().await;
        }
        to.write_all(&buffer[..count]).await?;
    }
}
