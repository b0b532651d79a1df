//! The files of a crate: the items that each defines, imports and names.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use syn::{Attribute, Item, UseTree, Visibility};
use thiserror::Error;

/// The path of a module within its crate; empty for `lib.rs`.
pub(crate) type Module = Vec<String>;

/// Why the files of a crate cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadSourceError {
    /// A file or folder cannot be read.
    #[error("{}: {error}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A file is not valid Rust.
    #[error("{}: {error}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: syn::Error,
    },
}

/// A name that `use` brings into a file.
#[derive(Debug)]
pub(crate) struct Import {
    /// The name in this file; `*` for everything.
    pub(crate) name: String,
    /// The path that it stands for.
    pub(crate) path: Vec<String>,
    /// Whether the import is visible to other files.
    pub(crate) passed_on: bool,
}

/// The items, imports and names of a file.
#[derive(Debug, Default)]
pub(crate) struct Source {
    pub(crate) imports: Vec<Import>,
    /// Names of the items that it defines.
    pub(crate) items: BTreeSet<String>,
    /// The paths of two parts or more in its code.
    pub(crate) paths: BTreeSet<Vec<String>>,
    /// All names in its code, without imports.
    pub(crate) names: BTreeSet<String>,
    /// Test modules in separate files.
    test_modules: BTreeSet<String>,
}

/// Reads the files of a crate.
pub(crate) fn read(folder: &Path) -> Result<BTreeMap<Module, Source>, ReadSourceError> {
    let mut sources = BTreeMap::new();
    collect(folder, &mut Vec::new(), &mut sources)?;
    let tests: Vec<Module> = sources
        .iter()
        .flat_map(|(module, source): (&Module, &Source)| {
            let tests = source.test_modules.iter();
            tests.map(|name| [module.as_slice(), std::slice::from_ref(name)].concat())
        })
        .collect();
    sources.retain(|module, _| !tests.iter().any(|test| module.starts_with(test)));
    Ok(sources)
}

fn collect(
    folder: &Path,
    module: &mut Module,
    sources: &mut BTreeMap<Module, Source>,
) -> Result<(), ReadSourceError> {
    let fault = |path: &Path| {
        let path = path.to_owned();
        move |error| ReadSourceError::Read { path, error }
    };
    for entry in std::fs::read_dir(folder).map_err(fault(folder))? {
        let path = entry.map_err(fault(folder))?.path();
        let stem = path.file_stem().unwrap_or_default();
        let stem = stem.to_string_lossy().into_owned();
        if path.is_dir() {
            module.push(stem);
            collect(&path, module, sources)?;
            module.pop();
        } else if path.extension().is_some_and(|end| end == "rs") {
            // `main.rs` beside `lib.rs` is a separate crate that uses the library.
            if stem == "main" && folder.join("lib.rs").exists() {
                continue;
            }
            let mut name = module.clone();
            if !matches!(stem.as_str(), "lib" | "main" | "mod") {
                name.push(stem);
            }
            let text = std::fs::read_to_string(&path).map_err(fault(&path))?;
            let source = parse(&text).map_err(|error| ReadSourceError::Syntax { path, error })?;
            sources.insert(name, source);
        }
    }
    Ok(())
}

/// Parses the text of a file.
pub(crate) fn parse(text: &str) -> syn::Result<Source> {
    let mut source = Source::default();
    for item in &syn::parse_file(text)?.items {
        source.item(item);
    }
    Ok(source)
}

impl Source {
    fn item(&mut self, item: &Item) {
        match item {
            Item::Use(item) => {
                let passed_on = !matches!(item.vis, Visibility::Inherited);
                self.imports(&item.tree, &mut Vec::new(), passed_on);
            }
            Item::Mod(item) if is_for_tests(&item.attrs) => {
                if item.content.is_none() {
                    self.test_modules.insert(item.ident.to_string());
                }
            }
            Item::Mod(item) => {
                if let Some((_, items)) = &item.content {
                    self.items.insert(item.ident.to_string());
                    let mut inner = Source::default();
                    for item in items {
                        inner.item(item);
                    }
                    self.add_inner(inner);
                }
            }
            other => {
                self.items.extend(name_of(other));
                self.tokens(other.to_token_stream());
            }
        }
    }

    /// Adds the content of a module within the file. Its `super` is the file.
    fn add_inner(&mut self, inner: Source) {
        let seen_from_file = |mut path: Vec<String>| {
            let is = |index: usize, name: &str| path.get(index).is_some_and(|part| part == name);
            if is(0, "super") && is(1, "super") {
                path.remove(0);
            } else if is(0, "super") {
                path[0] = "self".to_owned();
            }
            path
        };
        let imports = inner
            .imports
            .into_iter()
            .map(|import| seen_from_file(import.path));
        let paths = inner.paths.into_iter().map(seen_from_file);
        self.paths.extend(imports.chain(paths));
        self.names.extend(inner.names);
    }

    fn imports(&mut self, tree: &UseTree, path: &mut Vec<String>, passed_on: bool) {
        let depth = path.len();
        let mut add = |name: String, path: &[String]| {
            self.imports.push(Import {
                name,
                path: path.to_vec(),
                passed_on,
            });
        };
        match tree {
            UseTree::Path(inner) => {
                path.push(inner.ident.to_string());
                self.imports(&inner.tree, path, passed_on);
            }
            UseTree::Name(name) if name.ident == "self" => {
                add(path.last().cloned().unwrap_or_default(), path);
            }
            UseTree::Name(name) => {
                path.push(name.ident.to_string());
                add(name.ident.to_string(), path);
            }
            UseTree::Rename(rename) => {
                path.push(rename.ident.to_string());
                add(rename.rename.to_string(), path);
            }
            UseTree::Glob(_) => add("*".to_owned(), path),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.imports(tree, path, passed_on);
                }
            }
        }
        path.truncate(depth);
    }

    /// Collects the names and paths of code, including those in macros.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    self.names.insert(name.clone());
                    if colons != 2 {
                        self.path(&mut path);
                    }
                    path.push(name);
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    if colons == 2 && group.delimiter() == Delimiter::Brace {
                        // `use a::{b, c}` within a function.
                        self.list(&path, group.stream());
                    }
                    self.path(&mut path);
                    colons = 0;
                    self.tokens(group.stream());
                }
                _ => {
                    self.path(&mut path);
                    colons = 0;
                }
            }
        }
        self.path(&mut path);
    }

    fn path(&mut self, path: &mut Vec<String>) {
        if path.len() > 1 {
            self.paths.insert(path.clone());
        }
        path.clear();
    }

    /// The paths of a list in braces that follows a path.
    fn list(&mut self, base: &[String], tokens: TokenStream) {
        let mut path = base.to_vec();
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => path.push(ident.to_string()),
                TokenTree::Group(group) => self.list(&path, group.stream()),
                TokenTree::Punct(punct) if punct.as_char() == ',' => {
                    self.path(&mut path);
                    path = base.to_vec();
                }
                _ => {}
            }
        }
        self.path(&mut path);
    }
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let text = attribute.meta.to_token_stream().to_string();
        attribute.path().is_ident("cfg") && text.contains("test") && !text.contains("not")
    })
}

fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::TraitAlias(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}
