//! Limits of nodes.

use hyperrook_rules::{Game, History};
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

/// A search that is stopped before it has looked at all moves does not take the position for lost
/// because the first move loses.
#[test]
fn a_position_is_lost_only_if_all_moves_lose() {
    let (mut lost, mut random) = (0, fastrand::Rng::with_seed(5));
    for name in ["chess", "sesqui", "riftwalker"] {
        let game = Game::shipped(name).unwrap();
        let mut engine = Engine::new(&game, EngineSettings::default());
        let mut search = |history: &History, nodes| {
            engine.clear();
            let limits = SearchLimits::default().nodes(nodes);
            engine.search(history, &limits, &Control::new(), &mut |_| ())
        };
        for _ in 0..if cfg!(debug_assertions) { 20 } else { 200 } {
            let mut history = History::new(game.start());
            while history.outcome().is_none() && history.moves().len() < 120 {
                for nodes in [1, 20, 60] {
                    let report = search(&history, nodes);
                    let line = &report.lines[0];
                    if matches!(line.score, Score::Mate(..=0)) && line.bound == Bound::Exact {
                        lost += 1;
                        let deeper = search(&history, 20_000).lines[0].score;
                        let is_lost = matches!(deeper, Score::Mate(..=0));
                        assert!(is_lost, "{name} {nodes} {:?}: {deeper:?}", history.moves());
                    }
                }
                let moves = history.position().moves();
                history.play(*random.choice(&moves).unwrap()).unwrap();
            }
        }
    }
    assert!(lost > 10, "{lost} lost positions are too few");
}
