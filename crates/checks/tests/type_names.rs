//! No two types of a crate have one name, and none has a name of Rust's prelude.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use syn::{Attribute, Item};

/// Names that every Rust file knows already.
const PRELUDE: [&str; 24] = [
    "AsMut",
    "AsRef",
    "Box",
    "Clone",
    "Copy",
    "Default",
    "Drop",
    "Eq",
    "Extend",
    "Fn",
    "From",
    "FromIterator",
    "Into",
    "IntoIterator",
    "Iterator",
    "Option",
    "Ord",
    "Result",
    "Send",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "Vec",
];

/// Whether something is only for tests.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let condition = attribute.parse_args::<syn::Ident>();
        attribute.path().is_ident("cfg") && condition.is_ok_and(|condition| condition == "test")
    })
}

/// Adds the names of the types of a file; gives the modules of other files that are only for
/// tests.
fn add_types(items: &[Item], add: &mut dyn FnMut(String), tests: &mut Vec<String>) {
    for item in items {
        let name = match item {
            Item::Struct(item) => &item.ident,
            Item::Enum(item) => &item.ident,
            Item::Union(item) => &item.ident,
            Item::Trait(item) => &item.ident,
            Item::Type(item) => &item.ident,
            Item::Mod(module) => {
                match &module.content {
                    _ if is_for_tests(&module.attrs) => tests.push(module.ident.to_string()),
                    Some((_, items)) => add_types(items, add, tests),
                    None => {}
                }
                continue;
            }
            _ => continue,
        };
        add(name.to_string());
    }
}

/// The files of a folder and of those in it.
fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The types of a crate by name, with the files that define them.
fn types(folder: &Path) -> BTreeMap<String, Vec<String>> {
    let mut files = Vec::new();
    rust_files(folder, &mut files);
    files.sort();
    let mut types: Vec<(String, PathBuf)> = Vec::new();
    let mut tests: Vec<PathBuf> = Vec::new();
    for path in files {
        let file = syn::parse_file(&fs::read_to_string(&path).unwrap()).unwrap();
        let mut modules = Vec::new();
        add_types(
            &file.items,
            &mut |name| types.push((name, path.clone())),
            &mut modules,
        );
        let stem = path.file_stem().unwrap().to_string_lossy();
        let inner = if ["lib", "main", "mod"].contains(&&*stem) {
            path.parent().unwrap().to_owned()
        } else {
            path.with_extension("")
        };
        for module in modules {
            tests.push(inner.join(format!("{module}.rs")));
            tests.push(inner.join(module));
        }
    }
    let mut by_name: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, path) in types {
        if !tests.iter().any(|test| path.starts_with(test)) {
            let path = path.strip_prefix(folder).unwrap().display().to_string();
            by_name.entry(name).or_default().push(path);
        }
    }
    by_name
}

#[test]
fn no_two_types_of_a_crate_have_one_name() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut looked_at, mut wrong) = (0, Vec::new());
    for entry in fs::read_dir(crates).unwrap() {
        let folder = entry.unwrap().path();
        if !folder.join("src").is_dir() {
            continue;
        }
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        for (kind, files) in types(&folder.join("src")) {
            looked_at += files.len();
            if files.len() > 1 {
                wrong.push(format!("{name}: {kind} is defined in {}", files.join(", ")));
            }
            if PRELUDE.contains(&&*kind) {
                wrong.push(format!("{name}: {kind} hides a name that every file knows"));
            }
        }
    }
    assert!(looked_at > 500, "only {looked_at} types were found");
    wrong.sort();
    assert!(
        wrong.is_empty(),
        "give each type of a crate a name of its own:\n{}",
        wrong.join("\n")
    );
}
