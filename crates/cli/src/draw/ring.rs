//! Layouts of rings: cells around a rectangle, or a table of sectors.

use super::layout::{SheetLabel, SheetLayout, Style};
use hyperrook_geometry::{Board, Cell, Place};

pub(super) fn layout(board: &Board, cells: usize, sectors: usize, style: &Style) -> SheetLayout {
    // The number of cells around a rectangle is always even.
    if style.round && cells.is_multiple_of(2) && cells >= 8 {
        round(board, cells, sectors, style)
    } else {
        table(board, cells, sectors, style)
    }
}

/// Column and row (in cells) of each place around the rectangle, counterclockwise from the
/// lower left corner.
fn around(columns: usize, rows: usize) -> Vec<(usize, usize)> {
    let (right, bottom) = (columns - 1, rows - 1);
    let mut track = Vec::new();
    track.extend((0..right).map(|x| (x, bottom)));
    track.extend((1..=bottom).rev().map(|y| (right, y)));
    track.extend((1..=right).rev().map(|x| (x, 0)));
    track.extend((0..bottom).map(|y| (0, y)));
    track
}

fn round(board: &Board, cells: usize, sectors: usize, style: &Style) -> SheetLayout {
    let size = style.cell;
    let half = (cells + 4) / 2;
    let columns = half.div_ceil(2);
    let rows = half - columns;
    let track = around(columns, rows);
    // Turn the ring so that the anchor is in the middle of the bottom.
    let turn = |cell: Cell| {
        let n = board.place(cell).file;
        (n + cells - board.place(style.anchor).file + (columns - 1) / 2) % cells
    };
    let names_inside = size.width >= 5 && size.height >= 2;
    // Leave room for names or sector letters around the ring.
    let (left, top) = (3, 1);
    let (right, bottom) = (left + columns * size.width, top + rows * size.height);
    let mut layout = SheetLayout {
        width: right + left,
        height: bottom + 1,
        frozen_left: 0,
        frozen_bottom: 0,
        cell: size,
        names_inside,
        corners: Vec::new(),
        dark: Vec::new(),
        labels: Vec::new(),
        inside: Some((
            left + size.width + 1,
            top + size.height,
            (columns - 2) * size.width - 2,
            (rows - 2) * size.height,
        )),
        style: *style,
    };
    let per_sector = cells / sectors;
    for cell in board.cells() {
        let n = board.place(cell).file;
        let (column, row) = track[turn(cell)];
        let (x, y) = (left + column * size.width, top + row * size.height);
        layout.corners.push((x, y));
        layout.dark.push(n.is_multiple_of(2));
        let text = if names_inside {
            if n % per_sector != (per_sector - 1) / 2 {
                continue;
            }
            board.name(cell)[..1].to_uppercase()
        } else {
            board.name(cell)
        };
        let middle_x = x + (size.width - 1) / 2 - usize::from(text.len() > 1 && size.width < 4);
        let middle_y = y + (size.height - 1) / 2;
        let (x, y) = if row == 0 {
            (middle_x, 0)
        } else if row == rows - 1 {
            (middle_x, bottom)
        } else if column == 0 {
            (2usize.saturating_sub(text.len()), middle_y)
        } else {
            (right + 1, middle_y)
        };
        layout.labels.push(SheetLabel { x, y, text });
    }
    layout
}

fn table(board: &Board, cells: usize, sectors: usize, style: &Style) -> SheetLayout {
    let size = style.cell;
    let per_sector = cells / sectors;
    let left = 2;
    let mut layout = SheetLayout {
        width: left + per_sector * size.width,
        height: sectors * size.height + 1,
        frozen_left: left,
        frozen_bottom: 1,
        cell: size,
        names_inside: size.width >= 5 && size.height >= 2,
        corners: Vec::new(),
        dark: Vec::new(),
        labels: Vec::new(),
        inside: None,
        style: *style,
    };
    let row = |sector: usize| {
        if style.flipped {
            sectors - 1 - sector
        } else {
            sector
        }
    };
    for cell in board.cells() {
        let Place { file: n, .. } = board.place(cell);
        let (sector, number) = (n / per_sector, n % per_sector);
        layout
            .corners
            .push((left + number * size.width, row(sector) * size.height));
        layout.dark.push(n.is_multiple_of(2));
        if number == 0 {
            layout.labels.push(SheetLabel {
                x: 0,
                y: row(sector) * size.height + (size.height - 1) / 2,
                text: board.name(cell)[..1].to_owned(),
            });
        }
        if sector == 0 {
            layout.labels.push(SheetLabel {
                x: left + number * size.width + (size.width - 1) / 2,
                y: sectors * size.height,
                text: (number + 1).to_string(),
            });
        }
    }
    layout
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cells_of_a_ring_are_visited_once() {
        for (columns, rows) in [(3, 3), (13, 13), (5, 4)] {
            let track = around(columns, rows);
            assert_eq!(track.len(), 2 * (columns + rows) - 4);
            for (i, &(x, y)) in track.iter().enumerate() {
                let (u, v) = track[(i + 1) % track.len()];
                assert_eq!(x.abs_diff(u) + y.abs_diff(v), 1, "{i}");
            }
        }
    }
}
