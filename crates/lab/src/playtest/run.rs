//! A run: plays the games of a rule set and adds them up.

use super::error::PlaytestError;
use super::files::{AddedRun, JOURNAL, RunSums, SUMS};
use super::folder::PlaytestFolder;
use super::observe::GameObserver;
use super::opening_key::short_key;
use super::play::{PlaytestLine, PlaytestPlayer, TimeBounds, opening_plies};
use super::settings::{PlaytestRun, PlaytestSettings};
use super::sums::Sums;
use crate::engine_signature::program_for;
use crate::forced_win::ForcedWin;
use crate::jobs::{self, JobsError, JobsEvent, JobsHeader, JobsProgress, JobsRun};
use hyperrook_rules::Game;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The average number of job numbers tried for each game.
const NUMBERS_PER_GAME: u64 = 8;
/// After this many numbers in a row without a new opening, no openings are left.
pub(super) const MAX_FAILURES: u64 = 50;

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaytestEnd {
    /// All games are played.
    Complete,
    /// There are no more new and even openings.
    OutOfOpenings,
    /// It was stopped. The same run can be continued.
    Stopped,
}

/// How fast the games of this part of a run were played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlaytestSpeed {
    /// The nodes searched.
    pub nodes: u64,
    /// The time that the threads spent in the search.
    pub search: Duration,
    /// The time that they spent on the games, including the measuring.
    pub all: Duration,
}

