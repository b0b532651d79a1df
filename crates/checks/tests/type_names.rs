//! No two types of the workspace have the same name, and none has a name of Rust's prelude.
//! Types in bodies of functions count; those of tests and examples, which nothing else uses, do not.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use syn::{Attribute, Block, ImplItem, Item, Stmt};

/// Names of Rust's prelude and other common ones.
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
        attribute.path().is_ident("cfg")
            && condition.is_ok_and(|condition| condition == "test" || condition == "doctest")
    })
}

/// The attributes of a type.
fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Struct(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        _ => &[],
    }
}

/// Adds the names of the types of a file; returns its test modules in other files.
fn add_types(items: &[Item], add: &mut dyn FnMut(String), tests: &mut Vec<String>) {
    for item in items {
        let name = match item {
            Item::Struct(item) => &item.ident,
            Item::Enum(item) => &item.ident,
            Item::Union(item) => &item.ident,
            Item::Trait(item) => &item.ident,
            Item::Type(item) => &item.ident,
            Item::Fn(function) if !is_for_tests(&function.attrs) => {
                add_local_types(&function.block, add, tests);
                continue;
            }
            Item::Impl(implementation) if !is_for_tests(&implementation.attrs) => {
                for inner in &implementation.items {
                    if let ImplItem::Fn(function) = inner {
                        add_local_types(&function.block, add, tests);
                    }
                }
                continue;
            }
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
        if !is_for_tests(attributes(item)) {
            add(name.to_string());
        }
    }
}

/// Adds the names of the types in the body of a function.
fn add_local_types(body: &Block, add: &mut dyn FnMut(String), tests: &mut Vec<String>) {
    for statement in &body.stmts {
        if let Stmt::Item(item) = statement {
            add_types(std::slice::from_ref(item), add, tests);
        }
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

/// The types of a crate, by name, with the files that define them.
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
fn no_two_types_have_the_same_name() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut looked_at, mut wrong) = (0, Vec::new());
    let mut workspace: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    let mut folders: Vec<PathBuf> = fs::read_dir(crates)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|folder| folder.join("src").is_dir())
        .collect();
    folders.sort();
    for folder in folders {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        for (kind, files) in types(&folder.join("src")) {
            looked_at += files.len();
            let files = files.into_iter().map(|file| (name.clone(), file));
            workspace.entry(kind).or_default().extend(files);
        }
    }
    for (kind, places) in &workspace {
        if places.len() > 1 {
            let files: Vec<String> = places
                .iter()
                .map(|(name, file)| format!("{name}/src/{file}"))
                .collect();
            wrong.push(format!("{kind} is defined in {}", files.join(", ")));
        }
        if PRELUDE.contains(&&**kind) {
            let crates: Vec<&str> = places.iter().map(|(name, _)| &**name).collect();
            let crates = crates.join(", ");
            wrong.push(format!(
                "{crates}: {kind} hides a name that every file knows"
            ));
        }
    }
    assert!(looked_at > 500, "only {looked_at} types were found");
    assert!(
        wrong.is_empty(),
        "give each type a name of its own:\n{}",
        wrong.join("\n")
    );
}
