//! Playing: games, seeks, lists of games.

use super::actions;
use super::error::{ApiError, ApiResult, ErrorBody};
use super::extract::{Body, Path, Query};
use super::me::{settle_guest, user_or_guest};
use crate::app::App;
use crate::game::action::{ActionRequest, PlayerAction};
use crate::game::model::GameStatus;
use crate::game::new_game::{GameSetup, NewGame, Opponent, RulesInUse};
use crate::live::{
    self, Asker, Command, CreateError, HOME_GAMES, MAX_LIVE_GAMES, NewGameOrSeek, SeekOrigin,
};
use crate::messages::types::{GameState, GameSummary, NewGameBody, Seek};
use crate::security::caller::{Caller, OwnOrigin};
use crate::security::secret;
use crate::store::{Account, FIRST_PAGE, GameFilter, SeekLimits};
use crate::time::now_ms;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyperrook_view::types::{Attackers, Reasons, SideName};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// A new game, or a new seek.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewGameAnswer {
    /// The game's ID, if a game was created.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    /// The path of the game's page.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    /// The seek's ID, if a seek was created. The socket says `started` when
    /// someone accepts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    seek: Option<String>,
}

impl From<NewGameOrSeek> for NewGameAnswer {
    fn from(begun: NewGameOrSeek) -> NewGameAnswer {
        match begun {
            NewGameOrSeek::Game(id) => NewGameAnswer {
                url: Some(format!("/play/{id}")),
                id: Some(id),
                seek: None,
            },
            NewGameOrSeek::Seek(seek) | NewGameOrSeek::StandingSeek(seek) => NewGameAnswer {
                id: None,
                url: None,
                seek: Some(seek),
            },
        }
    }
}

/// The ID of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameId {
    /// The game's ID.
    id: String,
}

/// The seat that the caller has taken.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SeatTaken {
    /// The side that the caller plays.
    side: SideName,
}

/// The answer to an action.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ActionAnswer {
    /// The number of moves made in the game, after this action.
    seq: i64,
}

/// An action with its key.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct KeyedAction {
    /// A text of your choice, 1 to 64 bytes. An action that is sent twice with the
    /// same key is done once, so it is safe to send it again.
    #[serde(default)]
    #[schema(max_length = 64)]
    key: Option<String>,
    /// What to do.
    #[serde(flatten)]
    action: PlayerAction,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AtMove {
    /// Show the game after this many moves; after all of them if left out.
    seq: Option<i64>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListLimit {
    /// The largest number of games to list; 12 if left out.
    #[param(minimum = 1, maximum = 50)]
    limit: Option<i64>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct MyGamesQuery {
    /// `current` or `over`; both if left out.
    state: Option<MyGamesState>,
    /// Only games that last changed before this time (RFC 3339). For the next page, send
    /// the `updated` of the last game.
    before: Option<String>,
    /// The `id` of the last game. With it, games that changed at the same time as
    /// `before` are not left out.
    before_id: Option<String>,
}

/// Which of the caller's games to list.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MyGamesState {
    /// Not over yet.
    Current,
    /// Over.
    Over,
}

/// Rejects a user who has too many unfinished games.
async fn check_game_count(app: &App, account: &Account) -> ApiResult<()> {
    let playing = app.store.unfinished_of(&account.id).await?.len();
    if playing >= app.settings.limits.games_per_user {
        let message = "You have too many unfinished games. Finish some first.";
        return Err(ApiError::conflict("too_many_games", message));
    }
    Ok(())
}

/// Checks a game that somebody who is not signed in wants to play, as a guest can play it.
async fn check_for_guest(app: &App, address: IpAddr, new_game: &NewGame) -> ApiResult<()> {
    let wanted = new_game.game.clone().into();
    let compiled = app.catalogue.get_for(&wanted, address).await?;
    let rules = RulesInUse {
        game: &compiled.game,
        rules_ref: &compiled.game_ref.clone().into(),
        hash: &compiled.hash,
    };
    GameSetup::check(rules, new_game, true).map_err(ApiError::fields)?;
    Ok(())
}

/// Rejects a definition that has been deleted: it may still be compiled in memory.
async fn check_is_stored(app: &App, new_game: &NewGame) -> ApiResult<()> {
    if let Some(hash) = &new_game.game.definition
        && app.store.version(hash).await?.is_none()
    {
        let message = "There is no definition with this hash.";
        return Err(ApiError::not_found(message));
    }
    Ok(())
}

/// Start a game, or offer one in the lobby
///
/// A caller who is not signed in becomes a guest.
#[utoipa::path(
    post, path = "/api/play", tag = "play", operation_id = "create_game",
    request_body = NewGameBody,
    responses(
        (status = 201, description = "The game, or the seek", body = NewGameAnswer),
        (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody),
        (status = 429, description = "Too many requests, or too many games have been begun from your network, or ended before they began", body = ErrorBody),
    ),
)]
pub(crate) async fn begin(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(new_game): Body<NewGameBody>,
) -> ApiResult<Response> {
    let new_game = NewGame::from(new_game);
    app.limits.new_game(caller.address)?;
    let begun = begin_for(&app, &caller, &new_game).await;
    // A request that begins nothing is not counted as a game.
    let is_new = |begun: &NewGameOrSeek| !matches!(begun, NewGameOrSeek::StandingSeek(_));
    if !matches!(&begun, Ok((_, Ok(begun))) if is_new(begun)) {
        app.limits.give_back_game(caller.address);
    }
    let (headers, begun) = begun?;
    let begun = begun.map(|begun| (StatusCode::CREATED, Json(NewGameAnswer::from(begun))));
    Ok((headers, begun).into_response())
}

