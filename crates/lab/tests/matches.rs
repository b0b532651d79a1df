//! Matches between scripted engines, over real pipes.

use hyperrook_lab::matches::{
    Adjudication, DrawRule, EngineSpec, EngineText, Log, MatchError, MatchEvent, MatchGame,
    MatchRun, MatchSettings, MatchSummary, OpeningError, OpeningSource, PlayedGame, ResignRule,
    Termination, run,
};
use hyperrook_notation::record::{RecordReader, ShippedGames};
use hyperrook_rules::{Game, GameFile};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The scripted engine. Cargo builds it together with the tests.
fn fake() -> PathBuf {
    let exe = std::env::current_exe().unwrap();
    let path = exe
        .parent()
        .and_then(Path::parent)
        .unwrap()
        .join("examples/fake_engine");
    assert!(
        path.is_file(),
        "{}: run all tests of the crate",
        path.display()
    );
    path
}

fn game(name: &str) -> Game {
    Game::new(GameFile::shipped(name).unwrap().define(&[]).unwrap()).unwrap()
}

/// An engine with this protocol, behaviours and further settings.
fn engine(number: usize, game: &str, protocol: &str, behaviour: &str, words: &str) -> EngineSpec {
    let fake = fake();
    let text = format!(
        "name=E{number} cmd='{} {protocol} {game} seed={number} {behaviour}' proto={protocol} tc=20+0.1 {words}",
        fake.display()
    );
    let text: EngineText = text.parse().unwrap();
    EngineSpec::new(number, &EngineText::default(), &text).unwrap()
}

fn settings(name: &str, engines: [EngineSpec; 2]) -> MatchSettings {
    MatchSettings {
        game: MatchGame {
            game: game(name),
            path: None,
        },
        engines,
        openings: OpeningSource::Random {
            plies: 2,
            quiet: false,
            even_cp: None,
        },
        seed: 5,
        adjudication: Adjudication {
            max_plies: Some(24),
            ..Adjudication::default()
        },
        time_margin: Duration::from_millis(50),
        untimed: Duration::from_secs(20),
        sprt: None,
    }
}

fn how(games: u32) -> MatchRun {
    MatchRun {
        games,
        concurrency: 2,
        out: None,
        log: None,
        stop: Arc::new(AtomicBool::new(false)),
    }
}

/// Plays a match to its end. Returns the summary and the games.
fn played(settings: &MatchSettings, how: &MatchRun) -> (MatchSummary, Vec<PlayedGame>) {
    let mut games = Vec::new();
    let summary = run(settings, how, &mut |event| {
        if let MatchEvent::GameEnd { game, .. } = event {
            games.push(game.clone());
        }
    });
    (summary.unwrap(), games)
}

/// Plays a match of two games in which the first engine misbehaves.
fn misbehaving(protocol: &str, behaviour: &str, words: &str) -> (MatchSummary, Vec<PlayedGame>) {
    let engines = [
        engine(1, "sesqui", protocol, behaviour, words),
        engine(2, "sesqui", "uci", "", ""),
    ];
    played(&settings("sesqui", engines), &how(2))
}

#[test]
fn every_game_is_played_in_both_protocols_to_the_end() {
    for name in [
        "chess",
        "walkers",
        "sesqui",
        "riftwalker",
        "twoboards",
        "gateway",
    ] {
        let engines = [
            engine(1, name, "uci", "", "option.Hash=2"),
            engine(
                2,
                name,
                "cecp",
                "",
                "option.hash=2 option.Style=b option.loud=true",
            ),
        ];
        let mut settings = settings(name, engines);
        settings.adjudication.max_plies = Some(60);
        let (summary, games) = played(&settings, &how(4));
        assert_eq!(summary.played(), 4);
        assert_eq!(summary.pairs.iter().sum::<u64>(), 2);
        let moves: u64 = summary.efforts.iter().map(|effort| effort.moves).sum();
        assert_eq!(moves, summary.plies - 4 * 2);
        for game in &games {
            assert!(!game.termination.is_fault(), "{name}: {}", game.detail);
            let records: Vec<_> = RecordReader::new(game.record.as_bytes()).collect();
            assert_eq!(records.len(), 1);
            let record = records[0].as_ref().unwrap();
            let replay = record
                .replay(|tags| ShippedGames::new().resolve(tags))
                .unwrap();
            assert_eq!(replay.history().moves().len(), game.plies as usize);
            assert!(replay.warnings.is_empty(), "{:?}", replay.warnings);
        }
    }
}

