//! Where a piece could go, were it not for what stands on the last cell.

use super::board::body;
use crate::{Definition, Forward, Hop, Leg, Piece, Promotion, Shape, Side, Term};
use hyperrook_geometry::{Cell, Coordinate};
use std::collections::{BTreeMap, BTreeSet};

/// A way to a cell that is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Walk {
    /// The last cell, whatever stands there.
    pub(super) to: Cell,
    /// Whether it may be empty.
    pub(super) quiet: bool,
    /// Whether an enemy may stand there.
    pub(super) capture: bool,
    /// Whether the walk captures in passing on a cell just passed.
    pub(super) en_passant: bool,
    /// The cell passed, if the walk can be captured in passing there.
    pub(super) passed: Option<Cell>,
}

/// All open ways of a piece of one cell.
pub(super) fn walks(
    def: &Definition,
    occupied: &dyn Fn(Cell) -> bool,
    piece: Piece,
    from: Cell,
) -> Vec<Walk> {
    let mut found = Vec::new();
    for term in terms(def, piece, from) {
        let ground = Ground {
            def,
            occupied,
            term,
            side: piece.side,
            from,
        };
        match &term.shape {
            Shape::Line {
                vectors,
                range,
                hop,
            } => {
                for vector in vectors {
                    ground.line(vector, *range, *hop, &mut found);
                }
            }
            Shape::Path { routes, times } => {
                let mut routes_to = BTreeMap::<Coordinate, Vec<_>>::new();
                for route in routes {
                    let mut sum = Coordinate::default();
                    for leg in &route.legs {
                        for (total, value) in sum.iter_mut().zip(leg.vector) {
                            *total += value;
                        }
                    }
                    routes_to.entry(sum).or_default().push(route);
                }
                for routes in routes_to.values() {
                    let mut starts = BTreeSet::from([from]);
                    for part in 0..*times {
                        let mut ends = BTreeSet::new();
                        for &start in &starts {
                            for route in routes {
                                for visited in ground.route(start, &route.legs) {
                                    let to = visited[visited.len() - 1];
                                    let passes = part == 0 && term.passes(route, visited.len());
                                    found.push(ground.walk(to, passes.then(|| visited[0])));
                                    if !occupied(to) {
                                        ends.insert(to);
                                    }
                                }
                            }
                        }
                        // A repeated path has legs of one step: one end.
                        starts = ends;
                        if starts.is_empty() {
                            break;
                        }
                    }
                }
            }
        }
    }
    found
}

/// Every new body of a piece of several cells, by single steps or leaps, with
/// the new naming cell and whether it can be empty or must be.
pub(super) fn shifts(
    def: &Definition,
    piece: Piece,
    name: Cell,
) -> Vec<(Cell, BTreeSet<Cell>, Walk)> {
    let mut found = Vec::new();
    for term in terms(def, piece, name) {
        let ground = Ground {
            def,
            occupied: &|_| false,
            term,
            side: piece.side,
            from: name,
        };
        let Shape::Line { vectors, .. } = &term.shape else {
            continue;
        };
        for vector in vectors {
            let all_step = body(def, piece, name).is_some_and(|cells| {
                cells
                    .iter()
                    .all(|&cell| ground.step(cell, vector).is_some())
            });
            let Some(to) = ground.step(name, vector).filter(|_| all_step) else {
                continue;
            };
            if let Some(cells) = body(def, piece, to) {
                found.push((to, cells, ground.walk(to, None)));
            }
        }
    }
    found
}

/// The terms that a piece on this cell may use.
fn terms(def: &Definition, piece: Piece, from: Cell) -> impl Iterator<Item = &Term> {
    let at_start = def.start.piece(from) == Some(piece);
    let terms = def.piece(piece.kind).moves.terms.iter();
    terms.filter(move |term| !term.initial || at_start)
}

/// What a walk goes over.
struct Ground<'a> {
    def: &'a Definition,
    occupied: &'a dyn Fn(Cell) -> bool,
    term: &'a Term,
    side: Side,
    /// Where the move starts; no walk comes back to it.
    from: Cell,
}

