//! The visible part of a board.

use crate::draw::SheetLayout;
use hyperrook_geometry::Cell;
use ratatui::layout::Rect;

/// How the board was last drawn.
#[derive(Debug, Default)]
pub(super) struct Viewport {
    /// The layout.
    pub(super) layout: Option<SheetLayout>,
    /// The first column and row of the scrolled part.
    pub(super) scroll: (usize, usize),
    /// The area of the board on the screen.
    pub(super) area: Rect,
}

impl Viewport {
    /// The cell at a column and row of the screen.
    pub(super) fn cell_at(&self, column: u16, row: u16) -> Option<Cell> {
        let layout = self.layout.as_ref()?;
        if !self.area.contains((column, row).into()) {
            return None;
        }
        let window = Window::new(layout, self.area, self.scroll);
        let x = window.column(usize::from(column - self.area.x));
        let y = window.row(usize::from(row - self.area.y));
        layout.cell_at(x, y)
    }
}

/// The visible characters of a sheet.
pub(super) struct Window {
    pub(super) scroll: (usize, usize),
    pub(super) left: usize,
    /// The height of the part that scrolls.
    pub(super) body_height: usize,
    /// The first row of the part that does not scroll.
    pub(super) bottom: usize,
}

impl Window {
    pub(super) fn new(layout: &SheetLayout, area: Rect, scroll: (usize, usize)) -> Window {
        let height = usize::from(area.height);
        Window {
            scroll,
            left: layout.frozen_left,
            body_height: height.saturating_sub(layout.frozen_bottom),
            bottom: layout.height - layout.frozen_bottom,
        }
    }

    pub(super) fn column(&self, x: usize) -> usize {
        if x < self.left { x } else { x + self.scroll.0 }
    }

    pub(super) fn row(&self, y: usize) -> usize {
        match y.checked_sub(self.body_height) {
            Some(below) => self.bottom + below,
            None => y + self.scroll.1,
        }
    }
}
