//! The moves that the threads of a search are searching at the moment. A thread defers a move that
//! another thread is already searching. By the time it comes back to the move, the result is often in
//! the transposition table. This is the "simplified ABDADA" of Tom Kerrigan.

use hyperrook_rules::Move;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of slots for each thread, and the least number. A thread marks at most one move per
/// ply, so two marks seldom need the same slot.
const SLOTS_PER_THREAD: usize = 256;
const MIN_SLOTS: usize = 1 << 12;
/// The minimum depth of a node whose moves are marked, in plies. The search of a shallower node is
/// so short that deferring its moves costs more than it saves.
const MIN_DEPTH: i32 = 3;

/// A move of a position, as a number that is not 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MarkedMove(u64);

/// The moves that are being searched. If two marks need the same slot, one of them is lost, and two
/// threads may search its move at the same time.
#[derive(Debug)]
pub(crate) struct MovesInSearch {
    /// Marked moves; 0 is none. If there is only one thread, there are no slots.
    slots: Box<[AtomicU64]>,
    /// Whether another thread seems to search every move.
    #[cfg(feature = "testing")]
    has_all: bool,
}

impl MovesInSearch {
    /// No marks, for this number of threads.
    pub(crate) fn new(threads: usize) -> MovesInSearch {
        let slots = match threads {
            0 | 1 => 0,
            _ => (threads * SLOTS_PER_THREAD)
                .next_power_of_two()
                .max(MIN_SLOTS),
        };
        MovesInSearch {
            slots: (0..slots).map(|_| AtomicU64::new(0)).collect(),
            #[cfg(feature = "testing")]
            has_all: false,
        }
    }

    /// All moves: every move is deferred once.
    #[cfg(feature = "testing")]
    pub(crate) fn all() -> MovesInSearch {
        MovesInSearch {
            has_all: true,
            ..MovesInSearch::new(2)
        }
    }

    /// A move of the position with this key, to be searched at this depth; `None` if it is not
    /// worth marking.
    #[inline]
    pub(crate) fn marked(&self, depth: i32, key: u64, mv: Move) -> Option<MarkedMove> {
        #[cfg(feature = "testing")]
        let depth = if self.has_all { MIN_DEPTH } else { depth };
        let hash = key ^ u64::from(mv.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (depth >= MIN_DEPTH && !self.slots.is_empty()).then_some(MarkedMove(hash | 1))
    }

    /// Marks a move. Returns whether to search it: false, and no mark, if it can be deferred and
    /// another thread is searching it.
    #[inline]
    pub(crate) fn try_begin(&self, mv: MarkedMove, can_defer: bool) -> bool {
        #[cfg(feature = "testing")]
        if self.has_all && can_defer {
            return false;
        }
        let slot = self.slot(mv);
        if can_defer && slot.load(Ordering::Relaxed) == mv.0 {
            return false;
        }
        slot.store(mv.0, Ordering::Relaxed);
        true
    }

    /// Removes the mark of a move, unless it is already lost. If several threads search the move,
    /// the first one that ends removes it.
    #[inline]
    pub(crate) fn end(&self, mv: MarkedMove) {
        let slot = self.slot(mv);
        if slot.load(Ordering::Relaxed) == mv.0 {
            slot.store(0, Ordering::Relaxed);
        }
    }

    /// Whether no move is marked.
    pub(crate) fn is_empty(&self) -> bool {
        let is_free = |slot: &AtomicU64| slot.load(Ordering::Relaxed) == 0;
        self.slots.iter().all(is_free)
    }

    #[inline]
    fn slot(&self, mv: MarkedMove) -> &AtomicU64 {
        // There are slots, because without them no move is marked.
        &self.slots[(mv.0 >> 32) as usize & (self.slots.len() - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_rules::{Game, GameFile};

    fn moves() -> Vec<Move> {
        let chess = GameFile::shipped("chess").unwrap().define(&[]).unwrap();
        Game::new(chess).unwrap().start().moves()
    }

    #[test]
    fn a_move_is_deferred_while_another_thread_searches_it() {
        let moves = moves();
        let marks = MovesInSearch::new(2);
        let marked = |key, mv| marks.marked(MIN_DEPTH, key, mv).unwrap();
        let first = marked(17, moves[0]);
        assert!(marks.try_begin(first, true));
        assert!(!marks.try_begin(first, true));
        assert!(marks.try_begin(first, false), "the first move of a node");
        assert!(marks.try_begin(marked(17, moves[1]), true), "another move");
        assert!(
            marks.try_begin(marked(1 << 40, moves[0]), true),
            "another position"
        );
        marks.end(first);
        assert!(marks.try_begin(first, true));
    }

    #[test]
    fn one_thread_and_shallow_nodes_mark_nothing() {
        let mv = moves()[0];
        assert!(MovesInSearch::new(1).marked(20, 17, mv).is_none());
        let shallow = MovesInSearch::new(2).marked(MIN_DEPTH - 1, 17, mv);
        assert!(shallow.is_none());
    }
}
