//! The results of a playtest in sentences.

use super::data::{Comparison, DifferenceRow, Figure, PlaytestReport};
use super::format;
use super::format::{games, with_error};
use crate::playtest::measures::{MeasureId as M, Unit};
use hyperrook_notation::words::{capital, list, thousands};

/// The sentences of a report, ten if the engine played.
pub(super) fn sentences(report: &PlaytestReport) -> Vec<String> {
    let all = [
        white(report),
        ends(report),
        length(report),
        choice(report),
        captures(report),
        jam(report),
        pieces(report),
        special_rules(report),
        tension(report),
        clarity(report),
    ];
    all.into_iter().flatten().collect()
}

/// A figure with its error, in words.
fn figure(report: &PlaytestReport, id: M) -> Option<String> {
    Some(with_error(id.row().unit, report.figure(id)?))
}

/// The games that ended, in words, if others were stopped: `14 games that ended`. The figures of
/// results are those of these games.
fn ended(report: &PlaytestReport) -> Option<String> {
    let stopped = report.figure(M::Unfinished)?;
    let ended = report.figure(M::WhiteScore)?.games;
    (stopped.value > 0.0).then(|| format!("{} that ended", games(ended)))
}

fn white(report: &PlaytestReport) -> Option<String> {
    let score = report.figure(M::WhiteScore)?;
    if let Some(all) = all_won(report) {
        return Some(all);
    }
    let subject = match ended(report) {
        Some(ended) => format!("In the {ended}, White scores"),
        None => "White scores".to_owned(),
    };
    let text = format!("{subject} {}", with_error(Unit::Share, score));
    // An interval of this width cannot show an advantage that matters.
    let are_few = score.high - score.low > 0.08;
    let margin = (score.high - score.low) / 4.0;
    // A figure just beyond its interval is beyond chance only if it is the only one looked at.
    let meaning = if score.low - margin > 0.5 {
        "moving first is an advantage"
    } else if score.low > 0.5 {
        "moving first seems to be an advantage"
    } else if score.high + margin < 0.5 {
        "moving first is a disadvantage"
    } else if score.high < 0.5 {
        "moving first seems to be a disadvantage"
    } else if are_few {
        "these games are too few to say whether moving first matters"
    } else {
        "neither side has an advantage that these games could show"
    };
    let elo = report.figure(M::FirstMove);
    let elo = elo.map_or(String::new(), |elo| {
        format!(" ({} Elo)", with_error(Unit::Elo, elo))
    });
    Some(format!("{text}{elo}: {meaning}."))
}

/// That one side won every game; `None` if it did not.
fn all_won(report: &PlaytestReport) -> Option<String> {
    let score = report.figure(M::WhiteScore)?;
    let winner = match score.value {
        1.0 => "White",
        0.0 => "Black",
        _ => return None,
    };
    let games = match (ended(report), score.games) {
        (Some(_), 1) => "the only game that ended".to_owned(),
        (Some(ended), _) => format!("all {ended}"),
        (None, 1) => "the only game".to_owned(),
        (None, count) => format!("all {}", games(count)),
    };
    Some(format!("{winner} won {games}."))
}

