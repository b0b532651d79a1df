//! Limits of nodes.

use hyperrook_rules::{Game, GameFile, History, Move, Reason, SHIPPED};
use hyperrook_search::{Bound, Control, Engine, EngineSettings, Info, Score, SearchLimits};

/// The search uses all nodes of the limit, and its last line reports this number.
#[test]
fn a_limit_of_nodes_is_used_up() {
    for name in ["chess", "sesqui", "gateway"] {
        let game = Game::shipped(name).unwrap();
        let mut engine = Engine::new(&game, EngineSettings::default());
        let history = History::new(game.start());
        for nodes in [700, 3_000, 10_001] {
            let limits = SearchLimits::default().nodes(nodes);
            let mut last = None;
            let mut on_info = |info: &Info| last = Some(info.nodes);
            let report = engine.search(&history, &limits, &Control::new(), &mut on_info);
            assert_eq!(report.nodes, nodes, "{name}");
            assert_eq!(last, Some(nodes), "{name}");
        }
    }
}

/// The limit holds for all threads together.
#[test]
fn several_threads_share_a_limit_of_nodes() {
    for name in ["chess", "raumschach"] {
        let game = Game::shipped(name).unwrap();
        for (threads, nodes) in [(2, 300), (4, 1_000), (4, 10_000)] {
            let settings = EngineSettings {
                threads,
                ..EngineSettings::default()
            };
            let mut engine = Engine::new(&game, settings);
            let limits = SearchLimits::default().nodes(nodes);
            let history = History::new(game.start());
            let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
            // A thread that begins late visits a node before it learns that none is left. One that
            // ends early does not use up its share.
            let (visited, most) = (report.nodes, nodes + threads as u64 - 1);
            assert!(
                (nodes / 2..=most).contains(&visited),
                "{name} {threads}: {visited}"
            );
        }
    }
}

/// A search that is stopped before it has looked at all moves does not report the position as lost
/// because the first move loses: with few nodes and many, one line and several, one thread and two.
#[test]
fn a_position_is_lost_only_if_all_moves_lose() {
    let (mut lost, mut random) = (0, fastrand::Rng::with_seed(5));
    for name in ["chess", "sesqui", "riftwalker"] {
        let game = Game::shipped(name).unwrap();
        let mut engines = [1, 2].map(|threads| {
            let settings = EngineSettings {
                hash_mib: 1,
                threads,
                ..EngineSettings::default()
            };
            Engine::new(&game, settings)
        });
        for _ in 0..if cfg!(debug_assertions) { 3 } else { 60 } {
            let mut history = History::new(game.start());
            while history.outcome().is_none() && history.moves().len() < 120 {
                for (nodes, lines, threads) in [
                    (1, 1, 1),
                    (40, 1, 1),
                    (200, 6, 1),
                    (1_500, 1, 1),
                    (300, 1, 2),
                ] {
                    let engine = &mut engines[threads - 1];
                    engine.clear();
                    let limits = SearchLimits::default().nodes(nodes).lines(lines);
                    let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
                    if !matches!(report.lines[0].score, Score::Mate(..=0)) {
                        continue;
                    }
                    lost += 1;
                    engine.clear();
                    let limits = SearchLimits::default().nodes(20_000);
                    let deeper = engine.search(&history, &limits, &Control::new(), &mut |_| ());
                    let score = deeper.lines[0].score;
                    assert!(
                        matches!(score, Score::Mate(..=0)),
                        "{name} {nodes} {lines} {threads} {:?}: {score:?}",
                        history.moves()
                    );
                }
                let moves = history.position().moves();
                history.play(*random.choice(&moves).unwrap()).unwrap();
            }
        }
    }
    assert!(lost > 10, "{lost} lost positions are too few");
}

/// A search of few nodes looks at all moves, also where many pieces are in contact.
#[test]
fn few_nodes_are_enough_to_look_at_all_moves() {
    let text = include_str!("../../../examples/games/cube.toml");
    let file = GameFile::parse("cube.toml", text).unwrap();
    let cube = Game::new(file.define(&[]).unwrap()).unwrap();
    let mut games: Vec<Game> = SHIPPED
        .iter()
        .map(|(name, _)| Game::shipped(name).unwrap())
        .collect();
    games.push(cube);
    let mut random = fastrand::Rng::with_seed(6);
    let (mut searched, mut missed) = (0, 0);
    for game in &games {
        let mut engine = Engine::new(game, EngineSettings::default());
        for _ in 0..if cfg!(debug_assertions) { 2 } else { 20 } {
            let mut history = History::new(game.start());
            while history.outcome().is_none() && history.moves().len() < 60 {
                let moves = history.position().moves();
                let nodes = 8 * moves.len() as u64 + 20;
                engine.clear();
                let limits = SearchLimits::default().nodes(nodes);
                let mut is_complete = false;
                let report = engine.search(&history, &limits, &Control::new(), &mut |info| {
                    is_complete |= info.depth_plies >= 1 && info.bound == Bound::Exact;
                });
                searched += 1;
                missed += u32::from(!is_complete);
                // A mate in one is seen.
                let mates = |mv: Move| {
                    let mut after = history.clone();
                    after.play(mv).unwrap();
                    after
                        .outcome()
                        .is_some_and(|outcome| outcome.reason == Reason::Checkmate)
                };
                if let Some(&mate) = moves.iter().find(|&&mv| mates(mv)) {
                    let best = report.best.unwrap();
                    assert!(mates(best), "{mate:?} {best:?}");
                }
                history.play(*random.choice(&moves).unwrap()).unwrap();
            }
        }
    }
    // Moves that give check can need more nodes than are left.
    assert!(100 * missed <= 4 * searched, "{missed} of {searched}");
}
