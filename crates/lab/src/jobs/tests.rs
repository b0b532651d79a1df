//! Runs that are stopped, continued or damaged.

use super::*;
use crate::line_journal::LineJournal;
use crate::line_journal::tests::without_checksums;
use hyperrook_rules::Game;
use serde_json::json;

fn header(seed: u64) -> JobsHeader {
    let chess = Game::shipped("chess").unwrap();
    JobsHeader::new("squares", chess.definition(), json!({ "seed": seed }))
}

/// Runs jobs that square their numbers, at most `most` of them, and returns the results that were
/// passed on.
fn squares(
    journal: Option<&Path>,
    header: &JobsHeader,
    (jobs, threads, most): (u64, usize, usize),
) -> Result<(JobsEnd, Vec<u64>), JobsError> {
    let stop = AtomicBool::new(false);
    let begun = AtomicUsize::new(0);
    let how = JobsRun {
        journal,
        jobs,
        round: None,
        threads,
        stop: &stop,
    };
    let worker = || {
        |number: u64| {
            if begun.fetch_add(1, Ordering::Relaxed) + 1 >= most {
                stop.store(true, Ordering::Relaxed);
            }
            // Later jobs take less time.
            std::thread::sleep(Duration::from_micros(jobs.saturating_sub(number) * 10));
            Some(number * number)
        }
    };
    let mut seen = Vec::new();
    let end = run(header, &how, worker, &mut |event| {
        if let JobsEvent::Result(number, &result) = event {
            assert_eq!(number, seen.len() as u64);
            seen.push(result);
        }
        ControlFlow::Continue(())
    })?;
    Ok((end, seen))
}

fn all(jobs: u64) -> Vec<u64> {
    (0..jobs).map(|n| n * n).collect()
}

#[test]
fn results_come_in_order_with_any_number_of_threads() {
    for threads in [1, 2, 7] {
        let (end, seen) = squares(None, &header(1), (50, threads, usize::MAX)).unwrap();
        assert_eq!((end, seen), (JobsEnd::Complete, all(50)));
    }
    let (end, seen) = squares(None, &header(1), (0, 2, usize::MAX)).unwrap();
    assert_eq!((end, seen), (JobsEnd::Complete, Vec::new()));
}

#[test]
fn a_run_that_was_stopped_ends_like_one_that_was_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/jobs.journal");
    let (end, seen) = squares(Some(&path), &header(1), (40, 2, 9)).unwrap();
    assert_eq!(end, JobsEnd::Stopped);
    assert!(seen.len() <= 11 && seen == all(seen.len() as u64));
    // A kill leaves half a line.
    let mut text = std::fs::read(&path).unwrap();
    text.extend_from_slice(br#"{"job":39,"resu"#);
    std::fs::write(&path, &text).unwrap();
    let (end, _) = squares(Some(&path), &header(1), (40, 3, 12)).unwrap();
    assert_eq!(end, JobsEnd::Stopped);
    let (end, seen) = squares(Some(&path), &header(1), (40, 1, usize::MAX)).unwrap();
    assert_eq!((end, seen), (JobsEnd::Complete, all(40)));
    // More jobs, and fewer.
    let (end, seen) = squares(Some(&path), &header(1), (45, 2, usize::MAX)).unwrap();
    assert_eq!((end, seen), (JobsEnd::Complete, all(45)));
    let (end, seen) = squares(Some(&path), &header(1), (10, 2, usize::MAX)).unwrap();
    assert_eq!((end, seen), (JobsEnd::Complete, all(10)));
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count(), 46);
}

#[test]
fn a_run_is_stopped_while_it_reads_its_journal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("jobs.journal");
    let (end, _) = squares(Some(&path), &header(1), (40, 2, usize::MAX)).unwrap();
    assert_eq!(end, JobsEnd::Complete);
    let text = std::fs::read(&path).unwrap();
    let stop = AtomicBool::new(false);
    for seen_before in [0, 7] {
        stop.store(seen_before == 0, Ordering::Relaxed);
        let how = JobsRun {
            journal: Some(&path),
            jobs: 50,
            round: None,
            threads: 2,
            stop: &stop,
        };
        let mut seen = 0;
        let ended = run(
            &header(1),
            &how,
            || |number: u64| Some(number * number),
            &mut |event| {
                if let JobsEvent::Result(..) = event {
                    seen += 1;
                    stop.store(seen == seen_before, Ordering::Relaxed);
                }
                ControlFlow::Continue(())
            },
        );
        assert_eq!((ended.unwrap(), seen), (JobsEnd::Stopped, seen_before));
        assert_eq!(std::fs::read(&path).unwrap(), text);
    }
    let (end, seen) = squares(Some(&path), &header(1), (40, 1, usize::MAX)).unwrap();
    assert_eq!((end, seen), (JobsEnd::Complete, all(40)));
}

