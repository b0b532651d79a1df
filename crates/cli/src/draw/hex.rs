//! Layouts of boards of hexagons: every cell is between the two cells of the next row or
//! column.

use super::layout::{CellSize, SheetLabel, SheetLayout, Style};
use hyperrook_geometry::{Board, Cell, HexShift, Place};

pub(super) fn layout(board: &Board, shift: HexShift, style: &Style) -> SheetLayout {
    let (files, ranks, _) = board.extent();
    // The distances of a step by a file and by a rank, to the right and up. A cell with an
    // even size is in the middle between its two neighbours.
    let size = CellSize {
        width: style.cell.width,
        height: style.cell.height,
    };
    let (file_step, rank_step) = match shift {
        HexShift::Files => ((size.width + 1, size.height), (0, 2 * size.height)),
        HexShift::Ranks => ((2 * size.width, 0), (size.width, size.height)),
    };
    let raw = |place: Place| {
        let x = (place.file * file_step.0 + place.rank * rank_step.0) as isize;
        let y = (place.file * file_step.1 + place.rank * rank_step.1) as isize;
        // Up means towards smaller rows.
        if style.flipped { (-x, y) } else { (x, -y) }
    };
    let all = || board.cells().map(|cell| raw(board.place(cell)));
    let (min_x, max_x) = bounds(all().map(|at| at.0));
    let (min_y, max_y) = bounds(all().map(|at| at.1));
    let left = ranks.to_string().len() + 1;
    let corner = |cell: Cell| {
        let (x, y) = raw(board.place(cell));
        (left + (x - min_x) as usize, (y - min_y) as usize)
    };
    let mut labels = Vec::new();
    for file in 0..files {
        let column = board.cells().filter(|&cell| board.place(cell).file == file);
        let lowest = column.max_by_key(|&cell| corner(cell).1);
        if let Some((x, y)) = lowest.map(corner) {
            labels.push(SheetLabel {
                x: x + (size.width - 1) / 2,
                y: y + size.height,
                text: char::from(b'a' + file as u8).to_string(),
            });
        }
    }
    for rank in 0..ranks {
        let row = board.cells().filter(|&cell| board.place(cell).rank == rank);
        let first = row.min_by_key(|&cell| corner(cell).0);
        if let Some((x, y)) = first.map(corner) {
            let text = (rank + 1).to_string();
            labels.push(SheetLabel {
                x: x.saturating_sub(text.len()),
                y: y + (size.height - 1) / 2,
                text,
            });
        }
    }
    SheetLayout {
        width: left + (max_x - min_x) as usize + size.width,
        height: (max_y - min_y) as usize + size.height + 1,
        frozen_left: 0,
        frozen_bottom: 0,
        cell: size,
        names_inside: size.width >= 5 && size.height >= 2,
        corners: board.cells().map(corner).collect(),
        dark: board
            .cells()
            .map(|cell| shift.colour(board.place(cell)) == 0)
            .collect(),
        labels,
        inside: None,
        style: *style,
    }
}

fn bounds(values: impl Iterator<Item = isize>) -> (isize, isize) {
    values.fold((isize::MAX, isize::MIN), |(low, high), value| {
        (low.min(value), high.max(value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_geometry::{AxisSpec, BoardSpec, ChartSpec, Drawing};

    #[test]
    fn no_two_cells_overlap() {
        for shift in [HexShift::Files, HexShift::Ranks] {
            let board = Board::new(&BoardSpec {
                drawing: Drawing::Hex {
                    files: 5,
                    ranks: 5,
                    shift,
                },
                missing: "a1..a2 b1 d5 e4..e5".to_owned(),
                charts: vec![ChartSpec {
                    name: "board".to_owned(),
                    axes: ["file", "rank"]
                        .map(|name| AxisSpec {
                            name: name.to_owned(),
                            source: name.parse().unwrap(),
                            cyclic: false,
                        })
                        .to_vec(),
                    addressed: false,
                }],
            })
            .unwrap();
            for flipped in [false, true] {
                let style = Style {
                    flipped,
                    ..Style::plain(&board, Cell::default())
                };
                let sheet = layout(&board, shift, &style);
                for (i, &(x, y)) in sheet.corners.iter().enumerate() {
                    assert!(x + sheet.cell.width <= sheet.width);
                    assert!(y + sheet.cell.height < sheet.height);
                    for &(u, v) in &sheet.corners[..i] {
                        assert!(x.abs_diff(u) >= sheet.cell.width || y.abs_diff(v) >= 1);
                    }
                }
            }
        }
    }
}
