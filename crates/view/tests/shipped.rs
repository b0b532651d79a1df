//! Views of the shipped games and of their positions.

use crate::common::{at, cell, cells, game, games, names, random_game};
use hyperrook_geometry::Cell;
use hyperrook_rules::{GameFile, SHIPPED};
use hyperrook_view::types::{EndReason, LayoutKind, MoveKind, RecordedResult, SideName};
use hyperrook_view::{attackers, history, info, read_move, summary, view};

#[test]
fn infos_count_cells_pieces_and_rulings() {
    // Name, cells, kind, pieces, options, rulings (all rulings of the file).
    for (name, count, kind, pieces, options, rulings) in [
        ("walkers", 189, LayoutKind::Grid, 8, 6, 4),
        ("sesqui", 48, LayoutKind::Ring, 6, 1, 4),
        ("riftwalker", 81, LayoutKind::Grid, 9, 1, 6),
        ("twoboards", 256, LayoutKind::Grid, 7, 2, 4),
        ("gateway", 160, LayoutKind::Stack, 15, 1, 9),
        ("chess", 64, LayoutKind::Grid, 6, 0, 1),
        ("hyperchess", 256, LayoutKind::Grid, 6, 0, 4),
        ("raumschach", 125, LayoutKind::Stack, 7, 0, 3),
    ] {
        let game = game(name, "");
        let info = info(&game);
        assert_eq!(info.game.name, name);
        assert!(info.game.options.is_empty() && info.game.definition.is_none());
        assert_eq!(info.layout.kind, kind, "{name}");
        assert_eq!(info.layout.cells.len(), count, "{name}");
        assert_eq!(info.pieces.len(), pieces, "{name}");
        assert_eq!(info.options.len(), options, "{name}");
        assert_eq!(info.rulings.len(), rulings, "{name}");
        assert!(info.start.contains(" w "), "{name}");
        for ruling in &info.rulings {
            assert!(
                !ruling.title.is_empty() && !ruling.reason.is_empty(),
                "{name}: {ruling:?}"
            );
        }
        for text in [&info.title, &info.credit, &info.about] {
            assert!(!text.is_empty() && !text.contains('\n'), "{name}: {text:?}");
        }
        for (i, cell) in info.layout.cells.iter().enumerate() {
            assert_eq!(game.board().cell(&cell.name), Some(Cell::from_index(i)));
            if let Some(address) = &cell.address {
                assert_eq!(game.board().cell(address), Some(Cell::from_index(i)));
            }
            for chart in &info.layout.charts {
                assert_eq!(chart.coords[i].len(), chart.axes.len());
            }
        }
        for piece in &info.pieces {
            assert_eq!(piece.royal, piece.value_cp == 0, "{name} {}", piece.name);
            assert!(
                piece.moves.ends_with('.'),
                "{name} {}: {}",
                piece.name,
                piece.moves
            );
            assert!(!piece.drawing.shapes.is_empty());
        }
    }
}

#[test]
fn layouts_say_how_boards_are_drawn() {
    let walkers = info(&game("walkers", "")).layout;
    assert_eq!(
        (walkers.files, walkers.ranks, walkers.blocks),
        (9, 21, Some([3, 3]))
    );
    assert_eq!(
        (&*walkers.rank_names[20], &*walkers.file_names[8]),
        ("21", "i")
    );
    assert_eq!(walkers.cells[0].address.as_deref(), Some("1111"));
    let sesqui = info(&game("sesqui", "")).layout;
    assert_eq!((sesqui.sectors, sesqui.files, sesqui.ranks), (8, 48, 1));
    assert_eq!(sesqui.file_names.concat(), "abcdefgh");
    assert!(sesqui.rank_names.is_empty());
    let gateway = info(&game("gateway", "")).layout;
    assert_eq!(gateway.levels.concat(), "vwxyz");
    assert_eq!((gateway.files, gateway.ranks), (4, 10));
    // The gateway has half the width.
    let ranks_of_four = gateway.cells.iter().filter(|c| c.level == 0 && c.rank == 3);
    assert_eq!(ranks_of_four.count(), 2);
}

