//! Playing weaker than one can, as a person would: with less depth, and by
//! taking one of the plausible moves. What loses at once is no plausible move:
//! no level walks into a mate in one.

use crate::root::RootMove;
use crate::value::FORCED;
use crate::{Limits, Strength};
use hyperrook_rules::{Move, Position};

/// How a level plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Handicap {
    /// The most positions looked at for a move.
    pub(crate) nodes: u64,
    /// The deepest iteration, in plies; at least 2, to see the answer.
    pub(crate) depth_plies: u32,
    /// How far a move may be behind the best, in centipawns: the mean of what
    /// is given away where there is a choice.
    pub(crate) spread_cp: f64,
}

/// The strength of a rating at chess, in straight parts between what was
/// measured (docs/strength.md): 600 is 0, 1500 a half, 2000 is 1, and more than 1
/// takes more nodes only.
fn of_elo(elo: f64) -> f64 {
    if elo < 1500.0 {
        0.5 * (elo - 600.0) / 900.0
    } else {
        0.5 + 0.5 * (elo - 1500.0) / 500.0
    }
}

/// Moves among which a weak player chooses.
pub(crate) const CHOICES: usize = 6;

impl Handicap {
    /// The handicap of a strength; none at full strength.
    pub(crate) fn of(strength: Strength) -> Option<Handicap> {
        let strength = match strength {
            Strength::Full => return None,
            Strength::Level(level) if level >= *Strength::LEVELS.end() => return None,
            Strength::Level(level) => {
                let level = f64::from(level.max(*Strength::LEVELS.start()));
                (level - 1.0) / 7.0
            }
            Strength::Elo(elo) => {
                let elo = elo.clamp(*Strength::ELO.start(), *Strength::ELO.end());
                of_elo(f64::from(elo))
            }
        };
        Some(Handicap {
            nodes: (150.0 * 600.0f64.powf(strength)) as u64,
            depth_plies: 2 + (strength * 12.0).round() as u32,
            spread_cp: 110.0 * (1.0 - strength).max(0.0).powi(2),
        })
    }

    /// Makes limits at most those of the handicap.
    pub(crate) fn narrow(&self, limits: &mut Limits) {
        let depth = limits.depth_plies.unwrap_or(u32::MAX);
        limits.depth_plies = Some(depth.min(self.depth_plies));
        limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(self.nodes));
        limits.lines = limits.lines.max(CHOICES);
    }

    /// Chooses among first moves, best first: the number of the one to play.
    /// `draw` gives numbers from 0 up to 1; `loses_at_once` says whether the
    /// enemy can end the game with its answer, which few positions are too few
    /// to see.
    pub(crate) fn choose(
        &self,
        moves: &[RootMove],
        mut loses_at_once: impl FnMut(Move) -> bool,
        mut draw: impl FnMut() -> f64,
    ) -> usize {
        let Some(best) = moves.first() else { return 0 };
        if best.score >= FORCED {
            return 0;
        }
        // Each gets its score and a random gain; the rest is as a strong player
        // would do it. Exponential gains: small ones often, large ones rarely.
        let plausible = moves.iter().take(CHOICES).enumerate();
        let mut worth: Vec<(f64, usize)> = plausible
            .filter_map(|(i, found)| {
                let behind = f64::from(best.score) - f64::from(found.score);
                let luck = -(1.0 - draw()).max(1e-9).ln() * self.spread_cp;
                let plausible = behind <= 4.0 * self.spread_cp + 20.0;
                plausible.then_some((luck - behind, i))
            })
            .collect();
        worth.sort_by(|a, b| b.0.total_cmp(&a.0));
        let first = worth.into_iter().map(|(_, i)| i);
        let mut all = first.chain(0..moves.len());
        all.find(|&i| !loses_at_once(moves[i].mv)).unwrap_or(0)
    }
}

/// Whether the enemy can win the game with its answer to a legal move.
pub(crate) fn loses_at_once(position: &Position, mv: Move) -> bool {
    let Ok(after) = position.after(mv) else {
        return true;
    };
    let wins = |answer: &Move| {
        let end = after.after(*answer).ok().and_then(|end| end.outcome());
        end.is_some_and(|end| end.winner == Some(after.turn()))
    };
    after.outcome().is_none() && after.moves().iter().any(wins)
}

/// Sebastiano Vigna's SplitMix64, from the position: the same choice each time
/// unless the caller mixes in something else.
pub(crate) struct Luck(pub(crate) u64);

impl Luck {
    /// A number from 0 up to 1.
    pub(crate) fn draw(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        (z >> 11) as f64 / (1u64 << 53) as f64
    }
}
