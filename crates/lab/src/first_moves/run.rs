//! Plays the games of a run.

use super::choose::{CompiledFirstMove, first_moves};
use super::play::{FirstMoveGame, FirstMovePlayer, GOOD_CP, MAX_GOOD_MOVES};
use super::report::FirstMovesReport;
use super::results::FirstMoveResults;
use super::settings::FirstMovesSettings;
use crate::forced_win::ForcedWin;
use crate::jobs::{self, JobsEnd, JobsError, JobsEvent, JobsHeader, JobsProgress, JobsRun};
use crate::run_subject::RunSubject;
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_rules::{Game, Side};
use serde_json::json;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// How to run. Nothing here influences the games, except their number.
#[derive(Clone, Debug)]
pub struct FirstMovesRun<'r> {
    /// The games of each first move. A run in whose folder there are more keeps them.
    pub games: u64,
    /// The number of threads.
    pub threads: usize,
    /// The folder for `first-moves.journal`; without a folder, nothing is kept.
    pub folder: Option<&'r Path>,
    /// Stops the run when set.
    pub stop: &'r AtomicBool,
}

/// Why first moves cannot be compared.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FirstMovesError {
    /// None of the moves is legal.
    #[error("there is no first move: the starting position of {0} has no such legal move")]
    NoMoves(String),
    /// The journal cannot be used.
    #[error(transparent)]
    Jobs(#[from] JobsError),
}

/// The file of the journal in the folder of a run.
const JOURNAL: &str = "first-moves.journal";

/// Plays the games of a run, or continues one, and returns the results, whether all games were
/// played, and the report.
///
/// # Errors
/// If there are no such first moves, or the journal cannot be used.
pub fn compare(
    game: &Game,
    settings: &FirstMovesSettings,
    run: &FirstMovesRun<'_>,
    on_progress: &mut dyn FnMut(JobsProgress),
) -> Result<(FirstMoveResults, JobsEnd, FirstMovesReport), FirstMovesError> {
    let definition = game.definition();
    let first_moves = first_moves(game, &settings.moves);
    if first_moves.is_empty() {
        return Err(FirstMovesError::NoMoves(definition.name().to_owned()));
    }
    let subject = RunSubject::new(game);
    let mut results = FirstMoveResults {
        subject,
        nodes: settings.nodes,
        opening_plies: settings.opening_plies,
        seed: settings.seed,
        moves: first_moves.iter().map(|m| m.named.clone()).collect(),
        rounds: Vec::new(),
        forced_win: None,
        winning_move: None,
        cut_off: 0,
        repeated: 0,
    };
    let games = run.games.saturating_mul(first_moves.len() as u64);
    if let Some((win, mv)) = ForcedWin::find_with_move(game, games, Some(settings.nodes)) {
        results.forced_win = Some(win);
        let is_own = win.by_white == (game.start().turn() == Side::White);
        let text = || format_move(definition, mv, CellStyle::Plain);
        results.winning_move = is_own.then(text);
    }
    let header = JobsHeader::new(
        "first moves",
        definition,
        json!({
            "nodes": settings.nodes,
            "seed": settings.seed,
            "moves": results.moves,
            "opening_plies": settings.opening_plies,
            "good_moves": [MAX_GOOD_MOVES, GOOD_CP as usize],
            "engine": results.subject.program,
        }),
    );
    let journal: Option<PathBuf> = run.folder.map(|folder| folder.join(JOURNAL));
    let how = JobsRun {
        journal: journal.as_deref(),
        // A round has one game of each first move.
        jobs: run.games * first_moves.len() as u64,
        round: Some(first_moves.len() as u64),
        threads: run.threads,
        stop: run.stop,
    };
    let worker = || {
        let mut player = FirstMovePlayer::new(game, settings);
        let moves: &[CompiledFirstMove] = &first_moves;
        move |number: u64| {
            let count = moves.len() as u64;
            player.game(moves[(number % count) as usize].mv, number / count)
        }
    };
    let mut openings = HashSet::new();
    let end = jobs::run(&header, &how, worker, &mut |event| {
        match event {
            JobsEvent::Result(number, game) => add(&mut results, &mut openings, number, game),
            JobsEvent::Progress(progress) => on_progress(progress),
        }
        ControlFlow::Continue(())
    })?;
    let report = FirstMovesReport::new(&results);
    Ok((results, end, report))
}

/// Adds a game, unless another game of the same first move had its opening.
///
/// This also holds for an opening that ends the game. If such openings counted each time and all others
/// once, a score would move towards the short games the more rounds are played. So a score is the
/// mean over the different openings of a move, whatever their chances of being played.
fn add(
    results: &mut FirstMoveResults,
    openings: &mut HashSet<(usize, u64)>,
    number: u64,
    game: &FirstMoveGame,
) {
    let count = results.moves.len();
    let (round, which) = (number as usize / count, number as usize % count);
    results.rounds.resize(round + 1, vec![None; count]);
    if !openings.insert((which, game.key)) {
        results.repeated += 1;
    } else if let Some(points) = game.points {
        results.rounds[round][which] = Some(points as u8);
    } else {
        results.cut_off += 1;
    }
}
