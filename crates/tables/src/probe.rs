//! What tables say of positions, and of the moves from there.
//!
//! Tables do not hold positions with a capture in passing or a bound royal piece. These are one or
//! two plies away from positions that they hold.

use crate::tables::position_pieces;
use crate::value::MAX_PLIES;
use crate::{EndgameValue, TableError, Tables};
use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{Move, Position, Visit};

/// What tables say of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProbeResult {
    /// The value, without regard to the move count and to repetitions.
    pub value: EndgameValue,
    /// What the move count of the position makes of the value.
    pub verdict: CountVerdict,
    /// The zeroing distance: the plies in which the winner can force a move that resets the move
    /// count, with the win kept, or the end of the game. None in a draw, if the move count
    /// would spoil the win even from its beginning, or if the distance is not known.
    pub zeroing_plies: Option<u16>,
}

/// What the move count makes of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CountVerdict {
    /// The value stands: a win can be won before the move count makes the game a draw. This
    /// also holds for every draw, and in games without a move count.
    Stands,
    /// The win is spoiled: with best defence the move count makes the game a draw.
    Spoiled,
    /// The winner needs more plies than are left, and the table was built without zeroing
    /// distances, so captures or other moves that reset the count may save the win.
    Unknown,
}

impl ProbeResult {
    /// Whether the move count certainly leaves the value as it is.
    pub fn within_count(&self) -> bool {
        self.verdict == CountVerdict::Stands
    }

    /// The value under the move count: a draw if it spoils the win. None if that is not known.
    pub fn under_count(&self) -> Option<EndgameValue> {
        match self.verdict {
            CountVerdict::Stands => Some(self.value),
            CountVerdict::Spoiled => Some(EndgameValue::Draw),
            CountVerdict::Unknown => None,
        }
    }

    /// A number that is larger for results that the side to move prefers; 0 for a draw. A win that
    /// the move count spoils is better than a draw, because the defence may err, but worse than
    /// any other win. One that it may spoil is in between.
    pub fn rank(&self) -> i32 {
        /// More than the longest distance.
        const BAND: i32 = 33_000;
        let band = match self.verdict {
            CountVerdict::Spoiled => BAND,
            CountVerdict::Unknown => 2 * BAND,
            CountVerdict::Stands => 3 * BAND,
        };
        match self.value {
            EndgameValue::Win(plies) => band - i32::from(plies),
            EndgameValue::Draw => 0,
            EndgameValue::Loss(plies) => i32::from(plies) - band,
        }
    }

    /// What a move that leads to this result of the opponent is worth. `zeroes` says whether it
    /// resets the move count.
    fn before(self, zeroes: bool) -> ProbeResult {
        let plies = |plies: u16| if zeroes { 1 } else { plies.saturating_add(1) };
        ProbeResult {
            value: self.value.before(),
            verdict: self.verdict,
            zeroing_plies: self.zeroing_plies.map(plies),
        }
    }
}

/// A move with what tables say of the position after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProbedMove {
    /// The move.
    pub mv: Move,
    /// What it is worth for the side that makes it. None if no table has the position after it.
    pub found: Option<ProbeResult>,
}

/// The values of a position for both metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PositionValues {
    /// With the distance to the end of the game, without regard to the move count.
    pub(crate) end: EndgameValue,
    /// With the zeroing distance, and the move count at its beginning. None if it is not known.
    pub(crate) zeroing: Option<EndgameValue>,
}

impl PositionValues {
    /// The values of a finished game.
    fn over(value: EndgameValue) -> PositionValues {
        PositionValues {
            end: value,
            zeroing: Some(value),
        }
    }

    /// What a move that leads here is worth.
    fn before(self, zeroes: bool) -> PositionValues {
        let at_zero = |value| match value {
            EndgameValue::Win(_) => EndgameValue::Win(0),
            EndgameValue::Draw => EndgameValue::Draw,
            EndgameValue::Loss(_) => EndgameValue::Loss(0),
        };
        let zeroing = self.zeroing;
        let zeroing = if zeroes {
            zeroing.map(at_zero)
        } else {
            zeroing
        };
        PositionValues {
            end: self.end.before(),
            zeroing: zeroing.map(EndgameValue::before),
        }
    }

    /// What these say at a move count, in plies. `limit` is the plies at which it ends the game.
    pub(crate) fn at_count(self, count: u32, limit: Option<u16>) -> ProbeResult {
        let in_time = |plies: u16| {
            let last = limit.map_or(u64::MAX, u64::from);
            plies == 0 || u64::from(count) + u64::from(plies) <= last
        };
        let zeroing_plies = self.zeroing.and_then(EndgameValue::plies);
        let verdict = match (self.end.plies(), self.zeroing) {
            (None, _) => CountVerdict::Stands,
            (Some(plies), _) if in_time(plies) => CountVerdict::Stands,
            // Even a move that resets the count comes too late.
            _ if !in_time(1) => CountVerdict::Spoiled,
            (_, None) => CountVerdict::Unknown,
            (_, Some(_)) if zeroing_plies.is_some_and(in_time) => CountVerdict::Stands,
            _ => CountVerdict::Spoiled,
        };
        ProbeResult {
            value: self.end,
            verdict,
            zeroing_plies,
        }
    }
}

/// Whether tables contain this kind of position, if they have its material.
pub(crate) fn is_plain(position: &Position) -> bool {
    let state = position.state();
    state.castling == 0 && state.en_passant.is_none() && state.bound == 0
}

