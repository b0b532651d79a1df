//! The pieces on a board as a text: the first field of a position text.
//!
//! Ranks from the highest to 1 are separated by `/`. Within a rank, files go from a: upper case for
//! White, lower case for Black, decimal numbers for runs of empty cells, and `*` for a place
//! without a cell. Levels from the lowest are separated by `|`. A ring is one rank. A piece of
//! several cells has its letter on each of them.

use crate::{Piece, PieceSpec, Side, look_alike};
use hyperrook_geometry::{Board, Drawing, FaultList, Place};
use std::ops::Range;

/// A fault of a board text, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct BoardTextFault {
    /// The range of bytes at fault.
    pub at: Range<usize>,
    /// What is wrong, and what would be right.
    pub message: String,
}

/// Reads the pieces on a board, one entry per cell. White space is ignored.
pub fn parse_board(
    board: &Board,
    pieces: &[PieceSpec],
    text: &str,
) -> Result<Vec<Option<Piece>>, FaultList<BoardTextFault>> {
    let mut reader = BoardTextReader {
        board,
        pieces,
        cells: vec![None; board.len()],
        faults: Vec::new(),
        has_joined_numbers: false,
    };
    let (_, ranks, levels) = board.extent();
    let level_texts = split(text, 0, '|');
    if level_texts.len() != levels {
        reader.fault(
            0..text.len(),
            format!(
                "the text has {} {}, but the board has {levels}; `|` separates levels",
                level_texts.len(),
                plural(level_texts.len(), "level")
            ),
        );
    }
    for (level, (offset, level_text)) in level_texts.into_iter().enumerate().take(levels) {
        let rank_texts = split(level_text, offset, '/');
        if rank_texts.len() != ranks {
            reader.fault(
                offset..offset + level_text.len(),
                if reader.is_ring() {
                    format!(
                        "the text has {} parts between `/`, but a ring has no ranks; write its {} \
                         cells in one row, without `/`",
                        rank_texts.len(),
                        board.len()
                    )
                } else {
                    format!(
                        "the text has {} {}, but the board has {ranks}; `/` separates ranks, the \
                         highest comes first",
                        rank_texts.len(),
                        plural(rank_texts.len(), "rank")
                    )
                },
            );
            // It is no longer clear which rank is which.
            continue;
        }
        for (index, (offset, rank_text)) in rank_texts.into_iter().enumerate() {
            reader.rank(level, ranks - 1 - index, offset, rank_text);
        }
    }
    if reader.faults.is_empty() {
        Ok(reader.cells)
    } else {
        Err(reader.faults.into())
    }
}

/// Writes the pieces on a board, one entry per cell; the inverse of [`parse_board`]. Cells without
/// an entry are empty.
///
/// ```
/// use hyperrook_rules::{Game, format_board, parse_board};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let game = Game::shipped("chess").expect("a shipped game");
/// let start = game.start().setup();
/// let text = format_board(game.board(), game.definition().pieces(), &start.pieces);
/// assert!(text.starts_with("rnbqkbnr/pppppppp/8/"));
/// let pieces = parse_board(game.board(), game.definition().pieces(), &text)?;
/// assert_eq!(pieces, start.pieces);
/// # Ok(())
/// # }
/// ```
pub fn format_board(board: &Board, pieces: &[PieceSpec], cells: &[Option<Piece>]) -> String {
    let (files, ranks, levels) = board.extent();
    let mut text = String::new();
    for level in 0..levels {
        if level > 0 {
            text.push('|');
        }
        for rank in (0..ranks).rev() {
            let mut empty = 0;
            let flush = |text: &mut String, empty: &mut usize| {
                if *empty > 0 {
                    text.push_str(&empty.to_string());
                    *empty = 0;
                }
            };
            for file in 0..files {
                let cell = board.at(Place { level, rank, file });
                match cell.map(|cell| cells.get(cell.index()).copied().flatten()) {
                    Some(None) => empty += 1,
                    Some(Some(piece)) => {
                        flush(&mut text, &mut empty);
                        text.push(letter(pieces, piece));
                    }
                    None => {
                        flush(&mut text, &mut empty);
                        text.push('*');
                    }
                }
            }
            flush(&mut text, &mut empty);
            if rank > 0 {
                text.push('/');
            }
        }
    }
    text
}

