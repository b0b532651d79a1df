//! Values from the results of games of unequal armies.
//!
//! A logistic regression of the result on the difference in pieces, over quiet positions.
//! All positions of a game have the same result, so the errors are computed from games (the
//! sandwich estimator, with games as clusters: K.-Y. Liang and S. L. Zeger, "Longitudinal data
//! analysis using generalized linear models", 1986).

use super::sums::GameRows;
use crate::statistics::{Matrix, maximum, student_quantile};

/// The fitted logits.
#[derive(Clone, Debug)]
pub(super) struct RegressionFit {
    /// The numbers of the kinds in which positions differ.
    pub(super) kinds: Vec<usize>,
    /// By kind of [`RegressionFit::kinds`], the logit of one more piece; then that of White, and
    /// that of the side to move.
    pub(super) logits: Vec<f64>,
    /// Their covariances.
    pub(super) covariance: Matrix,
    /// The number of standard errors from a logit to the ends of its 95 % interval.
    pub(super) quantile: f64,
    /// The number of games with positions.
    pub(super) games: u64,
    /// The number of their positions.
    pub(super) positions: u64,
}

/// Fits the regression; `None` if the games do not determine it.
pub(super) fn fit(games: &[GameRows], kinds: usize) -> Option<RegressionFit> {
    let games: Vec<&GameRows> = games.iter().filter(|game| !game.rows.is_empty()).collect();
    // A kind in which hardly any game differs gives no information.
    let seen = |kind: &usize| {
        let differs = |game: &&&GameRows| game.rows.iter().any(|row| row.differences[*kind] != 0);
        games.iter().filter(differs).count() >= 10
    };
    let kinds: Vec<usize> = (0..kinds).filter(seen).collect();
    let n = kinds.len() + 2;
    let row_of = |row: &super::sums::PieceBalance| -> Vec<f64> {
        let pieces = kinds.iter().map(|&kind| f64::from(row.differences[kind]));
        let turn = if row.white_to_move { 1.0 } else { -1.0 };
        pieces.chain([1.0, turn]).collect()
    };
    let design: Vec<(f64, Vec<Vec<f64>>)> = games
        .iter()
        .map(|game| {
            let rows = game.rows.iter().map(row_of).collect();
            (f64::from(game.result) / 2.0, rows)
        })
        .collect();
    let slope = |logits: &[f64]| {
        let mut gradient = vec![0.0; n];
        let mut information = vec![vec![0.0; n]; n];
        for (result, rows) in &design {
            for row in rows {
                let expected = expected(logits, row);
                let weight = expected * (1.0 - expected);
                for i in 0..n {
                    gradient[i] += (result - expected) * row[i];
                    for j in 0..n {
                        information[i][j] += weight * row[i] * row[j];
                    }
                }
            }
        }
        (gradient, information)
    };
    let (logits, bread) = maximum(n, 1e-10, slope)?;
    let mut meat = vec![vec![0.0; n]; n];
    for (result, rows) in &design {
        let mut score = vec![0.0; n];
        for row in rows {
            let residual = result - expected(&logits, row);
            score
                .iter_mut()
                .zip(row)
                .for_each(|(s, x)| *s += residual * x);
        }
        for i in 0..n {
            for j in 0..n {
                meat[i][j] += score[i] * score[j];
            }
        }
    }
    let count = design.len() as f64;
    let correction = count / (count - 1.0).max(1.0);
    let mut covariance = vec![vec![0.0; n]; n];
    for (i, row) in covariance.iter_mut().enumerate() {
        let half: Vec<f64> = (0..n)
            .map(|k| (0..n).map(|l| bread[i][l] * meat[l][k]).sum())
            .collect();
        for (j, entry) in row.iter_mut().enumerate() {
            *entry = correction * product(&half, &bread[j]);
        }
    }
    Some(RegressionFit {
        kinds,
        logits,
        covariance,
        quantile: student_quantile(0.975, count - n as f64),
        games: design.len() as u64,
        positions: design.iter().map(|(_, rows)| rows.len() as u64).sum(),
    })
}

fn product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// The expected score of White.
fn expected(logits: &[f64], row: &[f64]) -> f64 {
    1.0 / (1.0 + (-product(logits, row)).exp())
}
