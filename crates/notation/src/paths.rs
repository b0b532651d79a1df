//! The paths by which a piece could get from one cell to another, taken straight from the move
//! rules without regard to other pieces, to explain moves and refusals.
//! [`hyperrook_rules::Position`] decides what is legal.

use hyperrook_geometry::{Cell, Coordinate, MAX_AXES};
use hyperrook_rules::{Definition, Forward, Hop, Piece, Route, Shape, Side, Term};

/// One path of a piece to a cell.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PiecePath<'d> {
    /// The part of the rule that allows it.
    pub term: &'d Term,
    /// The cells passed, in order, without the two ends.
    pub passed: Vec<Cell>,
    /// What must stand on the cells passed.
    pub hop: Hop,
    /// Whether the game requires complete blocks and the block of a step is incomplete.
    pub incomplete: bool,
}

/// The number of steps tried before giving up, far more than the shipped pieces need. Rules with
/// many routes on cyclic boards have no natural end. An explanation that misses a path is better
/// than one that does not come in time.
const MAX_STEPS: usize = 200_000;

impl PiecePath<'_> {
    /// Whether a piece that stands on `origin` could take this path to capture what stands at its
    /// end, if these cells are occupied. It is not checked whether this would leave its own royal
    /// piece attacked.
    pub fn attacks(
        &self,
        definition: &Definition,
        piece: Piece,
        origin: Cell,
        occupied: impl Fn(Cell) -> bool,
    ) -> bool {
        let starts = !self.term.initial || definition.start().piece(origin) == Some(piece);
        self.term.capture && starts && !self.incomplete && self.is_open(occupied)
    }

    /// Whether the pieces on the cells passed let a piece through.
    pub fn is_open(&self, occupied: impl Fn(Cell) -> bool) -> bool {
        let mut standing = self.passed.iter().filter(|cell| occupied(**cell));
        match (self.hop, standing.next(), standing.next()) {
            (Hop::None, first, _) => first.is_none(),
            (Hop::Over, Some(_), None) => true,
            (Hop::Grasshopper, Some(mount), None) => self.passed.last() == Some(mount),
            _ => false,
        }
    }
}

/// All paths of a piece from one cell to another.
pub fn piece_paths(
    definition: &Definition,
    piece: Piece,
    origin: Cell,
    destination: Cell,
) -> Vec<PiecePath<'_>> {
    let mut found = Vec::new();
    each_piece_path(definition, piece, origin, &mut |end, path| {
        if end == destination {
            found.push(path());
        }
    });
    found
}

/// Calls `found` for every path of a piece from a cell, with its end and with a function that
/// returns the path.
pub fn each_piece_path<'d>(
    definition: &'d Definition,
    piece: Piece,
    origin: Cell,
    found: &mut dyn FnMut(Cell, &dyn Fn() -> PiecePath<'d>),
) {
    for term in &definition.piece(piece.kind).moves.terms {
        let mut finder = PathFinder {
            definition,
            term,
            piece,
            origin,
            steps: 0,
            found,
        };
        match &term.shape {
            Shape::Line {
                vectors,
                range,
                hop,
            } => {
                for vector in vectors {
                    finder.line(vector, *range, *hop);
                }
            }
            Shape::Path { routes, times } => {
                let way = Way {
                    at: origin,
                    passed: Vec::new(),
                    incomplete: false,
                };
                finder.repeat(routes, *times, way, None);
            }
            _ => {}
        }
    }
}

/// Receives the end of each path.
type Found<'d, 'f> = &'f mut dyn FnMut(Cell, &dyn Fn() -> PiecePath<'d>);

struct PathFinder<'d, 'f> {
    definition: &'d Definition,
    term: &'d Term,
    piece: Piece,
    origin: Cell,
    steps: usize,
    found: Found<'d, 'f>,
}

#[derive(Clone)]
struct Way {
    at: Cell,
    passed: Vec<Cell>,
    incomplete: bool,
}

