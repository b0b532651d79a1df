//! Reasons: sentences, marks and arrows.

use crate::common::{at, cell, cells, game, games, names, random_game};
use hyperrook_geometry::Cell;
use hyperrook_rules::{Game, GameFile, History, Reason};
use hyperrook_view::types::{ArrowRole, MarkRole, Reasons};
use hyperrook_view::{check, history, refusal, refusal_of_text, why};

fn marked(game: &Game, why: &Reasons, role: MarkRole) -> String {
    let marks = why.marks.iter().filter(|mark| mark.role == role);
    names(game, &marks.map(|mark| mark.cell).collect::<Vec<_>>())
}

fn after(game: &Game, moves: &str) -> History {
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    history(game, None, &moves).unwrap()
}

#[test]
fn a_mate_is_explained() {
    let chess = game("chess", "");
    let mated = after(&chess, "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7");
    let why = why(&mated);
    assert_eq!(
        why.sentences,
        [
            "The king on e8 is attacked by the queen on f7.",
            "Each of the cells that the king on e8 could go to is attacked.",
            "No piece can take the attacker.",
            "Checkmate: White has won.",
        ]
    );
    let escapes: Vec<&str> = why.escapes.iter().map(|e| &*e.sentence).collect();
    assert_eq!(
        escapes,
        [
            "The king cannot take the queen on f7: the bishop on c4 protects it.",
            "The king cannot go to e7: the queen on f7 attacks it there.",
        ]
    );
    assert_eq!(
        (&*why.escapes[0].mv, &*why.escapes[0].refuted_by),
        ("e8f7", "c4")
    );
    assert_eq!(marked(&chess, &why, MarkRole::Royal), "e8");
    assert_eq!(marked(&chess, &why, MarkRole::Attacker), "f7");
    assert_eq!(marked(&chess, &why, MarkRole::Refuted), "e7 f7");
    assert_eq!(
        marked(&chess, &why, MarkRole::Blocker),
        "d8 f8 d7"
            .split(' ')
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect::<Vec<_>>()
            .join(" ")
    );
    assert_eq!(why.arrows.len(), 1);
    assert_eq!(why.arrows[0].path, cells(&chess, "f7 e8"));
}

#[test]
fn pinned_defenders_are_named() {
    let chess = game("chess", "");
    // The rook on e7 could capture the checker or block, but it is pinned.
    let text = "k6R/r7/8/3B4/8/8/8/R5K1 b - - 0 1";
    let mated = at(&chess, text);
    let why = why(&mated);
    assert!(why.sentences[0].contains("and"), "{why:?}");
    assert!(
        why.escapes
            .iter()
            .all(|e| !e.sentence.contains("not legal")),
        "{why:#?}"
    );
}

#[test]
fn a_check_says_what_helps() {
    let chess = game("chess", "");
    let text = "4k3/8/8/8/4r3/8/3P1B2/R3K2R w KQ - 0 1";
    let why = why(&at(&chess, text));
    assert_eq!(
        why.sentences,
        [
            "The king on e1 is attacked by the rook on e4.",
            "The king on e1 can go to d1 or f1.",
            "The check can be blocked: the bishop on f2 to e3.",
        ]
    );
    assert_eq!(marked(&chess, &why, MarkRole::Escape), "d1 f1");
    assert_eq!(marked(&chess, &why, MarkRole::Refuted), "e2");
    let attack = &why.arrows[0];
    assert_eq!(attack.path, cells(&chess, "e4 e3 e2 e1"));
    assert!(
        why.arrows[1..]
            .iter()
            .all(|a| a.role == ArrowRole::Possible)
    );
}

