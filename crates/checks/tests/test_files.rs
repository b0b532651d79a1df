//! If the tests of a crate are one program, it contains every file in the folder `tests`.

use std::fs;
use std::path::Path;

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
