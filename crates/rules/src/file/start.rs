//! Reads the starting position, and the cells and letters of other sections.

use super::characters::report_unfit;
use super::diagnostic::Faults;
use super::reader::{Fields, Text};
use super::text_range::TextRange;
use crate::{Castling, Kind, Piece, PieceSpec, Setup, Side, State};
use hyperrook_geometry::{Board, Cell, CellSet};

/// The parts that later sections refer to.
pub(super) struct Context<'a> {
    /// The board, if its cells are valid; possibly without charts.
    pub(super) board: Option<&'a Board>,
    pub(super) pieces: &'a [PieceSpec],
    /// Whether there are pieces that could not be read.
    pub(super) has_unread: bool,
    /// The pieces at the start, if they are valid.
    pub(super) start: Option<&'a [Option<Piece>]>,
}

/// Reads the board of `[start]`.
pub(super) fn read_pieces(
    fields: &mut Fields<'_>,
    board: Option<&Board>,
    pieces: &[PieceSpec],
    has_unread: bool,
    faults: &mut Faults<'_>,
) -> Option<Vec<Option<Piece>>> {
    let text = fields.needed_text("board", "\"…\", ranks from the highest", faults)?;
    match super::super::board_text::parse_board(board?, pieces, text.text) {
        Ok(cells) => Some(cells),
        Err(list) => {
            let place = text.places(faults);
            for fault in list {
                // White space before the fault is layout.
                let rest = text.text.get(fault.at.start..).unwrap_or("");
                let skipped = rest.len() - rest.trim_start().len();
                let at = place(fault.at.start + skipped);
                let c = rest.trim_start().chars().next().unwrap_or(' ');
                let is_of_unread = has_unread && c.is_ascii_alphabetic() && !is_of_piece(pieces, c);
                if !is_of_unread && !report_unfit(c, at.clone(), faults) {
                    faults.add(&at, fault.message, "");
                }
            }
            None
        }
    }
}

/// Whether this is the letter of a piece of one of the sides.
fn is_of_piece(pieces: &[PieceSpec], letter: char) -> bool {
    let letter = letter.to_ascii_uppercase();
    pieces.iter().any(|piece| piece.letter == letter)
}

/// Reads the castling rights of `[start]`. The letters are those of all castlings in the file,
/// valid or not; `None` if it has no castlings.
pub(super) fn read_rights(
    fields: &mut Fields<'_>,
    castlings: &[Castling],
    letters: Option<&str>,
    faults: &mut Faults<'_>,
) -> u8 {
    let text = fields.text("castling", faults);
    if let (Some(text), None) = (text, letters) {
        let first = text.text.chars().find(char::is_ascii_alphabetic);
        if let Some(letter) = first {
            let (message, help) = faults.wording().no_castling(letter);
            faults.add(&text.at(0, faults), message, help);
        }
    }
    if let (Some(text), Some(letters)) = (text.filter(|text| text.text != "-"), letters) {
        let place = text.places(faults);
        for (offset, c) in text.text.char_indices() {
            if !letters.contains(c) {
                let at = place(offset);
                let whole = faults.wording().definition();
                let help = format!("the castlings of this {whole} are `{letters}`; `-` is none");
                faults.add(&at, format!("`{c}` is not a castling"), help);
            }
        }
    }
    let held = |castling: &Castling| text.is_none_or(|text| text.text.contains(castling.letter));
    let rights = castlings
        .iter()
        .enumerate()
        .filter(|(_, castling)| held(castling));
    rights.fold(0, |rights, (i, _)| rights | 1 << i)
}

/// The starting position.
pub(super) fn setup(pieces: Vec<Option<Piece>>, castling: u8) -> Setup {
    Setup {
        pieces,
        turn: Side::White,
        state: State {
            castling,
            ..State::default()
        },
        halfmove: 0,
        fullmove: 1,
    }
}

