//! The matches of a run: one for each new network, and one for the last network at the end.

use super::Run;
use crate::files::replace_file;
use crate::learn::data::DataSet;
use crate::learn::error::LearnError;
use crate::learn::gate::{
    EvaluationSource, EvenOpenings, GateResult, MIN_PAIRS, SearchBudget, enough_nodes, play_pair,
    speed_ratio,
};
use crate::learn::journal::{GatePairResult, Phase};
use crate::tune::{SelfPlay, random_opening};
use hyperrook_network::Network;
use hyperrook_rules::History;
use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

/// The maximum number of pairs of a match.
const MAX_PAIRS: u64 = 400;
/// After this many openings in a row that were used before, a small game has no others.
const MAX_USED: u32 = 2_000;
/// The minimum number of random plies of an opening of a match; it has up to three more. Games to
/// learn from begin with 7 to 11, to show more positions, but these decide many small games.
const MATCH_PLIES: usize = 4;
/// The number of the first opening of matches.
const MATCH_OPENINGS: u64 = 1 << 39;

impl Run<'_> {
    pub(super) fn gate(&mut self, generation: u32, seconds: f64) -> Result<(), LearnError> {
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
        let budgets = nodes.map(SearchBudget::Nodes);
        let result = self.play_match(generation, Phase::Gate, evaluations, budgets, seconds)?;
        let passed = result.is_passed();
        let verdict = if passed {
            "stronger, so it is used"
        } else if result.count() < MIN_PAIRS {
            "there was too little time to decide"
        } else {
            "not clearly stronger"
        };
        self.line(&format!(
            "generation {generation} · match · {} · {verdict}",
            result.text()
        ));
        self.end(generation, passed)
    }

    /// A few openings, for measurements.
    fn sample_openings(&self) -> Vec<History> {
        let settings = SelfPlay::default();
        let number = |i: u64| self.journal.seed << 40 | MATCH_OPENINGS | 1 << 38 | i;
        let openings = (0..60).filter_map(|i| random_opening(self.game, &settings, number(i)));
        openings.take(20).collect()
    }

    /// The nodes for a move of self-play, if the settings do not give them.
    pub(super) fn chosen_nodes(&self) -> u64 {
        let mut engine = self.base.engine(self.game);
        enough_nodes(&mut engine, &self.sample_openings())
    }

    /// The nodes for which both evaluations need the same time.
    fn equal_nodes(&self, evaluations: [EvaluationSource; 2]) -> [u64; 2] {
        let (nodes, openings) = (self.nodes, self.sample_openings());
        if openings.is_empty() {
            return [nodes; 2];
        }
        let mut engines = evaluations.map(|evaluation| evaluation.engine(self.game));
        let ratio = speed_ratio(&mut engines, &openings).clamp(0.25, 4.0);
        [
            (nodes as f64 * ratio.sqrt()) as u64,
            (nodes as f64 / ratio.sqrt()) as u64,
        ]
    }

    /// Plays pairs of games until the match is decided or the time is over.
    pub(super) fn play_match(
        &mut self,
        generation: u32,
        phase: Phase,
        evaluations: [EvaluationSource; 2],
        budgets: [SearchBudget; 2],
        seconds: f64,
    ) -> Result<GateResult, LearnError> {
        let mut result = GateResult::default();
        let first = self.journal.seed << 40 | MATCH_OPENINGS | u64::from(generation) << 20;
        let mut known = HashSet::new();
        for pair in self.journal.pairs(generation, phase) {
            known.insert(pair.number);
            if let Some(points) = pair.points {
                result.pairs[points] += 1;
            }
        }
        let is_final = phase == Phase::Final;
        // A match of a few games would decide nothing.
        let is_over = |result: &GateResult, spent: f64| {
            let enough = result.count() >= MIN_PAIRS || spent > 4.0 * seconds;
            spent >= seconds && enough
                || result.count() >= MAX_PAIRS
                || !is_final && result.is_decided()
        };
        if is_over(&result, self.clock.seconds()) {
            return Ok(result);
        }
        // Pairs that a kill has interrupted are played again, or long games would be missing.
        let next = AtomicU64::new(first);
        let stop = AtomicBool::new(false);
        let taken = Mutex::new(std::mem::take(&mut self.openings));
        let game = self.game;
        let scale = self.journal.scale.unwrap_or(400.0);
        let drawn = self.data.back().map_or(1.0, DataSet::drawn);
        let even = EvenOpenings::for_matches(budgets[1], scale, drawn);
        let (send, receive) = sync_channel::<GatePairResult>(16);
        let play = |send: std::sync::mpsc::SyncSender<GatePairResult>| {
            let mut engines = evaluations.map(|evaluation| evaluation.engine(game));
            let settings = SelfPlay {
                random_plies: MATCH_PLIES,
                ..SelfPlay::default()
            };
            // Openings in a row that were not even enough, and that were already used.
            let (mut rejected, mut used) = (0, 0);
            while !stop.load(Ordering::Relaxed) && used < MAX_USED {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if known.contains(&number) {
                    continue;
                }
                let Some(opening) = random_opening(game, &settings, number) else {
                    used += 1;
                    continue;
                };
                let key = opening.position().zobrist_key();
                if taken.lock().is_ok_and(|taken| taken.contains(&key)) {
                    used += 1;
                    continue;
                }
                used = 0;
                // The last match is the one that people read, so both engines must agree.
                let judges = if is_final {
                    &mut engines[..]
                } else {
                    &mut engines[1..]
                };
                let mut judges = judges.iter_mut().rev();
                if !judges.all(|judge| even.accepts(judge, &opening, rejected)) {
                    rejected += 1;
                    continue;
                }
                rejected /= 2;
                if !taken.lock().is_ok_and(|mut taken| taken.insert(key)) {
                    continue;
                }
                let points = play_pair(&mut engines, budgets, &opening);
                let pair = GatePairResult {
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
                            result.pairs[points] += 1;
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => (),
                    Err(RecvTimeoutError::Disconnected) => break Ok(result),
                }
                let over = is_over(&result, self.clock.seconds());
                let what = match phase {
                    Phase::Final => "match against the evaluation at the beginning",
                    _ => "match",
                };
                let text = || format!("{what} · {}", result.text());
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

    /// Writes the network of a generation to the output file. Training needs all hidden units, but
    /// play only those that count.
    pub(super) fn write_network(&mut self, generation: u32) -> Result<(), LearnError> {
        let path = self.path(generation, "net");
        let bytes = std::fs::read(&path).map_err(|error| LearnError::File(path.clone(), error))?;
        let network = Network::read(&bytes)
            .map_err(|error| LearnError::Damaged(path, error.to_string()))?
            .without_dead_units();
        let output = &self.settings.output;
        replace_file(output, &network.write())
            .map_err(|error| LearnError::File(output.clone(), error))
    }
}
