//! Two rule sets beside each other: what differs beyond chance.

use super::files::RunSums;
use super::measures::{Each, Estimator, MeasureId, Unit};
use super::report::Report;
use super::sums::REASONS;
use crate::statistics::{Estimate, RatioSums, difference, holm};
use serde::Serialize;

/// The comparison of two runs.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The version of this format.
    pub hyperrook_playtest_comparison: u32,
    /// The first rule set.
    pub first: Report,
    /// The second rule set.
    pub second: Report,
    /// What differs, in sentences.
    pub sentences: Vec<String>,
    /// All differences that were looked at, the surest first.
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
    /// The probability of such a difference by chance, if it were the only one looked at.
    pub p: f64,
    /// The same, corrected for looking at many (Holm). Below 0.05 it is beyond chance.
    pub adjusted_p: f64,
}

impl Comparison {
    /// Compares two runs, of which these are the reports.
    pub fn new(runs: [&RunSums; 2], reports: [Report; 2]) -> Comparison {
        let mut rows = Vec::new();
        for &id in MeasureId::ALL {
            let measure = id.row();
            let is_ratio = matches!(measure.estimator, Estimator::GameShare | Estimator::Ratio);
            match measure.each {
                Each::Run if is_ratio => rows.extend(row(runs, id, [0, 0], String::new())),
                Each::Reason => {
                    for (at, reason) in REASONS.iter().enumerate() {
                        rows.extend(row(runs, id, [at, at], reason.to_string()));
                    }
                }
                Each::Kind => {
                    for (first, (letter, name)) in runs[0].kinds.iter().enumerate() {
                        let same = |(other, other_name): &(char, String)| {
                            other == letter && other_name == name
                        };
                        if let Some(second) = runs[1].kinds.iter().position(same) {
                            rows.extend(row(runs, id, [first, second], name.clone()));
                        }
                    }
                }
                _ => {}
            }
        }
        let adjusted = holm(&rows.iter().map(|row| row.p).collect::<Vec<f64>>());
        for (row, adjusted) in rows.iter_mut().zip(adjusted) {
            row.adjusted_p = adjusted;
        }
        rows.sort_by(|a, b| a.p.total_cmp(&b.p));
        let [first, second] = reports;
        let mut comparison = Comparison {
            hyperrook_playtest_comparison: super::report::REPORT_FORMAT,
            first,
            second,
            sentences: Vec::new(),
            differences: rows,
        };
        comparison.sentences = super::report::compared(&comparison);
        comparison
    }
}

/// The difference of a figure; `None` if a run says nothing about it, or both say that it
/// never happens.
fn row(runs: [&RunSums; 2], id: MeasureId, at: [usize; 2], label: String) -> Option<DifferenceRow> {
    let sums: [&RatioSums; 2] = [
        runs[0].sums.ratio(id, at[0])?,
        runs[1].sums.ratio(id, at[1])?,
    ];
    if sums.iter().all(|sums| sums.xx == 0.0) {
        return None;
    }
    let found = difference(sums[0], sums[1])?;
    let measure = id.row();
    Some(DifferenceRow {
        id: measure.id,
        name: measure.name,
        unit: measure.unit,
        label,
        first: runs[0].sums.estimate(id, at[0])?,
        second: runs[1].sums.estimate(id, at[1])?,
        difference: found.value,
        low: found.low,
        high: found.high,
        p: found.p,
        adjusted_p: found.p,
    })
}
