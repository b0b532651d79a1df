//! Endgame tables.

use crate::arguments::within;
use crate::errors::{self, error, value};
use crate::interrupt;
use crate::make::make;
use crate::types::{PyGame, PyMove, PyPosition, position_for};
use hyperrook_rules::{Move, Position, Side};
use hyperrook_tables::{
    BuildError, BuildEvent, BuildSettings, CountVerdict, Counts, EndgameValue, Material,
    ProbeResult, TableError, Tables,
};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

/// The interval of progress reports of a build.
const TELL: Duration = Duration::from_millis(100);
/// The maximum number of threads of a build.
const MOST_THREADS: i64 = 512;

/// The progress of a build: the material, the number of its table, the number of tables, and the
/// plies to the end of the positions that are being found.
type BuildProgress = (String, usize, usize, usize);

/// The endgame tables of a game in a folder. The folder need not exist yet, and can contain tables
/// of several games.
///
/// Materials are texts such as ``"KRK"``: White's pieces, then Black's, each side's royal piece
/// first.
///
/// >>> import hyperrook, tempfile
/// >>> chess = hyperrook.Game("chess")
/// >>> tables = hyperrook.Tables(chess, tempfile.mkdtemp())
/// >>> tables.build("KRK")
/// ['KK', 'KRK']
/// >>> position = chess.position("8/8/8/8/8/2k5/8/K6R w - - 0 1")
/// >>> found = tables.probe(position)
/// >>> found.result, str(found)
/// ('win', 'win in 14 moves')
/// >>> len(tables.line(position)) == found.plies
/// True
#[pyclass(frozen, module = "hyperrook", name = "Tables")]
pub(crate) struct PyTables {
    game: Py<PyGame>,
    inner: Arc<Tables>,
}

fn failed(py: Python<'_>, why: &TableError) -> PyErr {
    match why {
        TableError::Io { path, error } => errors::file(py, error, path),
        _ => error(py, "TableError", (why.to_string(),)),
    }
}

fn not_built(py: Python<'_>, why: &BuildError) -> PyErr {
    /// The number of bytes in a MiB.
    const MIB: u64 = 1 << 20;
    match why {
        BuildError::File(why) => failed(py, why),
        BuildError::Memory {
            material, needed, ..
        } => {
            let needed = needed.div_ceil(MIB);
            let text = format!(
                "building {material} needs {needed} MiB of memory: allow it with memory_mib={needed}, \
                 or leave pieces out"
            );
            error(py, "TableError", (text,))
        }
        _ => error(py, "TableError", (why.to_string(),)),
    }
}

impl PyTables {
    /// Converts a position of this game, which may have been compiled separately.
    fn position(&self, position: &PyPosition) -> PyResult<Position> {
        position_for(self.inner.game(), &position.inner).ok_or_else(|| {
            let (own, other) = (self.inner.game(), position.inner.game());
            value(format!(
                "the position is of {}, the tables are of {}",
                other.definition().name(),
                own.definition().name()
            ))
        })
    }

    fn material(&self, text: &str) -> PyResult<Material> {
        Material::parse(self.inner.game().definition(), text)
            .map_err(|fault| value(fault.to_string()))
    }

    fn wrap(&self, py: Python<'_>, mv: Move) -> PyResult<Py<PyMove>> {
        PyGame::wrap_move(&self.game, py, mv)
    }
}

/// A `TableValue` of Python.
fn table_value<'py>(py: Python<'py>, found: ProbeResult) -> PyResult<Bound<'py, PyAny>> {
    let result = match found.value {
        EndgameValue::Win(_) => "win",
        EndgameValue::Draw => "draw",
        EndgameValue::Loss(_) => "loss",
    };
    let (plies, text) = (found.value.plies(), found.value.to_string());
    let count = match found.verdict {
        CountVerdict::Stands => "stands",
        CountVerdict::Spoiled => "spoiled",
        _ => "unknown",
    };
    let within = found.within_count();
    let fields = (result, plies, within, text, count, found.zeroing_plies);
    make(py, "TableValue", fields)
}

#[pymethods]
impl PyTables {
    #[new]
    pub(crate) fn new(py: Python<'_>, game: Py<PyGame>, folder: PathBuf) -> PyResult<PyTables> {
        let compiled = &game.get().game;
        let inner = py.detach(|| Tables::shared(compiled, &folder));
        let inner = inner.map_err(|why| not_built(py, &why))?;
        Ok(PyTables { game, inner })
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// The folder with the tables of this game, inside the folder that was given.
    #[getter]
    fn folder(&self) -> String {
        self.inner.folder().display().to_string()
    }

    /// The result of perfect play for the side to move, as a ``TableValue``. ``None`` if no table
    /// has the position, or if a side can still castle.
    fn probe<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyPosition>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let position = self.position(position.get())?;
        let found = py.detach(|| self.inner.probe(&position));
        let found = found.map_err(|why| failed(py, &why))?;
        found.map(|found| table_value(py, found)).transpose()
    }

