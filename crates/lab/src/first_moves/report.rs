//! A comparison of first moves as data and as Markdown.

use super::group::{FEWEST_GAMES, FirstMoveGroup, FirstMoveScores};
use super::results::FirstMoveResults;
use super::score::{ComparedScore, FirstMoveVerdict, ScoreReport};
use crate::forced_win::ForcedWin;
use crate::number_text::{counted, signed};
use crate::run_subject::RunSubject;
use crate::statistics::{Combination, Difference, Estimate, Z95, holm};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The comparison of the first moves of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FirstMovesReport {
    /// The rules, and the program that played.
    #[serde(flatten)]
    pub subject: RunSubject,
    /// The nodes searched for each move.
    pub nodes: u64,
    /// The number of random plies after the first move.
    pub opening_plies: usize,
    /// The random seed.
    pub seed: u64,
    /// The mean score of all first moves.
    pub mean: Option<Estimate>,
    /// The first moves, the best one first.
    pub moves: Vec<ScoreReport>,
    /// The kinds of pieces that can move first, the best one first.
    pub kinds: Vec<ScoreReport>,
    /// A win that a side can force from the start, if a short search finds one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forced_win: Option<ForcedWin>,
    /// The first move of a win that the first player can force.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winning_move: Option<String>,
    /// The number of games that were too long and do not count.
    pub cut_off: u64,
    /// The number of games that repeated an opening and do not count.
    pub repeated: u64,
}

/// A difference with a smaller adjusted probability is beyond chance.
const SIGNIFICANT: f64 = 0.05;

impl FirstMovesReport {
    /// The report of a run.
    pub fn new(results: &FirstMoveResults) -> FirstMovesReport {
        let scores = FirstMoveScores::new(results);
        let all: Vec<usize> = (0..results.moves.len()).collect();
        let mean = FirstMoveGroup::of_compared(&scores, &all);
        let mut by_kind: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (i, first) in results.moves.iter().enumerate() {
            by_kind.entry(&first.piece).or_default().push(i);
        }
        let kinds: Vec<FirstMoveGroup> = by_kind
            .values()
            .map(|moves| FirstMoveGroup::of_compared(&scores, moves))
            .collect();
        let moves: Vec<FirstMoveGroup> = all
            .iter()
            .map(|&number| FirstMoveGroup::of_one(&scores, number))
            .collect();
        // One correction for moves and kinds: at most 5 of 100 runs name anything by chance.
        let mut rows: Vec<ScoreReport> = Vec::new();
        let mut differences: Vec<(usize, Combination)> = Vec::new();
        for group in moves.iter().chain(&kinds) {
            let difference = group.difference(&scores, &mean);
            differences.extend(difference.map(|difference| (rows.len(), difference)));
            let elo = difference.and_then(|found| group.elo(&scores, &mean, found.value));
            rows.push(ScoreReport {
                elo,
                ..group.report(results)
            });
        }
        let p: Vec<f64> = differences.iter().map(|(_, found)| found.p).collect();
        for ((row, found), adjusted_p) in differences.into_iter().zip(holm(&p)) {
            rows[row].comparison = Some(compared(&found, adjusted_p));
        }
        let kind_rows = rows.split_off(moves.len());
        FirstMovesReport {
            subject: results.subject.clone(),
            nodes: results.nodes,
            opening_plies: results.opening_plies,
            seed: results.seed,
            mean: mean.score(),
            moves: best_first(rows),
            kinds: best_first(kind_rows),
            forced_win: results.forced_win,
            winning_move: results.winning_move.clone(),
            cut_off: results.cut_off,
            repeated: results.repeated,
        }
    }

    /// The report as Markdown, without a heading. Errors are those of 95 % intervals.
    pub fn markdown(&self) -> String {
        let mut out = String::new();
        let options: String = self
            .subject
            .options
            .iter()
            .map(|o| format!(", {o}"))
            .collect();
        let _ = writeln!(
            out,
            "First moves of {}{options}: {} per move, {} after the first move, seed {}. {}\n",
            self.subject.game,
            counted(self.nodes, "position"),
            counted(self.opening_plies as u64, "random move"),
            self.seed,
            self.subject.played_by()
        );
        let columns = "Games | Won | Drawn | Lost | Score | Difference | Elo | |";
        let _ = writeln!(
            out,
            "| First move | Piece | {columns}\n|---|---|--:|--:|--:|--:|--:|--:|--:|---|"
        );
        for row in &self.moves {
            let moves = row.moves.join(", ");
            let _ = writeln!(out, "| {moves} | {} | {}", row.piece, cells(row));
        }
        let _ = writeln!(
            out,
            "\n| Piece | First moves | {columns}\n|---|--:|--:|--:|--:|--:|--:|--:|--:|---|"
        );
        for row in &self.kinds {
            let _ = writeln!(
                out,
                "| {} | {} | {}",
                row.piece,
                number_of_moves(row),
                cells(row)
            );
        }
        let _ = writeln!(out);
        if let Some(win) = self.forced_win {
            let first = self.winning_move.as_ref();
            let first = first.map_or(String::new(), |mv| format!(": it begins with {mv}"));
            let _ = writeln!(
                out,
                "- {win}{first}. Its games say little: the random moves after the first one often throw the win away."
            );
        }
        if let Some(mean) = self.mean {
            let _ = writeln!(out, "- {}", self.summary(mean.value));
        }
        let compares = self.moves.iter().any(|row| row.comparison.is_some());
        if !compares && self.moves.len() > 1 {
            let _ = writeln!(
                out,
                "- The moves cannot be compared: there are too few different games."
            );
        }
        for (verdict, what) in [
            (FirstMoveVerdict::ClearlyGood, "Clearly better"),
            (FirstMoveVerdict::ClearlyBad, "Clearly worse"),
        ] {
            if !compares {
                continue;
            }
            let named = self.named(verdict);
            let named = if named.is_empty() {
                "none".to_owned()
            } else {
                named.join(", ")
            };
            let _ = writeln!(out, "- {what} than the mean, beyond chance: {named}.");
        }
        let rare = self.moves.iter().filter(|row| row.games < FEWEST_GAMES);
        let rare: Vec<String> = rare.map(|row| row.moves.join(", ")).collect();
        if compares && !rare.is_empty() {
            let _ = writeln!(
                out,
                "- With fewer than {FEWEST_GAMES} different games, these moves are not compared and do not \
                 count in the mean: {}.",
                rare.join(", ")
            );
        }
        for (count, what) in [
            (self.cut_off, "were too long"),
            (self.repeated, "repeated an opening of the same first move"),
        ] {
            if count > 0 {
                let _ = writeln!(out, "- Games that {what} and do not count: {count}.");
            }
        }
        out
    }

