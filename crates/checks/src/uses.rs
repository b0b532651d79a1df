//! Which files use which others.

use crate::source::{Module, Source};
use std::collections::{BTreeMap, BTreeSet};

/// The uses of a crate's files: for each module, the modules that it uses.
pub(crate) type Uses = BTreeMap<Module, BTreeSet<Module>>;

/// The uses of files.
pub(crate) fn uses(sources: &BTreeMap<Module, Source>) -> Uses {
    let resolver = Resolver { sources };
    let used_by = |(module, source): (&Module, &Source)| {
        let mut used = BTreeSet::new();
        let mut add = |path: &[String]| {
            let found = resolver.find(module, path, 0);
            used.extend(found.filter(|found| found != module));
        };
        for import in &source.imports {
            // A name that is only passed on is used by those who import it.
            if !import.passed_on || source.names.contains(&import.name) {
                add(&import.path);
            }
        }
        for path in &source.paths {
            add(path);
        }
        (module.clone(), used)
    };
    sources.iter().map(used_by).collect()
}

/// Maximum number of times a name is passed on.
const MAX_DEPTH: usize = 16;

struct Resolver<'a> {
    sources: &'a BTreeMap<Module, Source>,
}

impl Resolver<'_> {
    /// The file that defines the item at a path in a file. `None` if it is not an item of the
    /// crate: something from outside, or a whole module.
    fn find(&self, from: &Module, path: &[String], depth: usize) -> Option<Module> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.find_in(&Vec::new(), rest, depth),
            "self" => self.find_in(from, rest, depth),
            "super" => {
                let (_, parent) = from.split_last()?;
                let parent = parent.to_vec();
                // `super::super::…`
                if rest.first().is_some_and(|next| next == "super") {
                    return self.find(&parent, rest, depth);
                }
                self.find_in(&parent, rest, depth)
            }
            name => {
                let child = [from.as_slice(), std::slice::from_ref(first)].concat();
                if self.sources.contains_key(&child) {
                    return self.find_in(&child, rest, depth);
                }
                let known = self.sources.get(from)?;
                // An item that the file itself defines is not used from elsewhere.
                if known.items.contains(name) || rest.is_empty() {
                    return None;
                }
                let import = known.imports.iter().find(|import| import.name == name)?;
                // A path that begins with an imported name.
                let whole = [import.path.as_slice(), rest].concat();
                (depth < MAX_DEPTH && import.path.first() != Some(first))
                    .then(|| self.find(from, &whole, depth + 1))?
            }
        }
    }

    /// The file that defines the item at a path, as seen from a module.
    fn find_in(&self, module: &Module, path: &[String], depth: usize) -> Option<Module> {
        let source = self.sources.get(module)?;
        let (first, rest) = path.split_first()?;
        let child = [module.as_slice(), std::slice::from_ref(first)].concat();
        // A function may have the name of a module; if more of the path follows, the module is
        // meant.
        let is_module = self.sources.contains_key(&child);
        if is_module && !(rest.is_empty() && source.items.contains(first)) {
            // Unless the module passes on an item with the same name.
            let item = rest
                .is_empty()
                .then(|| self.imported(module, first, rest, depth));
            return match item.flatten() {
                Some(found) => Some(found),
                None => self.find_in(&child, rest, depth),
            };
        }
        if source.items.contains(first) {
            return Some(module.clone());
        }
        if first == "*" {
            return Some(module.clone());
        }
        self.imported(module, first, rest, depth)
    }

    /// The file that defines a name that a module imports.
    fn imported(
        &self,
        module: &Module,
        name: &String,
        rest: &[String],
        depth: usize,
    ) -> Option<Module> {
        if depth >= MAX_DEPTH {
            return None;
        }
        let source = self.sources.get(module)?;
        let named = source.imports.iter().filter(|import| import.name == *name);
        for import in named {
            let whole = [import.path.as_slice(), rest].concat();
            if let Some(found) = self.find(module, &whole, depth + 1) {
                return Some(found);
            }
        }
        let everything = source.imports.iter().filter(|import| import.name == "*");
        for import in everything {
            let whole = [import.path.as_slice(), std::slice::from_ref(name), rest].concat();
            if let Some(found) = self.find(module, &whole, depth + 1) {
                return Some(found);
            }
        }
        None
    }
}