/// A cannon attacks over one piece, so its check ends when that piece goes away.
#[test]
fn a_check_over_a_screen_says_what_helps() {
    let text = r#"
        format = 1
        name = "shots"
        title = "Shots"
        about = "Kings, cannons and knights."
        credit = "a test"
        [board]
        drawn = "flat"
        files = 5
        ranks = 5
        [charts.board]
        axes = ["file", "rank, forward"]
        [pieces.K]
        name = "king"
        royal = true
        moves = "K"
        [pieces.C]
        name = "cannon"
        moves = "mR cpR"
        [pieces.N]
        name = "knight"
        moves = "N"
        [pieces.R]
        name = "rook"
        moves = "R"
        [start]
        board = "2k1c/5/4N/R4/4K"
    "#;
    let file = GameFile::parse("shots.toml", text).unwrap();
    let shots = Game::new(file.define(&[]).unwrap()).unwrap();
    let why = why(&History::new(shots.start()));
    assert_eq!(
        why.sentences[2..],
        [
            "The check can be blocked: the rook on a2 to e2.",
            "The check can also be answered by the knight on e3 to d1, c2, c4 or d5.",
        ],
        "{why:#?}"
    );
}

#[test]
fn a_stalemate_is_explained() {
    let chess = game("chess", "");
    let why = why(&at(&chess, "7k/5Q2/8/8/p7/P7/8/K7 b - - 0 1"));
    assert_eq!(
        why.sentences,
        [
            "The king on h8 is not attacked, but Black has no legal move.",
            "The pawn on a4 is blocked.",
            "Stalemate: a draw.",
        ]
    );
    assert_eq!(why.escapes.len(), 3);
    assert_eq!(marked(&chess, &why, MarkRole::Refuted), "g7 g8 h7");
}

#[test]
fn a_threatened_quantum_king_is_explained() {
    let gateway = game("gateway", "");
    let text = "4/4/4/*2*/*2*/*2*/*2*/4/4/4|4/4/4/*2*/*2*/*2*/*2*/4/4/4|kkkk/4/4/*2*/*2*/*2*/*2*/4/b3/KKKK|\
                4/4/4/*2*/*2*/*2*/*2*/4/4/4|4/4/4/*2*/*2*/*2*/*2*/4/4/4 w - 0 1";
    let threatened = at(&gateway, text);
    let why = why(&threatened);
    assert_eq!(
        why.sentences,
        [
            "The quantum king on xa1 is attacked on xb1 by the bishop on xa2.",
            "It must become an emperor: choose xa1, xc1 or xd1.",
        ]
    );
    assert_eq!(marked(&gateway, &why, MarkRole::Royal), "xa1 xb1 xc1 xd1");
    assert_eq!(marked(&gateway, &why, MarkRole::Escape), "xa1 xc1 xd1");
    let refused = refusal(
        &threatened,
        Cell::from_index(cell(&gateway, "xc1")),
        Cell::from_index(cell(&gateway, "xc2")),
    );
    assert_eq!(refused.sentences, why.sentences);
}

#[test]
fn refusals_are_shown() {
    let chess = game("chess", "");
    let start = History::new(chess.start());
    let refuse = |history: &History, from: &str, to: &str| {
        refusal(
            history,
            Cell::from_index(cell(&chess, from)),
            Cell::from_index(cell(&chess, to)),
        )
    };
    let blocked = refuse(&start, "a1", "a5");
    assert_eq!(
        blocked.sentences,
        ["The rook on a1 cannot reach a5: the pawn on a2 stands in the way."]
    );
    assert_eq!(marked(&chess, &blocked, MarkRole::Blocker), "a2");
    assert_eq!(blocked.arrows[0].role, ArrowRole::Wanted);
    let pinned = at(&chess, "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1");
    let exposed = refuse(&pinned, "c3", "d5");
    assert_eq!(
        exposed.sentences,
        ["The king on e1 would be attacked by the bishop on b4."]
    );
    let attack = exposed
        .arrows
        .iter()
        .find(|a| a.role == ArrowRole::Attack)
        .unwrap();
    assert_eq!(attack.path, cells(&chess, "b4 c3 d2 e1"));
    let knight = refuse(&start, "g1", "g3");
    assert_eq!(knight.sentences.len(), 2);
    assert_eq!(
        knight.sentences[1],
        "Knight: Leaps two cells along a file or rank and one cell to the side, over anything that \
         stands between."
    );
    assert_eq!(
        refuse(&start, "e2", "e4").sentences,
        ["This move is legal."]
    );
    let typed = refusal_of_text(&start, "Nf4");
    assert!(
        typed.sentences[0].contains("is not a legal move"),
        "{typed:?}"
    );
    let over = after(&chess, "f3 e5 g4 Qh4");
    let refused = refuse(&over, "a2", "a3");
    assert_eq!(
        refused.sentences[..2],
        ["The game is over.", "Checkmate: Black has won."]
    );
}

