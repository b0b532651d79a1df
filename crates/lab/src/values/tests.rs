//! Planted values are found again; real runs give the same result with any interruptions.

use super::army::Army;
use super::design::{HandicapMatch, design};
use super::handicap::{fit as fit_matches, in_units};
use super::regression::fit as fit_games;
use super::*;
use crate::jobs::JobsEnd;
use crate::line_journal::tests::without_checksums;
use crate::played_pairs::PlayedPairs;
use crate::run_subject::{RunMergeError, tests::planted_subject};
use crate::statistics::{Z95, score_of};
use hyperrook_rules::{Game, Kind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

fn shipped(name: &str) -> Game {
    Game::shipped(name).unwrap()
}

fn sums(game: &Game) -> ValuesSums {
    let army = Army::new(game).unwrap();
    let matches = design(&army).into_iter().map(|planned| MatchSums {
        handicap: planned.named(&army),
        pairs: PlayedPairs::default(),
    });
    ValuesSums {
        subject: planted_subject(),
        kinds: game
            .definition()
            .pieces()
            .iter()
            .map(|p| p.letter)
            .collect(),
        nodes: 1,
        seeds: [1].into(),
        matches: matches.collect(),
        games: Vec::new(),
        cut_off: 0,
        repeated: 0,
        without_opening: 0,
    }
}

/// The planted value of a kind, in units.
fn planted(letter: char) -> f64 {
    match letter {
        'P' => 1.0,
        'N' => 2.8,
        'B' => 3.3,
        'R' => 5.2,
        'Q' => 9.4,
        _ => panic!("{letter}"),
    }
}

#[test]
fn every_kind_is_bracketed_in_every_game() {
    for &(name, _) in hyperrook_rules::SHIPPED {
        let game = shipped(name);
        let army = Army::new(&game).unwrap();
        let planned = design(&army);
        let worth = |set: &[Kind]| set.iter().map(|&k| army.value(k)).sum::<f64>();
        let mut random = fastrand::Rng::with_seed(1);
        for kind in army.kinds().into_iter().filter(|&k| army.available(k) > 0) {
            let of_kind: Vec<_> = planned.iter().filter(|p| p.has.contains(&kind)).collect();
            assert!(!of_kind.is_empty(), "{name}: {}", army.letters(&[kind]));
            let gaps = of_kind.iter().map(|p| worth(&p.has) - worth(&p.against));
            let least = gaps.fold(f64::INFINITY, |a, gap| a.min(gap.abs()));
            assert!(least <= 150.0, "{name}: {}: {least}", army.letters(&[kind]));
        }
        // In Gateway a pawn more hardly shows, so a larger piece sets the scale, too.
        let alone = planned.iter().filter(|p| p.against.is_empty());
        let is_anchor = |p: &&HandicapMatch| !p.has.contains(&army.unit);
        let anchors = alone.filter(is_anchor).count();
        assert_eq!(anchors, usize::from(name == "gateway"), "{name}");
        for planned in &planned {
            let named = planned.named(&army);
            let position = army.without([&planned.has, &planned.against], &mut random);
            let position = position.unwrap_or_else(|| panic!("{name}: {named:?}"));
            let before = game.start().setup().pieces.iter().flatten().count();
            let after = position.setup().pieces.iter().flatten().count();
            assert!(after < before);
        }
    }
}

#[test]
fn castling_rights_are_lost_with_their_rooks() {
    let army = Army::new(&shipped("chess")).unwrap();
    let rook = army.game.definition().kind('R').unwrap();
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..10 {
        let position = army.without([&[rook], &[rook, rook]], &mut random).unwrap();
        assert_eq!(position.state().castling.count_ones(), 1);
    }
}

/// The share of the intervals of values that contain the planted value, in `runs` runs of handicap matches.
/// The Elo of each match differs by a normal error with this standard deviation from the sum of its
/// pieces, of which a pawn is worth `pawn_elo`.
fn coverage_of_handicap_values(runs: usize, pairs: u64, pawn_elo: f64, scatter: f64) -> f64 {
    let mut rng = fastrand::Rng::with_seed(21);
    let planned = sums(&shipped("chess")).matches;
    let (mut inside, mut all) = (0, 0);
    for _ in 0..runs {
        let mut matches = planned.clone();
        for played in &mut matches {
            let worth = |letters: &str| letters.chars().map(planted).sum::<f64>();
            let handicap = &played.handicap;
            let gap = worth(&handicap.has) - worth(&handicap.against);
            let score = score_of(pawn_elo * gap + scatter * normal(&mut rng));
            // Three games in ten are drawn, as far as the score allows it.
            let draws = (2.0 * score.min(1.0 - score)).min(0.3);
            let wins = score - draws / 2.0;
            let mut points = || match rng.f64() {
                at if at < wins => 2,
                at if at < wins + draws => 1,
                _ => 0,
            };
            for number in 0..pairs {
                assert!(played.pairs.insert(number, Some(points() + points())));
            }
        }
        let fitted = fit_matches(&matches).unwrap();
        let unit = fitted.kinds.iter().position(|&k| k == 'P').unwrap();
        for (i, &letter) in fitted.kinds.iter().enumerate().filter(|(i, _)| *i != unit) {
            let parameters = (&fitted.elos, &fitted.covariance);
            let measured = in_units(parameters.0, parameters.1, i, unit, fitted.quantile);
            // Where the unit is not worth anything beyond chance, there are no values.
            let Some(measured) = measured else { continue };
            all += 1;
            let [low, high] = measured.interval;
            let truth = 100.0 * planted(letter);
            inside += u32::from((low..=high).contains(&truth));
        }
    }
    f64::from(inside) / f64::from(all)
}

/// A nearly normal number: the sum of twelve uniform ones.
fn normal(rng: &mut fastrand::Rng) -> f64 {
    (0..12).map(|_| rng.f64()).sum::<f64>() - 6.0
}

#[test]
fn handicap_matches_give_the_planted_values() {
    let share = coverage_of_handicap_values(120, 300, 60.0, 0.0);
    // The errors grow if matches contradict each other by chance, so they cover slightly more.
    assert!((0.93..=0.995).contains(&share), "{share}");
}

#[test]
fn intervals_cover_the_planted_values_if_matches_are_not_sums() {
    for scatter in [20.0, 40.0] {
        let share = coverage_of_handicap_values(250, 100, 120.0, scatter);
        assert!((0.93..=0.99).contains(&share), "{scatter}: {share}");
    }
}

#[test]
fn values_whose_interval_contains_0_are_marked() {
    let chess = shipped("chess");
    let army = Army::new(&chess).unwrap();
    let mut report = ValuesReport::new(&army, &sums(&chess));
    let measured = |value, low, high| {
        Some(MeasuredValue {
            value,
            standard_error: 150.0,
            interval: [low, high],
            games: 10,
        })
    };
    report.kinds[1].handicap = measured(298.0, -175.0, 393.0);
    report.kinds[2].handicap = measured(298.0, 75.0, 393.0);
    report.matches[0].score = Some(0.5);
    report.matches[0].elo = Some(-0.3);
    report.matches[0].elo_error = Some(20.0);
    report.cut_off = 1;
    let text = report.markdown();
    for part in [
        "| 298? (−175 to 393) |",
        "| 298 (75 to 393) |",
        "A question mark: the interval contains 0",
        "| 0 ± 39 |",
        "too long and do not count: 1.",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// A unit that is worth little in Elo makes the errors of values far from symmetric.
#[test]
fn intervals_of_values_cover_the_truth_when_the_unit_is_uncertain() {
    let mut rng = fastrand::Rng::with_seed(23);
    let mut normal = || normal(&mut rng);
    // A unit of 40 Elo with a standard error of 8, and a piece worth ten of them.
    let covariance = vec![vec![64.0, 60.0], vec![60.0, 400.0]];
    let (mut below, mut above, mut all) = (0, 0, 0);
    for _ in 0..20_000 {
        let shared = normal();
        let unit = 40.0 + 8.0 * shared;
        let piece = 400.0 + 7.5 * shared + (400.0_f64 - 7.5 * 7.5).sqrt() * normal();
        let Some(measured) = in_units(&[unit, piece], &covariance, 1, 0, Z95) else {
            continue;
        };
        let [low, high] = measured.interval;
        assert!(
            low < measured.value && measured.value < high,
            "{measured:?}"
        );
        all += 1;
        below += u32::from(high < 1000.0);
        above += u32::from(low > 1000.0);
    }
    // One unit in a thousand does not differ from 0 and is left out. By the delta method, 6 % of
    // the intervals would lie below the truth and none above it.
    for missed in [below, above] {
        let share = f64::from(missed) / f64::from(all);
        assert!((0.02..0.03).contains(&share), "{below} {above} {all}");
    }
}

#[test]
fn the_regression_gives_the_planted_values() {
    let letters = ['P', 'N', 'B', 'R', 'Q'];
    let mut rng = fastrand::Rng::with_seed(22);
    let (mut inside, mut all) = (0, 0);
    for _ in 0..40 {
        let games: Vec<GameRows> = (0..700)
            .map(|number| {
                // The positions of a game have the same material, which is nearly true in real
                // games.
                let mut differences: Vec<i8> = letters
                    .iter()
                    .map(|_| rng.i8(-1..=1) * rng.i8(0..=1))
                    .collect();
                differences[0] = rng.i8(-2..=2);
                if differences[4] != 0 {
                    // A queen against a rook and a bishop.
                    differences[2] = -differences[4];
                    differences[3] = -differences[4];
                }
                let worth = letters.iter().zip(&differences);
                let worth: f64 = worth.map(|(&l, &n)| planted(l) * f64::from(n)).sum();
                let expected = 1.0 / (1.0 + (-0.5 * worth - 0.1).exp());
                let rows = (0..rng.usize(1..8))
                    .map(|row| PieceBalance {
                        differences: differences.clone(),
                        white_to_move: row % 2 == 0,
                    })
                    .collect();
                GameRows {
                    opening: number,
                    result: 2 * u8::from(rng.f64() < expected),
                    rows,
                }
            })
            .collect();
        let fitted = fit_games(&games, letters.len()).unwrap();
        assert_eq!(fitted.games, 700);
        for (i, letter) in letters.into_iter().enumerate().skip(1) {
            let measured =
                in_units(&fitted.logits, &fitted.covariance, i, 0, fitted.quantile).unwrap();
            all += 1;
            let [low, high] = measured.interval;
            let truth = 100.0 * planted(letter);
            inside += u32::from((low..=high).contains(&truth));
        }
    }
    let share = f64::from(inside) / f64::from(all);
    assert!((0.88..=0.99).contains(&share), "{share}");
}

#[test]
fn values_that_the_games_do_not_determine_are_missing() {
    let chess = shipped("chess");
    let army = Army::new(&chess).unwrap();
    let nothing = ValuesReport::new(&army, &sums(&chess));
    assert!(
        nothing
            .kinds
            .iter()
            .all(|k| k.handicap.is_none() && k.missing.len() == 2)
    );
    // Matches that one side wins completely say nothing about the value.
    let mut whole = sums(&chess);
    for played in &mut whole.matches {
        for opening in 0..30 {
            assert!(played.pairs.insert(opening, Some(4)));
        }
    }
    let report = ValuesReport::new(&army, &whole);
    assert!(report.kinds.iter().all(|k| k.handicap.is_none()));
    assert!(report.markdown().contains("one side won all: not used"));
}

#[test]
fn a_unit_without_worth_is_said_once() {
    let chess = shipped("chess");
    let army = Army::new(&chess).unwrap();
    let mut report = ValuesReport::new(&army, &sums(&chess));
    let why = "handicap: the games do not show that the unit is worth anything; play more games";
    for kind in &mut report.kinds {
        kind.missing = vec![why.to_owned()];
    }
    let text = report.markdown();
    assert_eq!(text.matches("worth anything").count(), 1, "{text}");
    assert!(text.contains("the unit (pawn) is worth anything"), "{text}");
}

#[test]
fn a_piece_that_no_army_begins_with_has_no_handicap() {
    let (_, text) = hyperrook_rules::SHIPPED
        .iter()
        .find(|(name, _)| *name == "chess")
        .unwrap();
    let zombie = "[pieces.Z]\nname = \"zombie\"\nmoves = \"K\"\n\n[start]";
    let text = text.replacen("[start]", zombie, 1);
    let file: hyperrook_rules::GameFile = text.parse().unwrap();
    let game = Game::new(file.define(&[]).unwrap()).unwrap();
    let army = Army::new(&game).unwrap();
    let report = ValuesReport::new(&army, &sums(&game));
    let kind = report.kinds.iter().find(|kind| kind.letter == 'Z').unwrap();
    assert_eq!(kind.missing[0], "handicap: no army begins with one");
}

/// Runs a small measurement with few nodes.
fn run(folder: Option<&Path>, threads: usize, seed: u64, most: usize) -> (ValuesSums, JobsEnd) {
    try_run(folder, threads, seed, most).unwrap()
}

fn try_run(
    folder: Option<&Path>,
    threads: usize,
    seed: u64,
    most: usize,
) -> Result<(ValuesSums, JobsEnd), ValuesError> {
    let stop = AtomicBool::new(false);
    let how = ValuesRun {
        games: 2,
        threads,
        folder,
        others: &[],
        stop: &stop,
    };
    let settings = ValuesSettings { nodes: 20, seed };
    let game = tiny();
    let (sums, end, _) = measure(&game, &settings, &how, &mut |event| {
        if let ValuesEvent::Progress(progress) = event
            && progress.done >= most as u64
        {
            stop.store(true, Ordering::Relaxed);
        }
    })?;
    Ok((sums, end))
}

/// Chess on 25 cells, with short games.
fn tiny() -> Game {
    let text = include_str!("../../tests/games/mini.toml");
    let file = hyperrook_rules::GameFile::parse("mini.toml", text).unwrap();
    Game::new(file.define(&[]).unwrap()).unwrap()
}

#[test]
fn a_run_is_the_same_with_any_threads_and_interruptions() {
    let whole = run(None, 1, 5, usize::MAX);
    assert_eq!(whole.1, JobsEnd::Complete);
    assert!(whole.0.handicap_games() > 0 && !whole.0.games.is_empty());
    assert_eq!(run(None, 3, 5, usize::MAX), whole);
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(run(Some(folder.path()), 2, 5, usize::MAX), whole);
    // A kill in the middle: some lines, and half a line.
    let path = folder.path().join("values.journal");
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let half = lines[..lines.len() / 2].join("\n") + "\n{\"job\":3";
    std::fs::write(&path, half).unwrap();
    assert_eq!(run(Some(folder.path()), 2, 5, usize::MAX), whole);
}

#[test]
fn a_result_that_is_not_of_the_run_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    run(Some(folder.path()), 2, 5, usize::MAX);
    let path = folder.path().join("values.journal");
    let text = without_checksums(&std::fs::read_to_string(&path).unwrap());
    for (job, result) in [
        (0, r#"{"pair":{"handicap":99,"points":2,"opening":1}}"#),
        (
            1,
            r#"{"game":{"opening":1,"result":1,"rows":[{"d":[1],"w":true}]}}"#,
        ),
    ] {
        let start = format!("{{\"job\":{job},");
        let lines = text.lines().map(|line| {
            if line.starts_with(&start) {
                format!("{start}\"result\":{result}}}\n")
            } else {
                format!("{line}\n")
            }
        });
        std::fs::write(&path, lines.collect::<String>()).unwrap();
        let error = try_run(Some(folder.path()), 2, 5, usize::MAX)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("values.journal") && error.contains(&format!("number {job}")),
            "{error}"
        );
    }
}

#[test]
fn runs_with_other_seeds_can_be_merged_and_the_same_ones_cannot() {
    let (first, _) = run(None, 2, 5, usize::MAX);
    let (second, _) = run(None, 2, 6, usize::MAX);
    let mut merged = first.clone();
    merged.merge(&second).unwrap();
    let all = |sums: &ValuesSums| sums.handicap_games() + sums.games.len() as u64 + sums.repeated;
    assert_eq!(all(&merged), all(&first) + all(&second));
    // A run whose seed says otherwise, but with the same openings.
    let again = ValuesSums {
        seeds: [7].into(),
        ..second.clone()
    };
    let before = merged.clone();
    merged.merge(&again).unwrap();
    assert_eq!(merged.matches, before.matches);
    assert_eq!(merged.games, before.games);
    assert_eq!(merged.repeated, before.repeated + all(&again));
    assert_eq!(
        merged.clone().merge(&second),
        Err(RunMergeError::SameGames(6))
    );
    let text = serde_json::to_string(&merged).unwrap();
    assert_eq!(serde_json::from_str::<ValuesSums>(&text).unwrap(), merged);
    // More points than a pair has.
    let mut crafted: serde_json::Value = serde_json::from_str(&text).unwrap();
    crafted["matches"][0]["pairs"] = serde_json::json!({ "1": 5 });
    let error = serde_json::from_value::<ValuesSums>(crafted).unwrap_err();
    assert!(error.to_string().contains("half-points"), "{error}");
    // A position without the pieces of all kinds, and with too many.
    for differences in [serde_json::json!([1]), serde_json::json!(vec![1; 40])] {
        let mut crafted: serde_json::Value = serde_json::from_str(&text).unwrap();
        crafted["games"][0]["rows"] = serde_json::json!([{ "d": differences, "w": true }]);
        let error = serde_json::from_value::<ValuesSums>(crafted).unwrap_err();
        assert!(error.to_string().contains("kinds of pieces"), "{error}");
    }
    let mut other = second.clone();
    other.kinds = other.kinds.chars().rev().collect();
    assert_eq!(
        merged.merge(&other),
        Err(RunMergeError::Settings("the order of the pieces"))
    );
    let mut other = second.clone();
    other.nodes += 1;
    assert!(matches!(
        merged.merge(&other),
        Err(RunMergeError::Settings("nodes"))
    ));
}

/// The column *Evaluation* of docs/piece-values.md is that of today's engine.
#[test]
fn the_documented_evaluation_is_todays() {
    let text = include_str!("../../../../docs/piece-values.md");
    let mut tables = 0;
    for &(name, _) in hyperrook_rules::SHIPPED {
        let game = shipped(name);
        // As the server finds them: `Two Boards` and `twoboards` are one.
        let folded = |text: &str| {
            let kept = text.chars().filter(|c| c.is_alphanumeric());
            kept.collect::<String>().to_lowercase()
        };
        let names = [name, game.definition().title()].map(folded);
        let heading = |part: &&str| {
            part.lines()
                .next()
                .is_some_and(|line| names.contains(&folded(line)))
        };
        let Some(section) = text.split("\n## ").skip(1).find(heading) else {
            continue;
        };
        let mut rows = section
            .lines()
            .skip_while(|line| !line.contains("| Evaluation |"));
        let head: Vec<&str> = rows.next().unwrap().split('|').map(str::trim).collect();
        let column = head.iter().position(|&cell| cell == "Evaluation").unwrap();
        let army = Army::new(&game).unwrap();
        for row in rows.skip(1).take_while(|line| line.starts_with('|')) {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let kinds = army.kinds().into_iter();
            let mut named = kinds.filter(|&kind| game.definition().piece(kind).name == cells[1]);
            let kind = named.next().unwrap();
            let expected = format!("{:.0}", army.value(kind));
            assert_eq!(cells[column], expected, "{name}: {}", cells[1]);
        }
        tables += 1;
    }
    assert!(tables >= 3, "{tables}");
}
