//! What a puzzle is about, from the rules.

use super::values::PuzzleValues;
use hyperrook_geometry::{Cell, Drawing};
use hyperrook_notation::puzzle::Claim;
use hyperrook_rules::{Move, MoveClass, Position};

/// The themes besides those of forced wins, which are `mate-` with the number of moves.
const THEMES: [&str; 9] = [
    "advantage",
    "defence",
    "fork",
    "hold",
    "transformation",
    "promotion",
    "across",
    "sacrifice",
    "quiet",
];

// All in hundredths of a piece.
/// A best move that scores less than this, while all others lose, is a defence.
const DEFENCE: i32 = 60;
/// A second move that scores less than this loses.
const LOSING: i32 = -60;
/// How much more than itself a piece must attack to threaten something.
const THREAT: i32 = 12;
/// How much more than it takes a piece must be worth to be given up.
const SACRIFICE: i32 = 25;

/// Whether there is a theme of this name.
pub fn is_theme(name: &str) -> bool {
    let mate = name.strip_prefix("mate-").map(str::parse::<u32>);
    THEMES.contains(&name) || matches!(mate, Some(Ok(1..)))
}

/// The names of all themes, for messages.
pub fn theme_names() -> String {
    format!("mate-1, mate-2, …, {}", THEMES.join(", "))
}

/// The themes of a solution, by name. `continuation` shows how the game goes on after it.
pub(super) fn themes(
    start: &Position,
    line: &[Move],
    continuation: &[Move],
    claim: Claim,
    values: &PuzzleValues,
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
        _ => {}
    }
    let mut add = |name: &str| {
        if !found.iter().any(|theme| theme == name) {
            found.push(name.to_owned());
        }
    };
    let whole = [line, continuation].concat();
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
            if matches!(claim, Claim::Margin(..)) && forks(&after, mv, whole.get(i + 1..), values) {
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

/// Whether the piece that has moved attacks two pieces that it can win, and takes one of them
/// with its next move. `rest` is the reply and what follows.
fn forks(after: &Position, mv: Move, rest: Option<&[Move]>, values: &PuzzleValues) -> bool {
    let Some(&[reply, next, ..]) = rest else {
        return false;
    };
    let targets = targets(after, mv, values);
    let Ok(answered) = after.after(reply) else {
        return false;
    };
    let taken = answered.captures(next);
    targets.len() >= 2
        && next.origin() == mv.destination()
        && targets.iter().any(|&cell| taken.contains(cell))
}

/// The enemy pieces that the piece that has moved attacks and can win: the royal piece, more
/// valuable pieces, and pieces without a defender. A piece of several cells counts once.
fn targets(after: &Position, mv: Move, values: &PuzzleValues) -> Vec<Cell> {
    let definition = after.game().definition();
    let Some(mover) = after.piece(mv.destination()) else {
        return Vec::new();
    };
    let mut royal = false;
    let mut found = Vec::new();
    for cell in after.game().board().cells() {
        let target = after.piece(cell);
        let Some(target) = target.filter(|piece| piece.side != mover.side) else {
            continue;
        };
        let spec = definition.piece(target.kind);
        let can_be_won = (spec.royal && !royal)
            || !spec.royal
                && (values.of(target.kind) >= values.of(mover.kind) + values.of_piece(THREAT)
                    || after.attackers(cell, target.side).is_empty());
        if can_be_won && after.attackers(cell, mover.side).contains(mv.destination()) {
            royal |= spec.royal;
            found.push(cell);
        }
    }
    found
}

/// Whether a move lets a piece be taken that is worth more than what it takes.
fn gives_up(before: &Position, after: &Position, mv: Move, values: &PuzzleValues) -> bool {
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

#[cfg(test)]
mod tests {
    use super::{is_theme, themes};
    use crate::puzzles::values::PuzzleValues;
    use hyperrook_notation::moves::parse_move;
    use hyperrook_notation::position::parse_position;
    use hyperrook_notation::puzzle::Claim;
    use hyperrook_rules::{Game, GameFile, Move};

    fn themes_of(name: &str, position: &str, moves: &str, length: usize, claim: Claim) -> String {
        let definition = GameFile::shipped(name).unwrap().define(&[]).unwrap();
        let game = Game::new(definition).unwrap();
        let start = parse_position(&game, position).unwrap();
        let mut at = start.clone();
        let mut all: Vec<Move> = Vec::new();
        for text in moves.split_whitespace() {
            let mv = parse_move(&at, text).unwrap();
            at = at.after(mv).unwrap();
            all.push(mv);
        }
        let (line, continuation) = all.split_at(length);
        themes(&start, line, continuation, claim, &PuzzleValues::new(&game)).join(" ")
    }

    #[test]
    fn a_fork_takes_one_of_the_pieces_that_it_attacks() {
        let fork = "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1";
        let themes = |moves| themes_of("chess", fork, moves, 1, Claim::Margin(300, 0));
        assert_eq!(themes("d5c7 e8d8 c7a8"), "advantage fork");
        // The rook is not taken, or only by the continuation's end.
        assert_eq!(themes("d5c7 e8d8 c7b5"), "advantage");
        assert_eq!(themes("d5c7"), "advantage");
        // No piece is attacked.
        assert_eq!(themes("d5f4 e8d8 f4e6"), "advantage quiet");
    }

    #[test]
    fn a_defence_is_the_only_move_that_does_not_lose() {
        let position = "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1";
        let themes =
            |best, second| themes_of("chess", position, "e1e2", 1, Claim::Margin(best, second));
        assert_eq!(themes(0, -10_000), "defence quiet");
        assert_eq!(themes(0, -20), "advantage quiet");
        assert_eq!(themes(900, -10_000), "advantage quiet");
    }

    #[test]
    fn names_of_themes() {
        for name in ["fork", "mate-1", "mate-12", "across"] {
            assert!(is_theme(name), "{name}");
        }
        for name in ["", "forks", "mate", "mate-", "mate-0", "mate-x"] {
            assert!(!is_theme(name), "{name}");
        }
    }
}
