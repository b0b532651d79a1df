//! Reading files that users name.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The maximum size of a short file that people can edit: of weights or search parameters.
pub const MAX_SETTINGS_BYTES: u64 = 1 << 20;
/// The maximum size of a file of data: of openings, positions, or the results of games.
pub const MAX_DATA_BYTES: u64 = 1 << 30;

/// Opens a regular file. A pipe could block its reader forever, and a device may have no end.
///
/// # Errors
/// If the file cannot be opened, or is something else.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let metadata = std::fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !metadata.is_file() {
        let message = "this is a pipe or a device; give a file";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    File::open(path)
}

/// Reads a regular file of at most so many bytes.
///
/// # Errors
/// If it cannot be read, is longer, or is not a file.
pub fn read_regular(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = open_regular(path)?;
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let message = format!(
            "it is longer than {} KiB, the maximum for such a file",
            most / 1024
        );
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// The same for a text in UTF-8.
///
/// # Errors
/// As for [`read_regular`], and if it is not such a text.
pub fn read_regular_text(path: &Path, most: u64) -> io::Result<String> {
    utf8(read_regular(path, most)?)
}

/// Bytes as text.
///
/// # Errors
/// If they are not text in UTF-8. The message names the first line and column that are not.
pub fn utf8(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes)
        .map_err(|error| not_utf8(error.as_bytes(), error.utf8_error().valid_up_to()))
}

/// The error for bytes that are text in UTF-8 only up to some place.
pub fn not_utf8(bytes: &[u8], valid: usize) -> io::Error {
    let (text, rest) = bytes.split_at(valid);
    let line = 1 + text.iter().filter(|&&byte| byte == b'\n').count();
    let start = text
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |at| at + 1);
    // Characters begin with a byte that is no continuation byte.
    let begins = |byte: &&u8| **byte & 0b1100_0000 != 0b1000_0000;
    let column = 1 + text[start..].iter().filter(begins).count();
    let byte = rest.first().copied().unwrap_or_default();
    let error = NotUtf8 { line, column, byte };
    io::Error::new(io::ErrorKind::InvalidData, error)
}

/// The first place of a text that is not UTF-8.
#[derive(Debug, thiserror::Error)]
#[error("line {line}, column {column}: {}", self.what())]
struct NotUtf8 {
    line: usize,
    column: usize,
    byte: u8,
}

impl NotUtf8 {
    fn what(&self) -> String {
        let byte = self.byte;
        format!("this is not text in UTF-8 (byte {byte:#04x}); save it as UTF-8")
    }
}

/// An error with a file whose place in the file is known, as `file:1:1: error`.
pub fn placed_error(path: &str, error: &io::Error) -> Option<String> {
    let error: &NotUtf8 = error.get_ref()?.downcast_ref()?;
    Some(format!(
        "{path}:{}:{}: {}",
        error.line,
        error.column,
        error.what()
    ))
}

/// An error with a file in words, with what to do.
pub fn file_error(error: &io::Error) -> String {
    let text = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder; check the path",
        io::ErrorKind::PermissionDenied => "you may not open it; check its permissions",
        io::ErrorKind::IsADirectory => "this is a folder; give a file",
        io::ErrorKind::AlreadyExists => "a file is in the way; choose another name",
        io::ErrorKind::NotADirectory => "a part of the path is a file, not a folder",
        // Others say themselves what is wrong, and where.
        io::ErrorKind::InvalidData if error.get_ref().is_none() => {
            "this is not text in UTF-8; save it as UTF-8"
        }
        io::ErrorKind::StorageFull => "the disk is full; free some space",
        io::ErrorKind::ReadOnlyFilesystem => "nothing can be written there; choose another place",
        _ => return error.to_string(),
    };
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_limited_length_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "12345").unwrap();
        assert_eq!(read_regular_text(&path, 5).unwrap(), "12345");
        let kind = |path: &Path| read_regular_text(path, 4).unwrap_err().kind();
        assert_eq!(kind(&path), io::ErrorKind::FileTooLarge);
        assert_eq!(kind(folder.path()), io::ErrorKind::IsADirectory);
        assert_eq!(kind(&folder.path().join("b")), io::ErrorKind::NotFound);
        std::fs::write(&path, [0xff]).unwrap();
        assert_eq!(kind(&path), io::ErrorKind::InvalidData);
        let message = utf8(b"one\nd\xc3\xbcr \xf6".to_vec())
            .unwrap_err()
            .to_string();
        assert!(message.starts_with("line 2, column 5: "), "{message}");
        assert!(message.contains("0xf6"), "{message}");
        let error = utf8(b"one\n\xf6".to_vec()).unwrap_err();
        assert_eq!(
            placed_error("a.toml", &error).unwrap(),
            "a.toml:2:1: this is not text in UTF-8 (byte 0xf6); save it as UTF-8"
        );
        assert_eq!(placed_error("a", &io::ErrorKind::NotFound.into()), None);
        #[cfg(unix)]
        assert_eq!(kind(Path::new("/dev/zero")), io::ErrorKind::InvalidInput);
    }
}
