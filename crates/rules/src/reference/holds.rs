//! Royal pieces in the same part of the board.

use super::board::royal;
use crate::{Definition, Hold, Setup, Side};
use hyperrook_geometry::Cell;

/// Whether the two royal pieces have the same coordinates in the hold's group.
pub(super) fn share_group(def: &Definition, setup: &Setup, hold: &Hold) -> bool {
    let cell = |side| royal(def, setup, side).map(|royal| royal.name);
    match (cell(Side::White), cell(Side::Black)) {
        (Some(white), Some(black)) => same_in_group(def, hold, white, black),
        _ => false,
    }
}

/// Whether two cells have the same coordinates in the hold's group.
pub(super) fn same_in_group(def: &Definition, hold: &Hold, a: Cell, b: Cell) -> bool {
    let group = &def.groups[hold.group];
    let chart = &def.board.charts()[group.chart];
    let (a, b) = (chart.coordinate(a), chart.coordinate(b));
    group.axes.iter().all(|&axis| a[axis] == b[axis])
}
