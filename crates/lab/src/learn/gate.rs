//! Matches inside the program: is the new network stronger than the old evaluation?

use crate::contest;
use crate::matches::sprt::{EloModel, Sprt};
use crate::matches::stats::{EloEstimate, Pentanomial};
use crate::number_text::signed;
use hyperrook_rules::{Game, History};
use hyperrook_search::{
    Control, Engine, EngineSettings, NetworkSource, SearchLimits, WeightsSource,
};
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// An evaluation: weights and a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvaluationSource {
    /// The weights.
    pub weights: WeightsSource,
    /// The network.
    pub network: NetworkSource,
}

impl EvaluationSource {
    /// An engine with this evaluation. Its hash table is small, so it is cleared quickly.
    pub(super) fn engine(&self, game: &Game) -> Engine {
        let settings = EngineSettings {
            hash_mib: 4,
            weights: self.weights,
            network: self.network,
            ..EngineSettings::default()
        };
        Engine::new(game, settings)
    }
}

/// How long an engine may search for a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SearchBudget {
    /// This many nodes.
    Nodes(u64),
    /// This long.
    Time(Duration),
}

impl SearchBudget {
    fn times(self, factor: u32) -> SearchBudget {
        match self {
            SearchBudget::Nodes(nodes) => {
                SearchBudget::Nodes(nodes.saturating_mul(u64::from(factor)))
            }
            SearchBudget::Time(time) => SearchBudget::Time(time.saturating_mul(factor)),
        }
    }

    fn limits(self) -> SearchLimits {
        match self {
            SearchBudget::Nodes(nodes) => SearchLimits::default().nodes(nodes),
            SearchBudget::Time(time) => SearchLimits::default().move_time(time),
        }
    }
}

/// A game of this many plies is stopped and does not count.
const MAX_PLIES: usize = 1_500;

/// Plays two games from an opening, with reversed colours. Returns the points of the first engine
/// in half points: 0 to 4. `None` if a game was stopped.
pub(super) fn play_pair(
    engines: &mut [Engine; 2],
    budgets: [SearchBudget; 2],
    opening: &History,
) -> Option<usize> {
    let limits = budgets.map(SearchBudget::limits);
    contest::play_pair(engines, &limits, opening, MAX_PLIES)
}

/// When an opening is even enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EvenOpenings {
    /// The search that judges it.
    budget: SearchBudget,
    /// The advantage that a side may have, in centipawns.
    most_cp: f32,
}

impl EvenOpenings {
    /// For games to learn from: both sides have an expected score of at least 0.3. `scale` is the
    /// number of centipawns that multiply the odds of winning by e.
    pub(super) fn for_self_play(budget: SearchBudget, scale: f32) -> EvenOpenings {
        EvenOpenings {
            budget,
            most_cp: scale * 0.85,
        }
    }

    /// For matches. If few games are drawn, a small advantage decides both games of an opening, and
    /// the pair says nothing about the players. Then both sides have an expected score of at
    /// least 0.43, by a longer search.
    pub(super) fn for_matches(budget: SearchBudget, scale: f32, drawn: f32) -> EvenOpenings {
        if drawn > MANY_DRAWS {
            return EvenOpenings::for_self_play(budget, scale);
        }
        EvenOpenings {
            budget: budget.times(JUDGE_TIMES),
            most_cp: scale * 0.3,
        }
    }

    /// Whether an opening is even enough, after others in a row that were not. With these the limit
    /// rises, so that a game with few even openings gets its matches, too.
    pub(super) fn accepts(self, engine: &mut Engine, opening: &History, rejected: u32) -> bool {
        let most_cp = self.most_cp * (1.0 + rejected as f32 / RELAXED_AFTER);
        contest::white_advantage(engine, opening, &self.budget.limits())
            .is_some_and(|cp| (cp as f32).abs() <= most_cp)
    }
}

/// After this many openings in a row that are not even enough, the limit is twice as high.
const RELAXED_AFTER: f32 = 30.0;
/// If a larger share of the positions is from drawn games, an even opening is often drawn twice.
const MANY_DRAWS: f32 = 0.35;
/// The search that judges an opening of a match is this many times as long as that for a move.
const JUDGE_TIMES: u32 = 8;

/// How often [`speed_ratio`] measures both engines: an odd number.
const SPEED_ROUNDS: usize = 9;
/// The nodes of each of its searches.
const SPEED_NODES: u64 = 800;

/// How many times as many nodes as the second engine the first one visits in the same processor
/// time, on a few positions. Other programs on the machine slow an engine down, even in processor
/// time, so the engines are measured in turn, and the median of several ratios counts. Nothing else
/// may run in the process, because a search has its own threads.
pub(super) fn speed_ratio(engines: &mut [Engine; 2], openings: &[History]) -> f64 {
    let limits = SearchLimits::default().nodes(SPEED_NODES);
    let speed = |engine: &mut Engine| {
        let (mut seconds, mut nodes) = (0.0, 0);
        for opening in openings {
            engine.clear();
            let start = processor_seconds();
            let report = engine.search(opening, &limits, &Control::new(), &mut |_| ());
            seconds += processor_seconds() - start;
            nodes += report.nodes;
        }
        nodes as f64 / seconds.max(1e-6)
    };
    let [first, second] = engines;
    // The first search of an engine also touches its memory for the first time.
    speed(first);
    speed(second);
    let ratios = (0..SPEED_ROUNDS).map(|_| speed(first) / speed(second));
    let mut ratios: Vec<f64> = ratios.collect();
    ratios.sort_unstable_by(f64::total_cmp);
    ratios[SPEED_ROUNDS / 2]
}

