//! Faults of definition files, with their places.

use super::definition_fault::DefinitionFault;
use super::text_range::TextRange;
use super::wording::Wording;
use hyperrook_geometry::FaultList;
use std::fmt;
use thiserror::Error;

/// One fault of a definition file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The file's name, as given.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A fault of a whole file, reported at its first character.
    pub fn of_file(file: impl Into<String>, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            file: file.into(),
            line: 1,
            column: 1,
            message: message.into(),
            help: None,
        }
    }
}

impl std::error::Error for Diagnostic {}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}:{}: {}",
            self.file, self.line, self.column, self.message
        )?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

/// Why a file has no valid definition with the given options.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DefineError {
    /// The file has no option of that name.
    #[error("{game} has no option `{option}`; {}", option_hint(.option, .known))]
    #[non_exhaustive]
    Option {
        /// The game's name.
        game: String,
        /// The option that was asked for.
        option: String,
        /// The options that the game has.
        known: Vec<String>,
    },
    /// The option has no such value.
    #[error("option `{option}` of {game} cannot be `{value}`; it can be {}", quoted(texts(.known)))]
    #[non_exhaustive]
    Value {
        /// The game's name.
        game: String,
        /// The option.
        option: String,
        /// The value that was asked for.
        value: String,
        /// The values that the option has, the default first.
        known: Vec<String>,
    },
    /// The file is faulty with these options.
    #[error("{0}")]
    Faults(FaultList<Diagnostic>),
    /// The definition that a [`crate::DefinitionBuilder`] has made is faulty with these options.
    #[error("{0}")]
    Built(FaultList<DefinitionFault>),
}

fn texts(texts: &[String]) -> impl Iterator<Item = &str> {
    texts.iter().map(String::as_str)
}

fn option_hint(option: &str, known: &[String]) -> String {
    if known.is_empty() {
        "it has no options".to_owned()
    } else {
        suggest(option, texts(known))
    }
}

/// Maximum number of faults listed; one more line counts the rest.
const MAX_LISTED: usize = 200;

/// A fault with its place in bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PlacedFault {
    pub(super) at: usize,
    pub(super) message: String,
    pub(super) help: Option<String>,
}

/// Collects the faults of a text.
#[derive(Debug)]
pub(super) struct Faults<'t> {
    file: &'t str,
    text: &'t str,
    wording: Wording,
    /// The first of the faults. Not all are kept: a text of 256 KiB can have a fault at every byte.
    list: Vec<PlacedFault>,
    /// The number of faults, with those that are not kept.
    count: usize,
    /// The number of faults that are not kept.
    left_out: usize,
    warnings: Vec<PlacedFault>,
}

