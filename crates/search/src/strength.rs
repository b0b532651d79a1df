//! Handicaps: weak levels search less and choose at random among plausible moves. A move that
//! allows a mate in one is never plausible.

use crate::limits::{SearchLimits, Strength};
use crate::root_moves::RootMove;
use crate::score::MATE_IN_MAX_PLY;
use hyperrook_rules::fast::SplitMix64;
use hyperrook_rules::{Move, Position};

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

/// Converts an Elo rating at chess to a strength, linearly between the measured points
/// (docs/strength.md). 600 is 0, 1500 is 0.5 and 2000 is 1; beyond 1 only the number of nodes
/// grows.
fn strength_of_elo(elo: f64) -> f64 {
    if elo < 1500.0 {
        0.5 * (elo - 600.0) / 900.0
    } else {
        0.5 + 0.5 * (elo - 1500.0) / 500.0
    }
}

/// The strengths of the levels 1 to 7, chosen so that at chess each level scores about as much against
/// the one below as any other (docs/strength.md).
const LEVEL_STRENGTHS: [f64; 7] = [0.0, 0.22, 0.38, 0.51, 0.615, 0.705, 0.865];

/// The number of moves among which a weak level chooses.
const CANDIDATES: usize = 6;

impl Handicap {
    /// The handicap of a strength; `None` for full strength.
    pub(crate) fn of(strength: Strength) -> Option<Handicap> {
        let strength = match strength {
            Strength::Full => return None,
            Strength::Level(level) if level >= *Strength::LEVELS.end() => return None,
            Strength::Level(level) => LEVEL_STRENGTHS[usize::from(level.max(1) - 1)],
            Strength::Elo(elo) => {
                let elo = elo.clamp(*Strength::ELO.start(), *Strength::ELO.end());
                strength_of_elo(f64::from(elo))
            }
        };
        Some(Handicap {
            nodes: (150.0 * 600.0f64.powf(strength)) as u64,
            depth_plies: 2 + (strength * 12.0).round() as u32,
            spread_cp: 110.0 * (1.0 - strength).max(0.0).powi(2),
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
