//! Long commands are killed (SIGKILL) at several moments, and end with the files and the output of
//! a run that nobody disturbed.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A long command on a small game.
struct LongCommand {
    /// A command that runs first, in the same folder. Its output is the file `input`.
    before: Option<&'static str>,
    /// The arguments. `MINI` and `PASSING` are small games, `EACH` describes the engines of a match.
    args: &'static str,
    /// The end of the name of the file that grows while the command works, and from which it
    /// continues.
    journal: &'static str,
    /// The bytes by which the journal grows before each kill.
    kills: [usize; 3],
}

const COMMANDS: [LongCommand; 14] = [
    LongCommand {
        before: None,
        args: "playtest MINI --games 60 --nodes 50 --opening-plies 4 --threads 2 --out run",
        journal: "games.journal",
        kills: [1, 20_000, 1],
    },
    LongCommand {
        before: None,
        args: "first-moves MINI --games 20 --nodes 50 --threads 2 --out run",
        journal: "first-moves.journal",
        kills: [1, 2_000, 1],
    },
    LongCommand {
        before: None,
        args: "values MINI --games 8 --nodes 50 --threads 2 --out run",
        journal: "values.journal",
        kills: [1, 1_000, 1],
    },
    LongCommand {
        before: None,
        args: "ladder MINI --from 8 --to 32 --games 20 --threads 2 --out run",
        journal: "ladder.journal",
        kills: [1, 500, 1],
    },
    LongCommand {
        before: None,
        args: "spsa MINI --games 96 --nodes 50 --threads 2 --out run",
        journal: "spsa.journal",
        kills: [1, 700, 1],
    },
    LongCommand {
        before: None,
        args: "selfplay MINI --games 60 --nodes 100 --threads 2 --journal selfplay.journal",
        journal: "selfplay.journal",
        kills: [1, 20_000, 1],
    },
    LongCommand {
        before: None,
        args: "openings MINI --out mini.openings --games 25 --nodes 50",
        journal: "mini.openings",
        kills: [1, 300, 1],
    },
    LongCommand {
        before: None,
        args: "puzzles MINI --out mini.puzzles --games 8 --nodes 100 --scan-nodes 50",
        journal: "mini.puzzles",
        kills: [1, 100, 1],
    },
    LongCommand {
        before: Some("puzzles MINI --out mini.puzzles --games 8 --nodes 100 --scan-nodes 50"),
        args: "puzzles --again MINI --out mini.puzzles --threads 2",
        journal: ".journal",
        kills: [1, 100, 1],
    },
    LongCommand {
        before: Some("selfplay MINI --games 10 --nodes 20"),
        args: "tune MINI input --epochs 500 --checkpoint mini.fit",
        journal: "mini.fit",
        kills: [1, 1, 1],
    },
    LongCommand {
        before: None,
        args: "match sesqui --engine name=A --engine name=B --each EACH --random-plies 4 \
               --games 12 --max-plies 60 --out games --json",
        journal: "games.match.jsonl",
        kills: [1, 6_000, 1],
    },
    LongCommand {
        before: None,
        args: "tables build PASSING KPKP --tables . --threads 2",
        journal: "KPKP.journal",
        kills: [1, 20_000, 1],
    },
    LongCommand {
        before: None,
        args: "tables build chess KPK --tables . --threads 2",
        journal: "KPK.journal",
        kills: [1, 20_000, 1],
    },
    LongCommand {
        before: None,
        args: "tables build chess KPK --tables . --threads 2",
        journal: "KPK.zeroing-1.journal",
        kills: [1, 20_000, 1],
    },
];

/// Starts a command in a folder. Its output is in the files `out` and `err` there.
fn start(folder: &Path, args: &str) -> Child {
    let program = env!("CARGO_BIN_EXE_hyperrook");
    let mini = concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/tests/games/mini.toml");
    let passing = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../tables/tests/games/passing.toml"
    );
    let file = |name: &str| fs::File::create(folder.join(name)).unwrap();
    let words = args.split(' ').map(|word| match word {
        "MINI" => mini.to_owned(),
        "PASSING" => passing.to_owned(),
        "EACH" => format!("nodes=30 cmd='{program} uci'"),
        word => word.to_owned(),
    });
    Command::new(program)
        .args(words)
        .current_dir(folder)
        .env("XDG_STATE_HOME", folder)
        .env("XDG_DATA_HOME", folder)
        .stdin(Stdio::null())
        .stdout(file("out"))
        .stderr(file("err"))
        .spawn()
        .unwrap()
}

