//! The values in one table, as data and as Markdown.

use super::army::Army;
use super::design::ValueHandicap;
use super::handicap::{self, KindElos, ValueInterval, in_units, is_one_sided, match_elo};
use super::regression::{self, RegressionFit};
use super::sums::{MatchSums, ValuesSums};
use crate::number_text::{counted, number, signed};
use crate::playtest::report::format::p_text;
use crate::run_subject::RunSubject;
use crate::statistics::{Z95, chi_squared_p};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// A value with its error, in hundredths of the unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasuredValue {
    /// The value.
    pub value: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The ends of its 95 % interval.
    pub interval: [f64; 2],
    /// The number of games that it is based on.
    pub games: u64,
}

impl MeasuredValue {
    fn new(measured: ValueInterval, games: u64) -> MeasuredValue {
        MeasuredValue {
            value: measured.value,
            standard_error: measured.standard_error,
            interval: measured.interval,
            games,
        }
    }
}

/// The values of a kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KindValue {
    /// The letter of the kind.
    pub letter: char,
    /// Its name.
    pub name: String,
    /// By the evaluation.
    pub evaluation: f64,
    /// By handicap matches.
    pub handicap: Option<MeasuredValue>,
    /// By regression.
    pub regression: Option<MeasuredValue>,
    /// Why a value is missing.
    pub missing: Vec<String>,
}

/// A handicap match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchReport {
    /// The letters of the pieces that the first army has and the second lacks.
    pub has: String,
    /// The letters of the pieces that the second army has and the first lacks.
    pub against: String,
    /// The number of games that count.
    pub games: u64,
    /// Points per game of the first army; `None` without games.
    pub score: Option<f64>,
    /// Its Elo, with a drawn pair added; `None` if one side won all games.
    pub elo: Option<f64>,
    /// The standard error of the Elo.
    pub elo_error: Option<f64>,
}

/// How well the matches fit a sum of values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Misfit {
    /// Squared residuals of the matches in units of their errors, per degree of freedom. If this is
    /// above 1, the errors of the values have been multiplied by its square root.
    pub squares: f64,
    /// The probability of at least this misfit by chance, if values add up.
    pub p: f64,
}

/// All values of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ValuesReport {
    /// The rules, and the program that played.
    #[serde(flatten)]
    pub subject: RunSubject,
    /// The nodes searched for each move.
    pub nodes: u64,
    /// The seeds of the runs.
    pub seeds: Vec<u64>,
    /// The letter of the unit, whose value is 100.
    pub unit: char,
    /// The Elo of a unit by the handicap matches, and its standard error.
    pub unit_elo: Option<[f64; 2]>,
    /// Half the width of the 95 % interval of this Elo.
    #[serde(default)]
    pub unit_elo_half_width: Option<f64>,
    /// The kinds that are not royal.
    pub kinds: Vec<KindValue>,
    /// The handicap matches.
    pub matches: Vec<MatchReport>,
    /// How well the matches fit a sum of values.
    pub misfit: Option<Misfit>,
    /// The number of games of unequal armies with quiet positions.
    pub regression_games: u64,
    /// The number of their quiet positions.
    pub regression_positions: u64,
    /// The number of games that were too long and do not count.
    pub cut_off: u64,
    /// The number of games that repeated an opening and do not count.
    pub repeated: u64,
    /// The number of games for which no position or even opening was found.
    pub without_opening: u64,
}

/// Why no value can be measured.
const UNIT_WORTHLESS: &str =
    "the games do not show that the unit is worth anything; play more games";

