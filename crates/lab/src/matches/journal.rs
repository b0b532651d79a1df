//! The journal of a match: a file from which an interrupted match continues.
//!
//! It has a line of JSON with the settings, and one for each finished game.

use super::engine_files::EngineFiles;
use super::game::{GameNote, Termination};
use super::settings::MatchSettings;
use crate::jobs::changed_settings;
use crate::line_journal::{DAMAGED_LINE, JournalText, LineJournal, OpenJournalError};
use hyperrook_notation::record::{GameResult, RecordReader};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashSet;
use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// What the moves of one engine took, in one game or in many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EngineEffort {
    /// The number of moves.
    pub moves: u64,
    /// Their total time, in seconds.
    pub seconds: f64,
    /// The longest time of a move, in seconds.
    pub longest_seconds: f64,
    /// The sum of the nodes that the engine reported.
    pub nodes: u64,
    /// The sum of the depths that the engine reported, in plies.
    pub depths: u64,
}

impl EngineEffort {
    /// Adds the effort of other moves.
    pub fn add(&mut self, other: EngineEffort) {
        self.moves += other.moves;
        self.seconds += other.seconds;
        self.longest_seconds = self.longest_seconds.max(other.longest_seconds);
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.depths = self.depths.saturating_add(other.depths);
    }

    /// The effort of one move.
    pub(super) fn of(note: &GameNote) -> EngineEffort {
        let seconds = note.used.as_secs_f64();
        EngineEffort {
            moves: 1,
            seconds,
            longest_seconds: seconds,
            nodes: note.nodes.unwrap_or(0),
            depths: u64::from(note.depth.unwrap_or(0)),
        }
    }
}

/// A finished game of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Its number, from 0. Games 2k and 2k + 1 are a pair. The first engine has White in
    /// the even one.
    pub number: u32,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// How it ended.
    pub termination: Termination,
    /// How it ended, in words.
    pub detail: String,
    /// Its length in plies, including the opening.
    pub plies: u32,
    /// The effort of the first and of the second engine.
    #[serde(default)]
    pub efforts: [EngineEffort; 2],
    /// The record, as it is in the file of records.
    pub record: String,
}

impl PlayedGame {
    /// The result as a type. A text that is not a result gives an open game.
    pub fn result(&self) -> GameResult {
        self.result.parse().unwrap_or_default()
    }

    /// Which engine had White: 0 or 1.
    pub fn white(&self) -> usize {
        (self.number % 2) as usize
    }

    /// Half-points of the first engine: 0, 1 or 2.
    pub fn half_points(&self) -> u64 {
        match (self.result(), self.white()) {
            (GameResult::WhiteWins, 0) | (GameResult::BlackWins, 1) => 2,
            (GameResult::WhiteWins | GameResult::BlackWins, _) => 0,
            _ => 1,
        }
    }

    /// The names of the first and of the second engine, from the record.
    pub(super) fn engine_names(&self) -> Option<[String; 2]> {
        let record = RecordReader::new(self.record.as_bytes()).next()?.ok()?;
        let mut tags = ["White", "Black"];
        tags.rotate_left(self.white());
        let [first, second] = tags.map(|tag| record.tags.get(tag).map(str::to_owned));
        Some([first?, second?])
    }

    /// The position where its moves begin, its moves and its result, from the record: two games in
    /// which these are equal are the same game.
    pub(super) fn course(&self) -> Vec<&str> {
        let (tags, text) = self.record.split_once("\n\n").unwrap_or_default();
        let start = tags.lines().filter(|tag| tag.starts_with("[FEN "));
        // Comments have braces and tell times. Without them, only their move numbers differ.
        let plain = text.split('{').enumerate().map(|(i, part)| match i {
            0 => part,
            _ => part.split_once('}').map_or("", |(_, rest)| rest),
        });
        let words = plain.flat_map(str::split_whitespace);
        let is_number = |word: &&str| {
            word.trim_end_matches('.')
                .bytes()
                .all(|b| b.is_ascii_digit())
        };
        start.chain(words.filter(|word| !is_number(word))).collect()
    }

