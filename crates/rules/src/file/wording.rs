//! The wording of keys and values in messages: as in a definition file, or as calls of a
//! [`crate::DefinitionBuilder`].

/// The language of messages about a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wording {
    /// The definition is a file.
    File,
    /// The definition is made with the builder.
    Builder,
}

impl Wording {
    /// The name of the whole definition.
    pub(super) fn definition(self) -> &'static str {
        match self {
            Wording::File => "file",
            Wording::Builder => "definition",
        }
    }

    /// What options change: a table of a file, or a part of a builder.
    pub(super) fn overlay(self) -> &'static str {
        match self {
            Wording::File => "[[when]]",
            Wording::Builder => "overlay",
        }
    }

    /// The message that there are castling rights but no castling, and what to do.
    pub(super) fn no_castling(self, letter: char) -> (String, String) {
        let message = format!("this {} defines no castling", self.definition());
        let help = match self {
            Wording::File => {
                format!("add [castling.{letter}], or leave `castling` out of [start]")
            }
            Wording::Builder => {
                format!(
                    "add `castling(CastlingPart::new('{letter}')…)`, or leave `StartPart::castling` out"
                )
            }
        };
        (message, help)
    }

    /// A key with a value as TOML has it: `` `royal = true` `` or `` `royal(true)` ``.
    pub(super) fn setting(self, key: &str, value: &str) -> String {
        match self {
            Wording::File => format!("`{key} = {value}`"),
            Wording::Builder => format!("`{key}({})`", arguments(key, value)),
        }
    }

    /// A table: `[promotion.pawns]` or `` promotion `pawns` ``.
    pub(super) fn table(self, name: &str) -> String {
        let inner = name.trim_matches(['[', ']']);
        match (self, inner.split_once('.')) {
            (Wording::File, _) => name.to_owned(),
            (Wording::Builder, Some((table, name))) => format!("{table} `{name}`"),
            (Wording::Builder, None) => inner.to_owned(),
        }
    }

    /// The message that a table lacks a required key, and what to add: `example` is a typical
    /// value, and `words` are for keys that need more explanation in a file.
    pub(super) fn missing(self, table: &str, key: &str, wanted: &MissingValue) -> (String, String) {
        if self == Wording::File {
            let wanted = match wanted {
                MissingValue::Example(example) => self.setting(key, example),
                MissingValue::Words(words) => words.clone(),
            };
            return (format!("{table} has no `{key}`"), format!("add {wanted}"));
        }
        if let Some((method, add)) = missing_call(table, key) {
            return (format!("`{method}` is missing"), add.to_owned());
        }
        let add = match wanted {
            MissingValue::Example(example) => format!("add {}", self.setting(key, example)),
            MissingValue::Words(_) => format!("add `{key}`"),
        };
        (format!("`{key}` is missing"), add)
    }
}

/// What to add where a key is missing.
pub(super) enum MissingValue {
    /// The key, with a value such as this one.
    Example(String),
    /// This text.
    Words(String),
}

/// The arguments of the method that sets a key to a value.
fn arguments(key: &str, value: &str) -> String {
    match key {
        "king" | "rook" => value.replacen(' ', "\", \"", 1),
        "span" => {
            let span = value.trim_matches('"').rsplit_once(' ');
            span.map_or(value.to_owned(), |(axis, cells)| {
                format!("\"{axis}\", {cells}")
            })
        }
        "from" | "to" | "bound" if value.len() == 3 => value.replace('"', "'"),
        "values" => value.replace("false", "\"no\"").replace("true", "\"yes\""),
        _ => value.to_owned(),
    }
}

/// The method that sets a missing key, and what to do, if the method has a different name than the
/// key or takes more than one value.
fn missing_call(table: &str, key: &str) -> Option<(&'static str, &'static str)> {
    Some(match (table, key) {
        ("[start]", "board") => ("board", "begin with `StartPart::new`"),
        (_, "board") => (
            "board",
            "add `board(BoardPart::flat(8, 8))` or another board",
        ),
        (_, "charts") => (
            "chart",
            "add `chart(ChartPart::new(\"flat\").axes([\"file\", \"rank, forward\"]))`",
        ),
        (_, "pieces") if table == "the file" => (
            "piece",
            "add `piece(PiecePart::new('K').name(\"king\").royal(true).moves(\"K\"))`",
        ),
        (_, "start") => ("start", "add `start(StartPart::new(…))`"),
        (_, "drawn") => (
            "flat",
            "begin with `BoardPart::flat`, `BoardPart::stack`, `BoardPart::hex` or `BoardPart::ring`",
        ),
        (_, "options") => ("when", "add `when(\"option\", [\"value\"])`"),
        (_, "values") => (
            "values",
            "add `values([\"no\", \"yes\"])`, the default first",
        ),
        _ => return None,
    })
}
