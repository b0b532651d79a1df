//! Tunes search parameters by games of engines that differ slightly: `optimizer` contains the
//! method, [`tune_search`] plays the pairs of games as [`jobs`].

mod optimizer;

use crate::contest::{play_pair, white_advantage};
use crate::engine_signature::program_with_engine;
use crate::jobs::{
    self, JobsEnd, JobsError, JobsEvent, JobsHeader, JobsProgress, JobsRun, half_points,
};
use crate::seeds::seed_of;
use crate::tune::{SelfPlay, random_opening};
use hyperrook_rules::{Game, History};
use hyperrook_search::{Engine, EngineSettings, SearchLimits, SearchParams, SearchParamsError};
use optimizer::{Spsa, TunedNumber};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use thiserror::Error;

/// The settings that influence the result of a run, besides the number of games.
#[derive(Clone, Debug, PartialEq)]
pub struct SpsaSettings {
    /// The names of the parameters to tune.
    pub names: Vec<String>,
    /// The initial values; parameters that are not tuned keep them.
    pub start: SearchParams,
    /// Nodes searched for each move.
    pub nodes: u64,
    /// The part of the distance between the players and the middle by which a parameter moves after
    /// a pair that one player wins.
    pub rate: f64,
    /// The random seed.
    pub seed: u64,
}

/// How to run. Nothing here influences the games, except their number.
#[derive(Clone, Debug)]
pub struct SpsaRun<'r> {
    /// The number of games. It is rounded up to a multiple of [`GAMES_PER_CHANGE`].
    pub games: u64,
    /// The number of threads.
    pub threads: usize,
    /// The file of the journal; without one, nothing is kept.
    pub journal: Option<&'r Path>,
    /// Stops the run when set.
    pub stop: &'r AtomicBool,
}

/// A parameter after tuning.
#[derive(Clone, Debug, PartialEq)]
pub struct TunedParam {
    /// Its name.
    pub name: String,
    /// Its initial value.
    pub start: i32,
    /// Its tuned value: the mean of the second half of the run.
    pub tuned: i32,
    /// The maximum distance from the tuned value in the second half.
    pub spread: i32,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct SpsaResult {
    /// All parameters, including those that were not tuned.
    pub params: SearchParams,
    /// The tuned parameters.
    pub tuned: Vec<TunedParam>,
    /// The number of pairs that count.
    pub pairs: u64,
    /// Whether all games were played.
    pub end: JobsEnd,
}

/// Why parameters cannot be tuned.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SpsaError {
    /// A parameter does not exist or is out of range.
    #[error(transparent)]
    Params(#[from] SearchParamsError),
    /// The journal cannot be used.
    #[error(transparent)]
    Jobs(#[from] JobsError),
}

/// The number of games between two changes of the parameters.
pub const GAMES_PER_CHANGE: u64 = 32;
/// The number of pairs of games between two changes.
const BATCH: u64 = GAMES_PER_CHANGE / 2;
/// A game of this many plies is stopped, and its pair does not count.
const MAX_PLIES: usize = 2_000;
/// Keeps the seeds of this command apart from those of others.
const SEEDS: u64 = u64::from_be_bytes(*b"spsatune");
/// The number of openings tried before a pair is given up.
const TRIES: u64 = 64;
/// The nodes searched to see whether an opening is even, and the maximum advantage.
const OPENING_NODES: u64 = 500;
const EVEN_CP: i32 = 150;

/// The parameters that are tuned if none are named: those that depend most on the game.
pub const USUAL_NAMES: [&str; 8] = [
    "margin_percent",
    "reverse_futility",
    "null_move_reduction",
    "late_move_percent",
    "futility_factor",
    "lmr_base",
    "lmr_factor",
    "all_captures_plies",
];

/// Tunes search parameters, or continues a run.
///
/// # Errors
/// If a parameter does not exist, or the journal cannot be used.
pub fn tune_search(
    game: &Game,
    settings: &SpsaSettings,
    run: &SpsaRun<'_>,
    on_progress: &mut dyn FnMut(JobsProgress),
) -> Result<SpsaResult, SpsaError> {
    let mut numbers = Vec::new();
    for name in &settings.names {
        let known = SearchParams::all().iter().find(|param| param.name == name);
        let unknown = || SearchParamsError::Unknown(name.clone());
        let (known, value) = known.zip(settings.start.get(name)).ok_or_else(unknown)?;
        numbers.push(TunedNumber::new(
            value,
            *known.range.start(),
            *known.range.end(),
        ));
    }
    let mut spsa = Spsa::new(numbers, settings.rate, settings.seed);
    let all = SearchParams::all().iter();
    let start = all.map(|param| (param.name, settings.start.get(param.name)));
    let header = JobsHeader::new(
        "tuning of the search",
        game.definition(),
        json!({
            "engine": program_with_engine(game),
            "names": settings.names,
            "start": start.collect::<BTreeMap<_, _>>(),
            "nodes": settings.nodes,
            "rate": settings.rate,
            "seed": settings.seed,
        }),
    );
    let batches = run.games.div_ceil(GAMES_PER_CHANGE);
    let (mut pairs, mut end) = (0, JobsEnd::Complete);
    let (begun, mut before) = (Instant::now(), None);
    for batch in 0..batches {
        let how = JobsRun {
            journal: run.journal,
            jobs: (batch + 1) * BATCH,
            round: None,
            threads: run.threads,
            stop: run.stop,
        };
        let players = &spsa;
        let worker = || {
            let engines = [0, 1].map(|_| {
                let settings = EngineSettings {
                    // A small table is fast to clear.
                    hash_mib: 4,
                    ..EngineSettings::default()
                };
                Engine::new(game, settings)
            });
            let mut player = PairPlayer {
                game,
                settings,
                engines,
            };
            move |pair| Some(player.play(pair, players.players(pair)))
        };
        let mut results = Vec::new();
        end = jobs::run(&header, &how, worker, &mut |event| {
            match event {
                JobsEvent::Result(pair, PairResult { points }) if pair >= batch * BATCH => {
                    results.extend(points.map(|points| (pair, points as f64 - 2.0)));
                }
                JobsEvent::Result(..) => (),
                JobsEvent::Progress(progress) => on_progress(JobsProgress {
                    jobs: batches * BATCH,
                    before: *before.get_or_insert(progress.before),
                    elapsed: begun.elapsed(),
                    ..progress
                }),
            }
            ControlFlow::Continue(())
        })?;
        if end != JobsEnd::Complete {
            break;
        }
        pairs += results.len() as u64;
        spsa.add_batch(&results);
    }
    let mut params = settings.start;
    let mut tuned = Vec::new();
    for (name, number) in settings.names.iter().zip(&spsa.numbers) {
        let (value, spread) = number.tuned();
        params.set(name, value.round() as i32)?;
        tuned.push(TunedParam {
            name: name.clone(),
            start: settings.start.get(name).unwrap_or_default(),
            tuned: value.round() as i32,
            spread: spread.ceil() as i32,
        });
    }
    Ok(SpsaResult {
        params,
        tuned,
        pairs,
        end,
    })
}

/// A pair of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct PairResult {
    /// Points of the first player in both games, in half points; `None` if there was no even
    /// opening or a game was too long.
    #[serde(deserialize_with = "half_points::<4, _, _>")]
    points: Option<usize>,
}

/// The state of a thread that plays.
struct PairPlayer<'p> {
    game: &'p Game,
    settings: &'p SpsaSettings,
    engines: [Engine; 2],
}

