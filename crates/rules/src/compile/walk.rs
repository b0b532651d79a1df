//! Applies move rules to a board: which cells a piece can reach from a cell, and
//! what must be empty on the way.

use crate::{CompileError, Definition, Forward, Hop, Kind, Part, Route, Shape, Side, Term};
use hyperrook_geometry::{Cell, CellSet, Chart, Coordinate, MAX_AXES};
use std::collections::BTreeMap;

/// What one vector or route of a term gives from one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Track {
    /// Each cell is reached if all before it are empty.
    Slide(Vec<Cell>),
    /// One cell, reached if others are empty.
    Way(Way),
    /// Cells reached over pieces.
    Hop(Vec<Cell>, Hop),
}

/// One way to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Way {
    /// The cell reached.
    pub(super) to: Cell,
    /// The cells that must be empty; with the cell reached among them, the way
    /// cannot capture.
    pub(super) through: CellSet,
    /// The cell on which the piece can be captured in passing.
    pub(super) passed: Option<Cell>,
}

/// The most ways that the repetitions of a path may combine to.
const MAX_WAYS: usize = 4096;

/// For each chart, side and axis: +1 or -1 for each cell, what "up" of White's
/// vectors means there.
pub(super) struct Senses(Vec<[Vec<Vec<i16>>; 2]>);

impl Senses {
    pub(super) fn new(definition: &Definition) -> Result<Senses, CompileError> {
        let mut all = Vec::new();
        for (chart, forward) in definition.board.charts().iter().zip(&definition.forward) {
            let mut sides = [Vec::new(), Vec::new()];
            for side in Side::BOTH {
                for (axis, forward) in forward.iter().enumerate() {
                    let cells = definition.board.cells();
                    let signs: Result<Vec<i16>, CompileError> = match forward {
                        Forward::None => Ok(cells.map(|_| 1).collect()),
                        Forward::Up if side == Side::White => Ok(cells.map(|_| 1).collect()),
                        Forward::Up => Ok(cells.map(|_| -1).collect()),
                        Forward::ToPromotion => cells
                            .map(|cell| way_round(definition, chart, axis, side, cell))
                            .collect(),
                    };
                    sides[side.index()].push(signs?);
                }
            }
            all.push(sides);
        }
        Ok(Senses(all))
    }

    /// White's vector as the side's piece on `cell` uses it.
    fn orient(&self, term: &Term, side: Side, cell: Cell, vector: &Coordinate) -> Coordinate {
        let mut out = *vector;
        for (axis, signs) in self.0[term.chart][side.index()].iter().enumerate() {
            out[axis] *= signs[cell.index()];
        }
        if term.half_turn && side == Side::Black {
            // The forward axes are turned already; turn the others.
            for &axis in &term.axes {
                if self.0[term.chart][0][axis] == self.0[term.chart][1][axis] {
                    out[axis] = -out[axis];
                }
            }
        }
        out
    }
}

/// Which way along a cyclic axis the nearest promotion cell lies.
fn way_round(
    definition: &Definition,
    chart: &Chart,
    axis: usize,
    side: Side,
    cell: Cell,
) -> Result<i16, CompileError> {
    let len = chart.axes()[axis].len as i16;
    let here = chart.coordinate(cell)[axis];
    let goals = definition
        .promotions
        .iter()
        .filter(|promotion| !promotion.optional)
        .flat_map(|promotion| promotion.cells[side.index()]);
    let (mut up, mut down) = (i16::MAX, i16::MAX);
    for goal in goals {
        let there = chart.coordinate(goal)[axis];
        up = up.min((there - here).rem_euclid(len));
        down = down.min((here - there).rem_euclid(len));
    }
    if up == down && up != 0 {
        let name = definition.board.name(cell);
        return Err(CompileError::new(
            Part::Game,
            if up == i16::MAX {
                format!("{side} has no promotion cell, so `forward to promotion` says nothing")
            } else {
                format!(
                    "{side}'s promotion cells are equally near both ways round from {name}, so \
                 `forward to promotion` is undecided there"
                )
            },
        ));
    }
    Ok(if up <= down { 1 } else { -1 })
}

