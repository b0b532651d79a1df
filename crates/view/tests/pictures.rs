//! Pictures: complete, well formed, and safe to embed in a page.

use crate::common::{at, cell, game, games};
use hyperrook_rules::{Game, GameFile};
use hyperrook_view::types::{Arrow, ArrowRole, Mark, MarkRole, SideName};
use hyperrook_view::{Picture, PictureError, Theme, board_png, board_rgb, board_svg, info, why};
use resvg::usvg::{Options, Tree};

fn svg(game: &Game, picture: &Picture) -> String {
    board_svg(&game.start(), picture, 600).unwrap()
}

#[test]
fn every_board_is_drawn_both_ways_and_in_both_themes() {
    for game in games() {
        let mut seen = Vec::new();
        for theme in [Theme::Light, Theme::Dark] {
            for below in [SideName::White, SideName::Black] {
                for bare in [false, true] {
                    let picture = Picture {
                        theme,
                        below: Some(below),
                        bare,
                        ..Picture::default()
                    };
                    let svg = svg(&game, &picture);
                    let tree = Tree::from_str(&svg, &Options::default()).unwrap();
                    let size = tree.size();
                    assert_eq!(size.width().max(size.height()), 600.0);
                    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
                    assert!(!seen.contains(&svg));
                    seen.push(svg);
                }
            }
        }
    }
}

#[test]
fn png_has_the_size_asked_for() {
    let chess = game("chess", "");
    let png = board_png(&chess.start(), &Picture::default(), 120).unwrap();
    assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
    let pixels = resvg::tiny_skia::Pixmap::decode_png(&png).unwrap();
    assert_eq!(pixels.width().max(pixels.height()), 120);
    // There are more colours than those of the board, so pieces are drawn.
    let mut colours: Vec<_> = pixels.pixels().to_vec();
    colours.sort_by_key(|c| (c.red(), c.green(), c.blue()));
    colours.dedup();
    assert!(colours.len() > 20);
    for size in [0, 31, 4097, u32::MAX] {
        assert_eq!(
            board_png(&chess.start(), &Picture::default(), size),
            Err(PictureError::Size(size))
        );
    }
}

#[test]
fn pixels_are_those_of_the_png() {
    let chess = game("chess", "");
    let (width, height, colours) = board_rgb(&chess.start(), &Picture::default(), 120).unwrap();
    let png = board_png(&chess.start(), &Picture::default(), 120).unwrap();
    let pixels = resvg::tiny_skia::Pixmap::decode_png(&png).unwrap();
    assert_eq!((width, height), (pixels.width(), pixels.height()));
    let expected = pixels
        .pixels()
        .iter()
        .flat_map(|c| [c.red(), c.green(), c.blue()]);
    assert!(expected.eq(colours));
    assert_eq!(
        board_rgb(&chess.start(), &Picture::default(), 31),
        Err(PictureError::Size(31))
    );
}

#[test]
fn marks_and_arrows_are_drawn() {
    let chess = game("chess", "");
    let mated = at(
        &chess,
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    );
    let why = why(&mated);
    let plain = board_svg(mated.position(), &Picture::default(), 300).unwrap();
    let shown = Picture {
        marks: why.marks,
        arrows: why.arrows,
        last: vec![cell(&chess, "d8"), cell(&chess, "h4")],
        ..Picture::default()
    };
    let shown = board_svg(mated.position(), &shown, 300).unwrap();
    assert!(shown.len() > plain.len() + 500);
    // Cells that do not exist are left out.
    let none = Picture {
        marks: vec![Mark {
            cell: 64,
            role: MarkRole::Royal,
        }],
        arrows: vec![Arrow {
            path: vec![900, 901],
            role: ArrowRole::Attack,
        }],
        last: vec![usize::MAX],
        ..Picture::default()
    };
    assert_eq!(board_svg(mated.position(), &none, 300).unwrap(), plain);
}

/// Texts of a definition are escaped in pictures.
#[test]
fn text_from_users_is_escaped() {
    let (_, text) = hyperrook_rules::SHIPPED
        .iter()
        .find(|(name, _)| *name == "chess")
        .unwrap();
    let title = r#"<script>alert('&1')</script>\" onload=\"x"#;
    let text = text.replace("title = \"Chess\"", &format!("title = \"{title}\""));
    let file = GameFile::parse("own.toml", &text).unwrap();
    let own = Game::new(file.define(&[]).unwrap()).unwrap();
    let svg = svg(&own, &Picture::default());
    assert!(
        !svg.contains("<script") && svg.contains("&lt;script&gt;"),
        "{svg}"
    );
    assert!(svg.contains("&quot; onload"));
    assert!(Tree::from_str(&svg, &Options::default()).is_ok());
}

/// A spanning piece is drawn whole along its row, also on a turned board, and cut where its
/// cells are above each other.
#[test]
fn a_piece_of_several_cells_is_drawn_whole_or_cut() {
    let count = |game: &Game, below: SideName| {
        let picture = Picture {
            below: Some(below),
            ..Picture::default()
        };
        svg(game, &picture).matches("<svg x=").count()
    };
    let gateway = game("gateway", "");
    assert_eq!(count(&gateway, SideName::White), 0);
    assert_eq!(count(&gateway, SideName::Black), 0);
    let text = r#"
        format = 1
        name = "upright"
        title = "Upright"
        about = "A tall king."
        credit = "a test"
        [board]
        drawn = "flat"
        files = 5
        ranks = 8
        [charts.flat]
        axes = ["file", "rank, forward"]
        [pieces.K]
        name = "tall king"
        royal = true
        span = "rank 2"
        moves = "K"
        [start]
        board = "k4/k4/5/5/5/5/K4/K4"
    "#;
    let file = GameFile::parse("upright.toml", text).unwrap();
    let upright = Game::new(file.define(&[]).unwrap()).unwrap();
    assert_eq!(count(&upright, SideName::White), 4);
}

/// Pieces of other games get drawings that all differ.
#[test]
fn unknown_pieces_are_drawn_by_letter_and_moves() {
    let text = r#"
        format = 1
        name = "own"
        title = "Own"
        about = "Pieces that nobody has drawn."
        credit = "a test"
        [board]
        drawn = "ring"
        cells = 24
        sectors = 4
        [charts.ring]
        axes = ["n = cell, cyclic"]
        [pieces.K]
        name = "king"
        royal = true
        moves = "W"
        [pieces.A]
        name = "amazon"
        moves = "WW D"
        [pieces.B]
        name = "blinker"
        moves = "(12)"
        [pieces.M]
        name = "marshal"
        moves = "W"
        [pieces.N]
        name = "empress"
        moves = "D"
        [start]
        board = "KAB 9 kab 9"
    "#;
    let file = GameFile::parse("own.toml", text).unwrap();
    let own = Game::new(file.define(&[]).unwrap()).unwrap();
    let pieces = info(&own).pieces;
    for (i, piece) in pieces.iter().enumerate() {
        assert!(!piece.drawing.shapes.is_empty());
        // A second piece for the same file gets a token.
        assert!(
            pieces[..i]
                .iter()
                .all(|other| other.drawing != piece.drawing),
            "{}",
            piece.name
        );
    }
    assert!(board_png(&own.start(), &Picture::default(), 200).is_ok());
}
