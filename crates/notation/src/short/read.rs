//! Reading short notation.

use super::write::{Rivals, body};
use super::{Candidate, candidates, castles_right, file_and_rank, pawn};
use crate::fault::quote;
use crate::moves::{CellStyle, format_move};
use crate::reading::Reading;
use crate::refusal::{self, Refusal};
use hyperrook_geometry::Cell;
use hyperrook_rules::{Castling, Definition, Kind, Move, MoveClass, Position};
use std::ops::Range;
use thiserror::Error;

/// Why a text is not a move in short notation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ShortError {
    /// The text cannot be read as a move of this game.
    #[error("{text} is not a move: {wrong}")]
    #[non_exhaustive]
    Unreadable {
        /// The text, quoted.
        text: String,
        /// The bytes of the text that are at fault.
        at: Range<usize>,
        /// What is wrong, and what would be right.
        wrong: String,
    },
    /// The text is a null move, by which records of other programs pass.
    #[error("{text} is a null move: it stands for a pass, and every turn needs a move")]
    #[non_exhaustive]
    NullMove {
        /// The text, quoted.
        text: String,
        /// The bytes of the text that are at fault.
        at: Range<usize>,
    },
    /// No piece of the side to move can make the move.
    #[error("{text} is not a legal move: {}", reasons(.refusals, .others.as_deref()))]
    #[non_exhaustive]
    NoMove {
        /// The text, quoted.
        text: String,
        /// The bytes of the text that are at fault.
        at: Range<usize>,
        /// Why the pieces that could be meant cannot make the move: at most two reasons, the
        /// likeliest first.
        refusals: Vec<Refusal>,
        /// What is true of all other pieces that could be meant, if there are any:
        /// `no other pawn can go to e5`.
        others: Option<String>,
    },
    /// Several legal moves could be meant.
    #[error("{text} can mean {}", .candidates.join(" or "))]
    #[non_exhaustive]
    Ambiguous {
        /// The text, quoted.
        text: String,
        /// The bytes of the text that are at fault.
        at: Range<usize>,
        /// The moves in unambiguous short notation, without marks of check.
        candidates: Vec<String>,
    },
    /// The capture sign stands where nothing is captured.
    #[error("{text} is not a capture; leave the `x` out: {move_text}")]
    #[non_exhaustive]
    NoCapture {
        /// The text, quoted.
        text: String,
        /// The bytes of the text that are at fault: the capture sign.
        at: Range<usize>,
        /// The move in short notation, without marks of check.
        move_text: String,
    },
    /// The move is legal, but the piece must or cannot become something.
    #[error("{text}: {refusal}")]
    #[non_exhaustive]
    Promotion {
        /// The text, quoted.
        text: String,
        /// The bytes of the text that are at fault: the promotion; empty where it is missing.
        at: Range<usize>,
        /// What is wrong with the promotion.
        refusal: Box<Refusal>,
    },
}

impl ShortError {
    /// The bytes of the text that are at fault.
    ///
    /// ```
    /// use hyperrook_notation::short::parse_short;
    /// use hyperrook_rules::Game;
    ///
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// let text = " Nxf3!";
    /// let error = parse_short(&game.start(), text).unwrap_err();
    /// assert_eq!(&text[error.at()], "x");
    /// ```
    pub fn at(&self) -> Range<usize> {
        match self {
            ShortError::Unreadable { at, .. }
            | ShortError::NullMove { at, .. }
            | ShortError::NoMove { at, .. }
            | ShortError::Ambiguous { at, .. }
            | ShortError::NoCapture { at, .. }
            | ShortError::Promotion { at, .. } => at.clone(),
        }
    }

