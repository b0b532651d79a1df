//! Tests of playtests: the same result with any interruptions, measures against a slow twin, and
//! reports of every game.

use hyperrook_lab::RunEvaluation;
use hyperrook_lab::playtest::report::Figures;
use hyperrook_lab::playtest::{
    Comparison, GameObserver, GameRecord, JOURNAL, MEASURES, MeasureId as M, OpeningsPart,
    Playtest, PlaytestEnd, PlaytestError, PlaytestReport, PlaytestResult, PlaytestRun,
    PlaytestSettings, RunSums, SUMS, StepBounds, StepEnd, bin_plies, playtest, ply_bin,
    winning_chances,
};
use hyperrook_rules::{Game, GameFile, History, SHIPPED};
use hyperrook_search::ChancesModel;
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[path = "playtest/random_definitions.rs"]
mod random_definitions;
#[path = "playtest/shipped_reports.rs"]
mod shipped_reports;
#[path = "playtest/twin.rs"]
mod twin;

/// Chess on 25 cells, with a draw after this many moves without progress.
fn mini(moves: usize) -> Game {
    let text = format!(
        r#"
format = 1
name = "mini"
title = "Mini & <small>"
[board]
drawn = "flat"
files = 5
ranks = 5
[charts.board]
axes = ["file", "rank, forward"]
[pieces.P]
name = "pawn"
moves = "mfW cfF"
[pieces.N]
name = "knight"
moves = "N"
[pieces.R]
name = "rook"
moves = "R"
[pieces.K]
name = "king"
royal = true
moves = "K"
[start]
board = "rnknr/ppppp/5/PPPPP/RNKNR"
[promotion.pawns]
pieces = "P"
white = "a5..e5"
black = "a1..e1"
to = "RN"
[ends]
stalemate = "draw"
repetition = 3
moves = {moves}
resets = "P"
bare_royals = true
"#
    );
    game(GameFile::parse("mini.toml", &text).unwrap())
}

fn game(file: GameFile) -> Game {
    Game::new(file.define(&[]).unwrap()).unwrap()
}

fn settings() -> PlaytestSettings {
    PlaytestSettings {
        nodes: Some(20),
        opening_plies: Some(4),
        ..PlaytestSettings::default()
    }
}

fn run_in(folder: Option<&Path>, games: u64, threads: usize) -> PlaytestRun {
    PlaytestRun {
        games,
        threads,
        folder: folder.map(Path::to_owned),
        ..PlaytestRun::default()
    }
}

fn play(game: &Game, settings: &PlaytestSettings, run: &PlaytestRun) -> PlaytestResult {
    playtest(game, settings, run, &AtomicBool::new(false), &mut |_| ()).unwrap()
}

fn refused(game: &Game, settings: &PlaytestSettings, folder: &Path) -> String {
    let run = run_in(Some(folder), 3, 1);
    let before = files(folder);
    let error = playtest(game, settings, &run, &AtomicBool::new(false), &mut |_| ()).unwrap_err();
    assert_eq!(files(folder), before, "nothing was changed");
    error.to_string()
}

fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut all: Vec<_> = entries
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect();
    all.sort();
    all
}

