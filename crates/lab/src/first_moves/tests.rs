//! Planted first moves are found again, equal ones are not named; real runs give the same result
//! with any interruptions.

use super::choose::first_moves;
use super::play::FirstMovePlayer;
use super::*;
use crate::jobs::JobsEnd;
use crate::line_journal::tests::without_checksums;
use crate::run_subject::tests::planted_subject;
use crate::statistics::elo;
use hyperrook_notation::moves::parse_move;
use hyperrook_rules::{Game, GameFile, Move};
use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// The pieces of the planted first moves. Those of the knight are eight of twenty.
const KINDS: [&str; 3] = ["pawn", "knight", "rook"];
const MOVES: usize = 20;

fn planted_piece(number: usize) -> &'static str {
    match number {
        0..=9 => KINDS[0],
        10..=17 => KINDS[1],
        _ => KINDS[2],
    }
}

/// A run in which each first move wins and draws with these chances. Half of the luck is that of
/// the round, and some games do not count.
fn planted(
    chances: &dyn Fn(usize) -> (f64, f64),
    rounds: usize,
    rng: &mut fastrand::Rng,
) -> FirstMoveResults {
    let first = |number: usize| FirstMove {
        moves: vec![format!("move{number}")],
        piece: planted_piece(number).to_owned(),
    };
    let mut results = FirstMoveResults {
        subject: planted_subject(),
        nodes: 1,
        opening_plies: 2,
        seed: 1,
        moves: (0..MOVES).map(first).collect(),
        rounds: Vec::new(),
        cut_off: 0,
        forced_win: None,
        winning_move: None,
        repeated: 0,
    };
    for _ in 0..rounds {
        let common = rng.f64();
        let round = (0..MOVES).map(|number| {
            let (wins, draws) = chances(number);
            let at = if rng.bool() { common } else { rng.f64() };
            let points = if at < wins {
                2
            } else {
                u8::from(at < wins + draws)
            };
            (rng.f64() < 0.97).then_some(points)
        });
        results.rounds.push(round.collect());
    }
    results
}

/// The texts of the moves and the names of the pieces with a verdict.
fn named(report: &FirstMovesReport, verdict: FirstMoveVerdict) -> Vec<String> {
    let has = |row: &&ScoreReport| row.comparison.is_some_and(|c| c.verdict == verdict);
    let moves = report
        .moves
        .iter()
        .filter(has)
        .map(|row| row.moves[0].clone());
    let kinds = report.kinds.iter().filter(has).map(|row| row.piece.clone());
    moves.chain(kinds).collect()
}

#[test]
fn equal_first_moves_are_rarely_named() {
    let mut rng = fastrand::Rng::with_seed(61);
    for (wins, draws) in [(0.4, 0.3), (0.03, 0.05), (0.95, 0.02), (0.05, 0.9)] {
        for rounds in [4, 40, 100] {
            let runs = 150;
            let mut wrong = 0;
            for _ in 0..runs {
                let results = planted(&|_| (wins, draws), rounds, &mut rng);
                let report = FirstMovesReport::new(&results);
                let all = [FirstMoveVerdict::ClearlyGood, FirstMoveVerdict::ClearlyBad];
                wrong += u32::from(all.iter().any(|&v| !named(&report, v).is_empty()));
            }
            // 5 % of 150 runs, and two standard deviations.
            let what = format!("{wins} wins, {draws} draws, {rounds} rounds: {wrong}");
            assert!(wrong <= 12, "{what}");
        }
    }
}

#[test]
fn elo_has_the_sign_of_the_difference() {
    let mut rng = fastrand::Rng::with_seed(64);
    for _ in 0..50 {
        let report = FirstMovesReport::new(&planted(&|_| (0.3, 0.1), 7, &mut rng));
        for row in report.moves.iter().chain(&report.kinds) {
            let (Some(found), Some([elo, _])) = (row.comparison, row.elo) else {
                continue;
            };
            assert!(elo * found.difference.value >= 0.0, "{row:?}");
        }
    }
}

