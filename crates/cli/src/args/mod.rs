//! The command line.

#[cfg(feature = "server")]
pub(crate) mod server;

use clap::{Args, Parser, Subcommand};
use hyperrook_lab::matches::{DrawRule, EngineText, ResignRule, Sprt};
use hyperrook_search::{EngineSettings, Feature};
use std::path::PathBuf;
use std::time::Duration;

/// The help for GAME, the same for all commands.
const GAME_HELP: &str = "A shipped game (see `hyperrook games`) or the path of a definition file";

#[derive(Parser, Debug)]
#[command(
    name = "hyperrook",
    version,
    about = "Define, play, analyse and serve chess on boards of any dimension",
    after_help = "Start with `hyperrook play`. Every command has its own --help with examples.\n\n\
                  Exit status: 0 for success, 1 for a failed check or faulty input, 2 for a \
                  wrong command line."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: CliCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum CliCommand {
    /// Play a game in the terminal
    Play(PlayArgs),
    /// List the shipped games
    Games(GamesArgs),
    /// Show a game: its board, pieces, options and notes
    Show(ShowArgs),
    /// Explain how a piece moves, in words and with a drawing
    Explain(ExplainArgs),
    /// List the legal moves of a position
    Moves(MovesArgs),
    /// Count the sequences of legal moves up to a depth
    Perft(PerftArgs),
    /// Check definition files and list every fault
    Check(CheckArgs),
    /// Find the best moves of a position
    Analyse(AnalyseArgs),
    /// Measure the speed of the search or of the move generator
    Bench(BenchArgs),
    /// Play a match between two engines and measure which is stronger
    Match(Box<MatchArgs>),
    /// Play the engine against itself and write positions to tune with
    Selfplay(SelfplayArgs),
    /// Tune the weights of a game's evaluation
    Tune(TuneArgs),
    /// Run the engine for programs that speak UCI
    Uci(UciArgs),
    /// Run the engine for XBoard and programs that speak CECP
    Xboard(XboardArgs),
    /// Serve the games to browsers
    #[cfg(feature = "server")]
    Serve(server::ServeArgs),
    /// Manage a server's data
    #[cfg(feature = "server")]
    Admin(server::AdminArgs),
    /// Run the simple opponent for programs that speak UCI
    #[command(hide = true)]
    BasicUci(BasicUciArgs),
    /// Draw the pictures of terminal games for the documentation
    #[command(hide = true)]
    Picture(PictureArgs),
    /// Write the manual pages and the completions of shells to a folder
    #[command(hide = true)]
    Manual(ManualArgs),
}

