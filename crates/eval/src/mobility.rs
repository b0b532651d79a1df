//! How many cells the pieces reach on average, and the values that follow from it.

use hyperrook_geometry::{Bits, Cell};
use hyperrook_rules::fast::{Rules, SplitMix64};
use hyperrook_rules::{Kind, Piece, Side};

/// The number of random boards on which mobility is measured.
const SAMPLE_BOARDS: usize = 24;

/// The number of occupied cells among 16 on these boards.
const OCCUPIED_OF_16: u32 = 5;

/// The value of a cell of mobility in centipawns, before values are scaled. With this value, a
/// knight of chess is worth three pawns.
const VALUE_PER_CELL: f32 = 62.0;

/// Mean mobility on random boards: for each kind and cell, how many cells a piece of
/// White reaches on average.
pub(crate) struct MeanMobility {
    pub(crate) by_cell: Vec<Vec<f32>>,
}

impl MeanMobility {
    pub(crate) fn new<const W: usize>(rules: &Rules<W>) -> MeanMobility {
        let definition = rules.definition();
        let mut random = SplitMix64::new(1);
        let samples: Vec<[Bits<W>; 2]> = (0..SAMPLE_BOARDS)
            .map(|_| {
                let mut occupied = Bits::EMPTY;
                let mut enemies = Bits::EMPTY;
                for cell in rules.all() {
                    let number = random.next_u64();
                    // The upper half, without the last mixing step of SplitMix64. Derived weights
                    // depend on exactly these numbers.
                    let draw = (number >> 32 ^ number >> 63) as u32;
                    if draw % 16 < OCCUPIED_OF_16 {
                        occupied.insert(cell);
                        if draw & 16 != 0 {
                            enemies.insert(cell);
                        }
                    }
                }
                [occupied, enemies]
            })
            .collect();
        let mean = |kind: Kind, cell: Cell| {
            let piece = Piece {
                side: Side::White,
                kind,
            };
            let reached = |&[occupied, enemies]: &[Bits<W>; 2]| {
                let quiet = rules.moves_from(piece, cell, occupied) & !occupied;
                let captures = rules.attacked_from(piece, cell, occupied) & enemies;
                (quiet.count() + captures.count()) as f32
            };
            let shifts = rules.shifts_from(piece, cell).count() as f32;
            shifts + samples.iter().map(reached).sum::<f32>() / SAMPLE_BOARDS as f32
        };
        let by_cell = definition
            .kinds()
            .map(|kind| definition.board().cells().map(|c| mean(kind, c)).collect())
            .collect();
        MeanMobility { by_cell }
    }

    /// The mean over all cells.
    pub(crate) fn mean(&self, kind: Kind) -> f32 {
        let cells = &self.by_cell[kind.index()];
        cells.iter().sum::<f32>() / cells.len() as f32
    }

    /// A rough branching factor: the moves of a side with the starting pieces, estimated as half of
    /// what they would have if spread over the board.
    pub(crate) fn branching_factor<const W: usize>(&self, rules: &Rules<W>) -> f32 {
        let pieces = rules.definition().start().pieces.iter().flatten();
        pieces.map(|piece| self.mean(piece.kind)).sum::<f32>() / 4.0
    }

    /// The value of each kind in centipawns. The least valuable kind that is not royal
    /// has 100.
    pub(crate) fn values<const W: usize>(&self, rules: &Rules<W>) -> Vec<f32> {
        let definition = rules.definition();
        let mut values: Vec<f32> = definition
            .kinds()
            .map(|kind| VALUE_PER_CELL * self.mean(kind).max(0.5))
            .collect();
        let unpromoted = values.clone();
        for kind in definition.kinds() {
            let promotions = definition.promotions();
            let to = promotions.iter().filter(|p| p.pieces.contains(&kind));
            let best = to
                .flat_map(|p| &p.to)
                .map(|to| unpromoted[to.index()])
                .fold(0.0, f32::max);
            values[kind.index()] += 0.06 * best;
        }
        let ordinary = definition.kinds().filter(|&kind| !rules.is_royal(kind));
        let least = ordinary
            .map(|kind| values[kind.index()])
            .fold(f32::INFINITY, f32::min);
        if least.is_finite() {
            for value in &mut values {
                *value *= 100.0 / least;
            }
        }
        // A royal piece is never exchanged, but its mobility counts a little.
        for kind in definition.kinds().filter(|&kind| rules.is_royal(kind)) {
            values[kind.index()] = 10.0 * self.mean(kind);
        }
        values
    }
}