    /// What is wrong, for messages that name the text before.
    ///
    /// ```
    /// use hyperrook_notation::short::parse_short;
    /// use hyperrook_rules::Game;
    ///
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// let error = parse_short(&game.start(), "Ke3").unwrap_err();
    /// assert_eq!(error.reason(), "the king on e1 does not move to e3");
    /// ```
    pub fn reason(&self) -> String {
        match self {
            ShortError::Unreadable { wrong, .. } => format!("this is not a move; {wrong}"),
            ShortError::NullMove { .. } => {
                "a null move stands for a pass, and every turn needs a move".to_owned()
            }
            ShortError::NoMove {
                refusals, others, ..
            } => reasons(refusals, others.as_deref()),
            ShortError::Ambiguous { candidates, .. } => {
                format!("this can mean {}", candidates.join(" or "))
            }
            ShortError::NoCapture { move_text, .. } => {
                format!("this is not a capture; leave the `x` out: {move_text}")
            }
            ShortError::Promotion { refusal, .. } => refusal.to_string(),
        }
    }
}

fn reasons(refusals: &[Refusal], others: Option<&str>) -> String {
    if refusals.is_empty() {
        return "the side to move has no such piece".to_owned();
    }
    let mut reasons: Vec<String> = refusals.iter().map(ToString::to_string).collect();
    reasons.extend(others.map(str::to_owned));
    reasons.join("; ")
}

/// How a move is written, with legal moves as examples.
fn advice(position: &Position, all: &[Candidate]) -> String {
    let definition = position.game().definition();
    let with_letter = all
        .iter()
        .find(|candidate| Some(candidate.kind) != pawn(definition));
    let Some(example) = with_letter.or(all.first()) else {
        return "there are no legal moves here".to_owned();
    };
    format!(
        "write a piece's letter and a cell, such as `{}`, or both cells, such as `{}`",
        body(
            position,
            &Rivals::of_move(position, all, example.mv),
            example.mv
        ),
        format_move(definition, example.mv, CellStyle::Plain),
    )
}

/// The first part of a text that looks like a cell name, letters and then digits, but names no cell
/// of the board, even without a piece letter or capture sign before it.
fn unknown_cell<'t>(definition: &Definition, text: &'t str) -> Option<&'t str> {
    let board = definition.board();
    let is_cell = |name: &str| board.cell(name).is_some();
    let mut rest = text;
    while let Some(digits) = rest.find(|c: char| c.is_ascii_digit()) {
        let end = rest[digits..]
            .find(|c: char| !c.is_ascii_digit())
            .map_or(rest.len(), |length| digits + length);
        let words = rest[..end].rsplit(|c: char| !c.is_ascii_alphanumeric());
        let name = words.into_iter().next().unwrap_or_default();
        let is_letter = |c: char| c.is_ascii_uppercase() && definition.kind(c).is_some();
        let without_letter = name.strip_prefix(is_letter).unwrap_or(name);
        let without_sign = without_letter.strip_prefix('x');
        let could_be = [Some(name), Some(without_letter), without_sign];
        if !could_be.into_iter().flatten().any(is_cell) {
            // Where cells have names that begin with `x`, it is hardly the sign of a capture.
            let has_x = board.cells().any(|cell| board.name(cell).starts_with('x'));
            let shown = if has_x { None } else { without_sign };
            return Some(shown.unwrap_or(without_letter));
        }
        rest = &rest[end..];
    }
    None
}

/// The maximum length of a move in short notation.
const MAX_LEN: usize = 60;

/// The maximum number of pieces for which an error says why they cannot make the move.
const MAX_REASONS: usize = 2;

