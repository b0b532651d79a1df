//! The modules of a crate, and which of their items can be reached from outside.

use crate::macros::Macros;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use syn::{Attribute, Item, UseTree, Visibility};

/// One module: its items, macros expanded, and the modules in it.
#[derive(Default)]
pub(crate) struct Module {
    pub(crate) items: Vec<Item>,
    /// The modules in it, and whether they are public.
    children: BTreeMap<String, bool>,
    /// What `use` names: the name here, the path, and whether it is public.
    uses: Vec<(String, Vec<String>, bool)>,
}

/// The modules of a crate by their paths, in the order of their declarations.
#[derive(Default)]
pub(crate) struct Modules {
    pub(crate) by_path: BTreeMap<String, Module>,
    pub(crate) order: Vec<String>,
}

impl Modules {
    /// Reads a crate.
    pub(crate) fn read(lib: &Path) -> Modules {
        let mut modules = Modules::default();
        modules.file(lib, "");
        modules
    }

    fn file(&mut self, path: &Path, module: &str) {
        let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let file = syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        self.module(file.items, path, module);
    }

    fn module(&mut self, items: Vec<Item>, path: &Path, module: &str) {
        let mut macros = Macros::default();
        let mut found = Module::default();
        let mut inner = Vec::new();
        for item in items {
            match item {
                Item::Macro(item) => found.items.extend(macros.items(&item)),
                Item::Mod(child) => {
                    if is_for_tests(&child.attrs) {
                        continue;
                    }
                    let name = child.ident.to_string();
                    // A module can be declared twice, for builds with and without a feature.
                    let known = found.children.contains_key(&name);
                    let public = found.children.entry(name.clone()).or_default();
                    *public |= is_public(&child.vis);
                    if !known {
                        inner.push((name, child.content.clone()));
                    }
                    found.items.push(Item::Mod(child));
                }
                other => {
                    if let Item::Use(item) = &other {
                        let public = is_public(&item.vis);
                        leaves(&item.tree, Vec::new(), &mut |name, path| {
                            found.uses.push((name, path, public));
                        });
                    }
                    found.items.push(other);
                }
            }
        }
        self.order.push(module.to_owned());
        self.by_path.insert(module.to_owned(), found);
        for (name, content) in inner {
            let below = join(module, &name);
            match content {
                Some((_, items)) => self.module(items, path, &below),
                None => self.file(&module_file(path, &name), &below),
            }
        }
    }

    /// The modules whose public items are public, starting at the root.
    pub(crate) fn public(&self) -> BTreeSet<String> {
        let mut public = BTreeSet::new();
        let mut left = vec![String::new()];
        while let Some(path) = left.pop() {
            for (name, _) in self.by_path[&path].children.iter().filter(|child| *child.1) {
                left.push(join(&path, name));
            }
            public.insert(path);
        }
        public
    }

    /// The items, each by its module and name, that can be reached from outside.
    pub(crate) fn reachable(&self) -> BTreeSet<(String, String)> {
        let mut reachable = BTreeSet::new();
        for path in self.public() {
            let module = &self.by_path[&path];
            for item in &module.items {
                if let Some((name, true)) = named(item) {
                    reachable.insert((path.clone(), name));
                }
            }
            for (name, _, _) in module.uses.iter().filter(|used| used.2) {
                reachable.extend(self.resolve(&path, name));
            }
        }
        reachable
    }

    /// The module and name under which an item is defined that a module knows by this name.
    fn resolve(&self, module: &str, name: &str) -> Option<(String, String)> {
        let here = self.by_path.get(module)?;
        if here
            .items
            .iter()
            .filter_map(named)
            .any(|item| item.0 == name)
        {
            return Some((module.to_owned(), name.to_owned()));
        }
        let (_, path, _) = here.uses.iter().find(|used| used.0 == name)?;
        let (last, parents) = path.split_last()?;
        let mut at = module.to_owned();
        for (index, part) in parents.iter().enumerate() {
            at = match part.as_str() {
                "crate" => String::new(),
                "self" => at,
                "super" => at.rsplit_once("::").map_or("", |(up, _)| up).to_owned(),
                child if here.children.contains_key(child) || index > 0 => join(&at, child),
                // Another crate.
                _ => return None,
            };
        }
        self.resolve(&at, last)
    }
}

/// The name of an item, and whether it is public.
pub(crate) fn named(item: &Item) -> Option<(String, bool)> {
    let (name, vis) = match item {
        Item::Fn(item) => (&item.sig.ident, &item.vis),
        Item::Const(item) => (&item.ident, &item.vis),
        Item::Static(item) => (&item.ident, &item.vis),
        Item::Type(item) => (&item.ident, &item.vis),
        Item::Struct(item) => (&item.ident, &item.vis),
        Item::Enum(item) => (&item.ident, &item.vis),
        Item::Union(item) => (&item.ident, &item.vis),
        Item::Trait(item) => (&item.ident, &item.vis),
        _ => return None,
    };
    Some((name.to_string(), is_public(vis)))
}

pub(crate) fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Ident>()
                .is_ok_and(|condition| condition == "test" || condition == "doctest")
    })
}

/// Calls `found` with each name that a `use` gives, and its path.
fn leaves(tree: &UseTree, mut path: Vec<String>, found: &mut dyn FnMut(String, Vec<String>)) {
    match tree {
        UseTree::Path(tree) => {
            path.push(tree.ident.to_string());
            leaves(&tree.tree, path, found);
        }
        UseTree::Name(name) => {
            path.push(name.ident.to_string());
            found(name.ident.to_string(), path);
        }
        UseTree::Rename(name) => {
            path.push(name.ident.to_string());
            found(name.rename.to_string(), path);
        }
        UseTree::Group(group) => {
            for tree in &group.items {
                leaves(tree, path.clone(), found);
            }
        }
        // Globs are not in the lists: `pub use` must name its items.
        UseTree::Glob(_) => {}
    }
}

fn join(module: &str, name: &str) -> String {
    if module.is_empty() {
        name.to_owned()
    } else {
        format!("{module}::{name}")
    }
}

fn module_file(from: &Path, name: &str) -> PathBuf {
    let folder = from.parent().unwrap();
    let stem = from.file_stem().unwrap().to_str().unwrap();
    let folder = if matches!(stem, "lib" | "mod") {
        folder.to_owned()
    } else {
        folder.join(stem)
    };
    let file = folder.join(format!("{name}.rs"));
    if file.exists() {
        file
    } else {
        folder.join(name).join("mod.rs")
    }
}
