//! Boards that the tests share.

use hyperrook_geometry::{AxisSpec, Board, BoardSpec, ChartSpec, Drawing};

pub(crate) fn axis(name: &str, source: &str) -> AxisSpec {
    AxisSpec {
        name: name.into(),
        source: source.parse().unwrap(),
        cyclic: false,
    }
}

pub(crate) fn cyclic_axis(name: &str, source: &str) -> AxisSpec {
    AxisSpec {
        cyclic: true,
        ..axis(name, source)
    }
}

/// A flat board with one chart of these axes.
pub(crate) fn flat(files: usize, ranks: usize, axes: Vec<AxisSpec>) -> BoardSpec {
    BoardSpec {
        drawing: Drawing::Flat {
            files,
            ranks,
            blocks: None,
        },
        missing: String::new(),
        charts: vec![chart("flat", axes)],
    }
}

/// A chart whose cells have no addresses.
pub(crate) fn chart(name: &str, axes: Vec<AxisSpec>) -> ChartSpec {
    ChartSpec {
        name: name.into(),
        axes,
        addressed: false,
    }
}

/// A ring of 48 cells in 8 sectors.
pub(crate) fn ring() -> Board {
    Board::new(&BoardSpec {
        drawing: Drawing::Ring {
            cells: 48,
            sectors: 8,
        },
        missing: String::new(),
        charts: vec![chart("ring", vec![cyclic_axis("n", "file")])],
    })
    .unwrap()
}
