//! Lessons and puzzles are right: every position is one of the game, every task has exactly
//! the answers that its file claims, and every puzzle has one answer.

use crate::common::{at, game};
use hyperrook_notation::moves::{CellStyle, format_move, parse_move};
use hyperrook_rules::{Game, GameFile, Outcome, Position, SHIPPED};
use hyperrook_search::{Control, Engine, EngineSettings, SearchLimits};
use hyperrook_view::types::{PuzzleInfo, TaskKind};
use hyperrook_view::{is_learning_item, lesson, lesson_texts, lessons, puzzles, read_lesson};
use std::collections::BTreeSet;

/// The games that have a lesson of full length.
const CORE: [&str; 5] = ["walkers", "sesqui", "riftwalker", "twoboards", "gateway"];

fn name_in(text: &str) -> &str {
    let line = text.lines().next().unwrap();
    line.strip_prefix("game = \"")
        .unwrap()
        .trim_end_matches('"')
}

#[test]
fn tasks_have_the_answers_that_the_files_claim() {
    let mut errors = Vec::new();
    for text in lesson_texts() {
        let name = name_in(text);
        if let Err(found) = read_lesson(&game(name, ""), text) {
            errors.extend(found.iter().map(|error| format!("{name}: {error}")));
        }
    }
    assert!(errors.is_empty(), "\n{}", errors.join("\n"));
}

#[test]
fn every_game_has_a_lesson() {
    let list = lessons();
    assert_eq!(list.len(), 8);
    for summary in list {
        let lesson = lesson(&game(&summary.game, "")).unwrap();
        let ids: Vec<String> = lesson.steps.iter().map(|step| step.id.clone()).collect();
        assert_eq!(ids, summary.steps);
        let core = CORE.contains(&&*summary.game);
        let length = if core { 8..=15 } else { 4..=15 };
        assert!(
            length.contains(&ids.len()),
            "{}: {}",
            summary.game,
            ids.len()
        );
        // The lesson ends with a first game against the weakest level.
        let last = lesson.steps.last().unwrap().task.as_ref().unwrap();
        assert_eq!((last.kind, last.level), (TaskKind::Game, Some(1)));
        for step in &lesson.steps {
            assert!(
                !step.text.is_empty() && !step.title.is_empty(),
                "{}",
                step.id
            );
            let task = step.task.as_ref().unwrap();
            assert!(!task.ask.is_empty(), "{}", step.id);
            assert_eq!(
                task.hint.is_empty(),
                task.kind == TaskKind::Game,
                "{}",
                step.id
            );
            assert!(is_learning_item(&format!(
                "lesson/{}/{}",
                summary.game, step.id
            )));
        }
    }
    assert!(!is_learning_item("lesson/chess/nonsense"));
    assert!(!is_learning_item("puzzle/chess/00000000"));
    assert!(!is_learning_item("lesson/chess"));
}

/// Each legal move is either right or has a sentence that says why not.
#[test]
fn every_move_is_judged() {
    for summary in lessons() {
        let game = game(&summary.game, "");
        for step in lesson(&game).unwrap().steps {
            let task = step.task.unwrap();
            if task.kind != TaskKind::Move {
                continue;
            }
            let history = at(&game, &step.position);
            let legal: BTreeSet<String> = history
                .position()
                .moves()
                .into_iter()
                .map(|mv| format_move(game.definition(), mv, CellStyle::Plain))
                .collect();
            let wrong = task.wrong.iter().flat_map(|wrong| &wrong.moves);
            let judged: BTreeSet<String> = task.moves.iter().chain(wrong).cloned().collect();
            assert_eq!(legal, judged, "{} {}", summary.game, step.id);
        }
    }
}

