//! The figures of the shipped games beside those of a report.

use super::data::MeasureReport;
use super::figures::{Figures, GameFigures};
use super::format::value;
use crate::statistics::Estimate;
use hyperrook_notation::words::thousands;

/// The shipped games that have figures of some of these measures, by name.
pub(super) fn games_beside(
    shipped: &Figures,
    measures: &[&MeasureReport],
) -> Vec<(String, GameFigures)> {
    let has_figures = |game: &String| measures.iter().any(|m| m.others.contains_key(game));
    let games = shipped.games.iter();
    games
        .filter(|(game, _)| has_figures(game))
        .map(|(game, figures)| (game.clone(), figures.clone()))
        .collect()
}

/// How the games were played, in words; `None` if there are no games.
pub(super) fn how_played(games: &[(String, GameFigures)]) -> Option<String> {
    let counts = games.iter().map(|(_, game)| game.games);
    Some(format!(
        "from {} to {} games each at {} positions a move",
        thousands(counts.clone().min()?),
        thousands(counts.max()?),
        thousands(games.first()?.1.nodes)
    ))
}

/// The figure of a measure in a game; empty if there is none.
pub(super) fn value_in(found: &MeasureReport, game: &str) -> String {
    found
        .others
        .get(game)
        .map_or(String::new(), |&[v, low, high]| {
            let estimate = Estimate {
                value: v,
                low,
                high,
                standard_error: 0.0,
                games: 0,
            };
            value(found.measure.unit, &estimate)
        })
}
