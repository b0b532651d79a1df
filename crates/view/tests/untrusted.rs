//! Any input gets an answer.

use crate::common::game;
use hyperrook_geometry::Cell;
use hyperrook_notation::position::format_setup;
use hyperrook_rules::{Game, History, Kind, Piece, Setup, Side};
use hyperrook_view::types::PositionRef;
use hyperrook_view::{attackers, check, history, read_move, refusal, refusal_of_text, view, why};
use proptest::prelude::*;
use std::sync::LazyLock;

/// Games with all kinds of boards and all special features.
static GAMES: LazyLock<Vec<Game>> = LazyLock::new(|| {
    let games = ["chess", "sesqui", "twoboards", "gateway"];
    games.iter().map(|name| game(name, "")).collect()
});

/// Texts similar to valid ones, and other texts.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "(?s).{0,60}",
        "[a-hxz1-9]{2,9}[qe]?",
        "[KQRBNE]?[a-z]{0,2}[1-9]x?[a-z]{1,2}[0-9]{1,2}(=[A-Z])?[+#]?",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_text_is_answered(text in texts(), number in 0..4_usize) {
        let game = &GAMES[number];
        let start = History::new(game.start());
        let read = read_move(start.position(), &text);
        prop_assert!(read.mv.is_some() != read.refusal.is_some());
        prop_assert!(!refusal_of_text(&start, &text).sentences.is_empty());
        prop_assert!(check(game, &text).view.is_some() == check(game, &text).faults.is_empty());
        let _ = history(game, Some(&text), std::slice::from_ref(&text));
        let _ = history(game, None, &[text]);
    }

    #[test]
    fn every_pair_of_cells_is_answered(from in 0..256_usize, to in 0..256_usize, number in 0..4_usize) {
        let game = &GAMES[number];
        let cells = game.board().len();
        let start = History::new(game.start());
        let told = refusal(&start, Cell::from_index(from % cells), Cell::from_index(to % cells));
        prop_assert!(!told.sentences.is_empty());
        for mark in told.marks {
            prop_assert!(mark.cell < cells);
        }
    }

    /// Random setups: a position is shown and explained, or its faults name cells of the
    /// board.
    #[test]
    fn any_setup_is_shown_or_refused(
        pieces in prop::collection::vec((0..256_usize, 0..26_usize, any::<bool>()), 0..12),
        black in any::<bool>(), number in 0..4_usize
    ) {
        let game = &GAMES[number];
        let definition = game.definition();
        let mut setup = Setup::empty(game.board().len());
        setup.turn = if black { Side::Black } else { Side::White };
        let royal = |side: Side| definition.start().pieces.iter().flatten().find(|piece| {
            piece.side == side && definition.piece(piece.kind).royal
        });
        for (side, at) in [(Side::White, 0), (Side::Black, game.board().len() - 8)] {
            let piece = *royal(side).unwrap();
            for cell in definition.body(piece.kind, Cell::from_index(at)).unwrap_or_default() {
                setup.pieces[cell.index()] = Some(piece);
            }
        }
        for (cell, kind, white) in pieces {
            let kind = Kind::from_index(kind % definition.pieces().len());
            if !definition.piece(kind).royal {
                let side = if white { Side::White } else { Side::Black };
                setup.pieces[cell % game.board().len()] = Some(Piece { side, kind });
            }
        }
        let checked = check(game, &format_setup(definition, &setup));
        prop_assert!(checked.cells.iter().all(|&cell| cell < game.board().len()));
        if let Ok(position) = game.position(&setup) {
            let history = History::new(position);
            prop_assert_eq!(Some(view(&history)), checked.view);
            prop_assert!(!why(&history).sentences.is_empty());
            prop_assert_eq!(attackers(history.position()).cells.len(), game.board().len());
        } else {
            prop_assert!(!checked.faults.is_empty());
        }
    }
}

#[test]
fn requests_may_leave_things_out() {
    let least: PositionRef = serde_json::from_str(r#"{"game": {"name": "chess"}}"#).unwrap();
    assert_eq!((least.position, least.moves.len()), (None, 0));
    assert!(serde_json::from_str::<PositionRef>(r#"{"game": {"name": 3}}"#).is_err());
}
