//! A ladder as data and as Markdown.

use super::fit::fit;
use super::sums::{LadderSums, RungMatch};
use crate::forced_win::ForcedWin;
use crate::number_text::{number, signed};
use crate::playtest::{Unit, with_error};
use crate::run_subject::RunSubject;
use crate::statistics::{Estimate, Matrix, RatioSums, Z95, elo};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// A player of the ladder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RungReport {
    /// The nodes that it searches for each move; 0 for the random mover.
    pub nodes: u64,
    /// Its Elo; that of the random mover is 0. Above a step that is a bound, it depends on the pair
    /// of draws that is added to each match.
    pub elo: f64,
    /// The standard error of the Elo.
    pub elo_error: f64,
}

/// The step from one rung to the next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepReport {
    /// The nodes of the lower rung.
    pub from: u64,
    /// The nodes of the higher rung.
    pub to: u64,
    /// The number of games between the two that count.
    pub games: u64,
    /// Points per game of the higher rung; `None` without games.
    pub score: Option<f64>,
    /// The difference in Elo by the fit over all games.
    pub elo: f64,
    /// The standard error of this.
    pub elo_error: f64,
    /// If the higher rungs won all games across this step: the lower bound of its Elo, with 95 %
    /// certainty. The Elo of the fit then depends on prior assumptions.
    pub at_least: Option<f64>,
    /// The share of draws in the games between the two.
    pub draws: Option<Estimate>,
    /// White's points per game in the games between the two.
    pub white: Option<Estimate>,
}

/// The ladder of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LadderReport {
    /// The rules, and the program that played.
    #[serde(flatten)]
    pub subject: RunSubject,
    /// The seeds of the runs.
    pub seeds: Vec<u64>,
    /// The rungs, the random mover first; empty if the games do not determine their Elo.
    pub rungs: Vec<RungReport>,
    /// The steps from rung to rung.
    pub steps: Vec<StepReport>,
    /// The Elo from the random mover to the highest rung in steps of 200, and its standard
    /// error. A step that is a bound counts as this bound, without an error.
    pub depth: Option<[f64; 2]>,
    /// Whether the depth is at least this, because a step is a bound.
    pub depth_is_bound: bool,
    /// The mean Elo of doubling the nodes, from the lowest rung that searches to the highest, and
    /// its standard error. A step that is a bound counts as this bound, without an error.
    pub doubling: Option<[f64; 2]>,
    /// Whether the mean is at least this, because a step is a bound.
    #[serde(default)]
    pub doubling_is_bound: bool,
    /// A win that a side can force from the start, if a short search finds one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forced_win: Option<ForcedWin>,
    /// The number of games that were too long and do not count.
    pub cut_off: u64,
    /// The number of games that repeated an opening and do not count.
    pub repeated: u64,
    /// The number of games for which no opening was found.
    pub without_opening: u64,
}

/// The Elo of one step of the depth of a game, at which the stronger player scores three points of
/// four.
const RUNG_ELO: f64 = 200.0;

impl LadderReport {
    /// The report of a ladder.
    pub fn new(sums: &LadderSums) -> LadderReport {
        let fitted = fit(sums.rungs.len(), &sums.matches);
        let mut rungs = Vec::new();
        let mut steps = Vec::new();
        let (mut depth, mut doubling) = (None, None);
        if let Some(fitted) = fitted {
            let gap = |low: usize, high: usize| {
                let covariance = &fitted.covariance;
                let variance =
                    covariance[low][low] + covariance[high][high] - 2.0 * covariance[low][high];
                (
                    fitted.elos[high] - fitted.elos[low],
                    variance.max(0.0).sqrt(),
                )
            };
            let last = sums.rungs.len() - 1;
            for (rung, &nodes) in sums.rungs.iter().enumerate() {
                let (elo, elo_error) = gap(0, rung);
                rungs.push(RungReport {
                    nodes,
                    elo,
                    elo_error,
                });
            }
            for low in 0..last {
                steps.push(step(sums, low, gap(low, low + 1)));
            }
            let (elo, error) = sum_of_steps(&steps, &fitted.covariance, 0);
            depth = Some([elo / RUNG_ELO, error / RUNG_ELO]);
            if last > 1 {
                let (elo, error) = sum_of_steps(&steps, &fitted.covariance, 1);
                let doublings = (last - 1) as f64;
                doubling = Some([elo / doublings, error / doublings]);
            }
        }
        LadderReport {
            subject: sums.subject.clone(),
            seeds: sums.seeds.iter().copied().collect(),
            rungs,
            depth_is_bound: steps.iter().any(is_bound),
            doubling_is_bound: steps.iter().skip(1).any(is_bound),
            steps,
            depth,
            doubling,
            forced_win: sums.forced_win,
            cut_off: sums.matches.iter().map(|m| 2 * m.pairs.cut_off()).sum(),
            repeated: sums.repeated,
            without_opening: sums.without_opening.saturating_mul(2),
        }
    }

