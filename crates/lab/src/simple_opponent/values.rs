//! What pieces are worth, found out from the rules: a piece is worth about as much
//! as it has moves on a board that is partly full.

use hyperrook_geometry::{Board, Cell, CellSet};
use hyperrook_rules::{Definition, Game, Kind, Position, Side};

/// Values of the pieces of a game on each cell, in hundredths of a move.
#[derive(Clone, Debug)]
pub(super) struct SimpleValues {
    /// By side, kind and cell.
    on: [Vec<Vec<i32>>; 2],
    /// By kind alone.
    base: Vec<i32>,
}

/// How many boards full of random pieces are looked at.
const BOARDS: usize = 4;

/// The part of cells that is full on them, in percent: a middle game.
const FULL: u8 = 30;

/// What a step nearer to a promotion cell adds, as a part of what is gained by
/// promoting at last.
const ADVANCE_PARTS: i32 = 24;

/// How much a piece's own moves from a cell count beside its worth, in percent.
const PLACE: i32 = 12;

impl SimpleValues {
    /// Finds the values of a game.
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
        // A piece that promotes is worth a part of what it becomes.
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
                        // Early on a royal piece in the middle is in danger.
                        0
                    } else {
                        (*value - mean) * PLACE / 100
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

    /// The worth of a piece of a kind, wherever it stands.
    pub(super) fn of(&self, kind: Kind) -> i32 {
        self.base[kind.index()]
    }

    /// The worth of a piece on a cell.
    pub(super) fn on(&self, side: Side, kind: Kind, cell: Cell) -> i32 {
        self.on[side.index()][kind.index()][cell.index()]
    }

    /// White's pieces less Black's.
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

/// Occupied cells, and which of them are enemies of the piece looked at.
fn random_boards(board: &Board) -> Vec<(CellSet, CellSet)> {
    let mut random = fastrand::Rng::with_seed(8);
    let boards = 0..BOARDS;
    boards
        .map(|_| {
            let pieces: CellSet = board.cells().filter(|_| random.u8(..100) < FULL).collect();
            let enemies = pieces.iter().filter(|_| random.bool()).collect();
            (pieces, enemies)
        })
        .collect()
}

/// A hundred times the mean number of destinations from a cell.
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

/// What the best promotion of a kind adds.
fn promotion_gain(definition: &Definition, kind: Kind, means: &[i32]) -> i32 {
    let promotions = definition.promotions().iter();
    let to = promotions
        .filter(|promotion| promotion.pieces.contains(&kind))
        .flat_map(|promotion| &promotion.to);
    let best = to.map(|kind| means[kind.index()]).max();
    best.map_or(0, |best| (best - means[kind.index()]).max(0))
}

/// How many cells away in the drawing the nearest promotion cell is, for each
/// cell; `None` for kinds that do not promote.
fn promotion_distances(definition: &Definition, kind: Kind, side: Side) -> Option<Vec<i32>> {
    let promotions = definition.promotions().iter();
    let cells: CellSet = promotions
        .filter(|promotion| promotion.pieces.contains(&kind))
        .flat_map(|promotion| promotion.cells[side.index()].iter())
        .collect();
    if cells.is_empty() {
        return None;
    }
    // Steps of the default chart, by which the pieces count forward.
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
