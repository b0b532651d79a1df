//! `hyperrook tables`: builds and reads endgame tables.

mod build;
mod common;
mod report;

use self::build::{build, settings, summary};
use self::common::{failed, line, moves};
use super::common::{interrupted, json};
use crate::args::{BuildLimits, GameArgs, TablesArgs, TablesCommand, TablesFolder};
use crate::error::{CommandError, CommandResult};
use crate::{load, tables, texts};
use hyperrook_rules::Side;
use hyperrook_tables::{
    CountVerdict, Material, ProbeResult, TableHeader, TableInfo, Tables, VerifyReport, ZeroingFile,
};
use serde_json::json;
use std::io::Write;

pub(super) fn run(args: &TablesArgs, out: &mut dyn Write) -> CommandResult {
    match &args.command {
        TablesCommand::Build {
            game,
            material,
            folder,
            limits,
        } => {
            let tables = open(game, folder)?;
            let materials = materials(&tables, material)?;
            build(&tables, &materials, limits, out)
        }
        TablesCommand::Verify {
            game,
            material,
            every,
            folder,
            limits,
        } => verify(&open(game, folder)?, material, *every, limits, out),
        TablesCommand::Probe {
            game,
            position,
            json,
            folder,
        } => probe(&open(game, folder)?, position, *json, out),
        TablesCommand::Longest {
            game,
            material,
            folder,
        } => {
            let tables = open(game, folder)?;
            let material = one(&tables, material)?;
            longest(&tables, &material, out)
        }
        TablesCommand::List { game, json, folder } => list(&open(game, folder)?, *json, out),
        TablesCommand::Report {
            game,
            pieces,
            also,
            folder,
            limits,
        } => {
            let tables = open(game, folder)?;
            let also = materials(&tables, also)?;
            report::report(&tables, *pieces, also, limits, out)
        }
    }
}

fn open(game: &GameArgs, folder: &TablesFolder) -> CommandResult<Tables> {
    let game = load::load(&game.game, &game.options.options)?.game;
    Tables::new(&game, &tables::folder(folder)?).map_err(failed)
}

fn one(tables: &Tables, text: &str) -> CommandResult<Material> {
    let material = Material::parse(tables.game().definition(), text);
    material.map_err(|fault| CommandError::Usage(fault.to_string()))
}

fn materials(tables: &Tables, texts: &[String]) -> CommandResult<Vec<Material>> {
    texts.iter().map(|text| one(tables, text)).collect()
}

/// What the move count makes of the wins of a table, if it is more than nothing.
fn spoiled(table: &TableInfo) -> String {
    let Some(spoiled) = table.zeroing.spoiled(&table.header) else {
        return "; build it again to know which wins the move count spoils".to_owned();
    };
    let decided: u64 = table.header.counts.iter().map(|it| it.decided()).sum();
    match spoiled.iter().sum::<u64>() {
        0 => String::new(),
        spoiled => format!(
            "; the move count spoils {} of the wins",
            build::percent(spoiled, decided)
        ),
    }
}

fn list(tables: &Tables, as_json: bool, out: &mut dyn Write) -> CommandResult {
    let listed = tables.list();
    if as_json {
        let values: Vec<_> = listed
            .iter()
            .map(|table| match table {
                Ok(table) => json!({
                    "material": table.header.material,
                    "file": table.path,
                    "bytes": table.bytes,
                    "entries": table.header.entries,
                    "white": table.header.counts[0],
                    "black": table.header.counts[1],
                    "spoiled": table.zeroing.spoiled(&table.header),
                    "zeroing_bytes": match &table.zeroing {
                        ZeroingFile::Present { bytes, .. } => Some(*bytes),
                        _ => None,
                    },
                }),
                Err(error) => json!({ "error": error.to_string() }),
            })
            .collect();
        return json(out, &json!({ "folder": tables.folder(), "tables": values }));
    }
    writeln!(
        out,
        "{} tables in {}",
        listed.iter().flatten().count(),
        tables.folder().display()
    )?;
    let mut is_whole = true;
    for table in &listed {
        match table {
            Ok(table) => writeln!(
                out,
                "{}; {} bytes{}",
                summary(&table.header),
                table.bytes,
                spoiled(table)
            )?,
            Err(error) => {
                writeln!(out, "{error}")?;
                is_whole = false;
            }
        }
    }
    if is_whole {
        Ok(())
    } else {
        Err(CommandError::Reported)
    }
}

fn verify(
    tables: &Tables,
    texts: &[String],
    every: usize,
    limits: &BuildLimits,
    out: &mut dyn Write,
) -> CommandResult {
    let stop = interrupted()?;
    let mut is_right = true;
    let wanted = if texts.is_empty() {
        let mut wanted = Vec::new();
        for table in tables.list() {
            match table {
                Ok(table) => wanted.push(table.material),
                Err(error) => {
                    writeln!(out, "{error}")?;
                    is_right = false;
                }
            }
        }
        wanted
    } else {
        materials(tables, texts)?
    };
    let definition = tables.game().definition();
    for material in wanted {
        header(tables, &material)?;
        let threads = settings(limits).threads;
        let name = material.text(definition);
        let found = tables.verify(&material, every, threads, &stop, &|_| ());
        is_right &= report_verified(tables, &name, "", every, &found.map_err(failed)?, out)?;
        let found = tables.verify_zeroing(&material, every, threads, &stop, &|_| ());
        if let Some(found) = found.map_err(failed)? {
            let what = ", zeroing distances";
            is_right &= report_verified(tables, &name, what, every, &found, out)?;
        } else if matches!(tables.zeroing(&material), Ok(ZeroingFile::Missing)) {
            writeln!(
                out,
                "{name}: no zeroing distances; build it again to have them"
            )?;
        }
    }
    if is_right {
        Ok(())
    } else {
        Err(CommandError::Reported)
    }
}

