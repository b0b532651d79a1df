//! Conversations that must match the files in `transcripts/`.
//!
//! The name of a file begins with the protocol. Its lines:
//!
//! - `# text`: a comment;
//! - `> text`: send this line to the engine;
//! - `< pattern`: the engine must write this line; lines before it are ignored. `…` matches
//!   any text;
//! - `! pattern`: the engine must not write this before the line of the next `<`;
//! - `- 100`: the engine writes nothing for this many milliseconds;
//! - `.`: the engine ends by itself.
//!
//! `$FILES` is the directory `files`. At the end of the file the input is closed, and the
//! engine must end.

use crate::harness::{TIMEOUT, TestEngine, TestProtocol, matches};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[test]
fn uci() {
    run_all("uci", TestProtocol::Uci);
}

#[test]
fn xboard() {
    run_all("xboard", TestProtocol::XBoard);
}

fn run_all(prefix: &str, dialect: TestProtocol) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.file_name()
                .unwrap()
                .to_str()
                .unwrap()
                .starts_with(prefix)
        })
        .collect();
    files.sort();
    assert!(files.len() > 5, "there are transcripts");
    for file in files {
        run(&file, dialect);
    }
}

fn run(path: &Path, dialect: TestProtocol) {
    let files = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files");
    let text = std::fs::read_to_string(path)
        .unwrap()
        .replace("$FILES", files);
    let engine = TestEngine::start(dialect);
    let mut unwanted: Vec<&str> = Vec::new();
    let mut passed: Vec<String> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let place = format!("{}:{}", path.display(), number + 1);
        let (sign, rest) = line.split_at(line.len().min(1));
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        match sign {
            "" | "#" => {}
            ">" => engine.send(rest),
            "!" => unwanted.push(rest),
            "<" => {
                let begun = Instant::now();
                passed.clear();
                loop {
                    let left = TIMEOUT.saturating_sub(begun.elapsed());
                    let Some(found) = engine.next_within(left) else {
                        panic!(
                            "{place}: `{rest}` does not come, but\n{}",
                            passed.join("\n")
                        );
                    };
                    if matches(rest, &found) {
                        break;
                    }
                    for pattern in &unwanted {
                        assert!(!matches(pattern, &found), "{place}: `{found}` came");
                    }
                    passed.push(found);
                }
                unwanted.clear();
            }
            "-" => {
                let time = Duration::from_millis(rest.parse().unwrap());
                if let Some(found) = engine.next_within(time) {
                    panic!("{place}: `{found}` came");
                }
            }
            "." => {
                engine.ended(false);
                return;
            }
            _ => panic!("{place}: no line of a transcript"),
        }
    }
    engine.ended(true);
}

#[test]
fn patterns_match() {
    assert!(matches("a…c", "abc") && matches("…", "") && matches("a", "a"));
    assert!(matches("a…b…c", "a1b2b3c"));
    assert!(!matches("a", "ab") && !matches("a…c", "abd") && !matches("ab…bc", "abc"));
}
