//! Playing: games, seeks, lists of games.

use super::error::{ApiError, ApiResult, ErrorBody};
use super::extract::{Body, Path, Query};
use super::me::somebody;
use crate::app::App;
use crate::live::types::{Action, GameSummary, NewGame, Seek, State as GameState};
use crate::live::{self, Act, Command, Created, HOME_GAMES};
use crate::security::caller::Caller;
use crate::security::secret;
use crate::store::{Account, FIRST_PAGE, GameFilter};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyperrook_rules::History;
use hyperrook_view::types::{Attackers, Side, Why};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// A game begun, or a seek made.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Begun {
    /// The game's identity.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    /// Its page.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    /// The seek's identity. Its maker hears `started` on the socket.
    #[serde(skip_serializing_if = "Option::is_none")]
    seek: Option<String>,
}

/// A game's identity.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameId {
    /// It.
    id: String,
}

/// The side that one has got.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Joined {
    /// It.
    side: Side,
}

/// The answer to an action.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Acknowledged {
    /// The number of moves made after it.
    seq: i64,
}

/// An action with its key.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct KeyedAction {
    /// A text of one's own: an action said twice with one key is done once.
    #[serde(default)]
    #[schema(max_length = 64)]
    key: Option<String>,
    /// What to do.
    #[serde(flatten)]
    action: Action,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AtSeq {
    /// After so many moves; after all of them if left out.
    seq: Option<i64>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Limit {
    /// At most so many, up to 50; 12 if left out.
    #[param(minimum = 1, maximum = 50)]
    limit: Option<i64>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct MineQuery {
    /// `current`, `over` or both.
    state: Option<MineState>,
    /// Only games last changed before this time (RFC 3339): for the next page, the
    /// `updated` of the last game,
    before: Option<String>,
    /// and its `id`, so that none is left out that changed at the same time.
    before_id: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MineState {
    Current,
    Over,
}

/// Refuses one who has too many unfinished games.
async fn may_play_more(app: &App, account: &Account) -> ApiResult<()> {
    let playing = app.live.store.unfinished_of(&account.id).await?.len();
    if playing >= app.settings.limits.games_per_user {
        let message = "You play as many games as one can: finish some first.";
        return Err(ApiError::conflict("too_many_games", message));
    }
    Ok(())
}

/// Begin a game, or make a seek
///
/// Somebody who is nobody yet becomes a guest.
#[utoipa::path(post, path = "/api/play", tag = "play", request_body = NewGame,
    responses((status = 201, body = Begun), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(crate) async fn begin(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(wish): Body<NewGame>,
) -> ApiResult<Response> {
    let (account, headers) = somebody(&app, &caller).await?;
    may_play_more(&app, &account).await?;
    let begun = match live::create(&app.live, &account, &wish).await? {
        Created::Game(id) => Begun {
            url: Some(format!("/play/{id}")),
            id: Some(id),
            seek: None,
        },
        Created::Seek(seek) => Begun {
            id: None,
            url: None,
            seek: Some(seek),
        },
    };
    Ok((StatusCode::CREATED, headers, Json(begun)).into_response())
}

/// The lobby
#[utoipa::path(get, path = "/api/seeks", tag = "play", responses((status = 200, body = [Seek])))]
pub(crate) async fn seeks(State(app): State<Arc<App>>) -> ApiResult<Json<Vec<Seek>>> {
    Ok(Json(live::seeks(&app.live).await?))
}

/// Accept a seek
#[utoipa::path(post, path = "/api/seeks/{id}/accept", tag = "play", params(("id" = String, Path)),
    responses((status = 200, body = GameId), (status = 410, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(crate) async fn accept_seek(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path,
) -> ApiResult<Response> {
    if !secret::is_id(&id) {
        return Err(ApiError::not_found("There is no such seek."));
    }
    let (account, headers) = somebody(&app, &caller).await?;
    may_play_more(&app, &account).await?;
    let id = live::accept_seek(&app.live, &account, &id).await?;
    Ok((headers, Json(GameId { id })).into_response())
}

/// Withdraw a seek
#[utoipa::path(delete, path = "/api/seeks/{id}", tag = "play", params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = ErrorBody)))]
pub(crate) async fn withdraw_seek(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path,
) -> ApiResult<StatusCode> {
    let account = caller.need()?;
    if !app.live.store.remove_seek(&id, &account.id).await? {
        return Err(ApiError::not_found("You have no such seek."));
    }
    app.live.lobby_changed.notify_one();
    Ok(StatusCode::NO_CONTENT)
}

/// Take the empty seat of a game
#[utoipa::path(post, path = "/api/play/{id}/join", tag = "play", params(("id" = String, Path)),
    responses((status = 200, body = Joined), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody)))]
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path,
) -> ApiResult<Response> {
    let row = app.live.store.game(&id).await?;
    let row = row.ok_or_else(|| ApiError::not_found("There is no such game."))?;
    let guest = caller.account.as_ref().is_none_or(|account| account.guest);
    let inside = caller
        .user()
        .is_some_and(|user| row.side_of(user).is_some());
    if row.rated && guest && !inside {
        let message = "Only registered people play rated games.";
        return Err(ApiError::forbidden("guest", message));
    }
    let (account, headers) = somebody(&app, &caller).await?;
    if !inside {
        may_play_more(&app, &account).await?;
    }
    let join = |reply| Command::Join(account.id.clone(), reply);
    let side = app.live.ask(&id, join).await??;
    Ok((headers, Json(Joined { side })).into_response())
}

/// A game
#[utoipa::path(get, path = "/api/play/{id}", tag = "play", params(("id" = String, Path)),
    responses((status = 200, body = GameState), (status = 404, body = ErrorBody)))]