/// Writes what checking a file has found. Whether it is right.
fn report_verified(
    tables: &Tables,
    name: &str,
    what: &str,
    every: usize,
    found: &VerifyReport,
    out: &mut dyn Write,
) -> CommandResult<bool> {
    writeln!(
        out,
        "{name}{what}: {} entries checked, {} wrong; sha256 {}",
        found.positions, found.wrong, found.hash
    )?;
    if found.positions == 0 && every > 1 {
        writeln!(
            out,
            "  none of its entries was chosen; use a smaller number with --every"
        )?;
    }
    let words = |value: Option<hyperrook_tables::EndgameValue>| {
        value.map_or("no position".to_owned(), |value| value.to_string())
    };
    for (setup, table, moves) in &found.examples {
        let definition = tables.game().definition();
        let text = hyperrook_notation::position::format_setup(definition, setup);
        writeln!(
            out,
            "  {text}: the table says {}, its moves {}",
            words(*table),
            words(*moves)
        )?;
    }
    Ok(found.wrong == 0)
}

/// A value in words, with a word on the move count.
fn words(found: Option<ProbeResult>) -> String {
    match found {
        None => "no table".to_owned(),
        Some(found) => match found.verdict {
            CountVerdict::Spoiled => format!("{}, a draw by the move count", found.value),
            CountVerdict::Unknown => {
                format!("{} (perhaps too long for the move count)", found.value)
            }
            _ => found.value.to_string(),
        },
    }
}

fn probe(tables: &Tables, position: &str, as_json: bool, out: &mut dyn Write) -> CommandResult {
    let position = load::position(tables.game(), position)?;
    let found = tables.probe(&position).map_err(failed)?;
    let moves = tables.moves(&position).map_err(failed)?;
    if as_json {
        let value = |found: Option<ProbeResult>| {
            found.map(|found| {
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
            })
        };
        let moves: Vec<_> = moves
            .iter()
            .map(|mv| {
                json!({
                    "move": texts::format_move(&position, mv.mv),
                    "short": texts::short(&position, mv.mv),
                    "found": value(mv.found),
                })
            })
            .collect();
        return json(out, &json!({ "found": value(found), "moves": moves }));
    }
    if found.is_none() {
        let material = Material::of(&position);
        let text = material.text(tables.game().definition());
        let has_table = tables.header(&material).map_err(failed)?.is_some();
        // The value of such a position follows from its moves, which may need other tables.
        let needs_moves = position.state().en_passant.is_some() || position.state().bound != 0;
        let folder = tables.folder().display();
        let why = if position.state().castling != 0 {
            "tables have no positions in which a side can castle".to_owned()
        } else if !has_table {
            format!(
                "there is no table of {text} in {folder}; `hyperrook tables build` makes tables"
            )
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
        };
        return Err(CommandError::Data(why));
    }
    writeln!(out, "{} to move: {}", position.turn(), words(found))?;
    for mv in moves {
        writeln!(
            out,
            "{:<10} {}",
            texts::short(&position, mv.mv),
            words(mv.found)
        )?;
    }
    Ok(())
}

/// The header of a table that must be there.
fn header(tables: &Tables, material: &Material) -> CommandResult<TableHeader> {
    tables.header(material).map_err(failed)?.ok_or_else(|| {
        let text = material.text(tables.game().definition());
        CommandError::Data(format!(
            "there is no table of {text} in {}; build it with `hyperrook tables build`",
            tables.folder().display()
        ))
    })
}

fn longest(tables: &Tables, material: &Material, out: &mut dyn Write) -> CommandResult {
    let header = header(tables, material)?;
    for (side, counts) in Side::BOTH.into_iter().zip(header.counts) {
        let (Some(plies), Some(entry)) = (counts.longest_win, counts.longest_win_entry) else {
            writeln!(out, "{side} to move never wins")?;
            continue;
        };
        let Some(position) = tables.position(material, entry) else {
            continue;
        };
        let text = texts::format_position(&position);
        if plies == 0 {
            writeln!(out, "{side} to move has already won\n  {text}")?;
        } else {
            let verdict = tables.probe(&position).map_err(failed)?;
            let note = match verdict.map(|found| found.verdict) {
                Some(CountVerdict::Spoiled) => ", but the move count makes it a draw",
                Some(CountVerdict::Unknown) => ", which may be too long for the move count",
                _ => "",
            };
            writeln!(
                out,
                "{side} to move wins in {}{note}\n  {text}",
                moves(plies)
            )?;
            writeln!(out, "  {}", line(tables, &position)?)?;
        }
    }
    Ok(())
}
