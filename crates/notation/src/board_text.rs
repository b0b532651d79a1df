//! The first field of a position text.

use crate::fault::{TextFault, quote};
use crate::position::man_letters;
use hyperrook_geometry::Place;
use hyperrook_rules::{Definition, Man, Side};

/// Reads the men of a board text.
pub(crate) fn parse_board(
    definition: &Definition,
    text: &str,
) -> Result<Vec<Option<Man>>, Vec<TextFault>> {
    let board = &definition.board;
    let (files, ranks, levels) = board.extent();
    let mut men = vec![None; board.len()];
    let mut faults = Vec::new();
    let grids: Vec<&str> = text.split('|').collect();
    if grids.len() != levels {
        faults.push(TextFault::new(
            0..text.len(),
            format!("the board has {} levels", grids.len()),
            format!("write {levels}, with `|` between them"),
        ));
        return Err(faults);
    }
    let mut start = 0;
    for (level, grid) in grids.into_iter().enumerate() {
        let rows: Vec<&str> = grid.split('/').collect();
        if rows.len() != ranks {
            faults.push(TextFault::new(
                start..start + grid.len(),
                format!("there are {} ranks", rows.len()),
                format!("write {ranks}, with `/` between them"),
            ));
            start += grid.len() + 1;
            continue;
        }
        for (row_index, row) in rows.into_iter().enumerate() {
            let rank = ranks - 1 - row_index;
            let mut file = 0_usize;
            let mut chars = row.char_indices().peekable();
            while let Some((offset, c)) = chars.next() {
                let at = start + offset..start + offset + c.len_utf8();
                let place = Place { level, rank, file };
                if let Some(digit) = c.to_digit(10) {
                    let mut run = digit as usize;
                    while let Some(digit) = chars.peek().and_then(|(_, c)| c.to_digit(10)) {
                        run = run.saturating_mul(10).saturating_add(digit as usize);
                        chars.next();
                    }
                    file = file.saturating_add(run);
                    continue;
                }
                match (c, board.at(place)) {
                    ('*', None) => {}
                    (_, Some(cell)) if c.is_ascii_alphabetic() => match definition.kind(c) {
                        Some(kind) => {
                            let side = if c.is_ascii_uppercase() {
                                Side::White
                            } else {
                                Side::Black
                            };
                            men[cell.index()] = Some(Man { side, kind });
                        }
                        None => faults.push(TextFault::new(
                            at,
                            format!("the game has no man `{c}`"),
                            format!("its men are {}", man_letters(definition)),
                        )),
                    },
                    _ => faults.push(TextFault::new(
                        at,
                        format!("{} cannot stand here", quote(&c.to_string())),
                        "write men's letters, counts of empty cells, and `*` for missing cells",
                    )),
                }
                file = file.saturating_add(1);
            }
            if file != files {
                faults.push(TextFault::new(
                    start..start + row.len(),
                    format!("rank {} has {file} cells", rank + 1),
                    format!("it has {files}"),
                ));
            }
            start += row.len() + 1;
        }
    }
    if faults.is_empty() {
        Ok(men)
    } else {
        Err(faults)
    }
}

/// Writes the men of a board.
pub(crate) fn format_board(definition: &Definition, men: &[Option<Man>]) -> String {
    let board = &definition.board;
    let (files, ranks, levels) = board.extent();
    let row = |level, rank| {
        let mut text = String::new();
        let mut run = 0;
        for file in 0..files {
            let cell = board.at(Place { level, rank, file });
            let man = cell.and_then(|cell| men[cell.index()]);
            if cell.is_some() && man.is_none() {
                run += 1;
                continue;
            }
            if run > 0 {
                text.push_str(&run.to_string());
                run = 0;
            }
            text.push(man.map_or('*', |man| {
                let letter = definition.man(man.kind).letter;
                match man.side {
                    Side::White => letter,
                    Side::Black => letter.to_ascii_lowercase(),
                }
            }));
        }
        if run > 0 {
            text.push_str(&run.to_string());
        }
        text
    };
    let grid = |level| {
        let rows: Vec<String> = (0..ranks).rev().map(|rank| row(level, rank)).collect();
        rows.join("/")
    };
    let grids: Vec<String> = (0..levels).map(grid).collect();
    grids.join("|")
}
