//! Arguments of `match`.

use super::common::{GameArgs, at_least, even_games, within};
use clap::Args;
use hyperrook_lab::matches::{DrawRule, EngineText, ResignRule, Sprt};
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(
    about = "Play a match between two engines and measure which is stronger",
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
    #[arg(long, value_name = "NUMBER", default_value_t = 100, value_parser = match_games)]
    pub(crate) games: u32,
    /// Games to play at the same time
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = at_least(1usize))]
    pub(crate) concurrency: usize,
    /// A file of openings: one position per line, or records
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,
    /// Shuffle the openings of the file
    #[arg(long, requires = "openings")]
    pub(crate) shuffle: bool,
    /// Play at most this many plies of each record in the file
    #[arg(long, value_name = "NUMBER", requires = "openings", value_parser = at_least(0u32))]
    pub(crate) opening_plies: Option<u32>,
    /// Begin with this many random moves, different for each pair of games
    #[arg(long, value_name = "NUMBER", conflicts_with = "openings", value_parser = at_least(0u32))]
    pub(crate) random_plies: Option<u32>,
    /// Reject random openings with a check, a win in one move or an undefended piece to take
    #[arg(long, requires = "random_plies")]
    pub(crate) quiet_openings: bool,
    /// Reject random openings in which a search of 200,000 positions gives a side more than CP
    #[arg(long, value_name = "CP", requires = "random_plies",
          value_parser = at_least(0i32))]
    pub(crate) even_openings: Option<i32>,
    /// Seed for random openings and shuffling
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = at_least(0u64))]
    pub(crate) seed: u64,
    /// Declare a draw from move MOVE on if both scores stay within CP for COUNT moves
    #[arg(long, value_name = "MOVE,COUNT,CP", value_parser = draw_rule,
          allow_hyphen_values = true)]
    pub(crate) draw: Option<DrawRule>,
    /// Declare a game lost after COUNT moves with a score of -CP or worse; with `,both`, the winner must agree
    #[arg(long, value_name = "COUNT,CP[,both]", value_parser = resign_rule,
          allow_hyphen_values = true)]
    pub(crate) resign: Option<ResignRule>,
    /// Declare a draw after this many plies: the rules of a game need not end it
    #[arg(long, value_name = "NUMBER", default_value_t = 5_000, value_parser = at_least(1u32))]
    pub(crate) max_plies: u32,
    /// How late a move may be, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 100, value_parser = at_least(0u64))]
    pub(crate) time_margin: u64,
    /// Time for a move without a time limit, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 600,
          value_parser = within(1u64..=604_800))]
    pub(crate) untimed: u64,
    /// Stop when this test has a result: elo0=0 elo1=5 alpha=0.05 beta=0.05 [model=normalized]
    #[arg(long, value_name = "WORDS")]
    pub(crate) sprt: Option<Sprt>,
    /// Save games in PATH.match.jsonl and PATH.pgn, and continue from them
    #[arg(long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,
    /// Add everything sent to and by the engines to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    /// Report progress after this many games if standard error is not a terminal
    #[arg(long, value_name = "GAMES", default_value_t = 10,
          value_parser = at_least(1u32))]
    pub(crate) progress: u32,
    /// Write the results as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The number of games, with the limit of other commands.
fn match_games(text: &str) -> Result<u32, String> {
    let games = even_games(text)?;
    u32::try_from(games).map_err(|error| error.to_string())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_games_is_even_and_limited() {
        assert_eq!(match_games("1000000"), Ok(1_000_000));
        for bad in ["0", "3", "1000002", "4294967294", "x"] {
            let error = match_games(bad).unwrap_err();
            assert!(
                error.contains("an even number from 2 to 1000000"),
                "{error}"
            );
        }
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
