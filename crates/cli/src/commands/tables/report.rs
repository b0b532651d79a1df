//! `hyperrook tables report`: which pieces win, as a document.

use super::build::{build, percent};
use super::common::{build_failed, line, table_failed};
use crate::args::BuildLimits;
use crate::error::{CommandError, CommandResult};
use crate::texts;
use hyperrook_notation::words::thousands;
use hyperrook_rules::Side;
use hyperrook_tables::{BuildError, Counts, Material, TableHeader, Tables};
use std::collections::BTreeSet;
use std::io::Write;

/// Which pieces win against a bare royal piece.
pub(super) fn report(
    tables: &Tables,
    pieces: usize,
    also: Vec<Material>,
    limits: &BuildLimits,
    out: &mut dyn Write,
) -> CommandResult {
    let wanted = tables.builder().against_bare(pieces);
    let definition = tables.game().definition();
    if wanted.is_empty() && also.is_empty() && definition.ends().baring {
        let game = definition.title();
        return Err(CommandError::Usage(format!(
            "in {game} a bare side has lost, so both sides need a piece besides the royal one: use --pieces 4 or more, or name the materials"
        )));
    }
    // Tables that need each other cannot be built; those that a person named give an error.
    let (left_out, mut wanted): (Vec<_>, Vec<_>) = wanted.into_iter().partition(|material| {
        let plan = tables.builder().plan(material);
        matches!(plan, Err(BuildError::Circle { .. }))
    });
    if !left_out.is_empty() {
        let names = left_out.iter().map(|material| material.text(definition));
        note!(
            "left out, because pieces can promote back to what they were: {}",
            names.collect::<Vec<_>>().join(" ")
        );
    }
    wanted.extend(also);
    let mut seen = BTreeSet::new();
    wanted.retain(|material| seen.insert(material.clone()));
    build(tables, &wanted, limits, &mut std::io::sink())?;
    writeln!(out, "# Endgames of {}\n", definition.title())?;
    writeln!(
        out,
        "Positions that are symmetrical to each other count once, or twice if a mirror leaves both royal pieces where they are. Distances are in moves of the winner.\n"
    )?;
    writeln!(
        out,
        "| Pieces | Positions | White to move wins | Black to move loses | Longest win |"
    )?;
    writeln!(out, "|---|--:|--:|--:|--:|")?;
    for material in &wanted {
        let header = tables.header(material).map_err(table_failed)?;
        let Some(header) = header else { continue };
        let [white, black] = header.counts;
        let longest = header.longest_win(Side::White);
        let longest = longest.map_or("none".to_owned(), |win| win.moves().to_string());
        writeln!(
            out,
            "| {} | {} | {} | {} | {longest} |",
            header.material,
            thousands(white.positions() + black.positions()),
            percent(white.wins, white.positions()),
            percent(black.losses, black.positions())
        )?;
    }
    report_spoiled(tables, &wanted, out)?;
    for material in &wanted {
        report_material(tables, material, out)?;
    }
    Ok(())
}

/// The longest win and a fortress of a material, and how often Black wins.
fn report_material(tables: &Tables, material: &Material, out: &mut dyn Write) -> CommandResult {
    let Some(header) = tables.header(material).map_err(table_failed)? else {
        return Ok(());
    };
    report_white(tables, material, &header, out)?;
    let [white, black] = header.counts;
    if white.losses + black.wins > 0 {
        let share = |part: u64, counts: &Counts| percent(part, counts.positions());
        writeln!(
            out,
            "\nBlack wins in {} of the positions with Black to move, and in {} of those with White to move.",
            share(black.wins, &black),
            share(white.losses, &white)
        )?;
    }
    Ok(())
}

/// The longest win of White, and a fortress.
fn report_white(
    tables: &Tables,
    material: &Material,
    header: &TableHeader,
    out: &mut dyn Write,
) -> CommandResult {
    let text = material.text(tables.game().definition());
    writeln!(out, "\n## {text}\n")?;
    let Some(longest) = header.longest_win(Side::White) else {
        writeln!(out, "White never wins.")?;
        return Ok(());
    };
    let examples = tables.examples(material).map_err(build_failed)?;
    match &examples.longest_win {
        Some(position) if longest.plies > 0 => {
            let text = texts::format_position(position);
            writeln!(out, "The longest win, {} to move: `{text}`\n", longest.turn)?;
            writeln!(out, "{}\n", line(tables, position)?)?;
        }
        _ if longest.turn == Side::White => writeln!(out, "White to move has already won.\n")?,
        _ => writeln!(
            out,
            "White wins only where Black to move has already lost.\n"
        )?,
    }
    match &examples.fortress {
        Some(position) => writeln!(
            out,
            "A fortress (a draw although no piece of White is attacked), White to move: `{}`",
            texts::format_position(position)
        )?,
        None => writeln!(out, "{}", without_fortress(&header.counts[0]))?,
    }
    Ok(())
}

/// The sentence about White to move, if no position is a fortress.
fn without_fortress(counts: &Counts) -> &'static str {
    if counts.positions() == 0 {
        "White is to move in no legal position, because its pieces always give check."
    } else if counts.wins == counts.positions() {
        "White to move always wins."
    } else if counts.draws == 0 {
        "White to move never draws."
    } else if counts.losses == 0 {
        "White to move wins unless one of its pieces is attacked."
    } else {
        "White to move draws only if one of its pieces is attacked."
    }
}

/// Says which wins the move count spoils, if the game has one.
fn report_spoiled(tables: &Tables, wanted: &[Material], out: &mut dyn Write) -> CommandResult {
    if tables.game().definition().ends().moves == 0 {
        return Ok(());
    }
    let mut shares = Vec::new();
    let mut seen = BTreeSet::new();
    for material in wanted {
        // The share is the same with the sides exchanged.
        if !seen.insert(tables.builder().stored_material(material)) {
            continue;
        }
        let (Some(table), zeroing) = (
            tables.header(material).map_err(table_failed)?,
            tables.zeroing(material).map_err(table_failed)?,
        ) else {
            continue;
        };
        let spoiled: u64 = zeroing.spoiled(&table).map_or(0, |it| it.iter().sum());
        if spoiled > 0 {
            let decided: u64 = table.counts.iter().map(|counts| counts.decided()).sum();
            shares.push(format!(
                "{} in {}",
                percent(spoiled, decided),
                table.material
            ));
        }
    }
    match &shares[..] {
        [] => writeln!(out, "\nThe move count spoils no win."),
        _ => writeln!(out, "\nThe move count spoils wins: {}.", shares.join(", ")),
    }?;
    Ok(())
}
