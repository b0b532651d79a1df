//! Move-ordering statistics of one search thread: quiet, capture and continuation
//! history, and corrections of the static evaluation.

use crate::params::{CORRECTION_WEIGHT_WHOLE, correction_weight};
use hyperrook_geometry::Bits;
use hyperrook_rules::{Kind, Move, Side};

/// Upper bound of a history score, in absolute value.
pub(crate) const MAX_HISTORY: i32 = 16_384;

/// Maximum number of slots of continuation history. In games with more pairs of moves, some pairs
/// share a slot.
const MAX_CONTINUATION_SLOTS: usize = 1 << 22;

/// Slots of the correction history, for each side.
const CORRECTION_SLOTS: usize = 16_384;
/// A correction of one centipawn.
pub(crate) const CORRECTION_UNIT: i32 = 256;
/// The maximum correction, in centipawns.
const MAX_CORRECTION: i32 = 32;

/// The history tables of one thread. They are kept between the searches of a game.
#[derive(Clone, Debug)]
pub(crate) struct HistoryTables {
    cells: usize,
    kinds: usize,
    /// The number of rows of continuation history.
    continuation_rows: usize,
    /// By side, threats, origin and destination.
    quiet: [Vec<i16>; 2],
    /// By moved kind, destination and captured kind; one more kind stands for no capture.
    capture: Vec<i16>,
    /// A row of destinations for every pair of an earlier piece with its destination and a kind
    /// that moves now.
    continuation: Vec<i16>,
    /// By side and pawn structure.
    correction: [Vec<i16>; 2],
}

/// A kind of piece that moves to a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo {
    kind: u8,
    to: u8,
}

/// Whether the enemy's least valuable kind attacks the origin and the destination of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct MoveThreats(u8);

impl MoveThreats {
    /// The number of cases.
    const COUNT: usize = 4;

    #[inline]
    pub(crate) fn new<const W: usize>(attacked: Bits<W>, mv: Move) -> MoveThreats {
        let origin = u8::from(attacked.contains(mv.origin()));
        MoveThreats(origin + 2 * u8::from(attacked.contains(mv.destination())))
    }
}

/// The moves one ply and two plies before a node; `None` for a null move and before
/// the root.
pub(crate) type Continuations = [Option<PieceTo>; 2];

impl HistoryTables {
    pub(crate) fn new(cells: usize, kinds: usize) -> HistoryTables {
        let continuation_rows = (cells * kinds * kinds).min(MAX_CONTINUATION_SLOTS / cells.max(1));
        HistoryTables {
            cells,
            kinds,
            continuation_rows,
            quiet: [(); 2].map(|()| vec![0; MoveThreats::COUNT * cells * cells]),
            capture: vec![0; kinds * cells * (kinds + 1)],
            continuation: vec![0; continuation_rows * cells],
            correction: [vec![0; CORRECTION_SLOTS], vec![0; CORRECTION_SLOTS]],
        }
    }

    /// Empties all tables.
    pub(crate) fn clear(&mut self) {
        let [white, black] = &mut self.quiet;
        for history in [white, black, &mut self.capture, &mut self.continuation] {
            history.fill(0);
        }
        for correction in &mut self.correction {
            correction.fill(0);
        }
    }

    /// A kind that moves to the destination of a move.
    #[inline]
    pub(crate) fn piece_to(&self, kind: Kind, mv: Move) -> PieceTo {
        PieceTo {
            kind: kind.index() as u8,
            to: mv.destination().byte(),
        }
    }