#[test]
fn engines_receive_the_options_of_the_rules() {
    let file = GameFile::shipped("gateway").unwrap();
    let short = file.define(&[("length", "8")]).unwrap();
    let with = |behaviour: &str| {
        let engines = [
            engine(1, "gateway", "uci", behaviour, ""),
            engine(2, "gateway", "cecp", behaviour, ""),
        ];
        let mut settings = settings("gateway", engines);
        settings.game.game = Game::new(short.clone()).unwrap();
        run(&settings, &how(2), &mut |_| {})
    };
    let summary = with("rules").unwrap();
    assert_eq!(summary.terminations.get(&Termination::MaxPlies), Some(&2));
    let error = with("").unwrap_err().to_string();
    assert!(error.contains("no option `gateway length`"), "{error}");
}

#[test]
fn openings_are_played_with_both_colors() {
    let engines = [
        engine(1, "chess", "uci", "", ""),
        engine(2, "chess", "cecp", "", ""),
    ];
    let (_, mut games) = played(&settings("chess", engines), &how(6));
    games.sort_by_key(|game| game.number);
    let opening = |game: &PlayedGame| game.record.split("1. ").nth(1).unwrap()[..8].to_owned();
    let white = |game: &PlayedGame| game.record.contains("[White \"E1\"]");
    for pair in games.chunks(2) {
        assert_eq!(opening(&pair[0]), opening(&pair[1]));
        assert!(white(&pair[0]) && !white(&pair[1]));
    }
    assert_ne!(opening(&games[0]), opening(&games[2]));
}

#[test]
fn faults_lose_the_game_and_are_reported() {
    for (protocol, behaviour, words, expected) in [
        ("uci", "crash=8", "", Termination::Crash),
        ("uci", "illegal=8", "", Termination::IllegalMove),
        ("uci", "late=8", "st=0.1", Termination::TimeLoss),
        ("uci", "hang=8", "st=0.1", Termination::Hang),
        ("uci", "flood=8", "st=0.1", Termination::Hang),
        ("cecp", "crash=8", "", Termination::Crash),
        ("cecp", "illegal=8", "", Termination::IllegalMove),
        ("cecp", "late=8", "st=0.1", Termination::TimeLoss),
        ("cecp", "claim=8", "", Termination::WrongClaim),
        ("cecp", "resign=8", "", Termination::Resignation),
    ] {
        let mut engines = [
            engine(1, "sesqui", protocol, behaviour, ""),
            engine(2, "sesqui", "uci", "", ""),
        ];
        if let Some(time) = words.strip_prefix("st=") {
            engines[0].limits.clock = None;
            engines[0].limits.move_time = Some(Duration::from_secs_f64(time.parse().unwrap()));
        }
        let (summary, games) = played(&settings("sesqui", engines), &how(2));
        // The engine is to move after eight plies only with White.
        let game = games.iter().find(|game| game.number == 0).unwrap();
        assert_eq!(
            game.termination, expected,
            "{protocol} {behaviour}: {}",
            game.detail
        );
        assert_eq!((&*game.result, game.plies), ("0-1", 8));
        if expected.is_fault() {
            assert_eq!(summary.faults[0].get(&expected), Some(&1));
        }
        // The engine plays the other game to its end.
        let other = games.iter().find(|game| game.number == 1).unwrap();
        assert!(
            !other.termination.is_fault(),
            "{protocol} {behaviour}: {}",
            other.detail
        );
    }
}

/// One game at a time, so that one process of an engine plays them all.
fn one_by_one(games: u32) -> MatchRun {
    MatchRun {
        concurrency: 1,
        ..how(games)
    }
}

#[test]
fn a_statement_about_the_last_game_does_not_count() {
    for behaviour in ["claimafter=23", "claimafter=23 noping"] {
        // With Black, it makes the last move of a game and then claims its result.
        let engines = [
            engine(1, "sesqui", "cecp", behaviour, ""),
            engine(2, "sesqui", "uci", "", ""),
        ];
        let (summary, _) = played(&settings("sesqui", engines), &one_by_one(4));
        assert_eq!(
            summary.terminations.get(&Termination::MaxPlies),
            Some(&4),
            "{behaviour}: {:?}",
            summary.terminations
        );
    }
}