#[test]
fn options_change_what_is_said() {
    let short = info(&game("gateway", "length=8"));
    assert_eq!(short.layout.cells.len(), 120);
    assert_eq!(short.game.options["length"], "8");
    assert_eq!(short.options[0].default, "10");
    let jumper = info(&game("walkers", "kinging=jumper compound_retreat=false"));
    assert_eq!(jumper.game.options.len(), 1);
    let pawn = jumper
        .pieces
        .iter()
        .find(|piece| piece.name == "pawn")
        .unwrap();
    assert_eq!(pawn.promotes_to.concat(), "QCRBNM");
}

#[test]
fn summaries_list_every_shipped_game() {
    for (name, _) in SHIPPED {
        let summary = summary(&GameFile::shipped(name).unwrap()).unwrap();
        assert_eq!(summary.name, *name);
        assert_eq!(summary.cells, info(&game(name, "")).layout.cells.len());
        for option in summary.options {
            assert_eq!(option.values[0].value, option.default);
            assert!(option.title.ends_with(['.', '?']), "{}", option.title);
        }
    }
}

#[test]
fn views_of_starts_have_all_first_moves() {
    for (name, pieces, moves) in [
        ("chess", 32, 20),
        ("sesqui", 32, 14),
        // Each quantum king counts once.
        ("gateway", 94, 0),
    ] {
        let game = game(name, "");
        let view = view(&history(&game, None, &[]).unwrap());
        assert_eq!(view.pieces.len(), pieces, "{name}");
        assert_eq!(view.moves.len(), game.start().moves().len());
        if moves > 0 {
            assert_eq!(view.moves.len(), moves, "{name}");
        }
        assert_eq!(
            (view.side, view.ply, view.repetitions),
            (SideName::White, 0, 1)
        );
        assert_eq!((view.fifty.count, view.fifty.limit), (0, 50));
        assert!(view.last.is_none() && view.outcome.is_none());
        assert!(view.check.is_empty() && view.bound.is_empty());
    }
}

/// Views survive writing and reading as JSON.
#[test]
fn views_round_trip() {
    for game in games() {
        let played = random_game(&game, 11, 60);
        let mut texts: Vec<String> = Vec::new();
        let mut step = history(&game, None, &[]).unwrap();
        for &mv in played.moves() {
            let now = view(&step);
            let again = view(&at(&game, &now.position));
            assert_eq!(again.pieces, now.pieces);
            assert_eq!(again.moves, now.moves);
            assert_eq!(again.check, now.check);
            let made = now.moves.iter().find(|info| {
                (info.from, info.to) == (mv.origin().index(), mv.destination().index())
                    && info.promotion.is_some() == mv.promotion().is_some()
            });
            assert!(made.is_some(), "{mv:?}");
            for info in &now.moves {
                for text in [&info.text, &info.short] {
                    let read = read_move(step.position(), text);
                    assert_eq!(read.mv.as_ref(), Some(&info.text), "{text}");
                }
            }
            step.play(mv).unwrap();
            let last = view(&step).last.unwrap();
            assert_eq!(
                (last.from, last.to),
                (mv.origin().index(), mv.destination().index())
            );
            texts.push(last.short);
        }
        let replayed = history(&game, None, &texts).unwrap();
        assert_eq!(view(&replayed), view(&played));
        let json = serde_json::to_string(&view(&played)).unwrap();
        let back: hyperrook_view::types::PositionView = serde_json::from_str(&json).unwrap();
        assert_eq!(back, view(&played));
    }
}

