//! Plays the games of a ladder.

use super::report::LadderReport;
use super::sums::{LadderSums, RungMatch};
use crate::contest::{ChosenMove, play, search, white_advantage};
use crate::forced_win::ForcedWin;
use crate::jobs::{
    self, JobsEnd, JobsError, JobsEvent, JobsHeader, JobsProgress, JobsRun, half_points,
};
use crate::run_subject::{RunMergeError, RunSubject};
use crate::seeds::seed_of;
use crate::tune::{SelfPlay, random_opening};
use hyperrook_eval::piece_values;
use hyperrook_rules::{Game, History, Side};
use hyperrook_search::{Engine, EngineSettings, SearchLimits};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// The settings that influence the games of a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LadderSettings {
    /// The nodes of the lowest rung that searches.
    pub from: u64,
    /// The highest rung has at most this many nodes.
    pub to: u64,
    /// The random seed. Another seed gives other games.
    pub seed: u64,
}

impl LadderSettings {
    /// A good number of nodes for the lowest rung that searches: a power of two, and at least four
    /// for each move at the start. With fewer nodes, the engine cannot look at all its moves. It
    /// then plays the first one that it looks at, which is worse than a random one.
    pub fn lowest(game: &Game) -> u64 {
        let moves = game.start().moves().len() as u64;
        (4 * moves).next_power_of_two().max(32)
    }

    /// The nodes of all rungs; 0 for the random mover.
    pub fn rungs(&self) -> Vec<u64> {
        let doubled = std::iter::successors(Some(self.from.max(1)), |n| n.checked_mul(2));
        std::iter::once(0)
            .chain(doubled.take_while(|&n| n <= self.to))
            .collect()
    }
}

/// How to run. Nothing here influences the games, except their number.
#[derive(Clone, Debug)]
pub struct LadderRun<'r> {
    /// The games of each match, an even number. A run in whose folder there are more keeps them.
    pub games: u64,
    /// The number of threads.
    pub threads: usize,
    /// The folder for `ladder.journal`; without a folder, nothing is kept.
    pub folder: Option<&'r Path>,
    /// Sums of other runs that are added at the end.
    pub others: &'r [LadderSums],
    /// Stops the run when set.
    pub stop: &'r AtomicBool,
}

/// Why a ladder cannot be measured.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LadderError {
    /// There are no rungs above the random mover.
    #[error("--from {from} is greater than --to {to}")]
    NoRungs {
        /// The minimum number of nodes.
        from: u64,
        /// The maximum number of nodes.
        to: u64,
    },
    /// The journal cannot be used.
    #[error(transparent)]
    Jobs(#[from] JobsError),
    /// Other sums cannot be added.
    #[error(transparent)]
    Merge(#[from] RunMergeError),
}

/// A pair of games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct RungPairResult {
    /// The number of the match.
    #[serde(rename = "match")]
    number: usize,
    /// The key of the opening; `None` if there was no opening.
    opening: Option<u64>,
    /// Half-points of the higher rung in the game in which it has White, and in the other game;
    /// `None` if a game was too long.
    #[serde(deserialize_with = "half_points::<2, _, _>")]
    points: Option<[usize; 2]>,
}

/// A game of this many plies is stopped and does not count.
const MAX_PLIES: usize = 2_000;
/// Keeps the seeds of this command apart from those of others.
const SEEDS: u64 = u64::from_be_bytes(*b"skladder");
/// The number of openings tried before a job is given up.
const TRIES: u64 = 128;
/// The nodes searched to see whether an opening is even.
const OPENING_NODES: u64 = 500;
/// The file of the journal in the folder of a run.
const JOURNAL: &str = "ladder.journal";

/// The matches of a ladder: neighbours, and next neighbours.
pub(super) fn matches(rungs: usize) -> Vec<(usize, usize)> {
    let pairs = |gap: usize| (gap..rungs).map(move |higher| (higher - gap, higher));
    pairs(1).chain(pairs(2)).collect()
}

