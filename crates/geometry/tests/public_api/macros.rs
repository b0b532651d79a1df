//! Expands the macros that make items: macros with one arm, over names, types, attributes,
//! literals and expressions, with repetitions in each other.
//! Anything else is an error, so that no public item is missed.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashMap;
use syn::{Item, ItemMacro};

/// The macros of a file, by name.
#[derive(Default)]
pub(crate) struct Macros(HashMap<String, (Vec<TokenTree>, TokenStream)>);

/// What the names of a pattern matched.
type Bindings = HashMap<String, Matched>;

/// What a name of a pattern matched. In a repetition it matched something each time.
#[derive(Clone)]
enum Matched {
    One(TokenStream),
    Many(Vec<Matched>),
}

impl Macros {
    /// Stores the definition of a macro, or returns the items that an invocation makes.
    pub(crate) fn items(&mut self, item: &ItemMacro) -> Vec<Item> {
        if let Some(name) = &item.ident {
            self.define(&name.to_string(), item.mac.tokens.clone());
            return Vec::new();
        }
        let name = item.mac.path.to_token_stream().to_string();
        let (pattern, body) = self
            .0
            .get(&name)
            .unwrap_or_else(|| panic!("`{name}!` makes items; teach this test to expand it"));
        let input: Vec<TokenTree> = item.mac.tokens.clone().into_iter().collect();
        let mut bindings = Bindings::default();
        let used = matched(pattern, &input, &mut bindings);
        assert_eq!(used, Some(input.len()), "the input of `{name}!`");
        let made = replaced(body.clone(), &bindings);
        let file: syn::File = syn::parse2(made).unwrap_or_else(|e| panic!("{name}!: {e}"));
        file.items
    }

    fn define(&mut self, name: &str, tokens: TokenStream) {
        let arm: Vec<TokenTree> = tokens.into_iter().collect();
        // Macros that make expressions may have several arms; they are not expanded here.
        if let [TokenTree::Group(pattern), _, _, TokenTree::Group(body), ..] = &arm[..] {
            let pattern = pattern.stream().into_iter().collect();
            self.0.insert(name.to_owned(), (pattern, body.stream()));
        }
    }
}

fn is(tree: Option<&TokenTree>, character: char) -> bool {
    matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == character)
}

/// Matches a pattern with the beginning of the input; returns how many token trees it takes.
fn matched(pattern: &[TokenTree], input: &[TokenTree], bindings: &mut Bindings) -> Option<usize> {
    let (mut p, mut i) = (0, 0);
    while p < pattern.len() {
        if is(pattern.get(p), '$') {
            match &pattern[p + 1] {
                TokenTree::Ident(name) => {
                    let kind = pattern[p + 3].to_string();
                    p += 4;
                    let end = match kind.as_str() {
                        "expr" => {
                            let is_end = |tree| is(Some(tree), ';') || is(Some(tree), ',');
                            let left = input.get(i..)?.iter();
                            i + left.take_while(|tree| !is_end(tree)).count()
                        }
                        // A type or an attribute extends to the end of its brackets.
                        "ty" | "meta" => input.len(),
                        "tt" if is(input.get(i + 1), '=') => i + 2,
                        "literal" if is(input.get(i), '-') => i + 2,
                        _ => i + 1,
                    };
                    let taken = input.get(i..end)?.iter().cloned().collect();
                    bindings.insert(name.to_string(), Matched::One(taken));
                    i = end;
                }
                TokenTree::Group(inner) => {
                    let operator = pattern.get(p + 2);
                    assert!(
                        is(operator, '*') || is(operator, '+'),
                        "a repetition with `*` or `+`, without a separator"
                    );
                    p += 3;
                    let inner: Vec<TokenTree> = inner.stream().into_iter().collect();
                    let mut turns = 0;
                    loop {
                        let mut turn = Bindings::default();
                        match matched(&inner, &input[i..], &mut turn) {
                            Some(used) if used > 0 => i += used,
                            _ => break,
                        }
                        turns += 1;
                        for (name, value) in turn {
                            let all = bindings.entry(name).or_insert(Matched::Many(Vec::new()));
                            let Matched::Many(all) = all else {
                                panic!("a name stands twice in a pattern")
                            };
                            all.push(value);
                        }
                    }
                    if turns == 0 && is(operator, '+') {
                        return None;
                    }
                }
                other => panic!("`${other}` in a pattern"),
            }
            continue;
        }
        let same = match (&pattern[p], input.get(i)?) {
            (TokenTree::Group(a), TokenTree::Group(b)) if a.delimiter() == b.delimiter() => {
                let a: Vec<TokenTree> = a.stream().into_iter().collect();
                let b: Vec<TokenTree> = b.stream().into_iter().collect();
                matched(&a, &b, bindings)? == b.len()
            }
            (TokenTree::Group(_), _) | (_, TokenTree::Group(_)) => false,
            (a, b) => a.to_string() == b.to_string(),
        };
        if !same {
            return None;
        }
        (p, i) = (p + 1, i + 1);
    }
    Some(i)
}