#[test]
fn a_run_gives_the_same_result_with_any_threads_and_interruptions() {
    let game = mini(20);
    let folder = tempfile::tempdir().unwrap();
    let whole = play(&game, &settings(), &run_in(Some(folder.path()), 8, 1));
    assert_eq!(
        (whole.end, whole.sums.sums.games()),
        (PlaytestEnd::Complete, 8)
    );
    let sums = fs::read(folder.path().join(SUMS)).unwrap();
    let journal = fs::read(folder.path().join(JOURNAL)).unwrap();
    let lines: Vec<usize> = (0..journal.len())
        .filter(|&i| journal[i] == b'\n')
        .collect();

    // A finished run keeps its games.
    let again = play(&game, &settings(), &run_in(Some(folder.path()), 3, 2));
    assert_eq!(again.sums.sums.games(), 8);
    assert_eq!(fs::read(folder.path().join(SUMS)).unwrap(), sums);

    // With two threads.
    let other = tempfile::tempdir().unwrap();
    let two = play(&game, &settings(), &run_in(Some(other.path()), 8, 2));
    assert_eq!(two.sums, whole.sums);
    assert_eq!(fs::read(other.path().join(SUMS)).unwrap(), sums);

    // Killed after three games, within a line, and within the first line.
    for len in [lines[3] + 1, lines[5] + 40, lines[0] - 5, lines[0] + 1] {
        let killed = tempfile::tempdir().unwrap();
        fs::write(killed.path().join(JOURNAL), &journal[..len]).unwrap();
        let resumed = play(&game, &settings(), &run_in(Some(killed.path()), 8, 2));
        assert_eq!(resumed.sums, whole.sums, "{len}");
        assert_eq!(fs::read(killed.path().join(SUMS)).unwrap(), sums);
    }

    // Fewer games, then more.
    let grown = tempfile::tempdir().unwrap();
    assert_eq!(
        play(&game, &settings(), &run_in(Some(grown.path()), 3, 2))
            .sums
            .sums
            .games(),
        3
    );
    assert_eq!(
        play(&game, &settings(), &run_in(Some(grown.path()), 8, 2)).sums,
        whole.sums
    );

    // A stopped run can be continued.
    let stopped = tempfile::tempdir().unwrap();
    let run = run_in(Some(stopped.path()), 8, 2);
    let none = playtest(
        &game,
        &settings(),
        &run,
        &AtomicBool::new(true),
        &mut |_| (),
    )
    .unwrap();
    assert_eq!(
        (none.end, none.sums.sums.games()),
        (PlaytestEnd::Stopped, 0)
    );
    assert_eq!(play(&game, &settings(), &run).sums, whole.sums);
}

#[test]
fn a_run_in_steps_has_the_games_of_a_run_in_one() {
    let game = mini(30);
    let whole = play(&game, &settings(), &run_in(None, 12, 2)).sums;
    let bounds = StepBounds {
        step: Duration::ZERO,
        game: Duration::from_secs(600),
        mv: Duration::from_secs(600),
    };
    let stop = AtomicBool::new(false);
    let mut run = Playtest::new(&game, &settings());
    let mut steps = 1;
    while run.step(&game, 12, bounds, &stop).unwrap() == StepEnd::More {
        // Between steps, only the stored text remains.
        let text = run.sums.to_json().unwrap();
        run.sums = RunSums::from_json(&text).unwrap();
        steps += 1;
    }
    // One game per step, and one more step for each known opening.
    assert!(steps >= 12, "{steps}");
    assert_eq!(run.sums.sums.games(), 12);
    assert_eq!(run.sums.sources, whole.sources);
    assert_eq!(run.sums.sums.lengths(), whole.sums.lengths());
    for &id in M::ALL {
        for at in 0..whole.sums.figures(id) {
            let both = [&run.sums, &whole].map(|sums| sums.sums.estimate(id, at));
            let [Some(first), Some(second)] = both else {
                assert_eq!(both[0], both[1], "{id:?} {at}");
                continue;
            };
            // Numbers written as text lose the last bit.
            let off = (first.value - second.value).abs();
            assert!(off < 1e-9, "{id:?} {at}: {first:?} {second:?}");
        }
    }
    // Nothing is played when all games are done, or when the run must stop.
    assert_eq!(run.step(&game, 12, bounds, &stop), Ok(StepEnd::Complete));
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(run.step(&game, 13, bounds, &stop), Ok(StepEnd::Stopped));
    assert!(run.step(&mini(31), 13, bounds, &stop).is_err());
}

#[test]
fn a_step_ends_in_time_however_long_games_are() {
    let game = mini(3_000);
    let bounds = StepBounds {
        step: Duration::ZERO,
        game: Duration::from_millis(40),
        mv: Duration::from_millis(5),
    };
    // This many positions take minutes.
    let settings = PlaytestSettings {
        nodes: Some(100_000_000),
        opening_plies: Some(4),
        opening_window_cp: 10_000,
        ..PlaytestSettings::default()
    };
    let stop = AtomicBool::new(false);
    let mut run = Playtest::new(&game, &settings);
    let mut steps = 0;
    while run.sums.sums.games() == 0 {
        assert_eq!(run.step(&game, 5, bounds, &stop), Ok(StepEnd::More));
        steps += 1;
        assert!(steps < 50, "no game in {steps} steps");
    }
    let unfinished = run.sums.sums.estimate(M::Unfinished, 0).unwrap();
    assert_eq!(unfinished.value, 1.0);
}