impl<'t> Faults<'t> {
    pub(super) fn new(file: &'t str, text: &'t str, wording: Wording) -> Faults<'t> {
        Faults {
            file,
            text,
            wording,
            list: Vec::new(),
            count: 0,
            left_out: 0,
            warnings: Vec::new(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The number of faults so far.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Whether there are so many faults that it is not worth while to look for advice.
    pub(super) fn are_many(&self) -> bool {
        self.count > 2 * MAX_LISTED
    }

    /// The language of the messages.
    pub(super) fn wording(&self) -> Wording {
        self.wording
    }

    /// A key with a value, as the user would write it.
    pub(super) fn setting(&self, key: &str, value: &str) -> String {
        self.wording.setting(key, value)
    }

    /// The text that the faults are in.
    pub(super) fn text(&self) -> &'t str {
        self.text
    }

    /// Adds a fault at the start of a span.
    pub(super) fn add(
        &mut self,
        at: &TextRange,
        message: impl Into<String>,
        help: impl Into<Help>,
    ) {
        let fault = self.fault(at, message.into(), help.into());
        self.list.push(fault);
        self.count += 1;
        if self.list.len() > 4 * MAX_LISTED {
            self.keep_first();
        }
    }

    /// Keeps the first faults in the order of the text, each once.
    fn keep_first(&mut self) {
        self.list.sort();
        self.list.dedup();
        self.left_out += self.list.len().saturating_sub(MAX_LISTED);
        self.list.truncate(MAX_LISTED);
    }

    /// Adds a warning: something that can be played but is probably a mistake.
    pub(super) fn warn(
        &mut self,
        at: &TextRange,
        message: impl Into<String>,
        help: impl Into<Help>,
    ) {
        let fault = self.fault(at, message.into(), help.into());
        self.warnings.push(fault);
    }

    fn fault(&self, at: &TextRange, message: String, help: Help) -> PlacedFault {
        PlacedFault {
            at: at.start.min(self.text.len()),
            message,
            help: help.0,
        }
    }

    /// The warnings in the order of the text, each once.
    pub(super) fn into_warnings(mut self) -> Vec<Diagnostic> {
        self.list = std::mem::take(&mut self.warnings);
        self.into_diagnostics().into_vec()
    }

    /// The faults in the order of the text, each once.
    pub(super) fn into_diagnostics(self) -> FaultList<Diagnostic> {
        let (file, text) = (self.file, self.text);
        let mut starts = vec![0];
        starts.extend(text.match_indices('\n').map(|(at, _)| at + 1));
        let (placed, left_out) = self.into_placed();
        let mut listed: Vec<_> = placed
            .into_iter()
            .map(|fault| {
                let line = starts.partition_point(|&start| start <= fault.at);
                let before = text.get(starts[line - 1]..fault.at);
                Diagnostic {
                    file: file.to_owned(),
                    line,
                    column: before.map_or(0, |before| before.chars().count()) + 1,
                    message: fault.message,
                    help: fault.help,
                }
            })
            .collect();
        if left_out > 0 {
            listed.push(Diagnostic {
                file: file.to_owned(),
                line: starts.len(),
                column: 1,
                message: more(left_out),
                help: Some(FIX_FIRST.to_owned()),
            });
        }
        listed.into()
    }

    /// The faults with their places in bytes, each once and in the order of the text,
    /// and how many more there are.
    pub(super) fn into_placed(mut self) -> (Vec<PlacedFault>, usize) {
        self.keep_first();
        (self.list, self.left_out)
    }
}

/// The message that counts the faults that are not listed.
pub(super) fn more(left_out: usize) -> String {
    format!("and {left_out} more")
}

/// The advice given if not all faults are listed.
pub(super) const FIX_FIRST: &str = "fix those above first";

/// What would be right; `None` if there is no advice.
pub(super) struct Help(Option<String>);

impl From<&str> for Help {
    fn from(text: &str) -> Help {
        Help((!text.is_empty()).then(|| text.to_owned()))
    }
}

impl From<String> for Help {
    fn from(text: String) -> Help {
        Help((!text.is_empty()).then_some(text))
    }
}

impl From<Option<String>> for Help {
    fn from(text: Option<String>) -> Help {
        Help(text)
    }
}

/// `did you mean …` if a known word is close to the one found, else the list of known words.
pub(super) fn suggest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    match nearest(found, known.iter().copied()) {
        Some(name) => format!("did you mean `{name}`?"),
        None if known.is_empty() => String::new(),
        None => format!("possible here: {}", quoted(known)),
    }
}

/// Longer words are not compared: that takes the product of their lengths.
const MAX_COMPARED: usize = 100;

/// The known word closest to the one found, if it is close enough.
pub(super) fn nearest<'a>(
    found: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let comparable = |word: &str| word.len() <= MAX_COMPARED;
    let distances = known
        .into_iter()
        .filter(|name| comparable(found) && comparable(name))
        .map(|name| (strsim::damerau_levenshtein(found, name), name));
    // Short words with different meanings can be close to each other: `hole` and `hold`.
    let near = distances.filter(|(distance, name)| {
        *distance <= 1 + name.len() / 8 && name.chars().next() == found.chars().next()
    });
    near.min().map(|(_, name)| name)
}

/// `` `a`, `b`, `c` ``
pub(super) fn quoted<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<_> = words.into_iter().map(|word| format!("`{word}`")).collect();
    words.join(", ")
}