#[test]
fn after_an_error_an_engine_gets_a_new_process() {
    let directory = tempfile::tempdir().unwrap();
    for (protocol, behaviour) in [
        ("uci", "illegal=8"),
        ("cecp", "illegal=8"),
        ("cecp", "claim=8"),
    ] {
        let path = directory.path().join(format!("{protocol}-{behaviour}"));
        let behaviour = format!("{behaviour} starts={}", path.display());
        let engines = [
            engine(1, "sesqui", protocol, &behaviour, ""),
            engine(2, "sesqui", "uci", "", ""),
        ];
        // It makes its error with White, in the first and the third game.
        let (summary, _) = played(&settings("sesqui", engines), &one_by_one(4));
        assert_eq!(summary.faults[0].values().sum::<u64>(), 2, "{behaviour}");
        let starts = std::fs::metadata(path).unwrap().len();
        assert_eq!(starts, 3, "{behaviour}");
    }
}

#[test]
fn the_games_before_an_error_are_in_it() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("starts");
    let behaviour = format!("crash=8 starts={} maxstarts=1", path.display());
    let engines = [
        engine(1, "sesqui", "uci", &behaviour, ""),
        engine(2, "sesqui", "uci", "", ""),
    ];
    let error = run(&settings("sesqui", engines), &one_by_one(4), &mut |_| {}).unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("engine 1: ") && text.contains("ended before"),
        "{text}"
    );
    let MatchError::AfterGames { summary, error } = error else {
        panic!("{text}");
    };
    assert_eq!((summary.played(), summary.tally.losses), (1, 1));
    assert!(matches!(*error, MatchError::Engine { number: 1, .. }));
}

#[test]
fn a_match_that_goes_on_keeps_its_log_and_the_names() {
    let directory = tempfile::tempdir().unwrap();
    let mut engines = [
        engine(1, "sesqui", "uci", "", ""),
        engine(2, "sesqui", "uci", "", ""),
    ];
    for engine in &mut engines {
        engine.name.clear();
    }
    let settings = settings("sesqui", engines);
    let path = directory.path().join("log");
    let play = |games, settings: &MatchSettings| {
        let how = MatchRun {
            out: Some(directory.path().join("m")),
            log: Some(Log::open(&path).unwrap()),
            ..one_by_one(games)
        };
        let names = run(settings, &how, &mut |_| {}).map(|summary| summary.names);
        (names, std::fs::read_to_string(&path).unwrap())
    };
    let own = ["Fake (1)", "Fake (2)"];
    let (names, first) = play(2, &settings);
    assert_eq!(names.unwrap(), own);
    let (_, second) = play(4, &settings);
    let added = second.strip_prefix(&first).unwrap();
    assert!(
        first.starts_with("# 2") && first.contains(", 0 games played before\n"),
        "{first}"
    );
    assert!(
        added.starts_with("# 2") && added.contains(", 2 games played before\n"),
        "{added}"
    );
    // Nothing is left to play, and then other settings are refused.
    let (names, third) = play(4, &settings);
    assert_eq!((names.unwrap(), &third), (own.map(str::to_owned), &second));
    let other = MatchSettings {
        seed: 6,
        ..settings.clone()
    };
    let (error, last) = play(4, &other);
    assert!(matches!(error, Err(MatchError::Journal(_))));
    assert_eq!(last, second);
}

#[test]
fn a_refused_legal_move_loses() {
    // With Black, it complains when it receives the ninth ply.
    let (summary, games) = misbehaving("cecp", "complain=8", "");
    let game = games.iter().find(|game| game.number == 1).unwrap();
    assert_eq!(game.termination, Termination::WrongClaim, "{}", game.detail);
    assert_eq!(game.result, "1-0");
    assert_eq!(summary.faults[0].values().sum::<u64>(), 1);
}

#[test]
fn odd_behaviour_of_engines_is_tolerated() {
    let begun = Instant::now();
    for (protocol, behaviour) in [
        ("uci", "garbage"),
        ("cecp", "garbage"),
        ("uci", "ignorequit"),
        ("cecp", "ignorequit"),
        ("cecp", "noreuse"),
        ("cecp", "nosetboard"),
    ] {
        let (_, games) = misbehaving(protocol, behaviour, "");
        assert_eq!(games.len(), 2);
        for game in games {
            assert!(
                !game.termination.is_fault(),
                "{protocol} {behaviour}: {}",
                game.detail
            );
        }
    }
    assert!(begun.elapsed() < Duration::from_secs(40));
}

