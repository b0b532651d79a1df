//! Endgame tables in the search.

use crate::score::{MATE_IN_MAX_PLY, mate_in, mated_in};
use crate::worker::Worker;
use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{History, Move, Position};
use hyperrook_tables::{EndgameValue, Tables};

impl<const W: usize> Worker<'_, W> {
    /// The score of a position from the tables. `None` if no table has it, or if the move count
    /// might end the game first.
    #[inline]
    pub(crate) fn table_score(&self, pos: &Pos<W>, ply: usize) -> Option<i32> {
        let tables = self.tables?;
        if ply == 0 || pos.occupied().count() > self.table_cells {
            return None;
        }
        score(tables, self.rules, pos, ply)
    }
}

#[inline(never)]
fn score<const W: usize>(
    tables: &Tables,
    rules: &Rules<W>,
    pos: &Pos<W>,
    ply: usize,
) -> Option<i32> {
    let value = tables.value(rules, pos)?;
    let last = rules.definition().ends().moves.saturating_mul(2);
    let in_time = |plies: u16| last == 0 || pos.halfmove() + u32::from(plies) <= last;
    match value {
        EndgameValue::Draw => Some(0),
        // The longest wins are longer than mate scores can tell.
        EndgameValue::Win(plies) if in_time(plies) => {
            Some(mate_in(ply + usize::from(plies)).max(MATE_IN_MAX_PLY))
        }
        EndgameValue::Loss(plies) if in_time(plies) => {
            Some(mated_in(ply + usize::from(plies)).min(-MATE_IN_MAX_PLY))
        }
        _ => None,
    }
}

/// A move at the root with what the tables say of it.
pub(crate) struct RankedMove {
    pub(crate) mv: Move,
    /// A number that is larger for better moves.
    pub(crate) rank: i32,
    /// Whether it draws.
    pub(crate) is_drawn: bool,
}

/// The moves of the last position of a game by what they are worth: quick wins are worth most, slow
/// losses more than quick ones. A win that the move count spoils is worth little more than a draw.
/// A move that draws by repetition is worth a draw, and so is a win that the opponent can answer
/// with a repetition. None if tables do not have all positions after the moves.
pub(crate) fn ranked_moves(tables: &Tables, history: &History) -> Option<Vec<RankedMove>> {
    let position = history.position();
    tables.probe(position).ok()??;
    let draw = EndgameValue::Draw.rank();
    let mut ranked = Vec::new();
    for found in tables.moves(position).ok()? {
        let after = position.after(found.mv).ok()?;
        let worth = found.found?;
        let draws_by_repetition =
            repeats(history, &after) || worth.rank() > draw && can_repeat(history, &after);
        ranked.push(RankedMove {
            mv: found.mv,
            rank: if draws_by_repetition {
                draw
            } else {
                worth.rank()
            },
            is_drawn: draws_by_repetition || worth.under_count() == Some(EndgameValue::Draw),
        });
    }
    Some(ranked)
}

/// Whether the side to move in a position after the game can make it a draw by repetition at once.
fn can_repeat(history: &History, position: &Position) -> bool {
    let mut replies = position.moves().into_iter();
    replies.any(|reply| {
        position
            .after(reply)
            .is_ok_and(|after| repeats(history, &after))
    })
}

/// Whether a position after the game would be a draw by repetition.
fn repeats(history: &History, after: &Position) -> bool {
    let wanted = after.game().definition().ends().repetition as usize;
    let before = history
        .positions()
        .iter()
        .filter(|position| position.same(after));
    wanted > 0 && before.count() + 1 >= wanted
}
