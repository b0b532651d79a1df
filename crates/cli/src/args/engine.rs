//! Arguments of the commands about the engine: `bench`, `analyse`, `uci`, `xboard`,
//! `selfplay`, `tune` and `basic-uci`.

use super::common::{GameArgs, at_least, hash_mib, threads, within};
use super::tables::TablesFolder;
use clap::Args;
use hyperrook_search::Feature;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args, Debug)]
#[command(
    about = "Measure the speed of the search or of the move generator",
    long_about = "Search fixed positions of every shipped game to a fixed depth, and write the \
                  number of positions visited and the speed. On one thread the number changes \
                  only when the search changes.\n\nRepeat --threads to compare numbers of threads \
                  with the first one: positions per second, and time to the depth (geometric mean \
                  over the positions). With --ablate, leave out each heuristic of the search in \
                  turn.\n\nWith --moves, measure the move generator: count moves and play random \
                  games. A wrong count is reported, and the exit status is 1.",
    after_help = "Examples:\n  \
    hyperrook bench\n  \
    hyperrook bench chess --depth 14 --hash 64 --threads 1 --threads 2\n  \
    hyperrook bench chess gateway --ablate\n  \
    hyperrook bench chess sesqui riftwalker --network none\n  \
    hyperrook bench --moves --quick --json"
)]
pub(crate) struct BenchArgs {
    /// Measure only these games: names, or paths of definition files
    #[arg(value_name = "GAME")]
    pub(crate) games: Vec<String>,
    /// Depth to search to, in plies (default: depends on the game)
    #[arg(long, value_name = "PLIES", value_parser = within(1u32..=200))]
    pub(crate) depth: Option<u32>,
    /// Number of search threads; repeat to compare
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    pub(crate) threads: Vec<usize>,
    /// Size of the hash table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = hash_mib)]
    pub(crate) hash: usize,
    /// Leave out a heuristic of the search; repeat for several
    #[arg(long, value_name = "NAME")]
    pub(crate) without: Vec<Feature>,
    /// File of a network to evaluate with, or `none` (default: the one built in, if any)
    #[arg(long, value_name = "FILE")]
    pub(crate) network: Option<PathBuf>,
    /// Leave out each heuristic in turn, and compare
    #[arg(long, conflicts_with = "threads")]
    pub(crate) ablate: bool,
    /// Measure the move generator instead of the search
    #[arg(long, conflicts_with_all = ["depth", "threads", "without", "ablate", "network"])]
    pub(crate) moves: bool,
    /// Search one ply less, and play fewer random games
    #[arg(long)]
    pub(crate) quick: bool,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(
    about = "Find the best moves of a position",
    long_about = "Find the best moves of a position. Each line is written as soon as it is found: \
                  depth and deepest variation in plies, score, positions visited, time, and the \
                  moves in short notation.\n\nScores are from White's side: `+1.00` is an advantage \
                  of a pawn (or of the game's least valuable piece) for White, `#3` a win for White \
                  in three moves, `#-3` one for Black. `≥` and `≤` mark lower and upper \
                  bounds.\n\nWithout a limit, the analysis runs until Ctrl-C. If the game is over, there \
                  is nothing to analyse: the exit status is 1, but 0 with --json, whose only line \
                  says how the game ended.",
    after_help = "Examples:\n  \
    hyperrook analyse chess --moves e4 e5 --depth 12\n  \
    hyperrook analyse gateway -o length=8 --time 10 --lines 3\n  \
    hyperrook analyse chess --position 'k7/8/K7/8/8/8/8/6R1 w - - 0 1' --mate 1 --json"
)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The position (default: startpos, the start of the game)
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "startpos",
        hide_default_value = true
    )]
    pub(crate) position: String,
    /// Moves played from the position, in any notation
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub(crate) moves: Vec<String>,
    /// Stop after this depth, in plies
    #[arg(long, value_name = "PLIES", value_parser = at_least(1u32))]
    pub(crate) depth: Option<u32>,
    /// Stop after this many positions
    #[arg(long, value_parser = at_least(1u64))]
    pub(crate) nodes: Option<u64>,
    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = crate::engine::parse_seconds)]
    pub(crate) time: Option<Duration>,
    /// Stop when a win or loss within this many moves is found
    #[arg(long, value_name = "MOVES", value_parser = at_least(1u32))]
    pub(crate) mate: Option<u32>,
    /// Show a line for each of this many best moves
    #[arg(long, value_name = "COUNT", default_value_t = 1,
          value_parser = within(1u16..=500))]
    pub(crate) lines: u16,
    /// Number of search threads
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = threads)]
    pub(crate) threads: usize,
    /// Size of the hash table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = hash_mib)]
    pub(crate) hash: usize,
    /// File of a network to evaluate with, or `none` (default: the one built in, if any)
    #[arg(long, value_name = "FILE")]
    pub(crate) network: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) tables: TablesFolder,
    /// Write JSON, one object per line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(
    about = "Run the engine for programs that speak UCI",
    long_about = "Speak UCI on standard input and output until `quit` or the end of the input. \
                  The UCI option `UCI_Variant` chooses the game; options such as `walkers kinging` \
                  set its rules. docs/protocols.md describes everything.",
    after_help = "Examples:\n  \
    hyperrook uci\n  \
    printf 'position startpos moves e2e4\\nd\\n' | hyperrook uci\n  \
    (echo go depth 10; sleep 10) | hyperrook uci"
)]
pub(crate) struct UciArgs {}

