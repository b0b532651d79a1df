//! Forced wins in all games, against brute force: mates that the engine announces are
//! correct, and it finds all that exist. This includes the special endings of the games:
//! won stalemates, baring with its one reply (Two Boards),
//! transformation under threat (Gateway), promotions and captures in passing.

use crate::brute::Solver;
use hyperrook_notation::position::{format_position, parse_position};
use hyperrook_rules::{Game, GameFile, History, Position, SHIPPED};
use hyperrook_search::{Control, Engine, EngineSettings, Score, SearchLimits};

fn game(name: &str) -> Game {
    let file = GameFile::shipped(name).unwrap();
    Game::new(file.define(&[]).unwrap()).unwrap()
}

/// The forced win of the side to move in at most `moves` moves that the engine finds.
fn engine_win(engine: &mut Engine, position: &Position, moves: u32) -> Option<u32> {
    engine.clear();
    let limits = SearchLimits::default()
        .mate_moves(moves)
        .depth_plies(2 * moves);
    let history = History::new(position.clone());
    let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
    match report.lines.first()?.score {
        Score::Mate(found) if found > 0 && found as u32 <= moves => Some(found as u32),
        _ => None,
    }
}

/// Late positions with few pieces, from games with many captures.
fn late_positions(game: &Game, count: usize, pieces: usize) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(17);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = game.start();
        for _ in 0..600 {
            let moves = position.moves();
            let captures: Vec<_> = moves
                .iter()
                .copied()
                .filter(|&mv| position.captures(mv).any())
                .collect();
            let choice = if captures.is_empty() || random.u32(..4) == 0 {
                random.choice(&moves)
            } else {
                random.choice(&captures)
            };
            let Some(&mv) = choice else { break };
            position.play(mv).unwrap();
            let left = position.setup().pieces.iter().flatten().count();
            if left <= pieces && position.outcome().is_none() && random.u32(..3) == 0 {
                found.push(position.clone());
                break;
            }
        }
    }
    found
}

/// A game in which stalemate wins although two bare royal pieces are a draw.
fn cannons() -> Game {
    let text = include_str!("../../../examples/games/cannons.toml");
    let file = GameFile::parse("cannons", text).unwrap();
    Game::new(file.define(&[]).unwrap()).unwrap()
}

#[test]
fn forced_wins_agree_with_brute_force() {
    let shipped = SHIPPED.iter().map(|(name, _)| (*name, game(name)));
    for (name, game) in shipped.chain([("cannons", cannons())]) {
        let pieces = match name {
            // A quantum king counts as four pieces.
            "gateway" => 14,
            "cannons" => 4,
            _ => 7,
        };
        let mut engine = Engine::new(&game, EngineSettings::default());
        let mut solver = Solver::default();
        let mut wins = 0;
        for position in late_positions(&game, 60, pieces) {
            let expected = solver.solve(&position, 2, 3_000_000);
            let Ok(expected) = expected else { continue };
            let expected = expected.map(|win| win.moves);
            let found = engine_win(&mut engine, &position, 2);
            assert_eq!(found, expected, "{name}: {}", format_position(&position));
            wins += usize::from(expected.is_some());
        }
        eprintln!("{name}: {wins} wins in 60 positions");
    }
}

#[track_caller]
fn wins_in(name: &str, text: &str, moves: u32) {
    let game = game(name);
    let position = parse_position(&game, text).unwrap();
    let mut engine = Engine::new(&game, EngineSettings::default());
    assert_eq!(engine_win(&mut engine, &position, moves), Some(moves));
}

/// A side that has lost its last piece has not lost yet if it can bare the other immediately.
#[test]
fn baring_allows_one_reply() {
    let game = game("twoboards");
    let mut engine = Engine::new(&game, EngineSettings::default());
    // White captures the last piece, and Black's king captures White's last piece.
    let traded = parse_position(
        &game,
        "16/16/16/16/16/16/16/16/16/5k10/5w10/5W10/16/16/16/K15 w - 0 1",
    )
    .unwrap();
    assert_eq!(engine_win(&mut engine, &traded, 2), None);
    // If the king is far away, White wins immediately.
    wins_in(
        "twoboards",
        "15k/16/16/16/16/16/16/16/16/16/5w10/5W10/16/16/16/K15 w - 0 1",
        1,
    );
}

/// In some games pawns can move back and forth. A position can then recur after pawn moves,
/// although these reset the move count.
#[test]
fn repetitions_after_pawn_moves_are_detected() {
    let game = game("walkers");
    let text = "4k4/9/9/3P5/9/9/9/9/9/9/9/9/9/9/9/9/9/9/9/9/K8 w - 0 1";
    let mut history = History::new(parse_position(&game, text).unwrap());
    let play = |history: &mut History, name: &str| {
        let position = history.position().clone();
        let mv = hyperrook_notation::moves::parse_move(&position, name).unwrap();
        history.play(mv).unwrap();
    };
    for name in [
        "d18c18", "e21f21", "c18d18", "f21e21", "d18c18", "e21f21", "c18d18",
    ] {
        play(&mut history, name);
    }
    // White is ahead by a pawn that promotes; f21e21 repeats the position a third time.
    let mut engine = Engine::new(&game, EngineSettings::default());
    let limits = SearchLimits::default().depth_plies(4);
    let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
    let best = report.best.unwrap();
    let mut after = history.clone();
    after.play(best).unwrap();
    assert!(
        after.outcome().is_some(),
        "{best:?} {:?}",
        report.lines[0].score
    );
    assert_eq!(report.lines[0].score, Score::Centipawns(0));
}

/// A side that is far ahead does not allow a third repetition, even in a shallow search.
#[test]
fn a_winning_side_avoids_the_third_repetition() {
    let game = game("gateway");
    let text = "4/4/4/*2*/*2*/*2*/*2*/4/4/4|1sb1/e1s1/1uu1/*2*/*2*/*2*/*2*/1O2/1B2/4|\
        1u2/2o1/1mj1/*2*/*1q*/*2*/*E1*/JJ2/1GG1/1SJ1|\
        1bb1/2o1/4/*u1*/*2*/*2*/*2*/1NU1/UBD1/4|4/1r2/4/*2*/*2*/*2*/*2*/4/4/4 b - 13 156";
    let mut history = History::new(parse_position(&game, text).unwrap());
    for name in ["xc6xb6", "xb4wc5", "xb6xc6", "wc5xb4", "xb8vc6", "xb4wc3"] {
        let position = history.position().clone();
        let mv = hyperrook_notation::moves::parse_move(&position, name).unwrap();
        history.play(mv).unwrap();
    }
    let drawing = history.position().clone();
    let drawing = hyperrook_notation::moves::parse_move(&drawing, "vc6xb8").unwrap();
    for depth in 1..=5 {
        let mut engine = Engine::new(&game, EngineSettings::default());
        let limits = SearchLimits::default().depth_plies(depth);
        let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
        assert_ne!(report.best, Some(drawing), "depth {depth}");
        assert!(
            matches!(report.lines[0].score, Score::Centipawns(200..)),
            "depth {depth}: {:?}",
            report.lines[0].score
        );
    }
}
