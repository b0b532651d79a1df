//! No files of a crate use each other in a circle.

use hyperrook_checks::import_circles;
use std::path::Path;

/// Circles that are known, by crate; any other fails the test.
const KNOWN: &[(&str, &str)] = &[
    // A span is a fact about the tree of a file, and the tree reports faults.
    ("rules", "file/diagnostic -> file/tree -> file/diagnostic"),
    // A letter in brackets is read like a term outside of them.
    (
        "rules",
        "pattern/modifiers -> pattern/parse -> pattern/modifiers",
    ),
];

#[test]
fn no_files_use_each_other_in_a_circle() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    let mut looked_at = 0;
    for entry in std::fs::read_dir(crates).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !path.join("src").is_dir() {
            continue;
        }
        looked_at += 1;
        for circle in import_circles(&path.join("src")).unwrap() {
            found.push((name.clone(), circle));
        }
    }
    assert!(looked_at >= 12, "only {looked_at} crates were found");
    let is_known = |krate: &str, circle: &str| KNOWN.contains(&(krate, circle));
    let new: Vec<String> = found
        .iter()
        .filter(|(krate, circle)| !is_known(krate, circle))
        .map(|(krate, circle)| format!("{krate}: {circle}"))
        .collect();
    assert!(
        new.is_empty(),
        "files use each other in a circle; move what they share to a file below both:\n{}",
        new.join("\n")
    );
}
