//! Arguments of `tables`.

use super::common::{GameArgs, at_least, threads, within};
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(
    about = "Build and read endgame tables",
    long_about = "Build and read endgame tables: who wins a position with few pieces, and in how \
                  many moves, with perfect play. MATERIAL names the pieces by their letters, \
                  White's first and each side's royal piece first: KQKR or KQvKR. docs/tables.md \
                  explains more.",
    after_help = "Examples:\n  \
    hyperrook tables build chess KRK KPK\n  \
    hyperrook tables probe chess --position '8/8/8/8/8/2k5/8/K6R w - - 0 1'\n  \
    hyperrook tables longest chess KRK\n  \
    hyperrook tables report sesqui --pieces 3"
)]
pub(crate) struct TablesArgs {
    #[command(subcommand)]
    pub(crate) command: TablesCommand,
}

/// The folder of the tables.
#[derive(Args, Debug, Clone, Default)]
pub(crate) struct TablesFolder {
    /// The folder of the tables (default: one in your data folder)
    #[arg(long = "tables", value_name = "DIR", env = "HYPERROOK_TABLES")]
    pub(crate) folder: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct BuildLimits {
    /// Maximum memory to use, in GiB
    #[arg(long, value_name = "GIB", default_value_t = 8.0, value_parser = within(0.01f64..=4096.0))]
    pub(crate) memory: f64,
    /// Number of threads (default: one for each processor)
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    pub(crate) threads: Option<usize>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum TablesCommand {
    /// Build tables, and those that their captures and promotions need
    #[command(after_help = "Examples:\n  \
        hyperrook tables build chess KRK KPK")]
    Build {
        #[command(flatten)]
        game: GameArgs,
        /// The pieces: KQKR or KQvKR
        #[arg(required = true)]
        material: Vec<String>,
        #[command(flatten)]
        folder: TablesFolder,
        #[command(flatten)]
        limits: BuildLimits,
    },
    /// Check tables: the file, and every entry against the positions after its moves
    #[command(after_help = "Examples:\n  \
        hyperrook tables verify chess KRK\n  \
        hyperrook tables verify chess --every 100")]
    Verify {
        #[command(flatten)]
        game: GameArgs,
        /// The pieces (default: all tables that exist)
        material: Vec<String>,
        /// Check about one entry in this many, chosen by a fixed hash
        #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = at_least(1usize))]
        every: usize,
        #[command(flatten)]
        folder: TablesFolder,
        #[command(flatten)]
        limits: BuildLimits,
    },
    /// Say who wins a position, and what each move does
    #[command(after_help = "Examples:\n  \
        hyperrook tables probe chess --position '8/8/8/8/8/2k5/8/K6R w - - 0 1'")]
    Probe {
        #[command(flatten)]
        game: GameArgs,
        /// The position
        #[arg(short, long, value_name = "TEXT")]
        position: String,
        /// Write JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        folder: TablesFolder,
    },
    /// Show the longest win of each side, with best play
    #[command(after_help = "Examples:\n  \
        hyperrook tables longest chess KRK")]
    Longest {
        #[command(flatten)]
        game: GameArgs,
        /// The pieces: KQKR or KQvKR
        material: String,
        #[command(flatten)]
        folder: TablesFolder,
    },
    /// List the tables that exist
    #[command(after_help = "Examples:\n  \
        hyperrook tables list chess")]
    List {
        #[command(flatten)]
        game: GameArgs,
        /// Write JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        folder: TablesFolder,
    },
    /// Report which pieces win against a bare royal piece, building what is missing
    #[command(after_help = "Examples:\n  \
        hyperrook tables report sesqui --pieces 3")]
    Report {
        #[command(flatten)]
        game: GameArgs,
        /// Maximum number of pieces, including royal ones
        #[arg(long, value_name = "NUMBER", default_value_t = 3, value_parser = within(3usize..=6))]
        pieces: usize,
        /// Also report these materials, such as KQKR
        #[arg(long, value_name = "MATERIAL")]
        also: Vec<String>,
        #[command(flatten)]
        folder: TablesFolder,
        #[command(flatten)]
        limits: BuildLimits,
    },
}