/// Everything that a term gives a side's piece on a cell.
pub(super) fn tracks(
    definition: &Definition,
    senses: &Senses,
    side: Side,
    term: &Term,
    from: Cell,
    steps: &mut usize,
) -> Result<Vec<Track>, CompileError> {
    let walker = Walker {
        chart: &definition.board.charts()[term.chart],
        complete_blocks: definition.complete_blocks,
        from,
    };
    let orient = |vector: &Coordinate| senses.orient(term, side, from, vector);
    match &term.shape {
        Shape::Line {
            vectors,
            range,
            hop,
        } => Ok(vectors
            .iter()
            .map(|vector| walker.line(&orient(vector), *range))
            .filter(|cells| !cells.is_empty())
            .map(|cells| match hop {
                Hop::None => Track::Slide(cells),
                hop => Track::Hop(cells, *hop),
            })
            .collect()),
        Shape::Path { routes, times } if *times > 1 => {
            let ways = walker.repeated(routes, *times, &orient)?;
            Ok(ways.into_iter().map(Track::Way).collect())
        }
        Shape::Path { routes, .. } => {
            let mut ways = Vec::new();
            for route in routes {
                let legs: Vec<_> = route
                    .legs
                    .iter()
                    .map(|leg| (orient(&leg.vector), leg.most))
                    .collect();
                let passing = term.initial && term.quiet && definition.has_en_passant();
                let walked = walker.walk(from, CellSet::EMPTY, &legs, steps, &mut |to, through| {
                    let passed = (passing && through.count() == 1).then(|| through.first());
                    ways.push(Way {
                        to,
                        through,
                        passed: passed.flatten(),
                    });
                });
                if walked.is_none() {
                    return Err(CompileError::new(
                        Part::Game,
                        format!(
                            "the path `{}` can be walked in too many ways; give it fewer or shorter legs",
                            term.text
                        ),
                    ));
                }
            }
            Ok(ways.into_iter().map(Track::Way).collect())
        }
    }
}

/// Where a piece of several cells named by `anchor` can shift: the new naming
/// cells. Every cell of the body makes the same step.
pub(super) fn shifts(
    definition: &Definition,
    senses: &Senses,
    side: Side,
    kind: Kind,
    anchor: Cell,
) -> Result<Vec<Cell>, CompileError> {
    let mut found = Vec::new();
    let Some(body) = definition.body(kind, anchor) else {
        return Ok(found);
    };
    for term in &definition.piece(kind).moves.terms {
        let Shape::Line { vectors, .. } = &term.shape else {
            continue;
        };
        let chart = &definition.board.charts()[term.chart];
        for vector in vectors {
            let vector = senses.orient(term, side, anchor, vector);
            let steps = |cell: Cell| {
                let walker = Walker {
                    chart,
                    complete_blocks: definition.complete_blocks,
                    from: cell,
                };
                walker.step(cell, &vector)
            };
            let moved: Option<CellSet> = body.iter().map(steps).collect();
            let to = chart.step(anchor, &vector);
            if let (Some(moved), Some(to)) = (moved, to)
                && definition.body(kind, to) == Some(moved)
            {
                found.push(to);
            }
        }
    }
    Ok(found)
}

struct Walker<'a> {
    chart: &'a Chart,
    complete_blocks: bool,
    from: Cell,
}

