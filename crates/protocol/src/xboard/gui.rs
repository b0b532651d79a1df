//! Commands that let XBoard display a game that it does not know.
//!
//! The command `setup` sends XBoard a board, the letters of the pieces and a position. The
//! command `highlight` shows where a piece can go. XBoard's own move rules cannot express
//! moves that depend on the part of the board, so it gets none, and must run without
//! testing legality.
//!
//! Even then XBoard applies some rules of chess: a king that moves two files sideways
//! castles, and a pawn that moves sideways to an empty cell captures en passant. Pieces
//! that move like this without castling or capturing must not appear to XBoard as kings and
//! pawns.

use hyperrook_geometry::{Board, Cell, CellSet, Drawing, Place};
use hyperrook_notation::position::{PositionTextError, format_position, parse_position};
use hyperrook_rules::{Definition, Game, Kind, Position, Side};

/// The maximum number of files of XBoard's board.
const MAX_FILES: usize = 16;

/// The maximum number of ranks. XBoard shows 16, but reads moves from the sixteenth as drops.
const MAX_RANKS: usize = 15;

/// The letters of XBoard's piece pictures, in its order. The last picture, the king's, is
/// left out.
const PICTURES: &str = "PNBRQFEACWMOHIJGDVLSU";

/// Pictures for letters without one, the best choice first. XBoard treats `P` and `L` as
/// pieces that promote.
const FALLBACK_PICTURES: &str = "FEACWMOHIJGDVSUNBRQL";

/// Whether XBoard can show the game's board. It numbers ten ranks from 0, which differs
/// from our cell names.
fn can_show(definition: &Definition) -> bool {
    let (files, ranks, _) = definition.board().extent();
    let flat = matches!(definition.board().drawing(), Drawing::Flat { .. });
    flat && files <= MAX_FILES && ranks <= MAX_RANKS && ranks != 10
}

/// The commands that set up a game, if XBoard can show it.
pub(super) fn setup(game: &Game) -> Option<Vec<String>> {
    let definition = game.definition();
    if !can_show(definition) {
        return None;
    }
    let (files, ranks, _) = definition.board().extent();
    let letters = pictures(game)?;
    let mut lines = vec![format!(
        "setup ({letters}{}) {files}x{ranks}+0_fairy {}",
        letters.to_ascii_lowercase(),
        fen(&game.start())
    )];
    let royal = definition
        .kinds()
        .find(|&kind| definition.piece(kind).royal)?;
    if definition.castlings().is_empty() && goes_sideways(game, royal, 2) {
        // XBoard does not castle with a king that has its own first moves. It uses this rule for
        // nothing else.
        lines.push(format!("piece {}& KiK", definition.piece(royal).letter));
    }
    Some(lines)
}

/// Whether a white piece can move sideways to an empty cell at least `files` files away.
/// For two files or more, only moves along its rank count.
fn goes_sideways(game: &Game, kind: Kind, files: usize) -> bool {
    let board = game.board();
    board.cells().any(|from| {
        let alone = CellSet::of(from);
        let reach = game.destinations(kind, Side::White, from, alone, CellSet::EMPTY);
        let from = board.place(from);
        reach
            .quiet
            .iter()
            .map(|to| board.place(to))
            .any(|to| to.file.abs_diff(from.file) >= files && (files < 2 || to.rank == from.rank))
    })
}

/// A letter for each of XBoard's pictures, `.` for none, the king's at the end.
fn pictures(game: &Game) -> Option<String> {
    let definition = game.definition();
    let royal = definition
        .kinds()
        .find(|&kind| definition.piece(kind).royal)?;
    let is_pawn = |kind: Kind| {
        let resets = definition.ends().resets.contains(&kind);
        let promotes = definition
            .promotions()
            .iter()
            .any(|p| p.pieces.contains(&kind));
        resets && promotes && !goes_sideways(game, kind, 1)
    };
    let mut slots = vec!['.'; PICTURES.len()];
    let slot = |picture: char| PICTURES.find(picture).unwrap_or(0);
    let mut rest = Vec::new();
    for kind in definition.kinds().filter(|&kind| kind != royal) {
        let letter = definition.piece(kind).letter;
        let promotes = ['P', 'L'].contains(&letter);
        if PICTURES.contains(letter) && (!promotes || (letter == 'P' && is_pawn(kind))) {
            slots[slot(letter)] = letter;
        } else {
            rest.push(letter);
        }
    }
    for letter in rest {
        let free = FALLBACK_PICTURES
            .chars()
            .map(slot)
            .find(|&slot| slots[slot] == '.')?;
        slots[free] = letter;
    }
    slots.push(definition.piece(royal).letter);
    Some(slots.into_iter().collect())
}

/// A position with the fields of XBoard: board, side, castling, en passant, counters.
fn fen(position: &Position) -> String {
    let text = format_position(position);
    let words: Vec<&str> = text.split(' ').collect();
    match words[..] {
        [board, side, _, half, full] => format!("{board} {side} - - {half} {full}"),
        [board, side, castling, passing, _, half, full] => {
            format!("{board} {side} {castling} {passing} {half} {full}")
        }
        _ => text,
    }
}

