//! The database: one set of queries for SQLite and PostgreSQL.
//!
//! Reads go through a pool of connections (`reads`). Writes go through one `writer`, which
//! gathers those that arrive together into one transaction, so that hundreds of moves a
//! second need only tens of flushes. A write is on the disk when its call returns.
//! `health` knows whether the database can be written, `nodes` which process owns the
//! games.
//!
//! The types that go in and out are those of `crate::game`; rows and their JSON stay in
//! here. The queries are those that both databases understand; `migrations` has the
//! tables, and `tables` brings them up to date. Times are milliseconds since 1970, in UTC.

mod accounts;
mod analysis_jobs;
mod backend;
mod background_jobs;
mod backup;
mod connection;
mod copy;
mod database;
mod definitions;
mod devices;
mod error;
mod games;
mod health;
mod jobs;
mod leaders;
mod lease;
mod leavers;
mod listed;
mod lists;
mod lock;
mod misc;
mod nodes;
mod openings;
mod playtests;
mod progress;
mod published;
mod ratings;
mod reads;
mod rows;
mod seeks;
mod sessions;
mod settings;
mod shares;
mod shifted_clocks;
mod sign_ins;
mod sweeps;
mod tables;
mod totals;
mod turns;
mod writer;

pub use accounts::{Account, StoredToken};
pub use analysis_jobs::{
    ANALYSIS_ATTEMPTS, AnalysisJob, AnalysisJobLimits, AnalysisJobRequest, AnalysisJobState,
    NewAnalysisJob,
};
pub use backend::Backend;
pub use background_jobs::{
    BACKGROUND_JOB_ATTEMPTS, BackgroundJob, BackgroundJobKind, BackgroundJobProgress, ReportLimits,
    ReportRequestResult,
};
pub use backup::{BackupError, StoredCounts};
pub use copy::{CopiedTable, CopyError, CopyProgress, copy};
pub use database::Store;
pub use definitions::{DefinitionUpload, StoredDefinition, UploadLimits};
pub use error::{StoreError, StoreResult};
pub use jobs::QueuedJob;
pub use leaders::{Leader, PastRating};
pub use lease::{LeaseTerms, Takeover};
pub use lists::{FIRST_PAGE, GameFilter};
pub use lock::DataLock;
pub use misc::{AnalysisLimits, NewAnalysis};
pub use openings::{OpeningGame, OpeningGames, OpeningPly, OpeningRow};
pub use playtests::{
    NewPlaytest, PLAYTEST_ATTEMPTS, PlaytestJob, PlaytestLimits, PlaytestRequestResult,
    StoredPlaytest,
};
pub use progress::ProgressRow;
pub use published::{DefinitionVersion, Publishing};
pub use seeks::{
    AddedSeek, ExistingSeek, ListedSeek, SeekChoice, SeekExpiry, SeekLimits, StoredSeek,
};
pub use sessions::NewSession;
pub use shifted_clocks::ShiftedClock;
pub use sign_ins::FailedSignIns;
pub use sweeps::SweepCounts;
