//! The short notation of moves that people use: `Nf3`, `exd5`, `O-O`, `e8=Q+`.
//!
//! For chess it is the algebraic notation of FIDE and PGN. For every game it is
//!
//! 1. the piece's upper-case letter; none for a pawn, which is the kind whose moves reset the
//!    move count; of several such kinds P, or else the first in the alphabet;
//! 2. what distinguishes it from other pieces of its kind that can make the same move:
//!    on a flat board its file, or its rank, or both, whichever is enough first;
//!    on other boards the name of its cell. A capturing pawn always has its file
//!    (on other boards its cell);
//! 3. `x` if it captures; if it does not, a hyphen where the cells named would read as a
//!    capture, because a level, file or sector is called `x`: `C-xb6`;
//! 4. the destination;
//! 5. `=` and a letter if it becomes something else, so a transformation of the
//!    king into an emperor on xc1 is `Kxc1=E` (level x, file c);
//! 6. `+` if it gives check (threatens the royal piece), `#` if it mates.
//!
//! Castling is `O-O` towards higher files and `O-O-O` towards lower ones.

mod any;
mod read;
mod write;

pub use any::{AnyMoveError, parse_any};
pub use read::{ShortError, parse_short};
pub use write::{format_short, format_short_all, format_short_with_captures};

use hyperrook_geometry::{Board, Cell, Drawing};
use hyperrook_rules::{Definition, Kind, Move, MoveClass, Position};

/// The kind that is written without a letter. It does not depend on the order in which a definition
/// lists its pieces, because definitions with the same identity must read records alike.
fn pawn(definition: &Definition) -> Option<Kind> {
    let kinds = definition.ends().resets.iter().copied();
    kinds.min_by_key(|&kind| {
        let letter = definition.piece(kind).letter;
        (letter != 'P', letter)
    })
}

/// The names of the file and the rank of a cell, on a flat board or a board of hexagons.
fn file_and_rank(board: &Board, cell: Cell) -> Option<(String, String)> {
    let place = board.place(cell);
    let grid = matches!(board.drawing(), Drawing::Flat { .. } | Drawing::Hex { .. });
    grid.then(|| {
        // Such a board has at most 26 files.
        let file = char::from(b'a' + place.file as u8);
        (file.to_string(), (place.rank + 1).to_string())
    })
}

/// Whether castling goes to the right. `None` if the move is not written as castling: it must be
/// the only one of its side in that direction.
fn castles_right(definition: &Definition, mv: Move) -> Option<bool> {
    let file = |cell: Cell| definition.board().place(cell).file;
    let made = (mv.class() == MoveClass::Castling).then(|| {
        let castlings = definition.castlings().iter();
        castlings
            .filter(|castling| castling.king_from == mv.origin())
            .find(|castling| castling.king_to == mv.destination())
    })??;
    let right = file(made.rook_from) > file(made.king_from);
    let alike = definition.castlings().iter().filter(|castling| {
        castling.side == made.side && (file(castling.rook_from) > file(castling.king_from)) == right
    });
    (alike.count() == 1).then_some(right)
}

/// A legal move with the kind of piece that makes it.
#[derive(Clone, Copy)]
struct Candidate {
    mv: Move,
    kind: Kind,
}

/// All legal moves of a position.
fn candidates(position: &Position) -> Vec<Candidate> {
    position
        .moves()
        .into_iter()
        .filter_map(|mv| {
            let kind = position.piece(mv.origin())?.kind;
            Some(Candidate { mv, kind })
        })
        .collect()
}
