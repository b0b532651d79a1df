//! A run that is played in steps of a few seconds, with its state as plain data: for programs that
//! do other work in between, and may be killed at any time.

use super::files::{AddedRun, RunSums};
use super::observe::GameObserver;
use super::play::{PlaytestPlayer, TimeBounds, opening_plies};
use super::run::MAX_FAILURES;
use super::settings::PlaytestSettings;
use super::sums::{FigureLayout, Sums};
use crate::engine_signature::program_for;
use crate::forced_win::ForcedWin;
use hyperrook_rules::Game;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A run and its progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Playtest {
    /// The sums of the games.
    pub sums: RunSums,
    /// The number of the next game.
    pub next: u64,
    /// The number of job numbers in a row that gave no new game.
    pub failures: u64,
}

/// The time limits of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepBounds {
    /// No game is started after this time.
    pub step: Duration,
    /// A game that takes longer is stopped and counts as unfinished.
    pub game: Duration,
    /// A search that takes longer ends with its best move.
    pub mv: Duration,
}

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepEnd {
    /// There are more games to play.
    More,
    /// All games are played.
    Complete,
    /// There are no more new and even openings.
    OutOfOpenings,
    /// The step was stopped during a game, which is lost. The games before it count.
    Stopped,
}

impl Playtest {
    /// A run without games.
    pub fn new(game: &Game, settings: &PlaytestSettings) -> Playtest {
        // Stored runs contain the number that was chosen.
        let chosen = settings.nodes.map(|_| {
            let given = settings.opening_plies;
            given.unwrap_or_else(|| opening_plies(game))
        });
        let settings = PlaytestSettings {
            opening_plies: chosen,
            ..settings.clone()
        };
        let source = AddedRun {
            seed: settings.seed,
            part: settings.part,
            games: 0,
        };
        let sums = Sums::new(&FigureLayout::of(game));
        let program = program_for(game, settings.nodes);
        Playtest {
            sums: RunSums::new(game, program, &settings, source, sums, BTreeSet::new()),
            next: 0,
            failures: 0,
        }
    }

    /// Plays games until there are `wanted`, or until the time of a step is over. The games are
    /// those of [`playtest`](super::playtest) with the same settings, unless a game takes so long
    /// that it is stopped.
    ///
    /// # Errors
    /// If the sums belong to other rules.
    pub fn step(
        &mut self,
        game: &Game,
        wanted: u64,
        bounds: StepBounds,
        stop: &AtomicBool,
    ) -> Result<StepEnd, String> {
        let observer = GameObserver::with_chances(game, self.sums.chances);
        let is_of_game = game.definition().has_identity(&self.sums.rules);
        if !is_of_game || self.sums.cells() != game.board().len() {
            return Err("these are sums of other rules".to_owned());
        }
        let begun = Instant::now();
        let settings = self.sums.settings.clone();
        let longest = TimeBounds {
            mv: Some(bounds.mv),
            game: Some(bounds.game),
        };
        let mut player = None;
        loop {
            let is_complete = self.sums.sums.games() >= wanted;
            if is_complete || self.failures >= MAX_FAILURES {
                // A complete run can be asked for more games.
                if self.sums.forced_win.is_none() {
                    self.sums.forced_win = ForcedWin::find(game, wanted, settings.nodes);
                }
                self.sums.out_of_openings = !is_complete;
                return Ok(if is_complete {
                    StepEnd::Complete
                } else {
                    StepEnd::OutOfOpenings
                });
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(StepEnd::Stopped);
            }
            let player = player
                .get_or_insert_with(|| PlaytestPlayer::new(&observer, &settings, stop, longest));
            let played = player.play(self.next);
            if played.is_none() && stop.load(Ordering::Relaxed) {
                return Ok(StepEnd::Stopped);
            }
            self.next += 1;
            let is_new = match played.and_then(|played| played.game) {
                Some(played) => {
                    let sums = played.sums(&observer)?;
                    self.sums.add_game(played.key, &sums)
                }
                None => false,
            };
            self.failures = if is_new { 0 } else { self.failures + 1 };
            if begun.elapsed() >= bounds.step && self.sums.sums.games() < wanted {
                return Ok(StepEnd::More);
            }
        }
    }
}
