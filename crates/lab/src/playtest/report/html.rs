//! The report as a page: sentences, advice, and every plot with its table.

use super::beside::{dash_words, games_beside, how_played, value_in};
use super::data::{Advice, Comparison, Figure, MeasureReport, PlaytestReport};
use super::format::{
    games, interval, interval_of_difference, probability, signed, unit_name, value, with_error,
};
use super::page::{page, section, table, texts};
use super::sections::{courses, heat_maps};
use crate::playtest::measures::{MEASURES, MeasureScope, Unit};
use hyperrook_notation::words::{escape, thousands};
use std::fmt::Write;

/// The page of a run.
pub(super) fn report(report: &PlaytestReport) -> String {
    let mut body = head(
        &report.title,
        "Playtest",
        &format!(
            "{}: {}. Openings: {}.",
            games(report.games),
            report.players,
            report.openings
        ),
    );
    body += &contents(&[
        ("words", "In words"),
        ("first", "Look at these first"),
        ("figures", "Figures"),
        ("pieces", "Pieces"),
        ("courses", "Through the game"),
        ("board", "On the board"),
        ("made", "How it was measured"),
    ]);
    body += "<main id=\"content\">\n";
    body += &section("words", "In words", &ordered(&report.sentences));
    body += &section("first", "Look at these first", &points(&report.advice));
    body += &section(
        "figures",
        "Figures",
        &(single_figures(report) + &reasons(report)),
    );
    body += &section("pieces", "Pieces", &pieces(report));
    body += &section("courses", "Through the game", &courses(&[report]));
    body += &section("board", "On the board", &heat_maps(report));
    body += &section("made", "How it was measured", &made(&[report]));
    body += "</main>\n";
    page(&format!("{}: playtest", report.title), &body)
}

/// The page of a comparison.
pub(super) fn comparison(comparison: &Comparison) -> String {
    let (first, second) = (&comparison.first, &comparison.second);
    let mut body = head(
        &format!("{} against {}", first.title, second.title),
        "Comparison of two playtests",
        &format!(
            "{} and {} games: {}.",
            thousands(first.games),
            thousands(second.games),
            first.players
        ),
    );
    body += &contents(&[
        ("words", "What changed"),
        ("differences", "All differences"),
        ("courses", "Through the game"),
        ("made", "How it was measured"),
    ]);
    body += "<main id=\"content\">\n";
    body += &section("words", "What changed", &ordered(&comparison.sentences));
    body += &section("differences", "All differences", &differences(comparison));
    body += &section("courses", "Through the game", &courses(&[first, second]));
    body += &section("made", "How it was measured", &made(&[first, second]));
    body += "</main>\n";
    page(&format!("{} against {}", first.title, second.title), &body)
}

fn head(title: &str, kind: &str, about: &str) -> String {
    format!(
        "<header>\n<p class=\"soft\">{}</p>\n<h1>{}</h1>\n<p>{}</p>\n</header>\n",
        escape(kind),
        escape(title),
        escape(about)
    )
}

/// The contents.
fn contents(sections: &[(&str, &str)]) -> String {
    let links: String = sections
        .iter()
        .map(|(id, name)| format!("<li><a href=\"#{id}\">{name}</a></li>"))
        .collect();
    format!("<nav aria-label=\"Contents\"><ul>{links}</ul></nav>\n")
}

fn ordered(sentences: &[String]) -> String {
    let items: String = sentences
        .iter()
        .map(|sentence| format!("<li>{}</li>\n", unbroken(sentence)))
        .collect();
    format!(
        "<ol class=\"words\">\n{items}</ol>\n<p class=\"soft\">The figure after “±” is half the width of the 95 % interval.</p>\n"
    )
}

/// A text with non-breaking spaces, so that figures stay on one line with their errors and units.
fn unbroken(text: &str) -> String {
    escape(text)
        .replace(" ± ", "&#160;±&#160;")
        .replace(" %", "&#160;%")
}

