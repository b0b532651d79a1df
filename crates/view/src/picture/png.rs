//! Pictures as PNG.

use super::svg::{Picture, PictureError, board_svg};
use hyperrook_rules::Position;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// A picture of a position as PNG. `size_px` is the length of its longer side.
///
/// # Errors
/// If the size is not within [`super::SIZES_PX`].
pub fn board_png(
    position: &Position,
    picture: &Picture,
    size_px: u32,
) -> Result<Vec<u8>, PictureError> {
    let svg = board_svg(position, picture, size_px)?;
    rasterize(&svg)
}

/// Renders one of our SVGs at its own size.
pub(crate) fn rasterize(svg: &str) -> Result<Vec<u8>, PictureError> {
    let fault = |what: String| PictureError::Drawing(what);
    let tree = Tree::from_str(svg, &Options::default()).map_err(|e| fault(e.to_string()))?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height())
        .ok_or_else(|| fault("the SVG has no size".to_owned()))?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| fault(e.to_string()))
}
