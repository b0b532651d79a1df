//! For those who run the server: health, readiness, figures.

use super::error::ApiError;
use crate::app::App;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The process runs.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// The server can be used: the store answers, and the games are resumed.
pub(crate) async fn readyz(State(app): State<Arc<App>>) -> Response {
    let begun = app.ready.load(Ordering::Relaxed) && !app.stopping.is_cancelled();
    match app.live.store.ping().await {
        Ok(()) if begun => "ready\n".into_response(),
        Ok(()) => (StatusCode::SERVICE_UNAVAILABLE, "not ready\n").into_response(),
        Err(error) => {
            tracing::error!(%error, "the store does not answer");
            (
                StatusCode::SERVICE_UNAVAILABLE,
                "the store does not answer\n",
            )
                .into_response()
        }
    }
}

/// Figures for Prometheus.
pub(crate) async fn figures(State(app): State<Arc<App>>) -> Result<Response, ApiError> {
    metrics::gauge!("hyperrook_engine_jobs").set(app.live.store.jobs().await? as f64);
    metrics::gauge!("hyperrook_analyses_waiting").set(app.analysts.waiting() as f64);
    metrics::gauge!("hyperrook_live_games").set(app.live.live_games() as f64);
    let kind = [(
        header::CONTENT_TYPE,
        "text/plain; version=0.0.4; charset=utf-8",
    )];
    Ok((kind, app.metrics.render()).into_response())
}
