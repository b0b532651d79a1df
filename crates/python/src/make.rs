//! Makes the dataclasses of `hyperrook._types`.

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// Calls the class of `hyperrook._types` with this name.
pub(crate) fn make<'py>(
    py: Python<'py>,
    class: &str,
    arguments: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module =
        MODULE.get_or_try_init(py, || PyResult::Ok(py.import("hyperrook._types")?.unbind()))?;
    module.bind(py).getattr(class)?.call1(arguments)
}
