//! Questions about games and positions, and definitions of games.

use super::error::{ApiError, ApiResult, ErrorBody};
use super::extract::{Body, Path, Query};
use crate::app::App;
use crate::catalogue::{DefinitionAuthor, ServedGame, hash_of_text};
use crate::game::time_control::DAY_MS;
use crate::security::caller::Caller;
use crate::security::secret;
use crate::security::work_queue::{QueueFull, WorkError};
use crate::store::{DefinitionUpload, UploadLimits};
use crate::time::now_ms;
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyperrook_geometry::Cell;
use hyperrook_notation::words::sentence;
use hyperrook_rules::{Game, GameFile, History};
use hyperrook_view::types::{
    Attackers, FaultInfo, GameInfo, GameRef, ListedGame, MoveReading, PieceExplanation,
    PositionCheck, PositionRef, PositionView, Reasons, SideName,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use utoipa::ToSchema;

/// The most moves of a question.
const MAX_MOVES: usize = 2000;

/// Runs work that takes a while, when it is the turn of the client's address.
pub(crate) async fn run<T: Send + 'static>(
    app: &App,
    address: IpAddr,
    work: impl FnOnce() -> T + Send + 'static,
) -> ApiResult<T> {
    let done = app.questions.run(address, work).await;
    done.map_err(|error| match error {
        WorkError::Full(QueueFull) => ApiError::busy("The server is busy.", 2),
        WorkError::Interrupted => ApiError::internal(error),
    })
}

/// The position that a question is about.
pub(crate) async fn history(
    app: &App,
    address: IpAddr,
    compiled: ServedGame,
    position: Option<String>,
    moves: Vec<String>,
) -> ApiResult<History> {
    if moves.len() > MAX_MOVES {
        return Err(ApiError::field("moves", "There are more than 2,000 moves."));
    }
    if position.as_ref().is_some_and(|text| text.len() > 4096) {
        return Err(ApiError::field(
            "position",
            "The position is longer than 4,096 bytes.",
        ));
    }
    let found = run(app, address, move || {
        hyperrook_view::history(&compiled.game, position.as_deref(), &moves)
    });
    found.await?.map_err(|error| {
        let field = match error {
            hyperrook_view::PositionRefError::Position(_) => "position",
            _ => "moves",
        };
        ApiError::field(field, &sentence(&error.to_string()))
    })
}

// Bodies that say more than a position have these three fields themselves: `flatten` loses the
// path of a field at fault, and JSON Schema cannot close an object of several parts.
fn position_ref(game: GameRef, position: Option<String>, moves: Vec<String>) -> PositionRef {
    PositionRef {
        game,
        position,
        moves,
    }
}

async fn ask<T: Send + 'static>(
    app: &App,
    caller: &Caller,
    asked: PositionRef,
    answer: impl FnOnce(&History) -> T + Send + 'static,
) -> ApiResult<Json<T>> {
    let address = caller.address;
    let compiled = app.catalogue.get_for(&asked.game, address).await?;
    let history = history(app, address, compiled, asked.position, asked.moves).await?;
    run(app, address, move || answer(&history)).await.map(Json)
}

/// List the games that can be played
#[utoipa::path(
    get, path = "/api/games", tag = "rules", operation_id = "list_games",
    responses((status = 200, description = "The games", body = [ListedGame])),
)]
pub(crate) async fn games(State(app): State<Arc<App>>) -> Json<Vec<ListedGame>> {
    Json(app.catalogue.summaries().to_vec())
}

/// A game reference from a name and parameters: all but `definition` are options.
pub(crate) fn game_ref(name: String, mut query: BTreeMap<String, String>) -> GameRef {
    let definition = query.remove("definition").filter(|hash| !hash.is_empty());
    GameRef {
        name,
        options: query,
        definition,
    }
}