fn points(advice: &[Advice]) -> String {
    if advice.is_empty() {
        return "<p>Nothing stands out: no figure is clearly outside the range of well-known games.</p>\n".to_owned();
    }
    let items: String = advice
        .iter()
        .map(|point| {
            format!(
                "<li><strong>{}</strong>{}</li>\n",
                escape(&point.title),
                unbroken(&point.text)
            )
        })
        .collect();
    format!("<ul class=\"points\">\n{items}</ul>\n")
}

/// The measures with one figure, next to those of the shipped games.
fn single_figures(report: &PlaytestReport) -> String {
    let single: Vec<&MeasureReport> = report.of_each(MeasureScope::Run);
    let others = games_beside(report, &single);
    let dash = dash_words(&single, &others);
    let mut heads = texts(&["Measure", "Here", "95 % interval"]);
    heads.extend(others.iter().map(|(_, other)| escape(&other.title)));
    let mut rows = String::new();
    for found in single {
        let unit = found.measure.unit;
        let estimate = &found.figures[0].estimate;
        let _ = write!(
            rows,
            "<tr><th scope=\"row\"><a href=\"#about-{}\">{}</a>{}</th><td class=\"n\">{}</td><td class=\"n\">{}</td>",
            found.measure.id,
            escape(found.measure.name),
            unit_after(unit),
            value(unit, estimate),
            interval(unit, estimate.low, estimate.high)
        );
        for (game, _) in &others {
            let text = value_in(found, game);
            let _ = write!(rows, "<td class=\"n\">{text}</td>");
        }
        rows += "</tr>\n";
    }
    let mut caption = "All measures of the whole game".to_owned();
    if let Some(made) = how_played(&others) {
        let _ = write!(caption, "; the other games for comparison, {made}{dash}");
    }
    table(&caption, &heads, &rows)
}

/// The unit after a name; empty for percentages.
pub(super) fn unit_after(unit: Unit) -> String {
    if unit == Unit::Share {
        String::new()
    } else {
        format!(" <span class=\"soft\">({})</span>", unit_name(unit))
    }
}

/// A bar for a share.
fn bar(share: f64) -> String {
    format!(
        "<td class=\"bar\" aria-hidden=\"true\"><span style=\"width:{:.1}%\"></span></td>",
        100.0 * share.clamp(0.0, 1.0)
    )
}

fn reasons(report: &PlaytestReport) -> String {
    let mut text = String::new();
    for found in report.of_each(MeasureScope::Reason) {
        let mut figures: Vec<&Figure> = found.figures.iter().collect();
        figures.sort_by(|a, b| b.estimate.value.total_cmp(&a.estimate.value));
        let rows: String = figures
            .into_iter()
            .map(|figure| {
                let e = &figure.estimate;
                format!(
                    "<tr><th scope=\"row\">{}</th>{}<td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
                    escape(&figure.label),
                    bar(e.value),
                    value(Unit::Share, e),
                    interval(Unit::Share, e.low, e.high)
                )
            })
            .collect();
        let heads = texts(&["Reason", "", "Share", "95 % interval"]);
        text += "<h3>How games end</h3>\n";
        text += &table(found.measure.definition, &heads, &rows);
    }
    text + &lengths(report)
}

fn lengths(report: &PlaytestReport) -> String {
    let rows: String = report
        .lengths
        .iter()
        .map(|found| {
            format!(
                "<tr><th scope=\"row\">{:.0} % of the games are at most</th><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
                100.0 * found.share,
                value(Unit::Plies, &found.plies),
                interval(Unit::Plies, found.plies.low, found.plies.high)
            )
        })
        .collect();
    let heads = texts(&["Share", "Plies", "95 % interval"]);
    format!(
        "<h3>How long games are</h3>\n{}",
        table("Lengths of the finished games, in plies", &heads, &rows)
    )
}

