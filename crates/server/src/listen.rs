//! Connections: accepting them, bounding their number, and closing those that are
//! idle or stuck.

mod answers;
pub(crate) mod bodies;
mod slots;
mod stream;

use crate::security::hosts::LocalAddress;
use crate::security::network::counted;
use answers::AnswerBody;
use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use slots::SlotGuard;
pub(crate) use slots::Slots;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use stream::GuardedStream;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

/// How long a connection may be idle between two requests.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// The most bytes of a head. Addresses of pictures contain positions.
const HEAD_BYTES: usize = 64 * 1024;
/// The answer to somebody who has too many connections.
const TOO_MANY: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\n\
    Content-Type: application/json\r\nConnection: close\r\nContent-Length: 88\r\n\r\n\
    {\"error\":{\"code\":\"too_many\",\"message\":\"Too many connections. Try again in 5 seconds.\"}}\n";

/// Serves connections until `stop`, and then finishes running requests.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    slots: Slots,
    stop: CancellationToken,
) {
    let open = TaskTracker::new();
    let slots = Arc::new(slots);
    loop {
        let taken = tokio::select! {
            taken = listener.accept() => taken,
            () = stop.cancelled() => break,
        };
        match taken {
            Ok((stream, address)) => {
                let Some(slot) = slots.take(counted(address.ip())) else {
                    metrics::counter!("hyperrook_limited_total").increment(1);
                    // There is room for so little in the buffer of a new connection.
                    let _ = stream.try_write(TOO_MANY);
                    continue;
                };
                open.spawn(connection(
                    stream,
                    address,
                    slot,
                    router.clone(),
                    stop.clone(),
                ));
            }
            // Perhaps too many files are open. Some will be closed soon.
            Err(error) => {
                tracing::error!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
        }
    }
    drop(listener);
    open.close();
    open.wait().await;
}

async fn connection(
    stream: TcpStream,
    address: SocketAddr,
    taken: SlotGuard,
    router: Router,
    stop: CancellationToken,
) {
    // Moves are small and urgent.
    let _ = stream.set_nodelay(true);
    let local = stream.local_addr().ok();
    let local = local.map(|local| LocalAddress(local.ip().to_canonical()));
    let slot = taken.slot.clone();
    let stream = GuardedStream::new(stream, taken);
    let service = hyper::service::service_fn(|mut request: Request<Incoming>| {
        slot.begin_request();
        request.extensions_mut().insert(ConnectInfo(address));
        if let Some(local) = local {
            request.extensions_mut().insert(local);
        }
        let answer = router.clone().oneshot(request);
        let slot = &slot;
        async move {
            let Ok(answer) = answer.await;
            // A connection that becomes a socket is not idle.
            let upgraded = answer.status() == StatusCode::SWITCHING_PROTOCOLS;
            if upgraded {
                slot.become_socket();
            }
            let idle_after = (!upgraded).then(|| slot.clone());
            Ok::<_, Infallible>(answer.map(|body| AnswerBody::new(body, idle_after)))
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(IDLE_TIMEOUT)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    // Broken connections are not errors.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = slot.evicted.cancelled() => {}
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{LimitSettings, Settings};
    use axum::body::Body;
    use axum::routing::get;
    use futures_util::stream;
    use std::sync::Mutex;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::sync::mpsc;

    const LARGE: usize = 32 << 20;

    async fn ask(address: SocketAddr, path: &str) -> TcpStream {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        stream
    }

    /// Reads until an answer has come as far as this.
    async fn read_until(stream: &mut TcpStream, end: &str) {
        let mut text = String::new();
        while !text.ends_with(end) {
            let byte = stream.read_u8().await;
            text.push(
                byte.unwrap_or_else(|error| panic!("{error}: {text}"))
                    .into(),
            );
        }
    }

    async fn assert_refused(address: SocketAddr) {
        let mut text = String::new();
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.read_to_string(&mut text).await.unwrap();
        assert!(text.starts_with("HTTP/1.1 429"), "{text}");
    }

    /// Only connections that wait for their clients make room, also if an answer takes long.
    #[tokio::test(flavor = "multi_thread")]
    async fn an_answer_that_is_being_sent_is_not_cut_off() {
        let settings = Settings {
            limits: LimitSettings {
                connections_per_address: 1,
                ..LimitSettings::default()
            },
            ..Settings::default()
        };
        let (send, parts) = mpsc::unbounded_channel::<&str>();
        let parts = stream::unfold(parts, |mut parts| async {
            let part = parts.recv().await?;
            Some((Ok::<_, Infallible>(part), parts))
        });
        let parts = Arc::new(Mutex::new(Some(Body::from_stream(parts))));
        let router = Router::new()
            .route(
                "/parts",
                get(async move || parts.lock().unwrap().take().unwrap()),
            )
            .route("/large", get(async || vec![b'x'; LARGE]));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let stop = CancellationToken::new();
        let slots = Slots::new(&settings);
        let served = tokio::spawn(serve(listener, router, slots, stop.clone()));

        let mut first = ask(address, "/parts").await;
        send.send("one").unwrap();
        read_until(&mut first, "one").await;
        assert_refused(address).await;
        send.send("two").unwrap();
        drop(send);
        read_until(&mut first, "0\r\n\r\n").await;
        // Now it is idle. The next one does not read its answer for a while.
        let mut second = ask(address, "/large").await;
        assert_eq!(first.read(&mut [0]).await.unwrap(), 0);
        read_until(&mut second, "\r\n\r\n").await;
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert_refused(address).await;
        second.read_exact(&mut vec![0; LARGE]).await.unwrap();
        stop.cancel();
        served.await.unwrap();
    }
}