/// Begins what a caller wants to play, who becomes a guest if nobody is signed in. The headers
/// belong to the answer, also if it is an error.
async fn begin_for(
    app: &App,
    caller: &Caller,
    new_game: &NewGame,
) -> ApiResult<(HeaderMap, ApiResult<NewGameOrSeek>)> {
    check_is_stored(app, new_game).await?;
    if caller.account.is_none() {
        check_for_guest(app, caller.address, new_game).await?;
    }
    let meets_others = matches!(new_game.opponent, Opponent::Pair | Opponent::Seek);
    if meets_others {
        app.limits.may_meet_others(caller.user(), caller.address)?;
    }
    let (account, headers) = user_or_guest(app, caller).await?;
    if meets_others {
        app.limits.aborts.note_address(&account.id, caller.address);
    }
    let begun = begin_as(app, &account, caller.address, new_game).await;
    let headers = settle_guest(app, caller, &account, headers, &begun).await;
    Ok((headers, begun))
}

/// Starts a game of a person, or offers it in the lobby.
async fn begin_as(
    app: &App,
    account: &Account,
    address: IpAddr,
    new_game: &NewGame,
) -> ApiResult<NewGameOrSeek> {
    check_game_count(app, account).await?;
    let limits = &app.settings.limits;
    let origin = SeekOrigin {
        address,
        limits: SeekLimits {
            of_user: if account.guest {
                limits.seeks_per_guest
            } else {
                limits.seeks_per_user
            },
            of_address: limits.seeks_per_address,
        },
    };
    Ok(live::create(&app.games, account, origin, new_game).await?)
}

/// List the seeks in the lobby
///
/// At most 100, and at most three of one user.
#[utoipa::path(
    get, path = "/api/seeks", tag = "play", operation_id = "list_seeks",
    responses((status = 200, description = "The seeks, newest first", body = [Seek])),
)]
pub(crate) async fn seeks(State(app): State<Arc<App>>) -> ApiResult<Response> {
    let seeks = live::seeks(&app.games).await?;
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((kind, Bytes::from(seeks.json)).into_response())
}

