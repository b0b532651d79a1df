//! Pictures of men.

use crate::types::{Drawing, Role, Shape};
use hyperrook_rules::{Definition, Kind};

/// The picture of a man.
pub(crate) fn drawing(definition: &Definition, kind: Kind) -> Drawing {
    let cells = definition.man(kind).span.map_or(1, |span| span.length);
    let width = 100 * cells;
    Drawing {
        view_box: format!("0 0 {width} 100"),
        shapes: vec![Shape {
            d: format!("M20 20h{}v70h-{}z", width - 40, width - 40),
            role: Role::Body,
        }],
    }
}