/// Parses a position text, either ours or one with the fields of XBoard.
pub(super) fn parse(game: &Game, text: &str) -> Result<Position, PositionTextError> {
    let own = parse_position(game, text);
    let words: Vec<&str> = text.split_whitespace().collect();
    let foreign = match words[..] {
        // For pieces with first moves, XBoard lists in the castling field the files of
        // pieces that have not moved.
        [board, side, _, "-", half, full] => format!("{board} {side} - {half} {full}"),
        [board, side, _, "-"] => format!("{board} {side} - 0 1"),
        _ => return own,
    };
    match own {
        Ok(position) => Ok(position),
        // The text has exactly the fields of this game's positions.
        Err(PositionTextError::Text(_)) if !has_castling_field(game) => {
            parse_position(game, &foreign)
        }
        Err(error) => Err(error),
    }
}

/// Whether the position texts of a game have a castling field.
fn has_castling_field(game: &Game) -> bool {
    let definition = game.definition();
    !definition.castlings().is_empty() || definition.has_en_passant()
}

/// The destinations of the piece on a cell, in the form of `highlight`: yellow for an empty cell,
/// red for a capture, magenta for a promotion.
pub(super) fn highlight(position: &Position, from: Cell) -> Option<String> {
    let board = position.game().board();
    if !can_show(position.game().definition()) {
        return None;
    }
    let mut colours = vec![None; board.len()];
    for mv in position.moves_from(from) {
        let colour = match mv.promotion() {
            Some(_) => 'M',
            None if position.captures(mv).any() => 'R',
            None => 'Y',
        };
        let cell = &mut colours[mv.destination().index()];
        // If promotion is optional, XBoard must ask the user.
        if *cell != Some('M') {
            *cell = Some(colour);
        }
    }
    Some(format!("highlight {}", rows(board, &colours)))
}

fn rows(board: &Board, colours: &[Option<char>]) -> String {
    let (files, ranks, _) = board.extent();
    let row = |rank: usize| {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..files {
            let cell = board.at(Place {
                level: 0,
                rank,
                file,
            });
            match cell.and_then(|cell| colours[cell.index()]) {
                None => empty += 1,
                Some(colour) => {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    empty = 0;
                    text.push(colour);
                }
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    };
    let rows: Vec<String> = (0..ranks).rev().map(row).collect();
    rows.join("/")
}

/// The kinds that a piece can promote to with a move between two cells, in the form of
/// `choice`.
pub(super) fn choice(position: &Position, from: Cell, to: Cell) -> Option<String> {
    let definition = position.game().definition();
    let letters: String = position
        .moves_from(from)
        .into_iter()
        .filter(|mv| mv.destination() == to)
        .filter_map(|mv| mv.promotion())
        .map(|kind| definition.piece(kind).letter)
        .collect();
    (!letters.is_empty()).then(|| format!("choice {letters}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::Variants;

    fn game(name: &str) -> Game {
        Variants::default().game(name).unwrap()
    }

    #[test]
    fn boards_that_fit_are_set_up() {
        assert_eq!(
            setup(&game("riftwalker")).unwrap(),
            [
                "setup (.NBRQP...WM........S.K.nbrqp...wm........s.k) 9x9+0_fairy \
                 rbnwqkbnr/msspppssm/9/sspppppss/9/SSPPPPPSS/9/MSSPPPSSM/RNBKQWNBR w - - 0 1",
                "piece K& KiK",
            ]
        );
        for name in ["walkers", "sesqui", "gateway", "raumschach", "twoboards"] {
            assert_eq!(setup(&game(name)), None, "{name}");
        }
    }

    #[test]
    fn pawns_and_kings_that_move_as_in_chess_are_pawns_and_kings() {
        let setup = setup(&game("chess")).unwrap();
        assert_eq!(setup.len(), 1);
        assert!(
            setup[0]
                .starts_with("setup (PNBRQ................Kpnbrq................k) 8x8+0_fairy ")
        );
    }

    #[test]
    fn positions_come_back_from_xboard() {
        for name in ["chess", "riftwalker", "twoboards", "hyperchess"] {
            let game = game(name);
            let position = parse(&game, &fen(&game.start())).unwrap();
            assert!(position.same(&game.start()), "{name}");
            let position = parse(&game, &format_position(&game.start())).unwrap();
            assert!(position.same(&game.start()), "{name}");
        }
        let rift = game("riftwalker");
        let start = fen(&rift.start()).replace("w - -", "w Dd -");
        assert!(parse(&rift, &start).unwrap().same(&rift.start()));
        assert!(parse(&rift, "9/9 w - - 0 1").is_err());
        assert!(parse(&game("chess"), "8/8 w - - 0 1").is_err());
    }

    #[test]
    fn cells_and_choices_are_shown() {
        let chess = game("chess");
        let from = |name: &str| chess.board().cell(name).unwrap();
        assert_eq!(
            highlight(&chess.start(), from("g1")).unwrap(),
            "highlight 8/8/8/8/8/5Y1Y/8/8"
        );
        let position = parse(&chess, "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        assert_eq!(
            highlight(&position, from("a7")).unwrap(),
            "highlight MM6/8/8/8/8/8/8/8"
        );
        let choice_text = choice(&position, from("a7"), from("b8")).unwrap();
        assert_eq!(choice_text.len(), "choice QRBN".len());
        assert_eq!(choice(&position, from("e1"), from("e2")), None);
        assert_eq!(
            highlight(&game("sesqui").start(), Cell::from_index(0)),
            None
        );
    }
}