    fn summary(&self, mean: f64) -> String {
        format!(
            "All first moves score {:.1} % on average for the first player. Difference is the \
             score minus this mean, in points of a hundred and in Elo. A row of a piece is the mean of \
             its first moves that are compared: each counts the same, whatever its number of games. \
             Intervals are those of 95 %.",
            100.0 * mean
        )
    }

    /// The moves and kinds with a verdict.
    fn named(&self, verdict: FirstMoveVerdict) -> Vec<String> {
        let has = |row: &&ScoreReport| row.comparison.is_some_and(|c| c.verdict == verdict);
        let moves = self
            .moves
            .iter()
            .filter(has)
            .map(|row| row.moves.join(", "));
        let kinds = self.kinds.iter().filter(has);
        let kinds = kinds.map(|row| {
            let which = if row.left_out.is_empty() {
                "all"
            } else {
                "the compared"
            };
            format!("{which} first moves of the {}", row.piece)
        });
        moves.chain(kinds).collect()
    }
}

fn compared(found: &Combination, adjusted_p: f64) -> ComparedScore {
    let verdict = if adjusted_p >= SIGNIFICANT {
        FirstMoveVerdict::Unclear
    } else if found.value > 0.0 {
        FirstMoveVerdict::ClearlyGood
    } else {
        FirstMoveVerdict::ClearlyBad
    };
    ComparedScore {
        difference: Difference {
            value: found.value,
            low: found.low,
            high: found.high,
            p: found.p,
        },
        adjusted_p,
        verdict,
    }
}

/// Sorts rows by their scores. Rows without a score come last.
fn best_first(mut rows: Vec<ScoreReport>) -> Vec<ScoreReport> {
    let score = |row: &ScoreReport| row.score.map_or(-1.0, |score| score.value);
    rows.sort_by(|a, b| score(b).total_cmp(&score(a)));
    rows
}

/// The number of first moves of a kind: `3`, or `1 of 3` if the others are not compared.
fn number_of_moves(row: &ScoreReport) -> String {
    let count = row.moves.len();
    match row.left_out.len() {
        0 => count.to_string(),
        left_out => format!("{count} of {}", count + left_out),
    }
}

/// The sides of an interval that differ by less than this factor are printed as ±.
const NEARLY_EVEN: f64 = 1.25;

/// A difference in points of a hundred: `+3.1 ± 2.4 %`, or `+3.1 % (−4.0 to +5.5)` if the interval
/// reaches farther to one side.
fn difference_text(found: &Difference) -> String {
    let [value, low, high] = [found.value, found.low, found.high].map(|share| 100.0 * share);
    let (below, above) = (value - low, high - value);
    let text = |number| signed(number, 1);
    if below.max(above) < NEARLY_EVEN * below.min(above) {
        format!("{} ± {:.1} %", text(value), (high - low) / 2.0)
    } else {
        format!("{} % ({} to {})", text(value), text(low), text(high))
    }
}

/// The cells of a row that moves and kinds share.
fn cells(row: &ScoreReport) -> String {
    let percent = |share: f64| 100.0 * share;
    let score = row.score.map_or("–".to_owned(), |score| {
        // Near 0 and 100 % the interval is not symmetrical.
        let [value, low, high] = [score.value, score.low, score.high].map(percent);
        format!("{value:.1} % ({low:.1} to {high:.1})")
    });
    let difference = row
        .comparison
        .map_or("–".to_owned(), |found| difference_text(&found.difference));
    let elo = row.elo.map_or("–".to_owned(), |[elo, error]| {
        format!("{} ± {:.0}", signed(elo, 0), Z95 * error)
    });
    let verdict = match row.comparison.map(|found| found.verdict) {
        Some(FirstMoveVerdict::ClearlyGood) => "clearly good",
        Some(FirstMoveVerdict::ClearlyBad) => "clearly bad",
        Some(FirstMoveVerdict::Unclear) | None => "",
    };
    format!(
        "{} | {} | {} | {} | {score} | {difference} | {elo} | {verdict} |",
        row.games, row.won, row.drawn, row.lost
    )
}