    /// The report as Markdown, without a heading. Errors are those of 95 % intervals.
    pub fn markdown(&self) -> String {
        let mut out = String::new();
        if self.rungs.is_empty() {
            return "These games are not enough to compute the Elo of the rungs: play more games.\n"
                .to_owned();
        }
        let name = |nodes: u64| match nodes {
            0 => "random".to_owned(),
            nodes => nodes.to_string(),
        };
        let percent = |share: &Option<Estimate>| {
            let text = |share: &Estimate| with_error(Unit::Share, share);
            share.as_ref().map_or("–".to_owned(), text)
        };
        let _ = writeln!(
            out,
            "| Nodes | Elo | Step from | Games | Score | Step in Elo | Draws | White |\n\
             |--:|--:|--:|--:|--:|--:|--:|--:|\n| random | 0 | | | | | | |"
        );
        for (rung, step) in self.rungs.iter().skip(1).zip(&self.steps) {
            let gap = match step.at_least {
                Some(least) => format!("at least {least:.0}"),
                None => format!("{} ± {:.0}", signed(step.elo, 0), Z95 * step.elo_error),
            };
            let score = step
                .score
                .map_or("–".to_owned(), |s| format!("{:.1} %", 100.0 * s));
            let _ = writeln!(
                out,
                "| {} | {} ± {:.0} | {} | {} | {score} | {gap} | {} | {} |",
                rung.nodes,
                number(rung.elo, 0),
                Z95 * rung.elo_error,
                name(step.from),
                step.games,
                percent(&step.draws),
                percent(&step.white),
            );
        }
        let _ = writeln!(out);
        if let Some([depth, error]) = self.depth {
            let depth = with_bound(depth, Z95 * error, 1, self.depth_is_bound);
            let nodes = self.rungs.last().map_or(0, |rung| rung.nodes);
            let _ = writeln!(
                out,
                "- From random moves to {nodes} nodes there are {depth} steps of 200 Elo."
            );
        }
        if let Some([elo, error]) = self.doubling {
            let elo = with_bound(elo, Z95 * error, 0, self.doubling_is_bound);
            let _ = writeln!(out, "- Twice as many nodes are worth {elo} Elo on average.");
        }
        let _ = writeln!(
            out,
            "- Score, draws and White's points are those of each rung against the one below. Elo, \
             and so the step, is from all games, also those against the rung two below; a pair of \
             draws is added to each match. ± are 95 % intervals."
        );
        if let Some(win) = self.forced_win {
            let _ = writeln!(
                out,
                "- {win}. The random openings avoid it, so the ladder is that of other positions."
            );
        }
        for (count, what) in [
            (self.cut_off, "were too long"),
            (self.repeated, "repeated an opening"),
            (self.without_opening, "had no opening"),
        ] {
            if count > 0 {
                let _ = writeln!(out, "- {count} games {what} and do not count.");
            }
        }
        let _ = writeln!(out, "- {}", self.subject.played_by());
        out
    }
}

fn step(sums: &LadderSums, low: usize, (elo, elo_error): (f64, f64)) -> StepReport {
    let high = low + 1;
    let direct = sums
        .matches
        .iter()
        .find(|m| (m.lower, m.higher) == (low, high));
    // All matches of rungs below the step against rungs above it.
    let across = |m: &&RungMatch| m.lower <= low && m.higher >= high && m.pairs.count() > 0;
    let across: Vec<&RungMatch> = sums.matches.iter().filter(across).collect();
    let is_bound = across.iter().all(|m| m.is_one_sided());
    StepReport {
        from: sums.rungs[low],
        to: sums.rungs[high],
        games: direct.map_or(0, |m| 2 * m.pairs.count()),
        score: direct
            .and_then(|m| shares(&m.pentanomial(), 4.0))
            .map(|s| s.value),
        elo,
        elo_error,
        at_least: direct.filter(|_| is_bound).map(least_elo),
        draws: direct.and_then(|m| shares(&m.draws(), 2.0)),
        white: direct.and_then(|m| shares(&m.white(), 4.0)),
    }
}

/// The lower bound of the Elo of a side that won all games: with 95 % certainty, it wins both games
/// of all but 3 in n pairs (the rule of three). The games of a pair share an opening, so they do not
/// count one by one.
fn least_elo(played: &RungMatch) -> f64 {
    elo((1.0 - 3.0 / played.pairs.count() as f64).max(0.5))
}

fn is_bound(step: &StepReport) -> bool {
    step.at_least.is_some()
}

/// A number with its error; a lower bound, whose own error counts against it, as `at least 2.0`.
fn with_bound(value: f64, error: f64, decimals: usize, is_bound: bool) -> String {
    if is_bound {
        format!("at least {}", number((value - error).max(0.0), decimals))
    } else {
        format!("{} ± {error:.decimals$}", number(value, decimals))
    }
}

/// The Elo of all steps from the rung `first` on, and its standard error. Steps that are bounds count as
/// their bounds.
fn sum_of_steps(steps: &[StepReport], covariance: &Matrix, first: usize) -> (f64, f64) {
    let mut sum = 0.0;
    let mut weights = vec![0.0; steps.len() + 1];
    for (low, step) in steps.iter().enumerate().skip(first) {
        if let Some(least) = step.at_least {
            sum += least;
        } else {
            sum += step.elo;
            weights[low] -= 1.0;
            weights[low + 1] += 1.0;
        }
    }
    let mut variance = 0.0;
    for (i, a) in weights.iter().enumerate() {
        for (j, b) in weights.iter().enumerate() {
            variance += a * b * covariance[i][j];
        }
    }
    (sum, variance.max(0.0).sqrt())
}

/// The share of a count by pairs, with at most `most` in a pair.
fn shares(counts: &[u64], most: f64) -> Option<Estimate> {
    let mut sums = RatioSums::default();
    for (i, &count) in counts.iter().enumerate() {
        for _ in 0..count {
            sums.add(i as f64 / most, 1.0);
        }
    }
    let estimate = sums.share()?;
    Some(Estimate {
        games: 2 * estimate.games,
        ..estimate
    })
}
