//! Weights of a game that nobody has tuned, from its compiled rules: values by
//! mobility on partly filled boards, places by reach, pawns by the moves they
//! have left to promotion.

use crate::facts::Facts;
use crate::hunt;
use crate::layout::{ATTACKERS, Layout, MOBILITY, ROOM, STEPS};
use hyperrook_geometry::{Bits, Cell};
use hyperrook_rules::fast::Rules;
use hyperrook_rules::{Kind, Piece, Side};

/// A weight in centipawns, middle game and end.
pub(crate) type Weight = [f32; 2];

/// Random fillings of the board that mobility is measured on, and how many of
/// 16 cells each fills.
const FILLINGS: usize = 24;
const FILLED_OF_16: u32 = 5;

/// Centipawns that a cell of mobility is worth: chess knights come out at three
/// times a pawn.
const PER_CELL: f32 = 62.0;

/// How freely pieces move: for each kind and cell of White the cells it reaches on
/// average.
pub(crate) struct Freedom {
    by_cell: Vec<Vec<f32>>,
}

impl Freedom {
    pub(crate) fn new<const W: usize>(rules: &Rules<W>) -> Freedom {
        let definition = rules.definition();
        let mut random = Sequence(1);
        let fillings: Vec<[Bits<W>; 2]> = (0..FILLINGS)
            .map(|_| {
                let mut occupied = Bits::EMPTY;
                let mut enemies = Bits::EMPTY;
                for cell in rules.all() {
                    let draw = random.next();
                    if draw % 16 < FILLED_OF_16 {
                        occupied.insert(cell);
                        if draw & 16 != 0 {
                            enemies.insert(cell);
                        }
                    }
                }
                [occupied, enemies]
            })
            .collect();
        let freedom = |kind: Kind, cell: Cell| {
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
            shifts + fillings.iter().map(reached).sum::<f32>() / FILLINGS as f32
        };
        let by_cell = definition
            .kinds()
            .map(|kind| {
                definition
                    .board()
                    .cells()
                    .map(|c| freedom(kind, c))
                    .collect()
            })
            .collect();
        Freedom { by_cell }
    }

    fn mean(&self, kind: Kind) -> f32 {
        let cells = &self.by_cell[kind.index()];
        cells.iter().sum::<f32>() / cells.len() as f32
    }

    /// How many moves a side has with the pieces of the start, roughly: half of
    /// what they would have spread over the board.
    pub(crate) fn breadth<const W: usize>(&self, rules: &Rules<W>) -> f32 {
        let pieces = rules.definition().start().pieces.iter().flatten();
        pieces.map(|piece| self.mean(piece.kind)).sum::<f32>() / 4.0
    }

    /// What each kind is worth, the least that is not royal 100 centipawns.
    pub(crate) fn values<const W: usize>(&self, rules: &Rules<W>) -> Vec<f32> {
        let definition = rules.definition();
        let mut values: Vec<f32> = definition
            .kinds()
            .map(|kind| PER_CELL * self.mean(kind).max(0.5))
            .collect();
        let plain = values.clone();
        for kind in definition.kinds() {
            let promotions = definition.promotions();
            let to = promotions.iter().filter(|p| p.pieces.contains(&kind));
            let best = to
                .flat_map(|p| &p.to)
                .map(|to| plain[to.index()])
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
        // What royal pieces are worth beside each other: their freedom, a little.
        for kind in definition.kinds().filter(|&kind| rules.is_royal(kind)) {
            values[kind.index()] = 10.0 * self.mean(kind);
        }
        values
    }
}

/// The derived weights of a game.
pub(crate) fn derive<const W: usize>(
    rules: &Rules<W>,
    layout: &Layout,
    facts: &Facts<W>,
    freedom: &Freedom,
) -> Vec<Weight> {
    let mut weights = vec![[0.0; 2]; layout.len()];
    let definition = rules.definition();
    let values = freedom.values(rules);
    for kind in definition.kinds() {
        let k = kind.index();
        let value = values[k];
        let royal = rules.is_royal(kind);
        weights[layout.value[k]] = [value, value];
        places(&mut weights, layout, facts, freedom, kind, royal);
        if royal {
            continue;
        }
        let promoter = facts.promotes[k];
        if !promoter {
            let mean = 0.8 * freedom.mean(kind);
            for n in 0..MOBILITY {
                let more = (n as f32 - mean) * 4.0;
                weights[layout.mobility[k] + n] = [more, more];
            }
        }
        weights[layout.onto_zone[k]] = [5.0 + value / 80.0, 2.0];
        weights[layout.shield[k]] = if promoter { [8.0, 0.0] } else { [3.0, 0.0] };
        weights[layout.lesser[k]] = [value / 10.0, value / 10.0];
        weights[layout.hanging[k]] = [value / 14.0, value / 14.0];
        weights[layout.pair[k]] = if promoter { [0.0; 2] } else { [6.0; 2] };
    }
    for n in 0..ATTACKERS {
        let many = [0.0, 0.0, 20.0, 45.0, 75.0, 105.0, 130.0, 150.0][n];
        weights[layout.attackers + n] = [many, many / 3.0];
    }
    for n in 0..ROOM {
        let few = 70.0 / (1.0 + n as f32) - 70.0 / ROOM as f32;
        weights[layout.room + n] = [-few * 0.5, -few];
    }
    for n in 0..STEPS {
        let near = 110.0 * 0.6f32.powi(n as i32);
        weights[layout.passed + n] = [near * 0.4, near];
        weights[layout.open + n] = [near * 0.1, near * 0.3];
    }
    weights[layout.linked] = [6.0, 6.0];
    weights[layout.stacked] = [-8.0, -12.0];
    weights[layout.tempo] = [12.0, 8.0];
    weights[layout.castling] = [15.0, 0.0];
    weights[layout.bound] = [-15.0, -15.0];
    for hold in 0..definition.holds().len() {
        weights[layout.hold + hold] = [25.0, 25.0];
    }
    // Each counts up to eightfold, so that the hunt outweighs all that the pieces
    // would rather do: found by playing won endings of Gateway to their end.
    weights[layout.hunt + hunt::NEAR] = [0.0, 6.0];
    weights[layout.hunt + hunt::EDGE] = [0.0, 6.0];
    weights[layout.hunt + hunt::CONFINED] = [0.0, 6.0];
    weights[layout.hunt + hunt::GUARDED] = [6.0, 6.0];
    weights[layout.hunt + hunt::PIECES_NEAR] = [6.0, 6.0];
    weights
}

fn places<const W: usize>(
    weights: &mut [Weight],
    layout: &Layout,
    facts: &Facts<W>,
    freedom: &Freedom,
    kind: Kind,
    royal: bool,
) {
    let k = kind.index();
    let mean = freedom.mean(kind);
    for (cell, here) in freedom.by_cell[k].iter().enumerate() {
        let cell = Cell::new(cell);
        let more = here - mean;
        let at = layout.place[k] + facts.classes.of(Side::White, cell);
        weights[at] = if royal {
            [-3.0 * more, 3.0 * more]
        } else if facts.promotes[k] {
            let steps = f32::from(facts.steps(Side::White, kind, cell).min(12));
            [3.0 * more + 40.0 / (1.0 + steps), 80.0 / (1.0 + steps)]
        } else {
            [3.0 * more, 2.0 * more]
        };
    }
    // Where the sides have no symmetry, Black's cells are classes of their own
    // and take the mean.
}

/// Sebastiano Vigna's SplitMix64: the same fillings every time.
struct Sequence(u64);

impl Sequence {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z >> 32) as u32
    }
}
