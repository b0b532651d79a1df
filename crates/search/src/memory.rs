//! What a thread learns about moves while it searches, for ordering them.

use hyperrook_rules::{Kind, Move, Side};

/// The most a history can say.
pub(crate) const MOST: i32 = 16_384;

/// The most pairs of piece and cell that continuations tell apart; beyond it
/// they share.
const SLOTS: usize = 2_048;

/// Corrections kept for each side.
const CORRECTIONS: usize = 16_384;
/// A correction of one centipawn.
pub(crate) const GRAIN: i32 = 256;

/// Histories of one thread. Kept between the searches of a game.
#[derive(Clone, Debug)]
pub(crate) struct HistoryTables {
    cells: usize,
    kinds: usize,
    slots: usize,
    quiet: [Vec<i16>; 2],
    capture: Vec<i16>,
    continuation: Vec<i16>,
    correction: [Vec<i16>; 2],
}

/// A piece that moved to a cell, as continuations know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo(pub(crate) u32);

impl HistoryTables {
    pub(crate) fn new(cells: usize, kinds: usize) -> HistoryTables {
        let slots = (cells * kinds).min(SLOTS);
        HistoryTables {
            cells,
            kinds,
            slots,
            quiet: [vec![0; cells * cells], vec![0; cells * cells]],
            capture: vec![0; kinds * cells * kinds],
            continuation: vec![0; slots * slots],
            correction: [vec![0; CORRECTIONS], vec![0; CORRECTIONS]],
        }
    }

    pub(crate) fn clear(&mut self) {
        let [white, black] = &mut self.quiet;
        for history in [white, black, &mut self.capture, &mut self.continuation] {
            history.fill(0);
        }
        for correction in &mut self.correction {
            correction.fill(0);
        }
    }

    /// The step of a kind to the destination of a move.
    #[inline]
    pub(crate) fn step(&self, kind: Kind, mv: Move) -> PieceTo {
        PieceTo(((kind.index() * self.cells + mv.destination().index()) % self.slots) as u32)
    }

    #[inline]
    fn quiet_at(&self, mv: Move) -> usize {
        mv.origin().index() * self.cells + mv.destination().index()
    }

    #[inline]
    pub(crate) fn quiet(&self, side: Side, mv: Move) -> i32 {
        i32::from(self.quiet[side.index()][self.quiet_at(mv)])
    }

    pub(crate) fn learn_quiet(&mut self, side: Side, mv: Move, bonus: i32) {
        let at = self.quiet_at(mv);
        learn(&mut self.quiet[side.index()][at], bonus);
    }

    #[inline]
    fn capture_at(&self, kind: Kind, mv: Move, victim: Option<Kind>) -> usize {
        let victim = victim.map_or(0, Kind::index);
        (kind.index() * self.cells + mv.destination().index()) * self.kinds + victim
    }

    #[inline]
    pub(crate) fn capture(&self, kind: Kind, mv: Move, victim: Option<Kind>) -> i32 {
        i32::from(self.capture[self.capture_at(kind, mv, victim)])
    }

    pub(crate) fn learn_capture(&mut self, kind: Kind, mv: Move, victim: Option<Kind>, bonus: i32) {
        let at = self.capture_at(kind, mv, victim);
        learn(&mut self.capture[at], bonus);
    }

    /// How good a step was after an earlier one.
    #[inline]
    pub(crate) fn continuation(&self, earlier: Option<PieceTo>, step: PieceTo) -> i32 {
        earlier.map_or(0, |earlier| {
            let at = earlier.0 as usize * self.slots + step.0 as usize;
            i32::from(self.continuation[at])
        })
    }

    pub(crate) fn learn_continuation(
        &mut self,
        earlier: Option<PieceTo>,
        step: PieceTo,
        bonus: i32,
    ) {
        if let Some(earlier) = earlier {
            let at = earlier.0 as usize * self.slots + step.0 as usize;
            learn(&mut self.continuation[at], bonus);
        }
    }

    /// How far evaluations of such a structure were off, in [`GRAIN`].
    #[inline]
    pub(crate) fn correction(&self, side: Side, structure: u64) -> i32 {
        i32::from(self.correction[side.index()][structure as usize % CORRECTIONS])
    }

    pub(crate) fn learn_correction(&mut self, side: Side, structure: u64, off: i32, depth: i32) {
        let kept = &mut self.correction[side.index()][structure as usize % CORRECTIONS];
        let weight = (depth + 1).min(16);
        let new = (i32::from(*kept) * (256 - weight) + off * GRAIN * weight) / 256;
        *kept = new.clamp(-32 * GRAIN, 32 * GRAIN) as i16;
    }
}

/// Moves a history towards a bonus; the further it is, the less it takes.
#[inline]
fn learn(history: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MOST, MOST);
    let old = i32::from(*history);
    *history = (old + bonus - old * bonus.abs() / MOST) as i16;
}
