//! Table files: written tables are read back, and damage is an error.

use crate::common::{defined, material, shipped};
use crate::small::{SPAN, STATUE};
use hyperrook_rules::{Game, Position};
use hyperrook_tables::{
    BuildError, BuildEvent, BuildSettings, EndgameValue, Material, MemoryTables, TableError,
    Tables, VerifySettings,
};
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn build(tables: &Tables, text: &str) -> Vec<String> {
    let material = material(tables.game().definition(), text);
    let mut built = Vec::new();
    let stop = AtomicBool::new(false);
    let settings = BuildSettings::default();
    tables
        .build(&[material], &settings, &stop, &mut |event| {
            if let BuildEvent::Built(_, header, _) = event {
                built.push(header.material.clone());
            }
        })
        .unwrap();
    built
}

/// Random positions of a material.
fn positions(game: &Game, text: &str, count: usize) -> Vec<Position> {
    let definition = game.definition();
    let material: Material = material(definition, text);
    let mut rng = fastrand::Rng::with_seed(5);
    let mut found = Vec::new();
    while found.len() < count {
        let mut setup = hyperrook_rules::Setup::empty(definition.board().len());
        for side in hyperrook_rules::Side::BOTH {
            for kind in material.kinds(side) {
                let cell = hyperrook_rules::Cell::from_index(rng.usize(..definition.board().len()));
                setup.put(cell, Some(hyperrook_rules::Piece { side, kind }));
            }
        }
        if rng.bool() {
            setup.turn = hyperrook_rules::Side::Black;
        }
        if let Ok(position) = game.position(&setup)
            && Material::of(&position) == material
        {
            found.push(position);
        }
    }
    found
}

#[test]
fn written_tables_are_read_back() {
    let chess = shipped("chess", &[]);
    let folder = tempfile::tempdir().unwrap();
    let tables = Tables::new(&chess, folder.path()).unwrap();
    assert_eq!(tables.most_pieces(), 0);
    assert_eq!(build(&tables, "KRK"), ["KK", "KRK"]);
    assert!(build(&tables, "KRK").is_empty(), "not built twice");
    assert_eq!(tables.most_pieces(), 3);
    let mut memory = MemoryTables::new(&chess).unwrap();
    let rook = material(chess.definition(), "KRK");
    memory.build(&rook, &BuildSettings::default()).unwrap();
    let again = Tables::new(&chess, folder.path()).unwrap();
    for text in ["KRK", "KKR"] {
        for position in positions(&chess, text, 500) {
            let found = again.probe(&position).unwrap().map(|found| found.value);
            assert_eq!(found, memory.value(&position), "{position:?}");
            // The best move keeps the value of the position.
            let moves = again.moves(&position).unwrap();
            if let (Some(best), Some(value)) = (moves.first(), found) {
                assert_eq!(
                    best.found.map(|found| found.value),
                    Some(value),
                    "{position:?}"
                );
            }
        }
    }
    assert_eq!(again.probe(&chess.start()).unwrap(), None);
    let header = again.header(&rook).unwrap().unwrap();
    assert_eq!(header.counts[0].longest_win, Some(31));
    let longest = again
        .position(&rook, header.counts[0].longest_win_entry.unwrap())
        .unwrap();
    assert_eq!(
        again.probe(&longest).unwrap().unwrap().value,
        EndgameValue::Win(31)
    );
    let mut line = longest.clone();
    for mv in again.line(&longest).unwrap() {
        line.play(mv).unwrap();
    }
    assert!(
        line.outcome()
            .is_some_and(|outcome| outcome.winner == Some(longest.turn()))
    );
    let stop = AtomicBool::new(false);
    let verified = again
        .verify(&rook, &VerifySettings::with(1, 2), &stop, &|_| ())
        .unwrap();
    assert_eq!(verified.wrong, 0);
    let counted: u64 = header.counts.iter().map(|counts| counts.positions()).sum();
    assert!(
        verified.positions >= counted,
        "{} {counted}",
        verified.positions
    );
    let part = again
        .verify(&rook, &VerifySettings::with(10, 2), &stop, &|_| ())
        .unwrap();
    assert_eq!(part.wrong, 0);
    let tenth = part.positions as f64 / verified.positions as f64;
    assert!((0.09..0.11).contains(&tenth), "{tenth}");
    let none = again
        .verify(&rook, &VerifySettings::with(usize::MAX, 2), &stop, &|_| ())
        .unwrap();
    assert!(none.positions <= 1, "{}", none.positions);
}