/// Where a win without check is asked for, the lack of check is not what is wrong with a move.
#[test]
fn moves_that_do_not_win_are_judged_by_the_win_that_is_asked_for() {
    let sentences = |step: &str| -> Vec<String> {
        let lesson = lesson(&game("twoboards", "")).unwrap();
        let step = lesson.steps.into_iter().find(|found| found.id == step);
        let wrong = step.unwrap().task.unwrap().wrong;
        wrong.into_iter().map(|wrong| wrong.sentence).collect()
    };
    assert_eq!(sentences("bare"), ["This move does not win the game."]);
    let mate = sentences("mate");
    let no_check = "Black is not in check after this move.";
    assert!(mate.iter().any(|found| found == no_check), "{mate:?}");
}

/// A task that asks for something else does not end the game by chance: the explanation of the
/// end would distract from what the step is about.
#[test]
fn only_tasks_that_ask_for_it_end_the_game() {
    for summary in lessons() {
        let game = game(&summary.game, "");
        for step in lesson(&game).unwrap().steps {
            let task = step.task.unwrap();
            let asks_for_the_end = task.ask.starts_with("Checkmate") || task.ask.starts_with("Win");
            for text in &task.moves {
                let mut history = at(&game, &step.position);
                let mv = parse_move(history.position(), text).unwrap();
                history.play(mv).unwrap();
                assert_eq!(
                    history.outcome().is_some(),
                    asks_for_the_end,
                    "{} {} {text}",
                    summary.game,
                    step.id
                );
            }
        }
    }
}

/// A game with other rules does not get a lesson by its name.
#[test]
fn lessons_belong_to_rules_and_not_to_names() {
    let file = GameFile::shipped("walkers").unwrap();
    let other = file.define(&[("black_setup", "mirrored")]).unwrap();
    let other = Game::new(other).unwrap();
    assert!(lesson(&other).is_none());
    assert!(puzzles(&other).is_empty());
}

#[test]
fn faults_of_lessons_are_named() {
    let chess = game("chess", "");
    let read = |step: &str| {
        let text = format!(
            "game = \"chess\"\ntitle = \"Chess\"\nminutes = 1\n[[step]]\ntitle = \"A\"\ntext = \"B\"\n{step}"
        );
        let errors = read_lesson(&chess, &text).unwrap_err();
        errors[0].to_string()
    };
    let kings = "id = \"a\"\nwhite = \"Ke1 Ra1\"\nblack = \"Ke8\"\n";
    let task = |task: &str| read(&format!("{kings}[step.task]\nask = \"C\"\n{task}"));
    assert!(read("id = \"a\"\nwhite = \"Xe1\"").contains("no piece `X`"));
    assert!(read("id = \"a\"\nwhite = \"Ke9\"").contains("no cell `e9`"));
    assert!(read("id = \"a\"\nwhite = \"Ke1 Qe1\"").contains("another piece"));
    assert!(read("id = \"A b\"\nwhite = \"Ke1 Qd1\"\nblack = \"Ke8\"").contains("an ID has"));
    assert!(read("id = \"a\"\nwhite = \"Ke1\"").contains("king"));
    let found =
        task("kind = \"move\"\ngoal = { piece = \"R\", check = true }\nanswers = [\"a1a7\"]");
    assert_eq!(found, "a: the answers are [\"a1a8\"]");
    let found = task("kind = \"move\"\ngoal = { captures = \"Q\" }\nanswers = []");
    assert_eq!(found, "a: there is no right answer");
    let found = task("kind = \"move\"\nanswers = []");
    assert_eq!(found, "a: every legal move is right");
    let found = task("kind = \"cells\"\nwhich = { pieces = \"R\" }\nanswers = [\"b1\"]");
    assert_eq!(found, "a: the answers are [\"a1\"]");
    let found = task("kind = \"question\"\nis = \"check\"\nanswer = true");
    assert!(found.contains("the answer is false"), "{found}");
    assert!(task("kind = \"game\"\nlevel = 9").contains("`level`"));
    assert!(task("kind = \"cell\"\nanswers = []").contains("`which` is missing"));
    assert!(task("kind = \"dance\"").contains("dance"));
}