impl ValuesReport {
    pub(super) fn new(army: &Army, sums: &ValuesSums) -> ValuesReport {
        let definition = army.game.definition();
        let elos = handicap::fit(&sums.matches);
        let fitted = regression::fit(&sums.games, definition.pieces().len());
        let unit = definition.piece(army.unit).letter;
        let unit_elo = elos.as_ref().and_then(|elos| {
            let at = elos.kinds.iter().position(|&k| k == unit)?;
            Some([elos.elos[at], elos.covariance[at][at].sqrt()])
        });
        let kinds = army.kinds().into_iter().map(|kind| {
            let spec = definition.piece(kind);
            let mut missing = Vec::new();
            let handicap = if army.available(kind) == 0 {
                let sides = army.sides_with(kind);
                Err(if sides == 0 {
                    "handicap: no army begins with one".to_owned()
                } else {
                    "handicap: only one side begins with it".to_owned()
                })
            } else {
                by_handicap(elos.as_ref(), &sums.matches, spec.letter, unit)
                    .map_err(|why| format!("handicap: {why}"))
            };
            let regression = by_regression(fitted.as_ref(), kind.index(), army.unit.index(), sums)
                .map_err(|why| format!("regression: {why}"));
            missing.extend(handicap.as_ref().err().cloned());
            missing.extend(regression.as_ref().err().cloned());
            KindValue {
                letter: spec.letter,
                name: spec.name.clone(),
                evaluation: army.value(kind),
                handicap: handicap.ok(),
                regression: regression.ok(),
                missing,
            }
        });
        let mut kinds: Vec<KindValue> = kinds.collect();
        kinds.sort_by(|a, b| a.evaluation.total_cmp(&b.evaluation));
        ValuesReport {
            subject: sums.subject.clone(),
            nodes: sums.nodes,
            seeds: sums.seeds.iter().copied().collect(),
            unit,
            unit_elo,
            unit_elo_half_width: unit_elo
                .zip(elos.as_ref())
                .map(|([_, error], elos)| elos.quantile * error),
            kinds,
            matches: sums.matches.iter().map(match_report).collect(),
            misfit: elos.as_ref().and_then(|elos| {
                let (squares, freedom) = elos.misfit;
                (freedom > 0).then(|| Misfit {
                    squares: squares / freedom as f64,
                    p: chi_squared_p(squares, freedom as f64),
                })
            }),
            regression_games: fitted.as_ref().map_or(0, |fitted| fitted.games),
            regression_positions: fitted.as_ref().map_or(0, |fitted| fitted.positions),
            cut_off: sums.cut_off
                + sums
                    .matches
                    .iter()
                    .map(|m| 2 * m.pairs.cut_off())
                    .sum::<u64>(),
            repeated: sums.repeated,
            without_opening: sums.without_opening,
        }
    }

    /// The report as Markdown, without a heading. Errors and brackets are 95 % intervals.
    pub fn markdown(&self) -> String {
        let mut out = String::new();
        let cell = |value: &Option<MeasuredValue>| match value {
            Some(m) if m.standard_error == 0.0 => number(m.value, 0),
            Some(m) => {
                let [value, low, high] =
                    [m.value, m.interval[0], m.interval[1]].map(|value| number(value, 0));
                let mark = if is_vague(m) { "?" } else { "" };
                format!("{value}{mark} ({low} to {high})")
            }
            None => "–".to_owned(),
        };
        let _ = writeln!(
            out,
            "| Piece | Handicap | Games | Regression | Games | Evaluation |\n|---|--:|--:|--:|--:|--:|"
        );
        for kind in &self.kinds {
            let games = |value: &Option<MeasuredValue>| {
                value.map_or("–".to_owned(), |measured| measured.games.to_string())
            };
            let _ = writeln!(
                out,
                "| {} ({}) | {} | {} | {} | {} | {} |",
                kind.name,
                kind.letter,
                cell(&kind.handicap),
                games(&kind.handicap),
                cell(&kind.regression),
                games(&kind.regression),
                number(kind.evaluation, 0),
            );
        }
        let _ = writeln!(out);
        let unit = self.kinds.iter().find(|kind| kind.letter == self.unit);
        let unit = unit.map_or("unit", |kind| kind.name.as_str());
        for how in ["handicap", "regression"] {
            // The reason is the same for all pieces.
            let why = format!("{how}: {UNIT_WORTHLESS}");
            if self.kinds.iter().any(|kind| kind.missing.contains(&why)) {
                let _ = writeln!(
                    out,
                    "- {how}: the games do not show that the unit ({unit}) is worth anything; play more \
                     games."
                );
            }
        }
        for kind in &self.kinds {
            for missing in &kind.missing {
                if !missing.ends_with(UNIT_WORTHLESS) {
                    let _ = writeln!(out, "- {}: {missing}.", kind.name);
                }
            }
        }
        let _ = writeln!(
            out,
            "- 100 is the value of the {unit}. Brackets and ± are 95 % intervals. They do not contain the error \
             that comes from what the engine does not understand.",
        );
        if let (Some([elo, _]), Some(half_width)) = (self.unit_elo, self.unit_elo_half_width) {
            let _ = writeln!(
                out,
                "- One {unit} more is worth {} ± {half_width:.0} Elo.",
                number(elo, 0)
            );
        }
        let values = self
            .kinds
            .iter()
            .flat_map(|kind| [&kind.handicap, &kind.regression]);
        if values.flatten().any(is_vague) {
            let _ = writeln!(
                out,
                "- A question mark: the interval contains 0, or half of it is larger than the value itself. \
                 Such a value says next to nothing. Play more games."
            );
        }
        if let Some(Misfit { squares, p }) = self.misfit {
            let fit = if p < 0.05 {
                "contradict a sum of values beyond chance"
            } else {
                "are sums of values within their errors"
            };
            let enlarged = if squares > 1.0 {
                format!(
                    ". The matches scatter more around the sums than their errors say, so all errors are \
                     multiplied by {:.2}, and the intervals are those of Student's test",
                    squares.sqrt()
                )
            } else {
                String::new()
            };
            let _ = writeln!(
                out,
                "- The results of the matches {fit} ({}){enlarged}.",
                p_text(p)
            );
        }
        let _ = writeln!(
            out,
            "- The regression has {} of {}.",
            counted(self.regression_positions, "position"),
            counted(self.regression_games, "game")
        );
        for (count, what) in [
            (self.cut_off, "were too long"),
            (self.repeated, "repeated an opening"),
            (self.without_opening, "had no even opening"),
        ] {
            if count > 0 {
                let _ = writeln!(out, "- Games that {what} and do not count: {count}.");
            }
        }
        let _ = writeln!(out, "- {}", self.subject.played_by());
        let _ = writeln!(
            out,
            "\n| One side has | The other has | Games | Score | Elo |\n|---|---|--:|--:|--:|"
        );
        for played in &self.matches {
            let elo = match (played.elo, played.elo_error) {
                (Some(elo), Some(error)) => format!("{} ± {:.0}", signed(elo, 0), Z95 * error),
                _ if played.score.is_none() => "–".to_owned(),
                _ => "one side won all: not used".to_owned(),
            };
            let against = match played.against.as_str() {
                "" => "nothing",
                letters => letters,
            };
            let _ = writeln!(
                out,
                "| {} | {against} | {} | {} | {elo} |",
                played.has,
                played.games,
                played
                    .score
                    .map_or("–".to_owned(), |score| format!("{:.1} %", 100.0 * score))
            );
        }
        out
    }
}

