//! Writing short notation.

use super::{Candidate, candidates, castles_right, file_and_rank, pawn};
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_rules::{Kind, Move, Position, Reason};
use std::collections::HashMap;

/// Writes a legal move of a position. Different legal moves of one position have different texts.
/// The text of a move that is not legal in this position is meaningless.
///
/// ```
/// use hyperrook_notation::short::{format_short, parse_short};
/// use hyperrook_rules::Game;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let game = Game::shipped("chess").expect("a shipped game");
/// let position = game.start();
/// let mv = parse_short(&position, "Nf3")?;
/// assert_eq!(format_short(&position, mv), "Nf3");
/// # Ok(())
/// # }
/// ```
pub fn format_short(position: &Position, mv: Move) -> String {
    let rivals = Rivals::of_move(position, &candidates(position), mv);
    let mark = position.after(mv).map_or("", |after| mark(&after));
    body(position, &rivals, mv) + mark
}

/// Writes all legal moves of a position, which is faster than one by one.
pub fn format_short_all(position: &Position) -> Vec<(Move, String)> {
    let texts = format_short_with_captures(position).into_iter();
    texts.map(|(mv, text, _)| (mv, text)).collect()
}

/// Writes all legal moves of a position, and lists the cells of the pieces that each captures.
pub fn format_short_with_captures(position: &Position) -> Vec<(Move, String, CellSet)> {
    let rivals = Rivals::new(position, candidates(position));
    position
        .moves_and_positions()
        .map(|(mv, captures, after)| {
            let text = body_of(position, &rivals, mv, captures.any()) + mark(&after);
            (mv, text, captures)
        })
        .collect()
}

/// The text without the mark of check or mate.
pub(super) fn body(position: &Position, rivals: &Rivals, mv: Move) -> String {
    body_of(position, rivals, mv, position.captures(mv).any())
}

/// The same, if it is already known whether the move captures.
fn body_of(position: &Position, rivals: &Rivals, mv: Move, captures: bool) -> String {
    let definition = position.game().definition();
    match castles_right(definition, mv) {
        Some(true) => return "O-O".to_owned(),
        Some(false) => return "O-O-O".to_owned(),
        None => {}
    }
    let Some(piece) = position.piece(mv.origin()) else {
        // Not a move of this position: write its cells.
        return definition.board().name(mv.origin()) + &definition.board().name(mv.destination());
    };
    let mut text = String::new();
    let is_pawn = pawn(definition) == Some(piece.kind);
    if !is_pawn {
        text.push(definition.piece(piece.kind).letter);
    }
    text += &origin(position, rivals, mv, is_pawn && captures);
    let destination = definition.board().name(mv.destination());
    if captures {
        text.push('x');
    } else if looks_like_capture(&text, &destination) {
        text.push('-');
    }
    text += &destination;
    if let Some(kind) = mv.promotion() {
        text.push('=');
        text.push(definition.piece(kind).letter);
    }
    text
}

/// Whether people would read a move without a capture as one, because a level, file or sector is
/// called `x`: `Cxb6` would be a move to `xb6`.
fn looks_like_capture(before: &str, destination: &str) -> bool {
    !before.is_empty() && (before.contains('x') || destination.starts_with('x'))
}

/// The legal moves of a position by what they share with others from which they must be told
/// apart. Compared one with another, thousands of moves would take seconds.
pub(super) struct Rivals(HashMap<RivalKey, Vec<Cell>>);

/// A kind, a destination and what the piece becomes.
type RivalKey = (Kind, Cell, Option<Kind>);

impl Rivals {
    /// The rivals of all these moves.
    pub(super) fn new(position: &Position, all: impl IntoIterator<Item = Candidate>) -> Rivals {
        let definition = position.game().definition();
        let mut origins: HashMap<RivalKey, Vec<Cell>> = HashMap::new();
        for candidate in all {
            let mv = candidate.mv;
            if castles_right(definition, mv).is_none() {
                let key = (candidate.kind, mv.destination(), mv.promotion());
                origins.entry(key).or_default().push(mv.origin());
            }
        }
        Rivals(origins)
    }

    /// The rivals of one move alone, for which a table of all would be too much work.
    pub(super) fn of_move(position: &Position, all: &[Candidate], mv: Move) -> Rivals {
        let goes_there = |rival: &&Candidate| rival.mv.destination() == mv.destination();
        Rivals::new(position, all.iter().filter(goes_there).copied())
    }

    /// The origins of other pieces of the kind that can make the same move.
    fn of(&self, kind: Option<Kind>, mv: Move) -> impl Iterator<Item = Cell> {
        let key = kind.map(|kind| (kind, mv.destination(), mv.promotion()));
        let origins = key.and_then(|key| self.0.get(&key)).into_iter().flatten();
        origins
            .copied()
            .filter(move |&origin| origin != mv.origin())
    }
}

/// The part of the origin that is needed.
fn origin(position: &Position, rivals: &Rivals, mv: Move, always: bool) -> String {
    let board = position.game().board();
    let kind = position.piece(mv.origin()).map(|piece| piece.kind);
    let rivals: Vec<_> = rivals.of(kind, mv).map(|cell| board.place(cell)).collect();
    if rivals.is_empty() && !always {
        return String::new();
    }
    let Some((file, rank)) = file_and_rank(board, mv.origin()) else {
        return board.name(mv.origin());
    };
    let own = board.place(mv.origin());
    if rivals.iter().all(|rival| rival.file != own.file) {
        file
    } else if !always && rivals.iter().all(|rival| rival.rank != own.rank) {
        rank
    } else {
        file + &rank
    }
}

/// The mark of check or mate of the move that led to a position.
fn mark(after: &Position) -> &'static str {
    if !after.in_check() {
        return "";
    }
    let outcome = after.outcome();
    if outcome.is_some_and(|outcome| outcome.reason == Reason::Checkmate) {
        "#"
    } else {
        "+"
    }
}
