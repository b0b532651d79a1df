//! The exercise "Take the piece": one piece can take exactly one of several enemies.

use super::id::id;
use super::place::{ordinary, place, royal};
use crate::types::{Exercise, ExerciseKind};
use fastrand::Rng;
use hyperrook_explain::pieces::letter;
use hyperrook_explain::words::a;
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::position::format_position;
use hyperrook_rules::{Game, Kind, Move, Piece, Position, Setup, Side};

/// The positions that are tried for one exercise.
const MAX_TRIALS: usize = 400;

/// The number of enemy pieces besides the royal piece.
const ENEMIES: usize = 6;

/// Exercises for the pieces in turn, in the order of the definition. A piece for which no
/// position is found is skipped.
pub(super) fn exercises(game: &Game, seed: u64, count: usize) -> Vec<Exercise> {
    let kinds = ordinary(game.definition());
    if kinds.is_empty() {
        return Vec::new();
    }
    // Try more pieces than needed, because some can capture too rarely.
    let numbers = 0..2 * count.max(kinds.len());
    let mut found = Vec::new();
    for number in numbers {
        if found.len() == count {
            break;
        }
        let mut random = Rng::with_seed(seed.wrapping_mul(0x9e37_79b9).wrapping_add(number as u64));
        let kind = kinds[number % kinds.len()];
        found.extend(exercise(
            game,
            kind,
            &kinds,
            &mut random,
            id("capture", seed, number),
        ));
    }
    found
}

fn exercise(
    game: &Game,
    kind: Kind,
    kinds: &[Kind],
    random: &mut Rng,
    id: String,
) -> Option<Exercise> {
    let definition = game.definition();
    for _ in 0..MAX_TRIALS {
        let Some(position) = position(game, kind, kinds, random) else {
            continue;
        };
        let Some(captures) = only_target(&position, kind) else {
            continue;
        };
        let name = &definition.piece(kind).name;
        let solutions = captures
            .iter()
            .map(|&mv| vec![format_move(definition, mv, CellStyle::Plain)]);
        return Some(Exercise {
            id,
            kind: ExerciseKind::Capture,
            title: format!("Take with {} ({})", a(name), letter(definition, kind)),
            position: format_position(&position),
            goal: format!("White's {name} can take exactly one piece. Which?"),
            solutions: solutions.collect(),
            moves_to_win: 1,
        });
    }
    None
}

/// A position with the royal pieces, one other piece of White and some of Black.
fn position(game: &Game, kind: Kind, kinds: &[Kind], random: &mut Rng) -> Option<Position> {
    let definition = game.definition();
    let mut setup = Setup::empty(definition.board().len());
    for side in Side::BOTH {
        let kind = royal(definition, side)?;
        place(definition, &mut setup, Piece { side, kind }, random)?;
    }
    let (white, black) = (Side::White, Side::Black);
    place(definition, &mut setup, Piece { side: white, kind }, random)?;
    for _ in 0..ENEMIES {
        let kind = kinds[random.usize(..kinds.len())];
        place(definition, &mut setup, Piece { side: black, kind }, random);
    }
    let position = game.position(&setup).ok()?;
    let quiet = !position.in_check() && position.outcome().is_none();
    quiet.then_some(position)
}

/// The captures of the pieces of a kind, if they all take the same piece and no other piece
/// can capture.
fn only_target(position: &Position, kind: Kind) -> Option<Vec<Move>> {
    let moves = position.moves().into_iter();
    let captures: Vec<Move> = moves.filter(|&mv| position.captures(mv).any()).collect();
    let first = *captures.first()?;
    let same = |mv: &Move| {
        let piece = position.piece(mv.origin());
        mv.destination() == first.destination() && piece.is_some_and(|piece| piece.kind == kind)
    };
    captures.iter().all(same).then_some(captures)
}
