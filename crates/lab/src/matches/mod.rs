//! Matches between two engines.
//!
//! [`run`] plays a match of [`MatchSettings`]. The engines are programs that use UCI or
//! CECP, and the rules of `hyperrook-rules` are the referee. A [`MatchJournal`] stores the
//! finished games, and a [`MatchSummary`] evaluates them ([`stats`], [`sprt`]). [`play`]
//! plays a single game between any two [`MatchPlayer`]s, which can be functions of this
//! program.

mod adjudication;
mod cecp;
mod cecp_lines;
mod clock;
mod engine;
mod engine_files;
mod features;
mod game;
mod journal;
mod launch;
mod openings;
mod player;
mod process;
mod program;
mod schedule;
mod settings;
mod spec;
pub mod sprt;
pub mod stats;
mod summary;
mod uci;

pub use adjudication::{Adjudged, Adjudication, AdjudicationState, DrawRule, ResignRule};
pub use clock::{EngineLimits, GameClock, TimeControl, TimeControlError};
pub use engine::MatchGame;
pub use game::{GameEnd, GameNotPlayed, GameNote, Termination, play};
pub use journal::{EngineEffort, JournalError, MatchJournal, PlayedGame};
pub use openings::{OpeningError, OpeningSource};
pub use player::{EngineFault, EngineReply, MatchPlayer, MoveFunction, MoveReport, ReportedScore};
pub use process::Log;
pub use schedule::{MatchError, MatchEvent, MatchRun, run, today};
pub use settings::MatchSettings;
pub use spec::{EngineSpec, EngineSpecError, EngineText, Protocol, Restart};
pub use sprt::{Decision, EloModel, Sprt};
pub use summary::MatchSummary;
