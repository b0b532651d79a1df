//! A board of hexagons: its layout, its pictures, and how its pieces move.

use hyperrook_rules::{Game, GameFile};
use hyperrook_view::types::{LayoutKind, LayoutShift, SideName};
use hyperrook_view::{Picture, PieceSet, board_svg, info, view};
use resvg::usvg::{Options, Tree};

/// A hexagon of 91 cells, like that of Władysław Gliński's chess.
const HEXAGON: &str = r#"
format = 1
name = "hexagon"
title = "Hexagon"
credit = "An example"
about = "Some pieces on a hexagon."
[board]
drawn = "hex"
files = 11
ranks = 11
missing = "a1..a5 b1..b4 c1..c3 d1..d2 e1 g11 h10..h11 i9..i11 j8..j11 k7..k11"
[charts.board]
axes = ["file, forward", "rank, forward"]
[pieces.K]
name = "king"
royal = true
moves = "<0.1> <1.0> <1.-1> <0.-1> <-1.0> <-1.1> <1.1> <2.-1> <1.-2> <-1.-1> <-2.1> <-1.2>"
[pieces.R]
name = "rook"
moves = "<0.1>0 <1.0>0 <1.-1>0 <0.-1>0 <-1.0>0 <-1.1>0"
[pieces.B]
name = "bishop"
moves = "<1.1>0 <2.-1>0 <1.-2>0 <-1.-1>0 <-2.1>0 <-1.2>0"
[start]
board = "5k*****/7****/8***/9**/10*/R4B5/*10/**9/***8/****7/*****5K"
"#;

fn hexagon(text: &str) -> Game {
    let file = GameFile::parse("hexagon.toml", text).unwrap();
    Game::new(file.define(&[]).unwrap()).unwrap()
}

#[test]
fn pieces_move_in_six_and_twelve_directions() {
    let game = hexagon(HEXAGON);
    let shown = view(&hyperrook_view::history(&game, None, &[]).unwrap());
    let from = |name: &str| {
        let cell = game.board().cell(name).unwrap().index();
        shown.moves.iter().filter(|mv| mv.from == cell).count()
    };
    assert_eq!((from("f6"), from("a6"), from("k1")), (12, 14, 5));
}

#[test]
fn the_layout_says_what_is_shifted() {
    for (text, shift) in [
        (HEXAGON.to_owned(), LayoutShift::Files),
        (
            HEXAGON.replace("ranks = 11", "ranks = 11\nshift = \"ranks\""),
            LayoutShift::Ranks,
        ),
    ] {
        let layout = info(&hexagon(&text)).layout;
        assert_eq!(layout.kind, LayoutKind::Hex);
        assert_eq!(layout.shift, Some(shift));
        assert_eq!(layout.cells.len(), 91);
        assert_eq!((layout.files, layout.ranks), (11, 11));
    }
}

#[test]
fn pictures_show_every_cell_as_a_hexagon() {
    let leaning = HEXAGON.replace("ranks = 11", "ranks = 11\nshift = \"ranks\"");
    let mut seen = Vec::new();
    for text in [HEXAGON, &leaning] {
        let game = hexagon(text);
        for below in [SideName::White, SideName::Black] {
            for pieces in [PieceSet::Outlined, PieceSet::Solid] {
                let picture = Picture {
                    below: Some(below),
                    pieces,
                    bare: true,
                    ..Picture::default()
                };
                let svg = board_svg(&game.start(), &picture, 600).unwrap();
                let tree = Tree::from_str(&svg, &Options::default()).unwrap();
                let size = tree.size();
                // A regular hexagon is nearly as wide as it is high.
                assert!(size.width().min(size.height()) > 500.0);
                let hexagons = svg.split("<path d=\"M").filter(|path| {
                    let d = path.split('"').next().unwrap_or("");
                    d.matches('L').count() == 5 && d.ends_with('Z')
                });
                assert!(hexagons.count() >= 91);
                assert!(!seen.contains(&svg));
                seen.push(svg);
            }
        }
    }
}
