//! The steps of long functions are numbered without gaps or repetitions.

use std::fs;
use std::path::Path;

/// The numbers of the comments that begin with one: `// 3. Null-move pruning. …`.
fn steps(source: &str) -> Vec<usize> {
    let comments = source
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("// "));
    comments
        .filter_map(|text| text.split_once(". ")?.0.parse().ok())
        .collect()
}

#[test]
fn steps_are_numbered_in_order() {
    let search = Path::new(env!("CARGO_MANIFEST_DIR")).join("../search/src");
    for name in ["node.rs", "quiesce.rs"] {
        let found = steps(&fs::read_to_string(search.join(name)).unwrap());
        assert!(found.len() > 5, "{name}: {found:?}");
        let expected: Vec<usize> = (1..=found.len()).collect();
        assert_eq!(found, expected, "the steps of {name}");
    }
}