/// Runs a command to its end.
fn finish(folder: &Path, args: &str) {
    let status = start(folder, args).wait().unwrap();
    let err = fs::read_to_string(folder.join("err")).unwrap();
    assert!(status.success(), "{args}: {err}");
}

/// Runs what a command needs first.
fn prepare(folder: &Path, command: &LongCommand) {
    if let Some(before) = command.before {
        finish(folder, before);
        fs::rename(folder.join("out"), folder.join("input")).unwrap();
    }
}

/// The files of a folder and the folders in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files
}

/// The content of a file whose name ends like this in a folder. Empty before it exists.
fn content(folder: &Path, name: &str) -> Vec<u8> {
    let files = files(folder).into_iter();
    let mut named = files.filter(|path| path.to_string_lossy().ends_with(name));
    named
        .next()
        .and_then(|path| fs::read(path).ok())
        .unwrap_or_default()
}

/// Kills a command once a file has grown by this many bytes. Returns what is in the file then; `None`
/// if the command ended first, as it can on a busy machine.
fn kill_after(folder: &Path, args: &str, file: &str, growth: usize) -> Option<Vec<u8>> {
    let before = content(folder, file).len();
    let mut child = start(folder, args);
    while content(folder, file).len() < before + growth {
        if child.try_wait().unwrap().is_some() {
            return None;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    let status = child.wait().unwrap();
    (status.signal() == Some(9)).then(|| content(folder, file))
}

/// Kills a command several times. Returns what was in the file at each kill.
fn kill_again_and_again(
    folder: &Path,
    args: &str,
    file: &str,
    growths: [usize; 3],
) -> Vec<Vec<u8>> {
    let kills = growths.into_iter();
    let kept: Vec<_> = kills
        .map_while(|growth| kill_after(folder, args, file, growth))
        .collect();
    assert!(
        !kept.is_empty(),
        "{args}: it ended before it could be killed"
    );
    kept
}

/// The results in a folder by the names of files: without messages, without the journal, to which
/// threads add their games in any order, and without what a kill leaves of a file that was being
/// written.
fn results(folder: &Path, command: &LongCommand) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for path in files(folder) {
        let name = path.strip_prefix(folder).unwrap().to_owned();
        let mut bytes = fs::read(&path).unwrap();
        if command.args.starts_with("match") {
            bytes = without_times(&bytes);
        }
        all.insert(name, bytes);
    }
    all.remove(Path::new("err"));
    if command.args.starts_with("tables") {
        // The tables that were built by this part of the run, and how long each took.
        all.remove(Path::new("out"));
    }
    let is_result = |name: &Path| {
        let end = name.extension().unwrap_or_default();
        let is_unfinished = name.to_string_lossy().contains(".tmp");
        !is_unfinished && end != "journal" && end != "jsonl" && end != "new"
    };
    all.retain(|name, _| is_result(name));
    all
}

/// The records or results of a match without the times of moves and the date.
fn without_times(bytes: &[u8]) -> Vec<u8> {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let lines = text
        .lines()
        .filter(|line| !line.contains("seconds\"") && !line.starts_with("[Date "));
    let words = lines.flat_map(str::split_whitespace).filter(|word| {
        let time = word.trim_matches(['{', '}']).strip_suffix('s');
        time.is_none_or(|seconds| seconds.parse::<f64>().is_err())
    });
    words
        .flat_map(|word| format!("{word}\n").into_bytes())
        .collect()
}

/// The complete lines of a text.
fn complete_lines(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte == b'\n');
    &bytes[..end.map_or(0, |end| end + 1)]
}