#[derive(Args, Debug)]
pub(crate) struct ManualArgs {
    /// The folder; `man1` and `completions` are made in it
    pub(crate) directory: PathBuf,
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
    /// Set an option of the game; repeat for several (`hyperrook show GAME` lists them)
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
    /// The piece, by letter or name
    pub(crate) piece: String,
    /// The cell it stands on (default: one in the middle)
    pub(crate) cell: Option<String>,
    /// Explain Black's piece instead of White's
    #[arg(long)]
    pub(crate) black: bool,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(
    long_about = "List the legal moves of a position in order, one per line. The last line begins \
                  with `status`: ongoing, check, white wins, black wins or draw, with the reason \
                  in parentheses.\n\nIf the game is drawn by the move count or because only royal \
                  pieces are left, the moves are still listed.",
    after_help = "Examples:\n  \
    hyperrook moves chess\n  \
    hyperrook moves sesqui --position '4k3N4PP3K5n23 w - 0 1'\n  \
    hyperrook moves walkers --address"
)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The position (default: startpos, the start of the game)
    #[arg(long, value_name = "TEXT", default_value = "startpos")]
    pub(crate) position: String,
    /// Write cells as addresses, in games that have them
    #[arg(long, conflicts_with = "short")]
    pub(crate) address: bool,
    /// Write moves in short notation
    #[arg(long)]
    pub(crate) short: bool,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(
    long_about = "Count the sequences of DEPTH legal moves. Mate, stalemate and baring end a \
                  sequence; draws do not. No hash table and no symmetry is used.\n\nThe last line \
                  of standard output is the count alone; times go to standard error.\n\nWith \
                  --suite, check files of positions with known counts. The first line of such a \
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
    /// Length of the sequences, in plies
    pub(crate) depth: Option<u32>,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
    /// The position (default: startpos, the start of the game)
    #[arg(long, value_name = "TEXT", conflicts_with = "suite")]
    pub(crate) position: Option<String>,
    /// Also write the count below each first move
    #[arg(long, conflicts_with = "suite")]
    pub(crate) divide: bool,
    /// Check files of known counts
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "options")]
    pub(crate) suite: Vec<PathBuf>,
    /// Skip the counts of a suite that are deeper than this
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
    hyperrook bench --moves --quick --json"
)]
pub(crate) struct BenchArgs {
    /// Measure only these games: names, or paths of definition files
    #[arg(value_name = "GAME")]
    pub(crate) games: Vec<String>,
    /// Depth to search to, in plies (default: depends on the game)
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=200))]
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
    /// Leave out each heuristic in turn, and compare
    #[arg(long, conflicts_with = "threads")]
    pub(crate) ablate: bool,
    /// Measure the move generator instead of the search
    #[arg(long, conflicts_with_all = ["depth", "threads", "without", "ablate"])]
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
    long_about = "Play a game in the terminal, against the computer or another person. Without \
                  GAME, choose from a menu. Press ? while playing to see the keys.\n\nWith --plain, \
                  or when standard output is not a terminal, play line by line: type a move or \
                  `help`.",
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
    /// Who plays White: `human`, or a level of the computer from 1 to 8 (strongest)
    #[arg(long, value_name = "WHO", value_parser = crate::seat::PlayerSpec::parse)]
    pub(crate) white: Option<crate::seat::PlayerSpec>,
    /// Who plays Black: `human`, or a level of the computer from 1 to 8 (strongest)
    #[arg(long, value_name = "WHO", value_parser = crate::seat::PlayerSpec::parse)]
    pub(crate) black: Option<crate::seat::PlayerSpec>,
    /// The position to start from (default: startpos)
    #[arg(long, value_name = "TEXT", requires = "game")]
    pub(crate) position: Option<String>,
    /// Continue the game in this record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "resume"])]
    pub(crate) load: Option<PathBuf>,
    /// Continue the last unfinished game
    #[arg(long, conflicts_with = "game")]
    pub(crate) resume: bool,
    /// Time the computer takes for a move or a hint, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "1",
          value_parser = crate::engine::parse_seconds)]
    pub(crate) time: Duration,
    /// Play line by line instead of on a full screen
    #[arg(long)]
    pub(crate) plain: bool,
    /// Seed for the random choices of `basic1` to `basic3`, the simple opponents of earlier versions
    #[arg(long, value_name = "NUMBER", hide = true)]
    pub(crate) seed: Option<u64>,
}

