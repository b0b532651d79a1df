//! Planes for positions.

use super::arrays::{array, contiguous, needs_numpy, own_position};
use super::mirror::{SideSwap, mirror};
use super::symmetry::PySymmetry;
use crate::board::chart;
use crate::errors::value;
use crate::make::make;
use crate::types::{PickleArguments, PyGame, PyHistory, PyPosition};
use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{Game, Position, Side, State, Visit};
use numpy::{PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

/// One plane of an observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plane {
    /// The pieces of a side (0 own, 1 enemy), and the number of their kind.
    Pieces(usize, usize),
    /// A castling of a side (0 own, 1 enemy), and its index among those of the side.
    Castling(usize, usize),
    EnPassant,
    /// The number of a hold, and the side that holds (0 own, 1 enemy).
    Hold(usize, usize),
    /// The side whose royal piece is bound (0 own, 1 enemy).
    Bound(usize),
    Halfmove,
    Repetition,
    Black,
    Cells,
}

/// Converts positions to planes.
#[derive(Debug)]
pub(super) struct Planes {
    planes: Vec<Plane>,
    /// The lengths of the axes.
    axes: Vec<usize>,
    /// The product of the axes.
    volume: usize,
    /// For each cell, its place in a plane.
    places: Vec<usize>,
    mirror: Option<Arc<SideSwap>>,
    /// The numbers of the castlings of each side.
    castlings: [Vec<usize>; 2],
    kinds: usize,
}

impl Planes {
    pub(super) fn new(game: &Game, chart_name: Option<&str>, mirrored: bool) -> PyResult<Planes> {
        let definition = game.definition();
        let board = definition.board();
        let chart = chart(board, chart_name)?;
        let axes: Vec<usize> = chart.axes().iter().map(|axis| axis.len).collect();
        let volume = axes.iter().product();
        let place = |cell| {
            let coordinate = chart.coordinate(cell);
            axes.iter()
                .zip(coordinate)
                .fold(0, |place, (len, at)| place * len + at as usize)
        };
        let places: Vec<usize> = board.cells().map(place).collect();
        let mirror = if mirrored { mirror(game) } else { None };
        let kinds = definition.pieces().len();
        let castlings = Side::BOTH.map(|side| {
            let all = definition.castlings().iter().enumerate();
            all.filter(|(_, castling)| castling.side == side)
                .map(|(i, _)| i)
                .collect::<Vec<_>>()
        });
        let most_castlings = castlings.iter().map(Vec::len).max().unwrap_or(0);
        let mut planes = Vec::new();
        for whose in 0..2 {
            planes.extend((0..kinds).map(|kind| Plane::Pieces(whose, kind)));
        }
        for whose in 0..2 {
            planes.extend((0..most_castlings).map(|i| Plane::Castling(whose, i)));
        }
        if definition.has_en_passant() {
            planes.push(Plane::EnPassant);
        }
        for hold in 0..definition.holds().len() {
            planes.extend([Plane::Hold(hold, 0), Plane::Hold(hold, 1)]);
        }
        if definition
            .transformation()
            .is_some_and(|t| t.bound.is_some())
        {
            planes.extend([Plane::Bound(0), Plane::Bound(1)]);
        }
        if definition.ends().moves > 0 {
            planes.push(Plane::Halfmove);
        }
        if definition.ends().repetition > 0 {
            planes.push(Plane::Repetition);
        }
        if mirror.is_none() {
            planes.push(Plane::Black);
        }
        if volume > places.len() {
            planes.push(Plane::Cells);
        }
        Ok(Planes {
            planes,
            axes,
            volume,
            places,
            mirror,
            castlings,
            kinds,
        })
    }

    /// The length of an observation.
    pub(super) fn len(&self) -> usize {
        self.planes.len() * self.volume
    }

    /// Its shape: planes, then the axes of the board.
    pub(super) fn shape(&self) -> Vec<usize> {
        let planes = std::iter::once(self.planes.len());
        planes.chain(self.axes.iter().copied()).collect()
    }

