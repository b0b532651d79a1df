//! Values of pieces, derived from the rules: a piece is worth about as much as the number
//! of moves that it has on a partly filled board.

use hyperrook_geometry::{Board, Cell, CellSet};
use hyperrook_rules::{Definition, Game, Kind, Position, Side};

/// Values of the pieces of a game, by kind and by cell, in hundredths of a move.
#[derive(Clone, Debug)]
pub(super) struct SimpleValues {
    /// By side, kind and cell.
    on: [Vec<Vec<i32>>; 2],
    /// By kind.
    base: Vec<i32>,
}

/// The number of random boards on which mobility is measured.
const SAMPLE_BOARDS: usize = 4;

/// The percentage of occupied cells on these boards, as in a middlegame.
const OCCUPIED_PERCENT: u8 = 30;

/// A step towards a promotion cell adds the gain by promotion divided by this.
const ADVANCE_PARTS: i32 = 24;

/// How much the mobility from its cell adds to the value of a piece, in percent.
const MOBILITY_PERCENT: i32 = 12;

impl SimpleValues {
    /// The values of a game.
    pub(super) fn new(game: &Game) -> SimpleValues {
        let definition = game.definition();
        let mut values = SimpleValues {
            on: [Vec::new(), Vec::new()],
            base: Vec::new(),
        };
        let boards = random_boards(game.board());
        let mut means = Vec::new();
        for kind in definition.kinds() {
            let mut sum = 0;
            let mut cells = 0;
            for side in Side::BOTH {
                let counts: Vec<i32> = game
                    .board()
                    .cells()
                    .map(|cell| mobility(game, kind, side, cell, &boards))
                    .collect();
                sum += counts.iter().sum::<i32>();
                cells += counts.len() as i32;
                values.on[side.index()].push(counts);
            }
            means.push(sum / cells.max(1));
        }
        for kind in definition.kinds() {
            let royal = definition.piece(kind).royal;
            values
                .base
                .push(if royal { 0 } else { means[kind.index()] });
        }
        // A piece that can promote is worth part of what it becomes.
        for kind in definition.kinds() {
            let gain = promotion_gain(definition, kind, &means);
            values.base[kind.index()] += gain / 8;
            for side in Side::BOTH {
                let distances = promotion_distances(definition, kind, side);
                let base = values.base[kind.index()];
                let mean = means[kind.index()];
                let on = &mut values.on[side.index()][kind.index()];
                for (cell, value) in on.iter_mut().enumerate() {
                    let place = if definition.piece(kind).royal {
                        // A royal piece is in danger in the centre as long as there are
                        // many pieces.
                        0
                    } else {
                        (*value - mean) * MOBILITY_PERCENT / 100
                    };
                    let advance = match distances.as_ref().map(|d| d[cell]) {
                        Some(steps) => gain / (ADVANCE_PARTS + 4 * steps),
                        None => 0,
                    };
                    *value = base + place + advance;
                }
            }
        }
        values
    }

    /// The value of a kind, regardless of its cell.
    pub(super) fn of(&self, kind: Kind) -> i32 {
        self.base[kind.index()]
    }

    /// The value of a piece on a cell.
    pub(super) fn on(&self, side: Side, kind: Kind, cell: Cell) -> i32 {
        self.on[side.index()][kind.index()][cell.index()]
    }

    /// White's values minus Black's.
    pub(super) fn balance(&self, position: &Position) -> i32 {
        let cells = position.game().board().cells();
        cells
            .filter_map(|cell| position.piece(cell).map(|piece| (piece, cell)))
            .map(|(piece, cell)| match piece.side {
                Side::White => self.on(piece.side, piece.kind, cell),
                Side::Black => -self.on(piece.side, piece.kind, cell),
            })
            .sum()
    }
}

/// For each random board the occupied cells, and those with enemies of the measured piece.
fn random_boards(board: &Board) -> Vec<(CellSet, CellSet)> {
    let mut random = fastrand::Rng::with_seed(8);
    let boards = 0..SAMPLE_BOARDS;
    boards
        .map(|_| {
            let pieces: CellSet = board
                .cells()
                .filter(|_| random.u8(..100) < OCCUPIED_PERCENT)
                .collect();
            let enemies = pieces.iter().filter(|_| random.bool()).collect();
            (pieces, enemies)
        })
        .collect()
}

/// The mean number of destinations from a cell, in hundredths.
fn mobility(game: &Game, kind: Kind, side: Side, cell: Cell, boards: &[(CellSet, CellSet)]) -> i32 {
    let Some(body) = game.definition().body(kind, cell) else {
        return 0;
    };
    let counts = boards.iter().map(|&(pieces, enemies)| {
        let reach = game.destinations(kind, side, cell, pieces | body, enemies & !body);
        (reach.quiet | reach.captures).count() as i32
    });
    100 * counts.sum::<i32>() / boards.len().max(1) as i32
}

/// The amount that the best promotion of a kind adds to its value.
fn promotion_gain(definition: &Definition, kind: Kind, means: &[i32]) -> i32 {
    let promotions = definition.promotions().iter();
    let to = promotions
        .filter(|promotion| promotion.pieces.contains(&kind))
        .flat_map(|promotion| &promotion.to);
    let best = to.map(|kind| means[kind.index()]).max();
    best.map_or(0, |best| (best - means[kind.index()]).max(0))
}

/// For each cell, the distance to the nearest promotion cell; `None` for kinds that do not
/// promote.
fn promotion_distances(definition: &Definition, kind: Kind, side: Side) -> Option<Vec<i32>> {
    let promotions = definition.promotions().iter();
    let cells: CellSet = promotions
        .filter(|promotion| promotion.pieces.contains(&kind))
        .flat_map(|promotion| promotion.cells[side.index()].iter())
        .collect();
    if cells.is_empty() {
        return None;
    }
    // Distances are in the default chart, where the forward axes are.
    let chart = &definition.board().charts()[0];
    let distance = |from: Cell| {
        let steps = cells.iter().map(|to| {
            let (a, b) = (chart.coordinate(from), chart.coordinate(to));
            let axes = chart.axes().iter().enumerate().map(|(i, axis)| {
                let apart = i32::from((a[i] - b[i]).abs());
                if axis.cyclic {
                    apart.min(axis.len as i32 - apart)
                } else {
                    apart
                }
            });
            axes.max().unwrap_or(0)
        });
        steps.min().unwrap_or(0)
    };
    Some(definition.board().cells().map(distance).collect())
}
