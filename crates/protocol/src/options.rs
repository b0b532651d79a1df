//! The options of the engine, the same in both protocols.

use crate::text::{is_check, one_line, quoted};
use crate::variants::{DEFAULT_VARIANT, VariantError, VariantOption, Variants};
use hyperrook_catalogue::regular_file::{
    MAX_SETTINGS_BYTES, file_error, open_regular, read_regular_text,
};
use hyperrook_eval::{Weights, WeightsError};
use hyperrook_network::{Network, NetworkModel};
use hyperrook_rules::Game;
use hyperrook_search::{
    EngineSettings, Feature, Features, NetworkSource, SearchLimits, SearchParamsError,
    SearchParamsFile, Strength, TablesSource, WeightsSource,
};
use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// The values of the engine's options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EngineOptions {
    /// Hash table, threads, heuristics and weights.
    pub(crate) engine: EngineSettings,
    /// The number of lines to report.
    pub(crate) lines: usize,
    /// Whether to play at the rating [`EngineOptions::elo`].
    pub(crate) limit_strength: bool,
    /// A rating within [`Strength::ELO`].
    pub(crate) elo: u32,
    /// A level of [`Strength::LEVELS`].
    pub(crate) level: u8,
    /// The seed of the random choices of weak levels; 0 for another one in each game.
    pub(crate) seed: u32,
    /// The time that passes between a move and the stop of the clock.
    pub(crate) overhead: Duration,
    /// Whether to report the chances of a win, a draw and a loss (UCI only).
    pub(crate) show_wdl: bool,
    /// Whether to resign lost games (CECP only).
    pub(crate) resign: bool,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            engine: EngineSettings::default(),
            lines: 1,
            limit_strength: false,
            elo: DEFAULT_ELO,
            level: *Strength::LEVELS.end(),
            seed: 0,
            overhead: SearchLimits::default().overhead,
            show_wdl: false,
            resign: false,
        }
    }
}

/// The default rating of `UCI_LimitStrength`: that of a club player.
const DEFAULT_ELO: u32 = 1500;
/// The allowed numbers of lines. Few positions have more legal moves.
const LINES: RangeInclusive<usize> = 1..=256;
const OVERHEAD_MS: RangeInclusive<usize> = 0..=5000;
/// GUIs read numbers as 32 bits with a sign.
const SEEDS: RangeInclusive<usize> = 0..=i32::MAX as usize;

impl EngineOptions {
    /// The strength to play at. A rating overrides a level.
    pub(crate) fn strength(&self) -> Strength {
        match (self.limit_strength, self.level) {
            (true, _) => Strength::Elo(self.elo),
            (false, level) if level < *Strength::LEVELS.end() => Strength::Level(level),
            (false, _) => Strength::Full,
        }
    }

    /// The seed of the random choices in a game that was given a seed of its own.
    pub(crate) fn seed(&self, of_game: u64) -> u64 {
        match self.seed {
            0 => of_game,
            seed => u64::from(seed),
        }
    }
}

/// The protocol in which options are announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProtocolKind {
    Uci,
    Cecp,
}

/// An option with its type and current value.
struct DeclaredOption {
    name: String,
    kind: OptionType,
}

enum OptionType {
    Number(usize, RangeInclusive<usize>),
    Check(bool),
    Choice(String, Vec<String>),
    Text,
    File,
    Button,
}