    /// Which engine lost: 0 or 1; `None` for a draw.
    pub fn loser(&self) -> Option<usize> {
        match self.half_points() {
            0 => Some(0),
            2 => Some(1),
            _ => None,
        }
    }
}

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: String,
        /// The error.
        error: io::Error,
    },
    /// Another process is using the journal.
    #[error("{0} is in use: the same match is running already")]
    InUse(String),
    /// A line is not as it was written.
    #[error(
        "{path}:{line}: the journal is damaged: {DAMAGED_LINE}; nothing was changed. If it is the \
         line of a game, remove it to play the game again"
    )]
    Damaged {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
    },
    /// The file is not a journal.
    #[error("{path}:{line}: this is not the journal of a match: {message}")]
    Foreign {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// The file of records is there without a journal.
    #[error(
        "{0} exists, and the match would replace it. Move it away, or choose another name for the \
         match"
    )]
    RecordsExist(String),
    /// The files of an engine have changed.
    #[error(
        "{path} is the journal of a match in which these files of the engines were other ones:{files}\n\
         Put the old files back to continue, or choose another --out for the new match"
    )]
    OtherEngines {
        /// The file.
        path: String,
        /// The engines with their files, one line each.
        files: String,
    },
    /// The journal belongs to another match.
    #[error(
        "{path} is the journal of a match with other settings:{differences}\n\
         Continue with the old settings, or choose another name for the new match"
    )]
    Other {
        /// The file.
        path: String,
        /// What differs, one line each.
        differences: String,
    },
}

/// The first line of the file.
#[derive(Serialize, Deserialize)]
struct JournalHeader {
    /// The version of the format.
    hyperrook_match: u32,
    settings: Value,
    /// What the engines were; earlier versions have not noted it.
    #[serde(default)]
    engine_files: Option<EngineFiles>,
}

const VERSION: u32 = 1;
/// How the first line begins.
const START: &[u8] = br#"{"hyperrook_match""#;

/// The open journal of a running match, and the file of its records.
#[derive(Debug)]
pub struct MatchJournal {
    path: PathBuf,
    lines: LineJournal,
    records: File,
    records_path: PathBuf,
}

/// A path with an ending added.
fn with_ending(out: &Path, ending: &str) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn io_error(path: &Path) -> impl Fn(io::Error) -> JournalError + use<> {
    let path = path.display().to_string();
    move |error| JournalError::Io {
        path: path.clone(),
        error,
    }
}

impl MatchJournal {
    /// The path of the journal of a match whose files begin with `out`.
    pub fn path_of(out: &Path) -> PathBuf {
        with_ending(out, ".match.jsonl")
    }

    /// The path of the records of a match whose files begin with `out`.
    pub fn records_path_of(out: &Path) -> PathBuf {
        with_ending(out, ".pgn")
    }

    /// Opens the journal of a match and reads the finished games, or creates it. Writes the
    /// file of records from it.
    ///
    /// # Errors
    /// If a file cannot be used, or belongs to a match with other settings.
    pub fn open(
        out: &Path,
        settings: &MatchSettings,
    ) -> Result<(MatchJournal, Vec<PlayedGame>), JournalError> {
        let path = MatchJournal::path_of(out);
        let fail = io_error(&path);
        let (mut lines, text) = LineJournal::open(&path).map_err(|error| match error {
            OpenJournalError::InUse => JournalError::InUse(path.display().to_string()),
            OpenJournalError::Io(error) => fail(error),
            OpenJournalError::Damaged(line) => JournalError::Damaged {
                path: path.display().to_string(),
                line,
            },
        })?;
        let state = settings.state();
        let files = EngineFiles::of(&settings.engines);
        let played = read(&path, &text, settings, &state, &files)?;
        let records_path = MatchJournal::records_path_of(out);
        if text.is_empty() {
            let is_filled = |found: Metadata| found.len() > 0;
            if fs::metadata(&records_path).is_ok_and(is_filled) {
                let records_path = records_path.display().to_string();
                return Err(JournalError::RecordsExist(records_path));
            }
            let header = JournalHeader {
                hyperrook_match: VERSION,
                settings: state,
                engine_files: Some(files),
            };
            lines.append(&header).map_err(&fail)?;
        }
        let mut records = File::create(&records_path).map_err(io_error(&records_path))?;
        for game in &played {
            records
                .write_all(game.record.as_bytes())
                .map_err(io_error(&records_path))?;
        }
        let journal = MatchJournal {
            path,
            lines,
            records,
            records_path,
        };
        Ok((journal, played))
    }

