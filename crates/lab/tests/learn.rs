//! Tests of learning, on a small game.

use hyperrook_lab::learn::{DataFile, DataSet, GameKeys, LearnError, LearnSettings, TrainSettings};
use hyperrook_lab::learn::{learn, trial};
use hyperrook_lab::tune::{
    SelfPlay, SelfPlayEnd, SelfPlayGame, TuningPosition, play, play_opening,
};
use hyperrook_network::{Network, NetworkHeader, NetworkModel};
use hyperrook_notation::position::parse_position;
use hyperrook_rules::{Game, GameFile, History, Position, Side};
use hyperrook_search::{Control, Engine, EngineSettings, NetworkSource, SearchLimits};
use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

/// Chess on 25 cells.
fn game() -> Game {
    let text = include_str!("games/mini.toml");
    Game::new(
        GameFile::parse("mini.toml", text)
            .unwrap()
            .define(&[])
            .unwrap(),
    )
    .unwrap()
}

/// Positions of random games. The score is the difference in the number of pieces.
fn random_data(game: &Game, games: usize) -> DataSet {
    let mut random = fastrand::Rng::with_seed(3);
    let mut data = DataSet::default();
    for _ in 0..games {
        let mut samples = Vec::new();
        let mut position = game.start();
        for _ in 0..60 {
            let Some(&mv) = random.choice(&position.moves()) else {
                break;
            };
            position.play(mv).unwrap();
            samples.push(sample(&position));
        }
        data.add_game(&samples, &[]);
    }
    data
}

fn sample(position: &Position) -> TuningPosition {
    let cells = position.game().board().cells();
    let pieces = cells.filter_map(|cell| position.piece(cell));
    let lead: i32 = pieces
        .map(|piece| if piece.side == Side::White { 1 } else { -1 })
        .sum();
    TuningPosition {
        position: position.clone(),
        score_cp: 100 * lead,
        result: 0.5 + 0.5 * lead.signum() as f32,
    }
}

#[test]
fn training_learns_to_count_pieces() {
    let game = game();
    let data = random_data(&game, 300);
    let header = NetworkHeader::new(&game, 32, 2, 200.0, "a test");
    let settings = TrainSettings {
        batch: 512,
        steps: 250,
        rate: 5e-3,
        result_share: 0.0,
        decay: 0.0,
        threads: 2,
        seed: 1,
    };
    let result = trial(&game, &data, &header, None, settings).unwrap();
    let [before, after] = result.error;
    assert!(after < 0.003, "{before} {after}");
    assert!(after < 0.1 * before, "{before} {after}");
    // The same seed and number of threads give the same weights.
    let again = trial(&game, &data, &header, None, settings).unwrap();
    assert_eq!(again.error, result.error);
    assert_eq!(again.network.write(), result.network.write());

    // A network is continued where it ended, and only by one of the same sizes.
    let stay = TrainSettings {
        steps: 0,
        ..settings
    };
    let continued = trial(&game, &data, &header, Some(&result.network), stay).unwrap();
    assert!((continued.error[0] - after).abs() < 1e-4, "{after}");
    let wider = NetworkHeader::new(&game, 64, 2, 200.0, "a test");
    let refused = trial(&game, &data, &wider, Some(&result.network), stay);
    assert!(matches!(refused, Err(LearnError::OtherNetwork)));
}

#[test]
fn a_network_completes_the_weights() {
    let game = game();
    let engine = |network| {
        let settings = EngineSettings {
            network,
            ..EngineSettings::default()
        };
        Engine::new(&game, settings)
    };
    let weights = engine(NetworkSource::None);
    let mut data = random_data(&game, 300);
    data.evaluate(&weights, 2);
    let header = NetworkHeader::new(&game, 32, 2, 200.0, "a test");
    let train = |steps| {
        let settings = TrainSettings {
            batch: 512,
            steps,
            rate: 5e-3,
            result_share: 0.0,
            decay: 0.0,
            threads: 2,
            seed: 1,
        };
        trial(&game, &data, &header, None, settings).unwrap()
    };
    let given = |network| engine(NetworkSource::Given(Box::leak(Box::new(network))));
    // Before training, the network adds nothing.
    let untrained = given(train(0).network);
    let trained = train(250);
    let [before, after] = trained.error;
    assert!(after < 0.3 * before, "{before} {after}");
    let trained = given(trained.network);
    let mut position = game.start();
    for _ in 0..20 {
        let mv = position.moves()[0];
        position.play(mv).unwrap();
        let by_weights = weights.evaluate_cp(&position);
        assert_eq!(untrained.evaluate_cp(&position), by_weights);
        let evaluation = trained.evaluate(&position);
        assert_eq!(evaluation.score_cp, trained.evaluate_cp(&position));
        let (name, network_cp) = evaluation.terms.last().unwrap();
        assert_eq!(name, "network");
        assert_eq!(evaluation.score_cp, by_weights + network_cp);
    }
    // The search evaluates in the same way.
    let history = History::new(game.start());
    let limits = SearchLimits::default().nodes(3_000);
    let reports = [&weights, &untrained, &trained].map(|engine| {
        let settings = engine.settings();
        let mut engine = Engine::new(&game, settings);
        let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
        let line = &report.lines[0];
        (report.best, line.score, line.depth_plies)
    });
    assert_eq!(reports[0], reports[1]);
    assert_ne!(reports[0], reports[2]);
}

