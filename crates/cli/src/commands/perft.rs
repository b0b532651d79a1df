//! `hyperrook perft`: counts move sequences.

use super::common::{json, options_text};
use crate::args::PerftArgs;
use crate::error::{CommandError, CommandResult};
use crate::{load, texts, words};
use hyperrook_rules::{Move, Position};
use serde_json::json;
use std::io::Write;
use std::time::Instant;

pub(super) fn run(args: &PerftArgs, out: &mut dyn Write) -> CommandResult {
    if !args.suite.is_empty() {
        return super::suite::run(args, out);
    }
    let (Some(game), Some(depth)) = (&args.game, args.depth) else {
        return Err(CommandError::Usage(
            "perft needs a GAME and a DEPTH".to_owned(),
        ));
    };
    if args.max_depth.is_some() {
        return Err(CommandError::Usage("--max-depth needs --suite".to_owned()));
    }
    let loaded = load::load(game, &args.options.options)?;
    let start = args.position.as_deref().unwrap_or("startpos");
    let position = load::position(&loaded.game, start)?;
    let begun = Instant::now();
    let divided = if args.divide && depth > 0 {
        Some(divide(&position, depth)?)
    } else {
        None
    };
    let count = match &divided {
        Some(parts) => parts.iter().map(|(_, count)| count).sum(),
        None => position.perft(depth),
    };
    let seconds = begun.elapsed().as_secs_f64();
    let definition = loaded.game.definition();
    note!(
        "{}{}: {} in {seconds:.3} s, {} a second",
        definition.name(),
        options_text(definition),
        words::count(count as usize, "sequence"),
        words::thousands((count as f64 / seconds.max(1e-9)) as u64),
    );
    if args.json {
        let mut value = json!({
            "game": definition.name(),
            "identity": definition.identity(),
            "position": texts::format_position(&position),
            "depth": depth,
            "count": count,
        });
        if let Some(parts) = &divided {
            let parts = parts
                .iter()
                .map(|(mv, count)| json!({ "move": mv, "count": count }));
            value["divide"] = parts.collect();
        }
        return json(out, &value);
    }
    for (mv, count) in divided.into_iter().flatten() {
        writeln!(out, "{mv}: {count}")?;
    }
    writeln!(out, "{count}")?;
    Ok(())
}

/// The count for each first move, by its move text.
fn divide(position: &Position, depth: u8) -> CommandResult<Vec<(String, u64)>> {
    let count = |mv: Move| -> CommandResult<(String, u64)> {
        let after = position
            .after(mv)
            .map_err(|error| CommandError::Data(error.to_string()))?;
        Ok((texts::format_move(position, mv), after.perft(depth - 1)))
    };
    let mut parts = position
        .moves()
        .into_iter()
        .map(count)
        .collect::<CommandResult<Vec<_>>>()?;
    parts.sort();
    Ok(parts)
}