#[test]
fn the_receiver_can_end_the_run() {
    let stop = AtomicBool::new(false);
    let how = JobsRun {
        journal: None,
        jobs: 1_000,
        round: None,
        threads: 3,
        stop: &stop,
    };
    let mut seen = 0;
    let end = run(&header(1), &how, || Some, &mut |event| {
        if let JobsEvent::Result(number, _) = event {
            seen += 1;
            if number == 4 {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    });
    assert_eq!(end.unwrap(), JobsEnd::Enough);
    assert_eq!(seen, 5);
}

#[test]
fn journals_of_other_runs_and_damaged_ones_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("jobs.journal");
    squares(Some(&path), &header(1), (5, 1, usize::MAX)).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let error = |header: &JobsHeader| {
        let before = std::fs::read(&path).unwrap();
        let error = squares(Some(&path), header, (5, 1, usize::MAX)).unwrap_err();
        assert_eq!(std::fs::read(&path).unwrap(), before, "nothing is written");
        error.to_string()
    };
    assert!(error(&header(2)).contains("seed: was 1, is 2"));
    let sesqui = Game::shipped("sesqui").unwrap();
    let other = JobsHeader::new("squares", sesqui.definition(), json!({ "seed": 1 }));
    assert!(error(&other).contains("other rules"));
    let chess = Game::shipped("chess").unwrap();
    let other = JobsHeader::new("cubes", chess.definition(), json!({ "seed": 1 }));
    assert!(error(&other).contains("not a journal of cubes"));
    std::fs::write(&path, text.replacen("\"job\":2", "\"job\":3", 1)).unwrap();
    assert!(error(&header(1)).contains("its checksum does not fit"));
    let text = without_checksums(&text);
    std::fs::write(&path, text.replacen("\"job\":2", "\"jib\":2", 1)).unwrap();
    let line = text.lines().position(|l| l.contains("\"job\":2")).unwrap() + 1;
    assert!(error(&header(1)).contains(&format!("jobs.journal:{line}: the journal is damaged")));
    std::fs::write(&path, text.replacen("\"job\":2", "\"job\":3", 1)).unwrap();
    assert!(error(&header(1)).contains("job 3 is in it twice"));
    std::fs::write(&path, text.replacen("0.1.0", "0.0.9", 1)).unwrap();
    assert!(error(&header(1)).contains("version of the program: was 0.0.9"));
    std::fs::write(&path, "a letter\n").unwrap();
    assert!(error(&header(1)).contains("not a journal"));
}

#[test]
fn two_runs_cannot_use_one_journal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("jobs.journal");
    let _opened = JobJournal::open::<u64>(&path, &header(1), &AtomicBool::new(false)).unwrap();
    let error = squares(Some(&path), &header(1), (5, 1, usize::MAX)).unwrap_err();
    assert!(matches!(error, JobsError::InUse(_)));
}

#[test]
fn a_full_disk_is_an_error() {
    // Writing to this device fails as on a full disk.
    let path = Path::new("/dev/full");
    let Ok(file) = std::fs::OpenOptions::new().write(true).open(path) else {
        return;
    };
    let mut journal = JobJournal::new(path, LineJournal::of_file(file));
    let error = journal.add(0, &1u64).unwrap_err();
    assert!(
        error.to_string().contains("/dev/full: No space left"),
        "{error}"
    );
}

/// A job that panics ends the run with its number, and the other results are kept.
#[test]
fn a_panic_ends_the_run_with_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("journal");
    let stop = AtomicBool::new(false);
    let how = JobsRun {
        journal: Some(&journal),
        jobs: 1_000_000,
        round: None,
        threads: 2,
        stop: &stop,
    };
    let worker = || {
        |number: u64| {
            assert_ne!(number, 20, "this panic is part of the test");
            Some(number * number)
        }
    };
    let ended = run(&header(1), &how, worker, &mut |_| ControlFlow::Continue(()));
    assert!(matches!(ended, Err(JobsError::Panicked(20))), "{ended:?}");
    let (_, seen) = squares(Some(&journal), &header(1), (20, 1, usize::MAX)).unwrap();
    assert_eq!(seen, all(20));
}