impl<'d> PathFinder<'d, '_> {
    fn line(&mut self, vector: &Coordinate, range: u16, hop: Hop) {
        let vector = self.oriented(vector);
        let mut passed = Vec::new();
        let mut incomplete = false;
        let mut at = self.origin;
        for _ in 0..range {
            incomplete |= self.is_incomplete(at, &vector);
            match self.chart().step(at, &vector) {
                Some(next) if next != self.origin => at = next,
                _ => break,
            }
            (self.found)(at, &|| PiecePath {
                term: self.term,
                passed: passed.clone(),
                hop,
                incomplete,
            });
            passed.push(at);
        }
    }

    /// Walks the routes up to `times` times, with the same displacement each time.
    fn repeat(&mut self, routes: &[Route], times: u16, way: Way, same: Option<Coordinate>) {
        if times == 0 {
            return;
        }
        for route in routes {
            let mut ends = Vec::new();
            self.legs(route, 0, way.clone(), [0; MAX_AXES], &mut ends);
            for (end, displacement) in ends {
                if same.is_some_and(|same| same != displacement) {
                    continue;
                }
                (self.found)(end.at, &|| PiecePath {
                    term: self.term,
                    passed: end.passed.clone(),
                    hop: Hop::None,
                    incomplete: end.incomplete,
                });
                if self.steps < MAX_STEPS {
                    let mut next = end;
                    next.passed.push(next.at);
                    self.repeat(routes, times - 1, next, Some(displacement));
                }
            }
        }
    }

    /// Walks the legs of a route, starting at the given one, and collects its ends.
    fn legs(
        &mut self,
        route: &Route,
        leg: usize,
        mut way: Way,
        mut displacement: Coordinate,
        ends: &mut Vec<(Way, Coordinate)>,
    ) {
        let last = leg + 1 == route.legs.len();
        let vector = self.oriented(&route.legs[leg].vector);
        for _ in 0..route.legs[leg].max_steps {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                return;
            }
            way.incomplete |= self.is_incomplete(way.at, &vector);
            match self.chart().step(way.at, &vector) {
                Some(next) if next != self.origin => way.at = next,
                _ => return,
            }
            for (sum, value) in displacement.iter_mut().zip(&vector) {
                *sum = sum.saturating_add(*value);
            }
            if last {
                ends.push((way.clone(), displacement));
            }
            way.passed.push(way.at);
            if !last {
                self.legs(route, leg + 1, way.clone(), displacement, ends);
            }
        }
    }

    fn chart(&self) -> &'d hyperrook_geometry::Chart {
        &self.definition.board().charts()[self.term.chart]
    }

    /// White's vector turned to the direction of the piece's side and, where forward depends on the
    /// cell, of the origin.
    fn oriented(&self, vector: &Coordinate) -> Coordinate {
        let black = self.piece.side == Side::Black;
        let mut oriented = *vector;
        for &axis in &self.term.axes {
            let back = match self.definition.forward()[self.term.chart][axis] {
                Forward::Up => black,
                Forward::ToPromotion => self.promotion_is_back(axis),
                _ => black && self.term.half_turn,
            };
            if back {
                oriented[axis] = -oriented[axis];
            }
        }
        oriented
    }

    /// Whether the shortest way round to a cell of compulsory promotion of the piece's side leads
    /// down the axis.
    fn promotion_is_back(&self, axis: usize) -> bool {
        let chart = self.chart();
        let len = chart.axes()[axis].len as i16;
        let here = chart.coordinate(self.origin)[axis];
        let side = self.piece.side.index();
        let promotions = self.definition.promotions().iter();
        let cells = promotions
            .filter(|promotion| !promotion.optional)
            .flat_map(|promotion| promotion.cells[side].iter());
        let nearest = cells.map(|cell| {
            let up = (chart.coordinate(cell)[axis] - here).rem_euclid(len);
            (up.min(len - up), len - up < up)
        });
        nearest.min().is_some_and(|(_, back)| back)
    }

    /// Whether a step needs a complete block that the board does not have.
    fn is_incomplete(&self, from: Cell, vector: &Coordinate) -> bool {
        self.definition.complete_blocks() && !self.chart().has_box(from, vector)
    }
}
