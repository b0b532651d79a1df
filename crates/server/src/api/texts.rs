//! Records, shared analyses, pictures of boards, exercises.

use super::error::{ApiError, ApiResult, ErrorBody};
use super::extract::{Body, Path, Query};
use super::rules::{game_ref, run};
use crate::app::App;
use crate::game::time_control::DAY_MS;
use crate::security::caller::Caller;
use crate::security::secret;
use crate::security::work_queue::{WorkQueue, WorkQueueLimits};
use crate::store::{AnalysisLimits, NewAnalysis};
use crate::time::now_ms;
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyperrook_notation::record::{GameTags, RecordReader, Tags};
use hyperrook_notation::words::sentence;
use hyperrook_view::types::{Exercise, ExerciseKind, GameRef, MoveTree, SideName};
use hyperrook_view::{Picture, PieceSet, PositionRefError, SIZES_PX, Theme};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// The most exercises of a kind at once.
const EXERCISES: usize = 5;

/// A record.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct RecordText {
    /// The text of the record, in PGN.
    text: String,
}

/// A record to read.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct RecordToRead {
    /// The text of the record, in PGN.
    text: String,
    /// The game of a record that names none; chess if left out.
    #[serde(default)]
    game: Option<GameRef>,
}

/// Whether tags say of which game a record is. A position in FEN is one of chess.
fn names_game(tags: &Tags) -> bool {
    ["Game", "Variant", "Definition", "Options", "FEN"]
        .iter()
        .any(|name| tags.get(name).is_some())
}

/// The game that the tags of a record name. The tag `Definition` is the hash of a
/// stored definition.
pub(crate) fn game_of(tags: &Tags) -> ApiResult<GameRef> {
    let GameTags { name, options, .. } = GameTags::of(tags)
        .map_err(|error| ApiError::field("text", &sentence(&error.to_string())))?;
    Ok(GameRef {
        name,
        options: options.into_iter().collect(),
        definition: tags.get("Definition").map(str::to_owned),
    })
}

