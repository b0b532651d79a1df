//! Builds a custom board, a ring of twelve cells, and steps along it.

use hyperrook_geometry::{AxisSpec, Board, BoardSpec, ChartSpec, Drawing, MAX_AXES};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let axis = AxisSpec {
        name: "n".into(),
        source: "cell".parse()?,
        cyclic: true,
    };
    let board = Board::new(&BoardSpec {
        drawing: Drawing::Ring {
            cells: 12,
            sectors: 3,
        },
        missing: String::new(),
        charts: vec![ChartSpec {
            name: "ring".into(),
            axes: vec![axis],
            addressed: false,
        }],
    })?;
    let mut step = [0; MAX_AXES];
    step[0] = 5;
    let mut cell = board.cell("a1").ok_or("no such cell")?;
    for _ in 0..board.len() {
        print!("{} ", board.name(cell));
        cell = board.charts()[0].step(cell, &step).ok_or("no such step")?;
    }
    println!();
    Ok(())
}
