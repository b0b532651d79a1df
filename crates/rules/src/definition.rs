//! A game definition: the description that everything else is compiled from. It does not depend on
//! the width of bitboards. It is made from a file by [`crate::GameFile`] and is valid.

use crate::{Kind, MoveRule, Setup, Side};
use hyperrook_geometry::{Board, Cell, CellSet};
use std::sync::OnceLock;

/// A game with fixed values of its options.
///
/// A definition has passed every check, so it is consistent. It is made by
/// [`GameFile::define`](crate::GameFile::define) from a file, or by [`crate::DefinitionBuilder`] in
/// code.
#[derive(Clone, Debug)]
pub struct Definition {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) credit: String,
    pub(crate) about: String,
    pub(crate) aim: String,
    pub(crate) board_about: String,
    pub(crate) tips: Vec<String>,
    pub(crate) published: String,
    pub(crate) notes: Vec<Note>,
    pub(crate) board: Board,
    pub(crate) forward: Vec<Vec<Forward>>,
    pub(crate) groups: Vec<Group>,
    pub(crate) pieces: Vec<PieceSpec>,
    pub(crate) start: Setup,
    pub(crate) promotions: Vec<Promotion>,
    pub(crate) castlings: Vec<Castling>,
    pub(crate) complete_blocks: bool,
    pub(crate) holds: Vec<Hold>,
    pub(crate) transformation: Option<Transformation>,
    pub(crate) ends: Ends,
    pub(crate) options: Vec<OptionValue>,
    pub(crate) identity: OnceLock<String>,
}

/// A remark on the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// What it is about, in a few words; may be empty.
    pub title: String,
    /// The remark.
    pub text: String,
    /// Why it is so; may be empty.
    pub reason: String,
    /// Whether it settles a point that the published rules leave open, or goes beyond them.
    pub ruling: bool,
}

/// The forward direction along an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Forward {
    /// The axis has no forward sense.
    None,
    /// White's forward is up the axis, Black's down.
    Up,
    /// Towards the nearest promotion cell of the side (cyclic axes).
    ToPromotion,
}

/// A named set of axes of one chart.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Group {
    /// The name: that of a chart, for all its axes, or a name in the chart's table of groups.
    pub name: String,
    /// Index of the chart.
    pub chart: usize,
    /// Indices of the axes in the chart.
    pub axes: Vec<usize>,
}

/// A kind of piece.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PieceSpec {
    /// White's letter, upper case; Black's is its lower case.
    pub letter: char,
    /// The piece's name: `knight`.
    pub name: String,
    /// What players should know about it, in a sentence or two; may be empty.
    pub about: String,
    /// Whether the piece is royal: a side whose royal piece is checkmated loses.
    pub royal: bool,
    /// How the piece covers several cells; `None` for a piece of one cell.
    pub span: Option<Span>,
    /// How it moves.
    pub moves: MoveRule,
}

/// How a piece covers several cells: a run along an axis. It is named by its cell
/// with the lowest coordinate, and its board letter stands on every cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Span {
    /// Index of the chart.
    pub chart: usize,
    /// Index of the axis in the chart.
    pub axis: usize,
    /// Number of cells, at least 2.
    pub length: usize,
}

/// Pieces that may or must change kind on some cells.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Promotion {
    /// The kinds it is for.
    pub pieces: Vec<Kind>,
    /// The cells, White's and Black's.
    pub cells: [CellSet; 2],
    /// What they become.
    pub to: Vec<Kind>,
    /// Whether they may also stay what they are. If not, they cannot stand on these cells.
    pub optional: bool,
}

/// One castling move.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Castling {
    /// Its letter in the castling field of a position, upper case for White.
    pub letter: char,
    /// The side that can castle.
    pub side: Side,
    /// Where the royal piece stands.
    pub king_from: Cell,
    /// Where it goes.
    pub king_to: Cell,
    /// Where the other piece stands.
    pub rook_from: Cell,
    /// Where it goes.
    pub rook_to: Cell,
    /// The other piece's kind.
    pub rook: Kind,
    /// Cells that must be empty.
    pub empty: CellSet,
    /// Cells that must not be attacked, the two ends included.
    pub safe: CellSet,
}

