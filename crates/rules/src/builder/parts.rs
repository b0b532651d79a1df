//! The parts of a definition, as given to a [`super::DefinitionBuilder`].
//!
//! Each has the keys of the table of the same name in a definition file. A key that is
//! not set keeps its default, or is reported missing. In an overlay, only the keys that
//! are set change.

use crate::Stalemate;
use toml::{Table, Value};

/// A part being built: the keys that are set.
macro_rules! part {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        #[must_use]
        pub struct $name {
            pub(super) keys: Table,
        }

        impl $name {
            fn with(mut self, key: &str, value: impl Into<Value>) -> $name {
                self.keys.insert(key.to_owned(), value.into());
                self
            }
        }
    };
}

/// A part with a name or a letter.
macro_rules! named_part {
    ($(#[$doc:meta])* $name:ident($id:ident: $type:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        #[must_use]
        pub struct $name {
            pub(super) $id: $type,
            pub(super) keys: Table,
        }

        impl $name {
            fn with(mut self, key: &str, value: impl Into<Value>) -> $name {
                self.keys.insert(key.to_owned(), value.into());
                self
            }
        }
    };
}

/// A number as a TOML integer. No valid definition has a number that does not fit.
fn number(number: usize) -> Value {
    Value::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}

pub(super) fn texts(texts: impl IntoIterator<Item = impl Into<String>>) -> Value {
    let texts = texts.into_iter().map(|text| Value::String(text.into()));
    Value::Array(texts.collect())
}

/// Adds a condition to a note or an overlay.
pub(super) fn condition(keys: &mut Table, option: String, values: Value) {
    match keys.get_mut("options") {
        Some(Value::Table(conditions)) => {
            conditions.insert(option, values);
        }
        _ => {
            let conditions = Table::from_iter([(option, values)]);
            keys.insert("options".to_owned(), Value::Table(conditions));
        }
    }
}

part! {
    /// The cells of a game, and how they are drawn.
    BoardPart
}

impl BoardPart {
    /// A change of a board, for an overlay.
    pub fn change() -> BoardPart {
        BoardPart { keys: Table::new() }
    }

    /// One grid of up to 26 files.
    pub fn flat(files: usize, ranks: usize) -> BoardPart {
        BoardPart::change()
            .with("drawn", "flat")
            .files(files)
            .ranks(ranks)
    }

    /// Grids one above the other. Each character of `levels` is the letter of a level, the lowest
    /// first.
    pub fn stack(files: usize, ranks: usize, levels: impl Into<String>) -> BoardPart {
        BoardPart::change()
            .with("drawn", "stack")
            .files(files)
            .ranks(ranks)
            .levels(levels)
    }

    /// One grid of hexagons, in which each file is half a cell higher than the file on its
    /// left.
    pub fn hex(files: usize, ranks: usize) -> BoardPart {
        BoardPart::change()
            .with("drawn", "hex")
            .files(files)
            .ranks(ranks)
    }

    /// A ring of cells in sectors of one size.
    pub fn ring(cells: usize, sectors: usize) -> BoardPart {
        BoardPart::change()
            .with("drawn", "ring")
            .cells(cells)
            .sectors(sectors)
    }

    /// The number of files.
    pub fn files(self, files: usize) -> BoardPart {
        self.with("files", number(files))
    }

    /// The number of ranks.
    pub fn ranks(self, ranks: usize) -> BoardPart {
        self.with("ranks", number(ranks))
    }

    /// The letters of the levels of a stack, the lowest first.
    pub fn levels(self, levels: impl Into<String>) -> BoardPart {
        self.with("levels", levels.into())
    }

    /// Whether `files` or `ranks` are shifted in a grid of hexagons.
    pub fn shift(self, shift: impl Into<String>) -> BoardPart {
        self.with("shift", shift.into())
    }

    /// The number of cells of a ring.
    pub fn cells(self, cells: usize) -> BoardPart {
        self.with("cells", number(cells))
    }

    /// The number of sectors of a ring.
    pub fn sectors(self, sectors: usize) -> BoardPart {
        self.with("sectors", number(sectors))
    }

    /// The size of the inner boards of a flat board that is a board of boards.
    pub fn blocks(self, files: usize, ranks: usize) -> BoardPart {
        self.with("blocks", format!("{files}x{ranks}"))
    }

    /// Places of the drawing that are not cells: names and boxes, `"a1 d4..e5"`.
    pub fn missing(self, places: impl Into<String>) -> BoardPart {
        self.with("missing", places.into())
    }

    /// How to picture the board, in a few sentences for players.
    pub fn about(self, about: impl Into<String>) -> BoardPart {
        self.with("about", about.into())
    }

    /// Whether a step that changes several coordinates needs every cell of the box
    /// between its ends to exist.
    pub fn complete_blocks(self, needed: bool) -> BoardPart {
        self.with("complete_blocks", needed)
    }
}

named_part! {
    /// A coordinate system of the board: its axes, and named groups of them.
    ChartPart(name: String)
}

impl ChartPart {
    /// A chart with this name. Move rules use the first chart of a game by default.
    pub fn new(name: impl Into<String>) -> ChartPart {
        let name = name.into();
        ChartPart {
            name,
            keys: Table::new(),
        }
    }

    /// The axes, each with a name, a source and flags: `"file"`, `"rank, forward"`,
    /// `"R = rank / 3"`, `"n = cell, cyclic"`.
    pub fn axes(self, axes: impl IntoIterator<Item = impl Into<String>>) -> ChartPart {
        self.with("axes", texts(axes))
    }

    /// Names a group of axes, which move rules can use like a chart.
    pub fn group(mut self, name: impl Into<String>, axes: impl Into<String>) -> ChartPart {
        let axes = Value::String(axes.into());
        match self.keys.get_mut("groups") {
            Some(Value::Table(groups)) => {
                groups.insert(name.into(), axes);
                self
            }
            _ => self.with("groups", Table::from_iter([(name.into(), axes)])),
        }
    }

    /// Whether cells can be named by their coordinates, one digit each.
    pub fn addressed(self, addressed: bool) -> ChartPart {
        self.with("addressed", addressed)
    }
}

named_part! {
    /// A kind of piece.
    PiecePart(letter: char)
}

impl PiecePart {
    /// The piece with this letter, which is upper case. It stands for White's piece; the lower-case
    /// letter stands for Black's.
    pub fn new(letter: char) -> PiecePart {
        PiecePart {
            letter,
            keys: Table::new(),
        }
    }

    /// The name for people: `"knight"`.
    pub fn name(self, name: impl Into<String>) -> PiecePart {
        self.with("name", name.into())
    }

    /// What players should know about it, in a sentence or two.
    pub fn about(self, about: impl Into<String>) -> PiecePart {
        self.with("about", about.into())
    }

    /// How it moves: `"N"`, `"mfW cefF imfnD"`. `docs/definitions.md` describes the
    /// language.
    pub fn moves(self, rule: impl Into<String>) -> PiecePart {
        self.with("moves", rule.into())
    }

    /// Whether the piece is royal: a side whose royal piece is checkmated loses.
    pub fn royal(self, royal: bool) -> PiecePart {
        self.with("royal", royal)
    }

    /// The number of cells in a row along an axis that it stands on: `("file", 4)`.
    pub fn span(self, axis: impl AsRef<str>, cells: usize) -> PiecePart {
        self.with("span", format!("{} {cells}", axis.as_ref()))
    }
}

part! {
    /// The starting position.
    StartPart
}

impl StartPart {
    /// The pieces as in position texts, ranks from the highest: `"2rk/4/4/KR2"`.
    pub fn new(board: impl Into<String>) -> StartPart {
        StartPart::change().with("board", board.into())
    }

    /// A change of the start, for an overlay.
    pub fn change() -> StartPart {
        StartPart { keys: Table::new() }
    }

    /// The castlings that are possible at the start, by their letters; `"-"` for none. The default
    /// is all castlings.
    pub fn castling(self, letters: impl Into<String>) -> StartPart {
        self.with("castling", letters.into())
    }
}

named_part! {
    /// A promotion rule: which pieces become what, and where.
    PromotionPart(name: String)
}

impl PromotionPart {
    /// A promotion rule. The name is for overlays and faults only.
    pub fn new(name: impl Into<String>) -> PromotionPart {
        let name = name.into();
        PromotionPart {
            name,
            keys: Table::new(),
        }
    }

    /// The letters of the pieces that promote.
    pub fn pieces(self, letters: impl Into<String>) -> PromotionPart {
        self.with("pieces", letters.into())
    }

    /// The letters of what they become.
    pub fn to(self, letters: impl Into<String>) -> PromotionPart {
        self.with("to", letters.into())
    }

    /// The cells on which White's pieces promote: `"a8..h8"`.
    pub fn white(self, cells: impl Into<String>) -> PromotionPart {
        self.with("white", cells.into())
    }

    /// The cells on which Black's pieces promote.
    pub fn black(self, cells: impl Into<String>) -> PromotionPart {
        self.with("black", cells.into())
    }

    /// Whether the pieces may also stay what they are.
    pub fn optional(self, optional: bool) -> PromotionPart {
        self.with("optional", optional)
    }
}

named_part! {
    /// A castling move.
    CastlingPart(letter: char)
}

impl CastlingPart {
    /// The castling of this letter: upper case for White, lower case for Black.
    pub fn new(letter: char) -> CastlingPart {
        CastlingPart {
            letter,
            keys: Table::new(),
        }
    }

    /// Where the royal piece stands and where it goes.
    pub fn king(self, from: impl AsRef<str>, to: impl AsRef<str>) -> CastlingPart {
        self.with("king", format!("{} {}", from.as_ref(), to.as_ref()))
    }

    /// Where the other piece stands and where it goes.
    pub fn rook(self, from: impl AsRef<str>, to: impl AsRef<str>) -> CastlingPart {
        self.with("rook", format!("{} {}", from.as_ref(), to.as_ref()))
    }

    /// The cells that must be empty.
    pub fn empty(self, cells: impl Into<String>) -> CastlingPart {
        self.with("empty", cells.into())
    }

    /// The cells that must not be attacked.
    pub fn safe(self, cells: impl Into<String>) -> CastlingPart {
        self.with("safe", cells.into())
    }
}

part! {
    /// How a royal piece of several cells becomes one of one cell.
    TransformationPart
}

impl TransformationPart {
    /// A change of the transformation, for an overlay.
    pub fn change() -> TransformationPart {
        TransformationPart { keys: Table::new() }
    }

    /// From the piece of several cells to the piece of one cell, by their letters.
    pub fn new(from: char, to: char) -> TransformationPart {
        TransformationPart::change().from(from).to(to)
    }

    /// The letter of the piece of several cells.
    pub fn from(self, letter: char) -> TransformationPart {
        self.with("from", letter.to_string())
    }

    /// The letter of the piece of one cell.
    pub fn to(self, letter: char) -> TransformationPart {
        self.with("to", letter.to_string())
    }

    /// The letter that says in a position text that the new piece is bound to the cells of the old
    /// one. Without a letter it is never bound.
    pub fn bound(self, letter: char) -> TransformationPart {
        self.with("bound", letter.to_string())
    }
}

part! {
    /// How the game ends.
    #[derive(Default)]
    EndsPart
}

impl EndsPart {
    /// The ends of chess, except for the keys that are set.
    pub fn new() -> EndsPart {
        EndsPart::default()
    }

    /// What stalemate is worth to the side without moves.
    pub fn stalemate(self, stalemate: Stalemate) -> EndsPart {
        let word = match stalemate {
            Stalemate::Draw => "draw",
            Stalemate::Loss => "loss",
            Stalemate::Win => "win",
        };
        self.with("stalemate", word)
    }

    /// Whether baring the enemy wins.
    pub fn baring(self, wins: bool) -> EndsPart {
        self.with("baring", wins)
    }

    /// The occurrence of a position that is a draw; 0 for never.
    pub fn repetition(self, occurrence: usize) -> EndsPart {
        self.with("repetition", number(occurrence))
    }

    /// Moves by each side without a capture or a move of a resetting piece that are a
    /// draw; 0 for never.
    pub fn moves(self, moves: usize) -> EndsPart {
        self.with("moves", number(moves))
    }

    /// The letters of the resetting pieces.
    pub fn resets(self, letters: impl Into<String>) -> EndsPart {
        self.with("resets", letters.into())
    }

    /// Whether two bare royal pieces are a draw.
    pub fn bare_royals(self, draw: bool) -> EndsPart {
        self.with("bare_royals", draw)
    }

    /// The letters of pieces that cannot win alone.
    pub fn too_weak(self, letters: impl Into<String>) -> EndsPart {
        self.with("too_weak", letters.into())
    }
}

part! {
    /// A remark on the rules.
    NotePart
}

impl NotePart {
    /// A note.
    pub fn new(text: impl Into<String>) -> NotePart {
        NotePart { keys: Table::new() }.with("text", text.into())
    }

    /// What it is about, in a few words.
    pub fn title(self, title: impl Into<String>) -> NotePart {
        self.with("title", title.into())
    }

    /// Why it is so.
    pub fn reason(self, reason: impl Into<String>) -> NotePart {
        self.with("reason", reason.into())
    }

    /// Whether it settles a point that the published rules leave open, or goes beyond them.
    pub fn ruling(self, ruling: bool) -> NotePart {
        self.with("ruling", ruling)
    }

    /// Shows the note only if the option has one of these values.
    pub fn when(
        mut self,
        option: impl Into<String>,
        values: impl IntoIterator<Item = impl Into<String>>,
    ) -> NotePart {
        condition(&mut self.keys, option.into(), texts(values));
        self
    }
}

named_part! {
    /// An option of a game.
    OptionPart(name: String)
}

impl OptionPart {
    /// An option. An [`super::OverlayPart`] says what it changes.
    pub fn new(name: impl Into<String>) -> OptionPart {
        let name = name.into();
        OptionPart {
            name,
            keys: Table::new(),
        }
    }

    /// What it changes, in words for people.
    pub fn about(self, about: impl Into<String>) -> OptionPart {
        self.with("about", about.into())
    }

    /// Its values, the default first.
    pub fn values(self, values: impl IntoIterator<Item = impl Into<String>>) -> OptionPart {
        self.with("values", texts(values))
    }
}
