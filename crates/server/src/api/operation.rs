//! For those who run the server: health, readiness, metrics.

use super::error::{ApiError, ErrorBody};
use crate::app::App;
use crate::security::network::counted;
use axum::Extension;
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Check that the process runs
#[utoipa::path(
    get, path = "/healthz", tag = "operation", operation_id = "get_health",
    responses(
        (status = 200, description = "It runs", body = String, content_type = "text/plain"),
    ),
)]
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// Check that the server can be used
///
/// It can be used when the database can be read and written, and the running games are loaded.
#[utoipa::path(
    get, path = "/readyz", tag = "operation", operation_id = "get_readiness",
    responses(
        (status = 200, description = "It can be used", body = String, content_type = "text/plain"),
        (status = 503, description = "It cannot be used yet, or the database cannot be written", body = String, content_type = "text/plain"),
    ),
)]
pub(crate) async fn readyz(State(app): State<Arc<App>>) -> Response {
    let begun = app.ready.load(Ordering::Relaxed) && !app.stopping.is_cancelled();
    let reason = if !begun {
        "not ready\n"
    } else if app.store.is_failing() {
        // The lease ends with the database, and that is not the reason.
        "the database cannot be read and written\n"
    } else if !app.store.holds_lease() {
        "another server may own the games\n"
    } else if !app.store.is_usable().await {
        "the database cannot be read and written\n"
    } else {
        // The server can still be used, except for what needs another node.
        let bus = &app.games.cluster.bus;
        return if bus.is_connected() {
            "ready\n".into_response()
        } else {
            "ready, but NATS does not answer: games of other nodes cannot be reached\n"
                .into_response()
        };
    };
    (StatusCode::SERVICE_UNAVAILABLE, reason).into_response()
}

/// Get metrics for Prometheus
#[utoipa::path(
    get, path = "/metrics", tag = "operation", operation_id = "get_metrics",
    responses(
        (status = 200, description = "The metrics", body = String, content_type = "text/plain"),
        (status = 429, body = ErrorBody),
    ),
)]
pub(crate) async fn metrics(
    State(app): State<Arc<App>>,
    peer: Option<Extension<ConnectInfo<SocketAddr>>>,
) -> Result<Response, ApiError> {
    if let Some(Extension(ConnectInfo(peer))) = peer {
        app.limits.heavy(counted(peer.ip()))?;
    }
    metrics::gauge!("hyperrook_engine_jobs").set(app.store.jobs().await? as f64);
    metrics::gauge!("hyperrook_analyses_waiting").set(app.analyses.waiting() as f64);
    metrics::gauge!("hyperrook_live_games").set(app.games.live_games() as f64);
    if app.games.cluster.shared {
        let connected = app.games.cluster.bus.is_connected();
        metrics::gauge!("hyperrook_nats_connected").set(f64::from(u8::from(connected)));
        metrics::gauge!("hyperrook_mirrored_games").set(app.games.mirrors.count() as f64);
        let (workers, threads) = app.games.workers.count();
        metrics::gauge!("hyperrook_workers").set(workers as f64);
        metrics::gauge!("hyperrook_worker_threads").set(threads as f64);
    }
    let kind = [(
        header::CONTENT_TYPE,
        "text/plain; version=0.0.4; charset=utf-8",
    )];
    Ok((kind, app.metrics.render()).into_response())
}

/// Counts and times requests, and logs them at the level `debug`. Neither metrics nor
/// log contain addresses or anything that users wrote.
pub(crate) async fn observe(request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let method = request.method().clone();
    let matched = request.extensions().get::<MatchedPath>();
    let route = matched.map_or("", MatchedPath::as_str).to_owned();
    let response = next.run(request).await;
    let status = response.status();
    let class = format!("{}xx", status.as_u16() / 100);
    metrics::counter!("hyperrook_requests_total", "status" => class).increment(1);
    metrics::histogram!("hyperrook_request_seconds").record(begun.elapsed());
    let took_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    tracing::debug!(%method, route, status = status.as_u16(), took_ms, "request");
    response
}
