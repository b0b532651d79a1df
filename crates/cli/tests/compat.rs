//! Files of earlier versions can be used: saved games of the terminal, journals of matches,
//! weights, and positions for tuning.
//!
//! The files in `testdata/compat` were written before version 0.1.0, when pieces were
//! called men and the identity of rules was a hash of the definition's text.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../testdata/compat")
        .join(name)
}

/// A folder with the fixtures, and with `hyperrook` on the path.
fn workplace(names: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in names {
        std::fs::copy(fixture(name), folder.path().join(name)).unwrap();
    }
    let program = env!("CARGO_BIN_EXE_hyperrook");
    std::os::unix::fs::symlink(program, folder.path().join("hyperrook")).unwrap();
    folder
}

fn hyperrook(folder: &Path, args: &[&str], input: &str) -> (i32, String, String) {
    use std::io::Write;
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let mut child = Command::new(folder.join("hyperrook"))
        .args(args)
        .current_dir(folder)
        .env("PATH", path)
        .env("XDG_STATE_HOME", folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn saved_games_can_be_continued() {
    let folder = workplace(&["saved-chess.pgn", "saved-walkers.pgn"]);
    let folder = folder.path();
    let load = ["play", "--plain", "--load"];
    let (code, out, err) = hyperrook(
        folder,
        &[&load[..], &["saved-chess.pgn"]].concat(),
        "Bb5\nsave on.pgn\nquit\n",
    );
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("Last move: White Bb5"), "{out}");
    let saved = std::fs::read_to_string(folder.join("on.pgn")).unwrap();
    assert!(saved.contains("1. e4 e5 2. Nf3 Nc6 3. Bb5"), "{saved}");

    let (code, out, err) = hyperrook(
        folder,
        &[&load[..], &["saved-walkers.pgn"]].concat(),
        "moves\nquit\n",
    );
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("Black to move"), "{out}");
    // The rules are those of the record, so there is no warning.
    assert!(!(out + &err).to_lowercase().contains("rules"));
}

#[test]
fn a_match_continues_from_its_journal() {
    let folder = workplace(&["chess.match.jsonl", "chess.pgn"]);
    let folder = folder.path();
    let (code, out, err) = hyperrook(
        folder,
        &[
            "match",
            "chess",
            "--engine",
            "name=one cmd='hyperrook basic-uci --plies 1 --seed 1'",
            "--engine",
            "name=two cmd='hyperrook basic-uci --plies 1 --seed 2'",
            "--each",
            "nodes=1000",
            "--games",
            "6",
            "--random-plies",
            "4",
            "--max-plies",
            "40",
            "--out",
            "chess",
        ],
        "",
    );
    assert_eq!(code, 0, "{out}{err}");
    let journal = std::fs::read_to_string(folder.join("chess.match.jsonl")).unwrap();
    let before = std::fs::read_to_string(fixture("chess.match.jsonl")).unwrap();
    assert!(
        journal.starts_with(&before),
        "the games that were played stay"
    );
    assert_eq!(journal.lines().count(), before.lines().count() + 2);
}

#[test]
fn weights_and_samples_are_read() {
    let folder = workplace(&["weights-raumschach.toml", "raumschach.samples"]);
    let (code, out, err) = hyperrook(
        folder.path(),
        &[
            "tune",
            "raumschach",
            "raumschach.samples",
            "--epochs",
            "1",
            "--weights",
            "weights-raumschach.toml",
        ],
        "",
    );
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("[pieces]") && !out.contains("[men]"), "{out}");
}
