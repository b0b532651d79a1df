//! Playtests of people's own definitions: asked for, followed, read, compared.

use super::error::{ApiError, ApiResult, ErrorBody};
use super::extract::{Body, Path, Query};
use super::rules::run;
use crate::app::App;
use crate::catalogue::ServedGameError;
use crate::game::time_control::DAY_MS;
use crate::security::caller::Caller;
use crate::security::headers::DOCUMENT_SECURITY_POLICY;
use crate::security::secret;
use crate::store::{
    NewPlaytest, PLAYTEST_ATTEMPTS, PlaytestLimits, PlaytestRequestResult, StoredPlaytest,
};
use crate::time::{now_ms, rfc3339, to_the_minute};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyperrook_lab::playtest::report::Figures;
use hyperrook_lab::playtest::{Comparison, PlaytestReport, PlaytestSettings, RunSums};
use hyperrook_notation::words::sentence;
use hyperrook_rules::{Game, OptionValue};
use hyperrook_view::types::GameRef;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// How many may wait from one address, and of everybody.
const WAITING_OF_ADDRESS: i64 = 6;
const WAITING_IN_ALL: i64 = 100;
/// The most playtests in a list.
const LISTED: i64 = 100;
/// Error: the definition belongs to someone else.
const NOT_YOURS: &str = "You have no definition with this hash. A text that somebody has saved \
     before you belongs to them until you change it.";
/// The most plies of a game. Longer ones are stopped.
const MAX_PLIES: usize = 3000;

/// How far a playtest is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PlaytestState {
    /// It waits for its next turn.
    Queued,
    /// Games are being played.
    Running,
    /// It is over, and there is a report.
    Done,
    /// It is over, and no game could be played.
    Failed,
}

/// Why a playtest is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PlaytestEnded {
    /// All games are played.
    Complete,
    /// The time that the server gives is over.
    Time,
    /// There are no more openings that are new and about as even as the start.
    Openings,
    /// Its author has stopped it.
    Stopped,
    /// The engine failed.
    Failed,
}

/// A playtest, and how far it is.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct PlaytestInfo {
    /// Its ID.
    id: String,
    /// The game: its definition and options.
    game: GameRef,
    /// The name of the game for people, with the options.
    title: String,
    /// How far it is.
    state: PlaytestState,
    /// Why it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_by: Option<PlaytestEnded>,
    /// The games that are played.
    games: i64,
    /// The games that are wanted.
    total: i64,
    /// The positions that the engine searches for each move.
    nodes: i64,
    /// The time that it has had, in milliseconds.
    spent_ms: i64,
    /// The time that it may have, in milliseconds.
    budget_ms: i64,
    /// When it was asked for (RFC 3339).
    created: String,
    /// When it was over (RFC 3339).
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<String>,
}

impl From<StoredPlaytest> for PlaytestInfo {
    fn from(row: StoredPlaytest) -> PlaytestInfo {
        let is_over = row.ended.is_some();
        let is_running = row.lease > now_ms();
        let has_failed = !is_over && !is_running && row.attempts >= PLAYTEST_ATTEMPTS;
        let state = match (is_over || has_failed, is_running) {
            (true, _) if row.games > 0 => PlaytestState::Done,
            (true, _) => PlaytestState::Failed,
            (false, true) => PlaytestState::Running,
            (false, false) => PlaytestState::Queued,
        };
        let ended_by = match row.ended_by.as_str() {
            "complete" => Some(PlaytestEnded::Complete),
            "time" => Some(PlaytestEnded::Time),
            "openings" => Some(PlaytestEnded::Openings),
            "stopped" => Some(PlaytestEnded::Stopped),
            _ => has_failed.then_some(PlaytestEnded::Failed),
        };
        PlaytestInfo {
            id: row.id,
            game: GameRef {
                name: row.name,
                options: serde_json::from_str(&row.options).unwrap_or_default(),
                definition: Some(row.definition),
            },
            title: row.title,
            state,
            ended_by,
            games: row.games,
            total: row.total,
            nodes: row.nodes,
            spent_ms: row.spent_ms,
            budget_ms: row.budget_ms,
            created: rfc3339(row.created),
            ended: row.ended.map(rfc3339),
        }
    }
}

/// What an inventor should look at first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlaytestAdvice {
    /// A title.
    title: String,
    /// What was measured, and what could help.
    text: String,
}

/// A playtest with what it says in words.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlaytestAnswer {
    /// The playtest.
    about: PlaytestInfo,
    /// Whether it is yours, so that you may stop or delete it.
    yours: bool,
    /// What it says, in sentences. Empty until it is over.
    sentences: Vec<String>,
    /// What to look at first.
    advice: Vec<PlaytestAdvice>,
}

