//! Advice: what an inventor should look at first.
//!
//! A point is raised only if the interval of its figure, and not just the figure, is beyond a
//! threshold. The thresholds are judgements: most published games stay within them.

use super::data::{Advice, Figure, PlaytestReport};
use super::format::{games, with_error};
use crate::playtest::measures::{MeasureId as M, TENTHS, Unit, bin_plies};
use crate::playtest::sums::REASONS;
use crate::statistics::Estimate;
use hyperrook_notation::words::{list, thousands};
use hyperrook_rules::{Ends, Reason};
use std::iter::successors;

/// With fewer games, the results are uncertain.
const FEW_GAMES: u64 = 200;
/// A side that scores more has too great an advantage.
const ONE_SIDED: f64 = 0.58;
/// A game with more draws is drawish.
const DRAWISH: f64 = 0.5;
/// More games than this should not end without progress.
const NO_PROGRESS: f64 = 0.25;
/// Longer games are long for people: moves of both sides.
const LONG_PLIES: f64 = 300.0;
/// A game in which more pieces cannot move is jammed.
const JAMMED: f64 = 0.45;
/// A kind is not used if a larger share of its pieces neither move nor are captured.
const IDLE: f64 = 0.4;
/// A kind is stuck if a larger share of its pieces cannot move.
const STUCK: f64 = 0.7;
/// More positions than this should not have only one legal move.
const FORCED: f64 = 0.15;
/// A smaller share of early decided games is not reported.
const EARLY: f64 = 0.25;
/// If a larger share of the games was stopped, the others are mostly the short ones.
const MANY_STOPPED: f64 = 0.1;
/// Games that are decided by this range of plies are decided early.
const EARLY_BIN: usize = 2;
/// A rule that matters in fewer games has no effect.
const UNMET: f64 = 0.02;
/// Fewer good moves make a game narrow.
const NARROW: f64 = 2.0;

/// The winning chances are wrong if results are farther away from them.
const WRONG_CHANCES: f64 = 0.05;
/// Results that fewer games decide say nothing about winning chances.
const CHANCES_GAMES: u64 = 5;

/// If a move gets fewer positions than the number of legal moves to this power, simple tactics are
/// missed: they are hardly enough for a move, the reply, and the captures after it.
const TACTICS: f64 = 1.75;

/// What to look at first in a game that ends by these rules.
pub(super) fn advice(report: &PlaytestReport, ends: &Ends) -> Vec<Advice> {
    let mut found = Vec::new();
    forced_win(report, &mut found);
    few_games(report, &mut found);
    weak_players(report, &mut found);
    wrong_chances(report, &mut found);
    one_sided(report, &mut found);
    early_decision(report, &mut found);
    unused_pieces(report, &mut found);
    jams(report, &mut found);
    if !is_random(report) {
        one_kind(report, &mut found);
        draws_and_length(report, &mut found);
    }
    endless(report, ends, &mut found);
    choice(report, &mut found);
    unmet_rules(report, &mut found);
    unused_cells(report, &mut found);
    found
}

/// Whether the moves were random: then draws, lengths and shares of moves say nothing about players.
fn is_random(report: &PlaytestReport) -> bool {
    report.nodes == 0
}

fn point(title: impl Into<String>, text: String) -> Advice {
    Advice {
        title: title.into(),
        text,
    }
}

/// A share whose whole interval is above a threshold.
fn above(report: &PlaytestReport, id: M, threshold: f64) -> Option<&Estimate> {
    report.figure(id).filter(|found| found.low > threshold)
}

/// Whether a share itself is above a threshold.
fn above_value(report: &PlaytestReport, id: M, threshold: f64) -> bool {
    report
        .figure(id)
        .is_some_and(|found| found.value > threshold)
}

fn forced_win(report: &PlaytestReport, found: &mut Vec<Advice>) {
    if let Some(win) = &report.forced_win {
        found.push(point(
            "Forced win",
            format!("{win}. Change the starting position: this one decides the game."),
        ));
    }
}

fn few_games(report: &PlaytestReport, found: &mut Vec<Advice>) {
    if report.out_of_openings {
        found.push(point(
            "No more openings",
            format!(
                "After {} there were no more openings of {} random plies that are about as even as the start. More random plies give more openings: --opening-plies.",
                games(report.games),
                report.opening_plies
            ),
        ));
    } else if report.games < FEW_GAMES {
        found.push(point(
            "Few games",
            format!(
                "{} can show only large differences. Play at least {FEW_GAMES}. Four times as many games halve the errors.",
                games(report.games)
            ),
        ));
    }
}

