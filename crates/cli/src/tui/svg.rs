//! Screens as SVG pictures.

use hyperrook_notation::words::escape;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use std::fmt::Write;

/// Width and height of a character, in pixels.
const CELL: (f32, f32) = (8.4, 17.0);

/// The background colour, and the default colour of text.
const SCREEN: &str = "#1b1d23";
const LETTERS: &str = "#d7d9de";

/// Writes a screen as SVG. `about` is its description in the file.
pub(super) fn write(buffer: &Buffer, about: &str) -> String {
    let (width, height) = (buffer.area.width, buffer.area.height);
    let mut out = String::new();
    let size = (
        f32::from(width) * CELL.0 + 16.0,
        f32::from(height) * CELL.1 + 16.0,
    );
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.1} {:.1}\" \
         font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"14\">",
        size.0, size.1
    );
    let _ = writeln!(out, "<title>{}</title>", escape(about));
    let _ = writeln!(
        out,
        "<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"{SCREEN}\"/>"
    );
    for y in 0..height {
        let row: Vec<&Cell> = (0..width).map(|x| &buffer[(x, y)]).collect();
        grounds(&mut out, &row, y);
        letters(&mut out, &row, y);
    }
    out.push_str("</svg>\n");
    out
}

/// Left and top edge of a character.
fn corner(x: usize, y: u16) -> (f32, f32) {
    (x as f32 * CELL.0 + 8.0, f32::from(y) * CELL.1 + 8.0)
}

fn grounds(out: &mut String, row: &[&Cell], y: u16) {
    let mut x = 0;
    for run in row.chunk_by(|a, b| colours(a).1 == colours(b).1) {
        if let Some(colour) = colours(run[0]).1 {
            let (left, top) = corner(x, y);
            let _ = writeln!(
                out,
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" \
                 fill=\"{colour}\"/>",
                run.len() as f32 * CELL.0,
                CELL.1
            );
        }
        x += run.len();
    }
}

fn letters(out: &mut String, row: &[&Cell], y: u16) {
    let mut x = 0;
    let bold = |cell: &Cell| cell.modifier.contains(Modifier::BOLD);
    for run in row.chunk_by(|a, b| {
        colours(a).0 == colours(b).0
            && bold(a) == bold(b)
            && (a.symbol() == " ") == (b.symbol() == " ")
    }) {
        let text: String = run.iter().map(|cell| cell.symbol()).collect();
        if !text.trim().is_empty() {
            let (left, top) = corner(x, y);
            let fill = colours(run[0]).0;
            let weight = if bold(run[0]) {
                " font-weight=\"bold\""
            } else {
                ""
            };
            let _ = writeln!(
                out,
                "<text x=\"{left:.1}\" y=\"{:.1}\" fill=\"{}\"{weight} textLength=\"{:.1}\">{}</text>",
                top + 12.5,
                fill.as_deref().unwrap_or(LETTERS),
                run.len() as f32 * CELL.0,
                escape(&text)
            );
        }
        x += run.len();
    }
}

/// The colours of the text and of the background.
fn colours(cell: &Cell) -> (Option<String>, Option<String>) {
    let (letter, ground) = (colour(cell.fg), colour(cell.bg));
    if cell.modifier.contains(Modifier::REVERSED) {
        let letter = letter.unwrap_or_else(|| LETTERS.to_owned());
        return (
            Some(ground.unwrap_or_else(|| SCREEN.to_owned())),
            Some(letter),
        );
    }
    (letter, ground)
}

/// A colour of the usual palette of 256: 16 to 231 form a cube, followed by greys.
fn colour(colour: Color) -> Option<String> {
    let Color::Indexed(n) = colour else {
        return None;
    };
    let level = |n: u8| if n == 0 { 0 } else { 55 + 40 * u32::from(n) };
    let (r, g, b) = match n {
        0..16 => return None,
        16..232 => {
            let n = n - 16;
            (level(n / 36), level(n / 6 % 6), level(n % 6))
        }
        _ => {
            let grey = 8 + 10 * u32::from(n - 232);
            (grey, grey, grey)
        }
    };
    Some(format!("#{r:02x}{g:02x}{b:02x}"))
}
