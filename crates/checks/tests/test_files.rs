//! If the tests of a crate are one program, it contains every file in the folder `tests`, and the
//! library has no tests that nobody runs.

use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn every_file_of_tests_is_run() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut looked_at, mut left_out) = (0, Vec::new());
    for entry in fs::read_dir(crates).unwrap() {
        let folder = entry.unwrap().path();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        if !manifest.contains("autotests = false") {
            continue;
        }
        let main = fs::read_to_string(folder.join("tests/main.rs")).unwrap();
        for entry in fs::read_dir(folder.join("tests")).unwrap() {
            let path = entry.unwrap().path();
            let file = path.file_name().unwrap().to_string_lossy().into_owned();
            let Some(module) = file.strip_suffix(".rs").filter(|name| *name != "main") else {
                continue;
            };
            looked_at += 1;
            let in_program = main.lines().any(|line| line == format!("mod {module};"));
            let own_program = manifest.contains(&format!("path = \"tests/{file}\""));
            if !in_program && !own_program {
                left_out.push(path.display().to_string());
            }
        }
    }
    assert!(looked_at >= 30, "only {looked_at} files were found");
    assert!(
        left_out.is_empty(),
        "add these files to the `main.rs` beside them: {}",
        left_out.join(", ")
    );
}

#[test]
fn every_test_in_a_library_is_run() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let makefile = fs::read_to_string(crates.join("../Makefile")).unwrap();
    let (mut looked_at, mut not_run) = (0, Vec::new());
    for entry in fs::read_dir(crates).unwrap() {
        let folder = entry.unwrap().path();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        let library = manifest.split("[lib]").nth(1).unwrap_or_default();
        let library = library.split("\n[").next().unwrap_or_default();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let run_elsewhere = makefile.contains(&format!("-p hyperrook-{name} --lib"));
        if !library.contains("test = false") || run_elsewhere {
            continue;
        }
        let mut folders = vec![folder.join("src")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path: PathBuf = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                looked_at += 1;
                if fs::read_to_string(&path).unwrap().contains("#[cfg(test)]") {
                    not_run.push(path.display().to_string());
                }
            }
        }
    }
    assert!(looked_at >= 100, "only {looked_at} files were found");
    assert!(
        not_run.is_empty(),
        "`test = false` in Cargo.toml leaves out the tests in these files; move them to `tests`: {}",
        not_run.join(", ")
    );
}
