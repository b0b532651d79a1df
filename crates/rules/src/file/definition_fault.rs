//! Faults of definitions made in code. They name parts and methods, because users never see a file.

use crate::Part;
use std::fmt;

/// One reason why a [`crate::DefinitionBuilder`] cannot make a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DefinitionFault {
    /// The part that is at fault.
    pub part: Part,
    /// The overlay that sets the part, by its number from 0; `None` if no overlay does.
    pub overlay: Option<usize>,
    /// The method that was called with a faulty value, such as `PiecePart::moves`; `None` if no
    /// single method is at fault.
    pub method: Option<&'static str>,
    /// The number of the value in a list of values, from 0.
    pub index: Option<usize>,
    /// Where the fault begins in the given text, in bytes; `None` if it is not in a single text.
    pub at: Option<usize>,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
}

impl std::error::Error for DefinitionFault {}

impl fmt::Display for DefinitionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(overlay) = self.overlay {
            write!(f, "{}, ", Part::Overlay(overlay))?;
        }
        write!(f, "{}", self.part)?;
        if let Some(method) = self.method {
            write!(f, ", `{method}`")?;
        }
        if let Some(index) = self.index {
            write!(f, ", value {}", index.saturating_add(1))?;
        }
        // At the first byte, the fault is in the whole text.
        if let Some(at) = self.at.filter(|&at| at > 0) {
            write!(f, ", byte {}", at.saturating_add(1))?;
        }
        write!(f, ": {}", self.message)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl DefinitionFault {
    /// The fault of a part that was added twice.
    pub(crate) fn doubled(part: Part) -> DefinitionFault {
        DefinitionFault {
            message: "it is added twice".to_owned(),
            help: Some("add it once".to_owned()),
            part,
            overlay: None,
            method: None,
            index: None,
            at: None,
        }
    }

    /// A fault at a path of keys, at a byte of the text there.
    pub(super) fn at_keys(
        path: &[String],
        at: Option<usize>,
        message: String,
        help: Option<String>,
    ) -> DefinitionFault {
        let (overlay, path) = match path {
            [when, overlay, set, rest @ ..]
                if when == "when" && set == "set" && !rest.is_empty() =>
            {
                (overlay.parse().ok(), rest)
            }
            _ => (None, path),
        };
        let (part, keys) = part_of(path);
        let method = method_of(&part, path, keys);
        let is_list = |key: &str| ["axes", "values", "drop", "tips"].contains(&key);
        let index = match keys {
            [key, index, ..] if is_list(key) => index.parse().ok(),
            _ => None,
        };
        // The builder joins the arguments of these methods into one text.
        let joined = keys
            .first()
            .is_some_and(|key| ["span", "blocks", "king", "rook"].contains(&key.as_str()));
        DefinitionFault {
            part,
            overlay,
            method,
            index,
            at: at.filter(|_| !joined),
            message,
            help,
        }
    }
}

/// The part that a path of keys leads to, and the rest of the path.
fn part_of(path: &[String]) -> (Part, &[String]) {
    let Some((table, rest)) = path.split_first() else {
        return (Part::Game, path);
    };
    let name = rest.first();
    let letter = name.and_then(|name| name.chars().next());
    let index = name.and_then(|name| name.parse().ok());
    let inner = name.cloned().map(|name| match table.as_str() {
        "charts" => Some(Part::Chart(name)),
        "pieces" => letter.map(Part::Piece),
        "promotion" => Some(Part::Promotion(name)),
        "castling" => letter.map(Part::Castling),
        "hold" => Some(Part::Hold(name)),
        "notes" => index.map(Part::Note),
        "options" => Some(Part::Option(name)),
        "when" => index.map(Part::Overlay),
        _ => None,
    });
    if let Some(Some(part)) = inner {
        return (part, rest.get(1..).unwrap_or(&[]));
    }
    match table.as_str() {
        "board" => (Part::Board, rest),
        "start" => (Part::Start, rest),
        "transformation" => (Part::Transformation, rest),
        "ends" => (Part::Ends, rest),
        _ => (Part::Game, path),
    }
}

