//! The static evaluation of positions.

use super::error::{ApiResult, ErrorBody};
use super::extract::Body;
use super::rules::{history, run};
use crate::app::App;
use crate::security::caller::Caller;
use axum::Json;
use axum::extract::State;
use hyperrook_rules::Position;
use hyperrook_search::Engine;
use hyperrook_view::types::PositionRef;
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// A part of the evaluation.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EvaluationTerm {
    /// What it is about.
    name: String,
    /// Its share, in centipawns for White.
    score_cp: i32,
}

/// What a piece is worth where it stands.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WorthOfPiece {
    /// The cell where it stands.
    cell: usize,
    /// How much better its side is evaluated with it than without it, in centipawns.
    worth_cp: i32,
}

/// What the engine thinks of a position without searching.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StaticEvaluation {
    /// The score for White, in centipawns.
    score_cp: i32,
    /// Its parts. A network is one of them.
    terms: Vec<EvaluationTerm>,
    /// The pieces that are not royal.
    pieces: Vec<WorthOfPiece>,
}

fn evaluation(engine: &Engine, position: &Position) -> StaticEvaluation {
    let evaluation = engine.evaluate(position);
    let terms = evaluation.terms.into_iter();
    let worths = engine.piece_worths(position).into_iter();
    StaticEvaluation {
        score_cp: evaluation.score_cp,
        terms: terms
            .map(|(name, score_cp)| EvaluationTerm { name, score_cp })
            .collect(),
        pieces: worths
            .map(|worth| WorthOfPiece {
                cell: worth.cell.index(),
                worth_cp: worth.worth_cp,
            })
            .collect(),
    }
}

/// Evaluate a position without searching
///
/// With the parts of the evaluation, and with what each piece is worth where it stands: how
/// much worse its side is evaluated if the piece is taken away.
#[utoipa::path(
    post, path = "/api/rules/evaluation", tag = "rules", operation_id = "evaluate_position",
    request_body = PositionRef,
    responses(
        (status = 200, description = "The evaluation", body = StaticEvaluation),
        (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn evaluate(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(asked): Body<PositionRef>,
) -> ApiResult<Json<StaticEvaluation>> {
    let address = caller.address;
    let compiled = app.catalogue.get_for(&asked.game, address).await?;
    let game = compiled.game.clone();
    let history = history(&app, address, compiled, asked.position, asked.moves).await?;
    let engines = app.evaluators.clone();
    let evaluated = run(&app, address, move || {
        evaluation(&engines.engine(&game), history.position())
    });
    evaluated.await.map(Json)
}
