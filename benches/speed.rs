//! How fast moves are generated, beside other programs in the same run.
//!
//! Every count is asserted. Times on shared machines are noise, so each figure
//! is the median of several rounds, in each of which the programs take turns.
//! `fairy-stockfish` is looked for on the path and in `/usr/games`; without it
//! (and with no `FAIRY_STOCKFISH` that names it) its columns are left out.
#![forbid(unsafe_code)]

use hyperrook_notation::position::parse_position;
use hyperrook_rules::{Game, GameFile, Position};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Instant;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Chess: name, position, depth, count (Chess Programming Wiki).
const CHESS: [(&str, &str, u8, u64); 2] = [
    ("kiwipete", KIWIPETE, 5, 193_690_690),
    ("start", START, 6, 119_060_324),
];

/// The other games from their starts: depth and count.
const GAMES: [(&str, u8, u64); 7] = [
    ("walkers", 4, 68_241_972),
    ("sesqui", 7, 151_460_848),
    ("riftwalker", 4, 27_128_887),
    ("twoboards", 4, 80_606_537),
    ("gateway", 4, 67_705_968),
    ("hyperchess", 4, 32_263_833),
    ("raumschach", 4, 15_587_032),
];

const ROUNDS: usize = 3;

fn main() {
    // `cargo test --benches` passes `--test`: there is nothing to test here.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    let games: Vec<(Game, u8, u64)> = GAMES
        .iter()
        .map(|&(name, depth, count)| (load(name), depth, count))
        .collect();
    let chess = load("chess");
    let fairy = find_fairy_stockfish();
    if fairy.is_none() {
        println!("fairy-stockfish is not installed; its ratios are left out\n");
    }

    println!("Chess, million nodes a second (median of {ROUNDS}), and ratios to ours");
    println!(
        "{:<12}{:>11}{:>17}{:>9}{:>13}{:>9}",
        "position", "hyperrook", "fairy-stockfish", "ratio", "cozy-chess", "ratio"
    );
    let mut fairy_start = None;
    for (name, fen, depth, count) in CHESS {
        let position = parse_position(&chess, fen).expect("a valid position");
        let mut rates: [Vec<f64>; 3] = Default::default();
        for _ in 0..ROUNDS {
            rates[0].push(rate(count, || position.perft(depth)));
            if let Some(fairy) = &fairy {
                rates[1].push(rate(count, || fairy_perft(fairy, fen, depth)));
            }
            rates[2].push(rate(count, || {
                cozy_perft(&fen.parse().expect("a valid FEN"), depth)
            }));
        }
        let ours = median(&rates[0]);
        let cell = |rates: &[f64]| match rates {
            [] => ("-".to_owned(), "-".to_owned()),
            _ => (
                format!("{:.1}", median(rates)),
                format!("{:.2}", ours / median(rates)),
            ),
        };
        let ((fairy, fairy_ratio), (cozy, cozy_ratio)) = (cell(&rates[1]), cell(&rates[2]));
        println!("{name:<12}{ours:>11.1}{fairy:>17}{fairy_ratio:>9}{cozy:>13}{cozy_ratio:>9}");
        if name == "start" && !rates[1].is_empty() {
            fairy_start = Some(median(&rates[1]));
        }
    }

    println!("\nThe other games: perft from the start, random playouts, loading");
    println!(
        "{:<12}{:>7}{:>13}{:>11}{:>16}{:>15}{:>10}{:>12}",
        "game", "depth", "nodes", "Mnodes/s", "to fairy chess", "Mplies/s", "load ms", "tables KiB"
    );
    for (game, depth, count) in &games {
        let name = game.definition().name();
        let start = game.start();
        let rates: Vec<f64> = (0..ROUNDS)
            .map(|_| rate(*count, || start.perft(*depth)))
            .collect();
        let ratio = fairy_start.map_or("-".to_owned(), |fairy| {
            format!("{:.2}", median(&rates) / fairy)
        });
        let plies: Vec<f64> = (0..ROUNDS).map(|_| playout_rate(&start)).collect();
        let loads: Vec<f64> = (0..ROUNDS).map(|_| load_ms(name)).collect();
        println!(
            "{name:<12}{depth:>7}{count:>13}{:>11.1}{ratio:>16}{:>15.2}{:>10.1}{:>12}",
            median(&rates),
            median(&plies),
            median(&loads),
            game.table_bytes() >> 10
        );
    }
}

fn load(name: &str) -> Game {
    let file = GameFile::shipped(name).expect("a shipped game");
    Game::new(file.define(&[]).expect("a sound definition")).expect("a playable definition")
}

/// Milliseconds to read, check and compile a game.
fn load_ms(name: &str) -> f64 {
    let start = Instant::now();
    let game = load(name);
    let ms = start.elapsed().as_secs_f64() * 1e3;
    assert_eq!(game.definition().name(), name);
    ms
}

/// Million nodes a second of a count, which is checked.
fn rate(expected: u64, count: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    let found = count();
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(found, expected);
    found as f64 / seconds / 1e6
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

/// Million plies a second of games of uniformly random moves.
fn playout_rate(start: &Position) -> f64 {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut pick = |n: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (((random >> 32) * n as u64) >> 32) as usize
    };
    let time = Instant::now();
    let mut plies = 0;
    while plies < 500_000 {
        plies += u64::from(start.playout(1_000, &mut pick).0);
    }
    plies as f64 / time.elapsed().as_secs_f64() / 1e6
}

fn find_fairy_stockfish() -> Option<String> {
    let named = std::env::var("FAIRY_STOCKFISH").ok();
    let places = [
        "fairy-stockfish".to_owned(),
        "/usr/games/fairy-stockfish".to_owned(),
    ];
    named.into_iter().chain(places).find(|program| {
        let quit = Command::new(program)
            .arg("quit")
            .stdout(Stdio::null())
            .status();
        quit.is_ok_and(|status| status.success())
    })
}

fn fairy_perft(program: &str, fen: &str, depth: u8) -> u64 {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("fairy-stockfish starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    write!(stdin, "position fen {fen}\ngo perft {depth}\nquit\n").expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("Nodes searched: "));
    line.and_then(|count| count.trim().parse().ok())
        .expect("a count")
}

/// Perft as `cozy-chess` is meant to count: whole sets of moves at the last ply.
fn cozy_perft(board: &cozy_chess::Board, depth: u8) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            count += moves.len() as u64;
            return false;
        }
        for mv in moves {
            let mut after = board.clone();
            after.play_unchecked(mv);
            count += cozy_perft(&after, depth - 1);
        }
        false
    });
    count
}
