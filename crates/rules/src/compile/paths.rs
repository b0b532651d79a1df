//! Applies move terms to a board: which cells a piece can reach from a cell, and
//! what must be empty on the path.

use crate::{CompileError, Definition, Forward, Hop, Kind, Part, Route, Shape, Side, Term};
use hyperrook_geometry::{Cell, CellSet, Chart, Coordinate, MAX_AXES};
use std::cell::Cell as Counter;
use std::collections::BTreeMap;

/// The paths from one cell that come from one vector or route of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TermPaths {
    /// A slide: each cell is reached if all before it are empty.
    Slide(Vec<Cell>),
    /// A path to one cell.
    Path(CompiledPath),
    /// The cells of a line along which the piece hops over a hurdle.
    Hop(Vec<Cell>, Hop),
}

/// A path to one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct CompiledPath {
    /// The cell reached.
    pub(super) to: Cell,
    /// The cells that must be empty. If the destination is one of them, the path
    /// cannot capture.
    pub(super) must_be_empty: CellSet,
    /// The cell on which the piece can be captured in passing after this
    /// move.
    pub(super) en_passant_cell: Option<Cell>,
}

/// Maximum number of paths to one cell that the repetitions of a route may give.
const MAX_PATHS: usize = 4096;

/// How White's vectors are turned for a side and a cell.
pub(super) struct ForwardSigns {
    /// By chart, side, axis and cell: the sign, +1 or -1, by which a coordinate is multiplied.
    signs: Vec<[Vec<Vec<i16>>; 2]>,
    /// By chart and axis: whether the axis has a forward direction.
    is_forward: Vec<Vec<bool>>,
}

impl ForwardSigns {
    pub(super) fn new(definition: &Definition) -> Result<ForwardSigns, CompileError> {
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
                            .map(|cell| direction_round_ring(definition, chart, axis, side, cell))
                            .collect(),
                    };
                    sides[side.index()].push(signs?);
                }
            }
            all.push(sides);
        }
        let has_direction = |forward: &Forward| *forward != Forward::None;
        let charts = definition.forward.iter();
        let is_forward = charts.map(|axes| axes.iter().map(has_direction).collect());
        Ok(ForwardSigns {
            signs: all,
            is_forward: is_forward.collect(),
        })
    }

    /// White's vector, turned for a piece of a side on `cell`.
    fn orient(&self, term: &Term, side: Side, cell: Cell, vector: &Coordinate) -> Coordinate {
        let mut out = *vector;
        let signs = &self.signs[term.chart][side.index()];
        for (axis, signs) in signs.iter().enumerate() {
            out[axis] *= signs[cell.index()];
        }
        if term.half_turn && side == Side::Black {
            // The forward axes are turned already; reverse the others.
            for &axis in &term.axes {
                if !self.is_forward[term.chart][axis] {
                    out[axis] = -out[axis];
                }
            }
        }
        out
    }
}

/// The direction along a cyclic axis in which the nearest promotion cell lies.
fn direction_round_ring(
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
                format!("{side} has no promotion cell, so `forward to promotion` has no meaning")
            } else {
                format!(
                    "{side}'s promotion cells are equally near both paths round from {name}, so \
                 `forward to promotion` is undecided there"
                )
            },
        ));
    }
    Ok(if up <= down { 1 } else { -1 })
}

/// The work to find paths: it may not exceed a maximum, so that no definition compiles for long or
/// needs much memory.
pub(super) struct PathWork(Counter<usize>);

/// Maximum work to find all paths of a game: steps that are tried, and [`PATH_WORK`] for each path
/// or line that is found. The shipped games need fewer than 500,000.
const MAX_WORK: usize = 8_000_000;
/// The work of a path or a line, for its memory.
const PATH_WORK: usize = 16;

impl PathWork {
    pub(super) fn new() -> PathWork {
        PathWork(Counter::new(0))
    }

    /// Counts work; `None` if it is too much.
    fn spend(&self, work: usize) -> Option<()> {
        self.0.set(self.0.get().saturating_add(work));
        (!self.is_too_much()).then_some(())
    }

    fn is_too_much(&self) -> bool {
        self.0.get() > MAX_WORK
    }

    /// An error if the moves up to a term are too much work. Then they are not complete: no more
    /// steps are made, so that all loops end soon.
    fn check(&self, term: &Term) -> Result<(), CompileError> {
        if !self.is_too_much() {
            return Ok(());
        }
        let message = format!(
            "the moves up to `{}` can be made in too many ways; use fewer moves, fewer or shorter \
             legs, or fewer axes",
            term.text
        );
        Err(CompileError::new(Part::Game, message))
    }
}