#[test]
fn held_kings_are_explained() {
    let game = game("twoboards", "");
    let text = "16/16/16/16/16/16/16/16/16/16/16/16/16/16/3k11w/K14W w b 0 1";
    let held = at(&game, text);
    let whole = why(&held);
    assert!(
        whole
            .sentences
            .iter()
            .any(|s| s.contains("may not leave its square of the big board")),
        "{whole:?}"
    );
    assert_eq!(marked(&game, &whole, MarkRole::Held), "a1");
    let refused = refusal(
        &held,
        Cell::from_index(cell(&game, "a1")),
        Cell::from_index(cell(&game, "e1")),
    );
    assert_eq!(
        refused.sentences,
        ["The king on a1 is held: it may not leave its square of the big board."]
    );
    assert_eq!(marked(&game, &refused, MarkRole::Held), "a1");
}

#[test]
fn mates_of_held_kings_are_explained() {
    let game = game("twoboards", "");
    let empty = "/16".repeat(12);
    // Nothing attacks e1, a5 and e5, to which the hold forbids the king to go.
    for (ranks, wanted) in [
        (
            "g1k13/16/K15",
            "Each of the cells that the king on a1 may go to is attacked.",
        ),
        ("2ek12/WW14/KW14", "The king on a1 may not go to any cell."),
    ] {
        let mated = why(&at(&game, &format!("15W{empty}/{ranks} w b 0 1")));
        assert_eq!(mated.sentences[1], wanted);
        let end = "Checkmate: Black has won.";
        assert!(mated.sentences.iter().any(|s| s == end), "{mated:?}");
    }
}

#[test]
fn faulty_positions_name_every_fault() {
    let chess = game("chess", "");
    let faulty = check(&chess, "P3k3/8/8/8/8/8/8/8 w - - 0 1");
    assert!(faulty.view.is_none());
    assert!(faulty.faults.len() >= 2, "{faulty:?}");
    assert!(faulty.cells.contains(&cell(&chess, "a8")));
    assert!(check(&chess, "x").faults.len() > 1);
    let sound = check(&chess, "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    assert!(sound.faults.is_empty() && sound.view.is_some());
}

/// In every game, ends and checks of random games are explained completely.
#[test]
fn chance_games_are_explained() {
    let mut seen = std::collections::BTreeSet::new();
    for game in games() {
        for seed in 0..12 {
            let mut history = History::new(game.start());
            let mut checks = 0;
            for &mv in random_game(&game, seed, 300).moves() {
                history.play(mv).unwrap();
                let check = history.position().in_check();
                if !check && history.outcome().is_none() || check && checks > 3 {
                    continue;
                }
                checks += usize::from(check);
                let why = why(&history);
                assert!(!why.sentences.is_empty());
                for sentence in &why.sentences {
                    assert!(
                        sentence.ends_with('.') && !sentence.contains(".."),
                        "{sentence}"
                    );
                }
                if check {
                    assert!(why.arrows.iter().any(|a| a.role == ArrowRole::Attack));
                }
                for escape in &why.escapes {
                    assert!(
                        !escape.refuted_by.is_empty()
                            || escape.sentence.contains("held")
                            || escape.sentence.contains("row")
                            || escape.sentence.contains("transform"),
                        "{escape:?}"
                    );
                }
                for cell in why
                    .marks
                    .iter()
                    .map(|m| m.cell)
                    .chain(why.arrows.iter().flat_map(|a| a.path.clone()))
                {
                    assert!(cell < game.board().len());
                }
                if let Some(outcome) = history.outcome() {
                    seen.insert(format!("{:?}", outcome.reason));
                    if outcome.reason == Reason::Checkmate {
                        assert_eq!(
                            why.sentences.last().unwrap(),
                            &format!("Checkmate: {} has won.", outcome.winner.unwrap())
                        );
                    }
                }
            }
        }
    }
    assert!(seen.contains("Checkmate"), "{seen:?}");
}
