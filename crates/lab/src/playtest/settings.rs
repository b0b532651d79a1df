//! How the games of a run are played.

use super::opening_key::short_key;
use hyperrook_notation::words::thousands;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The settings that the games of a run depend on, besides the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlaytestSettings {
    /// The nodes that the engine searches for each move; `None` for uniformly random moves.
    pub nodes: Option<u64>,
    /// The random seed.
    pub seed: u64,
    /// The number of random plies at the beginning; `None` to choose it by the number of moves that
    /// the game offers: see [`super::opening_plies`].
    pub opening_plies: Option<usize>,
    /// How much the score of an opening may differ from that of the start, in centipawns.
    pub opening_window_cp: i32,
    /// The part of the openings. Runs with different parts of the same number of parts share no
    /// opening.
    pub part: OpeningsPart,
    /// A game of this many plies is stopped. It counts as unfinished and not as a draw.
    pub max_plies: usize,
}

impl Default for PlaytestSettings {
    fn default() -> PlaytestSettings {
        PlaytestSettings {
            nodes: Some(1_000),
            seed: 1,
            opening_plies: None,
            opening_window_cp: 100,
            part: OpeningsPart::default(),
            max_plies: 3_000,
        }
    }
}

impl PlaytestSettings {
    /// How two runs play in different ways, so that their games cannot be added; `None` if they do
    /// not. Seeds and parts of the openings may differ.
    pub(super) fn difference(&self, other: &PlaytestSettings) -> Option<String> {
        let each = |value: fn(&PlaytestSettings) -> String| (value(self), value(other));
        let values = [
            each(|settings| match settings.nodes {
                None => "random moves".to_owned(),
                Some(nodes) => format!("{} positions per move", thousands(nodes)),
            }),
            each(|settings| match settings.opening_plies {
                None => "no random plies at the beginning".to_owned(),
                Some(plies) => format!("{plies} random plies at the beginning"),
            }),
            each(|settings| {
                let window = settings.opening_window_cp;
                format!("openings within {window} centipawns")
            }),
            each(|settings| format!("at most {} plies", thousands(settings.max_plies as u64))),
        ];
        let (own, theirs) = values.into_iter().find(|(own, theirs)| own != theirs)?;
        Some(format!("one has {own}, the other {theirs}"))
    }
}

/// One of several parts of all openings: part `number` of `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningsPart {
    /// The number of the part, from 1.
    pub number: u64,
    /// The number of parts.
    pub of: u64,
}

impl Default for OpeningsPart {
    fn default() -> OpeningsPart {
        OpeningsPart { number: 1, of: 1 }
    }
}

impl OpeningsPart {
    /// Whether the opening that leads to a position with this key is in the part.
    pub(super) fn has(self, key: u64) -> bool {
        // Of the bits that files keep: so different parts have no such key in common.
        short_key(key) % self.of.max(1) == self.number.saturating_sub(1)
    }
}

/// The size of a run, and its resources.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlaytestRun {
    /// The number of games. A run with fewer games is continued; a finished one with more keeps them.
    pub games: u64,
    /// The number of threads.
    pub threads: usize,
    /// The folder of the run; `None` to keep nothing.
    pub folder: Option<PathBuf>,
    /// Openings of other runs: see [`RunSums::openings`](super::RunSums::openings). Games that begin with one of them do not
    /// count, so that the runs can be added.
    pub avoid: BTreeSet<u64>,
}
