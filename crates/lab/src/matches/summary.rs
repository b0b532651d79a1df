//! The summary of a match.

use super::game::Termination;
use super::journal::{EngineEffort, PlayedGame};
use super::sprt::{Decision, Sprt};
use super::stats::{EloEstimate, GameTally, Pentanomial};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};

/// The results so far, from the first engine's point of view.
#[derive(Clone, Debug)]
pub struct MatchSummary {
    /// The engines' names.
    pub names: [String; 2],
    /// The number of games to play.
    pub wanted: u32,
    /// Results.
    pub tally: GameTally,
    /// The results of the games in which the first engine had White, and of those with
    /// Black.
    pub by_color: [GameTally; 2],
    /// Complete pairs, by points of the first engine.
    pub pairs: Pentanomial,
    /// The test, if there is one.
    pub sprt: Option<Sprt>,
    /// How games ended.
    pub terminations: BTreeMap<Termination, u64>,
    /// By engine, the games that it lost by a fault.
    pub faults: [BTreeMap<Termination, u64>; 2],
    /// The plies of all games.
    pub plies: u64,
    /// The effort of each engine.
    pub efforts: [EngineEffort; 2],
    /// The games that repeated another one, move by move, with the same colours. They do not count
    /// as results.
    pub repeated: u64,
    /// The points of single games whose pair is not complete, by number of the pair.
    half: BTreeMap<u32, u64>,
    /// The games so far: which engine had White, and the hash of the moves.
    known: HashSet<(usize, u64)>,
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
        // An engine that fails does not always fail at the same move, so each failure counts.
        let key = game.moves_key.filter(|_| !game.termination.is_fault());
        if key.is_some_and(|key| !self.known.insert((game.white(), key))) {
            self.repeated += 1;
        } else {
            self.count(game);
        }
    }

    /// Counts the result of a game.
    fn count(&mut self, game: &PlayedGame) {
        let points = game.half_points();
        for tally in [&mut self.tally, &mut self.by_color[game.white()]] {
            match points {
                0 => tally.losses += 1,
                1 => tally.draws += 1,
                _ => tally.wins += 1,
            }
        }
        let pair = game.number / 2;
        match self.half.remove(&pair) {
            Some(other) => self.pairs[(points + other) as usize] += 1,
            None => {
                self.half.insert(pair, points);
            }
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
        self.sprt.and_then(|sprt| sprt.decision(self.pairs))
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
        let games = self.played();
        let mut lines = vec![format!(
            "{first} against {second}: +{wins} ={draws} -{losses} of {games} games"
        )];
        if let (Some(score), Some(drawn)) = (self.tally.score(), self.tally.draw_ratio()) {
            lines.push(format!(
                "score {:.2} %, draws {:.1} %, {:.0} plies a game",
                100.0 * score,
                100.0 * drawn,
                self.plies as f64 / games as f64
            ));
        }
        if self.repeated > 0 {
            lines.push(format!(
                "{} of the games repeated another one move by move and did not count; give them \
                 different openings, for example with --random-plies",
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
        lines.push(format!("ended by: {}", or_none(ends.collect())));
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
            json!({
                "elo": finite(estimate.elo),
                "elo_error_95": estimate.elo_error(),
                "elo_low_95": finite(estimate.elo_range[0]),
                "elo_high_95": finite(estimate.elo_range[1]),
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
            record: String::new(),
            moves_key: None,
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

    #[test]
    fn a_game_counts_once_and_each_fault_counts() {
        let mut summary = MatchSummary::new(["A".into(), "B".into()], 6, None);
        let same = |number, result: &str, termination| PlayedGame {
            moves_key: Some(7),
            ..game(number, result, termination)
        };
        // The first two games have the same moves, but not the same engine as White.
        summary.add(&same(0, "1-0", Termination::Rules));
        summary.add(&same(1, "1-0", Termination::Rules));
        for number in [2, 3] {
            summary.add(&same(number, "1-0", Termination::Rules));
        }
        summary.add(&same(4, "1-0", Termination::Crash));
        assert_eq!((summary.played(), summary.repeated), (5, 2));
        assert_eq!((summary.tally.wins, summary.tally.losses), (2, 1));
        assert_eq!(summary.pairs, [0, 0, 1, 0, 0]);
        assert!(summary.line().starts_with("5/6  +2 =0 -1"));
        assert!(
            summary
                .text()
                .contains("\n2 of the games repeated another one")
        );
        assert_eq!(summary.json()["repeated"], 2);
    }

    #[test]
    fn a_match_without_games_has_a_text() {
        let sprt = "elo0=0 elo1=5".parse().ok();
        let summary = MatchSummary::new(["A".into(), "B".into()], 6, sprt);
        assert!(summary.text().contains("undecided"));
        assert!(summary.line().starts_with("0/6"));
    }
}
