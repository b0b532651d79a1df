//! The words that definition files reject by name are those listed on their page.

use std::fs;
use std::path::Path;
use syn::{Expr, Item, Lit};

/// The entries of a list of structs in a file: for each, its fields as texts.
fn entries(file: &syn::File, list: &str) -> Vec<Vec<(String, Vec<String>)>> {
    let found = file.items.iter().find_map(|item| match item {
        Item::Const(item) if item.ident == list => Some(&*item.expr),
        _ => None,
    });
    let entries = elements(found.unwrap_or_else(|| panic!("no list {list}")));
    let entry = |expression: &&Expr| {
        let Expr::Struct(entry) = expression else {
            panic!("an entry of {list} is not a structure");
        };
        let fields = entry.fields.iter().map(|field| {
            let syn::Member::Named(name) = &field.member else {
                panic!("a field of {list} has no name");
            };
            (name.to_string(), texts(&field.expr))
        });
        fields.collect()
    };
    entries.iter().map(entry).collect()
}

/// The elements of `&[…]`.
fn elements(expression: &Expr) -> Vec<&Expr> {
    match expression {
        Expr::Reference(inner) => elements(&inner.expr),
        Expr::Array(array) => array.elems.iter().collect(),
        _ => panic!("not a list"),
    }
}

/// The texts of a text or of a list of texts.
fn texts(expression: &Expr) -> Vec<String> {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => vec![text.value()],
            _ => panic!("not a text"),
        },
        list => elements(list).into_iter().flat_map(texts).collect(),
    }
}

fn field<'a>(entry: &'a [(String, Vec<String>)], name: &str) -> &'a [String] {
    let field = entry.iter().find(|(known, _)| known == name);
    &field.unwrap_or_else(|| panic!("no field {name}")).1
}

#[test]
fn the_page_lists_every_word() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/definitions.md")).unwrap();
    let source = fs::read_to_string(root.join("crates/rules/src/file/unsupported.rs")).unwrap();
    let source = syn::parse_file(&source).unwrap();
    let (features, elsewhere) = (entries(&source, "FEATURES"), entries(&source, "ELSEWHERE"));
    assert!(features.len() > 10 && elsewhere.len() > 10);
    let quoted = |words: &[String]| {
        let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        words.join(", ")
    };
    for entry in &features {
        let what = &field(entry, "what")[0];
        let row = format!("| {what} | {} |\n", quoted(field(entry, "keys")));
        assert!(page.contains(&row), "{row}");
    }
    for entry in &elsewhere {
        let write = &field(entry, "write")[0];
        let row = format!("| {} | {write} |\n", quoted(field(entry, "keys")));
        assert!(page.contains(&row), "{row}");
    }
    let mut all: Vec<&String> = features
        .iter()
        .chain(&elsewhere)
        .flat_map(|entry| field(entry, "keys"))
        .collect();
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count, "each word stands once");
}
