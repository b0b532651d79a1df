//! A run of learning, from generation to generation.

use super::checkpoint::{Checkpoint, write_atomically};
use super::data::{DataSet, Sample};
use super::error::LearnError;
use super::gate::{Effort, Evaluation, GateResult, MIN_PAIRS, is_even, play_pair, speed};
use super::journal::{Journal, PairResult, Phase};
use super::parameters::{Adam, Parameters};
use super::self_play::{MIN_POSITIONS, SelfPlayJob, play_games};
use super::settings::{LearnSettings, chosen_buckets, chosen_hidden};
use super::trainer::{TrainSettings, Trainer, sigmoid};
use super::trial::views_of;
use super::views::Views;
use crate::tune::{SelfPlay, random_opening};
use hyperrook_network::{Header, Network};
use hyperrook_rules::{Game, History};
use hyperrook_search::{NetworkSource, WeightsSource};
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// The result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// The generation of the network; `None` if none was stronger than the evaluation at
    /// the beginning. Then there is no network.
    pub generation: Option<u32>,
    /// The match of the network against the evaluation at the beginning, at equal time.
    pub result: GateResult,
}

/// The share of the time that the last match takes.
const FINAL_SHARE: f64 = 0.07;
/// The shares of a generation's time.
const SELF_PLAY_SHARE: f64 = 0.55;
const TRAINING_SHARE: f64 = 0.27;
/// The most generations whose positions are learnt from.
const WINDOW_GENERATIONS: u32 = 5;
/// The most positions that are learnt from.
const WINDOW_POSITIONS: usize = 4_000_000;
/// The most passes over the positions.
const MAX_PASSES: usize = 30;
const BATCH: usize = 8_192;
/// The time between lines about the progress, and between checkpoints.
const BETWEEN_REPORTS: Duration = Duration::from_secs(10);
/// The most pairs of a match.
const MAX_PAIRS: u64 = 400;
/// The time for a move of the last match.
const FINAL_MOVE_TIME: Duration = Duration::from_millis(20);
/// Openings of matches have numbers from this on.
const MATCH_OPENINGS: u64 = 1 << 39;

/// Learns a network for a game. `on_line` is told of the progress. A run with the same
/// folder goes on where an earlier one was interrupted.
///
/// # Errors
/// If a file cannot be read or written, or if self-play gives no games.
pub fn learn(
    game: &Game,
    settings: &LearnSettings,
    on_line: &mut dyn FnMut(&str),
) -> Result<Learned, LearnError> {
    let failed = |error| LearnError::File(settings.folder.clone(), error);
    std::fs::create_dir_all(&settings.folder).map_err(failed)?;
    let inputs = Header::new(game, Header::HIDDEN_STEP, 1, 100.0, "").inputs();
    let hidden = settings.hidden.unwrap_or(chosen_hidden(inputs));
    let path = settings.folder.join("journal.jsonl");
    let journal = Journal::open(&path, game, settings.seed, hidden)?;
    let mut run = Run {
        openings: journal.openings().collect(),
        games: HashSet::new(),
        header: Header::new(game, journal.hidden, chosen_buckets(game), 400.0, ""),
        base: Evaluation {
            weights: WeightsSource::Shipped,
            network: NetworkSource::Shipped,
        },
        data: Vec::new(),
        views: None,
        clock: Clock::default(),
        game,
        settings,
        journal,
        on_line,
    };
    run.all()
}

/// A run under way.
struct Run<'r> {
    game: &'r Game,
    settings: &'r LearnSettings,
    journal: Journal,
    header: Header,
    /// The evaluation at the beginning.
    base: Evaluation,
    /// The positions of each generation so far.
    data: Vec<DataSet>,
    views: Option<Views>,
    /// Openings that are taken, and games that are known.
    openings: HashSet<u64>,
    games: HashSet<u64>,
    clock: Clock,
    on_line: &'r mut dyn FnMut(&str),
}

/// Measures a phase.
struct Clock {
    started: Instant,
    /// Seconds of the phase before an interruption.
    before: f64,
    reported: Instant,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock {
            started: Instant::now(),
            before: 0.0,
            reported: Instant::now(),
        }
    }
}

impl Clock {
    fn seconds(&self) -> f64 {
        self.before + self.started.elapsed().as_secs_f64()
    }
}

