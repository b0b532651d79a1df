//! Move text: origin, destination and, for a promotion, a lower-case letter.
//!
//! `e4e5`, `i20i21q`, `xa1xc1e`. Cells can be named plainly or, where the game
//! has them, by addresses: `22122312`. Reading takes both, even mixed.

use crate::fault::{TextFault, quote};
use crate::refusal::{self, Refusal};
use hyperrook_geometry::{Board, Cell};
use hyperrook_rules::{Definition, Kind, Move, Position};
use thiserror::Error;

pub use crate::reading::Reading;

/// How cells are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum CellStyle {
    /// By their names in the drawing: `e4`, `xb4`.
    #[default]
    Plain,
    /// By their addresses, in games that have them: `2212`. In other games by their names.
    Address,
}

/// Why a text is not a legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveTextError {
    /// The text cannot be read as a move of this game.
    #[error("{0}")]
    Unreadable(TextFault),
    /// The text is a move, but not a legal one.
    #[error("{0}")]
    Refused(Box<Refusal>),
}

/// The maximum length of a move text, above that of two cell names and a letter.
const MAX_LEN: usize = 40;

/// Writes a move of a position of this game. The text for a move of another game is meaningless.
pub fn format_move(definition: &Definition, mv: Move, style: CellStyle) -> String {
    let mut text = format_cell(definition.board(), mv.origin(), style);
    text += &format_cell(definition.board(), mv.destination(), style);
    if let Some(kind) = mv.promotion() {
        text.push(definition.piece(kind).letter.to_ascii_lowercase());
    }
    text
}

/// Writes many moves of a game as [`format_move`] does, faster: it keeps the names of the cells.
///
/// ```
/// use hyperrook_notation::moves::{CellStyle, MoveWriter};
/// use hyperrook_rules::Game;
///
/// let game = Game::shipped("chess").expect("a shipped game");
/// let writer = MoveWriter::new(game.definition(), CellStyle::Plain);
/// let mut text = String::new();
/// writer.write(game.start().moves()[0], &mut text);
/// assert_eq!(text, "a2a3");
/// ```
#[derive(Clone, Debug)]
pub struct MoveWriter {
    /// The names of the cells.
    cells: Vec<String>,
    /// The letters of promotions.
    letters: Vec<char>,
}

impl MoveWriter {
    /// A writer for the moves of a game.
    pub fn new(definition: &Definition, style: CellStyle) -> MoveWriter {
        let board = definition.board();
        let kinds = definition.pieces().iter();
        MoveWriter {
            cells: board
                .cells()
                .map(|cell| format_cell(board, cell, style))
                .collect(),
            letters: kinds.map(|kind| kind.letter.to_ascii_lowercase()).collect(),
        }
    }

    /// Appends a move of a position of the game to a text.
    ///
    /// # Panics
    /// May panic for a move of another game.
    pub fn write(&self, mv: Move, text: &mut String) {
        text.push_str(&self.cells[mv.origin().index()]);
        text.push_str(&self.cells[mv.destination().index()]);
        if let Some(kind) = mv.promotion() {
            text.push(self.letters[kind.index()]);
        }
    }
}

/// Writes a cell.
pub fn format_cell(board: &Board, cell: Cell, style: CellStyle) -> String {
    match style {
        CellStyle::Plain => board.name(cell),
        CellStyle::Address => board.address(cell).unwrap_or_else(|| board.name(cell)),
    }
}

/// Reads a move of a position.
///
/// A hyphen between the cells, `=` before the promotion letter and an upper-case promotion letter
/// are accepted too.
///
/// # Errors
/// Says where the text cannot be read, or why the move is not legal.
///
/// ```
/// use hyperrook_notation::moves::{CellStyle, format_move, parse_move};
/// use hyperrook_rules::Game;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let game = Game::shipped("chess").expect("a shipped game");
/// let mut position = game.start();
/// let mv = parse_move(&position, "e2e4")?;
/// assert_eq!(format_move(game.definition(), mv, CellStyle::Plain), "e2e4");
/// position.play(mv)?;
/// assert!(parse_move(&position, "e7e4").is_err());
/// # Ok(())
/// # }
/// ```
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    let readings =
        read_move(position.game().definition(), text).map_err(MoveTextError::Unreadable)?;
    let legal = readings.iter().find_map(|reading| reading.legal(position));
    legal.ok_or_else(|| {
        // A reading that moves a piece of the side to move is more likely.
        let own = |reading: &&Reading| {
            let piece = position.piece(reading.origin);
            piece.is_some_and(|piece| piece.side == position.turn())
        };
        let reading = readings.iter().find(own).unwrap_or(&readings[0]);
        MoveTextError::Refused(Box::new(refusal::refuse(position, *reading)))
    })
}