/// Accept a seek
#[utoipa::path(
    post, path = "/api/seeks/{id}/accept", tag = "play", operation_id = "accept_seek",
    params(("id" = String, Path, description = "The seek's ID")),
    responses(
        (status = 200, description = "The game that starts", body = GameId),
        (status = 410, description = "Someone else has already accepted this seek, or it was withdrawn", body = ErrorBody),
        (status = 422, body = ErrorBody),
        (status = 429, description = "Too many requests, or too many games have been begun from your network, or ended before they began", body = ErrorBody),
    ),
)]
pub(crate) async fn accept_seek(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path,
) -> ApiResult<Response> {
    if !secret::is_id(&id) {
        return Err(ApiError::not_found("There is no seek with this ID."));
    }
    app.limits.new_game(caller.address)?;
    let accepted = accept_for(&app, &caller, &id).await;
    if !matches!(accepted, Ok((_, Ok(_)))) {
        app.limits.give_back_game(caller.address);
    }
    let (headers, accepted) = accepted?;
    Ok((headers, accepted.map(Json)).into_response())
}

/// Accepts a seek for a caller, who becomes a guest if nobody is signed in. The headers belong
/// to the answer, also if it is an error.
async fn accept_for(
    app: &App,
    caller: &Caller,
    seek: &str,
) -> ApiResult<(HeaderMap, ApiResult<GameId>)> {
    app.limits.may_meet_others(caller.user(), caller.address)?;
    if caller.account.is_none() {
        let stored = app.store.seek(seek, now_ms()).await?;
        let stored = stored.ok_or(CreateError::Gone)?;
        check_for_guest(app, caller.address, &stored.new_game).await?;
    }
    let (account, headers) = user_or_guest(app, caller).await?;
    app.limits.aborts.note_address(&account.id, caller.address);
    let accepted = accept_as(app, &account, caller.address, seek).await;
    let headers = settle_guest(app, caller, &account, headers, &accepted).await;
    Ok((headers, accepted))
}

/// Accepts a seek for a person.
async fn accept_as(app: &App, account: &Account, address: IpAddr, seek: &str) -> ApiResult<GameId> {
    check_game_count(app, account).await?;
    let id = live::accept_seek(&app.games, account, address, seek).await?;
    Ok(GameId { id })
}

/// Withdraw a seek
#[utoipa::path(
    delete, path = "/api/seeks/{id}", tag = "play", operation_id = "withdraw_seek",
    params(("id" = String, Path, description = "The seek's ID")),
    responses(
        (status = 204, description = "The seek is withdrawn"),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn withdraw_seek(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path,
) -> ApiResult<StatusCode> {
    let account = caller.need()?;
    if !app.store.remove_seek(&id, &account.id).await? {
        return Err(ApiError::not_found("You have no seek with this ID."));
    }
    app.games.note_lobby_change();
    Ok(StatusCode::NO_CONTENT)
}

/// Take the empty seat of a game
#[utoipa::path(
    post, path = "/api/play/{id}/join", tag = "play", operation_id = "join_game",
    params(("id" = String, Path, description = "The game's ID")),
    responses(
        (status = 200, description = "The side that you play", body = SeatTaken),
        (status = 404, body = ErrorBody),
        (status = 409, description = "Both seats are taken", body = ErrorBody),
    ),
)]
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path,
) -> ApiResult<Response> {
    let row = app.store.game(&id).await?;
    let row = row.ok_or_else(|| ApiError::not_found("There is no game with this ID."))?;
    let guest = caller.account.as_ref().is_none_or(|account| account.guest);
    let is_player = caller
        .user()
        .is_some_and(|user| row.side_of(user).is_some());
    if row.rated && guest && !is_player {
        let message = "Only registered users can play rated games. Register or sign in first.";
        return Err(ApiError::forbidden("guest", message));
    }
    if row.status != GameStatus::Open && !is_player {
        let message = "Both seats of this game are taken.";
        return Err(ApiError::conflict("taken", message));
    }
    let (account, headers) = user_or_guest(&app, &caller).await?;
    let joined = join_as(&app, &account, caller.address, &id, is_player).await;
    let headers = settle_guest(&app, &caller, &account, headers, &joined).await;
    Ok((headers, joined.map(Json)).into_response())
}

