//! Position text: `board side state halfmove fullmove`.
//!
//! Games with castling or capture in passing use the fields of FEN instead,
//! `board side castling en-passant halfmove fullmove`, with the state field after
//! `en-passant` if such a game has holds or bound royal pieces too.

use crate::fault::{TextFault, quote};
use hyperrook_rules::{
    Definition, FaultList, Game, Position, Setup, SetupFault, Side, State, format_board,
    parse_board,
};
use std::ops::Range;
use thiserror::Error;

/// Why a text is not a position of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionTextError {
    /// The text cannot be read. Lists every fault.
    #[error("{0}")]
    Text(FaultList<TextFault>),
    /// The text states a position that the game cannot have. Lists every fault.
    #[error("{0}")]
    Position(FaultList<SetupFault>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Board,
    Side,
    Castling,
    EnPassant,
    State,
    Halfmove,
    Fullmove,
}

impl Field {
    fn name(self) -> &'static str {
        match self {
            Field::Board => "board",
            Field::Side => "side",
            Field::Castling => "castling",
            Field::EnPassant => "en-passant",
            Field::State => "state",
            Field::Halfmove => "halfmove",
            Field::Fullmove => "fullmove",
        }
    }
}

/// The fields of a game's position texts, in order.
fn layout(definition: &Definition) -> Vec<Field> {
    let mut fields = vec![Field::Board, Field::Side];
    if is_fen(definition) {
        fields.extend([Field::Castling, Field::EnPassant]);
        if !state_letters(definition).is_empty() {
            fields.push(Field::State);
        }
    } else {
        fields.push(Field::State);
    }
    fields.extend([Field::Halfmove, Field::Fullmove]);
    fields
}

/// Whether a game's positions have the fields of FEN.
fn is_fen(definition: &Definition) -> bool {
    !definition.castlings().is_empty() || definition.has_en_passant()
}

/// The meaning of a letter of the state field.
#[derive(Clone, Copy)]
enum StateLetter {
    Hold(usize, Side),
    Bound(Side),
}

impl StateLetter {
    fn set(self, state: &mut State) {
        match self {
            StateLetter::Hold(index, side) => state.holds |= 1 << (2 * index + side.index()),
            StateLetter::Bound(side) => state.bound |= 1 << side.index(),
        }
    }

    fn is_set(self, state: State) -> bool {
        match self {
            StateLetter::Hold(index, side) => state.holds(index, side),
            StateLetter::Bound(side) => state.bound(side),
        }
    }
}

/// The letters of the state field in the order in which they are written.
fn state_letters(definition: &Definition) -> Vec<(char, StateLetter)> {
    let mut letters = Vec::new();
    for (index, hold) in definition.holds().iter().enumerate() {
        letters.push((hold.letter, StateLetter::Hold(index, Side::White)));
        letters.push((
            hold.letter.to_ascii_lowercase(),
            StateLetter::Hold(index, Side::Black),
        ));
    }
    if let Some(letter) = definition.transformation().and_then(|t| t.bound) {
        letters.push((letter, StateLetter::Bound(Side::White)));
        letters.push((letter.to_ascii_lowercase(), StateLetter::Bound(Side::Black)));
    }
    letters
}

/// Far more bytes than a position needs. Records of strangers can have millions.
const MAX_LEN: usize = 100_000;

/// Reads a position text without checking the position; [`Game::position`] does that.
///
/// In the FEN of games that use it, the two counters may be left out; they are then `0 1`.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn parse_setup(definition: &Definition, text: &str) -> Result<Setup, FaultList<TextFault>> {
    let layout = layout(definition);
    if text.len() > MAX_LEN {
        let wrong = format!("the text goes on after {MAX_LEN} bytes, longer than any position");
        return Err(vec![TextFault::new(
            MAX_LEN..text.len(),
            wrong,
            expected(&layout),
        )]
        .into());
    }
    let words = words(text);
    let mut faults = Vec::new();
    let mut setup = Setup::empty(definition.board().len());
    for (field, (at, word)) in layout.iter().zip(&words) {
        let mut reader = FieldReader {
            definition,
            at: at.clone(),
            word,
            faults: &mut faults,
        };
        reader.read(*field, &mut setup);
    }
    let counters_left_out = is_fen(definition) && words.len() + 2 == layout.len();
    if words.len() < layout.len() && !counters_left_out {
        let missing = layout[words.len()..].iter().map(|field| field.name());
        faults.push(TextFault::new(
            text.trim_end().len()..text.len(),
            format!(
                "the text ends before {}",
                missing.collect::<Vec<_>>().join(", ")
            ),
            expected(&layout),
        ));
    }
    if let Some((at, word)) = words.get(layout.len()) {
        faults.push(TextFault::new(
            at.start..text.trim_end().len(),
            format!("{} comes after the last field", quote(word)),
            expected(&layout),
        ));
    }
    if faults.is_empty() {
        Ok(setup)
    } else {
        Err(faults.into())
    }
}

