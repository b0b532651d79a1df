//! Comparisons of many alternatives by games in blocks.

use super::distributions::{student_quantile, two_sided_p};

/// The results of several alternatives, such as first moves, in blocks. A block has at most one
/// result of each alternative. Blocks are independent of each other; the results of a block need not
/// be: if they are alike, differences between alternatives are more exact.
///
/// ```
/// use hyperrook_lab::statistics::GameBlocks;
///
/// let results = [[1.0, 0.5], [0.5, 0.0], [0.0, 0.0], [1.0, 0.5]];
/// let blocks = GameBlocks::new(2, results.iter().map(|block| block.map(Some).to_vec()).collect());
/// let difference = blocks.combination(&[1.0, -1.0]).unwrap();
/// assert_eq!(difference.value, 0.375);
/// ```
#[derive(Clone, Debug)]
pub struct GameBlocks {
    blocks: Vec<Vec<Option<f64>>>,
    counts: Vec<u64>,
    means: Vec<f64>,
    /// The variance of a result that neither its alternative nor its block explains, and its degrees
    /// of freedom.
    residual: (f64, f64),
}

/// A linear combination of the means of alternatives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Combination {
    /// The value.
    pub value: f64,
    /// The lower bound of the 95 % interval.
    pub low: f64,
    /// The upper bound of the 95 % interval.
    pub high: f64,
    /// The standard error.
    pub standard_error: f64,
    /// The probability that the value is at least as far from 0 by chance.
    pub p: f64,
}

impl Combination {
    /// By Student's test.
    fn new(value: f64, standard_error: f64, freedom: f64) -> Combination {
        let half = if standard_error > 0.0 {
            student_quantile(0.975, freedom) * standard_error
        } else {
            0.0
        };
        // Weights that should cancel differ from 0 by rounding.
        let is_zero = value.abs() < 1e-12;
        Combination {
            value,
            low: value - half,
            high: value + half,
            standard_error,
            p: if is_zero {
                1.0
            } else {
                two_sided_p(value / standard_error, freedom)
            },
        }
    }
}

/// The number of results with the variance of all results that are added to the residuals: a few
/// equal results are not a constant.
const SHARED_RESULTS: f64 = 2.0;

impl GameBlocks {
    /// The results in blocks of this many alternatives. Missing results are `None`; blocks without
    /// any result do not count.
    pub fn new(alternatives: usize, mut blocks: Vec<Vec<Option<f64>>>) -> GameBlocks {
        blocks.retain(|block| results(block).next().is_some());
        let mut counts = vec![0; alternatives];
        let mut means = vec![0.0; alternatives];
        for (i, result) in blocks.iter().flat_map(|block| results(block)) {
            counts[i] += 1;
            means[i] += result;
        }
        let (all, sum) = (counts.iter().sum::<u64>() as f64, means.iter().sum::<f64>());
        for (mean, &count) in means.iter_mut().zip(&counts) {
            *mean /= count.max(1) as f64;
        }
        let residual = residual(&blocks, &means, all, sum / all);
        GameBlocks {
            blocks,
            counts,
            means,
            residual,
        }
    }

    /// The number of results of an alternative.
    pub fn count(&self, alternative: usize) -> u64 {
        self.counts[alternative]
    }

    /// The mean result of an alternative; `None` without results.
    pub fn mean(&self, alternative: usize) -> Option<f64> {
        (self.counts[alternative] > 0).then_some(self.means[alternative])
    }

    /// The sum of the means of all alternatives with these weights. `None` with fewer than two
    /// blocks, without a result to spare for the variance, or if an alternative with a weight has no results.
    ///
    /// There are two tests, and the more careful one counts. The first compares blocks (Student's
    /// test), whatever the dependence within a block and the variance of each alternative. The
    /// second uses one variance for all alternatives, as the analysis of variance of randomized
    /// blocks does (R. A. Fisher, "The Design of Experiments", 1935): an alternative whose few
    /// results are alike does not seem exact.
    pub fn combination(&self, weights: &[f64]) -> Option<Combination> {
        let shares: Vec<f64> = weights
            .iter()
            .zip(&self.counts)
            .map(|(weight, &count)| weight / count.max(1) as f64)
            .collect();
        let has_results = |(&weight, &count): (&f64, &u64)| weight == 0.0 || count > 0;
        if self.blocks.len() < 2 || !weights.iter().zip(&self.counts).all(has_results) {
            return None;
        }
        let blocks = self.blocks.len() as f64;
        let squares: f64 = self
            .blocks
            .iter()
            .map(|block| {
                let parts = results(block).map(|(i, result)| shares[i] * (result - self.means[i]));
                parts.sum::<f64>().powi(2)
            })
            .sum();
        let own = (squares * blocks / (blocks - 1.0)).sqrt();
        let (variance, freedom) = self.residual;
        let pooled: f64 = weights.iter().zip(&shares).map(|(w, s)| w * s).sum();
        let pooled = (variance * pooled).sqrt();
        let value = weights.iter().zip(&self.means).map(|(w, m)| w * m).sum();
        let mut found = Combination::new(value, own, blocks - 1.0);
        if freedom < 1.0 {
            return None;
        }
        let pooled = Combination::new(value, pooled, freedom);
        found.low = found.low.min(pooled.low);
        found.high = found.high.max(pooled.high);
        found.standard_error = found.standard_error.max(pooled.standard_error);
        found.p = found.p.max(pooled.p);
        Some(found)
    }
}

/// The results of a block with their alternatives.
fn results(block: &[Option<f64>]) -> impl Iterator<Item = (usize, f64)> {
    let numbered = block.iter().enumerate();
    numbered.filter_map(|(i, result)| result.map(|result| (i, result)))
}

/// The variance of `all` results that neither alternatives nor blocks explain, and its degrees of
/// freedom.
fn residual(blocks: &[Vec<Option<f64>>], means: &[f64], all: f64, mean: f64) -> (f64, f64) {
    let (mut squares, mut total) = (0.0, 0.0);
    let (mut used_blocks, mut is_used) = (0.0, vec![false; means.len()]);
    for block in blocks {
        let count = results(block).count() as f64;
        if count == 0.0 {
            continue;
        }
        used_blocks += 1.0;
        let effect: f64 = results(block).map(|(i, r)| r - means[i]).sum::<f64>() / count;
        for (i, result) in results(block) {
            is_used[i] = true;
            squares += (result - means[i] - effect).powi(2);
            total += (result - mean).powi(2);
        }
    }
    let alternatives = is_used.iter().filter(|&&used| used).count() as f64;
    let freedom = (all - alternatives - used_blocks + 1.0).max(0.0);
    // Even if all results are equal, the next one may not be: as if one of them were half a point off.
    let total = total.max(0.25);
    let shared = SHARED_RESULTS * total / (all - 1.0).max(1.0);
    ((squares + shared) / (freedom + SHARED_RESULTS), freedom)
}
