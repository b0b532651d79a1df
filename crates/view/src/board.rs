//! Layouts of boards.

use crate::types::{AxisInfo, CellInfo, ChartInfo, Layout, LayoutKind};
use hyperrook_geometry::{Board, Chart, Drawing};

/// The layout of a board.
pub fn layout(board: &Board) -> Layout {
    let (files, ranks, _) = board.extent();
    let letter = |n: usize| char::from(b'a' + n as u8).to_string();
    let rank_names = (1..=ranks).map(|rank| rank.to_string());
    let (kind, file_names, rank_names) = match board.drawing() {
        Drawing::Ring { sectors, .. } => (LayoutKind::Ring, *sectors, Vec::new()),
        Drawing::Stack { .. } => (LayoutKind::Stack, files, rank_names.collect()),
        _ => (LayoutKind::Grid, files, rank_names.collect()),
    };
    let (mut levels, mut blocks, mut in_sectors) = (Vec::new(), None, 0);
    match board.drawing() {
        Drawing::Flat { blocks: inner, .. } => blocks = inner.map(|(w, h)| [w, h]),
        Drawing::Stack {
            levels: letters, ..
        } => levels = letters.iter().map(char::to_string).collect(),
        Drawing::Ring { sectors, .. } => in_sectors = *sectors,
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
        kind,
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
