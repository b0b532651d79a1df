//! What a run studied: the rules and the program that played its games.

use crate::engine_signature::program_with_engine;
use hyperrook_rules::Game;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use thiserror::Error;

/// What the engine of a run evaluates positions by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunEvaluation {
    /// The weights of the game, without a network.
    Weights,
    /// The weights, and the network that comes with the program.
    ShippedNetwork,
    /// The weights, and a network that was given.
    GivenNetwork,
}

impl RunEvaluation {
    /// The evaluation that the usual engine of a game has now.
    pub(crate) fn usual(game: &Game) -> RunEvaluation {
        let definition = game.definition();
        match hyperrook_network::usual(definition) {
            None => RunEvaluation::Weights,
            Some(_) if hyperrook_network::is_chosen(definition) => RunEvaluation::GivenNetwork,
            Some(_) => RunEvaluation::ShippedNetwork,
        }
    }
}

impl fmt::Display for RunEvaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RunEvaluation::Weights => "evaluated without a network",
            RunEvaluation::ShippedNetwork => "evaluated with the network of the program",
            RunEvaluation::GivenNetwork => "evaluated with another network",
        })
    }
}

/// The rules and the program of the games of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunSubject {
    /// The name of the game.
    pub game: String,
    /// The options that are not at their defaults, as `name=value`.
    pub options: Vec<String>,
    /// The identity of the rules.
    pub rules: String,
    /// The version of the program, and its engine.
    pub program: String,
    /// What its engine evaluates by; runs of earlier versions have not noted it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<RunEvaluation>,
}

/// Why the sums of two runs cannot be added up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RunMergeError {
    /// The sums belong to different rules.
    #[error("the runs are about different rules: {0} and {1}")]
    Rules(String, String),
    /// The games were played with different settings.
    #[error("the runs differ in {0}, so their games cannot be added up")]
    Settings(&'static str),
    /// Both sums contain the same games.
    #[error("both runs have the games of seed {0}; give each run its own seed")]
    SameGames(u64),
}

impl RunSubject {
    /// The rules of a game, and this program with its engine for them.
    pub(crate) fn new(game: &Game) -> RunSubject {
        let definition = game.definition();
        RunSubject {
            game: definition.name().to_owned(),
            options: definition
                .changed_options()
                .map(|option| format!("{}={}", option.name, option.value))
                .collect(),
            rules: definition.identity().to_owned(),
            program: program_with_engine(game),
            evaluation: Some(RunEvaluation::usual(game)),
        }
    }

    /// A sentence about the engine: `Played by Hyperrook 0.1.0, engine 5d2c91aa, evaluated without a
    /// network.`
    pub(crate) fn played_by(&self) -> String {
        let evaluation = self.evaluation.map(|evaluation| format!(", {evaluation}"));
        format!(
            "Played by Hyperrook {}{}.",
            self.program,
            evaluation.unwrap_or_default()
        )
    }

    /// The error if the games of these runs are not of the same rules and engine.
    pub(crate) fn check_same(&self, other: &RunSubject) -> Result<(), RunMergeError> {
        if self.rules != other.rules {
            let [own, theirs] = [self, other].map(|subject| subject.game.clone());
            return Err(RunMergeError::Rules(own, theirs));
        }
        if self.program != other.program {
            return Err(RunMergeError::Settings("the engine"));
        }
        Ok(())
    }
}

/// The error if two runs have games of the same seed.
pub(crate) fn check_other_seeds(
    own: &BTreeSet<u64>,
    others: &BTreeSet<u64>,
) -> Result<(), RunMergeError> {
    match own.intersection(others).next() {
        Some(&seed) => Err(RunMergeError::SameGames(seed)),
        None => Ok(()),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The subject of runs whose results a test has made up.
    pub(crate) fn planted_subject() -> RunSubject {
        RunSubject {
            game: "planted".to_owned(),
            options: Vec::new(),
            rules: "none".to_owned(),
            program: "test".to_owned(),
            evaluation: None,
        }
    }

    #[test]
    fn games_of_other_rules_or_engines_are_refused() {
        let planted = planted_subject();
        assert_eq!(planted.check_same(&planted.clone()), Ok(()));
        let other = RunSubject {
            rules: "others".to_owned(),
            ..planted.clone()
        };
        let error = RunMergeError::Rules("planted".to_owned(), "planted".to_owned());
        assert_eq!(planted.check_same(&other), Err(error));
        let other = RunSubject {
            program: "another".to_owned(),
            ..planted.clone()
        };
        let error = RunMergeError::Settings("the engine");
        assert_eq!(planted.check_same(&other), Err(error));
    }
}