/// The method that sets a key of a part.
fn method_of(part: &Part, path: &[String], keys: &[String]) -> Option<&'static str> {
    if let Part::Hold(_) = part {
        return Some("hold");
    }
    let key = keys.first()?.as_str();
    METHODS
        .iter()
        .find(|(table, known, _)| Some(*table) == table_of(part, path) && *known == key)
        .map(|(_, _, method)| *method)
}

/// The name of the table under which [`METHODS`] lists the methods of a part.
fn table_of<'p>(part: &Part, path: &'p [String]) -> Option<&'p str> {
    match part {
        Part::Game => Some(""),
        _ => path.first().map(String::as_str),
    }
}

/// Tables, their keys, and the methods that set them.
const METHODS: &[(&str, &str, &str)] = &[
    ("", "name", "Definition::builder"),
    ("", "title", "title"),
    ("", "credit", "credit"),
    ("", "about", "about"),
    ("", "aim", "aim"),
    ("", "tips", "tips"),
    ("", "published", "published"),
    ("", "charts", "chart"),
    ("", "pieces", "piece"),
    ("", "promotion", "promotion"),
    ("", "castling", "castling"),
    ("", "hold", "hold"),
    ("", "notes", "note"),
    ("", "options", "option"),
    ("", "when", "overlay"),
    ("board", "files", "BoardPart::files"),
    ("board", "ranks", "BoardPart::ranks"),
    ("board", "levels", "BoardPart::levels"),
    ("board", "cells", "BoardPart::cells"),
    ("board", "sectors", "BoardPart::sectors"),
    ("board", "shift", "BoardPart::shift"),
    ("board", "blocks", "BoardPart::blocks"),
    ("board", "missing", "BoardPart::missing"),
    ("board", "about", "BoardPart::about"),
    ("board", "complete_blocks", "BoardPart::complete_blocks"),
    ("charts", "axes", "ChartPart::axes"),
    ("charts", "groups", "ChartPart::group"),
    ("charts", "addressed", "ChartPart::addressed"),
    ("pieces", "name", "PiecePart::name"),
    ("pieces", "about", "PiecePart::about"),
    ("pieces", "moves", "PiecePart::moves"),
    ("pieces", "royal", "PiecePart::royal"),
    ("pieces", "span", "PiecePart::span"),
    ("start", "board", "StartPart::new"),
    ("start", "castling", "StartPart::castling"),
    ("promotion", "pieces", "PromotionPart::pieces"),
    ("promotion", "to", "PromotionPart::to"),
    ("promotion", "white", "PromotionPart::white"),
    ("promotion", "black", "PromotionPart::black"),
    ("promotion", "optional", "PromotionPart::optional"),
    ("castling", "king", "CastlingPart::king"),
    ("castling", "rook", "CastlingPart::rook"),
    ("castling", "empty", "CastlingPart::empty"),
    ("castling", "safe", "CastlingPart::safe"),
    ("transformation", "from", "TransformationPart::from"),
    ("transformation", "to", "TransformationPart::to"),
    ("transformation", "bound", "TransformationPart::bound"),
    ("ends", "stalemate", "EndsPart::stalemate"),
    ("ends", "baring", "EndsPart::baring"),
    ("ends", "repetition", "EndsPart::repetition"),
    ("ends", "moves", "EndsPart::moves"),
    ("ends", "resets", "EndsPart::resets"),
    ("ends", "bare_royals", "EndsPart::bare_royals"),
    ("ends", "too_weak", "EndsPart::too_weak"),
    ("notes", "text", "NotePart::new"),
    ("notes", "title", "NotePart::title"),
    ("notes", "reason", "NotePart::reason"),
    ("notes", "ruling", "NotePart::ruling"),
    ("notes", "options", "NotePart::when"),
    ("options", "about", "OptionPart::about"),
    ("options", "values", "OptionPart::values"),
    ("when", "options", "OverlayPart::when"),
    ("when", "drop", "OverlayPart::drop_path"),
];