#[test]
fn attackers_are_those_of_the_rules_and_their_paths_are_free() {
    for game in games() {
        let played = random_game(&game, 5, 40);
        let position = played.position();
        let all = attackers(position);
        assert_eq!(all.cells.len(), game.board().len());
        for (at, attacks) in game.board().cells().zip(&all.cells) {
            for (side, list) in [
                (hyperrook_rules::Side::White, &attacks.white),
                (hyperrook_rules::Side::Black, &attacks.black),
            ] {
                let expected = position.attackers(at, side);
                for attack in list {
                    assert!(expected.contains(Cell::from_index(attack.from)));
                    for &via in &attack.via {
                        assert!(
                            position.piece(Cell::from_index(via)).is_none(),
                            "{at:?} {attack:?}"
                        );
                    }
                }
                let whole = expected.iter().filter(|&cell| {
                    let piece = position.piece(cell).unwrap();
                    game.definition().piece(piece.kind).span.is_none()
                });
                let single = list.iter().filter(|attack| {
                    let piece = position.piece(Cell::from_index(attack.from)).unwrap();
                    game.definition().piece(piece.kind).span.is_none()
                });
                assert_eq!(single.count(), whole.count());
            }
        }
    }
}

#[test]
fn slides_say_what_they_pass() {
    let game = game("chess", "");
    let position = at(&game, "4k3/8/8/8/8/2N5/8/R3K3 w - - 0 1");
    let all = attackers(position.position());
    let on_d1 = &all.cells[cell(&game, "d1")].white;
    let rook = on_d1.iter().find(|a| a.from == cell(&game, "a1")).unwrap();
    assert_eq!(rook.via, cells(&game, "b1 c1"));
    let knight = on_d1.iter().find(|a| a.from == cell(&game, "c3")).unwrap();
    assert!(knight.via.is_empty());
}

#[test]
fn the_quantum_king_is_one_piece_on_its_row() {
    let game = game("gateway", "");
    let start = view(&history(&game, None, &[]).unwrap());
    let row = cells(&game, "xa1 xb1 xc1 xd1");
    let king = start
        .pieces
        .iter()
        .find(|piece| piece.letter == "K")
        .unwrap();
    assert_eq!(
        (king.cells.clone(), king.side),
        (row.clone(), SideName::White)
    );
    // A king alone shifts, and the move lists all its new cells.
    let alone = "4/4/4/*2*/*2*/*2*/*2*/4/4/4|4/4/4/*2*/*2*/*2*/*2*/4/4/4|kkkk/4/4/*2*/*2*/*2*/*2*/4/4/KKKK|\
                 4/4/4/*2*/*2*/*2*/*2*/4/4/4|4/4/4/*2*/*2*/*2*/*2*/4/1p2/4 w - 0 1";
    let position = at(&game, alone);
    let now = view(&position);
    assert_eq!(now.pieces.len(), 3);
    let shift = now.moves.iter().find(|mv| mv.text == "xa1xa2").unwrap();
    assert_eq!(shift.kind, MoveKind::Shift);
    assert_eq!(shift.cells_after, Some(cells(&game, "xa2 xb2 xc2 xd2")));
    let all = attackers(position.position());
    let attack = &all.cells[cell(&game, "yc1")].white[..];
    assert_eq!((attack.len(), attack[0].from), (1, cell(&game, "xa1")));
    // A threatened king must become an emperor on one of its cells.
    let threatened = "4/4/4/*2*/*2*/*2*/*2*/4/4/4|4/4/4/*2*/*2*/*2*/*2*/4/4/4|kkkk/4/4/*2*/*2*/*2*/*2*/4/b3/KKKK|\
                 4/4/4/*2*/*2*/*2*/*2*/4/4/4|4/4/4/*2*/*2*/*2*/*2*/4/4/4 w - 0 1";
    let now = view(&at(&game, threatened));
    assert_eq!(now.check, row);
    assert!(now.moves.iter().all(|mv| mv.kind == MoveKind::Transform));
    let to_d = now.moves.iter().find(|mv| mv.text == "xa1xd1e").unwrap();
    assert_eq!(to_d.promotion.as_deref(), Some("E"));
    assert_eq!(to_d.cells_after, Some(cells(&game, "xd1")));
    let after = history(&game, Some(threatened), &["xa1xd1e".to_owned()]).unwrap();
    let after = view(&after);
    assert_eq!(names(&game, &after.bound), "xd1");
}

