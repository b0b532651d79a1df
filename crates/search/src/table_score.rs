//! Endgame tables in the search.

use crate::score::{mate_in, mated_in};
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
        EndgameValue::Win(plies) if in_time(plies) => Some(mate_in(ply + usize::from(plies))),
        EndgameValue::Loss(plies) if in_time(plies) => Some(mated_in(ply + usize::from(plies))),
        _ => None,
    }
}

/// The best moves of a position by the tables.
pub(crate) struct BestMoves {
    /// All moves of this worth.
    pub(crate) moves: Vec<Move>,
    /// Whether they draw.
    pub(crate) are_draws: bool,
}

/// The moves of the last position of a game that are worth most by the tables: the quickest
/// wins, the slowest losses. A win that the move count spoils is worth little more than a draw. A
/// move that draws by repetition is worth a draw. None if tables do not have all positions
/// after its moves.
pub(crate) fn best_moves(tables: &Tables, history: &History) -> Option<BestMoves> {
    let position = history.position();
    tables.probe(position).ok()??;
    let mut ranked = Vec::new();
    for found in tables.moves(position).ok()? {
        let after = position.after(found.mv).ok()?;
        let rank = found.found?.rank();
        let rank = if repeats(history, &after) {
            EndgameValue::Draw.rank()
        } else {
            rank
        };
        ranked.push((rank, found.mv));
    }
    let best = ranked.iter().map(|&(rank, _)| rank).max()?;
    let kept = ranked.into_iter().filter(|&(rank, _)| rank == best);
    Some(BestMoves {
        moves: kept.map(|(_, mv)| mv).collect(),
        are_draws: best == EndgameValue::Draw.rank(),
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
