//! What inventors need besides storing definitions: checks while they type, versions,
//! and pages of published games.

use super::error::{ApiError, ApiResult, ErrorBody};
use super::extract::{Body, Path};
use super::playtests::{self, PlaytestInfo};
use super::rules::run;
use crate::app::App;
use crate::live;
use crate::messages::types::GameSummary;
use crate::security::caller::Caller;
use crate::store::{DefinitionVersion, Publishing};
use crate::time::{now_ms, rfc3339};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyperrook_rules::{Kind, Side};
use hyperrook_view::types::{FaultInfo, GameInfo, GameRef, PieceExplanation};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// The most versions in a list.
const VERSIONS: i64 = 200;
/// The most published games in a list.
const PUBLISHED: i64 = 60;
/// How many of them are of one author.
const PUBLISHED_OF_AUTHOR: i64 = 5;
/// How many games a person can have published.
const MAX_PUBLISHED: i64 = 20;
/// The most games on the page of a definition.
const GAMES: i64 = 20;

/// A definition that is being written.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DraftDefinition {
    /// The text, in TOML, at most 256 KiB.
    #[schema(max_length = 262144)]
    text: String,
    /// The letter of a piece whose moves are asked for.
    #[serde(default)]
    #[schema(max_length = 4)]
    piece: Option<String>,
}

/// A definition without errors.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CheckedDraft {
    /// The game.
    info: GameInfo,
    /// What can be played, but was probably not meant.
    warnings: Vec<FaultInfo>,
    /// The moves of the piece that was asked for, from a central cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<PieceExplanation>,
}

/// Check a definition without storing it
///
/// For editors that check while somebody types. The time that checks take is limited by
/// user and by address.
#[utoipa::path(
    post, path = "/api/rules/definition", tag = "rules", operation_id = "check_definition",
    request_body = DraftDefinition,
    responses(
        (status = 200, description = "The definition has no errors", body = CheckedDraft),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn check(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(draft): Body<DraftDefinition>,
) -> ApiResult<Json<CheckedDraft>> {
    app.limits.heavy(caller.address)?;
    let who = match caller.user() {
        Some(user) => user.to_owned(),
        None => format!("at {}", caller.address),
    };
    let checks = &app.limits.checks;
    checks.may_spend(&[&who, &caller.address.to_string()])?;
    let checked = app.catalogue.draft(draft.text, who, caller.address, checks);
    let (compiled, warnings) = checked.await?;
    let letter = draft.piece.unwrap_or_default().to_uppercase();
    let (info, piece) = run(&app, caller.address, move || {
        let pieces = compiled.game.definition().pieces();
        let kind = pieces
            .iter()
            .position(|piece| piece.letter.to_string() == letter)
            .and_then(Kind::new);
        let piece =
            kind.and_then(|kind| hyperrook_view::explain(&compiled.game, kind, Side::White, None));
        (compiled.info().clone(), piece)
    })
    .await?;
    Ok(Json(CheckedDraft {
        info,
        warnings,
        piece,
    }))
}

/// Get the definition of a game
///
/// The game must be in the list of games.
#[utoipa::path(
    get, path = "/api/games/{name}/definition", tag = "rules", operation_id = "get_game_definition",
    params(("name" = String, Path, description = "The game's name, as in the list of games")),
    responses(
        (status = 200, description = "The text, in TOML", body = String, content_type = "text/plain"),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn of_game(State(app): State<Arc<App>>, Path(name): Path) -> ApiResult<Response> {
    let text = app.catalogue.text_of(&name)?;
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((kind, text).into_response())
}

/// A version of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DefinitionInfo {
    /// The SHA-256 of its text, in hexadecimal.
    definition: String,
    /// The name that the game gives itself.
    name: String,
    /// The author's name, if the author has published it and is registered.
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<String>,
    /// When it was stored (RFC 3339).
    created: String,
    /// Whether it is published.
    published: bool,
}

impl From<DefinitionVersion> for DefinitionInfo {
    fn from(version: DefinitionVersion) -> DefinitionInfo {
        DefinitionInfo {
            definition: version.hash,
            name: version.name,
            author: None,
            created: rfc3339(version.created),
            published: version.published.is_some(),
        }
    }
}

/// List your definitions
///
/// All versions that you have stored, newest first, at most 200.
#[utoipa::path(
    get, path = "/api/definitions", tag = "rules", operation_id = "list_my_definitions",
    responses(
        (status = 200, description = "The versions. Empty if you are not signed in", body = [DefinitionInfo]),
    ),
)]
pub(crate) async fn mine(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> ApiResult<Json<Vec<DefinitionInfo>>> {
    let Some(user) = caller.user() else {
        return Ok(Json(Vec::new()));
    };
    let versions = app.store.versions_by(user, VERSIONS).await?;
    Ok(Json(
        versions.into_iter().map(DefinitionInfo::from).collect(),
    ))
}

/// List published games
///
/// Games by inventors, the last published first: at most 60, and at most five by one author.
#[utoipa::path(
    get, path = "/api/published", tag = "rules", operation_id = "list_published",
    responses((status = 200, description = "The games", body = [DefinitionInfo])),
)]
pub(crate) async fn published(State(app): State<Arc<App>>) -> ApiResult<Json<Vec<DefinitionInfo>>> {
    let versions = app.store.published(PUBLISHED_OF_AUTHOR, PUBLISHED).await?;
    let authors: Vec<&str> = versions
        .iter()
        .filter_map(|version| version.author.as_deref())
        .collect();
    let names = app.store.names_of(&authors).await?;
    let listed = versions.into_iter().map(|version| {
        let author = version.author.as_ref().and_then(|author| names.get(author));
        let author = author.filter(|(_, guest)| !guest);
        DefinitionInfo {
            author: author.map(|(name, _)| name.clone()),
            ..DefinitionInfo::from(version)
        }
    });
    Ok(Json(listed.collect()))
}

