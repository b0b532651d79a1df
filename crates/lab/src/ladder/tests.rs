//! Planted ladders are found again; real runs give the same result with any interruptions.

use super::fit::fit;
use super::run::matches;
use super::*;
use crate::jobs::JobsEnd;
use crate::run_subject::{RunMergeError, tests::planted_subject};
use crate::statistics::score_of;
use hyperrook_rules::{Game, GameFile};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// A ladder of rungs with these Elos, with this many pairs in each match.
fn planted(elos: &[f64], pairs: u64, draws: f64, rng: &mut fastrand::Rng) -> LadderSums {
    let mut sums = LadderSums {
        subject: planted_subject(),
        rungs: (0..elos.len() as u64).collect(),
        seeds: [1].into(),
        matches: Vec::new(),
        forced_win: None,
        repeated: 0,
        without_opening: 0,
    };
    for (lower, higher) in matches(elos.len()) {
        let mut played = RungMatch::new(lower, higher);
        let score = score_of(elos[higher] - elos[lower]);
        let drawn = draws.min(2.0 * (1.0 - score)).min(2.0 * score);
        let wins = score - drawn / 2.0;
        for number in 0..pairs {
            let mut half_points = [0; 2];
            for points in &mut half_points {
                let at = rng.f64();
                *points = if at < wins {
                    2
                } else {
                    usize::from(at < wins + drawn)
                };
            }
            assert!(played.pairs.insert(number, Some(half_points)));
        }
        sums.matches.push(played);
    }
    sums
}

#[test]
fn a_planted_ladder_is_found_again() {
    let elos = [0.0, 180.0, 250.0, 420.0, 520.0, 560.0];
    for (pairs, draws) in [(50, 0.0), (50, 0.5), (300, 0.3)] {
        let mut rng = fastrand::Rng::with_seed(31);
        let (mut inside, mut all) = (0u32, 0u32);
        for _ in 0..200 {
            let sums = planted(&elos, pairs, draws, &mut rng);
            let report = LadderReport::new(&sums);
            for (rung, elo) in report.rungs.iter().zip(elos).skip(1) {
                all += 1;
                inside += u32::from((rung.elo - elo).abs() <= 1.96 * rung.elo_error);
            }
            for (step, elo) in report.steps.iter().zip(elos.windows(2)) {
                all += 1;
                let gap = elo[1] - elo[0];
                inside += u32::from((step.elo - gap).abs() <= 1.96 * step.elo_error);
            }
        }
        let share = f64::from(inside) / f64::from(all);
        assert!(
            (0.935..=0.975).contains(&share),
            "{pairs} pairs, {draws} draws: {share}"
        );
    }
}

#[test]
fn a_step_that_is_too_high_is_a_bound() {
    let mut rng = fastrand::Rng::with_seed(32);
    let sums = planted(&[0.0, 3_000.0, 3_100.0], 100, 0.2, &mut rng);
    let report = LadderReport::new(&sums);
    let [first, second] = &report.steps[..] else {
        panic!("two steps");
    };
    // 100 pairs without a loss: more than 97 %.
    let least = first.at_least.unwrap();
    assert!((600.0..610.0).contains(&least), "{least}");
    assert!(first.elo.is_finite() && first.elo > least && first.elo_error > 50.0);
    assert!(report.depth_is_bound && !report.doubling_is_bound);
    let [depth, error] = report.depth.unwrap();
    assert!((200.0 * depth - least - second.elo).abs() < 1e-6);
    assert!((200.0 * error - second.elo_error).abs() < 1e-6);
    assert!(second.at_least.is_none());
    assert!(
        (second.elo - 100.0).abs() < 3.0 * second.elo_error,
        "{}",
        second.elo
    );
    assert!(report.markdown().contains("at least"));
}

/// Pairs that all end alike do not make a step certain.
#[test]
fn drawn_games_have_errors() {
    let mut rng = fastrand::Rng::with_seed(33);
    let sums = planted(&[0.0, 0.0], 5, 1.0, &mut rng);
    let report = LadderReport::new(&sums);
    assert!(report.steps[0].elo.abs() < 1e-6);
    assert!(report.steps[0].elo_error > 20.0, "{:?}", report.steps);
}

