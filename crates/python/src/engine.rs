//! The engine.

use crate::arguments::{self, within};
use crate::errors::{self, error, value, wrong_type};
use crate::interrupt;
use crate::make::make;
use crate::reasons::legal_move;
use crate::types::{PyGame, PyHistory, PyMove, PyPosition};
use hyperrook_catalogue::regular_file::read_regular;
use hyperrook_network::{MAX_FILE_BYTES, Network};
use hyperrook_notation::moves::{CellStyle, format_move, parse_move};
use hyperrook_notation::position::{format_position, parse_position};
use hyperrook_rules::{Game, History, Move, Position};
use hyperrook_search::{
    Bound as ScoreBound, Chances, Control, Engine, EngineSettings, Info, NetworkSource, Score,
    SearchClock, SearchLimits, SearchReport, Strength, WeightsSource,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use sha2::{Digest, Sha256};
use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

/// Locks a mutex, even if a thread has panicked while holding it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads a network and keeps it as long as the process lives, as the engine requires.
fn network(bytes: &[u8]) -> PyResult<&'static Network> {
    /// Networks by the SHA-256 of their files.
    type Networks = HashMap<[u8; 32], &'static Network>;
    static NETWORKS: OnceLock<Mutex<Networks>> = OnceLock::new();
    let hash: [u8; 32] = Sha256::digest(bytes).into();
    let mut networks = lock(NETWORKS.get_or_init(Mutex::default));
    if let Some(network) = networks.get(&hash) {
        return Ok(network);
    }
    let network = Network::read(bytes).map_err(|why| value(format!("the network: {why}")))?;
    let network: &'static Network = Box::leak(Box::new(network));
    networks.insert(hash, network);
    Ok(network)
}

/// The network as given in Python: `"shipped"`, `None`, the path of a file, or its content.
fn network_source(py: Python<'_>, given: Option<&Bound<'_, PyAny>>) -> PyResult<NetworkSource> {
    let Some(given) = given else {
        return Ok(NetworkSource::None);
    };
    if let Ok(text) = given.cast::<PyString>()
        && text.to_cow()? == "shipped"
    {
        return Ok(NetworkSource::Shipped);
    }
    if let Ok(bytes) = given.cast::<PyBytes>() {
        return network(bytes.as_bytes()).map(NetworkSource::Given);
    }
    let path: PathBuf = given.extract()?;
    let network_bytes = py
        .detach(|| read_regular(&path, MAX_FILE_BYTES as u64))
        .map_err(|why| errors::file(py, &why, &path))?;
    network(&network_bytes).map(NetworkSource::Given)
}

/// The default of the engine's argument.
fn shipped_network() -> Option<Py<PyAny>> {
    Some(Python::attach(|py| {
        PyString::intern(py, "shipped").into_any().unbind()
    }))
}

/// An engine for evaluations only, kept for each of the most recently used games.
pub(crate) fn shared(py: Python<'_>, position: &Position) -> Arc<Engine> {
    /// The number of games that are kept.
    const KEPT: usize = 8;
    static ENGINES: OnceLock<Mutex<VecDeque<Arc<Engine>>>> = OnceLock::new();
    py.detach(|| {
        let mut engines = lock(ENGINES.get_or_init(Mutex::default));
        let found = engines
            .iter()
            .position(|engine| engine.game().is(position.game()));
        if let Some(engine) = found.and_then(|at| engines.remove(at)) {
            engines.push_front(Arc::clone(&engine));
            return engine;
        }
        let settings = EngineSettings {
            hash_mib: 1,
            ..EngineSettings::default()
        };
        let engine = Arc::new(Engine::new(position.game(), settings));
        engines.truncate(KEPT - 1);
        engines.push_front(Arc::clone(&engine));
        engine
    })
}