/// Reads a move of a position.
///
/// The marks `+ # ! ? e.p.` and the `x` of a capture are optional. More of the origin may be given
/// than is needed, and a hyphen may follow it. Castling may be written with zeros, `=` may be left
/// out, a pawn may have its letter, and cells may be given by addresses.
///
/// # Errors
/// Says why the text is not a legal move, or which moves it can mean.
pub fn parse_short(position: &Position, text: &str) -> Result<Move, ShortError> {
    let bare = bare(text);
    let start = text.len() - text.trim_start().len();
    let given = Given {
        quoted: quote(text.trim()),
        at: start..start + bare.len(),
    };
    let all = candidates(position);
    if bare.is_empty() || bare.len() > MAX_LEN {
        return Err(given.unreadable(&advice(position, &all)));
    }
    if let Some(right) = castling_sign(bare) {
        return castle(position, &all, right, given);
    }
    let readings = readings(position.game().definition(), bare);
    if readings.is_empty() && is_null_move(bare) {
        return Err(ShortError::NullMove {
            text: given.quoted,
            at: given.at,
        });
    }
    if readings.is_empty() {
        let wrong = match unknown_cell(position.game().definition(), bare) {
            Some(name) => format!("this board has no cell {}", quote(name)),
            None => advice(position, &all),
        };
        return Err(given.unreadable(&wrong));
    }
    // Addresses are tried only if plain names make no sense, so that a text with plain names is
    // read as such.
    let mut found = Vec::new();
    for plain in [true, false] {
        let readings = readings.iter().filter(|reading| reading.plain == plain);
        for reading in readings {
            let matches = all.iter().filter(|c| reading.matches(position, c));
            for candidate in matches {
                if !found.contains(&candidate.mv) {
                    found.push(candidate.mv);
                }
            }
        }
        if !found.is_empty() {
            break;
        }
    }
    match found[..] {
        [mv] => Ok(mv),
        [] => Err(refuse(position, &all, &readings, given)),
        _ => {
            // A text that is exactly what we would write is not ambiguous.
            let rivals = Rivals::new(position, all);
            let exact = found
                .iter()
                .find(|&&mv| body(position, &rivals, mv) == bare);
            exact.copied().ok_or_else(|| ShortError::Ambiguous {
                text: given.quoted,
                at: given.at,
                candidates: found
                    .iter()
                    .map(|&mv| body(position, &rivals, mv))
                    .collect(),
            })
        }
    }
}

/// The text of a move, kept for errors.
struct Given {
    quoted: String,
    /// The bytes of the move without marks.
    at: Range<usize>,
}

impl Given {
    fn unreadable(&self, wrong: &str) -> ShortError {
        ShortError::Unreadable {
            text: self.quoted.clone(),
            at: self.at.clone(),
            wrong: wrong.to_owned(),
        }
    }

    /// The byte range in the whole text of a part of the move.
    fn part(&self, part: &Range<usize>) -> Range<usize> {
        self.at.start + part.start..self.at.start + part.end
    }
}

/// The text without marks.
fn bare(text: &str) -> &str {
    let mut bare = text.trim();
    loop {
        let less = bare.trim_end_matches(['+', '#', '!', '?']).trim_end();
        let less = less.strip_suffix("e.p.").unwrap_or(less).trim_end();
        if less.len() == bare.len() {
            return bare;
        }
        bare = less;
    }
}

/// Whether a text is a castling sign, and in which direction: `Some(true)` to the right.
fn castling_sign(text: &str) -> Option<bool> {
    match text {
        "O-O" | "0-0" | "o-o" => Some(true),
        "O-O-O" | "0-0-0" | "o-o-o" => Some(false),
        _ => None,
    }
}

/// Whether a text is one of those by which ChessBase, Scid, Lichess and UCI write null moves.
fn is_null_move(text: &str) -> bool {
    ["--", "Z0", "@@@@", "0000", "null"].contains(&text)
}

fn castle(
    position: &Position,
    all: &[Candidate],
    right: bool,
    given: Given,
) -> Result<Move, ShortError> {
    let definition = position.game().definition();
    let found = all
        .iter()
        .find(|candidate| castles_right(definition, candidate.mv) == Some(right));
    if let Some(candidate) = found {
        return Ok(candidate.mv);
    }
    for castling in definition.castlings() {
        let Castling {
            king_from, king_to, ..
        } = *castling;
        let mv = Move::new(king_from, king_to, None, MoveClass::Castling);
        if castling.side != position.turn() || castles_right(definition, mv) != Some(right) {
            continue;
        }
        let reading = Reading {
            origin: king_from,
            destination: king_to,
            promotion: None,
        };
        return Err(ShortError::NoMove {
            text: given.quoted,
            at: given.at,
            refusals: vec![refusal::refuse_castling(position, reading)],
            others: None,
        });
    }
    Err(given.unreadable("there is no such castling in this game"))
}

