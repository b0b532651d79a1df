//! What a token may do.

use axum::http::Method;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Whether requests of a method only read.
pub(crate) fn is_safe(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// What a token may do. A session may do everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TokenScope {
    /// Start games and seeks, move, store and publish definitions, store analyses, ask for
    /// reports and playtests, and store progress in lessons.
    Play,
    /// Read whatever the user can see.
    Read,
    /// Manage the account: tokens, settings, sessions, the export, the deletion.
    Account,
}

impl TokenScope {
    /// What a new token may do if nothing is said.
    pub(crate) const DEFAULT: [TokenScope; 2] = [TokenScope::Play, TokenScope::Read];

    /// As it is stored and shown.
    pub(crate) fn name(self) -> &'static str {
        match self {
            TokenScope::Play => "play",
            TokenScope::Read => "read",
            TokenScope::Account => "account",
        }
    }

    fn named(name: &str) -> Option<TokenScope> {
        let all = [TokenScope::Play, TokenScope::Read, TokenScope::Account];
        all.into_iter().find(|scope| scope.name() == name)
    }

    /// The stored text of a set of scopes.
    pub(crate) fn write(scopes: &[TokenScope]) -> String {
        let mut scopes = scopes.to_vec();
        scopes.sort_unstable();
        scopes.dedup();
        let names: Vec<&str> = scopes.into_iter().map(TokenScope::name).collect();
        names.join(" ")
    }

    /// The scopes in a stored text.
    pub(crate) fn read(text: &str) -> Vec<TokenScope> {
        text.split_whitespace()
            .filter_map(TokenScope::named)
            .collect()
    }

    /// What a request needs.
    pub(crate) fn needed(method: &Method, path: &str, is_stateless: bool) -> TokenScope {
        if ["/api/me/tokens", "/api/me/export"]
            .iter()
            .any(|start| path.starts_with(start))
        {
            return TokenScope::Account;
        }
        let plays = [
            "/api/play",
            "/api/seeks",
            "/api/definitions",
            "/api/analyses",
            "/api/reports",
            "/api/playtests",
            "/api/published",
            "/api/me/progress",
        ];
        if is_safe(method) || is_stateless {
            TokenScope::Read
        } else if plays.iter().any(|start| path.starts_with(start)) {
            TokenScope::Play
        } else {
            TokenScope::Account
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_stored_as_words() {
        let text = TokenScope::write(&[TokenScope::Account, TokenScope::Play, TokenScope::Account]);
        assert_eq!(text, "play account");
        assert_eq!(
            TokenScope::read(&text),
            [TokenScope::Play, TokenScope::Account]
        );
        assert_eq!(TokenScope::read("play nonsense"), [TokenScope::Play]);
    }

    #[test]
    fn what_is_not_playing_or_reading_needs_the_account() {
        let needed =
            |method, path| TokenScope::needed(&method, path, path.starts_with("/api/rules/"));
        assert_eq!(needed(Method::GET, "/api/me"), TokenScope::Read);
        assert_eq!(needed(Method::GET, "/api/socket"), TokenScope::Read);
        assert_eq!(needed(Method::POST, "/api/rules/view"), TokenScope::Read);
        assert_eq!(needed(Method::POST, "/api/play"), TokenScope::Play);
        assert_eq!(
            needed(Method::POST, "/api/play/x/actions"),
            TokenScope::Play
        );
        assert_eq!(needed(Method::DELETE, "/api/seeks/x"), TokenScope::Play);
        assert_eq!(needed(Method::GET, "/api/me/tokens"), TokenScope::Account);
        assert_eq!(needed(Method::GET, "/api/me/export"), TokenScope::Account);
        for (method, path) in [
            (Method::POST, "/api/me/tokens"),
            (Method::DELETE, "/api/me/tokens/x"),
            (Method::POST, "/api/logout-everywhere"),
            (Method::POST, "/api/password"),
            (Method::DELETE, "/api/me"),
            (Method::PUT, "/api/me/settings"),
            (Method::POST, "/api/anything-new"),
        ] {
            assert_eq!(needed(method, path), TokenScope::Account, "{path}");
        }
    }
}
