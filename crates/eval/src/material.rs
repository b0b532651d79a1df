//! Material: the values of the kinds, the material left in a position, and how much an advantage
//! counts with that material.

use crate::facts::Facts;
use crate::mobility::MeanMobility;
use hyperrook_rules::fast::Rules;
use hyperrook_rules::{Kind, MAX_KINDS, Piece, Side};

/// The scale factor of an advantage that counts in full.
pub(crate) const FULL_SCALE: i32 = 64;

/// The part of [`FULL_SCALE`] that depends on how much material is left to win with.
const RESERVE_SCALE: i32 = 16;

/// The minimum scale factor of an advantage without pawns.
const MIN_PAWNLESS_SCALE: i32 = 16;

/// The material, in centipawns for each cell near a royal piece, that is certain to
/// checkmate it without pawns: a rook and two minor pieces in chess. Found in Gateway,
/// where ten weak pieces are often too few.
const MATING_MATERIAL_PER_CELL: i32 = 110;

/// Facts about the material of a game.
#[derive(Clone, Debug)]
pub(crate) struct MaterialFacts {
    /// Derived values by kind, in centipawns. They order the kinds and do not change
    /// with tuning.
    pub(crate) values: Vec<i32>,
    /// Kinds that are not royal, the least valuable first.
    pub(crate) by_value: Vec<Kind>,
    /// Whether some kind is a pawn.
    pub(crate) has_pawns: bool,
    /// The share of a piece of each kind in the game phase: its value, or 0 if it is royal or a
    /// pawn.
    pub(crate) phase_values: [i32; MAX_KINDS],
    /// By kind, 1 if it is a pawn.
    pawn_counts: [i32; MAX_KINDS],
    /// The sum of the phase values at the start, at least 1.
    pub(crate) start_phase: i32,
    /// A lead in pieces that wins without pawns: more than a minor piece.
    pub(crate) winning_lead: i32,
    /// Material that is certain to checkmate without pawns.
    mating_material: i32,
}

/// The pieces of both sides that are not royal, by side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PieceTotals {
    /// The number of pawns.
    pub(crate) pawns: [i32; 2],
    /// The derived values of the other pieces, in centipawns.
    pub(crate) pieces: [i32; 2],
}

impl MaterialFacts {
    pub(crate) fn new<const W: usize>(
        rules: &Rules<W>,
        facts: &Facts<W>,
        mobility: &MeanMobility,
    ) -> MaterialFacts {
        let values: Vec<i32> = mobility
            .values(rules)
            .into_iter()
            .map(|value| value.round() as i32)
            .collect();
        let kinds = rules.definition().kinds();
        let mut by_value: Vec<Kind> = kinds.filter(|&kind| !rules.is_royal(kind)).collect();
        by_value.sort_by_key(|kind| values[kind.index()]);
        let mut phase_values = [0; MAX_KINDS];
        for kind in by_value.iter().filter(|kind| !facts.is_pawn[kind.index()]) {
            phase_values[kind.index()] = values[kind.index()];
        }
        let mut pawn_counts = [0; MAX_KINDS];
        for kind in by_value.iter().filter(|kind| facts.is_pawn[kind.index()]) {
            pawn_counts[kind.index()] = 1;
        }
        let start = rules.definition().start().pieces.iter().flatten();
        let start_phase: i32 = start.map(|piece| phase_values[piece.kind.index()]).sum();
        let minor = by_value
            .iter()
            .filter(|kind| !facts.is_pawn[kind.index()])
            .map(|kind| values[kind.index()])
            .min();
        MaterialFacts {
            has_pawns: facts.is_pawn.contains(&true),
            phase_values,
            pawn_counts,
            start_phase: start_phase.max(1),
            winning_lead: minor.map_or(0, |minor| minor * 5 / 4),
            mating_material: facts.largest_zone.max(1) * MATING_MATERIAL_PER_CELL,
            values,
            by_value,
        }
    }

    /// Adds a piece to some material `times` times.
    #[inline]
    pub(crate) fn add(&self, material: &mut PieceTotals, piece: Piece, times: i32) {
        let (side, kind) = (piece.side.index(), piece.kind.index());
        material.pawns[side] += self.pawn_counts[kind] * times;
        material.pieces[side] += self.phase_values[kind] * times;
    }

    /// How much an advantage counts, in parts of [`FULL_SCALE`].
    ///
    /// It counts little if the side ahead has no pawns and hardly more pieces than the enemy.
    /// Otherwise it counts less the fewer pieces that side has left to win with, and least without
    /// pawns. The enemy's material does not matter; otherwise the side ahead would give away more
    /// than it gets in order to exchange pieces.
    pub(crate) fn scale(&self, material: &PieceTotals, advantage: i32) -> i32 {
        if advantage == 0 {
            return FULL_SCALE;
        }
        let ahead = if advantage > 0 {
            Side::White
        } else {
            Side::Black
        };
        let pawns = material.pawns[ahead.index()];
        let pieces = material.pieces[ahead.index()];
        let enemy_pieces = material.pieces[ahead.other().index()];
        if self.has_pawns && pawns == 0 && pieces - enemy_pieces < self.winning_lead {
            return FULL_SCALE / 4;
        }
        // A quarter of both sides' starting pieces, or some pawns, give the full scale.
        let reserve = pieces * 4 * RESERVE_SCALE / self.start_phase + pawns * RESERVE_SCALE / 6;
        let scale = FULL_SCALE - RESERVE_SCALE + reserve.min(RESERVE_SCALE);
        if !self.has_pawns || pawns > 0 {
            return scale;
        }
        let pieces = pieces.min(self.mating_material);
        let mating = (FULL_SCALE - MIN_PAWNLESS_SCALE) * pieces / self.mating_material;
        scale * (MIN_PAWNLESS_SCALE + mating) / FULL_SCALE
    }
}