impl Run<'_> {
    fn all(&mut self) -> Result<Learned, LearnError> {
        let all = self.settings.time.as_secs_f64();
        let usual = (all / 6.0).clamp(20.0, 1_800.0);
        let mut generation = 1;
        loop {
            let state = self.journal.generations.get(&generation).cloned();
            let known = state.as_ref().is_some_and(|state| state.seconds > 0.0);
            if !known {
                let left = all * (1.0 - FINAL_SHARE) - self.journal.all_seconds();
                if left < usual * 0.4 {
                    break;
                }
                let seconds = left / (left / usual).round().max(1.0);
                self.journal.begin(generation, seconds)?;
            }
            self.generation(generation)?;
            generation += 1;
        }
        let Some(best) = self.journal.last_passed() else {
            self.line(
                "no network is stronger than the evaluation at the beginning; none is written",
            );
            return Ok(Learned {
                generation: None,
                result: GateResult::default(),
            });
        };
        self.write_network(best)?;
        let seconds = (all * FINAL_SHARE).min(600.0);
        self.begin_phase(generation, Phase::Final);
        let evaluations = [self.evaluation(best)?, self.base];
        let efforts = [Effort::Time(FINAL_MOVE_TIME); 2];
        let result = self.play_match(generation, Phase::Final, evaluations, efforts, seconds)?;
        self.line(&format!(
            "network of generation {best} against the evaluation at the beginning, {} ms a move: {}",
            FINAL_MOVE_TIME.as_millis(),
            result.text()
        ));
        Ok(Learned {
            generation: Some(best),
            result,
        })
    }

    fn generation(&mut self, generation: u32) -> Result<(), LearnError> {
        let state = self
            .journal
            .generations
            .get(&generation)
            .cloned()
            .unwrap_or_default();
        let data = self.self_play(generation, state.seconds, state.passed.is_some())?;
        self.data.push(data);
        if state.passed.is_some() {
            return Ok(());
        }
        if self.journal.scale.is_none() {
            self.journal.set_scale(best_scale(&self.data))?;
        }
        if state.error.is_none() {
            self.train(generation, state.seconds * TRAINING_SHARE)?;
        }
        self.gate(generation, state.seconds)
    }

    /// The file of a generation.
    fn path(&self, generation: u32, what: &str) -> PathBuf {
        self.settings
            .folder
            .join(format!("generation-{generation:03}.{what}"))
    }

    fn line(&mut self, text: &str) {
        (self.on_line)(text);
    }

    /// What the engine evaluates by after a generation passed, or at the beginning.
    fn evaluation(&self, generation: u32) -> Result<Evaluation, LearnError> {
        if generation == 0 {
            return Ok(self.base);
        }
        let path = self.path(generation, "net");
        let bytes = std::fs::read(&path).map_err(|error| LearnError::File(path.clone(), error))?;
        let network =
            Network::read(&bytes).map_err(|error| LearnError::Damaged(path, error.to_string()))?;
        Ok(Evaluation {
            weights: WeightsSource::Shipped,
            network: NetworkSource::Given(Box::leak(Box::new(network))),
        })
    }

    fn best(&self) -> u32 {
        self.journal.last_passed().unwrap_or(0)
    }

    fn begin_phase(&mut self, generation: u32, phase: Phase) {
        self.clock = Clock {
            before: self.journal.seconds(generation, phase),
            ..Clock::default()
        };
    }

    /// Records the time that a phase has taken, from time to time, and says `text`.
    fn tick(
        &mut self,
        generation: u32,
        phase: Phase,
        is_last: bool,
        text: &dyn Fn() -> String,
    ) -> Result<(), LearnError> {
        if !is_last && self.clock.reported.elapsed() < BETWEEN_REPORTS {
            return Ok(());
        }
        self.clock.reported = Instant::now();
        self.journal
            .spend(generation, phase, self.clock.seconds())?;
        let left = self.settings.time.as_secs_f64() - self.journal.all_seconds();
        let minutes = (left / 60.0).max(0.0);
        let left = if minutes >= 1.0 {
            format!("{minutes:.0} min left")
        } else {
            "less than a minute left".to_owned()
        };
        let text = text();
        self.line(&format!("generation {generation} · {text} · {left}"));
        Ok(())
    }

    fn self_play(
        &mut self,
        generation: u32,
        seconds: f64,
        is_over: bool,
    ) -> Result<DataSet, LearnError> {
        let path = self.path(generation, "positions");
        self.begin_phase(generation, Phase::SelfPlay);
        let seconds = seconds * SELF_PLAY_SHARE;
        let evaluation = self.evaluation(self.best())?;
        let (mut openings, mut games) = (std::mem::take(&mut self.openings), HashSet::new());
        std::mem::swap(&mut games, &mut self.games);
        let job = SelfPlayJob {
            game: self.game,
            evaluation,
            settings: SelfPlay {
                nodes: self.settings.nodes,
                explored: self.settings.explored,
                ..SelfPlay::default()
            },
            threads: if is_over { 0 } else { self.settings.threads },
            first: self.journal.seed << 40 | u64::from(generation) << 28,
            path: &path,
            openings: &mut openings,
            games: &mut games,
        };
        let data = play_games(job, &mut |data, tally| {
            let spent = self.clock.seconds();
            if data.samples().is_empty() && spent > 60.0 + 3.0 * seconds {
                return Err(LearnError::NoGames(SelfPlay::default().max_plies));
            }
            let is_last = spent >= seconds && data.samples().len() >= MIN_POSITIONS;
            self.tick(generation, Phase::SelfPlay, is_last, &|| {
                let (positions, games) = (data.samples().len(), data.games);
                format!("self-play · {positions} positions of {games} games · {tally}")
            })?;
            Ok(!is_last)
        });
        (self.openings, self.games) = (openings, games);
        data
    }

    /// The positions to learn from: those of the last generations, the oldest first, so that
    /// the games keep their numbers and those held back stay the same.
    fn window(&self) -> DataSet {
        let (mut chosen, mut positions) = (Vec::new(), 0);
        for data in self.data.iter().rev().take(WINDOW_GENERATIONS as usize) {
            positions += data.samples().len();
            if positions <= WINDOW_POSITIONS || chosen.is_empty() {
                chosen.push(data);
            }
        }
        let mut window = DataSet::default();
        for data in chosen.into_iter().rev() {
            window.append(data);
        }
        window
    }

    fn train(&mut self, generation: u32, seconds: f64) -> Result<(), LearnError> {
        self.begin_phase(generation, Phase::Training);
        self.header.scale = self.journal.scale.unwrap_or(400.0);
        let header = self.header.clone();
        let start = self.start_parameters(generation);
        if self.views.is_none() {
            self.views = Some(views_of(self.game, start.network(&header))?);
        }
        let window = self.window();
        let Some(views) = self.views.take() else {
            unreachable!("the views were made above");
        };
        let mut settings = TrainSettings {
            // Little data needs many small steps.
            batch: (window.samples().len() / 64).clamp(64, BATCH),
            steps: 1_000_000,
            rate: if generation == 1 { 2e-3 } else { 1e-3 },
            result_share: 0.4,
            threads: self.settings.threads,
            seed: self.journal.seed ^ u64::from(generation) << 32,
        };
        let known = self
            .journal
            .generations
            .get(&generation)
            .and_then(|state| state.steps);
        settings.steps = match known {
            Some(steps) => steps,
            None => {
                let mut probe = Trainer::new(&window, &views, &header, start.clone(), settings);
                probe.step();
                let began = Instant::now();
                for _ in 0..8 {
                    probe.step();
                }
                let step = began.elapsed().as_secs_f64() / 8.0;
                let most = MAX_PASSES * probe.steps_per_pass();
                let steps = ((seconds * 0.95 / step) as usize).clamp(20, most.max(20));
                self.journal.training(generation, steps)?;
                steps
            }
        };
        let path = self.path(generation, "training");
        let mut trainer = Trainer::new(&window, &views, &header, start, settings);
        let adam = Adam::new(&header, trainer.parameters.all.len());
        if let Some(saved) = Checkpoint::load(&path, &trainer.parameters, &adam) {
            trainer.resume(saved.step, saved.parameters, saved.adam);
        }
        let before = trainer.validate().mean();
        let (mut saved, mut recent) = (Instant::now(), 0.0);
        while !trainer.is_done() {
            let loss = trainer.step().mean();
            recent = if recent == 0.0 {
                loss
            } else {
                0.98 * recent + 0.02 * loss
            };
            if saved.elapsed() >= BETWEEN_REPORTS {
                let failed = |error| LearnError::File(path.clone(), error);
                Checkpoint::save(&trainer, &path).map_err(failed)?;
                saved = Instant::now();
            }
            let (step, steps) = (trainer.step, settings.steps);
            self.tick(generation, Phase::Training, false, &|| {
                let positions = window.samples().len();
                format!(
                    "training · step {step} of {steps}, {positions} positions · error {recent:.5}"
                )
            })?;
        }
        let failed = |error| LearnError::File(path.clone(), error);
        Checkpoint::save(&trainer, &path).map_err(failed)?;
        let after = trainer.validate().mean();
        let mut header = header.clone();
        header.made = format!(
            "hyperrook learn, seed {}: generation {generation}, {} positions of {} games, {:.1} hours",
            self.journal.seed,
            window.samples().len(),
            window.games,
            self.journal.all_seconds() / 3600.0
        );
        let network = trainer.parameters.network(&header);
        let net = self.path(generation, "net");
        write_atomically(&net, &network.write())
            .map_err(|error| LearnError::File(net.clone(), error))?;
        self.tick(generation, Phase::Training, true, &|| {
            format!("trained · error on games held back {before:.5} to {after:.5}")
        })?;
        self.views = Some(views);
        self.journal.trained(generation, after)
    }

    /// The weights that training starts from: those of the last generation that was trained,
    /// or small random ones.
    fn start_parameters(&self, generation: u32) -> Parameters {
        let random = Parameters::random(&self.header, self.journal.seed);
        let adam = Adam::new(&self.header, random.all.len());
        let earlier = (1..generation)
            .rev()
            .find_map(|earlier| Checkpoint::load(&self.path(earlier, "training"), &random, &adam));
        earlier.map_or(random, |saved| saved.parameters)
    }

    fn gate(&mut self, generation: u32, seconds: f64) -> Result<(), LearnError> {
        self.begin_phase(generation, Phase::Gate);
        let evaluations = [self.evaluation(generation)?, self.evaluation(self.best())?];
        let known = self
            .journal
            .generations
            .get(&generation)
            .and_then(|state| state.nodes);
        let nodes = match known {
            Some(nodes) => nodes,
            None => {
                let nodes = self.equal_nodes(evaluations);
                self.journal.nodes(generation, nodes)?;
                nodes
            }
        };
        let used = [Phase::SelfPlay, Phase::Training].map(|p| self.journal.seconds(generation, p));
        let seconds = (seconds - used.iter().sum::<f64>()).max(seconds * 0.1);
        let efforts = nodes.map(Effort::Nodes);
        let result = self.play_match(generation, Phase::Gate, evaluations, efforts, seconds)?;
        let passed = result.is_passed();
        let verdict = if passed {
            "stronger, so it is used"
        } else {
            "not clearly stronger"
        };
        self.line(&format!(
            "generation {generation} · match · {} · {verdict}",
            result.text()
        ));
        self.journal.end(generation, passed)?;
        if passed {
            self.write_network(generation)?;
        }
        Ok(())
    }

    /// Nodes that take both evaluations the same time.
    fn equal_nodes(&self, evaluations: [Evaluation; 2]) -> [u64; 2] {
        let settings = SelfPlay::default();
        let number = |i: u64| self.journal.seed << 40 | MATCH_OPENINGS | 1 << 38 | i;
        let openings = (0..60).filter_map(|i| random_opening(self.game, &settings, number(i)));
        let openings: Vec<History> = openings.take(20).collect();
        if openings.is_empty() {
            return [self.settings.nodes; 2];
        }
        let speeds = evaluations.map(|e| speed(&mut e.engine(self.game), &openings));
        let nodes = self.settings.nodes;
        let ratio = (speeds[0] / speeds[1]).clamp(0.25, 4.0);
        [
            (nodes as f64 * ratio.sqrt()) as u64,
            (nodes as f64 / ratio.sqrt()) as u64,
        ]
    }

    /// Plays pairs of games until the match is decided or the time is over.
    fn play_match(
        &mut self,
        generation: u32,
        phase: Phase,
        evaluations: [Evaluation; 2],
        efforts: [Effort; 2],
        seconds: f64,
    ) -> Result<GateResult, LearnError> {
        let mut result = GateResult::default();
        let first = self.journal.seed << 40 | MATCH_OPENINGS | u64::from(generation) << 20;
        let mut number = first;
        for pair in self.journal.pairs(generation, phase) {
            number = number.max(pair.number + 1);
            if let Some(points) = pair.points {
                result.pairs[points.min(4)] += 1;
            }
        }
        let is_final = phase == Phase::Final;
        // A match of a few games would say nothing.
        let is_over = |result: &GateResult, spent: f64| {
            let enough = result.count() >= MIN_PAIRS || spent > 4.0 * seconds;
            spent >= seconds && enough
                || result.count() >= MAX_PAIRS
                || !is_final && result.is_decided()
        };
        if is_over(&result, self.clock.seconds()) {
            return Ok(result);
        }
        let next = AtomicU64::new(number);
        let stop = AtomicBool::new(false);
        let taken = Mutex::new(std::mem::take(&mut self.openings));
        let (game, scale) = (self.game, self.journal.scale.unwrap_or(400.0));
        let (send, receive) = sync_channel::<PairResult>(16);
        let play = |send: std::sync::mpsc::SyncSender<PairResult>| {
            let mut engines = evaluations.map(|evaluation| evaluation.engine(game));
            let settings = SelfPlay::default();
            while !stop.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(opening) = random_opening(game, &settings, number) else {
                    continue;
                };
                let key = opening.position().zobrist_key();
                if !taken.lock().is_ok_and(|mut taken| taken.insert(key))
                    || !is_even(&mut engines[1], efforts[1], &opening, scale)
                {
                    continue;
                }
                let points = play_pair(&mut engines, efforts, &opening);
                let pair = PairResult {
                    number,
                    opening: key,
                    points,
                };
                if send.send(pair).is_err() {
                    break;
                }
            }
        };
        let played = std::thread::scope(|scope| {
            for _ in 0..self.settings.threads {
                let (send, play) = (send.clone(), &play);
                scope.spawn(move || play(send));
            }
            drop(send);
            let result = loop {
                match receive.recv_timeout(Duration::from_secs(1)) {
                    Ok(pair) => {
                        if let Err(error) = self.journal.pair(generation, phase, pair) {
                            break Err(error);
                        }
                        if let Some(points) = pair.points {
                            result.pairs[points.min(4)] += 1;
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => (),
                    Err(RecvTimeoutError::Disconnected) => break Ok(result),
                }
                let over = is_over(&result, self.clock.seconds());
                let text = || format!("match · {}", result.text());
                if let Err(error) = self.tick(generation, phase, over, &text) {
                    break Err(error);
                }
                if over {
                    break Ok(result);
                }
            };
            stop.store(true, Ordering::Relaxed);
            drop(receive);
            result
        });
        self.openings = taken.into_inner().unwrap_or_default();
        played
    }

    /// Writes the network of a generation to the output file.
    fn write_network(&mut self, generation: u32) -> Result<(), LearnError> {
        let path = self.path(generation, "net");
        let bytes = std::fs::read(&path).map_err(|error| LearnError::File(path, error))?;
        let output = &self.settings.output;
        write_atomically(output, &bytes).map_err(|error| LearnError::File(output.clone(), error))
    }
}

/// The scale of expected scores that fits the results of games best: the centipawns that
/// multiply the odds of winning by e.
fn best_scale(data: &[DataSet]) -> f32 {
    let error = |scale: f32| -> f64 {
        let samples = data.iter().flat_map(DataSet::samples);
        let played = samples.filter(|sample| sample.result != Sample::NO_RESULT);
        let squares = played.map(|sample| {
            let expected = sigmoid(f32::from(sample.score_cp) / scale);
            f64::from((expected - f32::from(sample.result) / 2.0).powi(2))
        });
        squares.sum()
    };
    let candidates = (0..40).map(|i| 60.0 * 1.09f32.powi(i));
    let errors = candidates.map(|scale| (scale, error(scale)));
    let best = errors.min_by(|a, b| a.1.total_cmp(&b.1));
    best.map_or(400.0, |(scale, _)| scale)
}
