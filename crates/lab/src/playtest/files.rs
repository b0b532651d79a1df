//! The sums of a run as a file, and adding up runs.

use super::chances::model_of_lichess;
use super::error::PlaytestError;
use super::opening_key::{KEY_DIGITS, short_key};
use super::settings::{OpeningsPart, PlaytestSettings};
use super::sums::{FigureLayout, GameSums, StoredSums, Sums, are_of_games};
use crate::files::replace_file;
use crate::forced_win::ForcedWin;
use crate::run_subject::RunEvaluation;
use hyperrook_catalogue::regular_file::{MAX_DATA_BYTES, read_regular_text};
use hyperrook_rules::{Game, MAX_CELLS, OptionValue};
use hyperrook_search::ChancesModel;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The journal in the folder of a run.
pub const JOURNAL: &str = "games.journal";
/// The sums in the folder of a run.
pub const SUMS: &str = "sums.json";

/// The version of the format.
const FORMAT: u32 = 1;

/// A run that has been added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddedRun {
    /// Its seed.
    pub seed: u64,
    /// Its part of the openings.
    pub part: OpeningsPart,
    /// The number of its games.
    pub games: u64,
}

/// The sums of one or more runs, with the rules and settings of their games.
#[derive(Clone, Debug, PartialEq)]
pub struct RunSums {
    /// The name of the game.
    pub game: String,
    /// Its name for people.
    pub title: String,
    /// The identity of the rules.
    pub rules: String,
    /// The options that are not at their defaults.
    pub options: Vec<(String, String)>,
    /// The version of the program that played the games, and its engine.
    pub program: String,
    /// What the engine evaluates by; `None` for random games and runs of earlier versions.
    pub evaluation: Option<RunEvaluation>,
    /// How scores became winning chances.
    pub chances: ChancesModel,
    /// The settings of the games; seed and part are those of the first run.
    pub settings: PlaytestSettings,
    /// The runs.
    pub sources: Vec<AddedRun>,
    /// A win that a side can force from the start, if a short search found one.
    pub forced_win: Option<ForcedWin>,
    /// Whether a run ended because there were no more openings that are about as even as the start.
    pub out_of_openings: bool,
    /// The sums.
    pub sums: Sums,
    /// The kinds: letters and names.
    pub kinds: Vec<(char, String)>,
    cells: usize,
    /// The keys of the openings, shortened.
    openings: BTreeSet<u64>,
}

/// The file.
#[derive(Serialize, Deserialize)]
struct SumsFile {
    hyperrook_playtest: u32,
    program: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    evaluation: Option<RunEvaluation>,
    game: String,
    title: String,
    rules: String,
    options: Vec<(String, String)>,
    kinds: Vec<(char, String)>,
    cells: usize,
    /// Files of earlier versions have none.
    #[serde(default = "model_of_lichess")]
    chances: ChancesModel,
    settings: PlaytestSettings,
    sources: Vec<AddedRun>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    forced_win: Option<ForcedWin>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    out_of_openings: bool,
    sums: StoredSums,
    /// Hexadecimal digits, ten for each opening.
    openings: String,
}

impl RunSums {
    /// `openings` are the short keys of the openings.
    pub(super) fn new(
        game: &Game,
        program: String,
        settings: &PlaytestSettings,
        source: AddedRun,
        sums: Sums,
        openings: BTreeSet<u64>,
    ) -> RunSums {
        let definition = game.definition();
        let changed = definition.changed_options();
        let kinds = definition.pieces().iter();
        RunSums {
            game: definition.name().to_owned(),
            title: definition.title().to_owned(),
            rules: definition.identity().to_owned(),
            options: changed.map(|o| (o.name.clone(), o.value.clone())).collect(),
            program,
            evaluation: settings.nodes.map(|_| RunEvaluation::usual(game)),
            chances: ChancesModel::shipped(definition),
            settings: settings.clone(),
            sources: vec![source],
            forced_win: None,
            out_of_openings: false,
            sums,
            kinds: kinds.map(|kind| (kind.letter, kind.name.clone())).collect(),
            cells: game.board().len(),
            openings,
        }
    }

