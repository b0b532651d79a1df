//! The vectors that an atom stands for, and those that a direction selects.

use hyperrook_geometry::{Coordinate, MAX_AXES, dot, vectors_of_sizes};

/// The axes of a pattern.
pub(super) struct Axes<'a> {
    /// Indices in the chart.
    pub(super) axes: &'a [usize],
    /// For each axis of the chart, whether it has a forward sense.
    pub(super) forward: &'a [bool],
}

/// Maximum number of vectors of an atom, more than any real piece has.
const MAX_VECTORS: usize = 10_000;

/// All vectors whose non-zero coordinates are `sizes` in some order and with
/// some signs. `None` if there are too many or too few axes.
pub(super) fn leaper(sizes: &[i16], axes: &[usize]) -> Option<Vec<Coordinate>> {
    let vectors = vectors_of_sizes(sizes, axes, MAX_VECTORS)?;
    vectors
        .iter()
        .flatten()
        .any(|&value| value != 0)
        .then_some(vectors)
}

/// All neighbours: every coordinate changes by at most one.
pub(super) fn neighbours(axes: &[usize]) -> Vec<Coordinate> {
    let mut vectors = vec![[0; MAX_AXES]];
    for &axis in axes {
        vectors = vectors
            .into_iter()
            .flat_map(|vector| {
                [-1, 0, 1].map(|value| {
                    let mut vector: Coordinate = vector;
                    vector[axis] = value;
                    vector
                })
            })
            .collect();
    }
    vectors.retain(|vector| vector.iter().any(|&value| value != 0));
    vectors
}

/// Whether two vectors have the same direction.
pub(super) fn same_way(a: &Coordinate, b: &Coordinate) -> bool {
    // Cauchy-Schwarz holds with equality only for parallel vectors.
    let product = i64::from(dot(a, b));
    product > 0 && product * product == i64::from(dot(a, a)) * i64::from(dot(b, b))
}

/// A direction, which selects the vectors of an atom that match all its fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Direction {
    pub(super) ahead: ForwardSense,
    /// Whether the vector goes to the left (true) or to the right (false), if it matters.
    pub(super) left: Option<bool>,
    /// Where the longest coordinate goes, if it matters.
    pub(super) longest: Option<LongestCoordinate>,
}

/// Which way a vector goes along the forward axes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ForwardSense {
    Any,
    /// Some forward coordinate rises, and none falls.
    Forward,
    /// Some forward coordinate falls, and none rises.
    Back,
    /// No forward coordinate changes.
    Level,
}

/// Where the longest coordinate of a vector goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LongestCoordinate {
    /// Along a forward axis.
    Forward,
    /// Along another axis.
    Side,
}

impl Axes<'_> {
    /// Whether some axis is a forward one.
    pub(super) fn has_forward(&self) -> bool {
        self.axes.iter().any(|&axis| self.forward[axis])
    }

    /// The one axis across the forward ones, if there is exactly one: left and
    /// right are defined along it only.
    pub(super) fn side_axis(&self) -> Option<usize> {
        let mut across = self.axes.iter().filter(|&&axis| !self.forward[axis]);
        across.next().filter(|_| across.next().is_none()).copied()
    }

    /// Whether White's vector goes in the direction.
    pub(super) fn selects(&self, direction: &Direction, vector: &Coordinate) -> bool {
        let forward = || self.axes.iter().filter(|&&axis| self.forward[axis]);
        let rises = forward().any(|&axis| vector[axis] > 0);
        let falls = forward().any(|&axis| vector[axis] < 0);
        let ahead = match direction.ahead {
            ForwardSense::Any => true,
            ForwardSense::Forward => rises && !falls,
            ForwardSense::Back => falls && !rises,
            ForwardSense::Level => !rises && !falls,
        };
        let to_side = |left: bool| {
            self.side_axis()
                .is_some_and(|axis| vector[axis].signum() == if left { -1 } else { 1 })
        };
        let longest = |wanted: LongestCoordinate| {
            let longest = vector.iter().map(|value| value.abs()).max();
            let along = forward().any(|&axis| Some(vector[axis].abs()) == longest);
            along == (wanted == LongestCoordinate::Forward)
        };
        ahead && direction.left.is_none_or(to_side) && direction.longest.is_none_or(longest)
    }
}