#[test]
fn a_large_run_keeps_its_games_when_it_is_called_with_fewer() {
    let (game, folder) = (mini(3), tempfile::tempdir().unwrap());
    let random = PlaytestSettings {
        nodes: None,
        ..settings()
    };
    // More than the numbers that a run with one game may use.
    let games = 10_100;
    play(&game, &random, &run_in(Some(folder.path()), games, 2));
    let sums = || fs::read(folder.path().join(SUMS)).unwrap();
    let before = sums();
    let again = play(&game, &random, &run_in(Some(folder.path()), 1, 2));
    assert_eq!(
        (again.sums.sums.games(), again.end),
        (games, PlaytestEnd::Complete)
    );
    assert!(sums() == before);
}

#[test]
fn files_of_other_runs_and_damaged_ones_are_rejected_and_kept() {
    let game = mini(20);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    play(&game, &settings(), &run_in(Some(path), 3, 1));
    let other_rules = refused(&mini(30), &settings(), path);
    assert!(other_rules.contains("other rules"), "{other_rules}");
    let other_nodes = PlaytestSettings {
        nodes: Some(30),
        ..settings()
    };
    let message = refused(&game, &other_nodes, path);
    assert!(message.contains("other settings"), "{message}");

    let journal = path.join(JOURNAL);
    let text = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, text.replacen("\"result\"", "\"resul\"", 1)).unwrap();
    let message = refused(&game, &settings(), path);
    assert!(message.contains("games.journal:2:"), "{message}");
    assert!(message.contains("checksum"), "{message}");
    // Journals of older versions have no checksums. A game that cannot be played is found in them.
    let plain = text
        .lines()
        .filter_map(|line| line.split_once(",\"crc32\""));
    let text: String = plain.map(|(line, _)| format!("{line}}}\n")).collect();
    let at = text.find("\"moves\":\"").unwrap() + 9;
    fs::write(&journal, format!("{}a9{}", &text[..at], &text[at + 2..])).unwrap();
    let message = refused(&game, &settings(), path);
    assert!(message.contains("journal is damaged"), "{message}");
    // Sums without a journal are those of other runs.
    fs::remove_file(&journal).unwrap();
    let message = refused(&game, &settings(), path);
    assert!(message.contains("choose another folder"), "{message}");
}

#[test]
fn sums_that_no_games_have_are_refused() {
    let game = mini(20);
    let sums = play(&game, &settings(), &run_in(None, 4, 1)).sums;
    let whole: serde_json::Value = serde_json::from_str(&sums.to_json().unwrap()).unwrap();
    assert!(RunSums::from_json(&whole.to_string()).is_ok());
    let games = sums.sums.games();
    for (place, value, message) in [
        ("/cells", json!(0), "cells"),
        ("/cells", json!(257), "cells"),
        ("/cells", json!(1_u64 << 53), "cells"),
        ("/cells", json!(u64::MAX), "cells"),
        ("/cells", json!(sums.cells() - 1), "figures"),
        ("/sums/games", json!(u64::MAX), "at most"),
        ("/sums/games", json!(games - 1), "more games"),
        ("/sources/0/games", json!(u64::MAX), "more games"),
        ("/sums/lengths", json!({ "5": u64::MAX, "6": 1 }), "lengths"),
        (
            "/sums/lengths",
            json!({ "18446744073709551615": 1 }),
            "lengths",
        ),
        (
            "/sums/first_moves/0",
            json!({ "a1b2": games + 1 }),
            "first_moves",
        ),
        (
            "/sums/measures/branching/0/0",
            json!(games + 1),
            "branching",
        ),
        ("/sums/measures/branching/0/0", json!(1.5), "branching"),
        ("/sums/measures/branching/0/1", json!(3.95e20), "branching"),
        ("/sums/measures/branching/0/2", json!(0.0), "branching"),
        ("/sums/measures/checks/0/1", json!(1e308), "checks"),
        ("/sums/measures/checks/0/4", json!(-1.0), "checks"),
    ] {
        let mut damaged = whole.clone();
        *damaged.pointer_mut(place).unwrap() = value;
        let error = RunSums::from_json(&damaged.to_string()).unwrap_err();
        assert!(error.contains(message), "{place}: {error}");
    }
}

