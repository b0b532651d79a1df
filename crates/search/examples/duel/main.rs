//! Plays the search against itself with different search parameters or without some heuristics, at
//! a fixed number of nodes per move, both sides in one process:
//!
//! - `duel match GAME NODES PAIRS SEED A B`: A against B, until a sequential test (SPRT) of 0
//!   against 8 Elo decides or all pairs are played;
//! - `duel screen GAME NODES PAIRS SEED CHANGES`: in every pair of games one side makes a random
//!   half of the changes and the other side the rest, so that the same games measure every change.
//!
//! A, B and CHANGES are lists like `lmr_base=500,-killers`: parameters with their values, and
//! heuristics that are left out; `.` is an empty list. Every opening is played with both
//! colours. Openings are 8 random plies in chess and 4 in other games that lead to an even
//! position. Games end early when both players agree on the winner or a draw: see `play`.

mod play;

use hyperrook_rules::{Game, Side};
use hyperrook_search::{Engine, EngineSettings, Feature, Features, SearchParams};
use std::fmt;
use std::time::Instant;

type Failure = Box<dyn std::error::Error>;

/// The Elo difference that the sequential test looks for, and its error rates of both kinds.
const SPRT_ELO: f64 = 8.0;
const SPRT_ERROR: f64 = 0.05;
/// The number of pairs between two progress reports.
const PAIRS_BETWEEN_REPORTS: usize = 50;

/// A change of the search.
#[derive(Clone, Debug)]
enum Change {
    Param(String, i32),
    Without(Feature),
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::Param(name, value) => write!(f, "{name}={value}"),
            Change::Without(feature) => write!(f, "-{feature}"),
        }
    }
}

fn read_changes(text: &str) -> Result<Vec<Change>, Failure> {
    let words = text
        .split(',')
        .filter(|word| !word.is_empty() && *word != ".");
    words
        .map(|word| match word.split_once('=') {
            Some((name, value)) => Ok(Change::Param(name.to_owned(), value.parse()?)),
            None => Ok(Change::Without(word.trim_start_matches('-').parse()?)),
        })
        .collect()
}

/// Makes an engine search with some changes.
fn apply<'c>(
    engine: &mut Engine,
    changes: impl Iterator<Item = &'c Change>,
) -> Result<(), Failure> {
    let mut features = Features::all();
    let mut params = SearchParams::shipped(engine.game().definition());
    for change in changes {
        match change {
            Change::Param(name, value) => params.set(name, *value)?,
            Change::Without(feature) => features = features.without(*feature),
        }
    }
    engine.set(EngineSettings {
        features,
        ..engine.settings()
    });
    engine.set_params(params);
    Ok(())
}

fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10()
}

fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Mean and variance.
fn moments(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n;
    (mean, variance)
}

/// A match of two engines in pairs of games.
struct Duel {
    game: Game,
    nodes: u64,
    pairs: usize,
    random: fastrand::Rng,
    engines: [Engine; 2],
    referee: Engine,
    /// Games won, drawn and lost by the first engine.
    results: [u32; 3],
    start: Instant,
}

impl Duel {
    fn new(name: &str, nodes: &str, pairs: &str, seed: &str) -> Result<Duel, Failure> {
        let game = Game::shipped(name).ok_or("no such game")?;
        let settings = EngineSettings {
            hash_mib: 4,
            ..EngineSettings::default()
        };
        let engine = || Engine::new(&game, settings);
        Ok(Duel {
            engines: [engine(), engine()],
            referee: engine(),
            nodes: nodes.parse()?,
            pairs: pairs.parse()?,
            random: fastrand::Rng::with_seed(seed.parse()?),
            results: [0; 3],
            start: Instant::now(),
            game,
        })
    }

