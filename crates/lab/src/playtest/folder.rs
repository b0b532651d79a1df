//! What a folder of playtests is for: the reports of another kind would be overwritten.

use super::error::PlaytestError;
use super::files::{JOURNAL, RunSums, SUMS};
use std::path::Path;

/// What a folder of playtests is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaytestFolder {
    /// The games and the report of one run.
    Run,
    /// The sum of several runs.
    Sum,
    /// Two runs, in the folders `first` and `second`, and their comparison.
    Comparison,
}

impl PlaytestFolder {
    /// Whether a folder can be used for this: it is new, or of this kind.
    ///
    /// # Errors
    /// [`PlaytestError::Taken`] if the folder holds something else.
    pub fn check(self, folder: &Path) -> Result<(), PlaytestError> {
        let (holds, what) = if folder.join("first").join(JOURNAL).exists() {
            let comparison = PlaytestFolder::Comparison;
            (comparison, "a comparison of two rule sets")
        } else if folder.join(JOURNAL).exists() {
            (PlaytestFolder::Run, "a run")
        } else if folder.join(SUMS).exists() {
            (PlaytestFolder::Sum, "the sum of runs")
        } else {
            return Ok(());
        };
        if holds == self {
            return Ok(());
        }
        let what = format!("{what}, whose report would be overwritten");
        Err(PlaytestError::Taken(folder.to_owned(), what))
    }
}

impl RunSums {
    /// Whether these sums may replace those in a folder: they have all of their games.
    ///
    /// # Errors
    /// [`PlaytestError::Taken`] if they lack some of the games, and if the sums in the folder cannot be
    /// read.
    pub fn check_replaces(&self, folder: &Path) -> Result<(), PlaytestError> {
        PlaytestFolder::Sum.check(folder)?;
        if !folder.join(SUMS).exists() {
            return Ok(());
        }
        let earlier = RunSums::read(folder)?;
        let has = |run: &super::AddedRun| {
            let mut own = self.sources.iter();
            own.any(|own| (own.seed, own.part) == (run.seed, run.part) && own.games >= run.games)
        };
        if earlier.rules == self.rules && earlier.sources.iter().all(has) {
            return Ok(());
        }
        let what = "the sum of other runs, whose games are not all among these";
        Err(PlaytestError::Taken(folder.to_owned(), what.to_owned()))
    }
}
