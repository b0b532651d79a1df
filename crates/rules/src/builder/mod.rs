//! Definitions made in code.
//!
//! A builder writes the equivalent definition file, and the reader of definition files checks it.
//! So everything that a file can say can be built, and one checker decides what is valid.

mod parts;

pub use parts::{
    BoardPart, CastlingPart, ChartPart, EndsPart, NotePart, OptionPart, PiecePart, PromotionPart,
    StartPart, TransformationPart,
};

use crate::{Definition, DefinitionFault, FaultList, GameFile, Part};
use parts::{condition, texts};
use toml::{Table, Value};

/// A game being defined in code instead of TOML.
///
/// Nothing is checked before [`DefinitionBuilder::build`] or [`DefinitionBuilder::build_file`].
/// They return a valid result, or a list of everything that is wrong.
///
/// ```
/// use hyperrook_rules::{
///     BoardPart, ChartPart, Definition, EndsPart, Game, PiecePart, PromotionPart, Stalemate,
///     StartPart,
/// };
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let definition = Definition::builder("tiny")
///     .title("Tiny")
///     .credit("An example")
///     .about("Kings, knights and pawns on 25 cells.")
///     .board(BoardPart::flat(5, 5))
///     .chart(ChartPart::new("flat").axes(["file", "rank, forward"]))
///     .piece(PiecePart::new('K').name("king").royal(true).moves("K"))
///     .piece(PiecePart::new('N').name("knight").moves("N"))
///     .piece(PiecePart::new('P').name("pawn").moves("mfW cfF"))
///     .start(StartPart::new("2nkn/3pp/5/PP3/NKN2"))
///     .promotion(
///         PromotionPart::new("pawns")
///             .pieces("P")
///             .to("N")
///             .white("a5..e5")
///             .black("a1..e1"),
///     )
///     .ends(EndsPart::new().stalemate(Stalemate::Loss).resets("P"))
///     .build()?;
/// let game = Game::new(definition)?;
/// assert_eq!(game.start().moves().len(), 8);
/// # Ok(())
/// # }
/// ```
///
/// A fault names the part and the method:
///
/// ```
/// use hyperrook_rules::{BoardPart, ChartPart, Definition, Part, PiecePart, StartPart};
///
/// let faults = Definition::builder("tiny")
///     .board(BoardPart::flat(5, 5))
///     .chart(ChartPart::new("flat").axes(["file", "rank, forward"]))
///     .piece(PiecePart::new('K').name("king").royal(true).moves("K"))
///     .piece(PiecePart::new('N').name("knight").moves("X"))
///     .start(StartPart::new("2nkn/5/5/5/NKN2"))
///     .build()
///     .unwrap_err();
/// assert_eq!(faults[0].part, Part::Piece('N'));
/// assert_eq!(faults[0].method, Some("PiecePart::moves"));
/// assert!(faults[0].to_string().starts_with("piece N, `PiecePart::moves`: "));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct DefinitionBuilder {
    keys: Table,
    /// Parts that were added twice.
    doubled: Vec<DefinitionFault>,
}

/// The changes that options make, depending on their values: parts and keys that are added,
/// replaced or dropped.
///
/// ```
/// use hyperrook_rules::{
///     BoardPart, ChartPart, Definition, OptionPart, OverlayPart, PiecePart, StartPart,
/// };
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let file = Definition::builder("tiny")
///     .board(BoardPart::flat(4, 4))
///     .chart(ChartPart::new("flat").axes(["file", "rank"]))
///     .piece(PiecePart::new('K').name("king").royal(true).moves("K"))
///     .piece(PiecePart::new('R').name("rook").moves("R"))
///     .start(StartPart::new("2rk/4/4/KR2"))
///     .option(
///         OptionPart::new("rooks")
///             .about("How far rooks go.")
///             .values(["far", "near"]),
///     )
///     .overlay(
///         OverlayPart::new()
///             .when("rooks", ["near"])
///             .piece(PiecePart::new('R').moves("R2")),
///     )
///     .build_file()?;
/// let near = file.define(&[("rooks", "near")])?;
/// assert_ne!(near.identity(), file.define(&[])?.identity());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct OverlayPart {
    conditions: Table,
    drop: Vec<String>,
    keys: Table,
    doubled: Vec<DefinitionFault>,
}

