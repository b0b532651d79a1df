//! Who attacks what, and over which cells.

use crate::men::{Standing, numbers, standing};
use crate::types::{Attack, Attackers, CellAttacks};
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_notation::walk::each_walk;
use hyperrook_rules::{Position, Side};

/// For each cell the men that attack it: that could capture an ordinary enemy man
/// on it. Whether that would expose their own royal man is not looked at, nor
/// are holds (RULES.md, section 0).
pub fn attackers(position: &Position) -> Attackers {
    let men = standing(position);
    let paths: Vec<Paths> = men.iter().map(|man| Paths::of(position, man)).collect();
    let of_side = |cell: Cell, side: Side| -> Vec<Attack> {
        let from = position.attackers(cell, side);
        let of_men = men.iter().zip(&paths);
        of_men
            .filter(|(man, _)| man.body.meets(from))
            .map(|(man, paths)| Attack {
                from: man.name.index(),
                via: paths.to(cell),
            })
            .collect()
    };
    let cells = position.game().board().cells();
    Attackers {
        cells: cells
            .map(|cell| CellAttacks {
                white: of_side(cell, Side::White),
                black: of_side(cell, Side::Black),
            })
            .collect(),
    }
}

/// The men of a side that attack a cell, each with the cells it passes.
pub(crate) fn attacks_on(position: &Position, cell: Cell, by: Side) -> Vec<(Standing, Vec<usize>)> {
    let from = position.attackers(cell, by);
    let men = standing(position).into_iter();
    men.filter(|man| man.body.meets(from))
        .map(|man| (man, Paths::of(position, &man).to(cell)))
        .collect()
}

/// The shortest open path of a man to each cell that it attacks.
struct Paths(Vec<Option<Vec<usize>>>);

impl Paths {
    fn of(position: &Position, man: &Standing) -> Paths {
        let definition = position.game().definition();
        let mut paths: Vec<Option<Vec<usize>>> = vec![None; definition.board.len()];
        // A man of several cells moves all of them at once: there is no one
        // path to draw.
        if definition.man(man.man.kind).span.is_some() {
            return Paths(paths);
        }
        each_walk(definition, man.man, man.name, &mut |end, walk| {
            let walk = walk();
            if !walk.attacks(position, man.man, man.name) {
                return;
            }
            let best = &mut paths[end.index()];
            if best
                .as_ref()
                .is_none_or(|best| walk.passed.len() < best.len())
            {
                // Cells leapt over are not passed: a mount is.
                *best = Some(walk.passed.iter().map(|cell| cell.index()).collect());
            }
        });
        Paths(paths)
    }

    fn to(&self, cell: Cell) -> Vec<usize> {
        self.0[cell.index()].clone().unwrap_or_default()
    }
}

/// The cells of men that are held or bound.
pub(crate) fn bound(position: &Position) -> Vec<usize> {
    let definition = position.game().definition();
    let state = position.state();
    let held = |side: Side| {
        let mut holds = 0..definition.holds.len();
        holds.any(|hold| state.holds(hold, side.other())) || state.bound(side)
    };
    let royal = |side: Side| position.royal_cells(side);
    let sides = Side::BOTH.into_iter().filter(|side| held(*side));
    numbers(sides.fold(CellSet::EMPTY, |cells, side| cells | royal(side)))
}