#[derive(Args, Debug)]
#[command(
    long_about = "Play games between two engines that speak UCI or CECP (XBoard), and write how \
                  much stronger the first one is. Hyperrook's rules are the referee. Each opening \
                  is played twice, with colours reversed.\n\nDescribe an engine by KEY=VALUE words: \
                  name, cmd (the program and its arguments), args, dir, proto (uci or cecp), \
                  tc ([MOVES/]TIME[+INCREMENT] in seconds), st (seconds per move), nodes, depth, \
                  restart (always or auto), variant (the engine's name for the game) and \
                  option.NAME. Quote values with spaces. The words of --each apply to both \
                  engines.\n\nWith --out PATH, every finished game is saved in PATH.match.jsonl and \
                  PATH.pgn. If the match is interrupted, the same command continues it. \
                  docs/matches.md describes everything.",
    after_help = "Examples:\n  \
    hyperrook match chess --engine \"name=A cmd='hyperrook uci'\" \\\n    \
      --engine 'name=B cmd=fairymax proto=cecp' --each 'tc=5+0.05 option.Hash=64' \\\n    \
      --games 200 --random-plies 8 --concurrency 2 --out a-b\n  \
    hyperrook match gateway --engine \"name=new cmd='./new uci'\" \\\n    \
      --engine \"name=old cmd='./old uci'\" --each st=0.05 --random-plies 6 --games 10000 \\\n    \
      --sprt 'elo0=0 elo1=5 alpha=0.05 beta=0.05' --draw 40,8,10 --resign 4,900"
)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// An engine, as KEY=VALUE words; needed twice
    #[arg(long = "engine", value_name = "WORDS", required = true)]
    pub(crate) engines: Vec<EngineText>,
    /// Words that apply to both engines
    #[arg(long, value_name = "WORDS")]
    pub(crate) each: Option<EngineText>,
    /// Number of games, an even number
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    pub(crate) games: u32,
    /// Games to play at the same time
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) concurrency: usize,
    /// A file of openings: one position per line, or records
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,
    /// Shuffle the openings of the file
    #[arg(long, requires = "openings")]
    pub(crate) shuffle: bool,
    /// Play at most this many plies of each record in the file
    #[arg(long, value_name = "NUMBER", requires = "openings")]
    pub(crate) opening_plies: Option<u32>,
    /// Begin with this many random moves, different for each pair of games
    #[arg(long, value_name = "NUMBER", conflicts_with = "openings")]
    pub(crate) random_plies: Option<u32>,
    /// Reject random openings with a check, a win in one move or an undefended piece to take
    #[arg(long, requires = "random_plies")]
    pub(crate) quiet_openings: bool,
    /// Reject random openings in which a search of 200,000 positions gives a side more than CP
    #[arg(long, value_name = "CP", requires = "random_plies",
          value_parser = clap::value_parser!(i32).range(0..))]
    pub(crate) even_openings: Option<i32>,
    /// Seed for random openings and shuffling
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Declare a draw from move MOVE on if both scores stay within CP for COUNT moves
    #[arg(long, value_name = "MOVE,COUNT,CP", value_parser = draw_rule)]
    pub(crate) draw: Option<DrawRule>,
    /// Declare a game lost if the loser's score is -CP or worse for COUNT moves; `,both`: and the winner agrees
    #[arg(long, value_name = "COUNT,CP[,both]", value_parser = resign_rule)]
    pub(crate) resign: Option<ResignRule>,
    /// Declare a draw after this many plies
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_plies: Option<u32>,
    /// How late a move may be, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 100)]
    pub(crate) time_margin: u64,
    /// Time for a move without a time limit, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 600,
          value_parser = clap::value_parser!(u64).range(1..=604_800))]
    pub(crate) untimed: u64,
    /// Stop when this test has a result: elo0=0 elo1=5 alpha=0.05 beta=0.05 [model=normalized]
    #[arg(long, value_name = "WORDS")]
    pub(crate) sprt: Option<Sprt>,
    /// Save games in PATH.match.jsonl and PATH.pgn, and continue from them
    #[arg(long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,
    /// Write everything sent to and by the engines to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    /// Report progress after this many games if standard error is not a terminal
    #[arg(long, value_name = "GAMES", default_value_t = 10,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) progress: u32,
    /// Write the results as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(
    long_about = "Find the best moves of a position. Each line is written as soon as it is found: \
                  depth and deepest variation in plies, score, positions visited, time, and the \
                  moves in short notation.\n\nScores are from White's side: `+1.00` is an advantage \
                  of a pawn (or of the game's least valuable piece) for White, `#3` a win for White \
                  in three moves, `#-3` one for Black. `≥` and `≤` mark lower and upper \
                  bounds.\n\nWithout a limit, the analysis runs until Ctrl-C.",
    after_help = "Examples:\n  \
    hyperrook analyse chess --moves e4 e5 --depth 12\n  \
    hyperrook analyse gateway -o length=8 --time 10 --lines 3\n  \
    hyperrook analyse chess --position 'k7/8/K7/8/8/8/8/6R1 w - - 0 1' --mate 1 --json"
)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The position (default: startpos, the start of the game)
    #[arg(long, value_name = "TEXT", default_value = "startpos")]
    pub(crate) position: String,
    /// Moves played from the position, in any notation
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub(crate) moves: Vec<String>,
    /// Stop after this depth, in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
    /// Stop after this many positions
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = crate::engine::parse_seconds)]
    pub(crate) time: Option<Duration>,
    /// Stop when a win or loss within this many moves is found
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) mate: Option<u32>,
    /// Show a line for each of this many best moves
    #[arg(long, value_name = "COUNT", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=500))]
    pub(crate) lines: u16,
    /// Number of search threads
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = threads)]
    pub(crate) threads: usize,
    /// Size of the hash table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = hash_mib)]
    pub(crate) hash: usize,
    /// Write JSON, one object per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Parses `MOVE,COUNT,CP`.
fn draw_rule(text: &str) -> Result<DrawRule, String> {
    let numbers: Vec<u32> = text
        .split(',')
        .filter_map(|part| part.trim().parse().ok())
        .collect();
    match (&numbers[..], text.split(',').count()) {
        (&[move_number, move_count, score @ 0..=30_000], 3) if move_count > 0 => Ok(DrawRule {
            move_number,
            move_count,
            score_cp: score as i32,
        }),
        _ => Err("write MOVE,COUNT,CP, as in `40,8,10`".to_owned()),
    }
}

/// Parses `COUNT,CP` or `COUNT,CP,both`.
fn resign_rule(text: &str) -> Result<ResignRule, String> {
    let (numbers, two_sided) = match text.strip_suffix(",both") {
        Some(numbers) => (numbers, true),
        None => (text, false),
    };
    let read = numbers
        .split_once(',')
        .and_then(|(count, score)| Some((count.trim().parse().ok()?, score.trim().parse().ok()?)));
    match read {
        Some((move_count, score_cp @ 1..=30_000)) if move_count > 0 => Ok(ResignRule {
            move_count,
            score_cp,
            two_sided,
        }),
        _ => Err("write COUNT,CP or COUNT,CP,both, as in `4,900`".to_owned()),
    }
}

