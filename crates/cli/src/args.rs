//! The command line.

use clap::{Args, Parser, Subcommand};
use hyperrook_search::Settings;
use std::path::PathBuf;
use std::time::Duration;

/// What a GAME is, said once for all commands.
const GAME_HELP: &str = "A shipped game (see `hyperrook games`) or the path of a definition file";

#[derive(Parser, Debug)]
#[command(
    name = "hyperrook",
    version,
    about = "Chess on boards of any dimension: play it, count it, define it",
    after_help = "Start with `hyperrook play`. Every command has its own --help with examples.\n\n\
                  Exit codes: 0 all well, 1 a check failed or what was given is faulty, 2 the \
                  command line is wrong."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Play a game in the terminal
    Play(PlayArgs),
    /// List the shipped games
    Games(GamesArgs),
    /// Show a game: its board, men, options and notes
    Show(ShowArgs),
    /// Say how a man moves, and draw it
    Explain(ExplainArgs),
    /// List the legal moves of a position
    Moves(MovesArgs),
    /// Count the sequences of legal moves of a length
    Perft(PerftArgs),
    /// Check definition files and point at every fault
    Check(CheckArgs),
    /// Find the best moves of a position
    Analyse(AnalyseArgs),
    /// Measure how fast every shipped game runs
    Bench(BenchArgs),
    /// Speak UCI for the simple opponent
    #[command(hide = true)]
    BasicUci(BasicUciArgs),
    /// Make the pictures of terminal games for the documentation
    #[command(hide = true)]
    Picture(PictureArgs),
}

/// A game and its options.
#[derive(Args, Debug, Clone)]
pub(crate) struct GameArgs {
    #[arg(help = GAME_HELP)]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
}

/// Options of a game.
#[derive(Args, Debug, Clone, Default)]
pub(crate) struct OptionArgs {
    /// Set an option of the game (may be given several times; `hyperrook show GAME` lists them)
    #[arg(short = 'o', long = "option", value_name = "NAME=VALUE", value_parser = name_value)]
    pub(crate) options: Vec<(String, String)>,
}

fn name_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("write NAME=VALUE, as in `kinging=mixed`".to_owned()),
    }
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    hyperrook games\n  \
    hyperrook games --json | jq -r '.[].name'")]
