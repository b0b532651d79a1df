//! The command line of the server.

use super::common::{at_least, within};
use clap::{Args, Subcommand};
use hyperrook_server::settings::HOST_HELP;
use std::net::IpAddr;
use std::path::PathBuf;

fn ip_address(text: &str) -> Result<IpAddr, &'static str> {
    text.parse().map_err(|_| HOST_HELP)
}

/// Settings of the server that have command-line options. The others come from the
/// environment or the settings file.
#[derive(Args, Debug, Clone, Default)]
pub(crate) struct ServerArgs {
    /// Read settings from this file (`docs/server.md` lists them)
    #[arg(long, value_name = "FILE", env = "HYPERROOK_CONFIG", global = true)]
    pub(crate) config: Option<PathBuf>,
    /// Keep the database in this folder
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) data: Option<PathBuf>,
    /// Use this PostgreSQL database instead (`postgres://…`)
    #[arg(long, value_name = "URL", global = true)]
    pub(crate) database: Option<String>,
}

/// `hyperrook serve`
#[derive(Args, Debug, Clone)]
#[command(
    about = "Serve the games to browsers",
    long_about = "Serve the games to browsers, and the API to programs. The first line of output \
                  says where. Ctrl-C stops the server cleanly. docs/server.md describes all \
                  settings.",
    after_help = "Examples:\n  \
    hyperrook serve\n  \
    hyperrook serve --port 9000 --data /var/lib/hyperrook\n  \
    hyperrook serve --database postgres://db.lan/hyperrook --nats nats://nats.lan:4222"
)]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    /// Listen on this address (default: 127.0.0.1, only for this machine)
    #[arg(long, value_name = "ADDRESS", value_parser = ip_address)]
    pub(crate) host: Option<IpAddr>,
    /// Listen on this port (default: 8640; 0: any free port)
    #[arg(long, value_name = "N", value_parser = within(0u16..=65_535))]
    pub(crate) port: Option<u16>,
    /// Also offer the games defined in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) games: Option<PathBuf>,
    /// Share the PostgreSQL database with other servers, and reach them through this NATS
    /// (`nats://…`)
    #[arg(long, value_name = "URL")]
    pub(crate) nats: Option<String>,
    /// Print the description of the API (OpenAPI, as JSON) instead of serving
    #[arg(long)]
    pub(crate) openapi: bool,
}

/// `hyperrook worker`
#[derive(Args, Debug, Clone)]
#[command(
    about = "Find the engine's moves for servers on other machines",
    long_about = "Find the engine's moves for servers that share a PostgreSQL database and NATS, \
                  and do nothing else. Run as many workers on as many machines as you like. \
                  docs/scale.md describes how they work together.",
    after_help = "Examples:\n  \
    hyperrook worker --database postgres://db.lan/hyperrook --nats nats://nats.lan:4222\n  \
    hyperrook worker --threads 8 --database postgres://db.lan/hyperrook --nats nats://nats.lan:4222"
)]
pub(crate) struct WorkerArgs {
    /// Read settings from this file (`docs/server.md` lists them)
    #[arg(long, value_name = "FILE", env = "HYPERROOK_CONFIG")]
    pub(crate) config: Option<PathBuf>,
    /// The PostgreSQL database of the servers (`postgres://…`)
    #[arg(long, value_name = "URL")]
    pub(crate) database: Option<String>,
    /// The NATS of the servers (`nats://…`)
    #[arg(long, value_name = "URL")]
    pub(crate) nats: Option<String>,
    /// Search on this many threads (default: half of the cores)
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<std::num::NonZeroUsize>,
    /// The folder of definitions that the servers offer, if they offer any
    #[arg(long, value_name = "DIR")]
    pub(crate) games: Option<PathBuf>,
}

/// `hyperrook admin`
#[derive(Args, Debug, Clone)]
#[command(after_help = "Examples:\n  \
    hyperrook admin status --data /var/lib/hyperrook\n  \
    hyperrook admin backup copy.db")]
pub(crate) struct AdminArgs {
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    #[command(subcommand)]
    pub(crate) command: AdminCommand,
}

/// The commands of `hyperrook admin`.
#[derive(Subcommand, Debug, Clone)]
pub(crate) enum AdminCommand {
    /// Show how many people, games and other records there are
    #[command(after_help = "Examples:\n  \
        hyperrook admin status\n  \
        hyperrook admin --data /var/lib/hyperrook status")]
    Status,
    /// Bring the tables of the database up to date; the server must not be running
    #[command(after_help = "Examples:\n  \
        hyperrook admin migrate")]
    Migrate,
    /// Copy the database to a new file; the server may be running
    #[command(after_help = "Examples:\n  \
        hyperrook admin backup monday.db")]
    Backup {
        /// The new file
        file: PathBuf,
    },
    /// Replace the database with a copy; the server must not be running
    #[command(after_help = "Examples:\n  \
        hyperrook admin restore monday.db")]
    Restore {
        /// The copy
        file: PathBuf,
    },
    /// Copy all data of an SQLite database to an empty PostgreSQL database
    #[command(
        long_about = "Copy all data of an SQLite database to an empty PostgreSQL database, in one \
                      transaction. No server may be running on either, and both must have the \
                      tables of this version (`hyperrook admin migrate`).",
        after_help = "Examples:\n  \
        hyperrook admin copy --to postgres://hyperrook@db.lan/hyperrook"
    )]
    Copy {
        /// The SQLite database (default: the one in the data folder)
        #[arg(long, value_name = "URL")]
        from: Option<String>,
        /// The PostgreSQL database (default: the one of the settings)
        #[arg(long, value_name = "URL")]
        to: Option<String>,
    },
    /// List registered people, newest first
    #[command(after_help = "Examples:\n  \
        hyperrook admin users --limit 20")]
    Users {
        /// List at most this many
        #[arg(long, value_name = "NUMBER", default_value_t = 100, value_parser = at_least(1u32))]
        limit: u32,
    },
    /// Close an account: end its sessions and tokens, and block signing in
    #[command(after_help = "Examples:\n  \
        hyperrook admin ban ann")]
    Ban {
        /// The name of the account
        name: String,
    },
    /// Reopen a closed account
    #[command(after_help = "Examples:\n  \
        hyperrook admin unban ann")]
    Unban {
        /// The name of the account
        name: String,
    },
    /// Delete an account, as its owner could; finished games stay without the name
    #[command(after_help = "Examples:\n  \
        hyperrook admin delete ann")]
    Delete {
        /// The name of the account
        name: String,
    },
    /// Take a published game off the list for good; games by it go on
    #[command(after_help = "Examples:\n  \
        hyperrook admin withdraw 3f9c41d2")]
    Withdraw {
        /// The hash at the end of its page's address
        hash: String,
    },
    /// Let the author of a withdrawn game publish it again
    #[command(after_help = "Examples:\n  \
        hyperrook admin allow 3f9c41d2")]
    Allow {
        /// The hash at the end of its page's address
        hash: String,
    },
    /// Set a new random password, print it, and end all sessions and tokens
    #[command(after_help = "Examples:\n  \
        hyperrook admin reset-password ann")]
    ResetPassword {
        /// The name of the account
        name: String,
    },
    /// Add the games of a file of records to the tree of openings
    #[command(after_help = "Examples:\n  \
        hyperrook admin add-openings games.pgn")]
    AddOpenings {
        /// A file of records, such as `hyperrook match` writes
        file: PathBuf,
    },
    /// End a game without a result
    #[command(after_help = "Examples:\n  \
        hyperrook admin close-game 7kQ2mZpX")]
    CloseGame {
        /// The ID of the game
        id: String,
    },
}
