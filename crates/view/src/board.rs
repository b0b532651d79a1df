//! Layouts of boards.

use crate::types::{AxisInfo, CellInfo, ChartInfo, Layout, LayoutKind, LayoutShift};
use hyperrook_geometry::{Board, Chart, Drawing, HexShift};
use std::collections::BTreeSet;

/// How a board is drawn.
pub(crate) fn layout_kind(board: &Board) -> LayoutKind {
    match board.drawing() {
        Drawing::Ring { .. } => LayoutKind::Ring,
        Drawing::Stack { .. } => LayoutKind::Stack,
        Drawing::Hex { .. } => LayoutKind::Hex,
        _ => LayoutKind::Grid,
    }
}

/// The numbers of dimensions of the charts, smallest first.
pub(crate) fn dimensions(board: &Board) -> Vec<usize> {
    let lens = board.charts().iter().map(|chart| chart.axes().len());
    lens.collect::<BTreeSet<usize>>().into_iter().collect()
}

/// The layout of a board.
pub fn layout(board: &Board) -> Layout {
    let (files, ranks, _) = board.extent();
    let letter = |n: usize| char::from(b'a' + n as u8).to_string();
    let rank_names = (1..=ranks).map(|rank| rank.to_string());
    let (file_names, rank_names) = match board.drawing() {
        Drawing::Ring { sectors, .. } => (*sectors, Vec::new()),
        _ => (files, rank_names.collect()),
    };
    let (mut levels, mut blocks, mut in_sectors, mut shifted) = (Vec::new(), None, 0, None);
    match board.drawing() {
        Drawing::Flat { blocks: inner, .. } => blocks = inner.map(|(w, h)| [w, h]),
        Drawing::Stack {
            levels: letters, ..
        } => levels = letters.iter().map(char::to_string).collect(),
        Drawing::Ring { sectors, .. } => in_sectors = *sectors,
        Drawing::Hex { shift, .. } => {
            shifted = Some(match shift {
                HexShift::Files => LayoutShift::Files,
                HexShift::Ranks => LayoutShift::Ranks,
            });
        }
        _ => {}
    }
    let cell = |cell| {
        let place = board.place(cell);
        CellInfo {
            name: board.name(cell),
            address: board.address(cell),
            file: place.file,
            rank: place.rank,
            level: place.level,
        }
    };
    Layout {
        kind: layout_kind(board),
        shift: shifted,
        files,
        ranks,
        levels,
        blocks,
        sectors: in_sectors,
        cells: board.cells().map(cell).collect(),
        rank_names,
        // A board has at most 26 files or sectors.
        file_names: (0..file_names).map(letter).collect(),
        charts: board.charts().iter().map(|c| chart(board, c)).collect(),
    }
}

fn chart(board: &Board, chart: &Chart) -> ChartInfo {
    let axes = chart.axes().iter().map(|axis| AxisInfo {
        name: axis.name.clone(),
        length: axis.len,
        cyclic: axis.cyclic,
    });
    let coords = board
        .cells()
        .map(|cell| chart.coordinate(cell)[..chart.axes().len()].to_vec());
    ChartInfo {
        name: chart.name().to_owned(),
        axes: axes.collect(),
        coords: coords.collect(),
    }
}
