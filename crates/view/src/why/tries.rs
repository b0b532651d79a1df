//! What a side might try: moves by the men's ways of moving alone.

use crate::men::{Standing, standing};
use hyperrook_geometry::Cell;
use hyperrook_notation::moves::Reading;
use hyperrook_notation::walk::each_walk;
use hyperrook_rules::{Definition, Position};
use std::collections::BTreeSet;

/// A move that a man could make if its royal man did not mind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Try {
    /// The man.
    pub(super) man: Standing,
    /// The move.
    pub(super) reading: Reading,
    /// Whether it captures.
    pub(super) captures: bool,
}

/// All that the side to move might try, legal or not: by man, then by
/// destination. Castling is left out, as it is never an answer to an attack.
pub(super) fn tries(position: &Position) -> Vec<Try> {
    let men = standing(position).into_iter();
    let own = men.filter(|man| man.man.side == position.turn());
    own.flat_map(|man| tries_of(position, man)).collect()
}

/// What one man might try.
pub(super) fn tries_of(position: &Position, man: Standing) -> Vec<Try> {
    let definition = position.game().definition();
    let mut ends = BTreeSet::new();
    each_walk(definition, man.man, man.name, &mut |end, walk| {
        if ends.contains(&end) {
            return;
        }
        let walk = walk();
        let starts = !walk.term.initial || definition.start.man(man.name) == Some(man.man);
        let occupied = |cell: Cell| position.man(cell).is_some() && !man.body.contains(cell);
        if !starts || walk.incomplete || !walk.is_open(occupied) {
            return;
        }
        let allowed = match takes(position, &man, end) {
            None => false,
            Some(true) => walk.term.capture,
            Some(false) => {
                let passed = position.state().en_passant == Some(end);
                walk.term.quiet || walk.term.en_passant && passed
            }
        };
        if allowed {
            ends.insert(end);
        }
    });
    let mut tries: Vec<Try> = ends
        .into_iter()
        .map(|end| Try {
            man,
            reading: Reading {
                origin: man.name,
                destination: end,
                promotion: promotion(definition, &man, end),
            },
            captures: takes(position, &man, end) == Some(true),
        })
        .collect();
    if let Some(change) = definition.transformation
        && change.from == man.man.kind
    {
        tries.extend(man.body.iter().map(|cell| Try {
            man,
            reading: Reading {
                origin: man.name,
                destination: cell,
                promotion: Some(change.to),
            },
            captures: false,
        }));
    }
    tries
}

/// Whether a man that comes to a cell captures there; `None` if it cannot land.
fn takes(position: &Position, man: &Standing, end: Cell) -> Option<bool> {
    let definition = position.game().definition();
    let body = definition.body(man.man.kind, end)?;
    let mut captures = false;
    for cell in body.iter().filter(|&cell| !man.body.contains(cell)) {
        let Some(other) = position.man(cell) else {
            continue;
        };
        let kind = definition.man(other.kind);
        if other.side == man.man.side || kind.royal && kind.span.is_some() {
            return None;
        }
        captures = true;
    }
    Some(captures)
}

/// What a man has to become on a cell, if it has to: the first choice.
fn promotion(definition: &Definition, man: &Standing, end: Cell) -> Option<hyperrook_rules::Kind> {
    let promotion = definition.promotion(man.man.side, man.man.kind, end)?;
    if promotion.optional {
        return None;
    }
    promotion.to.first().copied()
}