fn weak_players(report: &PlaytestReport, found: &mut Vec<Advice>) {
    let Some(branching) = report.figure(M::Branching) else {
        return;
    };
    let needed = branching.value.powf(TACTICS);
    if report.nodes > 0 && (report.nodes as f64) < needed {
        // 1,000, 2,000, 4,000 and so on.
        let mut choices = successors(Some(1_000_u64), |nodes| nodes.checked_mul(2));
        let enough = |nodes: &u64| *nodes as f64 >= needed && *nodes > report.nodes;
        let Some(nodes) = choices.find(enough) else {
            return;
        };
        found.push(point(
            "Weak players",
            format!(
                "A position has {:.0} legal moves, and the engine searched only {} positions for each move: it overlooks simple captures, and its mistakes may decide who wins. Check whether the figures stay the same with {} positions per move.",
                branching.value,
                thousands(report.nodes),
                thousands(nodes)
            ),
        ));
    }
}

/// The engine's winning chances, if they are clearly wrong.
fn wrong_chances(report: &PlaytestReport, found: &mut Vec<Advice>) {
    let Some(calibration) = report.measure(M::Calibration) else {
        return;
    };
    let width = 1.0 / TENTHS as f64;
    // How far the whole interval is from the tenth of the chances.
    let miss = |figure: &Figure| {
        let (from, to) = (figure.at as f64 * width, (figure.at + 1) as f64 * width);
        (from - figure.estimate.high).max(figure.estimate.low - to)
    };
    let wrong = calibration
        .figures
        .iter()
        .filter(|figure| figure.estimate.games >= CHANCES_GAMES && miss(figure) > WRONG_CHANCES)
        .max_by(|a, b| miss(a).total_cmp(&miss(b)));
    if let Some(wrong) = wrong {
        found.push(point(
            "Winning chances that do not come true",
            format!(
                "Where the engine gives White {}, White scores {}. So drama, comebacks, uncertainty and the point at which a game is decided cannot be compared with those of other games.",
                wrong.label,
                with_error(Unit::Share, &wrong.estimate)
            ),
        ));
    }
}

fn one_sided(report: &PlaytestReport, found: &mut Vec<Advice>) {
    let Some(score) = report.figure(M::WhiteScore) else {
        return;
    };
    let (side, best) = if score.low > ONE_SIDED {
        ("White", score.value)
    } else if score.high < 1.0 - ONE_SIDED {
        ("Black", 1.0 - score.value)
    } else {
        return;
    };
    found.push(point(
        "One side wins too often",
        format!(
            "{side} scores {:.0} %. Look at the start: what does {side} get to first? Compare it with a version that has another starting position.",
            100.0 * best
        ),
    ));
}

fn early_decision(report: &PlaytestReport, found: &mut Vec<Advice>) {
    if above_value(report, M::Unfinished, MANY_STOPPED) {
        return;
    }
    let course = report.measure(M::DecidedByPly);
    let early = course.and_then(|course| course.figures.iter().find(|f| f.at == EARLY_BIN));
    if let Some(early) = early.filter(|early| early.estimate.low > EARLY) {
        let (_, end) = bin_plies(EARLY_BIN);
        found.push(point(
            "Decided early",
            format!(
                "{} of the games are decided by ply {}. Look for attacks from the starting position that cannot be stopped: forced wins.",
                with_error(Unit::Share, &early.estimate),
                end.unwrap_or(0)
            ),
        ));
    }
}

/// The kinds whose share is certainly above a threshold, each with its share.
fn kinds_above(report: &PlaytestReport, id: M, threshold: f64) -> Vec<String> {
    let figures = report.measure(id).map(|found| found.figures.as_slice());
    let figures = figures.unwrap_or_default().iter();
    figures
        .filter(|figure| figure.estimate.low > threshold)
        .map(|figure| {
            let share = with_error(Unit::Share, &figure.estimate);
            format!("{} ({share})", figure.label)
        })
        .collect()
}

