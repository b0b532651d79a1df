//! Connections: accepting them, bounding their number, and closing those that are
//! idle or stuck.

pub(crate) mod bodies;
mod slots;
mod stream;

use crate::security::hosts::LocalAddress;
use crate::security::network::counted;
use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use slots::SlotGuard;
pub(crate) use slots::Slots;
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
            let answer = answer.await;
            // A connection that becomes a socket is not idle.
            let upgraded = answer
                .as_ref()
                .is_ok_and(|answer| answer.status() == StatusCode::SWITCHING_PROTOCOLS);
            if upgraded {
                slot.become_socket();
            } else {
                slot.end_request();
            }
            answer
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