#[test]
fn a_game_stays_held_back_in_every_window() {
    let game = game();
    let (first, second) = (random_data(&game, 33), random_data(&game, 50));
    let held_back = |data: &DataSet| -> Vec<bool> {
        data.samples()
            .iter()
            .map(|sample| sample.held_back)
            .collect()
    };
    let mut window = DataSet::default();
    window.append(&first);
    window.append(&second);
    assert_eq!(
        held_back(&window),
        [held_back(&first), held_back(&second)].concat()
    );
    let count = |data: &DataSet| held_back(data).into_iter().filter(|&held| held).count();
    assert!(count(&first) > 0 && count(&second) > count(&first));
}

#[test]
fn a_half_written_game_is_dropped() {
    let game = game();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.positions");
    let samples = |n: usize| SelfPlayGame {
        samples: vec![sample(&game.start()); n],
        explored: Vec::new(),
        end: SelfPlayEnd::Won(Side::White),
        moves_key: 0,
    };
    let keys = |number| GameKeys {
        number,
        opening: 2 * number,
        moves: 3 * number,
    };
    let (mut file, data, _) = DataFile::open(&path, &game).unwrap();
    assert_eq!(data.games, 0);
    file.add(&samples(3), keys(1)).unwrap();
    file.add(&samples(2), keys(2)).unwrap();
    drop(file);
    let whole = std::fs::read(&path).unwrap();
    for cut in [1, 20, 80] {
        std::fs::write(&path, &whole[..whole.len() - cut]).unwrap();
        let (mut file, data, found) = DataFile::open(&path, &game).unwrap();
        assert!(file.ends_with_partial_game());
        assert_eq!((data.games, data.samples().len()), (1, 3));
        assert_eq!(found, [keys(1)]);
        file.add(&samples(2), keys(2)).unwrap();
        drop(file);
        assert_eq!(std::fs::read(&path).unwrap(), whole);
    }
    let (file, data, _) = DataFile::open(&path, &game).unwrap();
    assert!(!file.ends_with_partial_game());
    assert_eq!((data.games, data.samples().len()), (2, 5));
    assert_eq!(data.pieces(&data.samples()[4]).len(), 20);
}

#[test]
fn self_play_reports_how_games_end() {
    let game = game();
    let mut engine = Engine::new(&game, EngineSettings::default());
    let settings = SelfPlay {
        nodes: 100,
        ..SelfPlay::default()
    };
    let mut ends = HashSet::new();
    for number in 0..12 {
        let Some(played) = play(&game, &mut engine, &settings, number) else {
            continue;
        };
        let result = match played.end {
            SelfPlayEnd::Won(Side::White) => 1.0,
            SelfPlayEnd::Won(Side::Black) => 0.0,
            _ => 0.5,
        };
        assert!(played.samples.iter().all(|sample| sample.result == result));
        ends.insert(format!("{:?}", played.end));
    }
    assert!(ends.len() > 1, "{ends:?}");
    // A game that is cut off has no result, and no positions.
    let short = SelfPlay {
        max_plies: 14,
        ..settings
    };
    let cut = play(&game, &mut engine, &short, 1).unwrap();
    assert_eq!(cut.end, SelfPlayEnd::CutOff);
    assert!(cut.samples.is_empty());
}

#[test]
fn nothing_is_learnt_from_scores_that_the_move_count_lowers() {
    let game = Game::shipped("chess").unwrap();
    let mut engine = Engine::new(&game, EngineSettings::default());
    let settings = SelfPlay {
        nodes: 20,
        ..SelfPlay::default()
    };
    for (halfmove, learns) in [(20, true), (60, false)] {
        let text = format!("4k3/8/8/8/8/8/8/4K2R w - - {halfmove} 80");
        let opening = History::new(parse_position(&game, &text).unwrap());
        let played = play_opening(&mut engine, &settings, opening).unwrap();
        let mut counts = played
            .samples
            .iter()
            .map(|sample| sample.position.halfmove());
        assert!(counts.clone().all(|count| count <= 50));
        assert_eq!(counts.any(|count| count == halfmove), learns);
    }
}

