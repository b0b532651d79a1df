//! Endgame tables in the search.

use crate::score::{mate_in, mated_in};
use crate::worker::Worker;
use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{Move, Position};
use hyperrook_tables::{Tables, Value};

impl<const W: usize> Worker<'_, W> {
    /// The score of a position that a table has. None if there is none, or if the move count
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
        Value::Draw => Some(0),
        Value::Win(plies) if in_time(plies) => Some(mate_in(ply + usize::from(plies))),
        Value::Loss(plies) if in_time(plies) => Some(mated_in(ply + usize::from(plies))),
        _ => None,
    }
}

/// The moves of a position that keep what it is worth, the quickest wins and the slowest
/// losses. None if tables do not have all positions after its moves.
pub(crate) fn best_moves(tables: &Tables, position: &Position) -> Option<Vec<Move>> {
    tables.probe(position).ok()??;
    let moves = tables.moves(position).ok()?;
    let best = moves.first()?.found?.value;
    let all_found = moves.iter().all(|mv| mv.found.is_some());
    let kept = moves
        .iter()
        .filter(|mv| mv.found.is_some_and(|found| found.value == best));
    all_found.then(|| kept.map(|mv| mv.mv).collect())
}
