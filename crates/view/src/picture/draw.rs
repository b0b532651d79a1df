//! Draws a board and everything on it.

use super::geometry::{BoardGeometry, CELL, DrawnPlace, HEX_RADIUS, Outline, Ring, Shade};
use super::theme::{Colours, PieceSet};
use crate::drawing::path::{place, short};
use crate::drawing::{LINE_WIDTH, drawing, glyphs};
use crate::types::{Arrow, ArrowRole, Mark, MarkRole, PieceDrawing, ShapeRole};
use hyperrook_explain::pieces::PieceOnBoard;
use hyperrook_geometry::Cell;
use hyperrook_notation::position::format_position;
use hyperrook_notation::words::escape;
use hyperrook_rules::{Definition, Kind, Position, Side};
use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::fmt::Write;

/// The size of a piece relative to its cell.
const PIECE: f64 = 1.02;

/// The width of the outline of a solid piece, half of which is within the figure.
const SOLID_LINE: f64 = 9.0;

/// An SVG under construction.
pub(super) struct Canvas<'g> {
    geometry: &'g BoardGeometry,
    colours: &'static Colours,
    set: PieceSet,
    drawings: BTreeMap<Kind, PieceDrawing>,
    text: String,
}

/// Writing to a string cannot fail.
macro_rules! put {
    ($canvas:expr, $($arg:tt)*) => {{
        let _ = write!($canvas.text, $($arg)*);
    }};
}