impl PairPlayer<'_> {
    /// Two games from the same opening with reversed colours.
    fn play(&mut self, pair: u64, players: [Vec<i32>; 2]) -> PairResult {
        let usual = SelfPlay::default();
        let first = seed_of(SEEDS, self.settings.seed, pair);
        for engine in &mut self.engines {
            engine.set_params(self.settings.start);
        }
        let opening = (0..TRIES).find_map(|n| {
            let opening = random_opening(self.game, &usual, first ^ n)?;
            self.is_even(&opening).then_some(opening)
        });
        let Some(opening) = opening else {
            return PairResult { points: None };
        };
        for (engine, values) in self.engines.iter_mut().zip(players) {
            let mut params = self.settings.start;
            for (name, value) in self.settings.names.iter().zip(values) {
                // The values are in range and the names exist.
                let _ = params.set(name, value);
            }
            engine.set_params(params);
        }
        let limits = SearchLimits::default().nodes(self.settings.nodes);
        let limits = [limits.clone(), limits];
        let points = play_pair(&mut self.engines, &limits, &opening, MAX_PLIES);
        PairResult { points }
    }

    /// Whether no side is far ahead by a search.
    fn is_even(&mut self, opening: &History) -> bool {
        let limits = SearchLimits::default().nodes(OPENING_NODES);
        white_advantage(&mut self.engines[0], opening, &limits)
            .is_some_and(|cp| cp.abs() <= EVEN_CP)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_rules::GameFile;

    fn mini() -> Game {
        let text = include_str!("../../tests/games/mini.toml");
        let file: GameFile = text.parse().unwrap();
        Game::new(file.define(&[]).unwrap()).unwrap()
    }

    fn settings() -> SpsaSettings {
        SpsaSettings {
            names: vec!["margin_percent".into(), "lmr_base".into()],
            start: SearchParams::default(),
            nodes: 60,
            rate: 0.5,
            seed: 3,
        }
    }

    fn tuned(game: &Game, settings: &SpsaSettings, games: u64, journal: &Path) -> SpsaResult {
        let run = SpsaRun {
            games,
            threads: 2,
            journal: Some(journal),
            stop: &AtomicBool::new(false),
        };
        tune_search(game, settings, &run, &mut |_| ()).unwrap()
    }

    #[test]
    fn a_run_in_two_parts_gives_the_same_parameters() {
        let folder = tempfile::tempdir().unwrap();
        let (game, settings) = (mini(), settings());
        let at_once = tuned(&game, &settings, 96, &folder.path().join("at-once"));
        let journal = folder.path().join("parts");
        let first = tuned(&game, &settings, 32, &journal);
        assert!(first.pairs > 0 && first.pairs <= 16);
        assert_eq!(tuned(&game, &settings, 96, &journal), at_once);
        let changed = at_once.tuned.iter().any(|param| param.start != param.tuned);
        assert!(changed, "{:?}", at_once.tuned);
        for param in &at_once.tuned {
            assert_eq!(at_once.params.get(&param.name), Some(param.tuned));
        }
    }

    #[test]
    fn unknown_parameters_and_other_settings_are_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let journal = folder.path().join("journal");
        let (game, mut settings) = (mini(), settings());
        tuned(&game, &settings, 32, &journal);
        let run = SpsaRun {
            games: 32,
            threads: 1,
            journal: Some(&journal),
            stop: &AtomicBool::new(false),
        };
        settings.nodes += 1;
        let error = tune_search(&game, &settings, &run, &mut |_| ()).unwrap_err();
        assert!(
            error.to_string().contains("nodes: was 60, is 61"),
            "{error}"
        );
        settings.names.push("margins".into());
        let error = tune_search(&game, &settings, &run, &mut |_| ()).unwrap_err();
        assert!(matches!(
            error,
            SpsaError::Params(SearchParamsError::Unknown(name)) if name == "margins"
        ));
    }
}
