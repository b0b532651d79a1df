//! The pages of the web client, so that other addresses are answered with the status 404.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The client's own list: names of pages and patterns of their paths, such as `/play/:id` or
/// `/analysis/:id?`.
static PAGES: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let text = include_str!("../../../web/src/lib/pages.json");
    serde_json::from_str(text).unwrap_or_default()
});

/// Whether the client has a page at a path, which is as the request has it. The rules are those
/// of `web/src/lib/router.ts`.
pub(crate) fn exist(path: &str) -> bool {
    PAGES.values().any(|pattern| matches(pattern, path))
}

fn matches(pattern: &str, path: &str) -> bool {
    let mut path = parts(path);
    let fits = parts(pattern).all(|expected| match path.next() {
        Some(part) if expected.starts_with(':') => is_text(part),
        Some(part) => part == expected,
        None => expected.starts_with(':') && expected.ends_with('?'),
    });
    fits && path.next().is_none()
}

/// The parts of a path between its slashes. Those at its end make no difference.
fn parts(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|part| !part.is_empty())
}

/// Whether a part of a path is the percent encoding of a text.
fn is_text(part: &str) -> bool {
    let mut pieces = part.as_bytes().split(|&byte| byte == b'%');
    let mut bytes = pieces.next().unwrap_or_default().to_vec();
    for piece in pieces {
        let Some((digits, rest)) = piece.split_at_checked(2) else {
            return false;
        };
        let Ok(byte) = hex::decode(digits) else {
            return false;
        };
        bytes.extend(byte);
        bytes.extend(rest);
    }
    std::str::from_utf8(&bytes).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    /// Addresses with a page and without one. The client has the same test
    /// (`web/tests/navigation.test.ts`).
    #[derive(Deserialize)]
    struct Addresses {
        pages: Vec<String>,
        none: Vec<String>,
    }

    #[test]
    fn knows_the_pages_that_the_client_knows() {
        let text = include_str!("../../../web/tests/fixtures/addresses.json");
        let addresses: Addresses = serde_json::from_str(text).unwrap();
        for path in &addresses.pages {
            assert!(exist(path), "{path}");
        }
        for path in &addresses.none {
            assert!(!exist(path), "{path}");
        }
        assert!(PAGES.len() > 20);
    }
}