/// Plays the games of a ladder, or continues a run, and returns the sums, whether all games were
/// played, and the report.
///
/// # Errors
/// If there are no rungs, or the journal or other sums cannot be used.
pub fn climb(
    game: &Game,
    settings: &LadderSettings,
    run: &LadderRun<'_>,
    on_progress: &mut dyn FnMut(JobsProgress),
) -> Result<(LadderSums, JobsEnd, LadderReport), LadderError> {
    let rungs = settings.rungs();
    if rungs.len() < 2 {
        return Err(LadderError::NoRungs {
            from: settings.from,
            to: settings.to,
        });
    }
    let matches = matches(rungs.len());
    let definition = game.definition();
    let subject = RunSubject::new(game);
    let header = JobsHeader::new(
        "a skill ladder",
        definition,
        json!({
            "rungs": rungs,
            "seed": settings.seed,
            "engine": subject.program,
            "openings": OPENING_NODES,
        }),
    );
    let journal: Option<PathBuf> = run.folder.map(|folder| folder.join(JOURNAL));
    let how = JobsRun {
        journal: journal.as_deref(),
        jobs: run.games.div_ceil(2) * matches.len() as u64,
        round: Some(matches.len() as u64),
        threads: run.threads,
        stop: run.stop,
    };
    let mut sums = LadderSums {
        subject,
        rungs: rungs.clone(),
        seeds: [settings.seed].into(),
        matches: matches.iter().map(|&(a, b)| RungMatch::new(a, b)).collect(),
        forced_win: ForcedWin::find(
            game,
            run.games.saturating_mul(matches.len() as u64),
            Some(settings.to),
        ),
        repeated: 0,
        without_opening: 0,
    };
    // Runs that cannot be added are refused before the first game.
    let mut merged = sums.clone();
    for other in run.others {
        merged.merge(other)?;
    }
    let worker = || {
        let engines = [0, 1].map(|_| {
            Engine::new(
                game,
                EngineSettings {
                    // A small table is fast to clear.
                    hash_mib: 4,
                    ..EngineSettings::default()
                },
            )
        });
        let mut climber = LadderWorker {
            game,
            rungs: &rungs,
            matches: &matches,
            engines,
            seed: settings.seed,
            even_cp: least_value(game),
        };
        move |number| Some(climber.pair(number))
    };
    let mut damaged = None;
    let end = jobs::run(&header, &how, worker, &mut |event| {
        match event {
            JobsEvent::Result(job, result) => {
                let number = match_of(job, matches.len());
                if result.number != number {
                    let message = format!("it is of match {}, not of {number}", result.number);
                    damaged = Some((job, message));
                    return ControlFlow::Break(());
                }
                add(&mut sums, result);
            }
            JobsEvent::Progress(progress) => on_progress(progress),
        }
        ControlFlow::Continue(())
    })?;
    if let (Some((job, message)), Some(path)) = (damaged, journal) {
        return Err(JobsError::DamagedJob { path, job, message }.into());
    }
    for other in run.others {
        sums.merge(other)?;
    }
    let report = LadderReport::new(&sums);
    Ok((sums, end, report))
}

/// The value of the least valuable piece by the evaluation, in centipawns.
fn least_value(game: &Game) -> i32 {
    let kinds = piece_values(game)
        .into_iter()
        .zip(game.definition().pieces());
    let plain = kinds
        .filter(|(_, spec)| !spec.royal)
        .map(|(value, _)| value);
    plain.min().unwrap_or(100).max(1)
}

/// The state of a thread that plays.
struct LadderWorker<'c> {
    game: &'c Game,
    rungs: &'c [u64],
    matches: &'c [(usize, usize)],
    /// The engines of the lower and the higher rung.
    engines: [Engine; 2],
    seed: u64,
    /// The maximum advantage in an opening, in centipawns.
    even_cp: i32,
}

/// The number of the match that a job plays. In each round there is one pair of each match.
fn match_of(job: u64, matches: usize) -> usize {
    (job % matches as u64) as usize
}

impl LadderWorker<'_> {
    /// Plays two games of a match from the same opening with reversed colours. In each round there
    /// is one pair of each match.
    fn pair(&mut self, number: u64) -> RungPairResult {
        let which = match_of(number, self.matches.len());
        let settings = SelfPlay::default();
        let first = seed_of(SEEDS, self.seed, number);
        let opening = (0..TRIES).find_map(|n| {
            let opening = random_opening(self.game, &settings, first ^ n)?;
            self.is_even(&opening).then_some(opening)
        });
        let points = opening.as_ref().and_then(|opening| {
            let mut random = fastrand::Rng::with_seed(first);
            let mut points = [0; 2];
            for (points, side) in points.iter_mut().zip(Side::BOTH) {
                *points = self.play(which, opening, side, &mut random)?;
            }
            Some(points)
        });
        RungPairResult {
            number: which,
            opening: opening.map(|opening| opening.position().zobrist_key()),
            points,
        }
    }

    /// Whether White is to move and, by a search, no side is ahead by the least valuable piece.
    /// Random moves lose pieces, which the side to move would then capture.
    fn is_even(&mut self, opening: &History) -> bool {
        let limits = SearchLimits::default().nodes(OPENING_NODES);
        opening.position().turn() == Side::White
            && white_advantage(&mut self.engines[1], opening, &limits)
                .is_some_and(|cp| cp.abs() <= self.even_cp)
    }

    /// Plays a game and returns the half-points of the higher rung, which has the given side.
    fn play(
        &mut self,
        which: usize,
        opening: &History,
        higher: Side,
        random: &mut fastrand::Rng,
    ) -> Option<usize> {
        self.engines.iter_mut().for_each(Engine::clear);
        let (low, high) = self.matches[which];
        let nodes = [self.rungs[low], self.rungs[high]];
        let limits = nodes.map(|nodes| SearchLimits::default().nodes(nodes));
        let mut history = opening.clone();
        let end = play(&mut history, MAX_PLIES, &mut |history| {
            let rung = usize::from(history.position().turn() == higher);
            if nodes[rung] == 0 {
                let mv = *random.choice(&history.position().moves())?;
                return Some(ChosenMove { mv, score: None });
            }
            search(&mut self.engines[rung], history, &limits[rung])
        });
        end.half_points(higher)
    }
}

/// Adds a pair, unless the same rungs have already played its opening.
fn add(sums: &mut LadderSums, pair: &RungPairResult) {
    let Some(played) = sums.matches.get_mut(pair.number) else {
        return;
    };
    let Some(opening) = pair.opening else {
        sums.without_opening += 1;
        return;
    };
    if !played.pairs.insert(opening, pair.points) {
        sums.repeated += 2;
    }
}
