//! `hyperrook puzzles`: make puzzles from games of the engine.

use super::progress::RunProgress;
use super::run_folder::write_whole;
use super::stop::{STOPPED, check_stopped, stop_flag, stopped};
use crate::args::{PuzzlesArgs, thread_count};
use crate::error::{CommandError, CommandResult};
use crate::{load, words};
use hyperrook_lab::puzzles::{
    FileError, PuzzleFile, PuzzleMaker, PuzzleSettings, RateAgainError, RateAgainRun,
    check_nodes_of, rate_again,
};
use hyperrook_notation::position::parse_position;
use hyperrook_rules::{Game, Position};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;

pub(super) fn run(args: &PuzzlesArgs, out: &mut dyn Write) -> CommandResult {
    let game = load::load(&args.game.game, &args.game.options.options)?.game;
    let settings = PuzzleSettings {
        seed: args.seed,
        check_nodes: args.nodes,
        scan_nodes: args.scan_nodes,
        proof_positions: args.proof_positions,
        max_plies: args.max_plies,
        themes: args.themes.clone(),
    };
    let path = args.out.display().to_string();
    let failed = |error| file_failed(&path, error);
    if args.again {
        return again(args, &game, &settings, out);
    }
    let positions = match &args.positions {
        Some(path) => Some(read_positions(&game, path)?),
        None => None,
    };
    let (source, noun) = if positions.is_some() {
        ("given positions", "given position")
    } else {
        ("games", "game")
    };
    let mut file =
        PuzzleFile::open(&args.out, game.definition(), source, &settings).map_err(failed)?;
    let stop = stop_flag()?;
    let mut maker = PuzzleMaker::new(&game, settings);
    let most = positions
        .as_ref()
        .map_or(args.games, |list| list.len() as u64);
    while file.puzzles.len() < args.count && file.next < most {
        let number = file.next;
        let mut puzzles = match &positions {
            Some(list) => {
                let position = list.get(number as usize);
                position
                    .and_then(|position| maker.position(position))
                    .into_iter()
                    .collect()
            }
            None => maker.game(number),
        };
        if stop.load(Ordering::Relaxed) {
            break;
        }
        puzzles.truncate(args.count - file.puzzles.len());
        file.add(puzzles).map_err(|error| failed(error.into()))?;
        note!(
            "{}: {}",
            words::count(file.next as usize, noun),
            words::count(file.puzzles.len(), "puzzle")
        );
    }
    writeln!(
        out,
        "{} from {} in {path}",
        words::count(file.puzzles.len(), "puzzle"),
        words::count(file.next as usize, noun)
    )?;
    check_stopped(&stop, STOPPED)
}

/// Checks the puzzles of a file with today's engine.
fn again(
    args: &PuzzlesArgs,
    game: &Game,
    settings: &PuzzleSettings,
    out: &mut dyn Write,
) -> CommandResult {
    let path = args.out.display().to_string();
    let _lock = PuzzleFile::lock(&args.out).map_err(|error| file_failed(&path, error))?;
    let text = load::read(&args.out)?;
    let check_nodes = check_nodes_of(&text).unwrap_or(settings.check_nodes);
    let settings = &PuzzleSettings {
        check_nodes,
        ..settings.clone()
    };
    let stop = stop_flag()?;
    let journal = RateAgainRun::journal_beside(&args.out, &text, game, settings);
    let run = RateAgainRun {
        threads: thread_count(args.threads),
        journal: Some(&journal),
        stop: &stop,
    };
    let mut progress = RunProgress::new("puzzles").finishing(&stop);
    let rated = rate_again(game, settings, &text, &run, &mut |now| {
        progress.report(&now)
    });
    let rated = rated.map_err(|error| match error {
        RateAgainError::File(error) => file_failed(&path, error),
        error => CommandError::Data(error.to_string()),
    })?;
    progress.end_line();
    let Some(again) = rated else {
        return Err(stopped(
            "stopped; the file is as it was. Run the same command to continue",
        ));
    };
    write_whole(&args.out, &again.text)?;
    RateAgainRun::remove_journals(&args.out)
        .map_err(|error| CommandError::file(&journal, error))?;
    let kept = again.kept;
    if again.dropped.is_empty() {
        writeln!(
            out,
            "{kept} puzzles in {path} hold; their themes and ratings are new"
        )?;
    } else {
        let dropped = again.dropped.join(", ");
        writeln!(
            out,
            "{kept} puzzles in {path} hold; {dropped} no longer do and are left out"
        )?;
    }
    Ok(())
}

fn file_failed(path: &str, error: FileError) -> CommandError {
    match error {
        FileError::Io(error) => CommandError::File {
            path: path.to_owned(),
            error,
        },
        error => CommandError::Data(format!("{path}: {error}")),
    }
}

/// The positions of a file: each line up to the first `;`. Comments begin with `#`.
fn read_positions(game: &Game, path: &Path) -> CommandResult<Vec<Position>> {
    let name = path.display().to_string();
    let text = load::read(path)?;
    let mut positions = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let position = line.split(';').next().unwrap_or("").trim();
        if position.is_empty() || line.starts_with('#') {
            continue;
        }
        let read = parse_position(game, position)
            .map_err(|error| CommandError::Data(format!("{name}:{}: {error}", i + 1)))?;
        positions.push(read);
    }
    Ok(positions)
}
