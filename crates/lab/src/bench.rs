//! Benches of the search on fixed positions: times, and node counts that change only when
//! the behaviour of the search does.

use hyperrook_notation::position::{format_position, parse_position};
use hyperrook_rules::{Game, History};
use hyperrook_search::{Control, Engine, EngineSettings, SearchLimits};
use std::borrow::Cow;
use std::time::Duration;

/// The positions of a bench and the depth to which they are searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bench {
    /// The name of the game, or the path of its definition.
    pub game: Cow<'static, str>,
    /// The depth. All positions together take one or two seconds.
    pub depth_plies: u32,
    text: Cow<'static, str>,
}

macro_rules! bench {
    ($game:literal, $depth:literal) => {
        Bench {
            game: Cow::Borrowed($game),
            depth_plies: $depth,
            text: Cow::Borrowed(include_str!(concat!(
                "../../../testdata/bench/",
                $game,
                ".positions"
            ))),
        }
    };
}

/// The benches of the shipped games.
pub const BENCHES: [Bench; 8] = [
    bench!("chess", 12),
    bench!("walkers", 8),
    bench!("sesqui", 12),
    bench!("riftwalker", 7),
    bench!("twoboards", 9),
    bench!("gateway", 8),
    bench!("hyperchess", 9),
    bench!("raumschach", 9),
];

/// The measurement of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchMeasurement {
    /// Nodes visited.
    pub nodes: u64,
    /// Time to reach the depth.
    pub time: Duration,
}

impl Bench {
    /// The bench of a game.
    pub fn of(game: &str) -> Option<Bench> {
        BENCHES.into_iter().find(|bench| bench.game == game)
    }

    /// A bench of any game: its starting position, and positions after random moves. They depend
    /// only on the rules. The depth is the one that a search of the start reaches in about a
    /// second.
    pub fn of_game(name: &str, game: &Game) -> Bench {
        /// The numbers of random moves from the start.
        const RANDOM_PLIES: [usize; 5] = [0, 8, 16, 24, 32];
        /// The number of nodes that take about a second.
        const NODES: u64 = 100_000;
        let mut random = fastrand::Rng::with_seed(1);
        let mut text = String::new();
        for plies in RANDOM_PLIES {
            let mut position = game.start();
            for _ in 0..plies {
                let Some(mv) = random.choice(position.moves()) else {
                    break;
                };
                match position.after(mv) {
                    Ok(after) if after.outcome().is_none() => position = after,
                    _ => break,
                }
            }
            text.push_str(&format_position(&position));
            text.push('\n');
        }
        let limits = SearchLimits::default().nodes(NODES);
        let history = History::new(game.start());
        let mut engine = Engine::new(game, EngineSettings::default());
        let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
        Bench {
            game: Cow::Owned(name.to_owned()),
            depth_plies: report
                .lines
                .first()
                .map_or(1, |line| line.depth_plies)
                .max(1),
            text: Cow::Owned(text),
        }
    }

    /// Its positions.
    pub fn positions(&self) -> impl Iterator<Item = &str> {
        let lines = self.text.lines();
        lines.filter(|line| !line.starts_with('#'))
    }

    /// Searches each position with a new engine and reports the measurement, until
    /// `control` is stopped. Positions that cannot be parsed are skipped; a test parses
    /// those of the shipped games.
    pub fn run(
        &self,
        game: &Game,
        settings: EngineSettings,
        depth_plies: u32,
        control: &Control,
        tell: &mut dyn FnMut(BenchMeasurement),
    ) {
        let mut engine = Engine::new(game, settings);
        for text in self.positions() {
            let Ok(position) = parse_position(game, text) else {
                continue;
            };
            engine.clear();
            let limits = SearchLimits::default().depth_plies(depth_plies);
            let history = History::new(position);
            let report = engine.search(&history, &limits, control, &mut |_| ());
            if control.is_stopped() {
                return;
            }
            tell(BenchMeasurement {
                nodes: report.nodes,
                time: report.time,
            });
        }
    }
}

/// The geometric mean of ratios.
pub fn geometric_mean(ratios: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0u32);
    for ratio in ratios {
        sum += ratio.max(1e-12).ln();
        count += 1;
    }
    (sum / f64::from(count.max(1))).exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_rules::GameFile;

    #[test]
    fn bench_positions_are_read_and_searches_are_repeatable() {
        for bench in BENCHES {
            let file = GameFile::shipped(&bench.game).unwrap();
            let game = Game::new(file.define(&[]).unwrap()).unwrap();
            for text in bench.positions() {
                parse_position(&game, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            }
            let count = || {
                let mut nodes = 0;
                let control = Control::new();
                let mut add = |measured: BenchMeasurement| nodes += measured.nodes;
                bench.run(&game, EngineSettings::default(), 4, &control, &mut add);
                nodes
            };
            assert_eq!(count(), count(), "{}", bench.game);
        }
    }

    #[test]
    fn any_game_has_a_bench() {
        let file = GameFile::shipped("sesqui").unwrap();
        let game = Game::new(file.define(&[]).unwrap()).unwrap();
        let bench = Bench::of_game("mine.toml", &game);
        assert_eq!(bench, Bench::of_game("mine.toml", &game));
        assert_eq!(bench.positions().count(), 5);
        assert!(bench.depth_plies > 1);
        for text in bench.positions() {
            assert!(parse_position(&game, text).unwrap().outcome().is_none());
        }
    }

    #[test]
    fn the_geometric_mean_of_ratios_is_right() {
        assert!((geometric_mean([2.0, 8.0].into_iter()) - 4.0).abs() < 1e-9);
    }
}
