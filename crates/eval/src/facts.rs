//! Facts about pieces and cells that follow from the rules, without weights.

use crate::symmetry::CellClasses;
use hyperrook_geometry::{Bits, Cell};
use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{Kind, Piece, Side};

/// The number of moves that means "cannot be reached".
pub(crate) const UNREACHABLE: u8 = u8::MAX;

/// Facts about a game that the evaluation needs.
#[derive(Clone, Debug)]
pub(crate) struct Facts<const W: usize> {
    pub(crate) classes: CellClasses,
    /// By kind, whether it is a pawn, that is, must promote.
    pub(crate) is_pawn: Vec<bool>,
    /// The kinds that are pawns.
    pub(crate) pawns: Vec<Kind>,
    /// By side, kind and cell, the path of a pawn to promotion.
    pub(crate) promotion_paths: [Vec<Option<Vec<PromotionPath<W>>>>; 2],
    /// By side, royal kind and cell: the cells near the royal piece, including its own.
    pub(crate) royal_zones: [Vec<Vec<Bits<W>>>; 2],
    /// The number of cells in the largest of these zones.
    pub(crate) largest_zone: i32,
    /// For each pair of cells, the moves between them of the first royal kind of one
    /// cell on an empty board. Empty if there is no such kind.
    pub(crate) royal_distances: Vec<Vec<u8>>,
}

/// The path of a pawn of one side from a cell to promotion.
#[derive(Clone, Debug)]
pub(crate) struct PromotionPath<const W: usize> {
    /// The moves to promotion on an empty board, or [`UNREACHABLE`].
    pub(crate) distance: u8,
    /// The cells that the pawn may pass on the way to promotion.
    pub(crate) front_span: Bits<W>,
    /// The cells from which an enemy pawn can block the pawn or capture it on its path. Without
    /// enemy pawns there, the pawn is passed.
    pub(crate) passed_mask: Bits<W>,
}

impl<const W: usize> Facts<W> {
    pub(crate) fn new(rules: &Rules<W>) -> Facts<W> {
        let definition = rules.definition();
        let is_pawn: Vec<bool> = definition
            .kinds()
            .map(|kind| {
                let mut promotions = definition.promotions().iter();
                promotions.any(|p| !p.optional && p.pieces.contains(&kind))
            })
            .collect();
        let mut promotion_paths = Side::BOTH.map(|side| {
            let paths =
                |kind: Kind| is_pawn[kind.index()].then(|| promotion_paths(rules, side, kind));
            definition.kinds().map(paths).collect::<Vec<_>>()
        });
        for side in Side::BOTH {
            set_passed_masks(rules, side, &mut promotion_paths);
        }
        let royal_zones = Side::BOTH.map(|side| {
            let zones = |kind: Kind| royal_zones(rules, Piece { side, kind });
            definition.kinds().map(zones).collect::<Vec<_>>()
        });
        let sizes = royal_zones[0].iter().flatten();
        let largest_zone = sizes.map(|zone| zone.count() as i32).max().unwrap_or(1);
        Facts {
            classes: CellClasses::new(rules),
            pawns: definition
                .kinds()
                .filter(|kind| is_pawn[kind.index()])
                .collect(),
            is_pawn,
            promotion_paths,
            royal_zones,
            largest_zone,
            royal_distances: royal_distances(rules),
        }
    }

    /// The pawns of both sides, and the royal piece of one.
    #[inline]
    pub(crate) fn pawns_and_royal(&self, pos: &Pos<W>, side: Side) -> Bits<W> {
        let mut all = pos.kind(pos.royal(side).1);
        for &kind in &self.pawns {
            all |= pos.kind(kind);
        }
        all
    }

    /// The cells near the royal piece of a side, including its own.
    #[inline]
    pub(crate) fn royal_zone(&self, pos: &Pos<W>, side: Side) -> Bits<W> {
        let (cell, kind) = pos.royal(side);
        self.royal_zones[side.index()][kind.index()][cell.index()]
    }

    /// The moves that a pawn on a cell needs to promote on an empty board.
    pub(crate) fn promotion_distance(&self, side: Side, kind: Kind, cell: Cell) -> u8 {
        let paths = self.promotion_paths[side.index()][kind.index()].as_ref();
        paths.map_or(UNREACHABLE, |paths| paths[cell.index()].distance)
    }
}