/// One way to read a text.
#[derive(Clone, Debug)]
struct ShortReading {
    kind: Kind,
    /// The part of the origin that is given; empty if none is.
    origin: String,
    captures: bool,
    /// Where the capture sign stands in the move, if there is one.
    capture_at: Range<usize>,
    destination: Cell,
    promotion: Option<Kind>,
    /// Where the promotion stands in the move, or could stand.
    promotion_at: Range<usize>,
    /// Whether the destination is a plain name, not an address.
    plain: bool,
}

impl ShortReading {
    /// Whether a cell fits the given part of the origin.
    fn fits(&self, definition: &Definition, cell: Cell) -> bool {
        let board = definition.board();
        if self.origin.is_empty() || board.cell(&self.origin) == Some(cell) {
            return true;
        }
        let said = |part: &String| *part == self.origin;
        file_and_rank(board, cell).is_some_and(|(file, rank)| said(&file) || said(&rank))
    }

    fn matches(&self, position: &Position, candidate: &Candidate) -> bool {
        let definition = position.game().definition();
        candidate.kind == self.kind
            && candidate.mv.destination() == self.destination
            && candidate.mv.promotion() == self.promotion
            && castles_right(definition, candidate.mv).is_none()
            && self.fits(definition, candidate.mv.origin())
            && (!self.captures || position.captures(candidate.mv).any())
    }
}

/// All ways to read a text as letter, origin, `x`, destination and promotion.
fn readings(definition: &Definition, text: &str) -> Vec<ShortReading> {
    let mut readings = Vec::new();
    if let Some((without, promotion)) = promotion(definition, text) {
        let promotion_at = without.len()..text.len();
        let text = without;
        let first = text.chars().next();
        let letter = first.filter(char::is_ascii_uppercase);
        let lettered = letter.and_then(|c| Some((definition.kind(c)?, &text[1..])));
        let pawn = pawn(definition).map(|kind| (kind, text));
        for (kind, rest) in pawn.into_iter().chain(lettered) {
            for (at, _) in rest.char_indices() {
                let (before, name) = rest.split_at(at);
                let Some(destination) = definition.board().cell(name) else {
                    continue;
                };
                let mut reading = ShortReading {
                    kind,
                    origin: before.strip_suffix('-').unwrap_or(before).to_owned(),
                    captures: false,
                    capture_at: 0..0,
                    destination,
                    promotion,
                    promotion_at: promotion_at.clone(),
                    plain: !name.starts_with(|c: char| c.is_ascii_digit()),
                };
                readings.push(reading.clone());
                if let Some(before) = before.strip_suffix('x') {
                    before.clone_into(&mut reading.origin);
                    reading.captures = true;
                    let sign = text.len() - rest.len() + before.len();
                    reading.capture_at = sign..sign + 1;
                    readings.push(reading);
                }
            }
        }
    }
    let known = |reading: &ShortReading| {
        let mut cells = definition.board().cells();
        cells.any(|cell| reading.fits(definition, cell))
    };
    readings.retain(known);
    readings
}

/// The text without a promotion, and the promotion.
fn promotion<'t>(definition: &Definition, text: &'t str) -> Option<(&'t str, Option<Kind>)> {
    // Names and addresses end with digits.
    let unwrapped = text.strip_suffix(')').unwrap_or(text);
    match unwrapped.chars().next_back()? {
        letter if letter.is_ascii_alphabetic() => {
            let rest = &unwrapped[..unwrapped.len() - 1];
            let rest = rest.strip_suffix(['=', '(', '/']).unwrap_or(rest);
            Some((rest, Some(definition.kind(letter)?)))
        }
        _ => Some((text, None)),
    }
}

