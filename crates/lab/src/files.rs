//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file. If the program or the machine stops in between, there is the old file or the
/// new one, whole.
///
/// # Errors
/// If it cannot be written. The old file is left as it was.
pub fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    // Two programs that write the same file do not meet in one new file.
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let new = path.with_file_name(name);
    let written = File::create(&new).and_then(|mut file| {
        file.write_all(content)?;
        // Renamed before its content is on the disk, the file could be empty after a power cut.
        file.sync_all()?;
        fs::rename(&new, path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&new);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::replace_file;

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        replace_file(&path, b"old").unwrap();
        replace_file(&path, b"new").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_replaced_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("folder");
        std::fs::create_dir(&path).unwrap();
        std::fs::write(path.join("inside"), "a").unwrap();
        assert!(replace_file(&path, b"new").is_err());
        assert!(path.join("inside").exists());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