impl Walker<'_> {
    /// One step, if the board has the cell and allows the step.
    fn step(&self, from: Cell, vector: &Coordinate) -> Option<Cell> {
        let to = self
            .chart
            .step(from, vector)
            .filter(|&to| to != self.from)?;
        (!self.complete_blocks || self.block_is_complete(from, vector)).then_some(to)
    }

    /// Whether every cell of the box between the ends of a step exists.
    fn block_is_complete(&self, from: Cell, vector: &Coordinate) -> bool {
        if vector.iter().filter(|&&value| value != 0).count() < 2 {
            return true;
        }
        // Count through the corners of the box like an odometer.
        let mut corner: Coordinate = [0; MAX_AXES];
        loop {
            if self.chart.step(from, &corner).is_none() {
                return false;
            }
            let turn = (0..MAX_AXES).find(|&axis| {
                let turned = corner[axis] != vector[axis];
                corner[axis] = if turned {
                    corner[axis] + vector[axis].signum()
                } else {
                    0
                };
                turned
            });
            if turn.is_none() {
                return true;
            }
        }
    }

    fn line(&self, vector: &Coordinate, range: u16) -> Vec<Cell> {
        let mut cells = Vec::new();
        let mut at = self.from;
        while cells.len() < usize::from(range) {
            match self.step(at, vector) {
                // On a cyclic board a line that goes round meets its origin
                // before any other cell again, and `step` stops there.
                Some(to) => {
                    cells.push(to);
                    at = to;
                }
                None => break,
            }
        }
        cells
    }

    /// Calls `found` for each cell where the walk can end. `None` when it has
    /// taken all the `steps` there are.
    fn walk(
        &self,
        start: Cell,
        through: CellSet,
        legs: &[(Coordinate, u16)],
        steps: &mut usize,
        found: &mut dyn FnMut(Cell, CellSet),
    ) -> Option<()> {
        let Some(((vector, most), rest)) = legs.split_first() else {
            return Some(());
        };
        let (mut at, mut through) = (start, through);
        for _ in 0..*most {
            *steps = steps.checked_sub(1)?;
            // A leg that goes round a ring ends before the cell it began on.
            let Some(to) = self.step(at, vector).filter(|&to| to != start) else {
                break;
            };
            if rest.is_empty() {
                found(to, through);
            } else {
                self.walk(to, through.with(to), rest, steps, found)?;
            }
            through.insert(to);
            at = to;
        }
        Some(())
    }

    /// A path and its repetitions with the same total displacement.
    fn repeated(
        &self,
        routes: &[Route],
        times: u16,
        orient: &dyn Fn(&Coordinate) -> Coordinate,
    ) -> Result<Vec<Way>, CompileError> {
        let mut by_total: BTreeMap<Coordinate, Vec<Vec<Coordinate>>> = BTreeMap::new();
        for route in routes {
            let legs: Vec<Coordinate> = route.legs.iter().map(|leg| orient(&leg.vector)).collect();
            let mut total = [0; MAX_AXES];
            for leg in &legs {
                for (sum, value) in total.iter_mut().zip(leg) {
                    *sum += value;
                }
            }
            by_total.entry(total).or_default().push(legs);
        }
        let mut ways = Vec::new();
        for (total, routes) in by_total {
            let mut at = self.from;
            let mut so_far = vec![CellSet::EMPTY];
            for part in 0..times {
                let Some(to) = self.chart.step(at, &total).filter(|&to| to != self.from) else {
                    break;
                };
                let mut next = Vec::new();
                for legs in &routes {
                    let Some(inner) = self.inner_cells(at, legs) else {
                        continue;
                    };
                    for through in &so_far {
                        let landing = if part > 0 {
                            CellSet::of(at)
                        } else {
                            CellSet::EMPTY
                        };
                        next.push(*through | inner | landing);
                    }
                }
                next.sort_unstable();
                next.dedup();
                if next.len() > MAX_WAYS {
                    return Err(CompileError::new(
                        Part::Game,
                        format!(
                            "a repeated path has more than {MAX_WAYS} ways to one cell; lower its \
                         number of repetitions"
                        ),
                    ));
                }
                if next.is_empty() {
                    break;
                }
                ways.extend(next.iter().map(|&through| Way {
                    to,
                    through,
                    passed: None,
                }));
                so_far = next;
                at = to;
            }
        }
        Ok(ways)
    }

    /// The cells between the ends of a route, if the board has them all.
    fn inner_cells(&self, from: Cell, legs: &[Coordinate]) -> Option<CellSet> {
        let mut at = from;
        let mut inner = CellSet::EMPTY;
        for (i, leg) in legs.iter().enumerate() {
            at = self.step(at, leg)?;
            if i + 1 < legs.len() {
                inner.insert(at);
            }
        }
        Some(inner)
    }
}

/// Removes ways that ask more than another way to the same cell.
pub(super) fn minimal(mut ways: Vec<Way>) -> Vec<Way> {
    ways.sort_by_key(|way| (way.to, way.passed, way.through.count(), way.through));
    let mut kept: Vec<Way> = Vec::new();
    for way in ways {
        let covered = kept
            .iter()
            .rev()
            .take_while(|other| other.to == way.to)
            .any(|other| other.passed == way.passed && other.through.is_subset(way.through));
        if !covered {
            kept.push(way);
        }
    }
    kept
}
