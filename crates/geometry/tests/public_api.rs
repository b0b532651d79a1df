//! The public items of the libraries as lists in files, so that a change of an
//! interface is seen in review. The lint `unreachable_pub` sees to it that what
//! is `pub` in a file can be reached from outside.

use quote::ToTokens;
use std::fs;
use std::path::{Path, PathBuf};
use syn::{Fields, ImplItem, Item, Signature, TraitItem, Visibility};

/// Compares the list of each library with its file. After an intended change:
/// `UPDATE_API=1 cargo test -p hyperrook-geometry --test public_api`.
#[test]
fn the_public_interfaces_are_those_of_the_lists() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for name in ["geometry", "rules", "notation"] {
        let root = crates.join(name);
        let mut list = Listing::default();
        list.file(&root.join("src/lib.rs"), "");
        let path = root.join("public-api.txt");
        if std::env::var_os("UPDATE_API").is_some() {
            fs::write(&path, &list.text).unwrap();
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        let mut lines = list.text.lines().zip(expected.lines());
        let first = lines.find(|(found, expected)| found != expected);
        assert!(
            list.text == expected,
            "{} is stale (first difference: {first:?}); if the change is meant, run \
             `UPDATE_API=1 cargo test -p hyperrook-geometry --test public_api`",
            path.display()
        );
    }
}

#[derive(Default)]
struct Listing {
    text: String,
}

impl Listing {
    /// Lists a file and the modules that it declares.
    fn file(&mut self, path: &Path, module: &str) {
        let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let file = syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        for item in &file.items {
            self.item(item, path, module);
        }
    }

    fn line(&mut self, module: &str, text: &str) {
        self.text += &format!("{module}: {}\n", tidy(text));
    }

    fn item(&mut self, item: &Item, path: &Path, module: &str) {
        match item {
            Item::Mod(inner) if inner.content.is_none() => {
                let name = inner.ident.to_string();
                let below = if module.is_empty() {
                    name.clone()
                } else {
                    format!("{module}::{name}")
                };
                if is_public(&inner.vis) {
                    self.line(module, &format!("pub mod {name}"));
                }
                self.file(&module_file(path, &name), &below);
            }
            Item::Use(item) if is_public(&item.vis) => {
                self.line(module, &item.to_token_stream().to_string());
            }
            Item::Fn(item) if is_public(&item.vis) => self.function(module, "", &item.sig),
            Item::Const(item) if is_public(&item.vis) => {
                let ty = item.ty.to_token_stream();
                self.line(module, &format!("pub const {}: {ty}", item.ident));
            }
            Item::Type(item) if is_public(&item.vis) => {
                self.line(module, &item.to_token_stream().to_string());
            }
            Item::Struct(item) if is_public(&item.vis) => {
                let (generics, marks) = (item.generics.to_token_stream(), marks(&item.attrs));
                self.line(
                    module,
                    &format!("{marks}pub struct {}{generics}", item.ident),
                );
                self.fields(module, &item.ident.to_string(), &item.fields, false);
            }
            Item::Enum(item) if is_public(&item.vis) => {
                self.line(
                    module,
                    &format!("{}pub enum {}", marks(&item.attrs), item.ident),
                );
                for variant in &item.variants {
                    let name = format!("{}::{}", item.ident, variant.ident);
                    self.line(module, &name);
                    self.fields(module, &name, &variant.fields, true);
                }
            }
            Item::Trait(item) if is_public(&item.vis) => {
                self.line(module, &format!("pub trait {}", item.ident));
                for inner in &item.items {
                    match inner {
                        TraitItem::Fn(inner) => {
                            self.function(module, &item.ident.to_string(), &inner.sig);
                        }
                        other => self.line(module, &other.to_token_stream().to_string()),
                    }
                }
            }
            Item::Impl(item) => {
                let of = item.self_ty.to_token_stream().to_string();
                if let Some((_, implemented, _)) = &item.trait_ {
                    let implemented = implemented.to_token_stream();
                    self.line(module, &format!("impl {implemented} for {of}"));
                    return;
                }
                for inner in &item.items {
                    match inner {
                        ImplItem::Fn(inner) if is_public(&inner.vis) => {
                            self.function(module, &of, &inner.sig);
                        }
                        ImplItem::Const(inner) if is_public(&inner.vis) => {
                            let ty = inner.ty.to_token_stream();
                            self.line(module, &format!("{of}::{}: {ty}", inner.ident));
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    fn function(&mut self, module: &str, of: &str, signature: &Signature) {
        let signature = signature.to_token_stream();
        let text = if of.is_empty() {
            format!("pub {signature}")
        } else {
            format!("{of}: {signature}")
        };
        self.line(module, &text);
    }

    fn fields(&mut self, module: &str, of: &str, fields: &Fields, all: bool) {
        for (index, field) in fields.iter().enumerate() {
            if all || is_public(&field.vis) {
                let name = field
                    .ident
                    .as_ref()
                    .map_or(index.to_string(), ToString::to_string);
                let ty = field.ty.to_token_stream();
                self.line(module, &format!("{of}.{name}: {ty}"));
            }
        }
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Derived traits, and whether there may be more fields or variants later.
fn marks(attributes: &[syn::Attribute]) -> String {
    let marks = attributes.iter().filter(|attribute| {
        attribute.path().is_ident("derive") || attribute.path().is_ident("non_exhaustive")
    });
    marks
        .map(|mark| mark.to_token_stream().to_string() + " ")
        .collect()
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

/// The text of tokens without most of the spaces between them.
fn tidy(text: &str) -> String {
    let mut out = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (from, to) in [
        (" :: ", "::"),
        (" < ", "<"),
        (" >", ">"),
        ("& ", "&"),
        (" ,", ","),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        (" :", ":"),
        (" ;", ""),
        ("[ ", "["),
        (" ]", "]"),
        ("# [", "#["),
        ("' ", "'"),
    ] {
        out = out.replace(from, to);
    }
    out
}