impl Context<'_> {
    fn kind(&self, letter: char) -> Option<Kind> {
        let index = self
            .pieces
            .iter()
            .position(|piece| piece.letter == letter)?;
        Kind::new(index)
    }

    /// Reads letters of pieces, such as `"QRBN"`.
    pub(super) fn kinds(&self, text: Text<'_>, faults: &mut Faults<'_>) -> Vec<Kind> {
        let mut kinds = Vec::new();
        let word = text.text.trim();
        let named = |piece: &&PieceSpec| piece.name.eq_ignore_ascii_case(word);
        let letters = word.chars().all(|c| self.kind(c).is_some());
        if let Some(piece) = self.pieces.iter().find(named).filter(|_| !letters) {
            let message = format!("`{word}` is the name of a piece");
            faults.add(
                text.span(),
                message,
                format!("write the letter `{}`", piece.letter),
            );
            return kinds;
        }
        let place = text.places(faults);
        for (offset, c) in text.text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            let at = place(offset);
            match self.kind(c) {
                Some(kind) if kinds.contains(&kind) => {
                    faults.add(&at, format!("`{c}` is named twice"), "");
                }
                Some(kind) => kinds.push(kind),
                None if matches!(c, ',' | ';' | '/') => {
                    let is_letter = |c: &char| c.is_alphanumeric();
                    let letters: String = text.text.chars().filter(is_letter).collect();
                    let help = format!("write the letters alone: `\"{letters}\"`");
                    faults.add(&at, format!("`{c}` is not the letter of a piece"), help);
                    return kinds;
                }
                None if self.has_unread => {}
                None => {
                    let letters: String = self.pieces.iter().map(|piece| piece.letter).collect();
                    let whole = faults.wording().definition();
                    let help = format!("the pieces of this {whole} are {letters}");
                    faults.add(&at, format!("no piece has the letter `{c}`"), help);
                }
            }
        }
        kinds
    }

    /// Reads one letter of a piece.
    pub(super) fn one_kind(&self, text: Text<'_>, faults: &mut Faults<'_>) -> Option<Kind> {
        let kinds = self.kinds(text, faults);
        if kinds.len() > 1 || text.text.trim().is_empty() {
            faults.add(
                text.span(),
                "exactly one letter of a piece must stand here",
                "",
            );
        }
        kinds.first().copied()
    }

    /// Reads one cell from a word of a text.
    pub(super) fn cell(
        &self,
        text: Text<'_>,
        offset: usize,
        word: &str,
        faults: &mut Faults<'_>,
    ) -> Option<Cell> {
        let board = self.board?;
        let cell = board.cell(word);
        if cell.is_none() {
            let at = text.at(offset, faults);
            let help = format!("cells are named like `{}`", board.name(Cell::default()));
            faults.add(&at, format!("`{word}` is not a cell of this board"), help);
        }
        cell
    }

    /// Reads cells: names, boxes, and `start:kqr` for the cells on which those pieces stand at the
    /// start. `None` if that is not known.
    pub(super) fn cells(&self, text: Text<'_>, faults: &mut Faults<'_>) -> Option<CellSet> {
        let board = self.board?;
        let mut cells = CellSet::EMPTY;
        let mut sound = true;
        let place = text.places(faults);
        for (offset, word) in text.words() {
            if let Some(letters) = word.strip_prefix("start:") {
                let offset = offset + "start:".len();
                match self.start_cells(&|i| place(offset + i), letters, faults) {
                    Some(found) => cells |= found,
                    None => sound = false,
                }
                continue;
            }
            match board.region(word) {
                Some(found) => cells |= found,
                None => {
                    sound = false;
                    let at = place(offset);
                    let name = board.name(Cell::default());
                    let help = format!(
                        "write cells like `{name}`, boxes like `{name}..{}` with the low corner first, or \
                         `start:K` for where pieces stand at the start",
                        board.name(board.cells().next_back().unwrap_or_default())
                    );
                    faults.add(&at, no_region(board, word), help);
                }
            }
        }
        sound.then_some(cells)
    }

    /// The cells on which the pieces of these letters start; `place` says where each letter stands.
    fn start_cells(
        &self,
        place: &dyn Fn(usize) -> TextRange,
        letters: &str,
        faults: &mut Faults<'_>,
    ) -> Option<CellSet> {
        let mut cells = CellSet::EMPTY;
        let mut sound = !letters.is_empty();
        if letters.is_empty() {
            let at = place(0);
            faults.add(&at, "`start:` needs letters of pieces", "as in `start:KQ`");
        }
        for (i, c) in letters.char_indices() {
            let at = place(i);
            let Some(kind) = self.kind(c.to_ascii_uppercase()) else {
                if !self.has_unread {
                    faults.add(&at, format!("no piece has the letter `{c}`"), "");
                }
                sound = false;
                continue;
            };
            let side = if c.is_ascii_uppercase() {
                Side::White
            } else {
                Side::Black
            };
            let start = self.start?;
            let stands: CellSet = (0..start.len())
                .filter(|&i| start[i] == Some(Piece { side, kind }))
                .filter_map(Cell::new)
                .collect();
            if stands.is_empty() {
                faults.add(
                    &at,
                    format!("no `{c}` stands on the board at the start"),
                    "",
                );
                sound = false;
            }
            cells |= stands;
        }
        sound.then_some(cells)
    }
}

