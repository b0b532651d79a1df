//! Exercises have the stated solutions, and no others.

use crate::common::{at, game, games};
use hyperrook_notation::moves::parse_move;
use hyperrook_rules::{Game, GameFile, Reason};
use hyperrook_view::types::{Exercise, ExerciseKind};
use hyperrook_view::{MAX_EXERCISES, exercises};
use std::collections::BTreeSet;

fn first_moves(exercise: &Exercise) -> BTreeSet<&str> {
    exercise.solutions.iter().map(|line| &*line[0]).collect()
}

fn check_captures(game: &Game, list: &[Exercise]) {
    for exercise in list {
        let history = at(game, &exercise.position);
        let position = history.position();
        let captures = position
            .moves()
            .into_iter()
            .filter(|&mv| position.captures(mv).any());
        let captures: BTreeSet<String> = captures
            .map(|mv| {
                let style = hyperrook_notation::moves::CellStyle::Plain;
                hyperrook_notation::moves::format_move(game.definition(), mv, style)
            })
            .collect();
        let captures: BTreeSet<&str> = captures.iter().map(|text| &**text).collect();
        assert_eq!(captures, first_moves(exercise));
    }
}

fn check_mates(game: &Game, list: &[Exercise]) {
    for exercise in list.iter().filter(|exercise| exercise.moves_to_win == 1) {
        let history = at(game, &exercise.position);
        let position = history.position();
        let wins = |after: &hyperrook_rules::Position| {
            let outcome = after.outcome();
            outcome.is_some_and(|o| o.winner == Some(position.turn()))
        };
        let mut winning = 0;
        for mv in position.moves() {
            let after = position.after(mv).unwrap();
            let mates = after
                .outcome()
                .is_some_and(|o| o.reason == Reason::Checkmate);
            winning += usize::from(mates || wins(&after));
        }
        assert_eq!(winning, exercise.solutions.len(), "{exercise:?}");
    }
}

#[test]
fn every_game_has_pieces_to_take() {
    for game in games() {
        let list = exercises(&game, ExerciseKind::Capture, 3, 10);
        assert_eq!(list.len(), 10, "{}", game.definition().name());
        check_captures(&game, &list);
        let titles: BTreeSet<&String> = list.iter().map(|e| &e.title).collect();
        assert!(titles.len() >= 4, "{titles:?}");
        assert_eq!(list, exercises(&game, ExerciseKind::Capture, 3, 10));
        assert_ne!(list, exercises(&game, ExerciseKind::Capture, 4, 10));
    }
}

#[test]
fn every_game_has_mates_to_find() {
    for game in games() {
        let list = exercises(&game, ExerciseKind::Mate, 1, 5);
        assert!(!list.is_empty(), "{}", game.definition().name());
        check_mates(&game, &list);
        let ids: BTreeSet<&String> = list.iter().map(|e| &e.id).collect();
        assert_eq!(ids.len(), list.len());
        assert_eq!(list, exercises(&game, ExerciseKind::Mate, 1, 5));
    }
}

#[test]
fn longer_wins_go_on() {
    let chess = game("chess", "");
    let list = exercises(&chess, ExerciseKind::Mate, 7, MAX_EXERCISES);
    let long: Vec<&Exercise> = list.iter().filter(|e| e.moves_to_win > 1).collect();
    assert!(!long.is_empty());
    for exercise in long {
        for line in &exercise.solutions {
            let mut history = at(&chess, &exercise.position);
            for text in line {
                let mv = parse_move(history.position(), text).unwrap();
                history.play(mv).unwrap();
            }
            assert!(line.len() < 2 * exercise.moves_to_win as usize);
        }
    }
}

/// Games without a suite get mates made for them, whatever their royal pieces are.
#[test]
fn mates_are_made_for_other_games() {
    for (name, options) in [("gateway", "length=8"), ("walkers", "kinging=mixed")] {
        let game = game(name, options);
        let list = exercises(&game, ExerciseKind::Mate, 2, 3);
        assert!(!list.is_empty(), "{name} {options}");
        assert!(list.iter().all(|exercise| exercise.id.starts_with("mate-")));
        check_mates(&game, &list);
    }
}

/// A user's game with the name of a shipped game does not get its suite.
#[test]
fn mates_belong_to_rules_and_not_to_names() {
    let (_, text) = hyperrook_rules::SHIPPED
        .iter()
        .find(|(name, _)| *name == "chess")
        .unwrap();
    let text = text.replace("moves = \"N\"", "moves = \"N W\"");
    let file = GameFile::parse("own.toml", &text).unwrap();
    let own = Game::new(file.define(&[]).unwrap()).unwrap();
    let list = exercises(&own, ExerciseKind::Mate, 1, 3);
    assert!(list.iter().all(|exercise| exercise.id.starts_with("mate-")));
    check_mates(&own, &list);
}

#[test]
fn no_more_are_made_than_allowed() {
    let chess = game("chess", "");
    let list = exercises(&chess, ExerciseKind::Capture, 1, 1000);
    assert_eq!(list.len(), MAX_EXERCISES);
    assert!(exercises(&chess, ExerciseKind::Mate, 1, 0).is_empty());
}
