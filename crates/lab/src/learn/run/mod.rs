//! A learning run, from generation to generation.

mod matches;
mod training;

use super::data::{DataSet, Sample};
use super::error::LearnError;
use super::gate::{EvaluationSource, GateResult, MAX_SELF_PLAY_NODES, MIN_PAIRS, SearchBudget};
use super::journal::{LearnJournal, Phase};
use super::perspectives::Perspectives;
use super::self_play::{MIN_POSITIONS, SelfPlayJob, play_games};
use super::settings::{LearnSettings, chosen_buckets, chosen_hidden};
use super::trainer::sigmoid;
use crate::tune::SelfPlay;
use hyperrook_catalogue::regular_file::open_regular;
use hyperrook_network::{Network, NetworkHeader};
use hyperrook_rules::Game;
use hyperrook_search::{NetworkSource, WeightsSource};
use std::collections::{HashMap, HashSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnResult {
    /// The generation of the network; `None` if no network was stronger than the evaluation at the
    /// beginning. Then there is no network.
    pub generation: Option<u32>,
    /// The match of the network against the evaluation at the beginning, with equal time. If the
    /// network loses it, it is not written.
    pub result: GateResult,
}

/// The journal in the folder of a run.
const JOURNAL: &str = "journal.jsonl";
/// The share of the time that the last match takes.
const FINAL_SHARE: f64 = 0.07;
/// The shares of a generation's time.
const SELF_PLAY_SHARE: f64 = 0.55;
const TRAINING_SHARE: f64 = 0.27;
/// The maximum number of generations whose positions are learnt from.
const WINDOW_GENERATIONS: usize = 8;
/// The maximum number of positions that are learnt from.
const WINDOW_POSITIONS: usize = 8_000_000;
/// From this number of positions on, a generation has many.
const MANY_POSITIONS: usize = 60_000;
/// The time between lines about the progress, and between checkpoints.
const BETWEEN_REPORTS: Duration = Duration::from_secs(10);
/// The time for a move of the last match.
const FINAL_MOVE_TIME: Duration = Duration::from_millis(20);

/// Learns a network for a game. `on_line` receives a line for each step. A run with the same folder
/// continues an interrupted run.
///
/// # Errors
/// If a file cannot be read or written, or if self-play gives no games.
pub fn learn(
    game: &Game,
    settings: &LearnSettings,
    on_line: &mut dyn FnMut(&str),
) -> Result<LearnResult, LearnError> {
    let path = settings.folder.join(JOURNAL);
    check_files(settings, &path)?;
    let inputs = NetworkHeader::new(game, NetworkHeader::HIDDEN_STEP, 1, 100.0, "").inputs();
    // Training starts from the network that comes with the program, if there is one.
    let shipped = hyperrook_network::usual(game.definition());
    let hidden = settings.hidden.unwrap_or_else(|| {
        let usual = chosen_hidden(inputs, settings.time);
        shipped.map_or(usual, |network| network.header().hidden)
    });
    let journal = LearnJournal::open(&path, game, settings, hidden)?;
    let mut run = Run {
        openings: journal.openings().collect(),
        games: HashSet::new(),
        header: NetworkHeader::new(game, journal.hidden, chosen_buckets(game), 400.0, ""),
        base: EvaluationSource {
            weights: WeightsSource::Shipped,
            network: NetworkSource::Shipped,
        },
        weights: EvaluationSource {
            weights: WeightsSource::Shipped,
            network: NetworkSource::None,
        },
        data: VecDeque::new(),
        networks: HashMap::new(),
        perspectives: None,
        clock: PhaseTimer::default(),
        game,
        nodes: 0,
        fruitless: 0,
        settings,
        journal,
        on_line,
    };
    run.nodes = match settings.nodes {
        Some(nodes) => nodes,
        None => run.chosen_nodes(),
    };
    run.all()
}

/// Creates the folder of a run. A new run must not mix its files with others.
fn check_files(settings: &LearnSettings, journal: &Path) -> Result<(), LearnError> {
    check_output(settings)?;
    let folder = &settings.folder;
    let failed = |error| LearnError::File(folder.clone(), error);
    fs::create_dir_all(folder).map_err(failed)?;
    // A journal without a line does not say what the other files belong to.
    let is_new = fs::metadata(journal).map_or(true, |metadata| metadata.len() == 0);
    let mut files = fs::read_dir(folder).map_err(failed)?.flatten();
    if is_new && files.any(|file| file.path() != journal) {
        return Err(LearnError::Taken(folder.clone()));
    }
    Ok(())
}

/// Refuses an output file that cannot be written, so that no run finds out at its end, and one that
/// the run has not written itself.
fn check_output(settings: &LearnSettings) -> Result<(), LearnError> {
    let LearnSettings { folder, output, .. } = settings;
    if output.is_dir() || output == folder {
        return Err(LearnError::OutputIsFolder(output.clone()));
    }
    if output.symlink_metadata().is_ok() && !is_network_of_run(output, folder) {
        return Err(LearnError::OutputExists(output.clone()));
    }
    let parent = output.parent().filter(|parent| *parent != Path::new(""));
    let parent = parent.unwrap_or(Path::new("."));
    fs::read_dir(parent).map_err(|error| LearnError::File(parent.to_owned(), error))?;
    // A file that is removed at once shows whether the folder can be written to.
    let probe = tempfile::Builder::new().tempfile_in(parent);
    probe.map_err(|_| LearnError::OutputFolder(parent.to_owned()))?;
    Ok(())
}

/// Whether a file is the network of a generation of the run in this folder, as the run writes it.
fn is_network_of_run(file: &Path, folder: &Path) -> bool {
    let read = |path: &Path| open_regular(path).and_then(Network::read_from).ok();
    let (Some(written), Ok(files)) = (read(file), fs::read_dir(folder)) else {
        return false;
    };
    let own_path = file.canonicalize().ok();
    let mut paths = files.flatten().map(|file| file.path());
    paths.any(|path| {
        path.extension().is_some_and(|extension| extension == "net")
            && path.canonicalize().ok() != own_path
            && read(&path).is_some_and(|network| network.without_dead_units() == written)
    })
}

/// The state of a run.
struct Run<'r> {
    game: &'r Game,
    settings: &'r LearnSettings,
    journal: LearnJournal,
    /// The nodes for a move of the first self-play, and of matches.
    nodes: u64,
    /// The number of generations that had many positions and no stronger network.
    fruitless: u32,
    header: NetworkHeader,
    /// The evaluation at the beginning.
    base: EvaluationSource,
    /// The evaluation that the network completes.
    weights: EvaluationSource,
    /// The positions of the last generations, the oldest first.
    data: VecDeque<DataSet>,
    /// The networks that have been read. They stay in memory.
    networks: HashMap<u32, &'static Network>,
    perspectives: Option<Perspectives>,
    /// The openings that are already used, and the games that are already known.
    openings: HashSet<u64>,
    games: HashSet<u64>,
    clock: PhaseTimer,
    on_line: &'r mut dyn FnMut(&str),
}