#[test]
fn a_move_with_few_games_does_not_keep_others_from_being_compared() {
    let mut rng = fastrand::Rng::with_seed(65);
    let mut results = planted(&|_| (0.4, 0.3), 40, &mut rng);
    for round in &mut results.rounds[1..] {
        round[0] = None;
    }
    let rare = results.moves[0].moves[0].clone();
    let report = FirstMovesReport::new(&results);
    for row in &report.moves {
        assert_eq!(row.comparison.is_none(), row.moves[0] == rare, "{row:?}");
    }
    let text = report.markdown();
    assert!(
        text.contains(&format!(
            "not compared and do not count in the mean: {rare}"
        )),
        "{text}"
    );
    // Nothing can be said of a few games of each.
    results.rounds.truncate(4);
    let report = FirstMovesReport::new(&results);
    assert!(report.mean.is_none() && report.kinds.iter().all(|row| row.score.is_none()));
    let text = report.markdown();
    assert!(
        text.contains("cannot be compared") && !text.contains("Clearly better"),
        "{text}"
    );
}

/// The row of the rook: `move18` has won 13 games, `move19` has lost 4, which are too few to count.
#[test]
fn the_row_of_a_kind_has_only_what_counts() {
    let mut rng = fastrand::Rng::with_seed(67);
    let mut results = planted(&|_| (0.2, 0.3), 13, &mut rng);
    for (number, round) in results.rounds.iter_mut().enumerate() {
        round[18] = Some(2);
        round[19] = (number < 4).then_some(0);
        // The second move of the knight has 12 games or fewer, the others none.
        round[11..=17].fill(None);
    }
    let report = FirstMovesReport::new(&results);
    let kind = |piece: &str| report.kinds.iter().find(|row| row.piece == piece).unwrap();
    let of_move = |text: &str| {
        report
            .moves
            .iter()
            .find(|row| row.moves[0] == text)
            .unwrap()
    };
    for (piece, only) in [("rook", "move18"), ("knight", "move10")] {
        let (mut row, expected) = (kind(piece).clone(), of_move(only));
        assert!(!row.left_out.is_empty());
        row.left_out.clear();
        // The same verdict, but by its own rank among the comparisons.
        let adjusted_p = |row: &ScoreReport| row.comparison.unwrap().adjusted_p;
        assert!((adjusted_p(&row) - adjusted_p(expected)).abs() < 0.05);
        row.comparison = expected.comparison;
        assert_eq!(row, *expected);
    }
    let rook = kind("rook");
    assert_eq!((rook.games, rook.won, rook.lost), (13, 13, 0));
    assert_eq!(rook.left_out, ["move19"]);
    assert!(kind("pawn").left_out.is_empty());
    let text = report.markdown();
    assert!(
        text.contains("| rook | 1 of 2 | 13 | 13 | 0 | 0 |"),
        "{text}"
    );
    assert!(
        text.contains("move18, the compared first moves of the rook."),
        "{text}"
    );
    assert!(!text.contains("all first moves of the rook"), "{text}");
}

#[test]
fn differences_of_moves_that_won_nearly_all_games_cover_the_truth() {
    let mut rng = fastrand::Rng::with_seed(68);
    for wins in [0.82, 0.93] {
        let chances = |number| {
            if number == 0 {
                (wins, 0.0)
            } else {
                (0.03, 0.94)
            }
        };
        let truth = 0.95 * (wins - 0.5);
        let runs = 1_000;
        let covers = |_: &u32| {
            let report = FirstMovesReport::new(&planted(&chances, 13, &mut rng));
            let row = report
                .moves
                .iter()
                .find(|row| row.moves[0] == "move0")
                .unwrap();
            let found = row.comparison.unwrap().difference;
            found.low <= truth && truth <= found.high
        };
        let inside = (0..runs).filter(covers).count();
        assert!(inside * 100 >= 93 * runs as usize, "{wins}: {inside}");
    }
}

#[test]
fn differences_are_written_with_the_sides_of_their_intervals() {
    let mut rng = fastrand::Rng::with_seed(69);
    let mut results = planted(&|_| (0.2, 0.3), 13, &mut rng);
    results
        .rounds
        .iter_mut()
        .for_each(|round| round[0] = Some(2));
    let report = FirstMovesReport::new(&results);
    let row = &report.moves[0];
    let (difference, score) = (row.comparison.unwrap().difference, row.score.unwrap());
    // The move is a twentieth of the mean.
    let below = difference.value - difference.low;
    assert!(below > 0.95 * (score.value - score.low), "{row:?}");
    let text = report.markdown();
    let line = text
        .lines()
        .find(|line| line.starts_with("| move0 |"))
        .unwrap();
    let low = format!("% (+{:.1} to +", 100.0 * difference.low);
    assert!(line.contains(&low), "{line}");
    assert!(text.contains("| −") && !text.contains("| -"), "{text}");
    assert!(
        text.contains("1 position per move, 2 random moves after the first move"),
        "{text}"
    );
}

