//! Plays all games of a run.

use super::army::{Army, ArmyError};
use super::design::{ValueHandicap, design};
use super::play::{HandicapPlayer, JobResult, is_pair};
use super::report::ValuesReport;
use super::settings::ValuesSettings;
use super::sums::{MatchSums, ValuesSums};
use crate::jobs::{self, JobsEnd, JobsError, JobsEvent, JobsHeader, JobsProgress, JobsRun};
use crate::played_pairs::PlayedPairs;
use crate::run_subject::{RunMergeError, RunSubject};
use hyperrook_rules::Game;
use serde_json::json;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// How to run. Nothing here influences the games, except their number.
#[derive(Clone, Debug)]
pub struct ValuesRun<'r> {
    /// The number of games of each handicap match, which is even. Half as many games of unequal
    /// armies as all of these are also played. A run in whose folder there are more keeps them.
    pub games: u64,
    /// The number of threads.
    pub threads: usize,
    /// The folder for `values.journal`; without a folder, nothing is kept.
    pub folder: Option<&'r Path>,
    /// Sums of other runs that are added at the end.
    pub others: &'r [ValuesSums],
    /// Stops the run when set.
    pub stop: &'r AtomicBool,
}

/// An event of a run.
#[derive(Clone, Debug)]
pub enum ValuesEvent {
    /// The handicap matches that will be played.
    Design(Vec<ValueHandicap>),
    /// The progress, in jobs.
    Progress(JobsProgress),
}

/// Why values cannot be measured.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ValuesError {
    /// The game has no pieces to measure.
    #[error(transparent)]
    Army(#[from] ArmyError),
    /// The journal cannot be used.
    #[error(transparent)]
    Jobs(#[from] JobsError),
    /// Other sums cannot be added.
    #[error(transparent)]
    Merge(#[from] RunMergeError),
}

/// The file of the journal in the folder of a run.
const JOURNAL: &str = "values.journal";

/// Plays the games of a run, or continues one, and returns the sums, whether all games were played,
/// and the report.
///
/// # Errors
/// If the game has no pieces to measure, or the journal or other sums cannot be used.
pub fn measure(
    game: &Game,
    settings: &ValuesSettings,
    run: &ValuesRun<'_>,
    on_event: &mut dyn FnMut(ValuesEvent),
) -> Result<(ValuesSums, JobsEnd, ValuesReport), ValuesError> {
    let army = Army::new(game)?;
    let planned = design(&army);
    let named: Vec<_> = planned.iter().map(|match_| match_.named(&army)).collect();
    on_event(ValuesEvent::Design(named.clone()));
    let definition = game.definition();
    let subject = RunSubject::new(game);
    let header = JobsHeader::new(
        "piece values",
        definition,
        json!({
            "nodes": settings.nodes,
            "seed": settings.seed,
            "matches": named,
            "engine": subject.program,
        }),
    );
    let mut sums = ValuesSums {
        subject,
        kinds: definition.pieces().iter().map(|spec| spec.letter).collect(),
        nodes: settings.nodes,
        seeds: [settings.seed].into(),
        matches: named
            .into_iter()
            .map(|handicap| MatchSums {
                handicap,
                pairs: PlayedPairs::default(),
            })
            .collect(),
        games: Vec::new(),
        cut_off: 0,
        repeated: 0,
        without_opening: 0,
    };
    // Runs that cannot be added are refused before the first game.
    let mut merged = sums.clone();
    for other in run.others {
        merged.merge(other)?;
    }
    // Of the games of unequal armies.
    let mut openings = HashSet::new();
    let journal: Option<PathBuf> = run.folder.map(|folder| folder.join(JOURNAL));
    let how = JobsRun {
        journal: journal.as_deref(),
        // A round has one pair of each match and the same number of single games.
        jobs: run.games.div_ceil(2) * 2 * planned.len() as u64,
        round: Some(2 * planned.len() as u64),
        threads: run.threads,
        stop: run.stop,
    };
    let worker = || {
        let mut player = HandicapPlayer::new(&army, &planned, settings);
        move |number| Some(player.job(number))
    };
    let mut damaged = None;
    let end = jobs::run(&header, &how, worker, &mut |event| {
        match event {
            JobsEvent::Result(job, result) => {
                let is_pair = is_pair(job, planned.len());
                if let Err(message) = add(&mut sums, &mut openings, result, is_pair) {
                    damaged = Some((job, message));
                    return ControlFlow::Break(());
                }
            }
            JobsEvent::Progress(progress) => on_event(ValuesEvent::Progress(progress)),
        }
        ControlFlow::Continue(())
    })?;
    if let (Some((job, message)), Some(path)) = (damaged, journal) {
        return Err(JobsError::DamagedJob { path, job, message }.into());
    }
    for other in run.others {
        sums.merge(other)?;
    }
    let report = ValuesReport::new(&army, &sums);
    Ok((sums, end, report))
}

/// Adds the result of a job, unless its opening has already been played. The error says why it is not
/// a result of this run.
fn add(
    sums: &mut ValuesSums,
    openings: &mut HashSet<u64>,
    result: &JobResult,
    is_pair: bool,
) -> Result<(), String> {
    match result {
        JobResult::Pair {
            handicap,
            points,
            opening,
        } => {
            let planned = sums.matches.len();
            let Some(match_) = sums.matches.get_mut(*handicap) else {
                return Err(format!(
                    "it is of handicap match {handicap}, but there are {planned}"
                ));
            };
            if !match_.pairs.insert(*opening, *points) {
                sums.repeated += 2;
            }
        }
        JobResult::Game(Some(game)) => {
            game.check(sums.kinds.chars().count())?;
            if openings.insert(game.opening) {
                sums.games.push(game.clone());
            } else {
                sums.repeated += 1;
            }
        }
        JobResult::Game(None) => sums.cut_off += 1,
        JobResult::Nothing => sums.without_opening += if is_pair { 2 } else { 1 },
    }
    Ok(())
}