/// The static evaluation of a position, as an `Evaluation` of Python.
pub(crate) fn evaluation<'py>(
    py: Python<'py>,
    engine: &Engine,
    position: &Position,
) -> PyResult<Bound<'py, PyAny>> {
    let evaluation = py.detach(|| engine.evaluate(position));
    let terms = PyDict::new(py);
    for (name, score_cp) in &evaluation.terms {
        terms.set_item(name, score_cp)?;
    }
    make(py, "Evaluation", (evaluation.score_cp, terms))
}

/// The worth of each piece where it stands, by the name of its cell.
pub(crate) fn piece_worths<'py>(
    py: Python<'py>,
    engine: &Engine,
    position: &Position,
) -> PyResult<Bound<'py, PyDict>> {
    let worths = py.detach(|| engine.piece_worths(position));
    let by_cell = PyDict::new(py);
    for worth in worths {
        by_cell.set_item(position.game().board().name(worth.cell), worth.worth_cp)?;
    }
    Ok(by_cell)
}

/// The engine for a game. It keeps its tables of positions between searches.
///
/// ``hash_mib`` is the size of the hash table in MiB; it becomes smaller if there is not enough
/// memory. ``threads`` is the number of threads of a search. ``network`` is ``"shipped"``, ``None``,
/// or a file of ``hyperrook learn`` (its path or its content). Each network stays in memory until the
/// process ends. ``weights`` is ``"shipped"`` or ``"derived"``.
///
/// >>> import hyperrook
/// >>> engine = hyperrook.Engine(hyperrook.Game("chess"))
/// >>> report = engine.search(engine.game.start(), depth=4)
/// >>> report.best in engine.game.start().legal_moves
/// True
#[pyclass(frozen, subclass, module = "hyperrook._core", name = "Engine")]
pub(crate) struct PyEngine {
    game: Py<PyGame>,
    engine: Arc<Mutex<Engine>>,
    settings: EngineSettings,
    running: Mutex<Option<Running>>,
}

/// A search that is running, or other work that needs the engine alone.
struct Running {
    control: Control,
    /// The thread that waits for it.
    thread: ThreadId,
}

/// Marks the search as ended when dropped, however it ended.
struct SearchGuard<'e>(&'e PyEngine);

impl Drop for SearchGuard<'_> {
    fn drop(&mut self) {
        *lock(&self.0.running) = None;
    }
}

/// How long a new search waits for the end of one that was stopped. That takes milliseconds, unless
/// its callback blocks.
const STOPPED_WAIT: Duration = Duration::from_secs(5);