/// Methods that a definition and an overlay share.
macro_rules! sections {
    ($name:ident) => {
        impl $name {
            /// The name for people: `Walkers and Jumpers`.
            pub fn title(self, title: impl Into<String>) -> $name {
                self.with("title", title.into())
            }

            /// Who invented the game and when, and where it is published.
            pub fn credit(self, credit: impl Into<String>) -> $name {
                self.with("credit", credit.into())
            }

            /// What the game is, in a sentence or two.
            pub fn about(self, about: impl Into<String>) -> $name {
                self.with("about", about.into())
            }

            /// What a player must do to win, in a sentence or two.
            pub fn aim(self, aim: impl Into<String>) -> $name {
                self.with("aim", aim.into())
            }

            /// Advice for the first games, a sentence or two each.
            pub fn tips(self, tips: impl IntoIterator<Item = impl Into<String>>) -> $name {
                self.with("tips", texts(tips))
            }

            /// The web address of the published rules, `"https://…"`.
            pub fn published(self, address: impl Into<String>) -> $name {
                self.with("published", address.into())
            }

            /// The cells, and how they are drawn.
            pub fn board(self, board: BoardPart) -> $name {
                self.once("board", board.keys, Part::Board)
            }

            /// Adds a chart: the axes along which pieces move.
            pub fn chart(self, chart: ChartPart) -> $name {
                let part = Part::Chart(chart.name.clone());
                self.entry("charts", chart.name, chart.keys, part)
            }

            /// Adds a kind of piece.
            pub fn piece(self, piece: PiecePart) -> $name {
                let part = Part::Piece(piece.letter);
                self.entry("pieces", piece.letter.to_string(), piece.keys, part)
            }

            /// The starting position.
            pub fn start(self, start: StartPart) -> $name {
                self.once("start", start.keys, Part::Start)
            }

            /// Adds a promotion rule.
            pub fn promotion(self, promotion: PromotionPart) -> $name {
                let part = Part::Promotion(promotion.name.clone());
                self.entry("promotion", promotion.name, promotion.keys, part)
            }

            /// Adds a castling move.
            pub fn castling(self, castling: CastlingPart) -> $name {
                let part = Part::Castling(castling.letter);
                let letter = castling.letter.to_string();
                self.entry("castling", letter, castling.keys, part)
            }

            /// Adds a hold: a royal piece that enters the other's part of a chart or group holds it
            /// there. The letter stands in position texts.
            pub fn hold(self, group: impl Into<String>, letter: char) -> $name {
                let group = group.into();
                let part = Part::Hold(group.clone());
                self.entry("hold", group, letter.to_string(), part)
            }

            /// How a royal piece of several cells becomes one of one cell.
            pub fn transformation(self, transformation: TransformationPart) -> $name {
                let part = Part::Transformation;
                self.once("transformation", transformation.keys, part)
            }

            /// How the game ends.
            pub fn ends(self, ends: EndsPart) -> $name {
                self.once("ends", ends.keys, Part::Ends)
            }

            /// Adds a note.
            pub fn note(mut self, note: NotePart) -> $name {
                push(&mut self.keys, "notes", note.keys);
                self
            }

            fn with(mut self, key: &str, value: impl Into<Value>) -> $name {
                self.keys.insert(key.to_owned(), value.into());
                self
            }

            /// Sets a table that can occur only once.
            fn once(mut self, key: &str, table: Table, part: Part) -> $name {
                if self.keys.contains_key(key) {
                    self.doubled.push(DefinitionFault::doubled(part));
                }
                self.with(key, table)
            }

            /// Adds an entry to a table of tables.
            fn entry(
                mut self,
                key: &str,
                name: String,
                value: impl Into<Value>,
                part: Part,
            ) -> $name {
                let all = self.keys.entry(key).or_insert(Value::Table(Table::new()));
                if let Value::Table(all) = all {
                    if all.insert(name, value.into()).is_some() {
                        self.doubled.push(DefinitionFault::doubled(part));
                    }
                }
                self
            }
        }
    };
}