#[test]
fn equal_results_are_no_certainty() {
    let mut rng = fastrand::Rng::with_seed(66);
    let report = FirstMovesReport::new(&planted(&|_| (0.0, 1.0), 6, &mut rng));
    for row in report.moves.iter().chain(&report.kinds) {
        let Some(found) = row.comparison else {
            continue;
        };
        assert!(
            found.difference.low < 0.0 && found.difference.high > 0.0,
            "{row:?}"
        );
    }
    let mean = report.mean.unwrap();
    assert!(mean.low < 0.5 && mean.high > 0.5, "{mean:?}");
}

#[test]
fn a_planted_bad_move_is_named() {
    let mut rng = fastrand::Rng::with_seed(62);
    let (mut found, mut others) = (0, 0);
    for _ in 0..100 {
        let chances = |number| if number == 3 { (0.2, 0.2) } else { (0.4, 0.3) };
        let report = FirstMovesReport::new(&planted(&chances, 150, &mut rng));
        let mut bad = named(&report, FirstMoveVerdict::ClearlyBad);
        found += u32::from(bad.contains(&"move3".to_owned()));
        // The mean of the pieces differs a little from that of all moves, which has the bad one.
        bad.extend(named(&report, FirstMoveVerdict::ClearlyGood));
        let is_wrong = |name: &String| name.starts_with("move") && name != "move3";
        others += u32::from(bad.iter().any(is_wrong));
    }
    assert!(found >= 95, "{found}");
    assert!(others <= 9, "{others}");
}

#[test]
fn a_bad_piece_is_named_although_its_moves_are_not() {
    let mut rng = fastrand::Rng::with_seed(63);
    let (mut kinds, mut moves, mut inside) = (0, 0, 0u32);
    let runs = 100;
    for _ in 0..runs {
        let chances = |number| match planted_piece(number) {
            "knight" => (0.33, 0.3),
            _ => (0.43, 0.3),
        };
        let report = FirstMovesReport::new(&planted(&chances, 150, &mut rng));
        let bad = named(&report, FirstMoveVerdict::ClearlyBad);
        kinds += u32::from(bad.contains(&"knight".to_owned()));
        moves += bad.iter().filter(|name| name.starts_with("move")).count();
        let knights = report
            .kinds
            .iter()
            .find(|row| row.piece == "knight")
            .unwrap();
        // Knights score 0.48, all moves 0.54 on average.
        let difference = knights.comparison.unwrap().difference;
        inside += u32::from(difference.low <= -0.06 && -0.06 <= difference.high);
    }
    assert!(kinds >= 90, "{kinds}");
    assert!(moves <= 8 * runs / 4, "{moves}");
    assert!(inside >= 90, "{inside}");
}

#[test]
fn intervals_of_elo_cover_the_truth() {
    let mut rng = fastrand::Rng::with_seed(64);
    let (mut inside, mut all) = (0u32, 0u32);
    for _ in 0..100 {
        let chances = |number| match planted_piece(number) {
            "knight" => (0.3, 0.3),
            "pawn" => (0.5, 0.3),
            _ => (0.1, 0.3),
        };
        let report = FirstMovesReport::new(&planted(&chances, 200, &mut rng));
        let score = |row: &ScoreReport| match row.piece.as_str() {
            "pawn" => 0.65,
            "knight" => 0.45,
            _ => 0.25,
        };
        let moves = report.moves.iter().map(|row| row.moves.len() as f64);
        let points = report
            .moves
            .iter()
            .map(|row| score(row) * row.moves.len() as f64);
        let mean = points.sum::<f64>() / moves.sum::<f64>();
        for row in &report.moves {
            let truth = elo(score(row)) - elo(mean);
            let [difference, error] = row.elo.unwrap();
            all += 1;
            inside += u32::from((difference - truth).abs() <= 1.96 * error);
        }
    }
    let share = f64::from(inside) / f64::from(all);
    assert!((0.93..=0.98).contains(&share), "{share}");
}