#[test]
fn a_report_of_absurd_figures_ends() {
    let game = mini(20);
    let mut sums = play(&game, &settings(), &run_in(None, 4, 1)).sums;
    let mut file: serde_json::Value = serde_json::from_str(&sums.to_json().unwrap()).unwrap();
    let most = 1_u64 << 53;
    file["sums"]["games"] = json!(most);
    file["sums"]["lengths"] = json!({ "5": 1, "9007199254740992": most - 1 });
    for figures in file["sums"]["measures"]
        .as_object_mut()
        .unwrap()
        .values_mut()
    {
        for numbers in figures.as_array_mut().unwrap() {
            if let Some(numbers) = numbers.as_array_mut() {
                let n = most as f64;
                numbers.clone_from(&[n, n, n, n, n, n, 0.0, n, n, n].map(|n| json!(n)).to_vec());
            }
        }
    }
    file["sums"]["measures"]["branching"][0][1] = json!(3.95e14 * most as f64);
    file["sums"]["measures"]["branching"][0][3] = json!(1e60);
    file["settings"]["nodes"] = json!(u64::MAX);
    sums = RunSums::from_json(&file.to_string()).unwrap();
    let report = PlaytestReport::new(&sums, &game, &Figures::default()).unwrap();
    report.to_html();
    report.to_markdown();
}

#[test]
fn parts_share_no_opening_and_add_up() {
    let game = mini(20);
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let part = |number| PlaytestSettings {
        part: OpeningsPart { number, of: 2 },
        ..settings()
    };
    let [a, b] = [1, 2].map(|number| {
        let run = run_in(Some(folders[number - 1].path()), 6, 2);
        play(&game, &part(number as u64), &run).sums
    });
    let paths: Vec<PathBuf> = folders
        .iter()
        .map(|folder| folder.path().to_owned())
        .collect();
    let sum = RunSums::merged(&paths).unwrap().unwrap();
    assert_eq!(sum.sums.games(), 12);
    assert_eq!(sum.sources.len(), 2);
    for &id in M::ALL {
        for at in 0..sum.sums.figures(id) {
            let Some(ratio) = sum.sums.ratio(id, at) else {
                continue;
            };
            let (first, second) = (a.sums.ratio(id, at).unwrap(), b.sums.ratio(id, at).unwrap());
            assert_eq!(ratio.games, first.games + second.games);
            assert!(
                (ratio.x - first.x - second.x).abs() <= 1e-9 * ratio.x.abs(),
                "{id:?}"
            );
            assert!(
                (ratio.ww - first.ww - second.ww).abs() <= 1e-9 * ratio.ww,
                "{id:?}"
            );
        }
    }
    let lengths = |run: &RunSums| run.sums.lengths().games();
    assert_eq!(lengths(&sum), lengths(&a) + lengths(&b));
    // The order does not matter.
    let reversed = RunSums::merged(&[paths[1].clone(), paths[0].clone()])
        .unwrap()
        .unwrap();
    assert_eq!(reversed.sums, sum.sums);
    // A file of added runs is like any other, and contains all openings.
    let whole = folders[0].path().join("all.json");
    sum.write(&whole).unwrap();
    assert_eq!(RunSums::read(&whole).unwrap(), sum);
    let twice = RunSums::merged(&[whole, paths[0].clone()]).unwrap_err();
    assert!(matches!(twice, PlaytestError::Apart { .. }));
    assert!(twice.to_string().contains("openings in common"), "{twice}");
}

