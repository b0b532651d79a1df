//! `hyperrook records`: checks the games of files of records, and lists them.

use crate::args::RecordsArgs;
use crate::error::{CommandError, CommandResult};
use crate::messages::printable;
use crate::play::game_of_record;
use crate::{load, texts, words};
use hyperrook_catalogue::CompiledGame;
use hyperrook_notation::record::{GameResult, Record, RecordReader, Tags};
use hyperrook_rules::{Outcome, Position};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

/// The tags that say by which rules a game was played.
const GAME_TAGS: [&str; 4] = ["Game", "Variant", "Options", "Definition"];
/// A file that names more games than this is unusual: then they are compiled again.
const MAX_GAMES: usize = 64;
/// The games of tags longer than this, in bytes, are not kept.
const MAX_KEPT_TAGS: usize = 4096;

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
            let (number, line) = (records.records_read(), records.first_line());
            self.count += 1;
            let read = record
                .map_err(|error| error.to_string())
                .and_then(|record| {
                    // Faults of the text name their own line.
                    let place = |fault| format!("in the record from line {line}: {fault}");
                    self.read(path, record).map_err(place)
                });
            self.faults += usize::from(read.is_err());
            if self.as_json {
                let mut entry = match read {
                    Ok(game) => game.json(),
                    Err(fault) => json!({ "fault": fault }),
                };
                entry["file"] = path.display().to_string().into();
                entry["number"] = number.into();
                entry["line"] = line.into();
                serde_json::to_writer(&mut *out, &entry)?;
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
        let game = match &self.given {
            Some(given) => given.game.clone(),
            None => self.game_of(path, &record.tags)?.game,
        };
        let replay = record
            .replay(|_| Ok(game.clone()))
            .map_err(|error| error.to_string())?;
        let mut last = replay.start.clone();
        for &mv in replay.record.main_line() {
            last.play(mv).map_err(|error| error.to_string())?;
        }
        // A game can have very many moves, so its positions are not kept but made a second time.
        let mut position = replay.start.clone();
        let mut occurrences = 1;
        let mut moves = Vec::new();
        for &mv in replay.record.main_line() {
            occurrences += u32::from(position.same(&last));
            if self.as_json {
                moves.push([
                    texts::format_move(&position, mv),
                    texts::short(&position, mv),
                ]);
            }
            position.play(mv).map_err(|error| error.to_string())?;
        }
        Ok(CheckedRecord {
            tags: record.tags,
            result: record.result,
            outcome: last.outcome_after(occurrences),
            start: replay.start,
            last,
            plies: replay.record.line.plies.len(),
            moves,
            warnings: replay.warnings.iter().map(ToString::to_string).collect(),
        })
    }

    /// The game that the tags of a record name.
    fn game_of(&mut self, path: &Path, tags: &Tags) -> Result<CompiledGame, String> {
        let find = || {
            let advice = |file: &str| format!("name its definition, as in `--game ./{file}`");
            game_of_record(tags, path, &advice).map_err(|error| error.to_string())
        };
        let named = GAME_TAGS.map(|name| tags.get(name));
        if named.iter().flatten().map(|text| text.len()).sum::<usize>() > MAX_KEPT_TAGS {
            return find();
        }
        if self.games.len() > MAX_GAMES {
            self.games.clear();
        }
        let key = named.map(|text| text.map(str::to_owned)).to_vec();
        self.games.entry(key).or_insert_with(find).clone()
    }
}

/// A record whose moves are legal.
struct CheckedRecord {
    tags: Tags,
    result: GameResult,
    start: Position,
    /// The position after the last move.
    last: Position,
    outcome: Option<Outcome>,
    /// The number of moves.
    plies: usize,
    /// The moves as texts and in short notation, for JSON.
    moves: Vec<[String; 2]>,
    warnings: Vec<String>,
}

impl CheckedRecord {
    fn json(&self) -> Value {
        let definition = self.last.game().definition();
        let (status, reason) = texts::status_parts(&self.last, self.outcome);
        let tags = self.tags.iter();
        let tags: Map<String, Value> = tags.map(|(k, v)| (k.to_owned(), v.into())).collect();
        let moves = |at: usize| self.moves.iter().map(move |both| &both[at]);
        json!({
            "game": definition.name(),
            "identity": definition.identity(),
            "tags": tags,
            "start": texts::format_position(&self.start),
            "moves": moves(0).collect::<Vec<_>>(),
            "short": moves(1).collect::<Vec<_>>(),
            "plies": self.plies,
            "result": self.result.to_string(),
            "position": texts::format_position(&self.last),
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
        let reason = self.outcome.map(|end| format!(" ({})", end.reason));
        let warnings = self
            .warnings
            .iter()
            .map(|text| format!("; warning: {text}"));
        let text = format!(
            "{}, {} against {}, {} after {}{}{}",
            self.last.game().definition().name(),
            name("White"),
            name("Black"),
            self.result,
            words::count(self.plies, "ply"),
            reason.unwrap_or_default(),
            warnings.collect::<String>()
        );
        printable(&text)
    }
}