impl Ground<'_> {
    fn walk(&self, to: Cell, passed: Option<Cell>) -> Walk {
        Walk {
            to,
            quiet: self.term.quiet,
            capture: self.term.capture,
            en_passant: self.term.en_passant,
            passed,
        }
    }

    /// Adds the ends of one line.
    fn line(&self, vector: &Coordinate, range: u16, hop: Hop, found: &mut Vec<Walk>) {
        let mut here = self.from;
        let mut pieces_passed = 0;
        let mut piece_just_before = false;
        for _ in 0..range {
            let Some(next) = self.step(here, vector).filter(|&next| next != self.from) else {
                return;
            };
            here = next;
            let ends_here = match hop {
                Hop::None => pieces_passed == 0,
                Hop::Over => pieces_passed == 1,
                Hop::Just => pieces_passed == 1 && piece_just_before,
            };
            if ends_here {
                found.push(self.walk(here, None));
            }
            piece_just_before = (self.occupied)(here);
            if piece_just_before {
                pieces_passed += 1;
            }
        }
    }

    /// The cells visited by each open walk over these legs from a cell; the
    /// last of them is the end. Several, if a leg may have several steps.
    fn route(&self, start: Cell, legs: &[Leg]) -> Vec<Vec<Cell>> {
        let mut open: Vec<Vec<Cell>> = vec![Vec::new()];
        for leg in legs {
            let mut longer = Vec::new();
            for mut visited in open {
                let leg_start = visited.last().copied().unwrap_or(start);
                for _ in 0..leg.most {
                    let here = visited.last().copied().unwrap_or(start);
                    // Whatever has been reached so far is passed by going on.
                    if visited.last().is_some_and(|&cell| (self.occupied)(cell)) {
                        break;
                    }
                    match self.step(here, &leg.vector) {
                        // A leg right round a ring ends before where it began.
                        Some(next) if next != self.from && next != leg_start => visited.push(next),
                        _ => break,
                    }
                    longer.push(visited.clone());
                }
            }
            open = longer;
        }
        open
    }

    /// One step or leap by one of White's vectors, as this side makes it from
    /// where the move starts.
    fn step(&self, here: Cell, vector: &Coordinate) -> Option<Cell> {
        let chart = &self.def.board.charts()[self.term.chart];
        let mut turned = *vector;
        for (axis, value) in turned.iter_mut().enumerate() {
            if *value != 0 {
                *value *= self.sign(axis);
            }
        }
        let to = chart.step(here, &turned)?;
        let oblique = turned.iter().filter(|&&value| value != 0).count() > 1;
        if self.def.complete_blocks && oblique {
            for part in boxed(&turned) {
                chart.step(here, &part)?;
            }
        }
        Some(to)
    }

    /// 1 or -1: what White's vectors are multiplied by along an axis.
    fn sign(&self, axis: usize) -> i16 {
        let black = self.side == Side::Black;
        match self.def.forward[self.term.chart][axis] {
            Forward::ToPromotion => self.way_to_promotion(axis),
            Forward::Up if black => -1,
            Forward::None if black && self.term.half_turn => -1,
            _ => 1,
        }
    }

    /// The way along a cyclic axis to the nearest cell of compulsory promotion
    /// from where the move starts.
    fn way_to_promotion(&self, axis: usize) -> i16 {
        let chart = &self.def.board.charts()[self.term.chart];
        let len = chart.axes()[axis].len as i16;
        let here = chart.coordinate(self.from)[axis];
        let compulsory = |promotion: &&Promotion| !promotion.optional;
        let (mut up, mut down) = (i16::MAX, i16::MAX);
        for promotion in self.def.promotions.iter().filter(compulsory) {
            for cell in promotion.cells[self.side.index()] {
                let there = chart.coordinate(cell)[axis];
                up = up.min((there - here).rem_euclid(len));
                down = down.min((here - there).rem_euclid(len));
            }
        }
        if down < up { -1 } else { 1 }
    }
}

/// The vectors to all cells of the box between a cell and a vector from it.
fn boxed(vector: &Coordinate) -> Vec<Coordinate> {
    let mut parts = vec![Coordinate::default()];
    for (axis, &value) in vector.iter().enumerate() {
        let mut longer = Vec::new();
        for part in parts {
            for along in value.min(0)..=value.max(0) {
                let mut part = part;
                part[axis] = along;
                longer.push(part);
            }
        }
        parts = longer;
    }
    parts
}