#[test]
fn a_run_that_avoids_the_openings_of_another_can_be_added_to_it() {
    let game = mini(20);
    let many_openings = PlaytestSettings {
        opening_plies: Some(4),
        ..settings()
    };
    let first = play(&game, &many_openings, &run_in(None, 30, 1)).sums;
    let other_seed = PlaytestSettings {
        seed: 2,
        ..many_openings
    };
    let add = |second: &RunSums| {
        let mut sum = first.clone();
        sum.merge(second, (Path::new("a"), Path::new("b")))
            .map(|()| sum.sums.games())
    };
    let careless = play(&game, &other_seed, &run_in(None, 30, 1)).sums;
    assert!(add(&careless).is_err(), "the runs share openings");
    let folder = tempfile::tempdir().unwrap();
    let run = PlaytestRun {
        avoid: first.openings().clone(),
        ..run_in(Some(folder.path()), 30, 1)
    };
    let careful = play(&game, &other_seed, &run);
    assert!(careful.repeated > 0);
    assert_eq!(careful.sums.sums.games(), 30);
    assert_eq!(add(&careful.sums).unwrap(), 60);
    // Without them, the games that were left out would count.
    let stop = AtomicBool::new(false);
    let all = run_in(Some(folder.path()), 40, 1);
    let continued = playtest(&game, &other_seed, &all, &stop, &mut |_| ());
    let error = continued.unwrap_err().to_string();
    assert!(error.contains("avoided openings"), "{error}");
}

#[test]
fn runs_that_do_not_fit_are_not_added() {
    let add = |first: &RunSums, second: &RunSums| {
        let error = first
            .clone()
            .merge(second, (Path::new("a"), Path::new("b")));
        error.unwrap_err().to_string()
    };
    let few = run_in(None, 3, 1);
    let run = play(&mini(20), &settings(), &few).sums;
    let rules = play(&mini(30), &settings(), &few).sums;
    assert!(add(&run, &rules).contains("different rules"));
    let random = PlaytestSettings {
        nodes: None,
        ..settings()
    };
    let random = play(&mini(20), &random, &few).sums;
    assert!(add(&run, &random).contains("positions per move, the other random moves"));
    assert!(add(&random, &random).contains("same seed"));
    let error = PlaytestReport::new(&run, &mini(30), &Figures::default()).unwrap_err();
    assert!(error.contains("other rules"), "{error}");
}

#[test]
fn a_game_with_few_openings_ends_when_there_are_no_more() {
    let one_ply = PlaytestSettings {
        opening_plies: Some(1),
        opening_window_cp: 100_000,
        ..settings()
    };
    let game = mini(4);
    let result = play(&game, &one_ply, &run_in(None, 100, 2));
    let first_moves = game.start().moves().len() as u64;
    assert_eq!(result.end, PlaytestEnd::OutOfOpenings);
    assert!(result.sums.sums.games() <= first_moves && result.sums.sums.games() > 4);
    assert!(result.repeated > 0);
    assert_eq!(
        play(&game, &one_ply, &run_in(None, 100, 1)).sums,
        result.sums
    );
}

/// A game by its moves in coordinates.
fn moves(game: &Game, text: &str) -> History {
    let mut history = History::new(game.start());
    for word in text.split(' ') {
        let mv = hyperrook_notation::moves::parse_move(history.position(), word);
        history
            .play(mv.unwrap_or_else(|error| panic!("{word}: {error}")))
            .unwrap();
    }
    history
}

