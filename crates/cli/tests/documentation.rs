//! Every `hyperrook` command in the documentation works. Short ones are run, with smaller
//! times and depths. For those that take long, need other programs or never end, only the
//! arguments are checked.
#![cfg(all(unix, feature = "server"))]

use std::collections::HashSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Pages whose commands have separate tests.
const TESTED_ELSEWHERE: [&str; 3] = ["api.md", "definitions.md", "invent.md"];

/// Placeholders in examples, and their values in this test.
const PLACEHOLDERS: [(&str, &str); 5] = [
    ("GAME", "sesqui"),
    ("PIECE", "K"),
    ("FILE", "mygame.toml"),
    ("NAME", "somebody"),
    ("ID", "abc"),
];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .unwrap()
}

/// All Markdown pages.
fn pages() -> Vec<PathBuf> {
    let root = repository();
    let mut pages = vec![
        root.join("testdata/README.md"),
        root.join("docs/reports/README.md"),
    ];
    for folder in [root.clone(), root.join("docs")] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if name.ends_with(".md") && !TESTED_ELSEWHERE.contains(&name.as_str()) {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// The commands of a page: lines of code blocks that begin with `hyperrook`, with their
/// continuation lines, and commands at the start of the cells of tables.
fn commands(text: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut fenced = false;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            fenced = !fenced;
            continue;
        }
        for (column, cell) in line.split("| `hyperrook ").enumerate().skip(1) {
            let command = cell.split('`').next().unwrap();
            // Later columns also name commands without their arguments.
            if line.starts_with("| `") && column == 1 || command.contains(' ') {
                commands.push(format!("hyperrook {command}"));
            }
        }
        if !fenced && !line.starts_with("    ") {
            continue;
        }
        let line = line.trim_start();
        if !line.starts_with("hyperrook ") {
            continue;
        }
        let mut command = line.to_owned();
        while let Some(start) = command.strip_suffix('\\') {
            command = format!("{start}{}", lines.next().unwrap().trim());
        }
        let command = command.split("  #").next().unwrap();
        commands.push(command.trim_end().to_owned());
    }
    commands
}

/// Whether only the arguments can be checked: the command runs for long, needs other
/// programs, or needs data that does not exist.
fn is_only_parsed(command: &str) -> bool {
    let needs_others = command.starts_with("hyperrook match") && !command.contains("nodes=200\"");
    let runs_long = [
        "serve",
        "worker",
        "admin",
        "play",
        "records",
        "uci",
        "xboard",
        "tune",
        "learn",
        "ladder",
        "first-moves",
        "openings",
    ]
    .iter()
    .any(|name| command.split(' ').nth(1) == Some(name));
    let needs_network = command.contains("--network");
    // Tables of pages name commands without their arguments.
    let words = command.split(' ').count();
    let only_names = words <= 2 || command.starts_with("hyperrook tables") && words == 3;
    // It changes the sources.
    let renews = command.contains("--figures crates/");
    needs_others
        || needs_network
        || runs_long
        || only_names
        || renews
        || command.contains("testdata/*.perft")
}

/// Reduces limits of time, depth, games and nodes.
fn shortened(command: &str) -> String {
    let mut short = String::new();
    let mut limit = None;
    for word in command.split(' ') {
        let word = limit.take().unwrap_or(word);
        limit = match word {
            "--time" => Some("0.1"),
            "--depth" => Some("2"),
            "--games" => Some("2"),
            "--nodes" => Some("20"),
            _ => None,
        };
        short = format!("{short}{word} ");
    }
    // Without these options the command would be long.
    let is_short = |limit| short.contains(limit) || short.contains("--random");
    match command.split(' ').nth(1) {
        Some("bench") if !is_short("--depth") => short += "--depth 2 ",
        // What is added up is played already.
        Some("playtest") if is_short("--merge") => {}
        Some("playtest" | "values" | "spsa") if !is_short("--nodes") => short += "--nodes 20 ",
        _ => {}
    }
    short
}

