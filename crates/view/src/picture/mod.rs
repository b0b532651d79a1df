//! Pictures of positions, as SVG and PNG.
//!
//! The board is laid out by its drawing: one grid, in blocks if it is a board of boards;
//! levels side by side, with marks on places without a cell; or a ring with its sectors. No
//! fonts are needed, because coordinates are drawn as strokes.

mod draw;
mod geometry;
mod png;
mod theme;

pub use draw::escape;
pub use png::{PictureError, board_png};
pub use theme::Theme;

use crate::types::{Arrow, Mark, Side};
use draw::Canvas;
use geometry::BoardGeometry;
use hyperrook_explain::pieces::standing;
use hyperrook_rules::Position;

/// Options of a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Its colours.
    pub theme: Theme,
    /// The side at the bottom; by default White.
    pub below: Option<Side>,
    /// Whether to leave out the coordinates.
    pub bare: bool,
    /// The cells of the last move, which get a tint.
    pub last: Vec<usize>,
    /// Marked cells.
    pub marks: Vec<Mark>,
    /// Arrows.
    pub arrows: Vec<Arrow>,
}

/// The allowed lengths of the longer side of a picture, in pixels.
pub const SIZES_PX: std::ops::RangeInclusive<u32> = 32..=4096;

/// A picture of a position as SVG. `size_px` is the length of its longer side. Marks and
/// arrows on cells that the board does not have are left out.
///
/// # Errors
/// If the size is not within [`SIZES_PX`].
pub fn board_svg(
    position: &Position,
    picture: &Picture,
    size_px: u32,
) -> Result<String, PictureError> {
    if !SIZES_PX.contains(&size_px) {
        return Err(PictureError::Size(size_px));
    }
    let definition = position.game().definition();
    let below = picture.below.unwrap_or(Side::White);
    let geometry = BoardGeometry::new(definition, below.into(), !picture.bare);
    let mut canvas = Canvas::new(&geometry, picture.theme.colours());
    canvas.board();
    canvas.tint(&picture.last);
    canvas.marks_below(&picture.marks);
    for piece in standing(position) {
        canvas.piece(definition, &piece);
    }
    canvas.marks_above(&picture.marks);
    canvas.arrows(&picture.arrows);
    if !picture.bare {
        canvas.labels();
    }
    Ok(canvas.finish(position, size_px))
}
