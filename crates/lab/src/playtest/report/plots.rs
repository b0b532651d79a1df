//! Plots as SVG.
//!
//! They are written here without a plotting library, because the colours must follow the page from
//! light to dark, screen readers need titles and descriptions in the SVG, and no library draws
//! boards of rings, hexagons and levels.

use super::board::outlines;
use super::data::Figure;
use super::format;
use crate::playtest::measures::{Measure, MeasureScope, TENTHS, Unit, bin_plies};
use hyperrook_notation::words::{self, escape};
use hyperrook_rules::Game;
use std::fmt::Write;

/// The size of a plot.
const SIZE: (f64, f64) = (420.0, 240.0);
/// The space to the left of and below the plot, for the numbers.
const MARGIN: (f64, f64) = (46.0, 34.0);
/// The space above and to the right of the plot.
const EDGE: f64 = 20.0;

/// A curve.
pub(super) struct Curve<'f> {
    /// Its name, if there are several.
    pub(super) name: String,
    pub(super) figures: Vec<&'f Figure>,
}

/// The middle of the range of a figure.
fn middle(measure: &Measure, figure: &Figure) -> f64 {
    if measure.each == MeasureScope::Tenth {
        return (figure.at as f64 + 0.5) / TENTHS as f64;
    }
    let (from, to) = bin_plies(figure.at);
    let to = to.unwrap_or(from + 50);
    (from + to) as f64 / 2.0
}

/// A round upper end of an axis, at least `greatest`, and the step.
fn steps(greatest: f64) -> (f64, f64) {
    let greatest = if greatest > 0.0 { greatest } else { 1.0 };
    let power = 10f64.powf((greatest / 4.0).log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| greatest / step <= 5.0)
        .unwrap_or(10.0 * power);
    ((greatest / step).ceil() * step, step)
}

/// The numbers on an axis: the multiples of a step of [`steps`] from 0 to its end.
fn ticks(end: f64, step: f64) -> impl Iterator<Item = f64> {
    let last = (end / step + 1e-6).clamp(0.0, 10.0) as u32;
    (0..=last).map(move |number| f64::from(number) * step)
}

/// A plot of one or two curves with bands for their intervals.
pub(super) fn curves(id: &str, measure: &Measure, curves: &[Curve<'_>]) -> String {
    let all = || curves.iter().flat_map(|curve| curve.figures.iter());
    let is_tenths = measure.each == MeasureScope::Tenth;
    let factor = if is_percentage(measure.unit) {
        100.0
    } else {
        1.0
    };
    let highest = all().map(|f| factor * f.estimate.high).fold(0.0, f64::max);
    // A wide interval of a few long games must not flatten the rest.
    let typical = all().map(|f| factor * f.estimate.value).fold(0.0, f64::max);
    let (top, step_y) = steps(highest.min(1.5 * typical));
    let top = if is_percentage(measure.unit) {
        top.min(100.0)
    } else {
        top
    };
    let (right, step_x) = if is_tenths {
        (1.0, 0.2)
    } else {
        let ends = all().map(|f| bin_plies(f.at).1.unwrap_or(bin_plies(f.at).0 + 50));
        let last = ends.max().unwrap_or(10) as f64;
        (last, steps(last).1)
    };
    let (width, height) = (SIZE.0 - MARGIN.0 - EDGE, SIZE.1 - MARGIN.1 - EDGE);
    let x = |value: f64| MARGIN.0 + width * value / right;
    let y = |value: f64| EDGE + height * (1.0 - (value / top).clamp(0.0, 1.0));
    let mut svg = open(id, SIZE, measure.name, &description(measure, curves));
    for at in ticks(top, step_y) {
        let (line, text) = (y(at), trimmed(at));
        let percent = if is_percentage(measure.unit) {
            " %"
        } else {
            ""
        };
        let _ = write!(
            svg,
            "<line class=\"axis\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{line:.1}\" y2=\"{line:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{text}{percent}</text>",
            MARGIN.0,
            SIZE.0 - EDGE,
            MARGIN.0 - 5.0,
            line + 4.0
        );
    }
    for at in ticks(right, step_x) {
        let text = if is_tenths {
            format!("{:.0} %", 100.0 * at)
        } else {
            trimmed(at)
        };
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{text}</text>",
            x(at),
            SIZE.1 - MARGIN.1 + 15.0
        );
    }
    let under = if is_tenths {
        "White’s winning chances"
    } else {
        "ply"
    };
    let _ = write!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{under}</text>",
        MARGIN.0 + width / 2.0,
        SIZE.1 - 4.0
    );
    if is_tenths {
        let _ = write!(
            svg,
            "<line class=\"even\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
            x(0.0),
            y(0.0),
            x(1.0),
            y(100.0)
        );
    }
    for (curve, class) in curves.iter().zip(["a", "b"]) {
        let point = |f: &Figure, value: f64| {
            format!("{:.1},{:.1}", x(middle(measure, f)), y(factor * value))
        };
        let highs = curve.figures.iter().map(|f| point(f, f.estimate.high));
        let lows = curve.figures.iter().rev().map(|f| point(f, f.estimate.low));
        let band: Vec<String> = highs.chain(lows).collect();
        let line: Vec<String> = curve
            .figures
            .iter()
            .map(|f| point(f, f.estimate.value))
            .collect();
        let _ = write!(
            svg,
            "<polygon class=\"band {class}\" points=\"{}\"/><polyline class=\"line {class}\" points=\"{}\"/>",
            band.join(" "),
            line.join(" ")
        );
    }
    svg + "</svg>"
}

