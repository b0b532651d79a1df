//! Files of openings, which grow game by game.

use crate::line_journal::{LineJournal, OpenJournalError};
use hyperrook_notation::record::GameResult;
use hyperrook_rules::Definition;
use std::fmt;
use std::io;
use std::path::Path;
use thiserror::Error;

/// How openings are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningSettings {
    /// The first number of the random choices.
    pub seed: u64,
    /// The nodes of the search for each move.
    pub nodes: u64,
    /// How many moves of each game are written down, in plies.
    pub plies: usize,
}

impl Default for OpeningSettings {
    fn default() -> OpeningSettings {
        OpeningSettings {
            seed: 1,
            nodes: 500,
            plies: 12,
        }
    }
}

/// The first moves of a game and how it ended: a line of a file, such as `1-0 e2e4 e7e5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningLine {
    /// How the game ended.
    pub result: GameResult,
    /// The texts of the first moves.
    pub moves: Vec<String>,
}

impl OpeningLine {
    /// Reads a line. `None` if it does not begin with a result.
    pub fn read(line: &str) -> Option<OpeningLine> {
        let mut words = line.split_whitespace();
        let result = match words.next()? {
            "1-0" => GameResult::WhiteWins,
            "0-1" => GameResult::BlackWins,
            "1/2-1/2" => GameResult::Draw,
            _ => return None,
        };
        Some(OpeningLine {
            result,
            moves: words.map(str::to_owned).collect(),
        })
    }
}

impl fmt::Display for OpeningLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.result.text())?;
        for mv in &self.moves {
            write!(f, " {mv}")?;
        }
        Ok(())
    }
}

/// A file of openings cannot be used.
#[derive(Debug, Error)]
pub enum OpeningFileError {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Another run has it open.
    #[error("another run is using this file; wait until it ends, or choose another file")]
    InUse,
    /// It holds openings of another game, or made with other settings.
    #[error(
        "it begins with `{found}`, not with `{expected}`; choose another file or the same settings"
    )]
    Other {
        /// The line of the file.
        found: String,
        /// The line of these settings.
        expected: String,
    },
    /// A line is not an opening.
    #[error("line {0}: write a result, such as `1-0`, and moves")]
    Line(usize),
}

/// A file of openings: two lines with the game and the settings, then a line for each game.
#[derive(Debug)]
pub struct OpeningFile {
    file: LineJournal,
    /// The number of games in it, and so the number of the next game.
    pub games: u64,
}

impl OpeningFile {
    /// Opens a file to add to it, or creates it. A last line without its end was interrupted, and
    /// is dropped.
    ///
    /// # Errors
    /// If it cannot be read or written, or is of another run.
    pub fn open(
        path: &Path,
        definition: &Definition,
        settings: &OpeningSettings,
    ) -> Result<OpeningFile, OpeningFileError> {
        let (mut file, text) = LineJournal::open(path)?;
        let header = header(definition, settings);
        if text.is_empty() && !text.begins_with(header[0].as_bytes()) {
            return Err(OpeningFileError::Other {
                found: text.beginning(),
                expected: header[0].clone(),
            });
        }
        let text = text.text()?;
        let mut lines = text.lines();
        let mut missing = String::new();
        for expected in header {
            match lines.next() {
                Some(found) if found != expected => {
                    return Err(OpeningFileError::Other {
                        found: found.to_owned(),
                        expected,
                    });
                }
                Some(_) => {}
                None => missing += &(expected + "\n"),
            }
        }
        let mut games = 0;
        for (i, line) in lines.enumerate() {
            OpeningLine::read(line).ok_or(OpeningFileError::Line(HEADER_LINES + i + 1))?;
            games += 1;
        }
        file.append_text(&missing)?;
        Ok(OpeningFile { file, games })
    }

    /// Adds the next game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, line: &OpeningLine) -> io::Result<()> {
        self.file.append_text(&format!("{line}\n"))?;
        self.games += 1;
        Ok(())
    }
}

impl From<OpenJournalError> for OpeningFileError {
    fn from(error: OpenJournalError) -> OpeningFileError {
        match error {
            OpenJournalError::InUse => OpeningFileError::InUse,
            OpenJournalError::Io(error) => OpeningFileError::Io(error),
            OpenJournalError::Damaged(line) => OpeningFileError::Line(line),
        }
    }
}

/// The number of lines before those of the games.
const HEADER_LINES: usize = 2;

/// The first lines of a file.
fn header(definition: &Definition, settings: &OpeningSettings) -> [String; HEADER_LINES] {
    let mut game = format!("# {}", definition.name());
    for option in definition.changed_options() {
        game += &format!(" {}={}", option.name, option.value);
    }
    let OpeningSettings { seed, nodes, plies } = settings;
    let made = format!("# hyperrook openings --seed {seed} --nodes {nodes} --plies {plies}");
    [game, made]
}

#[cfg(test)]
mod tests {
    use super::{OpeningFile, OpeningFileError, OpeningLine, OpeningSettings};
    use hyperrook_rules::Game;

    #[test]
    fn a_file_goes_on_after_its_last_whole_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("chess.openings");
        let chess = Game::shipped("chess").unwrap();
        let settings = OpeningSettings::default();
        let open = |settings: &OpeningSettings| {
            OpeningFile::open(&path, chess.definition(), settings).map(|file| file.games)
        };
        let line = OpeningLine::read("1/2-1/2 e2e4 e7e5").unwrap();
        let mut file = OpeningFile::open(&path, chess.definition(), &settings).unwrap();
        file.add(&line).unwrap();
        file.add(&line).unwrap();
        let refused = open(&settings).unwrap_err();
        assert!(matches!(refused, OpeningFileError::InUse), "{refused}");
        drop(file);
        let whole = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{whole}1-0 e2")).unwrap();
        assert_eq!(open(&settings).unwrap(), 2);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
        assert!(whole.ends_with(&format!("\n{line}\n")), "{whole}");

        let other = OpeningSettings {
            seed: 2,
            ..settings.clone()
        };
        let refused = open(&other).unwrap_err();
        assert!(
            matches!(refused, OpeningFileError::Other { .. }),
            "{refused}"
        );
        std::fs::write(&path, format!("{whole}e2e4 e7e5\n")).unwrap();
        let refused = open(&settings).unwrap_err();
        assert!(matches!(refused, OpeningFileError::Line(5)), "{refused}");
    }
}
