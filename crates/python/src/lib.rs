//! The Python module `hyperrook._core`, which the package in `python/hyperrook` is built on.
//!
//! The parts that must be fast are here; the parts that people read and extend are Python. Types
//! that only hold values are dataclasses of Python (`hyperrook._types`), which `make` creates.
//! Errors are also classes of Python (`hyperrook.errors`), which `errors` raises.
//!
//! Every type except `PyHistory` is immutable, so threads can share it. Functions that may take
//! longer than a moment run without the interpreter's lock, and stop when the user presses Ctrl-C:
//! see `interrupt`.

mod arguments;
mod board;
mod engine;
mod errors;
mod game;
mod history;
mod interrupt;
mod learning;
mod make;
mod move_cache;
mod moves;
mod pictures;
mod playtest;
mod position;
mod reasons;
mod record;
mod tables;
mod types;

use pyo3::prelude::*;

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<board::PyBoard>()?;
    module.add_class::<engine::PyEngine>()?;
    module.add_class::<engine::PySearchControl>()?;
    module.add_class::<types::PyGame>()?;
    module.add_class::<types::PyHistory>()?;
    module.add_class::<types::PyMove>()?;
    module.add_class::<types::PyPiece>()?;
    module.add_class::<types::PyPosition>()?;
    module.add_class::<record::PyRecordReader>()?;
    module.add_class::<tables::PyTables>()?;
    module.add_class::<learning::PyActionSpace>()?;
    module.add_class::<learning::PyObservationSpace>()?;
    module.add_class::<learning::PySymmetry>()?;
    module.add_class::<learning::PyVectorEnv>()?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(playtest::run_playtest, module)?)?;
    module.add_function(wrap_pyfunction!(record::format_record, module)?)?;
    module.add_function(wrap_pyfunction!(record::replay, module)?)?;
    module.add_function(wrap_pyfunction!(moves::restore_move, module)?)?;
    Ok(())
}