#[test]
fn moves_without_games_or_without_others_are_not_compared() {
    let mut rng = fastrand::Rng::with_seed(65);
    let mut results = planted(&|_| (0.4, 0.3), 10, &mut rng);
    results.rounds.iter_mut().for_each(|round| round[7] = None);
    let report = FirstMovesReport::new(&results);
    let last = report.moves.last().unwrap();
    assert_eq!((last.moves[0].as_str(), last.games), ("move7", 0));
    assert!(last.score.is_none() && last.comparison.is_none() && last.elo.is_none());
    assert!(report.moves[0].comparison.is_some());
    results.moves.truncate(1);
    results
        .rounds
        .iter_mut()
        .for_each(|round| round.truncate(1));
    let report = FirstMovesReport::new(&results);
    let rows = [&report.moves[0], &report.kinds[0]];
    assert!(rows.iter().all(|row| row.comparison.is_none()));
    assert!(rows.iter().all(|row| row.score.is_some()));
    results.rounds.clear();
    let report = FirstMovesReport::new(&results);
    assert!(report.mean.is_none() && !report.markdown().contains("Clearly"));
}

/// A game that its inventor has just written, on another board than the shipped ones.
fn mini(board: &str) -> Game {
    let text = include_str!("../../tests/games/mini.toml");
    let text = text.replace("rnknr/ppppp/5/PPPPP/RNKNR", board);
    let file = GameFile::parse("mini.toml", &text).unwrap();
    Game::new(file.define(&[]).unwrap()).unwrap()
}

const MINI: &str = "rnknr/ppppp/5/PPPPP/RNKNR";

fn the_move(game: &Game, text: &str) -> Move {
    parse_move(&game.start(), text).unwrap()
}

#[test]
fn symmetric_first_moves_are_taken_together() {
    let game = mini(MINI);
    let found = first_moves(&game, &[]);
    let texts: Vec<String> = found.iter().map(|m| m.named.moves.join(" ")).collect();
    assert_eq!(
        texts,
        ["a2a3 e2e3", "b1a3 d1e3", "b1c3 d1c3", "b2b3 d2d3", "c2c3"]
    );
    assert_eq!(found[1].named.piece, "knight");
    // The other knight makes the start asymmetric.
    assert_eq!(
        first_moves(&mini("rnknr/ppppp/5/PPPPP/RNKRN"), &[]).len(),
        8
    );
    let chosen = ["e2e3", "d1e3"].map(|text| the_move(&game, text));
    let texts: Vec<_> = first_moves(&game, &chosen)
        .into_iter()
        .map(|m| m.named.moves)
        .collect();
    assert_eq!(texts, [["d1e3"], ["e2e3"]]);
    // Castling distinguishes the sides of the board.
    let chess = Game::shipped("chess").unwrap();
    assert_eq!(first_moves(&chess, &[]).len(), 20);
}

fn settings() -> FirstMovesSettings {
    FirstMovesSettings {
        nodes: 20,
        opening_plies: 4,
        ..FirstMovesSettings::default()
    }
}

#[test]
fn openings_begin_with_the_first_move_and_differ() {
    let (game, settings) = (mini(MINI), settings());
    let mut player = FirstMovePlayer::new(&game, &settings);
    let [first, second] = ["a2a3", "c2c3"].map(|text| the_move(&game, text));
    let (mut keys, mut same_replies) = (HashSet::new(), 0);
    for round in 0..20 {
        let opening = player.opening(first, round).unwrap();
        assert_eq!((opening.moves().len(), opening.moves()[0]), (5, first));
        keys.insert(opening.position().zobrist_key());
        let other = player.opening(second, round).unwrap();
        same_replies += u32::from(opening.moves()[1] == other.moves()[1]);
        // What is known from other games does not change the opening.
        let mut fresh = FirstMovePlayer::new(&game, &settings);
        assert_eq!(
            fresh.opening(first, round).unwrap().moves(),
            opening.moves()
        );
    }
    assert!(keys.len() >= 10, "{}", keys.len());
    // With 8 replies, independent games would have about 3.
    assert!(same_replies >= 6, "{same_replies}");
}

