//! Pictures of positions, as SVG and as PNG.
//!
//! The board is laid out from its drawing: one grid, in blocks if it is a board of
//! boards; levels side by side, with the places that are no cells to be seen; a
//! ring with its sectors. Nothing needs a font: coordinates are strokes.

mod draw;
mod ground;
mod png;
mod theme;

pub use draw::escape;
pub use png::{PictureError, board_png};
pub use theme::Theme;

use crate::types::{Arrow, Mark, Side};
use draw::Canvas;
use ground::Ground;
use hyperrook_explain::pieces::standing;
use hyperrook_rules::Position;

/// What a picture shows beside the pieces, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Its colours.
    pub theme: Theme,
    /// The side that sits below; White if it is left out.
    pub below: Option<Side>,
    /// Whether the coordinates are left out.
    pub bare: bool,
    /// Cells of the last move, to be tinted.
    pub last: Vec<usize>,
    /// Marked cells.
    pub marks: Vec<Mark>,
    /// Arrows.
    pub arrows: Vec<Arrow>,
}

/// The widths and heights that a picture can have, in pixels, the longer side.
pub const SIZES_PX: std::ops::RangeInclusive<u32> = 32..=4096;

/// A position as SVG, so many pixels on its longer side. Marks and arrows of cells
/// that the board does not have are left out.
///
/// # Errors
/// If the size is none of [`SIZES_PX`].
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
    let ground = Ground::new(definition, below.into(), !picture.bare);
    let mut canvas = Canvas::new(&ground, picture.theme.colours());
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
