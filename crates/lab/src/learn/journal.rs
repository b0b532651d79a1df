//! The journal of learning: what has been done, a line of JSON each. A run that was
//! interrupted goes on from it.

use super::error::LearnError;
use super::settings::LearnSettings;
use crate::engine_signature::program_with_engine;
use crate::jobs::half_points;
use crate::line_journal::{DAMAGED_LINE, LineJournal, OpenJournalError};
use hyperrook_rules::Game;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The parts of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Games of the engine against itself.
    SelfPlay,
    /// Training of a network on them.
    Training,
    /// The match of the new network against the evaluation so far.
    Gate,
    /// The match of the last network against the evaluation at the beginning, after all
    /// generations.
    Final,
}

/// A line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum Event {
    /// The first line.
    Start {
        rules: String,
        /// The letters of the kinds, in the order by which files number them. Rules may stay
        /// the same when the order changes. Journals of older versions lack it.
        #[serde(default)]
        kinds: Option<String>,
        seed: u64,
        hidden: usize,
        /// Whether the networks complete the weights. Those of older versions replace them.
        #[serde(default)]
        completes_weights: bool,
        /// The program and its engine, against which the last match is played. Journals of older
        /// versions lack it.
        #[serde(default)]
        engine: Option<String>,
    },
    /// A generation begins, and may take this long.
    Generation { generation: u32, seconds: f64 },
    /// Time that a phase has taken so far.
    Time {
        generation: u32,
        phase: Phase,
        seconds: f64,
    },
    /// The centipawns that multiply the odds of winning by e.
    Scale { scale: f32 },
    /// Training begins.
    Training { generation: u32, steps: usize },
    /// Training has ended.
    Trained {
        generation: u32,
        error: f64,
        /// Whether it lowered the error. Journals of older versions lack it.
        #[serde(default = "is_improved")]
        improved: bool,
    },
    /// The nodes of the new and the old evaluation in the gate match.
    Nodes { generation: u32, nodes: [u64; 2] },
    /// A pair of games has ended.
    Pair {
        generation: u32,
        phase: Phase,
        number: u64,
        opening: u64,
        /// Half points of the new network; none if the pair does not count.
        #[serde(deserialize_with = "half_points::<4, _, _>")]
        points: Option<usize>,
    },
    /// A generation has ended.
    Ended { generation: u32, passed: bool },
}

fn is_improved() -> bool {
    true
}

/// What the journal knows of a generation.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct GenerationState {
    /// How long it may take.
    pub(super) seconds: f64,
    /// The steps of its training, once known.
    pub(super) steps: Option<usize>,
    /// Whether its training lowered the error on games held back, once it has ended.
    pub(super) improved: Option<bool>,
    /// The nodes of the gate match.
    pub(super) nodes: Option<[u64; 2]>,
    /// Whether it passed; none while it is under way.
    pub(super) passed: Option<bool>,
}

/// How the first line begins.
const START: &[u8] = br#"{"event":"start""#;
/// The longest time between syncs while events come in.
const SYNC_INTERVAL: Duration = Duration::from_secs(3);

/// A journal, and what it says.
#[derive(Debug)]
pub(super) struct LearnJournal {
    path: PathBuf,
    lines: LineJournal,
    pub(super) seed: u64,
    pub(super) hidden: usize,
    pub(super) scale: Option<f32>,
    pub(super) generations: BTreeMap<u32, GenerationState>,
    /// Seconds by generation and phase.
    time: BTreeMap<(u32, Phase), f64>,
    /// The pairs of games, by generation and phase.
    pairs: BTreeMap<(u32, Phase), Vec<GatePairResult>>,
}

/// A pair of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GatePairResult {
    pub(super) number: u64,
    pub(super) opening: u64,
    pub(super) points: Option<usize>,
}

impl LearnJournal {
    /// Opens a journal, or begins one with these settings.
    pub(super) fn open(
        path: &Path,
        game: &Game,
        settings: &LearnSettings,
        hidden: usize,
    ) -> Result<LearnJournal, LearnError> {
        let seed = settings.seed;
        let (lines, text) = LineJournal::open(path).map_err(|error| match error {
            OpenJournalError::InUse => LearnError::Locked(path.to_owned()),
            OpenJournalError::Io(error) => LearnError::File(path.to_owned(), error),
            OpenJournalError::Damaged(line) => {
                LearnError::Damaged(path.to_owned(), format!("line {line}: {DAMAGED_LINE}"))
            }
        })?;
        if !text.begins_with(START) {
            let message = "it has no header".to_owned();
            return Err(LearnError::Journal(path.to_owned(), 1, message));
        }
        let mut journal = LearnJournal {
            path: path.to_owned(),
            lines,
            seed,
            hidden,
            scale: None,
            generations: BTreeMap::new(),
            time: BTreeMap::new(),
            pairs: BTreeMap::new(),
        };
        let kinds = game.definition().pieces().iter();
        let letters: String = kinds.map(|kind| kind.letter).collect();
        let program = program_with_engine(game);
        for (number, line) in text.lines() {
            let event: Event = serde_json::from_slice(line)
                .map_err(|error| LearnError::Journal(path.to_owned(), number, error.to_string()))?;
            if let Event::Start {
                rules,
                kinds,
                completes_weights,
                seed,
                hidden,
                engine,
            } = &event
            {
                if !completes_weights {
                    return Err(LearnError::OlderVersion(path.to_owned()));
                }
                let is_same_order = kinds.as_ref().is_none_or(|kinds| *kinds == letters);
                if !game.definition().has_identity(rules) || !is_same_order {
                    return Err(LearnError::OtherRules(path.to_owned()));
                }
                let other = |option, old| LearnError::OtherSettings {
                    path: path.to_owned(),
                    option,
                    old,
                };
                if *seed != settings.seed {
                    return Err(other("seed", *seed));
                }
                if settings.hidden.is_some_and(|wanted| wanted != *hidden) {
                    return Err(other("hidden", *hidden as u64));
                }
                if engine.as_ref().is_some_and(|old| *old != program) {
                    return Err(LearnError::OlderVersion(path.to_owned()));
                }
            }
            journal.apply(event);
        }
        if text.is_empty() {
            let rules = game.definition().identity().to_owned();
            let start = Event::Start {
                rules,
                kinds: Some(letters),
                seed,
                hidden,
                completes_weights: true,
                engine: Some(program),
            };
            journal.write(start)?;
        }
        Ok(journal)
    }

