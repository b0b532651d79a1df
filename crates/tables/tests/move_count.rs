//! Whether the move count lets a win be won: tables against their slow twin, which plays with the
//! count, and against games that are played to their end.

use crate::common::{defined, material, test_game};
use crate::small::{BARING, HOLDS, PASSING, SPAN};
use hyperrook_rules::{Game, Position};
use hyperrook_tables::{
    BuildError, BuildEvent, BuildSettings, CountVerdict, EndgameValue, Material, MemoryTables,
    Tables, VerifySettings, ZeroingFile, twin,
};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// A game with another limit of its move count.
pub(crate) fn limited(text: &str, moves: u32) -> Game {
    let rule = format!("moves = {moves}\n");
    if text.contains("[ends]\n") {
        defined(&text.replace("[ends]\n", &format!("[ends]\n{rule}")))
    } else {
        defined(&format!("{text}\n[ends]\n{rule}"))
    }
}

/// Kings and pawns that go and capture in every direction, so that they can go back.
const ROAMING: &str = r#"
format = 1
name = "roaming"
title = "Roaming"
credit = "a test"
about = "Pawns that go back."

[board]
drawn = "flat"
files = 3
ranks = 4

[charts.board]
axes = ["file", "rank, forward"]

[pieces.P]
name = "pawn"
moves = "mW cF"
[pieces.R]
name = "rook"
moves = "R"
[pieces.K]
name = "king"
royal = true
moves = "K"

[start]
board = "1kp/3/3/PK1"

[promotion.pawns]
pieces = "P"
white = "a4..c4"
black = "a1..c1"
to = "R"

[ends]
resets = "P"
"#;

/// How often each case occurs.
#[derive(Debug, Default)]
struct Cases {
    /// Wins and losses that stand although the game needs more plies than are left.
    saved: usize,
    /// Wins and losses that the count spoils.
    spoiled: usize,
    /// Those that it spoils from its beginning on.
    spoiled_at_zero: usize,
}

/// Compares every position of a material with every move count.
fn compare(game: &Game, text: &str) -> Cases {
    let definition = game.definition();
    let wanted = material(definition, text);
    let mut tables = MemoryTables::new(game).unwrap();
    let settings = BuildSettings::default();
    tables.build(&wanted, &settings).unwrap();
    tables.build_zeroing(&wanted, &settings).unwrap();
    let limit = 2 * definition.ends().moves;
    let mut cases = Cases::default();
    for (setup, values) in twin::values_under_count(definition, &wanted) {
        let position: Position = game.position(&setup).expect("a possible setup");
        if !tables.can_occur(&position) {
            continue;
        }
        for (count, value) in values.iter().enumerate() {
            let mut setup = setup.clone();
            setup.halfmove = count as u32;
            let position = game.position(&setup).unwrap();
            let found = tables.probe(&position).unwrap();
            let name = definition.name();
            let is_same = match (found.under_count(), value) {
                (Some(EndgameValue::Win(_)), EndgameValue::Win(_)) => true,
                (Some(EndgameValue::Loss(_)), EndgameValue::Loss(_)) => true,
                (found, value) => found == Some(*value),
            };
            assert!(is_same, "{name} {text}: {position:?} {found:?} {value:?}");
            let plies = found.value.plies().unwrap_or(0);
            let is_long = count + usize::from(plies) > limit as usize;
            match found.verdict {
                CountVerdict::Stands => cases.saved += usize::from(is_long),
                CountVerdict::Spoiled => {
                    cases.spoiled += 1;
                    cases.spoiled_at_zero += usize::from(count == 0);
                }
                verdict => panic!("{verdict:?}"),
            }
        }
    }
    eprintln!("{} {text} {limit}: {cases:?}", definition.name());
    cases
}

#[test]
fn pawns_and_promotion() {
    for moves in [2, 4, 6] {
        let cases = compare(&limited(ROAMING, moves), "KPK");
        assert!(cases.saved > 0 && cases.spoiled > 0, "{cases:?}");
    }
    // A move of a pawn is worth nothing by itself, if pawns do not reset the count.
    let game = ROAMING.replace("resets = \"P\"", "resets = \"\"");
    let cases = compare(&limited(&game, 3), "KPK");
    assert!(cases.spoiled_at_zero > 0, "{cases:?}");
}

#[test]
fn captures() {
    for moves in [2, 3, 5] {
        let cases = compare(&limited(ROAMING, moves), "KRKR");
        assert!(cases.spoiled > 0, "{cases:?}");
    }
}

#[test]
fn kings_that_reset_the_count() {
    for resets in ["K", "R", "KR"] {
        let game = ROAMING.replace("resets = \"P\"", &format!("resets = \"{resets}\""));
        let cases = compare(&limited(&game, 2), "KRK");
        assert!(cases.saved > 0 && cases.spoiled > 0, "{cases:?}");
    }
}

