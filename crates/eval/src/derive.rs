//! Weights for a game without tuned ones, derived from its compiled rules: values from mean
//! mobility, piece-square values from the mobility of each cell, pawns from their distance to
//! promotion.

use crate::facts::Facts;
use crate::layout::{
    MOBILITY_LEN, PASSED_PAWNS_LEN, ROYAL_ATTACKERS_LEN, ROYAL_MOBILITY_LEN, Weight, WeightLayout,
    mop_up,
};
use crate::mobility::MeanMobility;
use hyperrook_geometry::Cell;
use hyperrook_rules::fast::Rules;
use hyperrook_rules::{Kind, Side};

// Piece-square values, in centipawns: of the middlegame, then of the endgame.

/// What a move more than the mean from a cell is worth to a piece; for a pawn only the first counts.
const CELL_MOBILITY: Weight = [3.0, 2.0];
/// The same for a royal piece, which hides in the middlegame.
const ROYAL_CELL_MOBILITY: Weight = [-3.0, 3.0];
/// What a pawn is worth where it promotes; less the farther it is.
const PAWN_ADVANCED: Weight = [40.0, 80.0];
/// The greatest distance to promotion, in moves, that counts.
const MAX_PROMOTION_DISTANCE: u8 = 12;

/// The derived weights of a game.
pub(crate) fn derive<const W: usize>(
    rules: &Rules<W>,
    layout: &WeightLayout,
    facts: &Facts<W>,
    mobility: &MeanMobility,
) -> Vec<Weight> {
    let mut weights = vec![[0.0; 2]; layout.len()];
    let definition = rules.definition();
    let values = mobility.values(rules);
    for kind in definition.kinds() {
        let k = kind.index();
        let value = values[k];
        let royal = rules.is_royal(kind);
        weights[layout.value[k]] = [value, value];
        piece_square_values(&mut weights, layout, facts, mobility, kind, royal);
        if royal {
            continue;
        }
        let is_pawn = facts.is_pawn[k];
        if !is_pawn {
            let mean = 0.8 * mobility.mean(kind);
            for n in 0..MOBILITY_LEN {
                let more = (n as f32 - mean) * 4.0;
                weights[layout.mobility[k] + n] = [more, more];
            }
        }
        weights[layout.royal_zone_attacks[k]] = [5.0 + value / 80.0, 2.0];
        weights[layout.shield[k]] = if is_pawn { [8.0, 0.0] } else { [3.0, 0.0] };
        weights[layout.attacked_by_lesser[k]] = [value / 10.0, value / 10.0];
        weights[layout.hanging[k]] = [value / 14.0, value / 14.0];
        weights[layout.pair[k]] = if is_pawn { [0.0; 2] } else { [6.0; 2] };
    }
    for n in 0..ROYAL_ATTACKERS_LEN {
        let many = [0.0, 0.0, 20.0, 45.0, 75.0, 105.0, 130.0, 150.0][n];
        weights[layout.royal_attackers + n] = [many, many / 3.0];
    }
    for n in 0..ROYAL_MOBILITY_LEN {
        let few = 70.0 / (1.0 + n as f32) - 70.0 / ROYAL_MOBILITY_LEN as f32;
        weights[layout.royal_mobility + n] = [-few * 0.5, -few];
    }
    for n in 0..PASSED_PAWNS_LEN {
        let near = 110.0 * 0.6f32.powi(n as i32);
        weights[layout.passed_pawns + n] = [near * 0.4, near];
        weights[layout.free_passed_pawns + n] = [near * 0.1, near * 0.3];
    }
    weights[layout.defended_pawns] = [6.0, 6.0];
    weights[layout.doubled_pawns] = [-8.0, -12.0];
    weights[layout.tempo] = [12.0, 8.0];
    weights[layout.castling] = [15.0, 0.0];
    weights[layout.bound] = [-15.0, -15.0];
    for hold in 0..definition.holds().len() {
        weights[layout.hold + hold] = [25.0, 25.0];
    }
    // Each counts up to eight times, so that the mop-up terms outweigh the others. Found by playing
    // won endings of Gateway.
    weights[layout.mop_up + mop_up::ROYAL_NEAR] = [0.0, 6.0];
    weights[layout.mop_up + mop_up::EDGE] = [0.0, 6.0];
    weights[layout.mop_up + mop_up::CONFINED] = [0.0, 6.0];
    weights[layout.mop_up + mop_up::GUARDED] = [6.0, 6.0];
    weights[layout.mop_up + mop_up::PIECES_NEAR] = [6.0, 6.0];
    weights
}

/// The piece-square values of a kind.
fn piece_square_values<const W: usize>(
    weights: &mut [Weight],
    layout: &WeightLayout,
    facts: &Facts<W>,
    mobility: &MeanMobility,
    kind: Kind,
    royal: bool,
) {
    let k = kind.index();
    let mean = mobility.mean(kind);
    for (cell, here) in mobility.by_cell[k].iter().enumerate() {
        let cell = Cell::from_index(cell);
        let more = here - mean;
        let at = layout.piece_square[k] + facts.classes.of(Side::White, cell);
        weights[at] = if royal {
            ROYAL_CELL_MOBILITY.map(|weight| weight * more)
        } else if facts.is_pawn[k] {
            let distance = facts.promotion_distance(Side::White, kind, cell);
            let distance = f32::from(distance.min(MAX_PROMOTION_DISTANCE));
            let advanced = PAWN_ADVANCED.map(|weight| weight / (1.0 + distance));
            [CELL_MOBILITY[0] * more + advanced[0], advanced[1]]
        } else {
            CELL_MOBILITY.map(|weight| weight * more)
        };
    }
    // If no symmetry exchanges the sides, Black's cells have their own classes, which keep the
    // mean.
}
