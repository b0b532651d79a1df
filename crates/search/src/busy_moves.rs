//! The moves that the threads of a search are searching. A thread leaves a move that another one
//! is searching for later: then the result may be in the transposition table. This is the
//! "simplified ABDADA" of Tom Kerrigan.

use hyperrook_rules::Move;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of slots. A few hundred moves are searched at a time, so two seldom share a slot.
const SLOTS: usize = 1 << 12;
/// The minimum depth of a node whose moves are marked, in plies. Shallower ones take less time than
/// a thread loses by searching moves in a worse order.
const MIN_DEPTH: i32 = 3;

/// A move of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BusyMove(u64);

impl BusyMove {
    #[inline]
    fn slot(self) -> usize {
        (self.0 >> 32) as usize % SLOTS
    }
}

/// The moves that are being searched. A move is forgotten if another one needs its slot; then two
/// threads may search it at the same time.
#[derive(Debug)]
pub(crate) struct BusyMoves {
    /// 0 stands for no move. A thread that searches alone has no slots.
    slots: Box<[AtomicU64]>,
}

impl BusyMoves {
    /// No moves, for this number of threads.
    pub(crate) fn new(threads: usize) -> BusyMoves {
        let slots = if threads > 1 { SLOTS } else { 0 };
        let slots = (0..slots).map(|_| AtomicU64::new(0)).collect();
        BusyMoves { slots }
    }

    /// A move of the position with this key, to be searched at this depth; `None` if it is not
    /// marked.
    #[inline]
    pub(crate) fn mark(&self, depth: i32, key: u64, mv: Move) -> Option<BusyMove> {
        let hash = key ^ u64::from(mv.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (depth >= MIN_DEPTH && !self.slots.is_empty()).then_some(BusyMove(hash | 1))
    }

    /// Begins to search a move. Returns false if it can wait and another thread is searching it.
    #[inline]
    pub(crate) fn begin(&self, mv: BusyMove, can_wait: bool) -> bool {
        let slot = &self.slots[mv.slot()];
        if can_wait && slot.load(Ordering::Relaxed) == mv.0 {
            return false;
        }
        slot.store(mv.0, Ordering::Relaxed);
        true
    }

    /// Ends the search of a move.
    #[inline]
    pub(crate) fn end(&self, mv: BusyMove) {
        let slot = &self.slots[mv.slot()];
        if slot.load(Ordering::Relaxed) == mv.0 {
            slot.store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_rules::{Game, GameFile};

    #[test]
    fn a_move_that_is_searched_can_wait() {
        let game = Game::new(GameFile::shipped("chess").unwrap().define(&[]).unwrap()).unwrap();
        let moves = game.start().moves();
        let busy = BusyMoves::new(2);
        let marks: Vec<BusyMove> = moves
            .iter()
            .map(|&mv| busy.mark(MIN_DEPTH, 17, mv).unwrap())
            .collect();
        assert!(busy.begin(marks[0], true));
        assert!(!busy.begin(marks[0], true));
        assert!(busy.begin(marks[0], false));
        assert!(busy.begin(marks[1], true), "another move");
        assert!(
            busy.begin(busy.mark(9, 18, moves[0]).unwrap(), true),
            "another position"
        );
        busy.end(marks[0]);
        assert!(busy.begin(marks[0], true));
    }

    #[test]
    fn one_thread_and_shallow_nodes_mark_nothing() {
        let game = Game::new(GameFile::shipped("chess").unwrap().define(&[]).unwrap()).unwrap();
        let mv = game.start().moves()[0];
        assert!(BusyMoves::new(1).mark(20, 17, mv).is_none());
        assert!(BusyMoves::new(2).mark(MIN_DEPTH - 1, 17, mv).is_none());
    }
}
