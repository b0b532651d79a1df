//! Files that are written completely or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file. If the program or the machine stops in between, either the old file or the
/// complete new one remains.
///
/// # Errors
/// If the file cannot be written. The old file then stays unchanged.
pub fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    // The name is unique, so that two programs that write the same file do not interfere.
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let new = path.with_file_name(name);
    let written = File::create(&new).and_then(|mut file| {
        file.write_all(content)?;
        // If the file were renamed before its content is on the disk, it could be empty after a
        // power cut.
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
    fn a_replaced_file_leaves_no_other_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        replace_file(&path, b"old").unwrap();
        replace_file(&path, b"new").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_that_cannot_be_replaced_stays_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("folder");
        std::fs::create_dir(&path).unwrap();
        std::fs::write(path.join("inside"), "a").unwrap();
        assert!(replace_file(&path, b"new").is_err());
        assert!(path.join("inside").exists());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