/// The paths of a pawn to promotion, by its cell. The masks of passed pawns are still empty.
fn promotion_paths<const W: usize>(
    rules: &Rules<W>,
    side: Side,
    kind: Kind,
) -> Vec<PromotionPath<W>> {
    let definition = rules.definition();
    let piece = Piece { side, kind };
    let board = definition.board();
    let moves: Vec<Bits<W>> = board
        .cells()
        .map(|cell| rules.moves_from(piece, cell, Bits::EMPTY))
        .collect();
    let promotions = definition.promotions().iter();
    let goal: Bits<W> = promotions
        .filter(|p| p.pieces.contains(&kind))
        .fold(Bits::EMPTY, |all, p| all | p.cells[side.index()].resize());
    let mut distances = vec![UNREACHABLE; board.len()];
    let mut reached = goal;
    for distance in 0..UNREACHABLE {
        let new: Bits<W> = if distance == 0 {
            goal
        } else {
            let is_new = |c: &Cell| {
                distances[c.index()] == UNREACHABLE && moves[c.index()].intersects(reached)
            };
            board.cells().filter(is_new).collect()
        };
        if new.is_empty() {
            break;
        }
        for cell in new {
            distances[cell.index()] = distance;
        }
        reached |= new;
    }
    // Only moves that bring the pawn nearer count: a pawn that can step aside has other paths
    // as well.
    let front_span = |cell: Cell| {
        let mut span = Bits::EMPTY;
        let mut frontier = Bits::of(cell);
        while frontier.any() {
            let mut next = Bits::EMPTY;
            for at in frontier {
                let distance = distances[at.index()];
                let is_nearer =
                    |to: &Cell| distances[to.index()] < distance && distance != UNREACHABLE;
                next |= moves[at.index()]
                    .iter()
                    .filter(is_nearer)
                    .collect::<Bits<W>>();
            }
            frontier = next & !span;
            span |= next;
        }
        span
    };
    let path = |cell: Cell| PromotionPath {
        distance: distances[cell.index()],
        front_span: front_span(cell),
        passed_mask: Bits::EMPTY,
    };
    board.cells().map(path).collect()
}

/// Finds for each cell of a side's pawns the cells from which enemy pawns can stop them.
fn set_passed_masks<const W: usize>(
    rules: &Rules<W>,
    side: Side,
    promotion_paths: &mut [Vec<Option<Vec<PromotionPath<W>>>>; 2],
) {
    let board = rules.definition().board();
    let enemy = side.other();
    // For each cell of an enemy pawn, the cells where it may stand or capture later.
    let mut controlled = vec![Bits::<W>::EMPTY; board.len()];
    for kind in rules.definition().kinds() {
        let Some(paths) = &promotion_paths[enemy.index()][kind.index()] else {
            continue;
        };
        let piece = Piece { side: enemy, kind };
        for cell in board.cells() {
            controlled[cell.index()].insert(cell);
            for at in paths[cell.index()].front_span.with(cell) {
                controlled[cell.index()] |= rules.attacked_from(piece, at, Bits::EMPTY);
            }
        }
    }
    for path in promotion_paths[side.index()].iter_mut().flatten().flatten() {
        let stops = |cell: &Cell| controlled[cell.index()].intersects(path.front_span);
        path.passed_mask = board.cells().filter(stops).collect();
    }
}

/// The cells near a royal piece, by its cell. Empty if the piece is not royal.
fn royal_zones<const W: usize>(rules: &Rules<W>, piece: Piece) -> Vec<Bits<W>> {
    let board = rules.definition().board();
    if !rules.is_royal(piece.kind) {
        return Vec::new();
    }
    let zone = |cell: Cell| {
        let shifts = rules.shifts_from(piece, cell);
        let shifted = shifts.fold(Bits::EMPTY, |all, body| all | body);
        let body = rules.definition().body(piece.kind, cell);
        let body = body.map_or(Bits::of(cell), |body| body.resize());
        shifted | body | rules.attacked_from(piece, cell, Bits::EMPTY)
    };
    board.cells().map(zone).collect()
}

/// The moves between each pair of cells of the first royal kind of one cell.
fn royal_distances<const W: usize>(rules: &Rules<W>) -> Vec<Vec<u8>> {
    let definition = rules.definition();
    let mut royal = definition.kinds().filter(|&kind| rules.is_royal(kind));
    let Some(kind) = royal.find(|&kind| definition.piece(kind).span.is_none()) else {
        return Vec::new();
    };
    let piece = Piece {
        side: Side::White,
        kind,
    };
    let board = definition.board();
    let moves: Vec<Bits<W>> = board
        .cells()
        .map(|cell| rules.attacked_from(piece, cell, Bits::EMPTY))
        .collect();
    let from = |cell: Cell| {
        let mut distances = vec![UNREACHABLE; board.len()];
        let mut frontier = Bits::<W>::of(cell);
        let mut seen = frontier;
        let mut distance = 0;
        while frontier.any() {
            let mut next = Bits::EMPTY;
            for at in frontier {
                distances[at.index()] = distance;
                next |= moves[at.index()];
            }
            frontier = next & !seen;
            seen |= next;
            distance = distance.saturating_add(1).min(UNREACHABLE - 1);
        }
        distances
    };
    board.cells().map(from).collect()
}
