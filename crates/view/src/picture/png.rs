//! Pixels.

use super::{Picture, board_svg};
use hyperrook_rules::Position;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PictureError {
    /// It would be too large or too small.
    #[error("{0} pixels are no size of a picture; it can have 32 to 4096")]
    Size(u32),
    /// The picture could not be made; the shapes of all pieces are tested, so this
    /// is not expected.
    #[error("the picture cannot be made: {0}")]
    Drawing(String),
}

/// A position as PNG, so many pixels on its longer side.
///
/// # Errors
/// If the size is none of [`super::SIZES_PX`].
pub fn board_png(
    position: &Position,
    picture: &Picture,
    size_px: u32,
) -> Result<Vec<u8>, PictureError> {
    let svg = board_svg(position, picture, size_px)?;
    rasterize(&svg)
}

/// An SVG of ours in pixels, at its own size.
pub(crate) fn rasterize(svg: &str) -> Result<Vec<u8>, PictureError> {
    let fault = |what: String| PictureError::Drawing(what);
    let tree = Tree::from_str(svg, &Options::default()).map_err(|e| fault(e.to_string()))?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height())
        .ok_or_else(|| fault("it has no pixels".to_owned()))?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| fault(e.to_string()))
}
