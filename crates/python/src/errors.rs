//! Raises the exceptions of `hyperrook.errors`.

use crate::make::make;
use hyperrook_catalogue::CatalogueError;
use hyperrook_notation::TextFault;
use hyperrook_notation::position::PositionTextError;
use hyperrook_rules::{DefineError, Diagnostic};
use pyo3::IntoPyObjectExt;
use pyo3::call::PyCallArgs;
use pyo3::exceptions::{PyIndexError, PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyList;
use std::io;
use std::path::Path;

/// An exception of `hyperrook.errors`, or the error that occurred while making it.
pub(crate) fn error<'py>(py: Python<'py>, class: &str, arguments: impl PyCallArgs<'py>) -> PyErr {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let made = || {
        let module =
            MODULE.get_or_try_init(py, || PyResult::Ok(py.import("hyperrook.errors")?.unbind()))?;
        module.bind(py).getattr(class)?.call1(arguments)
    };
    made().map_or_else(|error| error, PyErr::from_value)
}

/// A `ValueError`.
pub(crate) fn value(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}

/// A `TypeError`.
pub(crate) fn wrong_type(message: impl Into<String>) -> PyErr {
    PyTypeError::new_err(message.into())
}

/// The error if something is neither a move nor a text.
pub(crate) fn not_a_move(given: &Bound<'_, PyAny>) -> PyErr {
    match given.get_type().name() {
        Ok(kind) => wrong_type(format!("a move is a Move or a text, not {kind}")),
        Err(error) => error,
    }
}

/// An `IndexError`.
pub(crate) fn index(message: impl Into<String>) -> PyErr {
    PyIndexError::new_err(message.into())
}

/// One fault of a definition.
pub(crate) fn definition_fault<'py>(
    py: Python<'py>,
    fault: &Diagnostic,
) -> PyResult<Bound<'py, PyAny>> {
    let Diagnostic {
        file,
        line,
        column,
        message,
        help,
        ..
    } = fault;
    make(
        py,
        "DefinitionFault",
        (file, *line, *column, message, help.as_ref()),
    )
}

/// A `DefinitionError` with its faults.
fn definition(py: Python<'_>, text: String, faults: &[Diagnostic]) -> PyErr {
    let faults: PyResult<Vec<_>> = faults.iter().map(|f| definition_fault(py, f)).collect();
    match faults.and_then(|faults| PyList::new(py, faults)) {
        Ok(faults) => error(py, "DefinitionError", (text, faults)),
        Err(error) => error,
    }
}

/// The error of the system about a file, as Python's own functions raise it.
fn system(py: Python<'_>, code: i32, path: &Path) -> PyErr {
    let strerror = py.import("os").and_then(|os| os.getattr("strerror"));
    match strerror.and_then(|strerror| strerror.call1((code,))) {
        Ok(text) => PyOSError::new_err((code, text.unbind(), path.display().to_string())),
        Err(error) => error,
    }
}

/// The error about a file that cannot be read or written. It names the file.
pub(crate) fn file(py: Python<'_>, why: &io::Error, path: &Path) -> PyErr {
    let is_folder = why.kind() == io::ErrorKind::IsADirectory;
    let code = match why.raw_os_error() {
        None if is_folder => {
            let errno = py.import("errno").and_then(|errno| errno.getattr("EISDIR"));
            errno.and_then(|code| code.extract()).ok()
        }
        code => code,
    };
    match code {
        Some(code) => system(py, code, path),
        None => io::Error::new(why.kind(), format!("{}: {why}", path.display())).into(),
    }
}

/// The exception for a game that cannot be found or compiled.
pub(crate) fn catalogue(py: Python<'_>, why: &CatalogueError) -> PyErr {
    let text = why.to_string();
    match why {
        CatalogueError::UnknownGame { .. } => error(py, "UnknownGameError", (text,)),
        CatalogueError::Faults { faults, .. } => definition(py, text, faults),
        CatalogueError::Option(DefineError::Faults(faults)) => definition(py, text, faults),
        CatalogueError::Option(_) | CatalogueError::TooManyOptions { .. } => {
            error(py, "OptionError", (text,))
        }
        CatalogueError::Read { path, error } => file(py, error, path),
        _ => definition(py, text, &[]),
    }
}

/// One fault of a text.
fn text_fault<'py>(py: Python<'py>, text: &str, fault: &TextFault) -> PyResult<Bound<'py, PyAny>> {
    let (start, end) = characters(text, &fault.at);
    let cells: [&str; 0] = [];
    make(py, "PositionFault", (&fault.message, start, end, cells))
}

/// Converts a range of bytes of a text to characters, as Python counts them.
pub(crate) fn characters(text: &str, bytes: &std::ops::Range<usize>) -> (usize, usize) {
    let count = |end: usize| {
        let before = text.char_indices().take_while(|(at, _)| *at < end);
        before.count()
    };
    (count(bytes.start), count(bytes.end))
}

/// The exception for a text that is not a position, with all faults.
pub(crate) fn position(
    py: Python<'_>,
    board: &hyperrook_rules::Board,
    text: &str,
    why: &PositionTextError,
) -> PyErr {
    let faults: PyResult<Vec<_>> = match why {
        PositionTextError::Text(faults) => faults.iter().map(|f| text_fault(py, text, f)).collect(),
        PositionTextError::Position(faults) => {
            let fault = |fault: &hyperrook_rules::SetupFault| {
                let cells: Vec<String> = fault.cells.iter().map(|&c| board.name(c)).collect();
                let none = || py.None();
                make(py, "PositionFault", (&fault.message, none(), none(), cells))
            };
            faults.iter().map(fault).collect()
        }
        _ => Ok(Vec::new()),
    };
    let faults = faults.and_then(|faults| PyList::new(py, faults)?.into_py_any(py));
    match faults {
        Ok(faults) => error(py, "PositionError", (why.to_string(), faults)),
        Err(error) => error,
    }
}
