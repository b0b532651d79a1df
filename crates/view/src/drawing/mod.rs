//! Pictures of pieces.
//!
//! A piece's picture is found by its name. The files in `crates/view/pieces` are SVG
//! that any editor opens: a square of 100, the piece on the line `y = 90`, paths of
//! the classes `body` and `detail`; see [`crate::types::Drawing`] for what these are. Pieces of other names get a token
//! with their letter and the directions of their moves ([`mod@token`]), so that
//! every game is drawn.

pub(crate) mod glyphs;
pub(crate) mod path;
mod shipped;
mod token;

use crate::types::{Drawing, Role, Shape};
use hyperrook_rules::{Definition, Kind};

/// Width of all lines of a picture in its own units, of which a cell has 100.
pub(crate) const LINE_WIDTH: f64 = 4.0;

/// The picture of a piece.
pub(crate) fn drawing(definition: &Definition, kind: Kind) -> Drawing {
    let one = shipped_for(definition, kind).unwrap_or_else(|| token::shapes(definition, kind));
    let cells = definition.piece(kind).span.map_or(1, |span| span.length);
    Drawing {
        view_box: format!("0 0 {} 100", 100 * cells),
        shapes: match cells {
            1 => one,
            _ => row(&one, cells),
        },
    }
}

/// The picture in the files, unless a piece before this one has the same.
fn shipped_for(definition: &Definition, kind: Kind) -> Option<Vec<Shape>> {
    let file = |kind: Kind| shipped::file(&definition.piece(kind).name);
    let text = file(kind)?;
    let taken = definition
        .kinds()
        .take(kind.index())
        .any(|other| file(other).is_some_and(|other| std::ptr::eq(other, text)));
    (!taken).then(|| read(text))
}

/// The paths of a file; others than bodies and details are left out.
fn read(text: &str) -> Vec<Shape> {
    let Ok(document) = roxmltree::Document::parse(text) else {
        return Vec::new();
    };
    let paths = document
        .descendants()
        .filter(|node| node.has_tag_name("path"));
    let shapes = paths.filter_map(|path| {
        let role = match path.attribute("class")? {
            "body" => Role::Body,
            "detail" => Role::Detail,
            _ => return None,
        };
        let d = path.attribute("d")?.to_owned();
        Some(Shape { d, role })
    });
    shapes.collect()
}

/// One piece of several cells: the figure on each of them, joined by a beam and
/// standing on one base.
fn row(one: &[Shape], cells: usize) -> Vec<Shape> {
    let body = |d: String| Shape {
        d,
        role: Role::Body,
    };
    let end = 100 * cells;
    let mut shapes = vec![body(format!("M50 60H{}V74H50Z", end - 50))];
    for cell in 0..cells {
        let moved = one.iter().map(|shape| Shape {
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
            assert!(shapes.iter().any(|shape| shape.role == Role::Body));
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
