//! The public items of the libraries as lists in files, so that a change of an
//! interface is seen in review.

mod macros;
mod modules;

use modules::{Modules, is_public, named};
use quote::ToTokens;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use syn::{Fields, ImplItem, Item, ItemImpl, Signature, TraitItem, Type};

/// Compares the list of each library with its file. After an intended change:
/// `UPDATE_API=1 cargo test -p hyperrook-geometry --test public_api`.
#[test]
fn the_public_items_are_those_in_the_lists() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for name in [
        "geometry", "rules", "notation", "eval", "network", "tables", "search", "explain",
        "protocol",
    ] {
        let root = crates.join(name);
        let list = list(&root.join("src/lib.rs"));
        let path = root.join("public-api.txt");
        if std::env::var_os("UPDATE_API").is_some() {
            fs::write(&path, &list).unwrap();
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        let mut lines = list.lines().zip(expected.lines());
        let first = lines.find(|(found, expected)| found != expected);
        assert!(
            list == expected,
            "{} is stale (first difference: {first:?}); if the change is meant, run \
             `UPDATE_API=1 cargo test -p hyperrook-geometry --test public_api`",
            path.display()
        );
    }
}

/// Items made by macros are listed, each item once, and nothing unreachable is listed.
#[test]
fn the_lists_have_all_public_items_and_nothing_else() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let list = |name: &str| list(&crates.join(name).join("src/lib.rs"));
    let (geometry, rules) = (list("geometry"), list("rules"));
    for wanted in [
        "impl BitAnd for Bits<W>",
        "impl BitXorAssign for Bits<W>",
        "pub fn symmetries(",
    ] {
        assert!(geometry.contains(wanted), "{wanted}");
    }
    for wanted in [
        "pub struct BoardPart",
        "DefinitionBuilder: fn title(self, title: impl Into<String>) -> DefinitionBuilder",
        "OverlayPart: fn board(self, board: BoardPart) -> OverlayPart",
        "Position: fn perft(&self, depth: u8) -> u64",
        "fast::pos: Pos<W>: fn piece(&self, cell: Cell) -> Option<Piece>",
    ] {
        assert!(rules.contains(wanted), "{wanted}");
    }
    let search = list("search");
    for wanted in [
        "#[derive(Clone, Copy, Debug, PartialEq, Eq)] pub struct SearchParams\n",
        "SearchParams: fn all() -> &'static [SearchParam]",
    ] {
        assert!(search.contains(wanted), "{wanted}");
    }
    for private in ["MoveSink", "QuietMoves", " for Help", "ReverseTable"] {
        assert!(!rules.contains(private), "{private}");
    }
    for list in [geometry, rules, search, list("notation")] {
        let mut lines: Vec<&str> = list.lines().collect();
        let count = lines.len();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), count, "no line stands twice");
    }
}

/// The list of a crate.
fn list(lib: &Path) -> String {
    let modules = Modules::read(lib);
    let mut local = BTreeSet::new();
    for module in modules.by_path.values() {
        local.extend(module.items.iter().filter_map(named).map(|item| item.0));
    }
    let mut list = Listing {
        public_modules: modules.public(),
        reachable: modules.reachable(),
        local,
        text: String::new(),
    };
    for path in &modules.order {
        for item in &modules.by_path[path].items {
            list.item(item, path);
        }
    }
    list.text
}

struct Listing {
    public_modules: BTreeSet<String>,
    /// Modules and names of the items that can be reached.
    reachable: BTreeSet<(String, String)>,
    /// The names of all items of the crate.
    local: BTreeSet<String>,
    text: String,
}

impl Listing {
    fn line(&mut self, module: &str, text: &str) {
        self.text += &format!("{module}: {}\n", tidy(text));
    }