/// Reads a move text without a position. There is at least one reading. A second one is possible
/// only where plain names and addresses, or addresses of different lengths, can be confused. The
/// likeliest reading comes first.
///
/// # Errors
/// Says what cannot be read, and where.
pub fn read_move(definition: &Definition, text: &str) -> Result<Vec<Reading>, TextFault> {
    let board = definition.board();
    let start = text.len() - text.trim_start().len();
    let text = text.trim();
    if text.is_empty() || text.len() > MAX_LEN {
        return Err(TextFault::new(
            start..start + text.len(),
            format!("{} is not a move", quote(text)),
            format!("write origin and destination, such as `{}`", example(board)),
        ));
    }
    let (cells, promotion) =
        split_promotion(definition, text).map_err(|fault| shift(fault, start))?;
    let mut readings: Vec<(bool, Reading)> = Vec::new();
    for (at, _) in cells.char_indices().skip(1) {
        let (origin, rest) = cells.split_at(at);
        let rest = rest.strip_prefix('-').unwrap_or(rest);
        if let (Some(from), Some(to)) = (board.cell(origin), board.cell(rest)) {
            let address = |name: &str| name.starts_with(|c: char| c.is_ascii_digit());
            let alike = address(origin) == address(rest)
                && (!address(origin) || origin.len() == rest.len());
            let reading = Reading {
                origin: from,
                destination: to,
                promotion,
            };
            readings.push((!alike, reading));
        }
    }
    if readings.is_empty() {
        return Err(shift(unreadable(board, cells), start));
    }
    readings.sort_by_key(|&(mixed, _)| mixed);
    Ok(readings.into_iter().map(|(_, reading)| reading).collect())
}

/// Splits off the promotion letter.
fn split_promotion<'t>(
    definition: &Definition,
    text: &'t str,
) -> Result<(&'t str, Option<Kind>), TextFault> {
    // Names and addresses end with digits, so a letter at the end is a promotion.
    let Some(letter) = text.chars().next_back().filter(char::is_ascii_alphabetic) else {
        return Ok((text, None));
    };
    let cells = &text[..text.len() - 1];
    match definition.kind(letter) {
        Some(kind) => Ok((cells.strip_suffix('=').unwrap_or(cells), Some(kind))),
        None => {
            let letters: String = definition
                .pieces()
                .iter()
                .map(|piece| piece.letter)
                .collect();
            Err(TextFault::new(
                cells.len()..text.len(),
                format!("the game has no piece `{letter}`"),
                format!(
                    "a promotion is one of the letters `{}`",
                    letters.to_ascii_lowercase()
                ),
            ))
        }
    }
}

fn shift(fault: TextFault, by: usize) -> TextFault {
    TextFault {
        at: fault.at.start + by..fault.at.end + by,
        ..fault
    }
}

/// The fault of a text that cannot be split into two cells.
fn unreadable(board: &Board, cells: &str) -> TextFault {
    let right = format!("write origin and destination, such as `{}`", example(board));
    let Some((_, rest)) = board.cell_prefix(cells) else {
        let end = name_end(cells);
        return TextFault::new(
            0..end,
            format!("this board has no cell {}", quote(&cells[..end])),
            right,
        );
    };
    let at = cells.len() - rest.len();
    let wrong = if rest.is_empty() {
        "the destination is missing".to_owned()
    } else {
        format!(
            "this board has no cell {}",
            quote(rest.strip_prefix('-').unwrap_or(rest))
        )
    };
    TextFault::new(at..cells.len(), wrong, right)
}

/// The end of the first part of a text that looks like a cell name: letters, then digits.
fn name_end(text: &str) -> usize {
    let letters = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    let rest = letters.trim_start_matches(|c: char| c.is_ascii_digit());
    text.len() - rest.len()
}

/// A text that names two cells of the board.
fn example(board: &Board) -> String {
    let mut cells = board.cells();
    let (from, to) = (cells.next(), cells.next_back());
    from.into_iter()
        .chain(to)
        .map(|cell| board.name(cell))
        .collect()
}
