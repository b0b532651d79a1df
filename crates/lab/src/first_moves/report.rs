//! A comparison of first moves as data and as Markdown.

use super::results::FirstMoveResults;
use crate::run_subject::RunSubject;
use crate::statistics::{
    Combination, Difference, Estimate, GameBlocks, RatioSums, Z95, elo, elo_slope, holm,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;

/// How a score compares with the mean of all first moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstMoveVerdict {
    /// It is better beyond chance.
    ClearlyGood,
    /// It is worse beyond chance.
    ClearlyBad,
    /// It may be equal.
    Unclear,
}

/// A score compared with the mean of all first moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparedScore {
    /// The score minus the mean score of all first moves.
    pub difference: Difference,
    /// The probability of the difference, adjusted for the number of moves and pieces.
    pub adjusted_p: f64,
    /// What follows from it.
    pub verdict: FirstMoveVerdict,
}

/// The results of a first move, or of all first moves of a kind of piece. All results are those of
/// the first player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoreReport {
    /// The move with those that are symmetric to it, or all moves of the kind.
    pub moves: Vec<String>,
    /// The name of the piece that moves.
    pub piece: String,
    /// The number of games that count.
    pub games: u64,
    /// How many of them are won.
    pub won: u64,
    /// How many of them are drawn.
    pub drawn: u64,
    /// How many of them are lost.
    pub lost: u64,
    /// Points per game. For a kind: the mean of its moves.
    pub score: Option<Estimate>,
    /// The comparison with all first moves; `None` if there are no others, or too few games.
    pub comparison: Option<ComparedScore>,
    /// The Elo of the first player's score minus that of the mean score of all first moves, and the
    /// standard error.
    pub elo: Option<[f64; 2]>,
}

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
    /// The number of games that were too long and do not count.
    pub cut_off: u64,
    /// The number of games that repeated an opening and do not count.
    pub repeated: u64,
}

/// The number of games with the mean result that are added to those of a row before its Elo is
/// computed. Without them, the Elo of a move that lost all games would be infinite.
const PRIOR_GAMES: f64 = 2.0;
/// Moves with fewer games are not compared, and do not count in the mean: one game would weigh as
/// much as the many games of another move.
const FEWEST_GAMES: u64 = 5;
/// A difference with a smaller adjusted probability is beyond chance.
const SIGNIFICANT: f64 = 0.05;

impl FirstMovesReport {
    /// The report of a run.
    pub fn new(results: &FirstMoveResults) -> FirstMovesReport {
        let points = |points: Option<u8>| points.map(|points| f64::from(points) / 2.0);
        let rounds = results.rounds.iter();
        let rounds = rounds.map(|round| round.iter().copied().map(points).collect());
        let blocks = GameBlocks::new(results.moves.len(), rounds.collect());
        let all: Vec<usize> = (0..results.moves.len()).collect();
        let mean = FirstMoveGroup::new(results, &blocks, &all);
        let mut by_kind: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (i, first) in results.moves.iter().enumerate() {
            by_kind.entry(&first.piece).or_default().push(i);
        }
        let kinds: Vec<FirstMoveGroup> = by_kind
            .values()
            .map(|moves| FirstMoveGroup::new(results, &blocks, moves))
            .collect();
        let moves: Vec<FirstMoveGroup> = all
            .iter()
            .map(|i| FirstMoveGroup::new(results, &blocks, std::slice::from_ref(i)))
            .collect();
        // One correction for moves and kinds: at most 5 of 100 runs name anything by chance.
        let mut rows: Vec<ScoreReport> = Vec::new();
        let mut differences: Vec<(usize, Combination)> = Vec::new();
        for group in moves.iter().chain(&kinds) {
            let difference = group.difference(&blocks, &mean);
            differences.extend(difference.map(|difference| (rows.len(), difference)));
            let elo = difference.and_then(|found| group.elo(&blocks, &mean, found.value));
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
            mean: mean.score,
            moves: best_first(rows),
            kinds: best_first(kind_rows),
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
            "First moves of {}{options}: {} positions per move, {} random plies after the first \
             move, seed {}. {}\n",
            self.subject.game,
            self.nodes,
            self.opening_plies,
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
                row.moves.len(),
                cells(row)
            );
        }
        let _ = writeln!(out);
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
             its first moves: each counts the same, whatever its number of games. Intervals are those \
             of 95 %.",
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
        let kinds = kinds.map(|row| format!("all first moves of the {}", row.piece));
        moves.chain(kinds).collect()
    }
}

/// Some first moves, as a weighted mean of the alternatives in [`GameBlocks`].
struct FirstMoveGroup<'m> {
    moves: &'m [usize],
    /// The number of games that count.
    games: u64,
    /// The weights of all alternatives: those of the group have sum 1. Symmetric moves are one
    /// alternative, which weighs as much as all of them.
    weights: Vec<f64>,
    score: Option<Estimate>,
}

