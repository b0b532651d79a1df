//! What a run says: figures, sentences and advice, as JSON, Markdown and HTML.

mod advice;
mod board;
mod figures;
pub mod format;
mod html;
mod markdown;
mod page;
mod plots;
mod sections;
mod words;

pub use figures::{Figures, GameFigures};
pub(super) use words::compared;

use super::compare::{Comparison, DifferenceRow};
use super::files::{RunSums, replace};
use super::measures::{Each, Estimator, Measure, MeasureId, TENTHS, Unit, bin_plies, ply_bin};
use super::sums::REASONS;
use super::{PlaytestError, Source};
use crate::statistics::Estimate;
use hyperrook_rules::Game;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// The version of the JSON format.
pub const REPORT_FORMAT: u32 = 1;

/// A report of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The version of this format.
    pub hyperrook_playtest_report: u32,
    /// The version of the program.
    pub program: String,
    /// The name of the game.
    pub game: String,
    /// Its name for people, with the options that are not at their defaults.
    pub title: String,
    /// The identity of its rules.
    pub rules: String,
    /// Options that are not at their defaults, as `name=value`.
    pub options: Vec<String>,
    /// The number of games.
    pub games: u64,
    /// The positions that the engine searched for each move; 0 if the moves were random.
    pub nodes: u64,
    /// Who played and how, in words.
    pub players: String,
    /// The openings, in words.
    pub openings: String,
    /// The runs.
    pub sources: Vec<Source>,
    /// What the games say, in sentences.
    pub sentences: Vec<String>,
    /// What to look at first.
    pub advice: Vec<Advice>,
    /// All measures of which the games say something.
    pub measures: Vec<MeasureReport>,
    /// The game, for drawings of the board.
    #[serde(skip)]
    drawn: Game,
    /// How the games with the lengths are distributed: shares below the named lengths.
    pub lengths: Vec<Quantile>,
}

/// Something an inventor should look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Advice {
    /// What it is about, in a few words.
    pub title: String,
    /// What the games show, and what it may mean.
    pub text: String,
}

/// A measure with its figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeasureReport {
    /// What is measured.
    #[serde(flatten)]
    pub measure: Measure,
    /// The figures.
    pub figures: Vec<Figure>,
    /// The same figure of the shipped games, for measures with one figure.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub others: BTreeMap<String, [f64; 3]>,
}

/// One figure of a measure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// What it is for: a kind, a reason, a cell, a range; empty for the whole run.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The number of the kind, reason, cell or range.
    pub at: usize,
    /// The figure.
    pub estimate: Estimate,
}

/// A length below which a share of the games end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Quantile {
    /// The share, from 0 to 1.
    pub share: f64,
    /// The length in plies.
    pub plies: Estimate,
}

impl Report {
    /// The report of a run of a game.
    ///
    /// # Errors
    /// If the sums are those of other rules.
    pub fn new(run: &RunSums, game: &Game, others: &Figures) -> Result<Report, String> {
        let definition = game.definition();
        if !definition.has_identity(&run.rules) || run.cells() != game.board().len() {
            return Err(format!(
                "these are sums of other rules than those of {}",
                definition.name()
            ));
        }
        let measures = MeasureId::ALL
            .iter()
            .filter_map(|&id| measure_report(run, game, id, others));
        let lengths = [0.05, 0.25, 0.5, 0.75, 0.95]
            .into_iter()
            .filter_map(|share| {
                let plies = run.sums.lengths().quantile(share)?;
                Some(Quantile { share, plies })
            });
        let mut report = Report {
            hyperrook_playtest_report: REPORT_FORMAT,
            program: run.program.clone(),
            game: run.game.clone(),
            title: run.name(),
            rules: run.rules.clone(),
            options: run
                .options
                .iter()
                .map(|(n, v)| format!("{n}={v}"))
                .collect(),
            games: run.sums.games(),
            nodes: run.settings.nodes.unwrap_or(0),
            players: players(run),
            openings: openings(run),
            sources: run.sources.clone(),
            sentences: Vec::new(),
            advice: Vec::new(),
            measures: measures.collect(),
            drawn: game.clone(),
            lengths: lengths.collect(),
        };
        report.sentences = words::sentences(&report);
        report.advice = advice::advice(&report);
        Ok(report)
    }

    /// A measure; `None` if the games say nothing about it.
    pub fn measure(&self, id: MeasureId) -> Option<&MeasureReport> {
        self.measures
            .iter()
            .find(|found| found.measure.id == id.row().id)
    }

