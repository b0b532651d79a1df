//! Arrays of numpy, and checks that all spaces share.

use crate::errors::value;
use crate::types::{PyGame, position_for};
use hyperrook_rules::Position;
use numpy::{PyArrayDyn, PyReadwriteArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Raises an error if numpy is missing, which is needed only for arrays.
///
/// This also finds out which version it is. Otherwise the first array would do that, and panic if
/// a signal handler raises an exception then.
pub(super) fn needs_numpy(py: Python<'_>) -> PyResult<()> {
    numpy::get_array_module(py).map(drop)
}

/// A position as one of a game, whose rules must be the same. The numbers of kinds, castlings and
/// holds are then those of this game.
pub(super) fn own_position(game: &PyGame, position: &Position) -> PyResult<Position> {
    position_for(&game.game, position).ok_or_else(|| {
        value(format!(
            "the position is of {}, expected one of {}",
            position.game().definition().name(),
            game.definition().name()
        ))
    })
}

/// The array to write to: the given one, if it fits, or a new one.
pub(super) fn array<'py>(
    py: Python<'py>,
    shape: &[usize],
    out: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let Some(out) = out else {
        // Created by Python, so that an array that is too large raises `MemoryError`.
        let shape = PyTuple::new(py, shape)?;
        return py.import("numpy")?.call_method1("zeros", (shape, "uint8"));
    };
    let fits = out
        .cast::<PyArrayDyn<u8>>()
        .is_ok_and(|array| array.shape() == shape && array.is_c_contiguous());
    if fits {
        return Ok(out);
    }
    Err(value(format!(
        "out is a contiguous array of numpy.uint8 with the shape {shape:?}"
    )))
}

/// The numbers of an array, in order.
pub(super) fn contiguous<'a>(array: &'a mut PyReadwriteArrayDyn<'_, u8>) -> PyResult<&'a mut [u8]> {
    array
        .as_slice_mut()
        .map_err(|_| value("the array is not contiguous"))
}
