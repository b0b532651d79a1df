//! Small systems of linear equations.

/// A square matrix, by rows.
pub(crate) type Matrix = Vec<Vec<f64>>;

/// The inverse of a symmetric positive definite matrix, by Cholesky's decomposition. `None` if the
/// matrix is not positive definite, or so close to singular that the inverse would be meaningless.
#[allow(clippy::needless_range_loop)] // The indices are those of the textbook.
pub(crate) fn inverse(matrix: &Matrix) -> Option<Matrix> {
    let n = matrix.len();
    let mut lower = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| lower[i][k] * lower[j][k]).sum();
            let rest = matrix[i][j] - sum;
            if i == j {
                if rest.is_nan() || rest <= 1e-12 * matrix[i][i].abs() {
                    return None;
                }
                lower[i][i] = rest.sqrt();
            } else {
                lower[i][j] = rest / lower[j][j];
            }
        }
    }
    let mut inverse = vec![vec![0.0; n]; n];
    for column in 0..n {
        // Forwards through L, then backwards through its transpose.
        let mut y = vec![0.0; n];
        for i in 0..n {
            let unit = f64::from(u8::from(i == column));
            let sum: f64 = (0..i).map(|k| lower[i][k] * y[k]).sum();
            y[i] = (unit - sum) / lower[i][i];
        }
        for i in (0..n).rev() {
            let sum: f64 = (i + 1..n).map(|k| lower[k][i] * inverse[k][column]).sum();
            inverse[i][column] = (y[i] - sum) / lower[i][i];
        }
    }
    Some(inverse)
}

/// The maximum number of steps of Newton's method.
const MAX_STEPS: usize = 200;

/// The gradient of a likelihood and its information matrix.
pub(crate) type Slope = (Vec<f64>, Matrix);

/// The parameters that maximise a likelihood, by Newton's method from 0, and the inverse of the
/// information there. `slope` returns the gradient and the information at given parameters; steps
/// below `tolerance` end the search. `None` if the parameters are not determined.
pub(crate) fn maximum(
    parameters: usize,
    tolerance: f64,
    slope: impl Fn(&[f64]) -> Slope,
) -> Option<(Vec<f64>, Matrix)> {
    let mut at = vec![0.0; parameters];
    for _ in 0..=MAX_STEPS {
        let (gradient, information) = slope(&at);
        let inverse = inverse(&information)?;
        let product = |row: &Vec<f64>| row.iter().zip(&gradient).map(|(a, g)| a * g).sum();
        let change: Vec<f64> = inverse.iter().map(product).collect();
        let size = change.iter().fold(0.0, |a: f64, c| a.max(c.abs()));
        if size < tolerance {
            return Some((at, inverse));
        }
        if !size.is_finite() {
            return None;
        }
        // Longer steps can overshoot.
        let scale = (1.0 / size).min(1.0);
        at.iter_mut().zip(change).for_each(|(x, c)| *x += scale * c);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_gives_the_unit_matrix() {
        let matrix = vec![
            vec![4.0, 1.0, 0.5],
            vec![1.0, 3.0, -1.0],
            vec![0.5, -1.0, 2.0],
        ];
        let inverse = inverse(&matrix).unwrap();
        for (i, row) in matrix.iter().enumerate() {
            for j in 0..row.len() {
                let column = inverse.iter().map(|row| row[j]);
                let product: f64 = row.iter().zip(column).map(|(a, b)| a * b).sum();
                let unit = if i == j { 1.0 } else { 0.0 };
                assert!((product - unit).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn a_singular_matrix_has_no_inverse() {
        assert!(inverse(&vec![vec![1.0, 1.0], vec![1.0, 1.0]]).is_none());
        assert!(inverse(&vec![vec![0.0]]).is_none());
        assert!(inverse(&vec![vec![f64::NAN]]).is_none());
    }
}
