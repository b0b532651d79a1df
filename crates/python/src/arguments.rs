//! Conversion of Python arguments.

use crate::errors::{error, index, value, wrong_type};
use hyperrook_rules::{Board, Cell, Side};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
use std::time::Duration;

/// The name of a side in Python.
pub(crate) fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// The side with a name in Python.
pub(crate) fn side(name: &str) -> PyResult<Side> {
    match name {
        "white" | "w" => Ok(Side::White),
        "black" | "b" => Ok(Side::Black),
        _ => Err(value(format!(
            "a side is \"white\" or \"black\", not {name:?}"
        ))),
    }
}

/// A cell by its name, address or number.
pub(crate) fn cell(board: &Board, given: &Bound<'_, PyAny>) -> PyResult<Cell> {
    if let Ok(text) = given.cast::<PyString>() {
        let name = text.to_cow()?;
        return board.cell(&name).ok_or_else(|| {
            let name: String = name.chars().take(40).collect();
            error(
                given.py(),
                "CellError",
                (format!("the board has no cell {name:?}"),),
            )
        });
    }
    if given.is_instance_of::<PyBool>() {
        return Err(wrong_type("a cell is a name or a number, not a bool"));
    }
    let index_method = given.getattr("__index__").map_err(|_| {
        let kind = given.get_type();
        wrong_type(format!("a cell is a name or a number, not {kind}"))
    })?;
    let number = index_method.call0()?;
    // A number that is too large is not a cell either.
    let found = number.extract::<usize>().ok().and_then(Cell::new);
    found.filter(|cell| board.contains(*cell)).ok_or_else(|| {
        index(format!(
            "there is no such cell: the board has cells 0 to {}",
            board.len() - 1
        ))
    })
}

/// A number within a range, or an error that names the range.
pub(crate) fn within(
    name: &str,
    number: i64,
    range: std::ops::RangeInclusive<i64>,
) -> PyResult<i64> {
    if range.contains(&number) {
        return Ok(number);
    }
    let (least, most) = range.into_inner();
    Err(value(format!("{name} is {least} to {most}, not {number}")))
}

/// The depth of a count of move sequences.
pub(crate) fn perft_depth(given: &Bound<'_, PyAny>) -> PyResult<u8> {
    given.extract().map_err(|error: PyErr| {
        if error.is_instance_of::<PyOverflowError>(given.py()) {
            value("a depth is a number from 0 to 255")
        } else {
            error
        }
    })
}

/// A time in seconds.
pub(crate) fn seconds(name: &str, seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds).map_err(|_| {
        value(format!(
            "{name} is a number of seconds from 0, not {seconds}"
        ))
    })
}