/// A piece's letter: upper case for White, `?` for a kind that is not in the list.
fn letter(pieces: &[PieceSpec], piece: Piece) -> char {
    let letter = pieces.get(piece.kind.index()).map_or('?', |p| p.letter);
    match piece.side {
        Side::White => letter,
        Side::Black => letter.to_ascii_lowercase(),
    }
}

fn plural(count: usize, word: &str) -> String {
    format!("{word}{}", if count == 1 { "" } else { "s" })
}

/// The parts of a text, with their offsets in bytes.
fn split(text: &str, offset: usize, at: char) -> Vec<(usize, &str)> {
    let start = text.as_ptr() as usize;
    text.split(at)
        .map(|part| (offset + (part.as_ptr() as usize - start), part))
        .collect()
}

struct BoardTextReader<'a> {
    board: &'a Board,
    pieces: &'a [PieceSpec],
    cells: Vec<Option<Piece>>,
    faults: Vec<BoardTextFault>,
    /// Whether a rank has one digit for each empty cell: that is one fault for all ranks.
    has_joined_numbers: bool,
}

/// Signs that other programs write for an empty cell.
const EMPTY_SIGNS: [char; 3] = ['.', '-', '_'];
/// Longer runs of empty cells count as this long, so that sums cannot overflow.
const MAX_RUN: usize = 9999;