fn settings(folder: &Path, seconds: f64) -> LearnSettings {
    LearnSettings {
        time: Duration::from_secs_f64(seconds),
        threads: 2,
        seed: 1,
        nodes: Some(30),
        explored: 1,
        hidden: Some(32),
        folder: folder.join("run"),
        output: folder.join("mini.net"),
    }
}

/// The error of a run that is continued with another file for its network.
fn run_again(game: &Game, folder: &Path, output: &Path) -> LearnError {
    let settings = LearnSettings {
        output: output.to_owned(),
        ..settings(folder, 12.0)
    };
    let refused = learn(game, &settings, &mut |line| panic!("{line}"));
    refused.unwrap_err()
}

/// A network that was not trained.
fn untrained(game: &Game, made: &str) -> Network {
    let header = NetworkHeader::new(game, 32, 1, 200.0, made);
    let settings = TrainSettings {
        batch: 1,
        steps: 0,
        rate: 1e-3,
        result_share: 0.0,
        decay: 0.0,
        threads: 1,
        seed: 1,
    };
    let data = random_data(game, 1);
    trial(game, &data, &header, None, settings).unwrap().network
}

#[test]
fn a_run_is_resumed_and_its_network_fits_the_game() {
    let game = game();
    let folder = tempfile::tempdir().unwrap();
    let mut lines = Vec::new();
    let mut run = |seconds| {
        let settings = settings(folder.path(), seconds);
        learn(&game, &settings, &mut |line| lines.push(line.to_owned()))
    };
    let first = run(12.0).unwrap();
    // Everything has been done, so nothing is done again.
    let second = run(12.0).unwrap();
    assert_eq!(first, second);
    // A run that is killed loses the line that it was writing.
    let journal = folder.path().join("run/journal.jsonl");
    let text = std::fs::read_to_string(&journal).unwrap();
    let generations = text.matches("\"event\":\"ended\"").count();
    assert!(generations >= 1, "{text}");
    std::fs::write(&journal, &text[..text.len() * 3 / 4]).unwrap();
    let third = run(12.0).unwrap();
    let text = std::fs::read_to_string(&journal).unwrap();
    assert!(
        text.lines()
            .all(|line| line.starts_with('{') && line.ends_with('}'))
    );
    // No opening is played twice.
    let openings: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split_once("\"opening\":")?.1.split(',').next())
        .collect();
    let different: HashSet<&&str> = openings.iter().collect();
    assert_eq!(different.len(), openings.len());
    if third.generation.is_some() {
        let bytes = std::fs::read(folder.path().join("mini.net")).unwrap();
        let network = Network::read(&bytes).unwrap();
        assert!(NetworkModel::new(&network, &game).is_ok());
    }
    assert!(
        lines.iter().any(|line| line.contains("self-play")),
        "{lines:?}"
    );
    // What a run began with stays.
    let with = |change: fn(&mut LearnSettings)| {
        let mut settings = settings(folder.path(), 12.0);
        change(&mut settings);
        learn(&game, &settings, &mut |_| ()).unwrap_err()
    };
    let error = with(|settings| settings.seed = 2);
    assert!(error.to_string().contains("--seed 1"), "{error}");
    let error = with(|settings| settings.hidden = Some(64));
    assert!(error.to_string().contains("--hidden 32"), "{error}");
    // It replaces no file that it has not written.
    let output = folder.path().join("mini.net");
    let definition = include_bytes!("games/mini.toml");
    let other = untrained(&game, "another run").write();
    let generation = folder.path().join("run/generation-001.net");
    let own = std::fs::read(&generation).unwrap();
    for content in [&definition[..], &other, &other[..other.len() / 2]] {
        std::fs::write(&output, content).unwrap();
        let error = run_again(&game, folder.path(), &output);
        assert!(matches!(error, LearnError::OutputExists(_)), "{error}");
        assert_eq!(std::fs::read(&output).unwrap(), content);
    }
    let error = run_again(&game, folder.path(), &generation);
    assert!(matches!(error, LearnError::OutputExists(_)), "{error}");
    assert_eq!(std::fs::read(&generation).unwrap(), own);
    let own = Network::read(&own).unwrap().without_dead_units();
    std::fs::write(&output, own.write()).unwrap();
    let other_folder = folder.path().join("other/mini.net");
    let error = run_again(&game, folder.path(), &other_folder);
    assert!(matches!(error, LearnError::File(..)), "{error}");
    let error = run_again(&game, folder.path(), folder.path());
    assert!(matches!(error, LearnError::OutputIsFolder(_)), "{error}");
    learn(&game, &settings(folder.path(), 12.0), &mut |_| ()).unwrap();
    // The folder cannot be used for another game.
    let chess = Game::shipped("chess").unwrap();
    let error = learn(&chess, &settings(folder.path(), 12.0), &mut |_| ()).unwrap_err();
    assert!(matches!(error, LearnError::OtherRules(_)), "{error}");
}

