//! No files of a crate use each other in a circle.

use hyperrook_checks::import_circles;
use std::path::Path;

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
            found.push(format!("{name}: {circle}"));
        }
    }
    assert!(looked_at >= 12, "only {looked_at} crates were found");
    found.sort();
    assert!(
        found.is_empty(),
        "files use each other in a circle; move what they share to a file below both:\n{}",
        found.join("\n")
    );
}
