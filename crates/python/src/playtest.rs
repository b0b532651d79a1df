//! Playtests.

use crate::arguments::within;
use crate::errors::error;
use crate::interrupt;
use crate::types::PyGame;
use hyperrook_lab::playtest::report::Figures;
use hyperrook_lab::playtest::{
    OpeningsPart, PlaytestEnd, PlaytestReport, PlaytestResult, PlaytestRun, PlaytestSettings,
    playtest,
};
use hyperrook_rules::Game;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;

/// The maximum number of parts of all openings, and of threads.
const MOST_PARTS: i64 = 1 << 32;
const MOST_THREADS: i64 = 512;

/// The result of a run: the report as JSON, Markdown and HTML, whether all games were played, and
/// how many games were dropped because another game has the same opening.
type RunReport = (String, String, String, bool, u64);

/// The report of a run that was not stopped; it is also written into the folder of the run.
fn report(game: &Game, run: &PlaytestRun, result: &PlaytestResult) -> Result<RunReport, String> {
    if result.sums.sums.games() == 0 {
        return Err("no game could be played: no opening is about as even as the start".to_owned());
    }
    let report = PlaytestReport::new(&result.sums, game, &Figures::shipped())?;
    if let Some(folder) = &run.folder {
        report.write(folder).map_err(|error| error.to_string())?;
    }
    Ok((
        report.to_json().map_err(|error| error.to_string())?,
        report.to_markdown(),
        report.to_html(),
        result.end == PlaytestEnd::Complete,
        result.repeated,
    ))
}

/// Plays the games of a run, or continues the run: see `hyperrook.playtest`. Without `nodes`, the
/// moves are random.
#[pyfunction]
#[pyo3(name = "_playtest")]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn run_playtest(
    py: Python<'_>,
    game: &Bound<'_, PyGame>,
    games: i64,
    nodes: Option<i64>,
    seed: u64,
    opening_plies: Option<i64>,
    max_plies: i64,
    part: (i64, i64),
    threads: Option<i64>,
    folder: Option<PathBuf>,
    on_progress: Option<Bound<'_, PyAny>>,
) -> PyResult<RunReport> {
    let number = |name: &str, given: Option<i64>, least: i64, most: i64| {
        given
            .map(|given| within(name, given, least..=most))
            .transpose()
    };
    let parts = within("the number of parts", part.1, 1..=MOST_PARTS)?;
    let settings = PlaytestSettings {
        nodes: number("nodes", nodes, 1, i64::MAX)?.map(|n| n as u64),
        seed,
        opening_plies: number("opening_plies", opening_plies, 0, 1_000)?.map(|n| n as usize),
        part: OpeningsPart {
            number: within("part", part.0, 1..=parts)? as u64,
            of: parts as u64,
        },
        max_plies: within("max_plies", max_plies, 1..=1_000_000)? as usize,
        ..PlaytestSettings::default()
    };
    let available = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = number("threads", threads, 1, MOST_THREADS)?;
    let run = PlaytestRun {
        games: within("games", games, 1..=1_000_000_000)? as u64,
        threads: threads.map_or_else(available, |n| n as usize),
        folder,
        ..PlaytestRun::default()
    };
    let game = game.get().game.clone();
    let stop = Arc::new(AtomicBool::new(false));
    let (seen, (sender, messages)) = (Arc::clone(&stop), channel::<(u64, u64)>());
    let thread = interrupt::spawn(py, move || {
        let result = playtest(&game, &settings, &run, &seen, &mut |now| {
            // The receiver is gone if the caller has failed; then the run is stopped.
            let _ = sender.send((now.done, now.jobs));
        });
        let result = result.map_err(|error| error.to_string())?;
        if result.end == PlaytestEnd::Stopped {
            return Err("the playtest was stopped".to_owned());
        }
        report(&game, &run, &result)
    })?;
    let on_message = |now: (u64, u64)| match &on_progress {
        Some(on_progress) => on_progress.call1(now).map(drop),
        None => Ok(()),
    };
    let end = || stop.store(true, Ordering::Relaxed);
    interrupt::wait(py, messages, on_message, end, thread)?
        .map_err(|message| error(py, "PlaytestError", (message,)))
}
