//! Values of positions that tables do not contain themselves: those with a possible capture in
//! passing or a bound royal piece are one or two plies away from positions in tables.

use crate::EndgameValue;
use hyperrook_rules::Position;

/// Whether tables contain this kind of position, if they have its material.
pub(crate) fn is_plain(position: &Position) -> bool {
    let state = position.state();
    state.castling == 0 && state.en_passant.is_none() && state.bound == 0
}

/// The value of a position, from those that tables contain. `None` if a table is missing or a side
/// can castle.
pub(crate) fn value(
    position: &Position,
    plain: &mut dyn FnMut(&Position) -> Option<EndgameValue>,
) -> Option<EndgameValue> {
    if is_plain(position) {
        return plain(position);
    }
    if position.state().castling != 0 {
        return None;
    }
    // Tables ignore the move count.
    if let Some(outcome) = position
        .outcome()
        .filter(|outcome| outcome.reason != hyperrook_rules::Reason::MoveCount)
    {
        return Some(match outcome.winner {
            None => EndgameValue::Draw,
            Some(winner) if winner == position.turn() => EndgameValue::Win(0),
            Some(_) => EndgameValue::Loss(0),
        });
    }
    let mut best: Option<EndgameValue> = None;
    for mv in position.moves() {
        let after = position.after(mv).ok()?;
        let value = value(&after, plain)?.before();
        if best.is_none_or(|best| best.rank() < value.rank()) {
            best = Some(value);
        }
    }
    best
}
