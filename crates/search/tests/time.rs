//! Limits of time.

use hyperrook_rules::{Game, GameFile, History};
use hyperrook_search::{Control, Engine, EngineSettings, SearchClock, SearchLimits};
use std::time::Duration;

/// The captures after one move of this game would take hours.
#[test]
fn a_search_ends_in_time_even_if_nearly_all_pieces_can_capture() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/melee.toml");
    let text = std::fs::read_to_string(path).unwrap();
    let game = GameFile::parse("melee.toml", &text).unwrap();
    let game = Game::new(game.define(&[]).unwrap()).unwrap();
    let history = History::new(game.start());
    for threads in [1, 2] {
        let settings = EngineSettings {
            hash_mib: 1,
            threads,
            ..EngineSettings::default()
        };
        let mut engine = Engine::new(&game, settings);
        let time = Duration::from_millis(200);
        for limits in [
            SearchLimits::default().move_time(time),
            SearchLimits::default().move_time(time).lines(3),
            SearchLimits::default().clock(SearchClock {
                remaining: time,
                increment: Duration::ZERO,
                moves_to_go: None,
            }),
        ] {
            let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
            assert!(report.best.is_some());
            assert!(!report.lines.is_empty());
        }
    }
}