fn ends(report: &PlaytestReport) -> Option<String> {
    let draws = report.figure(M::Draws)?;
    let mut reasons: Vec<&Figure> = report.measure(M::EndReason)?.figures.iter().collect();
    reasons.sort_by(|a, b| b.estimate.value.total_cmp(&a.estimate.value));
    // A single one is not worth "in other ways".
    let told = if reasons.len() == MOST_REASONS + 1 {
        MOST_REASONS + 1
    } else {
        MOST_REASONS
    };
    let shares: Vec<String> = reasons
        .iter()
        .take(told)
        .filter(|reason| reason.estimate.value > 0.0)
        .map(|reason| {
            format!(
                "{} ({})",
                reason.label,
                format::value(Unit::Share, &reason.estimate)
            )
        })
        .collect();
    let rest: f64 = reasons.iter().skip(told).map(|r| r.estimate.value).sum();
    let rest = if rest >= LEAST_REST {
        format!("; {} of them in other ways", format::percent(rest))
    } else {
        String::new()
    };
    let by = list(&shares, "and");
    let only = reasons
        .first()
        .filter(|reason| reason.estimate.value == 1.0);
    let Some(ended) = ended(report) else {
        let drawn = match draws.value {
            0.0 => "No game was drawn".to_owned(),
            1.0 => "Every game was drawn".to_owned(),
            _ => format!("{} of the games are drawn", with_error(Unit::Share, draws)),
        };
        return Some(match only {
            Some(only) => format!("{drawn}; all ended by {}.", only.label),
            None => format!("{drawn}. Games end by {by}{rest}."),
        });
    };
    let stopped = figure(report, M::Unfinished)?;
    let drawn = match draws.value {
        0.0 => "none was drawn".to_owned(),
        1.0 => "all were drawn".to_owned(),
        _ => format!("{} are drawn", with_error(Unit::Share, draws)),
    };
    let by = match only {
        Some(only) => format!("All of them ended by {}", only.label),
        None => format!("These games ended by {by}{rest}"),
    };
    Some(format!(
        "{stopped} of the games were stopped before their end. Of the {ended}, {drawn}. {by}."
    ))
}

fn length(report: &PlaytestReport) -> Option<String> {
    let games = report.figure(M::Length)?.games;
    if games < FEWEST_LENGTHS {
        return Some("Too few games ended to say how long a game is.".to_owned());
    }
    let mean = report.figure(M::Length)?;
    let opening = match report.opening_plies {
        0 => String::new(),
        plies => format!(", {plies} of them the random opening"),
    };
    let at = |share: f64| {
        let found = report.lengths.iter().find(|found| found.share == share);
        found.map(|found| format!("{:.0}", found.plies.value))
    };
    let (low, high) = (at(0.25)?, at(0.75)?);
    let is_ended = ended(report).is_some();
    if mean.low == mean.high && low == high {
        let games = if is_ended {
            "Every game that ended lasted"
        } else {
            "Every game lasts"
        };
        let noun = if low == "1" { "ply" } else { "plies" };
        return Some(format!("{games} {low} {noun}{opening}."));
    }
    let mean = format!(
        "{} plies on average{opening}",
        with_error(Unit::Plies, mean)
    );
    Some(match (is_ended, low == high) {
        (true, false) => {
            format!("The games that ended lasted {mean}; half of them lasted {low} to {high}.")
        }
        (true, true) => format!("The games that ended lasted {mean}; most of them lasted {low}."),
        (false, false) => {
            format!("A game lasts {mean}; half of the games last {low} to {high}.")
        }
        (false, true) => format!("A game lasts {mean}; most games last {low}."),
    })
}

fn choice(report: &PlaytestReport) -> Option<String> {
    Some(format!(
        "A position has {} legal moves on average; in {} of the positions there is only one, and in {} the side to move is in check.",
        figure(report, M::Branching)?,
        figure(report, M::Forced)?,
        figure(report, M::Checks)?
    ))
}

fn captures(report: &PlaytestReport) -> Option<String> {
    let first = match figure(report, M::FirstCapture) {
        Some(first) => format!("the first capture comes at ply {first}, and "),
        None => String::new(),
    };
    Some(format!(
        "{} of the moves capture; {first}{} of the pieces are left when the game ends.",
        figure(report, M::Captures)?,
        figure(report, M::MaterialAtEnd)?
    ))
}

fn jam(report: &PlaytestReport) -> Option<String> {
    let mut text = format!(
        "On average, {} of the pieces cannot move, and a piece has {} moves",
        figure(report, M::Jam)?,
        figure(report, M::MovesPerPiece)?
    );
    let course = &report.measure(M::JamByPly)?.figures;
    let worst = course
        .iter()
        .filter(|point| point.estimate.games * 2 >= report.games)
        .max_by(|a, b| a.estimate.value.total_cmp(&b.estimate.value));
    // Only if the whole interval of the course is above the mean.
    let mean = report.figure(M::Jam)?;
    if let Some(worst) = worst.filter(|worst| worst.estimate.low > mean.high) {
        text += &format!(
            "; the board is tightest at plies {}, when {} of them cannot move",
            worst.label,
            with_error(Unit::Share, &worst.estimate)
        );
    }
    Some(text + ".")
}

