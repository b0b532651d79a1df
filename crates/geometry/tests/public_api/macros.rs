//! Expands the macros that make items: macros with one arm, over names, types and attributes.
//! Anything else is an error, so that no public item is missed.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashMap;
use syn::{Item, ItemMacro};

/// The macros of a file, by name.
#[derive(Default)]
pub(crate) struct Macros(HashMap<String, (Vec<TokenTree>, TokenStream)>);

/// The values of the names of a pattern. A repetition has one value for each time it matched.
#[derive(Clone, Default)]
struct Bindings {
    one: HashMap<String, TokenStream>,
    many: HashMap<String, Vec<TokenStream>>,
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
        let expanded = replaced(body.clone(), &bindings);
        let file: syn::File = syn::parse2(expanded).unwrap_or_else(|e| panic!("{name}!: {e}"));
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
                        // A type or an attribute extends to the end of its brackets.
                        "ty" | "meta" => input.len(),
                        "tt" if is(input.get(i + 1), '=') => i + 2,
                        _ => i + 1,
                    };
                    let taken = input.get(i..end)?.iter().cloned().collect();
                    bindings.one.insert(name.to_string(), taken);
                    i = end;
                }
                TokenTree::Group(inner) => {
                    assert!(is(pattern.get(p + 2), '*'), "a repetition with `*`");
                    p += 3;
                    let inner: Vec<TokenTree> = inner.stream().into_iter().collect();
                    loop {
                        let mut turn = Bindings::default();
                        match matched(&inner, &input[i..], &mut turn) {
                            Some(used) if used > 0 => i += used,
                            _ => break,
                        }
                        for (name, value) in turn.one {
                            bindings.many.entry(name).or_default().push(value);
                        }
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

/// The body of a macro with its names replaced.
fn replaced(body: TokenStream, bindings: &Bindings) -> TokenStream {
    let body: Vec<TokenTree> = body.into_iter().collect();
    let mut out = TokenStream::new();
    let mut at = 0;
    while at < body.len() {
        match (&body[at], body.get(at + 1)) {
            (dollar, Some(TokenTree::Ident(name))) if is(Some(dollar), '$') => {
                let value = bindings.one.get(&name.to_string());
                out.extend(value.unwrap_or_else(|| panic!("`${name}`")).clone());
                at += 2;
            }
            (dollar, Some(TokenTree::Group(inner))) if is(Some(dollar), '$') => {
                for (name, values) in &bindings.many {
                    for value in values {
                        let mut turn = Bindings::default();
                        turn.one.insert(name.clone(), value.clone());
                        out.extend(replaced(inner.stream(), &turn));
                    }
                }
                at += 3;
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
    let mut macros = Macros::default();
    let mut made = Vec::new();
    for item in &file.items {
        let Item::Macro(item) = item else {
            panic!("only macros")
        };
        made.extend(macros.items(item));
    }
    let expected: syn::File = syn::parse_quote! {
        /// A list.
        #[derive(Clone)]
        pub struct List { pub items: Vec<Option<u8>> }
        impl List { pub fn get(&self) -> &Vec<Option<u8>> { &self.items } }
    };
    let made: TokenStream = made.iter().map(ToTokens::to_token_stream).collect();
    assert_eq!(made.to_string(), expected.to_token_stream().to_string());
}