/// Takes the empty seat of a game for a person, unless they are a player of it already.
async fn join_as(
    app: &App,
    account: &Account,
    address: IpAddr,
    id: &str,
    is_player: bool,
) -> ApiResult<SeatTaken> {
    if !is_player {
        check_game_count(app, account).await?;
    }
    let join = |reply| Command::Join(account.id.clone(), reply);
    let side = app.games.ask_for(address, id, join).await??;
    Ok(SeatTaken { side: side.into() })
}

/// Get a game that is being played or finished
///
/// The position, the legal moves, the clocks and the offers, as the caller sees them.
#[utoipa::path(
    get, path = "/api/play/{id}", tag = "play", operation_id = "get_play",
    params(("id" = String, Path, description = "The game's ID")),
    responses(
        (status = 200, description = "The game", body = GameState),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn state(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path,
) -> ApiResult<Json<GameState>> {
    let user = caller.user().map(str::to_owned);
    let ask = |reply| Command::State(user.clone(), reply);
    let state = app.games.ask_for(caller.address, &id, ask).await?;
    Ok(Json(*state))
}

/// Make a move, resign, offer or answer
///
/// The same actions as on the socket, for programs that do not use one.
#[utoipa::path(
    post, path = "/api/play/{id}/actions", tag = "play", operation_id = "act",
    params(("id" = String, Path, description = "The game's ID")),
    request_body = KeyedAction,
    responses(
        (status = 200, description = "The action is done and stored", body = ActionAnswer),
        (status = 403, description = "You do not play in this game, or the request came from another site", body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, description = "The action does not fit the state of the game, or a rematch would begin and one of its players has too many unfinished games", body = ErrorBody),
        (status = 422, description = "The move is not legal, or the body is not valid", body = ErrorBody),
        (status = 429, description = "You send too many actions, or a rematch would begin and too many games have been begun from your network", body = ErrorBody),
    ),
)]
pub(crate) async fn act(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path,
    Body(keyed): Body<KeyedAction>,
) -> ApiResult<Json<ActionAnswer>> {
    let account = caller.need()?;
    if keyed
        .key
        .as_ref()
        .is_some_and(|key| key.is_empty() || key.len() > 64)
    {
        return Err(ApiError::field("key", "A key has 1 to 64 bytes."));
    }
    if matches!(
        keyed.action,
        PlayerAction::Move {
            lag_ms: Some(_),
            ..
        }
    ) {
        let message = "`lag_ms` is only possible on the socket, which measures the lag.";
        return Err(ApiError::field("lag_ms", message));
    }
    let request = ActionRequest {
        user: account.id.clone(),
        key: keyed.key,
        action: keyed.action,
        lag_limit_ms: 0,
        no_new_game: None,
    };
    let acted = actions::act(&app, &id, request, caller.address).await?;
    if let Some(too_many) = acted.too_many_games {
        return Err(too_many.into());
    }
    let seq = acted.answer?;
    Ok(Json(ActionAnswer { seq }))
}

/// Get the record of a game
#[utoipa::path(
    get, path = "/api/play/{id}/record", tag = "play", operation_id = "get_play_record",
    params(("id" = String, Path, description = "The game's ID")),
    responses(
        (status = 200, description = "The record, in PGN", body = String, content_type = "application/x-chess-pgn"),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn record(
    State(app): State<Arc<App>>,
    caller: Caller,
    OwnOrigin(origin): OwnOrigin,
    Path(id): Path,
) -> ApiResult<Response> {
    app.limits.heavy(caller.address)?;
    let request = live::RecordRequest::new(caller.address, origin);
    let text = live::record_of(&app.games, &app.questions, &id, &request).await?;
    let kind = [(
        header::CONTENT_TYPE,
        "application/x-chess-pgn; charset=utf-8",
    )];
    Ok((kind, text).into_response())
}

/// Counts a question about a game as an expensive request: the game may have to be played through.
fn asker<'a>(app: &'a App, caller: &Caller) -> ApiResult<Asker<'a>> {
    app.limits.heavy(caller.address)?;
    Ok(Asker {
        questions: &app.questions,
        address: caller.address,
    })
}