#[test]
fn killed_commands_end_with_the_same_results() {
    for command in COMMANDS {
        let args = command.args;
        let whole = tempfile::tempdir().unwrap();
        prepare(whole.path(), &command);
        finish(whole.path(), args);
        let expected = results(whole.path(), &command);

        let parts = tempfile::tempdir().unwrap();
        prepare(parts.path(), &command);
        let kept = kill_again_and_again(parts.path(), args, command.journal, command.kills);
        finish(parts.path(), args);
        let found = results(parts.path(), &command);
        let names = |files: &BTreeMap<PathBuf, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&found), names(&expected), "{args}");
        for (path, bytes) in &expected {
            assert!(found[path] == *bytes, "{args}: {} differs", path.display());
        }
        if args.starts_with("puzzles --again") {
            assert!(content(parts.path(), command.journal).is_empty(), "{args}");
        }
        // Nothing that was finished was done again. Tables have no journal once they are built.
        let journal = content(parts.path(), command.journal);
        for lines in kept.iter().filter(|_| !journal.is_empty()) {
            assert!(journal.starts_with(complete_lines(lines)), "{args}");
        }
    }
}

/// `learn` works for a given time, so its result differs from run to run. What it has done stays.
#[test]
fn killed_learning_keeps_its_games() {
    let args =
        "learn MINI --hours 0.0025 --nodes 20 --hidden 32 --threads 2 --data run --out mini.net";
    let (games, journal) = ("generation-001.positions", "journal.jsonl");
    let folder = tempfile::tempdir().unwrap();
    let kept = kill_again_and_again(folder.path(), args, games, [1, 30_000, 1]);
    let lines_before = content(folder.path(), journal);
    finish(folder.path(), args);
    let lines = content(folder.path(), journal);
    assert!(lines.starts_with(complete_lines(&lines_before)));
    let all_positions = content(folder.path(), games);
    for positions in kept {
        // A game that was being written is dropped. One has a few thousand bytes.
        let both = positions.iter().zip(&all_positions);
        let same = both.take_while(|(before, after)| before == after).count();
        assert!(
            positions.len() - same < 16_384,
            "{same} of {}",
            positions.len()
        );
    }
    let text = String::from_utf8(lines).unwrap();
    assert!(text.contains("\"event\":\"ended\""), "{text}");
}

/// Starts a command, waits until its journal has games, and sends it signals. Returns its exit code and
/// what it has written to standard output and standard error.
fn signalled(args: &str, signals: &[&str]) -> (Option<i32>, String, String) {
    // What a shell starts in the background ignores INT, and so would the command. A signal that has a
    // handler is not ignored; this handler ends the tests, as without one.
    let always = Arc::new(AtomicBool::new(true));
    signal_hook::flag::register_conditional_default(signal_hook::consts::SIGINT, always).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut child = start(folder.path(), args);
    while content(folder.path(), "games.journal").len() < 5_000 {
        assert!(child.try_wait().unwrap().is_none(), "{args}: it ended");
        std::thread::sleep(Duration::from_millis(5));
    }
    let kills = signals
        .iter()
        .map(|signal| format!("kill -{signal} {};", child.id()));
    let sent = Command::new("sh")
        .arg("-c")
        .arg(kills.collect::<String>())
        .status();
    assert!(sent.unwrap().success(), "{args}");
    let code = child.wait().unwrap().code();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    (code, read("out"), read("err"))
}

#[test]
fn signals_at_the_same_time_are_one_stop() {
    // `timeout` sends two. Equal signals could arrive as one.
    let args = "playtest MINI --games 4000 --nodes 50 --opening-plies 4 --threads 1 --out run";
    let (code, out, err) = signalled(args, &["TERM", "INT", "HUP"]);
    assert!(
        [Some(129), Some(130), Some(143)].contains(&code),
        "{code:?}: {err}"
    );
    assert!(out.contains("The report is "), "{out}");
    assert!(
        err.contains("The results are those of the games so far"),
        "{err}"
    );
}

#[test]
fn a_stopped_comparison_promises_no_results() {
    let args = "playtest sesqui --against-option array=court --games 4000 --nodes 20 --threads 1 --out run";
    let (code, out, err) = signalled(args, &["INT"]);
    assert_eq!((code, &*out), (Some(130), ""));
    assert!(
        err.ends_with("stopped; run the same command to continue\n"),
        "{err}"
    );
}