impl PyEngine {
    /// Reserves the engine. Waits for a search that was stopped; if another one is running, the
    /// engine is busy.
    fn start(&self, py: Python<'_>, control: &Control) -> PyResult<SearchGuard<'_>> {
        let thread = std::thread::current().id();
        let begun = Instant::now();
        loop {
            let mut running = lock(&self.running);
            let Some(other) = &*running else {
                let control = control.clone();
                *running = Some(Running { control, thread });
                return Ok(SearchGuard(self));
            };
            // A callback of the other search, which runs on its thread, would wait for itself.
            let is_ending = other.control.is_stopped() && other.thread != thread;
            drop(running);
            if !is_ending || begun.elapsed() > STOPPED_WAIT {
                let message = "the engine is searching already: wait, stop it, or make another one";
                return Err(error(py, "EngineError", (message,)));
            }
            py.detach(|| std::thread::sleep(Duration::from_millis(1)));
            py.check_signals()?;
        }
    }

    fn own_game(&self) -> &Game {
        &self.game.get().game
    }

    /// The history to search, converted to this engine's compiled game.
    fn history(&self, given: &Bound<'_, PyAny>) -> PyResult<History> {
        let history = if let Ok(position) = given.cast::<PyPosition>() {
            History::new(position.get().inner.clone())
        } else if let Ok(history) = given.cast::<PyHistory>() {
            history.try_borrow()?.inner.clone()
        } else {
            let kind = given.get_type();
            return Err(wrong_type(format!(
                "expected a Position or a History, not {kind}"
            )));
        };
        let game = history.position().game();
        if game.is(self.own_game()) {
            return Ok(history);
        }
        let other = || {
            let names = (
                game.definition().name(),
                self.own_game().definition().name(),
            );
            value(format!(
                "the position is of {}, the engine plays {}",
                names.0, names.1
            ))
        };
        // The rules may be the same, but compiled separately.
        if game.definition().identity() != self.own_game().definition().identity() {
            return Err(other());
        }
        let start = parse_position(self.own_game(), &format_position(history.start()));
        let mut own = History::new(start.map_err(|_| other())?);
        for &mv in history.moves() {
            let text = format_move(game.definition(), mv, CellStyle::Plain);
            let mv = parse_move(own.position(), &text).map_err(|_| other())?;
            own.play(mv).map_err(|_| other())?;
        }
        Ok(own)
    }

    fn wrap(&self, py: Python<'_>, mv: Move) -> PyResult<Py<PyMove>> {
        PyGame::wrap_move(&self.game, py, mv)
    }

    fn line<'py>(&self, py: Python<'py>, info: &Info) -> PyResult<Bound<'py, PyAny>> {
        let (cp, mate) = match info.score {
            Score::Centipawns(cp) => (Some(cp), None),
            Score::Mate(moves) => (None, Some(moves)),
        };
        let bound = match info.bound {
            ScoreBound::Exact => "exact",
            ScoreBound::Lower => "lower",
            ScoreBound::Upper => "upper",
        };
        let score = make(py, "Score", (cp, mate))?;
        let moves = PyGame::list_moves(&self.game, py, &info.moves)?;
        let Chances { win, draw, loss } = info.chances;
        let share = |thousandths: u32| f64::from(thousandths) / 1_000.0;
        let chances = make(py, "Chances", (share(win), share(draw), share(loss)))?;
        let time = info.time.as_secs_f64();
        let depths = (info.depth_plies, info.selective_depth_plies);
        make(
            py,
            "Line",
            (
                info.line, depths.0, depths.1, score, bound, info.nodes, time, moves, chances,
            ),
        )
    }

    fn report<'py>(&self, py: Python<'py>, report: &SearchReport) -> PyResult<Bound<'py, PyAny>> {
        let lines: PyResult<Vec<_>> = report
            .lines
            .iter()
            .map(|info| self.line(py, info))
            .collect();
        let wrap = |mv: Option<Move>| mv.map(|mv| self.wrap(py, mv)).transpose();
        let time = report.time.as_secs_f64();
        make(
            py,
            "Report",
            (
                wrap(report.best)?,
                wrap(report.ponder)?,
                lines?,
                report.nodes,
                time,
            ),
        )
    }
}

/// Stops one search, even before it begins.
#[pyclass(frozen, module = "hyperrook._core", name = "SearchControl")]
pub(crate) struct PySearchControl(Control);

#[pymethods]
impl PySearchControl {
    #[new]
    fn new() -> PySearchControl {
        PySearchControl(Control::new())
    }

