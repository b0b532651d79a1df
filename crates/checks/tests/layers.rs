//! The server's core knows nothing of clients.

use hyperrook_checks::forbidden_uses;
use std::collections::BTreeSet;
use std::path::Path;

/// What clients see, and what talks with them.
const CLIENTS: [&str; 8] = [
    "hyperrook_view",
    "hyperrook_explain::types",
    "axum",
    "crate::api",
    "crate::live",
    "crate::messages",
    "crate::socket",
    "crate::cluster",
];
/// What reads and writes.
const STORES: [&str; 4] = ["crate::store", "crate::time", "sqlx", "tokio"];

fn found(layer: &str, forbidden: &[&str]) -> BTreeSet<String> {
    let server = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/src");
    assert!(server.join(layer).is_dir(), "no folder {layer}");
    forbidden_uses(&server, layer, forbidden).unwrap()
}

#[test]
fn games_on_the_server_know_neither_clients_nor_a_store() {
    let found = found("game", &[&CLIENTS[..], &STORES].concat());
    assert!(
        found.is_empty(),
        "`game` works out what changes from games and actions alone: {found:#?}"
    );
}

#[test]
fn the_store_knows_no_clients() {
    let found = found("store", &CLIENTS);
    assert!(
        found.is_empty(),
        "what clients see is derived from what is stored, last of all: {found:#?}"
    );
}

/// Where these uses belong, they are found.
#[test]
fn the_messages_use_what_clients_see() {
    let messages = found("messages", &CLIENTS);
    assert!(
        messages.contains("messages/from_game uses hyperrook_view::types::GameRef"),
        "{messages:#?}"
    );
    let store = found("store", &["sqlx", "crate::game::model"]);
    assert!(
        store.contains("store/rows uses crate::game::model::StoredGame"),
        "{store:#?}"
    );
}