#[test]
fn a_network_that_loses_the_last_match_is_not_written() {
    let game = game();
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path(), 12.0);
    learn(&game, &settings, &mut |_| ()).unwrap();
    let journal = folder.path().join("run/journal.jsonl");
    let text = std::fs::read_to_string(&journal).unwrap();
    let last = 1 + text.matches("\"event\":\"ended\"").count();
    // Each network passed, and the last match had these half points in its pairs.
    let again = |points: [usize; 2]| {
        let kept = text.lines().filter(|line| !line.contains("\"final\""));
        // Without checksums, as older versions wrote them: these lines are not those of the run.
        let mut lines: Vec<String> = kept
            .filter_map(|line| Some(line.split_once(",\"crc32\"")?.0.to_owned() + "}"))
            .map(|line| line.replace("\"passed\":false", "\"passed\":true"))
            .collect();
        lines.extend((0..400).map(|number| {
            let points = points[number % 2];
            format!(
                r#"{{"event":"pair","generation":{last},"phase":"final","number":{number},"opening":{number},"points":{points}}}"#
            )
        }));
        std::fs::write(&journal, lines.join("\n") + "\n").unwrap();
        let result = learn(&game, &settings, &mut |_| ()).unwrap();
        (result.generation.is_some(), settings.output.exists())
    };
    let _ = std::fs::remove_file(&settings.output);
    assert_eq!(again([1, 2]), (false, false));
    assert_eq!(again([2, 3]), (true, true));
    // A network that won its last match stays.
    assert_eq!(again([1, 2]), (false, true));
}

#[test]
fn a_new_run_replaces_nothing() {
    let (game, folder) = (game(), tempfile::tempdir().unwrap());
    let run = |settings: &LearnSettings| learn(&game, settings, &mut |_| ()).unwrap_err();
    let settings = settings(folder.path(), 12.0);
    let missing = LearnSettings {
        output: folder.path().join("missing/mini.net"),
        ..settings.clone()
    };
    let error = run(&missing);
    assert!(matches!(error, LearnError::File(..)), "{error}");
    std::fs::write(&settings.output, "mine").unwrap();
    let error = run(&settings);
    assert!(matches!(error, LearnError::OutputExists(_)), "{error}");
    assert_eq!(std::fs::read(&settings.output).unwrap(), b"mine");
    // A refused run leaves nothing behind.
    assert!(!settings.folder.exists());
    std::fs::remove_file(&settings.output).unwrap();
    let notes = settings.folder.join("notes.txt");
    std::fs::create_dir(&settings.folder).unwrap();
    std::fs::write(&notes, "mine").unwrap();
    let error = run(&settings);
    assert!(matches!(error, LearnError::Taken(_)), "{error}");
    // Without its first line, a journal does not say what the other files are.
    let journal = settings.folder.join("journal.jsonl");
    std::fs::write(&journal, "").unwrap();
    let error = run(&settings);
    assert!(matches!(error, LearnError::Taken(_)), "{error}");
    assert_eq!(std::fs::read(&notes).unwrap(), b"mine");
    let nowhere = LearnSettings {
        output: "/proc/mini.net".into(),
        ..settings.clone()
    };
    let error = run(&nowhere);
    assert!(
        matches!(error, LearnError::OutputFolder(_) | LearnError::File(..)),
        "{error}"
    );
}

#[test]
fn a_run_of_an_older_version_is_rejected() {
    let game = game();
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path(), 12.0);
    std::fs::create_dir_all(&settings.folder).unwrap();
    let identity = game.definition().identity();
    let start = format!(r#"{{"event":"start","rules":"{identity}","seed":1,"hidden":32}}"#);
    let journal = settings.folder.join("journal.jsonl");
    std::fs::write(&journal, start.clone() + "\n").unwrap();
    let error = learn(&game, &settings, &mut |_| ()).unwrap_err();
    assert!(matches!(error, LearnError::OlderVersion(_)), "{error}");
    // Nothing was overwritten.
    assert_eq!(std::fs::read_to_string(&journal).unwrap(), start + "\n");
}
