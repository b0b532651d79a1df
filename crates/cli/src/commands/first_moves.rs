//! `hyperrook first-moves`: measures how good each first move is.

use super::common::{check_complete, check_start, jobs_failed, json, options_text};
use super::explain::kind;
use super::progress::RunProgress;
use super::run_folder::{check_folder, default_folder, write_run};
use super::stop::stop_flag;
use crate::args::FirstMovesArgs;
use crate::error::{CommandError, CommandResult};
use crate::{load, texts, words};
use hyperrook_lab::first_moves::{FirstMovesError, FirstMovesRun, FirstMovesSettings, compare};
use hyperrook_rules::{Game, Kind, Move, Position};
use std::collections::BTreeSet;
use std::io::Write;

pub(super) fn run(args: &FirstMovesArgs, out: &mut dyn Write) -> CommandResult {
    let game = load::load(&args.game.game, &args.game.options.options)?.game;
    check_start(&game)?;
    crate::engine::use_network(&args.network, &game)?;
    let definition = game.definition();
    let settings = FirstMovesSettings {
        moves: chosen(&game, args)?,
        nodes: args.nodes,
        opening_plies: args.opening_plies,
        seed: args.jobs.seed,
    };
    let name = || default_folder(definition, ".first-moves");
    let folder = args.out.clone().unwrap_or_else(name);
    check_folder(&folder, "first-moves.journal")?;
    let stop = stop_flag()?;
    let how = FirstMovesRun {
        games: args.games,
        threads: args.jobs.threads.count(),
        folder: Some(&folder),
        stop: &stop,
    };
    note!(
        "first moves of {}{}: {} of each; in {}",
        definition.name(),
        options_text(definition),
        words::count(args.games as usize, "game"),
        folder.display()
    );
    let mut progress = RunProgress::new("games").finishing(&stop);
    let compared = compare(&game, &settings, &how, &mut |now| progress.report(&now));
    let (results, end, report) = compared.map_err(failed)?;
    progress.end_line();
    // A fifth of all games.
    if 5 * report.repeated > args.games * report.moves.len() as u64 {
        note!(
            "{} games repeat an opening and do not count; a larger --opening-plies gives more openings",
            report.repeated
        );
    }
    let markdown = report.markdown();
    write_run(&folder, "first-moves.json", &results, &report, &markdown)?;
    if args.json {
        json(out, &serde_json::to_value(&report)?)?;
    } else {
        write!(out, "{markdown}")?;
    }
    check_complete(end)
}

/// The first moves that the arguments name; none to compare all.
fn chosen(game: &Game, args: &FirstMovesArgs) -> CommandResult<Vec<Move>> {
    let start = game.start();
    let mut chosen = Vec::new();
    for text in &args.moves {
        let mv = texts::read_move(&start, text)
            .map_err(|error| CommandError::Usage(format!("--moves {text}: {error}")))?;
        chosen.push(mv);
    }
    for text in &args.piece {
        let kind = kind(game.definition(), text).map_err(|error| {
            CommandError::Usage(format!(
                "--piece {text}: {}",
                error.message().unwrap_or_default()
            ))
        })?;
        let moves = start.moves().into_iter();
        let moves: Vec<Move> = moves
            .filter(|&mv| moving(&start, mv) == Some(kind))
            .collect();
        if moves.is_empty() {
            return Err(cannot_move_first(&start, text, kind));
        }
        chosen.extend(moves);
    }
    Ok(chosen)
}

/// The kind of the piece that makes a move.
fn moving(position: &Position, mv: Move) -> Option<Kind> {
    Some(position.piece(mv.origin())?.kind)
}

fn cannot_move_first(start: &Position, text: &str, kind: Kind) -> CommandError {
    let definition = start.game().definition();
    let moves = start.moves().into_iter();
    let kinds: BTreeSet<Kind> = moves.filter_map(|mv| moving(start, mv)).collect();
    let others: Vec<String> = kinds
        .into_iter()
        .map(|kind| definition.piece(kind))
        .map(|piece| format!("{} ({})", piece.name, piece.letter))
        .collect();
    CommandError::Usage(format!(
        "--piece {text}: no {} can move first in {}; these can: {}",
        definition.piece(kind).name,
        definition.name(),
        words::list(&others, "and")
    ))
}

fn failed(error: FirstMovesError) -> CommandError {
    match error {
        FirstMovesError::Jobs(error) => jobs_failed(error, "--out"),
        error => CommandError::Data(error.to_string()),
    }
}
