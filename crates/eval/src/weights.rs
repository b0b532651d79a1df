//! Files of weights.

use crate::layout::{Weight, WeightLayout};
use hyperrook_rules::{Definition, PieceSpec};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use thiserror::Error;

macro_rules! shipped {
    ($game:literal) => {
        ($game, include_str!(concat!("../weights/", $game, ".toml")))
    };
}

/// The tuned weights that come with the program, by the name of the game.
const SHIPPED: &[(&str, &str)] = &[
    shipped!("chess"),
    shipped!("gateway"),
    shipped!("hyperchess"),
    shipped!("raumschach"),
    shipped!("riftwalker"),
    shipped!("sesqui"),
    shipped!("twoboards"),
    shipped!("walkers"),
];

/// The weights of a game's evaluation, as kept in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// The name of the game.
    pub game: String,
    /// How they were found.
    pub made: String,
    /// The moves of the pieces that the weights are for, by letter. A piece that moves
    /// differently gets derived weights. Files of earlier versions call the table `men`.
    #[serde(alias = "men")]
    pub pieces: BTreeMap<String, String>,
    /// The weights of each term, in centipawns, for the middle game and the endgame.
    pub terms: BTreeMap<String, Vec<Weight>>,
}

/// Why a text is not a file of weights.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("not a file of weights: {0}")]
pub struct WeightsError(#[from] toml::de::Error);

impl Weights {
    /// The tuned weights of a shipped game.
    pub fn shipped(game: &str) -> Option<&'static Weights> {
        static READ: LazyLock<Vec<Weights>> = LazyLock::new(|| {
            let read = |(name, text): &(&str, &str)| match Weights::read(text) {
                Ok(weights) => weights,
                Err(error) => unreachable!("a test reads the weights of {name}: {error}"),
            };
            SHIPPED.iter().map(read).collect()
        });
        READ.iter().find(|weights| weights.game == game)
    }

    /// Reads a file.
    pub fn read(text: &str) -> Result<Weights, WeightsError> {
        Ok(toml::from_str(text)?)
    }

    /// Writes a file.
    pub fn write(&self) -> String {
        let mut text = format!(
            "game = {:?}\nmade = {:?}\n\n[pieces]\n",
            self.game, self.made
        );
        for (letter, moves) in &self.pieces {
            text += &format!("{letter} = {moves:?}\n");
        }
        text += "\n[terms]\n";
        for (name, weights) in &self.terms {
            let weights: Vec<String> = weights
                .iter()
                .map(|[mg, eg]| format!("[{mg:.1}, {eg:.1}]"))
                .collect();
            text += &format!("{name:?} = [{}]\n", weights.join(", "));
        }
        text
    }

    /// The file of the weights of a layout.
    pub fn of(
        definition: &Definition,
        layout: &WeightLayout,
        weights: &[Weight],
        made: &str,
    ) -> Weights {
        let pieces = definition.pieces().iter();
        Weights {
            game: definition.name().to_owned(),
            made: made.to_owned(),
            pieces: pieces
                .map(|piece| (piece.letter.to_string(), moves(piece)))
                .collect(),
            terms: layout
                .terms()
                .iter()
                .filter(|term| WeightLayout::is_tuned(term))
                .map(|term| {
                    let run = weights[term.start..term.start + term.len].to_vec();
                    (term.name.clone(), run)
                })
                .collect(),
        }
    }

    /// Replaces the weights of the terms that fit: of pieces that move alike, with the
    /// same number of weights.
    pub(crate) fn apply(
        &self,
        definition: &Definition,
        layout: &WeightLayout,
        weights: &mut [Weight],
    ) {
        let fits = |name: &str| match name.rsplit_once('.') {
            None => true,
            Some((_, letter)) => definition.pieces().iter().any(|piece| {
                piece.letter.to_string() == letter && self.pieces.get(letter) == Some(&moves(piece))
            }),
        };
        for term in layout.terms().iter().filter(|term| fits(&term.name)) {
            let run = self.terms.get(&term.name);
            if let Some(run) = run.filter(|run| run.len() == term.len) {
                weights[term.start..term.start + term.len].copy_from_slice(run);
            }
        }
    }
}

/// How a piece moves, as its definition says it.
fn moves(piece: &PieceSpec) -> String {
    let terms: Vec<&str> = piece
        .moves
        .terms
        .iter()
        .map(|term| &term.text[..])
        .collect();
    terms.join(" ")
}