#[derive(Args, Debug)]
#[command(
    about = "Run the engine for XBoard and programs that speak CECP",
    long_about = "Speak CECP, the protocol of XBoard and WinBoard (version 2), on standard input \
                  and output until `quit` or the end of the input. docs/protocols.md describes \
                  everything.",
    after_help = "Examples:\n  \
    xboard -fcp 'hyperrook xboard'\n  \
    xboard -fcp 'hyperrook xboard' -variant riftwalker -testLegality false"
)]
pub(crate) struct XboardArgs {}

#[derive(Args, Debug)]
#[command(
    about = "Play the engine against itself and write positions to tune with",
    long_about = "Play the engine against itself from random openings, and write quiet positions, \
                  one per line: `position;score;result`, with the score in centipawns and the \
                  result as 1, 0.5 or 0, both for White. Each game number always gives the same \
                  game.\n\nWith --journal you can interrupt the command at any time, and run it \
                  again to continue: it writes all positions again, with those of the earlier games. \
                  With a larger --games it continues a finished run.",
    after_help = "Examples:\n  \
    hyperrook selfplay sesqui --games 2000 --threads 2 > sesqui.samples\n  \
    hyperrook selfplay sesqui --games 20000 --journal sesqui.journal > sesqui.samples\n  \
    hyperrook tune sesqui sesqui.samples > crates/eval/weights/sesqui.toml"
)]
pub(crate) struct SelfplayArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Number of games
    #[arg(long, value_name = "NUMBER", default_value_t = 1000, value_parser = within(1u64..=10_000_000))]
    pub(crate) games: u64,
    /// Number of the first game; choose another one to get other games
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = at_least(0u64))]
    pub(crate) first: u64,
    /// Positions to search for each move
    #[arg(long, value_name = "NUMBER", default_value_t = 1500,
          value_parser = at_least(1u64))]
    pub(crate) nodes: u64,
    /// Play this many random moves first, or up to half as many again; choose a small number if
    /// random moves often decide the game
    #[arg(long, value_name = "NUMBER", default_value_t = 7,
          value_parser = within(0u32..=100))]
    pub(crate) random_plies: u32,
    /// Games to play at the same time
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = threads)]
    pub(crate) threads: usize,
    /// Keep finished games in this file, and continue from them
    #[arg(long, value_name = "FILE")]
    pub(crate) journal: Option<PathBuf>,
    /// Weights to play with (default: the ones built in)
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(
    about = "Tune the weights of a game's evaluation",
    long_about = "Fit the weights of a game's evaluation to positions of self-play, and write them \
                  as a file. One game in ten is held back for validation: the pass with the \
                  smallest error on these games wins. With --chances, fit how scores become \
                  chances instead.",
    after_help = "Examples:\n  \
    hyperrook tune sesqui sesqui.samples > crates/eval/weights/sesqui.toml\n  \
    hyperrook tune sesqui many.samples --checkpoint sesqui.fit > sesqui.weights\n  \
    hyperrook tune sesqui many.samples --chances"
)]
pub(crate) struct TuneArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Files of positions from `hyperrook selfplay`
    #[arg(required = true, value_name = "FILE")]
    pub(crate) samples: Vec<PathBuf>,
    /// Fit how scores become chances of winning, drawing and losing, instead of weights; put the
    /// printed lines into a file of search parameters
    #[arg(long, conflicts_with_all = [
        "weights", "epochs", "rate", "result_share", "regularization", "checkpoint", "made",
    ])]
    pub(crate) chances: bool,
    /// Weights to start from (default: derived from the rules)
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Number of passes over the positions
    #[arg(long, value_name = "NUMBER", default_value_t = 400, value_parser = at_least(1usize))]
    pub(crate) epochs: usize,
    /// About how far a weight can move in one pass, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 1.0, value_parser = within(0.001f32..=1000.0))]
    pub(crate) rate: f32,
    /// Share of the game's result in the target; the rest is the search's score
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = within(0.0f32..=1.0))]
    pub(crate) result_share: f32,
    /// How strongly weights are pulled back to where they started
    #[arg(long, value_name = "NUMBER", default_value_t = 0.5, value_parser = within(0.0f32..=1e6))]
    pub(crate) regularization: f32,
    /// Save the state of the fit to FILE every three seconds; run the same command again to continue
    /// after an interruption. You can delete the file at the end
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// How the positions were made; written into the file
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    pub(crate) made: String,
}

#[derive(Args, Debug)]
pub(crate) struct BasicUciArgs {
    /// Plies to look ahead
    #[arg(long, default_value_t = 3, value_parser = plies)]
    pub(crate) plies: u32,
    /// Seed for the choice among equal moves
    #[arg(long, default_value_t = 1, value_parser = at_least(0u64))]
    pub(crate) seed: u64,
}

fn plies(text: &str) -> Result<u32, String> {
    let plies = text
        .parse()
        .ok()
        .filter(|n| hyperrook_lab::simple_opponent::PLIES.contains(n));
    plies.ok_or_else(|| "write 1, 2 or 3".to_owned())
}
