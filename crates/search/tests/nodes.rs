//! Limits of nodes.

use hyperrook_rules::{Game, History};
use hyperrook_search::{Control, Engine, EngineSettings, Info, SearchLimits};

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
