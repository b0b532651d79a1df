//! Checks the puzzles of a file with today's engine, as [`jobs`] with a journal: whether the best move
//! of a margin is still clearly the best one, and which themes and ratings puzzles have.

use super::candidate::PuzzleFinder;
use super::file::{FileError, replace_puzzles};
use super::settings::PuzzleSettings;
use super::words::text as move_text;
use crate::engine_signature::program_with_engine;
use crate::jobs::{self, JobsEnd, JobsError, JobsEvent, JobsHeader, JobsProgress, JobsRun};
use hyperrook_notation::moves::parse_move;
use hyperrook_notation::position::parse_position;
use hyperrook_notation::puzzle::{Claim, Puzzle};
use hyperrook_rules::{Game, History, Move, Position};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::collections::VecDeque;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// A run that rates puzzles again. Nothing here influences the puzzles.
#[derive(Clone, Copy, Debug)]
pub struct RateAgainRun<'r> {
    /// The number of threads.
    pub threads: usize,
    /// The file of the journal; without one, nothing is kept.
    pub journal: Option<&'r Path>,
    /// Stops the run when set.
    pub stop: &'r AtomicBool,
}

/// The puzzles of a file, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzlesAgain {
    /// The new text of the file.
    pub text: String,
    /// The number of puzzles that hold.
    pub kept: usize,
    /// The names of those that do not hold any more, and are left out.
    pub dropped: Vec<String>,
}

impl RateAgainRun<'_> {
    /// Where to keep the journal of a file with this text. Another text, engine or number of nodes has
    /// another journal: if the file is edited, or written by the end of the run, a later run begins anew.
    pub fn journal_beside(
        file: &Path,
        text: &str,
        game: &Game,
        settings: &PuzzleSettings,
    ) -> PathBuf {
        let mut hash = Sha256::new();
        hash.update(text);
        hash.update(program_with_engine(game));
        hash.update(settings.check_nodes.to_le_bytes());
        let mut name = file.file_name().unwrap_or_default().to_owned();
        let hash = hex::encode(hash.finalize());
        name.push(format!("{AGAIN}{}.{JOURNAL}", &hash[..8]));
        file.with_file_name(name)
    }

    /// Deletes the journals of a file, once it is written, also those of earlier texts.
    ///
    /// # Errors
    /// If one cannot be deleted.
    pub fn remove_journals(file: &Path) -> io::Result<()> {
        let mut start = file.file_name().unwrap_or_default().to_owned();
        start.push(AGAIN);
        let start = start.to_string_lossy();
        let folder = file
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        for entry in fs::read_dir(folder.unwrap_or(Path::new(".")))? {
            let path = entry?.path();
            let is_own = path
                .file_name()
                .is_some_and(|name| name.to_string_lossy().starts_with(&*start));
            if is_own && path.extension().is_some_and(|end| end == JOURNAL) {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    }
}

/// What follows the name of a file in the names of its journals.
const AGAIN: &str = ".again-";
const JOURNAL: &str = "journal";

/// Why puzzles cannot be rated again.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RateAgainError {
    /// A line of the file is not a puzzle of the game.
    #[error(transparent)]
    File(#[from] FileError),
    /// The journal cannot be used.
    #[error(transparent)]
    Jobs(#[from] JobsError),
}

/// A puzzle whose moves are known to be moves of the game.
struct PlayedPuzzle {
    puzzle: Puzzle,
    position: Position,
    /// The solution, and the moves after it.
    moves: Vec<Move>,
}

impl PlayedPuzzle {
    fn new(game: &Game, puzzle: Puzzle) -> Result<PlayedPuzzle, String> {
        let position = parse_position(game, &puzzle.position).map_err(|error| error.to_string())?;
        let mut played = History::new(position.clone());
        let solution = puzzle.solution.iter().filter_map(|moves| moves.first());
        for name in solution.chain(&puzzle.continuation) {
            let mv = parse_move(played.position(), name).map_err(|error| error.to_string())?;
            played.play(mv).map_err(|error| error.to_string())?;
        }
        Ok(PlayedPuzzle {
            moves: played.moves().to_vec(),
            position,
            puzzle,
        })
    }
}

/// The puzzle as today's engine sees it; `None` if its move is no longer the only good one. It depends
/// only on the puzzle.
fn again(finder: &mut PuzzleFinder, played: &PlayedPuzzle) -> Option<Puzzle> {
    let PlayedPuzzle {
        puzzle,
        position,
        moves,
    } = played;
    if let Claim::Margin(..) = puzzle.claim {
        let new = finder.margin(&History::new(position.clone()))?;
        let first = move_text(position, *moves.first()?);
        let is_same = new.solution.first().is_some_and(|moves| *moves == [first]);
        return is_same.then(|| Puzzle {
            id: puzzle.id.clone(),
            ..new
        });
    }
    let (line, continuation) = moves.split_at(puzzle.solution.len());
    Some(finder.described(position, puzzle.clone(), line, continuation))
}

/// Checks all puzzles in the text of a file. `None` if it was stopped. Then the same run can be
/// continued.
///
/// A win that was proved holds for all time. The best move of a margin must again be the only good one
/// in a long search; its line is found anew.
///
/// # Errors
/// If a line is not a puzzle of the game, or the journal cannot be used.
pub fn rate_again(
    game: &Game,
    settings: &PuzzleSettings,
    text: &str,
    run: &RateAgainRun<'_>,
    on_progress: &mut dyn FnMut(JobsProgress),
) -> Result<Option<PuzzlesAgain>, RateAgainError> {
    let mut puzzles = Vec::new();
    replace_puzzles(text, |puzzle| {
        puzzles.push(PlayedPuzzle::new(game, puzzle.clone())?);
        Ok(Some(puzzle))
    })?;
    let header = JobsHeader::new(
        "puzzles checked again",
        game.definition(),
        json!({
            "puzzles": hex::encode(Sha256::digest(text)),
            "nodes": settings.check_nodes,
            "engine": program_with_engine(game),
        }),
    );
    let how = JobsRun {
        journal: run.journal,
        jobs: puzzles.len() as u64,
        round: None,
        threads: run.threads,
        stop: run.stop,
    };
    let worker = || {
        let mut finder = PuzzleFinder::new(game, settings.clone());
        let puzzles = &puzzles;
        move |number| {
            let puzzle = puzzles.get(usize::try_from(number).ok()?)?;
            Some(again(&mut finder, puzzle).map(|puzzle| puzzle.to_string()))
        }
    };
    let mut checked: VecDeque<Option<String>> = VecDeque::new();
    let end = jobs::run(&header, &how, worker, &mut |event| {
        match event {
            JobsEvent::Result(_, line) => checked.push_back(Option::clone(line)),
            JobsEvent::Progress(progress) => on_progress(progress),
        }
        ControlFlow::Continue(())
    })?;
    if end == JobsEnd::Stopped {
        return Ok(None);
    }
    let mut again = PuzzlesAgain {
        text: String::new(),
        kept: 0,
        dropped: Vec::new(),
    };
    again.text = replace_puzzles(text, |puzzle| {
        let line = checked.pop_front().ok_or("it was not checked")?;
        let Some(line) = line else {
            again.dropped.push(puzzle.id);
            return Ok(None);
        };
        let new = Puzzle::read(&line).map_err(|error| error.to_string())?;
        if new.id != puzzle.id {
            return Err(format!("the journal has puzzle {} instead", new.id));
        }
        again.kept += 1;
        Ok(Some(new))
    })?;
    Ok(Some(again))
}