    fn apply(&mut self, event: Event) {
        match event {
            Event::Start { seed, hidden, .. } => (self.seed, self.hidden) = (seed, hidden),
            Event::Generation {
                generation,
                seconds,
            } => self.generation(generation).seconds = seconds,
            Event::Time {
                generation,
                phase,
                seconds,
            } => drop(self.time.insert((generation, phase), seconds)),
            Event::Scale { scale } => self.scale = Some(scale),
            Event::Training { generation, steps } => {
                self.generation(generation).steps = Some(steps)
            }
            Event::Trained {
                generation,
                improved,
                ..
            } => self.generation(generation).improved = Some(improved),
            Event::Nodes { generation, nodes } => self.generation(generation).nodes = Some(nodes),
            Event::Pair {
                generation,
                phase,
                number,
                opening,
                points,
            } => self
                .pairs
                .entry((generation, phase))
                .or_default()
                .push(GatePairResult {
                    number,
                    opening,
                    points,
                }),
            Event::Ended { generation, passed } => {
                self.generation(generation).passed = Some(passed)
            }
        }
    }

    fn write(&mut self, event: Event) -> Result<(), LearnError> {
        let appended = self.lines.append(&event);
        let written = appended.and_then(|()| self.lines.sync(SYNC_INTERVAL));
        written.map_err(|error| LearnError::File(self.path.clone(), error))?;
        self.apply(event);
        Ok(())
    }

    fn generation(&mut self, number: u32) -> &mut GenerationState {
        self.generations.entry(number).or_default()
    }

    pub(super) fn begin(&mut self, generation: u32, seconds: f64) -> Result<(), LearnError> {
        self.write(Event::Generation {
            generation,
            seconds,
        })
    }

    pub(super) fn spend(
        &mut self,
        generation: u32,
        phase: Phase,
        seconds: f64,
    ) -> Result<(), LearnError> {
        self.write(Event::Time {
            generation,
            phase,
            seconds,
        })
    }

    pub(super) fn set_scale(&mut self, scale: f32) -> Result<(), LearnError> {
        self.write(Event::Scale { scale })
    }

    pub(super) fn training(&mut self, generation: u32, steps: usize) -> Result<(), LearnError> {
        self.write(Event::Training { generation, steps })
    }

    pub(super) fn trained(
        &mut self,
        generation: u32,
        error: f64,
        improved: bool,
    ) -> Result<(), LearnError> {
        self.write(Event::Trained {
            generation,
            error,
            improved,
        })
    }

    pub(super) fn nodes(&mut self, generation: u32, nodes: [u64; 2]) -> Result<(), LearnError> {
        self.write(Event::Nodes { generation, nodes })
    }

    pub(super) fn pair(
        &mut self,
        generation: u32,
        phase: Phase,
        pair: GatePairResult,
    ) -> Result<(), LearnError> {
        self.write(Event::Pair {
            generation,
            phase,
            number: pair.number,
            opening: pair.opening,
            points: pair.points,
        })
    }

    pub(super) fn end(&mut self, generation: u32, passed: bool) -> Result<(), LearnError> {
        self.write(Event::Ended { generation, passed })
    }

    /// Seconds that a phase has taken.
    pub(super) fn seconds(&self, generation: u32, phase: Phase) -> f64 {
        self.time.get(&(generation, phase)).copied().unwrap_or(0.0)
    }

    /// Seconds that everything has taken.
    pub(super) fn all_seconds(&self) -> f64 {
        self.time.values().sum()
    }

    /// The pairs of a match.
    pub(super) fn pairs(&self, generation: u32, phase: Phase) -> &[GatePairResult] {
        self.pairs
            .get(&(generation, phase))
            .map_or(&[], Vec::as_slice)
    }

    /// The keys of all openings of matches.
    pub(super) fn openings(&self) -> impl Iterator<Item = u64> + '_ {
        self.pairs.values().flatten().map(|pair| pair.opening)
    }

    /// The last generation that passed.
    pub(super) fn last_passed(&self) -> Option<u32> {
        let mut passed = self.generations.iter().rev();
        passed
            .find(|(_, state)| state.passed == Some(true))
            .map(|(&number, _)| number)
    }
}
