//! Tables for pieces that cover several cells.

use super::paths::{ForwardSigns, PathWork, shifts};
use crate::{CompileError, Definition, Kind, Side};
use hyperrook_geometry::{Bits, Cell};

/// Where a piece of several cells can stand, and where it can shift.
#[derive(Debug)]
pub(crate) struct SpanTables<const W: usize> {
    /// For each cell, the body that it names, if the board has room for it.
    pub(crate) bodies: Vec<Option<Bits<W>>>,
    /// For each cell, the line of cells along the span's axis through it, which
    /// a bound piece may not leave.
    pub(crate) rows: Vec<Bits<W>>,
    /// The shifts by side and naming cell: the new naming cell and the new body.
    pub(crate) shifts: [Vec<Vec<(Cell, Bits<W>)>>; 2],
}

impl<const W: usize> SpanTables<W> {
    pub(super) fn new(
        definition: &Definition,
        signs: &ForwardSigns,
        kind: Kind,
        work: &PathWork,
    ) -> Result<Option<Self>, CompileError> {
        let Some(span) = definition.piece(kind).span else {
            return Ok(None);
        };
        let board = &definition.board;
        let bodies: Vec<Option<Bits<W>>> = board
            .cells()
            .map(|cell| Some(definition.body(kind, cell)?.resize()))
            .collect();
        let mut tables = SpanTables {
            rows: board
                .cells()
                .map(|cell| definition.row(span, cell).resize())
                .collect(),
            shifts: Default::default(),
            bodies,
        };
        for side in Side::BOTH {
            for anchor in board.cells() {
                let mut found = Vec::new();
                if tables.bodies[anchor.index()].is_some() {
                    for to in shifts(definition, signs, side, kind, anchor, work)? {
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