fn with_placeholders(command: &str) -> String {
    let fill = |word: &str| {
        let found = PLACEHOLDERS.iter().find(|(name, _)| *name == word);
        found.map_or(word, |(_, value)| value).to_owned()
    };
    let words: Vec<String> = command.split(' ').map(fill).collect();
    words.join(" ")
}

/// Whether a command measures a shipped game. These commands are documented once for each game.
fn measures_shipped(command: &str) -> bool {
    let mut words = command.split(' ').skip(1);
    matches!(words.next(), Some("playtest" | "values"))
        && words.next().is_some_and(|game| {
            let mut shipped = hyperrook_rules::SHIPPED.iter();
            shipped.any(|(name, _)| *name == game)
        })
}

/// The command and its options without their values.
fn form(command: &str) -> String {
    let is_name = |&(i, word): &(usize, &str)| i == 1 || word.starts_with('-');
    let words = command.split(' ').enumerate().filter(is_name);
    words.map(|(_, word)| word).collect::<Vec<_>>().join(" ")
}

#[test]
fn documented_commands_work() {
    run_commands(false);
}

#[test]
#[ignore = "slow: measures each game"]
fn all_documented_commands_work() {
    run_commands(true);
}

/// Runs the documented commands. Of those that measure a shipped game, only the first of each form
/// is run unless `all` are.
fn run_commands(all: bool) {
    let folder = tempfile::tempdir().unwrap();
    let root = repository();
    symlink(root.join("testdata"), folder.path().join("testdata")).unwrap();
    symlink(root.join("games"), folder.path().join("games")).unwrap();
    symlink(root.join("docs"), folder.path().join("docs")).unwrap();
    fs::copy(
        root.join("games/sesqui.toml"),
        folder.path().join("mygame.toml"),
    )
    .unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_hyperrook"));
    let path = format!(
        "{}:{}",
        program.parent().unwrap().display(),
        std::env::var("PATH").unwrap()
    );

    let mut run = 0;
    let mut parsed = 0;
    let mut measured = HashSet::new();
    for page in pages() {
        for example in commands(&fs::read_to_string(&page).unwrap()) {
            let mut command = shortened(&with_placeholders(&example));
            let is_repeated =
                !all && measures_shipped(&example) && !measured.insert(form(&example));
            if is_repeated || is_only_parsed(&example) {
                command += "--help";
                parsed += 1;
            } else {
                run += 1;
            }
            let output = Command::new("sh")
                .args(["-c", &command])
                .current_dir(folder.path())
                .env("PATH", &path)
                .env("XDG_STATE_HOME", folder.path())
                .env("HYPERROOK_TABLES", folder.path().join("tables"))
                .output()
                .unwrap();
            assert!(
                output.status.success(),
                "{}: {example}\n{}",
                page.display(),
                String::from_utf8_lossy(&output.stderr)
            );
        }
    }
    assert!(run >= 10 && parsed >= 20, "{run} run, {parsed} parsed");
}

#[test]
fn files_named_in_pages_exist() {
    let root = repository();
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1) {
            let target = link.split([')', '#']).next().unwrap();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let file = page.parent().unwrap().join(target);
            assert!(file.exists(), "{}: {target}", page.display());
        }
        // Files in backticks are relative to the root of the repository.
        for name in text.split('`').skip(1).step_by(2) {
            let first = name.split('/').next().unwrap();
            let folders = ["docs", "examples", "testdata", "games", "web"];
            if folders.contains(&first)
                && name.contains('/')
                && !name.contains(['*', ' ', '…'])
                && !name.chars().any(char::is_uppercase)
            {
                assert!(root.join(name).exists(), "{}: {name}", page.display());
            }
        }
    }
}

/// Pages refer only to documents that readers have.
#[test]
fn no_page_refers_to_a_document_that_readers_lack() {
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for name in ["RULES.md", "DESIGN.md", "STYLE.md", "FIELD.md"] {
            assert!(!text.contains(name), "{}: {name}", page.display());
        }
    }
}

