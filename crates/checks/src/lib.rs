//! Which files of a crate use which others.
//!
//! [`import_circles`] finds files that use each other in a circle. A reader of such
//! files can begin nowhere: facts belong below, what is made of them above.
//!
//! A file uses another if a path in it (`crate::…`, `super::…`, `self::…`) leads into
//! that file. What a `mod.rs` or `lib.rs` says of its own children (`mod`, `pub use`)
//! is not counted, so a child may use types that its parent defines, but not the other
//! way round at the same time by a `crate::` path. Modules of tests are not looked at.
#![forbid(unsafe_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

/// The path of a module within its crate; empty for `lib.rs`.
type Module = Vec<String>;

/// The uses of a crate's files: for each module, the modules that it uses.
#[derive(Debug, Default)]
pub struct Uses(BTreeMap<Module, BTreeSet<Module>>);

/// Files of a crate that use each other in a circle, as `a -> b -> a` for each
/// circle that was found; `folder` is the crate's `src`.
///
/// # Errors
/// If a file cannot be read.
pub fn import_circles(folder: &Path) -> io::Result<Vec<String>> {
    let mut texts = BTreeMap::new();
    collect(folder, &mut Vec::new(), &mut texts)?;
    Ok(circles(&uses(&texts)))
}

fn collect(
    folder: &Path,
    module: &mut Module,
    texts: &mut BTreeMap<Module, String>,
) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let stem = path.file_stem().unwrap_or_default();
        let stem = stem.to_string_lossy().into_owned();
        if path.is_dir() {
            module.push(stem);
            collect(&path, module, texts)?;
            module.pop();
        } else if path.extension().is_some_and(|end| end == "rs") && stem != "tests" {
            let mut name = module.clone();
            if !matches!(stem.as_str(), "lib" | "main" | "mod") {
                name.push(stem);
            }
            let text = std::fs::read_to_string(&path)?;
            // `main.rs` stands beside `lib.rs`, and uses it from outside.
            if path.file_name().is_none_or(|name| name != "main.rs") {
                texts.insert(name, text);
            }
        }
    }
    Ok(())
}

/// The uses of modules with these texts.
fn uses(texts: &BTreeMap<Module, String>) -> Uses {
    let mut all = Uses::default();
    for (module, text) in texts {
        let mut used = BTreeSet::new();
        for path in paths(text) {
            let mut base = match path[0].as_str() {
                "crate" => Vec::new(),
                "self" => module.clone(),
                _ => module[..module.len().saturating_sub(1)].to_vec(),
            };
            for part in &path[1..] {
                if part == "super" {
                    base.pop();
                } else {
                    base.push(part.clone());
                }
            }
            // The longest part of the path that is a file.
            while !texts.contains_key(&base) && !base.is_empty() {
                base.pop();
            }
            let own_child = base.len() > module.len() && base.starts_with(module);
            if base != *module && !own_child && texts.contains_key(&base) {
                used.insert(base);
            }
        }
        all.0.insert(module.clone(), used);
    }
    all
}

/// All paths of a text that begin with `crate`, `super` or `self`; those in braces
/// each for itself. Comments and modules of tests are left out.
fn paths(text: &str) -> Vec<Vec<String>> {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or("");
    let code: Vec<&str> = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""))
        .collect();
    let code = code.join("\n");
    let mut found = Vec::new();
    for start in ["crate", "super", "self"] {
        for (at, _) in code.match_indices(&format!("{start}::")) {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            read_tree(&code[at..], &mut Vec::new(), &mut found);
        }
    }
    found
}