/// A royal piece that enters the other's part of the board holds it there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hold {
    /// Index into [`Definition::groups`]: the coordinates that the held piece
    /// may not change.
    pub group: usize,
    /// Upper-case letter of the state field, for White holding.
    pub letter: char,
}

/// How a royal piece of several cells, when threatened or without other moves,
/// becomes another royal piece on one of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Transformation {
    /// The piece of several cells.
    pub from: Kind,
    /// The piece it becomes.
    pub to: Kind,
    /// Upper-case letter of the state field for White's new piece bound to the
    /// old one's cells until the enemy has made a move other than
    /// a transformation; `None` if it is never bound.
    pub bound: Option<char>,
}

/// How a game can end, and the value of each end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ends {
    /// The value of having no legal move without being in check.
    pub stalemate: Stalemate,
    /// Whether baring the enemy wins, unless the enemy bares back at once.
    pub baring: bool,
    /// The occurrence of a position that is a draw; 0 for never.
    pub repetition: u32,
    /// The number of moves by each side, without a capture or a move of [`Ends::resets`], that is a
    /// draw; 0 for never.
    pub moves: u32,
    /// Kinds whose moves reset the move count, as captures do.
    pub resets: Vec<Kind>,
    /// Whether two bare royal pieces are a draw.
    pub bare_royals: bool,
    /// Kinds that cannot win alone: a side with one such piece besides its royal
    /// piece, against a bare royal piece, is a draw.
    pub too_weak: Vec<Kind>,
}

/// The value of stalemate to the side that has no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Stalemate {
    /// A draw.
    Draw,
    /// The side without moves has lost.
    Loss,
    /// The side without moves has won.
    Win,
}

/// An option of a file, and its value in a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OptionValue {
    /// The option's name.
    pub name: String,
    /// What it does.
    pub about: String,
    /// Its values, the default first.
    pub values: Vec<String>,
    /// Its value here.
    pub value: String,
}

impl OptionValue {
    /// The name or the value of an option as people read it.
    ///
    /// ```
    /// use hyperrook_rules::OptionValue;
    ///
    /// assert_eq!(OptionValue::in_words("black_setup"), "black setup");
    /// assert_eq!(OptionValue::in_words("true"), "yes");
    /// ```
    pub fn in_words(text: &str) -> String {
        match text {
            "true" => "yes".to_owned(),
            "false" => "no".to_owned(),
            other => other.replace('_', " "),
        }
    }

    /// The title of a game with the values of options, as people read it.
    ///
    /// ```
    /// use hyperrook_rules::OptionValue;
    ///
    /// let title = OptionValue::titled("Walkers and Jumpers", [("black_setup", "mirrored")]);
    /// assert_eq!(title, "Walkers and Jumpers (black setup: mirrored)");
    /// assert_eq!(OptionValue::titled("Chess", []), "Chess");
    /// ```
    pub fn titled<'a>(title: &str, values: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
        let words = |(name, value)| {
            let (name, value) = (Self::in_words(name), Self::in_words(value));
            format!("{name}: {value}")
        };
        let values: Vec<String> = values.into_iter().map(words).collect();
        if values.is_empty() {
            title.to_owned()
        } else {
            format!("{title} ({})", values.join(", "))
        }
    }
}

impl Definition {
    /// The name used on command lines and in records: `walkers`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name for people: `Walkers and Jumpers`.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Who invented it and when, and where it is published.
    pub fn credit(&self) -> &str {
        &self.credit
    }

    /// What it is, in a sentence or two.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// What a player must do to win, in a sentence or two; empty if the definition does not
    /// say.
    pub fn aim(&self) -> &str {
        &self.aim
    }

    /// How to picture the board, in a few sentences; empty if the definition does not say.
    pub fn board_about(&self) -> &str {
        &self.board_about
    }

