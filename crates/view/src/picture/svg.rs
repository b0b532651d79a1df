//! Pictures as SVG.

use super::draw::Canvas;
use super::geometry::BoardGeometry;
use super::theme::{PieceSet, Theme};
use crate::types::{Arrow, Mark, SideName};
use hyperrook_explain::pieces::standing;
use hyperrook_rules::Position;
use thiserror::Error;

/// Options of a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Its colours.
    pub theme: Theme,
    /// How pieces are drawn.
    pub pieces: PieceSet,
    /// The side at the bottom; by default White.
    pub below: Option<SideName>,
    /// Whether to leave out the coordinates.
    pub bare: bool,
    /// The cells of the last move, which get a tint.
    pub last: Vec<usize>,
    /// Marked cells.
    pub marks: Vec<Mark>,
    /// Arrows.
    pub arrows: Vec<Arrow>,
}

/// Why a picture cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PictureError {
    /// The size is out of range.
    #[error("a picture cannot be {0} pixels long; choose a size from 32 to 4096")]
    Size(u32),
    /// The SVG cannot be rendered. Not expected: tests render the drawings of all pieces.
    #[error("the picture cannot be made: {0}")]
    Drawing(String),
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
    let below = picture.below.unwrap_or(SideName::White);
    let geometry = BoardGeometry::new(definition, below.into(), !picture.bare);
    let mut canvas = Canvas::new(&geometry, picture.theme.colours(), picture.pieces);
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