pub(crate) async fn state(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path,
) -> ApiResult<Json<GameState>> {
    let user = caller.user().map(str::to_owned);
    let ask = |reply| Command::State(user.clone(), reply);
    let state = app.live.ask(&id, ask).await?;
    Ok(Json(*state))
}

/// Do something in a game
///
/// The same as on the socket, for programs that have none open.
#[utoipa::path(post, path = "/api/play/{id}/actions", tag = "play", params(("id" = String, Path)),
    request_body = KeyedAction,
    responses((status = 200, body = Acknowledged), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(crate) async fn act(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path,
    Body(said): Body<KeyedAction>,
) -> ApiResult<Json<Acknowledged>> {
    let account = caller.need()?;
    if said
        .key
        .as_ref()
        .is_some_and(|key| key.is_empty() || key.len() > 64)
    {
        return Err(ApiError::field("key", "1 to 64 bytes"));
    }
    let act = Act {
        user: account.id.clone(),
        key: said.key,
        action: said.action,
        lag_limit_ms: 0,
    };
    let ask = |reply| Command::Act(act.clone(), reply);
    let (answer, _) = app.live.ask(&id, ask).await?;
    Ok(Json(Acknowledged { seq: answer? }))
}

/// The record of a game
#[utoipa::path(get, path = "/api/play/{id}/record", tag = "play", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "application/x-chess-pgn"),
        (status = 404, body = ErrorBody)))]
pub(crate) async fn record(State(app): State<Arc<App>>, Path(id): Path) -> ApiResult<Response> {
    let text = live::record_of(&app.live, &id).await?;
    let kind = [(
        header::CONTENT_TYPE,
        "application/x-chess-pgn; charset=utf-8",
    )];
    Ok((kind, text).into_response())
}

/// A game after so many moves, and whether it can still become another.
async fn look(app: &App, id: &str, seq: Option<i64>) -> ApiResult<History> {
    let ask = |reply| Command::Look(seq, reply);
    let history = app.live.ask(id, ask).await?;
    history.ok_or_else(|| ApiError::not_found("So many moves have not been made."))
}

/// Who attacks what
#[utoipa::path(get, path = "/api/play/{id}/attackers", tag = "play",
    params(("id" = String, Path), AtSeq),
    responses((status = 200, body = Attackers), (status = 404, body = ErrorBody)))]
pub(crate) async fn attackers(
    State(app): State<Arc<App>>,
    Path(id): Path,
    Query(at): Query<AtSeq>,
) -> ApiResult<Json<Attackers>> {
    let history = look(&app, &id, at.seq).await?;
    super::rules::run(move || hyperrook_view::attackers(history.position()))
        .await
        .map(Json)
}

/// Why it is check, mate or another end
#[utoipa::path(get, path = "/api/play/{id}/why", tag = "play",
    params(("id" = String, Path), AtSeq),
    responses((status = 200, body = Why), (status = 404, body = ErrorBody)))]
pub(crate) async fn why(
    State(app): State<Arc<App>>,
    Path(id): Path,
    Query(at): Query<AtSeq>,
) -> ApiResult<Json<Why>> {
    let history = look(&app, &id, at.seq).await?;
    super::rules::run(move || hyperrook_view::why(&history))
        .await
        .map(Json)
}

/// Games being played
#[utoipa::path(get, path = "/api/live", tag = "play", params(Limit),
    responses((status = 200, body = [GameSummary]), (status = 422, body = ErrorBody)))]
pub(crate) async fn live_games(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(limit): Query<Limit>,
) -> ApiResult<Json<Vec<GameSummary>>> {
    let limit = limit.limit.unwrap_or(HOME_GAMES);
    if !(1..=50).contains(&limit) {
        return Err(ApiError::field("limit", "1 to 50"));
    }
    let user = caller.user();
    Ok(Json(live::live(&app.live, limit, user).await?))
}

/// One's games
#[utoipa::path(get, path = "/api/mine", tag = "play", params(MineQuery),
    responses((status = 200, body = [GameSummary]), (status = 422, body = ErrorBody)))]
pub(crate) async fn mine(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(query): Query<MineQuery>,
) -> ApiResult<Json<Vec<GameSummary>>> {
    let Some(user) = caller.user() else {
        return Ok(Json(Vec::new()));
    };
    let filter = match query.state {
        None => GameFilter::All,
        Some(MineState::Current) => GameFilter::Current,
        Some(MineState::Over) => GameFilter::Over,
    };
    let before = match query.before.as_deref() {
        None | Some("") => FIRST_PAGE,
        Some(text) => match text.parse::<jiff::Timestamp>() {
            Ok(time) => (
                time.as_millisecond(),
                query.before_id.as_deref().unwrap_or(""),
            ),
            Err(_) => return Err(ApiError::field("before", "a time in RFC 3339")),
        },
    };
    let games = live::mine(&app.live, user, Some(user), filter, before, 50).await?;
    Ok(Json(games))
}