/// The change that setting an option has made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OptionChange {
    /// A setting of the next search.
    Setting,
    /// The hash table or the threads: the engine must be prepared again.
    Engine,
    /// The game to play.
    Variant(String),
    /// An option of this game.
    Rule(String),
    /// A definition file with this game was loaded.
    Loaded(String),
    /// The tables of the engine must be emptied.
    Clear,
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum OptionError {
    /// No option has this name.
    #[error("there is no option `{0}`")]
    Unknown(String),
    /// The option needs a value, and none was given.
    #[error("option `{0}` needs a value")]
    NoValue(String),
    /// The value is not allowed.
    #[error("option `{name}` cannot be `{value}`; it can be {allowed}")]
    Value {
        /// The option.
        name: String,
        /// The value.
        value: String,
        /// The allowed values.
        allowed: String,
    },
    /// The game cannot be loaded.
    #[error(transparent)]
    Game(#[from] VariantError),
}

impl OptionError {
    /// The error for a number that is not in the range of an option.
    pub(crate) fn out_of_range(
        name: &str,
        value: &str,
        range: &RangeInclusive<usize>,
    ) -> OptionError {
        OptionError::Value {
            name: name.to_owned(),
            value: quoted(value),
            allowed: format!("a number from {} to {}", range.start(), range.end()),
        }
    }
}

const HASH: &str = "Hash";
const THREADS: &str = "Threads";
const MULTI_PV: &str = "MultiPV";
const PONDER: &str = "Ponder";
const VARIANT: &str = "UCI_Variant";
const PATH: &str = "VariantPath";
const LIMIT: &str = "UCI_LimitStrength";
const ELO: &str = "UCI_Elo";
const LEVEL: &str = "Level";
const SEED: &str = "Seed";
const CLEAR: &str = "Clear Hash";
const OVERHEAD: &str = "Move Overhead";
const RESIGN: &str = "Resign";
const SHOW_WDL: &str = "UCI_ShowWDL";
const WEIGHTS: &str = "Weights";
const NETWORK: &str = "EvalFile";
const SEARCH: &str = "SearchFile";
const TABLES: &str = "TablesPath";
const WITHOUT: &str = "Without";

/// The options whose values are texts or paths.
const TEXTS: [&str; 6] = [WEIGHTS, NETWORK, SEARCH, TABLES, WITHOUT, PATH];
/// The value of a text option that stands for no text.
const EMPTY: &str = "<empty>";

/// All options of a protocol with their current values.
fn declared(
    options: &EngineOptions,
    games: &Variants,
    protocol: ProtocolKind,
) -> Vec<DeclaredOption> {
    let elo = *Strength::ELO.start() as usize..=*Strength::ELO.end() as usize;
    let levels = usize::from(*Strength::LEVELS.start())..=usize::from(*Strength::LEVELS.end());
    let engine = options.engine;
    let mut list: Vec<(&str, OptionType)> = Vec::new();
    // CECP has separate commands for these.
    if protocol == ProtocolKind::Uci {
        let names = games.names().into_iter().map(str::to_owned).collect();
        list.extend([
            (
                HASH,
                OptionType::Number(engine.hash_mib, EngineSettings::HASH_MIB),
            ),
            (
                THREADS,
                OptionType::Number(engine.threads, EngineSettings::THREADS),
            ),
            (PONDER, OptionType::Check(false)),
            (SHOW_WDL, OptionType::Check(options.show_wdl)),
            (
                VARIANT,
                OptionType::Choice(DEFAULT_VARIANT.to_owned(), names),
            ),
        ]);
    }
    list.extend([
        (MULTI_PV, OptionType::Number(options.lines, LINES)),
        (LIMIT, OptionType::Check(options.limit_strength)),
        (ELO, OptionType::Number(options.elo as usize, elo)),
        (
            LEVEL,
            OptionType::Number(usize::from(options.level), levels),
        ),
        (SEED, OptionType::Number(options.seed as usize, SEEDS)),
        (
            OVERHEAD,
            OptionType::Number(options.overhead.as_millis() as usize, OVERHEAD_MS),
        ),
        (CLEAR, OptionType::Button),
        (WEIGHTS, OptionType::Text),
        (NETWORK, OptionType::Text),
        (SEARCH, OptionType::Text),
        (TABLES, OptionType::Text),
        (WITHOUT, OptionType::Text),
    ]);
    match protocol {
        ProtocolKind::Uci => list.push((PATH, OptionType::Text)),
        ProtocolKind::Cecp => list.extend([
            (PATH, OptionType::File),
            (RESIGN, OptionType::Check(options.resign)),
        ]),
    }
    let own = list.into_iter().map(|(name, kind)| DeclaredOption {
        name: name.to_owned(),
        kind,
    });
    let rules = games
        .options()
        .into_iter()
        .map(|VariantOption { variant, option }| DeclaredOption {
            name: format!("{variant} {}", option.name),
            kind: if is_check(&option.values) {
                OptionType::Check(option.value == "true")
            } else {
                OptionType::Choice(option.value, option.values)
            },
        });
    own.chain(rules).collect()
}

/// The lines that announce all options.
pub(crate) fn announced(
    options: &EngineOptions,
    games: &Variants,
    protocol: ProtocolKind,
) -> Vec<String> {
    let list = declared(options, games, protocol);
    list.iter()
        .map(|option| match protocol {
            ProtocolKind::Uci => option.uci(),
            ProtocolKind::Cecp => option.cecp(),
        })
        .collect()
}

/// The lines that announce the options of one game.
pub(crate) fn announced_of(options: &EngineOptions, games: &Variants, game: &str) -> Vec<String> {
    let list = declared(options, games, ProtocolKind::Uci);
    let own = |option: &&DeclaredOption| {
        let rest = option.name.strip_prefix(game);
        rest.is_some_and(|rest| rest.starts_with(' '))
    };
    list.iter().filter(own).map(DeclaredOption::uci).collect()
}

impl DeclaredOption {
    fn uci(&self) -> String {
        let rest = match &self.kind {
            OptionType::Number(value, range) => format!(
                "type spin default {value} min {} max {}",
                range.start(),
                range.end()
            ),
            OptionType::Check(value) => format!("type check default {value}"),
            OptionType::Choice(value, values) => {
                let values: Vec<String> =
                    values.iter().map(|value| format!("var {value}")).collect();
                format!("type combo default {value} {}", values.join(" "))
            }
            OptionType::Text | OptionType::File => "type string default <empty>".to_owned(),
            OptionType::Button => "type button".to_owned(),
        };
        format!("option name {} {rest}", self.name)
    }

    fn cecp(&self) -> String {
        let rest = match &self.kind {
            OptionType::Number(value, range) => {
                format!("-spin {value} {} {}", range.start(), range.end())
            }
            OptionType::Check(value) => format!("-check {}", u8::from(*value)),
            OptionType::Choice(value, values) => {
                let mark = |other: &String| {
                    if other == value {
                        format!("*{other}")
                    } else {
                        other.clone()
                    }
                };
                let values: Vec<String> = values.iter().map(mark).collect();
                format!("-combo {}", values.join(" /// "))
            }
            OptionType::Text => "-string ".to_owned(),
            OptionType::File => "-file ".to_owned(),
            OptionType::Button => "-button".to_owned(),
        };
        format!("feature option=\"{} {rest}\"", self.name)
    }
}

/// Sets an option. Upper and lower case of its name do not matter.
pub(crate) fn set(
    options: &mut EngineOptions,
    games: &mut Variants,
    name: &str,
    value: Option<&str>,
) -> Result<OptionChange, OptionError> {
    let own = [
        HASH, THREADS, MULTI_PV, PONDER, VARIANT, PATH, LIMIT, ELO, LEVEL, SEED, CLEAR, OVERHEAD,
        RESIGN, SHOW_WDL, WEIGHTS, NETWORK, SEARCH, TABLES, WITHOUT,
    ];
    let known = own.into_iter().find(|own| own.eq_ignore_ascii_case(name));
    if known == Some(CLEAR) {
        return Ok(OptionChange::Clear);
    }
    let needed = || {
        let value = value.filter(|value| !value.is_empty());
        value.ok_or_else(|| OptionError::NoValue(quoted(name)))
    };
    let Some(known) = known else {
        let rule = name.contains(char::is_whitespace).then(|| {
            // CECP writes the values of check boxes as 0 and 1.
            let value = needed()?;
            let value = match (value, rule_is_check(games, name)) {
                ("0", true) => "false",
                ("1", true) => "true",
                (value, _) => value,
            };
            Ok::<_, OptionError>(games.set(name, value)?)
        });
        let game = rule.transpose()?.flatten();
        return game
            .map(OptionChange::Rule)
            .ok_or_else(|| OptionError::Unknown(quoted(name)));
    };
    // Programs send an empty value when a text field is cleared.
    let value = match value {
        Some("") if TEXTS.contains(&known) => EMPTY,
        _ => needed()?,
    };
    let number = |range: RangeInclusive<usize>| {
        let parsed = value.parse().ok().filter(|number| range.contains(number));
        parsed.ok_or_else(|| OptionError::out_of_range(known, value, &range))
    };
    let check = || match value.to_ascii_lowercase().as_str() {
        "true" | "1" | "on" => Ok(true),
        "false" | "0" | "off" => Ok(false),
        _ => Err(OptionError::Value {
            name: known.to_owned(),
            value: quoted(value),
            allowed: "true or false".to_owned(),
        }),
    };
    match known {
        HASH => {
            options.engine.hash_mib = number(EngineSettings::HASH_MIB)?;
            return Ok(OptionChange::Engine);
        }
        THREADS => {
            options.engine.threads = number(EngineSettings::THREADS)?;
            return Ok(OptionChange::Engine);
        }
        MULTI_PV => options.lines = number(LINES)?,
        // `go ponder` tells the engine to ponder; this option needs no action.
        PONDER => drop(check()?),
        LIMIT => options.limit_strength = check()?,
        ELO => {
            let range = *Strength::ELO.start() as usize..=*Strength::ELO.end() as usize;
            options.elo = number(range)? as u32;
        }
        LEVEL => {
            let range =
                usize::from(*Strength::LEVELS.start())..=usize::from(*Strength::LEVELS.end());
            options.level = number(range)? as u8;
        }
        SEED => options.seed = number(SEEDS)? as u32,
        OVERHEAD => options.overhead = Duration::from_millis(number(OVERHEAD_MS)? as u64),
        WEIGHTS => {
            options.engine.weights = weights(value)?;
            return Ok(OptionChange::Engine);
        }
        NETWORK => {
            options.engine.network = network(value)?;
            return Ok(OptionChange::Engine);
        }
        SEARCH => {
            let file = search_params(value)?;
            options.engine.params = file.map(|file| &file.params);
            options.engine.chances = file.and_then(|file| file.chances);
            return Ok(OptionChange::Engine);
        }
        TABLES => {
            options.engine.tables = tables(value)?;
            return Ok(OptionChange::Engine);
        }
        WITHOUT => {
            options.engine.features = features(value)?;
            return Ok(OptionChange::Engine);
        }
        RESIGN => options.resign = check()?,
        SHOW_WDL => options.show_wdl = check()?,
        VARIANT => {
            let game = games.game(value)?;
            return Ok(OptionChange::Variant(game.definition().name().to_owned()));
        }
        PATH if value == EMPTY => {}
        PATH => return Ok(OptionChange::Loaded(games.load(value)?)),
        _ => return Err(OptionError::Unknown(quoted(name))),
    }
    Ok(OptionChange::Setting)
}

/// The weights of a file, or those derived from the rules.
fn weights(value: &str) -> Result<WeightsSource, OptionError> {
    let refused = |why: String| OptionError::Value {
        name: WEIGHTS.to_owned(),
        value: quoted(value),
        allowed: format!("`derived`, `<empty>` or the path of a file of weights: {why}"),
    };
    match value {
        EMPTY => Ok(WeightsSource::Shipped),
        "derived" => Ok(WeightsSource::Derived),
        path => {
            let text = read_regular_text(Path::new(path), MAX_SETTINGS_BYTES)
                .map_err(|error| refused(file_error(&error)))?;
            let weights = Weights::read(&text).map_err(|error| {
                refused(match &error {
                    WeightsError::Toml(fault) => {
                        let fault = toml_fault(&text, fault.message(), fault.span());
                        format!("not a file of weights: {fault}")
                    }
                    error => error.to_string(),
                })
            })?;
            // The weights must live as long as the program: engines on other threads may
            // use them.
            Ok(WeightsSource::Given(Box::leak(Box::new(weights))))
        }
    }
}

/// The network of a file, or none.
fn network(value: &str) -> Result<NetworkSource, OptionError> {
    let refused = |why: String| OptionError::Value {
        name: NETWORK.to_owned(),
        value: quoted(value),
        allowed: format!("`none`, `<empty>` or the path of a network: {why}"),
    };
    match value {
        EMPTY => Ok(NetworkSource::Shipped),
        "none" => Ok(NetworkSource::None),
        path => {
            let network = open_regular(Path::new(path)).and_then(Network::read_from);
            let network = network.map_err(|error| refused(file_error(&error)))?;
            // As with weights, engines on other threads may use it.
            Ok(NetworkSource::Given(Box::leak(Box::new(network))))
        }
    }
}

/// A file of search parameters; `None` for the shipped ones.
fn search_params(value: &str) -> Result<Option<&'static SearchParamsFile>, OptionError> {
    let refused = |why: String| OptionError::Value {
        name: SEARCH.to_owned(),
        value: quoted(value),
        allowed: format!("`<empty>` or the path of a file of `hyperrook spsa`: {why}"),
    };
    if value == EMPTY {
        return Ok(None);
    }
    let text = read_regular_text(Path::new(value), MAX_SETTINGS_BYTES)
        .map_err(|error| refused(file_error(&error)))?;
    let file = SearchParamsFile::read(&text).map_err(|error| {
        refused(match &error {
            SearchParamsError::Toml(fault) => {
                let fault = toml_fault(&text, fault.message(), fault.span());
                format!("not a file of search parameters: {fault}")
            }
            error => error.to_string(),
        })
    })?;
    // As with weights, engines on other threads may use them.
    Ok(Some(Box::leak(Box::new(file))))
}