    /// Plays a pair of games. Returns the score of the first engine, from 0 to 1.
    fn play_pair(&mut self) -> Result<f64, Failure> {
        let plies = if self.game.definition().name() == "chess" {
            8
        } else {
            4
        };
        let opening = play::opening(&self.game, &mut self.referee, plies, &mut self.random)?;
        let mut halves = 0;
        for first_has in Side::BOTH {
            let points = play::play(&mut self.engines, &opening, first_has, self.nodes)?;
            self.results[2 - points as usize] += 1;
            halves += points;
        }
        Ok(f64::from(halves) / 4.0)
    }

    fn play_match(&mut self, first: &[Change], second: &[Change]) -> Result<(), Failure> {
        apply(&mut self.engines[0], first.iter())?;
        apply(&mut self.engines[1], second.iter())?;
        let mut scores = Vec::new();
        let bound = ((1.0 - SPRT_ERROR) / SPRT_ERROR).ln();
        for pair in 1..=self.pairs {
            scores.push(self.play_pair()?);
            let (mean, variance) = moments(&scores);
            let (null, goal) = (expected(0.0), expected(SPRT_ELO));
            let ratio =
                scores.len() as f64 * (goal - null) * (2.0 * mean - null - goal) / (2.0 * variance);
            // Equal searches play equal games, which have zero variance.
            let ratio = if variance > 0.0 { ratio } else { 0.0 };
            let is_decided = pair >= PAIRS_BETWEEN_REPORTS && ratio.abs() >= bound;
            if is_decided || pair % PAIRS_BETWEEN_REPORTS == 0 || pair == self.pairs {
                let error = 1.96 * (variance / scores.len() as f64).sqrt();
                let [won, drawn, lost] = self.results;
                println!(
                    "{} games: +{won} ={drawn} -{lost}, {:.2} %, Elo {:+.1} ({:+.1} to {:+.1}), LLR {ratio:.2}, {:.0} s",
                    2 * pair,
                    100.0 * mean,
                    elo(mean),
                    elo(mean - error),
                    elo(mean + error),
                    self.start.elapsed().as_secs_f64(),
                );
            }
            if is_decided {
                break;
            }
        }
        Ok(())
    }

    fn screen(&mut self, changes: &[Change]) -> Result<(), Failure> {
        // For each change, the scores of the side that makes it, by pair.
        let mut scores = vec![Vec::new(); changes.len()];
        for pair in 1..=self.pairs {
            let first_makes: Vec<bool> = changes.iter().map(|_| self.random.bool()).collect();
            let of = |first: bool| {
                let chosen = changes.iter().zip(&first_makes);
                chosen
                    .filter(move |(_, makes)| **makes == first)
                    .map(|(change, _)| change)
            };
            apply(&mut self.engines[0], of(true))?;
            apply(&mut self.engines[1], of(false))?;
            let score = self.play_pair()?;
            for (scores, makes) in scores.iter_mut().zip(&first_makes) {
                scores.push(if *makes { score } else { 1.0 - score });
            }
            if pair % PAIRS_BETWEEN_REPORTS == 0 || pair == self.pairs {
                println!(
                    "{} games, {:.0} s",
                    2 * pair,
                    self.start.elapsed().as_secs_f64()
                );
                for (change, scores) in changes.iter().zip(&scores) {
                    let (mean, variance) = moments(scores);
                    let error = 1.96 * (variance / scores.len() as f64).sqrt();
                    println!(
                        "  {change}: Elo {:+.1} ± {:.1}",
                        elo(mean),
                        (elo(mean + error) - elo(mean - error)) / 2.0,
                    );
                }
            }
        }
        Ok(())
    }
}

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["match", game, nodes, pairs, seed, first, second] => {
            let (first, second) = (read_changes(first)?, read_changes(second)?);
            Duel::new(game, nodes, pairs, seed)?.play_match(&first, &second)
        }
        ["screen", game, nodes, pairs, seed, changes] => {
            let changes = read_changes(changes)?;
            Duel::new(game, nodes, pairs, seed)?.screen(&changes)
        }
        _ => Err("usage: duel match GAME NODES PAIRS SEED A B, or duel screen GAME NODES PAIRS SEED CHANGES".into()),
    }
}
