//! Definitions with the texts they were read from.

use crate::CatalogueError;
use crate::regular_file::utf8;
use hyperrook_rules::{GameFile, SHIPPED};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The maximum number of bytes read from a definition file. The parser has a lower limit, and
/// reports files above it.
const MAX_BYTES: u64 = 1 << 20;

/// Where a definition comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceOrigin {
    /// It comes with the program.
    Shipped,
    /// It was read from this file.
    File(PathBuf),
    /// It was given as a text.
    Text,
}

/// A definition, and the text it was read from.
#[derive(Clone, Debug)]
pub struct GameSource {
    file: GameFile,
    text: Arc<str>,
    hash: String,
    origin: SourceOrigin,
}

/// The SHA-256 of a text, in hexadecimal, by which stored definitions are identified.
pub fn hash_of_text(text: &str) -> String {
    hex::encode(Sha256::digest(text.as_bytes()))
}

/// Whether the text with this hash is that of a shipped game.
pub fn is_shipped(hash: &str) -> bool {
    static HASHES: OnceLock<Vec<String>> = OnceLock::new();
    let hashes =
        HASHES.get_or_init(|| SHIPPED.iter().map(|(_, text)| hash_of_text(text)).collect());
    hashes.iter().any(|known| known == hash)
}

impl GameSource {
    /// A definition that has already been parsed, with the text it comes from. The text may be in
    /// an older format than the parsed definition; its hash stays the same.
    pub fn new(file: GameFile, text: &str, origin: SourceOrigin) -> GameSource {
        GameSource {
            file,
            hash: hash_of_text(text),
            text: text.into(),
            origin,
        }
    }

    /// Parses the text of a definition. `file_name` is the name used in fault messages.
    ///
    /// # Errors
    /// [`CatalogueError::Faults`].
    pub fn parse(file_name: &str, text: &str) -> Result<GameSource, CatalogueError> {
        GameSource::parse_from(file_name, text, SourceOrigin::Text)
    }

    fn parse_from(
        file_name: &str,
        text: &str,
        origin: SourceOrigin,
    ) -> Result<GameSource, CatalogueError> {
        match GameFile::parse(file_name, text) {
            Ok(file) => Ok(GameSource::new(file, text, origin)),
            Err(faults) => Err(CatalogueError::Faults {
                text: text.into(),
                faults,
            }),
        }
    }

    /// Reads a definition file.
    ///
    /// # Errors
    /// If it cannot be read or has faults.
    pub fn read(path: &Path) -> Result<GameSource, CatalogueError> {
        let file = File::open(path).map_err(|error| CatalogueError::read(path, error))?;
        GameSource::read_opened(path, file)
    }

    /// Reads a definition file that is open. `path` is its path.
    pub(crate) fn read_opened(path: &Path, file: File) -> Result<GameSource, CatalogueError> {
        let text = read_text(file).map_err(|error| CatalogueError::read(path, error))?;
        let origin = SourceOrigin::File(path.to_owned());
        GameSource::parse_from(&path.display().to_string(), &text, origin)
    }

    /// The definition of a shipped game.
    pub(crate) fn shipped(name: &str) -> Option<GameSource> {
        let (_, text) = SHIPPED.iter().find(|(shipped, _)| *shipped == name)?;
        let file = GameFile::shipped(name)?;
        Some(GameSource::new(file, text, SourceOrigin::Shipped))
    }

    /// The game's name.
    pub fn name(&self) -> &str {
        self.file.name()
    }

    /// The definition file, with its options not chosen yet.
    pub fn file(&self) -> &GameFile {
        &self.file
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn shared_text(&self) -> Arc<str> {
        Arc::clone(&self.text)
    }

    /// The hash of the text, see [`hash_of_text`].
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Where the definition comes from.
    pub fn origin(&self) -> &SourceOrigin {
        &self.origin
    }

    /// The file it was read from, if it was read from one.
    pub fn path(&self) -> Option<&Path> {
        match &self.origin {
            SourceOrigin::File(path) => Some(path),
            SourceOrigin::Shipped | SourceOrigin::Text => None,
        }
    }
}

/// Reads a text of limited length.
fn read_text(file: File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.take(MAX_BYTES).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == MAX_BYTES {
        // The last character may be cut off. The parser says that the text is too long.
        return Ok(String::from_utf8_lossy(&bytes).into_owned());
    }
    utf8(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wherever the reader stops, even inside a character.
    #[test]
    fn of_a_long_file_the_length_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long.toml");
        for before in ["#", "# "] {
            let text = before.to_owned() + &"ü".repeat(MAX_BYTES as usize);
            std::fs::write(&path, text).unwrap();
            let error = GameSource::read(&path).unwrap_err();
            let CatalogueError::Faults { faults, .. } = error else {
                panic!("{error}");
            };
            let text = faults.to_string();
            assert!(text.contains("it may have 262144"), "{text}");
        }
    }
}
