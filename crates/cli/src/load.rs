//! Loads the games, positions and files that a command line names.

use crate::error::{CommandError, CommandResult};
use crate::messages::printable;
use hyperrook_catalogue::regular_file::{
    MAX_DATA_BYTES, MAX_SETTINGS_BYTES, placed_error, read_regular, read_regular_text, utf8,
};
use hyperrook_catalogue::{Catalogue, CatalogueError, CompiledGame};
use hyperrook_notation::words::shorten;
use hyperrook_rules::{Diagnostic, Game, Position};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::OnceLock;

/// The catalogue of this program.
pub(crate) fn catalogue() -> &'static Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE.get_or_init(Catalogue::new)
}

/// Loads a game by its name or the path of its definition.
pub(crate) fn load(game: &str, options: &[(String, String)]) -> CommandResult<CompiledGame> {
    Ok(catalogue().game(game, options)?)
}

/// Parses a position; `startpos` is the start of the game.
pub(crate) fn position(game: &Game, text: &str) -> CommandResult<Position> {
    match text.trim() {
        "startpos" => Ok(game.start()),
        text => crate::texts::parse_position(game, text).map_err(|error| {
            let shown = shorten(text, SHOWN_POSITION);
            CommandError::Data(format!("position `{shown}`: {error}"))
        }),
    }
}

/// Longer than any position; the rest of a text is left out of a message.
const SHOWN_POSITION: usize = 500;

/// Reads a text file of data: positions, or the results of games.
pub(crate) fn read(path: &Path) -> CommandResult<String> {
    read_regular_text(path, MAX_DATA_BYTES).map_err(|error| CommandError::file(path, error))
}

/// Reads a file of records, which need not be UTF-8.
pub(crate) fn read_bytes(path: &Path) -> CommandResult<Vec<u8>> {
    read_regular(path, MAX_DATA_BYTES).map_err(|error| CommandError::file(path, error))
}

/// Reads a short text file: of weights or search parameters.
pub(crate) fn read_settings(path: &Path) -> CommandResult<String> {
    read_regular_text(path, MAX_SETTINGS_BYTES).map_err(|error| CommandError::file(path, error))
}

/// Reads a definition file, but no more than a definition may have.
pub(crate) fn read_definition(path: &Path) -> CommandResult<String> {
    read_at_most(path, MAX_DEFINITION_BYTES).map_err(|error| CommandError::file(path, error))
}

/// The maximum length of a definition file, in bytes.
const MAX_DEFINITION_BYTES: u64 = 256 * 1024;

fn read_at_most(path: &Path, most: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let message = format!("the file is longer than {most} bytes, which a definition may have");
        return Err(io::Error::other(message));
    }
    utf8(bytes)
}

impl From<CatalogueError> for CommandError {
    fn from(error: CatalogueError) -> CommandError {
        match error {
            CatalogueError::UnknownGame { ref name, .. } => {
                let file = if name.contains('.') {
                    format!("./{name}")
                } else {
                    format!("./{name}.toml")
                };
                CommandError::Usage(format!(
                    "{error}\n  to play a game of your own, give the path of its file, as in `{file}`"
                ))
            }
            CatalogueError::Option(_) | CatalogueError::TooManyOptions { .. } => {
                CommandError::Usage(error.to_string())
            }
            CatalogueError::Faults { text, faults } => CommandError::Data(faulty(&text, &faults)),
            CatalogueError::Read { path, error } => {
                let path = path.display().to_string();
                match placed_error(&path, &error) {
                    Some(message) => CommandError::Data(message),
                    None => CommandError::File {
                        path,
                        error: io::Error::new(error.kind(), error),
                    },
                }
            }
            other => CommandError::Data(other.to_string()),
        }
    }
}

fn faulty(text: &str, faults: &[Diagnostic]) -> String {
    let file = faults.first().map_or("", |fault| fault.file.as_str());
    let mut message = format!(
        "{file} has {}\n",
        crate::words::count(faults.len(), "error")
    );
    for fault in faults {
        message.push_str(&pointed(text, fault));
    }
    message.trim_end().to_owned()
}

/// An error with its line, and a caret under the place.
pub(crate) fn pointed(text: &str, fault: &Diagnostic) -> String {
    let mut out = format!("{}\n", printable(&fault.to_string()));
    let Some(line) = fault.line.checked_sub(1).and_then(|n| text.lines().nth(n)) else {
        return out;
    };
    let number = fault.line.to_string();
    let margin = " ".repeat(number.len());
    let (line, before) = part_around(line, fault.column.saturating_sub(1));
    // Keep tabs, so that the caret is under the right character.
    let indent: String = line
        .chars()
        .take(before)
        .map(|c| if c == '\t' { '\t' } else { ' ' })
        .collect();
    out.push_str(&format!("{margin} |\n"));
    out.push_str(&format!("{number} | {}\n", printable(&line)));
    out.push_str(&format!("{margin} | {indent}^\n"));
    out
}

/// The part of a line around a character, and how many characters of the part are before it. Short
/// lines are shown whole.
fn part_around(line: &str, at: usize) -> (String, usize) {
    const MOST: usize = 200;
    const BEFORE: usize = 120;
    let count = line.chars().count();
    if count <= MOST {
        return (line.to_owned(), at);
    }
    let from = at.min(count).saturating_sub(BEFORE);
    let mut part: String = line.chars().skip(from).take(MOST).collect();
    let mut before = at.min(count) - from;
    if from > 0 {
        part.insert(0, '…');
        before += 1;
    }
    if from + MOST < count {
        part.push('…');
    }
    (part, before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_shown_around_their_fault() {
        assert_eq!(part_around("short", 5), ("short".to_owned(), 5));
        let line: String = ('a'..='z').cycle().take(1_000).collect();
        for at in [0, 100, 500, 999, 1_000, 5_000] {
            let (part, before) = part_around(&line, at);
            assert!(part.chars().count() <= 202, "{part}");
            let shown = part.chars().nth(before);
            assert_eq!(shown, line.chars().nth(at.min(1_000)), "{at}");
        }
    }

    #[test]
    fn the_caret_stands_under_the_column() {
        let mut fault = Diagnostic::of_file("x.toml", "no such key");
        (fault.line, fault.column) = (2, 5);
        fault.help = Some("did you mean `ranks`?".into());
        assert_eq!(
            pointed("a = 1\nb\t= raks\n", &fault),
            "x.toml:2:5: no such key; did you mean `ranks`?\n  |\n2 | b\t= raks\n  |  \t  ^\n"
        );
        assert!(pointed("\na \u{202e}= 1", &fault).contains("2 | a \u{fffd}= 1\n"));
        let mut beyond = fault;
        beyond.line = 9;
        assert_eq!(pointed("a\n", &beyond).lines().count(), 1);
    }
}
