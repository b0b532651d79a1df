//! Searches with several threads: they report what one thread could report.

use hyperrook_rules::{Game, GameFile, History, SHIPPED};
use hyperrook_search::{
    Bound, Control, Engine, EngineSettings, Info, Score, SearchLimits, SearchReport,
};

fn search(name: &str, threads: usize, limits: &SearchLimits) -> (History, Vec<Info>, SearchReport) {
    let definition = GameFile::shipped(name).unwrap().define(&[]).unwrap();
    let game = Game::new(definition).unwrap();
    let settings = EngineSettings {
        threads,
        ..EngineSettings::default()
    };
    let mut engine = Engine::new(&game, settings);
    let history = History::new(game.start());
    let mut infos = Vec::new();
    let mut on_info = |info: &Info| infos.push(info.clone());
    let report = engine.search(&history, limits, &Control::new(), &mut on_info);
    (history, infos, report)
}

/// A number that is higher for a better score.
fn rank(score: Score) -> i32 {
    match score {
        Score::Centipawns(cp) => cp,
        Score::Mate(moves) if moves > 0 => 1_000_000 - moves,
        Score::Mate(moves) => -1_000_000 - moves,
    }
}

/// Whichever thread is first, depths rise to the requested one, each depth has all its lines, and
/// all lines can be played.
#[test]
fn depths_rise_and_lines_can_be_played() {
    for (name, _) in SHIPPED {
        for (threads, lines) in [(2, 1), (3, 1), (5, 3)] {
            let limits = SearchLimits::default().depth_plies(6).lines(lines);
            let (history, infos, report) = search(name, threads, &limits);
            let exact = || infos.iter().filter(|info| info.bound == Bound::Exact);
            let depths: Vec<u32> = exact().map(|info| info.depth_plies).collect();
            assert!(depths.is_sorted(), "{name} {threads}: {depths:?}");
            let of_last = exact().filter(|info| info.depth_plies == 6);
            let of_last: Vec<usize> = of_last.map(|info| info.line).collect();
            let all: Vec<usize> = (1..=lines).collect();
            assert!(of_last.ends_with(&all), "{name} {threads}: {of_last:?}");
            // The lines of one iteration are sorted, and each begins with a different move.
            for depth in 1..=6 {
                let found: Vec<&Info> = exact()
                    .filter(|info| info.depth_plies == depth)
                    .take(lines)
                    .collect();
                let worse = |info: &&Info| std::cmp::Reverse(rank(info.score));
                assert!(found.is_sorted_by_key(worse), "{name} {threads}: {found:?}");
                let mut firsts: Vec<String> = found
                    .iter()
                    .map(|info| format!("{:?}", info.moves[0]))
                    .collect();
                firsts.sort();
                firsts.dedup();
                assert_eq!(firsts.len(), found.len(), "{name} {threads} {depth}");
            }
            for info in &infos {
                let mut line = history.clone();
                for &mv in &info.moves {
                    line.play(mv).unwrap();
                }
            }
            let firsts: Vec<_> = report.lines.iter().map(|line| line.moves[0]).collect();
            assert_eq!(firsts.len(), lines);
            for (i, first) in firsts.iter().enumerate() {
                let others = &firsts[..i];
                assert!(
                    !others.contains(first),
                    "{name}: each line begins otherwise"
                );
            }
            assert!(report.best.is_some());
        }
    }
}

/// A search that is stopped within an iteration gives all lines of the one before.
#[test]
fn a_search_that_is_stopped_has_all_its_lines() {
    for (name, _) in SHIPPED {
        let mut compared = 0;
        for nodes in (1_000..4_000).step_by(300) {
            let limits = SearchLimits::default().nodes(nodes).lines(3);
            let (_, infos, report) = search(name, 1, &limits);
            let shown = infos.iter().filter(|info| info.bound == Bound::Exact);
            let shown: Vec<_> = shown.map(|info| (info.score, &info.moves)).collect();
            let found: Vec<_> = report
                .lines
                .iter()
                .map(|line| (line.score, &line.moves))
                .collect();
            assert_eq!(found.len(), 3, "{name} {nodes}");
            assert_eq!(report.best, Some(report.lines[0].moves[0]));
            // Some of these searches do not even complete the first iteration.
            if !shown.is_empty() {
                assert!(
                    shown.ends_with(&found),
                    "{name} {nodes}: {found:?} after {shown:?}"
                );
                compared += 1;
            }
        }
        assert!(compared > 3, "{name}: {compared}");
    }
}

/// Many short searches end, whichever thread is first.
#[test]
fn searches_end_at_every_depth() {
    for depth in 1..=5 {
        for threads in 2..=4 {
            let limits = SearchLimits::default().depth_plies(depth);
            for _ in 0..4 {
                let (_, told, report) = search("sesqui", threads, &limits);
                assert_eq!(told.last().unwrap().depth_plies, depth);
                assert!(report.best.is_some());
            }
        }
    }
}
