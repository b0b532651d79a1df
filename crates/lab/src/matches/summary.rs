//! The summary of a match.

use super::game::Termination;
use super::journal::{EngineEffort, PlayedGame};
use super::sprt::{Decision, Sprt};
use super::stats::{EloEstimate, GameTally, Pentanomial};
use crate::number_text::counted;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// What counts of a game.
#[derive(Clone, Copy, Debug)]
struct CountedGame {
    /// Half-points of the first engine.
    points: usize,
    /// Which engine had White.
    white: usize,
    /// A hash of its course. `None` if it ended because an engine was late, hung or crashed: that depends
    /// on the machine, so the same moves are no repetition.
    course: Option<u64>,
}

impl CountedGame {
    fn new(game: &PlayedGame) -> CountedGame {
        let is_of_machine = matches!(
            game.termination,
            Termination::TimeLoss | Termination::Hang | Termination::Crash
        );
        CountedGame {
            points: game.half_points() as usize,
            white: game.white(),
            course: (!is_of_machine).then(|| {
                let mut hasher = DefaultHasher::new();
                game.course().hash(&mut hasher);
                hasher.finish()
            }),
        }
    }
}

/// The results so far, from the first engine's point of view.
#[derive(Clone, Debug)]
pub struct MatchSummary {
    /// The engines' names.
    pub names: [String; 2],
    /// The number of games to play.
    pub wanted: u32,
    /// The results that count.
    pub tally: GameTally,
    /// The results of the games that count in which the first engine had White, and of those with
    /// Black.
    pub by_color: [GameTally; 2],
    /// Complete pairs that count, by points of the first engine.
    pub pairs: Pentanomial,
    /// The test, if there is one.
    pub sprt: Option<Sprt>,
    /// Its first decision. Games that were under way then still count in the results, but do not
    /// change it.
    decision: Option<Decision>,
    /// How games ended.
    pub terminations: BTreeMap<Termination, u64>,
    /// By engine, the games that it lost by a fault.
    pub faults: [BTreeMap<Termination, u64>; 2],
    /// The plies of all games.
    pub plies: u64,
    /// The effort of each engine.
    pub efforts: [EngineEffort; 2],
    /// The games of pairs that repeated another pair, move by move. They do not count as results.
    pub repeated: u64,
    /// The first games of the pairs that are not complete, by number of the pair.
    half: BTreeMap<u32, CountedGame>,
    /// Hashes of the complete pairs.
    known: HashSet<[u64; 2]>,
}

impl MatchSummary {
    /// The summary of a match without games.
    pub fn new(names: [String; 2], wanted: u32, sprt: Option<Sprt>) -> MatchSummary {
        MatchSummary {
            names,
            wanted,
            tally: GameTally::default(),
            by_color: [GameTally::default(); 2],
            pairs: [0; 5],
            sprt,
            decision: None,
            terminations: BTreeMap::new(),
            faults: [BTreeMap::new(), BTreeMap::new()],
            plies: 0,
            efforts: [EngineEffort::default(); 2],
            repeated: 0,
            half: BTreeMap::new(),
            known: HashSet::new(),
        }
    }

    /// The number of games played.
    pub fn played(&self) -> u64 {
        self.tally.games() + self.repeated
    }

    /// Adds a game.
    pub fn add(&mut self, game: &PlayedGame) {
        *self.terminations.entry(game.termination).or_default() += 1;
        if let Some(loser) = game.loser().filter(|_| game.termination.is_fault()) {
            *self.faults[loser].entry(game.termination).or_default() += 1;
        }
        self.plies += u64::from(game.plies);
        for (effort, more) in self.efforts.iter_mut().zip(game.efforts) {
            effort.add(more);
        }
        let counted = CountedGame::new(game);
        let Some(other) = self.half.remove(&(game.number / 2)) else {
            self.count(&counted, 1);
            self.half.insert(game.number / 2, counted);
            return;
        };
        // Games can end in another order than they started.
        let mut courses = [other.course, counted.course];
        courses.rotate_left(counted.white ^ 1);
        let is_known = match courses {
            [Some(first), Some(second)] => !self.known.insert([first, second]),
            _ => false,
        };
        if is_known {
            self.count(&other, -1);
            self.repeated += 2;
        } else {
            self.count(&counted, 1);
            self.pairs[counted.points + other.points] += 1;
            let decided = |sprt: Sprt| sprt.decision(self.pairs);
            self.decision = self.decision.or_else(|| self.sprt.and_then(decided));
        }
    }

