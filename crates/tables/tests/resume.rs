//! Builds that are stopped or killed continue later, and end with the same file.

use crate::common::{defined, material, shipped};
use crate::move_count::limited;
use crate::small::{PASSING, SPAN};
use hyperrook_tables::{BuildError, BuildEvent, BuildSettings, Metric, Tables};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Builds a table in a folder, stopping after `most` reports of progress. Returns whether the table
/// was completed.
fn build(folder: &Path, text: &str, most: usize) -> bool {
    let chess = shipped("chess", &[]);
    let tables = Tables::new(&chess, folder).unwrap();
    let wanted = [material(chess.definition(), text)];
    let stop = AtomicBool::new(false);
    let mut told = 0;
    let result = tables.build(
        &wanted,
        &BuildSettings::with(1 << 30, 1),
        &stop,
        &mut |event| {
            if let BuildEvent::Progress(_) = event {
                told += 1;
                if told >= most {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        },
    );
    match result {
        Ok(()) => true,
        Err(BuildError::Stopped) => false,
        Err(error) => panic!("{error}"),
    }
}

fn file(folder: &Path, text: &str) -> Vec<u8> {
    let chess = shipped("chess", &[]);
    let tables = Tables::new(&chess, folder).unwrap();
    std::fs::read(tables.path(&material(chess.definition(), text))).unwrap()
}

fn journal(folder: &Path, text: &str) -> std::path::PathBuf {
    let chess = shipped("chess", &[]);
    let tables = Tables::new(&chess, folder).unwrap();
    tables
        .path(&material(chess.definition(), text))
        .with_extension("journal")
}

#[test]
fn a_stopped_build_continues_and_ends_with_the_same_file() {
    let whole = tempfile::tempdir().unwrap();
    assert!(build(whole.path(), "KPK", usize::MAX));
    let expected = file(whole.path(), "KPK");
    assert!(!journal(whole.path(), "KPK").exists());
    let parts = tempfile::tempdir().unwrap();
    let mut rounds = 0;
    while !build(parts.path(), "KPK", 40) {
        rounds += 1;
        assert!(rounds < 100, "it goes on");
        let path = journal(parts.path(), "KPK");
        if rounds % 2 == 0
            && let Ok(bytes) = std::fs::read(&path)
        {
            // As after a power failure while a record was being written.
            std::fs::write(&path, &bytes[..bytes.len().saturating_sub(3)]).unwrap();
        }
    }
    assert!(rounds > 2, "{rounds}");
    assert!(file(parts.path(), "KPK") == expected);
}

/// A limit that takes several rounds of zeroing distances.
#[test]
fn zeroing_distances_go_on_from_their_journals() {
    let text = hyperrook_rules::SHIPPED.iter();
    let (_, text) = text.into_iter().find(|(name, _)| *name == "chess").unwrap();
    let game = defined(&text.replace("moves = 50", "moves = 7"));
    let build = |folder: &Path, most: usize| {
        let tables = Tables::new(&game, folder).unwrap();
        let wanted = [material(game.definition(), "KPK")];
        let (stop, mut told) = (AtomicBool::new(false), 0);
        let settings = BuildSettings::with(1 << 30, 1);
        let result = tables.build(&wanted, &settings, &stop, &mut |event| {
            if let BuildEvent::Progress(progress) = event
                && progress.metric == Metric::Zeroing
            {
                told += 1;
                stop.store(told >= most, Ordering::Relaxed);
            }
        });
        match result {
            Ok(()) => true,
            Err(BuildError::Stopped) => false,
            Err(error) => panic!("{error}"),
        }
    };
    let file = |folder: &Path| {
        let tables = Tables::new(&game, folder).unwrap();
        let path = tables.path(&material(game.definition(), "KPK"));
        (path.with_extension("zeroing"), path)
    };
    let whole = tempfile::tempdir().unwrap();
    assert!(build(whole.path(), usize::MAX));
    let parts = tempfile::tempdir().unwrap();
    let (zeroing, table) = file(parts.path());
    let (mut stops, mut most_journals) = (0, 0);
    while !build(parts.path(), 25) {
        stops += 1;
        assert!(stops < 500, "it goes on");
        let journals =
            (1..20).map(|round| table.with_extension(format!("zeroing-{round}.journal")));
        let journals: Vec<_> = journals.filter(|path| path.exists()).collect();
        most_journals = journals.len().max(most_journals);
        if stops % 3 == 0
            && let Some(path) = journals.last()
        {
            // The machine went down while a record was being written.
            let bytes = std::fs::read(path).unwrap();
            std::fs::write(path, &bytes[..bytes.len().saturating_sub(3)]).unwrap();
        }
    }
    assert!(stops > 2 && most_journals > 1, "{stops} {most_journals}");
    let expected = std::fs::read(file(whole.path()).0).unwrap();
    assert!(std::fs::read(&zeroing).unwrap() == expected);
    let left = std::fs::read_dir(zeroing.parent().unwrap()).unwrap();
    let left = left.flatten().map(|file| file.file_name());
    assert!(
        left.into_iter()
            .all(|name| !name.to_string_lossy().contains("journal"))
    );
}

/// Tables that are solved position by position: capture in passing, and a royal piece of two cells
/// that transforms.
#[test]
fn other_rules_go_on_from_their_journals() {
    for (text, wanted) in [(PASSING, "KPKP"), (SPAN, "KRK")] {
        let game = limited(text, 3);
        let wanted = [material(game.definition(), wanted)];
        // Stops after `most` reports of progress. Returns the files, once all are built.
        let build = |folder: &Path, most: usize| {
            let tables = Tables::new(&game, folder).unwrap();
            let (stop, mut told) = (AtomicBool::new(false), 0);
            let settings = BuildSettings::with(1 << 30, 2);
            let result = tables.build(&wanted, &settings, &stop, &mut |event| {
                if let BuildEvent::Progress(_) = event {
                    told += 1;
                    stop.store(told >= most, Ordering::Relaxed);
                }
            });
            match result {
                Ok(()) => {
                    let files = std::fs::read_dir(tables.folder()).unwrap().flatten();
                    let mut files: Vec<_> = files
                        .map(|file| (file.file_name(), std::fs::read(file.path()).unwrap()))
                        .collect();
                    files.sort();
                    Some(files)
                }
                Err(BuildError::Stopped) => None,
                Err(error) => panic!("{error}"),
            }
        };
        let whole = tempfile::tempdir().unwrap();
        let expected = build(whole.path(), usize::MAX).unwrap();
        let parts = tempfile::tempdir().unwrap();
        let mut stops = 0;
        let found = loop {
            // Parts that the journal has are reported as well, so each run gets further.
            if let Some(files) = build(parts.path(), 7 * (stops + 1)) {
                break files;
            }
            stops += 1;
            let folder = Tables::new(&game, parts.path()).unwrap();
            let files = std::fs::read_dir(folder.folder()).unwrap().flatten();
            let journal = files
                .map(|file| file.path())
                .find(|path| path.extension().is_some_and(|end| end == "journal"));
            if let Some(path) = journal
                && stops % 3 == 0
            {
                // The machine went down while a record was being written.
                let bytes = std::fs::read(&path).unwrap();
                std::fs::write(&path, &bytes[..bytes.len().saturating_sub(3)]).unwrap();
            }
        };
        assert!(stops > 4, "{stops}");
        assert!(found == expected, "{wanted:?}");
    }
}

#[test]
fn a_changed_bit_of_a_journal_does_not_change_the_table() {
    let whole = tempfile::tempdir().unwrap();
    assert!(build(whole.path(), "KPK", usize::MAX));
    let expected = file(whole.path(), "KPK");
    let parts = tempfile::tempdir().unwrap();
    assert!(!build(parts.path(), "KPK", 100));
    let path = journal(parts.path(), "KPK");
    let bytes = std::fs::read(&path).unwrap();
    // Where the whole records begin.
    let (mut records, mut next) = (Vec::new(), 40);
    while let Some(length) = bytes.get(next..).and_then(|rest| rest.first_chunk()) {
        let end = next + 24 + u32::from_le_bytes(*length) as usize;
        if end <= bytes.len() {
            records.push(next);
        }
        next = end;
    }
    assert!(records.len() > 4, "{}", records.len());
    let [first, .., last] = records[..] else {
        unreachable!()
    };
    // The length, the checksum, the pass, the chunk, the positions looked at, the content.
    for (record, byte) in [0, 4, 8, 12, 16, 23, 24]
        .iter()
        .flat_map(|byte| [(first, byte), (last, byte)])
    {
        let mut changed = bytes.clone();
        changed[record + byte] ^= 1;
        std::fs::write(&path, changed).unwrap();
        assert!(build(parts.path(), "KPK", usize::MAX));
        assert!(
            file(parts.path(), "KPK") == expected,
            "byte {byte} of the record at {record}"
        );
        std::fs::remove_file(path.with_extension("table")).unwrap();
    }
}

#[test]
fn journals_of_other_builds_are_replaced_and_other_files_are_not() {
    let folder = tempfile::tempdir().unwrap();
    assert!(build(folder.path(), "KRK", usize::MAX));
    let expected = file(folder.path(), "KRK");
    let chess = shipped("chess", &[]);
    let tables = Tables::new(&chess, folder.path()).unwrap();
    let wanted = [material(chess.definition(), "KRK")];
    std::fs::remove_file(tables.path(&wanted[0])).unwrap();
    let journal = journal(folder.path(), "KRK");
    for notes in ["my notes", "n", &"notes".repeat(1_000)] {
        std::fs::write(&journal, notes).unwrap();
        let stop = AtomicBool::new(false);
        let built = tables.build(&wanted, &BuildSettings::default(), &stop, &mut |_| ());
        let error = built.unwrap_err().to_string();
        assert!(error.contains("not the journal of a build"), "{error}");
        assert_eq!(std::fs::read_to_string(&journal).unwrap(), notes);
    }
    for other in [
        "",
        "HRJ",
        "HRJOURN1",
        &format!("HRJOURN3{}", "x".repeat(5_000)),
    ] {
        std::fs::write(&journal, other).unwrap();
        assert!(build(folder.path(), "KRK", usize::MAX));
        assert!(file(folder.path(), "KRK") == expected);
        assert!(!journal.exists());
        std::fs::remove_file(tables.path(&wanted[0])).unwrap();
    }
}

#[test]
fn a_table_that_is_built_again_keeps_no_files_of_the_old_one() {
    let folder = tempfile::tempdir().unwrap();
    assert!(build(folder.path(), "KPK", usize::MAX));
    let chess = shipped("chess", &[]);
    let tables = Tables::new(&chess, folder.path()).unwrap();
    let table = tables.path(&material(chess.definition(), "KPK"));
    let (zeroing, unfinished) = (
        table.with_extension("zeroing"),
        table.with_file_name(".unfinished-1"),
    );
    let expected = std::fs::read(&zeroing).unwrap();
    std::fs::remove_file(&table).unwrap();
    std::fs::write(&zeroing, "of another table").unwrap();
    std::fs::write(&unfinished, "half a table").unwrap();
    assert!(build(folder.path(), "KPK", usize::MAX));
    assert!(std::fs::read(&zeroing).unwrap() == expected);
    assert!(!unfinished.exists());
}

#[test]
fn a_folder_that_cannot_be_written_is_a_clear_error() {
    let folder = tempfile::tempdir().unwrap();
    let blocked = folder.path().join("file");
    std::fs::write(&blocked, "not a folder").unwrap();
    let chess = shipped("chess", &[]);
    let tables = Tables::new(&chess, &blocked).unwrap();
    let wanted = [material(chess.definition(), "KRK")];
    let stop = AtomicBool::new(false);
    let error = tables
        .build(&wanted, &BuildSettings::default(), &stop, &mut |_| ())
        .unwrap_err();
    assert!(error.to_string().contains("file/chess-"), "{error}");
}
