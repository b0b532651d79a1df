//! The engine with endgame tables.

use hyperrook_notation::moves::parse_move;
use hyperrook_notation::position::parse_position;
use hyperrook_rules::{Cell, Game, GameFile, History, Piece, Position, SHIPPED, Setup, Side};
use hyperrook_search::{Control, Engine, EngineSettings, Score, SearchLimits, TablesSource};
use hyperrook_tables::{BuildSettings, CountVerdict, EndgameValue, Material, Tables};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// A random position of the pieces given by letters, upper case for White.
fn random(game: &Game, letters: &str, rng: &mut fastrand::Rng) -> Position {
    loop {
        let mut setup = Setup::empty(game.board().len());
        for letter in letters.chars() {
            let side = if letter.is_uppercase() {
                Side::White
            } else {
                Side::Black
            };
            let kind = game.definition().kind(letter).unwrap();
            setup.put(
                Cell::from_index(rng.usize(..64)),
                Some(Piece { side, kind }),
            );
        }
        if setup.pieces.iter().flatten().count() == letters.len()
            && let Ok(position) = game.position(&setup)
            && position.outcome().is_none()
        {
            return position;
        }
    }
}

fn build(game: &Game, folder: &Path, texts: &[&str]) -> Tables {
    let tables = Tables::new(game, folder).unwrap();
    let material = |text: &&str| Material::parse(game.definition(), text).unwrap();
    let materials: Vec<Material> = texts.iter().map(material).collect();
    let stop = AtomicBool::new(false);
    tables
        .build(&materials, &BuildSettings::default(), &stop, &mut |_| ())
        .unwrap();
    tables
}

fn engine_with_tables(game: &Game, folder: &Path) -> Engine {
    let settings = EngineSettings {
        tables: TablesSource::folder(folder.to_owned()),
        ..EngineSettings::default()
    };
    Engine::new(game, settings)
}

#[test]
fn won_positions_are_won_as_quickly_as_possible() {
    let chess = Game::shipped("chess").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let tables = build(&chess, folder.path(), &["KRK", "KQK"]);
    let mut engine = engine_with_tables(&chess, folder.path());
    assert!(engine.tables().is_some());
    let mut rng = fastrand::Rng::with_seed(3);
    let mut won = 0;
    let mut drawn = 0;
    for letters in ["KRk", "KQk", "kqK"] {
        for _ in 0..8 {
            let position = random(&chess, letters, &mut rng);
            let value = tables.probe(&position).unwrap().unwrap().value;
            let mut history = History::new(position);
            let limits = SearchLimits::default().nodes(300);
            let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
            let score = report.lines[0].score;
            match value {
                EndgameValue::Win(plies) => {
                    assert_eq!(
                        score,
                        Score::Mate(i32::from(plies.div_ceil(2))),
                        "{history:?}"
                    );
                }
                EndgameValue::Loss(plies) => {
                    assert_eq!(score, Score::Mate(-i32::from(plies.div_ceil(2))));
                }
                EndgameValue::Draw => {
                    assert_eq!(score, Score::Centipawns(0));
                    assert_eq!(report.lines[0].chances.draw, 1_000);
                    drawn += 1;
                }
            }
            let mut plies = 0;
            while history.outcome().is_none() && plies < 200 {
                let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
                history.play(report.best.unwrap()).unwrap();
                plies += 1;
            }
            if let Some(wanted) = value.plies() {
                assert_eq!(plies, wanted, "{letters}");
                won += 1;
            }
        }
    }
    assert!(won > 10 && drawn > 0, "{won} won, {drawn} drawn");
}

#[test]
fn captures_that_lead_into_a_table_are_found() {
    // White wins by taking the rook, which leaves queen against king.
    let chess = Game::shipped("chess").unwrap();
    let folder = tempfile::tempdir().unwrap();
    build(&chess, folder.path(), &["KQK"]);
    let mut engine = engine_with_tables(&chess, folder.path());
    let mut setup = Setup::empty(64);
    for (cell, letter) in [("a1", 'K'), ("d1", 'Q'), ("d8", 'r'), ("h7", 'k')] {
        let side = if letter.is_uppercase() {
            Side::White
        } else {
            Side::Black
        };
        let kind = chess.definition().kind(letter).unwrap();
        setup.put(
            chess.board().cell(cell).unwrap(),
            Some(Piece { side, kind }),
        );
    }
    let history = History::new(chess.position(&setup).unwrap());
    let limits = SearchLimits::default().depth_plies(3);
    let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
    assert!(
        matches!(report.lines[0].score, Score::Mate(moves) if moves > 1),
        "{report:?}"
    );
}

