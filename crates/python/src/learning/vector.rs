//! Many games at once.

use super::actions::{Actions, mask_len, write_mask};
use super::arrays::{array, contiguous, needs_numpy};
use super::env_games::{EnvGame, Portion, SharedSettings, Step, each};
use super::observation::Planes;
use crate::errors::{error, index, value};
use crate::types::{PyGame, PyPosition};
use hyperrook_rules::fast::SplitMix64;
use hyperrook_rules::{Move, Side};
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

/// Many games that are played at once, by several threads and without the interpreter's lock.
///
/// When a game ends, a new one starts in its place. Rewards are for the side that has just moved: 1
/// for a win, -1 for a loss, else 0. ``start`` is the position that games start from. After
/// ``max_plies`` plies a game is cut off (``truncated``).
///
/// >>> import hyperrook
/// >>> games = hyperrook.VectorEnv(hyperrook.Game("sesqui"), 8, seed=1)
/// >>> rewards, terminated, truncated = games.step(games.sample())
/// >>> rewards.shape, games.observe().shape[0]
/// ((8,), 8)
#[pyclass(frozen, module = "hyperrook", name = "VectorEnv")]
pub(crate) struct PyVectorEnv {
    game: Py<PyGame>,
    shared: SharedSettings,
    threads: usize,
    games: Mutex<Vec<EnvGame>>,
}

impl PyVectorEnv {
    /// The games, or an error if another thread is stepping them.
    fn lock(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Vec<EnvGame>>> {
        self.games.try_lock().map_err(|why| {
            let message = match why {
                TryLockError::WouldBlock => {
                    "another thread is using this VectorEnv; give each thread its own"
                }
                TryLockError::Poisoned(_) => {
                    "an earlier call of this VectorEnv failed in the middle of a step; make a new one"
                }
            };
            error(py, "HyperrookError", (message,))
        })
    }

    /// Makes a ply in each game, chosen by `choose`.
    fn all(
        &self,
        games: &mut [EnvGame],
        choose: impl Fn(&mut EnvGame, usize) -> usize + Sync,
        numbers: &mut [(usize, Step)],
    ) {
        each(games, self.threads, numbers, 1, |game, number| {
            let (number, step) = &mut number[0];
            let chosen = choose(game, *number);
            *step = game.step(&self.shared, chosen);
        });
    }
}

/// The three arrays that a step returns.
type StepArrays<'py> = (
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<bool>>,
);

/// Actions, and the offset of the first one of each game.
type ActionArrays<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>);

fn step_arrays<'py>(py: Python<'py>, steps: &[(usize, Step)]) -> StepArrays<'py> {
    let rewards = steps.iter().map(|(_, step)| step.reward).collect();
    let terminated = steps.iter().map(|(_, step)| step.terminated).collect();
    let truncated = steps.iter().map(|(_, step)| step.truncated).collect();
    (
        PyArray1::from_vec(py, rewards),
        PyArray1::from_vec(py, terminated),
        PyArray1::from_vec(py, truncated),
    )
}

/// The maximum number of games at once.
const MAX_GAMES: usize = 1 << 20;