fn pieces(report: &PlaytestReport) -> Option<String> {
    let top = |id: M| {
        let figures = report.measure(id)?.figures.iter();
        figures.max_by(|a, b| a.estimate.value.total_cmp(&b.estimate.value))
    };
    let share = |found: &Figure| with_error(Unit::Share, &found.estimate);
    let mut parts = Vec::new();
    let moves = report.measure(M::KindMoves)?;
    // A kind without a figure may make more moves than all with one.
    let known: f64 = moves.figures.iter().map(|found| found.estimate.value).sum();
    let most = top(M::KindMoves)
        .filter(|found| moves.figures.len() > 1 && found.estimate.value > 1.0 - known + LEAST_REST);
    if let Some(most) = most {
        let share = share(most);
        parts.push(format!(
            "the {} makes the most moves, {share} of all",
            most.label
        ));
    }
    if let Some(captures) = top(M::KindCaptures).filter(|found| found.estimate.value > 0.0) {
        let who = match most {
            Some(most) if most.at == captures.at => "it also captures most".to_owned(),
            _ => format!("the {} captures most", captures.label),
        };
        let times = with_error(Unit::TimesPerPiece, &captures.estimate);
        parts.push(format!("{who}, {times} times per piece"));
    }
    if let Some(idle) = top(M::KindIdle).filter(|found| found.estimate.low > 0.01) {
        let share = share(idle);
        parts.push(match most {
            Some(most) if most.at == idle.at => {
                format!("but {share} of these pieces neither move nor are captured")
            }
            _ => format!(
                "the {} most often stands untouched to the end: {share} of these pieces neither move nor are captured",
                idle.label
            ),
        });
    }
    Some(capital(&parts.join("; ")) + ".").filter(|_| !parts.is_empty())
}

/// The effect of the special rules; about promotions if there are no others.
fn special_rules(report: &PlaytestReport) -> Option<String> {
    let mut parts = Vec::new();
    let mut part = |id: M, text: &dyn Fn(String) -> String| {
        parts.extend(figure(report, id).map(text));
    };
    part(M::HoldGames, &|share| {
        let decides = figure(report, M::HoldDecides);
        let lost = decides.map_or(String::new(), |lost| {
            format!(", and in {lost} of the won games the loser is held at the end")
        });
        format!("a royal piece is held in {share} of the games{lost}")
    });
    part(M::TransformationGames, &|share| {
        format!("a royal piece transforms in {share} of the games")
    });
    part(M::BaringDecides, &|share| {
        format!("{share} of the won games are won by baring")
    });
    part(M::AcrossMoves, &|share| {
        format!("{share} of the moves go far round a closed axis")
    });
    part(M::CastlingGames, &|share| {
        format!("{share} of the sides castle")
    });
    part(M::PromotionGames, &|share| {
        let decides = figure(report, M::PromotionDecides);
        let won = decides.map_or(String::new(), |won| {
            format!(", and in {won} of the won games the winner has promoted")
        });
        format!("{share} of the games have a promotion{won}")
    });
    part(M::EnPassant, &|times| {
        format!("there are {times} captures in passing per game")
    });
    if parts.is_empty() {
        return None;
    }
    Some(format!("Special rules: {}.", parts.join("; ")))
}

fn tension(report: &PlaytestReport) -> Option<String> {
    let Some(changes) = figure(report, M::LeadChanges) else {
        // A few games that do not differ in this have no figure; random moves have no scores.
        let few = || "Too few games were played to say how often the lead changes.".to_owned();
        return (report.nodes > 0).then(few);
    };
    let comebacks = figure(report, M::Comebacks);
    let comebacks = comebacks.map_or(String::new(), |share| {
        format!(
            "; {share} of the winners had been close to losing, with winning chances of 25 % or less"
        )
    });
    let decided = figure(report, M::DecidedAt);
    let decided = decided.map_or(String::new(), |share| {
        format!(", and a won game is decided after {share} of its length")
    });
    Some(format!(
        "The lead changes {changes} times per game{comebacks}{decided}."
    ))
}

