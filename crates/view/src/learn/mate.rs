//! The exercise "Find the mate".

use super::goal::goal;
use super::id::id;
use super::place::{ordinary, place, royal};
use super::suites;
use crate::types::{Exercise, ExerciseKind};
use fastrand::Rng;
use hyperrook_eval::piece_values;
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::position::format_position;
use hyperrook_rules::{Game, Kind, Move, Piece, Position, Reason, Setup, Side};

/// The random positions that are tried for one request.
const MAX_TRIALS: usize = 12_000;

/// Positions with more moves than this are skipped, because they take too long to test.
const MAX_MOVES: usize = 400;

/// Wins from the suite of the game, if it has one, followed by new mates in one.
pub(super) fn exercises(game: &Game, seed: u64, count: usize) -> Vec<Exercise> {
    let mut found = suites::exercises(game, seed, count);
    if found.len() == count {
        return found;
    }
    let definition = game.definition();
    let mut strong = ordinary(definition);
    let values = piece_values(game);
    strong.sort_by_key(|kind| std::cmp::Reverse(values.get(kind.index()).copied()));
    if strong.is_empty() {
        return found;
    }
    let mut random = Rng::with_seed(seed);
    for number in 0..MAX_TRIALS {
        if found.len() == count {
            break;
        }
        let Some(position) = position(game, &strong, &mut random) else {
            continue;
        };
        let Some(mates) = mates(&position) else {
            continue;
        };
        let solutions = mates
            .iter()
            .map(|&mv| vec![format_move(definition, mv, CellStyle::Plain)]);
        found.push(Exercise {
            id: id("mate", seed, number),
            kind: ExerciseKind::Mate,
            title: "Win in one".to_owned(),
            position: format_position(&position),
            goal: goal(&position, 1),
            solutions: solutions.collect(),
            moves_to_win: 1,
        });
    }
    found
}

/// A random position with the royal pieces and strong pieces of White, more of them on a
/// larger board.
fn position(game: &Game, strong: &[Kind], random: &mut Rng) -> Option<Position> {
    let definition = game.definition();
    let mut setup = Setup::empty(definition.board().len());
    // A random position hardly ever mates a spanning royal piece, so Black's has already
    // transformed.
    let small = definition.transformation().map(|change| change.to);
    for side in [Side::Black, Side::White] {
        let kind = match (side, small) {
            (Side::Black, Some(kind)) => kind,
            _ => royal(definition, side)?,
        };
        place(definition, &mut setup, Piece { side, kind }, random)?;
    }
    let most = 4 + definition.board().len() / 24;
    for _ in 0..random.usize(3..=most) {
        // Stronger pieces are more likely.
        let most = random.usize(..strong.len());
        let kind = strong[random.usize(..=most)];
        let side = Side::White;
        place(definition, &mut setup, Piece { side, kind }, random);
    }
    for _ in 0..random.usize(2..=4) {
        let kind = strong[random.usize(..strong.len())];
        let side = Side::Black;
        place(definition, &mut setup, Piece { side, kind }, random);
    }
    let position = game.position(&setup).ok()?;
    (!position.in_check()).then_some(position)
}

/// The moves that mate, if there are one or two.
fn mates(position: &Position) -> Option<Vec<Move>> {
    let mut mates = Vec::new();
    let moves = position.moves();
    if moves.len() > MAX_MOVES {
        return None;
    }
    for mv in moves {
        let after = position.after(mv).ok()?;
        if !after.in_check() {
            continue;
        }
        let outcome = after.outcome();
        if outcome.is_some_and(|outcome| outcome.reason == Reason::Checkmate) {
            mates.push(mv);
            if mates.len() > 2 {
                return None;
            }
        }
    }
    (!mates.is_empty()).then_some(mates)
}