#[test]
fn the_library_example_of_the_readme_compiles_and_holds() {
    fn example() -> Result<(), Box<dyn std::error::Error>> {
        use hyperrook_rules::{Game, GameFile};
        let file = GameFile::shipped("sesqui").unwrap();
        let game = Game::new(file.define(&[])?)?;
        assert_eq!(game.start().moves().len(), 14);
        Ok(())
    }
    example().unwrap();
    let readme = fs::read_to_string(repository().join("README.md")).unwrap();
    let block = readme.split("```rust\n").nth(1).unwrap();
    let block = block.split("```").next().unwrap();
    for line in block.lines() {
        assert!(include_str!("documentation.rs").contains(line), "{line}");
    }
}

/// The sources of all crates as one text.
fn sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, text);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            *text += &fs::read_to_string(path).unwrap();
        }
    }
}

/// The rows of the glossary as cells.
fn glossary() -> Vec<Vec<String>> {
    let page = fs::read_to_string(repository().join("docs/glossary.md")).unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| "));
    let cells = rows.map(|row| row.trim_matches('|').split('|'));
    let cells = cells.map(|row| row.map(|cell| cell.trim().to_owned()).collect());
    let rows: Vec<Vec<String>> = cells.filter(|row: &Vec<String>| row[0] != "Term").collect();
    assert!(rows.len() > 100);
    rows
}

#[test]
fn every_term_of_the_glossary_is_listed_once() {
    let mut seen = std::collections::BTreeSet::new();
    for row in glossary() {
        assert_eq!(row.len(), 4, "{row:?}");
        assert!(!row[1].is_empty(), "{row:?}");
        let names = row[0].split(" (").next().unwrap().to_owned();
        for term in names.split(", ") {
            assert!(seen.insert(term.to_owned()), "{term} is explained twice");
        }
    }
}

/// The types and files that the glossary names exist in the code. After a renaming, the glossary
/// must change too.
#[test]
fn names_in_the_glossary_exist_in_the_code() {
    let root = repository();
    let mut code = String::new();
    for entry in fs::read_dir(root.join("crates")).unwrap() {
        sources(&entry.unwrap().path().join("src"), &mut code);
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let words: HashSet<&str> = code.split(|c| !is_word(c)).collect();
    let mut types = 0;
    for row in glossary() {
        for name in row[2].split('`').skip(1).step_by(2) {
            let first = name.split([' ', ':', '{']).next().unwrap();
            let is_type = first.starts_with(char::is_uppercase)
                && first.contains(char::is_lowercase)
                && first.chars().all(char::is_alphanumeric);
            if is_type && !name.contains(": ") {
                for part in first.split("::") {
                    assert!(words.contains(part), "{}: no {part} in the code", row[0]);
                    types += 1;
                }
            } else if name.contains("/src") {
                let place = if name.starts_with("web/") {
                    ""
                } else {
                    "crates"
                };
                let file = root.join(place).join(name);
                assert!(file.exists(), "{}: no {name}", row[0]);
            }
        }
    }
    assert!(types > 50, "{types}");
}

/// The rules of the shipped games in `docs/rules` are what the program writes. After a change,
/// `make rules` writes them again.
#[test]
fn rule_pages_are_those_of_the_program() {
    let folder = repository().join("docs/rules");
    for (game, _) in hyperrook_rules::SHIPPED {
        let output = Command::new(env!("CARGO_BIN_EXE_hyperrook"))
            .args(["show", game, "--markdown"])
            .output()
            .unwrap();
        assert!(output.status.success(), "{game}");
        let text = String::from_utf8(output.stdout).unwrap();
        let page = folder.join(format!("{game}.md"));
        if std::env::var_os("UPDATE_RULES").is_some() {
            fs::write(&page, &text).unwrap();
        }
        let written = fs::read_to_string(&page).unwrap_or_default();
        assert!(written == text, "{}: run `make rules`", page.display());
    }
}
