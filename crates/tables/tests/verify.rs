//! Checks of tables: wrong entries are found, and a check that was stopped goes on.

use crate::common::{material, shipped};
use flate2::Crc;
use hyperrook_rules::Game;
use hyperrook_tables::{BuildError, BuildSettings, Material, Tables, VerifyReport, VerifySettings};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Builds KPK of chess. Its entries are about twenty parts.
fn built(folder: &Path) -> (Game, Tables, Material) {
    let chess = shipped("chess", &[]);
    let tables = Tables::new(&chess, folder).unwrap();
    let pawn = material(chess.definition(), "KPK");
    let wanted = [pawn.clone()];
    let never = AtomicBool::new(false);
    tables
        .build(&wanted, &BuildSettings::default(), &never, &mut |_| ())
        .unwrap();
    (chess, tables, pawn)
}

fn checked(tables: &Tables, material: &Material, settings: &VerifySettings) -> VerifyReport {
    let never = AtomicBool::new(false);
    tables.verify(material, settings, &never, &|_| ()).unwrap()
}

/// Exchanges what two symbols of a table stand for, with the hashes that belong to it.
fn exchange_symbols(path: &Path) {
    let mut bytes = std::fs::read(path).unwrap();
    let length = u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize;
    let header = 12..12 + length;
    let text = std::str::from_utf8(&bytes[header.clone()]).unwrap();
    let (before, rest) = text.split_once("\"symbols\":[").unwrap();
    let (symbols, after) = rest.split_once(']').unwrap();
    let mut symbols: Vec<&str> = symbols.split(',').collect();
    let last = symbols.len() - 1;
    symbols.swap(last, last - 1);
    let text = format!("{before}\"symbols\":[{}]{after}", symbols.join(","));
    assert_eq!(text.len(), length);
    let parsed: serde_json::Value = serde_json::from_str(&text).unwrap();
    let entries = parsed["entries"].as_u64().unwrap();
    let blocks = entries.div_ceil(parsed["block"].as_u64().unwrap()) as usize;
    bytes[header.clone()].copy_from_slice(text.as_bytes());
    let end = bytes.len();
    let hash = Sha256::digest(&bytes[..end - 36]);
    bytes[end - 36..end - 4].copy_from_slice(&hash);
    let mut crc = Crc::new();
    crc.update(&bytes[..header.end + 8 * blocks]);
    bytes[end - 4..].copy_from_slice(&crc.sum().to_le_bytes());
    std::fs::write(path, bytes).unwrap();
}

#[test]
fn wrong_entries_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let (chess, tables, pawn) = built(folder.path());
    assert_eq!(
        checked(&tables, &pawn, &VerifySettings::with(1, 2)).wrong,
        0
    );
    exchange_symbols(&tables.path(&pawn));
    let tables = Tables::new(&chess, folder.path()).unwrap();
    let one = checked(&tables, &pawn, &VerifySettings::with(1, 1));
    assert!(one.wrong > 0 && !one.examples.is_empty(), "{one:?}");
    for (setup, found, expected) in &one.examples {
        assert_ne!(found, expected);
        let position = chess.position(setup).unwrap();
        assert_eq!(tables.probe(&position).unwrap().map(|it| it.value), *found);
    }
    let three = checked(&tables, &pawn, &VerifySettings::with(1, 3));
    assert_eq!(format!("{one:?}"), format!("{three:?}"));
}

/// The file that keeps the progress of a check.
fn state(tables: &Tables, material: &Material) -> PathBuf {
    tables.path(material).with_extension("table.verify")
}

/// Checks until `parts` parts are done. Gives the first and the last share that was told, and what
/// the check has found if it came to its end.
fn check_some(
    tables: &Tables,
    material: &Material,
    settings: &VerifySettings,
    parts: usize,
) -> (f64, f64, Option<VerifyReport>) {
    let stop = AtomicBool::new(false);
    let shares = Mutex::new(Vec::new());
    let result = tables.verify(material, settings, &stop, &|share| {
        let mut shares = shares.lock().unwrap();
        shares.push(share);
        stop.store(shares.len() >= parts, Ordering::Relaxed);
    });
    let shares = shares.into_inner().unwrap();
    let ends = |at: Option<&f64>| at.copied().unwrap_or(1.0);
    let found = match result {
        Ok(report) => Some(report),
        Err(BuildError::Stopped) => None,
        Err(error) => panic!("{error}"),
    };
    (ends(shares.first()), ends(shares.last()), found)
}

#[test]
fn a_stopped_check_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (_, tables, pawn) = built(folder.path());
    exchange_symbols(&tables.path(&pawn));
    let tables = Tables::new(tables.game(), folder.path()).unwrap();
    let expected = checked(&tables, &pawn, &VerifySettings::with(3, 2));
    assert!(!state(&tables, &pawn).exists(), "nothing was to be kept");
    for threads in [1, 3] {
        let mut settings = VerifySettings::with(3, threads);
        settings.resume = Some("test".to_owned());
        let (mut reached, mut rounds) = (0.0, 0);
        let found = loop {
            let (first, last, found) = check_some(&tables, &pawn, &settings, 4);
            assert!(
                first >= reached && last >= first,
                "{reached} {first} {last}"
            );
            (reached, rounds) = (last, rounds + 1);
            match found {
                Some(found) => break found,
                None => assert!(rounds < 100, "it goes on"),
            }
        };
        assert!(rounds > 2, "{rounds}");
        assert_eq!(format!("{found:?}"), format!("{expected:?}"));
        // All is checked: another run has nothing to do, until the file is deleted.
        let (first, _, again) = check_some(&tables, &pawn, &settings, usize::MAX);
        assert_eq!((first, again.unwrap().positions), (1.0, expected.positions));
        tables.end_verify([&pawn]);
        assert!(!state(&tables, &pawn).exists());
    }
}

#[test]
fn a_check_goes_on_only_from_its_own_state() {
    let folder = tempfile::tempdir().unwrap();
    let (_, tables, pawn) = built(folder.path());
    let mut settings = VerifySettings::with(1, 1);
    settings.resume = Some("test".to_owned());
    let state = state(&tables, &pawn);
    let begins = |settings: &VerifySettings| check_some(&tables, &pawn, settings, 1).0;
    let one = begins(&settings);
    assert_eq!(begins(&settings), 2.0 * one, "it goes on");
    let mut newer = settings.clone();
    newer.resume = Some("a newer program".to_owned());
    assert_eq!(begins(&newer), one);
    assert_eq!(begins(&settings), one);
    // With other entries, it is another check.
    let mut others = settings.clone();
    others.every = 2;
    assert_eq!(begins(&others), one);
    assert_eq!(begins(&settings), one);
    let whole = std::fs::read(&state).unwrap();
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..50 {
        let mut bytes = whole.clone();
        let at = rng.usize(..bytes.len() - 1);
        bytes[at] ^= 1 << rng.u8(..8);
        std::fs::write(&state, bytes).unwrap();
        assert_eq!(begins(&settings), one, "a damaged state is not used");
    }
    // The table is another one.
    std::fs::write(&state, &whole).unwrap();
    exchange_symbols(&tables.path(&pawn));
    assert_eq!(begins(&settings), one);
    // The tables of the promotions are others.
    exchange_symbols(&tables.path(&pawn));
    std::fs::write(&state, &whole).unwrap();
    assert_eq!(begins(&settings), 2.0 * one);
    let queen = material(tables.game().definition(), "KQK");
    exchange_symbols(&tables.path(&queen));
    std::fs::write(&state, &whole).unwrap();
    assert_eq!(begins(&settings), one);
}