    fn item(&mut self, item: &Item, module: &str) {
        if let Some((name, public)) = named(item)
            && !(public && self.reachable.contains(&(module.to_owned(), name)))
        {
            return;
        }
        match item {
            Item::Mod(inner) if is_public(&inner.vis) && self.public_modules.contains(module) => {
                let marks = marks(&inner.attrs);
                self.line(module, &format!("{marks}pub mod {}", inner.ident));
            }
            Item::Use(item) if is_public(&item.vis) && self.public_modules.contains(module) => {
                let (marks, tree) = (marks(&item.attrs), item.tree.to_token_stream());
                self.line(module, &format!("{marks}pub use {tree}"));
            }
            Item::Fn(item) => self.function(module, "", &item.sig),
            Item::Const(item) => {
                let ty = item.ty.to_token_stream();
                self.line(module, &format!("pub const {}: {ty}", item.ident));
            }
            Item::Static(item) => {
                let ty = item.ty.to_token_stream();
                self.line(module, &format!("pub static {}: {ty}", item.ident));
            }
            Item::Type(item) => {
                let (generics, ty) = (item.generics.to_token_stream(), item.ty.to_token_stream());
                self.line(module, &format!("pub type {}{generics} = {ty}", item.ident));
            }
            Item::Struct(item) => {
                let (generics, marks) = (item.generics.to_token_stream(), marks(&item.attrs));
                self.line(
                    module,
                    &format!("{marks}pub struct {}{generics}", item.ident),
                );
                self.fields(module, &item.ident.to_string(), &item.fields, false);
            }
            Item::Enum(item) => {
                let (generics, marks) = (item.generics.to_token_stream(), marks(&item.attrs));
                self.line(module, &format!("{marks}pub enum {}{generics}", item.ident));
                for variant in &item.variants {
                    let name = format!("{}::{}", item.ident, variant.ident);
                    self.line(module, &name);
                    self.fields(module, &name, &variant.fields, true);
                }
            }
            Item::Trait(item) => {
                self.line(module, &format!("pub trait {}", item.ident));
                for inner in &item.items {
                    match inner {
                        TraitItem::Fn(inner) => {
                            self.function(module, &item.ident.to_string(), &inner.sig);
                        }
                        TraitItem::Type(inner) => {
                            self.line(module, &format!("{}: type {}", item.ident, inner.ident));
                        }
                        other => self.line(module, &other.to_token_stream().to_string()),
                    }
                }
            }
            Item::Impl(item) => self.implementation(item, module),
            _ => {}
        }
    }

    fn implementation(&mut self, item: &ItemImpl, module: &str) {
        let of = item.self_ty.to_token_stream().to_string();
        if self.is_private(last_name(&item.self_ty).as_deref()) {
            return;
        }
        if let Some((_, implemented, _)) = &item.trait_ {
            let name = implemented
                .segments
                .last()
                .map(|part| part.ident.to_string());
            if !self.is_private(name.as_deref()) {
                let implemented = implemented.to_token_stream();
                self.line(module, &format!("impl {implemented} for {of}"));
            }
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

    /// Whether a name belongs to an item of this crate that cannot be reached. No two types of a
    /// crate have the same name.
    fn is_private(&self, name: Option<&str>) -> bool {
        let Some(name) = name else { return false };
        self.local.contains(name) && !self.reachable.iter().any(|(_, known)| known == name)
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

/// The last part of the path of a type: `Bits` of `hyperrook_geometry::Bits<W>`.
fn last_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        Type::Reference(inner) => last_name(&inner.elem),
        _ => None,
    }
}

/// Derived traits, conditions, and whether there may be more fields or variants later.
fn marks(attributes: &[syn::Attribute]) -> String {
    let kept = ["derive", "non_exhaustive", "cfg"];
    let marks = attributes
        .iter()
        .filter(|attribute| kept.iter().any(|mark| attribute.path().is_ident(mark)));
    marks
        .map(|mark| mark.to_token_stream().to_string() + " ")
        .collect()
}

/// The text of tokens without most of the spaces between them.
fn tidy(text: &str) -> String {
    let mut out = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (from, to) in [
        (" :: ", "::"),
        (" < ", "<"),
        ("< ", "<"),
        (" >", ">"),
        ("& ", "&"),
        (" ,", ","),
        (" (", "("),
        ("->(", "-> ("),
        ("( ", "("),
        (" )", ")"),
        (" :", ":"),
        (" ;", ";"),
        ("[ ", "["),
        (" ]", "]"),
        ("# [", "#["),
        ("' ", "'"),
        ("{ ", "{"),
        (" }", "}"),
        (",}", "}"),
        (",)", ")"),
    ] {
        out = out.replace(from, to);
    }
    out
}
