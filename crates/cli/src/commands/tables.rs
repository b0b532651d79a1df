//! `hyperrook tables`: builds and reads endgame tables.

mod build;
mod common;
mod probe;
mod report;
mod verify;

use self::build::{build, summary};
use self::common::{failed, line, moves, no_table, table_failed};
use super::common::json;
use crate::args::{GameArgs, TablesArgs, TablesCommand, TablesFolder};
use crate::error::{CommandError, CommandResult};
use crate::{load, tables, texts};
use hyperrook_notation::words::thousands;
use hyperrook_rules::Side;
use hyperrook_tables::{LongestWin, Material, TableInfo, Tables, ZeroingFile};
use serde_json::json;
use std::io::Write;
use std::path::Path;

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
        } => {
            let tables = open(game, folder)?;
            let materials = materials(&tables, material)?;
            verify::verify(&tables, materials, *every, limits, out)
        }
        TablesCommand::Probe {
            game,
            position,
            json,
            folder,
        } => probe::probe(&open(game, folder)?, position, *json, out),
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
    let folder = tables::folder(folder)?;
    check_is_folder(&folder)?;
    Tables::new(&game, &folder).map_err(failed)
}

/// Refuses a file in the place of the folder of the tables. The folder need not exist.
fn check_is_folder(folder: &Path) -> CommandResult {
    let existing = folder.ancestors().find(|path| path.exists());
    match existing.filter(|path| path.is_file()) {
        None => Ok(()),
        Some(file) => Err(CommandError::Data(format!(
            "{} is a file; name a folder with --tables",
            file.display()
        ))),
    }
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
                thousands(table.bytes),
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

fn longest(tables: &Tables, material: &Material, out: &mut dyn Write) -> CommandResult {
    let header = tables.header(material).map_err(table_failed)?;
    let header = header.ok_or_else(|| no_table(tables, material))?;
    for side in Side::BOTH {
        match header.longest_win(side) {
            None => writeln!(out, "{side} never wins")?,
            Some(win) => longest_of(tables, material, side, win, out)?,
        }
    }
    Ok(())
}

/// Writes the longest win of a side, with best play.
fn longest_of(
    tables: &Tables,
    material: &Material,
    winner: Side,
    win: LongestWin,
    out: &mut dyn Write,
) -> CommandResult {
    let Some(position) = tables.position(material, win.entry) else {
        return Ok(());
    };
    let text = texts::format_position(&position);
    let turn = win.turn;
    if win.plies == 0 {
        let result = if turn == winner { "won" } else { "lost" };
        writeln!(out, "{turn} to move has already {result}\n  {text}")?;
        return Ok(());
    }
    let found = tables.probe(&position).map_err(table_failed)?;
    let note = found.map_or("", |found| tables::count_note(found.verdict));
    let length = moves(win.plies);
    if turn == winner {
        writeln!(out, "{winner} to move wins in {length}{note}")?;
    } else {
        writeln!(out, "{winner} wins in {length}, {turn} to move{note}")?;
    }
    writeln!(out, "  {text}\n  {}", line(tables, &position)?)?;
    Ok(())
}
