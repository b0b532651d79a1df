//! The reports in `docs/reports` and the figures of the shipped games follow from the committed
//! sums of their games.

use super::game;
use hyperrook_lab::playtest::report::Figures;
use hyperrook_lab::playtest::{Comparison, MeasureId, PlaytestReport, RunSums};
use hyperrook_rules::GameFile;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the games that have a report.
fn folders() -> Vec<PathBuf> {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reports");
    let mut found: Vec<PathBuf> = fs::read_dir(reports)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    found.sort();
    found
}

/// `make reports` writes the reports again.
#[test]
fn the_reports_follow_from_the_committed_sums() {
    let folders = folders();
    assert!(!folders.is_empty());
    for folder in folders {
        let sums = RunSums::read(&folder).unwrap();
        let game = game(GameFile::shipped(&sums.game).unwrap());
        let report =
            |sums: &RunSums| PlaytestReport::new(sums, &game, &Figures::default()).unwrap();
        assert_eq!(folder.file_name().unwrap(), &*sums.game);
        let beside_others = PlaytestReport::new(&sums, &game, &Figures::shipped()).unwrap();
        check(&folder.join("report.md"), &beside_others.to_markdown());
        let stronger = folder.join("stronger.json");
        if stronger.exists() {
            let stronger = RunSums::read(&stronger).unwrap();
            assert!(stronger.settings.nodes > sums.settings.nodes);
            let runs = [&sums, &stronger];
            let comparison = Comparison::new(runs, runs.map(report));
            check(&folder.join("strength.md"), &comparison.to_markdown());
        }
    }
}

fn check(path: &Path, expected: &str) {
    if std::env::var_os("UPDATE_REPORTS").is_some() {
        fs::write(path, expected).unwrap();
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    assert!(
        found == expected,
        "{} is not what the sums say now; `make reports` writes it again",
        path.display()
    );
}

/// `make reports` writes the figures again, too.
#[test]
fn the_figures_for_comparison_follow_from_the_committed_sums() {
    let runs: Vec<RunSums> = folders()
        .iter()
        .map(|folder| RunSums::read(folder).unwrap())
        .collect();
    let figures = serde_json::to_string_pretty(&Figures::of_runs(&runs)).unwrap() + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/playtest/figures.json");
    check(&path, &figures);
}

/// Players and inventors read this note of `games/twoboards.toml`.
#[test]
fn the_note_about_two_boards_has_the_figures_of_its_report() {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reports");
    let file = GameFile::shipped("twoboards").unwrap();
    let two_boards = game(file);
    let sums = RunSums::read(&reports.join("twoboards")).unwrap();
    let report = PlaytestReport::new(&sums, &two_boards, &Figures::default()).unwrap();
    let chess = RunSums::read(&reports.join("chess")).unwrap();
    let chess_game = game(GameFile::shipped("chess").unwrap());
    let chess = PlaytestReport::new(&chess, &chess_game, &Figures::default()).unwrap();
    let mean = |report: &PlaytestReport, id| report.figure(id).unwrap().value;
    let notes = two_boards.definition().notes().iter();
    let text: String = notes.map(|note| note.text.replace('\n', " ")).collect();
    for expected in [
        format!("played {},000 games", report.games / 1_000),
        format!(
            "{:.0} piece in 1,000 had no legal move, in chess {:.0} in 100",
            1_000.0 * mean(&report, MeasureId::Jam),
            100.0 * mean(&chess, MeasureId::Jam)
        ),
        format!(
            "{:.0} of 100 pieces were still",
            100.0 * mean(&report, MeasureId::MaterialAtEnd)
        ),
        format!("after {:.0} plies", mean(&report, MeasureId::Length)),
        format!(
            "{:.0} games in 100 were drawn",
            100.0 * mean(&report, MeasureId::Draws)
        ),
    ] {
        assert!(text.contains(&expected), "{expected}: {text}");
    }
}