#[test]
fn a_known_game_has_the_measures_counted_by_hand() {
    let chess = game(GameFile::shipped("chess").unwrap());
    let history = moves(
        &chess,
        "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 f3e5 c6e5 d2d4 c5d4 d1d4 d7d6 d4d1 e5c4 d1d5 f6d5",
    );
    // White leads, then Black, then White, who loses nothing here: the game is not finished.
    let mut scores = vec![0; 18];
    (scores[4], scores[8], scores[12]) = (200, -200, 200);
    let record = GameRecord {
        history,
        opening_plies: 0,
        scores,
        probes: Vec::new(),
        first_choices: Vec::new(),
    };
    let observer = GameObserver::new(&chess);
    let sums = observer.observe(&record);
    let kind = |letter| chess.definition().kind(letter).unwrap().index();
    assert_eq!(sums.ratio(M::Captures, 0), (6.0, 18.0));
    assert_eq!(sums.ratio(M::FirstCapture, 0), (9.0, 1.0));
    assert_eq!(sums.ratio(M::MaterialAtEnd, 0), (26.0, 32.0));
    assert_eq!(sums.ratio(M::CastlingGames, 0), (1.0, 2.0));
    assert_eq!(sums.ratio(M::KindMoves, kind('Q')), (3.0, 18.0));
    // The rook has moved by castling; three have not.
    assert_eq!(sums.ratio(M::KindIdle, kind('R')), (3.0, 4.0));
    assert_eq!(sums.ratio(M::KindSurvives, kind('Q')), (1.0, 2.0));
    assert_eq!(sums.ratio(M::KindCaptures, kind('N')), (4.0, 4.0));
    assert_eq!(sums.ratio(M::LeadChanges, 0), (2.0, 1.0));
    assert_eq!(sums.ratio(M::Unfinished, 0), (1.0, 1.0));
    assert_eq!(sums.ratio(M::WhiteScore, 0), (0.0, 0.0));

    // Fool's mate, with a winner who was behind once.
    let history = moves(&chess, "f2f3 e7e5 g2g4 d8h4");
    let record = GameRecord {
        history,
        opening_plies: 0,
        scores: vec![0, 300, 0, -10_000],
        probes: Vec::new(),
        first_choices: Vec::new(),
    };
    let sums = observer.observe(&record);
    assert_eq!(sums.ratio(M::BlackWins, 0), (1.0, 1.0));
    assert_eq!(sums.ratio(M::KindMates, kind('Q')), (1.0, 1.0));
    assert_eq!(sums.ratio(M::DecidedAt, 0), (0.75, 1.0));
    let behind = 1.0 - winning_chances(&ChancesModel::shipped(chess.definition()), 300);
    assert!((sums.ratio(M::Drama, 0).0 - (1.0 - 2.0 * behind)).abs() < 1e-12);
    assert_eq!(sums.ratio(M::Comebacks, 0), (1.0, 1.0));
    let e1 = chess.board().cell("e1").unwrap().index();
    assert_eq!(sums.ratio(M::CellMates, e1), (1.0, 1.0));
    assert_eq!(sums.ratio(M::Length, 0), (4.0, 1.0));
    assert_eq!(bin_plies(ply_bin(4)), (0, Some(10)));
}

/// The king goes to the cell from which the rook comes.
#[test]
fn a_rook_survives_castling_onto_its_cell() {
    let (_, text) = SHIPPED.iter().find(|(name, _)| *name == "chess").unwrap();
    let castling = "king = \"e1 g1\"\nrook = \"h1 f1\"\nempty = \"f1 g1\"\nsafe = \"e1 f1 g1\"";
    assert!(text.contains(castling));
    let own = "king = \"e1 h1\"\nrook = \"h1 f1\"\nempty = \"f1 g1\"\nsafe = \"e1 f1 g1 h1\"";
    let text = text.replace(castling, own);
    let chess = game(GameFile::parse("castling.toml", &text).unwrap());
    let line = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1h1 c5f2 f1f2";
    let record = GameRecord {
        history: moves(&chess, line),
        opening_plies: 0,
        scores: vec![0; 9],
        probes: Vec::new(),
        first_choices: Vec::new(),
    };
    let sums = GameObserver::new(&chess).observe(&record);
    let kind = |letter| chess.definition().kind(letter).unwrap().index();
    assert_eq!(sums.ratio(M::KindSurvives, kind('R')), (4.0, 4.0));
    assert_eq!(sums.ratio(M::KindIdle, kind('R')), (3.0, 4.0));
    assert_eq!(sums.ratio(M::KindIdle, kind('K')), (1.0, 2.0));
    assert_eq!(sums.ratio(M::KindSurvives, kind('B')), (3.0, 4.0));
}

/// On a closed axis of two cells, each step would go far round it.
#[test]
fn only_moves_of_two_steps_go_far_round_a_closed_axis() {
    // The second move is one step on both boards.
    for (axes, line, far) in [
        ("\"file, cyclic\"", "a1c1 d4c4", (1.0, 2.0)),
        (
            "\"a = file % 2, cyclic\", \"b = file / 2\"",
            "a1b1 d4c4",
            (0.0, 0.0),
        ),
    ] {
        let text = format!(
            "format = 1\nname = \"closed\"\n[board]\ndrawn = \"flat\"\nfiles = 4\nranks = 4\n\
             [charts.board]\naxes = [{axes}, \"rank, forward\"]\n\
             [pieces.K]\nname = \"king\"\nroyal = true\nmoves = \"K\"\n\
             [pieces.N]\nname = \"leaper\"\nmoves = \"W D\"\n\
             [start]\nboard = \"k2n/4/4/N2K\"\n"
        );
        let closed = game(GameFile::parse("closed.toml", &text).unwrap());
        let record = GameRecord {
            history: moves(&closed, line),
            opening_plies: 0,
            scores: vec![0; 2],
            probes: Vec::new(),
            first_choices: Vec::new(),
        };
        let sums = GameObserver::new(&closed).observe(&record);
        assert_eq!(sums.ratio(M::AcrossMoves, 0), far, "{axes}");
    }
}