fn too_few_moves() -> ApiError {
    ApiError::not_found("The game does not have that many moves.")
}

/// Get the attackers of each cell in a game
#[utoipa::path(
    get, path = "/api/play/{id}/attackers", tag = "play", operation_id = "get_play_attackers",
    params(
        ("id" = String, Path, description = "The game's ID"),
        AtMove,
    ),
    responses(
        (status = 200, description = "The attackers of each cell", body = Attackers),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn attackers(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path,
    Query(at): Query<AtMove>,
) -> ApiResult<Json<Attackers>> {
    let asker = asker(&app, &caller)?;
    let position = app.games.position_at(&id, at.seq, asker).await?;
    let position = position.ok_or_else(too_few_moves)?;
    let attackers = super::rules::run(&app, caller.address, move || {
        hyperrook_view::attackers(&position)
    });
    attackers.await.map(Json)
}

/// Explain a check or the end of a game
#[utoipa::path(
    get, path = "/api/play/{id}/why", tag = "play", operation_id = "get_play_why",
    params(
        ("id" = String, Path, description = "The game's ID"),
        AtMove,
    ),
    responses(
        (status = 200, description = "The explanation", body = Reasons),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn why(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path,
    Query(at): Query<AtMove>,
) -> ApiResult<Json<Reasons>> {
    let asker = asker(&app, &caller)?;
    let history = app.games.history_at(&id, at.seq, asker).await?;
    let history = history.ok_or_else(too_few_moves)?;
    let why = super::rules::run(&app, caller.address, move || hyperrook_view::why(&history));
    why.await.map(Json)
}

/// List games being played
///
/// Games between people come before those with the engine. At most three games of one person are
/// in the list.
#[utoipa::path(
    get, path = "/api/live", tag = "play", operation_id = "list_live_games",
    params(ListLimit),
    responses(
        (status = 200, description = "The games; of each kind, the last changed first", body = [GameSummary]),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn live_games(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(limit): Query<ListLimit>,
) -> ApiResult<Json<Vec<GameSummary>>> {
    let limit = match limit.limit.map(usize::try_from) {
        None => HOME_GAMES,
        Some(Ok(limit @ 1..=MAX_LIVE_GAMES)) => limit,
        Some(_) => {
            return Err(ApiError::field(
                "limit",
                "The limit is a number from 1 to 50.",
            ));
        }
    };
    let user = caller.user();
    Ok(Json(live::live_games(&app.games, limit, user).await?))
}

/// List the caller's games
#[utoipa::path(
    get, path = "/api/mine", tag = "play", operation_id = "list_my_games",
    params(MyGamesQuery),
    responses(
        (status = 200, description = "Up to 50 games, the latest first. Empty if you are not signed in", body = [GameSummary]),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn mine(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(query): Query<MyGamesQuery>,
) -> ApiResult<Json<Vec<GameSummary>>> {
    let filter = match query.state {
        None => GameFilter::All,
        Some(MyGamesState::Current) => GameFilter::Current,
        Some(MyGamesState::Over) => GameFilter::Over,
    };
    let before = match query.before.as_deref() {
        None | Some("") => FIRST_PAGE,
        Some(text) => match text.parse::<jiff::Timestamp>() {
            Ok(time) => (
                time.as_millisecond(),
                query.before_id.as_deref().unwrap_or(""),
            ),
            Err(_) => {
                return Err(ApiError::field(
                    "before",
                    "This is not a time in RFC 3339 before the end of 9999-12-30, such as 2026-01-31T12:00:00Z.",
                ));
            }
        },
    };
    let Some(user) = caller.user() else {
        return Ok(Json(Vec::new()));
    };
    let games = live::games_of(&app.games, user, Some(user), filter, before, 50).await?;
    Ok(Json(games))
}
