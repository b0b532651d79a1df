//! The forced wins of `testdata/mates`: they are correct, and the engine finds each. Wins
//! in 3 and 4 moves take long and are tested by `make soak`.

use crate::brute::Solver;
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::position::parse_position;
use hyperrook_rules::{Game, GameFile, History, Move, Position, SHIPPED};
use hyperrook_search::{Control, Engine, EngineSettings, Score, SearchLimits};
use std::path::PathBuf;

/// A position of a suite.
struct Mate {
    text: String,
    position: Position,
    moves: u32,
    /// The winning first moves, sorted.
    first: Vec<String>,
}

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../testdata/mates")
        .join(format!("{name}.mates"))
}

/// All games.
fn games() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, _)| *name)
}

/// The suite of a shipped game.
fn suite(name: &str) -> (Game, Vec<Mate>) {
    let path = path(name);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let header = text.lines().next().and_then(|line| line.strip_prefix("# "));
    let mut header = header.expect("a first line with the game").split(' ');
    assert_eq!(header.next(), Some(name));
    let options: Vec<(&str, &str)> = header
        .map(|option| option.split_once('=').expect("name=value"))
        .collect();
    let definition = GameFile::shipped(name).unwrap().define(&options).unwrap();
    let game = Game::new(definition).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let mates = lines.map(|line| {
        let parts: Vec<&str> = line.split(" ; ").collect();
        let [text, moves, first] = parts[..] else {
            panic!("{line}");
        };
        let moves = moves.strip_prefix("in ").expect(line);
        Mate {
            text: format!("{name}: {text}"),
            position: parse_position(&game, text).unwrap(),
            moves: moves.parse().unwrap(),
            first: first.split(' ').map(str::to_owned).collect(),
        }
    });
    let mates = mates.collect();
    (game, mates)
}

fn all_of(wanted: impl Fn(u32) -> bool) -> impl Iterator<Item = (Game, Vec<Mate>)> {
    games().map(move |name| {
        let (game, mates) = suite(name);
        let mates = mates.into_iter().filter(|mate| wanted(mate.moves));
        (game, mates.collect())
    })
}

fn name(position: &Position, mv: Move) -> String {
    format_move(position.game().definition(), mv, CellStyle::Plain)
}

/// Solves the positions by brute force.
fn verify(wanted: impl Fn(u32) -> bool) {
    let mut solver = Solver::default();
    for (_, mates) in all_of(wanted) {
        for mate in mates {
            let found = solver.solve(&mate.position, mate.moves, u64::MAX);
            let win = found.unwrap().unwrap_or_else(|| panic!("{}", mate.text));
            let mut first: Vec<String> = win
                .first
                .iter()
                .map(|&mv| name(&mate.position, mv))
                .collect();
            first.sort();
            assert_eq!(
                (win.moves, first),
                (mate.moves, mate.first),
                "{}",
                mate.text
            );
        }
    }
}

/// Searches each position and expects the shortest win.
fn find(wanted: impl Fn(u32) -> bool, limits: impl Fn(u32) -> SearchLimits) {
    let mut missed = Vec::new();
    for (game, mates) in all_of(wanted) {
        let mut engine = Engine::new(&game, EngineSettings::default());
        for mate in mates {
            engine.clear();
            let history = History::new(mate.position.clone());
            let limits = limits(mate.moves);
            let report = engine.search(&history, &limits, &Control::new(), &mut |_| {});
            let best = report.best.map(|mv| name(&mate.position, mv));
            let score = report.lines.first().map(|line| line.score);
            let right = score == Some(Score::Mate(mate.moves as i32))
                && best.as_ref().is_some_and(|mv| mate.first.contains(mv));
            if !right {
                missed.push(format!(
                    "{} in {} by {}: {best:?} {score:?}",
                    mate.text,
                    mate.moves,
                    mate.first.join(" ")
                ));
            }
        }
    }
    assert!(
        missed.is_empty(),
        "{} missed\n{}",
        missed.len(),
        missed.join("\n")
    );
}

fn mate_limits(moves: u32) -> SearchLimits {
    SearchLimits::default().mate_moves(moves)
}

#[test]
fn every_suite_has_enough_positions() {
    for name in games() {
        let (_, mates) = suite(name);
        let count = |moves| mates.iter().filter(|mate| mate.moves == moves).count();
        let counts = [1, 2, 3, 4].map(count);
        assert!(mates.len() >= 60, "{name}: {counts:?}");
        for (count, least) in counts.into_iter().zip([15, 15, 10, 10]) {
            assert!(count >= least, "{name}: {counts:?}");
        }
    }
}

