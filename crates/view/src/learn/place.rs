//! Men put on the board by chance.

use fastrand::Rng;
use hyperrook_geometry::Cell;
use hyperrook_rules::{Definition, Kind, Man, Setup, Side};

/// Puts a man on free cells, if a few trials find some. Returns the cell that
/// names it.
pub(super) fn place(
    definition: &Definition,
    setup: &mut Setup,
    man: Man,
    random: &mut Rng,
) -> Option<Cell> {
    let cells = definition.board.len();
    (0..40).find_map(|_| {
        let cell = Cell::new(random.usize(..cells));
        let body = definition.body(man.kind, cell)?;
        let free = body.iter().all(|cell| setup.man(cell).is_none());
        // Where a man must become something else, it cannot stand.
        let promotion = definition.promotion(man.side, man.kind, cell);
        if !free || promotion.is_some_and(|promotion| !promotion.optional) {
            return None;
        }
        for cell in body {
            setup.men[cell.index()] = Some(man);
        }
        Some(cell)
    })
}

/// The royal kind that a side starts with.
pub(super) fn royal(definition: &Definition, side: Side) -> Option<Kind> {
    let mut men = definition.start.men.iter().flatten();
    let royal = men.find(|man| man.side == side && definition.man(man.kind).royal);
    royal.map(|man| man.kind)
}

/// The kinds that are not royal and stand on the board at the start, or can come
/// onto it by promotion.
pub(super) fn ordinary(definition: &Definition) -> Vec<Kind> {
    let appears = |kind: Kind| {
        let mut men = definition.start.men.iter().flatten();
        let mut promotions = definition.promotions.iter();
        men.any(|man| man.kind == kind) || promotions.any(|p| p.to.contains(&kind))
    };
    let ordinary = |kind: &Kind| {
        let man = definition.man(*kind);
        !man.royal && man.span.is_none() && appears(*kind)
    };
    definition.kinds().filter(ordinary).collect()
}