/// The depth that most searches of self-play should complete, in plies. With less depth, games and
/// scores say more about the order of moves than about positions.
const SELF_PLAY_DEPTH: u32 = 3;
/// The minimum number of nodes chosen for a move of self-play.
const MIN_SELF_PLAY_NODES: u64 = 300;
/// The maximum.
pub(super) const MAX_SELF_PLAY_NODES: u64 = 5_000;

/// The nodes for a move of self-play: the number with which three in four searches complete
/// [`SELF_PLAY_DEPTH`] plies on a few positions.
pub(super) fn enough_nodes(engine: &mut Engine, openings: &[History]) -> u64 {
    let (fewest, most) = (MIN_SELF_PLAY_NODES, MAX_SELF_PLAY_NODES);
    let limits = SearchLimits::default()
        .depth_plies(SELF_PLAY_DEPTH)
        .nodes(most);
    let nodes = openings.iter().map(|opening| {
        engine.clear();
        let report = engine.search(opening, &limits, &Control::new(), &mut |_| ());
        report.nodes
    });
    let mut nodes: Vec<u64> = nodes.collect();
    nodes.sort_unstable();
    let enough = nodes.get(nodes.len() * 3 / 4).copied();
    enough.unwrap_or(fewest).clamp(fewest, most)
}

/// The processor time of this process, in seconds.
pub(super) fn processor_seconds() -> f64 {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

/// The minimum number of pairs of games for a decision.
pub(super) const MIN_PAIRS: u64 = 30;

/// The results of a match, and whether it is decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GateResult {
    /// Pairs by points of the new network.
    pub pairs: Pentanomial,
}

impl GateResult {
    /// The number of pairs.
    pub fn count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The estimated difference.
    pub fn estimate(&self) -> Option<EloEstimate> {
        EloEstimate::of_pairs(self.pairs)
    }

    /// Whether no more games are needed.
    pub(super) fn is_decided(&self) -> bool {
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 25.0,
            alpha: 0.02,
            beta: 0.05,
            model: EloModel::Logistic,
        };
        self.count() >= MIN_PAIRS && sprt.decision(self.pairs).is_some()
    }

    /// Whether the new network is stronger. A network of equal strength passes about three times in
    /// a hundred.
    pub fn is_passed(&self) -> bool {
        self.count() >= MIN_PAIRS
            && self
                .estimate()
                .is_some_and(|estimate| estimate.los >= 0.975)
    }

    /// Whether the new network lost the match. In case of doubt, it counts as lost.
    pub fn is_lost(&self) -> bool {
        self.estimate().is_none_or(|estimate| estimate.elo < 0.0)
    }

    /// Whether the difference may be chance.
    pub fn is_within_chance(&self) -> bool {
        let certain = |estimate: EloEstimate| estimate.los.max(1.0 - estimate.los) >= 0.975;
        !self.estimate().is_some_and(certain)
    }

    /// The difference for people.
    pub fn text(&self) -> String {
        match self.estimate() {
            None => "no games".to_owned(),
            Some(estimate) if estimate.elo.is_infinite() => {
                let result = if estimate.elo > 0.0 { "won" } else { "lost" };
                let few = if self.count() < MIN_PAIRS {
                    ", which are too few to compare"
                } else {
                    ""
                };
                format!("{result} all {} games{few}", 2 * self.count())
            }
            Some(estimate) => {
                let error = estimate.elo_error();
                let error = error.map_or(String::new(), |error| format!(" ± {error:.0}"));
                let elo = signed(estimate.elo, 0);
                format!("{elo}{error} Elo in {} games", 2 * self.count())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_without_a_difference_in_elo_says_so() {
        let text = |pairs| GateResult { pairs }.text();
        assert_eq!(text([0; 5]), "no games");
        let few = "won all 2 games, which are too few to compare";
        assert_eq!(text([0, 0, 0, 0, 1]), few);
        let lost = "lost all 4 games, which are too few to compare";
        assert_eq!(text([2, 0, 0, 0, 0]), lost);
        assert_eq!(text([0, 0, 0, 0, 40]), "won all 80 games");
        assert!(text([1, 2, 3, 2, 1]).ends_with(" Elo in 18 games"));
        assert!(text([5, 3, 3, 1, 0]).starts_with('−'));
    }

    #[test]
    fn a_few_games_show_no_difference_in_either_direction() {
        let chance = |pairs| GateResult { pairs }.is_within_chance();
        for pairs in [[0; 5], [1, 1, 1, 1, 0], [0, 1, 1, 1, 1], [0, 0, 40, 0, 0]] {
            assert!(chance(pairs), "{pairs:?}");
        }
        for pairs in [[20, 20, 5, 0, 0], [0, 0, 5, 20, 20]] {
            assert!(!chance(pairs), "{pairs:?}");
        }
    }
}