    /// Appends a finished game and flushes it to the disk.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, game: &PlayedGame) -> Result<(), JournalError> {
        let fail = io_error(&self.path);
        self.lines.append(game).map_err(&fail)?;
        self.lines.sync(Duration::ZERO).map_err(&fail)?;
        let record = game.record.as_bytes();
        self.records
            .write_all(record)
            .map_err(io_error(&self.records_path))
    }
}

/// Earlier versions called the limits of an engine its pace.
fn rename_limits(settings: &mut Value) {
    for engine in ["engine 1", "engine 2"] {
        let engine = settings.get_mut(engine).and_then(Value::as_object_mut);
        if let Some(engine) = engine
            && let Some(limits) = engine.remove("pace")
        {
            engine.insert("limits".to_owned(), limits);
        }
    }
}

/// The finished games.
fn read(
    path: &Path,
    text: &JournalText,
    settings: &MatchSettings,
    state: &Value,
    files: &EngineFiles,
) -> Result<Vec<PlayedGame>, JournalError> {
    let foreign = |line: usize, message: String| JournalError::Foreign {
        path: path.display().to_string(),
        line,
        message,
    };
    if !text.begins_with(START) {
        return Err(foreign(1, "it has no header".to_owned()));
    }
    let definition = settings.game.game.definition();
    let mut played: Vec<PlayedGame> = Vec::new();
    let mut numbers = HashSet::new();
    for (number, line) in text.lines() {
        if number == 1 {
            let mut header: JournalHeader =
                serde_json::from_slice(line).map_err(|error| foreign(1, error.to_string()))?;
            if header.hyperrook_match != VERSION {
                let message = format!("its format is version {}", header.hyperrook_match);
                return Err(foreign(1, message));
            }
            // An earlier version gave the same rules another identity.
            let rules = header.settings["rules"].as_str();
            if rules.is_some_and(|rules| definition.has_identity(rules)) {
                header.settings["rules"] = state["rules"].clone();
            }
            rename_limits(&mut header.settings);
            let differences = changed_settings(&header.settings, state, "");
            if !differences.is_empty() {
                return Err(JournalError::Other {
                    path: path.display().to_string(),
                    differences,
                });
            }
            let before = header.engine_files.unwrap_or_default();
            let files = files.changed_since(&before, &settings.engines);
            if !files.is_empty() {
                return Err(JournalError::OtherEngines {
                    path: path.display().to_string(),
                    files,
                });
            }
            continue;
        }
        let game: PlayedGame =
            serde_json::from_slice(line).map_err(|error| foreign(number, error.to_string()))?;
        if !numbers.insert(game.number) {
            let message = format!("game {} is in it twice", game.number);
            return Err(foreign(number, message));
        }
        played.push(game);
    }
    Ok(played)
}

#[cfg(test)]
mod tests {
    use super::super::settings::tests::settings;
    use super::*;
    use crate::line_journal::tests::without_checksums;

    fn played(number: u32, result: &str) -> PlayedGame {
        PlayedGame {
            number,
            result: result.to_owned(),
            termination: Termination::Rules,
            detail: "checkmate".to_owned(),
            plies: 4,
            efforts: [EngineEffort::default(); 2],
            record: format!("[Round \"{number}\"]\n\n{result}\n\n"),
        }
    }