/// The page of a game that somebody has invented.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DefinitionPage {
    /// The version.
    about: DefinitionInfo,
    /// The game.
    info: GameInfo,
    /// Whether it is yours, so that you may publish or withdraw it.
    yours: bool,
    /// Games by these rules, the latest first.
    games: Vec<GameSummary>,
    /// Playtests by its author that are over, the latest first.
    playtests: Vec<PlaytestInfo>,
}

/// Get the page of a published game
///
/// Its author sees the page before it is published, too.
#[utoipa::path(
    get, path = "/api/published/{hash}", tag = "rules", operation_id = "get_published",
    params(("hash" = String, Path, description = "SHA-256 of the text, in hexadecimal")),
    responses(
        (status = 200, description = "The page", body = DefinitionPage),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn page(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(hash): Path,
) -> ApiResult<Json<DefinitionPage>> {
    let unknown = || ApiError::not_found("No published game has this address.");
    let version = app.store.version(&hash).await?.ok_or_else(unknown)?;
    let yours = version.author.is_some() && version.author.as_deref() == caller.user();
    if version.published.is_none() && !yours {
        return Err(unknown());
    }
    let playtests = playtests::of_definition(&app, &hash, version.author.as_deref()).await?;
    let author = match &version.author {
        Some(author) => app.store.name_of(author).await?,
        None => None,
    };
    let game = GameRef {
        name: version.name.clone(),
        definition: Some(hash.clone()),
        ..GameRef::default()
    };
    let compiled = app.catalogue.get_for(&game, caller.address).await?;
    let info = run(&app, caller.address, move || compiled.info().clone()).await?;
    let games = live::games_by_definition(&app.games, &hash, caller.user(), GAMES).await?;
    Ok(Json(DefinitionPage {
        about: DefinitionInfo {
            author: author.filter(|(_, guest)| !guest).map(|(name, _)| name),
            ..DefinitionInfo::from(version)
        },
        info,
        yours,
        games,
        playtests,
    }))
}

async fn set(app: &App, caller: &Caller, hash: &str, publish: bool) -> ApiResult<StatusCode> {
    let account = caller.need()?;
    if account.guest && publish {
        let message = "Only registered users can publish games. Register or sign in first.";
        return Err(ApiError::forbidden("guest", message));
    }
    if publish && app.catalogue.has(hash) {
        let message = "This game comes with the server and has a page already.";
        return Err(ApiError::conflict("shipped", message));
    }
    let most = publish.then_some(MAX_PUBLISHED);
    let published = app.store.publish(hash, &account.id, most, now_ms());
    match published.await? {
        Publishing::Done => Ok(StatusCode::NO_CONTENT),
        Publishing::NotTheirs => Err(ApiError::not_found(
            "You have no definition with this hash.",
        )),
        Publishing::TooMany => {
            let message =
                format!("You can have {MAX_PUBLISHED} games published. Withdraw one first.");
            Err(ApiError::conflict("too_many_published", message))
        }
        Publishing::Withdrawn => Err(ApiError::conflict(
            "withdrawn",
            "An operator of the server has withdrawn this game. You cannot publish it again.",
        )),
    }
}

/// Publish a game of yours
#[utoipa::path(
    post, path = "/api/published/{hash}", tag = "rules", operation_id = "publish",
    params(("hash" = String, Path, description = "SHA-256 of the text, in hexadecimal")),
    responses(
        (status = 204, description = "The game has a public page"),
        (status = 403, description = "You are a guest, or the request came from another site", body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, description = "You have published 20 games already, an operator has withdrawn the game, or it is a game of the server", body = ErrorBody),
    ),
)]
pub(crate) async fn publish(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(hash): Path,
) -> ApiResult<StatusCode> {
    set(&app, &caller, &hash, true).await
}

/// Withdraw a published game of yours
///
/// Games that are played by it go on.
#[utoipa::path(
    delete, path = "/api/published/{hash}", tag = "rules", operation_id = "withdraw_published",
    params(("hash" = String, Path, description = "SHA-256 of the text, in hexadecimal")),
    responses(
        (status = 204, description = "The game has no public page any more"),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn withdraw(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(hash): Path,
) -> ApiResult<StatusCode> {
    set(&app, &caller, &hash, false).await
}
