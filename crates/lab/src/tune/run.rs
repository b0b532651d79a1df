//! Many games of self-play, as [`jobs`] with a journal.

use super::{EndTally, SelfPlay, play};
use crate::engine_signature::program_with_weights;
use crate::jobs::{self, JobsEnd, JobsError, JobsEvent, JobsHeader, JobsRun};
use hyperrook_rules::Game;
use hyperrook_search::{Engine, WeightsSource};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashSet;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// A run of many games.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlayRun<'r> {
    /// The number of the first game.
    pub first: u64,
    /// The number of games.
    pub games: u64,
    /// The weights of the evaluation.
    pub weights: WeightsSource,
    /// The number of threads.
    pub threads: usize,
    /// The file of the journal; without one, nothing is kept.
    pub journal: Option<&'r Path>,
    /// Stops the run when set.
    pub stop: &'r AtomicBool,
}

/// Why games cannot be played.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SelfPlayError {
    /// The journal cannot be used.
    #[error(transparent)]
    Jobs(#[from] JobsError),
    /// The positions cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// What the journal keeps of a game.
#[derive(Serialize, Deserialize)]
struct JournalGame {
    moves_key: u64,
    /// How this game ended.
    tally: EndTally,
    /// Its positions, as lines of a file.
    samples: Vec<String>,
}

/// Plays games, or continues a run. `on_samples` receives the positions of each game as lines, in the
/// order of the numbers of the games. Returns how the games ended, and whether all were played.
///
/// # Errors
/// If the journal cannot be used, or `on_samples` fails.
pub fn self_play(
    game: &Game,
    settings: &SelfPlay,
    run: &SelfPlayRun<'_>,
    on_samples: &mut dyn FnMut(&[String]) -> io::Result<()>,
) -> Result<(EndTally, JobsEnd), SelfPlayError> {
    let header = JobsHeader::new(
        "self-play",
        game.definition(),
        json!({
            "first": run.first,
            "nodes": settings.nodes,
            "random_plies": settings.random_plies,
            "max_plies": settings.max_plies,
            "explored": settings.explored,
            "engine": program_with_weights(game, run.weights),
        }),
    );
    let how = JobsRun {
        journal: run.journal,
        jobs: run.games,
        round: None,
        threads: run.threads,
        stop: run.stop,
    };
    let worker = || {
        let mut engine = Engine::new(game, SelfPlay::settings(run.weights));
        move |job: u64| {
            Some(journal_game(
                game,
                &mut engine,
                settings,
                run.first.wrapping_add(job),
            ))
        }
    };
    let (mut tally, mut seen) = (EndTally::default(), HashSet::new());
    let mut written = Ok(());
    let end = jobs::run(&header, &how, worker, &mut |event| {
        let JobsEvent::Result(_, Some(played)) = event else {
            return ControlFlow::Continue(());
        };
        if !seen.insert(played.moves_key) {
            tally.repeated += 1;
            return ControlFlow::Continue(());
        }
        tally.add_all(&played.tally);
        written = on_samples(&played.samples);
        if written.is_err() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })?;
    written?;
    Ok((tally, end))
}

/// Plays a game. `None` if its opening ends it.
fn journal_game(
    game: &Game,
    engine: &mut Engine,
    settings: &SelfPlay,
    number: u64,
) -> Option<JournalGame> {
    let played = play(game, engine, settings, number)?;
    let mut tally = EndTally::default();
    tally.add(played.end);
    Some(JournalGame {
        moves_key: played.moves_key,
        tally,
        samples: played.samples.iter().map(ToString::to_string).collect(),
    })
}
