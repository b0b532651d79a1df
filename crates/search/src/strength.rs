//! Handicaps: weak levels search less and choose at random among plausible moves. A move that
//! allows a mate in one is never plausible.

use crate::limits::{SearchLimits, Strength};
use crate::root_moves::RootMove;
use crate::score::MATE_IN_MAX_PLY;
use hyperrook_rules::fast::SplitMix64;
use hyperrook_rules::{Definition, Move, Position};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// How a limited strength plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Handicap {
    /// The maximum number of nodes for a move.
    pub(crate) nodes: u64,
    /// The maximum depth, in plies. At least 2, to see the reply.
    pub(crate) depth_plies: u32,
    /// The mean of the random bonus of each move, in centipawns: about how much the chosen
    /// move may be worse than the best one.
    pub(crate) spread_cp: f64,
}

/// Elo ratings at chess and the strengths that play at them. 1500 to 2000 are from matches against
/// Stockfish 15.1; the others continue the scale (docs/strength.md).
const RATINGS: [(f64, f64); 6] = [
    (600.0, 0.0),
    (1350.0, 0.32),
    (1500.0, 0.39),
    (1800.0, 0.585),
    (2000.0, 0.845),
    (2400.0, 1.35),
];

/// The strengths of the levels 1 to 7 in one game. Level 8 has no handicap.
type LevelStrengths = [f64; 7];

/// The strengths of the levels in chess, and in all games without their own.
const USUAL_LEVELS: LevelStrengths = [0.0, 0.207, 0.347, 0.474, 0.592, 0.72, 0.89];

/// The file of the games whose levels have other strengths than in chess.
const LEVELS_FILE: &str = include_str!("../params/levels.toml");

/// The strengths of the levels in a game, chosen so that each level scores about as much against
/// the one below as any other (docs/strength.md).
fn levels_of(game: &Definition) -> LevelStrengths {
    static READ: LazyLock<BTreeMap<String, LevelStrengths>> =
        LazyLock::new(|| match toml::from_str(LEVELS_FILE) {
            Ok(levels) => levels,
            Err(error) => unreachable!("a test reads the file: {error}"),
        });
    READ.get(game.name()).copied().unwrap_or(USUAL_LEVELS)
}

/// The branching factor of chess, for which the handicaps were chosen.
const USUAL_BRANCHING_FACTOR: f64 = 27.0;

/// The mean of the random bonus of each move. The second term is for the first two levels: even a search
/// of few nodes orders the moves well.
fn spread_cp(strength: f64) -> f64 {
    let weakness = (1.0 - strength).max(0.0);
    110.0 * weakness.powi(2) + 80.0 * weakness.powi(8)
}

/// Interpolates linearly between points in ascending order of `x`. Beyond the ends the outer segments
/// continue.
fn interpolate(x: f64, points: &[(f64, f64)]) -> f64 {
    let after = points.partition_point(|point| point.0 < x);
    let end = after.clamp(1, points.len() - 1);
    let ((x0, y0), (x1, y1)) = (points[end - 1], points[end]);
    y0 + (x - x0) * (y1 - y0) / (x1 - x0)
}

/// The strength that plays at an Elo rating.
fn strength_of_elo(elo: f64) -> f64 {
    interpolate(elo, &RATINGS)
}

/// The strength of a level; `None` for the highest, which has no handicap.
fn strength_of_level(level: u8, levels: &LevelStrengths) -> Option<f64> {
    let index = usize::from(level.max(1) - 1);
    levels.get(index).copied()
}

impl Strength {
    /// About the Elo rating at which this strength plays chess. Full strength has none, because
    /// it depends on the time; it counts as the highest of [`Strength::ELO`].
    pub fn elo(self) -> u32 {
        match self {
            Strength::Elo(elo) => elo.clamp(*Strength::ELO.start(), *Strength::ELO.end()),
            Strength::Level(level) => match strength_of_level(level, &USUAL_LEVELS) {
                Some(strength) => {
                    let by_strength = RATINGS.map(|(elo, strength)| (strength, elo));
                    interpolate(strength, &by_strength).round() as u32
                }
                None => *Strength::ELO.end(),
            },
            Strength::Full => *Strength::ELO.end(),
        }
    }
}

/// The number of moves among which a weak level chooses.
const CANDIDATES: usize = 6;

impl Handicap {
    /// The handicap of a strength in a game with this branching factor; `None` for full strength.
    pub(crate) fn of(
        strength: Strength,
        game: &Definition,
        branching_factor: i32,
    ) -> Option<Handicap> {
        let strength = match strength {
            Strength::Full => return None,
            Strength::Level(level) => strength_of_level(level, &levels_of(game))?,
            Strength::Elo(_) => strength_of_elo(f64::from(strength.elo())),
        };
        // Level 1 completes about one ply of chess at most. Games with more moves need more nodes for
        // the same depth. The stronger the level, the less it gets.
        let branching = f64::from(branching_factor) / USUAL_BRANCHING_FACTOR;
        let node_factor = branching.max(1.0).powf((1.0 - strength).max(0.0));
        Some(Handicap {
            nodes: (150.0 * node_factor * 600.0f64.powf(strength)) as u64,
            depth_plies: 2 + (strength * 12.0).round() as u32,
            spread_cp: spread_cp(strength),
        })
    }

