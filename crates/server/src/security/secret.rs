//! Random ids and secrets.

use sha2::{Digest, Sha256};

/// Letters and digits that people do not confuse.
const ALPHABET: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";

/// A new id: 12 characters, 60 random bits.
pub(crate) fn id() -> String {
    let bytes: [u8; 12] = rand::random();
    let letters = bytes.iter().map(|byte| ALPHABET[usize::from(byte % 32)]);
    letters.map(char::from).collect()
}

/// Whether a text can be an id.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == 12 && text.bytes().all(|byte| ALPHABET.contains(&byte))
}

/// A new secret: 32 random bytes in hexadecimal.
pub(crate) fn secret() -> String {
    let bytes: [u8; 32] = rand::random();
    hex::encode(bytes)
}

/// Whether a text can be a secret.
pub(crate) fn is_secret(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// What is stored of a secret.
pub(crate) fn hash(secret: &str) -> String {
    hex::encode(Sha256::digest(secret.as_bytes()))
}

/// The token against forged requests that goes with a session's secret. Another
/// site can make a browser send the cookie, but cannot know this.
pub(crate) fn csrf(secret: &str) -> String {
    let mut text = hash(&format!("hyperrook csrf {secret}"));
    text.truncate(32);
    text
}

/// Heads or tails.
pub(crate) fn random_bool() -> bool {
    rand::random()
}