/// A description of a plot, for people who cannot see it.
fn description(measure: &Measure, curves: &[Curve<'_>]) -> String {
    let mut text = String::new();
    for curve in curves {
        let (Some(first), Some(last)) = (curve.figures.first(), curve.figures.last()) else {
            continue;
        };
        if !curve.name.is_empty() {
            let _ = write!(text, "{}: ", curve.name);
        }
        let _ = write!(
            text,
            "from {} at {} to {} at {}. ",
            format::value(measure.unit, &first.estimate),
            first.label,
            format::value(measure.unit, &last.estimate),
            last.label
        );
    }
    text + "The table below has all figures."
}

/// A heat map of the board.
pub(super) fn heat_map(id: &str, game: &Game, measure: &Measure, figures: &[Figure]) -> String {
    let outlines = outlines(game.board());
    let greatest = figures.iter().map(|f| f.estimate.value).fold(0.0, f64::max);
    let mut most: Vec<&Figure> = figures.iter().collect();
    most.sort_by(|a, b| b.estimate.value.total_cmp(&a.estimate.value));
    let names: Vec<String> = most
        .iter()
        .take(3)
        .map(|f| format!("{} ({})", f.label, format::value(measure.unit, &f.estimate)))
        .collect();
    let about = format!(
        "Most on {}. The table below has all cells.",
        words::list(&names, "and")
    );
    let mut svg = open(id, (outlines.width, outlines.height), measure.name, &about);
    for (x, y, label) in &outlines.labels {
        let _ = write!(
            svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
            escape(label)
        );
    }
    let mut values = vec![None; outlines.cells.len()];
    for figure in figures {
        values[figure.at] = Some(figure);
    }
    for (corners, figure) in outlines.cells.iter().zip(values) {
        let points: Vec<String> = corners
            .iter()
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        let points = points.join(" ");
        let _ = write!(svg, "<polygon class=\"cell\" points=\"{points}\"/>");
        if let Some(figure) = figure.filter(|figure| figure.estimate.value > 0.0) {
            let opacity = figure.estimate.value / greatest;
            let _ = write!(
                svg,
                "<polygon class=\"heat\" fill-opacity=\"{opacity:.2}\" points=\"{points}\"><title>{}: {}</title></polygon>",
                escape(&figure.label),
                format::value(measure.unit, &figure.estimate)
            );
        }
    }
    svg + "</svg>"
}

fn open(id: &str, (width, height): (f64, f64), title: &str, about: &str) -> String {
    format!(
        "<svg viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" aria-labelledby=\"{id}-title {id}-desc\">\
         <title id=\"{id}-title\">{}</title><desc id=\"{id}-desc\">{}</desc>",
        escape(title),
        escape(about)
    )
}

/// A number without trailing zeros.
fn trimmed(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Whether a unit is a percentage.
fn is_percentage(unit: Unit) -> bool {
    unit == Unit::Share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_steps() {
        assert_eq!(steps(100.0), (100.0, 20.0));
        assert_eq!(steps(37.0), (40.0, 10.0));
        assert_eq!(steps(1.0), (1.0, 0.2));
        assert_eq!(steps(0.0), (1.0, 0.2));
        assert_eq!(trimmed(2.50), "2.5");
        assert_eq!(trimmed(100.0), "100");
    }
}