fn unused_pieces(report: &PlaytestReport, found: &mut Vec<Advice>) {
    let idle = kinds_above(report, M::KindIdle, IDLE);
    if !idle.is_empty() {
        found.push(point(
            "Pieces that are not used",
            format!(
                "These pieces often stay where they started: {}. They may be too weak, too slow, shut in at the start, or best kept at home.",
                list(&idle, "and")
            ),
        ));
    }
}

fn one_kind(report: &PlaytestReport, found: &mut Vec<Advice>) {
    let Some(moves) = report.measure(M::KindMoves) else {
        return;
    };
    let hoarder = moves
        .figures
        .iter()
        .find(|figure| figure.estimate.low > 0.5);
    if let Some(figure) = hoarder.filter(|_| moves.figures.len() > 2) {
        found.push(point(
            "One kind of piece plays the game",
            format!(
                "The {} makes {} of all moves.",
                figure.label,
                with_error(Unit::Share, &figure.estimate)
            ),
        ));
    }
}

fn jams(report: &PlaytestReport, found: &mut Vec<Advice>) {
    if let Some(jam) = above(report, M::Jam, JAMMED) {
        let beside = report
            .measure(M::Jam)
            .and_then(|jam| jam.others.get("chess"));
        let beside = beside.map_or(String::new(), |[chess, ..]| {
            format!("; in chess {:.0} %", 100.0 * chess)
        });
        found.push(point(
            "The board is jammed",
            format!(
                "On average, {} of the pieces cannot move{beside}. Fewer pieces, longer moves or a larger board would make room.",
                with_error(Unit::Share, jam)
            ),
        ));
    }
    let stuck = kinds_above(report, M::KindJam, STUCK);
    if !stuck.is_empty() {
        found.push(point(
            "Pieces that are mostly stuck",
            format!(
                "These pieces have no legal move most of the time: {}.",
                list(&stuck, "and")
            ),
        ));
    }
}

fn draws_and_length(report: &PlaytestReport, found: &mut Vec<Advice>) {
    let of_games = if above_value(report, M::Unfinished, 0.0) {
        "of the games that ended"
    } else {
        "of the games"
    };
    if let Some(draws) = above(report, M::Draws, DRAWISH) {
        found.push(point(
            "Drawish",
            format!(
                "{} {of_games} are drawn. Stronger players often draw more, not less.",
                with_error(Unit::Share, draws)
            ),
        ));
    }
    let reasons = report
        .measure(M::EndReason)
        .map(|found| found.figures.as_slice());
    for reason in reasons.unwrap_or_default() {
        let is_idle = matches!(
            REASONS.get(reason.at),
            Some(Reason::Repetition | Reason::MoveCount)
        );
        if is_idle && reason.estimate.low > NO_PROGRESS {
            found.push(point(
                format!("Games peter out by {}", reason.label),
                format!(
                    "This is the end of {} {of_games}: neither side makes progress. The goal may be too hard to reach with few pieces.",
                    with_error(Unit::Share, &reason.estimate)
                ),
            ));
        }
    }
    if let Some(length) = above(report, M::Length, LONG_PLIES) {
        found.push(point(
            "Long games",
            format!(
                "A game lasts {} plies on average, about {:.0} moves by each side.",
                with_error(Unit::Plies, length),
                length.value / 2.0
            ),
        ));
    }
}

fn endless(report: &PlaytestReport, ends: &Ends, found: &mut Vec<Advice>) {
    if let Some(unfinished) = report
        .figure(M::Unfinished)
        .filter(|share| share.value > 0.0)
    {
        let has_rule = ends.repetition > 0 || ends.moves > 0;
        let what = if has_rule {
            " More plies would end them."
        } else {
            " A rule must end such games: a draw by repetition, or after a number of moves without progress."
        };
        found.push(point(
            "Endless games",
            format!(
                "{} of the games were stopped at the greatest number of plies, and do not count.{what}",
                with_error(Unit::Share, unfinished)
            ),
        ));
    }
}

fn choice(report: &PlaytestReport, found: &mut Vec<Advice>) {
    if let Some(forced) = above(report, M::Forced, FORCED) {
        found.push(point(
            "Little choice",
            format!(
                "In {} of the positions there is only one legal move.",
                with_error(Unit::Share, forced)
            ),
        ));
    }
    if let Some(good) = report
        .figure(M::GoodMoves)
        .filter(|good| good.high < NARROW)
    {
        found.push(point(
            "A narrow path",
            format!(
                "A position has only {} good moves on average. One mistake may decide the game.",
                with_error(Unit::Moves, good)
            ),
        ));
    }
}

