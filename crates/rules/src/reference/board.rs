//! What stands where.

use crate::{Definition, Man, Setup, Side};
use hyperrook_geometry::Cell;
use std::collections::BTreeSet;

/// A man on the board, with all the cells it stands on.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    pub(super) man: Man,
    /// The cell that names it: its only one, or the lowest along its span.
    pub(super) name: Cell,
    pub(super) cells: BTreeSet<Cell>,
}

/// Every man on the board. Cells of a man of several cells that do not make a
/// whole one are passed over.
pub(super) fn standing(def: &Definition, setup: &Setup) -> Vec<Standing> {
    let mut all = Vec::new();
    for name in def.board.cells() {
        let Some(man) = setup.man(name) else { continue };
        let Some(cells) = body(def, man, name) else {
            continue;
        };
        if cells.iter().all(|&cell| setup.man(cell) == Some(man)) {
            all.push(Standing { man, name, cells });
        }
    }
    all
}

/// The cells of a man that is named by `name`, if the board has them all.
pub(super) fn body(def: &Definition, man: Man, name: Cell) -> Option<BTreeSet<Cell>> {
    let Some(span) = def.man(man.kind).span else {
        return Some(BTreeSet::from([name]));
    };
    let chart = &def.board.charts()[span.chart];
    let mut cells = BTreeSet::new();
    for along in 0..span.length {
        let mut coordinate = chart.coordinate(name);
        coordinate[span.axis] += along as i16;
        cells.insert(chart.at(&coordinate)?);
    }
    // Round a short cyclic axis the man would meet itself.
    (cells.len() == span.length).then_some(cells)
}

/// The royal man of a side, if there is one.
pub(super) fn royal(def: &Definition, setup: &Setup, side: Side) -> Option<Standing> {
    standing(def, setup)
        .into_iter()
        .find(|standing| standing.man.side == side && def.man(standing.man.kind).royal)
}

/// Whether the man is one on whose cells nobody lands: a royal man of several.
pub(super) fn untouchable(def: &Definition, man: Man) -> bool {
    def.man(man.kind).royal && def.man(man.kind).span.is_some()
}

/// Whether a side has nothing but its royal man.
pub(super) fn bare(def: &Definition, setup: &Setup, side: Side) -> bool {
    setup
        .men
        .iter()
        .flatten()
        .all(|man| man.side != side || def.man(man.kind).royal)
}
