use super::circles::circles;
use super::layers::forbidden_uses;
use super::source::{Module, Source, parse};
use super::uses::uses;
use std::collections::BTreeMap;

fn sources(files: &[(&str, &str)]) -> BTreeMap<Module, Source> {
    let module = |name: &str| match name {
        "" => Vec::new(),
        name => name.split('/').map(str::to_owned).collect(),
    };
    let files = files.iter();
    files
        .map(|(name, text)| (module(name), parse(text).unwrap()))
        .collect()
}

fn found(files: &[(&str, &str)]) -> Vec<String> {
    circles(&uses(&sources(files)))
}

#[test]
fn paths_are_found_in_lists_and_macros() {
    let text = "use crate::a::{B, c::{self, D}, e as f};
        // use crate::no;
        fn x() { use crate::q::{r, s::T}; println!(\"crate::no {}\", super::g::h()); }";
    let source = parse(text).unwrap();
    let path = |path: &Vec<String>| path.join("::");
    let imports: Vec<String> = source.imports.iter().map(|i| path(&i.path)).collect();
    assert_eq!(
        imports,
        [
            "crate::a::B",
            "crate::a::c",
            "crate::a::c::D",
            "crate::a::e"
        ]
    );
    assert_eq!(source.imports[3].name, "f");
    let paths: Vec<String> = source.paths.iter().map(path).collect();
    assert!(paths.contains(&"crate::q::r".to_owned()), "{paths:?}");
    assert!(paths.contains(&"crate::q::s::T".to_owned()), "{paths:?}");
    assert!(paths.contains(&"super::g::h".to_owned()), "{paths:?}");
    assert!(!paths.iter().any(|path| path.contains("no")), "{paths:?}");
}

#[test]
fn circles_are_found() {
    let files = [
        ("", "mod a; mod b; mod c; pub use a::X;"),
        ("a", "use crate::b::{Y, Z}; pub struct X; pub fn g() {}"),
        ("b", "use crate::c::Z; pub struct Y;"),
        ("c", "fn f() { super::a::g() } pub struct Z;"),
        ("d", "use crate::a::X;"),
    ];
    // `b::Z` is defined in `c`, so the shortest circle through `a` does not contain `b`.
    assert_eq!(found(&files), ["a -> c -> a", "b -> c -> a -> b"]);
}

#[test]
fn names_that_are_passed_on_count_where_they_are_written() {
    let files = [
        ("", "mod low; mod high; pub use low::Low; pub use high::*;"),
        ("low", "use crate::High; pub struct Low(High);"),
        ("high", "mod inner; pub use inner::High; pub struct Other;"),
        (
            "high/inner",
            "use crate::Low; pub struct High(Option<Box<Low>>);",
        ),
    ];
    assert_eq!(found(&files), ["high/inner -> low -> high/inner"]);
}

#[test]
fn imported_modules_are_followed() {
    let files = [
        ("", "mod a; mod b;"),
        ("a", "use crate::b; pub fn f() { b::g() }"),
        ("b", "use super::a::f; pub fn g() { f() }"),
    ];
    assert_eq!(found(&files), ["a -> b -> a"]);
}

#[test]
fn a_parent_that_only_gathers_its_children_makes_no_circle() {
    let files = [
        ("", "mod a; mod c; mod d; pub use crate::a::X;"),
        ("a", "mod b; pub use self::b::X; pub struct Y;"),
        ("a/b", "use super::Y; pub struct X;"),
        (
            "c",
            "pub struct S; #[cfg(test)] mod tests { use crate::d::T; }",
        ),
        ("d", "use crate::c::S;"),
    ];
    assert!(found(&files).is_empty());
    // A parent that uses its children itself does make a circle.
    let files = [
        ("", "mod a;"),
        ("a", "mod b; pub use self::b::X; pub struct Y(X);"),
        ("a/b", "use super::Y; pub struct X;"),
    ];
    assert_eq!(found(&files), ["a -> a/b -> a"]);
}

#[test]
fn forbidden_uses_are_found_however_they_are_written() {
    let files = [
        ("", "mod game; mod store; mod view; mod names;"),
        ("store", "pub struct Store;"),
        ("view", "pub struct View;"),
        ("names", "pub use crate::view::View as Shown;"),
        ("game", "mod a; mod b; mod c; mod d; mod e; mod fine;"),
        ("game/a", "use sqlx::{Any, query as ask};"),
        (
            "game/b",
            "fn f() { g!(::sqlx::h(super::super::store::Store)); }",
        ),
        ("game/c", "use super::super::store as kept;"),
        ("game/d", "pub use crate::names::Shown;\nfn f(_: Shown) {}"),
        (
            "game/e",
            "mod inner { use super::super::super::store::Store; }",
        ),
        (
            "game/fine",
            "// use sqlx::Any;\nuse super::a::sqlx; use sqlxx::Any; struct S;\n\
             #[cfg(test)] mod tests { use sqlx::Any; }",
        ),
    ];
    let found = forbidden_uses(
        &sources(&files),
        "game",
        &["sqlx", "crate::store", "crate::view"],
    );
    let found: Vec<&str> = found.iter().map(String::as_str).collect();
    assert_eq!(
        found,
        [
            "game/a uses sqlx::Any",
            "game/a uses sqlx::query",
            "game/b uses crate::store",
            "game/b uses crate::store::Store",
            "game/b uses sqlx::h",
            "game/c uses crate::store",
            "game/d uses crate::view",
            "game/e uses crate::store",
            "game/e uses crate::store::Store",
        ]
    );
}
