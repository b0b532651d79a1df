//! Half-points in journals and files of sums: a game has two of them, a pair of games four.

use crate::played_pairs::PlayedPairs;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// What a journal keeps of the points of games.
pub(crate) trait HalfPoints {
    /// Whether each number in it is at most this many half-points.
    fn are_at_most(&self, most: usize) -> bool;
}

impl HalfPoints for usize {
    fn are_at_most(&self, most: usize) -> bool {
        *self <= most
    }
}

impl HalfPoints for u8 {
    fn are_at_most(&self, most: usize) -> bool {
        usize::from(*self) <= most
    }
}

impl<P: HalfPoints> HalfPoints for Option<P> {
    fn are_at_most(&self, most: usize) -> bool {
        self.iter().all(|points| points.are_at_most(most))
    }
}

impl<P: HalfPoints> HalfPoints for Vec<P> {
    fn are_at_most(&self, most: usize) -> bool {
        self.iter().all(|points| points.are_at_most(most))
    }
}

impl<P: HalfPoints + Copy> HalfPoints for PlayedPairs<P> {
    fn are_at_most(&self, most: usize) -> bool {
        self.results().all(|points| points.are_at_most(most))
    }
}

impl<P: HalfPoints> HalfPoints for [P; 2] {
    fn are_at_most(&self, most: usize) -> bool {
        self.iter().all(|points| points.are_at_most(most))
    }
}

/// Reads half-points, and refuses more than there can be: for `deserialize_with`.
pub(crate) fn half_points<'de, const MOST: usize, P, D>(from: D) -> Result<P, D::Error>
where
    P: HalfPoints + Deserialize<'de>,
    D: Deserializer<'de>,
{
    let points = P::deserialize(from)?;
    if points.are_at_most(MOST) {
        Ok(points)
    } else {
        let message = format!("more than {MOST} half-points");
        Err(D::Error::custom(message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Line {
        #[serde(deserialize_with = "half_points::<2, _, _>")]
        game: Option<usize>,
        #[serde(deserialize_with = "half_points::<2, _, _>")]
        two: Option<[usize; 2]>,
        #[serde(deserialize_with = "half_points::<4, _, _>")]
        pair: u8,
    }

    #[test]
    fn more_than_a_game_has_is_refused() {
        let read = |text: &str| serde_json::from_str::<Line>(text);
        for good in [
            r#"{"game":2,"two":[0,2],"pair":4}"#,
            r#"{"game":null,"two":null,"pair":0}"#,
        ] {
            assert!(read(good).is_ok(), "{good}");
        }
        for bad in [
            r#"{"game":3,"two":[0,2],"pair":4}"#,
            r#"{"game":2,"two":[0,3],"pair":4}"#,
            r#"{"game":2,"two":[0,2],"pair":5}"#,
        ] {
            let error = read(bad).unwrap_err().to_string();
            assert!(error.contains("half-points"), "{bad}: {error}");
        }
    }
}