/// Whether a value is so uncertain that it says nothing: its interval contains 0, or half of the interval
/// is larger than the value.
fn is_vague(measured: &MeasuredValue) -> bool {
    let [low, high] = measured.interval;
    let has_zero = low <= 0.0 && 0.0 <= high;
    measured.standard_error > 0.0 && (has_zero || high - low > 2.0 * measured.value.abs())
}

fn match_report(sums: &MatchSums) -> MatchReport {
    let pairs = sums.pentanomial();
    let played = pairs.iter().sum::<u64>();
    let points = pairs.iter().enumerate();
    let points: u64 = points.map(|(i, &count)| i as u64 * count).sum();
    let score = (played > 0).then(|| points as f64 / (4 * played) as f64);
    let estimate = match_elo(&pairs).filter(|_| !is_one_sided(&pairs));
    MatchReport {
        has: sums.handicap.has.clone(),
        against: sums.handicap.against.clone(),
        games: 2 * played,
        score,
        elo: estimate.map(|(elo, _)| elo),
        elo_error: estimate.map(|(_, variance)| variance.sqrt()),
    }
}

fn by_handicap(
    elos: Option<&KindElos>,
    matches: &[MatchSums],
    letter: char,
    unit: char,
) -> Result<MeasuredValue, String> {
    let with = matches.iter().filter(|m| {
        let ValueHandicap { has, against } = &m.handicap;
        has.contains(letter) || against.contains(letter)
    });
    let games = with.map(|m| 2 * m.pairs.count()).sum();
    if games == 0 {
        return Err("its matches have no games that count".to_owned());
    }
    let elos = elos.ok_or("the matches are not enough to compute it; play more games")?;
    let find = |letter| elos.kinds.iter().position(|&k| k == letter);
    let unit = find(unit).ok_or("no match for the unit has a result that can be used")?;
    let kind = find(letter).ok_or("one side won all games of its matches")?;
    let measured =
        in_units(&elos.elos, &elos.covariance, kind, unit, elos.quantile).ok_or(UNIT_WORTHLESS)?;
    Ok(MeasuredValue::new(measured, games))
}

fn by_regression(
    fitted: Option<&RegressionFit>,
    kind: usize,
    unit: usize,
    sums: &ValuesSums,
) -> Result<MeasuredValue, String> {
    let fitted = fitted.ok_or("the games are not enough to compute it; play more games")?;
    let find = |kind| fitted.kinds.iter().position(|&k| k == kind);
    let unit = find(unit).ok_or("too few games differ in the unit")?;
    let at = find(kind).ok_or("too few games differ in this piece")?;
    let measured = in_units(
        &fitted.logits,
        &fitted.covariance,
        at,
        unit,
        fitted.quantile,
    )
    .ok_or(UNIT_WORTHLESS)?;
    let differs =
        |row: &super::sums::PieceBalance| row.differences.get(kind).is_some_and(|&n| n != 0);
    let games = sums
        .games
        .iter()
        .filter(|game| game.rows.iter().any(differs));
    Ok(MeasuredValue::new(measured, games.count() as u64))
}
