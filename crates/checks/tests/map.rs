//! The statements of `ARCHITECTURE.md`, `CONTRIBUTING.md` and `README.md` about files, crates and
//! commands of `make` are true.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap()
}

/// The texts in backticks, without those in code blocks.
fn quoted(page: &str) -> Vec<&str> {
    let prose = page.split("```").step_by(2);
    let lines = prose.flat_map(str::lines);
    lines
        .flat_map(|line| line.split('`').skip(1).step_by(2))
        .collect()
}

/// The crates of the repository: their names without `hyperrook-`, and the crates of the repository
/// that each uses directly.
fn crates() -> BTreeMap<String, BTreeSet<String>> {
    let folders = fs::read_dir(root().join("crates")).unwrap();
    let folders = folders.map(|entry| entry.unwrap().path());
    let mut crates = BTreeMap::new();
    for folder in folders.chain([root().join("benches"), root().join("fuzz")]) {
        let Ok(manifest) = fs::read_to_string(folder.join("Cargo.toml")) else {
            continue;
        };
        let mut section = "";
        let mut uses = BTreeSet::new();
        for line in manifest.lines() {
            if line.starts_with('[') {
                section = line;
            }
            let of_program = section == "[dependencies]";
            // Crates for measuring and testing list their dependencies in another section.
            let of_tests = section == "[dev-dependencies]" && folder.ends_with("benches");
            if (of_program || of_tests)
                && let Some(used) = line.strip_prefix("hyperrook-")
            {
                let name = used.split(['.', ' ', '=']).next().unwrap();
                uses.insert(name.to_owned());
            }
        }
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        crates.insert(name, uses);
    }
    assert!(crates.len() > 15, "{crates:?}");
    crates
}

/// The crates that a crate uses, directly or indirectly.
fn all_used(crates: &BTreeMap<String, BTreeSet<String>>, name: &str) -> BTreeSet<String> {
    let mut all = crates[name].clone();
    for used in &crates[name] {
        all.extend(all_used(crates, used));
    }
    all
}

#[test]
fn the_table_of_crates_is_right() {
    let crates = crates();
    let map = page("ARCHITECTURE.md");
    let table = map.split("\n## Crates\n").nth(1).unwrap();
    let table = table.split("\n## ").next().unwrap();
    let mut listed = BTreeSet::new();
    for row in table.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let name = cells[0].trim_matches('`').to_owned();
        let uses = crates.get(&name);
        let uses = uses.unwrap_or_else(|| panic!("there is no crate {name}"));
        let mut told = BTreeSet::new();
        for used in cells[2].split(", ").filter(|used| *used != "nothing") {
            assert!(uses.contains(used), "{name} does not depend on {used}");
            told.insert(used.to_owned());
            told.extend(all_used(&crates, used));
        }
        let untold: Vec<&String> = uses.difference(&told).collect();
        assert!(untold.is_empty(), "{name} depends on {untold:?}, too");
        listed.insert(name);
    }
    let unlisted: Vec<&String> = crates
        .keys()
        .filter(|name| !listed.contains(*name))
        .collect();
    assert!(unlisted.is_empty(), "the table lacks {unlisted:?}");
}

#[test]
fn every_file_named_in_the_documents_exists() {
    let (mut looked_at, mut missing) = (0, Vec::new());
    for name in ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"] {
        for path in quoted(&page(name)) {
            let is_path = path.contains('/')
                && !path.contains([' ', ':', '…'])
                && !path.starts_with(['/', '*'])
                && !path.starts_with("target/");
            if !is_path {
                continue;
            }
            looked_at += 1;
            // For a pattern (one file per game, or all files of a kind), at least the folder must
            // exist.
            let is_pattern = |part: &&str| part.contains('*') || part.starts_with("GAME");
            let parts: Vec<&str> = path.split('/').collect();
            let fixed = parts.iter().take_while(|part| !is_pattern(part));
            let fixed: PathBuf = fixed.collect();
            let exists = |folder: PathBuf| folder.join(&fixed).exists();
            if !exists(root()) && !exists(root().join("crates")) {
                missing.push(format!("{name}: {path}"));
            }
        }
    }
    assert!(looked_at > 100, "only {looked_at} paths were found");
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn every_command_of_make_exists() {
    let makefile = page("Makefile");
    let mut looked_at = 0;
    for name in ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"] {
        let page = page(name);
        let in_blocks = page.lines().map(str::trim_start);
        let commands = quoted(&page).into_iter().chain(in_blocks);
        for target in commands.filter_map(|line| line.strip_prefix("make ")) {
            let target = target.split([' ', ',']).next().unwrap();
            looked_at += 1;
            let rule = format!("{target}:");
            assert!(
                makefile.lines().any(|line| line.starts_with(&rule)),
                "{name}: make {target}"
            );
        }
    }
    assert!(looked_at > 15, "only {looked_at} commands were found");
}

/// The names of types in a text: `TwoWords` and longer, which are not ordinary words.
fn type_names(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| {
        let capitals = word.chars().filter(char::is_ascii_uppercase).count();
        let is_name = |c: char| c.is_ascii_alphanumeric();
        word.starts_with(|c: char| c.is_ascii_uppercase())
            && word.chars().all(is_name)
            && word.chars().any(|c| c.is_ascii_lowercase())
            && capitals > 1
    })
}

/// Adds the words of all sources in a folder.
fn add_words(folder: &Path, words: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            add_words(&path, words);
        } else if path
            .extension()
            .is_some_and(|end| end == "rs" || end == "py")
        {
            let text = fs::read_to_string(&path).unwrap();
            words.extend(type_names(&text).map(str::to_owned));
        }
    }
}

#[test]
fn every_type_named_in_the_documents_exists() {
    // A move in Betza's notation that looks like the name of a type.
    const NO_TYPES: [&str; 1] = ["KisO2"];
    let mut words = BTreeSet::new();
    add_words(&root().join("crates"), &mut words);
    add_words(&root().join("python"), &mut words);
    let docs = fs::read_dir(root().join("docs")).unwrap();
    let docs = docs.map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> = docs
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect();
    pages.extend(["ARCHITECTURE.md", "README.md"].map(|name| root().join(name)));
    let (mut looked_at, mut missing) = (0, Vec::new());
    for path in pages {
        let page = fs::read_to_string(&path).unwrap();
        for name in quoted(&page).into_iter().flat_map(type_names) {
            looked_at += 1;
            if !words.contains(name) && !NO_TYPES.contains(&name) {
                missing.push(format!("{}: {name}", path.display()));
            }
        }
    }
    assert!(looked_at > 60, "only {looked_at} names were found");
    assert!(missing.is_empty(), "{missing:#?}");
}
