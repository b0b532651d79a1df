//! Action numbers.

use super::arrays::{needs_numpy, own_position};
use super::mirror::{SideSwap, mirror};
use super::symmetry::PySymmetry;
use crate::errors::{error, index};
use crate::reasons::legal_move;
use crate::types::{PickleArguments, PyGame, PyMove, PyPosition, move_for};
use hyperrook_rules::{Cell, Game, Kind, MAX_KINDS, Move, Position, Side};
use numpy::PyArray1;
use pyo3::prelude::*;
use std::sync::Arc;

/// Converts moves to numbers and back.
#[derive(Clone, Debug)]
pub(super) struct Actions {
    cells: usize,
    /// The kinds that a move can promote to, after "none".
    promotions: Vec<Kind>,
    /// The place of each kind in `promotions`, from 1.
    slots: [u8; MAX_KINDS],
    pub(super) mirror: Option<Arc<SideSwap>>,
}

impl Actions {
    pub(super) fn new(game: &Game, mirrored: bool) -> Actions {
        let definition = game.definition();
        let promotions = definition
            .promotions()
            .iter()
            .flat_map(|p| p.to.iter().copied());
        let transformed = definition.transformation().map(|t| t.to);
        let mut promotions: Vec<Kind> = promotions.chain(transformed).collect();
        promotions.sort_unstable();
        promotions.dedup();
        let mut slots = [0; MAX_KINDS];
        for (slot, kind) in promotions.iter().enumerate() {
            slots[kind.index()] = slot as u8 + 1;
        }
        Actions {
            cells: definition.board().len(),
            promotions,
            slots,
            mirror: if mirrored { mirror(game) } else { None },
        }
    }

    /// The number of promotions, including "none".
    fn width(&self) -> usize {
        self.promotions.len() + 1
    }

    /// The number of actions.
    pub(super) fn len(&self) -> usize {
        self.cells * self.cells * self.width()
    }

    /// The number of a move that a side makes.
    #[inline]
    pub(super) fn encode(&self, side: Side, mv: Move) -> u32 {
        let (mut origin, mut destination) = (mv.origin(), mv.destination());
        if side == Side::Black
            && let Some(mirror) = &self.mirror
        {
            origin = mirror.map.map(origin);
            destination = mirror.map.map(destination);
        }
        let slot = mv.promotion().map_or(0, |kind| self.slots[kind.index()]);
        let pair = origin.index() * self.cells + destination.index();
        (pair * self.width() + usize::from(slot)) as u32
    }

    /// Origin, destination and promotion of a number.
    #[inline]
    pub(super) fn decode(&self, side: Side, action: u32) -> (Cell, Cell, Option<Kind>) {
        let (pair, slot) = (
            action as usize / self.width(),
            action as usize % self.width(),
        );
        let (mut origin, mut destination) = (pair / self.cells, pair % self.cells);
        if side == Side::Black
            && let Some(mirror) = &self.mirror
        {
            origin = usize::from(mirror.back[origin]);
            destination = usize::from(mirror.back[destination]);
        }
        let promotion = slot.checked_sub(1).map(|slot| self.promotions[slot]);
        (
            Cell::from_index(origin),
            Cell::from_index(destination),
            promotion,
        )
    }

    /// The index of an action among moves.
    #[inline]
    pub(super) fn find(&self, side: Side, moves: &[Move], action: i64) -> Option<usize> {
        let action = u32::try_from(action)
            .ok()
            .filter(|&a| (a as usize) < self.len())?;
        let (origin, destination, promotion) = self.decode(side, action);
        moves.iter().position(|mv| {
            mv.origin() == origin && mv.destination() == destination && mv.promotion() == promotion
        })
    }
}

/// Gives every move of a game a number, its action: ``(origin * cells + destination) * promotions +
/// promotion``. Origin and destination are numbers of cells, and promotion 0 means none.
///
/// With ``mirror=True`` (the default) Black's moves are mirrored, if the rules are the same in a
/// mirror image of the board that exchanges the sides: in chess, 1. e4 and 1... e5 are the same
/// action.
///
/// >>> import hyperrook
/// >>> chess = hyperrook.Game("chess")
/// >>> actions = chess.action_space()
/// >>> len(actions), actions.shape
/// (20480, (64, 64, 5))
/// >>> start = chess.start()
/// >>> action = actions.encode(start, "e2e4")
/// >>> action, actions.decode(start, action), actions.parts(action)
/// (3980, Move('e2e4'), ('e2', 'e4', None))
#[pyclass(frozen, module = "hyperrook", name = "ActionSpace")]
pub(crate) struct PyActionSpace {
    pub(super) game: Py<PyGame>,
    pub(super) actions: Arc<Actions>,
    mirrored: bool,
}

impl PyActionSpace {
    pub(crate) fn of(py: Python<'_>, game: Py<PyGame>, mirrored: bool) -> PyResult<PyActionSpace> {
        let compiled = &game.get().game;
        let actions = Arc::new(py.detach(|| Actions::new(compiled, mirrored)));
        Ok(PyActionSpace {
            game,
            actions,
            mirrored,
        })
    }

    /// The position as one of this game.
    fn own(&self, position: &PyPosition) -> PyResult<Position> {
        own_position(self.game.get(), &position.inner)
    }

    /// The actions of the legal moves, in the order of the position's own game.
    fn legal_numbers(&self, position: &PyPosition) -> PyResult<Vec<u32>> {
        let own = self.own(position)?;
        let given = &position.inner;
        let moves = given.moves().into_iter();
        let moves = moves.filter_map(|mv| move_for(given.game(), mv, &own));
        let side = own.turn();
        Ok(moves.map(|mv| self.actions.encode(side, mv)).collect())
    }