pub(crate) struct GamesArgs {
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    hyperrook show gateway\n  \
    hyperrook show walkers -o kinging=mixed\n  \
    hyperrook show ./my-game.toml --json")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    hyperrook explain walkers knight\n  \
    hyperrook explain riftwalker B e5\n  \
    hyperrook explain walkers P 2231\n  \
    hyperrook explain sesqui pawn b2 --black")]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// A man, by letter or name
    pub(crate) man: String,
    /// Where it stands (default: a cell in the middle)
    pub(crate) cell: Option<String>,
    /// Explain Black's man, not White's
    #[arg(long)]
    pub(crate) black: bool,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(
    long_about = "List the legal moves of a position, sorted, one a line, and then a line that \
                  begins with `status`: ongoing, check, white wins, black wins or draw, and the \
                  reason in parentheses.\n\nA game drawn by the count of moves or by bare royal \
                  men has its moves listed all the same.",
    after_help = "Examples:\n  \
    hyperrook moves chess\n  \
    hyperrook moves sesqui --position '5k2N5PP2K5n30 w - 0 1'\n  \
    hyperrook moves walkers --address"
)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The position (default: startpos, the starting one)
    #[arg(long, value_name = "TEXT", default_value = "startpos")]
    pub(crate) position: String,
    /// Write cells as addresses, where the game has them
    #[arg(long, conflicts_with = "short")]
    pub(crate) address: bool,
    /// Write moves in the short notation for people
    #[arg(long)]
    pub(crate) short: bool,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(
    long_about = "Count the sequences of DEPTH legal moves. Draws do not stop them; mate, \
                  stalemate and baring do. No hash table, no symmetry: it counts.\n\nThe last line \
                  of standard output is the count alone; times go to standard error.\n\nWith \
                  --suite, replay files of positions with their counts. The first line of such a \
                  file is `# game option=value …`; every other line is a position followed by \
                  `;D1 n;D2 n…`. Each wrong count is reported, the last line is `N counts, M bad`, \
                  and the exit status is 1 if any is bad.",
    after_help = "Examples:\n  \
    hyperrook perft chess 5\n  \
    hyperrook perft walkers -o black_setup=mirrored 3 --divide\n  \
    hyperrook perft --suite testdata/*.perft --max-depth 3",
    group = clap::ArgGroup::new("what").args(["game", "suite"]).required(true)
)]
pub(crate) struct PerftArgs {
    #[arg(help = GAME_HELP, requires = "depth")]
    pub(crate) game: Option<String>,
    /// The length of the sequences, in plies
    pub(crate) depth: Option<u32>,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
    /// The position (default: startpos, the starting one)
    #[arg(long, value_name = "TEXT", conflicts_with = "suite")]
    pub(crate) position: Option<String>,
    /// Also write the count of each first move
    #[arg(long, conflicts_with = "suite")]
    pub(crate) divide: bool,
    /// Replay files of counts
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "options")]
    pub(crate) suite: Vec<PathBuf>,
    /// Pass over the counts of a suite that are deeper
    #[arg(long, value_name = "DEPTH", requires = "suite")]
    pub(crate) max_depth: Option<u32>,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    hyperrook check my-game.toml\n  \
    hyperrook check games/*.toml --json")]
pub(crate) struct CheckArgs {
    /// Definition files
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(
    long_about = "Count moves and play random games with every shipped game, on one thread, and \
                  write nodes and plies a second. The counts are checked: a wrong one is reported \
                  and the exit status is 1.",
    after_help = "Examples:\n  \
    hyperrook bench\n  \
    hyperrook bench --quick --json"
)]
pub(crate) struct BenchArgs {
    /// Only these games
    #[arg(value_name = "GAME")]
    pub(crate) games: Vec<String>,
    /// One ply less, and fewer random games
    #[arg(long)]
    pub(crate) quick: bool,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(
    long_about = "Play a game in the terminal, against the computer or another person. Without \
                  GAME there is a menu. Press ? while playing for the keys.\n\nWith --plain, or \
                  when standard output is no terminal, the game is played in lines of text: type \
                  a move or `help`.",
    after_help = "Examples:\n  \
    hyperrook play\n  \
    hyperrook play gateway -o length=8 --white human --black 5 --time 3\n  \
    hyperrook play --resume\n  \
    printf 'e2e4\\nmoves\\n' | hyperrook play chess --plain --black human"
)]
pub(crate) struct PlayArgs {
    #[arg(help = GAME_HELP)]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
    /// Who plays White: `human`, or the computer at a level from 1 to 8, the strongest
    #[arg(long, value_name = "WHO", value_parser = crate::play::Seat::parse)]
    pub(crate) white: Option<crate::play::Seat>,
    /// Who plays Black: `human`, or the computer at a level from 1 to 8, the strongest
    #[arg(long, value_name = "WHO", value_parser = crate::play::Seat::parse)]
    pub(crate) black: Option<crate::play::Seat>,
    /// The position to start from (default: startpos)
    #[arg(long, value_name = "TEXT", requires = "game")]
    pub(crate) position: Option<String>,
    /// Go on with a saved record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "resume"])]
    pub(crate) load: Option<PathBuf>,
    /// Go on with the game that was left last
    #[arg(long, conflicts_with = "game")]
    pub(crate) resume: bool,
    /// How long the computer thinks about a move or a hint, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "1",
          value_parser = crate::engine::parse_seconds)]
    pub(crate) time: Duration,
    /// Lines of text instead of a full screen
    #[arg(long)]
    pub(crate) plain: bool,
    /// Seed of the choices of `basic1` to `basic3`, the simple opponents of earlier versions
    #[arg(long, value_name = "NUMBER", hide = true)]
    pub(crate) seed: Option<u64>,
}

#[derive(Args, Debug)]
#[command(
    long_about = "Find the best moves of a position. Each line is written as it is found: the \
                  depth in plies (and how deep the longest variation went), the score, positions \
                  visited, time, and the moves in short notation.\n\nScores are told from \
                  White's side: `+1.00` is worth a pawn (or the game's least man) to White, `#3` \
                  a win of White's in three moves, `#-3` of Black's. `≥` and `≤` mark scores that \
                  are only known to be at least or at most that.\n\nWithout a limit it goes on \
                  until Ctrl-C.",
    after_help = "Examples:\n  \
    hyperrook analyse chess --moves e4 e5 --depth 12\n  \
    hyperrook analyse gateway -o length=8 --time 10 --lines 3\n  \
    hyperrook analyse chess --position 'k7/8/K7/8/8/8/8/6R1 w - - 0 1' --mate 1 --json"
)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The position (default: startpos, the starting one)
    #[arg(long, value_name = "TEXT", default_value = "startpos")]
    pub(crate) position: String,
    /// Moves made from it, in any notation
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub(crate) moves: Vec<String>,
    /// End after this iteration, in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
    /// End after so many positions
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// End after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = crate::engine::parse_seconds)]
    pub(crate) time: Option<Duration>,
    /// End when a win or loss in at most so many moves is found
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) mate: Option<u32>,
    /// How many of the best first moves to give a line each
    #[arg(long, value_name = "COUNT", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=500))]
    pub(crate) lines: u16,
    /// Threads that search together
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = threads)]
    pub(crate) threads: usize,
    /// Size of the hash table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = hash_mib)]
    pub(crate) hash: usize,
    /// Write JSON, an object a line
    #[arg(long)]
    pub(crate) json: bool,
}

fn threads(text: &str) -> Result<usize, String> {
    within(text, Settings::THREADS)
}

fn hash_mib(text: &str) -> Result<usize, String> {
    within(text, Settings::HASH_MIB)
}

fn within(text: &str, range: std::ops::RangeInclusive<usize>) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("write a number from {} to {}", range.start(), range.end()))
}

#[derive(Args, Debug)]
pub(crate) struct BasicUciArgs {
    /// How many plies to look ahead
    #[arg(long, default_value_t = 3, value_parser = plies)]
    pub(crate) plies: u32,
    /// Seed of the choice among equal moves
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

fn plies(text: &str) -> Result<u32, String> {
    let plies = text
        .parse()
        .ok()
        .filter(|n| crate::opponent::PLIES.contains(n));
    plies.ok_or_else(|| "write 1, 2 or 3".to_owned())
}

#[derive(Args, Debug)]
pub(crate) struct PictureArgs {
    /// The directory to write the pictures of the documentation to
    pub(crate) directory: PathBuf,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn options_need_a_name_and_a_value() {
        assert_eq!(name_value("a=b").unwrap(), ("a".into(), "b".into()));
        assert!(name_value("a").is_err());
        assert!(name_value("=b").is_err());
        assert!(name_value("a=").is_err());
    }
}