    /// Adds a number to the count of games like this one.
    fn count(&mut self, game: &CountedGame, number: i64) {
        for tally in [&mut self.tally, &mut self.by_color[game.white]] {
            let count = match game.points {
                0 => &mut tally.losses,
                1 => &mut tally.draws,
                _ => &mut tally.wins,
            };
            *count = count.saturating_add_signed(number);
        }
    }

    /// The estimate from pairs, or from games if there is no complete pair.
    pub fn estimate(&self) -> Option<EloEstimate> {
        EloEstimate::of_pairs(self.pairs).or_else(|| EloEstimate::of_games(self.tally))
    }

    /// The log-likelihood ratio of the test, if there is one.
    pub fn llr(&self) -> Option<f64> {
        self.sprt.map(|sprt| sprt.llr(self.pairs))
    }

    /// The decision of the test, if there is one.
    pub fn decision(&self) -> Option<Decision> {
        self.decision
    }

    /// White's results, whichever engine had White.
    pub fn white(&self) -> GameTally {
        let [first, second] = self.by_color;
        GameTally {
            wins: first.wins + second.losses,
            draws: first.draws + second.draws,
            losses: first.losses + second.wins,
        }
    }

    /// The summary in one line: games, score, Elo.
    pub fn line(&self) -> String {
        let GameTally {
            wins,
            draws,
            losses,
        } = self.tally;
        let mut line = format!(
            "{}/{}  +{wins} ={draws} -{losses}",
            self.played(),
            self.wanted
        );
        if let Some(score) = self.tally.score() {
            line += &format!("  {:.1} %", 100.0 * score);
        }
        if let Some(estimate) = self.estimate() {
            line += &format!("  Elo {}", elo_text(&estimate));
        }
        if let (Some(sprt), Some(llr)) = (self.sprt, self.llr()) {
            let [lower, upper] = sprt.bounds();
            line += &format!("  LLR {llr:.2} [{lower:.2}, {upper:.2}]");
        }
        if self.repeated > 0 {
            line += &format!("  repeated {}", self.repeated);
        }
        let faults: u64 = self.faults.iter().flat_map(BTreeMap::values).sum();
        if faults > 0 {
            line += &format!("  errors {faults}");
        }
        line
    }

