//! Simulations with known truths: 95 % intervals cover them 95 ± 1.5 % of the time.

use super::*;

/// A normal variable.
fn gauss(rng: &mut fastrand::Rng) -> f64 {
    let (u, v) = (1.0 - rng.f64(), rng.f64());
    (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

/// A skewed length: lognormal, with this mean.
fn length(rng: &mut fastrand::Rng, mean: f64) -> f64 {
    const SIGMA: f64 = 0.6;
    mean * (SIGMA * gauss(rng) - SIGMA * SIGMA / 2.0).exp()
}

/// The share of trials in which an interval has the truth in it.
fn coverage(trials: u32, mut is_covered: impl FnMut(u32) -> bool) -> f64 {
    let covered = (0..trials).filter(|&trial| is_covered(trial)).count();
    covered as f64 / f64::from(trials)
}

fn assert_95(share: f64, what: &str) {
    assert!((0.935..=0.965).contains(&share), "{what}: {share}");
}

fn covers(estimate: &Estimate, truth: f64) -> bool {
    estimate.low <= truth && truth <= estimate.high
}

/// The number of trials for a number of games, so that each test takes about a second without
/// optimisation.
fn trials(games: u64) -> u32 {
    (1_200_000 / games).clamp(1_000, 4_000) as u32
}

const GAMES: [u64; 3] = [50, 200, 2_000];

#[test]
fn intervals_of_means_cover_the_truth() {
    let mut rng = fastrand::Rng::with_seed(11);
    for games in GAMES {
        let share = coverage(trials(games), |_| {
            let mut sums = RatioSums::default();
            for _ in 0..games {
                sums.add(length(&mut rng, 80.0), 1.0);
            }
            covers(&sums.estimate().unwrap(), 80.0)
        });
        assert_95(share, &format!("mean length, {games} games"));
    }
}

#[test]
fn intervals_of_ratios_cover_the_truth() {
    let mut rng = fastrand::Rng::with_seed(12);
    for games in GAMES {
        let share = coverage(trials(games), |_| {
            let mut sums = RatioSums::default();
            for _ in 0..games {
                // Captures: fewer for each ply in long games, and more in some games.
                let plies = length(&mut rng, 80.0);
                let captures = (0.1 * plies + 10.0) * length(&mut rng, 1.0);
                sums.add(captures, plies);
            }
            covers(&sums.estimate().unwrap(), 18.0 / 80.0)
        });
        assert_95(share, &format!("captures a ply, {games} games"));
    }
}

#[test]
fn intervals_of_shares_cover_the_truth() {
    let mut rng = fastrand::Rng::with_seed(13);
    for games in GAMES {
        // Counts are whole numbers, so the coverage of a single share varies with it: use many
        // shares.
        for (low, high) in [(0.5, 2.5), (2.5, 15.0)] {
            let mut mirrored = [0.0; 2];
            let both = coverage(2 * trials(games), |trial| {
                let expected = low + (high - low) * rng.f64();
                let truth = expected / games as f64;
                let truth = if trial % 2 == 0 { truth } else { 1.0 - truth };
                let mut sums = RatioSums::default();
                for _ in 0..games {
                    sums.add(f64::from(u8::from(rng.f64() < truth)), 1.0);
                }
                let is_covered = covers(&sums.share().unwrap(), truth);
                mirrored[(trial % 2) as usize] += f64::from(u8::from(is_covered));
                is_covered
            });
            let what = format!("share of {low} to {high} games of {games}");
            assert_95(both, &what);
            let sides = mirrored.map(|covered| covered / f64::from(trials(games)));
            assert!((sides[0] - sides[1]).abs() < 0.03, "{what}: {sides:?}");
        }
    }
}

/// Few games decide: with probability `c / n` each, against losses or against draws. The coverage is
/// computed, so no share can be missed by chance.
#[test]
fn intervals_near_the_ends_cover_the_truth() {
    for n in [50_u64, 1_000] {
        for other in [0.0, 0.5] {
            for c in (1..=250).map(|c| f64::from(c) / 50.0) {
                let p = c / n as f64;
                let truth = p + (1.0 - p) * other;
                let mut covered = 0.0;
                let mut probability = (1.0 - p).powf(n as f64);
                for won in 0..=n.min(40) {
                    let (won, rest) = (won as f64, (n - won) as f64);
                    let sums = RatioSums {
                        games: n,
                        x: won + rest * other,
                        w: n as f64,
                        xx: won + rest * other * other,
                        ..RatioSums::default()
                    };
                    covered +=
                        probability * f64::from(u8::from(covers(&sums.share().unwrap(), truth)));
                    probability *= rest / (won + 1.0) * p / (1.0 - p);
                }
                assert!(
                    covered > 0.925,
                    "{c} of {n} games, others {other}: {covered}"
                );
            }
        }
    }
}

/// Queens or rooks that never move, in a few games of many: each game counts two of them.
#[test]
fn intervals_of_rare_shares_of_pieces_cover_the_truth() {
    let mut rng = fastrand::Rng::with_seed(17);
    for games in GAMES {
        for idle in [1.0, 2.0] {
            let mut widest: f64 = 0.0;
            let share = coverage(2 * trials(games), |_| {
                let expected = 2.5 + 12.5 * rng.f64();
                let mut sums = RatioSums::default();
                for _ in 0..games {
                    let is_idle = rng.f64() < expected / games as f64;
                    sums.add(if is_idle { idle } else { 0.0 }, 2.0);
                }
                // In some trials none is idle, and the other interval is used.
                let estimate = sums.estimate().unwrap();
                widest = widest.max(estimate.high * games as f64);
                covers(&estimate, idle / 2.0 * expected / games as f64)
            });
            assert_95(share, &format!("{idle} idle, {games} games"));
            // No more than about 30 games have been seen.
            assert!(widest < 50.0, "{idle} idle, {games} games: {widest}");
        }
    }
}

#[test]
fn bounds_of_a_few_skewed_games_are_not_anywhere() {
    let mut rng = fastrand::Rng::with_seed(25);
    for games in [5, 8, 12, 20, 50] {
        let limit = super::distributions::student_quantile(0.975, games as f64 - 1.0);
        let share = coverage(2_000, |trial| {
            // Very skewed values, with their long tail above or below the mean.
            let sign = if trial % 2 == 0 { 1.0 } else { -1.0 };
            let mut sums = RatioSums::default();
            for _ in 0..games {
                let value = gauss(&mut rng).exp() * length(&mut rng, 1.0);
                sums.add(100.0 + sign * value, 1.0);
            }
            let estimate = sums.estimate().unwrap();
            let widest = 1.8 * limit * estimate.standard_error;
            assert!(estimate.value - estimate.low < widest, "{estimate:?}");
            assert!(estimate.high - estimate.value < widest, "{estimate:?}");
            covers(&estimate, 100.0 + sign * 0.5_f64.exp())
        });
        assert!(share > 0.8, "{games} games: {share}");
    }
}

/// Results of a few games with very different numbers of positions: one or two games decide the share.
#[test]
fn intervals_of_ratios_that_few_games_decide_are_wide() {
    let mut rng = fastrand::Rng::with_seed(26);
    for games in [6, 10, 20] {
        let share = coverage(2_000, |_| {
            let mut sums = RatioSums::default();
            for _ in 0..games {
                let positions = (1.2 * gauss(&mut rng)).exp() * 20.0;
                let result = f64::from(rng.u8(0..3)) / 2.0;
                sums.add(result * positions, positions);
            }
            sums.estimate()
                .is_none_or(|estimate| covers(&estimate, 0.5))
        });
        assert!(share > 0.9, "{games} games: {share}");
    }
    let mut sums = RatioSums::default();
    for (x, w) in [
        (150.0, 300.0),
        (100.0, 200.0),
        (3.0, 3.0),
        (2.0, 2.0),
        (0.0, 4.0),
        (1.0, 1.0),
    ] {
        sums.add(x, w);
    }
    let estimate = sums.estimate().unwrap();
    assert_eq!(estimate.games, 2, "{estimate:?}");
    assert!(estimate.low < 0.25 && estimate.high > 0.75, "{estimate:?}");
    // Moves of a position, nearly all of them of one game.
    let mut moves = RatioSums::default();
    for (x, w) in [(9_000.0, 300.0), (60.0, 2.0), (120.0, 3.0)] {
        moves.add(x, w);
    }
    assert_eq!(moves.estimate(), None);
}

#[test]
fn a_few_equal_games_have_no_interval() {
    let mut sums = RatioSums::default();
    for games in 1..=6 {
        sums.add(3.0, 4.0);
        assert_eq!(sums.estimate().is_some(), games >= 5, "{games}");
    }
}

/// The shares of wins and draws vary a little from trial to trial: counts are whole numbers, so the
/// coverage of a single truth varies with it.
#[test]
fn intervals_of_scores_with_draws_cover_the_truth() {
    let mut rng = fastrand::Rng::with_seed(14);
    for games in GAMES {
        for (wins, draws) in [(0.4, 0.3), (0.06, 0.9), (0.02, 0.1)] {
            let share = coverage(2 * trials(games), |_| {
                let wins = wins * (0.7 + 0.6 * rng.f64());
                let draws = (draws * (0.9 + 0.15 * rng.f64())).min(1.0 - wins);
                let truth = wins + draws / 2.0;
                let mut sums = RatioSums::default();
                for _ in 0..games {
                    let at = rng.f64();
                    let points = if at < wins {
                        1.0
                    } else if at < wins + draws {
                        0.5
                    } else {
                        0.0
                    };
                    sums.add(points, 1.0);
                }
                covers(&sums.share().unwrap(), truth)
            });
            let what = format!("{wins} wins, {draws} draws, {games} games");
            // If about five games of 50 are won or lost and all others are drawn, the interval is
            // wider than necessary.
            if games == 50 && draws > 0.8 {
                assert!((0.95..0.985).contains(&share), "{what}: {share}");
            } else {
                assert_95(share, &what);
            }
        }
    }
}

#[test]
fn intervals_of_quantiles_cover_the_truth() {
    let mut rng = fastrand::Rng::with_seed(15);
    for games in GAMES {
        // The number of standard deviations at which the quantile lies.
        for (share, deviations) in [(0.1, -1.281_551_566), (0.5, 0.0), (0.9, 1.281_551_566)] {
            // Whole numbers fine enough to have no ties.
            let truth = 1e6 * f64::exp(0.6 * deviations);
            let found = coverage(trials(games).min(1_500), |_| {
                let mut lengths = Histogram::default();
                for _ in 0..games {
                    lengths.add((1e6 * (0.6 * gauss(&mut rng)).exp()) as u64);
                }
                covers(&lengths.quantile(share).unwrap(), truth)
            });
            assert_95(found, &format!("quantile {share}, {games} games"));
        }
    }
}

#[test]
fn intervals_of_differences_cover_the_truth() {
    let mut rng = fastrand::Rng::with_seed(16);
    for (first, second) in [(50, 50), (200, 50), (200, 200), (2_000, 500)] {
        let mut named = 0.0;
        let lengths = coverage(trials(first + second), |_| {
            let mut sums = [RatioSums::default(), RatioSums::default()];
            for (i, games, mean) in [(0, first, 80.0), (1, second, 100.0)] {
                for _ in 0..games {
                    sums[i].add(length(&mut rng, mean), 1.0);
                }
            }
            let found = difference(&sums[0], &sums[1]).unwrap();
            named += f64::from(u8::from(found.p < 0.05));
            found.low <= 20.0 && 20.0 <= found.high
        });
        assert_95(lengths, &format!("lengths, {first} and {second} games"));
        assert!(named > 0.0, "a difference of 20 plies is found");
        let (mut errors, mut all) = (0u32, 0u32);
        let shares = coverage(trials(first + second), |_| {
            let [a, b] = [0.04 + 0.1 * rng.f64(), 0.04 + 0.1 * rng.f64()];
            let mut sums = [RatioSums::default(), RatioSums::default()];
            let mut equal = [RatioSums::default(), RatioSums::default()];
            for (i, games, truth) in [(0, first, a), (1, second, b)] {
                for _ in 0..games {
                    sums[i].add(f64::from(u8::from(rng.f64() < truth)), 1.0);
                    equal[i].add(f64::from(u8::from(rng.f64() < a)), 1.0);
                }
            }
            all += 1;
            errors += u32::from(difference(&equal[0], &equal[1]).unwrap().p < 0.05);
            let found = difference(&sums[0], &sums[1]).unwrap();
            found.low <= b - a && b - a <= found.high
        });
        assert_95(shares, &format!("shares, {first} and {second} games"));
        let errors = f64::from(errors) / f64::from(all);
        assert!(errors < 0.068, "{first} and {second} games: {errors}");
    }
}

/// Half of the luck of a block is common to its games, and every tenth game is missing.
#[test]
fn intervals_of_combinations_in_blocks_cover_the_truth() {
    let mut rng = fastrand::Rng::with_seed(19);
    let chances = [0.3, 0.5, 0.6, 0.6];
    for (weights, truth) in [
        ([1.0, 0.0, 0.0, -1.0], -0.3),
        ([-0.25, -0.25, -0.25, 0.75], 0.1),
        ([0.5, 0.5, 0.0, 0.0], 0.4),
    ] {
        for count in [30, 200] {
            let share = coverage(2_000, |_| {
                let block = |_| {
                    let common = rng.f64();
                    let results = chances.iter().map(|&chance| {
                        let at = if rng.bool() { common } else { rng.f64() };
                        (rng.f64() < 0.9).then_some(f64::from(u8::from(at < chance)))
                    });
                    results.collect()
                };
                let blocks = GameBlocks::new(4, (0..count).map(block).collect());
                let found = blocks.combination(&weights).unwrap();
                found.low <= truth && truth <= found.high
            });
            // The more careful one of two tests decides.
            let what = format!("{weights:?}, {count} blocks: {share}");
            assert!((0.935..=0.98).contains(&share), "{what}");
        }
    }
}

#[test]
fn equal_games_show_no_difference_after_correction() {
    const MEASURES: usize = 60;
    let mut rng = fastrand::Rng::with_seed(17);
    for (first, second) in [(50, 50), (100, 40)] {
        let comparisons = 300;
        let mut named = 0;
        for _ in 0..comparisons {
            let p: Vec<f64> = (0..MEASURES)
                .map(|measure| {
                    let mut sums = [RatioSums::default(), RatioSums::default()];
                    for (sums, games) in sums.iter_mut().zip([first, second]) {
                        for _ in 0..games {
                            match measure % 4 {
                                // Rare and common shares, a skewed mean, a ratio.
                                0 => sums.add(f64::from(u8::from(rng.f64() < 0.03)), 1.0),
                                1 => sums.add(f64::from(rng.u8(0..=2)) / 2.0, 1.0),
                                2 => sums.add(-(1.0 - rng.f64()).ln(), 1.0),
                                _ => {
                                    let plies = 20.0 + 100.0 * rng.f64();
                                    sums.add(plies * rng.f64(), plies);
                                }
                            }
                        }
                    }
                    difference(&sums[0], &sums[1]).unwrap().p
                })
                .collect();
            named += u32::from(holm(&p).into_iter().any(|p| p < 0.05));
        }
        // 5 % of 300 comparisons, and two standard deviations.
        assert!(named <= 22, "{first} and {second} games: {named}");
    }
}

#[test]
fn merged_sums_equal_the_sums_of_all_games() {
    let mut rng = fastrand::Rng::with_seed(18);
    let mut parts = [const { None::<RatioSums> }; 3].map(Option::unwrap_or_default);
    let mut lengths = [Histogram::default(), Histogram::default()];
    let mut all = (RatioSums::default(), Histogram::default());
    for game in 0..300 {
        let plies = rng.u64(5..200);
        let captures = rng.u64(0..plies);
        parts[game % 3].add(captures as f64, plies as f64);
        lengths[game % 2].add(plies);
        all.0.add(captures as f64, plies as f64);
        all.1.add(plies);
    }
    let mut merged = RatioSums::default();
    for part in [2, 0, 1] {
        merged.merge(&parts[part]);
    }
    // Sums of whole numbers are exact.
    assert_eq!(merged, all.0);
    assert_eq!(merged.estimate(), all.0.estimate());
    lengths[0].merge(&lengths[1].clone());
    assert_eq!(lengths[0], all.1);
    let text = serde_json::to_string(&(&merged, &lengths[0])).unwrap();
    let read: (RatioSums, Histogram) = serde_json::from_str(&text).unwrap();
    assert_eq!(read, (merged, lengths[0].clone()));
}

#[test]
fn there_are_no_estimates_without_games() {
    let mut sums = RatioSums::default();
    assert_eq!((sums.estimate(), sums.share()), (None, None));
    assert_eq!(Histogram::default().quantile(0.5), None);
    let mut lengths = Histogram::default();
    for games in 1..=5 {
        lengths.add(80 + games);
        assert_eq!(lengths.quantile(0.5).is_some(), games == 5);
    }
    sums.add(1.0, 1.0);
    assert_eq!(sums.estimate(), None);
    let one = sums.share().unwrap();
    assert!(one.value == 1.0 && one.low < 0.3 && one.high == 1.0);
    assert_eq!(difference(&sums, &sums), None);
    let one_block = GameBlocks::new(2, vec![vec![Some(1.0), Some(0.0)]]);
    assert_eq!(one_block.combination(&[1.0, -1.0]), None);
    let blocks = GameBlocks::new(2, vec![vec![Some(1.0), None], vec![Some(0.0), None]]);
    assert_eq!((blocks.mean(0), blocks.mean(1)), (Some(0.5), None));
    assert_eq!(blocks.combination(&[1.0, -1.0]), None);
    // No moves at all.
    let mut none = RatioSums::default();
    none.add(0.0, 0.0);
    none.add(0.0, 0.0);
    assert_eq!(none.estimate(), None);
}

#[test]
fn intervals_allow_for_events_never_seen() {
    let mut sums = RatioSums::default();
    for _ in 0..200 {
        sums.add(0.0, 50.0);
    }
    let estimate = sums.estimate().unwrap();
    assert_eq!((estimate.value, estimate.low), (0.0, 0.0));
    // About 1.9 % of games, in which it may be as large as it can.
    assert!((0.015..0.02).contains(&estimate.high));
    // One promotion in four games, always to the same piece: 50 promotions say less than 200 games.
    let mut same = RatioSums::default();
    for game in 0..200 {
        let promotions = f64::from(u8::from(game % 4 == 0));
        same.add(promotions, promotions);
    }
    let estimate = same.estimate().unwrap();
    assert_eq!((estimate.value, estimate.high), (1.0, 1.0));
    assert!((0.92..0.94).contains(&estimate.low), "{estimate:?}");
    // Equal games are no constant.
    let mut alike = RatioSums::default();
    for _ in 0..200 {
        alike.add(7.0, 2.0);
    }
    let estimate = alike.estimate().unwrap();
    assert!((3.43..3.45).contains(&estimate.low), "{estimate:?}");
    assert!((3.55..3.57).contains(&estimate.high), "{estimate:?}");
    let mut draws = RatioSums::default();
    for _ in 0..200 {
        draws.add(0.5, 1.0);
    }
    let share = draws.share().unwrap();
    assert!(share.low < 0.496 && share.high > 0.504, "{share:?}");
}

/// A kind of which each side has several pieces, in games of which few show anything.
#[test]
fn rare_events_show_no_difference_in_runs_of_unequal_size() {
    const MEASURES: usize = 80;
    let mut rng = fastrand::Rng::with_seed(29);
    for rate in [0.002, 0.004, 0.006] {
        let mut named = 0;
        let comparisons = 40;
        for _ in 0..comparisons {
            let mut run = |games: u32| {
                let mut sums = RatioSums::default();
                for _ in 0..games {
                    let seen = f64::from(u8::from(rng.f64() < rate));
                    sums.add(seen, 2.0);
                }
                sums
            };
            let p: Vec<f64> = (0..MEASURES)
                .map(|_| difference(&run(5_000), &run(500)).unwrap().p)
                .collect();
            named += u32::from(holm(&p).into_iter().any(|p| p < 0.05));
        }
        assert!(named <= 5, "{rate}: {named} of {comparisons}");
    }
}

#[test]
fn parts_that_always_happened_may_still_be_missed() {
    let mut sums = RatioSums::default();
    (0..5).for_each(|_| sums.add(2.0, 2.0));
    let found = sums.estimate().unwrap();
    assert!(
        found.value == 1.0 && found.high == 1.0 && found.low < 0.9,
        "{found:?}"
    );
    let mut none = RatioSums::default();
    (0..5).for_each(|_| none.add(0.0, 2.0));
    let never = none.estimate().unwrap();
    assert!((1.0 - found.low - never.high).abs() < 1e-12);
}