    /// The slot of a move as a continuation of an earlier one.
    #[inline]
    fn continuation_index(&self, earlier: PieceTo, now: PieceTo) -> usize {
        let earlier = usize::from(earlier.kind) * self.cells + usize::from(earlier.to);
        let mut row = earlier * self.kinds + usize::from(now.kind);
        if row >= self.continuation_rows {
            // Spread the rows that do not fit evenly over the table.
            let spread = (row as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
            row = ((spread * self.continuation_rows as u64) >> 32) as usize;
        }
        row * self.cells + usize::from(now.to)
    }

    #[inline]
    fn quiet_index(&self, mv: Move, threats: MoveThreats) -> usize {
        let row = usize::from(threats.0) * self.cells + mv.origin().index();
        row * self.cells + mv.destination().index()
    }

    /// The history score of a quiet move.
    #[inline]
    pub(crate) fn quiet(&self, side: Side, mv: Move, threats: MoveThreats) -> i32 {
        i32::from(self.quiet[side.index()][self.quiet_index(mv, threats)])
    }

    /// Rewards or punishes a quiet move.
    pub(crate) fn update_quiet(&mut self, side: Side, mv: Move, threats: MoveThreats, bonus: i32) {
        let at = self.quiet_index(mv, threats);
        update(&mut self.quiet[side.index()][at], bonus);
    }

    #[inline]
    fn capture_index(&self, kind: Kind, mv: Move, captured: Option<Kind>) -> usize {
        let captured = captured.map_or(self.kinds, Kind::index);
        (kind.index() * self.cells + mv.destination().index()) * (self.kinds + 1) + captured
    }

    /// The history of a capture or promotion.
    #[inline]
    pub(crate) fn capture(&self, kind: Kind, mv: Move, captured: Option<Kind>) -> i32 {
        i32::from(self.capture[self.capture_index(kind, mv, captured)])
    }

    /// Rewards or punishes a capture or promotion.
    pub(crate) fn update_capture(
        &mut self,
        kind: Kind,
        mv: Move,
        captured: Option<Kind>,
        bonus: i32,
    ) {
        let at = self.capture_index(kind, mv, captured);
        update(&mut self.capture[at], bonus);
    }

    /// The history of a move as a continuation of an earlier one.
    #[inline]
    pub(crate) fn continuation(&self, earlier: Option<PieceTo>, now: PieceTo) -> i32 {
        earlier.map_or(0, |earlier| {
            let at = self.continuation_index(earlier, now);
            i32::from(self.continuation[at])
        })
    }

    /// Rewards or punishes a move as a continuation of an earlier one.
    pub(crate) fn update_continuation(
        &mut self,
        earlier: Option<PieceTo>,
        now: PieceTo,
        bonus: i32,
    ) {
        if let Some(earlier) = earlier {
            let at = self.continuation_index(earlier, now);
            update(&mut self.continuation[at], bonus);
        }
    }

    /// The mean error of evaluations of a pawn structure, in units of [`CORRECTION_UNIT`].
    #[inline]
    pub(crate) fn correction(&self, side: Side, structure: u64) -> i32 {
        i32::from(self.correction[side.index()][structure as usize % CORRECTION_SLOTS])
    }

    /// Records that an evaluation differed by `error_cp` from a search of a depth.
    pub(crate) fn update_correction(
        &mut self,
        side: Side,
        structure: u64,
        error_cp: i32,
        depth: i32,
    ) {
        let slot = &mut self.correction[side.index()][structure as usize % CORRECTION_SLOTS];
        let weight = correction_weight(depth);
        let error = error_cp * CORRECTION_UNIT;
        let new = (i32::from(*slot) * (CORRECTION_WEIGHT_WHOLE - weight) + error * weight)
            / CORRECTION_WEIGHT_WHOLE;
        let max = MAX_CORRECTION * CORRECTION_UNIT;
        *slot = new.clamp(-max, max) as i16;
    }
}

/// Adds a bonus to a history score. The change is smaller near the bound of the score.
#[inline]
fn update(history: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MAX_HISTORY, MAX_HISTORY);
    let old = i32::from(*history);
    *history = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_geometry::Cell;
    use hyperrook_rules::MoveClass;

    /// The number of slots that the continuations of a game use.
    fn used_slots(cells: usize, kinds: usize) -> usize {
        let tables = HistoryTables::new(cells, kinds);
        let mut used = vec![false; tables.continuation.len()];
        let all = || {
            (0..cells * kinds).map(|n| PieceTo {
                kind: (n / cells) as u8,
                to: (n % cells) as u8,
            })
        };
        for earlier in all() {
            for now in all() {
                used[tables.continuation_index(earlier, now)] = true;
            }
        }
        used.into_iter().filter(|&used| used).count()
    }

    #[test]
    fn a_move_has_a_history_for_each_case_of_threats() {
        let [origin, destination] = [1, 5].map(Cell::from_byte);
        let mv = Move::new(origin, destination, None, MoveClass::Ordinary);
        let none = Bits::<1>::EMPTY;
        let attacked = [none, none.with(origin), none.with(destination)];
        let both = attacked[1].with(destination);
        let cases = [attacked[0], attacked[1], attacked[2], both];
        let cases = cases.map(|attacked| MoveThreats::new(attacked, mv));
        let mut tables = HistoryTables::new(8, 2);
        for (i, &threats) in cases.iter().enumerate() {
            tables.update_quiet(Side::White, mv, threats, 100 * (i as i32 + 1));
        }
        for (i, &threats) in cases.iter().enumerate() {
            assert_eq!(tables.quiet(Side::White, mv, threats), 100 * (i as i32 + 1));
            assert_eq!(tables.quiet(Side::Black, mv, threats), 0);
        }
        tables.clear();
        for &threats in &cases {
            assert_eq!(tables.quiet(Side::White, mv, threats), 0);
        }
    }

    #[test]
    fn a_game_of_the_size_of_chess_shares_no_slots() {
        assert_eq!(used_slots(64, 6), 384 * 384);
    }

    #[test]
    fn a_large_game_uses_most_of_its_table() {
        assert!(used_slots(250, 14) > MAX_CONTINUATION_SLOTS * 3 / 4);
    }
}
