//! `hyperrook tables report`: which pieces win, as a document.

use super::build::{build, percent};
use super::common::{failed, line};
use crate::args::BuildLimits;
use crate::error::{CommandError, CommandResult};
use crate::texts;
use hyperrook_tables::{BuildError, Material, Tables};
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
    let share = |part: u64, all: u64| match all {
        0 => "–".to_owned(),
        all => percent(part, all),
    };
    for material in &wanted {
        let header = tables.header(material).map_err(failed)?;
        let Some(header) = header else { continue };
        let [white, black] = header.counts;
        let longest = match white.longest_win {
            Some(plies) => plies.div_ceil(2).to_string(),
            // Black is to move and has already lost.
            None if black.losses > 0 => "0".to_owned(),
            None => "none".to_owned(),
        };
        writeln!(
            out,
            "| {} | {} | {} | {} | {longest} |",
            header.material,
            white.positions() + black.positions(),
            share(white.wins, white.positions()),
            share(black.losses, black.positions())
        )?;
    }
    report_spoiled(tables, &wanted, out)?;
    for material in &wanted {
        let examples = tables.examples(material).map_err(failed)?;
        writeln!(out, "\n## {}\n", material.text(definition))?;
        let counts = tables.header(material).map_err(failed)?;
        let counts = counts.map(|header| header.counts);
        if counts.is_some_and(|[white, black]| white.wins + black.losses == 0) {
            writeln!(out, "White never wins.")?;
            continue;
        }
        let is_decided = counts.is_some_and(|[white, _]| white.longest_win == Some(0));
        if is_decided {
            writeln!(out, "White to move has already won.\n")?;
        } else if let Some(position) = &examples.longest_win {
            writeln!(
                out,
                "The longest win, White to move: `{}`\n",
                texts::format_position(position)
            )?;
            writeln!(out, "{}\n", line(tables, position)?)?;
        }
        match &examples.fortress {
            Some(position) => writeln!(
                out,
                "A fortress, a draw although no piece of White is attacked, White to move: `{}`",
                texts::format_position(position)
            )?,
            None if examples.white_moves => writeln!(
                out,
                "White to move wins unless one of its pieces is attacked."
            )?,
            None => writeln!(
                out,
                "White is to move in no legal position, because its pieces always give check."
            )?,
        }
    }
    Ok(())
}

/// Says which wins the move count spoils, if the game has one.
fn report_spoiled(tables: &Tables, wanted: &[Material], out: &mut dyn Write) -> CommandResult {
    if tables.game().definition().ends().moves == 0 {
        return Ok(());
    }
    let mut shares = Vec::new();
    for material in wanted {
        let (Some(table), zeroing) = (
            tables.header(material).map_err(failed)?,
            tables.zeroing(material).map_err(failed)?,
        ) else {
            continue;
        };
        let spoiled: u64 = zeroing.spoiled(&table).map_or(0, |it| it.iter().sum());
        if spoiled > 0 {
            let decided: u64 = table.counts.iter().map(|counts| counts.decided()).sum();
            shares.push(format!("{} in {}", percent(spoiled, decided), table.material));
        }
    }
    match &shares[..] {
        [] => writeln!(out, "\nThe move count spoils no win."),
        _ => writeln!(out, "\nThe move count spoils wins: {}.", shares.join(", ")),
    }?;
    Ok(())
}
