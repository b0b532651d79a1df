//! `hyperrook records`: checks the games of files of records, and lists them.

use crate::args::RecordsArgs;
use crate::error::{CommandError, CommandResult};
use crate::messages::printable;
use crate::play::game_of_record;
use crate::{load, texts, words};
use hyperrook_catalogue::CompiledGame;
use hyperrook_notation::record::{GameResult, Record, RecordReader, Tags};
use hyperrook_rules::History;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

/// The tags that say by which rules a game was played.
const GAME_TAGS: [&str; 4] = ["Game", "Variant", "Options", "Definition"];
/// A file that names more games than this is unusual: then they are compiled again.
const MAX_GAMES: usize = 64;

pub(super) fn run(args: &RecordsArgs, out: &mut dyn Write) -> CommandResult {
    let given = match &args.game {
        Some(game) => Some(load::load(game, &args.options.options)?),
        None if args.options.options.is_empty() => None,
        None => return Err(CommandError::Usage("options need --game".to_owned())),
    };
    let mut list = RecordList {
        given,
        games: HashMap::new(),
        as_json: args.json,
        count: 0,
        faults: 0,
    };
    for path in &args.files {
        if path == Path::new("-") {
            list.add_all(path, io::stdin().lock(), out)?;
        } else {
            let file = open(path).map_err(|error| CommandError::file(path, error))?;
            list.add_all(path, BufReader::new(file), out)?;
        }
    }
    if !args.json {
        let games = words::count(list.count, "game");
        match list.faults {
            0 => writeln!(out, "{games}")?,
            faults => writeln!(out, "{games}, {faults} of them with a fault")?,
        }
    }
    if list.faults > 0 {
        return Err(CommandError::Reported);
    }
    Ok(())
}

/// Opens a file. It is read once from its beginning to its end, so it can also be a pipe.
fn open(path: &Path) -> io::Result<File> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    File::open(path)
}

/// The games of all files.
struct RecordList {
    /// The game whose rules count, whatever the records say.
    given: Option<CompiledGame>,
    /// The games that the records of a file name, by their tags: compiled once.
    games: HashMap<Vec<Option<String>>, Result<CompiledGame, String>>,
    as_json: bool,
    count: usize,
    faults: usize,
}

impl RecordList {
    fn add_all(&mut self, path: &Path, input: impl BufRead, out: &mut dyn Write) -> CommandResult {
        // Definitions are named relative to the folder of the file.
        self.games.clear();
        let mut records = RecordReader::new(input);
        while let Some(record) = records.next() {
            let number = records.records_read();
            self.count += 1;
            let read = record
                .map_err(|error| error.to_string())
                .and_then(|record| self.read(path, record));
            self.faults += usize::from(read.is_err());
            if self.as_json {
                let mut line = match read {
                    Ok(game) => game.json(),
                    Err(fault) => json!({ "fault": fault }),
                };
                line["file"] = path.display().to_string().into();
                line["number"] = number.into();
                serde_json::to_writer(&mut *out, &line)?;
                writeln!(out)?;
            } else {
                let place = format!("{}, game {number}", path.display());
                match read {
                    Ok(game) => writeln!(out, "{place}: {}", game.words())?,
                    Err(fault) => writeln!(out, "{place}: error: {}", printable(&fault))?,
                }
            }
        }
        Ok(())
    }

    /// Reads the moves of a record by the rules.
    fn read(&mut self, path: &Path, record: Record) -> Result<CheckedRecord, String> {
        let loaded = match &self.given {
            Some(given) => given,
            None => {
                let key = GAME_TAGS.map(|name| record.tags.get(name).map(str::to_owned));
                if self.games.len() > MAX_GAMES {
                    self.games.clear();
                }
                let found = self.games.entry(key.to_vec()).or_insert_with(|| {
                    let advice =
                        |file: &str| format!("name its definition, as in `--game ./{file}`");
                    game_of_record(&record.tags, path, &advice).map_err(|error| error.to_string())
                });
                found.as_ref().map_err(String::clone)?
            }
        };
        let replay = record
            .replay(|_| Ok(loaded.game.clone()))
            .map_err(|error| error.to_string())?;
        let mut history = History::new(replay.start);
        let warnings = replay.warnings.iter().map(ToString::to_string).collect();
        let mut moves = Vec::new();
        for &mv in replay.record.main_line() {
            let position = history.position();
            let texts = [texts::format_move(position, mv), texts::short(position, mv)];
            history.play(mv).map_err(|error| error.to_string())?;
            moves.push(texts);
        }
        Ok(CheckedRecord {
            tags: record.tags,
            result: record.result,
            history,
            moves,
            warnings,
        })
    }
}

/// A record whose moves are legal.
struct CheckedRecord {
    tags: Tags,
    result: GameResult,
    history: History,
    /// The moves as texts and in short notation.
    moves: Vec<[String; 2]>,
    warnings: Vec<String>,
}

impl CheckedRecord {
    fn json(&self) -> Value {
        let position = self.history.position();
        let definition = position.game().definition();
        let (status, reason) = texts::status_parts(position, self.history.outcome());
        let tags = self.tags.iter();
        let tags: Map<String, Value> = tags.map(|(k, v)| (k.to_owned(), v.into())).collect();
        let moves = |at: usize| self.moves.iter().map(move |both| &both[at]);
        json!({
            "game": definition.name(),
            "identity": definition.identity(),
            "tags": tags,
            "start": texts::format_position(&self.history.positions()[0]),
            "moves": moves(0).collect::<Vec<_>>(),
            "short": moves(1).collect::<Vec<_>>(),
            "plies": self.moves.len(),
            "result": self.result.to_string(),
            "position": texts::format_position(position),
            "status": status,
            "reason": reason,
            "warnings": self.warnings,
        })
    }

    /// `chess, Ann against Bob, 1-0 after 57 plies (checkmate)`.
    fn words(&self) -> String {
        let name = |side: &str| {
            let name = self.tags.get(side).filter(|name| !name.trim().is_empty());
            name.unwrap_or("?")
        };
        let reason = self
            .history
            .outcome()
            .map(|end| format!(" ({})", end.reason));
        let warnings = self
            .warnings
            .iter()
            .map(|text| format!("; warning: {text}"));
        let text = format!(
            "{}, {} against {}, {} after {}{}{}",
            self.history.position().game().definition().name(),
            name("White"),
            name("Black"),
            self.result,
            words::count(self.moves.len(), "ply"),
            reason.unwrap_or_default(),
            warnings.collect::<String>()
        );
        printable(&text)
    }
}