impl BoardTextReader<'_> {
    fn fault(&mut self, at: Range<usize>, message: String) {
        self.faults.push(BoardTextFault { at, message });
    }

    fn is_ring(&self) -> bool {
        matches!(self.board.drawing(), Drawing::Ring { .. })
    }

    /// Reads one rank.
    fn rank(&mut self, level: usize, rank: usize, offset: usize, text: &str) {
        let files = self.board.extent().0;
        if let Some((digits, sum)) = joined_numbers(text, files) {
            if !self.has_joined_numbers {
                let message = format!(
                    "`{0}` stands for {0} empty cells; write the sum of the digits, `{sum}`, here and \
                     wherever else digits stand side by side",
                    &text[digits.clone()]
                );
                self.fault(offset + digits.start..offset + digits.end, message);
            }
            self.has_joined_numbers = true;
            return;
        }
        let mut file = 0;
        let mut after_blank = false;
        let mut chars = text.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            if c.is_whitespace() {
                let rest = &text[at..];
                // What follows is looked at once for each run of blanks.
                let is_first = !after_blank;
                after_blank = true;
                if is_first && file == files && is_rest_of_position(rest) {
                    let message =
                        format!("only the board belongs here; leave out `{}`", rest.trim());
                    self.fault(offset + at..offset + text.len(), message);
                    return;
                }
                continue;
            }
            after_blank = false;
            if c == '[' {
                let message = "pieces in hand, in brackets, are not supported; leave them out";
                self.fault(offset + at..offset + text.len(), message.to_owned());
                return;
            }
            let at = offset + at..offset + at + c.len_utf8();
            let place = Place { level, rank, file };
            if c.is_ascii_digit() {
                let mut run = c as usize - '0' as usize;
                let mut end = at.end;
                while let Some((next, digit)) = chars.next_if(|(_, c)| c.is_ascii_digit()) {
                    run = (run * 10 + digit as usize - '0' as usize).min(MAX_RUN);
                    end = offset + next + 1;
                }
                if file <= files {
                    self.empty(place, run, c == '0', at.start..end);
                }
                file += run;
                continue;
            }
            file += 1;
            if file > files {
                continue;
            }
            let cell = self.board.at(place);
            let name = self.board.place_name(place);
            match (c, cell) {
                ('*', None) => {}
                ('*', Some(_)) => {
                    let message = format!("{name} is a cell, so it cannot be `*`; write `1`");
                    self.fault(at, message);
                }
                (_, cell) => match (self.piece(c), cell) {
                    (None, _) if EMPTY_SIGNS.contains(&c) => {
                        let mut run = 1;
                        while chars.next_if(|(_, next)| *next == c).is_some() {
                            run += 1;
                        }
                        file += run - 1;
                        let end = at.start + run;
                        let message = format!(
                            "`{c}` is not an empty cell; a number stands for empty cells in a row: write \
                             `{run}`"
                        );
                        self.fault(at.start..end, message);
                    }
                    (None, _) => {
                        let message = look_alike::fault(c).unwrap_or_else(|| self.no_piece(c));
                        self.fault(at, message);
                    }
                    (_, None) => {
                        let message = format!("{name} is not on the board; write `*`");
                        self.fault(at, message);
                    }
                    (piece, Some(cell)) => self.cells[cell.index()] = piece,
                },
            }
        }
        if file != files {
            let at = offset..offset + text.len();
            let found = if file < MAX_RUN {
                format!("{file} {}", plural(file, "cell"))
            } else {
                format!("{MAX_RUN} cells or more")
            };
            let message = if self.is_ring() {
                format!("the text has {found}, but the ring has {files}")
            } else {
                format!(
                    "the text of rank {} has {found}, but the board has {files} there",
                    rank + 1
                )
            };
            self.fault(at, message);
        }
    }

    /// Reads a run of empty cells that begins at a place.
    fn empty(&mut self, from: Place, run: usize, zero: bool, at: Range<usize>) {
        if zero {
            let message = "the number of empty cells must be 1 or more".to_owned();
            self.fault(at, message);
            return;
        }
        let end = (from.file + run).min(self.board.extent().0);
        for file in from.file..end {
            let place = Place { file, ..from };
            if self.board.at(place).is_none() {
                let name = self.board.place_name(place);
                let message = format!("{name} is not on the board; write `*` there");
                self.fault(at, message);
                return;
            }
        }
    }

    fn no_piece(&self, c: char) -> String {
        let letters: String = self.pieces.iter().map(|piece| piece.letter).collect();
        format!(
            "{} is not a piece of this game; the letters are {letters}, and {} for Black",
            look_alike::named(c),
            letters.to_ascii_lowercase()
        )
    }

    fn piece(&self, c: char) -> Option<Piece> {
        let side = if c.is_ascii_uppercase() {
            Side::White
        } else {
            Side::Black
        };
        let upper = c.to_ascii_uppercase();
        let index = self.pieces.iter().position(|piece| piece.letter == upper)?;
        Some(Piece {
            side,
            kind: crate::Kind::new(index)?,
        })
    }
}

/// Where the first number of several digits stands in the text of a rank, and the sum of its digits,
/// if the rank has the right number of cells only when each digit counts for itself: `111` for
/// three empty cells.
fn joined_numbers(text: &str, files: usize) -> Option<(Range<usize>, usize)> {
    let (mut cells, mut cells_by_digit) = (0, 0);
    let mut first = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if c.is_whitespace() {
            continue;
        }
        let Some(digit) = c.to_digit(10) else {
            cells += 1;
            cells_by_digit += 1;
            continue;
        };
        let (mut number, mut sum, mut end) = (digit as usize, digit as usize, at + 1);
        while let Some((next, digit)) = chars.next_if(|(_, c)| c.is_ascii_digit()) {
            let digit = digit as usize - '0' as usize;
            number = (number * 10 + digit).min(MAX_RUN);
            sum += digit;
            end = next + 1;
        }
        cells += number;
        cells_by_digit += sum;
        if end > at + 1 && first.is_none() {
            first = Some((at..end, sum));
        }
    }
    first.filter(|_| cells != files && cells_by_digit == files)
}

/// Whether a text continues like a position text after the board, with the side to move.
fn is_rest_of_position(text: &str) -> bool {
    matches!(text.split_whitespace().next(), Some("w" | "b"))
}