/// The names in the body of a repetition, also in those in it.
fn names(body: TokenStream, found: &mut Vec<String>) {
    let body: Vec<TokenTree> = body.into_iter().collect();
    for (at, tree) in body.iter().enumerate() {
        match tree {
            TokenTree::Group(group) => names(group.stream(), found),
            TokenTree::Ident(name) if at > 0 && is(body.get(at - 1), '$') => {
                found.push(name.to_string());
            }
            _ => {}
        }
    }
}

/// The body of a repetition, once for each time it matched.
fn repeated(body: &TokenStream, separator: Option<&TokenTree>, bindings: &Bindings) -> TokenStream {
    let mut used = Vec::new();
    names(body.clone(), &mut used);
    let of = |name: &String| match bindings.get(name) {
        Some(Matched::Many(values)) => Some((name.clone(), values)),
        _ => None,
    };
    let many: Vec<_> = used.iter().filter_map(of).collect();
    let turns = many.first().map_or(0, |(_, values)| values.len());
    let mut out = TokenStream::new();
    for turn in 0..turns {
        let mut now = bindings.clone();
        for (name, values) in &many {
            assert_eq!(values.len(), turns, "`${name}` in a repetition");
            now.insert(name.clone(), values[turn].clone());
        }
        if turn > 0 {
            out.extend(separator.cloned());
        }
        out.extend(replaced(body.clone(), &now));
    }
    out
}

/// The body of a macro with its names replaced.
fn replaced(body: TokenStream, bindings: &Bindings) -> TokenStream {
    let body: Vec<TokenTree> = body.into_iter().collect();
    let mut out = TokenStream::new();
    let mut at = 0;
    while at < body.len() {
        match (&body[at], body.get(at + 1)) {
            (dollar, Some(TokenTree::Ident(name))) if is(Some(dollar), '$') => {
                match bindings.get(&name.to_string()) {
                    Some(Matched::One(value)) => out.extend(value.clone()),
                    Some(Matched::Many(_)) => panic!("`${name}` outside its repetition"),
                    None => panic!("`${name}`"),
                }
                at += 2;
            }
            (dollar, Some(TokenTree::Group(inner))) if is(Some(dollar), '$') => {
                let after = body.get(at + 2);
                let separator = after.filter(|_| !is(after, '*') && !is(after, '+'));
                out.extend(repeated(&inner.stream(), separator, bindings));
                at += if separator.is_some() { 4 } else { 3 };
            }
            (TokenTree::Group(group), _) => {
                let inner = replaced(group.stream(), bindings);
                out.extend([TokenTree::Group(Group::new(group.delimiter(), inner))]);
                at += 1;
            }
            (other, _) => {
                out.extend([other.clone()]);
                at += 1;
            }
        }
    }
    out
}

/// The items that macros make.
fn expanded(file: &syn::File) -> String {
    let mut macros = Macros::default();
    let mut made = TokenStream::new();
    for item in &file.items {
        let Item::Macro(item) = item else {
            panic!("only macros")
        };
        made.extend(macros.items(item).iter().map(ToTokens::to_token_stream));
    }
    made.to_string()
}

#[test]
fn macros_make_the_items_that_they_say() {
    let file: syn::File = syn::parse_quote! {
        macro_rules! pair {
            ($(#[$doc:meta])* $name:ident($field:ident: $type:ty)) => {
                $(#[$doc])*
                pub struct $name { pub $field: $type }
                impl $name { pub fn get(&self) -> &$type { &self.$field } }
            };
        }
        pair! {
            /// A list.
            #[derive(Clone)]
            List(items: Vec<Option<u8>>)
        }
    };
    let expected: syn::File = syn::parse_quote! {
        /// A list.
        #[derive(Clone)]
        pub struct List { pub items: Vec<Option<u8>> }
        impl List { pub fn get(&self) -> &Vec<Option<u8>> { &self.items } }
    };
    assert_eq!(expanded(&file), expected.to_token_stream().to_string());
}

#[test]
fn repetitions_in_repetitions_are_expanded() {
    let file: syn::File = syn::parse_quote! {
        macro_rules! numbers {
            ($($(#[doc = $about:literal])+ $name:ident = $default:literal in $range:expr;)+) => {
                pub struct Numbers { $(pub $name: i32,)+ }
                pub const ALL: &[(&str, i32, RangeInclusive<i32>)] = &[
                    $((concat!($($about),+), $default, $range),)+
                ];
            };
        }
        numbers! {
            /// One.
            /// And more.
            first = -1 in -4..=4;
            /// Two.
            second = 2 in 0..=4;
        }
    };
    let expected: syn::File = syn::parse_quote! {
        pub struct Numbers { pub first: i32, pub second: i32, }
        pub const ALL: &[(&str, i32, RangeInclusive<i32>)] = &[
            (concat!(r" One.", r" And more."), -1, -4..=4),
            (concat!(r" Two."), 2, 0..=4),
        ];
    };
    assert_eq!(expanded(&file), expected.to_token_stream().to_string());
}