/// A request for a playtest.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PlaytestRequest {
    /// The hash of a definition of yours.
    #[schema(max_length = 64)]
    definition: String,
    /// Options by name. Those left out are at their defaults.
    #[serde(default)]
    options: BTreeMap<String, String>,
}

fn unknown() -> ApiError {
    ApiError::not_found("There is no playtest here that you can see. Sign in if it is yours.")
}

fn most(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

/// A playtest that the caller may see: their own, or one of a published game by its author.
async fn visible(app: &App, caller: &Caller, id: &str) -> ApiResult<(StoredPlaytest, bool)> {
    if !secret::is_id(id) {
        return Err(unknown());
    }
    let row = app.store.playtest(id).await?.ok_or_else(unknown)?;
    if caller.user() == Some(&row.person) {
        return Ok((row, true));
    }
    let version = app.store.version(&row.definition).await?;
    let is_shown = row.ended.is_some()
        && version.is_some_and(|version| {
            version.published.is_some() && version.author.as_deref() == Some(&row.person)
        });
    if is_shown {
        Ok((row, false))
    } else {
        Err(unknown())
    }
}

/// The playtests on the page of a definition.
pub(super) async fn of_definition(
    app: &App,
    hash: &str,
    author: Option<&str>,
) -> ApiResult<Vec<PlaytestInfo>> {
    let Some(author) = author else {
        return Ok(Vec::new());
    };
    let rows = app
        .store
        .playtests_of_definition(hash, author, LISTED)
        .await?;
    Ok(rows.into_iter().map(PlaytestInfo::from).collect())
}

/// List your playtests
///
/// The last one first, at most 100.
#[utoipa::path(
    get, path = "/api/playtests", tag = "playtests", operation_id = "list_playtests",
    responses((status = 200, description = "The playtests. Empty if you are not signed in", body = [PlaytestInfo])),
)]
pub(crate) async fn mine(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> ApiResult<Json<Vec<PlaytestInfo>>> {
    let Some(user) = caller.user() else {
        return Ok(Json(Vec::new()));
    };
    let rows = app.store.playtests_of(user, LISTED).await?;
    Ok(Json(rows.into_iter().map(PlaytestInfo::from).collect()))
}

/// Ask for a playtest
///
/// The engine plays many games of a definition of yours against itself, which takes some
/// minutes. The time, the games and how many playtests a user may have are limited by the
/// settings of the server.
#[utoipa::path(
    post, path = "/api/playtests", tag = "playtests", operation_id = "ask_playtest",
    request_body = PlaytestRequest,
    responses(
        (status = 202, description = "It waits for its turn", body = PlaytestInfo),
        (status = 403, description = "You are a guest, or the request came from another site", body = ErrorBody),
        (status = 404, description = "You have no such definition", body = ErrorBody),
        (status = 409, description = "You have asked for too many playtests, or the server plays none", body = ErrorBody),
        (status = 422, description = "There are no such options, or the game is over at the start", body = ErrorBody),
    ),
)]
pub(crate) async fn ask(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(wanted): Body<PlaytestRequest>,
) -> ApiResult<Response> {
    app.limits.heavy(caller.address)?;
    let account = caller.need_registered()?;
    let settings = &app.settings;
    if settings.playtest_threads == 0 && settings.nats.is_none() {
        let message = "This server plays no playtests. Run `hyperrook playtest` on your computer.";
        return Err(ApiError::conflict("no_playtests", message));
    }
    let version = app.store.version(&wanted.definition).await?;
    let version = version
        .filter(|version| version.author.as_deref() == Some(&account.id))
        .ok_or_else(|| ApiError::not_found(NOT_YOURS))?;
    let game_ref = GameRef {
        name: version.name,
        options: wanted.options,
        definition: Some(version.hash.clone()),
    };
    let served = app.catalogue.get_for(&game_ref, caller.address).await;
    let served = served.map_err(|error| match error {
        ServedGameError::Options(message) => ApiError::field("options", &sentence(&message)),
        error => error.into(),
    })?;
    if served.game.start().outcome().is_some() {
        let message = "The game is over at the start, so there is nothing to play.";
        return Err(ApiError::field("definition", message));
    }
    let definition = served.game.definition();
    let options = served.game_ref.options.clone();
    let id = secret::id();
    let how = PlaytestSettings {
        nodes: Some(settings.playtest_nodes.max(1)),
        // Games of equal rules in two playtests must not be the same games.
        seed: seed(&id),
        max_plies: MAX_PLIES,
        ..PlaytestSettings::default()
    };
    let new = NewPlaytest {
        id: id.clone(),
        person: account.id.clone(),
        address: app.games.address_hash(caller.address).await?,
        definition: version.hash,
        name: game_ref.name.clone(),
        title: OptionValue::titled(
            definition.title(),
            options.iter().map(|(name, value)| (&**name, &**value)),
        ),
        options: serde_json::to_string(&options).map_err(ApiError::internal)?,
        settings: serde_json::to_string(&how).map_err(ApiError::internal)?,
        nodes: i64::try_from(settings.playtest_nodes).unwrap_or(i64::MAX),
        total: i64::try_from(settings.playtest_games.max(1)).unwrap_or(i64::MAX),
        budget_ms: i64::try_from(settings.playtest_seconds.saturating_mul(1000))
            .unwrap_or(i64::MAX),
    };
    let own = &settings.limits;
    let now = now_ms();
    let limits = PlaytestLimits {
        at_once: most(own.playtests_at_once),
        of_address: WAITING_OF_ADDRESS,
        in_all: WAITING_IN_ALL,
        since: now - DAY_MS,
        recent: most(own.playtests_per_day),
        kept: most(own.playtests_per_user),
    };
    let message = match app.store.want_playtest(new, limits, now).await? {
        PlaytestRequestResult::Queued => None,
        PlaytestRequestResult::TooManyAtOnce => Some(format!(
            "You can have {} playtests played at the same time. Wait until one is over, or stop it.",
            own.playtests_at_once
        )),
        PlaytestRequestResult::TooManyRecent => Some(format!(
            "You can ask for {} playtests in a day. Try again tomorrow, or run `hyperrook \
             playtest` on your computer.",
            own.playtests_per_day
        )),
        PlaytestRequestResult::TooManyKept => Some(format!(
            "You can keep {} playtests. Delete one first.",
            own.playtests_per_user
        )),
        PlaytestRequestResult::TooManyWaiting => Some(
            "Too many playtests are waiting, from your network or on the whole server. Try again \
             later."
                .to_owned(),
        ),
    };
    if let Some(message) = message {
        return Err(ApiError::conflict("too_many_playtests", message));
    }
    let row = app.store.playtest(&id).await?.ok_or_else(unknown)?;
    Ok((StatusCode::ACCEPTED, Json(PlaytestInfo::from(row))).into_response())
}

