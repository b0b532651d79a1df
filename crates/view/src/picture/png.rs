//! Pictures as PNG and as pixels.

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

/// A picture of a position as pixels: width, height, and red, green and blue of each pixel, row
/// by row. `size_px` is the length of its longer side.
///
/// # Errors
/// If the size is not within [`super::SIZES_PX`].
pub fn board_rgb(
    position: &Position,
    picture: &Picture,
    size_px: u32,
) -> Result<(u32, u32, Vec<u8>), PictureError> {
    let pixels = render(&board_svg(position, picture, size_px)?)?;
    // The background is opaque, so nothing is left of the fourth byte.
    let colours = pixels.data().chunks_exact(4).flat_map(|pixel| &pixel[..3]);
    Ok((pixels.width(), pixels.height(), colours.copied().collect()))
}

/// Renders one of our SVGs at its own size, as PNG.
pub(crate) fn rasterize(svg: &str) -> Result<Vec<u8>, PictureError> {
    let pixels = render(svg)?;
    pixels
        .encode_png()
        .map_err(|error| PictureError::Drawing(error.to_string()))
}

fn render(svg: &str) -> Result<Pixmap, PictureError> {
    let fault = |what: String| PictureError::Drawing(what);
    let tree = Tree::from_str(svg, &Options::default()).map_err(|e| fault(e.to_string()))?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height())
        .ok_or_else(|| fault("the SVG has no size".to_owned()))?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    Ok(pixels)
}
