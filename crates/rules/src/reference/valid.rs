//! Whether a setup is a position.

use super::attack::royal_attacked;
use super::board::standing;
use super::make::{passer, shared};
use super::moves::has_castling_men;
use crate::{Definition, Man, Setup, Side};

/// Whether a setup is a position of the game.
pub fn is_possible(def: &Definition, setup: &Setup) -> bool {
    faults(def, setup).is_empty()
}

/// Everything that makes a setup no position of the game, in a few words each.
pub fn faults(def: &Definition, setup: &Setup) -> Vec<&'static str> {
    if setup.men.len() != def.board.len() {
        return vec!["another number of cells"];
    }
    let exists = |man: &Man| man.kind.index() < def.men.len();
    if !setup.men.iter().flatten().all(exists) {
        return vec!["a man that the game does not have"];
    }
    let mut faults = Vec::new();
    men(def, setup, &mut faults);
    state(def, setup, &mut faults);
    if royal_attacked(def, setup, setup.turn.other()) {
        faults.push("the side not to move is attacked");
    }
    if setup.fullmove == 0 {
        faults.push("moves are counted from 1");
    }
    faults
}

fn men(def: &Definition, setup: &Setup, faults: &mut Vec<&'static str>) {
    let standing = standing(def, setup);
    for side in Side::BOTH {
        let royal = standing
            .iter()
            .filter(|standing| standing.man.side == side && def.man(standing.man.kind).royal);
        if royal.count() != 1 {
            faults.push("a side without exactly one royal man");
        }
    }
    for side in Side::BOTH {
        for kind in def.kinds().filter(|&kind| def.man(kind).span.is_some()) {
            let man = Man { side, kind };
            let cells = setup.men.iter().filter(|&&other| other == Some(man));
            let whole = standing.iter().filter(|standing| standing.man == man);
            if cells.count() != whole.map(|standing| standing.cells.len()).sum::<usize>() {
                faults.push("a man of several cells that is not whole");
            }
        }
    }
    for cell in def.board.cells() {
        let Some(man) = setup.man(cell) else { continue };
        let promotion = def.promotion(man.side, man.kind, cell);
        if promotion.is_some_and(|promotion| !promotion.optional) {
            faults.push("a man that must have promoted");
        }
    }
}

fn state(def: &Definition, setup: &Setup, faults: &mut Vec<&'static str>) {
    let state = setup.state;
    for i in 0..8 {
        if state.castling >> i & 1 != 0
            && (i >= def.castlings.len() || !has_castling_men(def, setup, i))
        {
            faults.push("castling without its men at home");
        }
    }
    for i in 0..4 {
        let on = state.holds >> (2 * i) & 0b11;
        let shares = def
            .holds
            .get(i)
            .is_some_and(|hold| shared(def, setup, hold));
        if shares && on != 0b01 && on != 0b10 {
            faults.push("royal men together of whom not exactly one holds");
        }
        if !shares && on != 0 {
            faults.push("a hold over royal men that are apart");
        }
    }
    for side in Side::BOTH {
        let new_royal = def
            .transformation
            .filter(|transformation| transformation.bound.is_some())
            .map(|transformation| Man {
                side,
                kind: transformation.to,
            });
        if state.bound(side) && !new_royal.is_some_and(|man| setup.men.contains(&Some(man))) {
            faults.push("a bound man that is not there");
        }
    }
    if state.bound > 0b11 {
        faults.push("a bound man of no side");
    }
    if state.en_passant.is_some() && passer(def, setup).is_none() {
        faults.push("no man has just passed the en passant cell");
    }
}
