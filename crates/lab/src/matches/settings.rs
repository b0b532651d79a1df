//! Everything that a match's games depend on.

use super::adjudication::Adjudication;
use super::engine::MatchGame;
use super::openings::OpeningSource;
use super::spec::EngineSpec;
use super::sprt::Sprt;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::time::Duration;

/// What is played, by whom and how.
#[derive(Clone, Debug)]
pub struct MatchSettings {
    /// The game.
    pub game: MatchGame,
    /// The engines. Results are told from the first one's view.
    pub engines: [EngineSpec; 2],
    /// Where games start.
    pub openings: OpeningSource,
    /// Seed of random openings and of their order.
    pub seed: u64,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// How much later than its time a move may come.
    pub time_margin: Duration,
    /// The most that a move may take that has no limit of time.
    pub untimed: Duration,
    /// The test that ends the match.
    pub sprt: Option<Sprt>,
}

impl MatchSettings {
    /// The settings as they stand in a journal.
    pub(super) fn state(&self) -> Value {
        let definition = self.game.game.definition();
        let options = definition.changed_options();
        let options: Vec<String> = options
            .map(|option| format!("{}={}", option.name, option.value))
            .collect();
        let [first, second] = &self.engines;
        let file = match &self.openings {
            // Another file under the same name is another match.
            OpeningSource::File { path, .. } => std::fs::read(path).ok().map(|text| digest(&text)),
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

fn digest(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::matches::spec::EngineText;
    use hyperrook_rules::{Game, GameFile};

    /// Some settings to test with.
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
