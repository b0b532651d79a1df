//! The speed of random playtests beside that of the rules' playouts, which play random games and
//! measure nothing: `cargo run --release -p hyperrook-lab --example playtest_speed -- chess sesqui`.
//!
//! Both play the same number of games. A playtest is a whole run with its journal and sums, on one
//! thread. Times on shared machines are noise, so each figure is the median of several rounds in
//! which both take turns.

use hyperrook_lab::playtest::{PlaytestRun, PlaytestSettings, playtest};
use hyperrook_rules::{Game, SHIPPED};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

const GAMES: u64 = 300;
const ROUNDS: usize = 5;

fn main() {
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    if names.is_empty() {
        names.extend(SHIPPED.iter().map(|(name, _)| (*name).to_owned()));
    }
    println!(
        "{:<12}{:>12}{:>12}{:>8}",
        "game", "playouts", "playtest", "ratio"
    );
    println!("{:<12}{:>12}{:>12}", "", "plies/s", "plies/s");
    for name in names {
        let game = Game::shipped(&name).expect("the name of a shipped game");
        // Computed once for each game, not for each run.
        game.definition().identity();
        let mut rates: [Vec<f64>; 2] = Default::default();
        for _ in 0..ROUNDS {
            for (rates, play) in rates.iter_mut().zip([playouts, random_playtest]) {
                let begun = Instant::now();
                let plies = play(&game);
                rates.push(plies / begun.elapsed().as_secs_f64());
            }
        }
        let [bare, measured] = rates.map(median);
        let ratio = bare / measured;
        println!("{name:<12}{bare:>12.0}{measured:>12.0}{ratio:>8.2}");
    }
}

/// Plays games and returns the number of plies.
fn playouts(game: &Game) -> f64 {
    let mut random = fastrand::Rng::with_seed(1);
    let start = game.start();
    let max_plies = PlaytestSettings::default().max_plies as u32;
    let games = (0..GAMES).map(|_| {
        start
            .playout(max_plies, &mut |moves| random.usize(..moves))
            .0
    });
    f64::from(games.sum::<u32>())
}

/// Plays and measures games, and returns the number of plies.
fn random_playtest(game: &Game) -> f64 {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let settings = PlaytestSettings {
        nodes: None,
        ..PlaytestSettings::default()
    };
    let run = PlaytestRun {
        games: GAMES,
        threads: 1,
        folder: Some(folder.path().to_owned()),
        ..PlaytestRun::default()
    };
    let stop = AtomicBool::new(false);
    let result = playtest(game, &settings, &run, &stop, &mut |_| ()).expect("a complete run");
    let sums = &result.sums.sums;
    assert_eq!(sums.games(), GAMES);
    // One for each position in which a move was played.
    let positions = sums.ratio(hyperrook_lab::playtest::MeasureId::Branching, 0);
    positions.map_or(0.0, |sums| sums.w)
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}