    /// The whole summary as lines of text.
    pub fn text(&self) -> String {
        let GameTally {
            wins,
            draws,
            losses,
        } = self.tally;
        let [first, second] = &self.names;
        let games = self.tally.games();
        let mut lines = vec![format!(
            "{first} against {second}: +{wins} ={draws} -{losses} of {}",
            counted(games, "game")
        )];
        if let (Some(score), Some(drawn)) = (self.tally.score(), self.tally.draw_ratio()) {
            lines.push(format!(
                "score {:.2} %, draws {:.1} %, {} a game",
                100.0 * score,
                100.0 * drawn,
                plies_text(self.plies as f64 / self.played() as f64)
            ));
        }
        if self.repeated > 0 {
            lines.push(format!(
                "{} games repeated an earlier pair of games move by move and do not count. Use \
                 different openings, for example --random-plies 4",
                self.repeated
            ));
        }
        for (tally, color) in self.by_color.iter().zip(["White", "Black"]) {
            if let Some(score) = tally.score() {
                lines.push(format!(
                    "{first} as {color}: +{} ={} -{}, {:.1} %",
                    tally.wins,
                    tally.draws,
                    tally.losses,
                    100.0 * score
                ));
            }
        }
        let white = self.white();
        if let Some(score) = white.score() {
            lines.push(format!(
                "White won {}, Black won {}, {} drawn; White scored {:.1} %",
                white.wins,
                white.losses,
                white.draws,
                100.0 * score
            ));
        }
        if let Some(estimate) = self.estimate() {
            let [low, high] = estimate.elo_range.map(signed);
            let range = match estimate.score_error {
                // If all results are the same, the interval is unknown.
                0.0 => String::new(),
                _ => format!(" (95 %: {low} to {high})"),
            };
            lines.push(format!(
                "Elo {}{range}, likelihood of superiority {:.1} %",
                elo_text(&estimate),
                100.0 * estimate.los
            ));
            if let Some(normalized) = estimate.normalized_elo {
                lines.push(format!("normalised Elo {}", signed(normalized)));
            }
        }
        let [ll, ld, dd, wd, ww] = self.pairs;
        lines.push(format!(
            "pairs by points 0, 1/2, 1, 3/2, 2: {ll}, {ld}, {dd}, {wd}, {ww}"
        ));
        if let (Some(sprt), Some(llr)) = (self.sprt, self.llr()) {
            let [lower, upper] = sprt.bounds();
            let said = match self.decision() {
                Some(Decision::H1) => "H1 is accepted",
                Some(Decision::H0) => "H0 is accepted",
                None => "undecided",
            };
            let model = match sprt.model {
                super::EloModel::Logistic => "logistic",
                super::EloModel::Normalized => "normalised",
            };
            lines.push(format!(
                "SPRT, {model} Elo {} against {}: LLR {llr:.2} of [{lower:.2}, {upper:.2}], {said}",
                sprt.elo0, sprt.elo1
            ));
        }
        for (name, effort) in self.names.iter().zip(&self.efforts) {
            if effort.moves > 0 {
                let moves = effort.moves as f64;
                lines.push(format!(
                    "{name}: {:.3} s a move (longest {:.3} s), depth {:.1}, {:.0} nodes a move",
                    effort.seconds / moves,
                    effort.longest_seconds,
                    effort.depths as f64 / moves,
                    effort.nodes as f64 / moves
                ));
            }
        }
        let ends = Termination::ALL.iter().filter_map(|end| {
            let count = self.terminations.get(end)?;
            Some(format!("{end} {count}"))
        });
        let ends = or_none(ends.collect());
        lines.push(if self.repeated > 0 {
            format!("all {} games ended by: {ends}", self.played())
        } else {
            format!("ended by: {ends}")
        });
        for (name, faults) in self.names.iter().zip(&self.faults) {
            let faults = faults
                .iter()
                .map(|(fault, count)| format!("{fault} {count}"));
            lines.push(format!("errors of {name}: {}", or_none(faults.collect())));
        }
        lines.join("\n")
    }

    /// The whole summary as JSON. Infinite numbers are null.
    pub fn json(&self) -> Value {
        let tally = |tally: GameTally| {
            json!({
                "wins": tally.wins, "draws": tally.draws, "losses": tally.losses,
                "score": tally.score(),
            })
        };
        let finite = |number: f64| number.is_finite().then_some(number);
        let words = |counts: &BTreeMap<Termination, u64>| -> Value {
            let counts = counts
                .iter()
                .map(|(end, count)| (end.word().to_owned(), json!(count)));
            Value::Object(counts.collect())
        };
        let estimate = self.estimate().map(|estimate| {
            // Results that are all the same do not determine the error.
            let is_known = estimate.score_error > 0.0;
            json!({
                "elo": finite(estimate.elo),
                "elo_error_95": estimate.elo_error(),
                "elo_low_95": is_known.then(|| finite(estimate.elo_range[0])),
                "elo_high_95": is_known.then(|| finite(estimate.elo_range[1])),
                "normalized_elo": estimate.normalized_elo,
                "score_error": estimate.score_error,
                "los": estimate.los,
            })
        });
        let sprt = self.sprt.map(|sprt| {
            let [lower, upper] = sprt.bounds();
            json!({
                "elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha, "beta": sprt.beta,
                "model": sprt.model, "llr": self.llr(), "lower": lower, "upper": upper,
                "decision": self.decision(),
            })
        });
        json!({
            "engines": self.names,
            "games": self.played(),
            "repeated": self.repeated,
            "games_wanted": self.wanted,
            "first": tally(self.tally),
            "first_as_white": tally(self.by_color[0]),
            "first_as_black": tally(self.by_color[1]),
            "white": tally(self.white()),
            "draw_ratio": self.tally.draw_ratio(),
            "pairs": self.pairs,
            "estimate": estimate,
            "sprt": sprt,
            "terminations": words(&self.terminations),
            "faults": [words(&self.faults[0]), words(&self.faults[1])],
            "plies": self.plies,
            "efforts": self.efforts,
        })
    }
}

fn or_none(parts: Vec<String>) -> String {
    if parts.is_empty() {
        "none".to_owned()
    } else {
        parts.join(", ")
    }
}