    /// Writes the observation of a side. `occurrences` is the number of times that the position has
    /// occurred.
    pub(super) fn write(&self, position: &Position, view: Side, occurrences: u32, out: &mut [u8]) {
        out.fill(0);
        position.visit(WritePieces {
            planes: self,
            view,
            out,
        });
        let mirror = self.mirror.as_ref().filter(|_| view == Side::Black);
        let (state, own) = match mirror {
            // In the mirror, Black becomes White.
            Some(mirror) => (mirror.map.state(position.state()), Side::White),
            None => (position.state(), view),
        };
        let sides = [own, own.other()];
        for (number, plane) in self.planes.iter().enumerate().skip(2 * self.kinds) {
            let value = match *plane {
                Plane::Pieces(..) => continue,
                Plane::Castling(whose, i) => {
                    let castling = self.castlings[sides[whose].index()].get(i);
                    castling.map_or(0, |&i| state.castling >> i & 1)
                }
                Plane::EnPassant => {
                    if let Some(cell) = state.en_passant {
                        out[number * self.volume + self.places[cell.index()]] = 1;
                    }
                    continue;
                }
                Plane::Hold(hold, whose) => u8::from(state.holds(hold, sides[whose])),
                Plane::Bound(whose) => u8::from(state.bound(sides[whose])),
                Plane::Halfmove => position.halfmove().min(255) as u8,
                Plane::Repetition => occurrences.saturating_sub(1).min(255) as u8,
                Plane::Black => u8::from(view == Side::Black),
                Plane::Cells => 1,
            };
            if value != 0 {
                let plane = &mut out[number * self.volume..][..self.volume];
                for &place in &self.places {
                    plane[place] = value;
                }
            }
        }
    }

    /// The plane that a symmetry maps a plane to.
    fn image(&self, symmetry: &hyperrook_rules::Automorphism, plane: Plane) -> Plane {
        match plane {
            Plane::Castling(whose, i) => {
                let side = Side::BOTH[whose];
                let Some(&number) = self.castlings[whose].get(i) else {
                    return plane;
                };
                let state = State {
                    castling: 1 << number,
                    ..State::default()
                };
                let number = symmetry.state(state).castling.trailing_zeros() as usize;
                let of_side = &self.castlings[side.index()];
                let i = of_side
                    .iter()
                    .position(|&castling| castling == number)
                    .unwrap_or(i);
                Plane::Castling(whose, i)
            }
            Plane::Hold(hold, whose) => {
                let state = State {
                    holds: 1 << (2 * hold + whose),
                    ..State::default()
                };
                let bit = symmetry.state(state).holds.trailing_zeros() as usize;
                Plane::Hold(bit / 2, whose)
            }
            _ => plane,
        }
    }

    /// The new index of each number of an observation under a symmetry.
    fn permutation(&self, symmetry: &hyperrook_rules::Automorphism) -> Vec<i64> {
        let mut images: Vec<i64> = (0..self.len() as i64).collect();
        for (number, &plane) in self.planes.iter().enumerate() {
            let image = self.image(symmetry, plane);
            let to = self
                .planes
                .iter()
                .position(|&other| other == image)
                .unwrap_or(number);
            for (cell, &place) in self.places.iter().enumerate() {
                let goes_to = self.places[usize::from(symmetry.cells()[cell])];
                images[number * self.volume + place] = (to * self.volume + goes_to) as i64;
            }
        }
        images
    }
}

/// Marks the pieces.
struct WritePieces<'a> {
    planes: &'a Planes,
    view: Side,
    out: &'a mut [u8],
}

impl Visit for WritePieces<'_> {
    type Output = ();
    fn visit<const W: usize>(self, _: &Rules<W>, pos: &Pos<W>) {
        let WritePieces { planes, view, out } = self;
        let mirror = planes.mirror.as_ref().filter(|_| view == Side::Black);
        pos.occupied().for_each(|cell| {
            let Some(piece) = pos.piece(cell) else { return };
            let seen = mirror.map_or(cell, |mirror| mirror.map.map(cell));
            let whose = usize::from(piece.side != view);
            let plane = whose * planes.kinds + piece.kind.index();
            out[plane * planes.volume + planes.places[seen.index()]] = 1;
        });
    }
}

/// Positions as input for a network: an array of ``numpy.uint8`` with planes over the axes of the
/// board.
///
/// There is one plane for each kind of piece of the side to move, then one for each kind of the
/// enemy's, then planes for the state: castling, en passant, holds, bound royal pieces, and the
/// counts of moves and repetitions, which are not scaled. ``planes`` names them. The axes are those
/// of ``chart``, by default the chart with the most axes: two in chess, three in Gateway, four in
/// Riftwalker. With ``mirror=True`` (the default) Black sees the board mirrored, if the rules are
/// the same in a mirror image of the board that exchanges the sides.
///
/// >>> import hyperrook
/// >>> space = hyperrook.Game("riftwalker").observation_space()
/// >>> space.shape[1:], space.planes[0].name
/// ((3, 3, 3, 3), 'own pawn')
#[pyclass(frozen, module = "hyperrook", name = "ObservationSpace")]
pub(crate) struct PyObservationSpace {
    game: Py<PyGame>,
    pub(super) planes: Arc<Planes>,
    chart: Option<String>,
    mirrored: bool,
}

impl PyObservationSpace {
    pub(crate) fn of(
        py: Python<'_>,
        game: Py<PyGame>,
        chart: Option<&str>,
        mirrored: bool,
    ) -> PyResult<PyObservationSpace> {
        let compiled = &game.get().game;
        let planes = Arc::new(py.detach(|| Planes::new(compiled, chart, mirrored))?);
        Ok(PyObservationSpace {
            game,
            planes,
            chart: chart.map(str::to_owned),
            mirrored,
        })
    }
}

