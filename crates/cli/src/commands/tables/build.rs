//! Building tables, with progress on standard error.

use super::common::{build_failed, moves};
use crate::args::BuildLimits;
use crate::commands::stop::stop_flag;
use crate::error::CommandResult;
use hyperrook_notation::words::thousands;
use hyperrook_rules::Side;
use hyperrook_tables::{BuildEvent, BuildSettings, Material, Metric, TableHeader, Tables};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

pub(super) fn settings(limits: &BuildLimits) -> BuildSettings {
    let memory = (limits.memory * (1u64 << 30) as f64) as u64;
    let threads = limits.threads.unwrap_or(BuildSettings::default().threads);
    BuildSettings::with(memory, threads)
}

pub(super) fn build(
    tables: &Tables,
    materials: &[Material],
    limits: &BuildLimits,
    out: &mut dyn Write,
) -> CommandResult {
    let stop = stop_flag()?;
    let definition = tables.game().definition();
    let mut built: Vec<String> = Vec::new();
    let mut last_report = Instant::now();
    let is_watched = std::io::stderr().is_terminal();
    let result = tables.build(
        materials,
        &settings(limits),
        &stop,
        &mut |event| match event {
            BuildEvent::Planned(plan) => announce(tables, plan),
            BuildEvent::Progress(progress)
                if is_watched && last_report.elapsed() > Duration::from_millis(200) =>
            {
                last_report = Instant::now();
                let what = match progress.metric {
                    Metric::Zeroing => "zeroing moves",
                    _ => "wins and losses",
                };
                note_part!(
                    "\r{} ({} of {}): {what} in {} plies, {:.0} %    ",
                    progress.material.text(definition),
                    progress.table,
                    progress.tables,
                    progress.pass,
                    100.0 * progress.share
                );
            }
            BuildEvent::Built(_, header, stats) => {
                if is_watched {
                    note_part!("\r");
                }
                note!("{}; {:.1} s", summary(header), stats.time.as_secs_f64());
                built.push(header.material.clone());
            }
            BuildEvent::Zeroing(_, header, stats) => {
                if is_watched {
                    note_part!("\r");
                }
                note!(
                    "{}; {:.1} s",
                    zeroing_summary(header),
                    stats.time.as_secs_f64()
                );
                if !built.contains(&header.material) {
                    built.push(header.material.clone());
                }
            }
            _ => {}
        },
    );
    result.map_err(build_failed)?;
    if built.is_empty() {
        writeln!(
            out,
            "all these tables exist already, in {}",
            tables.folder().display()
        )?;
    } else {
        writeln!(
            out,
            "built {} in {}",
            built.join(" "),
            tables.folder().display()
        )?;
    }
    Ok(())
}

/// Says what is going to be built, if it is much.
fn announce(tables: &Tables, plan: &[Material]) {
    let missing = plan
        .iter()
        .filter(|material| !tables.path(material).exists());
    let missing: Vec<(u64, &Material)> = missing
        .filter_map(|material| Some((tables.builder().entries(material).ok()?, material)))
        .collect();
    if let Some((entries, material)) = missing.iter().max_by_key(|(entries, _)| entries)
        && missing.len() > 1
    {
        note!(
            "{} tables to build; the largest, {}, has {} entries. You can interrupt this, and run the same command to continue",
            missing.len(),
            material.text(tables.game().definition()),
            thousands(*entries)
        );
    }
}

/// A table in one line.
pub(super) fn summary(header: &TableHeader) -> String {
    let [white, black] = header.counts;
    let share = |part: u64, counts: &hyperrook_tables::Counts| percent(part, counts.positions());
    let wins = Side::BOTH.map(|side| header.longest_win(side));
    let longest = match wins.iter().flatten().map(|win| win.plies).max() {
        None => "no wins".to_owned(),
        Some(0) => "each won position is already decided".to_owned(),
        Some(plies) => format!("longest win {}", moves(plies)),
    };
    format!(
        "{}: {} positions; White to move wins {}, loses {}; Black to move wins {}, loses {}; {longest}",
        header.material,
        thousands(white.positions() + black.positions()),
        share(white.wins, &white),
        share(white.losses, &white),
        share(black.wins, &black),
        share(black.losses, &black),
    )
}

/// A share of positions: a dash if there are none. Only no part at all is 0.0 %, and only the whole is
/// 100.0 %.
pub(super) fn percent(part: u64, all: u64) -> String {
    if all == 0 {
        return "–".to_owned();
    }
    let share = 100.0 * part as f64 / all as f64;
    if part > 0 && share < 0.05 {
        "<0.1 %".to_owned()
    } else if part < all && share >= 99.95 {
        ">99.9 %".to_owned()
    } else {
        format!("{share:.1} %")
    }
}

/// The zeroing distances of a table in one line.
fn zeroing_summary(header: &TableHeader) -> String {
    let longest = header.counts.iter();
    let longest = longest.filter_map(|counts| counts.longest_win.max(counts.longest_loss));
    let longest = longest.max().unwrap_or(0);
    format!(
        "{}: zeroing distances for the move count, the longest {longest} plies",
        header.material
    )
}