    /// Advice for the first games, a sentence or two each.
    pub fn tips(&self) -> &[String] {
        &self.tips
    }

    /// The web address of the published rules, which begins with `https://`; empty if the
    /// definition names none.
    pub fn published(&self) -> &str {
        &self.published
    }

    /// Points of the rules that a player should read, rulings among them.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The forward directions: for each chart, one entry per axis.
    pub fn forward(&self) -> &[Vec<Forward>] {
        &self.forward
    }

    /// Named sets of axes that patterns and holds refer to.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The kinds of pieces; the index is the [`Kind`].
    pub fn pieces(&self) -> &[PieceSpec] {
        &self.pieces
    }

    /// The starting position.
    pub fn start(&self) -> &Setup {
        &self.start
    }

    /// The promotion rules: which kinds, where, and to what. At most one entry applies to a kind on
    /// a cell.
    pub fn promotions(&self) -> &[Promotion] {
        &self.promotions
    }

    /// Castling moves, at most 8.
    pub fn castlings(&self) -> &[Castling] {
        &self.castlings
    }

    /// Whether a step or leap that changes several coordinates needs every
    /// cell of the box between its ends to exist.
    pub fn complete_blocks(&self) -> bool {
        self.complete_blocks
    }

    /// Groups over which a royal piece holds the other, at most 4.
    pub fn holds(&self) -> &[Hold] {
        &self.holds
    }

    /// How a royal piece of several cells becomes one of one cell.
    pub fn transformation(&self) -> Option<Transformation> {
        self.transformation
    }

    /// How the game ends.
    ///
    /// ```
    /// use hyperrook_rules::{Game, Stalemate};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// assert_eq!(game.definition().ends().stalemate, Stalemate::Draw);
    /// # Ok(())
    /// # }
    /// ```
    pub fn ends(&self) -> &Ends {
        &self.ends
    }

    /// The options of the file with the values this definition has.
    pub fn options(&self) -> &[OptionValue] {
        &self.options
    }

    /// The piece of a kind. For a kind that this game does not have, a piece
    /// without a name and without moves, whose letter is `?`.
    pub fn piece(&self, kind: Kind) -> &PieceSpec {
        static UNKNOWN: PieceSpec = PieceSpec {
            letter: '?',
            name: String::new(),
            about: String::new(),
            royal: false,
            span: None,
            moves: MoveRule {
                text: String::new(),
                terms: Vec::new(),
            },
        };
        self.pieces.get(kind.index()).unwrap_or(&UNKNOWN)
    }