/// A fault of a file in one line, with its place: the library's own text has five lines and quotes the
/// file.
fn toml_fault(text: &str, message: &str, span: Option<Range<usize>>) -> String {
    let message = one_line(message);
    let before = span.and_then(|span| text.get(..span.start));
    let Some(before) = before else {
        return message;
    };
    let line = 1 + before.matches('\n').count();
    let column = 1 + before.chars().rev().take_while(|&c| c != '\n').count();
    format!("line {line}, column {column}: {message}")
}

/// The endgame tables of a folder, or none.
fn tables(value: &str) -> Result<TablesSource, OptionError> {
    if value == EMPTY {
        return Ok(TablesSource::None);
    }
    let folder = PathBuf::from(value);
    if !folder.is_dir() {
        return Err(OptionError::Value {
            name: TABLES.to_owned(),
            value: quoted(value),
            allowed: "`<empty>` or the path of a folder with tables".to_owned(),
        });
    }
    Ok(TablesSource::folder(folder))
}

/// The message about the network of the options for a game: that it is used, or why not.
pub(crate) fn network_message(options: &EngineOptions, game: &Game) -> Option<String> {
    let network = match options.engine.network {
        NetworkSource::Given(network) => network,
        NetworkSource::Shipped
            if hyperrook_network::is_shipped_for_other_rules(game.definition()) =>
        {
            let title = game.definition().title();
            return Some(format!(
                "the network of {title} is for other rules or options; evaluation by weights"
            ));
        }
        NetworkSource::Shipped | NetworkSource::None => return None,
    };
    Some(match NetworkModel::new(network, game) {
        Ok(_) => format!("evaluation by a network: {}", network.header().made),
        // In the form of a rejected option, so that a match does not play on without the network.
        Err(refused) => {
            format!("setoption: {refused}; without it, the engine evaluates by weights")
        }
    })
}

