//! Why a piece cannot make a move that somebody tried.

use super::sentence;
use crate::pieces::{PieceOnBoard, standing, standing_on};
use crate::types::{ArrowRole, MarkRole, Reasons};
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_notation::moves::{MoveTextError, Reading};
use hyperrook_notation::refusal::{self, NamedCell, NamedPiece, Refusal};
use hyperrook_notation::short::{AnyMoveError, ShortError, parse_any};
use hyperrook_rules::{Definition, History, Kind, Piece, Position, Reason};

/// Why the piece on a cell cannot go to another cell, or that it can. A piece of several cells can
/// be named by any of its cells; the whole piece then moves by the same distance.
pub fn refusal(history: &History, from: Cell, to: Cell) -> Reasons {
    let position = history.position();
    if let Some(over) = over(history) {
        return over;
    }
    let (from, to) = by_name(position, from, to);
    let possible = || {
        let mut why = Reasons::default();
        why.add_sentence("this move is legal");
        why.arrow(vec![from.index(), to.index()], ArrowRole::Possible);
        why
    };
    let mut legal = position.moves_from(from).into_iter();
    let transforms = position.game().definition().transformation();
    let meant = |kind: Option<Kind>| kind.is_none() || kind != transforms.map(|t| t.to);
    let found =
        legal.any(|mv| mv.origin() == from && mv.destination() == to && meant(mv.promotion()));
    if found {
        return possible();
    }
    let reading = Reading {
        origin: from,
        destination: to,
        promotion: None,
    };
    match refusal::why(position, reading) {
        Some(refusal) => explain(position, Some(reading), &refusal),
        None => possible(),
    }
}

/// Why a typed text is not a legal move, or that it is one.
pub fn refusal_of_text(history: &History, text: &str) -> Reasons {
    if let Some(over) = over(history) {
        return over;
    }
    let position = history.position();
    match parse_any(position, text) {
        Ok(mv) => {
            let mut why = Reasons::default();
            why.add_sentence("this move is legal");
            let path = vec![mv.origin().index(), mv.destination().index()];
            why.arrow(path, ArrowRole::Possible);
            why
        }
        Err(AnyMoveError::Text(MoveTextError::Refused(refusal))) => {
            explain(position, None, &refusal)
        }
        Err(AnyMoveError::Short(ShortError::Promotion { refusal, .. })) => {
            explain(position, None, &refusal)
        }
        Err(AnyMoveError::Short(ShortError::NoMove {
            refusals,
            text,
            others,
            ..
        })) => {
            let mut all = Reasons::default();
            all.add_sentence(&format!("{text} is not a legal move"));
            for refusal in &refusals {
                let one = explain(position, None, refusal);
                all.sentences.extend(one.sentences);
                for mark in one.marks {
                    all.mark([mark.cell], mark.role);
                }
                for arrow in one.arrows {
                    all.arrow(arrow.path, arrow.role);
                }
            }
            if let Some(others) = others {
                all.add_sentence(&others);
            }
            all
        }
        Err(error) => Reasons {
            sentences: vec![sentence(&error.to_string())],
            ..Reasons::default()
        },
    }
}

/// Says that the game is over, if it is, even by a draw on count, where the rules would allow
/// moves.
fn over(history: &History) -> Option<Reasons> {
    let outcome = history.outcome()?;
    let mut why = match outcome.reason {
        Reason::Checkmate | Reason::Stalemate | Reason::Baring => super::why(history),
        _ => Reasons::default(),
    };
    let definition = history.position().game().definition();
    let text = crate::outcome(definition, outcome).text;
    why.sentences.retain(|sentence| *sentence != text);
    why.sentences.insert(0, text);
    why.sentences.insert(0, "The game is over.".to_owned());
    Some(why)
}

/// Origin and destination by the cells that name a piece of several cells.
fn by_name(position: &Position, from: Cell, to: Cell) -> (Cell, Cell) {
    let definition = position.game().definition();
    let Some(piece) = standing_on(position, from).filter(|piece| piece.name != from) else {
        return (from, to);
    };
    let Some(span) = definition.piece(piece.piece.kind).span else {
        return (from, to);
    };
    let chart = &definition.board().charts()[span.chart];
    let mut back = chart.coordinate(piece.name);
    let here = chart.coordinate(from);
    for (value, here) in back.iter_mut().zip(here) {
        *value -= here;
    }
    match chart.step(to, &back) {
        Some(moved) => (piece.name, moved),
        None => (piece.name, to),
    }
}