/// Checks that the pieces can stand as they do: one royal piece per side, if it is known which
/// pieces are royal, and pieces of several cells complete.
pub(super) fn check_pieces(
    fields: &Fields<'_>,
    board: &Board,
    pieces: &[PieceSpec],
    start: &[Option<Piece>],
    royals_known: bool,
    faults: &mut Faults<'_>,
) {
    let span = fields.span_of("board");
    let royal = pieces.iter().filter(|piece| piece.royal);
    let letters: String = royal.map(|piece| piece.letter).collect();
    if royals_known && letters.is_empty() {
        let help = format!(
            "mark one piece with {}, such as the king; games that are not won by checkmate are not \
             supported",
            faults.setting("royal", "true")
        );
        faults.add(
            &span,
            "no piece is royal, so nobody could be checkmated",
            help,
        );
    }
    for side in Side::BOTH {
        let mut royals = 0;
        for (index, piece) in pieces.iter().enumerate() {
            let kind = Kind::from_index(index);
            let mut cells: CellSet = (0..start.len())
                .filter(|&i| start[i] == Some(Piece { side, kind }))
                .filter_map(Cell::new)
                .collect();
            let letter = match side {
                Side::White => piece.letter,
                Side::Black => piece.letter.to_ascii_lowercase(),
            };
            let mut bodies = cells.count();
            if let Some(part) = piece.span {
                bodies = 0;
                let Some(chart) = board.charts().get(part.chart) else {
                    continue;
                };
                while let Some(first) = cells
                    .iter()
                    .min_by_key(|&cell| chart.coordinate(cell)[part.axis])
                {
                    let mut at = chart.coordinate(first);
                    for _ in 0..part.length {
                        match chart.at(&at).filter(|&cell| cells.contains(cell)) {
                            Some(cell) => cells.remove(cell),
                            None => {
                                let axis = &chart.axes()[part.axis].name;
                                let message = format!(
                                    "`{letter}` on {} is not one of {} in a row along `{axis}`",
                                    board.name(first),
                                    part.length
                                );
                                faults.add(
                                    &span,
                                    message,
                                    "its letter stands on each of its cells",
                                );
                                cells.remove(first);
                                break;
                            }
                        }
                        at[part.axis] += 1;
                    }
                    bodies += 1;
                }
            }
            if piece.royal {
                royals += bodies;
            }
        }
        if royals_known && !letters.is_empty() && royals != 1 {
            let (message, unsupported) = if royals == 0 {
                (
                    format!("{side} starts without a royal piece"),
                    "sides without a royal piece",
                )
            } else {
                (
                    format!("{side} starts with {royals} royal pieces"),
                    "several royal pieces of a side",
                )
            };
            let help = format!(
                "each side must start with exactly one royal piece ({}); {unsupported} are not \
                 supported",
                letters
                    .chars()
                    .map(String::from)
                    .collect::<Vec<_>>()
                    .join(" or ")
            );
            faults.add(&span, message, help);
        }
    }
}

/// Why a word is neither a cell nor a box.
fn no_region(board: &Board, word: &str) -> String {
    let corners = word.split_once("..").map(|(low, high)| [low, high]);
    let wrong = corners.map(|corners| corners.into_iter().find(|name| board.cell(name).is_none()));
    match wrong {
        None => format!("`{word}` is not a cell of this board"),
        Some(Some(corner)) => format!("`{corner}` in `{word}` is not a cell of this board"),
        Some(None) => format!("`{word}` is not a box: write the low corner first"),
    }
}