    /// The figure of a measure that has one.
    pub fn figure(&self, id: MeasureId) -> Option<&Estimate> {
        Some(&self.measure(id)?.figures.first()?.estimate)
    }

    /// The report as JSON.
    ///
    /// # Errors
    /// Never, as far as known.
    pub fn to_json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// The report as Markdown.
    pub fn to_markdown(&self) -> String {
        markdown::report(self)
    }

    /// The report as one page of HTML that needs nothing else.
    pub fn to_html(&self) -> String {
        html::report(self)
    }

    /// Writes `report.json`, `report.md` and `report.html` into a folder.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), PlaytestError> {
        let path = folder.join("report.json");
        let json = self.to_json();
        replace(
            &path,
            &json.map_err(|error| PlaytestError::File(path.clone(), error.into()))?,
        )?;
        replace(&folder.join("report.md"), &self.to_markdown())?;
        replace(&folder.join("report.html"), &self.to_html())
    }
}

impl Comparison {
    /// The comparison as JSON.
    ///
    /// # Errors
    /// Never, as far as known.
    pub fn to_json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// The comparison as Markdown.
    pub fn to_markdown(&self) -> String {
        markdown::comparison(self)
    }

    /// The comparison as one page of HTML that needs nothing else.
    pub fn to_html(&self) -> String {
        html::comparison(self)
    }

    /// Writes `report.json`, `report.md` and `report.html` into a folder.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), PlaytestError> {
        let path = folder.join("report.json");
        let json = self.to_json();
        replace(
            &path,
            &json.map_err(|error| PlaytestError::File(path.clone(), error.into()))?,
        )?;
        replace(&folder.join("report.md"), &self.to_markdown())?;
        replace(&folder.join("report.html"), &self.to_html())
    }
}

fn measure_report(
    run: &RunSums,
    game: &Game,
    id: MeasureId,
    others: &Figures,
) -> Option<MeasureReport> {
    let measure = *id.row();
    let longest = run.sums.lengths().counts().last();
    let last_bin = ply_bin(longest.map_or(0, |(plies, _)| plies as usize));
    let figures = (0..run.sums.figures(id)).filter_map(|at| {
        let estimate = run.sums.estimate(id, at)?;
        // No game lasts so long.
        if measure.each == Each::Ply && measure.estimator == Estimator::GameShare && at > last_bin {
            return None;
        }
        // What never happens is not in a list of what happens.
        let is_listed = !matches!(measure.each, Each::Reason) || estimate.value > 0.0;
        is_listed.then(|| Figure {
            label: label(run, game, &measure, at),
            at,
            estimate,
        })
    });
    let figures: Vec<Figure> = figures.collect();
    if figures.is_empty() {
        return None;
    }
    let others = if measure.each == Each::Run && run.settings.nodes.is_some() {
        others.of_measure(measure.id)
    } else {
        BTreeMap::new()
    };
    Some(MeasureReport {
        measure,
        figures,
        others,
    })
}

/// What a figure of a measure is for.
fn label(run: &RunSums, game: &Game, measure: &Measure, at: usize) -> String {
    if measure.estimator == Estimator::Entropy {
        return format!("move {}", at + 1);
    }
    match measure.each {
        Each::Run => String::new(),
        Each::Reason => REASONS[at].to_string(),
        Each::Kind => run.kinds[at].1.clone(),
        Each::Ply => match bin_plies(at) {
            (from, Some(to)) => format!("{from}–{}", to - 1),
            (from, None) => format!("{from} and more"),
        },
        Each::Tenth => {
            let width = 100 / TENTHS;
            format!("{}–{} %", at * width, (at + 1) * width)
        }
        Each::Cell => {
            let cell = game.board().cells().nth(at).unwrap_or_default();
            game.board().name(cell)
        }
    }
}

fn players(run: &RunSums) -> String {
    match run.settings.nodes {
        Some(nodes) => format!(
            "the engine against itself, {} positions searched for each move",
            format::count(nodes)
        ),
        None => "uniformly random moves".to_owned(),
    }
}

fn openings(run: &RunSums) -> String {
    match run.settings.opening_plies {
        Some(plies) => format!(
            "{plies} random plies, each opening once, within {} centipawns of the start by a search",
            run.settings.opening_window_cp
        ),
        None => "every game from the start".to_owned(),
    }
}

/// Whether a unit is a percentage.
fn is_percentage(unit: Unit) -> bool {
    unit == Unit::Share
}

/// A row of differences that is beyond chance.
fn is_beyond_chance(row: &DifferenceRow) -> bool {
    row.adjusted_p < 0.05
}