    /// Stops the search: at once, or as soon as it begins.
    fn stop(&self) {
        self.0.stop();
    }
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (game, *, hash_mib = 16, threads = 1, network = shipped_network(),
        weights = "shipped"), text_signature = "(game, *, hash_mib=16, threads=1, \
        network='shipped', weights='shipped')")]
    fn new(
        py: Python<'_>,
        game: Py<PyGame>,
        hash_mib: i64,
        threads: i64,
        network: Option<Py<PyAny>>,
        weights: &str,
    ) -> PyResult<PyEngine> {
        let (hash, most) = (EngineSettings::HASH_MIB, EngineSettings::THREADS);
        let range = *hash.start() as i64..=*hash.end() as i64;
        let hash_mib = within("hash_mib", hash_mib, range)? as usize;
        let range = *most.start() as i64..=*most.end() as i64;
        let threads = within("threads", threads, range)? as usize;
        let settings = EngineSettings {
            hash_mib,
            threads,
            network: network_source(py, network.as_ref().map(|given| given.bind(py)))?,
            weights: match weights {
                "shipped" => WeightsSource::Shipped,
                "derived" => WeightsSource::Derived,
                _ => return Err(value("weights is \"shipped\" or \"derived\"")),
            },
            ..EngineSettings::default()
        };
        let compiled = &game.get().game;
        let engine = py.detach(|| Engine::new(compiled, settings));
        if let Some(refused) = engine.network_refused() {
            return Err(value(refused.to_string()));
        }
        Ok(PyEngine {
            settings: engine.settings(),
            engine: Arc::new(Mutex::new(engine)),
            game,
            running: Mutex::new(None),
        })
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// The size of the hash table in MiB.
    #[getter]
    fn hash_mib(&self) -> usize {
        self.settings.hash_mib
    }

    /// The number of threads of a search.
    #[getter]
    fn threads(&self) -> usize {
        self.settings.threads
    }

    /// Whether a search is running.
    #[getter]
    fn is_searching(&self) -> bool {
        lock(&self.running).is_some()
    }

    /// Searches a position, or the current position of a history, whose earlier positions count for
    /// repetition.
    ///
    /// The search ends at the first limit that it reaches: ``depth`` in plies, ``nodes``,
    /// ``time`` in seconds, ``mate`` in moves, or the ``clock`` of the side to move in seconds
    /// with ``increment`` and ``moves_to_go``. With ``infinite=True`` it runs until it is
    /// stopped. ``lines`` is the number of lines to find. If ``moves`` are given, only these are
    /// searched. ``level`` (1 to 8) or ``elo`` (600 to 2400) makes the engine play weaker; its
    /// random choices depend on ``seed``. ``on_info`` is called with each line as it is found.
    /// Ctrl-C stops the search.
    // `_control` is for the coroutines of `hyperrook.Engine`: they can stop a search before it begins.
    #[pyo3(signature = (position, *, depth = None, nodes = None, time = None, mate = None,
        clock = None, increment = 0.0, moves_to_go = None, infinite = false, lines = 1,
        moves = None, level = None, elo = None, seed = 0, on_info = None, _control = None),
        text_signature = "($self, position, *, depth=None, nodes=None, time=None, mate=None, \
        clock=None, increment=0.0, moves_to_go=None, infinite=False, lines=1, moves=None, \
        level=None, elo=None, seed=0, on_info=None)")]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn search<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        depth: Option<i64>,
        nodes: Option<i64>,
        time: Option<f64>,
        mate: Option<i64>,
        clock: Option<f64>,
        increment: f64,
        moves_to_go: Option<i64>,
        infinite: bool,
        lines: i64,
        moves: Option<Vec<Bound<'py, PyAny>>>,
        level: Option<i64>,
        elo: Option<i64>,
        seed: u64,
        on_info: Option<Bound<'py, PyAny>>,
        _control: Option<&Bound<'py, PySearchControl>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let history = self.history(position)?;
        let number = |name: &str, given: Option<i64>, most: i64| {
            given.map(|given| within(name, given, 1..=most)).transpose()
        };
        let strength = match (level, elo) {
            (Some(_), Some(_)) => return Err(value("give a level or an Elo rating, not both")),
            (Some(level), None) => {
                let levels = Strength::LEVELS;
                let range = i64::from(*levels.start())..=i64::from(*levels.end());
                Strength::Level(within("level", level, range)? as u8)
            }
            (None, Some(elo)) => {
                let ratings = Strength::ELO;
                let range = i64::from(*ratings.start())..=i64::from(*ratings.end());
                Strength::Elo(within("elo", elo, range)? as u32)
            }
            (None, None) => Strength::Full,
        };
        let clock = clock
            .map(|remaining| {
                PyResult::Ok(SearchClock {
                    remaining: arguments::seconds("clock", remaining)?,
                    increment: arguments::seconds("increment", increment)?,
                    moves_to_go: number("moves_to_go", moves_to_go, 10_000)?.map(|n| n as u32),
                })
            })
            .transpose()?;
        let time = time
            .map(|time| arguments::seconds("time", time))
            .transpose()?;
        let mut only = Vec::new();
        for mv in moves.iter().flatten() {
            only.push(legal_move(py, history.position(), mv)?);
        }
        if moves.is_some() && only.is_empty() {
            return Err(value(
                "moves is empty: name the moves to look at, or leave it out",
            ));
        }
        let limits = SearchLimits::default()
            .depth_plies(number("depth", depth, i64::from(u32::MAX))?.map(|n| n as u32))
            .nodes(number("nodes", nodes, i64::MAX)?.map(|n| n as u64))
            .mate_moves(number("mate", mate, 1_000)?.map(|n| n as u32))
            .move_time(time)
            .clock(clock)
            .infinite(infinite)
            .moves(only)
            .lines(within("lines", lines, 1..=100_000)? as usize)
            .strength(strength);
        let has_limit = limits.depth_plies.is_some()
            || limits.nodes.is_some()
            || limits.mate_moves.is_some()
            || limits.move_time.is_some()
            || limits.clock.is_some()
            || infinite
            || level.is_some_and(|level| level < i64::from(*Strength::LEVELS.end()))
            || elo.is_some();
        if !has_limit {
            return Err(value(
                "the search needs a limit: depth, nodes, time, mate, clock, or infinite=True",
            ));
        }
        let control = _control.map_or_else(Control::new, |given| given.get().0.clone());
        let searching = self.start(py, &control)?;
        let (engine, own_control) = (Arc::clone(&self.engine), control.clone());
        let wants_infos = on_info.is_some();
        let (sender, infos) = channel::<Info>();
        let thread = interrupt::spawn(py, move || {
            let mut engine = lock(&engine);
            engine.seed(seed);
            engine.search(&history, &limits, &own_control, &mut |info: &Info| {
                if wants_infos {
                    // The receiver is gone if the caller has failed; then the search is stopped.
                    let _ = sender.send(info.clone());
                }
            })
        })?;
        let on_line = |info: Info| {
            let Some(on_info) = &on_info else {
                return Ok(());
            };
            on_info.call1((self.line(py, &info)?,)).map(drop)
        };
        let report = interrupt::wait(py, infos, on_line, || control.stop(), thread);
        drop(searching);
        self.report(py, &report?)
    }

    /// Stops the running search, if there is one. It then returns its report with the best move so
    /// far. A search that begins meanwhile waits for its end.
    fn stop(&self) {
        if let Some(running) = &*lock(&self.running) {
            running.control.stop();
        }
    }

    /// Forgets everything learned in earlier searches. Call it before a new game.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        let _searching = self.start(py, &Control::new())?;
        py.detach(|| lock(&self.engine).clear());
        Ok(())
    }

    /// The static evaluation of a position for White, in centipawns, with its terms.
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let history = self.history(position)?;
        let _searching = self.start(py, &Control::new())?;
        evaluation(py, &lock(&self.engine), history.position())
    }

    /// The worth of each piece that is not royal where it stands, by the name of its cell: how much
    /// better its side is evaluated with it than without it, in centipawns.
    fn piece_worths<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let history = self.history(position)?;
        let _searching = self.start(py, &Control::new())?;
        piece_worths(py, &lock(&self.engine), history.position())
    }

    fn __repr__(&self) -> String {
        let EngineSettings {
            hash_mib, threads, ..
        } = self.settings;
        let name = self.own_game().definition().name();
        format!("<Engine for {name}: {hash_mib} MiB, {threads} threads>")
    }
}