/// The seed of the games of a playtest.
fn seed(id: &str) -> u64 {
    let bytes = id.bytes();
    // FNV-1a.
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Get a playtest
///
/// How far it is, and what it says in words when it is over. Its author sees it, and
/// everybody when the game is published.
#[utoipa::path(
    get, path = "/api/playtests/{id}", tag = "playtests", operation_id = "get_playtest",
    params(("id" = String, Path, description = "The ID of a playtest")),
    responses(
        (status = 200, description = "The playtest", body = PlaytestAnswer),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn one(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path,
) -> ApiResult<Json<PlaytestAnswer>> {
    let (row, yours) = visible(&app, &caller, &id).await?;
    let about = PlaytestInfo::from(row);
    let (mut sentences, mut advice) = (Vec::new(), Vec::new());
    if about.state == PlaytestState::Done {
        app.limits.heavy(caller.address)?;
        let (game, sums) = found(&app, caller.address, &about).await?;
        let report = run(&app, caller.address, move || report(&game, &sums)).await??;
        sentences = report.sentences;
        advice = report.advice;
    }
    let advice = advice.into_iter().map(|point| PlaytestAdvice {
        title: point.title,
        text: point.text,
    });
    Ok(Json(PlaytestAnswer {
        about,
        yours,
        sentences,
        advice: advice.collect(),
    }))
}

/// The game of a playtest, and what its games add up to.
async fn found(app: &App, address: IpAddr, about: &PlaytestInfo) -> ApiResult<(Game, RunSums)> {
    let game = app.catalogue.get_for(&about.game, address).await?.game;
    let text = app.store.playtest_sums(&about.id).await?;
    let text = text.ok_or_else(|| {
        ApiError::conflict("no_games", "No game of this playtest has been played yet.")
    })?;
    let sums = run(app, address, move || RunSums::from_json(&text)).await?;
    Ok((game, sums.map_err(ApiError::internal)?))
}

fn report(game: &Game, sums: &RunSums) -> ApiResult<PlaytestReport> {
    PlaytestReport::new(sums, game, &Figures::shipped()).map_err(ApiError::internal)
}

/// Stop a playtest of yours
///
/// The results so far are kept. A playtest that is over does not change.
#[utoipa::path(
    post, path = "/api/playtests/{id}/stop", tag = "playtests", operation_id = "stop_playtest",
    params(("id" = String, Path, description = "The ID of a playtest")),
    responses(
        (status = 200, description = "The playtest is over", body = PlaytestInfo),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn stop(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path,
) -> ApiResult<Json<PlaytestInfo>> {
    let account = caller.need()?;
    app.store.stop_playtest(&id, &account.id, now_ms()).await?;
    let row = app.store.playtest(&id).await?;
    let row = row
        .filter(|row| row.person == account.id)
        .ok_or_else(unknown)?;
    Ok(Json(PlaytestInfo::from(row)))
}

/// Delete a playtest of yours
///
/// It still counts for how many you can ask for in a day.
#[utoipa::path(
    delete, path = "/api/playtests/{id}", tag = "playtests", operation_id = "delete_playtest",
    params(("id" = String, Path, description = "The ID of a playtest")),
    responses(
        (status = 204, description = "It is deleted, and stopped if it was not over"),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn delete(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path,
) -> ApiResult<StatusCode> {
    let account = caller.need()?;
    if app.store.delete_playtest(&id, &account.id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(unknown())
    }
}

/// What a report is written as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReportFormat {
    /// A page of its own.
    #[default]
    Html,
    /// For programs, as `docs/playtest.schema.json` describes it.
    Json,
    /// The sums that all figures are computed from, as `hyperrook playtest --merge` reads them.
    Sums,
}

/// Which report.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReportQuery {
    /// What it is written as: a page if left out.
    #[serde(default)]
    #[param(inline)]
    format: ReportFormat,
    /// The ID of another playtest, to compare the two.
    with: Option<String>,
}

/// Get the report of a playtest
///
/// Every figure with its 95 % interval, beside those of the games of the server; or, `with`
/// another playtest, what differs between the two beyond chance. There is a report as soon as
/// games have been played.
#[utoipa::path(
    get, path = "/api/playtests/{id}/report", tag = "playtests", operation_id = "get_playtest_report",
    params(("id" = String, Path, description = "The ID of a playtest"), ReportQuery),
    responses(
        (status = 200, description = "The report", content((String = "text/html"), (Object = "application/json"))),
        (status = 404, body = ErrorBody),
        (status = 409, description = "No game has been played yet, or the two playtests were played in different ways", body = ErrorBody),
    ),
)]
pub(crate) async fn get_report(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path,
    Query(which): Query<ReportQuery>,
) -> ApiResult<Response> {
    app.limits.heavy(caller.address)?;
    let own = asked(&app, &caller, &id).await?;
    let other = match &which.with {
        Some(other) => Some(asked(&app, &caller, other).await?),
        None => None,
    };
    let format = which.format;
    let text = run(&app, caller.address, move || match &other {
        // The older one first, so that the differences say what the newer version has changed.
        Some(other) if other.created < own.created => written(format, other, Some(&own)),
        other => written(format, &own, other.as_ref()),
    });
    let text = text.await??;
    Ok(match format {
        ReportFormat::Html => page(text),
        ReportFormat::Json | ReportFormat::Sums => {
            ([(header::CONTENT_TYPE, "application/json")], text).into_response()
        }
    })
}