/// Reads `a::b::{c, d::e}` into the paths a::b::c and a::b::d::e; returns the rest of
/// the text.
fn read_tree<'t>(
    mut text: &'t str,
    path: &mut Vec<String>,
    found: &mut Vec<Vec<String>>,
) -> &'t str {
    let depth = path.len();
    loop {
        let end = text
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(text.len());
        if end > 0 {
            path.push(text[..end].to_owned());
        }
        text = &text[end..];
        let Some(rest) = text.strip_prefix("::") else {
            break;
        };
        text = rest;
        if let Some(mut list) = text.strip_prefix('{') {
            loop {
                list = read_tree(list.trim_start(), path, found).trim_start();
                match list.strip_prefix(',') {
                    Some(rest) => list = rest,
                    None => break,
                }
            }
            path.truncate(depth);
            return list.strip_prefix('}').unwrap_or(list);
        }
        if !text.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
            break;
        }
    }
    if path.len() > depth {
        found.push(path.clone());
    }
    path.truncate(depth);
    // `as other` in a list.
    let end = text.find([',', '}', ';']).unwrap_or(text.len());
    if text.trim_start().starts_with("as ") {
        text = &text[end..];
    }
    text
}

/// One circle for each module that is part of one, each circle told once.
fn circles(uses: &Uses) -> Vec<String> {
    let name = |module: &Module| {
        if module.is_empty() {
            "lib".to_owned()
        } else {
            module.join("/")
        }
    };
    let mut told: BTreeSet<BTreeSet<Module>> = BTreeSet::new();
    let mut list = Vec::new();
    for start in uses.0.keys() {
        let Some(circle) = shortest_circle(uses, start) else {
            continue;
        };
        if told.insert(circle.iter().cloned().collect()) {
            let names: Vec<String> = circle.iter().chain([start]).map(name).collect();
            list.push(names.join(" -> "));
        }
    }
    list
}

/// The shortest way from a module back to itself.
fn shortest_circle(uses: &Uses, start: &Module) -> Option<Vec<Module>> {
    let mut ways: Vec<Vec<Module>> = vec![vec![start.clone()]];
    let mut seen: BTreeSet<&Module> = BTreeSet::new();
    let mut next = 0;
    while next < ways.len() {
        let way = ways[next].clone();
        next += 1;
        for used in way
            .last()
            .and_then(|last| uses.0.get(last))
            .into_iter()
            .flatten()
        {
            if used == start {
                return Some(way);
            }
            if seen.insert(used) {
                let mut longer = way.clone();
                longer.push(used.clone());
                ways.push(longer);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(files: &[(&str, &str)]) -> BTreeMap<Module, String> {
        let module = |name: &str| match name {
            "" => Vec::new(),
            name => name.split('/').map(str::to_owned).collect(),
        };
        let files = files.iter();
        files
            .map(|(name, text)| (module(name), (*text).to_owned()))
            .collect()
    }

    #[test]
    fn paths_are_found_in_lists() {
        let text =
            "use crate::a::{B, c::{self, D}, e as f};\n// use crate::no;\nlet x = super::g::h();";
        let mut found: Vec<String> = paths(text).iter().map(|path| path.join("::")).collect();
        found.sort();
        assert_eq!(
            found,
            [
                "crate::a::B",
                "crate::a::c::D",
                "crate::a::c::self",
                "crate::a::e",
                "super::g::h"
            ]
        );
    }

    #[test]
    fn circles_are_found() {
        let files = texts(&[
            ("", "mod a; mod b; mod c; pub use a::X;"),
            ("a", "use crate::b::{Y, Z};"),
            ("b", "use crate::c::Z;"),
            ("c", "fn f() { super::a::g() }"),
            ("d", "use crate::a::X;"),
        ]);
        assert_eq!(circles(&uses(&files)), ["a -> b -> c -> a"]);
    }

    #[test]
    fn a_parent_that_only_gathers_its_children_makes_no_circle() {
        let files = texts(&[
            ("", "pub use crate::a::X;"),
            ("a", "mod b; pub use self::b::X; pub struct Y;"),
            ("a/b", "use super::Y; pub struct X;"),
            ("c", "#[cfg(test)]\nmod tests { use crate::d::T; }"),
            ("d", "use crate::c::S;"),
        ]);
        assert!(circles(&uses(&files)).is_empty());
    }
}
