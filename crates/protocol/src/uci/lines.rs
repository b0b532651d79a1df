//! Formats results of searches and descriptions of positions.

use crate::text::{bound, move_text, move_texts, size};
use hyperrook_notation::position::format_position;
use hyperrook_rules::{Definition, Game, History, Move, Outcome, Position, Side};
use hyperrook_search::{Chances, Evaluation, Info, PieceWorth, Score};

/// A line that was found: `info depth … pv …`, with the chances of a win, a draw and a loss (`wdl`)
/// if they are requested.
pub(super) fn info(game: &Game, info: &Info, with_chances: bool) -> String {
    let score = score(info.score);
    let chances = if with_chances {
        let Chances { win, draw, loss } = info.chances;
        format!(" wdl {win} {draw} {loss}")
    } else {
        String::new()
    };
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {score}{}{chances} nodes {} nps {} hashfull {} time {}",
        info.depth_plies,
        info.selective_depth_plies,
        info.line,
        bound(info.bound, [" lowerbound", " upperbound"]),
        info.nodes,
        info.nodes_per_second(),
        info.hash_permille,
        info.time.as_millis(),
    );
    if !info.moves.is_empty() {
        line += " pv ";
        line += &move_texts(game, &info.moves);
    }
    line
}

fn score(score: Score) -> String {
    match score {
        Score::Centipawns(score) => format!("cp {score}"),
        Score::Mate(moves) => format!("mate {moves}"),
    }
}

/// The answer to `go`. If the game is over, the move is `(none)`, which programs understand.
pub(super) fn best_move(game: &Game, best: Option<Move>, ponder: Option<Move>) -> String {
    let best_text = best.map_or("(none)".to_owned(), |mv| move_text(game, mv));
    match ponder.filter(|_| best.is_some()) {
        Some(mv) => format!("bestmove {best_text} ponder {}", move_text(game, mv)),
        None => format!("bestmove {best_text}"),
    }
}

/// The score of a position in which the game is over, for the side to move.
pub(super) fn ended(position: &Position, outcome: Outcome) -> String {
    let score = match outcome.winner {
        None => "cp 0",
        Some(side) if side == position.turn() => "mate 1",
        Some(_) => "mate 0",
    };
    format!("info depth 0 score {score}")
}

/// The description of a game, in the format of engines for chess variants.
pub(super) fn variant(game: &Game) -> String {
    let definition = game.definition();
    format!(
        "info string variant {} {} startpos {}",
        definition.name(),
        size(definition),
        format_position(&game.start())
    )
}

/// The answer to `d`.
pub(super) fn position(history: &History, drawn: &str) -> Vec<String> {
    let position = history.position();
    let definition = position.game().definition();
    let changed: Vec<String> = definition
        .changed_options()
        .map(|option| format!(" {}={}", option.name, option.value))
        .collect();
    let checkers: Vec<String> = position
        .checkers()
        .iter()
        .map(|cell| definition.board().name(cell))
        .collect();
    let outcome = match history.outcome() {
        Some(outcome) => format!("{} {{{}}}", crate::text::result(outcome), outcome.reason),
        None => "none".to_owned(),
    };
    let mut lines: Vec<String> = drawn
        .lines()
        .map(|line| line.trim_end().to_owned())
        .collect();
    lines.extend([
        String::new(),
        format!("Variant: {}{}", definition.name(), changed.concat()),
        format!("Fen: {}", format_position(position)),
        format!("Key: {:016X}", position.zobrist_key()),
        format!("Checkers: {}", checkers.join(" "))
            .trim_end()
            .to_owned(),
        format!("Occurrences: {}", history.occurrences()),
        format!("Outcome: {outcome}"),
    ]);
    lines
}

/// The second part of the answer to `eval`: the worth of each piece where it stands, with the
/// pieces of each side on one line.
pub(super) fn piece_worths(definition: &Definition, worths: &[PieceWorth]) -> Vec<String> {
    let of_side = |side: Side| {
        let own = worths.iter().filter(|worth| worth.piece.side == side);
        let mut own: Vec<&PieceWorth> = own.collect();
        own.sort_by_key(|worth| std::cmp::Reverse(worth.worth_cp));
        let pieces = own.into_iter().map(|worth| {
            let letter = definition.piece(worth.piece.kind).letter;
            let cell = definition.board().name(worth.cell);
            format!("{letter}{cell} {:.2}", f64::from(worth.worth_cp) / 100.0)
        });
        format!("{side} pieces: {}", pieces.collect::<Vec<_>>().join(", "))
    };
    Side::BOTH.into_iter().map(of_side).collect()
}

/// The answer to `eval`.
pub(super) fn evaluation(evaluation: &Evaluation) -> Vec<String> {
    let pawns = |score_cp: i32| format!("{:+.2}", f64::from(score_cp) / 100.0);
    let widest = evaluation
        .terms
        .iter()
        .map(|(name, _)| name.chars().count());
    let width = widest.max().unwrap_or(0);
    let terms = evaluation.terms.iter();
    terms
        .map(|(name, score_cp)| format!("{name:width$} {:>8}", pawns(*score_cp)))
        .chain([format!(
            "Evaluation: {} (White's side)",
            pawns(evaluation.score_cp)
        )])
        .collect()
}

/// The answer to `moves`.
pub(super) fn moves(position: &Position) -> String {
    let moves = position.moves();
    let mut texts: Vec<String> = moves
        .iter()
        .map(|&mv| move_text(position.game(), mv))
        .collect();
    texts.sort();
    format!("Moves {}: {}", texts.len(), texts.join(" "))
        .trim_end()
        .to_owned()
}