fn clarity(report: &PlaytestReport) -> Option<String> {
    let first = report
        .measure(M::GoodFirstMoves)
        .and_then(|choice| choice.figures.first());
    let first = first.map(|first| {
        let moves = first.estimate.value.exp2();
        let moves = format!("{moves:.0}");
        let noun = if moves == "1" { "move" } else { "moves" };
        format!("{moves} good {noun} at the start of the game")
    });
    // Games of a few plies may have no position in which all moves were searched.
    let all = figure(report, M::GoodMoves).zip(figure(report, M::Clarity));
    let all = all.map(|(good, share)| {
        format!("{good} good moves in a position ({share} of the legal ones)")
    });
    let found = match (all, first) {
        (Some(all), Some(first)) => format!("{all}, and {first}"),
        (Some(all), None) => all,
        (None, Some(first)) => first,
        (None, None) => return None,
    };
    Some(format!("A shallow search finds {found}."))
}

/// The measures that a comparison tells first.
const TOLD_FIRST: [&str; 7] = [
    "white-score",
    "first-move",
    "white-wins",
    "black-wins",
    "draws",
    "length",
    "median-length",
];

/// The sentences of a comparison: the differences beyond chance, those of results and lengths
/// first, then the most certain.
pub(in crate::playtest) fn compared(comparison: &Comparison) -> Vec<String> {
    let (first, second) = (&comparison.first, &comparison.second);
    let looked_at = comparison.differences.len();
    let mut beyond: Vec<&DifferenceRow> = comparison
        .differences
        .iter()
        .filter(|row| row.is_beyond_chance())
        .collect();
    beyond.sort_by_key(|row| {
        let place = TOLD_FIRST.iter().position(|&id| id == row.id);
        place.unwrap_or(TOLD_FIRST.len())
    });
    let both = |row: &DifferenceRow| {
        format!(
            "“{}”: {} in the first, {} in the second",
            row.title(),
            with_error(row.unit, &row.first),
            with_error(row.unit, &row.second)
        )
    };
    let mut sentences = vec![format!(
        "The first is {}, the second {}.",
        first.title, second.title
    )];
    let evaluations = first.evaluation.zip(second.evaluation);
    if let Some((own, other)) = evaluations.filter(|(own, other)| own != other) {
        sentences.push(format!(
            "The first was {own}, the second {other}: a difference may come from that, and not from the rules. Compare both without a network."
        ));
    } else if may_be_other_engines(first, second) {
        sentences.push(
            "The two runs may be of different engines (evaluation, network or search), so a difference need not come from the number of positions or from chance.".to_owned(),
        );
    }
    if beyond.is_empty() {
        sentences.push(format!(
            "No figure differs beyond chance: {looked_at} figures were compared, in {} and {} games.",
            thousands(first.games),
            thousands(second.games)
        ));
        let closest = comparison.differences.first();
        sentences.extend(closest.map(|row| {
            format!(
                "The closest to a difference is {}. Among so many figures, chance often makes such a difference ({}).",
                both(row),
                format::p_text(row.adjusted_p)
            )
        }));
        if first.games.min(second.games) < FEW_GAMES {
            sentences
                .push("So few games can hardly show any difference: play more of them.".to_owned());
        }
        return sentences;
    }
    sentences.push(format!(
        "Of {looked_at} figures {} beyond chance, in {} and {} games.",
        if beyond.len() == 1 {
            "one differs".to_owned()
        } else {
            format!("{} differ", beyond.len())
        },
        thousands(first.games),
        thousands(second.games)
    ));
    let rest = beyond.len().saturating_sub(MOST_DIFFERENCES);
    for row in beyond.into_iter().take(MOST_DIFFERENCES) {
        sentences.push(format!(
            "{}, a difference of {} ({}).",
            both(row),
            format::signed(row.unit, row.difference, row.low, row.high),
            format::p_text(row.adjusted_p)
        ));
    }
    match rest {
        0 => {}
        1 => sentences.push("The table has one more.".to_owned()),
        _ => sentences.push(format!("The table has {rest} more.")),
    }
    sentences
}

