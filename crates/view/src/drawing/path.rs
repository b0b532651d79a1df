//! Scaling, moving and measuring path data.

use std::fmt::Write;
use svgtypes::{SimplePathSegment, SimplifyingPathParser};

/// Scales a path and then moves it. Segments that cannot be parsed are left out.
pub(crate) fn place(d: &str, scale: f64, dx: f64, dy: f64) -> String {
    let mut text = String::new();
    let at = |x: f64, y: f64| format!("{} {}", short(x * scale + dx), short(y * scale + dy));
    for segment in SimplifyingPathParser::from(d).flatten() {
        // Writing to a string cannot fail.
        let _ = match segment {
            SimplePathSegment::MoveTo { x, y } => write!(text, "M{}", at(x, y)),
            SimplePathSegment::LineTo { x, y } => write!(text, "L{}", at(x, y)),
            SimplePathSegment::CurveTo {
                x1,
                y1,
                x2,
                y2,
                x,
                y,
            } => write!(text, "C{} {} {}", at(x1, y1), at(x2, y2), at(x, y)),
            SimplePathSegment::Quadratic { x1, y1, x, y } => {
                write!(text, "Q{} {}", at(x1, y1), at(x, y))
            }
            SimplePathSegment::ClosePath => write!(text, "Z"),
        };
    }
    text
}

/// A number with at most one decimal.
pub(crate) fn short(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    // Avoid a negative zero.
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}

/// Left, top, right and bottom of the ends of all segments of a path. A curve can go a little further.
#[cfg(test)]
pub(crate) fn bounds(d: &str) -> Option<(f64, f64, f64, f64)> {
    let mut points = Vec::new();
    for segment in SimplifyingPathParser::from(d) {
        match segment.ok()? {
            SimplePathSegment::MoveTo { x, y } | SimplePathSegment::LineTo { x, y } => {
                points.push((x, y));
            }
            SimplePathSegment::CurveTo { x, y, .. } | SimplePathSegment::Quadratic { x, y, .. } => {
                points.push((x, y));
            }
            SimplePathSegment::ClosePath => {}
        }
    }
    let fold =
        |pick: fn(&(f64, f64)) -> f64, by: fn(f64, f64) -> f64| points.iter().map(pick).reduce(by);
    Some((
        fold(|p| p.0, f64::min)?,
        fold(|p| p.1, f64::min)?,
        fold(|p| p.0, f64::max)?,
        fold(|p| p.1, f64::max)?,
    ))
}