/// All heuristics except those named, separated by commas.
fn features(value: &str) -> Result<Features, OptionError> {
    let mut features = Features::all();
    if value == EMPTY {
        return Ok(features);
    }
    for name in value.split(',') {
        let feature: Feature = name.trim().parse().map_err(|error| OptionError::Value {
            name: WITHOUT.to_owned(),
            value: quoted(value),
            allowed: format!("names separated by commas: {error}"),
        })?;
        features = features.without(feature);
    }
    Ok(features)
}

fn rule_is_check(games: &Variants, name: &str) -> bool {
    games
        .options()
        .iter()
        .any(|VariantOption { variant, option }| {
            name.eq_ignore_ascii_case(&format!("{variant} {}", option.name))
                && is_check(&option.values)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_text_brings_the_default_back() {
        let mut games = Variants::default();
        let mut options = EngineOptions::default();
        for (name, value) in [
            ("Weights", "derived"),
            ("EvalFile", "none"),
            ("Without", "history"),
        ] {
            set(&mut options, &mut games, name, Some(value)).unwrap();
            assert_ne!(options, EngineOptions::default(), "{name}");
            set(&mut options, &mut games, name, Some("")).unwrap();
            assert_eq!(options, EngineOptions::default(), "{name}");
        }
        for name in TEXTS {
            assert!(set(&mut options, &mut games, name, Some("")).is_ok());
            assert!(set(&mut options, &mut games, name, None).is_err());
        }
        assert!(set(&mut options, &mut games, "Hash", Some("")).is_err());
    }

    #[test]
    fn faults_of_files_are_told_in_one_line() {
        let mut games = Variants::default();
        let mut options = EngineOptions::default();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("wrong.toml");
        std::fs::write(&path, "game = \"chess\"\nnothing = [1, 2\n").unwrap();
        for (name, path, part) in [
            ("Weights", path.clone(), "weights: line "),
            ("SearchFile", path.clone(), "search parameters: line "),
            (
                "EvalFile",
                folder.path().join("no.nnue"),
                "there is no such file",
            ),
            (
                "Weights",
                folder.path().join("no.toml"),
                "there is no such file",
            ),
            (
                "SearchFile",
                folder.path().join("no.toml"),
                "there is no such file",
            ),
            (
                "VariantPath",
                folder.path().join("no.toml"),
                "there is no such file",
            ),
        ] {
            let error = set(&mut options, &mut games, name, path.to_str()).unwrap_err();
            let error = error.to_string();
            assert!(error.contains(part), "{name}: {error}");
            assert!(
                !error.contains('\n') && !error.contains("os error"),
                "{error}"
            );
        }
    }
}