#[test]
fn brute_force_confirms_wins_in_one_and_two() {
    verify(|moves| moves <= 2);
}

#[test]
#[ignore = "takes minutes"]
fn brute_force_confirms_wins_in_three_and_four() {
    verify(|moves| moves > 2);
}

#[test]
fn the_engine_finds_wins_in_one_and_two() {
    find(|moves| moves <= 2, mate_limits);
}

#[test]
#[ignore = "takes minutes"]
fn the_engine_finds_wins_in_three_and_four() {
    find(|moves| moves > 2, mate_limits);
}

/// Pruning may delay some short wins, but only few.
#[test]
#[ignore = "takes minutes"]
fn searches_without_mate_limits_rarely_miss_short_wins() {
    let (mut wins, mut all) = (0, 0);
    for (game, mates) in all_of(|moves| moves <= 2) {
        let mut engine = Engine::new(&game, EngineSettings::default());
        for mate in mates {
            engine.clear();
            let limits = SearchLimits::default().nodes(500_000);
            let history = History::new(mate.position.clone());
            let report = engine.search(&history, &limits, &Control::new(), &mut |_| {});
            let score = report.lines.first().map(|line| line.score);
            wins += u32::from(matches!(score, Some(Score::Mate(1..=4))));
            all += 1;
        }
    }
    assert!(100 * wins >= 98 * all, "{wins} of {all}");
}

/// A game in which the side without moves has won, so that a win can come a ply earlier than a mate.
const STALEMATE_WINS: &str = r#"
format = 1
name = "stalemate-wins"
[board]
drawn = "flat"
files = 4
ranks = 4
[charts.board]
axes = ["file", "rank, forward"]
[pieces.P]
name = "pawn"
moves = "mfW cfF"
[pieces.R]
name = "rook"
moves = "R"
[pieces.K]
name = "king"
royal = true
moves = "K"
[start]
board = "k2r/3p/P3/R2K"
[ends]
stalemate = "win"
"#;

#[test]
fn a_win_by_being_stalemated_is_found() {
    let definition = GameFile::parse("test", STALEMATE_WINS)
        .unwrap()
        .define(&[])
        .unwrap();
    let game = Game::new(definition).unwrap();
    // Rb1 a2, Rb3 Kxb3: White has no move.
    let position = parse_position(&game, "k3/p3/4/K2R w - 0 1").unwrap();
    let mut engine = Engine::new(&game, EngineSettings::default());
    let limits = SearchLimits::default().depth_plies(30).mate_moves(2);
    let history = History::new(position);
    let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
    assert_eq!(report.lines[0].score, Score::Mate(2));
}

/// Mate and stalemate come before draws by material: a capture that leaves two bare royal pieces,
/// or a piece that could not win otherwise, wins at once if the enemy then has no move.
#[test]
fn a_win_with_too_little_material_is_found() {
    let rook_is_weak = STALEMATE_WINS.replace(
        "stalemate = \"win\"",
        "stalemate = \"loss\"\ntoo_weak = \"R\"",
    );
    let cannons = include_str!("../../../examples/games/cannons.toml").to_owned();
    for (text, position) in [
        (rook_is_weak, "k3/4/Kp1R/4 w - 0 1"),
        (cannons, "k4/1aK2/5/5/5 w - 0 1"),
    ] {
        let file = GameFile::parse("test", &text).unwrap();
        let game = Game::new(file.define(&[]).unwrap()).unwrap();
        let position = parse_position(&game, position).unwrap();
        let mut engine = Engine::new(&game, EngineSettings::default());
        let limits = SearchLimits::default().depth_plies(6);
        let history = History::new(position);
        let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
        assert_eq!(report.lines[0].score, Score::Mate(1), "{text}");
    }
}

/// Mates are reported as short as they are, if the search has time.
#[test]
fn the_shortest_mate_is_reported() {
    let text = STALEMATE_WINS.replace("stalemate = \"win\"", "stalemate = \"draw\"");
    let definition = GameFile::parse("test", &text).unwrap().define(&[]).unwrap();
    let game = Game::new(definition).unwrap();
    let position = parse_position(&game, "k3/1R2/3p/1K2 w - 0 1").unwrap();
    let mut engine = Engine::new(&game, EngineSettings::default());
    let limits = SearchLimits::default().depth_plies(30);
    let history = History::new(position);
    let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
    assert_eq!(report.lines[0].score, Score::Mate(3));
}
