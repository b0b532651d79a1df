//! The drawing of a piece without a file: a token with its letter, a ray for each direction
//! in which it slides, and a dot for each direction in which it leaps.

use super::glyphs;
use super::path::{place, short};
use crate::types::{PieceShape, ShapeRole};
use hyperrook_geometry::{Cell, Coordinate, Drawing};
use hyperrook_rules::{Definition, Kind, Shape, Term};
use std::collections::BTreeMap;
use std::f64::consts::TAU;

/// The centre of the token.
const MIDDLE: (f64, f64) = (50.0, 43.0);
/// The radius of the token.
const RADIUS: f64 = 24.0;
/// The length of the rays, from the centre.
const REACH: f64 = 38.0;
/// The number of directions that are told apart.
const DIRECTIONS: i32 = 24;

/// How a piece moves in a direction. A slide hides a leap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum MoveShape {
    Leaps,
    Slides,
}

/// The drawing of a piece, from its letter and its moves.
pub(super) fn shapes(definition: &Definition, kind: Kind) -> Vec<PieceShape> {
    let body = |d: String| PieceShape {
        d,
        role: ShapeRole::Body,
    };
    let mut shapes = Vec::new();
    for (direction, goes) in directions(definition, kind) {
        let angle = f64::from(direction) * TAU / f64::from(DIRECTIONS);
        let at = |radius: f64, turn: f64| {
            let (sin, cos) = (angle + turn).sin_cos();
            let (x, y) = (MIDDLE.0 + radius * cos, MIDDLE.1 - radius * sin);
            format!("{} {}", short(x), short(y))
        };
        shapes.push(body(match goes {
            MoveShape::Slides => format!(
                "M{}L{}L{}Z",
                at(RADIUS - 4.0, -0.38),
                at(REACH, 0.0),
                at(RADIUS - 4.0, 0.38)
            ),
            MoveShape::Leaps => {
                let (sin, cos) = angle.sin_cos();
                let far = REACH - 5.0;
                circle(MIDDLE.0 + far * cos, MIDDLE.1 - far * sin, 5.5)
            }
        }));
    }
    shapes.push(body("M40 60H60L66 80H34Z".to_owned()));
    shapes.push(body("M18 90V85Q18 79 25 79H75Q82 79 82 85V90Z".to_owned()));
    shapes.push(body(circle(MIDDLE.0, MIDDLE.1, RADIUS)));
    let letter = definition.piece(kind).letter;
    if let Some(strokes) = glyphs::glyph(letter) {
        let scale = 1.7;
        let (width, height) = (glyphs::width(letter) * scale, 14.0 * scale);
        shapes.push(PieceShape {
            d: place(
                strokes,
                scale,
                MIDDLE.0 - width / 2.0,
                MIDDLE.1 - height / 2.0,
            ),
            role: ShapeRole::Detail,
        });
    }
    shapes
}

fn circle(x: f64, y: f64, radius: f64) -> String {
    let (left, right) = (short(x - radius), short(x + radius));
    let (y, radius) = (short(y), short(radius));
    format!("M{left} {y}A{radius} {radius} 0 1 1 {right} {y}A{radius} {radius} 0 1 1 {left} {y}Z")
}

/// The directions in the drawing in which White's piece moves, counterclockwise from the
/// right.
fn directions(definition: &Definition, kind: Kind) -> BTreeMap<i32, MoveShape> {
    let mut found: BTreeMap<i32, MoveShape> = BTreeMap::new();
    for term in &definition.piece(kind).moves.terms {
        for (vector, goes) in vectors(term) {
            let Some(direction) = direction(definition, term, &vector) else {
                continue;
            };
            let entry = found.entry(direction).or_insert(goes);
            *entry = (*entry).max(goes);
        }
    }
    found
}

/// The vectors of a term.
fn vectors(term: &Term) -> Vec<(Coordinate, MoveShape)> {
    match &term.shape {
        Shape::Line { vectors, range, .. } => {
            let goes = if *range > 1 {
                MoveShape::Slides
            } else {
                MoveShape::Leaps
            };
            vectors.iter().map(|vector| (*vector, goes)).collect()
        }
        Shape::Path { routes, times } => {
            let slides = |route: &hyperrook_rules::Route| {
                *times > 1 || route.legs.iter().any(|leg| leg.max_steps > 1)
            };
            let end = |route: &hyperrook_rules::Route| {
                let mut sum = Coordinate::default();
                for leg in &route.legs {
                    for (sum, value) in sum.iter_mut().zip(leg.vector) {
                        *sum = sum.saturating_add(value);
                    }
                }
                sum
            };
            let goes = |route| {
                if slides(route) {
                    MoveShape::Slides
                } else {
                    MoveShape::Leaps
                }
            };
            routes.iter().map(|r| (end(r), goes(r))).collect()
        }
        _ => Vec::new(),
    }
}

/// The direction of a vector in the drawing, measured at the first cell from which the
/// vector stays on the board.
fn direction(definition: &Definition, term: &Term, vector: &Coordinate) -> Option<i32> {
    let board = definition.board();
    let chart = &board.charts()[term.chart];
    let ends = |from: Cell| chart.step(from, vector).map(|to| (from, to));
    let (from, to) = board.cells().find_map(ends)?;
    let (from, to) = (board.place(from), board.place(to));
    let by = |from: usize, to: usize| to as f64 - from as f64;
    let (mut x, mut y) = (by(from.file, to.file), by(from.rank, to.rank));
    if let Drawing::Ring { cells, .. } = board.drawing() {
        // On a ring, along the ring is sideways, and across the ring is up.
        let half = *cells as f64 / 2.0;
        if x.abs() > half {
            x -= x.signum() * 2.0 * half;
        }
        if x.abs() == half {
            (x, y) = (0.0, half);
        }
    }
    if let Drawing::Hex { shift, .. } = board.drawing() {
        let (here, there) = (shift.middle(from), shift.middle(to));
        (x, y) = (there.0 - here.0, there.1 - here.1);
    }
    // Levels count as lying one behind the other.
    let level = by(from.level, to.level);
    (x, y) = (x + 0.6 * level, y + 0.45 * level);
    if x == 0.0 && y == 0.0 {
        return None;
    }
    let turn = y.atan2(x) / TAU * f64::from(DIRECTIONS);
    Some((turn.round() as i32).rem_euclid(DIRECTIONS))
}
