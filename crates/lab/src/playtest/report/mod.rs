//! Reports of runs: figures, sentences and advice, as JSON, Markdown and HTML.

mod advice;
mod beside;
mod board;
mod data;
mod figures;
pub mod format;
mod html;
mod markdown;
mod page;
mod plots;
mod sections;
mod words;

pub use data::{
    Advice, Comparison, DifferenceRow, Figure, MeasureReport, PlaytestReport, Quantile,
    REPORT_FORMAT,
};
pub use figures::{Figures, GameFigures};
pub(super) use words::compared;

use super::PlaytestError;
use super::files::{RunSums, replace};
use super::measures::{Estimator, Measure, MeasureId, MeasureScope, TENTHS, bin_plies, ply_bin};
use super::sums::REASONS;
use hyperrook_notation::words::thousands;
use hyperrook_rules::{Game, Reason};
use std::collections::BTreeMap;
use std::path::Path;

impl PlaytestReport {
    /// The report of a run of a game.
    ///
    /// # Errors
    /// If the sums belong to other rules.
    pub fn new(run: &RunSums, game: &Game, others: &Figures) -> Result<PlaytestReport, String> {
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
        let mut report = PlaytestReport {
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
            evaluation: run.evaluation,
            forced_win: run.forced_win,
            out_of_openings: run.out_of_openings,
            opening_plies: run.settings.opening_plies.unwrap_or(0),
            openings: openings(run),
            sources: run.sources.clone(),
            sentences: Vec::new(),
            advice: Vec::new(),
            measures: measures.collect(),
            drawn: game.clone(),
            lengths: lengths.collect(),
        };
        report.sentences = words::sentences(&report);
        report.advice = advice::advice(&report, definition.ends());
        Ok(report)
    }

    /// The report as JSON.
    ///
    /// # Errors
    /// None are known.
    pub fn to_json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// The report as Markdown.
    pub fn to_markdown(&self) -> String {
        markdown::report(self)
    }

    /// The report as one self-contained HTML page.
    pub fn to_html(&self) -> String {
        html::report(self)
    }

    /// Writes `report.json`, `report.md` and `report.html` into a folder.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), PlaytestError> {
        write_report(folder, self.to_json(), &self.to_markdown(), &self.to_html())
    }
}

/// Writes `report.json`, `report.md` and `report.html` into a folder.
fn write_report(
    folder: &Path,
    json: serde_json::Result<String>,
    markdown: &str,
    html: &str,
) -> Result<(), PlaytestError> {
    let path = folder.join("report.json");
    let json = json.map_err(|error| PlaytestError::File(path.clone(), error.into()))?;
    replace(&path, &json)?;
    replace(&folder.join("report.md"), markdown)?;
    replace(&folder.join("report.html"), html)
}

impl Comparison {
    /// The comparison as JSON.
    ///
    /// # Errors
    /// None are known.
    pub fn to_json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// The comparison as Markdown.
    pub fn to_markdown(&self) -> String {
        markdown::comparison(self)
    }

    /// The comparison as one self-contained HTML page.
    pub fn to_html(&self) -> String {
        html::comparison(self)
    }

    /// Writes `report.json`, `report.md` and `report.html` into a folder.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), PlaytestError> {
        write_report(folder, self.to_json(), &self.to_markdown(), &self.to_html())
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
        // No game is this long.
        if measure.each == MeasureScope::Ply
            && measure.estimator == Estimator::GameShare
            && at > last_bin
        {
            return None;
        }
        // No piece becomes this kind.
        if id == MeasureId::KindChosen && !chosen_kinds(game).contains(&at) {
            return None;
        }
        // Reasons that never occur are not listed.
        let is_listed = !matches!(measure.each, MeasureScope::Reason) || estimate.value > 0.0;
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
    let others = if measure.each == MeasureScope::Run && run.settings.nodes.is_some() {
        others.of_measure(&measure, run)
    } else {
        BTreeMap::new()
    };
    Some(MeasureReport {
        measure,
        figures,
        others,
    })
}

/// The indices of the kinds that pieces can become by promotion.
fn chosen_kinds(game: &Game) -> Vec<usize> {
    let promotions = game.definition().promotions().iter();
    promotions
        .flat_map(|promotion| &promotion.to)
        .map(|kind| kind.index())
        .collect()
}

/// A reason for the end of a game, for readers who do not know the words of definition files. It also
/// follows "ended by".
pub(super) fn reason_words(reason: Reason) -> String {
    match reason {
        Reason::BothBare => "baring on both sides".to_owned(),
        Reason::MoveCount => "lack of progress".to_owned(),
        Reason::BareRoyals => "loss of all but royal pieces".to_owned(),
        _ => reason.to_string(),
    }
}

/// The item of a figure of a measure.
fn label(run: &RunSums, game: &Game, measure: &Measure, at: usize) -> String {
    if measure.estimator == Estimator::Entropy {
        return format!("move {}", at + 1);
    }
    match measure.each {
        MeasureScope::Run => String::new(),
        MeasureScope::Reason => reason_words(REASONS[at]),
        MeasureScope::Kind => run.kinds[at].1.clone(),
        MeasureScope::Ply => match bin_plies(at) {
            (from, Some(to)) => format!("{from}–{}", to - 1),
            (from, None) => format!("{from} and more"),
        },
        MeasureScope::FirstPly => format!("ply {}", at + 1),
        MeasureScope::Tenth => {
            let width = 100 / TENTHS;
            format!("{}–{} %", at * width, (at + 1) * width)
        }
        MeasureScope::Cell => {
            let cell = game.board().cells().nth(at).unwrap_or_default();
            game.board().name(cell)
        }
    }
}

fn players(run: &RunSums) -> String {
    match run.settings.nodes {
        Some(nodes) => {
            let evaluation = run.evaluation.map(|evaluation| format!(", {evaluation}"));
            format!(
                "the engine against itself, {} positions searched for each move{}",
                thousands(nodes),
                evaluation.unwrap_or_default()
            )
        }
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