/// A report as an answer.
pub(super) fn page(text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, DOCUMENT_SECURITY_POLICY),
    ];
    (headers, text).into_response()
}

/// A playtest that a report is asked of.
struct AskedPlaytest {
    game: Game,
    sums: RunSums,
    /// When it was asked for, in milliseconds.
    created: i64,
}

async fn asked(app: &App, caller: &Caller, id: &str) -> ApiResult<AskedPlaytest> {
    let (row, _) = visible(app, caller, id).await?;
    let created = row.created;
    let (game, sums) = found(app, caller.address, &PlaytestInfo::from(row)).await?;
    Ok(AskedPlaytest {
        game,
        sums,
        created,
    })
}

fn written(
    format: ReportFormat,
    first: &AskedPlaytest,
    second: Option<&AskedPlaytest>,
) -> ApiResult<String> {
    let sums = &first.sums;
    let mut own = report(&first.game, sums)?;
    let Some(second) = second else {
        let text = match format {
            ReportFormat::Html => Ok(own.to_html()),
            ReportFormat::Json => own.to_json(),
            ReportFormat::Sums => sums.to_json(),
        };
        return text.map_err(ApiError::internal);
    };
    if sums.settings.nodes != second.sums.settings.nodes {
        let message = "The two playtests were played with different numbers of positions for each \
                       move, so a comparison would not say what the rules change. Playtest both \
                       again.";
        return Err(ApiError::conflict("played_differently", message));
    }
    let mut other = report(&second.game, &second.sums)?;
    // Versions of a game mostly have the same title.
    if own.title == other.title {
        for (report, playtest) in [(&mut own, first), (&mut other, second)] {
            report.title += &format!(" (playtest of {})", to_the_minute(playtest.created));
        }
    }
    let comparison = Comparison::new([sums, &second.sums], [own, other]);
    match format {
        ReportFormat::Html => Ok(comparison.to_html()),
        ReportFormat::Json => comparison.to_json().map_err(ApiError::internal),
        ReportFormat::Sums => Err(ApiError::invalid(
            "format",
            "A comparison has no sums of its own: ask for those of each playtest.",
        )),
    }
}
