//! The open paths of a piece, whatever stands on the last cell.

use super::board::body;
use crate::{Definition, Forward, Hop, Leg, Piece, Promotion, Shape, Side, Term};
use hyperrook_geometry::{Cell, Coordinate};
use std::collections::{BTreeMap, BTreeSet};

/// An open path to a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OpenPath {
    /// The last cell, whatever stands there.
    pub(super) to: Cell,
    /// Whether it may be empty.
    pub(super) quiet: bool,
    /// Whether an enemy may stand there.
    pub(super) capture: bool,
    /// Whether the path is for captures in passing.
    pub(super) en_passant: bool,
    /// The cell on which the piece can be captured in passing.
    pub(super) passed: Option<Cell>,
}

/// All open paths of a piece of one cell.
pub(super) fn open_paths(
    def: &Definition,
    occupied: &dyn Fn(Cell) -> bool,
    piece: Piece,
    from: Cell,
) -> Vec<OpenPath> {
    let mut found = Vec::new();
    for term in terms(def, piece, from) {
        let walker = TermWalker {
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
                    walker.line(vector, *range, *hop, &mut found);
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
                    for _ in 0..*times {
                        let mut ends = BTreeSet::new();
                        for &start in &starts {
                            for route in routes {
                                for visited in walker.route(start, &route.legs) {
                                    let to = visited[visited.len() - 1];
                                    let passes = term.passes(route);
                                    found.push(walker.walk(to, passes.then(|| visited[0])));
                                    if !occupied(to) {
                                        ends.insert(to);
                                    }
                                }
                            }
                        }
                        // The legs of a repeated path have one step, so there is one end.
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

/// Every new body of a piece of several cells after one step or leap, with its naming cell
/// and its path.
pub(super) fn shifts(
    def: &Definition,
    piece: Piece,
    name: Cell,
) -> Vec<(Cell, BTreeSet<Cell>, OpenPath)> {
    let mut found = Vec::new();
    for term in terms(def, piece, name) {
        let walker = TermWalker {
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
                    .all(|&cell| walker.step(cell, vector).is_some())
            });
            let Some(to) = walker.step(name, vector).filter(|_| all_step) else {
                continue;
            };
            if let Some(cells) = body(def, piece, to) {
                found.push((to, cells, walker.walk(to, None)));
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

/// Follows one move term from a cell.
struct TermWalker<'a> {
    def: &'a Definition,
    occupied: &'a dyn Fn(Cell) -> bool,
    term: &'a Term,
    side: Side,
    /// Where the move starts. No path comes back to it.
    from: Cell,
}

impl TermWalker<'_> {
    fn walk(&self, to: Cell, passed: Option<Cell>) -> OpenPath {
        OpenPath {
            to,
            quiet: self.term.quiet,
            capture: self.term.capture,
            en_passant: self.term.en_passant,
            passed,
        }
    }

    /// Adds the ends of one line.
    fn line(&self, vector: &Coordinate, range: u16, hop: Hop, found: &mut Vec<OpenPath>) {
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
                Hop::Grasshopper => pieces_passed == 1 && piece_just_before,
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

    /// The cells visited by each open path over these legs from a cell, with the end of the path
    /// last. There are several paths if a leg may have several steps.
    fn route(&self, start: Cell, legs: &[Leg]) -> Vec<Vec<Cell>> {
        let mut open: Vec<Vec<Cell>> = vec![Vec::new()];
        for leg in legs {
            let mut longer = Vec::new();
            for mut visited in open {
                let leg_start = visited.last().copied().unwrap_or(start);
                for _ in 0..leg.max_steps {
                    let here = visited.last().copied().unwrap_or(start);
                    // To go on, the cell reached so far must be empty.
                    if visited.last().is_some_and(|&cell| (self.occupied)(cell)) {
                        break;
                    }
                    match self.step(here, &leg.vector) {
                        // A leg round a ring ends before the cell where it began.
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

    /// One step or leap by one of White's vectors, turned for this side and for the origin of the
    /// move.
    fn step(&self, here: Cell, vector: &Coordinate) -> Option<Cell> {
        let chart = &self.def.board.charts()[self.term.chart];
        let mut turned = *vector;
        for (axis, value) in turned.iter_mut().enumerate() {
            if *value != 0 {
                *value *= self.sign(axis);
            }
        }
        let to = chart.step(here, &turned)?;
        (!self.def.complete_blocks || chart.has_box(here, &turned)).then_some(to)
    }

    /// The factor, 1 or -1, by which White's vectors are multiplied along an axis.
    fn sign(&self, axis: usize) -> i16 {
        let black = self.side == Side::Black;
        match self.def.forward[self.term.chart][axis] {
            Forward::ToPromotion => self.way_to_promotion(axis),
            Forward::Up if black => -1,
            Forward::None if black && self.term.half_turn => -1,
            _ => 1,
        }
    }

    /// The direction, 1 or -1, along a cyclic axis from the origin of the move to the nearest cell
    /// of compulsory promotion.
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
