//! Random commands in random order: the engine neither panics nor hangs, and ends on
//! `quit`.

use crate::harness::{TIMEOUT, TestEngine, TestProtocol};
use fastrand::Rng;
use std::time::Instant;

const UCI: &[&str] = &[
    "uci",
    "isready",
    "ucinewgame",
    "debug on",
    "debug off",
    "debug",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "moves",
    "bench",
    "bench 1",
    "go",
    "go infinite",
    "go depth 1",
    "go depth 2",
    "go nodes 50",
    "go movetime 3",
    "go mate 1",
    "go perft 1",
    "go perft 2",
    "go perft 40",
    "go ponder movetime 3",
    "go ponder",
    "go wtime 5 btime 5 winc 1 binc 1",
    "go wtime -1",
    "go searchmoves e2e4 a1a2 depth 1",
    "go movestogo 0 depth 1",
    "position",
    "position startpos",
    "position startpos moves e2e4 e7e5",
    "position startpos moves e2e5",
    "position fen",
    "position fen 4k3/P7/8/8/8/8/8/4K2R w K - 0 1",
    "position fen 9/9/9 w - 0 1",
    "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "setoption",
    "setoption name",
    "setoption name Hash value 1",
    "setoption name Hash value 2",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "setoption name MultiPV value 3",
    "setoption name Clear Hash",
    "setoption name Level value 2",
    "setoption name UCI_LimitStrength value true",
    "setoption name UCI_Elo value 700",
    "setoption name Move Overhead value 0",
    "setoption name UCI_Variant value chess",
    "setoption name UCI_Variant value sesqui",
    "setoption name UCI_Variant value riftwalker",
    "setoption name UCI_Variant value gateway",
    "setoption name gateway length value 8",
    "setoption name gateway length value 10",
    "setoption name VariantPath value /dev/null",
    "setoption name VariantPath value /dev/zero",
    "register",
    "joho",
];

const XBOARD: &[&str] = &[
    "xboard",
    "protover 2",
    "accepted debug",
    "rejected x",
    "new",
    "random",
    "force",
    "go",
    "playother",
    "level 40 0:01 0",
    "level 0 1 0.01",
    "level",
    "st 0.01",
    "st 0",
    "sd 1",
    "sd 0",
    "time 1",
    "time -9",
    "otim 5",
    "usermove e2e4",
    "usermove e7e5",
    "usermove a1a1",
    "e2e4",
    "Nf3",
    "?",
    "ping 1",
    "ping",
    "draw",
    "result 1-0 {x}",
    "setboard 8/8 w",
    "setboard 4k3/P7/8/8/8/8/8/4K2R w K - 0 1",
    "setboard R5k1/8/6K1/8/8/8/8/8 b - - 0 1",
    "edit",
    "#",
    "c",
    "Ke1",
    "Ke8",
    "xe1",
    ".",
    ".",
    ".",
    "hint",
    "bk",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    "exit",
    "name x",
    "rating 1 2",
    "computer",
    "memory 1",
    "memory 2",
    "cores 2",
    "cores 1",
    "option Level=3",
    "option Clear Hash",
    "option x",
    "option Resign=1",
    "egtpath x y",
    "pause",
    "resume",
    "lift e2",
    "put e4",
    "hover e4",
    "variant normal",
    "variant riftwalker",
    "variant sesqui",
    "variant gateway",
    "variant 9x9+0_riftwalker",
    "variant x",
    "option gateway length=8",
];

/// A line of random characters, a truncated command, or a command with words of other ones.
fn random_line(random: &mut Rng, commands: &[&str]) -> Vec<u8> {
    let mut line: Vec<u8> = random.choice(commands).unwrap().bytes().collect();
    match random.u8(0..6) {
        0 => {
            line = (0..random.usize(0..200)).map(|_| random.u8(..)).collect();
        }
        1 => line.truncate(random.usize(0..=line.len())),
        2 => {
            line.push(b' ');
            line.extend(random.choice(commands).unwrap().bytes());
        }
        3 => {
            for _ in 0..3 {
                let at = random.usize(0..=line.len());
                line.insert(at, random.u8(..));
            }
        }
        4 => line.extend(format!(" {}", random.i64(..)).bytes()),
        _ => {
            let word = random.choice(commands).unwrap().as_bytes();
            line = word.repeat(random.usize(1..2000));
        }
    }
    line.push(b'\n');
    line
}

/// Sends random lines to an engine, then ends it.
fn send_random_lines(dialect: TestProtocol, seed: u64, lines: usize) {
    let mut random = Rng::with_seed(seed);
    let commands = match dialect {
        TestProtocol::Uci => UCI,
        TestProtocol::XBoard => XBOARD,
    };
    let engine = TestEngine::start(dialect);
    for _ in 0..lines {
        match random.u8(0..10) {
            0..7 => engine.send(random.choice(commands).unwrap()),
            7..9 => engine.send_bytes(&random_line(&mut random, commands)),
            // Give the engine time to work.
            _ => std::thread::sleep(std::time::Duration::from_millis(random.u64(0..4))),
        }
        // Keep reading the output.
        while engine.next_within(std::time::Duration::ZERO).is_some() {}
    }
    let quits = random.bool();
    if quits {
        engine.send(if random.bool() { "quit" } else { "\nquit\n" });
    }
    let begun = Instant::now();
    engine.ended(!quits || random.bool());
    assert!(begun.elapsed() < TIMEOUT);
}

#[test]
fn uci_survives_random_input() {
    for seed in 0..40 {
        send_random_lines(TestProtocol::Uci, seed, 150);
    }
}

#[test]
fn xboard_survives_random_input() {
    for seed in 0..40 {
        send_random_lines(TestProtocol::XBoard, seed, 150);
    }
}

#[test]
fn lines_of_any_length_are_skipped() {
    for (dialect, answer) in [
        (TestProtocol::Uci, "info string a line of more than "),
        (TestProtocol::XBoard, "Error (line of more than "),
    ] {
        let engine = TestEngine::start(dialect);
        for _ in 0..40 {
            engine.send_bytes(&[b'x'; 100_000]);
        }
        engine.send("");
        let line = engine.next_within(TIMEOUT).unwrap();
        assert!(line.starts_with(answer), "{line}");
        engine.send("quit");
        engine.ended(false);
    }
}

#[test]
fn a_last_line_without_a_line_break_is_read() {
    let engine = TestEngine::start(TestProtocol::Uci);
    engine.send_bytes(b"isready");
    assert_eq!(engine.ended(true), ["readyok"]);
}

#[test]
fn a_search_that_waits_at_the_end_of_the_input_is_answered() {
    let engine = TestEngine::start(TestProtocol::Uci);
    engine.send_bytes(b"isready\ngo infinite\ngo depth 1\nbench\n");
    let lines = engine.ended(true);
    assert_eq!(lines[0], "readyok");
    let moves = lines.iter().filter(|line| line.starts_with("bestmove "));
    assert_eq!(moves.count(), 2, "{lines:?}");
}

#[test]
#[cfg(unix)]
fn a_file_without_an_end_is_refused() {
    let engine = TestEngine::start(TestProtocol::Uci);
    for option in ["Weights", "SearchFile", "EvalFile", "VariantPath"] {
        engine.send(&format!("setoption name {option} value /dev/zero"));
    }
    let lines = engine.ended(true);
    assert_eq!(lines.len(), 4, "{lines:?}");
    for line in lines {
        assert!(line.contains("a pipe or a device"), "{line}");
    }
}