/// The position with the move count at its beginning, which is no part of a table.
pub(crate) fn at_beginning(position: &Position) -> Option<Position> {
    if position.halfmove() == 0 {
        return Some(position.clone());
    }
    let mut setup = position.setup();
    setup.halfmove = 0;
    position.game().position(&setup).ok()
}

/// The values of a position, from those that tables hold. None if a table is missing, or if a
/// side can castle.
pub(crate) fn values(
    position: &Position,
    plain: &mut dyn FnMut(&Position) -> Option<PositionValues>,
) -> Option<PositionValues> {
    if is_plain(position) {
        return plain(position);
    }
    if position.state().castling != 0 {
        return None;
    }
    let position = at_beginning(position)?;
    if let Some(outcome) = position.outcome() {
        return Some(PositionValues::over(match outcome.winner {
            None => EndgameValue::Draw,
            Some(winner) if winner == position.turn() => EndgameValue::Win(0),
            Some(_) => EndgameValue::Loss(0),
        }));
    }
    let mut best: Option<PositionValues> = None;
    for mv in position.moves() {
        let after = position.after(mv).ok()?;
        let found = values(&after, plain)?.before(after.halfmove() == 0);
        best = Some(match best {
            None => found,
            Some(best) => PositionValues {
                end: better(best.end, found.end),
                zeroing: best.zeroing.zip(found.zeroing).map(|(a, b)| better(a, b)),
            },
        });
    }
    best
}

/// The better of two values for the side to move.
fn better(a: EndgameValue, b: EndgameValue) -> EndgameValue {
    if a.rank() < b.rank() { b } else { a }
}

impl Tables {
    /// What the tables say of a position. None if no table has it, or if a side can castle.
    pub fn probe(&self, position: &Position) -> Result<Option<ProbeResult>, TableError> {
        if position_pieces(position) > self.most_pieces() {
            return Ok(None);
        }
        let mut failure = None;
        let values = values(position, &mut |position| {
            position.visit(PlainValues(self)).unwrap_or_else(|error| {
                failure = Some(error);
                None
            })
        });
        match failure {
            Some(error) => Err(error),
            None => {
                let limit = self.builder().limit();
                Ok(values.map(|values| values.at_count(position.halfmove(), limit)))
            }
        }
    }

    /// Every legal move with what it is worth, the best first. Empty if the game is over.
    pub fn moves(&self, position: &Position) -> Result<Vec<ProbedMove>, TableError> {
        let mut moves = Vec::new();
        for mv in position.moves() {
            let Ok(after) = position.after(mv) else {
                continue;
            };
            let found = self.probe(&after)?;
            let found = found.map(|found| found.before(after.halfmove() == 0));
            moves.push(ProbedMove { mv, found });
        }
        moves.sort_by_key(|mv| std::cmp::Reverse(mv.found.map_or(i32::MIN, |found| found.rank())));
        Ok(moves)
    }

    /// A line of best play from a position to the end of the game, or until a table is missing.
    /// In a draw it is empty. It ends at a position that it has already had: in
    /// games whose pawns go back, the quickest way to keep a win under the move count can lead
    /// in a circle.
    pub fn line(&self, position: &Position) -> Result<Vec<Move>, TableError> {
        let mut line = Vec::new();
        let mut positions = vec![position.clone()];
        while let Some(position) = positions.last()
            && line.len() < usize::from(MAX_PLIES)
            && self
                .probe(position)?
                .is_some_and(|found| found.value.plies().is_some_and(|plies| plies > 0))
        {
            let best = self.moves(position)?.into_iter().next();
            let Some(ProbedMove { mv, found: Some(_) }) = best else {
                break;
            };
            let Ok(after) = position.after(mv) else { break };
            if positions.iter().any(|before| before.same(&after)) {
                break;
            }
            line.push(mv);
            positions.push(after);
        }
        Ok(line)
    }
}

/// Looks up a position of any width.
struct PlainValues<'a>(&'a Tables);

impl Visit for PlainValues<'_> {
    type Output = Result<Option<PositionValues>, TableError>;
    fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) -> Self::Output {
        let Some((lookup, entry)) = self.0.locate(rules, pos)? else {
            return Ok(None);
        };
        let Some(code) = self.0.code(&lookup.table, entry)? else {
            return Ok(None);
        };
        let zeroing = self.0.zeroing_code(&lookup, entry, code)?;
        Ok(EndgameValue::of(code).map(|end| PositionValues {
            end,
            zeroing: zeroing.and_then(EndgameValue::of),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_surely_stands_is_preferred() {
        let result = |value, verdict| ProbeResult {
            value,
            verdict,
            zeroing_plies: None,
        };
        let longest = EndgameValue::Win(MAX_PLIES);
        let ascending = [
            result(EndgameValue::Draw, CountVerdict::Stands),
            result(longest, CountVerdict::Spoiled),
            result(EndgameValue::Win(1), CountVerdict::Spoiled),
            result(longest, CountVerdict::Unknown),
            result(EndgameValue::Win(1), CountVerdict::Unknown),
            result(longest, CountVerdict::Stands),
            result(EndgameValue::Win(1), CountVerdict::Stands),
        ];
        assert!(ascending.is_sorted_by(|a, b| a.rank() < b.rank()));
        let reversed = ascending.map(|result| result.before(false));
        assert!(reversed.is_sorted_by(|a, b| a.rank() > b.rank()));
    }
}
