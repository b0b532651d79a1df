//! Follows every step of `docs/invent.md`.
//!
//! A `toml` block is added to the file. A `diff` block replaces a line of it. Every command
//! of a `console` block is run, and the lines after it must occur in its output, in this
//! order. `…` matches anything.

use std::io::Write;
use std::process::{Command, Stdio};

const PAGE: &str = include_str!("../../../docs/invent.md");

#[test]
fn every_step_of_the_page_on_inventing_works() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("lantern.toml");
    let mut text = String::new();
    let (mut added, mut replaced, mut run) = (0, 0, 0);
    for block in PAGE.split("\n```").skip(1).step_by(2) {
        let (language, block) = block.split_once('\n').unwrap();
        match language {
            "toml" => {
                text.push_str(block);
                text.push_str("\n\n");
                added += 1;
            }
            "diff" => {
                let (old, new) = block.split_once('\n').unwrap();
                let old = format!("\n{}\n", old.strip_prefix('-').unwrap());
                let new = format!("\n{}\n", new.strip_prefix('+').unwrap());
                assert_eq!(text.matches(&old).count(), 1, "{old}");
                text = text.replace(&old, &new);
                replaced += 1;
            }
            "console" => {
                std::fs::write(&file, &text).unwrap();
                for part in format!("\n{block}").split("\n$ ").skip(1) {
                    let (command, wanted) = part.split_once('\n').unwrap_or((part, ""));
                    let found = output(directory.path(), command);
                    assert!(
                        follows(&found, wanted),
                        "$ {command}\n{found}\nlacks\n{wanted}"
                    );
                    run += 1;
                }
            }
            other => panic!("a block of `{other}`"),
        }
    }
    assert!(
        added >= 5 && replaced >= 6 && run >= 12,
        "{added} {replaced} {run}"
    );
}

/// The output of a command.
fn output(directory: &std::path::Path, command: &str) -> String {
    let mut words = command.split_whitespace();
    assert_eq!(words.next(), Some("hyperrook"), "{command}");
    let mut child = Command::new(env!("CARGO_BIN_EXE_hyperrook"))
        .args(words)
        .current_dir(directory)
        .env("HOME", directory)
        .env("XDG_DATA_HOME", directory)
        .env("XDG_STATE_HOME", directory)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that does not read its input may have ended already.
    let _ = child.stdin.take().unwrap().write_all(b"quit\n");
    let output = child.wait_with_output().unwrap();
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}

/// Whether the expected lines occur in this order. Long lines may be broken.
fn follows(found: &str, wanted: &str) -> bool {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let found = plain(found);
    let mut rest = found.as_str();
    wanted
        .split(['…', '\n'])
        .map(plain)
        .filter(|part| !part.is_empty())
        .all(|part| match rest.find(&part) {
            Some(at) => {
                rest = &rest[at + part.len()..];
                true
            }
            None => false,
        })
}
