//! Drawings of pieces.
//!
//! The drawing of a piece is found by the piece's name. The files in `crates/view/pieces`
//! are SVG that any editor can open: a square of 100 units with the piece on the line `y =
//! 90`, and paths of the classes `body` and `detail`, as [`crate::types::PieceDrawing`]
//! describes. Pieces with other names get a token with their letter and the directions of
//! their moves ([`mod@token`]), so that every game can be drawn.

pub(crate) mod glyphs;
pub(crate) mod path;
mod shipped;
mod token;

use crate::types::{PieceDrawing, PieceShape, ShapeRole};
use hyperrook_rules::{Definition, Kind};

/// The width of all lines of a drawing. A cell is 100 wide.
pub(crate) const LINE_WIDTH: f64 = 4.0;

/// The drawing of a piece.
pub(crate) fn drawing(definition: &Definition, kind: Kind) -> PieceDrawing {
    let one = shipped_for(definition, kind).unwrap_or_else(|| token::shapes(definition, kind));
    let cells = definition.piece(kind).span.map_or(1, |span| span.length);
    PieceDrawing {
        view_box: format!("0 0 {} 100", 100 * cells),
        shapes: match cells {
            1 => one,
            _ => row(&one, cells),
        },
    }
}

/// The drawing from the files, unless an earlier piece of the game has the same one.
fn shipped_for(definition: &Definition, kind: Kind) -> Option<Vec<PieceShape>> {
    let file = |kind: Kind| shipped::file(&definition.piece(kind).name);
    let text = file(kind)?;
    let taken = definition
        .kinds()
        .take(kind.index())
        .any(|other| file(other).is_some_and(|other| std::ptr::eq(other, text)));
    (!taken).then(|| read(text))
}

/// The paths of a file that are bodies or details.
fn read(text: &str) -> Vec<PieceShape> {
    let Ok(document) = roxmltree::Document::parse(text) else {
        return Vec::new();
    };
    let paths = document
        .descendants()
        .filter(|node| node.has_tag_name("path"));
    let shapes = paths.filter_map(|path| {
        let role = match path.attribute("class")? {
            "body" => ShapeRole::Body,
            "detail" => ShapeRole::Detail,
            _ => return None,
        };
        let d = path.attribute("d")?.to_owned();
        Some(PieceShape { d, role })
    });
    shapes.collect()
}

/// The drawing of a piece that spans several cells: the figure on each of them, joined by a
/// bar, on one base.
fn row(one: &[PieceShape], cells: usize) -> Vec<PieceShape> {
    let body = |d: String| PieceShape {
        d,
        role: ShapeRole::Body,
    };
    let end = 100 * cells;
    let mut shapes = vec![body(format!("M50 60H{}V74H50Z", end - 50))];
    for cell in 0..cells {
        let moved = one.iter().map(|shape| PieceShape {
            d: path::place(&shape.d, 1.0, (100 * cell) as f64, 0.0),
            role: shape.role,
        });
        shapes.extend(moved);
    }
    shapes.push(body(format!(
        "M18 90V85Q18 79 25 79H{}Q{1} 79 {1} 85V90Z",
        end - 25,
        end - 18
    )));
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_rules::{GameFile, SHIPPED};
    use std::collections::BTreeSet;

    #[test]
    fn every_file_is_read_whole() {
        for (names, text) in shipped::FILES {
            let shapes = read(text);
            assert_eq!(shapes.len(), text.matches("<path").count(), "{names:?}");
            assert!(shapes.iter().any(|shape| shape.role == ShapeRole::Body));
            for shape in &shapes {
                let box_ = path::bounds(&shape.d).expect("a path");
                let (left, top, right, bottom) = box_;
                let fits = left >= 2.0 && top >= 2.0 && right <= 98.0 && bottom <= 90.1;
                assert!(fits, "{names:?} {box_:?}");
            }
        }
    }

    #[test]
    fn pieces_of_one_game_look_different() {
        for (name, _) in SHIPPED {
            let file = GameFile::shipped(name).unwrap();
            for options in file.combinations() {
                let definition = file.define(&options).unwrap();
                let all: Vec<String> = definition
                    .kinds()
                    .map(|kind| format!("{:?}", drawing(&definition, kind)))
                    .collect();
                assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
                for kind in definition.kinds() {
                    let name = &definition.piece(kind).name;
                    assert!(shipped_for(&definition, kind).is_some(), "{name}");
                }
            }
        }
    }

    #[test]
    fn a_piece_of_several_cells_is_one_picture() {
        let definition = GameFile::shipped("gateway").unwrap().define(&[]).unwrap();
        let king = drawing(&definition, definition.kind('K').unwrap());
        assert_eq!(king.view_box, "0 0 400 100");
        let right = king.shapes.iter().map(|s| path::bounds(&s.d).unwrap().2);
        assert!(right.fold(0.0, f64::max) > 350.0);
    }
}