#[test]
fn draws_can_be_agreed_on() {
    let engines = [
        engine(1, "chess", "cecp", "offer", ""),
        engine(2, "chess", "cecp", "accept", ""),
    ];
    let (_, games) = played(&settings("chess", engines), &how(2));
    for game in games {
        assert_eq!(
            (game.termination, &*game.result),
            (Termination::Agreement, "1/2-1/2")
        );
    }
}

#[test]
fn games_are_adjudicated_by_scores() {
    let with = |scores: [i32; 2], adjudication| {
        let engines = [
            engine(1, "chess", "uci", &format!("score={}", scores[0]), ""),
            engine(2, "chess", "cecp", &format!("score={}", scores[1]), ""),
        ];
        let mut settings = settings("chess", engines);
        settings.adjudication = adjudication;
        played(&settings, &how(2)).1
    };
    let rules = Adjudication {
        draw: Some(DrawRule {
            move_number: 3,
            move_count: 2,
            score_cp: 10,
        }),
        resign: Some(ResignRule {
            move_count: 2,
            score_cp: 500,
            two_sided: true,
        }),
        max_plies: Some(24),
    };
    for game in with([3, -9], rules) {
        assert_eq!(
            (game.termination, game.plies),
            (Termination::DrawAdjudication, 2 + 5)
        );
        assert!(game.record.contains("/3 0."), "{}", game.record);
    }
    for game in with([-900, 700], rules) {
        assert_eq!(game.termination, Termination::WinAdjudication);
        assert_eq!(game.loser(), Some(0));
    }
    for game in with([-900, 20], rules) {
        assert_eq!(game.termination, Termination::MaxPlies);
    }
}

#[test]
fn a_match_can_be_stopped_while_it_looks_for_openings() {
    let engines = [
        engine(1, "chess", "uci", "", ""),
        engine(2, "chess", "uci", "", ""),
    ];
    let mut settings = settings("chess", engines);
    settings.openings = OpeningSource::Random {
        plies: 4,
        quiet: false,
        even_cp: None,
    };
    let how = how(100);
    let mut most = 0;
    let stopped = run(&settings, &how, &mut |event| match event {
        MatchEvent::OpeningTried { found, wanted } => {
            assert_eq!(wanted, 50);
            most = found;
            if found == 3 {
                how.stop.store(true, Ordering::Relaxed);
            }
        }
        other => panic!("{other:?}"),
    });
    assert!(matches!(
        stopped,
        Err(MatchError::Openings(OpeningError::Stopped))
    ));
    assert_eq!(most, 3);
}

#[test]
fn a_stopped_match_is_continued() {
    let directory = tempfile::tempdir().unwrap();
    let engines = [
        engine(1, "chess", "uci", "slow", ""),
        engine(2, "chess", "uci", "", ""),
    ];
    let settings = settings("chess", engines);
    let out = directory.path().join("m");
    let how = || MatchRun {
        out: Some(out.clone()),
        ..how(10)
    };
    let first = how();
    let stopped = run(&settings, &first, &mut |event| {
        if let MatchEvent::GameEnd { summary, .. } = event
            && summary.played() >= 3
        {
            first.stop.store(true, Ordering::Relaxed);
        }
    });
    let before = stopped.unwrap().played();
    assert!((3..10).contains(&before));
    let mut begun = 0;
    let mut new = 0;
    let summary = run(&settings, &how(), &mut |event| match event {
        MatchEvent::Begun { played, .. } => begun = played as u64,
        MatchEvent::GameEnd { .. } => new += 1,
        MatchEvent::OpeningTried { .. } => {}
    });
    let summary = summary.unwrap();
    assert_eq!((begun, new), (before, 10 - before));
    assert_eq!(summary.pairs.iter().sum::<u64>(), 5);
    let records = std::fs::read(directory.path().join("m.pgn")).unwrap();
    assert_eq!(
        RecordReader::new(&records[..])
            .filter(Result::is_ok)
            .count(),
        10
    );
    let mut other = settings.clone();
    other.seed = 6;
    let error = run(&other, &how(), &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("seed: was 5, is 6"), "{error}");
}

#[test]
fn a_decided_test_ends_the_match() {
    let engines = [
        engine(1, "sesqui", "uci", "", ""),
        engine(2, "sesqui", "uci", "illegal=2 illegal=3", ""),
    ];
    let mut settings = settings("sesqui", engines);
    settings.sprt = "elo0=0 elo1=200".parse().ok();
    settings.adjudication.max_plies = Some(12);
    let (summary, _) = played(&settings, &how(100));
    assert!(summary.decision().is_some());
    assert!(summary.played() < 100);
}

