//! Arguments of the commands about games: `games`, `show`, `explain`, `moves`, `perft`,
//! `check` and `play`.

use super::common::{GAME_HELP, GameArgs, NetworkArgs, OptionArgs, at_least, perft_depth};
use crate::player_spec::PlayerSpec;
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

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
    hyperrook show ./my-game.toml --json\n  \
    hyperrook show sesqui --markdown > sesqui.md")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Write JSON
    #[arg(long, conflicts_with = "markdown")]
    pub(crate) json: bool,
    /// Write the rules as a page in Markdown, with every piece in words
    #[arg(long)]
    pub(crate) markdown: bool,
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
    about = "List the legal moves of a position",
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
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "startpos",
        hide_default_value = true
    )]
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
    about = "Count the sequences of legal moves up to a depth",
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
    #[arg(value_parser = perft_depth)]
    pub(crate) depth: Option<u8>,
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
    #[arg(long, value_name = "DEPTH", requires = "suite", value_parser = perft_depth)]
    pub(crate) max_depth: Option<u8>,
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
    about = "Check the games of PGN files, and list them",
    long_about = "Check the games of PGN files (records) by the rules, and list them. A game whose \
                  record cannot be read, or that has an illegal move, is a fault: the exit status is \
                  then 1, and the other games are listed all the same. With --json, each game is \
                  one line with its tags, moves and last position.",
    after_help = "Examples:\n  \
        hyperrook records games.pgn\n  \
        hyperrook records games.pgn --json > games.jsonl\n  \
        hyperrook records games.pgn --game ./my-game.toml"
)]
pub(crate) struct RecordsArgs {
    /// Files of records or pipes; `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Play all records by the rules of this game, whatever their tags say: a shipped game or a
    /// definition file
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
    /// Write one line of JSON for each game
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(
    about = "Play a game in the terminal",
    long_about = "Play a game in the terminal, against the computer or another person. Without \
                  GAME, choose from a menu. Press ? while playing to see the keys.\n\nWith --plain, \
                  or when standard output is not a terminal, play line by line: type a move or \
                  `help`.",
    after_help = "Examples:\n  \
    hyperrook play\n  \
    hyperrook play gateway -o length=8 --white human --black 5 --time 3\n  \
    hyperrook play --resume\n  \
    hyperrook play ./my-game.toml --load my-game.pgn\n  \
    printf 'e2e4\\nmoves\\n' | hyperrook play chess --plain --black human"
)]
pub(crate) struct PlayArgs {
    #[arg(help = GAME_HELP)]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
    /// Who plays White: `human`, or a level of the computer from 1 to 8 (strongest)
    #[arg(long, value_name = "WHO", value_parser = PlayerSpec::parse)]
    pub(crate) white: Option<PlayerSpec>,
    /// Who plays Black: `human`, or a level of the computer from 1 to 8 (strongest)
    #[arg(long, value_name = "WHO", value_parser = PlayerSpec::parse)]
    pub(crate) black: Option<PlayerSpec>,
    /// The position to start from (default: startpos)
    #[arg(long, value_name = "TEXT", requires = "game", conflicts_with = "load")]
    pub(crate) position: Option<String>,
    /// Continue the game in this record. For a game of your own, also name its definition, unless
    /// the record does
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub(crate) load: Option<PathBuf>,
    /// Continue the last unfinished game
    #[arg(long, conflicts_with = "game")]
    pub(crate) resume: bool,
    /// Time the computer takes for a move or a hint, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "1",
          value_parser = crate::engine::parse_seconds)]
    pub(crate) time: Duration,
    #[command(flatten)]
    pub(crate) network: NetworkArgs,
    /// Play line by line instead of on a full screen
    #[arg(long)]
    pub(crate) plain: bool,
    /// Seed of the computer's random choices, to repeat a game; weak levels have some
    #[arg(long, value_name = "NUMBER", value_parser = at_least(0u64))]
    pub(crate) seed: Option<u64>,
}
