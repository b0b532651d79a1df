//! The data of reports in JSON, Markdown and HTML.

use crate::playtest::measures::{Measure, MeasureId, MeasureScope, Unit};
use crate::playtest::{AddedRun, ForcedWin};
use crate::run_subject::RunEvaluation;
use crate::statistics::Estimate;
use hyperrook_rules::Game;
use serde::Serialize;
use std::collections::BTreeMap;

/// The version of the JSON format.
pub const REPORT_FORMAT: u32 = 1;

/// A report of a run.
#[derive(Clone, Debug, Serialize)]
pub struct PlaytestReport {
    /// The version of this format.
    pub hyperrook_playtest_report: u32,
    /// The version of the program, and its engine.
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
    /// The players, in words.
    pub players: String,
    /// What evaluated the positions, as far as it is known. `players` says it in words.
    #[serde(skip)]
    pub(super) evaluation: Option<RunEvaluation>,
    /// A win that a side can force from the start, which `advice` names.
    #[serde(skip)]
    pub(super) forced_win: Option<ForcedWin>,
    /// Whether there were no more even openings.
    #[serde(skip)]
    pub(super) out_of_openings: bool,
    /// The random plies at the start of each game.
    #[serde(skip)]
    pub(super) opening_plies: usize,
    /// The openings, in words.
    pub openings: String,
    /// The runs.
    pub sources: Vec<AddedRun>,
    /// The results in sentences.
    pub sentences: Vec<String>,
    /// Advice on what to look at first.
    pub advice: Vec<Advice>,
    /// All measures for which the games have data.
    pub measures: Vec<MeasureReport>,
    /// The game, for drawings of the board.
    #[serde(skip)]
    pub(super) drawn: Game,
    /// The distribution of the lengths of games: shares of games below certain lengths.
    pub lengths: Vec<Quantile>,
}

/// Advice on something that an inventor should look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Advice {
    /// The topic, in a few words.
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
    /// The item of the figure: a kind, a reason, a cell or a range; empty for the whole run.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The number of the kind, reason, cell or range.
    pub at: usize,
    /// The figure.
    pub estimate: Estimate,
}

/// The length below which a share of the games ends.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Quantile {
    /// The share, from 0 to 1.
    pub share: f64,
    /// The length in plies.
    pub plies: Estimate,
}

impl PlaytestReport {
    /// A measure; `None` if the games have no data for it.
    pub fn measure(&self, id: MeasureId) -> Option<&MeasureReport> {
        self.measures
            .iter()
            .find(|found| found.measure.id == id.row().id)
    }

    /// The figure of a measure with a single figure.
    pub fn figure(&self, id: MeasureId) -> Option<&Estimate> {
        Some(&self.measure(id)?.figures.first()?.estimate)
    }

    /// The measures with this scope.
    pub(super) fn of_each(&self, each: MeasureScope) -> Vec<&MeasureReport> {
        let found = self.measures.iter();
        found.filter(|found| found.measure.each == each).collect()
    }
}

/// The comparison of two runs.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The version of this format.
    pub hyperrook_playtest_comparison: u32,
    /// The first rule set.
    pub first: PlaytestReport,
    /// The second rule set.
    pub second: PlaytestReport,
    /// The differences, in sentences.
    pub sentences: Vec<String>,
    /// All differences that were tested, the most certain first.
    pub differences: Vec<DifferenceRow>,
}

/// The difference of a figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DifferenceRow {
    /// The measure.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// The kind or reason; empty for a measure with one figure.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The figure of the first rule set.
    pub first: Estimate,
    /// The figure of the second rule set.
    pub second: Estimate,
    /// The second minus the first.
    pub difference: f64,
    /// The lower bound of the 95 % interval of the difference.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
    /// The probability of such a difference by chance, if it were the only one tested.
    pub p: f64,
    /// The same, corrected for testing many (Holm). Below 0.05 the difference is beyond chance.
    pub adjusted_p: f64,
}

impl DifferenceRow {
    /// Whether it is beyond chance.
    pub fn is_beyond_chance(&self) -> bool {
        self.adjusted_p < 0.05
    }
}
