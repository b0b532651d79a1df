//! What tables say of a position, and of the moves from there.

use super::common::table_failed;
use crate::commands::common::json;
use crate::error::{CommandError, CommandResult};
use crate::{load, tables, texts};
use hyperrook_rules::Position;
use hyperrook_tables::{CountVerdict, Material, ProbeResult, ProbedMove, Tables};
use serde_json::{Value, json};
use std::io::Write;

pub(super) fn probe(
    tables: &Tables,
    position: &str,
    as_json: bool,
    out: &mut dyn Write,
) -> CommandResult {
    let position = load::position(tables.game(), position)?;
    let outcome = position.outcome();
    let status = outcome.map(|outcome| texts::status(&position, Some(outcome)));
    let found = tables.probe(&position).map_err(table_failed)?;
    let moves = match &status {
        None => tables.moves(&position).map_err(table_failed)?,
        Some(_) => Vec::new(),
    };
    if as_json {
        json(out, &probe_json(&position, status.as_ref(), found, &moves))?;
    } else if let Some(status) = &status {
        return Err(CommandError::Data(format!("the game is over: {status}")));
    }
    if found.is_none() && status.is_none() {
        return Err(CommandError::Data(why_not_found(tables, &position)?));
    }
    if as_json {
        return Ok(());
    }
    writeln!(out, "{} to move: {}", position.turn(), words(found))?;
    for mv in moves {
        let short = texts::short(&position, mv.mv);
        writeln!(out, "{short:<10} {}", words(mv.found))?;
    }
    Ok(())
}

/// A value in words, with a word on the move count.
fn words(found: Option<ProbeResult>) -> String {
    found.map_or("no table".to_owned(), |found| {
        format!("{}{}", found.value, tables::count_note(found.verdict))
    })
}

/// What was found as JSON. `status` says how the game has ended.
fn probe_json(
    position: &Position,
    status: Option<&String>,
    found: Option<ProbeResult>,
    moves: &[ProbedMove],
) -> Value {
    let moves: Vec<_> = moves
        .iter()
        .map(|mv| {
            json!({
                "move": texts::format_move(position, mv.mv),
                "short": texts::short(position, mv.mv),
                "found": mv.found.map(value_json),
            })
        })
        .collect();
    json!({ "over": status, "found": found.map(value_json), "moves": moves })
}

fn value_json(found: ProbeResult) -> Value {
    json!({
        "value": found.value.to_string(),
        "plies": found.value.plies(),
        "within_count": found.within_count(),
        "count": match found.verdict {
            CountVerdict::Stands => "stands",
            CountVerdict::Spoiled => "spoiled",
            _ => "unknown",
        },
        "zeroing_plies": found.zeroing_plies,
    })
}

/// Why no table has a position.
fn why_not_found(tables: &Tables, position: &Position) -> CommandResult<String> {
    let material = Material::of(position);
    let text = material.text(tables.game().definition());
    let has_table = tables.header(&material).map_err(table_failed)?.is_some();
    // The value of such a position follows from its moves, which may need other tables.
    let needs_moves = position.state().en_passant.is_some() || position.state().bound != 0;
    let folder = tables.folder().display();
    Ok(if position.state().castling != 0 {
        "tables have no positions in which a side can castle".to_owned()
    } else if !has_table {
        format!("there is no table of {text} in {folder}; `hyperrook tables build` makes tables")
    } else if needs_moves {
        format!(
            "a table of the positions after its moves is missing in {folder}; `hyperrook tables \
             build` makes tables"
        )
    } else {
        format!(
            "the table of {text} does not have this position, because no game can lead to it: \
             for example, a pawn stands where it cannot come"
        )
    })
}
