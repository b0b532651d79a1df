//! Pictures of positions.

use crate::errors::value;
use hyperrook_rules::Position;
use hyperrook_view::types::{Mark, MarkRole, SideName};
use hyperrook_view::{Picture, PieceSet, SIZES_PX, Theme, board_png, board_rgb, board_svg};
use pyo3::prelude::*;

/// The length of the longer side of pictures in notebooks, in pixels.
const NOTEBOOK_PX: i64 = 420;

/// The picture that a notebook shows.
pub(crate) fn plain(position: &Position) -> PyResult<String> {
    svg(position, &Picture::default(), NOTEBOOK_PX)
}

/// Checks the arguments of a picture and collects its content.
pub(crate) fn picture(
    theme: &str,
    pieces: &str,
    below: hyperrook_rules::Side,
    coordinates: bool,
    last: Vec<usize>,
    marks: Vec<usize>,
) -> PyResult<Picture> {
    let theme = Theme::named(theme).ok_or_else(|| value("the theme is \"light\" or \"dark\""))?;
    let pieces =
        PieceSet::named(pieces).ok_or_else(|| value("the pieces are \"outlined\" or \"solid\""))?;
    let role = MarkRole::Escape;
    Ok(Picture {
        theme,
        pieces,
        below: Some(SideName::from(below)),
        bare: !coordinates,
        last,
        marks: marks.into_iter().map(|cell| Mark { cell, role }).collect(),
        arrows: Vec::new(),
    })
}

/// Checks the size of a picture.
fn size(size_px: i64) -> PyResult<u32> {
    let allowed = u32::try_from(size_px).ok();
    allowed
        .filter(|size| SIZES_PX.contains(size))
        .ok_or_else(|| {
            let (least, most) = (SIZES_PX.start(), SIZES_PX.end());
            value(format!(
                "the size is {least} to {most} pixels, not {size_px}"
            ))
        })
}

/// A picture as SVG.
pub(crate) fn svg(position: &Position, picture: &Picture, size_px: i64) -> PyResult<String> {
    board_svg(position, picture, size(size_px)?).map_err(|error| value(error.to_string()))
}

/// A picture as PNG.
pub(crate) fn png(position: &Position, picture: &Picture, size_px: i64) -> PyResult<Vec<u8>> {
    board_png(position, picture, size(size_px)?).map_err(|error| value(error.to_string()))
}

/// A picture as pixels: width, height, and three bytes per pixel.
pub(crate) fn pixels(
    position: &Position,
    last: Vec<usize>,
    size_px: i64,
) -> PyResult<(u32, u32, Vec<u8>)> {
    let picture = Picture {
        last,
        ..Picture::default()
    };
    let drawn = board_rgb(position, &picture, size(size_px)?);
    drawn.map_err(|error| value(error.to_string()))
}
