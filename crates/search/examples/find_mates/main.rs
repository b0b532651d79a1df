//! Finds positions with forced wins in 1 to 4 moves by brute force, for `testdata/mates`:
//! wins in 1 and 2 with most pieces on the board, from random games; wins in 3 and 4 with few
//! pieces, by changing positions until the win takes longer.
//!
//!     cargo run --release -p hyperrook-search --example find_mates -- GAME SEED [narrow] [option=value…]
//!
//! `narrow` is for games whose pieces have so many moves that wins in 4 are hard to find. The
//! same seed finds the same positions, because work is limited by positions, not by time.
#![forbid(unsafe_code)]

#[path = "../../tests/brute/mod.rs"]
mod brute;
mod choose;
mod climb;
mod found;
mod playouts;

use found::Class;
use hyperrook_rules::{Game, GameFile};
use std::process::ExitCode;

/// The number of positions of each class to keep.
const WANTED: [(Class, usize); 6] = [
    (Class::Full(1), 20),
    (Class::Full(2), 20),
    (Class::Sparse(1), 6),
    (Class::Sparse(2), 8),
    (Class::Sparse(3), 18),
    (Class::Sparse(4), 12),
];

/// The number of positions with most pieces to find for each one kept.
const CHOICE: usize = 2;

/// The same for short wins with few pieces, which are frequent but rarely interesting.
const SHORT_CHOICE: usize = 60;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("find_mates: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[String]) -> Result<String, String> {
    let [name, seed, options @ ..] = args else {
        return Err("give GAME SEED [narrow] [option=value…]".to_owned());
    };
    let seed: u64 = seed
        .parse()
        .map_err(|_| format!("`{seed}` is not a number"))?;
    let (narrow, options) = match options {
        [word, rest @ ..] if word == "narrow" => (true, rest),
        all => (false, all),
    };
    let options: Option<Vec<(&str, &str)>> = options
        .iter()
        .map(|option| option.split_once('='))
        .collect();
    let options = options.ok_or("write options as name=value")?;
    let file = GameFile::shipped(name).ok_or_else(|| format!("no game `{name}`"))?;
    let definition = file.define(&options).map_err(|error| error.to_string())?;
    let game = Game::new(definition).map_err(|error| error.to_string())?;
    let mut random = fastrand::Rng::with_seed(seed);
    let mut all = playouts::find(&game, &mut random, wanted(Class::is_full));
    eprintln!("{name}: {} from games", all.len());
    // Random numbers independent of those used for the games.
    let mut random = fastrand::Rng::with_seed(!seed);
    all.extend(climb::find(
        &game,
        &mut random,
        wanted(|c| !c.is_full()),
        narrow,
    ));
    eprintln!("{name}: {} in all", all.len());
    let chosen = choose::choose(&all, &WANTED);
    Ok(choose::write(&game, args, &chosen))
}

/// The number of positions to find, by class.
fn wanted(sort: impl Fn(Class) -> bool) -> Vec<(Class, usize)> {
    let classes = WANTED.iter().filter(|(class, _)| sort(*class));
    let choice = |class| match class {
        Class::Sparse(1 | 2) => SHORT_CHOICE,
        Class::Full(_) => CHOICE,
        Class::Sparse(_) => 1,
    };
    classes
        .map(|&(class, n)| (class, n * choice(class)))
        .collect()
}