#[test]
fn the_documentation_defines_every_measure() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/playtest.md");
    let page = fs::read_to_string(page).unwrap();
    for measure in MEASURES {
        let start = format!("| `{}` | {} |", measure.id, measure.name);
        let row = page.lines().find(|line| line.starts_with(&start));
        let row = row.unwrap_or_else(|| panic!("docs/playtest.md lacks the row {start}"));
        assert!(
            row.ends_with(&format!("| {} |", measure.definition)),
            "{}",
            measure.id
        );
    }
}

/// The definitions of small games of the rules' tests.
fn small_games() -> Vec<Game> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/tests/games");
    let paths = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths.collect();
    paths.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        game(GameFile::parse("small.toml", &text).unwrap())
    };
    paths.iter().map(read).collect()
}

#[test]
fn every_game_can_be_playtested_and_has_valid_reports() {
    let shipped = [
        "chess",
        "walkers",
        "sesqui",
        "riftwalker",
        "twoboards",
        "gateway",
        "hyperchess",
        "raumschach",
    ];
    let shipped = shipped.map(|name| game(GameFile::shipped(name).unwrap()));
    let short = PlaytestSettings {
        nodes: Some(4),
        max_plies: 60,
        opening_window_cp: 20_000,
        ..PlaytestSettings::default()
    };
    for game in shipped.into_iter().chain(small_games()) {
        let random = PlaytestSettings {
            nodes: None,
            ..short.clone()
        };
        for settings in [&short, &random] {
            let result = play(&game, settings, &run_in(None, 2, 2));
            if result.sums.sums.games() == 0 {
                // Some small games are over after any opening.
                assert_eq!(result.end, PlaytestEnd::OutOfOpenings);
                continue;
            }
            let report = PlaytestReport::new(&result.sums, &game, &Figures::shipped()).unwrap();
            check_html(&report.to_html());
            check_json(&report.to_json().unwrap(), "run");
            assert!(report.to_markdown().contains("## Figures"));
        }
    }
}

/// Checks that the page is well-formed, ids are unique, links lead somewhere, headings go down one
/// level at a time, and each plot has a description and its table.
fn check_html(html: &str) {
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        ..roxmltree::ParsingOptions::default()
    };
    let document = roxmltree::Document::parse_with_options(html, options)
        .unwrap_or_else(|error| panic!("{error}:\n{}", &html[..html.len().min(400)]));
    let elements = || document.descendants().filter(|node| node.is_element());
    let mut ids = BTreeSet::new();
    for id in elements().filter_map(|node| node.attribute("id")) {
        assert!(ids.insert(id), "two elements have the id {id}");
    }
    for node in elements() {
        if let Some(target) = node.attribute("href") {
            assert!(
                ids.contains(target.trim_start_matches('#')),
                "{target} leads nowhere"
            );
        }
        for words in ["aria-labelledby", "aria-describedby"] {
            for id in node
                .attribute(words)
                .unwrap_or_default()
                .split(' ')
                .filter(|id| !id.is_empty())
            {
                assert!(ids.contains(id), "nothing has the id {id}");
            }
        }
        assert!(
            node.attribute("src").is_none(),
            "the page needs nothing else"
        );
    }
    let mut level = 0;
    for node in elements() {
        let name = node.tag_name().name();
        if let Some(now) = name.strip_prefix('h').and_then(|n| n.parse::<u32>().ok()) {
            assert!(now <= level + 1, "h{now} after h{level}");
            level = now;
        }
    }
    for svg in elements().filter(|node| node.has_tag_name("svg")) {
        let has = |name| svg.children().any(|node| node.has_tag_name(name));
        assert!(has("title") && has("desc"));
        let figure = svg.parent().unwrap();
        assert!(
            figure.descendants().any(|node| node.has_tag_name("table")),
            "a plot without table"
        );
    }
    assert!(!html.contains("NaN") && !html.contains("inf "));
}

