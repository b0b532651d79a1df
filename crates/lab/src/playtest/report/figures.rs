//! The figures of the shipped games, which a report shows for comparison.

use super::super::chances::is_fitted;
use super::super::files::RunSums;
use super::super::measures::{Measure, MeasureId, MeasureScope, MeasureSource};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The figures of the shipped games: for each measure with one figure, its value and the bounds of
/// its interval.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// By game.
    pub games: BTreeMap<String, GameFigures>,
}

/// The figures of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameFigures {
    /// The name for people.
    pub title: String,
    /// The number of games.
    pub games: u64,
    /// The nodes for each move.
    pub nodes: u64,
    /// Whether winning chances were computed by a model that was fitted to the game. Files of
    /// earlier versions do not say so.
    #[serde(default)]
    pub has_fitted_chances: bool,
    /// The figures: value, lower and upper bound.
    pub figures: BTreeMap<String, [f64; 3]>,
}

impl Figures {
    /// The figures that come with the program.
    pub fn shipped() -> Figures {
        serde_json::from_str(include_str!("../figures.json")).unwrap_or_default()
    }

    /// The figures of runs with the engine.
    pub fn of_runs<'r>(runs: impl IntoIterator<Item = &'r RunSums>) -> Figures {
        let mut games = BTreeMap::new();
        for run in runs {
            let Some(nodes) = run.settings.nodes else {
                continue;
            };
            let single = MeasureId::ALL
                .iter()
                .filter(|id| id.row().each == MeasureScope::Run);
            let figures = single.filter_map(|&id| {
                let estimate = run.sums.estimate(id, 0)?;
                let numbers = [estimate.value, estimate.low, estimate.high];
                Some((id.row().id.to_owned(), numbers.map(short)))
            });
            let of_game = GameFigures {
                title: run.name(),
                games: run.sums.games(),
                nodes,
                has_fitted_chances: is_fitted(&run.chances),
                figures: figures.collect(),
            };
            games.insert(run.game.clone(), of_game);
        }
        Figures { games }
    }

    /// A measure in all games. Figures of winning chances only of games whose model was fitted to
    /// them, if the one that they stand beside has such a model, and only of the others otherwise.
    pub(super) fn of_measure(
        &self,
        measure: &Measure,
        run: &RunSums,
    ) -> BTreeMap<String, [f64; 3]> {
        let id = measure.id;
        let is_comparable = |found: &GameFigures| {
            measure.source != MeasureSource::Scores
                || found.has_fitted_chances == is_fitted(&run.chances)
        };
        let figures = self.games.iter().filter(|(_, found)| is_comparable(found));
        figures
            .filter_map(|(game, found)| Some((game.clone(), *found.figures.get(id)?)))
            .collect()
    }
}

/// A number with few digits, but so many that nobody sees that it is rounded twice.
fn short(number: f64) -> f64 {
    format!("{number:.7e}").parse().unwrap_or(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_figures_can_be_read_and_name_measures() {
        let text = include_str!("../figures.json");
        let figures: Figures = serde_json::from_str(text).unwrap();
        for (game, found) in &figures.games {
            assert!(found.figures.len() > 20, "{game}");
            for id in found.figures.keys() {
                assert!(MeasureId::of(id).is_some(), "{game}: {id}");
            }
        }
    }
}