/// Read a record
#[utoipa::path(
    post, path = "/api/records/read", tag = "records", operation_id = "read_record",
    request_body = RecordToRead,
    responses(
        (status = 200, description = "The moves as a tree", body = MoveTree),
        (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn read_record(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(record): Body<RecordToRead>,
) -> ApiResult<Json<MoveTree>> {
    let RecordToRead {
        text,
        game: default,
    } = record;
    let address = caller.address;
    let (text, tags) = run(&app, address, move || {
        let first = RecordReader::new(text.as_bytes()).next();
        let tags = first.and_then(Result::ok).map(|record| record.tags);
        (text, tags)
    })
    .await?;
    // A text without tags is read as a record of the standard game. If it is not one,
    // the reader below says what is wrong.
    let tags = tags.unwrap_or_default();
    let game = match default {
        Some(game) if !names_game(&tags) => game,
        _ => game_of(&tags)?,
    };
    let compiled = app.catalogue.get_for(&game, address).await?;
    let tree = run(&app, address, move || {
        let resolve = |_: &Tags| Ok(compiled.game.clone());
        let tree = hyperrook_view::read_record(&text, resolve);
        tree.map(|tree| MoveTree {
            game: compiled.game_ref,
            ..tree
        })
    });
    let tree = tree.await?;
    tree.map(Json)
        .map_err(|error| ApiError::field("text", &sentence(&error.to_string())))
}

async fn write(app: &App, address: IpAddr, tree: MoveTree) -> ApiResult<(MoveTree, String)> {
    let compiled = app.catalogue.get_for(&tree.game, address).await?;
    run(app, address, move || {
        let mut tree = tree;
        if let Some(hash) = &compiled.game_ref.definition {
            tree.tags.retain(|[name, _]| name != "Definition");
            tree.tags.push(["Definition".to_owned(), hash.clone()]);
        }
        let text = hyperrook_view::write_record(&compiled.game, &tree);
        text.map(|text| (tree, text))
    })
    .await?
    .map_err(|error| ApiError::invalid("tree", sentence(&error.to_string())))
}

/// Write a record
#[utoipa::path(
    post, path = "/api/records/write", tag = "records", operation_id = "write_record",
    request_body = MoveTree,
    responses(
        (status = 200, description = "The record", body = RecordText),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn write_record(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(tree): Body<MoveTree>,
) -> ApiResult<Json<RecordText>> {
    let (_, text) = write(&app, caller.address, tree).await?;
    Ok(Json(RecordText { text }))
}

/// A shared analysis.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SharedAnalysis {
    /// The ID of the analysis. Its page is `/analysis/ID`.
    id: String,
}

/// Share an analysis
#[utoipa::path(
    post, path = "/api/analyses", tag = "records", operation_id = "share_analysis",
    request_body = MoveTree,
    responses(
        (status = 201, description = "The analysis is stored", body = SharedAnalysis),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn share(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(tree): Body<MoveTree>,
) -> ApiResult<(StatusCode, Json<SharedAnalysis>)> {
    app.limits.heavy(caller.address)?;
    // A tree that can be written as a record can be shown.
    let (tree, _) = write(&app, caller.address, tree).await?;
    let id = secret::id();
    let user = caller.user().map(str::to_owned);
    let text = serde_json::to_string(&tree).map_err(ApiError::internal)?;
    let now = now_ms();
    let new = NewAnalysis {
        id: id.clone(),
        user,
        address: app.games.address_hash(caller.address).await?,
        tree: text,
        created: now,
    };
    let limits = AnalysisLimits {
        since: now - DAY_MS,
        count: ANALYSES_A_DAY,
        bytes: ANALYSIS_BYTES_A_DAY,
    };
    if !app.store.add_analysis(new, limits).await? {
        let message = "Too many analyses have been stored from your network in the last 24 hours. \
             Try again later.";
        let code = "too_many_analyses";
        return Err(ApiError::stored_too_much(code, message, ANALYSES_RETRY_S));
    }
    Ok((StatusCode::CREATED, Json(SharedAnalysis { id })))
}

/// Get a shared analysis
#[utoipa::path(
    get, path = "/api/analyses/{id}", tag = "records", operation_id = "get_analysis",
    params(("id" = String, Path, description = "The analysis's ID")),
    responses(
        (status = 200, description = "The analysis", body = MoveTree),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn shared(State(app): State<Arc<App>>, Path(id): Path) -> ApiResult<Response> {
    let tree = app.store.analysis(&id).await?;
    let tree = tree.ok_or_else(|| ApiError::not_found("There is no analysis with this ID."))?;
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((kind, tree).into_response())
}

/// How many analyses an address may store in a day, and how many bytes.
const ANALYSES_A_DAY: i64 = 200;
const ANALYSIS_BYTES_A_DAY: i64 = 20_000_000;
/// After how many seconds an address that has stored too many may try again: the oldest of
/// them may be a day old by then.
const ANALYSES_RETRY_S: u64 = 3600;

/// The longest side of a picture, in pixels: a PNG takes memory and time by its area.
const MAX_SIZE: u32 = 2048;

/// A queue for drawing pictures, on half the cores.
pub(crate) fn picture_turns() -> WorkQueue {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    WorkQueue::new(WorkQueueLimits {
        at_once: cores.div_ceil(2),
        of_address: 8,
        in_all: 64,
    })
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum PictureTheme {
    /// Dark lines on a light background.
    Light,
    /// Light lines on a dark background.
    Dark,
}

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum PicturePieces {
    /// Each part of a piece has a thin outline.
    Outlined,
    /// A piece is one figure with one heavy outline.
    Solid,
}

/// What to draw. Parameters of other names are options of the game.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PictureQuery {
    /// The game's name, as in the list of games.
    game: String,
    /// Hash of a stored definition.
    definition: Option<String>,
    /// Position text; the start of the game if left out.
    #[param(max_length = 4096)]
    position: Option<String>,
    /// Moves made from there, with commas between them: `e2e4,e7e5`.
    #[param(max_length = 4096)]
    moves: Option<String>,
    /// Show the board from Black's side.
    flip: Option<bool>,
    /// The colours; `light` if left out.
    #[param(inline)]
    theme: Option<PictureTheme>,
    /// How pieces are drawn; `outlined` if left out.
    #[param(inline)]
    pieces: Option<PicturePieces>,
    /// Length of the longer side in pixels; 600 if left out.
    #[param(minimum = 32, maximum = 2048)]
    size: Option<u32>,
    /// Cells to highlight, by their numbers, with commas between them: `12,28`.
    last: Option<String>,
    #[param(ignore)]
    options: BTreeMap<String, String>,
}

impl PictureQuery {
    /// Reads the parameters of a request. Empty ones count as left out.
    fn read(mut query: BTreeMap<String, String>) -> ApiResult<PictureQuery> {
        let mut take = |name: &str| query.remove(name).filter(|value| !value.is_empty());
        let nameless = || ApiError::field("game", "Name a game, as in ?game=chess.");
        Ok(PictureQuery {
            game: take("game").ok_or_else(nameless)?,
            definition: take("definition"),
            position: take("position"),
            moves: take("moves"),
            flip: take("flip").map(|flip| flip != "false" && flip != "0"),
            theme: match take("theme").as_deref() {
                None => None,
                Some("light") => Some(PictureTheme::Light),
                Some("dark") => Some(PictureTheme::Dark),
                Some(_) => {
                    return Err(ApiError::field("theme", "The theme must be light or dark."));
                }
            },
            pieces: match take("pieces").as_deref() {
                None => None,
                Some("outlined") => Some(PicturePieces::Outlined),
                Some("solid") => Some(PicturePieces::Solid),
                Some(_) => {
                    let message = "The pieces must be outlined or solid.";
                    return Err(ApiError::field("pieces", message));
                }
            },
            size: match take("size") {
                None => None,
                Some(size) => Some(size.parse().map_err(|_| {
                    ApiError::field("size", "The size must be a number of pixels.")
                })?),
            },
            last: take("last"),
            options: query,
        })
    }

    /// The cells to highlight.
    fn last(&self) -> Vec<usize> {
        let cells = self.last.as_deref().unwrap_or("").split(',');
        cells.filter_map(|cell| cell.parse().ok()).take(8).collect()
    }
}

/// Draws a board in the format of `draw`.
async fn picture(
    app: &App,
    caller: &Caller,
    query: BTreeMap<String, String>,
    draw: fn(&hyperrook_rules::Position, &Picture, u32) -> Result<Vec<u8>, String>,
) -> ApiResult<Vec<u8>> {
    app.limits.heavy(caller.address)?;
    let query = PictureQuery::read(query)?;
    let picture = Picture {
        theme: match query.theme {
            None | Some(PictureTheme::Light) => Theme::Light,
            Some(PictureTheme::Dark) => Theme::Dark,
        },
        pieces: match query.pieces {
            None | Some(PicturePieces::Outlined) => PieceSet::Outlined,
            Some(PicturePieces::Solid) => PieceSet::Solid,
        },
        below: query.flip.unwrap_or(false).then_some(SideName::Black),
        last: query.last(),
        ..Picture::default()
    };
    let size = query.size.unwrap_or(600);
    let position = query.position;
    let moves = query.moves.unwrap_or_default();
    let game = GameRef {
        name: query.game,
        options: query.options,
        definition: query.definition,
    };
    let least = *SIZES_PX.start();
    if !(least..=MAX_SIZE).contains(&size) {
        let message = format!("A picture has {least} to {MAX_SIZE} pixels a side.");
        return Err(ApiError::field("size", &message));
    }
    let compiled = app.catalogue.get_for(&game, caller.address).await?;
    let turn = app.pictures.take(caller.address).await;
    let turn = turn.map_err(|_| ApiError::busy("Too many pictures are being drawn.", 2))?;
    let drawn = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        for (field, what, text) in [
            ("position", "position is", position.as_deref()),
            ("moves", "moves are", Some(&*moves)),
        ] {
            if text.is_some_and(|text| text.len() > 4096) {
                return Err((field, format!("The {what} longer than 4,096 bytes.")));
            }
        }
        let moves = moves.split(',').filter(|text| !text.is_empty());
        let moves: Vec<String> = moves.map(str::to_owned).collect();
        let history = hyperrook_view::history(&compiled.game, position.as_deref(), &moves);
        let history = history.map_err(|error| {
            let field = match error {
                PositionRefError::Position(_) => "position",
                _ => "moves",
            };
            (field, sentence(&error.to_string()))
        })?;
        draw(history.position(), &picture, size).map_err(|error| ("size", error))
    });
    drawn
        .await
        .map_err(ApiError::internal)?
        .map_err(|(field, error)| ApiError::field(field, &sentence(&error)))
}

fn picture_headers(kind: &'static str) -> [(header::HeaderName, &'static str); 2] {
    // The same address always gives the same picture, until the program changes.
    [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "public, max-age=3600"),
    ]
}