    /// Checks that an action is in range.
    fn action(&self, action: i64) -> PyResult<u32> {
        let found = u32::try_from(action).ok();
        found
            .filter(|&a| (a as usize) < self.actions.len())
            .ok_or_else(|| {
                index(format!(
                    "there is no action {action}: there are {}",
                    self.actions.len()
                ))
            })
    }
}

#[pymethods]
impl PyActionSpace {
    #[new]
    #[pyo3(signature = (game, *, mirror = true))]
    fn new(py: Python<'_>, game: Py<PyGame>, mirror: bool) -> PyResult<PyActionSpace> {
        PyActionSpace::of(py, game, mirror)
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// The numbers of origins, destinations and promotions, including "none".
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        let actions = &self.actions;
        (actions.cells, actions.cells, actions.width())
    }

    /// What a move can promote to, by the number of the promotion: ``None`` or a letter.
    #[getter]
    fn promotions(&self) -> Vec<Option<String>> {
        let definition = self.game.get().definition();
        let letters = self.actions.promotions.iter();
        let letters = letters.map(|&kind| Some(definition.piece(kind).letter.to_string()));
        std::iter::once(None).chain(letters).collect()
    }

    /// Whether Black's moves are mirrored: ``mirror`` is true and the rules allow it.
    #[getter]
    fn mirrored(&self) -> bool {
        self.actions.mirror.is_some()
    }

    /// The action of a legal move.
    fn encode(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyPosition>,
        r#move: &Bound<'_, PyAny>,
    ) -> PyResult<u32> {
        let position = self.own(position.get())?;
        let mv = legal_move(py, &position, r#move)?;
        Ok(self.actions.encode(position.turn(), mv))
    }

    /// The legal move of an action; raises ``IllegalActionError`` if it is not legal.
    fn decode(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyPosition>,
        action: i64,
    ) -> PyResult<Py<PyMove>> {
        let position = position.get();
        let own = self.own(position)?;
        let action = self.action(action)?;
        let (origin, _, _) = self.actions.decode(own.turn(), action);
        let moves = own.moves_from(origin);
        let found = self.actions.find(own.turn(), &moves, i64::from(action));
        // The caller gets a move of the game of the position.
        match found.and_then(|at| move_for(own.game(), moves[at], &position.inner)) {
            Some(mv) => position.wrap(py, mv),
            None => Err(error(
                py,
                "IllegalActionError",
                (format!("the action {action} is not legal in this position"),),
            )),
        }
    }

    /// The origin, the destination and the promotion (or ``None``) of an action of White.
    fn parts(&self, action: i64) -> PyResult<(String, String, Option<String>)> {
        let (origin, destination, promotion) =
            self.actions.decode(Side::White, self.action(action)?);
        let definition = self.game.get().definition();
        let board = definition.board();
        let letter = promotion.map(|kind| definition.piece(kind).letter.to_string());
        Ok((board.name(origin), board.name(destination), letter))
    }

    /// The legal actions, in the order of ``position.legal_moves``.
    fn legal(&self, position: &Bound<'_, PyPosition>) -> PyResult<Vec<u32>> {
        self.legal_numbers(position.get())
    }

    /// The legal actions as a mask (``numpy.uint8``): one number for each action, or with
    /// ``packed=True`` one bit, as in ``numpy.packbits(mask, bitorder="little")``.
    #[pyo3(signature = (position, *, packed = false))]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyPosition>,
        packed: bool,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let legal = self.legal_numbers(position.get())?;
        needs_numpy(py)?;
        let mut mask = vec![0u8; mask_len(self.actions.len(), packed)];
        write_mask(&mut mask, legal.into_iter(), packed);
        Ok(PyArray1::from_vec(py, mask))
    }

    /// For each action, its image under a symmetry (``numpy.int64``).
    fn permutation<'py>(
        &self,
        py: Python<'py>,
        symmetry: &Bound<'py, PySymmetry>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let symmetry = symmetry.get();
        if !symmetry.game.get().same(self.game.get()) {
            return Err(crate::errors::value("the symmetry is of another game"));
        }
        needs_numpy(py)?;
        let (cells, width) = (self.actions.cells, self.actions.width());
        let map = symmetry.map.cells();
        let mut images = Vec::with_capacity(self.actions.len());
        for origin in 0..cells {
            for destination in 0..cells {
                let pair = usize::from(map[origin]) * cells + usize::from(map[destination]);
                images.extend((0..width).map(|slot| (pair * width + slot) as i64));
            }
        }
        Ok(PyArray1::from_vec(py, images))
    }

    fn __len__(&self) -> usize {
        self.actions.len()
    }

    fn __repr__(&self) -> String {
        let name = self.game.get().definition().name();
        format!("<ActionSpace of {name}: {} actions>", self.actions.len())
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
    ) -> PickleArguments<'py, (Py<PyGame>, bool)> {
        let restore = py.import("hyperrook._restore")?.getattr("action_space")?;
        let this = slf.get();
        Ok((restore, (this.game.clone_ref(py), this.mirrored)))
    }
}

/// The length of a mask.
pub(super) fn mask_len(actions: usize, packed: bool) -> usize {
    if packed { actions.div_ceil(8) } else { actions }
}

/// Marks actions in a mask of zeros.
pub(super) fn write_mask(mask: &mut [u8], actions: impl Iterator<Item = u32>, packed: bool) {
    for action in actions {
        if packed {
            mask[action as usize / 8] |= 1 << (action % 8);
        } else {
            mask[action as usize] = 1;
        }
    }
}
