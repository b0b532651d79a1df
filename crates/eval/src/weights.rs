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
    /// How the weights were found.
    pub made: String,
    /// The moves of the pieces that the weights are for, by letter. A piece that moves
    /// differently gets derived weights. Files of earlier versions call the table `men`.
    #[serde(alias = "men")]
    pub pieces: BTreeMap<String, String>,
    /// The weights of each term, in centipawns, for the middlegame and the endgame.
    pub terms: BTreeMap<String, Vec<Weight>>,
}

/// Term names of earlier versions, and their current names.
const RENAMED_TERMS: [(&str, &str); 9] = [
    ("attackers", "royal-attackers"),
    ("lesser", "attacked-by-lesser"),
    ("linked", "defended-pawns"),
    ("onto-zone", "royal-zone-attacks"),
    ("open", "free-passed-pawns"),
    ("passed", "passed-pawns"),
    ("place", "piece-square"),
    ("room", "royal-mobility"),
    ("stacked", "doubled-pawns"),
];

/// Why a text is not a file of weights.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The text is not TOML, or its keys are not those of a file of weights.
    #[error("not a file of weights: {0}")]
    Toml(#[from] toml::de::Error),
    /// The file has a term under its current name and under an earlier one.
    #[error("the term `{new}` is given twice: `{old}` is its earlier name")]
    Twice {
        /// The current name.
        new: String,
        /// The earlier name.
        old: String,
    },
}

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

    /// Reads a file. Terms in files of earlier versions get their current names.
    ///
    /// # Errors
    /// If the text is not a file of weights.
    pub fn read(text: &str) -> Result<Weights, WeightsError> {
        let mut weights: Weights = toml::from_str(text)?;
        let mut terms = BTreeMap::new();
        for (name, run) in &mut weights.terms {
            let new = current_name(name);
            if terms.insert(new.clone(), std::mem::take(run)).is_some() {
                let old = earlier_name(&new);
                return Err(WeightsError::Twice { new, old });
            }
        }
        weights.terms = terms;
        Ok(weights)
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

    /// The file of the weights of a layout. Missing weights are 0.
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
                    let run = weights.iter().skip(term.start).copied();
                    let run = run.chain(std::iter::repeat([0.0; 2])).take(term.len);
                    (term.name.clone(), run.collect())
                })
                .collect(),
        }
    }

    /// Replaces the weights of the terms that fit: those of pieces that move alike, with the same
    /// number of weights.
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

/// The current name of a term: `place.N` of an earlier version is now `piece-square.N`.
fn current_name(name: &str) -> String {
    replace_term(name, RENAMED_TERMS)
}

/// The name that a term had in earlier versions.
fn earlier_name(name: &str) -> String {
    replace_term(name, RENAMED_TERMS.map(|(old, new)| (new, old)))
}

/// Replaces the term in a name and keeps the letter of the piece.
fn replace_term(name: &str, replacements: [(&str, &str); RENAMED_TERMS.len()]) -> String {
    let (term, letter) = name.split_at(name.find('.').unwrap_or(name.len()));
    let replacement = replacements.iter().find(|(from, _)| *from == term);
    replacement.map_or_else(|| name.to_owned(), |(_, to)| format!("{to}{letter}"))
}

/// How a piece moves, as written in its definition.
fn moves(piece: &PieceSpec) -> String {
    let terms: Vec<&str> = piece
        .moves
        .terms
        .iter()
        .map(|term| &term.text[..])
        .collect();
    terms.join(" ")
}
