//! Conversion of scores to winning chances.

use hyperrook_search::ChancesModel;

/// The score that represents a forced win, in centipawns.
pub(super) const WIN_CP: i32 = 10_000;

/// The model of runs from before models were fitted to each game.
pub(super) fn model_of_lichess() -> ChancesModel {
    ChancesModel::LICHESS
}

/// Whether a model was fitted to games of its game. Figures of winning chances can only be compared
/// between games if this holds for both, or if both have the same model.
pub(super) fn is_fitted(model: &ChancesModel) -> bool {
    // Earlier versions did not count the pieces.
    let numbers = |model: &ChancesModel| (model.scale_cp, model.draw_cp);
    let not_fitted = [ChancesModel::default(), model_of_lichess()];
    not_fitted
        .iter()
        .all(|other| numbers(other) != numbers(model))
}

/// White's winning chances, with a draw as half a win, from a score in centipawns for White.
pub fn winning_chances(model: &ChancesModel, score_cp: i32) -> f64 {
    if score_cp.abs() >= WIN_CP {
        return f64::from(u8::from(score_cp > 0));
    }
    model.expected_result(f64::from(score_cp))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_even_at_zero_and_certain_for_a_forced_win() {
        for model in [model_of_lichess(), ChancesModel::default()] {
            assert_eq!(winning_chances(&model, 0), 0.5);
            assert_eq!(winning_chances(&model, WIN_CP), 1.0);
            assert_eq!(winning_chances(&model, -WIN_CP), 0.0);
        }
        assert!((winning_chances(&model_of_lichess(), 100) - 0.591).abs() < 1e-3);
    }
}
