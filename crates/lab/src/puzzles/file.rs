//! The file of puzzles, to which a run adds, and from which a later run goes on.

use super::PuzzleSettings;
use crate::line_journal::{DAMAGED_LINE, LineJournal, OpenJournalError};
use hyperrook_notation::puzzle::Puzzle;
use hyperrook_rules::Definition;
use std::io;
use std::path::Path;
use thiserror::Error;

/// A file of puzzles.
///
/// The first line names the game with its options, the second one where the positions come
/// from, with the settings. A line `# done N` follows the puzzles of the game or position N.
/// What stands behind the last such line was interrupted, and is dropped.
#[derive(Debug)]
pub struct PuzzleFile {
    file: LineJournal,
    /// The puzzles so far.
    pub puzzles: Vec<Puzzle>,
    /// The number of the next game, or of the next position.
    pub next: u64,
}

/// A file of puzzles that no other run can use: see [`PuzzleFile::lock`].
#[derive(Debug)]
pub struct PuzzleFileLock {
    _file: LineJournal,
}

/// A file of puzzles cannot be used.
#[derive(Debug, Error)]
pub enum FileError {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Another run has it open.
    #[error("another run is using this file; wait until it ends, or choose another file")]
    InUse,
    /// It holds puzzles of another game, or made with other settings.
    #[error(
        "it begins with `{found}`, not with `{expected}`; choose another file or the same settings"
    )]
    Other {
        /// The line of the file.
        found: String,
        /// The line of these settings.
        expected: String,
    },
    /// A line is not a puzzle.
    #[error("line {line}: {message}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
}

const DONE: &str = "# done ";

impl PuzzleFile {
    /// Opens a file to add to it, or creates it. `source` tells where the positions come from.
    ///
    /// # Errors
    /// If it cannot be read or written, or is of another run.
    pub fn open(
        path: &Path,
        definition: &Definition,
        source: &str,
        settings: &PuzzleSettings,
    ) -> Result<PuzzleFile, FileError> {
        let (mut file, text) = LineJournal::open(path)?;
        let header = header(definition, source, settings);
        let expected: Vec<&str> = header.lines().collect();
        if text.is_empty() && !text.begins_with(expected[0].as_bytes()) {
            return Err(FileError::Other {
                found: text.beginning(),
                expected: expected[0].to_owned(),
            });
        }
        let text = text.text()?;
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        for (i, &expected) in expected.iter().enumerate() {
            if let Some(found) = lines.get(i).map(|line| line.trim_end())
                && found != expected
            {
                return Err(FileError::Other {
                    found: found.to_owned(),
                    expected: expected.to_owned(),
                });
            }
        }
        let kept = lines.iter().rposition(|line| line.starts_with(DONE));
        lines.truncate(kept.map_or(0, |at| at + 1));
        let last = lines
            .last()
            .and_then(|line| line.trim_end().strip_prefix(DONE));
        let next = last
            .and_then(|number| number.parse().ok())
            .map_or(0, |number: u64| number + 1);
        let mut puzzles = Vec::new();
        for (i, line) in lines.iter().enumerate() {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            let read = Puzzle::read(line.trim_end()).map_err(|error| FileError::Line {
                line: i + 1,
                message: error.to_string(),
            })?;
            puzzles.push(read);
        }
        file.keep(lines.concat().len() as u64)?;
        if lines.is_empty() {
            file.append_text(&header)?;
        }
        Ok(PuzzleFile {
            file,
            puzzles,
            next,
        })
    }

    /// Keeps other runs away from a file that exists, for as long as the returned value lives.
    ///
    /// # Errors
    /// If it cannot be read, or another run has it open.
    pub fn lock(path: &Path) -> Result<PuzzleFileLock, FileError> {
        Ok(PuzzleFileLock {
            _file: LineJournal::hold(path)?,
        })
    }

    /// Adds the puzzles of the next game or position. Positions that are there already are left out.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, puzzles: Vec<Puzzle>) -> io::Result<()> {
        let mut text = String::new();
        for puzzle in puzzles {
            if self.puzzles.iter().any(|known| known.id == puzzle.id) {
                continue;
            }
            text += &format!("{puzzle}\n");
            self.puzzles.push(puzzle);
        }
        text += &format!("{DONE}{}\n", self.next);
        self.next += 1;
        self.file.append_text(&text)
    }
}

impl From<OpenJournalError> for FileError {
    fn from(error: OpenJournalError) -> FileError {
        match error {
            OpenJournalError::InUse => FileError::InUse,
            OpenJournalError::Io(error) => FileError::Io(error),
            OpenJournalError::Damaged(line) => FileError::Line {
                line,
                message: DAMAGED_LINE.to_owned(),
            },
        }
    }
}

fn header(definition: &Definition, source: &str, settings: &PuzzleSettings) -> String {
    let mut header = format!("# {}", definition.name());
    for option in definition.changed_options() {
        header += &format!(" {}={}", option.name, option.value);
    }
    header += &format!(
        "\n# {source}: hyperrook puzzles --seed {} --nodes {} --scan-nodes {} --max-plies {} --proof-positions {}\n",
        settings.seed,
        settings.check_nodes,
        settings.scan_nodes,
        settings.max_plies,
        settings.proof_positions
    );
    if !settings.themes.is_empty() {
        let end = header.len() - 1;
        header.insert_str(end, &format!(" --themes {}", settings.themes.join(",")));
    }
    header
}

/// The nodes of the searches that checked the puzzles of a file, by its header.
pub fn check_nodes_of(text: &str) -> Option<u64> {
    let line = text
        .lines()
        .find(|line| line.contains(": hyperrook puzzles "))?;
    let mut words = line.split(' ').skip_while(|&word| word != "--nodes");
    words.nth(1)?.parse().ok()
}

/// Puts other puzzles into a text of a file in the place of those that are there; `None` leaves one
/// out.
///
/// # Errors
/// If a line is not a puzzle, or `replace` refuses one.
pub fn replace_puzzles(
    text: &str,
    mut replace: impl FnMut(Puzzle) -> Result<Option<Puzzle>, String>,
) -> Result<String, FileError> {
    let mut whole = String::new();
    for (i, line) in text.lines().enumerate() {
        if line.starts_with('#') || line.trim().is_empty() {
            whole += &format!("{line}\n");
            continue;
        }
        let failed = |message| FileError::Line {
            line: i + 1,
            message,
        };
        let read = Puzzle::read(line).map_err(|error| failed(error.to_string()))?;
        if let Some(puzzle) = replace(read).map_err(failed)? {
            whole += &format!("{puzzle}\n");
        }
    }
    Ok(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_rules::Game;

    #[test]
    fn a_file_has_one_user_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.puzzles");
        let game = Game::shipped("chess").unwrap();
        let open =
            |game: &Game| PuzzleFile::open(&path, game.definition(), "games", &Default::default());
        assert!(matches!(PuzzleFile::lock(&path), Err(FileError::Io(_))));
        assert!(!path.exists());
        let file = open(&game).unwrap();
        assert!(matches!(PuzzleFile::lock(&path), Err(FileError::InUse)));
        drop(file);
        let lock = PuzzleFile::lock(&path).unwrap();
        assert!(matches!(open(&game), Err(FileError::InUse)));
        drop(lock);
        open(&game).unwrap();
    }
}
