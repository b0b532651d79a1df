//! Tables for pieces of several cells.

use super::walk::{Senses, shifts};
use crate::{CompileError, Definition, Kind, Side};
use hyperrook_geometry::{Bits, Cell};

/// Where a piece of several cells can stand and where it can shift.
#[derive(Debug)]
pub(crate) struct SpanTables<const W: usize> {
    /// The body named by each cell, where there is room for one.
    pub(crate) bodies: Vec<Option<Bits<W>>>,
    /// For each cell, the line of cells along the span's axis through it: where
    /// a bound piece may go.
    pub(crate) rows: Vec<Bits<W>>,
    /// For each side and naming cell, the shifts: new naming cell and body.
    pub(crate) shifts: [Vec<Vec<(Cell, Bits<W>)>>; 2],
}

impl<const W: usize> SpanTables<W> {
    pub(super) fn new(
        definition: &Definition,
        senses: &Senses,
        kind: Kind,
    ) -> Result<Option<Self>, CompileError> {
        let Some(span) = definition.piece(kind).span else {
            return Ok(None);
        };
        let board = &definition.board;
        let chart = &board.charts()[span.chart];
        let bodies: Vec<Option<Bits<W>>> = board
            .cells()
            .map(|cell| Some(definition.body(kind, cell)?.resize()))
            .collect();
        let row = |cell: Cell| {
            let mut here = chart.coordinate(cell);
            here[span.axis] = 0;
            let same = |&other: &Cell| {
                let mut there = chart.coordinate(other);
                there[span.axis] = 0;
                there == here
            };
            board.cells().filter(same).collect()
        };
        let mut tables = SpanTables {
            rows: board.cells().map(row).collect(),
            shifts: Default::default(),
            bodies,
        };
        for side in Side::BOTH {
            for anchor in board.cells() {
                let mut found = Vec::new();
                if tables.bodies[anchor.index()].is_some() {
                    for to in shifts(definition, senses, side, kind, anchor)? {
                        found.extend(tables.bodies[to.index()].map(|body| (to, body)));
                    }
                    found.sort_unstable();
                    found.dedup();
                }
                tables.shifts[side.index()].push(found);
            }
        }
        Ok(Some(tables))
    }
}
