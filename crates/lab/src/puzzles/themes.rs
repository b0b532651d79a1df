//! What a puzzle is about, from the rules.

use super::values::Values;
use hyperrook_geometry::Drawing;
use hyperrook_notation::puzzle::Claim;
use hyperrook_rules::{Move, MoveClass, Position};

// All in hundredths of a piece.
/// A best move that scores less than this, while all others lose, is a defence.
const DEFENCE: i32 = 35;
/// A second move that scores less than this loses.
const LOSING: i32 = -60;
/// How much more than itself a piece must attack to threaten something.
const THREAT: i32 = 12;
/// How much more than it takes a piece must be worth to be given up.
const SACRIFICE: i32 = 25;

/// The themes of a solution, by name.
pub(super) fn themes(
    start: &Position,
    line: &[Move],
    claim: Claim,
    values: &Values,
) -> Vec<String> {
    let mut found = Vec::new();
    match claim {
        Claim::Mate(moves) => found.push(format!("mate-{moves}")),
        Claim::Margin(best, second)
            if best < values.of_piece(DEFENCE) && second < values.of_piece(LOSING) =>
        {
            found.push("defence".to_owned());
        }
        Claim::Margin(..) => found.push("advantage".to_owned()),
    }
    let mut add = |name: &str| {
        if !found.iter().any(|theme| theme == name) {
            found.push(name.to_owned());
        }
    };
    let mut position = start.clone();
    for (i, &mv) in line.iter().enumerate() {
        let Ok(after) = position.after(mv) else {
            break;
        };
        if mv.class() == MoveClass::Transformation {
            add("transformation");
        } else if mv.promotion().is_some() {
            add("promotion");
        }
        if i % 2 == 0 {
            if after.state().holds != position.state().holds {
                add("hold");
            }
            if is_across(&position, mv) {
                add("across");
            }
            if matches!(claim, Claim::Margin(..)) && forks(&after, mv, values) {
                add("fork");
            }
        }
        if i == 0 {
            if gives_up(&position, &after, mv, values) {
                add("sacrifice");
            }
            if position.captures(mv).is_empty() && !after.in_check() && after.outcome().is_none() {
                add("quiet");
            }
        }
        position = after;
    }
    // The side that is mated could not leave.
    if matches!(claim, Claim::Mate(_)) && position.state().holds != 0 {
        add("hold");
    }
    found
}

/// Whether a move leaps to the other side of a ring.
fn is_across(position: &Position, mv: Move) -> bool {
    let Drawing::Ring { cells, .. } = position.game().board().drawing() else {
        return false;
    };
    let (from, to) = (mv.origin().index(), mv.destination().index());
    from.abs_diff(to).abs_diff(cells / 2) <= 1
}

/// Whether the piece that has moved attacks two enemy pieces that it can win: the royal
/// piece, more valuable pieces, and pieces without a defender.
fn forks(after: &Position, mv: Move, values: &Values) -> bool {
    let definition = after.game().definition();
    let Some(mover) = after.piece(mv.destination()) else {
        return false;
    };
    let targets = after.game().board().cells().filter(|&cell| {
        let Some(target) = after.piece(cell).filter(|piece| piece.side != mover.side) else {
            return false;
        };
        let spec = definition.piece(target.kind);
        let worth = spec.royal
            || values.of(target.kind) >= values.of(mover.kind) + values.of_piece(THREAT)
            || after.attackers(cell, target.side).is_empty();
        worth && spec.span.is_none() && after.attackers(cell, mover.side).contains(mv.destination())
    });
    targets.take(2).count() == 2
}

/// Whether a move lets a piece be taken that is worth more than what it takes.
fn gives_up(before: &Position, after: &Position, mv: Move, values: &Values) -> bool {
    let value = |cell| {
        let piece: Option<hyperrook_rules::Piece> = before.piece(cell);
        piece.map_or(0, |piece| values.of(piece.kind))
    };
    let Some(mover) = before.piece(mv.origin()) else {
        return false;
    };
    if before.game().definition().piece(mover.kind).royal {
        return false;
    }
    let taken: i32 = before.captures(mv).iter().map(value).sum();
    let can_take = |reply: &Move| after.captures(*reply).contains(mv.destination());
    value(mv.origin()) >= taken + values.of_piece(SACRIFICE) && after.moves().iter().any(can_take)
}