/// Adds a table to a list of tables.
fn push(keys: &mut Table, key: &str, table: Table) {
    let all = keys.entry(key).or_insert(Value::Array(Vec::new()));
    if let Value::Array(all) = all {
        all.push(Value::Table(table));
    }
}

sections!(DefinitionBuilder);
sections!(OverlayPart);

impl Definition {
    /// A builder of a game in code. The name is the one used on command lines and in
    /// records: lower-case letters, digits, `_` and `-`.
    pub fn builder(name: impl Into<String>) -> DefinitionBuilder {
        let keys = [
            ("format".to_owned(), Value::Integer(1)),
            ("name".to_owned(), Value::String(name.into())),
        ];
        DefinitionBuilder {
            keys: Table::from_iter(keys),
            doubled: Vec::new(),
        }
    }
}

impl DefinitionBuilder {
    /// Adds an option. An overlay says what it changes.
    pub fn option(self, option: OptionPart) -> DefinitionBuilder {
        let part = Part::Option(option.name.clone());
        self.entry("options", option.name, option.keys, part)
    }

    /// Adds an overlay: the changes that options make.
    pub fn overlay(mut self, overlay: OverlayPart) -> DefinitionBuilder {
        let mut keys = overlay.conditions;
        if !overlay.drop.is_empty() {
            let drop = overlay.drop.into_iter().map(Value::String);
            keys.insert("drop".to_owned(), Value::Array(drop.collect()));
        }
        if !overlay.keys.is_empty() {
            keys.insert("set".to_owned(), Value::Table(overlay.keys));
        }
        self.doubled.extend(overlay.doubled);
        push(&mut self.keys, "when", keys);
        self
    }

    /// The equivalent definition file, as [`GameFile::parse`] reads it.
    pub fn to_toml(&self) -> String {
        self.keys.to_string()
    }

    /// Checks the definition with its options at their defaults.
    ///
    /// # Errors
    /// Everything that is wrong.
    pub fn build(&self) -> Result<Definition, FaultList<DefinitionFault>> {
        self.file()?.define_built()
    }

    /// Checks the definition and leaves its options open. [`GameFile::define`] sets them. Like a
    /// file that was read, it may be faulty for some values of its options: [`GameFile::check`]
    /// tries all.
    ///
    /// # Errors
    /// Everything that is wrong with the options at their defaults.
    pub fn build_file(&self) -> Result<GameFile, FaultList<DefinitionFault>> {
        let file = self.file()?;
        file.define_built()?;
        Ok(file)
    }

    fn file(&self) -> Result<GameFile, FaultList<DefinitionFault>> {
        if !self.doubled.is_empty() {
            return Err(self.doubled.clone().into());
        }
        let name = match self.keys.get("name") {
            Some(Value::String(name)) => name,
            _ => "definition",
        };
        GameFile::parse_built(name, &self.to_toml())
    }
}

impl OverlayPart {
    /// An overlay that changes nothing yet.
    pub fn new() -> OverlayPart {
        OverlayPart::default()
    }

    /// Makes the changes only if the option has one of these values. Several conditions
    /// must all hold.
    pub fn when(
        mut self,
        option: impl Into<String>,
        values: impl IntoIterator<Item = impl Into<String>>,
    ) -> OverlayPart {
        condition(&mut self.conditions, option.into(), texts(values));
        self
    }

    /// Removes the entry at a path of keys, as in a definition file: `"promotion.pawns"`,
    /// `"pieces.N"`.
    pub fn drop_path(mut self, path: impl Into<String>) -> OverlayPart {
        self.drop.push(path.into());
        self
    }
}