/// Whether the side to move wins in at most this many moves, by trying all moves.
fn wins(position: &Position, moves: u32) -> bool {
    let turn = position.turn();
    position.moves().into_iter().any(|mv| {
        let after = position.after(mv).unwrap();
        loses(&after, moves, turn)
    })
}

fn loses(position: &Position, moves: u32, winner: hyperrook_rules::Side) -> bool {
    if let Some(Outcome { winner: won, .. }) = position.outcome() {
        return won == Some(winner);
    }
    moves > 1
        && position.moves().into_iter().all(|mv| {
            let after = position.after(mv).unwrap();
            match after.outcome() {
                Some(outcome) => outcome.winner == Some(winner),
                None => wins(&after, moves - 1),
            }
        })
}

fn check_puzzle(game: &Game, engine: &mut Engine, puzzle: &PuzzleInfo) {
    let mut history = at(game, &puzzle.position);
    let start = history.position().clone();
    let moves: Vec<_> = start.moves();
    let first = parse_move(&start, &puzzle.solution[0][0]).unwrap();
    let turn = start.turn();
    match puzzle.mate {
        Some(1) => {
            let won = |mv: &hyperrook_rules::Move| loses(&start.after(*mv).unwrap(), 1, turn);
            let winning: Vec<_> = moves.into_iter().filter(won).collect();
            assert_eq!(winning, [first], "{}", puzzle.id);
        }
        // Whether other moves win, too, is decided by checks, which are few.
        Some(2) => {
            let won = |mv: &hyperrook_rules::Move| {
                let after = start.after(*mv).unwrap();
                (after.in_check() || *mv == first) && loses(&after, 2, turn)
            };
            let winning: Vec<_> = moves.into_iter().filter(won).collect();
            assert_eq!(winning, [first], "{}", puzzle.id);
        }
        Some(_) => {
            engine.clear();
            let limits = SearchLimits::default().nodes(20_000).moves(vec![first]);
            let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
            assert!(report.best.is_some(), "{}", puzzle.id);
        }
        None => {
            let [best, second] = puzzle.margin.unwrap();
            // Six tenths of a piece. In no shipped game is a piece worth less than 130 on average.
            assert!(best - second >= 78, "{}", puzzle.id);
        }
    }
    // The whole line can be played, and every move that counts as right is legal.
    for alternatives in &puzzle.solution {
        for text in alternatives {
            assert!(
                parse_move(history.position(), text).is_ok(),
                "{}",
                puzzle.id
            );
        }
        let mv = parse_move(history.position(), &alternatives[0]).unwrap();
        history.play(mv).unwrap();
    }
    if puzzle.mate.is_some() {
        let outcome = history.outcome().unwrap();
        assert_eq!(outcome.winner, Some(turn), "{}", puzzle.id);
    }
    for text in &puzzle.continuation {
        let mv = parse_move(history.position(), text).unwrap();
        history.play(mv).unwrap();
    }
}

#[test]
fn puzzles_have_one_answer() {
    for (name, _) in SHIPPED {
        let game = game(name, "");
        let settings = EngineSettings {
            hash_mib: 1,
            ..EngineSettings::default()
        };
        let mut engine = Engine::new(&game, settings);
        let list = puzzles(&game);
        assert!(list.len() >= 40, "{name}: {}", list.len());
        let ids: BTreeSet<&str> = list.iter().map(|puzzle| &*puzzle.id).collect();
        assert_eq!(ids.len(), list.len(), "{name}");
        assert!(list.is_sorted_by_key(|puzzle| puzzle.rating), "{name}");
        for puzzle in list {
            assert!(!puzzle.themes.is_empty(), "{name} {}", puzzle.id);
            assert!(
                (600..=2600).contains(&puzzle.rating),
                "{name} {}",
                puzzle.id
            );
            assert!(is_learning_item(&format!("puzzle/{name}/{}", puzzle.id)));
            check_puzzle(&game, &mut engine, puzzle);
        }
    }
}