/// A refusal as a sentence, with marks and arrows.
fn explain(position: &Position, reading: Option<Reading>, refusal: &Refusal) -> Reasons {
    let definition = position.game().definition();
    let mut why = Reasons::default();
    // The explanation of a check also says that the royal piece must transform.
    let is_check = matches!(refusal, Refusal::MustTransform { .. }) && position.in_check();
    if !is_check {
        why.add_sentence(&refusal.to_string());
    }
    if let Some(reading) = reading {
        let path = vec![reading.origin.index(), reading.destination.index()];
        why.arrow(path, ArrowRole::Wanted);
    }
    let blockers = |why: &mut Reasons, pieces: &[NamedPiece]| {
        for piece in pieces {
            if let Some(piece) = standing_on(position, piece.at.cell) {
                why.mark(piece.cells(), MarkRole::Blocker);
            }
        }
    };
    match refusal {
        Refusal::NotItsMove { piece, .. } => {
            let about = crate::words::about::piece(definition, piece.piece.kind);
            let name = crate::words::capital(&definition.piece(piece.piece.kind).name);
            why.sentences.push(format!("{name}: {about}"));
        }
        Refusal::DoesNotCapture { destination, .. } => {
            why.mark([destination.cell.index()], MarkRole::Blocker);
        }
        Refusal::OwnPiece { other, .. } | Refusal::NeverCaptured { other, .. } => {
            blockers(&mut why, std::slice::from_ref(other));
        }
        Refusal::Blocked {
            blockers: pieces, ..
        }
        | Refusal::CastlingBlocked {
            blockers: pieces, ..
        } => {
            blockers(&mut why, pieces);
        }
        Refusal::MustTransform { royal, .. } => {
            mark_royal(position, royal.at.cell, &mut why);
            if is_check {
                super::check::check(position, &mut why);
            }
        }
        Refusal::MayNotTransform(piece) => mark_royal(position, piece.at.cell, &mut why),
        Refusal::NotItsCell { cells, .. } => {
            why.mark(cells.iter().map(|at| at.cell.index()), MarkRole::Escape);
        }
        Refusal::CastlingAttacked { attacked, .. } => attackers_of(position, attacked, &mut why),
        Refusal::Held { royal, .. } | Refusal::Bound(royal) => {
            why.mark([royal.at.cell.index()], MarkRole::Held);
            for mark in crate::attacks::confined_cells(position) {
                why.mark([mark], MarkRole::Held);
            }
        }
        Refusal::LeavesAttacked {
            royal, attackers, ..
        } => left_attacked(position, reading, royal, attackers, &mut why),
        // The sentence is enough.
        _ => {}
    }
    why
}

fn mark_royal(position: &Position, cell: Cell, why: &mut Reasons) {
    if let Some(piece) = standing_on(position, cell) {
        why.mark(piece.cells(), MarkRole::Royal);
    }
}

/// Shows which pieces attack cells that must not be attacked.
fn attackers_of(position: &Position, cells: &[NamedCell], why: &mut Reasons) {
    let definition = position.game().definition();
    let enemy = position.turn().other();
    for at in cells {
        why.mark([at.cell.index()], MarkRole::Refuted);
        let from = position.attackers(at.cell, enemy);
        let pieces = standing(position).into_iter();
        for piece in pieces.filter(|piece| piece.body.intersects(from)) {
            let occupied = |cell: Cell| position.piece(cell).is_some();
            why.attack(definition, &piece, at.cell, &occupied);
        }
    }
}

/// Shows which pieces would attack the royal piece after the move.
fn left_attacked(
    position: &Position,
    reading: Option<Reading>,
    royal: &NamedPiece,
    attackers: &[NamedPiece],
    why: &mut Reasons,
) {
    let definition = position.game().definition();
    why.mark([royal.at.cell.index()], MarkRole::Royal);
    let moved = reading.and_then(|reading| {
        let piece = standing_on(position, reading.origin)?;
        let after = definition.body(piece.piece.kind, reading.destination)?;
        Some((piece.body, after))
    });
    let (gone, come) = moved.unwrap_or_default();
    let occupied =
        |cell: Cell| come.contains(cell) || position.piece(cell).is_some() && !gone.contains(cell);
    for attacker in attackers {
        let body = body(definition, attacker.piece, position, attacker.at.cell);
        let standing = PieceOnBoard {
            piece: attacker.piece,
            name: attacker.at.cell,
            body,
        };
        why.attack(definition, &standing, royal.at.cell, &occupied);
    }
}

/// The cells of a piece that stands on a cell.
fn body(definition: &Definition, piece: Piece, position: &Position, cell: Cell) -> CellSet {
    match standing_on(position, cell) {
        Some(standing) if standing.piece == piece => standing.body,
        _ => definition.body(piece.kind, cell).unwrap_or_default(),
    }
}