#[test]
fn the_refutation_of_a_first_move_is_not_left_out() {
    // The rook can go where the pawn captures it.
    let game = mini("1k3/1p3/5/R4/4K");
    let settings = FirstMovesSettings {
        nodes: 200,
        ..settings()
    };
    let mut player = FirstMovePlayer::new(&game, &settings);
    let blunder = the_move(&game, "a2a3");
    for round in 0..10 {
        let opening = player.opening(blunder, round).unwrap();
        let reply = opening.moves()[1];
        let after = game.start().after(blunder).unwrap();
        assert_eq!(parse_move(&after, "b4a3").unwrap(), reply);
    }
}

fn run(folder: Option<&Path>, threads: usize) -> (FirstMoveResults, JobsEnd) {
    let stop = AtomicBool::new(false);
    let how = FirstMovesRun {
        games: 6,
        threads,
        folder,
        stop: &stop,
    };
    let (results, end, report) = compare(&mini(MINI), &settings(), &how, &mut |_| ()).unwrap();
    assert_eq!((report.moves.len(), report.kinds.len()), (5, 2));
    let games: u64 = report.moves.iter().map(|row| row.games).sum();
    assert_eq!(games + report.repeated + report.cut_off, 30);
    // On so small a board, some rounds share an opening.
    assert!(games >= 20, "{games}");
    (results, end)
}

#[test]
fn a_run_is_the_same_with_any_threads_and_interruptions() {
    let whole = run(None, 1);
    assert_eq!(whole.1, JobsEnd::Complete);
    assert_eq!(run(None, 3), whole);
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(run(Some(folder.path()), 2), whole);
    let path = folder.path().join("first-moves.journal");
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    std::fs::write(&path, lines[..lines.len() / 2].join("\n") + "\n{\"jo").unwrap();
    assert_eq!(run(Some(folder.path()), 2), whole);
    // The games are played with 20 nodes.
    let game = mini(MINI);
    let stop = AtomicBool::new(false);
    let how = FirstMovesRun {
        games: 6,
        threads: 1,
        folder: Some(folder.path()),
        stop: &stop,
    };
    let other = FirstMovesSettings {
        nodes: 21,
        ..settings()
    };
    let error = compare(&game, &other, &how, &mut |_| ()).unwrap_err();
    assert!(error.to_string().contains("other settings"), "{error}");
}

#[test]
fn an_opening_that_ends_the_game_counts_once_as_others_do() {
    let folder = tempfile::tempdir().unwrap();
    run(Some(folder.path()), 2);
    let path = folder.path().join("first-moves.journal");
    let text = without_checksums(&std::fs::read_to_string(&path).unwrap());
    // All games of a move have one opening; earlier versions noted that it ends the game.
    let lines = text.lines().map(|line| {
        let mut line: serde_json::Value = serde_json::from_str(line).unwrap();
        if let Some(result) = line.get_mut("result") {
            result["key"] = 1.into();
            result["is_over"] = true.into();
        }
        format!("{line}\n")
    });
    std::fs::write(&path, lines.collect::<String>()).unwrap();
    let stop = AtomicBool::new(false);
    let how = FirstMovesRun {
        games: 6,
        threads: 1,
        folder: Some(folder.path()),
        stop: &stop,
    };
    let (results, _, report) = compare(&mini(MINI), &settings(), &how, &mut |_| ()).unwrap();
    assert_eq!(results.repeated, 25);
    assert!(report.moves.iter().all(|row| row.games == 1), "{report:?}");
}

#[test]
fn a_run_needs_a_first_move() {
    let game = mini(MINI);
    let elsewhere = the_move(&Game::shipped("chess").unwrap(), "e2e4");
    let stop = AtomicBool::new(false);
    let how = FirstMovesRun {
        games: 1,
        threads: 1,
        folder: None,
        stop: &stop,
    };
    let other = FirstMovesSettings {
        moves: vec![elsewhere],
        ..settings()
    };
    let error = compare(&game, &other, &how, &mut |_| ()).unwrap_err();
    assert!(error.to_string().contains("no first move"), "{error}");
}