/// The paths that a term gives to a piece of a side on a cell.
pub(super) fn term_paths(
    definition: &Definition,
    signs: &ForwardSigns,
    side: Side,
    term: &Term,
    from: Cell,
    work: &PathWork,
) -> Result<Vec<TermPaths>, CompileError> {
    let builder = PathBuilder {
        chart: &definition.board.charts()[term.chart],
        complete_blocks: definition.complete_blocks,
        from,
        work,
    };
    let paths = find_paths(definition, signs, side, term, &builder)?;
    work.check(term)?;
    Ok(paths)
}

fn find_paths(
    definition: &Definition,
    signs: &ForwardSigns,
    side: Side,
    term: &Term,
    builder: &PathBuilder<'_>,
) -> Result<Vec<TermPaths>, CompileError> {
    let from = builder.from;
    let orient = |vector: &Coordinate| signs.orient(term, side, from, vector);
    match &term.shape {
        Shape::Line {
            vectors,
            range,
            hop,
        } => Ok(vectors
            .iter()
            .map(|vector| builder.line(&orient(vector), *range))
            .filter(|cells| !cells.is_empty())
            .map(|cells| match hop {
                Hop::None => TermPaths::Slide(cells),
                hop => TermPaths::Hop(cells, *hop),
            })
            .collect()),
        Shape::Path { routes, times } if *times > 1 => {
            let paths = builder.repeated(routes, *times, &orient)?;
            Ok(paths.into_iter().map(TermPaths::Path).collect())
        }
        Shape::Path { routes, .. } => {
            let mut paths = Vec::new();
            for route in routes {
                let legs: Vec<_> = route
                    .legs
                    .iter()
                    .map(|leg| (orient(&leg.vector), leg.max_steps))
                    .collect();
                let double_step = definition.has_en_passant() && term.passes(route);
                builder.walk(from, CellSet::EMPTY, &legs, &mut |to, must_be_empty| {
                    // On the way of a double step there is only the cell that it passes.
                    let passed = must_be_empty.first().filter(|_| double_step);
                    paths.push(CompiledPath {
                        to,
                        must_be_empty,
                        en_passant_cell: passed,
                    });
                });
            }
            Ok(paths.into_iter().map(TermPaths::Path).collect())
        }
    }
}

/// The naming cells to which a piece of several cells named by `anchor` can shift.
/// Every cell of its body makes the same step.
pub(super) fn shifts(
    definition: &Definition,
    signs: &ForwardSigns,
    side: Side,
    kind: Kind,
    anchor: Cell,
    work: &PathWork,
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
            let vector = signs.orient(term, side, anchor, vector);
            let steps = |cell: Cell| {
                let builder = PathBuilder {
                    chart,
                    complete_blocks: definition.complete_blocks,
                    from: cell,
                    work,
                };
                builder.step(cell, &vector)
            };
            let moved: Option<CellSet> = body.iter().map(steps).collect();
            let to = chart.step(anchor, &vector);
            if let (Some(moved), Some(to)) = (moved, to)
                && definition.body(kind, to) == Some(moved)
            {
                found.push(to);
            }
        }
        work.check(term)?;
    }
    Ok(found)
}

/// Finds the paths from one cell of a chart.
struct PathBuilder<'a> {
    chart: &'a Chart,
    complete_blocks: bool,
    from: Cell,
    work: &'a PathWork,
}