/// Says why none of the readings is a legal move.
fn refuse(
    position: &Position,
    all: &[Candidate],
    readings: &[ShortReading],
    given: Given,
) -> ShortError {
    for reading in readings.iter().filter(|reading| reading.captures) {
        let quiet = ShortReading {
            captures: false,
            ..reading.clone()
        };
        if let Some(found) = all.iter().find(|c| quiet.matches(position, c)) {
            let move_text = body(
                position,
                &Rivals::of_move(position, all, found.mv),
                found.mv,
            );
            return ShortError::NoCapture {
                at: given.part(&reading.capture_at),
                text: given.quoted,
                move_text,
            };
        }
    }
    let mut refused = Vec::new();
    for reading in readings {
        for origin in pieces(position, reading) {
            let refusal = refusal::refuse(
                position,
                Reading {
                    origin,
                    destination: reading.destination,
                    promotion: reading.promotion,
                },
            );
            match refusal {
                Refusal::PromotionMissing { .. } | Refusal::PromotionNotAllowed { .. } => {
                    return ShortError::Promotion {
                        at: given.part(&reading.promotion_at),
                        text: given.quoted,
                        refusal: Box::new(refusal),
                    };
                }
                // The piece's other cells add nothing.
                Refusal::NotItsName { .. } => {}
                _ if refused.iter().any(|(known, _)| *known == refusal) => {}
                _ => refused.push((refusal, reading)),
            }
        }
    }
    let not_its_move = |refusal: &Refusal| matches!(refusal, Refusal::NotItsMove { .. });
    // Pieces that could go there on another board come before those that never move that way. Of
    // the latter, one is enough.
    refused.sort_by_key(|(refusal, _)| not_its_move(refusal));
    let likely = refused
        .iter()
        .take_while(|(refusal, _)| !not_its_move(refusal))
        .count();
    let shown = likely.clamp(1, MAX_REASONS).min(refused.len());
    let others = others(position, &refused[..shown], &refused[shown..]);
    let refusals = refused.into_iter().take(shown).map(|(refusal, _)| refusal);
    ShortError::NoMove {
        text: given.quoted,
        at: given.at,
        refusals: refusals.collect(),
        others,
    }
}

/// The cells of the pieces that a reading can mean: those on the file of the destination first,
/// then the nearest first.
fn pieces(position: &Position, reading: &ShortReading) -> Vec<Cell> {
    let board = position.game().board();
    let meant = |&cell: &Cell| {
        let piece = position.piece(cell);
        piece.is_some_and(|piece| piece.side == position.turn() && piece.kind == reading.kind)
            && reading.fits(position.game().definition(), cell)
    };
    let mut cells: Vec<Cell> = board.cells().filter(meant).collect();
    let to = board.place(reading.destination);
    cells.sort_by_key(|&cell| {
        let from = board.place(cell);
        let (level, rank, file) = (
            from.level.abs_diff(to.level),
            from.rank.abs_diff(to.rank),
            from.file.abs_diff(to.file),
        );
        (level + file > 0, level + rank + file)
    });
    cells
}

/// What is true of the pieces for which no reason is given.
fn others(
    position: &Position,
    explained: &[(Refusal, &ShortReading)],
    untold: &[(Refusal, &ShortReading)],
) -> Option<String> {
    let definition = position.game().definition();
    let mut texts: Vec<String> = Vec::new();
    for (_, reading) in untold {
        let other = if explained
            .iter()
            .any(|(_, explained)| explained.kind == reading.kind)
        {
            "other "
        } else {
            ""
        };
        let name = &definition.piece(reading.kind).name;
        let to = definition.board().name(reading.destination);
        let text = format!("no {other}{name} can go to {to}");
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    (!texts.is_empty()).then(|| texts.join("; "))
}