fn expected(layout: &[Field]) -> String {
    let names: Vec<&str> = layout.iter().map(|field| field.name()).collect();
    format!("a position is `{}`", names.join(" "))
}

/// The words of a text with their byte ranges.
fn words(text: &str) -> Vec<(Range<usize>, &str)> {
    let mut words = Vec::new();
    for word in text.split_whitespace() {
        // `word` lies within `text`.
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        words.push((start..start + word.len(), word));
    }
    words
}

/// The maximum number of reported faults of a field of letters.
const MAX_LETTER_FAULTS: usize = 4;

struct FieldReader<'a> {
    definition: &'a Definition,
    at: Range<usize>,
    word: &'a str,
    faults: &'a mut Vec<TextFault>,
}

impl FieldReader<'_> {
    fn fault(&mut self, at: Range<usize>, wrong: String, right: impl std::fmt::Display) {
        self.faults.push(TextFault::new(at, wrong, right));
    }

    fn read(&mut self, field: Field, setup: &mut Setup) {
        match field {
            Field::Board => {
                let (board, pieces) = (self.definition.board(), self.definition.pieces());
                match parse_board(board, pieces, self.word) {
                    Ok(pieces) => setup.pieces = pieces,
                    Err(faults) => {
                        let start = self.at.start;
                        self.faults
                            .extend(faults.into_iter().map(|fault| TextFault {
                                at: fault.at.start + start..fault.at.end + start,
                                message: fault.message,
                            }));
                    }
                }
            }
            Field::Side => match self.word {
                "w" => setup.turn = Side::White,
                "b" => setup.turn = Side::Black,
                other => self.fault(
                    self.at.clone(),
                    format!("{} is not a side to move", quote(other)),
                    "write `w` or `b`",
                ),
            },
            Field::Castling => {
                let castlings = self.definition.castlings();
                let letters: Vec<char> = castlings.iter().map(|castling| castling.letter).collect();
                self.letters(&letters, "castling", |index| {
                    setup.state.castling |= 1 << index;
                });
            }
            Field::EnPassant => {
                if self.word != "-" {
                    match self.definition.board().cell(self.word) {
                        Some(cell) => setup.state.en_passant = Some(cell),
                        None => self.fault(
                            self.at.clone(),
                            format!("{} is not a cell of the board", quote(self.word)),
                            "write the cell that the last move passed over, or `-`",
                        ),
                    }
                }
            }
            Field::State => {
                let marks = state_letters(self.definition);
                let letters: Vec<char> = marks.iter().map(|&(letter, _)| letter).collect();
                self.letters(&letters, "state", |index| {
                    marks[index].1.set(&mut setup.state);
                });
            }
            Field::Halfmove => self.count(0, |count| setup.halfmove = count),
            Field::Fullmove => self.count(1, |count| setup.fullmove = count),
        }
    }

    /// Reads a field of single letters, each at most once, or `-`.
    fn letters(&mut self, letters: &[char], field: &str, mut found: impl FnMut(usize)) {
        if self.word == "-" {
            return;
        }
        let right = match letters {
            [] => "write `-`".to_owned(),
            _ => format!(
                "write `-` or some of `{}`",
                letters.iter().collect::<String>()
            ),
        };
        let mut seen = vec![false; letters.len()];
        let most = self.faults.len() + MAX_LETTER_FAULTS;
        for (offset, c) in self.word.char_indices() {
            // A long text of anything else would have a fault at each character.
            if self.faults.len() == most {
                break;
            }
            let start = self.at.start + offset;
            let at = start..start + c.len_utf8();
            match letters.iter().position(|&letter| letter == c) {
                Some(index) if seen[index] => self.fault(
                    at,
                    format!("`{c}` stands twice in the {field} field"),
                    "write it once",
                ),
                Some(index) => {
                    seen[index] = true;
                    found(index);
                }
                None => {
                    let c = quote(c.encode_utf8(&mut [0; 4]));
                    let wrong = format!("{c} is not a letter of the {field} field of this game");
                    self.fault(at, wrong, right.clone());
                }
            }
        }
    }

    /// Reads a counter. A smaller number than `least` counts as `least`, because some programs count
    /// moves from 0.
    fn count(&mut self, least: u32, mut found: impl FnMut(u32)) {
        let digits = self.word.bytes().all(|byte| byte.is_ascii_digit());
        match self.word.parse::<u32>() {
            Ok(count) if digits => found(count.max(least)),
            _ => self.fault(
                self.at.clone(),
                format!("{} is not a count", quote(self.word)),
                format!("write a number from {least} to {}", u32::MAX),
            ),
        }
    }
}