impl<'g> Canvas<'g> {
    pub(super) fn new(
        geometry: &'g BoardGeometry,
        colours: &'static Colours,
        set: PieceSet,
    ) -> Canvas<'g> {
        Canvas {
            geometry,
            colours,
            set,
            drawings: BTreeMap::new(),
            text: String::new(),
        }
    }

    /// Draws frames and cells.
    pub(super) fn board(&mut self) {
        let colours = self.colours;
        for &(x, y, width, height) in &self.geometry.frames {
            let edge = 5.0;
            put!(
                self,
                r#"<rect x="{}" y="{}" width="{}" height="{}" rx="4" fill="{}"/>"#,
                short(x - edge),
                short(y - edge),
                short(width + 2.0 * edge),
                short(height + 2.0 * edge),
                colours.frame
            );
        }
        for place in &self.geometry.places {
            let fill = match (place.cell, place.shade) {
                (None, _) => colours.missing,
                (Some(_), Shade::Dark) => colours.cells[0],
                (Some(_), Shade::Light) => colours.cells[1],
                (Some(_), Shade::Middle) => colours.between,
            };
            let d = self.outline(place, 0.0);
            put!(self, r#"<path d="{d}" fill="{fill}"/>"#);
            if place.cell.is_none() {
                let (x, y) = place.middle;
                let d = format!(
                    "M{} {}l20 20m0 -20l-20 20",
                    short(x - 10.0),
                    short(y - 10.0)
                );
                self.line(&d, colours.ink, 2.0, 0.35);
            }
        }
        if let Some(ring) = self.geometry.ring {
            self.sectors(&ring);
        }
    }

    /// Draws the edges of a ring and the borders of its sectors, which continue faintly
    /// through the middle.
    fn sectors(&mut self, ring: &Ring) {
        let (x, y) = ring.middle;
        for radius in [ring.inner, ring.outer] {
            let d = format!(
                "M{} {}a{r} {r} 0 1 1 {w} 0a{r} {r} 0 1 1 -{w} 0z",
                short(x - radius),
                short(y),
                r = short(radius),
                w = short(2.0 * radius)
            );
            self.line(&d, self.colours.frame, 5.0, 1.0);
        }
        for sector in 0..ring.sectors {
            let angle = ring.start + TAU * sector as f64 / ring.sectors as f64;
            let (sin, cos) = angle.sin_cos();
            let at = |radius: f64| {
                let (x, y) = (x + radius * cos, y - radius * sin);
                format!("{} {}", short(x), short(y))
            };
            let d = format!("M{}L{}", at(ring.inner), at(ring.outer + 14.0));
            self.line(&d, self.colours.frame, 7.0, 1.0);
            let d = format!("M{}L{}", at(60.0), at(ring.inner));
            self.line(&d, self.colours.ink, 2.0, 0.18);
        }
    }

    /// The path around a cell, with a distance from its edge.
    fn outline(&self, place: &DrawnPlace, inset: f64) -> String {
        match (place.outline, &self.geometry.ring) {
            (Outline::Arc(from, to), Some(ring)) => {
                let (inner, outer) = (ring.inner + inset, ring.outer - inset);
                let turn = inset / ((ring.inner + ring.outer) / 2.0);
                let at = |radius: f64, angle: f64| {
                    let (sin, cos) = angle.sin_cos();
                    let (x, y) = (ring.middle.0 + radius * cos, ring.middle.1 - radius * sin);
                    format!("{} {}", short(x), short(y))
                };
                let (from, to) = (from + turn, to - turn);
                // The cells of a very small ring have long arcs.
                let large = u8::from(to - from > TAU / 2.0);
                format!(
                    "M{}A{o} {o} 0 {large} 0 {}L{}A{i} {i} 0 {large} 1 {}Z",
                    at(outer, from),
                    at(outer, to),
                    at(inner, to),
                    at(inner, from),
                    o = short(outer),
                    i = short(inner)
                )
            }
            (Outline::Square(x, y), _) => {
                let side = short(CELL - 2.0 * inset);
                let (x, y) = (short(x + inset), short(y + inset));
                format!("M{x} {y}h{side}v{side}h-{side}z")
            }
            (Outline::Hexagon(turn), _) => {
                let radius = HEX_RADIUS - inset;
                let mut d = String::new();
                for corner in 0..6 {
                    let (sin, cos) = (turn + TAU * f64::from(corner) / 6.0).sin_cos();
                    let (x, y) = (place.middle.0 + radius * cos, place.middle.1 - radius * sin);
                    let command = if corner == 0 { "M" } else { "L" };
                    d += &format!("{command}{} {}", short(x), short(y));
                }
                d + "Z"
            }
            (Outline::Arc(..), None) => String::new(),
        }
    }

    fn place(&self, cell: usize) -> Option<&'g DrawnPlace> {
        let &at = self.geometry.of_cell.get(cell)?;
        self.geometry.places.get(at)
    }

    fn line(&mut self, d: &str, colour: &str, width: f64, opacity: f64) {
        put!(
            self,
            r#"<path d="{d}" fill="none" stroke="{colour}" stroke-width="{}""#,
            short(width)
        );
        if opacity < 1.0 {
            put!(self, r#" stroke-opacity="{opacity}""#);
        }
        put!(self, r#" stroke-linecap="round" stroke-linejoin="round"/>"#);
    }

    fn fill(&mut self, d: &str, colour: &str, opacity: f64) {
        put!(
            self,
            r#"<path d="{d}" fill="{colour}" fill-opacity="{opacity}"/>"#
        );
    }

    /// Tints the cells of the last move.
    pub(super) fn tint(&mut self, cells: &[usize]) {
        for &cell in cells {
            let Some(place) = self.place(cell) else {
                continue;
            };
            let d = self.outline(place, 0.0);
            self.fill(&d, self.colours.last, 0.55);
        }
    }

    /// Draws the marks under the pieces.
    pub(super) fn marks_below(&mut self, marks: &[Mark]) {
        let colours = self.colours;
        for mark in marks {
            let Some(place) = self.place(mark.cell) else {
                continue;
            };
            let (colour, opacity) = match mark.role {
                MarkRole::Royal => (colours.royal, 0.45),
                MarkRole::Attacker => (colours.attack, 0.4),
                _ => continue,
            };
            let d = self.outline(place, 0.0);
            self.fill(&d, colour, opacity);
        }
    }

    /// Draws the marks over the pieces. Each kind has its own shape, so that it can be
    /// recognised without colour.
    pub(super) fn marks_above(&mut self, marks: &[Mark]) {
        let colours = self.colours;
        for mark in marks {
            let Some(place) = self.place(mark.cell) else {
                continue;
            };
            let (x, y) = place.middle;
            match mark.role {
                MarkRole::Royal | MarkRole::Attacker => {
                    let colour = match mark.role {
                        MarkRole::Royal => colours.royal,
                        _ => colours.attack,
                    };
                    let d = self.outline(place, 4.0);
                    self.line(&d, colour, 6.0, 1.0);
                }
                MarkRole::Blocker => {
                    let d = format!("M{} {}h60", short(x - 30.0), short(y + 44.0));
                    self.line(&d, colours.blocker, 8.0, 1.0);
                }
                MarkRole::Escape => {
                    let d = format!(
                        "M{} {}a16 16 0 1 1 32 0a16 16 0 1 1 -32 0z",
                        short(x - 16.0),
                        short(y)
                    );
                    self.fill(&d, colours.possible, 0.9);
                }
                MarkRole::Refuted => {
                    let (x, y) = (short(x - 20.0), short(y - 20.0));
                    self.line(
                        &format!("M{x} {y}l40 40m0 -40l-40 40"),
                        colours.royal,
                        9.0,
                        0.9,
                    );
                }
                MarkRole::Held => {
                    let (x, y) = (short(x - 42.0), short(y - 42.0));
                    let d = format!("M{x} {y}m0 22v-22h22m40 0h22v22m0 40v22h-22m-40 0h-22v-22");
                    self.line(&d, colours.held, 8.0, 1.0);
                }
            }
        }
    }

    /// Draws arrows through the centres of cells.
    pub(super) fn arrows(&mut self, arrows: &[Arrow]) {
        let colours = self.colours;
        for arrow in arrows {
            let colour = match arrow.role {
                ArrowRole::Attack => colours.attack,
                ArrowRole::Wanted => colours.blocker,
                ArrowRole::Possible => colours.possible,
            };
            let places = arrow.path.iter().filter_map(|&cell| self.place(cell));
            let points: Vec<(f64, f64)> = places.map(|place| place.middle).collect();
            let [.., before, end] = points[..] else {
                continue;
            };
            let (dx, dy) = (end.0 - before.0, end.1 - before.1);
            let length = dx.hypot(dy);
            if length < 1.0 {
                continue;
            }
            let (dx, dy) = (dx / length, dy / length);
            let back = |along: f64, across: f64| {
                let x = end.0 - along * dx - across * dy;
                let y = end.1 - along * dy + across * dx;
                format!("{} {}", short(x), short(y))
            };
            let mut d = String::new();
            for (i, point) in points[..points.len() - 1].iter().enumerate() {
                let command = if i == 0 { "M" } else { "L" };
                d += &format!("{command}{} {}", short(point.0), short(point.1));
            }
            d += &format!("L{}", back(30.0, 0.0));
            self.line(&d, colour, 10.0, 0.85);
            let head = format!(
                "M{}L{}L{}Z",
                back(2.0, 0.0),
                back(34.0, 18.0),
                back(34.0, -18.0)
            );
            self.fill(&head, colour, 0.95);
        }
    }

    /// Draws a piece.
    pub(super) fn piece(&mut self, definition: &Definition, piece: &PieceOnBoard) {
        let kind = piece.piece.kind;
        let picture = self
            .drawings
            .entry(kind)
            .or_insert_with(|| drawing(definition, kind))
            .clone();
        let colours = match piece.piece.side {
            Side::White => self.colours.white,
            Side::Black => self.colours.black,
        };
        let cells = along_axis(definition, piece);
        let mut places: Vec<(f64, f64)> = cells
            .iter()
            .map(|&cell| self.geometry.place(cell).middle)
            .collect();
        if places.first().map(|place| place.0) > places.last().map(|place| place.0) {
            // The board is turned, but the piece is not.
            places.reverse();
        }
        let in_a_row = places.windows(2).all(|pair| {
            (pair[1].0 - pair[0].0 - CELL).abs() < 0.1 && (pair[1].1 - pair[0].1).abs() < 0.1
        });
        let first = places.first().copied().unwrap_or_default();
        if places.len() == 1 || in_a_row {
            let width = CELL * places.len() as f64;
            let x = first.0 - CELL / 2.0 + width * (1.0 - PIECE) / 2.0;
            let y = first.1 - CELL / 2.0 + CELL * (1.0 - PIECE) / 2.0;
            put!(
                self,
                r#"<g transform="translate({} {}) scale({PIECE})">"#,
                short(x),
                short(y)
            );
            self.shapes(&picture, colours);
            put!(self, "</g>");
            return;
        }
        for (i, (x, y)) in places.into_iter().enumerate() {
            let side = CELL * PIECE;
            put!(
                self,
                r#"<svg x="{}" y="{}" width="{side}" height="{side}" viewBox="{} 0 100 100">"#,
                short(x - side / 2.0),
                short(y - side / 2.0),
                100 * i
            );
            self.shapes(&picture, colours);
            put!(self, "</svg>");
        }
    }

    fn shapes(&mut self, picture: &PieceDrawing, [fill, line]: [&str; 2]) {
        if self.set == PieceSet::Solid {
            self.solid(picture, [fill, line]);
            return;
        }
        put!(
            self,
            r#"<g stroke="{line}" stroke-width="{LINE_WIDTH}" stroke-linecap="round" stroke-linejoin="round">"#
        );
        for shape in &picture.shapes {
            let fill = match shape.role {
                ShapeRole::Body => fill,
                ShapeRole::Detail => "none",
            };
            put!(self, r#"<path d="{}" fill="{fill}"/>"#, shape.d);
        }
        put!(self, "</g>");
    }

    /// Draws a piece as one figure: all bodies with a heavy outline, then all bodies without
    /// one, then the details. The outline of a dark piece is as dark as its fill.
    fn solid(&mut self, picture: &PieceDrawing, [fill, line]: [&str; 2]) {
        let edge = if fill == self.colours.black[0] {
            fill
        } else {
            line
        };
        let drawn = |role: ShapeRole| {
            let shapes = picture
                .shapes
                .iter()
                .filter(move |shape| shape.role == role);
            shapes.map(|shape| shape.d.as_str()).collect::<String>()
        };
        let (bodies, details) = (drawn(ShapeRole::Body), drawn(ShapeRole::Detail));
        put!(
            self,
            r#"<path d="{bodies}" fill="{edge}" stroke="{edge}" stroke-width="{SOLID_LINE}" stroke-linejoin="round"/><path d="{bodies}" fill="{fill}"/>"#
        );
        self.line(&details, line, LINE_WIDTH, 1.0);
    }

    /// Draws the coordinates.
    pub(super) fn labels(&mut self) {
        for label in &self.geometry.labels {
            let scale = label.scale;
            let mut x = label.at.0 - glyphs::text_width(&label.text) * scale / 2.0;
            let y = label.at.1 - 7.0 * scale;
            let mut d = String::new();
            for letter in label.text.chars() {
                if let Some(strokes) = glyphs::glyph(letter) {
                    d += &place(strokes, scale, x, y);
                }
                x += (glyphs::width(letter) + glyphs::GAP) * scale;
            }
            self.line(&d, self.colours.ink, 1.6 * scale, 1.0);
        }
    }

    /// The complete SVG.
    pub(super) fn finish(self, position: &Position, size_px: u32) -> String {
        let (width, height) = self.geometry.size;
        let scale = f64::from(size_px) / width.max(height);
        let pixels = |side: f64| (side * scale).round().max(1.0);
        let definition = position.game().definition();
        let title = format!("{}: {}", definition.title(), format_position(position));
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="0 0 {w} {h}" preserveAspectRatio="none" role="img"><title>{}</title><rect width="{w}" height="{h}" fill="{}"/>{}</svg>"#,
            pixels(width),
            pixels(height),
            escape(&title),
            self.colours.paper,
            self.text,
            w = short(width),
            h = short(height),
        )
    }
}

/// The cells of a piece in the order of the axis that it spans.
fn along_axis(definition: &Definition, piece: &PieceOnBoard) -> Vec<Cell> {
    let mut cells: Vec<Cell> = piece.body.iter().collect();
    if let Some(span) = definition.piece(piece.piece.kind).span {
        let chart = &definition.board().charts()[span.chart];
        cells.sort_by_key(|&cell| chart.coordinate(cell)[span.axis]);
    }
    cells
}
