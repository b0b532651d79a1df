//! The files that make an engine what it is: its program, and the files that its options name, such as a
//! network.

use super::program::{in_folder_of, program_file};
use super::spec::EngineSpec;
use hyperrook_catalogue::regular_file::open_regular;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The SHA-256 digests of the files of two engines, by what they are: `program`, or `option EvalFile`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct EngineFiles([BTreeMap<String, String>; 2]);

impl EngineFiles {
    /// The files as they are now. Those that cannot be read are left out.
    pub(super) fn of(engines: &[EngineSpec; 2]) -> EngineFiles {
        // Both engines often have the same program, with other options.
        let mut known: HashMap<PathBuf, Option<String>> = HashMap::new();
        EngineFiles(engines.each_ref().map(|spec| {
            let files = files(spec).into_iter();
            let digests = files.filter_map(|(what, path)| {
                let digest = known
                    .entry(path)
                    .or_insert_with_key(|path| sha256_of(path).ok());
                Some((what, digest.clone()?))
            });
            digests.collect()
        }))
    }

    /// The files that are other ones than before, one line each. Files that were not there before are
    /// not compared.
    pub(super) fn changed_since(&self, before: &EngineFiles, engines: &[EngineSpec; 2]) -> String {
        let mut lines = String::new();
        for (index, spec) in engines.iter().enumerate() {
            let paths: BTreeMap<String, PathBuf> = files(spec).into_iter().collect();
            for (what, digest) in &before.0[index] {
                if self.0[index].get(what) != Some(digest) {
                    let path = paths.get(what).map(|path| format!(" ({})", path.display()));
                    let path = path.unwrap_or_default();
                    lines += &format!("\n  engine {}: {what}{path}", index + 1);
                }
            }
        }
        lines
    }
}

/// The files of an engine that may exist, by what they are.
fn files(spec: &EngineSpec) -> Vec<(String, PathBuf)> {
    let program = program_file(spec).map(|path| ("program".to_owned(), path));
    // The engine writes its log during the match.
    let is_read = |(name, _): &&(String, String)| !name.to_ascii_lowercase().contains("log");
    let options = spec.options.iter().filter(is_read).map(|(name, value)| {
        let path = in_folder_of(spec, Path::new(value));
        (format!("option {name}"), path)
    });
    program.into_iter().chain(options).collect()
}

/// The SHA-256 digest of a regular file.
pub(super) fn sha256_of(path: &Path) -> io::Result<String> {
    let mut file = open_regular(path)?;
    let mut hasher = Sha256::new();
    let mut part = vec![0; 1 << 20];
    loop {
        match file.read(&mut part)? {
            0 => return Ok(hex::encode(hasher.finalize())),
            length => hasher.update(&part[..length]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::spec::EngineText;
    use std::fs;

    fn spec(words: &str) -> EngineSpec {
        let text: EngineText = words.parse().unwrap();
        EngineSpec::new(1, &EngineText::default(), &text).unwrap()
    }

    #[test]
    fn a_changed_network_is_named_and_a_log_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        for name in ["net", "log", "late"] {
            write(name, "one");
        }
        fs::remove_file(folder.path().join("late")).unwrap();
        let directory = folder.path().display();
        let words =
            "option.EvalFile=net 'option.Debug Log File=log' option.Book=late option.Hash=16";
        let engines = [
            spec(&format!("cmd=none st=1 dir={directory} {words}")),
            spec("cmd=none st=1"),
        ];
        let before = EngineFiles::of(&engines);
        assert_eq!(before.0[0].len(), 1);
        let changes = || EngineFiles::of(&engines).changed_since(&before, &engines);
        write("log", "two");
        write("late", "two");
        assert_eq!(changes(), "");
        write("net", "two");
        let changed = changes();
        assert!(
            changed.starts_with("\n  engine 1: option EvalFile ("),
            "{changed}"
        );
        fs::remove_file(folder.path().join("net")).unwrap();
        assert_eq!(changes(), changed);
        write("net", "one");
        assert_eq!(changes(), "");
    }

    #[cfg(unix)]
    #[test]
    fn programs_are_found_by_path_and_by_name() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("engine");
        fs::write(&program, "#!/bin/sh\n").unwrap();
        let directory = folder.path().display();
        let found = |words: &str| program_file(&spec(&format!("{words} st=1")));
        let inside = format!("cmd=./engine dir={directory}");
        assert_eq!(found(&inside), None);
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(found(&inside), Some(folder.path().join("./engine")));
        assert_eq!(found(&format!("cmd={directory}/engine")), Some(program));
        assert_eq!(found(&format!("cmd=engine dir={directory}")), None);
        assert!(found("cmd=sh").unwrap().ends_with("sh"));
    }
}
