//! `hyperrook moves`: the legal moves of a position.

use super::common::json;
use crate::args::MovesArgs;
use crate::error::CommandResult;
use crate::{load, texts};
use serde_json::json;
use std::io::Write;

pub(super) fn run(args: &MovesArgs, out: &mut dyn Write) -> CommandResult {
    let loaded = load::load(&args.game.game, &args.game.options.options)?;
    let position = load::position(&loaded.game, &args.position)?;
    let mut moves: Vec<_> = position
        .moves()
        .into_iter()
        .map(|mv| (texts::format_move(&position, mv), mv))
        .collect();
    moves.sort();
    let outcome = position.outcome();
    if args.json {
        let addressed = loaded
            .game
            .board()
            .address(hyperrook_geometry::Cell::from_index(0));
        let moves: Vec<_> = moves
            .iter()
            .map(|(text, mv)| {
                let mut value = json!({ "move": text, "short": texts::short(&position, *mv) });
                if addressed.is_some() {
                    value["address"] = texts::format_move_addressed(&position, *mv).into();
                }
                value
            })
            .collect();
        let (status, reason) = texts::status_parts(&position, outcome);
        let value = json!({
            "game": loaded.game.definition().name(),
            "identity": loaded.game.definition().identity(),
            "position": texts::format_position(&position),
            "moves": moves,
            "status": status,
            "reason": reason,
        });
        return json(out, &value);
    }
    let mut lines: Vec<String> = if args.short {
        let all = texts::all_short(&position).into_iter();
        all.map(|(_, text)| text).collect()
    } else if args.address {
        moves
            .iter()
            .map(|&(_, mv)| texts::format_move_addressed(&position, mv))
            .collect()
    } else {
        moves.into_iter().map(|(text, _)| text).collect()
    };
    lines.sort();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "status {}", texts::status(&position, outcome))?;
    Ok(())
}