    /// Every legal move with its value for the side that makes it, best move first. The value is
    /// ``None`` if no table has the position after the move.
    fn moves<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyPosition>,
    ) -> PyResult<Bound<'py, PyList>> {
        let position = self.position(position.get())?;
        let found = py.detach(|| self.inner.moves(&position));
        let moves = PyList::empty(py);
        for each in found.map_err(|why| failed(py, &why))? {
            let found = each.found.map(|found| table_value(py, found)).transpose()?;
            moves.append((self.wrap(py, each.mv)?, found))?;
        }
        Ok(moves)
    }

    /// Best play to the end of the game. It ends early if a table is missing, and is empty for a
    /// draw.
    fn line<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyPosition>,
    ) -> PyResult<Bound<'py, PyList>> {
        let position = self.position(position.get())?;
        let line = py.detach(|| self.inner.line(&position));
        let line = line.map_err(|why| failed(py, &why))?;
        PyGame::list_moves(&self.game, py, &line)
    }

    /// The number of entries that the table of a material has, or would have.
    fn entries(&self, py: Python<'_>, material: &str) -> PyResult<u64> {
        let material = self.material(material)?;
        let entries = py.detach(|| self.inner.builder().entries(&material));
        entries.map_err(|why| not_built(py, &why))
    }

    /// Builds the tables of some materials and the tables that those need. Returns the materials
    /// that were built: tables that exist already are not built again.
    ///
    /// ``memory_mib`` limits the memory. ``on_progress`` is called with the material, the number
    /// of its table, the number of all tables, and the distance to the end, in plies, of the
    /// positions that are being solved. Ctrl-C stops the build, and the same call continues it.
    #[pyo3(signature = (*materials, memory_mib = 8192, threads = None, on_progress = None))]
    fn build(
        &self,
        py: Python<'_>,
        materials: &Bound<'_, PyTuple>,
        memory_mib: i64,
        threads: Option<i64>,
        on_progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Vec<String>> {
        let memory = within("memory_mib", memory_mib, 1..=1 << 30)? as u64;
        let threads = threads
            .map(|threads| within("threads", threads, 1..=MOST_THREADS))
            .transpose()?;
        let threads = threads.map_or(BuildSettings::default().threads, |n| n as usize);
        let settings = BuildSettings::with(memory << 20, threads);
        let mut wanted = Vec::new();
        for text in materials {
            wanted.push(self.material(&text.extract::<String>()?)?);
        }
        let stop = Arc::new(AtomicBool::new(false));
        let (seen, (sender, messages)) = (Arc::clone(&stop), channel::<BuildProgress>());
        let tables = Arc::clone(&self.inner);
        let thread = interrupt::spawn(py, move || {
            let (mut built, mut told) = (Vec::new(), Instant::now());
            let definition = tables.game().definition();
            let mut tell = |event: BuildEvent<'_>| match event {
                BuildEvent::Progress(now) if told.elapsed() > TELL => {
                    told = Instant::now();
                    let material = now.material.text(definition);
                    // The receiver is gone if the caller has failed; then the build is stopped.
                    let _ = sender.send((material, now.table, now.tables, now.pass));
                }
                BuildEvent::Built(_, header, _) => built.push(header.material.clone()),
                BuildEvent::Zeroing(_, header, _) if !built.contains(&header.material) => {
                    built.push(header.material.clone());
                }
                _ => {}
            };
            let result = tables.build(&wanted, &settings, &seen, &mut tell);
            result.map(|()| built)
        })?;
        let on_message = |now: BuildProgress| match &on_progress {
            Some(on_progress) => on_progress.call1(now).map(drop),
            None => Ok(()),
        };
        let end = || stop.store(true, Ordering::Relaxed);
        interrupt::wait(py, messages, on_message, end, thread)?.map_err(|why| not_built(py, &why))
    }

    /// The tables in the folder, as ``TableInfo``. Raises ``TableError`` if one is damaged.
    fn tables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let infos = PyList::empty(py);
        for listed in py.detach(|| self.inner.list()) {
            let table = listed.map_err(|why| failed(py, &why))?;
            let spoiled = table.zeroing.spoiled(&table.header);
            let positions = |counts: &Counts| (counts.wins, counts.losses, counts.positions());
            let [white, black] = table.header.counts;
            let longest = Side::BOTH.map(|side| table.header.longest_win(side));
            infos.append(make(
                py,
                "TableInfo",
                (
                    table.header.material,
                    table.path,
                    table.bytes,
                    positions(&white),
                    positions(&black),
                    longest.iter().flatten().map(|win| win.plies).max(),
                    spoiled.map(|spoiled| spoiled.iter().sum::<u64>()),
                ),
            )?)?;
        }
        Ok(infos)
    }

    fn __repr__(&self) -> String {
        let name = self.inner.game().definition().name();
        format!("<Tables of {name} in {}>", self.folder())
    }
}