impl PlaytestSpeed {
    /// The share of the time that was spent in the search; `None` without a search.
    pub fn search_share(&self) -> Option<f64> {
        let all = self.all.as_secs_f64();
        (all > 0.0).then(|| self.search.as_secs_f64() / all)
    }
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaytestResult {
    /// The sums.
    pub sums: RunSums,
    /// Why the run ended.
    pub end: PlaytestEnd,
    /// The number of games that were dropped because another game, of this run or of one to avoid,
    /// has the same opening.
    pub repeated: u64,
    /// The speed of the run.
    pub speed: PlaytestSpeed,
}

/// Plays the games of a run, or continues it, and writes `sums.json` into its folder.
///
/// The result depends on the rules, the settings and the number of games, but not on the number of
/// threads or on interruptions. A folder with the sums of more games keeps them all. `on_progress` receives the number of games about once a second.
///
/// # Errors
/// If the folder contains another run, or a file is damaged or cannot be written.
pub fn playtest(
    game: &Game,
    settings: &PlaytestSettings,
    run: &PlaytestRun,
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(&JobsProgress),
) -> Result<PlaytestResult, PlaytestError> {
    let settings = &PlaytestSettings {
        // Stored runs contain the number that was chosen.
        opening_plies: settings.nodes.map(|_| {
            settings
                .opening_plies
                .unwrap_or_else(|| opening_plies(game))
        }),
        ..settings.clone()
    };
    let observer = GameObserver::new(game);
    if let Some(folder) = &run.folder {
        PlaytestFolder::Run.check(folder)?;
    }
    let journal = run.folder.as_ref().map(|folder| folder.join(JOURNAL));
    let program = program_for(game, settings.nodes);
    let header = JobsHeader::new(
        "playtest",
        game.definition(),
        header_settings(game, settings, &program, &run.avoid),
    );
    // A run has at least one game. A finished one keeps its games.
    let kept = kept_games(run.folder.as_deref());
    let wanted = run.games.max(kept).max(1);
    let jobs_run = JobsRun {
        journal: journal.as_deref(),
        jobs: wanted
            .saturating_mul(NUMBERS_PER_GAME)
            .saturating_add(10_000),
        round: None,
        threads: run.threads,
        stop,
    };
    let mut state = RunState {
        observer: &observer,
        is_random: settings.nodes.is_none(),
        sums: Sums::new(observer.layout()),
        avoid: &run.avoid,
        keys: BTreeSet::new(),
        repeated: 0,
        failures: 0,
        failure: None,
        speed: PlaytestSpeed::default(),
    };
    let begun = Instant::now();
    let mut before = None;
    let worker = || {
        let mut player = PlaytestPlayer::new(&observer, settings, stop, TimeBounds::default());
        move |number| player.play(number)
    };
    let ended = jobs::run(&header, &jobs_run, worker, &mut |event| {
        match event {
            JobsEvent::Result(number, played) => return state.add(number, played, wanted),
            JobsEvent::Progress(progress) => {
                let games = state.sums.games();
                let known = *before.get_or_insert(progress.before.min(games));
                on_progress(&JobsProgress {
                    done: games,
                    jobs: wanted.max(games),
                    before: known,
                    elapsed: begun.elapsed(),
                });
            }
        }
        ControlFlow::Continue(())
    })?;
    if let Some((job, message)) = state.failure {
        let path = journal.unwrap_or_default();
        return Err(JobsError::DamagedJob { path, job, message }.into());
    }
    let end = if state.sums.games() >= wanted {
        PlaytestEnd::Complete
    } else if ended == jobs::JobsEnd::Stopped {
        PlaytestEnd::Stopped
    } else {
        PlaytestEnd::OutOfOpenings
    };
    let source = AddedRun {
        seed: settings.seed,
        part: settings.part,
        games: state.sums.games(),
    };
    let mut sums = RunSums::new(game, program, settings, source, state.sums, state.keys);
    sums.out_of_openings = end == PlaytestEnd::OutOfOpenings;
    if end != PlaytestEnd::Stopped {
        sums.forced_win = ForcedWin::find(game, wanted, settings.nodes);
    }
    // If it was stopped while reading the journal, the existing sums have more games.
    if let Some(folder) = &run.folder
        && (end != PlaytestEnd::Stopped || before.is_some() && sums.sums.games() >= kept)
    {
        sums.write(&folder.join(SUMS))?;
    }
    Ok(PlaytestResult {
        sums,
        end,
        repeated: state.repeated,
        speed: state.speed,
    })
}

/// The games of the sums in the folder of a run.
fn kept_games(folder: Option<&Path>) -> u64 {
    let sums = folder.map(|folder| RunSums::read(&folder.join(SUMS)));
    sums.and_then(Result::ok)
        .map_or(0, |kept| kept.sums.games())
}

/// The data that the games depend on besides the rules: the settings, the names of kinds and the
/// engine.
fn header_settings(
    game: &Game,
    settings: &PlaytestSettings,
    program: &str,
    avoid: &BTreeSet<u64>,
) -> serde_json::Value {
    let kinds = game.definition().pieces().iter().map(|kind| kind.letter);
    let mut header = serde_json::json!({
        "playtest": settings,
        "kinds": kinds.collect::<String>(),
        "engine": settings.nodes.map(|_| program),
    });
    if !avoid.is_empty() {
        header["avoided openings"] = avoided(avoid).into();
    }
    header
}

/// The number of the openings to avoid, and a hash of them.
fn avoided(openings: &BTreeSet<u64>) -> String {
    let mut hash = Sha256::new();
    for key in openings {
        hash.update(key.to_le_bytes());
    }
    let digest = hex::encode(hash.finalize());
    format!("{}, {}", openings.len(), &digest[..16])
}

/// The games so far.
struct RunState<'g> {
    observer: &'g GameObserver<'g>,
    is_random: bool,
    sums: Sums,
    avoid: &'g BTreeSet<u64>,
    keys: BTreeSet<u64>,
    repeated: u64,
    /// The number of job numbers in a row without a new game.
    failures: u64,
    /// The number of a job whose game cannot be replayed, and why.
    failure: Option<(u64, String)>,
    speed: PlaytestSpeed,
}

impl RunState<'_> {
    fn add(&mut self, number: u64, played: &PlaytestLine, wanted: u64) -> ControlFlow<()> {
        // Random games are drawn independently, so that equal ones count.
        let new = played.game.as_ref().filter(|game| {
            let key = short_key(game.key);
            let is_new = self.is_random || !self.avoid.contains(&key) && self.keys.insert(key);
            self.repeated += u64::from(!is_new);
            is_new
        });
        let Some(game) = new else {
            self.failures += 1;
            return if self.failures >= MAX_FAILURES {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            };
        };
        self.failures = 0;
        // A game of an earlier part of the run took none of this part's time.
        if game.sums.is_some() {
            self.speed.nodes += game.nodes;
        }
        self.speed.search += game.time.search;
        self.speed.all += game.time.all;
        match game.sums(self.observer) {
            Ok(sums) => self.sums.add(&sums),
            Err(message) => {
                self.failure = Some((number, message));
                return ControlFlow::Break(());
            }
        }
        if self.sums.games() >= wanted {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