/// Draw a board as SVG
///
/// Options of the game are query parameters of their own.
#[utoipa::path(
    get, path = "/api/board.svg", tag = "records", operation_id = "draw_board_svg",
    params(PictureQuery),
    responses(
        (status = 200, description = "The picture", body = String, content_type = "image/svg+xml"),
        (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn board_svg(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(query): Query<BTreeMap<String, String>>,
) -> ApiResult<Response> {
    let drawn = picture(&app, &caller, query, |position, picture, size| {
        let svg = hyperrook_view::board_svg(position, picture, size);
        svg.map(String::into_bytes)
            .map_err(|error| error.to_string())
    });
    Ok((picture_headers("image/svg+xml"), drawn.await?).into_response())
}

/// A PNG file.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "only its schema is used")]
struct PngFile(Vec<u8>);

/// Draw a board as PNG
///
/// Options of the game are query parameters of their own.
#[utoipa::path(
    get, path = "/api/board.png", tag = "records", operation_id = "draw_board_png",
    params(PictureQuery),
    responses(
        (status = 200, description = "The picture", body = inline(PngFile), content_type = "image/png"),
        (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn board_png(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(query): Query<BTreeMap<String, String>>,
) -> ApiResult<Response> {
    let drawn = picture(&app, &caller, query, |position, picture, size| {
        hyperrook_view::board_png(position, picture, size).map_err(|error| error.to_string())
    });
    Ok((picture_headers("image/png"), drawn.await?).into_response())
}

/// List exercises for a game
///
/// The same `seed` gives the same exercises. Options of the game are query parameters of
/// their own.
#[utoipa::path(
    get, path = "/api/learn/{name}/exercises", tag = "rules", operation_id = "list_exercises",
    params(
        ("name" = String, Path, description = "The game's name, as in the list of games"),
        ("kind" = Option<ExerciseKind>, Query, description = "The kind of exercise; both kinds if left out"),
        ("seed" = Option<u64>, Query, description = "A whole number; 1 if left out"),
        ("definition" = Option<String>, Query, description = "Hash of a stored definition"),
    ),
    responses(
        (status = 200, description = "Up to five exercises of each kind", body = [Exercise]),
        (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn exercises(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(name): Path,
    Query(mut query): Query<BTreeMap<String, String>>,
) -> ApiResult<Json<Vec<Exercise>>> {
    app.limits.heavy(caller.address)?;
    let seed = match query.remove("seed") {
        None => 1,
        Some(seed) => seed
            .parse()
            .map_err(|_| ApiError::field("seed", "The seed must be a whole number."))?,
    };
    let kinds = match query.remove("kind").as_deref() {
        None | Some("") => vec![ExerciseKind::Capture, ExerciseKind::Mate],
        Some("capture") => vec![ExerciseKind::Capture],
        Some("mate") => vec![ExerciseKind::Mate],
        Some(_) => return Err(ApiError::field("kind", "The kind must be capture or mate.")),
    };
    let address = caller.address;
    let compiled = app
        .catalogue
        .get_for(&game_ref(name, query), address)
        .await?;
    let found = run(&app, address, move || {
        let found = kinds.into_iter();
        let found =
            found.flat_map(|kind| hyperrook_view::exercises(&compiled.game, kind, seed, EXERCISES));
        found.collect::<Vec<Exercise>>()
    });
    Ok(Json(found.await?))
}
