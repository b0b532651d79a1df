//! Matches between two engines.
//!
//! [`run`] plays a match of [`MatchSettings`]: the engines are programs that
//! speak UCI or CECP, and the rules of `hyperrook-rules` are the referee. What
//! has been played is kept in a [`Journal`], and [`MatchSummary`] says what it means
//! ([`stats`], [`sprt`]). [`play`] plays a single game between any two
//! [`Player`]s, functions of this program among them.

mod adjudication;
mod cecp;
mod clock;
mod engine;
mod features;
mod game;
mod journal;
mod launch;
mod openings;
mod player;
mod process;
mod schedule;
mod settings;
mod spec;
pub mod sprt;
pub mod stats;
mod summary;
mod uci;

pub use adjudication::{Adjudication, AdjudicationState, DrawRule, ResignRule, Verdict};
pub use clock::{GameClock, Pace, TimeControl, TimeControlError};
pub use engine::MatchGame;
pub use game::{GameEnd, GameNotPlayed, GameNote, Termination, play};
pub use journal::{EngineEffort, Journal, JournalError, PlayedGame};
pub use openings::{OpeningError, OpeningSource};
pub use player::{Chooser, EngineFault, EngineReply, MoveReport, Player, ReportedScore};
pub use process::Log;
pub use schedule::{Event, MatchError, MatchRun, run};
pub use settings::MatchSettings;
pub use spec::{EngineSpec, EngineSpecError, EngineText, Protocol, Restart};
pub use sprt::{Decision, EloModel, Sprt};
pub use summary::MatchSummary;