/// A mean number of plies: `1 ply`, `43 plies`.
fn plies_text(plies: f64) -> String {
    let noun = if plies.round() == 1.0 { "ply" } else { "plies" };
    format!("{plies:.0} {noun}")
}

fn signed(number: f64) -> String {
    if number.is_finite() {
        format!("{number:+.1}")
    } else if number > 0.0 {
        "+∞".to_owned()
    } else {
        "−∞".to_owned()
    }
}

/// `+12.3 ± 4.5`.
fn elo_text(estimate: &EloEstimate) -> String {
    let elo = signed(estimate.elo);
    match estimate.elo_error() {
        Some(error) => format!("{elo} ± {error:.1}"),
        None => elo,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u32, result: &str, termination: Termination) -> PlayedGame {
        PlayedGame {
            number,
            result: result.to_owned(),
            termination,
            detail: String::new(),
            plies: 10,
            efforts: [EngineEffort::default(); 2],
            record: format!(
                "[Round \"{number}\"]\n\n1. a1a2 {{+0.10/2 0.{number}s}} a{number}\n{result}"
            ),
        }
    }

    #[test]
    fn games_are_counted_by_pairs_colors_and_faults() {
        let mut summary = MatchSummary::new(["A".into(), "B".into()], 6, None);
        // Games can end in another order than they started.
        summary.add(&game(1, "0-1", Termination::Rules));
        summary.add(&game(2, "1/2-1/2", Termination::MaxPlies));
        summary.add(&game(0, "1-0", Termination::TimeLoss));
        summary.add(&game(3, "1-0", Termination::IllegalMove));
        summary.add(&game(4, "0-1", Termination::Rules));
        assert_eq!(
            summary.tally,
            GameTally {
                wins: 2,
                draws: 1,
                losses: 2
            }
        );
        assert_eq!(summary.pairs, [0, 1, 0, 0, 1]);
        assert_eq!(
            summary.by_color[1],
            GameTally {
                wins: 1,
                draws: 0,
                losses: 1
            }
        );
        assert_eq!(summary.faults[1].get(&Termination::TimeLoss), Some(&1));
        assert_eq!(summary.faults[0].get(&Termination::IllegalMove), Some(&1));
        let text = summary.text();
        assert!(text.contains("+2 =1 -2 of 5 games"), "{text}");
        assert!(
            text.contains("ended by: rules 2, max-plies 1, time-loss 1, illegal-move 1"),
            "{text}"
        );
        let json = summary.json();
        assert_eq!(json["faults"][0]["illegal-move"], 1);
        assert_eq!(json["pairs"], json!([0, 1, 0, 0, 1]));
    }

    /// The summary of games of a match with SPRT.
    fn summary(games: &[PlayedGame]) -> MatchSummary {
        let sprt = "elo0=0 elo1=5".parse().ok();
        let mut summary = MatchSummary::new(["A".into(), "B".into()], 8, sprt);
        games.iter().for_each(|game| summary.add(game));
        summary
    }

    #[test]
    fn a_repeated_pair_does_not_count_in_any_order() {
        let same = |number: u32, result: &str| PlayedGame {
            record: format!(
                "[Round \"{number}\"]\n\n1. a1a2 {{+0.1/{number} 1. s}} 1... a{}\n{result}",
                number % 2
            ),
            ..game(number, result, Termination::Rules)
        };
        // The games of the last pair differ from the others by the result or the engine that has White.
        let games = [
            same(0, "1-0"),
            same(1, "1-0"),
            same(2, "1-0"),
            same(3, "1-0"),
            same(4, "1-0"),
            same(5, "1-0"),
            same(6, "1-0"),
            same(7, "0-1"),
        ];
        let expected = summary(&games);
        assert_eq!((expected.played(), expected.repeated), (8, 4));
        let GameTally {
            wins,
            draws,
            losses,
        } = expected.tally;
        assert_eq!((wins, draws, losses), (3, 0, 1));
        assert_eq!(expected.pairs, [0, 0, 1, 0, 1]);
        assert!(expected.line().starts_with("8/8  +3 =0 -1"));
        let text = expected.text();
        assert!(text.contains("+3 =0 -1 of 4 games"), "{text}");
        assert!(
            text.contains("\n4 games repeated an earlier pair"),
            "{text}"
        );
        assert!(text.contains("\nall 8 games ended by: rules 8\n"), "{text}");
        assert_eq!(
            (&expected.json()["games"], &expected.json()["repeated"]),
            (&json!(8), &json!(4))
        );
        let mut random = fastrand::Rng::with_seed(8);
        for _ in 0..50 {
            let mut order = games.clone();
            random.shuffle(&mut order);
            let found = summary(&order);
            assert_eq!(found.json(), expected.json());
            assert_eq!(found.llr(), expected.llr());
        }
    }

    #[test]
    fn the_first_decision_of_a_test_stays() {
        let other = |number: u32, result: &str| PlayedGame {
            record: format!("\n\n1. a{number} {result}"),
            ..game(number, result, Termination::Rules)
        };
        let sprt = "elo0=0 elo1=100".parse().ok();
        let mut summary = MatchSummary::new(["A".into(), "B".into()], 400, sprt);
        let mut number = 0;
        let mut pair = |summary: &mut MatchSummary, results: [&str; 2]| {
            for result in results {
                summary.add(&other(number, result));
                number += 1;
            }
        };
        while summary.decision().is_none() {
            pair(&mut summary, ["1-0", "1/2-1/2"]);
            pair(&mut summary, ["1-0", "0-1"]);
        }
        let decision = summary.decision();
        // Games that were under way come in later.
        for _ in 0..10 {
            pair(&mut summary, ["0-1", "1-0"]);
        }
        assert!(summary.sprt.unwrap().decision(summary.pairs).is_none());
        assert_eq!(summary.decision(), decision);
    }

    #[test]
    fn equal_results_have_no_interval() {
        let mut summary = MatchSummary::new(["A".into(), "B".into()], 8, None);
        for number in 0..8 {
            let record = format!("\n\n1. a{number} 1/2-1/2");
            let drawn = game(number, "1/2-1/2", Termination::Rules);
            summary.add(&PlayedGame { record, ..drawn });
        }
        let json = summary.json();
        let elo = json["elo"]
            .as_object()
            .or(json["estimate"].as_object())
            .unwrap();
        assert_eq!(elo["elo"], 0.0);
        assert!(
            elo["elo_low_95"].is_null() && elo["elo_high_95"].is_null(),
            "{json}"
        );
    }

    #[test]
    fn a_game_whose_pair_is_new_counts_and_so_does_each_failure() {
        let with = |number: u32, result: &str, moves: &str, termination| PlayedGame {
            record: format!("\n\n{moves} {result}"),
            ..game(number, result, termination)
        };
        let (rules, illegal) = (Termination::Rules, Termination::IllegalMove);
        let half = [
            with(0, "1-0", "a b", rules),
            with(1, "1-0", "a b", rules),
            with(2, "1-0", "a b", rules),
            with(3, "1-0", "a c", rules),
        ];
        assert_eq!(summary(&half).pairs, [0, 0, 2, 0, 0]);
        assert_eq!(summary(&half).repeated, 0);
        for (termination, repeated) in [
            (Termination::TimeLoss, 0),
            (Termination::Hang, 0),
            (Termination::Crash, 0),
            (illegal, 4),
            (Termination::WrongClaim, 4),
        ] {
            let games: Vec<PlayedGame> = (0..6)
                .map(|number| {
                    let end = if number % 2 == 0 { rules } else { termination };
                    with(number, "1-0", "a b", end)
                })
                .collect();
            let found = summary(&games);
            assert_eq!(found.repeated, repeated, "{termination}");
            assert_eq!(found.pairs, [0, 0, 3 - repeated / 2, 0, 0]);
            assert_eq!(found.tally.games(), 6 - repeated);
            assert_eq!(found.faults[0].get(&termination), Some(&3));
        }
    }

    #[test]
    fn one_game_of_one_ply_is_singular() {
        let only = PlayedGame {
            plies: 1,
            ..game(0, "1-0", Termination::Rules)
        };
        let text = summary(&[only]).text();
        assert!(
            text.contains(" of 1 game\n") && text.contains(", 1 ply a game\n"),
            "{text}"
        );
        assert!(text.contains("\nended by: rules 1\n"), "{text}");
    }

    #[test]
    fn a_match_without_games_has_a_text() {
        let sprt = "elo0=0 elo1=5".parse().ok();
        let summary = MatchSummary::new(["A".into(), "B".into()], 6, sprt);
        assert!(summary.text().contains("undecided"));
        assert!(summary.line().starts_with("0/6"));
    }
}