    /// All kinds.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        (0..self.pieces.len()).filter_map(Kind::new)
    }

    /// The kind with this letter, in either case.
    ///
    /// ```
    /// use hyperrook_rules::Game;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// let definition = game.definition();
    /// let knight = definition.kind('N').expect("chess has knights");
    /// assert_eq!(definition.piece(knight).name, "knight");
    /// # Ok(())
    /// # }
    /// ```
    pub fn kind(&self, letter: char) -> Option<Kind> {
        let letter = letter.to_ascii_uppercase();
        self.pieces
            .iter()
            .position(|piece| piece.letter == letter)
            .and_then(Kind::new)
    }

    /// The promotion that applies to a kind of a side on a cell.
    pub fn promotion(&self, side: Side, kind: Kind, cell: Cell) -> Option<&Promotion> {
        let side = side.index();
        self.promotions
            .iter()
            .find(|p| p.pieces.contains(&kind) && p.cells[side].contains(cell))
    }

    /// Whether a piece of a kind can stand on a cell, as far as promotion goes: it cannot where it
    /// must promote, unless another piece that promotes there becomes this kind.
    pub fn may_stand(&self, side: Side, kind: Kind, cell: Cell) -> bool {
        let must_promote = self
            .promotion(side, kind, cell)
            .is_some_and(|promotion| !promotion.optional);
        let mut promotions = self.promotions.iter();
        !must_promote
            || promotions.any(|promotion| {
                promotion.to.contains(&kind) && promotion.cells[side.index()].contains(cell)
            })
    }

    /// The cells on which a kind of a side promotes, or may promote.
    pub fn promotion_cells(&self, side: Side, kind: Kind) -> CellSet {
        let promotions = self.promotions.iter();
        let of_kind = promotions.filter(|promotion| promotion.pieces.contains(&kind));
        let cells = of_kind.map(|promotion| promotion.cells[side.index()]);
        cells.fold(CellSet::default(), |all, cells| all | cells)
    }

    /// Whether a piece can become its kind again by several promotions.
    pub(crate) fn can_regain(&self, kind: Kind) -> bool {
        let mut reached = vec![kind];
        let mut next = 0;
        while let Some(&from) = reached.get(next) {
            next += 1;
            let promotions = self.promotions.iter().filter(|p| p.pieces.contains(&from));
            for &to in promotions.flat_map(|promotion| &promotion.to) {
                if to == kind {
                    return true;
                }
                if !reached.contains(&to) {
                    reached.push(to);
                }
            }
        }
        false
    }

    /// Whether positions and moves of one definition have the same meaning in the other: the rules
    /// are the same, and kinds, castlings and holds have the same numbers.
    pub(crate) fn is_interchangeable_with(&self, other: &Definition) -> bool {
        fn same<T>(a: &[T], b: &[T], letter: impl Fn(&T) -> char) -> bool {
            a.iter().map(&letter).eq(b.iter().map(&letter))
        }
        same(&self.pieces, &other.pieces, |piece| piece.letter)
            && same(&self.castlings, &other.castlings, |castling| {
                castling.letter
            })
            && same(&self.holds, &other.holds, |hold| hold.letter)
            && self.identity() == other.identity()
    }

    /// The options whose value is not the default.
    pub fn changed_options(&self) -> impl Iterator<Item = &OptionValue> {
        self.options
            .iter()
            .filter(|option| option.value != option.values[0])
    }

    /// Whether some piece can be captured in passing.
    pub fn has_en_passant(&self) -> bool {
        self.pieces
            .iter()
            .any(|piece| piece.moves.terms.iter().any(|term| term.en_passant))
    }

    /// The cells of a piece of several cells that is named by `anchor`; for other pieces only
    /// `anchor`. `None` if the board lacks one of the cells.
    pub fn body(&self, kind: Kind, anchor: Cell) -> Option<CellSet> {
        if !self.board.contains(anchor) {
            return None;
        }
        let Some(span) = self.piece(kind).span else {
            return Some(CellSet::of(anchor));
        };
        let chart = &self.board.charts()[span.chart];
        let mut coordinate = chart.coordinate(anchor);
        let mut cells = CellSet::EMPTY;
        for _ in 0..span.length {
            cells.insert(chart.at(&coordinate)?);
            coordinate[span.axis] += 1;
        }
        Some(cells)
    }

    /// The row through a cell along the axis of a piece of several cells.
    pub(crate) fn row(&self, span: Span, cell: Cell) -> CellSet {
        let axes = self.board.charts()[span.chart].axes().len();
        let others: Vec<usize> = (0..axes).filter(|&axis| axis != span.axis).collect();
        self.agreeing_cells(span.chart, &others, cell)
    }

    /// The cells to which a royal piece on a cell may go while it is held.
    pub(crate) fn hold_part(&self, hold: &Hold, cell: Cell) -> CellSet {
        let group = &self.groups[hold.group];
        self.agreeing_cells(group.chart, &group.axes, cell)
    }

    /// The cells that have the same coordinates as a cell along these axes of a chart.
    fn agreeing_cells(&self, chart: usize, axes: &[usize], cell: Cell) -> CellSet {
        let chart = &self.board.charts()[chart];
        let here = chart.coordinate(cell);
        let agrees = |&other: &Cell| {
            let there = chart.coordinate(other);
            axes.iter().all(|&axis| there[axis] == here[axis])
        };
        self.board.cells().filter(agrees).collect()
    }
}
