//! A cache of moves as Python objects.
//!
//! Lists of legal moves are what programs request most often. A game has few different moves, so
//! each is created once and reused, which takes a tenth of the time.

use hyperrook_rules::Move;
use pyo3::prelude::*;

/// The maximum number of moves kept for a game, a few megabytes.
const MOST: usize = 1 << 16;
/// The number of slots of the first table.
const FIRST: usize = 1 << 7;

/// The moves of a game that were given to Python: a hash table with open addressing, at most half
/// full.
pub(crate) struct MoveCache<T> {
    slots: Vec<Option<(Move, Py<T>)>>,
    len: usize,
}

impl<T> Default for MoveCache<T> {
    fn default() -> MoveCache<T> {
        MoveCache {
            slots: Vec::new(),
            len: 0,
        }
    }
}

impl<T> MoveCache<T> {
    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The object for a move, made by `make` if there is none yet.
    #[inline]
    pub(crate) fn get(
        &mut self,
        py: Python<'_>,
        mv: Move,
        make: impl FnOnce() -> PyResult<Py<T>>,
    ) -> PyResult<Py<T>> {
        let mut at = self.first_slot(mv);
        while let Some(Some((known, object))) = self.slots.get(at) {
            if *known == mv {
                return Ok(object.clone_ref(py));
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        let object = make()?;
        self.keep(mv, object.clone_ref(py));
        Ok(object)
    }

    /// Stores the object of a move, unless there are too many.
    #[cold]
    fn keep(&mut self, mv: Move, object: Py<T>) {
        if self.len < MOST {
            if self.slots.len() <= 2 * self.len {
                self.grow();
            }
            self.insert(mv, object);
            self.len += 1;
        }
    }

    fn grow(&mut self) {
        let size = (2 * self.slots.len()).max(FIRST);
        let mut slots = Vec::new();
        slots.resize_with(size, || None);
        for (mv, object) in std::mem::replace(&mut self.slots, slots)
            .into_iter()
            .flatten()
        {
            self.insert(mv, object);
        }
    }

    fn insert(&mut self, mv: Move, object: Py<T>) {
        let mut at = self.first_slot(mv);
        while self.slots[at].is_some() {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = Some((mv, object));
    }

    /// The first slot to try for a move.
    fn first_slot(&self, mv: Move) -> usize {
        let mixed = mv.bits().wrapping_mul(0x9E37_79B1);
        (mixed ^ mixed >> 15) as usize & self.slots.len().wrapping_sub(1)
    }
}