#[test]
fn rungs_without_games_have_no_elo() {
    let mut rng = fastrand::Rng::with_seed(33);
    let mut sums = planted(&[0.0, 100.0, 200.0], 20, 0.2, &mut rng);
    for played in &mut sums.matches {
        if played.higher == 2 {
            *played = RungMatch::new(played.lower, 2);
        }
    }
    assert!(fit(3, &sums.matches).is_none());
    let report = LadderReport::new(&sums);
    assert!(report.rungs.is_empty() && report.markdown().contains("play more games"));
}

fn run(folder: Option<&Path>, threads: usize, seed: u64) -> (LadderSums, JobsEnd) {
    let text = include_str!("../../tests/games/mini.toml");
    let file = GameFile::parse("mini.toml", text).unwrap();
    let game = Game::new(file.define(&[]).unwrap()).unwrap();
    let settings = LadderSettings {
        from: 8,
        to: 40,
        seed,
    };
    let stop = AtomicBool::new(false);
    let how = LadderRun {
        games: 8,
        threads,
        folder,
        others: &[],
        stop: &stop,
    };
    let (sums, end, report) = climb(&game, &settings, &how, &mut |_| ()).unwrap();
    assert_eq!(sums.rungs, [0, 8, 16, 32]);
    assert_eq!(report.steps.len(), 3);
    (sums, end)
}

#[test]
fn a_run_is_the_same_with_any_threads_and_interruptions() {
    let whole = run(None, 1, 1);
    assert_eq!(whole.1, JobsEnd::Complete);
    assert_eq!(run(None, 3, 1), whole);
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(run(Some(folder.path()), 2, 1), whole);
    let path = folder.path().join("ladder.journal");
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    std::fs::write(&path, lines[..lines.len() / 2].join("\n") + "\n{\"jo").unwrap();
    assert_eq!(run(Some(folder.path()), 2, 1), whole);
}

#[test]
fn runs_with_other_seeds_can_be_merged_and_the_same_ones_cannot() {
    let (first, _) = run(None, 2, 1);
    let (second, _) = run(None, 2, 2);
    let mut merged = first.clone();
    merged.merge(&second).unwrap();
    let count = |sums: &LadderSums| sums.matches.iter().map(|m| m.pairs.count()).sum::<u64>();
    let all = |sums: &LadderSums| 2 * count(sums) + sums.repeated;
    assert_eq!(all(&merged), all(&first) + all(&second));
    // A run whose seed says otherwise, but with the same openings.
    let again = LadderSums {
        seeds: [3].into(),
        ..second.clone()
    };
    let before = merged.clone();
    merged.merge(&again).unwrap();
    assert_eq!(merged.matches, before.matches);
    assert_eq!(merged.repeated, before.repeated + all(&again));
    assert_eq!(
        merged.clone().merge(&second),
        Err(RunMergeError::SameGames(2))
    );
    let text = serde_json::to_string(&merged).unwrap();
    assert_eq!(serde_json::from_str::<LadderSums>(&text).unwrap(), merged);
    // More points than a pair has.
    let mut crafted: serde_json::Value = serde_json::from_str(&text).unwrap();
    crafted["matches"][0]["pairs"] = serde_json::json!({ "1": [3,0] });
    let error = serde_json::from_value::<LadderSums>(crafted).unwrap_err();
    assert!(error.to_string().contains("half-points"), "{error}");
}

#[test]
fn a_ladder_needs_rungs() {
    let game = Game::shipped("chess").unwrap();
    assert_eq!(LadderSettings::lowest(&game), 128);
    let settings = LadderSettings {
        from: 64,
        to: 32,
        seed: 1,
    };
    let stop = AtomicBool::new(false);
    let how = LadderRun {
        games: 2,
        threads: 1,
        folder: None,
        others: &[],
        stop: &stop,
    };
    let error = climb(&game, &settings, &how, &mut |_| ()).unwrap_err();
    assert!(
        error.to_string().contains("is greater than --to"),
        "{error}"
    );
}