fn pieces(report: &PlaytestReport) -> String {
    let measures = report.of_each(MeasureScope::Kind);
    let mut kinds: Vec<(usize, String)> = Vec::new();
    for figure in measures.iter().flat_map(|found| &found.figures) {
        if !kinds.iter().any(|(at, _)| *at == figure.at) {
            kinds.push((figure.at, figure.label.clone()));
        }
    }
    kinds.sort();
    let mut heads = texts(&["Kind"]);
    heads.extend(measures.iter().map(|found| {
        format!(
            "<a href=\"#about-{}\">{}</a>{}",
            found.measure.id,
            escape(found.measure.name),
            unit_after(found.measure.unit)
        )
    }));
    let mut rows = String::new();
    for (at, name) in kinds {
        let _ = write!(rows, "<tr><th scope=\"row\">{}</th>", escape(&name));
        for found in &measures {
            let figure = found.figures.iter().find(|figure| figure.at == at);
            let text = figure.map_or("–".to_owned(), |f| {
                with_error(found.measure.unit, &f.estimate)
            });
            let _ = write!(rows, "<td class=\"n\">{text}</td>");
        }
        rows += "</tr>\n";
    }
    table(
        "What each kind of piece does, with half the width of the 95 % interval",
        &heads,
        &rows,
    )
}

fn differences(comparison: &Comparison) -> String {
    let heads = texts(&[
        "Figure",
        "First",
        "Second",
        "Difference",
        "95 % interval",
        "p",
        "p corrected",
    ]);
    let mut rows = String::new();
    for row in &comparison.differences {
        let class = if row.is_beyond_chance() {
            " class=\"beyond\""
        } else {
            ""
        };
        let _ = writeln!(
            rows,
            "<tr{class}><th scope=\"row\">{}{}</th><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
            escape(&row.title()),
            unit_after(row.unit),
            value(row.unit, &row.first),
            value(row.unit, &row.second),
            signed(row.unit, row.difference, row.low, row.high),
            interval_of_difference(row.unit, row.low, row.high),
            escape(&probability(row.p)),
            escape(&probability(row.adjusted_p))
        );
    }
    let titles = format!(
        "<p>First: {}. Second: {}.</p>\n",
        escape(&comparison.first.title),
        escape(&comparison.second.title)
    );
    let text = "<p>“p” is the probability of such a difference by chance. With many figures some differ by chance; “p corrected” takes that into account (Holm). Below 0.05 the row is shaded: the difference is beyond chance.</p>\n";
    titles + text + &table("All figures, the surest difference first", &heads, &rows)
}

/// How the games were played, and the definition of each measure.
fn made(reports: &[&PlaytestReport]) -> String {
    let mut text = String::new();
    for report in reports {
        let sources: Vec<String> = report
            .sources
            .iter()
            .map(|s| {
                let part = if s.part.of > 1 {
                    format!(", part {} of {}", s.part.number, s.part.of)
                } else {
                    String::new()
                };
                format!("{} with seed {}{part}", games(s.games), s.seed)
            })
            .collect();
        let _ = writeln!(
            text,
            "<p><strong>{}</strong>: {}. Played by {}. Openings: {}. Hyperrook {}. Rules: <code style=\"overflow-wrap:anywhere\">{}</code></p>",
            escape(&report.title),
            escape(&sources.join("; ")),
            escape(&report.players),
            escape(&report.openings),
            escape(&report.program),
            escape(&report.rules)
        );
    }
    text += "<p>Games are independent of each other, but the moves of one game are not, so all intervals are computed over games. The engine is neither perfect nor a person: figures that depend on skill may change with more nodes.</p>\n<h3>Definitions</h3>\n<dl>\n";
    for measure in MEASURES {
        let is_used =
            |report: &&&PlaytestReport| report.measures.iter().any(|m| m.measure.id == measure.id);
        if reports.iter().any(|report| is_used(&report)) {
            let _ = writeln!(
                text,
                "<dt id=\"about-{}\">{}{}</dt><dd>{}</dd>",
                measure.id,
                escape(measure.name),
                unit_after(measure.unit),
                escape(measure.definition)
            );
        }
    }
    text + "</dl>\n"
}