#[pymethods]
impl PyObservationSpace {
    #[new]
    #[pyo3(signature = (game, *, chart = None, mirror = true))]
    fn new(
        py: Python<'_>,
        game: Py<PyGame>,
        chart: Option<&str>,
        mirror: bool,
    ) -> PyResult<PyObservationSpace> {
        PyObservationSpace::of(py, game, chart, mirror)
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// The shape of an observation: planes, then the axes of the board.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.planes.shape())
    }

    /// Whether Black sees the board mirrored: ``mirror`` is true and the rules allow it.
    #[getter]
    fn mirrored(&self) -> bool {
        self.planes.mirror.is_some()
    }

    /// The planes, each with its name and its maximum number.
    #[getter]
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let definition = self.game.get().definition();
        let whose = |whose: usize| ["own", "enemy"][whose];
        let castling = |whose: usize, i: usize| {
            let numbers = &self.planes.castlings;
            let number = numbers[whose].get(i).or(numbers[1 - whose].get(i));
            number.map_or('?', |&number| {
                definition.castlings()[number].letter.to_ascii_uppercase()
            })
        };
        let plane = |plane: &Plane| {
            let (name, most) = match *plane {
                Plane::Pieces(side, kind) => {
                    let name = &definition.pieces()[kind].name;
                    (format!("{} {name}", whose(side)), 1)
                }
                Plane::Castling(side, i) => {
                    (format!("{} castling {}", whose(side), castling(side, i)), 1)
                }
                Plane::EnPassant => ("en passant".to_owned(), 1),
                Plane::Hold(hold, side) => {
                    let group = &definition.groups()[definition.holds()[hold].group].name;
                    (format!("{} hold, {group}", whose(side)), 1)
                }
                Plane::Bound(side) => (format!("{} bound", whose(side)), 1),
                Plane::Halfmove => ("plies without progress".to_owned(), 255),
                Plane::Repetition => ("earlier occurrences".to_owned(), 255),
                Plane::Black => ("own side is Black".to_owned(), 1),
                Plane::Cells => ("cells".to_owned(), 1),
            };
            make(py, "Plane", (name, most))
        };
        self.planes.planes.iter().map(plane).collect()
    }

    /// The observation of a position, or of the current position of a history, which also counts
    /// repetitions. It is the observation of the side to move, or of ``side``. ``out`` is an array
    /// of ``numpy.uint8`` to write to.
    #[pyo3(signature = (position, *, side = None, out = None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        side: Option<&str>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (position, occurrences) = if let Ok(position) = position.cast::<PyPosition>() {
            (position.get().inner.clone(), 1)
        } else if let Ok(history) = position.cast::<PyHistory>() {
            let history = &history.try_borrow()?.inner;
            (history.position().clone(), history.occurrences())
        } else {
            return Err(crate::errors::wrong_type(
                "expected a Position or a History",
            ));
        };
        let position = own_position(self.game.get(), &position)?;
        needs_numpy(py)?;
        let out = array(py, &self.planes.shape(), out)?;
        let mut numbers = out.cast::<PyArrayDyn<u8>>()?.try_readwrite()?;
        let view = side.map_or(Ok(position.turn()), crate::arguments::side)?;
        self.planes
            .write(&position, view, occurrences, contiguous(&mut numbers)?);
        drop(numbers);
        Ok(out)
    }

    /// For each entry of a flattened observation, its new index under a symmetry (``numpy.int64``).
    ///
    /// ``other = numpy.empty_like(seen); other.flat[space.permutation(symmetry)] = seen.flat``
    /// is the observation of ``symmetry.position(position)``.
    fn permutation<'py>(
        &self,
        py: Python<'py>,
        symmetry: &Bound<'py, PySymmetry>,
    ) -> PyResult<Bound<'py, numpy::PyArray1<i64>>> {
        let symmetry = symmetry.get();
        if !symmetry.game.get().same(self.game.get()) {
            return Err(value("the symmetry is of another game"));
        }
        needs_numpy(py)?;
        Ok(numpy::PyArray1::from_vec(
            py,
            self.planes.permutation(&symmetry.map),
        ))
    }

    fn __repr__(&self) -> String {
        let name = self.game.get().definition().name();
        format!("<ObservationSpace of {name}: {:?}>", self.planes.shape())
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
    ) -> PickleArguments<'py, (Py<PyGame>, Option<String>, bool)> {
        let restore = py
            .import("hyperrook._restore")?
            .getattr("observation_space")?;
        let this = slf.get();
        Ok((
            restore,
            (this.game.clone_ref(py), this.chart.clone(), this.mirrored),
        ))
    }
}