impl PathBuilder<'_> {
    /// The end of one step, if the board has that cell and allows the step.
    fn step(&self, from: Cell, vector: &Coordinate) -> Option<Cell> {
        self.work.spend(1)?;
        let to = self
            .chart
            .step(from, vector)
            .filter(|&to| to != self.from)?;
        (!self.complete_blocks || self.chart.has_box(from, vector)).then_some(to)
    }

    /// The cells of a line from the origin, at most `range` of them.
    fn line(&self, vector: &Coordinate, range: u16) -> Vec<Cell> {
        let mut cells = Vec::new();
        let mut at = self.from;
        while cells.len() < usize::from(range) {
            match self.step(at, vector) {
                // A line round a cyclic board meets its origin before it meets any other cell a
                // second time, and `step` stops there.
                Some(to) => {
                    cells.push(to);
                    at = to;
                }
                None => break,
            }
        }
        if !cells.is_empty() && self.work.spend(PATH_WORK).is_none() {
            return Vec::new();
        }
        cells
    }

    /// Calls `found` for each cell where the legs can end, with the cells that must be
    /// empty.
    fn walk(
        &self,
        start: Cell,
        must_be_empty: CellSet,
        legs: &[(Coordinate, u16)],
        found: &mut dyn FnMut(Cell, CellSet),
    ) {
        let Some(((vector, max_steps), rest)) = legs.split_first() else {
            return;
        };
        let (mut at, mut must_be_empty) = (start, must_be_empty);
        for _ in 0..*max_steps {
            // A leg round a ring ends before the cell where it began.
            let Some(to) = self.step(at, vector).filter(|&to| to != start) else {
                break;
            };
            if !rest.is_empty() {
                self.walk(to, must_be_empty.with(to), rest, found);
            } else if self.work.spend(PATH_WORK).is_some() {
                found(to, must_be_empty);
            }
            must_be_empty.insert(to);
            at = to;
        }
    }

    /// The paths of routes repeated up to this many times. Each repetition has the same
    /// displacement as the first, though not necessarily the same route.
    fn repeated(
        &self,
        routes: &[Route],
        times: u16,
        orient: &dyn Fn(&Coordinate) -> Coordinate,
    ) -> Result<Vec<CompiledPath>, CompileError> {
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
        let mut paths = Vec::new();
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
                    // The walk so far is kept, too.
                    if self.work.spend(2 * PATH_WORK * so_far.len()).is_none() {
                        return Ok(Vec::new());
                    }
                    for must_be_empty in &so_far {
                        let landing = if part > 0 {
                            CellSet::of(at)
                        } else {
                            CellSet::EMPTY
                        };
                        next.push(*must_be_empty | inner | landing);
                    }
                }
                next.sort_unstable();
                next.dedup();
                if next.len() > MAX_PATHS {
                    return Err(CompileError::new(
                        Part::Game,
                        format!(
                            "a repeated path has more than {MAX_PATHS} ways to one cell; lower its \
                         number of repetitions"
                        ),
                    ));
                }
                if next.is_empty() {
                    break;
                }
                paths.extend(next.iter().map(|&must_be_empty| CompiledPath {
                    to,
                    must_be_empty,
                    en_passant_cell: None,
                }));
                so_far = next;
                at = to;
            }
        }
        Ok(paths)
    }

    /// The cells between the ends of a route, if the board has all of them.
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

impl TermPaths {
    /// These paths one by one. Hops are left out: what they need is not that cells are empty.
    pub(super) fn single_paths(&self) -> impl Iterator<Item = CompiledPath> + '_ {
        let (path, slide) = match self {
            TermPaths::Slide(cells) => (None, &cells[..]),
            TermPaths::Path(path) => (Some(*path), &[][..]),
            TermPaths::Hop(..) => (None, &[][..]),
        };
        path.into_iter().chain(slide_paths(slide))
    }

    /// Whether one of these paths or hops ends on a cell.
    pub(super) fn can_end_on(&self, to: Cell) -> bool {
        match self {
            TermPaths::Slide(cells) | TermPaths::Hop(cells, _) => cells.contains(&to),
            TermPaths::Path(path) => path.to == to,
        }
    }
}

/// The cells of a slide, each reached if those before are empty.
pub(super) fn slide_paths(cells: &[Cell]) -> impl Iterator<Item = CompiledPath> + '_ {
    cells.iter().scan(CellSet::EMPTY, |passed, &to| {
        let must_be_empty = *passed;
        passed.insert(to);
        Some(CompiledPath {
            to,
            must_be_empty,
            en_passant_cell: None,
        })
    })
}

/// All of these as separate paths. Hops have none.
pub(super) fn paths_of<'a>(term_paths: impl Iterator<Item = &'a TermPaths>) -> Vec<CompiledPath> {
    let plain = |path| CompiledPath {
        en_passant_cell: None,
        ..path
    };
    minimal_paths(
        term_paths
            .flat_map(TermPaths::single_paths)
            .map(plain)
            .collect(),
    )
}

/// Removes paths that need more empty cells than another path to the same cell.
pub(super) fn minimal_paths(mut paths: Vec<CompiledPath>) -> Vec<CompiledPath> {
    paths.sort_by_key(|path| {
        (
            path.to,
            path.en_passant_cell,
            path.must_be_empty.count(),
            path.must_be_empty,
        )
    });
    let mut kept: Vec<CompiledPath> = Vec::new();
    for path in paths {
        let covered = kept
            .iter()
            .rev()
            .take_while(|other| other.to == path.to)
            .any(|other| {
                other.en_passant_cell == path.en_passant_cell
                    && other.must_be_empty.is_subset(path.must_be_empty)
            });
        if !covered {
            kept.push(path);
        }
    }
    kept
}
