//! Pictures of positions, as SVG and PNG.
//!
//! The board is laid out by its drawing: one grid, in blocks if it is a board of boards;
//! levels side by side, with marks on places without a cell; hexagons; or a ring with its
//! sectors. No fonts are needed, because coordinates are drawn as strokes.

mod draw;
mod geometry;
mod png;
mod svg;
mod theme;

pub use png::{board_png, board_rgb};
pub use svg::{Picture, PictureError, SIZES_PX, board_svg};
pub use theme::{PieceSet, Theme};
