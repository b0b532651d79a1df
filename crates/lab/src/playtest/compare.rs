//! Comparison of two rule sets: the differences beyond chance.

use super::chances::is_fitted;
use super::files::RunSums;
use super::measures::{Estimator, MeasureId, MeasureScope, MeasureSource};
use super::report::{
    Comparison, DifferenceRow, PlaytestReport, REPORT_FORMAT, compared, reason_words,
};
use super::sums::REASONS;
use crate::statistics::{RatioSums, difference, holm};
use hyperrook_notation::words::thousands;

impl Comparison {
    /// Compares two runs, given their sums and reports.
    pub fn new(runs: [&RunSums; 2], reports: [PlaytestReport; 2]) -> Comparison {
        let mut rows = Vec::new();
        for &id in MeasureId::ALL {
            let measure = id.row();
            // The same figure as the end by stalemate.
            if id == MeasureId::StalemateDecides {
                continue;
            }
            if measure.source == MeasureSource::Scores && !have_comparable_chances(runs) {
                continue;
            }
            let is_ratio = matches!(measure.estimator, Estimator::GameShare | Estimator::Ratio);
            match measure.each {
                MeasureScope::Run if is_ratio => rows.extend(row(runs, id, [0, 0], String::new())),
                MeasureScope::Reason => {
                    for (at, reason) in REASONS.iter().enumerate() {
                        rows.extend(row(runs, id, [at, at], reason_words(*reason)));
                    }
                }
                MeasureScope::Kind => {
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
        let [mut first, mut second] = reports;
        // The same rules with two strengths of play.
        if first.title == second.title && first.nodes != second.nodes {
            for report in [&mut first, &mut second] {
                report.title += &format!(", {} nodes a move", thousands(report.nodes));
            }
        }
        // Two versions of a game.
        if first.title == second.title {
            first.title += " (first)";
            second.title += " (second)";
        }
        let mut comparison = Comparison {
            hyperrook_playtest_comparison: REPORT_FORMAT,
            first,
            second,
            sentences: Vec::new(),
            differences: rows,
        };
        comparison.sentences = compared(&comparison);
        comparison
    }
}

/// Whether figures of winning chances mean the same in both runs.
fn have_comparable_chances([first, second]: [&RunSums; 2]) -> bool {
    let (a, b) = (first.chances, second.chances);
    a == b || is_fitted(&a) && is_fitted(&b)
}

/// The difference of a figure; `None` if a run says nothing about it, or if it never happens in
/// either run.
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