    /// Lowers limits to those of the handicap.
    pub(crate) fn apply_to(&self, limits: &mut SearchLimits) {
        let depth = limits.depth_plies.unwrap_or(u32::MAX);
        limits.depth_plies = Some(depth.min(self.depth_plies));
        limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(self.nodes));
        limits.lines = limits.lines.max(CANDIDATES);
    }

    /// Chooses one of the root moves, which are sorted best first. Returns its index. `random`
    /// returns numbers from 0 up to 1. `loses_at_once` tells whether the opponent can win with the
    /// next move, which a search of few nodes may miss.
    pub(crate) fn choose(
        &self,
        moves: &[RootMove],
        mut loses_at_once: impl FnMut(Move) -> bool,
        mut random: impl FnMut() -> f64,
    ) -> usize {
        let Some(best) = moves.first() else { return 0 };
        if best.score >= MATE_IN_MAX_PLY {
            return 0;
        }
        // Each move gets a random bonus; the best sum wins. Bonuses are exponentially
        // distributed: small ones are frequent, large ones rare.
        let candidates = moves.iter().take(CANDIDATES).enumerate();
        let mut ranked: Vec<(f64, usize)> = candidates
            .filter_map(|(i, root_move)| {
                let behind = f64::from(best.score) - f64::from(root_move.score);
                let bonus = -(1.0 - random()).max(1e-9).ln() * self.spread_cp;
                let is_plausible = behind <= 4.0 * self.spread_cp + 20.0;
                is_plausible.then_some((bonus - behind, i))
            })
            .collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let first = ranked.into_iter().map(|(_, i)| i);
        let mut all = first.chain(0..moves.len());
        all.find(|&i| !loses_at_once(moves[i].mv)).unwrap_or(0)
    }
}

/// Whether the opponent can win the game with the reply to a legal move.
pub(crate) fn loses_at_once(position: &Position, mv: Move) -> bool {
    let Ok(after) = position.after(mv) else {
        return true;
    };
    let wins = |reply: &Move| {
        let end = after.after(*reply).ok().and_then(|end| end.outcome());
        end.is_some_and(|end| end.winner == Some(after.turn()))
    };
    after.outcome().is_none() && after.moves().iter().any(wins)
}

/// The random numbers for the choice of a weak level. They depend on the position and the seed, so
/// that the same seed gives the same choice.
pub(crate) struct ChoiceNoise(SplitMix64);

impl ChoiceNoise {
    pub(crate) fn new(seed: u64) -> ChoiceNoise {
        ChoiceNoise(SplitMix64::new(seed))
    }

    /// A number from 0 up to 1.
    pub(crate) fn next(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_eval::Model;
    use hyperrook_rules::fast::{Pos, Rules};
    use hyperrook_rules::{Game, Visit};

    struct BranchingFactor;

    impl Visit for BranchingFactor {
        type Output = i32;

        fn visit<const W: usize>(self, rules: &Rules<W>, _: &Pos<W>) -> i32 {
            Model::new(rules).branching_factor()
        }
    }

    #[test]
    fn the_handicaps_are_those_of_chess() {
        let chess = Game::shipped("chess").unwrap();
        let found = chess.start().visit(BranchingFactor);
        assert_eq!(f64::from(found), USUAL_BRANCHING_FACTOR);
    }

    #[test]
    fn ratings_and_strengths_rise_together() {
        let all = Strength::ELO.map(|elo| strength_of_elo(f64::from(elo)));
        assert!(all.collect::<Vec<_>>().is_sorted_by(|a, b| a < b));
        assert_eq!(strength_of_elo(600.0), 0.0);
        assert_eq!(strength_of_elo(1500.0), 0.39);
        let levels: Vec<u32> = Strength::LEVELS
            .map(|level| Strength::Level(level).elo())
            .collect();
        assert!(levels.is_sorted_by(|a, b| a < b), "{levels:?}");
        assert_eq!((levels[0], levels[7]), (600, 2400));
    }

    #[test]
    fn the_levels_of_each_game_rise() {
        let levels: BTreeMap<String, LevelStrengths> = toml::from_str(LEVELS_FILE).unwrap();
        for (name, levels) in &levels {
            assert!(Game::shipped(name).is_some(), "{name}");
            assert!(levels.is_sorted_by(|a, b| a < b), "{name}: {levels:?}");
            assert!(levels[0] >= 0.0 && levels[6] < 1.0, "{name}: {levels:?}");
        }
        let walkers = Game::shipped("walkers").unwrap();
        assert_eq!(levels_of(walkers.definition()), levels["walkers"]);
    }

    #[test]
    fn a_level_plays_chess_at_its_rating() {
        let chess = Game::shipped("chess").unwrap();
        let handicap = |strength| Handicap::of(strength, chess.definition(), 27).unwrap();
        for level in 1..*Strength::LEVELS.end() {
            let level = Strength::Level(level);
            let by_level = handicap(level);
            let by_elo = handicap(Strength::Elo(level.elo()));
            assert_eq!(by_level.depth_plies, by_elo.depth_plies);
            assert!(by_level.nodes.abs_diff(by_elo.nodes) <= by_level.nodes / 50);
        }
    }

    #[test]
    fn only_weak_levels_get_more_nodes_where_there_are_more_moves() {
        let chess = Game::shipped("chess").unwrap();
        let handicap =
            |strength, branching| Handicap::of(strength, chess.definition(), branching).unwrap();
        let nodes = |strength, branching| handicap(strength, branching).nodes;
        assert_eq!(nodes(Strength::Level(1), 27), 150);
        assert_eq!(nodes(Strength::Level(1), 8), 150);
        assert_eq!(nodes(Strength::Level(1), 54), 300);
        let strongest = Strength::Elo(2400);
        assert_eq!(nodes(strongest, 27), nodes(strongest, 100));
    }
}
