//! Pairs of games that a match has played, each with its own opening.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// The results of the pairs of games of a match by the key of their opening; `None` if a game was
/// too long.
///
/// Games with the same opening are the same, or nearly so. So an opening counts once, also when runs
/// with different seeds are added up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayedPairs<R>(BTreeMap<u64, Option<R>>);

impl<R> Default for PlayedPairs<R> {
    fn default() -> Self {
        PlayedPairs(BTreeMap::new())
    }
}

impl<R: Copy> PlayedPairs<R> {
    /// Adds a pair, unless there already is one with its opening. Whether it was added.
    pub(crate) fn insert(&mut self, opening: u64, result: Option<R>) -> bool {
        match self.0.entry(opening) {
            Entry::Vacant(entry) => {
                entry.insert(result);
                true
            }
            Entry::Occupied(_) => false,
        }
    }

    /// Adds the pairs of another run. Returns the number of those whose opening was known.
    pub(crate) fn merge(&mut self, other: &PlayedPairs<R>) -> u64 {
        let mut known = 0;
        for (&opening, &result) in &other.0 {
            known += u64::from(!self.insert(opening, result));
        }
        known
    }

    /// The results of the pairs that count.
    pub fn results(&self) -> impl Iterator<Item = R> + '_ {
        self.0.values().filter_map(|result| *result)
    }

    /// Counts the pairs by their class.
    pub fn histogram<const N: usize>(&self, class_of: impl Fn(R) -> usize) -> [u64; N] {
        let mut counts = [0; N];
        for result in self.results() {
            counts[class_of(result)] += 1;
        }
        counts
    }

    /// The number of pairs that count.
    pub fn count(&self) -> u64 {
        self.results().count() as u64
    }

    /// The number of pairs in which a game was too long.
    pub fn cut_off(&self) -> u64 {
        self.0.len() as u64 - self.count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_counts_once() {
        let mut pairs = PlayedPairs::default();
        assert!(pairs.insert(1, Some(4)) && pairs.insert(2, None) && !pairs.insert(1, Some(0)));
        assert_eq!(pairs.results().collect::<Vec<_>>(), [4]);
        let mut other = PlayedPairs::default();
        assert!(
            other.insert(1, Some(4)) && other.insert(2, Some(3)) && other.insert(u64::MAX, Some(2))
        );
        assert_eq!(pairs.merge(&other), 2);
        assert_eq!(pairs.results().collect::<Vec<_>>(), [4, 2]);
        assert_eq!((pairs.count(), pairs.cut_off()), (2, 1));
        let text = serde_json::to_string(&pairs).unwrap();
        assert_eq!(text, r#"{"1":4,"2":null,"18446744073709551615":2}"#);
        assert_eq!(
            serde_json::from_str::<PlayedPairs<i32>>(&text).unwrap(),
            pairs
        );
    }
}