    #[test]
    fn a_journal_goes_on_where_it_ended() {
        let directory = tempfile::tempdir().unwrap();
        let out = directory.path().join("a.b");
        let settings = settings();
        let (mut journal, games) = MatchJournal::open(&out, &settings).unwrap();
        assert!(games.is_empty());
        for (number, result) in [(1, "1-0"), (0, "1/2-1/2")] {
            journal.add(&played(number, result)).unwrap();
        }
        // No other process may write at the same time.
        let error = MatchJournal::open(&out, &settings).unwrap_err();
        assert!(matches!(error, JournalError::InUse(_)));
        drop(journal);
        // Simulate a crash: half a line in the journal, and a record missing.
        let path = MatchJournal::path_of(&out);
        let mut text = std::fs::read(&path).unwrap();
        text.extend_from_slice(br#"{"number":2,"resu"#);
        std::fs::write(&path, &text).unwrap();
        std::fs::write(MatchJournal::records_path_of(&out), "[Rou").unwrap();
        let (mut journal, games) = MatchJournal::open(&out, &settings).unwrap();
        assert_eq!(games, [played(1, "1-0"), played(0, "1/2-1/2")]);
        journal.add(&played(2, "0-1")).unwrap();
        drop(journal);
        let records = std::fs::read_to_string(MatchJournal::records_path_of(&out)).unwrap();
        assert_eq!(records.matches("[Round").count(), 3);
        assert_eq!(MatchJournal::open(&out, &settings).unwrap().1.len(), 3);
    }

    #[test]
    fn other_settings_are_refused_and_named() {
        let directory = tempfile::tempdir().unwrap();
        let out = directory.path().join("m");
        let settings = settings();
        drop(MatchJournal::open(&out, &settings).unwrap());
        let mut other = settings.clone();
        other.seed = 99;
        other.engines[1].limits.depth = Some(9);
        let error = MatchJournal::open(&out, &other).unwrap_err().to_string();
        assert!(error.contains("seed: was 1, is 99"), "{error}");
        assert!(
            error.contains("engine 2 limits depth: was null, is 9"),
            "{error}"
        );
        assert!(!error.contains("engine 1"), "{error}");
    }

    #[test]
    fn a_match_with_another_network_is_refused_and_one_of_an_earlier_version_goes_on() {
        let directory = tempfile::tempdir().unwrap();
        let out = directory.path().join("m");
        let network = directory.path().join("net");
        std::fs::write(&network, "one").unwrap();
        let mut settings = settings();
        let value = network.display().to_string();
        settings.engines[1].options = vec![("EvalFile".to_owned(), value)];
        drop(MatchJournal::open(&out, &settings).unwrap());
        drop(MatchJournal::open(&out, &settings).unwrap());
        std::fs::write(&network, "two").unwrap();
        let error = MatchJournal::open(&out, &settings).unwrap_err().to_string();
        for part in ["engine 2: option EvalFile (", "another --out"] {
            assert!(error.contains(part), "{error}");
        }
        assert!(!error.contains("engine 1"), "{error}");
        // Earlier versions did not note the files.
        let path = MatchJournal::path_of(&out);
        let text = without_checksums(&std::fs::read_to_string(&path).unwrap());
        let mut header: Value = serde_json::from_str(text.trim()).unwrap();
        assert!(
            header
                .as_object_mut()
                .unwrap()
                .remove("engine_files")
                .is_some()
        );
        let settings_text = header["settings"].to_string();
        let old = format!("{{\"hyperrook_match\":1,\"settings\":{settings_text}}}\n");
        std::fs::write(&path, old).unwrap();
        assert!(MatchJournal::open(&out, &settings).is_ok());
    }

    #[test]
    fn other_files_are_left_alone() {
        let directory = tempfile::tempdir().unwrap();
        let out = directory.path().join("m");
        for text in ["some letter", "some letter\n", "{\"a\":1}\n"] {
            std::fs::write(MatchJournal::path_of(&out), text).unwrap();
            let error = MatchJournal::open(&out, &settings()).unwrap_err();
            assert!(matches!(error, JournalError::Foreign { .. }), "{error}");
            assert_eq!(
                std::fs::read_to_string(MatchJournal::path_of(&out)).unwrap(),
                text
            );
        }
    }

    #[test]
    fn points_are_the_first_engines() {
        for (number, result, points) in [
            (0, "1-0", 2),
            (1, "1-0", 0),
            (0, "0-1", 0),
            (1, "0-1", 2),
            (0, "1/2-1/2", 1),
        ] {
            assert_eq!(played(number, result).half_points(), points);
        }
    }
}
