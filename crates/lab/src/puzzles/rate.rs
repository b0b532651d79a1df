//! How difficult a puzzle is: which levels of the engine solve it.

use super::words::text;
use hyperrook_notation::moves::parse_move;
use hyperrook_rules::{History, Position};
use hyperrook_search::{Control, Engine, SearchLimits, Strength};

/// How often each of the levels 1 to 8 tries. The highest makes no random choices.
const TRIES: [u64; 8] = [8, 8, 8, 8, 4, 4, 2, 1];
/// The nodes of the highest level, which has no limit of its own: without one a search that
/// finds no mate would go on for hours.
const HIGHEST_LEVEL_NODES: u64 = 1_000_000;
/// Somebody who makes moves at random: the rating, and as how many tries it counts.
const RANDOM_MOVER: (f64, f64) = (0.0, 2.0);
/// What the lowest level always solves is rated like this level: people are not rated lower.
const LOWEST_RATING: u32 = *Strength::ELO.start();
/// When this many levels in a row always solve it, the higher ones do, too.
const SURE_LEVELS: u32 = 2;
/// The ratings of puzzles before anybody has tried: mean and standard deviation. They keep
/// the rating finite if everybody or nobody solves the puzzle.
const PRIOR: (f64, f64) = (1300.0, 600.0);

/// The levels: the rating at chess, and how often each tries.
fn solvers() -> impl Iterator<Item = (f64, u64)> {
    Strength::LEVELS
        .zip(TRIES)
        .map(|(level, tries)| (f64::from(Strength::Level(level).elo()), tries))
}

/// The rating of a puzzle: at which the solvers are expected to solve it as often as they did,
/// if a puzzle and its solver are like two players.
pub(super) fn rating(engine: &mut Engine, start: &Position, solution: &[Vec<String>]) -> u32 {
    let chance = chance_at_random(start, solution);
    let mut results = vec![(RANDOM_MOVER.0, RANDOM_MOVER.1, RANDOM_MOVER.1 * chance)];
    let mut sure = 0;
    for (level, (elo, tries)) in (1..).zip(solvers()) {
        let mut solved = tries;
        if sure < SURE_LEVELS {
            let solves = |seed: &u64| solves(engine, start, solution, level, *seed);
            solved = (0..tries).filter(solves).count() as u64;
            sure = if solved == tries { sure + 1 } else { 0 };
        }
        results.push((elo, tries as f64, solved as f64));
    }
    engine.seed(0);
    most_likely(&results).max(LOWEST_RATING)
}

/// Whether the weakest level always finds the first move.
pub(super) fn is_trivial(engine: &mut Engine, start: &Position, first: &str) -> bool {
    let first = [vec![first.to_owned()]];
    let trivial = (0..TRIES[0]).all(|seed| solves(engine, start, &first, 1, seed));
    engine.seed(0);
    trivial
}

/// Whether a level finds all moves of the solver.
fn solves(
    engine: &mut Engine,
    start: &Position,
    solution: &[Vec<String>],
    level: u8,
    seed: u64,
) -> bool {
    let nodes = (level == *Strength::LEVELS.end()).then_some(HIGHEST_LEVEL_NODES);
    let limits = SearchLimits::default()
        .nodes(nodes)
        .strength(Strength::Level(level));
    let mut history = History::new(start.clone());
    for (i, right) in solution.iter().enumerate() {
        let position = history.position();
        let mv = if i % 2 == 0 {
            engine.clear();
            engine.seed(seed);
            let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
            let Some(best) = report.best else {
                return false;
            };
            let name = text(position, best);
            if !right.contains(&name) {
                return false;
            }
            // After an equally good move the stored line does not go on.
            if right.first() != Some(&name) {
                return true;
            }
            Some(best)
        } else {
            right
                .first()
                .and_then(|reply| parse_move(position, reply).ok())
        };
        if mv.is_none_or(|mv| history.play(mv).is_err()) {
            return false;
        }
    }
    true
}

/// How likely random moves solve a puzzle.
fn chance_at_random(start: &Position, solution: &[Vec<String>]) -> f64 {
    let mut position = start.clone();
    let mut chance = 1.0;
    for (i, right) in solution.iter().enumerate() {
        if i % 2 == 0 {
            chance *= right.len() as f64 / position.moves().len().max(1) as f64;
        }
        let mv = right.first().and_then(|mv| parse_move(&position, mv).ok());
        let Some(after) = mv.and_then(|mv| position.after(mv).ok()) else {
            break;
        };
        position = after;
    }
    chance
}

/// The most likely rating of a puzzle, given the rating, the tries and the successes of each
/// solver.
fn most_likely(results: &[(f64, f64, f64)]) -> u32 {
    let (mean, deviation) = PRIOR;
    // How the logarithm of the likelihood grows with the rating, but for a factor.
    let slope = |rating: f64| -> f64 {
        let solvers = results.iter().map(|&(elo, tries, solved)| {
            let expected = tries / (1.0 + 10f64.powf((rating - elo) / 400.0));
            expected - solved
        });
        let prior = (rating - mean) / (deviation * deviation) * (400.0 / std::f64::consts::LN_10);
        solvers.sum::<f64>() - prior
    };
    let (mut low, mut high) = (0.0, 4000.0);
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    low.round() as u32
}

#[cfg(test)]
mod tests {
    use super::{TRIES, most_likely, solvers, solves};
    use hyperrook_rules::Game;
    use hyperrook_search::{Engine, EngineSettings};

    /// Results of solvers up to whom nobody solves a puzzle, and from whom all do.
    fn results(first_that_solves: usize) -> Vec<(f64, f64, f64)> {
        let result = |(i, (elo, tries)): (usize, (f64, u64))| {
            let solved = if i >= first_that_solves { tries } else { 0 };
            (elo, tries as f64, solved as f64)
        };
        solvers().enumerate().map(result).collect()
    }

    #[test]
    fn a_puzzle_is_rated_between_those_who_fail_and_those_who_solve_it() {
        let ratings: Vec<u32> = (0..=8).map(|first| most_likely(&results(first))).collect();
        assert!(ratings.is_sorted(), "{ratings:?}");
        let elos: Vec<f64> = solvers().map(|(elo, _)| elo).collect();
        for (first, pair) in elos.windows(2).enumerate() {
            let rating = f64::from(ratings[first + 1]);
            assert!(
                (pair[0] - 150.0..pair[1] + 150.0).contains(&rating),
                "{ratings:?}"
            );
        }
        assert!(ratings[0] > 100 && ratings[8] < 3000, "{ratings:?}");
    }

    #[test]
    fn every_level_comes_to_an_end() {
        let game = Game::shipped("raumschach").unwrap();
        let mut engine = Engine::new(&game, EngineSettings::default());
        // No mate ends the search of the highest level.
        for level in 1..=TRIES.len() as u8 {
            let none = [vec!["none".to_owned()]];
            assert!(!solves(&mut engine, &game.start(), &none, level, 1));
        }
    }

    #[test]
    fn every_try_counts() {
        let mut fewer = results(3);
        fewer[3].2 -= 1.0;
        assert!(most_likely(&fewer) > most_likely(&results(3)));
    }
}
