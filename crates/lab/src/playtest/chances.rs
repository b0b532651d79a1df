//! Conversion of scores to winning chances.

/// The centipawns that multiply the odds of winning by e.
///
/// Source: Lichess, "Accuracy metric", 2022, fitted there to games of people at chess: 1 / (1 +
/// exp(−0.00368208 · cp)). The engine's scores are scaled so that a pawn, or the least valuable
/// piece of the game, is worth about 100. The measure `calibration` of every run shows how well the
/// chances fit its games.
const SCALE_CP: f64 = 1.0 / 0.003_682_08;

/// The score that represents a forced win, in centipawns.
pub(super) const WIN_CP: i32 = 10_000;

/// White's winning chances, with a draw as half a win, from a score in centipawns for White.
pub fn winning_chances(score_cp: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(score_cp) / SCALE_CP).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_even_at_zero_and_certain_for_a_forced_win() {
        assert_eq!(winning_chances(0), 0.5);
        assert!((winning_chances(100) - 0.591).abs() < 1e-3);
        assert!(winning_chances(WIN_CP) > 0.999_999 && winning_chances(-WIN_CP) < 1e-6);
    }
}