    /// The name for people, with the options.
    pub fn name(&self) -> String {
        let options = self.options.iter();
        OptionValue::titled(
            &self.title,
            options.map(|(name, value)| (&**name, &**value)),
        )
    }

    /// Reads a file of sums. For a folder, reads the file in it.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn read(path: &Path) -> Result<RunSums, PlaytestError> {
        let path = if path.is_dir() {
            if !path.join(SUMS).exists() && path.join(JOURNAL).exists() {
                return Err(PlaytestError::Unfinished(path.to_owned()));
            }
            path.join(SUMS)
        } else {
            path.to_owned()
        };
        let text = read_regular_text(&path, MAX_DATA_BYTES)
            .map_err(|error| PlaytestError::File(path.clone(), error))?;
        RunSums::from_json(&text).map_err(|message| PlaytestError::Unreadable(path, message))
    }

    /// Reads the text of a file of sums.
    ///
    /// # Errors
    /// If the text is damaged. The error says what is wrong.
    pub fn from_json(text: &str) -> Result<RunSums, String> {
        let file: SumsFile = serde_json::from_str(text)
            .map_err(|error| format!("these are not the sums of a playtest: {error}"))?;
        if file.hyperrook_playtest != FORMAT {
            return Err(format!(
                "it has version {} of the format; this program knows version {FORMAT}",
                file.hyperrook_playtest
            ));
        }
        let openings =
            read_keys(&file.openings).ok_or_else(|| "the openings are damaged".to_owned())?;
        if !(1..=MAX_CELLS).contains(&file.cells) {
            return Err(format!(
                "its board has {} cells; a board has 1 to {MAX_CELLS}",
                file.cells
            ));
        }
        let layout = FigureLayout::new(file.kinds.len(), file.cells);
        let sums = file.sums.read(&layout)?;
        let added = file.sources.iter().map(|source| source.games);
        if !are_of_games(added.filter(|&games| games > 0), sums.games()) {
            return Err("its runs have more games than there are".to_owned());
        }
        Ok(RunSums {
            game: file.game,
            title: file.title,
            rules: file.rules,
            options: file.options,
            program: file.program,
            evaluation: file.evaluation,
            chances: file.chances,
            settings: file.settings,
            sources: file.sources,
            forced_win: file.forced_win,
            out_of_openings: file.out_of_openings,
            sums,
            kinds: file.kinds,
            cells: file.cells,
            openings,
        })
    }

    /// Writes the file.
    ///
    /// # Errors
    /// If the file cannot be written. Then an older file stays unchanged.
    pub fn write(&self, path: &Path) -> Result<(), PlaytestError> {
        let text = self.to_json();
        let text = text.map_err(|error| PlaytestError::File(path.to_owned(), error.into()))?;
        replace(path, &text)
    }

    /// The text of the file.
    ///
    /// # Errors
    /// None are known.
    pub fn to_json(&self) -> serde_json::Result<String> {
        let keys = self.openings.iter();
        let file = SumsFile {
            hyperrook_playtest: FORMAT,
            program: self.program.clone(),
            evaluation: self.evaluation,
            game: self.game.clone(),
            title: self.title.clone(),
            rules: self.rules.clone(),
            options: self.options.clone(),
            kinds: self.kinds.clone(),
            cells: self.cells,
            chances: self.chances,
            settings: self.settings.clone(),
            sources: self.sources.clone(),
            forced_win: self.forced_win,
            out_of_openings: self.out_of_openings,
            sums: StoredSums::of(&self.sums),
            openings: keys.map(|key| format!("{key:0KEY_DIGITS$x}")).collect(),
        };
        Ok(serde_json::to_string(&file)? + "\n")
    }

    /// Adds a game of this run, unless its opening has already been played; random games always
    /// count. Returns whether the game counts.
    pub(super) fn add_game(&mut self, key: u64, game: &GameSums) -> bool {
        let is_random = self.settings.nodes.is_none();
        if !is_random && !self.openings.insert(short_key(key)) {
            return false;
        }
        self.sums.add(game);
        if let Some(source) = self.sources.first_mut() {
            source.games += 1;
        }
        true
    }

    /// The openings: keys of positions, shortened as the file keeps them.
    pub fn openings(&self) -> &BTreeSet<u64> {
        &self.openings
    }

    /// Adds another run. `names` are the paths of both, for errors.
    ///
    /// # Errors
    /// If the runs have different rules or settings, or share an opening.
    pub fn merge(&mut self, other: &RunSums, names: (&Path, &Path)) -> Result<(), PlaytestError> {
        let apart = |why: String| PlaytestError::Apart {
            first: names.0.to_owned(),
            second: names.1.to_owned(),
            why,
        };
        if self.rules != other.rules {
            let names = if self.title == other.title {
                String::new()
            } else {
                format!(": {} and {}", self.title, other.title)
            };
            return Err(apart(format!("they are of different rules{names}")));
        }
        // Rules do not depend on the order of the pieces, but sums are kept in it.
        if self.kinds != other.kinds {
            return Err(apart(
                "their definitions have the same rules, but list the pieces in different orders, or \
                 with different names or letters"
                    .to_owned(),
            ));
        }
        if let Some(difference) = self.settings.difference(&other.settings) {
            return Err(apart(difference));
        }
        if self.program != other.program {
            return Err(apart(format!(
                "they were played by different engines: {} and {}",
                self.program, other.program
            )));
        }
        if self.chances != other.chances {
            return Err(apart(
                "they convert scores into winning chances in different ways".to_owned(),
            ));
        }
        let common = self.openings.intersection(&other.openings).count();
        if common > 0 {
            return Err(apart(format!(
                "they have {common} openings in common; use --avoid, or a different --part of the \
                 same number of parts"
            )));
        }
        let is_random = self.settings.nodes.is_none();
        let seeds = |run: &RunSums| run.sources.iter().map(|s| s.seed).collect::<BTreeSet<_>>();
        if is_random && !seeds(self).is_disjoint(&seeds(other)) {
            return Err(apart(
                "they have the same seed, so the same games".to_owned(),
            ));
        }
        self.forced_win = self.forced_win.or(other.forced_win);
        self.out_of_openings |= other.out_of_openings;
        self.sums.merge(&other.sums);
        self.sources.extend(&other.sources);
        self.openings.extend(&other.openings);
        Ok(())
    }

    /// Adds up runs, given by their folders or files.
    ///
    /// # Errors
    /// If a file cannot be read, or the runs do not fit together.
    pub fn merged(paths: &[PathBuf]) -> Result<Option<RunSums>, PlaytestError> {
        let Some((first, rest)) = paths.split_first() else {
            return Ok(None);
        };
        let mut sums = RunSums::read(first)?;
        for path in rest {
            sums.merge(&RunSums::read(path)?, (first, path))?;
        }
        Ok(Some(sums))
    }

    /// The number of cells of the board.
    pub fn cells(&self) -> usize {
        self.cells
    }
}

fn read_keys(text: &str) -> Option<BTreeSet<u64>> {
    if !text.is_ascii() || !text.len().is_multiple_of(KEY_DIGITS) {
        return None;
    }
    let keys = text.as_bytes().chunks(KEY_DIGITS);
    keys.map(|key| u64::from_str_radix(std::str::from_utf8(key).ok()?, 16).ok())
        .collect()
}

/// Writes a file completely: after a crash there is either the old file or the new one.
///
/// # Errors
/// If the file cannot be written.
pub fn replace(path: &Path, text: &str) -> Result<(), PlaytestError> {
    let failed = |error| PlaytestError::File(path.to_owned(), error);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    replace_file(path, text.as_bytes()).map_err(failed)
}