#[test]
fn damage_is_an_error() {
    let game = defined(SPAN);
    let folder = tempfile::tempdir().unwrap();
    let tables = Tables::new(&game, folder.path()).unwrap();
    build(&tables, "ERE");
    let material = material(game.definition(), "ERE");
    let path = tables.path(&material);
    let whole = std::fs::read(&path).unwrap();
    let positions: Vec<Position> = (0..400)
        .filter_map(|entry| tables.position(&material, entry))
        .collect();
    assert!(positions.len() > 20);
    let values: Vec<_> = positions
        .iter()
        .map(|position| tables.probe(position).unwrap().unwrap().value)
        .collect();
    let damaged = |bytes: &[u8]| -> String {
        std::fs::write(&path, bytes).unwrap();
        let tables = Tables::new(&game, folder.path()).unwrap();
        let stop = AtomicBool::new(false);
        let error = tables
            .verify(&material, &VerifySettings::with(1, 1), &stop, &|_| ())
            .unwrap_err();
        // A damaged table gives no wrong value, and nothing panics.
        for (position, &value) in positions.iter().zip(&values) {
            if let Ok(Some(found)) = tables.probe(position) {
                assert_eq!(found.value, value, "{position:?}");
            }
        }
        // No other table is built from it, and it stays as it is.
        let settings = BuildSettings::default();
        let materials = [material.clone()];
        let refused = tables.build(&materials, &settings, &stop, &mut |_| ());
        assert!(refused.is_err_and(|error| error.to_string().contains("ERE.table")));
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
        error.to_string()
    };
    for cut in [0, 7, 11, 40, whole.len() / 2, whole.len() - 1] {
        let error = damaged(&whole[..cut]);
        assert!(error.contains("ERE.table"), "{cut}: {error}");
    }
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..200 {
        let mut bytes = whole.clone();
        let at = rng.usize(..bytes.len());
        bytes[at] ^= 1 << rng.u8(..8);
        let error = damaged(&bytes);
        assert!(error.contains("ERE.table"), "{at}: {error}");
    }
    let mut bytes = whole.clone();
    bytes[20] = 1;
    let words = "ERE.table: the header is damaged; delete the file and build the table again";
    let error = damaged(&bytes);
    assert!(error.ends_with(words), "{error}");
    std::fs::write(&path, &whole).unwrap();
    let tables = Tables::new(&game, folder.path()).unwrap();
    let stop = AtomicBool::new(false);
    assert_eq!(
        tables
            .verify(&material, &VerifySettings::with(1, 1), &stop, &|_| ())
            .unwrap()
            .wrong,
        0
    );
}

#[test]
fn more_equal_pieces_than_cells_for_them_have_an_empty_table() {
    let game = defined(STATUE);
    let folder = tempfile::tempdir().unwrap();
    let tables = Tables::new(&game, folder.path()).unwrap();
    // Two cells: the mirrored position has a statue in the other corner.
    for text in ["KSSSK", "KRSSSK"] {
        build(&tables, text);
        let material = material(game.definition(), text);
        let header = tables.header(&material).unwrap().unwrap();
        assert_eq!(
            header.counts.map(|counts| counts.positions()),
            [0, 0],
            "{text}"
        );
        let never = AtomicBool::new(false);
        let settings = VerifySettings::with(1, 1);
        let found = tables
            .verify(&material, &settings, &never, &|_| ())
            .unwrap();
        assert_eq!((found.positions, found.wrong), (0, 0));
        for entry in [0, 7, u64::MAX] {
            assert!(tables.position(&material, entry).is_none());
        }
    }
}

