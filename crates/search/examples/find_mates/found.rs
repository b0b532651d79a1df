//! A position with a forced win, and its theme.

use crate::brute::{Solver, Win, line};
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::position::format_position;
use hyperrook_rules::{MoveClass, Position};

/// A class of positions, by the number of pieces and of moves to the win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    /// At least half of the pieces of the starting position are left.
    Full(u32),
    /// Few pieces are left.
    Sparse(u32),
}

impl Class {
    /// Whether most pieces are left.
    pub(crate) fn is_full(self) -> bool {
        matches!(self, Class::Full(_))
    }
}

/// A position with a forced win.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) class: Class,
    /// The number of the game or climb that it comes from.
    pub(crate) source: u64,
    /// How the game is won. Positions with different themes are preferred.
    pub(crate) theme: String,
    pub(crate) text: String,
    pub(crate) moves: u32,
    pub(crate) first: Vec<String>,
}

impl Found {
    /// Describes a position and its win.
    pub(crate) fn new(class: Class, source: u64, position: &Position, win: &Win) -> Found {
        let definition = position.game().definition();
        let mut first: Vec<String> = win
            .first
            .iter()
            .map(|&mv| format_move(definition, mv, CellStyle::Plain))
            .collect();
        first.sort();
        Found {
            class,
            source,
            theme: theme(position, win),
            text: format_position(position),
            moves: win.moves,
            first,
        }
    }
}

/// The theme of a win: the piece and class of the last move, how the game ends, the losing royal
/// piece, and special moves in the line.
fn theme(position: &Position, win: &Win) -> String {
    let definition = position.game().definition();
    let mut now = position.clone();
    let mut theme = String::new();
    let line = line(position, win);
    for (at, &mv) in line.iter().enumerate() {
        if mv.class() > MoveClass::DoubleStep {
            theme += &format!("{:?} ", mv.class());
        }
        if let Some(kind) = mv.promotion() {
            theme += &format!("={} ", definition.piece(kind).letter);
        }
        if at + 1 == line.len()
            && let Some(piece) = now.piece(mv.origin())
        {
            theme.push(definition.piece(piece.kind).letter);
        }
        now.play(mv).expect("a legal move");
    }
    if let Some(outcome) = now.outcome() {
        theme += &format!(" {}", outcome.reason);
    }
    let royal = now.royal_cells(now.turn()).first();
    if let Some(piece) = royal.and_then(|cell| now.piece(cell)) {
        theme.push(' ');
        theme.push(definition.piece(piece.kind).letter);
    }
    theme
}

/// Solves a position; `None` if that needs more positions than the limit.
pub(crate) fn solve(
    solver: &mut Solver,
    position: &Position,
    most: u32,
    limit: u64,
) -> Option<Win> {
    solver.solve(position, most, limit).ok().flatten()
}