#[test]
fn engines_that_cannot_play_are_refused_at_once() {
    let broken = |first: EngineSpec, name: &str| {
        let engines = [first, engine(2, name, "uci", "", "")];
        let error = run(&settings(name, engines), &how(2), &mut |_| {}).unwrap_err();
        assert!(
            matches!(error, MatchError::Engine { number: 1, .. }),
            "{error}"
        );
        error.to_string()
    };
    let none = EngineText::default();
    let missing: EngineText = "cmd=/no/such/engine st=1".parse().unwrap();
    let error = broken(EngineSpec::new(1, &none, &missing).unwrap(), "sesqui");
    assert!(error.contains("cannot run"), "{error}");
    assert!(
        error.contains("there is no such program. Give the path"),
        "{error}"
    );
    for (words, part) in [
        ("cmd=no-such-program", "if it is in a folder of PATH"),
        (
            "cmd=cat dir=/no/such/folder",
            "there is no folder /no/such/folder",
        ),
    ] {
        let text: EngineText = format!("{words} st=1").parse().unwrap();
        let error = broken(EngineSpec::new(1, &none, &text).unwrap(), "sesqui");
        assert!(
            error.contains(part) && !error.contains("os error"),
            "{error}"
        );
    }
    let error = broken(engine(1, "sesqui", "uci", "", "option.Hush=1"), "sesqui");
    assert!(
        error.contains("no option `Hush`") && error.contains("Hash"),
        "{error}"
    );
    let error = broken(engine(1, "sesqui", "cecp", "", "option.Hush=1"), "sesqui");
    assert!(error.contains("Style, Loud, Hash"), "{error}");
    for behaviour in ["", "noping"] {
        let refusing = engine(1, "sesqui", "cecp", behaviour, "option.Style=none");
        let error = broken(refusing, "sesqui");
        assert!(
            error.contains("rejects an option: there is no style `none`"),
            "{error}"
        );
    }
    let error = broken(engine(1, "sesqui", "cecp", "", ""), "gateway");
    assert!(
        error.contains("does not play gateway; it plays normal, sesqui"),
        "{error}"
    );
    let cat: EngineText = "cmd=true st=1".parse().unwrap();
    let error = broken(EngineSpec::new(1, &none, &cat).unwrap(), "sesqui");
    assert!(error.contains("ended before it answered `uci`"), "{error}");
}

#[test]
fn positions_are_sent_to_engines_that_accept_them() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("openings.epd");
    std::fs::write(&path, "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\n").unwrap();
    let with_games = |protocol: &str, behaviour: &str, games: u32| {
        let engines = [
            engine(1, "chess", protocol, behaviour, ""),
            engine(2, "chess", "uci", "", ""),
        ];
        let mut settings = settings("chess", engines);
        settings.openings = OpeningSource::File {
            path: path.clone(),
            shuffled: false,
            plies: None,
        };
        run(&settings, &how(games), &mut |_| {})
    };
    let with = |protocol: &str, behaviour: &str| with_games(protocol, behaviour, 2);
    for protocol in ["uci", "cecp"] {
        let summary = with(protocol, "").unwrap();
        assert_eq!(summary.played(), 2);
        assert_eq!(summary.faults[0].len() + summary.faults[1].len(), 0);
    }
    let error = with("cecp", "nosetboard").unwrap_err().to_string();
    assert!(error.contains("takes no positions"), "{error}");
    // Two pairs of games need two openings.
    let error = with_games("uci", "", 4).unwrap_err().to_string();
    assert!(error.contains("has 1 opening, and 2 are needed"), "{error}");
}

/// The positions of `testdata/won` can be the openings of matches.
#[test]
fn won_positions_are_openings() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/won");
    let mut files = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let wanted = text.lines().filter(|line| !line.starts_with('#')).count();
        let game = game(path.file_stem().unwrap().to_str().unwrap());
        let source = OpeningSource::File {
            path: path.clone(),
            shuffled: false,
            plies: None,
        };
        let openings = source.openings(&game, wanted, 1).unwrap();
        assert!(
            openings.len() == wanted && wanted >= 30,
            "{}",
            path.display()
        );
        assert!(openings.iter().all(|opening| opening.outcome().is_none()));
        files += 1;
    }
    assert_eq!(files, 6);
}
