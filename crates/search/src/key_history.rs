//! The keys of the positions before the current one.

use std::ops::Index;

/// The number of counters, indexed by the low bits of the keys.
const FILTER_LEN: usize = 1 << 12;

/// Keys of the positions before the current one, from the beginning of the game, with a filter that
/// quickly shows for most positions that they did not occur before.
pub(crate) struct KeyHistory {
    keys: Vec<u64>,
    /// The number of keys with the same low bits.
    counts: Vec<u32>,
    /// The index of the first key after the last null move. Positions before it cannot be repeated:
    /// the opponent moved twice since then.
    after_null_move: usize,
}

impl KeyHistory {
    /// The history of a search that begins after a game with these keys.
    pub(crate) fn new(game_keys: &[u64]) -> KeyHistory {
        let mut history = KeyHistory {
            keys: Vec::with_capacity(game_keys.len() + crate::score::MAX_PLY + 8),
            counts: vec![0; FILTER_LEN],
            after_null_move: 0,
        };
        game_keys.iter().for_each(|&key| history.push(key));
        history
    }

    /// The number of keys.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Adds the key of a position that a move leaves.
    #[inline]
    pub(crate) fn push(&mut self, key: u64) {
        self.counts[key as usize % FILTER_LEN] += 1;
        self.keys.push(key);
    }

    /// Removes the last key.
    #[inline]
    pub(crate) fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            self.counts[key as usize % FILTER_LEN] -= 1;
        }
    }

    /// Adds the key of a position that a null move leaves. Returns what [`KeyHistory::undo_null`]
    /// needs.
    pub(crate) fn push_null(&mut self, key: u64) -> usize {
        self.push(key);
        std::mem::replace(&mut self.after_null_move, self.keys.len())
    }

    /// Removes the key that `push_null` added.
    pub(crate) fn undo_null(&mut self, after_null_move: usize) {
        self.after_null_move = after_null_move;
        self.pop();
    }

    /// The number of keys since the last null move.
    #[inline]
    pub(crate) fn plies_since_null_move(&self) -> usize {
        self.keys.len() - self.after_null_move
    }

    /// Whether a key may be in the history. False is certain.
    #[inline]
    pub(crate) fn may_contain(&self, key: u64) -> bool {
        self.counts[key as usize % FILTER_LEN] > 0
    }
}

/// The key of the position with this index, from the beginning of the game.
impl Index<usize> for KeyHistory {
    type Output = u64;

    #[inline]
    fn index(&self, at: usize) -> &u64 {
        &self.keys[at]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_until_they_are_removed() {
        let mut random = fastrand::Rng::with_seed(7);
        let keys: Vec<u64> = (0..500).map(|_| random.u64(..)).collect();
        let mut history = KeyHistory::new(&keys[..200]);
        keys[200..].iter().for_each(|&key| history.push(key));
        assert_eq!((history.len(), history[3]), (500, keys[3]));
        assert!(keys.iter().all(|&key| history.may_contain(key)));
        (0..500).for_each(|_| history.pop());
        assert_eq!(history.len(), 0);
        assert!(!keys.iter().any(|&key| history.may_contain(key)));
    }

    #[test]
    fn positions_before_a_null_move_are_not_repeated() {
        let mut history = KeyHistory::new(&[1, 2, 3]);
        history.push(4);
        assert_eq!(history.plies_since_null_move(), 4);
        let outer = history.push_null(5);
        assert_eq!(history.plies_since_null_move(), 0);
        history.push(6);
        let inner = history.push_null(7);
        history.push(8);
        assert_eq!(history.plies_since_null_move(), 1);
        history.pop();
        history.undo_null(inner);
        assert_eq!(history.plies_since_null_move(), 1);
        history.pop();
        history.undo_null(outer);
        assert_eq!(history.plies_since_null_move(), 4);
    }
}
