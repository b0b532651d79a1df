//! What a token may do.

use axum::http::Method;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a token may do. A session may do everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Scope {
    /// Start games and seeks, move, and store definitions and analyses.
    Play,
    /// Read whatever the user can see.
    Read,
    /// Manage the account: tokens, settings, sessions, the export, the deletion.
    Account,
}

impl Scope {
    /// What a new token may do if nothing is said.
    pub(crate) const USUAL: [Scope; 2] = [Scope::Play, Scope::Read];

    /// As it is stored and shown.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Scope::Play => "play",
            Scope::Read => "read",
            Scope::Account => "account",
        }
    }

    fn named(name: &str) -> Option<Scope> {
        let all = [Scope::Play, Scope::Read, Scope::Account];
        all.into_iter().find(|scope| scope.name() == name)
    }

    /// The stored text of several.
    pub(crate) fn write(scopes: &[Scope]) -> String {
        let mut scopes = scopes.to_vec();
        scopes.sort_unstable();
        scopes.dedup();
        let names: Vec<&str> = scopes.into_iter().map(Scope::name).collect();
        names.join(" ")
    }

    /// Those of a stored text.
    pub(crate) fn read(text: &str) -> Vec<Scope> {
        text.split_whitespace().filter_map(Scope::named).collect()
    }

    /// What a request needs.
    pub(super) fn needed(method: &Method, path: &str, is_stateless: bool) -> Scope {
        let is_safe = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
        if ["/api/me/tokens", "/api/me/export"]
            .iter()
            .any(|start| path.starts_with(start))
        {
            return Scope::Account;
        }
        let plays = [
            "/api/play",
            "/api/seeks",
            "/api/definitions",
            "/api/analyses",
        ];
        if is_safe || is_stateless {
            Scope::Read
        } else if plays.iter().any(|start| path.starts_with(start)) {
            Scope::Play
        } else {
            Scope::Account
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_stored_as_words() {
        let text = Scope::write(&[Scope::Account, Scope::Play, Scope::Account]);
        assert_eq!(text, "play account");
        assert_eq!(Scope::read(&text), [Scope::Play, Scope::Account]);
        assert_eq!(Scope::read("play nonsense"), [Scope::Play]);
    }

    #[test]
    fn what_is_not_playing_or_reading_needs_the_account() {
        let needed = |method, path| Scope::needed(&method, path, path.starts_with("/api/rules/"));
        assert_eq!(needed(Method::GET, "/api/me"), Scope::Read);
        assert_eq!(needed(Method::GET, "/api/socket"), Scope::Read);
        assert_eq!(needed(Method::POST, "/api/rules/view"), Scope::Read);
        assert_eq!(needed(Method::POST, "/api/play"), Scope::Play);
        assert_eq!(needed(Method::POST, "/api/play/x/actions"), Scope::Play);
        assert_eq!(needed(Method::DELETE, "/api/seeks/x"), Scope::Play);
        assert_eq!(needed(Method::GET, "/api/me/tokens"), Scope::Account);
        assert_eq!(needed(Method::GET, "/api/me/export"), Scope::Account);
        for (method, path) in [
            (Method::POST, "/api/me/tokens"),
            (Method::DELETE, "/api/me/tokens/x"),
            (Method::POST, "/api/logout-everywhere"),
            (Method::POST, "/api/password"),
            (Method::DELETE, "/api/me"),
            (Method::PUT, "/api/me/settings"),
            (Method::POST, "/api/anything-new"),
        ] {
            assert_eq!(needed(method, path), Scope::Account, "{path}");
        }
    }
}
