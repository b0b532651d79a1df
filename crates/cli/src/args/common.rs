//! Arguments of several commands, and parsers of their values.

use clap::Args;
use hyperrook_protocol::MAX_PERFT_PLIES;
use hyperrook_search::EngineSettings;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

/// The help for GAME, the same for all commands.
pub(super) const GAME_HELP: &str =
    "A shipped game (see `hyperrook games`) or the path of a definition file";

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

/// How many threads a long run uses.
#[derive(Args, Debug, Clone)]
pub(crate) struct ThreadsArgs {
    /// Number of threads (default: one for each processor)
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    threads: Option<usize>,
}

impl ThreadsArgs {
    /// The number of threads: one for each processor, unless another one was given.
    pub(crate) fn count(&self) -> usize {
        thread_count(self.threads)
    }
}

/// The number of threads: one for each processor, unless another one was given.
pub(crate) fn thread_count(given: Option<usize>) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    given.unwrap_or_else(processors)
}

/// The network of commands that play games with the usual engine.
#[derive(Args, Debug, Clone)]
pub(crate) struct NetworkArgs {
    /// File of a network to evaluate with, such as one of `hyperrook learn`, or `none` (default:
    /// the one built in, if any)
    #[arg(long, value_name = "FILE")]
    pub(crate) network: Option<PathBuf>,
}

/// Arguments that runs of numbered jobs share.
#[derive(Args, Debug, Clone)]
pub(crate) struct JobsArgs {
    /// Seed of everything random; another seed gives other games
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = within(0u64..=1_000_000))]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
}

pub(super) fn name_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("write NAME=VALUE, as in `kinging=mixed`".to_owned()),
    }
}

pub(super) fn threads(text: &str) -> Result<usize, String> {
    within(EngineSettings::THREADS)(text)
}

pub(super) fn hash_mib(text: &str) -> Result<usize, String> {
    within(EngineSettings::HASH_MIB)(text)
}

/// The depth of a perft. The recursion needs stack for each ply.
pub(super) fn perft_depth(text: &str) -> Result<u8, String> {
    within(0..=MAX_PERFT_PLIES)(text)
}

/// A parser of numbers in a range.
pub(super) fn within<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("write a number from {} to {}", range.start(), range.end()))
    }
}

/// The maximum number of games of a match: the numbers of all games must fit into memory.
const MAX_GAMES: u64 = 1_000_000;

/// The number of games of a match, in which each opening is played twice.
pub(super) fn even_games(text: &str) -> Result<u64, String> {
    let games = text.parse().ok();
    let games =
        games.filter(|games: &u64| (2..=MAX_GAMES).contains(games) && games.is_multiple_of(2));
    games.ok_or_else(|| {
        format!("write an even number from 2 to {MAX_GAMES}: each opening is played twice")
    })
}

/// The number of random plies after a first move, which is even: both sides make equally many.
pub(super) fn even_plies(text: &str) -> Result<usize, String> {
    let plies = text.parse().ok();
    let plies = plies.filter(|plies: &usize| (2..=20).contains(plies) && plies.is_multiple_of(2));
    plies.ok_or_else(|| "write an even number from 2 to 20".to_owned())
}

/// A parser of whole numbers of at least `least`.
pub(super) fn at_least<T>(least: T) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| *number >= least);
        number.ok_or_else(|| format!("write a whole number, at least {least}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_need_a_name_and_a_value() {
        assert_eq!(name_value("a=b").unwrap(), ("a".into(), "b".into()));
        assert!(name_value("a").is_err());
        assert!(name_value("=b").is_err());
        assert!(name_value("a=").is_err());
    }
}