#[pymethods]
impl PyVectorEnv {
    #[new]
    #[pyo3(signature = (game, num_envs, *, seed = 0, threads = None, max_plies = 1_000,
        start = None, chart = None, mirror = true))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        py: Python<'_>,
        game: Py<PyGame>,
        num_envs: usize,
        seed: u64,
        threads: Option<usize>,
        max_plies: usize,
        start: Option<&Bound<'_, PyPosition>>,
        chart: Option<&str>,
        mirror: bool,
    ) -> PyResult<PyVectorEnv> {
        if !(1..=MAX_GAMES).contains(&num_envs) {
            return Err(value(format!(
                "num_envs is 1 to {MAX_GAMES}, not {num_envs}"
            )));
        }
        if max_plies == 0 {
            return Err(value("max_plies is at least 1"));
        }
        let available = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.unwrap_or(available);
        if !(1..=256).contains(&threads) {
            return Err(value(format!("threads is 1 to 256, not {threads}")));
        }
        let compiled = &game.get().game;
        let start = match start {
            None => compiled.start(),
            Some(start) => super::arrays::own_position(game.get(), &start.get().inner)?,
        };
        if start.outcome().is_some() {
            return Err(value("the game is over in the start that was given"));
        }
        let (actions, planes) = py.detach(|| {
            let planes = Planes::new(compiled, chart, mirror);
            (Actions::new(compiled, mirror), planes)
        });
        let shared = SharedSettings {
            start,
            actions,
            planes: Arc::new(planes?),
            max_plies,
        };
        let games = py.detach(|| {
            let mut seeds = SplitMix64::new(seed);
            (0..num_envs)
                .map(|_| EnvGame::new(&shared, seeds.next_u64()))
                .collect()
        });
        Ok(PyVectorEnv {
            game,
            shared,
            threads,
            games: Mutex::new(games),
        })
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// The number of games.
    #[getter]
    fn num_envs(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.lock(py)?.len())
    }

    /// The number of actions.
    #[getter]
    fn num_actions(&self) -> usize {
        self.shared.actions.len()
    }

    /// Restarts all games. With a seed, their random choices also start again.
    #[pyo3(signature = (seed = None))]
    fn reset(&self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        let mut games = self.lock(py)?;
        let games = &mut **games;
        let mut seeds = seed.map(SplitMix64::new);
        py.detach(|| {
            for game in games {
                if let Some(seeds) = &mut seeds {
                    game.random = SplitMix64::new(seeds.next_u64());
                }
                game.restart(&self.shared);
            }
        });
        Ok(())
    }

    /// A random legal action for each game (``numpy.int64``).
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        needs_numpy(py)?;
        let mut games = self.lock(py)?;
        let mut sampled = vec![0i64; games.len()];
        let (games, shared) = (&mut **games, &self.shared);
        py.detach(|| {
            each(games, self.threads, &mut sampled, 1, |game, sampled| {
                let number = game.random_move();
                let (side, mv) = (game.position.turn(), game.moves[number]);
                sampled[0] = i64::from(shared.actions.encode(side, mv));
            });
        });
        Ok(PyArray1::from_vec(py, sampled))
    }

    /// Plays an action in each game, or random actions if none are given. Returns three arrays:
    /// the rewards, which games have ended by the rules (``terminated``), and which were cut off
    /// (``truncated``). Games that have ended start again.
    ///
    /// If an action is not legal, ``IllegalActionError`` is raised, whose ``games`` lists the games
    /// concerned, and no game changes.
    #[pyo3(signature = (actions = None))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<StepArrays<'py>> {
        needs_numpy(py)?;
        let mut games = self.lock(py)?;
        let mut steps = vec![(usize::MAX, Step::default()); games.len()];
        let Some(actions) = actions else {
            let games = &mut **games;
            py.detach(|| self.all(games, |game, _| game.random_move(), &mut steps));
            return Ok(step_arrays(py, &steps));
        };
        let actions = action_array(py, actions)?;
        let actions = actions
            .as_slice()
            .map_err(|_| value("actions are not contiguous"))?;
        if actions.len() != games.len() {
            return Err(value(format!(
                "{} actions for {} games",
                actions.len(),
                games.len()
            )));
        }
        let (games, shared) = (&mut **games, &self.shared);
        for (step, &action) in steps.iter_mut().zip(actions) {
            step.0 = usize::try_from(action).unwrap_or(usize::MAX);
        }
        let is_legal = py.detach(|| {
            each(games, self.threads, &mut steps, 1, |game, step| {
                let action = i64::try_from(step[0].0).unwrap_or(-1);
                let turn = game.position.turn();
                let found = shared.actions.find(turn, &game.moves, action);
                step[0].0 = found.unwrap_or(usize::MAX);
            });
            let is_legal = steps.iter().all(|step| step.0 != usize::MAX);
            if is_legal {
                self.all(games, |_, number| number, &mut steps);
            }
            is_legal
        });
        if !is_legal {
            let wrong = steps
                .iter()
                .enumerate()
                .filter(|(_, step)| step.0 == usize::MAX);
            let wrong: Vec<usize> = wrong.map(|(game, _)| game).collect();
            let message = format!("the action of game {} is not legal", wrong[0]);
            return Err(error(py, "IllegalActionError", (message, wrong)));
        }
        Ok(step_arrays(py, &steps))
    }

    /// Plays random plies in each game. Returns the number of all plies, and how many games were
    /// won by White, won by Black, drawn, and cut off.
    #[pyo3(signature = (plies = 1))]
    fn step_random<'py>(&self, py: Python<'py>, plies: usize) -> PyResult<Bound<'py, PyDict>> {
        let mut games = self.lock(py)?;
        let games = &mut **games;
        let mut counts = vec![[0u64; 4]; games.len()];
        let mut portion = Portion::default();
        let mut left = plies;
        while left > 0 {
            let (games_at_once, plies_at_once) = portion.of(games.len(), left);
            let parts = games.chunks_mut(games_at_once);
            // Adapted once for all parts of the games, because they have the same size.
            let mut longest = Duration::ZERO;
            for (games, counts) in parts.zip(counts.chunks_mut(games_at_once)) {
                let begun = Instant::now();
                py.detach(|| {
                    each(games, self.threads, counts, 1, |game, counts| {
                        game.step_random(&self.shared, plies_at_once, &mut counts[0]);
                    });
                });
                longest = longest.max(begun.elapsed());
                py.check_signals()?;
            }
            portion.adapt(longest);
            left -= plies_at_once;
        }
        let result = PyDict::new(py);
        result.set_item("plies", plies as u64 * games.len() as u64)?;
        for (i, name) in ["white", "black", "draws", "truncated"]
            .into_iter()
            .enumerate()
        {
            result.set_item(name, counts.iter().map(|counts| counts[i]).sum::<u64>())?;
        }
        Ok(result)
    }

    /// The legal actions of all games in one array, and the offsets at which those of each game
    /// begin: game ``i`` has ``actions[offsets[i]:offsets[i + 1]]`` (both ``numpy.int64``).
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<ActionArrays<'py>> {
        needs_numpy(py)?;
        let games = self.lock(py)?;
        let games = &**games;
        let mut offsets = Vec::with_capacity(games.len() + 1);
        let mut actions = Vec::with_capacity(games.iter().map(|game| game.moves.len()).sum());
        py.detach(|| {
            offsets.push(0);
            for game in games {
                let turn = game.position.turn();
                let encode = |&mv: &Move| i64::from(self.shared.actions.encode(turn, mv));
                actions.extend(game.moves.iter().map(encode));
                offsets.push(actions.len() as i64);
            }
        });
        Ok((
            PyArray1::from_vec(py, actions),
            PyArray1::from_vec(py, offsets),
        ))
    }

    /// The legal actions as masks (``numpy.uint8``): one number for each action, or with
    /// ``packed=True`` one bit, as in ``numpy.packbits(mask, bitorder="little")``. ``out`` is an
    /// array to write to.
    #[pyo3(signature = (*, packed = false, out = None))]
    fn masks<'py>(
        &self,
        py: Python<'py>,
        packed: bool,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        needs_numpy(py)?;
        let mut games = self.lock(py)?;
        let (games, shared) = (&mut **games, &self.shared);
        let len = mask_len(shared.actions.len(), packed);
        let out = array(py, &[games.len(), len], out)?;
        let mut numbers = out.cast::<PyArrayDyn<u8>>()?.try_readwrite()?;
        let slice = contiguous(&mut numbers)?;
        py.detach(|| {
            each(games, self.threads, slice, len, |game, mask| {
                let turn = game.position.turn();
                let encode = |&mv: &Move| shared.actions.encode(turn, mv);
                mask.fill(0);
                write_mask(mask, game.moves.iter().map(encode), packed);
            });
        });
        drop(numbers);
        Ok(out)
    }

    /// The observations of all games in one array: see ``ObservationSpace``. ``out`` is an array
    /// to write to.
    #[pyo3(signature = (*, out = None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        needs_numpy(py)?;
        let mut games = self.lock(py)?;
        let (games, shared) = (&mut **games, &self.shared);
        let shape: Vec<usize> = std::iter::once(games.len())
            .chain(shared.planes.shape())
            .collect();
        let out = array(py, &shape, out)?;
        let mut numbers = out.cast::<PyArrayDyn<u8>>()?.try_readwrite()?;
        let slice = contiguous(&mut numbers)?;
        py.detach(|| {
            each(
                games,
                self.threads,
                slice,
                shared.planes.len(),
                |game, seen| {
                    let view = game.position.turn();
                    shared
                        .planes
                        .write(&game.position, view, game.occurrences, seen);
                },
            );
        });
        drop(numbers);
        Ok(out)
    }

    /// The side to move in each game: 0 for White, 1 for Black (``numpy.int8``).
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        needs_numpy(py)?;
        let games = self.lock(py)?;
        let turns = games
            .iter()
            .map(|game| i8::from(game.position.turn() == Side::Black));
        Ok(PyArray1::from_vec(py, turns.collect()))
    }

    /// The number of plies played so far in each game (``numpy.int64``).
    #[getter]
    fn plies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        needs_numpy(py)?;
        let games = self.lock(py)?;
        let plies = games.iter().map(|game| game.keys.len() as i64);
        Ok(PyArray1::from_vec(py, plies.collect()))
    }

    /// The position of a game.
    fn position(&self, py: Python<'_>, number: usize) -> PyResult<PyPosition> {
        let games = self.lock(py)?;
        let game = games.get(number).ok_or_else(|| {
            index(format!(
                "there is no game {number}: there are {}",
                games.len()
            ))
        })?;
        let position = game.position.clone();
        Ok(PyPosition::new(self.game.clone_ref(py), position))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.lock(py)?.len())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let name = self.game.get().definition().name();
        Ok(format!(
            "<VectorEnv of {name}: {} games>",
            self.lock(py)?.len()
        ))
    }
}

/// Actions as an array of integers, converted if they are not one already.
fn action_array<'py>(
    py: Python<'py>,
    actions: &Bound<'py, PyAny>,
) -> PyResult<PyReadonlyArray1<'py, i64>> {
    if let Ok(array) = actions.cast::<PyArray1<i64>>() {
        let array = array.try_readonly()?;
        if array.as_slice().is_ok() {
            return Ok(array);
        }
    }
    let arguments = PyDict::new(py);
    arguments.set_item("casting", "same_kind")?;
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("ascontiguousarray", (actions,))?;
    arguments.set_item("copy", true)?;
    let array = array.call_method("astype", ("int64",), Some(&arguments))?;
    let array = array
        .cast_into::<PyArray1<i64>>()
        .map_err(|_| value("actions are integers, one a game"))?;
    Ok(array.try_readonly()?)
}