/// Reads a position of a game.
///
/// # Errors
/// Everything that is wrong with the text or, if it can be read, with the
/// position that it states.
///
/// ```
/// use hyperrook_notation::position::{format_position, parse_position};
/// use hyperrook_rules::Game;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let game = Game::shipped("chess").expect("a shipped game");
/// let position = parse_position(&game, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")?;
/// assert_eq!(format_position(&position), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
/// // The error names every fault and its place.
/// let error = parse_position(&game, "4k3/8/8/8/8/8/8/R3X3 w Q - 0 1").unwrap_err();
/// assert!(error.to_string().contains("`X`"));
/// # Ok(())
/// # }
/// ```
pub fn parse_position(game: &Game, text: &str) -> Result<Position, PositionTextError> {
    let setup = parse_setup(game.definition(), text).map_err(PositionTextError::Text)?;
    game.position(&setup).map_err(PositionTextError::Position)
}

/// Writes a position.
pub fn format_position(position: &Position) -> String {
    format_setup(position.game().definition(), &position.setup())
}

/// Writes a setup of a game, valid or not. [`parse_setup`] reads it back.
pub fn format_setup(definition: &Definition, setup: &Setup) -> String {
    let field = |field: &Field| match field {
        Field::Board => format_board(definition.board(), definition.pieces(), &setup.pieces),
        Field::Side => match setup.turn {
            Side::White => "w".to_owned(),
            Side::Black => "b".to_owned(),
        },
        Field::Castling => or_dash(
            definition
                .castlings()
                .iter()
                .enumerate()
                .filter(|&(index, _)| setup.state.castling >> index & 1 != 0)
                .map(|(_, castling)| castling.letter)
                .collect(),
        ),
        Field::EnPassant => setup
            .state
            .en_passant
            .map_or_else(|| "-".to_owned(), |cell| definition.board().name(cell)),
        Field::State => or_dash(
            state_letters(definition)
                .into_iter()
                .filter(|(_, mark)| mark.is_set(setup.state))
                .map(|(letter, _)| letter)
                .collect(),
        ),
        Field::Halfmove => setup.halfmove.to_string(),
        Field::Fullmove => setup.fullmove.to_string(),
    };
    let fields: Vec<String> = layout(definition).iter().map(field).collect();
    fields.join(" ")
}

fn or_dash(letters: String) -> String {
    if letters.is_empty() {
        "-".to_owned()
    } else {
        letters
    }
}

/// The first and last facts of a position text of any game: the side to move and the number of the
/// move. The rest is not checked.
pub(crate) fn side_and_number(text: &str) -> Option<(Side, u32)> {
    let mut words = text.split_whitespace().skip(1);
    let side = match words.next()? {
        "w" => Side::White,
        "b" => Side::Black,
        _ => return None,
    };
    // A FEN without counters is at move 1.
    let number = words.last().and_then(|word| word.parse().ok());
    Some((side, number.unwrap_or(1).max(1)))
}
