//! The report as Markdown.

use super::beside::{dash_words, games_beside, how_played, value_in};
use super::data::{Comparison, PlaytestReport};
use super::format::{
    games, interval, interval_of_difference, probability, signed, unit_name, value, with_error,
};
use super::sections::MIN_GAMES;
use crate::playtest::measures::{MeasureScope, Unit};
use hyperrook_notation::words::thousands;
use std::fmt::Write;

/// The report of a run.
pub(super) fn report(report: &PlaytestReport) -> String {
    let mut text = format!(
        "# Playtest of {}\n\n{}: {}. Openings: {}.\n\n",
        report.title,
        games(report.games),
        report.players,
        report.openings
    );
    text += "## In words\n\n";
    for (i, sentence) in report.sentences.iter().enumerate() {
        let _ = writeln!(text, "{}. {sentence}", i + 1);
    }
    text += "\n## Look at these first\n\n";
    if report.advice.is_empty() {
        text += "Nothing stands out.\n";
    }
    for point in &report.advice {
        let _ = writeln!(text, "- **{}.** {}", point.title, point.text);
    }
    text += "\n## Figures\n\n| Measure | Unit | Figure | 95 % interval |\n|---|---|---:|---:|\n";
    for found in &report.measures {
        let measure = &found.measure;
        if matches!(measure.each, MeasureScope::Run | MeasureScope::Reason) {
            for figure in &found.figures {
                let label = if figure.label.is_empty() {
                    String::new()
                } else {
                    format!(": {}", figure.label)
                };
                let e = &figure.estimate;
                let _ = writeln!(
                    text,
                    "| {}{} | {} | {} | {} |",
                    measure.name,
                    cell(&label),
                    unit_name(measure.unit),
                    value(measure.unit, e),
                    interval(measure.unit, e.low, e.high)
                );
            }
        }
    }
    text += &beside_other_games(report);
    for found in &report.measures {
        let measure = &found.measure;
        let title = match measure.each {
            MeasureScope::Run | MeasureScope::Reason | MeasureScope::Cell => continue,
            MeasureScope::Kind => "Kind",
            MeasureScope::Ply => "Plies",
            MeasureScope::FirstPly => "Ply",
            MeasureScope::Tenth => "Chances",
        };
        let _ = write!(
            text,
            "\n## {}{}\n\n{}\n\n| {title} | {} | 95 % interval | Games |\n|---|---:|---:|---:|\n",
            measure.name,
            if measure.each == MeasureScope::Kind {
                ", by kind of piece"
            } else {
                ""
            },
            measure.definition,
            unit_name(measure.unit)
        );
        for figure in &found.figures {
            let e = &figure.estimate;
            if measure.each == MeasureScope::Ply && e.games < MIN_GAMES.min(report.games) {
                continue;
            }
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} |",
                cell(&figure.label),
                value(measure.unit, e),
                interval(measure.unit, e.low, e.high),
                thousands(e.games)
            );
        }
    }
    text + &made(&[report])
}

/// The measures with one figure, next to those of the shipped games; empty without these.
fn beside_other_games(report: &PlaytestReport) -> String {
    let single = report.of_each(MeasureScope::Run);
    let others = games_beside(report, &single);
    let Some(made) = how_played(&others) else {
        return String::new();
    };
    let mut text = format!(
        "\n## Beside other games\n\nThe figures of other games: {made}{}.\n\n| Measure | Unit | Here |",
        dash_words(&single, &others)
    );
    for (_, other) in &others {
        let _ = write!(text, " {} |", cell(&other.title));
    }
    text += &format!("\n|---|---|---:|{}\n", "---:|".repeat(others.len()));
    for found in single {
        let unit = found.measure.unit;
        let here = value(unit, &found.figures[0].estimate);
        let name = found.measure.name;
        let _ = write!(text, "| {name} | {} | {here} |", unit_name(unit));
        for (game, _) in &others {
            let _ = write!(text, " {} |", value_in(found, game));
        }
        text += "\n";
    }
    text
}

/// The report of a comparison.
pub(super) fn comparison(comparison: &Comparison) -> String {
    let (first, second) = (&comparison.first, &comparison.second);
    let mut text = format!("# {} against {}\n\n", first.title, second.title);
    for sentence in &comparison.sentences {
        let _ = writeln!(text, "- {sentence}");
    }
    let _ = write!(
        text,
        "\n## All differences\n\n“p” is corrected for looking at many figures; below 0.05 the difference is beyond chance (bold).\n\n\
         | Figure | {} | {} | Difference | 95 % interval | p |\n|---|---:|---:|---:|---:|---:|\n",
        cell(&first.title),
        cell(&second.title)
    );
    for row in &comparison.differences {
        let mark = if row.is_beyond_chance() { "**" } else { "" };
        let unit = if row.unit == Unit::Share {
            String::new()
        } else {
            format!(" ({})", unit_name(row.unit))
        };
        let _ = writeln!(
            text,
            "| {mark}{}{unit}{mark} | {} | {} | {} | {} | {} |",
            cell(&row.title()),
            with_error(row.unit, &row.first),
            with_error(row.unit, &row.second),
            signed(row.unit, row.difference, row.low, row.high),
            interval_of_difference(row.unit, row.low, row.high),
            probability(row.adjusted_p)
        );
    }
    text + &made(&[first, second])
}

fn made(reports: &[&PlaytestReport]) -> String {
    let mut text = "\n## How it was measured\n\n".to_owned();
    for report in reports {
        let runs: Vec<String> = report
            .sources
            .iter()
            .map(|s| {
                format!(
                    "{} with seed {}, part {} of {}",
                    games(s.games),
                    s.seed,
                    s.part.number,
                    s.part.of
                )
            })
            .collect();
        let _ = writeln!(
            text,
            "- {}: {}. Played by {}. Openings: {}. Hyperrook {}. Rules `{}`.",
            report.title,
            runs.join("; "),
            report.players,
            report.openings,
            report.program,
            report.rules
        );
    }
    text + "\nGames are independent, moves of a game are not; all intervals are 95 % intervals over games.\n"
}

/// A text in a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