fn threads(text: &str) -> Result<usize, String> {
    within(text, EngineSettings::THREADS)
}

fn hash_mib(text: &str) -> Result<usize, String> {
    within(text, EngineSettings::HASH_MIB)
}

fn within(text: &str, range: std::ops::RangeInclusive<usize>) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("write a number from {} to {}", range.start(), range.end()))
}

#[derive(Args, Debug)]
#[command(
    long_about = "Play the engine against itself from random openings, and write quiet positions, \
                  one per line: `position;score;result`, with the score in centipawns and the \
                  result as 1, 0.5 or 0, both for White. Each game number always gives the same \
                  game.",
    after_help = "Examples:\n  \
    hyperrook selfplay sesqui --games 2000 --threads 2 > sesqui.samples\n  \
    hyperrook tune sesqui sesqui.samples > crates/eval/weights/sesqui.toml"
)]
pub(crate) struct SelfplayArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Number of games
    #[arg(long, value_name = "NUMBER", default_value_t = 1000)]
    pub(crate) games: u64,
    /// Number of the first game; other numbers give other games
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) first: u64,
    /// Positions to search for each move
    #[arg(long, value_name = "NUMBER", default_value_t = 1500,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// Random moves before each game, or up to half as many more; choose few where random moves decide games
    #[arg(long, value_name = "NUMBER", default_value_t = 7,
          value_parser = clap::value_parser!(u32).range(0..=100))]
    pub(crate) random_plies: u32,
    /// Games to play at the same time
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = threads)]
    pub(crate) threads: usize,
    /// Weights to play with (default: the ones built in)
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(
    long_about = "Fit the weights of a game's evaluation to positions of self-play, and write them \
                  as a file. One game in ten is held back for validation: the pass with the \
                  smallest error on these games wins.",
    after_help = "Examples:\n  \
    hyperrook tune sesqui sesqui.samples > crates/eval/weights/sesqui.toml"
)]
pub(crate) struct TuneArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Files of positions from `hyperrook selfplay`
    #[arg(required = true, value_name = "FILE")]
    pub(crate) samples: Vec<PathBuf>,
    /// Weights to start from (default: derived from the rules)
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Number of passes over the positions
    #[arg(long, value_name = "NUMBER", default_value_t = 400)]
    pub(crate) epochs: usize,
    /// About how far a weight can move in one pass, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 1.0)]
    pub(crate) rate: f32,
    /// Share of the game's result in the target; the rest is the search's score
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    pub(crate) result_share: f32,
    /// How strongly weights are pulled back to where they started
    #[arg(long, value_name = "NUMBER", default_value_t = 0.5)]
    pub(crate) hold: f32,
    /// How the positions were made; written into the file
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub(crate) made: String,
}

#[derive(Args, Debug)]
pub(crate) struct BasicUciArgs {
    /// Plies to look ahead
    #[arg(long, default_value_t = 3, value_parser = plies)]
    pub(crate) plies: u32,
    /// Seed for the choice among equal moves
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

fn plies(text: &str) -> Result<u32, String> {
    let plies = text
        .parse()
        .ok()
        .filter(|n| hyperrook_lab::simple_opponent::PLIES.contains(n));
    plies.ok_or_else(|| "write 1, 2 or 3".to_owned())
}

#[derive(Args, Debug)]
pub(crate) struct PictureArgs {
    /// The folder to write the pictures to
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

    #[test]
    fn adjudication_is_stated_in_numbers() {
        let draw = draw_rule("40,8,10").unwrap();
        assert_eq!(
            (draw.move_number, draw.move_count, draw.score_cp),
            (40, 8, 10)
        );
        for bad in [
            "",
            "40",
            "40,8",
            "40,0,1",
            "40,8,x",
            "40,8,10,2",
            "a,40,8,10",
        ] {
            assert!(draw_rule(bad).is_err(), "{bad}");
        }
        let resign = resign_rule("4,900,both").unwrap();
        assert_eq!(
            (resign.move_count, resign.score_cp, resign.two_sided),
            (4, 900, true)
        );
        assert!(!resign_rule("4,900").unwrap().two_sided);
        for bad in ["", "4", "0,900", "4,0", "4,900,one", "4,-5"] {
            assert!(resign_rule(bad).is_err(), "{bad}");
        }
    }
}