/// Checks a report against the schema that users get.
fn check_json(text: &str, name: &str) {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/playtest.schema.json");
    let schema: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(schema).unwrap()).unwrap();
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    validate(&schema, &schema["$defs"][name], &value, name);
}

/// Validates with the keywords that the schema uses. Properties that it does not name are faults.
fn validate(
    root: &serde_json::Value,
    schema: &serde_json::Value,
    value: &serde_json::Value,
    path: &str,
) {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap();
        return validate(root, &root["$defs"][name], value, path);
    }
    let fits = match schema["type"].as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("number") => value.is_number(),
        Some("integer") => value.is_u64() || value.is_i64(),
        other => panic!("{path}: the schema has the type {other:?}"),
    };
    assert!(fits, "{path}: {value}");
    if let Some(allowed) = schema["enum"].as_array() {
        assert!(allowed.contains(value), "{path}: {value}");
    }
    for item in value.as_array().into_iter().flatten() {
        validate(root, &schema["items"], item, &format!("{path}[]"));
    }
    let Some(object) = value.as_object() else {
        return;
    };
    for required in schema["required"].as_array().into_iter().flatten() {
        let name = required.as_str().unwrap();
        assert!(object.contains_key(name), "{path} has no `{name}`");
    }
    for (name, value) in object {
        let of = &schema["properties"][name];
        let of = if of.is_null() {
            &schema["additionalProperties"]
        } else {
            of
        };
        assert!(of.is_object(), "{path}: the schema has no `{name}`");
        validate(root, of, value, &format!("{path}.{name}"));
    }
}

#[test]
fn only_different_rules_show_differences() {
    let run = |game: &Game, seed| {
        let random = PlaytestSettings {
            nodes: None,
            seed,
            ..settings()
        };
        play(game, &random, &run_in(None, 200, 2)).sums
    };
    let (game, other) = (mini(20), mini(4));
    let compare = |a: &RunSums, b: &RunSums, second: &Game| {
        let reports = [
            PlaytestReport::new(a, &game, &Figures::default()).unwrap(),
            PlaytestReport::new(b, second, &Figures::default()).unwrap(),
        ];
        Comparison::new([a, b], reports)
    };
    let first = run(&game, 1);
    let equal = compare(&first, &run(&game, 2), &game);
    assert!(equal.differences.len() > 20);
    assert!(equal.differences.iter().all(|row| row.adjusted_p > 0.05));
    let says = |text: &str| equal.sentences.iter().any(|it| it.contains(text));
    assert!(says("No figure differs"), "{:?}", equal.sentences);
    assert_ne!(equal.first.title, equal.second.title);
    assert!(!says("may come from that"));
    // Rule sets that differ in what evaluates them differ in more than their rules.
    let evaluated = |by| {
        let mut run = first.clone();
        run.evaluation = Some(by);
        run
    };
    let [with, without] = [RunEvaluation::ShippedNetwork, RunEvaluation::Weights].map(evaluated);
    let unlike = compare(&with, &without, &game).sentences;
    assert!(
        unlike.iter().any(|it| it.contains("may come from that")),
        "{unlike:?}"
    );
    let shorter = compare(&first, &run(&other, 2), &other);
    assert!(shorter.differences[0].adjusted_p < 0.001);
    let length = shorter
        .differences
        .iter()
        .find(|row| row.id == "length")
        .unwrap();
    assert!(length.high < 0.0 && length.adjusted_p < 0.05);
    check_html(&shorter.to_html());
    check_json(&shorter.to_json().unwrap(), "comparison");
    assert!(shorter.to_markdown().contains("**Length"));
}

#[test]
fn random_games_have_no_figures_of_the_engine() {
    let random = PlaytestSettings {
        nodes: None,
        ..PlaytestSettings::default()
    };
    let result = play(&mini(20), &random, &run_in(None, 50, 2));
    assert_eq!(result.sums.sums.games(), 50);
    for (&id, measure) in M::ALL.iter().zip(MEASURES) {
        let needs_engine = measure.source != hyperrook_lab::playtest::MeasureSource::Record;
        if needs_engine {
            assert_eq!(result.sums.sums.estimate(id, 0), None, "{}", measure.id);
        }
    }
    assert_eq!(result.speed.nodes, 0);
}
