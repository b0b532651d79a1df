//! The settings of a match: everything that influences its games.

use super::adjudication::Adjudication;
use super::engine::MatchGame;
use super::engine_files::sha256_of;
use super::openings::OpeningSource;
use super::spec::EngineSpec;
use super::sprt::Sprt;
use serde_json::{Value, json};
use std::time::Duration;

/// The settings of a match.
#[derive(Clone, Debug)]
pub struct MatchSettings {
    /// The game.
    pub game: MatchGame,
    /// The engines. Results are from the first one's point of view.
    pub engines: [EngineSpec; 2],
    /// The source of the openings.
    pub openings: OpeningSource,
    /// The seed of random openings and of their order.
    pub seed: u64,
    /// When to end games early.
    pub adjudication: Adjudication,
    /// How much a move may exceed its time.
    pub time_margin: Duration,
    /// The maximum time of a move without a time limit.
    pub untimed: Duration,
    /// The test that ends the match.
    pub sprt: Option<Sprt>,
}

impl MatchSettings {
    /// The settings in the form of the journal.
    pub(super) fn state(&self) -> Value {
        let definition = self.game.game.definition();
        let options = definition.changed_options();
        let options: Vec<String> = options
            .map(|option| format!("{}={}", option.name, option.value))
            .collect();
        let [first, second] = &self.engines;
        let file = match &self.openings {
            // Another file with the same name makes another match.
            OpeningSource::File { path, .. } => sha256_of(path).ok(),
            _ => None,
        };
        json!({
            "game": definition.name(),
            "rules": definition.identity(),
            "options": options,
            "engine 1": first,
            "engine 2": second,
            "openings": self.openings,
            "openings_sha256": file,
            "seed": self.seed,
            "adjudication": self.adjudication,
            "time_margin": self.time_margin,
            "untimed": self.untimed,
            "sprt": self.sprt,
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::matches::spec::EngineText;
    use hyperrook_rules::{Game, GameFile};

    /// Settings for tests.
    pub(in super::super) fn settings() -> MatchSettings {
        let game = Game::new(GameFile::shipped("sesqui").unwrap().define(&[]).unwrap()).unwrap();
        let engine = |number: usize| {
            let text: EngineText = "cmd=none st=1".parse().unwrap();
            EngineSpec::new(number, &EngineText::default(), &text).unwrap()
        };
        MatchSettings {
            game: MatchGame { game, path: None },
            engines: [engine(1), engine(2)],
            openings: OpeningSource::Start,
            seed: 1,
            adjudication: Adjudication::default(),
            time_margin: Duration::ZERO,
            untimed: Duration::from_secs(60),
            sprt: None,
        }
    }
}