#[test]
fn held_kings_are_marked() {
    let game = game("twoboards", "");
    let text = "16/16/16/16/16/16/16/16/16/16/16/16/16/16/3k11w/K14W w b 0 1";
    let now = view(&at(&game, text));
    assert_eq!(names(&game, &now.bound), "a1");
    let king: Vec<&str> = now
        .moves
        .iter()
        .filter(|mv| mv.from == cell(&game, "a1"))
        .map(|mv| &*mv.text)
        .collect();
    assert!(
        king.iter()
            .all(|text| !text.ends_with("e1") && !text.ends_with("a5")),
        "{king:?}"
    );
}

#[test]
fn ends_are_told() {
    let chess = game("chess", "");
    let moves: Vec<String> = ["f3", "e5", "g4", "Qh4"].map(str::to_owned).to_vec();
    let mated = view(&history(&chess, None, &moves).unwrap());
    let outcome = mated.outcome.unwrap();
    assert_eq!(
        (outcome.result, outcome.reason),
        (RecordedResult::Black, EndReason::Checkmate)
    );
    assert_eq!(outcome.text, "Checkmate: Black has won.");
    assert!(mated.moves.is_empty());
    assert_eq!(names(&chess, &mated.check), "e1");
    let dance = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"];
    let drawn = view(&history(&chess, None, &dance.map(str::to_owned)).unwrap());
    let outcome = drawn.outcome.unwrap();
    assert_eq!(
        (outcome.result, outcome.reason),
        (RecordedResult::Draw, EndReason::Repetition)
    );
    assert_eq!((drawn.repetitions, drawn.moves.len()), (3, 0));
    assert_eq!(
        outcome.text,
        "The same position has occurred three times: a draw."
    );
}

#[test]
fn json_has_the_agreed_words() {
    let game = game("chess", "");
    let moves = ["e4", "a6", "e5", "d5"].map(str::to_owned);
    let json = serde_json::to_value(view(&history(&game, None, &moves).unwrap())).unwrap();
    assert_eq!(json["side"], "white");
    assert_eq!(json["fifty"]["limit"], 50);
    assert_eq!(json["last"]["short"], "d5");
    assert!(json["outcome"].is_null());
    let moves = json["moves"].as_array().unwrap();
    let passing = moves.iter().find(|mv| mv["text"] == "e5d6").unwrap();
    assert_eq!(passing["kind"], "in_passing");
    assert_eq!(passing["captures"][0], cell(&game, "d5"));
    assert!(passing["promotion"].is_null());
    let info = serde_json::to_value(info(&game)).unwrap();
    assert_eq!(info["layout"]["kind"], "grid");
    assert_eq!(info["game"].as_object().unwrap().len(), 1);
    assert_eq!(info["pieces"][0]["drawing"]["view_box"], "0 0 100 100");
}

#[test]
fn impossible_questions_are_refused() {
    let game = game("chess", "");
    assert!(history(&game, Some("nonsense"), &[]).is_err());
    let error = history(&game, None, &["e4".to_owned(), "e4".to_owned()]).unwrap_err();
    assert!(error.to_string().starts_with("move 2, `e4`: "), "{error}");
    let many = vec!["e4".to_owned(); 10_001];
    assert!(history(&game, None, &many).is_err());
    let read = read_move(&game.start(), "e2e5");
    assert!(read.mv.is_none());
    assert_eq!(read.refusal.unwrap(), "the pawn on e2 does not move to e5");
}
