//! Find the mate.

use super::goal::goal;
use super::place::{ordinary, place, royal};
use super::{id, suites};
use crate::game::values;
use crate::types::{Exercise, ExerciseKind};
use fastrand::Rng;
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::position::format_position;
use hyperrook_rules::{Game, Kind, Move, Piece, Position, Reason, Setup, Side};

/// Positions set up by chance for one request: the bound of its work.
const TRIALS: usize = 12_000;

/// Positions with more moves are passed over, as they take long to try.
const MOVES: usize = 400;

/// Mates of the collection, if the game has one, then mates in one made for it.
pub(super) fn exercises(game: &Game, seed: u64, count: usize) -> Vec<Exercise> {
    let mut found = suites::exercises(game, seed, count);
    if found.len() == count {
        return found;
    }
    let definition = game.definition();
    let mut strong = ordinary(definition);
    let values = values(game);
    strong.sort_by_key(|kind| std::cmp::Reverse(values.get(kind.index()).copied()));
    if strong.is_empty() {
        return found;
    }
    let mut random = Rng::with_seed(seed);
    for number in 0..TRIALS {
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

/// The royal pieces, and more of White's strong pieces the larger the board is.
fn position(game: &Game, strong: &[Kind], random: &mut Rng) -> Option<Position> {
    let definition = game.definition();
    let mut setup = Setup::empty(definition.board().len());
    // A royal piece of several cells can hardly be mated by chance: Black's has
    // transformed already.
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
        // The stronger, the likelier.
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

/// The moves that mate, if there are one or two of them.
fn mates(position: &Position) -> Option<Vec<Move>> {
    let mut mates = Vec::new();
    let moves = position.moves();
    if moves.len() > MOVES {
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