#[test]
fn baring_and_stalemate_that_wins() {
    let game = limited(BARING, 2);
    for text in ["KPK", "KNKN", "KRKN"] {
        let cases = compare(&game, text);
        assert!(cases.spoiled > 0 || text == "KPK", "{text} {cases:?}");
    }
}

#[test]
fn holds() {
    let cases = compare(&limited(HOLDS, 4), "KRK");
    assert!(cases.spoiled_at_zero > 0, "{cases:?}");
}

#[test]
fn capture_in_passing() {
    let cases = compare(&limited(PASSING, 2), "KPKP");
    assert!(cases.saved > 0 && cases.spoiled_at_zero > 0, "{cases:?}");
}

#[test]
fn pieces_of_several_cells() {
    let game = limited(SPAN, 3);
    for text in ["KRK", "KNE", "ERE"] {
        let cases = compare(&game, text);
        assert!(cases.spoiled > 0 || text == "KNE", "{text} {cases:?}");
    }
}

#[test]
#[ignore = "takes minutes"]
fn equal_pieces_and_more_limits() {
    for (moves, text) in [(2, "KPPK"), (3, "KPKP"), (4, "KRKP"), (3, "KPPKP")] {
        compare(&limited(ROAMING, moves), text);
    }
    compare(&limited(PASSING, 4), "KPKP");
    for moves in 1..=6 {
        compare(&limited(ROAMING, moves), "KPK");
        compare(&limited(BARING, moves), "KPKN");
    }
    compare(&test_game("bare"), "KNvK");
}

fn build(game: &Game, folder: &Path, text: &str) -> (Tables, Material) {
    let tables = Tables::new(game, folder).unwrap();
    let wanted = material(game.definition(), text);
    let (settings, stop) = (BuildSettings::default(), AtomicBool::new(false));
    let wanted_only = std::slice::from_ref(&wanted);
    tables
        .build(wanted_only, &settings, &stop, &mut |_| ())
        .unwrap();
    (tables, wanted)
}

/// The positions of a table with every count, and what the files say of them.
fn probed(tables: &Tables, material: &Material) -> Vec<Position> {
    let entries = tables.builder().entries(material).unwrap();
    let limit = 2 * tables.game().definition().ends().moves;
    let mut positions = Vec::new();
    for entry in 0..entries {
        let Some(position) = tables.position(material, entry) else {
            continue;
        };
        for count in 0..=limit {
            let mut setup = position.setup();
            setup.halfmove = count;
            positions.push(tables.game().position(&setup).unwrap());
        }
    }
    positions
}

/// Best play of both sides with the count ends as the tables say.
#[test]
fn games_end_as_the_tables_say() {
    for (text, pieces) in [(PASSING, "KPKP"), (BARING, "KRKN"), (HOLDS, "KRK")] {
        let game = limited(text, 4);
        let folder = tempfile::tempdir().unwrap();
        let (tables, material) = build(&game, folder.path(), pieces);
        let mut ends: BTreeMap<String, usize> = BTreeMap::new();
        for start in probed(&tables, &material).into_iter().step_by(7) {
            let Some(found) = tables.probe(&start).unwrap() else {
                panic!("no table of {start:?}");
            };
            let expected = found.under_count().unwrap();
            let mover = start.turn();
            if found.value == EndgameValue::Draw {
                continue;
            }
            let mut position = start.clone();
            let mut plies = 0;
            while position.outcome().is_none() {
                let best = tables.moves(&position).unwrap()[0].mv;
                position.play(best).unwrap();
                plies += 1;
                assert!(plies < 500, "{start:?} does not end");
            }
            let outcome = position.outcome().unwrap();
            let winner = match expected {
                EndgameValue::Win(_) => Some(mover),
                EndgameValue::Draw => None,
                EndgameValue::Loss(_) => Some(!mover),
            };
            assert_eq!(outcome.winner, winner, "{start:?} {found:?} {outcome:?}");
            *ends.entry(outcome.reason.to_string()).or_default() += 1;
        }
        eprintln!("{pieces}: {ends:?}");
        assert!(ends.contains_key("move count"), "{ends:?}");
        assert!(ends.len() > 1, "{ends:?}");
    }
}

#[test]
fn files_say_the_same_as_memory() {
    for (text, pieces) in [
        (ROAMING, "KPK"),
        (PASSING, "KPKP"),
        (SPAN, "KRK"),
        (ROAMING, "KRKR"),
        (ROAMING, "KRRK"),
    ] {
        let game = limited(text, 3);
        let folder = tempfile::tempdir().unwrap();
        let (tables, material) = build(&game, folder.path(), pieces);
        let mut memory = MemoryTables::new(&game).unwrap();
        let settings = BuildSettings::default();
        memory.build(&material, &settings).unwrap();
        memory.build_zeroing(&material, &settings).unwrap();
        for position in probed(&tables, &material) {
            let found = tables.probe(&position).unwrap();
            assert_eq!(found, memory.probe(&position), "{position:?}");
        }
        let stop = AtomicBool::new(false);
        let report = tables.verify_zeroing(&material, &VerifySettings::with(1, 2), &stop, &|_| ());
        let report = report.unwrap().expect("zeroing distances");
        assert_eq!(report.wrong, 0, "{:?}", report.examples);
        assert!(report.positions > 0);
    }
}

