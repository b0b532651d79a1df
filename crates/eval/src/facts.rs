//! What the rules say about pieces and cells, apart from any weights.

use crate::symmetry::Classes;
use hyperrook_geometry::{Bits, Cell};
use hyperrook_rules::fast::Rules;
use hyperrook_rules::{Kind, Piece, Side};

/// A kind that must promote, seen from one side.
#[derive(Clone, Debug)]
pub(crate) struct Road<const W: usize> {
    /// For each cell, the moves to promotion on an empty board; [`FAR`] if
    /// there is no way.
    steps: Vec<u8>,
    /// For each cell, those that the piece may pass on its ways to promotion.
    pub(crate) ahead: Vec<Bits<W>>,
    /// For each cell, those from which an enemy piece of such a kind can bar the
    /// piece or capture it on its way.
    pub(crate) hindered: Vec<Bits<W>>,
}

/// Too many moves to count.
pub(crate) const FAR: u8 = u8::MAX;

/// What evaluation needs to know of a game.
#[derive(Clone, Debug)]
pub(crate) struct Facts<const W: usize> {
    pub(crate) classes: Classes,
    /// For each kind, whether it must promote: a pawn.
    pub(crate) promotes: Vec<bool>,
    /// For each side and kind, the road of a pawn.
    pub(crate) roads: [Vec<Option<Road<W>>>; 2],
    /// For each side, royal kind and cell, the cells near it, its own included.
    pub(crate) zones: [Vec<Vec<Bits<W>>>; 2],
    /// For each pair of cells, the moves of the side's first royal kind between
    /// them on an empty board.
    pub(crate) apart: Vec<Vec<u8>>,
}

impl<const W: usize> Facts<W> {
    pub(crate) fn new(rules: &Rules<W>) -> Facts<W> {
        let definition = rules.definition();
        let promotes: Vec<bool> = definition
            .kinds()
            .map(|kind| {
                let mut all = definition.promotions().iter();
                all.any(|p| !p.optional && p.pieces.contains(&kind))
            })
            .collect();
        let mut roads: [Vec<Option<Road<W>>>; 2] = Side::BOTH.map(|side| {
            let road = |kind: Kind| promotes[kind.index()].then(|| Road::new(rules, side, kind));
            definition.kinds().map(road).collect()
        });
        for side in Side::BOTH {
            hinder(rules, side, &mut roads);
        }
        let zones = Side::BOTH.map(|side| {
            let of = |kind: Kind| zone(rules, Piece { side, kind });
            definition.kinds().map(of).collect()
        });
        Facts {
            classes: Classes::new(rules),
            promotes,
            roads,
            zones,
            apart: apart(rules),
        }
    }

    /// Moves that a pawn needs to promote.
    pub(crate) fn steps(&self, side: Side, kind: Kind, cell: Cell) -> u8 {
        let road = self.roads[side.index()][kind.index()].as_ref();
        road.map_or(FAR, |road| road.steps[cell.index()])
    }
}

impl<const W: usize> Road<W> {
    fn new(rules: &Rules<W>, side: Side, kind: Kind) -> Road<W> {
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
        let mut steps = vec![FAR; board.len()];
        let mut reached = goal;
        for n in 0..FAR {
            let new: Bits<W> = match n {
                0 => goal,
                _ => board
                    .cells()
                    .filter(|c| steps[c.index()] == FAR && moves[c.index()].meets(reached))
                    .collect(),
            };
            if new.is_empty() {
                break;
            }
            for cell in new {
                steps[cell.index()] = n;
            }
            reached |= new;
        }
        // Only ways that come nearer: a piece that may step aside has others.
        let ahead = board
            .cells()
            .map(|cell| {
                let mut ahead = Bits::EMPTY;
                let mut edge = Bits::of(cell);
                while edge.any() {
                    let mut next = Bits::EMPTY;
                    for at in edge {
                        let nearer = moves[at.index()].iter().filter(|to| {
                            steps[to.index()] < steps[at.index()] && steps[at.index()] != FAR
                        });
                        next |= nearer.collect::<Bits<W>>();
                    }
                    edge = next & !ahead;
                    ahead |= next;
                }
                ahead
            })
            .collect();
        Road {
            steps,
            ahead,
            hindered: Vec::new(),
        }
    }
}

/// Finds for each cell of a side's pawns where enemy pawns hinder them.
fn hinder<const W: usize>(rules: &Rules<W>, side: Side, roads: &mut [Vec<Option<Road<W>>>; 2]) {
    let board = rules.definition().board();
    let enemy = side.other();
    // For each cell, what an enemy pawn there may stand on or capture on.
    let mut spans = vec![Bits::<W>::EMPTY; board.len()];
    for kind in rules.definition().kinds() {
        let Some(road) = &roads[enemy.index()][kind.index()] else {
            continue;
        };
        let piece = Piece { side: enemy, kind };
        for cell in board.cells() {
            spans[cell.index()].insert(cell);
            for at in road.ahead[cell.index()].with(cell) {
                spans[cell.index()] |= rules.attacked_from(piece, at, Bits::EMPTY);
            }
        }
    }
    for road in roads[side.index()].iter_mut().flatten() {
        let hindered = |ahead: &Bits<W>| {
            let bars = |cell: &Cell| spans[cell.index()].meets(*ahead);
            board.cells().filter(bars).collect()
        };
        road.hindered = road.ahead.iter().map(hindered).collect();
    }
}

/// The cells near a royal piece.
fn zone<const W: usize>(rules: &Rules<W>, piece: Piece) -> Vec<Bits<W>> {
    let board = rules.definition().board();
    if !rules.is_royal(piece.kind) {
        return Vec::new();
    }
    let near = |cell: Cell| {
        let shifts = rules.shifts_from(piece, cell);
        let shifted = shifts.fold(Bits::EMPTY, |all, body| all | body);
        let body = rules.definition().body(piece.kind, cell);
        let body = body.map_or(Bits::of(cell), |body| body.resize());
        shifted | body | rules.attacked_from(piece, cell, Bits::EMPTY)
    };
    board.cells().map(near).collect()
}

/// Moves between cells of a royal piece of one cell, the first such kind of the
/// game; nothing if there is none.
fn apart<const W: usize>(rules: &Rules<W>) -> Vec<Vec<u8>> {
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
        let mut apart = vec![FAR; board.len()];
        let mut edge = Bits::<W>::of(cell);
        let mut seen = edge;
        let mut n = 0;
        while edge.any() {
            let mut next = Bits::EMPTY;
            for at in edge {
                apart[at.index()] = n;
                next |= moves[at.index()];
            }
            edge = next & !seen;
            seen |= next;
            n = n.saturating_add(1).min(FAR - 1);
        }
        apart
    };
    board.cells().map(from).collect()
}
