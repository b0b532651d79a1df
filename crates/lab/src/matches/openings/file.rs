//! Files of openings.

use super::error::OpeningError;
use hyperrook_notation::position::parse_position;
use hyperrook_notation::record::RecordReader;
use hyperrook_notation::short::parse_any;
use hyperrook_rules::{Game, History, Position};
use std::io::BufRead;

/// Reads a file of openings: records if it begins with `[`, otherwise one opening on each
/// line.
pub(super) fn read(
    game: &Game,
    path: &str,
    bytes: &[u8],
    plies: Option<u32>,
) -> Result<Vec<History>, OpeningError> {
    // Some editors begin a text with a byte order mark.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    let found = if first == Some(&b'[') {
        records(game, path, bytes, plies)?
    } else {
        lines(game, path, bytes)?
    };
    if found.is_empty() {
        return Err(OpeningError::Empty(path.to_owned()));
    }
    for (index, opening) in found.iter().enumerate() {
        if let Some(outcome) = opening.outcome() {
            return Err(OpeningError::Over {
                path: path.to_owned(),
                number: index + 1,
                reason: outcome.reason.to_string(),
            });
        }
    }
    Ok(found)
}

fn records(
    game: &Game,
    path: &str,
    bytes: &[u8],
    plies: Option<u32>,
) -> Result<Vec<History>, OpeningError> {
    let mut found = Vec::new();
    for (index, record) in RecordReader::new(bytes).enumerate() {
        let record = record.map_err(|error| OpeningError::Record {
            path: path.to_owned(),
            error,
        })?;
        let replay = record.replay(|_| Ok(game.clone()));
        let mut history = replay
            .map_err(|error| OpeningError::Replay {
                path: path.to_owned(),
                number: index + 1,
                error: Box::new(error),
            })?
            .history();
        while plies.is_some_and(|most| history.moves().len() > most as usize) {
            history.undo();
        }
        found.push(history);
    }
    Ok(found)
}

fn lines(game: &Game, path: &str, bytes: &[u8]) -> Result<Vec<History>, OpeningError> {
    let mut found = Vec::new();
    for (index, line) in bytes.lines().enumerate() {
        let line = line.map_err(|error| OpeningError::File {
            path: path.to_owned(),
            error,
        })?;
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = line_opening(game, line).map_err(|message| OpeningError::Line {
            path: path.to_owned(),
            line: index + 1,
            message,
        })?;
        found.push(opening);
    }
    Ok(found)
}

/// Parses `startpos` or a position, optionally followed by `moves` and moves in any notation. For games
/// whose positions are FEN, EPD works too; its operations are ignored.
pub(super) fn line_opening(game: &Game, line: &str) -> Result<History, String> {
    // A word in quotation marks belongs to an operation of EPD.
    let is_outside_quotes =
        |&(at, _): &(usize, &str)| line[..at].matches('"').count().is_multiple_of(2);
    let word = line.match_indices(" moves ").find(is_outside_quotes);
    let (position, moves) = match word {
        Some((at, word)) => (line[..at].trim(), &line[at + word.len()..]),
        None => (line.strip_suffix(" moves").unwrap_or(line), ""),
    };
    let start = match position {
        "startpos" => game.start(),
        text => position_of(game, text)?,
    };
    let mut history = History::new(start);
    for word in moves.split_whitespace() {
        let mv = parse_any(history.position(), word)
            .map_err(|error| format!("{word}: {}", error.reason()))?;
        history
            .play(mv)
            .map_err(|error| format!("{word}: {error}"))?;
    }
    Ok(history)
}

fn position_of(game: &Game, text: &str) -> Result<Position, String> {
    let whole = match parse_position(game, text) {
        Ok(position) => return Ok(position),
        Err(error) => error,
    };
    // EPD has four fields and operations. A FEN may also have operations.
    let words: Vec<&str> = text.split_whitespace().collect();
    for fields in [6, 4] {
        if words.len() > fields
            && let Ok(position) = parse_position(game, &words[..fields].join(" "))
        {
            return Ok(position);
        }
    }
    Err(whole.to_string().replace('\n', "; "))
}