#[test]
fn without_a_table_the_search_is_the_same() {
    let chess = Game::shipped("chess").unwrap();
    let folder = tempfile::tempdir().unwrap();
    build(&chess, folder.path(), &["KRK"]);
    let nodes = |tables| {
        let settings = EngineSettings {
            tables,
            ..EngineSettings::default()
        };
        let limits = SearchLimits::default().depth_plies(6);
        let history = History::new(chess.start());
        let mut engine = Engine::new(&chess, settings);
        engine
            .search(&history, &limits, &Control::new(), &mut |_| ())
            .nodes
    };
    let with = nodes(TablesSource::folder(folder.path().to_owned()));
    assert_eq!(with, nodes(TablesSource::None));
}

#[test]
fn a_win_is_not_thrown_away_to_the_move_count() {
    let chess = SHIPPED.iter().find(|(name, _)| *name == "chess").unwrap().1;
    let file = GameFile::parse("short", &chess.replace("moves = 50", "moves = 8")).unwrap();
    let game = Game::new(file.define(&[]).unwrap()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let tables = build(&game, folder.path(), &["KPK"]);
    let mut engine = engine_with_tables(&game, folder.path());
    let mut rng = fastrand::Rng::with_seed(4);
    let (mut saved, mut tries) = (0, 0);
    while saved < 12 {
        tries += 1;
        assert!(tries < 20_000, "{saved}");
        let mut setup = random(&game, "KPk", &mut rng).setup();
        setup.halfmove = rng.u32(8..16);
        let Ok(position) = game.position(&setup) else {
            continue;
        };
        // The quickest win, without regard to the count, comes too late, and a slower one does not.
        let moves = tables.moves(&position).unwrap();
        let found = |at: usize| moves.get(at).and_then(|mv| mv.found);
        let Some(best) = found(0).filter(|best| matches!(best.value, EndgameValue::Win(_))) else {
            continue;
        };
        let mut all = (0..moves.len()).filter_map(found);
        let is_tempting = all.any(|other| other.value.rank() > best.value.rank());
        if best.verdict != CountVerdict::Stands || !is_tempting {
            continue;
        }
        let history = History::new(position);
        let limits = SearchLimits::default().nodes(100);
        let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
        let played = moves.iter().find(|mv| Some(mv.mv) == report.best).unwrap();
        assert_eq!(
            played.found.unwrap().verdict,
            CountVerdict::Stands,
            "{history:?}"
        );
        saved += 1;
    }
}

/// The quickest win here lets the defence repeat the position for the third time.
#[test]
fn a_win_is_not_given_away_by_a_repetition() {
    let chess = Game::shipped("chess").unwrap();
    let folder = tempfile::tempdir().unwrap();
    build(&chess, folder.path(), &["KRK"]);
    let mut engine = engine_with_tables(&chess, folder.path());
    let mut history = History::new(parsed(&chess, "3K4/8/8/8/5R2/8/8/7k w - - 0 1"));
    for mv in ["f4h4", "h1g1", "h4f4", "g1h1", "f4h4", "h1g1"] {
        let mv = parse_move(history.position(), mv).unwrap();
        history.play(mv).unwrap();
    }
    let limits = SearchLimits::default().nodes(2_000);
    let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
    assert!(matches!(report.lines[0].score, Score::Mate(1..)));
    let rook_back = parse_move(history.position(), "h4f4").unwrap();
    assert_ne!(report.best, Some(rook_back));
}

#[test]
fn drawn_moves_and_finished_games_have_certain_chances() {
    let chess = Game::shipped("chess").unwrap();
    let folder = tempfile::tempdir().unwrap();
    build(&chess, folder.path(), &["KRK"]);
    let mut engine = engine_with_tables(&chess, folder.path());
    let mut chances = |text: &str| -> Vec<[u32; 3]> {
        let history = History::new(parsed(&chess, text));
        let limits = SearchLimits::default().nodes(2_000).lines(9);
        let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
        let lines = report.lines.iter();
        lines
            .map(|line| [line.chances.win, line.chances.draw, line.chances.loss])
            .collect()
    };
    // Black takes the rook, or loses.
    let found = chances("8/8/8/8/4k3/3R4/8/K7 b - - 0 1");
    assert_eq!(found[0], [0, 1000, 0]);
    assert!(
        found[1..].iter().all(|&line| line == [0, 0, 1000]),
        "{found:?}"
    );
    // The move count comes first.
    let found = chances("8/8/8/3k4/8/8/8/K6R w - - 97 80");
    assert!(found.iter().all(|&line| line == [0, 1000, 0]), "{found:?}");
    // Nobody has the pieces to win.
    let found = chances("8/8/8/3k4/8/8/8/KN6 w - - 0 1");
    assert!(found.iter().all(|&line| line == [0, 1000, 0]), "{found:?}");
}

fn parsed(game: &Game, text: &str) -> Position {
    parse_position(game, text).unwrap()
}
