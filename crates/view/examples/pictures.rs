//! Draws all pieces of the shipped games at 24, 48 and 96 pixels, pieces without a drawing
//! of their own, and all boards, to check them by eye.
//!
//! `cargo run -p hyperrook-view --example pictures -- FOLDER`

use hyperrook_rules::{Game, GameFile, SHIPPED};
use hyperrook_view::types::{PieceDrawing, ShapeRole, SideName};
use hyperrook_view::{Picture, Theme, board_png, info};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Pieces without a drawing of their own.
const OTHERS: &str = r#"
format = 1
name = "others"
title = "Others"
about = "Pieces without a picture."
credit = "nobody"
[board]
drawn = "flat"
files = 9
ranks = 9
[charts.flat]
axes = ["file", "rank, forward"]
[pieces.K]
name = "king"
royal = true
moves = "K"
[pieces.A]
name = "amazon"
moves = "Q N"
[pieces.C]
name = "camel"
moves = "(3.1)"
[pieces.G]
name = "gold"
moves = "W fF"
[pieces.L]
name = "lance"
moves = "fR"
[pieces.S]
name = "silver"
moves = "F fW"
[pieces.D]
name = "dragon"
moves = "R F"
[pieces.Z]
name = "zebra"
moves = "(3.2)"
[start]
board = "k8/9/9/9/9/9/9/9/K8"
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("say which folder")?;
    let folder = Path::new(&folder);
    let mut games = Vec::new();
    for (name, _) in SHIPPED {
        let file = GameFile::shipped(name).ok_or("a shipped game")?;
        games.push(Game::new(file.define(&[])?)?);
    }
    let others = GameFile::parse("others.toml", OTHERS).map_err(|f| format!("{f:?}"))?;
    games.push(Game::new(others.define(&[])?)?);
    let mut pieces: Vec<PieceDrawing> = Vec::new();
    for piece in games.iter().flat_map(|game| info(game).pieces) {
        if !pieces.contains(&piece.drawing) {
            pieces.push(piece.drawing);
        }
    }
    for size in [24, 48, 96] {
        let columns = 960 / size;
        fs::write(
            folder.join(format!("pieces-{size}.png")),
            sheet(&pieces, size, columns)?,
        )?;
    }
    for game in &games {
        for (theme, name, below) in [
            (Theme::Light, "light", SideName::White),
            (Theme::Dark, "dark", SideName::Black),
        ] {
            let picture = Picture {
                theme,
                below: Some(below),
                ..Picture::default()
            };
            let png = board_png(&game.start(), &picture, 1000)?;
            let file = format!("{}-{name}.png", game.definition().name());
            fs::write(folder.join(file), png)?;
        }
    }
    Ok(())
}

/// All pieces of both sides on both colours of cells.
fn sheet(pieces: &[PieceDrawing], size: usize, columns: usize) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut body = String::new();
    let (mut x, mut y) = (0, 0);
    for piece in pieces {
        let cells = (piece.view_box.split(' ').nth(2).ok_or("a width")?).parse::<usize>()? / 100;
        for (fill, line) in [("#ffffff", "#26221d"), ("#26221d", "#f6f2ea")] {
            for ground in ["#efe4cf", "#b99a76"] {
                if x + cells > columns {
                    (x, y) = (0, y + 1);
                }
                write!(
                    body,
                    r#"<rect x="{}" y="{}" width="{}" height="{size}" fill="{ground}"/><svg x="{}" y="{}" width="{}" height="{size}" viewBox="{}"><g stroke="{line}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round">"#,
                    x * size,
                    y * size,
                    cells * size,
                    x * size,
                    y * size,
                    cells * size,
                    piece.view_box
                )?;
                for shape in &piece.shapes {
                    let fill = if shape.role == ShapeRole::Body {
                        fill
                    } else {
                        "none"
                    };
                    write!(body, r#"<path d="{}" fill="{fill}"/>"#, shape.d)?;
                }
                body.push_str("</g></svg>");
                x += cells;
            }
        }
    }
    let (width, height) = (columns * size, (y + 1) * size);
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">{body}</svg>"#
    );
    let tree = Tree::from_str(&svg, &Options::default())?;
    let mut pixels = Pixmap::new(width as u32, height as u32).ok_or("pixels")?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    Ok(pixels.encode_png()?)
}
