//! The sections with plots: the course of the game, and heat maps of the board.

use super::data::PlaytestReport;
use super::format::{interval, value, with_error};
use super::page::{table, texts};
use super::plots::{Curve, curves, heat_map};
use crate::playtest::measures::{MEASURES, Measure, MeasureScope, Unit};
use hyperrook_notation::words::{escape, thousands};
use std::fmt::Write;

/// Courses omit ranges that fewer games reach.
pub(super) const MIN_GAMES: u64 = 5;

/// A curve through fewer points says nothing.
const FEWEST_POINTS: usize = 2;
/// The names of the reports of a comparison, in their order.
const NAMES: [&str; 2] = ["First", "Second"];

/// The plots of the course of the game, of one or two reports.
pub(super) fn courses(reports: &[&PlaytestReport]) -> String {
    let mut text = String::new();
    if reports.len() > 1 {
        let _ = writeln!(
            text,
            "<p class=\"legend\"><span class=\"a\">{}: {}</span><span class=\"b\">{}: {}</span></p>",
            NAMES[0],
            escape(&reports[0].title),
            NAMES[1],
            escape(&reports[1].title)
        );
    }
    let mut plots = String::new();
    let drawn = MEASURES
        .iter()
        .filter(|m| matches!(m.each, MeasureScope::Ply | MeasureScope::Tenth) && m.id != "variety");
    for measure in drawn {
        let all: Vec<Curve<'_>> = reports
            .iter()
            .zip(NAMES)
            .filter_map(|(report, name)| {
                let found = report
                    .measures
                    .iter()
                    .find(|found| found.measure.id == measure.id)?;
                let figures = found.figures.iter();
                Some(Curve {
                    name: if reports.len() > 1 {
                        name.to_owned()
                    } else {
                        String::new()
                    },
                    figures: figures.filter(|f| f.estimate.games >= MIN_GAMES).collect(),
                })
            })
            .collect();
        let has_points = |curve: &Curve<'_>| curve.figures.len() >= FEWEST_POINTS;
        if all.is_empty() || !all.iter().all(has_points) {
            continue;
        }
        let id = format!("plot-{}", measure.id);
        let _ = writeln!(
            plots,
            "<figure><figcaption><h3>{}</h3><p>{}</p></figcaption>{}{}</figure>",
            escape(measure.name),
            escape(measure.definition),
            curves(&id, measure, &all),
            curve_table(measure, &all)
        );
    }
    let good = bits_table(
        reports,
        "good-first-moves",
        ["Ply of the game", "Good moves"],
    );
    let played = bits_table(
        reports,
        "variety",
        ["Move after the opening", "Equally frequent moves"],
    );
    text += &if plots.is_empty() {
        "<p>These games are too few or too short for charts.</p>\n".to_owned()
    } else {
        format!(
            "<p class=\"soft\">The bands are 95 % intervals, for each range separately.</p>\n<div class=\"plots\">\n{plots}</div>\n"
        )
    };
    text + &good + &played
}

/// The figures of a plot.
fn curve_table(measure: &Measure, all: &[Curve<'_>]) -> String {
    let mut rows = String::new();
    for curve in all {
        for figure in &curve.figures {
            let e = &figure.estimate;
            let name = if curve.name.is_empty() {
                String::new()
            } else {
                format!("{}, ", curve.name)
            };
            let _ = writeln!(
                rows,
                "<tr><th scope=\"row\">{}{}</th><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
                escape(&name),
                escape(&figure.label),
                value(measure.unit, e),
                interval(measure.unit, e.low, e.high),
                thousands(e.games)
            );
        }
    }
    let first = if measure.each == MeasureScope::Tenth {
        "Chances"
    } else {
        "Plies"
    };
    let heads = texts(&[first, "Figure", "95 % interval", "Games"]);
    format!(
        "<details><summary>Table: {}</summary>{}</details>",
        escape(measure.name),
        table(measure.name, &heads, &rows)
    )
}

/// A table of a measure in bits: `heads` are those of the items and of the equal choices that the
/// bits stand for.
fn bits_table(reports: &[&PlaytestReport], id: &str, heads: [&str; 2]) -> String {
    let mut rows = String::new();
    let (mut name, mut caption) = ("", "");
    for (report, game) in reports.iter().zip(NAMES) {
        let found = report.measures.iter().find(|found| found.measure.id == id);
        for figure in found.iter().flat_map(|found| &found.figures) {
            (name, caption) = found.map_or(("", ""), |found| {
                (found.measure.name, found.measure.definition)
            });
            let game = if reports.len() > 1 {
                format!("{game}, ")
            } else {
                String::new()
            };
            let e = &figure.estimate;
            let _ = writeln!(
                rows,
                "<tr><th scope=\"row\">{}{}</th><td class=\"n\">{}</td><td class=\"n\">{:.1}</td></tr>",
                escape(&game),
                escape(&figure.label),
                with_error(Unit::Bits, e),
                e.value.exp2()
            );
        }
    }
    if rows.is_empty() {
        return String::new();
    }
    let heads = texts(&[heads[0], "Bits", heads[1]]);
    format!("<h3>{name}</h3>\n{}", table(caption, &heads, &rows))
}

/// The heat maps of the board.
pub(super) fn heat_maps(report: &PlaytestReport) -> String {
    let mut text = "<p class=\"soft\">The darker a cell in light mode, and the brighter in dark mode, the greater its share. White is below.</p>\n<div class=\"plots\">\n".to_owned();
    for found in report.of_each(MeasureScope::Cell) {
        let measure = &found.measure;
        if found
            .figures
            .iter()
            .all(|figure| figure.estimate.value == 0.0)
        {
            continue;
        }
        let id = format!("map-{}", measure.id);
        let mut rows = String::new();
        for figure in &found.figures {
            let e = &figure.estimate;
            let _ = writeln!(
                rows,
                "<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
                escape(&figure.label),
                value(measure.unit, e),
                interval(measure.unit, e.low, e.high)
            );
        }
        let heads = texts(&["Cell", "Share", "95 % interval"]);
        let _ = writeln!(
            text,
            "<figure><figcaption><h3>{0}</h3><p>{1}</p></figcaption>{2}<details><summary>Table: {0}</summary>{3}</details></figure>",
            escape(measure.name),
            escape(measure.definition),
            heat_map(&id, &report.drawn, measure, &found.figures),
            table(measure.name, &heads, &rows)
        );
    }
    text + "</div>\n"
}
