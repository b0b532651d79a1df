//! Runs every example in the help of every command, with smaller numbers where it would
//! take long.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

fn program() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_hyperrook"))
}

fn help(command: &str) -> String {
    let mut run = Command::new(program());
    run.args(command.split_whitespace());
    let output = run.arg("--help").output().unwrap();
    assert!(output.status.success(), "{command}");
    String::from_utf8(output.stdout).unwrap()
}

/// The names of all commands from their help, each before its subcommands.
fn commands() -> Vec<String> {
    fn add(outer: &str, all: &mut Vec<String>) {
        for command in inner(outer) {
            all.push(command.clone());
            add(&command, all);
        }
    }
    let mut all = Vec::new();
    add("", &mut all);
    all
}

/// The subcommands of a command.
fn inner(command: &str) -> Vec<String> {
    let help = help(command);
    let Some(list) = help.split("Commands:\n").nth(1) else {
        return Vec::new();
    };
    let lines = list.lines().take_while(|line| !line.trim().is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names
        .filter(|&name| name != "help")
        .map(|name| format!("{command} {name}").trim().to_owned())
        .collect()
}

/// The examples of a command. Lines that end in `\` are joined with the next one.
fn examples(command: &str) -> Vec<String> {
    let help = help(command);
    let Some(list) = help.split("Examples:\n").nth(1) else {
        return Vec::new();
    };
    let joined = list.replace("\\\n", " ");
    let lines = joined.lines().take_while(|line| line.starts_with("  "));
    lines.map(|line| line.trim().to_owned()).collect()
}

/// Replacements in examples that would take long or wait for input.
const SHORTER: [(&str, &str); 44] = [
    ("perft chess 5", "perft chess 3"),
    ("kinging=mixed 3 --divide", "kinging=mixed 2 --divide"),
    (
        "black_setup=mirrored 3 --divide",
        "black_setup=mirrored 2 --divide",
    ),
    (
        "--suite testdata/*.perft --max-depth 3",
        "--suite testdata/*.perft --max-depth 1",
    ),
    ("--depth 12", "--depth 3"),
    ("--time 10 ", "--time 0.1 "),
    (
        "hyperrook bench --moves --quick",
        "hyperrook bench sesqui --moves --quick",
    ),
    (
        "hyperrook bench chess --depth 14",
        "hyperrook bench chess --depth 3",
    ),
    (
        "hyperrook bench chess gateway --ablate",
        "hyperrook bench chess gateway --ablate --depth 1",
    ),
    (
        "hyperrook play --resume",
        "echo e4 | hyperrook play chess --plain && hyperrook play --resume",
    ),
    (
        "hyperrook play ./my-game.toml --load",
        "echo 'save my-game.pgn' | hyperrook play ./my-game.toml --plain && \
         hyperrook play ./my-game.toml --load",
    ),
    ("--games 200 ", "--games 2 --max-plies 4 "),
    ("--games 10000 ", "--games 2 --max-plies 4 "),
    ("puzzles walkers", "puzzles walkers --games 1 --max-plies 6"),
    ("puzzles sesqui", "puzzles sesqui --games 1 --max-plies 6"),
    ("puzzles gateway", "puzzles gateway --games 1 --max-plies 6"),
    ("openings walkers", "openings walkers --games 1 --nodes 10"),
    (
        "sesqui.openings --games 100",
        "sesqui.openings --games 2 --nodes 10",
    ),
    ("tc=5+0.05", "tc=1+0.01"),
    (
        "hyperrook playtest sesqui --games 400",
        "hyperrook playtest sesqui --games 2 --nodes 10 --max-plies 20",
    ),
    (
        "--games 50 --nodes 300",
        "--games 2 --nodes 10 --max-plies 20",
    ),
    ("--random --games 500", "--random --games 5"),
    (
        "kinging=mixed --games 300",
        "kinging=mixed --games 2 --nodes 10 --max-plies 20",
    ),
    ("sesqui --games 2000", "sesqui --games 2 --nodes 20"),
    (
        "spsa riftwalker --games 4000 --nodes 2000",
        "spsa riftwalker --games 32 --nodes 5",
    ),
    (
        "--param lmr_factor --games 2000",
        "--param lmr_factor --games 32 --nodes 5",
    ),
    (
        "hyperrook learn sesqui --hours 2",
        "hyperrook learn sesqui --hours 0.001 --nodes 20 --hidden 32",
    ),
    (
        "--hours 0.5 --threads 2 --out mygame.net",
        "--hours 0.001 --nodes 20 --hidden 32 --out mygame.net",
    ),
    (
        "hyperrook analyse sesqui --network sesqui.net --depth 8",
        "hyperrook analyse sesqui --network none --depth 3",
    ),
    ("--games 400 --nodes 500", "--games 2 --nodes 10"),
    (
        "--games 100 --threads 2 --out mygame.values",
        "--games 2 --nodes 10 --out mygame.values",
    ),
    (
        "--games 40 --seed 2 --out other",
        "--games 2 --nodes 10 --seed 2 --out other",
    ),
    (
        "ladder sesqui --games 200",
        "ladder sesqui --games 2 --from 4 --to 8",
    ),
    (
        "--from 20 --to 320 --games 100",
        "--from 4 --to 8 --games 2",
    ),
    (
        "first-moves walkers --games 400",
        "first-moves sesqui --games 1 --nodes 10 --opening-plies 2",
    ),
    (
        "--piece N,P --games 100 --threads 2",
        "--piece N --games 1 --nodes 10",
    ),
    ("--games 1000 --nodes 500", "--games 2 --nodes 10"),
    (
        "hyperrook tune sesqui sesqui.samples",
        "hyperrook tune sesqui sesqui.samples --epochs 1",
    ),
    (
        "--checkpoint sesqui.fit",
        "--checkpoint sesqui.fit --epochs 1",
    ),
    ("go depth 10; sleep 10", "go depth 3; sleep 1"),
    ("--time 3", "--time 0.1"),
    ("hyperrook serve", "timeout 3 hyperrook serve --port 0"),
    ("--port 9000 --data /var/lib/hyperrook", "--data data"),
    ("--data /var/lib/hyperrook", "--data data"),
];

/// Replacements of whole examples.
const WHOLE: [(&str, &str); 1] = [("hyperrook bench", "hyperrook bench --depth 1")];

/// A folder with everything that the examples name.
fn workplace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::create_dir_all(at("bin")).unwrap();
    for link in ["bin/hyperrook", "new", "old"] {
        symlink(program(), at(link)).unwrap();
    }
    // Replacements for other programs that the examples use.
    for (name, script) in [
        ("jq", "cat"),
        ("fairymax", "exec hyperrook xboard"),
        (
            "xboard",
            "printf 'xboard\\nprotover 2\\nquit\\n' | sh -c \"$2\"",
        ),
    ] {
        let path = at("bin").join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    symlink(root.join("testdata"), at("testdata")).unwrap();
    std::fs::create_dir_all(at("games")).unwrap();
    std::fs::create_dir_all(at("crates/eval/weights")).unwrap();
    let games = root.join("games");
    let own = std::fs::read_to_string(games.join("chess.toml")).unwrap();
    std::fs::write(at("games/chess.toml"), &own).unwrap();
    std::fs::write(
        at("games.pgn"),
        "[Game \"chess\"]\n[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n",
    )
    .unwrap();
    // Positions of many games, with all results.
    let position = "PPK1RBPP2np1pbrknp1p3PPBRQ2PP3pp1qrbp2p1N w - 1 6";
    let samples = (0..300).map(|n| format!("{position};{};{}\n", n - 150, f64::from(n % 3) / 2.0));
    std::fs::write(at("many.samples"), samples.collect::<String>()).unwrap();
    let own = own.replace("name = \"chess\"", "name = \"mygame\"");
    for name in ["mygame.toml", "my-game.toml", "mine.toml"] {
        std::fs::write(at(name), &own).unwrap();
    }
    folder
}

#[test]
fn every_example_runs() {
    let folder = workplace();
    let path = format!(
        "{}:{}",
        folder.path().join("bin").display(),
        std::env::var("PATH").unwrap()
    );
    let mut ran = 0;
    for command in commands() {
        let examples = examples(&command);
        assert!(!examples.is_empty(), "`{command} --help` has no examples");
        for example in examples {
            let mut shorter = example.clone();
            for (from, to) in SHORTER {
                shorter = shorter.replace(from, to);
            }
            for (from, to) in WHOLE {
                if shorter == from {
                    shorter = to.to_owned();
                }
            }
            let output = Command::new("sh")
                .args(["-c", &shorter])
                .current_dir(&folder)
                .env("PATH", &path)
                .env("XDG_STATE_HOME", folder.path().join("state"))
                .env("HYPERROOK_DATA", folder.path().join("data"))
                .env("HYPERROOK_TABLES", folder.path().join("tables"))
                .stdin(std::process::Stdio::null())
                .output()
                .unwrap();
            let out = String::from_utf8_lossy(&output.stdout);
            let err = String::from_utf8_lossy(&output.stderr);
            // The arguments are valid; only the other machine does not exist.
            let elsewhere =
                example.contains("db.lan") && err.contains("at db.lan:5432 cannot be opened");
            // The arguments are also valid if nobody has registered and no game exists.
            let nobody = [
                "there is no user",
                "no stored game",
                "no withdrawn game",
                "there is no game",
            ];
            let elsewhere = elsewhere
                || command.starts_with("admin ") && nobody.iter().any(|text| err.contains(text));
            let served = command == "serve" && out.contains("Hyperrook is at");
            assert!(
                output.status.success() || served || elsewhere,
                "{command}: `{example}` (run as `{shorter}`)\n{out}\n{err}"
            );
            ran += 1;
        }
    }
    assert!(commands().iter().any(|command| command == "tables verify"));
    assert!(ran >= 60, "only {ran} examples were found");
}