/// Measures a phase.
struct PhaseTimer {
    started: Instant,
    /// Seconds of the phase before an interruption.
    before: f64,
    reported: Instant,
}

impl Default for PhaseTimer {
    fn default() -> PhaseTimer {
        PhaseTimer {
            started: Instant::now(),
            before: 0.0,
            reported: Instant::now(),
        }
    }
}

impl PhaseTimer {
    fn seconds(&self) -> f64 {
        self.before + self.started.elapsed().as_secs_f64()
    }
}

impl Run<'_> {
    fn all(&mut self) -> Result<LearnResult, LearnError> {
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
            if !self.generation(generation)? {
                self.line("there are no unused openings left; learning ends here");
                break;
            }
            generation += 1;
        }
        let Some(best) = self.journal.last_passed() else {
            self.line(
                "no network is stronger than the evaluation at the beginning; none is written",
            );
            return Ok(LearnResult {
                generation: None,
                result: GateResult::default(),
            });
        };
        let seconds = (all * FINAL_SHARE).min(600.0);
        self.begin_phase(generation, Phase::Final);
        let evaluations = [self.evaluation(best)?, self.base];
        let budgets = [SearchBudget::Time(FINAL_MOVE_TIME); 2];
        let result = self.play_match(generation, Phase::Final, evaluations, budgets, seconds)?;
        self.line(&format!(
            "network of generation {best} against the evaluation at the beginning, {} ms per move: {}",
            FINAL_MOVE_TIME.as_millis(),
            result.text()
        ));
        // A network that wins with few nodes may lose with many.
        if result.count() > 0 && result.is_lost() {
            self.line(if result.is_within_chance() {
                "these games do not show that the network is stronger, so it is not written"
            } else {
                "the network is weaker with more time, so it is not written"
            });
            return Ok(LearnResult {
                generation: None,
                result,
            });
        }
        if result.is_within_chance() {
            self.line(
                "so few games do not prove that the network is stronger; a longer run plays more",
            );
        }
        self.write_network(best)?;
        Ok(LearnResult {
            generation: Some(best),
            result,
        })
    }

    /// Does the remaining work of a generation. Returns false if there are no positions for it.
    fn generation(&mut self, generation: u32) -> Result<bool, LearnError> {
        let state = self
            .journal
            .generations
            .get(&generation)
            .cloned()
            .unwrap_or_default();
        let mut data = match self.self_play(generation, state.seconds, state.passed.is_some()) {
            // A small game has only a limited number of openings.
            Err(LearnError::NoGames(_)) if generation > 1 => return Ok(false),
            data => data?,
        };
        data.evaluate(&self.weights.engine(self.game), self.settings.threads);
        self.data.push_back(data);
        if self.data.len() > WINDOW_GENERATIONS {
            self.data.pop_front();
        }
        if let Some(passed) = state.passed {
            self.count_fruitless(generation, passed);
            return Ok(true);
        }
        if self.journal.scale.is_none() {
            self.journal.set_scale(best_scale(&self.data[0]))?;
        }
        let improved = match state.improved {
            Some(improved) => improved,
            None => self.train(generation, state.seconds * TRAINING_SHARE)?,
        };
        if !improved {
            self.line(&format!(
                "generation {generation} · training did not lower the error on games held back, so there is no match"
            ));
            self.end(generation, false)?;
            return Ok(true);
        }
        self.gate(generation, state.seconds)?;
        Ok(true)
    }

    /// Records the end of a generation.
    fn end(&mut self, generation: u32, passed: bool) -> Result<(), LearnError> {
        self.count_fruitless(generation, passed);
        self.journal.end(generation, passed)
    }

    /// Counts a generation that has ended, if it had many positions and no stronger network: its
    /// training changed nothing, or its match was long enough.
    fn count_fruitless(&mut self, generation: u32, passed: bool) {
        let positions = self.data.back().map_or(0, DataSet::played);
        let pairs = self.journal.pairs(generation, Phase::Gate).iter();
        let pairs = pairs.filter(|pair| pair.points.is_some()).count() as u64;
        let state = self.journal.generations.get(&generation);
        let is_unchanged = state.is_some_and(|state| state.improved == Some(false));
        let is_certain = is_unchanged || pairs >= MIN_PAIRS;
        self.fruitless += u32::from(!passed && is_certain && positions >= MANY_POSITIONS);
    }

    /// The nodes for a move of self-play. If many positions did not lead to a stronger network,
    /// better scores may help more than more of the same.
    fn self_play_nodes(&self) -> u64 {
        match self.settings.nodes {
            Some(nodes) => nodes,
            None => nodes_after(self.nodes, self.fruitless),
        }
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

    /// The evaluation of the engine after a generation has passed, or at the beginning.
    fn evaluation(&mut self, generation: u32) -> Result<EvaluationSource, LearnError> {
        if generation == 0 {
            return Ok(self.base);
        }
        let network = match self.networks.get(&generation) {
            Some(network) => network,
            None => {
                let path = self.path(generation, "net");
                let failed = |error| LearnError::File(path.clone(), error);
                let network = Network::read(&fs::read(&path).map_err(failed)?)
                    .map_err(|error| LearnError::Damaged(path.clone(), error.to_string()))?;
                let network: &'static Network = Box::leak(Box::new(network));
                self.networks.insert(generation, network);
                network
            }
        };
        Ok(EvaluationSource {
            weights: WeightsSource::Shipped,
            network: NetworkSource::Given(network),
        })
    }

    fn best(&self) -> u32 {
        self.journal.last_passed().unwrap_or(0)
    }

    fn begin_phase(&mut self, generation: u32, phase: Phase) {
        self.clock = PhaseTimer {
            before: self.journal.seconds(generation, phase),
            ..PhaseTimer::default()
        };
    }

    /// Records the time of a phase from time to time, and reports `text`.
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
        let part = match phase {
            Phase::Final => "the end".to_owned(),
            _ => format!("generation {generation}"),
        };
        self.line(&format!("{part} · {text} · {left}"));
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
                nodes: self.self_play_nodes(),
                explored: self.settings.explored,
                ..SelfPlay::default()
            },
            scale: self.journal.scale.unwrap_or(400.0),
            threads: if is_over { 0 } else { self.settings.threads },
            first: self.journal.seed << 40 | u64::from(generation) << 28,
            path: &path,
            openings: &mut openings,
            games: &mut games,
        };
        if !is_over && self.clock.seconds() < seconds {
            let nodes = job.settings.nodes;
            (self.on_line)(&format!(
                "generation {generation} · self-play with {nodes} nodes a move"
            ));
        }
        // The results of games before a restart are not counted again.
        let mut before_restart = None;
        let data = play_games(job, &mut |data, tally| {
            let before_restart = *before_restart.get_or_insert(data.games);
            let spent = self.clock.seconds();
            if data.samples().is_empty() && spent > 60.0 + 3.0 * seconds {
                return Err(LearnError::NoGames(SelfPlay::default().max_plies));
            }
            let is_last = spent >= seconds && data.samples().len() >= MIN_POSITIONS;
            self.tick(generation, Phase::SelfPlay, is_last, &|| {
                let (positions, games) = (data.samples().len(), data.games);
                let results = match before_restart {
                    0 => format!(" · {tally}"),
                    _ if games == before_restart => String::new(),
                    _ => format!(" · since the restart {tally}"),
                };
                format!("self-play · {positions} positions of {games} games{results}")
            })?;
            Ok(!is_last)
        });
        (self.openings, self.games) = (openings, games);
        data
    }

    /// The positions to learn from, those of the last generations.
    fn window(&self) -> DataSet {
        let (mut chosen, mut positions) = (Vec::new(), 0);
        for data in self.data.iter().rev() {
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
}

/// The scale of expected scores that best fits the results of games: the centipawns that multiply
/// the odds of winning by e.
fn best_scale(data: &DataSet) -> f32 {
    let error = |scale: f32| -> f64 {
        let played = data
            .samples()
            .iter()
            .filter(|sample| sample.result != Sample::NO_RESULT);
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

/// The nodes for a move of self-play after some generations with many positions and no stronger
/// network.
fn nodes_after(first: u64, fruitless: u32) -> u64 {
    (first << fruitless.min(8))
        .min(MAX_SELF_PLAY_NODES)
        .max(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_nodes_follow_generations_that_were_not_stronger() {
        assert_eq!(nodes_after(300, 0), 300);
        assert_eq!(nodes_after(300, 2), 1_200);
        assert_eq!(nodes_after(300, 20), MAX_SELF_PLAY_NODES);
        assert_eq!(nodes_after(9_000, 20), 9_000);
    }
}
