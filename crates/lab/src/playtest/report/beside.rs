//! The figures of the shipped games beside those of a report.

use super::data::{MeasureReport, PlaytestReport};
use super::figures::{Figures, GameFigures};
use super::format::value;
use crate::statistics::Estimate;
use hyperrook_notation::words::thousands;
use hyperrook_rules::Game;

/// The other shipped games that have figures of some of these measures, by name.
pub(super) fn games_beside(
    report: &PlaytestReport,
    measures: &[&MeasureReport],
) -> Vec<(String, GameFigures)> {
    let has_figures = |game: &String| measures.iter().any(|m| m.others.contains_key(game));
    // A person's own game can have the name of a shipped one.
    let is_itself = |game: &str| {
        let shipped = || Game::shipped(game);
        game == report.game
            && (!report.options.is_empty()
                || shipped().is_none_or(|game| game.definition().has_identity(&report.rules)))
    };
    let games = Figures::shipped().games;
    games
        .iter()
        .filter(|(game, _)| !is_itself(game) && has_figures(game))
        .map(|(game, figures)| (game.clone(), figures.clone()))
        .collect()
}

/// How the games were played, in words; `None` if there are no games.
pub(super) fn how_played(games: &[(String, GameFigures)]) -> Option<String> {
    let counts = games.iter().map(|(_, game)| game.games);
    let (least, most) = (counts.clone().min()?, counts.max()?);
    let counts = if least == most {
        thousands(most)
    } else {
        format!("{} to {}", thousands(least), thousands(most))
    };
    let nodes = games.first()?.1.nodes;
    let is_same = games.iter().all(|(_, game)| game.nodes == nodes);
    let at = if is_same {
        format!(" at {} positions a move", thousands(nodes))
    } else {
        String::new()
    };
    Some(format!("{counts} games each{at}"))
}

/// What the dash of [`value_in`] means, if one of these measures has one; else nothing.
pub(super) fn dash_words(
    measures: &[&MeasureReport],
    games: &[(String, GameFigures)],
) -> &'static str {
    let lacks = |found: &&MeasureReport| {
        games
            .iter()
            .any(|(game, _)| !found.others.contains_key(game))
    };
    if measures.iter().any(lacks) {
        ". A dash: that game does not have this, or its winning chances are from another curve and \
         cannot be compared"
    } else {
        ""
    }
}

/// The figure of a measure in a game; a dash if there is none.
pub(super) fn value_in(found: &MeasureReport, game: &str) -> String {
    found
        .others
        .get(game)
        .map_or("–".to_owned(), |&[v, low, high]| {
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
