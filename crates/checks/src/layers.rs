//! What a layer of a crate may not use.

use crate::source::{Module, Source};
use crate::uses::uses;
use std::collections::{BTreeMap, BTreeSet};

/// The uses of forbidden crates and modules in the files of one module of a crate, as
/// `file uses path`.
pub(crate) fn forbidden_uses(
    sources: &BTreeMap<Module, Source>,
    layer: &str,
    forbidden: &[&str],
) -> BTreeSet<String> {
    let forbidden: Vec<Vec<&str>> = forbidden
        .iter()
        .map(|path| path.split("::").collect())
        .collect();
    let is_forbidden = |path: &[String]| {
        let starts = |prefix: &&Vec<&str>| {
            prefix.len() <= path.len() && prefix.iter().zip(path).all(|(a, b)| a == b)
        };
        forbidden.iter().any(|prefix| starts(&prefix))
    };
    let uses = uses(sources);
    let in_layer = |(module, _): &(&Module, &Source)| module.first().is_some_and(|m| m == layer);
    let mut found = BTreeSet::new();
    for (module, source) in sources.iter().filter(in_layer) {
        let written = source.imports.iter().map(|import| &import.path);
        let written = written.chain(&source.paths);
        let written = written.map(|path| from_root(module, path));
        // An item that a path of another name leads to.
        let meant = uses[module].iter().map(|used| in_crate(used));
        let file = module.join("/");
        for path in written.chain(meant).filter(|path| is_forbidden(path)) {
            found.insert(format!("{file} uses {}", path.join("::")));
        }
    }
    found
}

/// The path of a module that begins with `crate`.
fn in_crate(module: &[String]) -> Vec<String> {
    let root = ["crate".to_owned()];
    root.iter().chain(module).cloned().collect()
}

/// A path in a file, with `self` and `super` replaced.
fn from_root(module: &Module, path: &[String]) -> Vec<String> {
    let supers = path.iter().take_while(|part| *part == "super").count();
    let is_self = path.first().is_some_and(|part| part == "self");
    if supers == 0 && !is_self {
        return path.to_vec();
    }
    let kept = module.len().saturating_sub(supers);
    let rest = &path[supers.max(usize::from(is_self))..];
    in_crate(&[&module[..kept], rest].concat())
}
