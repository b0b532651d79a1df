//! Layouts of flat boards and stacks.

use super::layout::{SheetLabel, SheetLayout, Style};
use hyperrook_geometry::{Board, Drawing};

/// The cells along one axis of the drawing: where each coordinate starts.
struct Track {
    starts: Vec<usize>,
    len: usize,
}

/// The starts of `count` cells of `size` characters, with a gap of one between blocks of
/// `block` cells; from the last to the first if `reversed`.
fn track(count: usize, size: usize, block: usize, reversed: bool) -> Track {
    let mut starts = vec![0; count];
    let mut at = 0;
    for i in 0..count {
        let coordinate = if reversed { count - 1 - i } else { i };
        // Blocks are counted from coordinate 0, whichever end is drawn first.
        let before = if reversed { coordinate + 1 } else { coordinate };
        if i > 0 && before % block == 0 {
            at += 1;
        }
        starts[coordinate] = at;
        at += size;
    }
    Track { starts, len: at }
}

pub(super) fn layout(board: &Board, style: &Style) -> SheetLayout {
    let (files, ranks, levels) = board.extent();
    let (block_width, block_height, names) = match board.drawing() {
        Drawing::Flat { blocks, .. } => {
            let (width, height) = blocks.unwrap_or((files, ranks));
            (width, height, Vec::new())
        }
        Drawing::Stack { levels, .. } => (files, ranks, levels.clone()),
        _ => (files, ranks, Vec::new()),
    };
    let size = style.cell;
    let across = track(files, size.width, block_width, style.flipped);
    let up = track(ranks, size.height, block_height, !style.flipped);

    let left = ranks.to_string().len() + 1;
    let in_a_row = style.levels_in_a_row.clamp(1, levels);
    let rows = levels.div_ceil(in_a_row);
    // One gap between boards, a title above each, file letters below.
    let title = usize::from(!names.is_empty());
    let (step_x, step_y) = (across.len + 2, up.len + title + 1);
    let width = left + in_a_row * step_x - 2;
    let height = rows * step_y;

    let origin = |level: usize| {
        (
            left + level % in_a_row * step_x,
            level / in_a_row * step_y + title,
        )
    };
    let mut labels = Vec::new();
    for level in 0..levels {
        let (x, y) = origin(level);
        if let Some(name) = names.get(level) {
            let text = format!("level {name}");
            let text = if text.len() > across.len {
                name.to_string()
            } else {
                text
            };
            let x = x + (across.len - text.len()) / 2;
            labels.push(SheetLabel { x, y: y - 1, text });
        }
        for file in 0..files {
            labels.push(SheetLabel {
                x: x + across.starts[file] + (size.width - 1) / 2 + usize::from(size.width == 2),
                y: y + up.len,
                text: char::from(b'a' + file as u8).to_string(),
            });
        }
        if level % in_a_row == 0 {
            for rank in 0..ranks {
                labels.push(SheetLabel {
                    x: 0,
                    y: y + up.starts[rank] + (size.height - 1) / 2,
                    text: format!("{:>w$}", rank + 1, w = left - 1),
                });
            }
        }
    }
    let place = |cell| {
        let place = board.place(cell);
        let (x, y) = origin(place.level);
        (x + across.starts[place.file], y + up.starts[place.rank])
    };
    SheetLayout {
        width,
        height,
        frozen_left: left,
        // Only the letters of the lowest row can stay in place.
        frozen_bottom: usize::from(rows == 1),
        cell: size,
        names_inside: size.width >= 5 && size.height >= 2,
        corners: board.cells().map(place).collect(),
        dark: board
            .cells()
            .map(|cell| {
                let place = board.place(cell);
                (place.file + place.rank + place.level).is_multiple_of(2)
            })
            .collect(),
        labels,
        inside: None,
        style: *style,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_stand_between_blocks() {
        let up = track(5, 2, 2, false);
        assert_eq!(up.starts, [0, 2, 5, 7, 10]);
        assert_eq!(up.len, 12);
        let down = track(5, 2, 2, true);
        assert_eq!(down.starts, [10, 8, 5, 3, 0]);
        assert_eq!(track(3, 1, 3, true).starts, [2, 1, 0]);
    }
}