#[test]
fn tables_of_other_rules_are_refused() {
    let game = defined(SPAN);
    let other = defined(&SPAN.replace("moves = \"N\"", "moves = \"NA\""));
    let folder = tempfile::tempdir().unwrap();
    let tables = Tables::new(&game, folder.path()).unwrap();
    build(&tables, "ERE");
    let ere = material(game.definition(), "ERE");
    let others = Tables::new(&other, folder.path()).unwrap();
    assert_eq!(others.most_pieces(), 0, "each rule set has its folder");
    copy(&tables.path(&ere), &others.path(&ere));
    let others = Tables::new(&other, folder.path()).unwrap();
    let error = others.check_file(&ere).unwrap_err();
    assert!(matches!(error, TableError::OtherRules { .. }), "{error}");
    let position = tables
        .position(&ere, 5)
        .or_else(|| tables.position(&ere, 200))
        .unwrap();
    let position = other.position(&position.setup()).unwrap();
    assert!(others.probe(&position).is_err());
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to.parent().unwrap()).unwrap();
    std::fs::copy(from, to).unwrap();
}

#[test]
fn too_much_memory_is_refused() {
    let chess = shipped("chess", &[]);
    let folder = tempfile::tempdir().unwrap();
    let tables = Tables::new(&chess, folder.path()).unwrap();
    let stop = AtomicBool::new(false);
    let settings = BuildSettings::with(10 << 20, 1);
    let wanted = [material(chess.definition(), "KQRKR")];
    let error = tables
        .build(&wanted, &settings, &stop, &mut |_| ())
        .unwrap_err();
    assert!(error.to_string().contains("memory"), "{error}");
}

#[test]
fn the_memory_that_a_message_asks_for_is_enough() {
    let error = BuildError::Memory {
        material: "KRBKN".to_owned(),
        needed: (591 << 30) / 1000,
        allowed: (59 << 30) / 100,
    };
    let text = error.to_string();
    let words = "needs 0.60 GiB of memory or more, but only 0.59 GiB are allowed";
    assert!(text.contains(words), "{text}");
}

/// Finding the thousands of tables that these pieces need takes minutes.
#[test]
fn what_cannot_be_built_is_refused_before_planning() {
    let chess = shipped("chess", &[]);
    let folder = tempfile::tempdir().unwrap();
    let tables = Tables::new(&chess, folder.path()).unwrap();
    let wanted = [material(chess.definition(), "KPPPPPPPPK")];
    let build = |memory, stop: &AtomicBool| {
        let settings = BuildSettings::with(memory, 1);
        tables
            .build(&wanted, &settings, stop, &mut |_| ())
            .unwrap_err()
    };
    let error = build(8 << 30, &AtomicBool::new(false)).to_string();
    assert!(error.starts_with("building KPPPPPPPPK needs"), "{error}");
    // Planning looks at whether to stop.
    let error = build(u64::MAX, &AtomicBool::new(true));
    assert!(matches!(error, BuildError::Stopped), "{error}");
}

#[test]
fn checking_files_can_be_stopped() {
    let game = defined(SPAN);
    let folder = tempfile::tempdir().unwrap();
    let tables = Tables::new(&game, folder.path()).unwrap();
    build(&tables, "ERE");
    let wanted = [material(game.definition(), "ERE")];
    let stop = AtomicBool::new(true);
    let error = tables
        .build(&wanted, &BuildSettings::default(), &stop, &mut |_| ())
        .unwrap_err();
    assert!(matches!(error, BuildError::Stopped), "{error}");
}

#[test]
fn a_v_separates_the_sides_once() {
    let game = Game::shipped("chess").unwrap();
    let read = |text| {
        let material = Material::parse(game.definition(), text);
        material
            .map(|material| material.text(game.definition()))
            .ok()
    };
    for (text, wanted) in [
        ("KNBvK", Some("KBNK")),
        ("KNBK", Some("KBNK")),
        ("KvvK", None),
        ("KvQK", None),
        ("vKK", None),
        ("KvKv", None),
        ("Kv", None),
        ("KK", Some("KK")),
    ] {
        assert_eq!(read(text).as_deref(), wanted, "{text}");
    }
}