/// With fewer games, hardly any difference can be beyond chance.
const FEW_GAMES: u64 = 30;
/// The number of reasons for the end of games that are told in words.
const MOST_REASONS: usize = 4;
/// Fewer lengths of games have no useful mean.
const FEWEST_LENGTHS: u64 = 5;
/// The share of games below which other ends of games are not worth a word.
const LEAST_REST: f64 = 0.0005;
/// The number of differences that are told in sentences.
const MOST_DIFFERENCES: usize = 10;

/// Whether runs of the same rules are of different engines, or of versions that did not note theirs. The
/// signatures of different rules always differ.
fn may_be_other_engines(first: &PlaytestReport, second: &PlaytestReport) -> bool {
    let is_noted = |report: &PlaytestReport| report.program.contains("engine");
    first.rules == second.rules
        && first.nodes > 0
        && second.nodes > 0
        && (first.program != second.program || !is_noted(first) || !is_noted(second))
}

impl DifferenceRow {
    /// The name of the measure and its item.
    pub fn title(&self) -> String {
        if self.label.is_empty() {
            self.name.to_owned()
        } else {
            format!("{}: {}", self.name, self.label)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playtest::report::{Figures, PlaytestReport};
    use crate::playtest::{PlaytestRun, PlaytestSettings, playtest};
    use crate::statistics::Estimate;
    use hyperrook_rules::Game;
    use std::sync::atomic::AtomicBool;

    /// A report of random games whose figures are overwritten.
    fn report() -> PlaytestReport {
        let game = Game::shipped("chess").unwrap();
        let settings = PlaytestSettings {
            nodes: None,
            max_plies: 30,
            ..PlaytestSettings::default()
        };
        let run = PlaytestRun {
            games: 2,
            ..PlaytestRun::default()
        };
        let stop = AtomicBool::new(false);
        let played = playtest(&game, &settings, &run, &stop, &mut |_| ()).unwrap();
        PlaytestReport::new(&played.sums, &game, &Figures::default()).unwrap()
    }

    fn exactly(value: f64) -> Estimate {
        Estimate {
            value,
            low: value,
            high: value,
            standard_error: 0.0,
            games: 200,
        }
    }

    fn set(report: &mut PlaytestReport, id: M, label: &str, estimate: Estimate) {
        report
            .measures
            .retain(|found| found.measure.id != id.row().id);
        report
            .measures
            .push(crate::playtest::report::MeasureReport {
                measure: *id.row(),
                figures: vec![Figure {
                    label: label.to_owned(),
                    at: 0,
                    estimate,
                }],
                others: Default::default(),
            });
    }

    #[test]
    fn extreme_results_are_told_plainly() {
        let mut report = report();
        report.opening_plies = 6;
        set(&mut report, M::WhiteScore, "", exactly(1.0));
        set(&mut report, M::Draws, "", exactly(0.0));
        set(&mut report, M::Unfinished, "", exactly(0.0));
        set(&mut report, M::EndReason, "checkmate", exactly(1.0));
        set(&mut report, M::Length, "", exactly(7.0));
        report.lengths = [0.25, 0.75]
            .map(|share| super::super::Quantile {
                share,
                plies: exactly(7.0),
            })
            .to_vec();
        assert_eq!(white(&report).unwrap(), "White won all 200 games.");
        assert_eq!(
            ends(&report).unwrap(),
            "No game was drawn; all ended by checkmate."
        );
        let told = "Every game lasts 7 plies, 6 of them the random opening.";
        assert_eq!(length(&report).unwrap(), told);

        set(&mut report, M::WhiteScore, "", exactly(0.0));
        set(&mut report, M::Unfinished, "", exactly(0.25));
        let mean = Estimate {
            low: 6.0,
            high: 8.0,
            ..exactly(7.0)
        };
        set(&mut report, M::Length, "", mean);
        assert_eq!(
            white(&report).unwrap(),
            "Black won all 200 games that ended."
        );
        let told = "Of the 200 games that ended, none was drawn. All of them ended by checkmate.";
        assert!(ends(&report).unwrap().ends_with(told));
        let told = "The games that ended lasted 7.0 ± 1.0 plies on average, 6 of them the random opening; most of them lasted 7.";
        assert_eq!(length(&report).unwrap(), told);
    }
}
