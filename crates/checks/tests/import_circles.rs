//! No files of a crate use each other in a circle.

use hyperrook_checks::import_circles;
use std::path::Path;

/// Circles that are known, by crate, with the reason why each is there. Any other fails
/// the test, and so does one of these that is gone.
const KNOWN: &[(&str, &str, &str)] = &[
    ("server", "api -> api/openapi -> api", PARENT),
    (
        "server",
        "api/openapi/page -> api/openapi -> api/openapi/page",
        PARENT,
    ),
    (
        "server",
        "api/error -> catalogue -> security/limits -> api/error",
        SHARED,
    ),
    (
        "server",
        "live/begin -> live/registry -> live/lobby -> live/begin",
        SHARED,
    ),
    (
        "server",
        "live/load -> catalogue -> security/limits -> api/error -> live/load",
        SHARED,
    ),
    (
        "server",
        "live/lobby -> live/registry -> live/lobby",
        SHARED,
    ),
    (
        "server",
        "live/maintenance -> live/registry -> live/maintenance",
        SHARED,
    ),
    (
        "server",
        "live/summary -> live/maintenance -> live/summary",
        SHARED,
    ),
    (
        "server",
        "live/sweeps -> live/registry -> live/maintenance -> live/sweeps",
        SHARED,
    ),
    (
        "server",
        "live/task -> catalogue -> security/limits -> api/error -> live/begin -> live/registry -> live/task",
        SHARED,
    ),
    (
        "server",
        "store/database -> store/nodes -> store/database",
        SHARED,
    ),
    (
        "server",
        "store/writer -> store/database -> store/writer",
        SHARED,
    ),
];

const PARENT: &str = "the file above uses these, and they use what it defines";
const SHARED: &str = "one file has both what others share and what uses them";

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
    let mut problems = Vec::new();
    for (krate, circle) in &found {
        if !KNOWN
            .iter()
            .any(|known| known.0 == krate && known.1 == circle)
        {
            problems.push(format!("new: {krate}: {circle}"));
        }
    }
    for (krate, circle, reason) in KNOWN {
        assert!(!reason.is_empty());
        if !found
            .iter()
            .any(|found| found.0 == *krate && found.1 == *circle)
        {
            problems.push(format!("gone, so take it out of KNOWN: {krate}: {circle}"));
        }
    }
    problems.sort();
    assert!(
        problems.is_empty(),
        "files use each other in a circle; move what they share to a file below both:\n{}",
        problems.join("\n")
    );
}