/// A build whose zeroing distances take too much memory is refused before anything is built, or,
/// where only other tables tell that there will be any, before that table is built.
#[test]
fn memory_for_zeroing_distances_is_checked_before_tables_are_built() {
    let game = limited(ROAMING, 4);
    for (pieces, built_before) in [("KRPK", &[][..]), ("KRKR", &["KK", "KRK"])] {
        let folder = tempfile::tempdir().unwrap();
        let tables = Tables::new(&game, folder.path()).unwrap();
        let wanted = [material(game.definition(), pieces)];
        let build = |memory: u64| {
            let mut built = Vec::new();
            let settings = BuildSettings::with(memory, 1);
            let result = tables.build(&wanted, &settings, &AtomicBool::new(false), &mut |event| {
                if let BuildEvent::Built(_, header, _) = event {
                    built.push(header.material.clone());
                }
            });
            (result, built)
        };
        let needed = |(result, built)| match result {
            Err(BuildError::Memory {
                material, needed, ..
            }) => {
                assert_eq!(material, pieces);
                (needed, built)
            }
            other => panic!("{pieces}: {other:?}, {built:?}"),
        };
        let (mut least, _) = needed(build(1));
        let mut built = Vec::<String>::new();
        // What is known after the smaller tables are built.
        loop {
            match build(least) {
                (Ok(()), last) => {
                    assert!(last.contains(&pieces.to_owned()), "{pieces}: {last:?}");
                    break;
                }
                refused => {
                    let (more, new) = needed(refused);
                    assert!(more > least, "{pieces}: {more}");
                    built.extend(new);
                    least = more;
                }
            }
        }
        assert_eq!(built, built_before, "{pieces}");
        assert!(needs_zeroing(&tables, &wanted[0]), "{pieces}");
    }
}

fn needs_zeroing(tables: &Tables, material: &Material) -> bool {
    let zeroing = tables.zeroing(material).unwrap();
    matches!(zeroing, ZeroingFile::Present { .. })
}

/// Only tables whose distances to the end do not say it all have a second file; if it is missing,
/// the answer is unknown, and building again brings it.
#[test]
fn tables_without_zeroing_distances_get_them() {
    let game = limited(ROAMING, 4);
    let folder = tempfile::tempdir().unwrap();
    let (tables, pawn) = build(&game, folder.path(), "KPK");
    let rook = material(game.definition(), "KRK");
    let path = tables.path(&pawn).with_extension("zeroing");
    assert!(path.exists());
    assert!(matches!(
        tables.zeroing(&pawn).unwrap(),
        ZeroingFile::Present { .. }
    ));
    let kings = material(game.definition(), "KK");
    assert!(matches!(
        tables.zeroing(&kings).unwrap(),
        ZeroingFile::NotNeeded
    ));
    let longest = tables.header(&rook).unwrap().unwrap().counts[0].longest_win;
    assert_eq!(
        matches!(tables.zeroing(&rook).unwrap(), ZeroingFile::NotNeeded),
        longest <= Some(8)
    );
    let expected = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let tables = Tables::new(&game, folder.path()).unwrap();
    let verdicts = |tables: &Tables| {
        let mut verdicts = [0; 3];
        for position in probed(tables, &pawn) {
            verdicts[match tables.probe(&position).unwrap().unwrap().verdict {
                CountVerdict::Stands => 0,
                CountVerdict::Spoiled => 1,
                _ => 2,
            }] += 1;
        }
        verdicts
    };
    assert!(matches!(
        tables.zeroing(&pawn).unwrap(),
        ZeroingFile::Missing
    ));
    let before = verdicts(&tables);
    assert!(before[2] > 0, "{before:?}");
    // The same tables find the file when it is there.
    build(&game, folder.path(), "KPK");
    tables.look_again();
    let after = verdicts(&tables);
    assert_eq!(after[2], 0, "{after:?}");
    assert!(
        after[0] > before[0] && after[1] > before[1],
        "{before:?} {after:?}"
    );
    assert_eq!(std::fs::read(&path).unwrap(), expected);
}

#[test]
fn a_game_without_a_move_count_has_no_second_file() {
    let game = limited(ROAMING, 0);
    let folder = tempfile::tempdir().unwrap();
    let (tables, pawn) = build(&game, folder.path(), "KPK");
    assert!(matches!(
        tables.zeroing(&pawn).unwrap(),
        ZeroingFile::NotNeeded
    ));
    for position in probed(&tables, &pawn) {
        let found = tables.probe(&position).unwrap().unwrap();
        assert_eq!(found.verdict, CountVerdict::Stands);
    }
    let names = std::fs::read_dir(tables.folder()).unwrap();
    let names = names.flatten().map(|file| file.file_name());
    assert!(
        names
            .into_iter()
            .all(|name| !name.to_string_lossy().contains("zeroing"))
    );
}
