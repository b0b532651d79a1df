//! Writing records.

use super::game::{MAX_WORD, is_word_byte};
use super::limits::MAX_DEPTH;
use super::lines::Lines;
use super::movetext::next_move;
use super::tags::is_name;
use super::{Annotation, Comment, Element, GameResult, Ply, Record, Variation};
use hyperrook_rules::Side;
use std::io;
use thiserror::Error;

/// Why a record cannot be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The stream cannot be written to.
    #[error("cannot write: {0}")]
    Io(#[from] io::Error),
    /// A move's text is not one word, so it could not be read back.
    #[error("`{0}` cannot be a move in a record: it must be one word that is not a result")]
    Move(String),
    /// A tag's name could not be read back.
    #[error("`{0}` cannot name a tag; use letters, digits and `_`")]
    TagName(String),
    /// Variations are nested deeper than [`super::MAX_DEPTH`].
    #[error("variations are nested more than {MAX_DEPTH} deep")]
    TooDeep,
}

/// Writes a record and the empty line that ends it.
///
/// Lines of moves have fewer than 80 characters. An existing `Result` tag is replaced by the result
/// of the record.
///
/// # Errors
/// If the stream fails, or the record has a move, a tag or variations that could not be
/// read back.
pub fn write_record<W: io::Write>(out: &mut W, record: &Record) -> Result<(), WriteError> {
    out.write_all(format_record(record)?.as_bytes())?;
    Ok(())
}

/// The text of a record, including the empty line that ends it.
///
/// # Errors
/// If the record has a move, a tag or variations that could not be read back.
///
/// ```
/// use hyperrook_notation::record::{GameResult, MoveStyle, Record, Tags, format_record};
/// use hyperrook_rules::{Game, History};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let game = Game::shipped("chess").expect("a shipped game");
/// let mut history = History::new(game.start());
/// history.play(history.position().moves()[0])?;
/// let record = Record::of(&history, Tags::roster(), GameResult::Open, MoveStyle::Short);
/// let text = format_record(&record)?;
/// assert!(text.contains("[White \"?\"]"));
/// assert!(text.trim_end().ends_with('*'));
/// # Ok(())
/// # }
/// ```
pub fn format_record(record: &Record) -> Result<String, WriteError> {
    let mut text = String::new();
    for (name, value) in record.tags.iter() {
        if !is_name(name) {
            return Err(WriteError::TagName(name.to_owned()));
        }
        let value = match name {
            "Result" => record.result.text(),
            _ => value,
        };
        let value = value.replace('\\', r"\\").replace('"', "\\\"");
        text += &format!("[{name} \"{value}\"]\n");
    }
    if !record.tags.is_empty() {
        text.push('\n');
    }
    let mut lines = Lines::default();
    write_line(&mut lines, &record.line, record.first(), 0)?;
    lines.word(record.result.text());
    text += &lines.finish();
    text.push('\n');
    Ok(text)
}

/// The text of a line that begins with this move.
pub(super) fn format_line(line: &Variation, first: (Side, u32)) -> Result<String, WriteError> {
    let mut lines = Lines::default();
    write_line(&mut lines, line, first, 0)?;
    Ok(lines.finish().trim_end().to_owned())
}

/// `depth` is the number of variations that the line is nested in.
fn write_line(
    lines: &mut Lines,
    line: &Variation,
    first: (Side, u32),
    depth: usize,
) -> Result<(), WriteError> {
    if depth > MAX_DEPTH {
        return Err(WriteError::TooDeep);
    }
    for note in &line.intro {
        write_note(lines, note);
    }
    let mut next = first;
    let mut interrupted = true;
    for ply in &line.plies {
        write_ply(lines, ply, next, interrupted, depth)?;
        interrupted = ply.interrupts();
        next = next_move(next);
    }
    Ok(())
}

fn write_ply(
    lines: &mut Lines,
    ply: &Ply,
    at: (Side, u32),
    interrupted: bool,
    depth: usize,
) -> Result<(), WriteError> {
    let is_word = (1..=MAX_WORD).contains(&ply.mv.len()) && ply.mv.bytes().all(is_word_byte);
    if !is_word || ply.mv.parse::<GameResult>().is_ok() {
        return Err(WriteError::Move(ply.mv.clone()));
    }
    match at {
        (Side::White, number) => lines.word(&format!("{number}.")),
        (Side::Black, number) if interrupted || ply.numbered || !ply.before.is_empty() => {
            lines.word(&format!("{number}..."));
        }
        (Side::Black, _) => {}
    }
    for note in &ply.before {
        write_note(lines, note);
    }
    lines.word(&ply.mv);
    for item in &ply.after {
        match item {
            Element::Annotation(note) => write_note(lines, note),
            Element::Variation(line) => {
                lines.open();
                write_line(lines, line, at, depth + 1)?;
                lines.close();
            }
        }
    }
    Ok(())
}

fn write_note(lines: &mut Lines, note: &Annotation) {
    match note {
        Annotation::Glyph(number) => lines.word(&format!("${number}")),
        Annotation::Comment(Comment { text, to_line_end }) => {
            let text = text.replace(['\n', '\r'], " ");
            if *to_line_end || text.contains('}') {
                lines.rest_of_line(&format!(";{}", text.trim_end()));
            } else {
                lines.braces(&text);
            }
        }
    }
}