/// Get the board, pieces and rules of a game
///
/// Options are query parameters of their own (`?black_setup=mirrored`). `definition` is the
/// hash of a stored definition.
#[utoipa::path(
    get, path = "/api/games/{name}", tag = "rules", operation_id = "get_game",
    params(
        ("name" = String, Path, description = "The game's name, as in the list of games"),
        ("definition" = Option<String>, Query, description = "Hash of a stored definition"),
    ),
    responses(
        (status = 200, description = "The game", body = GameInfo),
        (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn game(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(name): Path,
    Query(query): Query<BTreeMap<String, String>>,
) -> ApiResult<Json<GameInfo>> {
    let address = caller.address;
    let compiled = app
        .catalogue
        .get_for(&game_ref(name, query), address)
        .await?;
    let info = run(&app, address, move || compiled.info().clone());
    info.await.map(Json)
}

/// Get a position with its legal moves
#[utoipa::path(
    post, path = "/api/rules/view", tag = "rules", operation_id = "view_position",
    request_body = PositionRef,
    responses(
        (status = 200, description = "The position", body = PositionView),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn view(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(asked): Body<PositionRef>,
) -> ApiResult<Json<PositionView>> {
    ask(&app, &caller, asked, hyperrook_view::view).await
}

/// Get the attackers of each cell
#[utoipa::path(
    post, path = "/api/rules/attackers", tag = "rules", operation_id = "get_attackers",
    request_body = PositionRef,
    responses(
        (status = 200, description = "The attackers of each cell", body = Attackers),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn attackers(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(asked): Body<PositionRef>,
) -> ApiResult<Json<Attackers>> {
    ask(&app, &caller, asked, |history| {
        hyperrook_view::attackers(history.position())
    })
    .await
}

/// Explain a check or the end of a game in a position
#[utoipa::path(
    post, path = "/api/rules/why", tag = "rules", operation_id = "explain_position",
    request_body = PositionRef,
    responses(
        (status = 200, description = "The explanation", body = Reasons),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn why(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(asked): Body<PositionRef>,
) -> ApiResult<Json<Reasons>> {
    ask(&app, &caller, asked, hyperrook_view::why).await
}

/// A move that a player would like to make.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct AttemptedMove {
    /// The game.
    game: GameRef,
    /// The position text of the start; by default the start of the game.
    #[serde(default)]
    #[schema(max_length = 4096)]
    position: Option<String>,
    /// The moves made from there, as move texts or in short notation.
    #[serde(default)]
    #[schema(max_items = 2000)]
    moves: Vec<String>,
    /// The move, as text.
    #[serde(default, rename = "move")]
    #[schema(max_length = 64)]
    mv: Option<String>,
    /// The cell where it starts, if `move` is left out.
    #[serde(default)]
    from: Option<usize>,
    /// The cell where it ends, if `move` is left out.
    #[serde(default)]
    to: Option<usize>,
}

fn cell(game: &Game, number: usize) -> Option<Cell> {
    game.board().cells().nth(number)
}

/// Explain why a move is not legal
///
/// Give either `move`, or `from` and `to`.
#[utoipa::path(
    post, path = "/api/rules/refusal", tag = "rules", operation_id = "explain_refusal",
    request_body = AttemptedMove,
    responses(
        (status = 200, description = "The explanation", body = Reasons),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn refusal(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(attempted): Body<AttemptedMove>,
) -> ApiResult<Json<Reasons>> {
    let (mv, ends) = (attempted.mv, attempted.from.zip(attempted.to));
    let at = position_ref(attempted.game, attempted.position, attempted.moves);
    if mv.as_ref().is_some_and(|mv| mv.len() > 64) {
        return Err(ApiError::field("move", "The move is longer than 64 bytes."));
    }
    let answer = ask(&app, &caller, at, move |history| {
        let position = history.position();
        if let Some(text) = &mv {
            return Some(hyperrook_view::refusal_of_text(history, text));
        }
        let (from, to) = ends?;
        let from = cell(position.game(), from)?;
        let to = cell(position.game(), to)?;
        Some(hyperrook_view::refusal(history, from, to))
    });
    let why = answer.await?.0;
    why.map(Json).ok_or_else(|| {
        ApiError::field(
            "move",
            "Give a move, or two cells of the board as from and to.",
        )
    })
}

/// A piece that is to move after the other side's next move.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PremoveQuestion {
    /// The game.
    game: GameRef,
    /// The position text of the start; by default the start of the game.
    #[serde(default)]
    #[schema(max_length = 4096)]
    position: Option<String>,
    /// The moves made from there, as move texts or in short notation.
    #[serde(default)]
    #[schema(max_items = 2000)]
    moves: Vec<String>,
    /// The cell where the piece stands.
    cell: usize,
}

/// Where a piece may be able to go after the other side's next move.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PremoveCells {
    /// The cells. After the other side's move not all of them may be legal.
    cells: Vec<usize>,
}

/// List where a piece may be able to go after the other side's next move
#[utoipa::path(
    post, path = "/api/rules/premoves", tag = "rules", operation_id = "list_premoves",
    request_body = PremoveQuestion,
    responses(
        (status = 200, description = "The cells", body = PremoveCells),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn premoves(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(asked): Body<PremoveQuestion>,
) -> ApiResult<Json<PremoveCells>> {
    let number = asked.cell;
    let at = position_ref(asked.game, asked.position, asked.moves);
    ask(&app, &caller, at, move |history| {
        let position = history.position();
        let cell = cell(position.game(), number);
        PremoveCells {
            cells: cell.map_or_else(Vec::new, |cell| {
                hyperrook_view::premove_cells(position, cell)
            }),
        }
    })
    .await
}

/// A typed move.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct TypedMove {
    /// The game.
    game: GameRef,
    /// The position text of the start; by default the start of the game.
    #[serde(default)]
    #[schema(max_length = 4096)]
    position: Option<String>,
    /// The moves made from there, as move texts or in short notation.
    #[serde(default)]
    #[schema(max_items = 2000)]
    moves: Vec<String>,
    /// The text as it was typed.
    #[schema(max_length = 64)]
    text: String,
}

/// Read a typed move
#[utoipa::path(
    post, path = "/api/rules/read", tag = "rules", operation_id = "read_move",
    request_body = TypedMove,
    responses(
        (status = 200, description = "The move, or why the text is not a legal move", body = MoveReading),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn read(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(typed): Body<TypedMove>,
) -> ApiResult<Json<MoveReading>> {
    if typed.text.len() > 64 {
        return Err(ApiError::field("text", "The text is longer than 64 bytes."));
    }
    let text = typed.text;
    let at = position_ref(typed.game, typed.position, typed.moves);
    ask(&app, &caller, at, move |history| {
        hyperrook_view::read_move(history.position(), &text)
    })
    .await
}

/// A position to check.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PositionSetup {
    /// The game.
    game: GameRef,
    /// The position text.
    #[schema(max_length = 4096)]
    position: String,
}

/// Check a position that was set up
#[utoipa::path(
    post, path = "/api/rules/check", tag = "rules", operation_id = "check_position",
    request_body = PositionSetup,
    responses(
        (status = 200, description = "What is wrong with the position, or the position itself", body = PositionCheck),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn check(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(setup): Body<PositionSetup>,
) -> ApiResult<Json<PositionCheck>> {
    if setup.position.len() > 4096 {
        return Err(ApiError::field(
            "position",
            "The position is longer than 4,096 bytes.",
        ));
    }
    let address = caller.address;
    let compiled = app.catalogue.get_for(&setup.game, address).await?;
    let checked = run(&app, address, move || {
        hyperrook_view::check(&compiled.game, &setup.position)
    });
    checked.await.map(Json)
}

/// A piece to explain.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PieceQuestion {
    /// The game.
    game: GameRef,
    /// The letter of its kind.
    #[schema(max_length = 4)]
    piece: String,
    /// The cell where it stands; a central cell if left out.
    #[serde(default)]
    cell: Option<usize>,
    /// Whose piece it is; White's if left out.
    #[serde(default)]
    side: Option<SideName>,
}

/// Explain how a piece moves
#[utoipa::path(
    post, path = "/api/rules/explain", tag = "rules", operation_id = "explain_piece",
    request_body = PieceQuestion,
    responses(
        (status = 200, description = "The explanation", body = PieceExplanation),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn explain(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(asked): Body<PieceQuestion>,
) -> ApiResult<Json<PieceExplanation>> {
    let compiled = app.catalogue.get_for(&asked.game, caller.address).await?;
    let game = &compiled.game;
    let letter = asked.piece.to_uppercase();
    let kind = game
        .definition()
        .pieces()
        .iter()
        .position(|piece| piece.letter.to_string() == letter);
    let kind = kind.and_then(hyperrook_rules::Kind::new);
    let kind =
        kind.ok_or_else(|| ApiError::field("piece", "No piece of this game has this letter."))?;
    let at = match asked.cell {
        None => None,
        Some(number) => {
            let found = cell(game, number);
            Some(found.ok_or_else(|| ApiError::field("cell", "This board has no such cell."))?)
        }
    };
    let game = game.clone();
    let side = asked.side.unwrap_or(SideName::White);
    let explained = run(&app, caller.address, move || {
        hyperrook_view::explain(&game, kind, side.into(), at)
    });
    let explained = explained.await?;
    explained
        .map(Json)
        .ok_or_else(|| ApiError::field("cell", "The piece cannot stand on this cell."))
}

/// The text of a definition.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DefinitionText {
    /// The text, in TOML, at most 256 KiB.
    #[schema(max_length = 262144)]
    text: String,
}

/// A stored definition.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PostedDefinition {
    /// The SHA-256 of its text, in hexadecimal.
    definition: String,
    /// Whether it is one of your versions. Somebody else may have stored the same text before.
    yours: bool,
    /// The game.
    info: GameInfo,
    /// What can be played, but was probably not meant.
    warnings: Vec<FaultInfo>,
}

/// Check and store a definition
///
/// It is checked with all values of its options. If it has errors, it is not stored, and
/// the error lists them. Guests may store definitions too. The time that
/// checks take is limited by user and by address, also for definitions that are refused.
#[utoipa::path(
    post, path = "/api/definitions", tag = "rules", operation_id = "create_definition",
    request_body = DefinitionText,
    responses(
        (status = 201, description = "The stored definition", body = PostedDefinition),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn add_definition(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(posted): Body<DefinitionText>,
) -> ApiResult<Response> {
    app.limits.heavy(caller.address)?;
    let (checks, address) = (&app.limits.checks, caller.address);
    if caller.account.is_none() {
        let who = format!("at {address}");
        checks.may_spend(&[&who, &address.to_string()])?;
        let checked = app
            .catalogue
            .draft(posted.text.clone(), who, address, checks);
        checked.await?;
    }
    let (account, headers) = super::me::user_or_guest(&app, &caller).await?;
    let stored = store_definition(&app, account.id, address, posted.text).await;
    let stored = stored.map(|definition| (StatusCode::CREATED, Json(definition)));
    Ok((headers, stored).into_response())
}

/// Checks a definition of a person and stores it.
async fn store_definition(
    app: &App,
    person: String,
    address: IpAddr,
    text: String,
) -> ApiResult<PostedDefinition> {
    let stored = app.store.definitions_of(&person).await?;
    let limit = app.settings.limits.definitions_per_user;
    if usize::try_from(stored).unwrap_or(usize::MAX) >= limit {
        let message = format!("You have stored {stored} definitions. You cannot store more.");
        return Err(ApiError::conflict("too_many_definitions", message));
    }
    let checks = &app.limits.checks;
    checks.may_spend(&[&person, &address.to_string()])?;
    let upload = count_upload(app, address, &text).await?;
    let author = DefinitionAuthor {
        id: person.clone(),
        address,
        most: limit,
    };
    let added = app.catalogue.add(text, author, checks).await;
    if let (Err(_), Some(upload)) = (&added, upload) {
        app.store.forget_upload(&upload).await?;
    }
    let (compiled, warnings) = added?;
    let version = app.store.version(&compiled.hash).await?;
    Ok(PostedDefinition {
        definition: compiled.hash.clone(),
        yours: version.is_some_and(|version| version.author == Some(person)),
        info: run(app, address, move || compiled.info().clone()).await?,
        warnings,
    })
}

/// How many definitions an address may store in a day, and how many bytes.
const UPLOADS_A_DAY: i64 = 200;
const UPLOADED_BYTES_A_DAY: i64 = 20_000_000;
/// After how many seconds an address that has stored too many may try again: the oldest of
/// them may be a day old by then.
const UPLOADS_RETRY_S: u64 = 3600;

/// Counts a text that an address stores, and returns the ID under which it is counted; none if
/// it is stored already. It counts before it is checked, so that requests at once cannot
/// exceed the limits.
async fn count_upload(app: &App, address: IpAddr, text: &str) -> ApiResult<Option<String>> {
    if app.store.version(&hash_of_text(text)).await?.is_some() {
        return Ok(None);
    }
    let now = now_ms();
    let upload = DefinitionUpload {
        id: secret::id(),
        address: app.games.address_hash(address).await?,
        bytes: text.len(),
        created: now,
    };
    let limits = UploadLimits {
        since: now - DAY_MS,
        count: UPLOADS_A_DAY,
        bytes: UPLOADED_BYTES_A_DAY,
    };
    let id = upload.id.clone();
    if !app.store.count_upload(upload, limits).await? {
        let message = "Too many definitions have been stored from your network in the last 24 \
             hours. Try again later.";
        let code = "too_many_definitions";
        return Err(ApiError::stored_too_much(code, message, UPLOADS_RETRY_S));
    }
    Ok(Some(id))
}

/// Get the text of a definition
#[utoipa::path(
    get, path = "/api/definitions/{hash}", tag = "rules", operation_id = "get_definition",
    params(("hash" = String, Path, description = "SHA-256 of the text, in hexadecimal")),
    responses(
        (status = 200, description = "The text, in TOML", body = String, content_type = "text/plain"),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn definition(
    State(app): State<Arc<App>>,
    Path(hash): Path,
) -> ApiResult<Response> {
    let row = app.store.definition(&hash).await?;
    let row = row.ok_or_else(|| ApiError::not_found("There is no definition with this hash."))?;
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    let text = GameFile::upgrade_text(&row.text).into_owned();
    Ok((kind, text).into_response())
}
