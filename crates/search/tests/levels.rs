//! Weak levels choose among plausible moves, but never one that loses immediately.

use hyperrook_rules::{Game, GameFile, History, Move, Position, SHIPPED};
use hyperrook_search::{Control, Engine, EngineSettings, SearchLimits, Strength};

/// Positions of random games in which some moves allow the opponent to win immediately and others
/// do not.
fn dangers(game: &Game, count: usize) -> Vec<(Position, Vec<Move>)> {
    let mut random = fastrand::Rng::with_seed(5);
    let mut found = Vec::new();
    for _ in 0..4000 {
        let mut position = game.start();
        for _ in 0..300 {
            let moves = position.moves();
            let Some(&mv) = random.choice(&moves) else {
                break;
            };
            let before = position.clone();
            position.play(mv).unwrap();
            if position.outcome().is_some() {
                break;
            }
            if !walks_into_the_end(&before, mv) {
                continue;
            }
            let (bad, good): (Vec<Move>, Vec<Move>) = moves
                .iter()
                .partition(|&&mv| walks_into_the_end(&before, mv));
            if !good.is_empty() {
                found.push((before, bad));
            }
            break;
        }
        if found.len() == count {
            break;
        }
    }
    found
}

/// Whether a reply to the move wins immediately.
fn walks_into_the_end(position: &Position, mv: Move) -> bool {
    let after = position.after(mv).unwrap();
    after.outcome().is_none()
        && after.moves().into_iter().any(|answer| {
            let outcome = after.after(answer).unwrap().outcome();
            outcome.is_some_and(|outcome| outcome.winner == Some(after.turn()))
        })
}

#[test]
fn a_level_reports_only_the_lines_that_were_asked_for() {
    let game = Game::shipped("chess").unwrap();
    let history = History::new(game.start());
    let mut engine = Engine::new(&game, EngineSettings::default());
    for lines in [1, 3] {
        let limits = SearchLimits::default()
            .strength(Strength::Level(3))
            .lines(lines);
        let mut seen = Vec::new();
        let report = engine.search(&history, &limits, &Control::new(), &mut |info| {
            seen.push(info.line);
        });
        assert_eq!(report.lines.len(), lines);
        assert_eq!(seen.iter().max(), Some(&lines));
    }
}

#[test]
fn levels_play_other_games_with_other_seeds() {
    let game = Game::shipped("chess").unwrap();
    let history = History::new(game.start());
    let mut engine = Engine::new(&game, EngineSettings::default());
    let limits = SearchLimits::default().strength(Strength::Level(2));
    let mut best = |seed| {
        engine.seed(seed);
        engine.clear();
        let found = engine.search(&history, &limits, &Control::new(), &mut |_| {});
        found.best.unwrap()
    };
    let all: Vec<Move> = (0..20).map(&mut best).collect();
    assert!(all.iter().any(|&mv| mv != all[0]));
    assert_eq!(best(7), all[7]);
}

#[test]
fn no_level_allows_a_mate_in_one() {
    no_level_allows_a_mate_in_one_of(1);
}

#[test]
#[ignore = "it takes a minute"]
fn no_level_allows_a_mate_in_one_in_many_positions() {
    no_level_allows_a_mate_in_one_of(10);
}

/// Tests all levels in this many positions of each game.
fn no_level_allows_a_mate_in_one_of(count: usize) {
    // Clearing a large transposition table takes longer than these searches.
    let settings = EngineSettings {
        hash_mib: 1,
        ..EngineSettings::default()
    };
    let strengths = (1..=7).map(Strength::Level).chain([Strength::Elo(600)]);
    let strengths: Vec<Strength> = strengths.collect();
    for (name, _) in SHIPPED {
        let definition = GameFile::shipped(name).unwrap().define(&[]).unwrap();
        let game = Game::new(definition).unwrap();
        let mut engine = Engine::new(&game, settings);
        let dangers = dangers(&game, count);
        assert!(dangers.len() == count, "{name}: only {}", dangers.len());
        for (i, (position, bad)) in dangers.iter().enumerate() {
            for &strength in &strengths {
                engine.clear();
                engine.seed(i as u64);
                let limits = SearchLimits::default().strength(strength).nodes(2000);
                let history = History::new(position.clone());
                let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
                let chosen = report.best.unwrap();
                assert!(!bad.contains(&chosen), "{name} {strength:?}: {chosen:?}");
            }
        }
    }
}

#[test]
fn choices_depend_on_the_seed_only() {
    let definition = GameFile::shipped("chess").unwrap().define(&[]).unwrap();
    let game = Game::new(definition).unwrap();
    let choose = |seed| {
        let mut engine = Engine::new(&game, EngineSettings::default());
        engine.seed(seed);
        let limits = SearchLimits::default().strength(Strength::Level(1));
        let history = History::new(game.start());
        engine
            .search(&history, &limits, &Control::new(), &mut |_| ())
            .best
    };
    let first: Vec<_> = (0..8).map(choose).collect();
    let again: Vec<_> = (0..8).map(choose).collect();
    assert_eq!(first, again);
    assert!(first.iter().any(|mv| *mv != first[0]), "{first:?}");
}