impl<'m> FirstMoveGroup<'m> {
    fn new(
        results: &FirstMoveResults,
        blocks: &GameBlocks,
        moves: &'m [usize],
    ) -> FirstMoveGroup<'m> {
        let mut weights = vec![0.0; results.moves.len()];
        for &i in moves {
            if blocks.count(i) >= FEWEST_GAMES {
                weights[i] = results.moves[i].moves.len() as f64;
            }
        }
        let sum: f64 = weights.iter().sum();
        weights
            .iter_mut()
            .for_each(|weight| *weight /= sum.max(1.0));
        let games = moves.iter().map(|&i| blocks.count(i)).sum();
        let score = match moves {
            &[i] => share(results, i),
            _ => blocks.combination(&weights).map(|found| Estimate {
                value: found.value,
                low: found.low.max(0.0),
                high: found.high.min(1.0),
                standard_error: found.standard_error,
                games,
            }),
        };
        FirstMoveGroup {
            moves,
            games,
            weights,
            // Without moves that have enough games, there is nothing to take the mean of.
            score: score.filter(|_| games > 0 && (moves.len() == 1 || sum > 0.0)),
        }
    }

    /// Whether it has enough games to be compared with others.
    fn is_compared(&self) -> bool {
        self.weights.iter().any(|&weight| weight > 0.0)
    }

    /// The score minus that of all first moves. `None` for a group of all first moves, or with too few
    /// games.
    fn difference(&self, blocks: &GameBlocks, all: &FirstMoveGroup<'_>) -> Option<Combination> {
        if !self.is_compared() || self.weights == all.weights {
            return None;
        }
        let weights = self.weights.iter().zip(&all.weights).map(|(a, b)| a - b);
        blocks.combination(&weights.collect::<Vec<f64>>())
    }

    /// The Elo of this group minus that of all first moves, and the standard error by the delta method.
    ///
    /// All first moves are the measure, and not the best group of the same games: that one is partly
    /// the best by luck, and all others would seem to lose by it.
    fn elo(
        &self,
        blocks: &GameBlocks,
        all: &FirstMoveGroup<'_>,
        difference: f64,
    ) -> Option<[f64; 2]> {
        let (games, all_games) = (self.games as f64, all.games as f64);
        let within = |score: f64, games: f64| {
            let least = 0.5 / (games + 1.0);
            score.clamp(least, 1.0 - least)
        };
        let mean = within(all.score?.value, all_games);
        // Nearer to the mean, so that the Elo has the sign of the difference.
        let own = mean + difference * games / (games + PRIOR_GAMES);
        let own = within(own, games);
        let (slope, mean_slope) = (elo_slope(own), elo_slope(mean));
        let weights = self.weights.iter().zip(&all.weights);
        let weights: Vec<f64> = weights.map(|(a, b)| slope * a - mean_slope * b).collect();
        let error = blocks.combination(&weights)?.standard_error;
        Some([elo(own) - elo(mean), error])
    }

    fn piece(&self, results: &FirstMoveResults) -> String {
        let first = self.moves.first().map(|&i| &results.moves[i]);
        first.map_or(String::new(), |first| first.piece.clone())
    }

    /// The results, without a comparison.
    fn report(&self, results: &FirstMoveResults) -> ScoreReport {
        let rounds = results.rounds.iter();
        let points = rounds.flat_map(|round| self.moves.iter().filter_map(|&i| round[i]));
        let mut counts = [0; 3];
        points.for_each(|points| counts[usize::from(points)] += 1);
        let [lost, drawn, won] = counts;
        let moves = self.moves.iter().flat_map(|&i| &results.moves[i].moves);
        ScoreReport {
            moves: moves.cloned().collect(),
            piece: self.piece(results),
            games: self.games,
            won,
            drawn,
            lost,
            score: self.score,
            comparison: None,
            elo: None,
        }
    }
}

/// The points per game of a first move.
fn share(results: &FirstMoveResults, first_move: usize) -> Option<Estimate> {
    let mut sums = RatioSums::default();
    for points in results.rounds.iter().filter_map(|round| round[first_move]) {
        sums.add(f64::from(points) / 2.0, 1.0);
    }
    sums.share()
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

/// The cells of a row that moves and kinds share.
fn cells(row: &ScoreReport) -> String {
    let percent = |share: f64| 100.0 * share;
    let score = row.score.map_or("–".to_owned(), |score| {
        // Near 0 and 100 % the interval is not symmetrical.
        let [value, low, high] = [score.value, score.low, score.high].map(percent);
        format!("{value:.1} % ({low:.1} to {high:.1})")
    });
    let difference = row.comparison.map_or("–".to_owned(), |found| {
        let Difference {
            value, low, high, ..
        } = found.difference;
        let half = percent(high - low) / 2.0;
        // Not −0.0.
        let value = (10.0 * percent(value)).round() / 10.0 + 0.0;
        format!("{value:+.1} ± {half:.1} %")
    });
    let elo = row.elo.map_or("–".to_owned(), |[elo, error]| {
        format!("{:+.0} ± {:.0}", elo.round() + 0.0, Z95 * error)
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