fn unmet_rules(report: &PlaytestReport, found: &mut Vec<Advice>) {
    let rules = [
        (M::HoldGames, "The hold", "games"),
        (M::TransformationGames, "Transformation", "games"),
        (M::PromotionGames, "Promotion", "games"),
        (M::CastlingGames, "Castling", "sides"),
        (M::BaringDecides, "Winning by baring", "won games"),
        (M::AcrossMoves, "Moving far round a closed axis", "moves"),
    ];
    for (id, rule, of) in rules {
        if let Some(share) = report.figure(id).filter(|share| share.high < UNMET) {
            found.push(point(
                "A rule that hardly matters",
                format!(
                    "{rule} occurs in {} of the {of}. Is the rule worth having?",
                    with_error(Unit::Share, share)
                ),
            ));
        }
    }
}

fn unused_cells(report: &PlaytestReport, found: &mut Vec<Advice>) {
    let Some(visits) = report.measure(M::CellVisits) else {
        return;
    };
    // The share of the moves that end on a cell on average.
    let mean = 1.0 / visits.figures.len().max(1) as f64;
    let unused: Vec<&Figure> = visits
        .figures
        .iter()
        .filter(|figure| figure.estimate.high < 0.1 * mean)
        .collect();
    if !unused.is_empty() {
        let names: Vec<String> = unused
            .iter()
            .take(12)
            .map(|figure| figure.label.clone())
            .collect();
        let more = unused.len() - names.len();
        let more = if more > 0 {
            format!(", and {more} more")
        } else {
            String::new()
        };
        found.push(point(
            "Cells that are not used",
            format!(
                "{} of {} cells are entered less than a tenth as often as the others: {}{more}.",
                unused.len(),
                visits.figures.len(),
                names.join(", ")
            ),
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playtest::report::Figures;
    use crate::playtest::report::data::MeasureReport;
    use crate::playtest::{PlaytestRun, PlaytestSettings, playtest};
    use crate::statistics::RatioSums;
    use hyperrook_rules::Game;
    use std::collections::BTreeMap;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn long_drawn_games_of_random_moves_are_no_fault() {
        let game = Game::shipped("hyperchess").unwrap();
        let settings = PlaytestSettings {
            nodes: None,
            ..PlaytestSettings::default()
        };
        let run = PlaytestRun {
            games: 20,
            ..PlaytestRun::default()
        };
        let stop = AtomicBool::new(false);
        let played = playtest(&game, &settings, &run, &stop, &mut |_| ()).unwrap();
        let mut report = PlaytestReport::new(&played.sums, &game, &Figures::default()).unwrap();
        let titles = |report: &PlaytestReport| -> Vec<String> {
            let found = advice(report, game.definition().ends());
            found.into_iter().map(|point| point.title).collect()
        };
        assert_eq!(titles(&report), ["Few games"]);
        // The same figures of an engine.
        report.nodes = 1_000_000;
        assert_eq!(
            titles(&report),
            [
                "Few games",
                "Drawish",
                "Games peter out by lack of progress",
                "Long games"
            ]
        );
        // Nearly all positions that looked won for White come from two drawn games.
        let mut chances = RatioSums::default();
        for (score, positions) in [
            (150.0, 300.0),
            (100.0, 200.0),
            (9.0, 9.0),
            (7.0, 7.0),
            (8.0, 8.0),
        ] {
            chances.add(score, positions);
        }
        report.measures.push(MeasureReport {
            measure: *M::Calibration.row(),
            figures: vec![Figure {
                label: "90-100 %".to_owned(),
                at: TENTHS - 1,
                estimate: chances.estimate().unwrap(),
            }],
            others: BTreeMap::new(),
        });
        let wrong = "Winning chances that do not come true".to_owned();
        assert!(!titles(&report).contains(&wrong));
        for _ in 0..30 {
            chances.add(50.0, 100.0);
        }
        let last = report.measures.len() - 1;
        report.measures[last].figures[0].estimate = chances.estimate().unwrap();
        assert!(titles(&report).contains(&wrong));
    }
}
