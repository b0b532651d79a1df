//! The texts that the shipped games have for players: all are there, and what they say is
//! true on the board.

use crate::common::game;
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_rules::{Definition, Game, GameFile, SHIPPED, Side};
use hyperrook_view::types::{EndReason, RecordedResult};
use hyperrook_view::{history, info, view};
use std::collections::BTreeSet;

/// Whether a text is whole: sentences that end, on one line, without marks of a format.
fn is_prose(text: &str) -> bool {
    text.starts_with(char::is_uppercase)
        && text.ends_with('.')
        && !text.contains(['\n', '`', '_', '{'])
        && !text.contains("  ")
}

#[test]
fn every_shipped_game_and_piece_has_its_words() {
    for (name, _) in SHIPPED {
        let file = GameFile::shipped(name).unwrap();
        for options in file.combinations() {
            let definition: Definition = file.define(&options).unwrap();
            let texts = [
                definition.about(),
                definition.aim(),
                definition.board_about(),
            ];
            assert!(
                texts
                    .into_iter()
                    .all(|text| is_prose(&text.replace('\n', " "))),
                "{name}"
            );
            assert_eq!(definition.tips().len(), 3, "{name} {options:?}");
            assert!(definition.tips().iter().all(|tip| is_prose(tip)), "{name}");
            assert!(definition.published().starts_with("https://"), "{name}");
            for piece in definition.pieces() {
                assert!(is_prose(&piece.about), "{name} {options:?}: {}", piece.name);
                let sentences = piece.about.matches(". ").count() + 1;
                assert!(sentences <= 3, "{name}: {}: {}", piece.name, piece.about);
            }
        }
    }
}

#[test]
fn clients_get_the_words() {
    let info = info(&game("twoboards", ""));
    assert!(info.aim.starts_with("Checkmate the enemy king."));
    assert!(info.board.starts_with("Sixteen little boards"));
    assert_eq!(info.tips.len(), 3);
    let published = info.published.as_deref();
    assert_eq!(
        published,
        Some("https://www.chessvariants.com/rules/chess-on-two-boards")
    );
    let hero = info
        .pieces
        .iter()
        .find(|piece| piece.name == "hero")
        .unwrap();
    assert!(
        hero.about
            .starts_with("Goes one, two or three cells straight on")
    );
    assert!(
        hero.moves
            .starts_with("Inside its big square, or from big square to big square")
    );
}

/// What a text says of a piece, and a board on which it is so.
struct Claim {
    /// The game and its options.
    game: &'static str,
    piece: char,
    /// Words of the text that say it.
    says: &'static str,
    /// Where White's piece stands, and pieces around it: `d4 with e5 xd6`; an `x` is an enemy.
    stands: &'static str,
    /// Cells that it reaches; after `=`, all of them.
    reaches: &'static str,
    /// Cells that it does not reach.
    never: &'static str,
}

const fn claim(
    game: &'static str,
    piece: char,
    says: &'static str,
    stands: &'static str,
    reaches: &'static str,
    never: &'static str,
) -> Claim {
    Claim {
        game,
        piece,
        says,
        stands,
        reaches,
        never,
    }
}

#[rustfmt::skip]
const CLAIMS: &[Claim] = &[
    claim("chess", 'P', "or two from where it started", "e2", "= e3 e4 d3 f3", "e5"),
    claim("chess", 'P', "Steps one cell straight ahead", "e3 with xd4", "e4 d4", "e5"),
    claim("chess", 'P', "captures one cell diagonally ahead", "e3 with xe4", "", "e4 e5"),
    claim("chess", 'N', "over anything that stands between", "d4 with d5 e4 e5", "e6 f5 c2", "d6 f6"),
    claim("chess", 'B', "as far as the way is free", "d4 with f6 xb6", "e5 c5 b6 a1", "f6 g7 a7 d5"),
    claim("chess", 'R', "along its file or rank", "d4 with d6", "d5 a4 h4 d1", "d6 d7 e5"),
    claim("chess", 'Q', "straight or diagonally", "d4", "d8 h8 a4 a7", "e6"),
    claim("chess", 'K', "one cell in any direction", "d4", "= c3 c4 c5 d3 d5 e3 e4 e5", "d6"),
    claim("walkers", 'P', "one or three cells straight ahead or to the side", "d6", "= c6 e6 a6 g6 d7 d9", ""),
    claim("walkers", 'P', "it does not matter what stands between", "d6 with d7 d8 xd9 e6 f6", "d9 g6", "d7 e6"),
    claim("walkers", 'N', "two cells along a file or rank and one cell to the side", "g7", "= f9 h9 e8 i8 e6 i6 f5 h5", ""),
    claim("walkers", 'B', "or steps one cell straight back", "f4", "= c1 d2 e3 g5 h6 i7 a9 b8 c7 d6 e5 g3 h2 i1 f3", ""),
    claim("walkers", 'R', "inside its big square, or in a straight line from big square to big square", "a1", "= b1 c1 a2 a3 d1 g1 a4 a7 a10 a13 a16 a19", ""),
    claim("walkers", 'R', "always on the same little square", "a1 with b1 a2 d1", "a4 a7", "c1 a3 g1 a5"),
    claim("walkers", 'Q', "Slides like a rook, or diagonally across the whole board", "a1", "b2 c3 d4 d1 a19", "a5 b3"),
    claim("walkers", 'C', "Slides like a rook or leaps like a knight", "a1 with b1", "b3 c2 d1 a19", "c1 b2"),
    claim("walkers", 'D', "Slides diagonally across the whole board or leaps like a knight", "e11", "f12 i15 f13", "e12 e14"),
    claim("walkers", 'K', "inside its big square, or to the same little square of any neighbouring big square", "e5", "= d4 d5 d6 e4 e6 f4 f5 f6 b2 b5 b8 e2 e8 h2 h5 h8", ""),
    claim("walkers compound_retreat=true", 'Q', "or one cell straight back", "e11", "e10 f12", "e9"),
    claim("walkers compound_retreat=true", 'D', "Moves like a bishop", "e11", "e10 f12 f13", "e12"),
    claim("walkers kinging=jumper", 'M', "Steps like the king", "e5", "= d4 d5 d6 e4 e6 f4 f5 f6 b2 b5 b8 e2 e8 h2 h5 h8", ""),
    claim("walkers kinging=mixed", 'M', "beyond the edge of its big square", "b4", "b3 a3 c3 b5 b7 b1 e4", "a2"),
    claim("sesqui", 'N', "three cells along the ring, or across it to either neighbour of the opposite cell", "a1 with a2 a3", "= a4 h4 d6 e2", "e1"),
    claim("sesqui", 'B', "two cells at a time", "a1 with a2 a5", "a3 e1", "a4 a5 a2 b2"),
    claim("sesqui", 'R', "Slides along the ring", "a1 with a3 h4", "= a2 h6 h5 e1", ""),
    claim("sesqui", 'Q', "like a rook or like a bishop", "a1 with a2 h6", "a3 a5 e1 h5", "a2 a4 e2"),
    claim("sesqui", 'K', "one or two cells along the ring, or leaps to the opposite cell", "a1 with a2", "= a3 h6 h5 e1", ""),
    claim("sesqui", 'P', "captures by a leap exactly two cells forward", "c1 with xc3", "= c2 c3", ""),
    claim("sesqui", 'P', "Steps one cell forward", "c1 with xc2", "", "c2 c3"),
    claim("sesqui", 'P', "Forward is the shorter way", "d3 with xd1", "d2 d1", "d4 d5"),
    claim("riftwalker", 'P', "on its small board, or to the same place on the next board", "e5", "= d5 f5 e4 e6 b5 h5 e2 e8", ""),
    claim("riftwalker", 'P', "Steps one cell any way", "a1", "= b1 a2 d1 a4", ""),
    claim("riftwalker", 'S', "two steps at a right angle", "e5 with e6", "f6 i5 h8 d4", "e6 f5 h5 e8"),
    claim("riftwalker", 'S', "The cell between must be empty", "e5 with e6 f5", "d4", "f6"),
    claim("riftwalker", 'M', "three steps, each at a right angle to the others", "e5", "i6 h9 c6", "f6 e6 e5 d4 d6 f4 i5"),
    claim("riftwalker", 'N', "two cells straight on and then one at a right angle", "d5", "e5 d6 f6 f8", "f5 e6"),
    claim("riftwalker", 'N', "The cells between must be empty", "d5 with e5", "d6 g5", "f6 f8"),
    claim("riftwalker", 'B', "may then take the same two steps once more", "d4", "e5 f6", "f5 e4"),
    claim("riftwalker", 'B', "if the cell that it has reached is empty", "d4 with xe5", "e5", "f6"),
    claim("riftwalker", 'R', "one or two cells straight on", "d5 with xg5", "e5 f5 a5 g5 d6", "e6"),
    claim("riftwalker", 'R', "The cell between must be empty", "d5 with xe5", "e5", "f5"),
    claim("riftwalker", 'W', "like a scout or like a mystic", "e5", "f6 i6", "f5"),
    claim("riftwalker", 'Q', "like a pawn or like a scout", "e5", "f5 f6", "i6"),
    claim("riftwalker", 'K', "Steps one cell any way", "e5", "= d5 f5 e4 e6 b5 h5 e2 e8", ""),
    claim("twoboards", 'W', "on the little board or on the big board", "g7", "= g6 g8 f7 h7 c7 k7 g3 g11", ""),
    claim("twoboards", 'M', "straight or diagonally", "h8", "g8 h7 g7 l8 d8 l12 d4", "i8 i9 h9"),
    claim("twoboards", 'G', "turning as it likes", "g7 with f7", "e7 e5 f6 o15 o7", "f7 k8"),
    claim("twoboards", 'G', "The cell between must be empty", "g7 with f6", "e7", "e5 f6"),
    claim("twoboards", 'E', "leaps two cells straight or diagonally", "g7 with f6 g6", "h8 e5 e7 g5 o15 o7", "g6 g8"),
    claim("twoboards", 'S', "It can leap over one piece on its way", "e5 with f6", "g7 h8 i9 m13", "f6 e6"),
    claim("twoboards", 'S', "but not over two", "e5 with f6 g7", "i9", "h8"),
    claim("twoboards", 'H', "one, two or three cells straight on", "e5 with f5", "g5 h5 e6 e8 i5 m5", "f5 f6 i6"),
    claim("twoboards", 'H', "but not over two", "e5 with f5 xg5", "g5", "h5"),
    claim("twoboards", 'K', "one cell straight or diagonally", "g7", "h8 g8 k11 k7", "e7 k8"),
    claim("gateway", 'P', "captures one rank forward and one file to the side or one level up or down", "xb2", "= xb3 xa3 xc3 yb3 wb3", ""),
    claim("gateway", 'P', "Steps one rank forward", "xb2 with xxb3", "", "xb3 xb4"),
    claim("gateway", 'R', "up and down through the levels", "xb2 with xb4", "wb2 vb2 zb2 xa2 xd2 xb3", "xb4 xc3 yc2"),
    claim("gateway", 'B', "changing two of file, rank and level at once", "xb2", "xc3 yc2 yb3 zd2", "yc3 xb3 yb2"),
    claim("gateway", 'U', "changing file, rank and level all at once", "xb2", "yc3 wa1 wc1", "xc3 yc2 xb3"),
    claim("gateway", 'Q', "like a rook or like a bishop", "xb2", "xb3 xc3", "yc3"),
    claim("gateway", 'D', "like a rook or like a unicorn", "xb2", "xb3 yc3", "xc3"),
    claim("gateway", 'G', "like a bishop or like a unicorn", "xb2", "xc3 yc3", "xb3"),
    claim("gateway", 'N', "and one cell along another of them", "xb2 with xc2 xc3", "xd3 zb3 zc2", "zc3 zd3"),
    claim("gateway", 'S', "and one cell along each of the other two", "xb2", "zc3 yd3 yc4", "xd3 zd3"),
    claim("gateway", 'J', "two cells along two of file, rank and level and one cell along the third", "xb2", "zd3", "zc3 xd3"),
    claim("gateway", 'C', "like a knight or like a sexton", "xb2", "xd3 zc3", "zd3"),
    claim("gateway", 'M', "like a knight or like a ninja", "xb2", "xd3 zd3", "zc3"),
    claim("gateway", 'O', "like a ninja or like a sexton", "xb2", "zd3 zc3", "xd3"),
    claim("gateway", 'E', "on its level or to the next", "xb2", "xc3 yc3 wb1 xb3", "xd2 zb2"),
    claim("gateway", 'K', "by one level, by one rank, or by one of each", "xa2", "xa3 xd3 ya2 ya3 wd1", "xa4 za2"),
    claim("gateway length=8", 'K', "Fills a row of four cells", "xa2", "xa1 ya2", "xa3 ya3"),
    claim("hyperchess", 'P', "one cell forward, left or right", "g7", "= g8 f7 h7 g11 c7 k7", ""),
    claim("hyperchess", 'N', "first one and then two", "g7 with f7", "e8 f5", "h8 e7"),
    claim("hyperchess", 'N', "through empty cells", "g7 with f7 g8", "", "e8"),
    claim("hyperchess", 'N', "Each part may be on the little or on the big board", "g7", "e11 o8 h15", ""),
    claim("hyperchess", 'B', "or steps one cell straight", "g7", "h8 e5 g8 k11 k7", "e7 i9"),
    claim("hyperchess", 'R', "Slides straight", "g7", "e7 g5 o7 g15", "h8 i7"),
    claim("hyperchess", 'Q', "straight or diagonally", "g7", "e5 e7 o15", "e6 i7"),
    claim("hyperchess", 'K', "one cell straight or diagonally", "g7", "h8 k11 g8", "i7 e7"),
    claim("raumschach", 'P', "forward and to the side, up and to the side, or forward and up", "Cc3", "= Cc4 Dc3 Cb4 Cd4 Db3 Dd3 Dc4", ""),
    claim("raumschach", 'P', "one cell forward or one level up", "Cc3 with xCc4 xDc3", "", "Cc4 Dc3"),
    claim("raumschach", 'N', "one cell along another of them", "Cc3", "Ce4 Ec4 Ed3", "Dd5 Cd4"),
    claim("raumschach", 'U', "file, rank and level all at once", "Cc3", "= Dd4 Ee5 Dd2 Ee1 Db4 Ea5 Db2 Ea1 Bd4 Ae5 Bd2 Ae1 Bb4 Aa5 Bb2 Aa1", ""),
    claim("raumschach", 'B', "changing two of file, rank and level at once", "Cc3", "Dd3 Ce5 Ec1", "Dd4 Dc3"),
    claim("raumschach", 'R', "up and down through the levels", "Cc3", "Ac3 Ec3 Ca3 Cc5", "Dd3"),
    claim("raumschach", 'Q', "in any of 26 directions", "Cc3", "Ec3 Ee3 Ee5", "De4"),
    claim("raumschach", 'K', "on its level or to the next", "Cc3", "Dd4 Bc3 Cb2", "Ec3"),
];

fn the_game(text: &str) -> Game {
    let (name, options) = text.split_once(' ').unwrap_or((text, ""));
    game(name, options)
}

/// The cells that White's piece can go to or capture on.
fn reached(game: &Game, piece: char, stands: &str) -> BTreeSet<String> {
    let board = game.board();
    let cell = |name: &str| board.cell(name).unwrap_or_else(|| panic!("cell {name}"));
    let (from, others) = stands.split_once(" with ").unwrap_or((stands, ""));
    let from = cell(from);
    let kind = game.definition().kind(piece).unwrap();
    let body = game.definition().body(kind, from).unwrap();
    let (mut occupied, mut enemies) = (body, CellSet::EMPTY);
    for other in others.split_whitespace() {
        let enemy = other
            .strip_prefix('x')
            .filter(|rest| board.cell(rest).is_some());
        let at = CellSet::of(cell(enemy.unwrap_or(other)));
        occupied |= at;
        if enemy.is_some() {
            enemies |= at;
        }
    }
    let quiet = game.destinations(kind, Side::White, from, occupied, enemies);
    let empty = |at: &Cell| !occupied.contains(*at);
    // On an empty cell it could capture if an enemy stood there.
    let could = board.cells().filter(empty).filter(|&at| {
        let there = CellSet::of(at);
        let with = game.destinations(kind, Side::White, from, occupied | there, enemies | there);
        with.captures.contains(at)
    });
    let could: CellSet = could.collect();
    let all = quiet.quiet | quiet.captures | if enemies.any() { CellSet::EMPTY } else { could };
    all.iter().map(|at| board.name(at)).collect()
}

#[test]
fn what_the_words_say_is_so() {
    let mut told: BTreeSet<(String, char)> = BTreeSet::new();
    for it in CLAIMS {
        let game = the_game(it.game);
        let definition = game.definition();
        let kind = definition.kind(it.piece).unwrap();
        let about = &definition.piece(kind).about;
        let place = format!("{} {} on {}", it.game, it.piece, it.stands);
        assert!(about.contains(it.says), "{place}: {about}");
        let found = reached(&game, it.piece, it.stands);
        if let Some(all) = it.reaches.strip_prefix("= ") {
            let all: BTreeSet<String> = all.split(' ').map(str::to_owned).collect();
            assert_eq!(found, all, "{place}");
        }
        let words = |text: &'static str| text.split_whitespace().filter(|word| *word != "=");
        for cell in words(it.reaches) {
            assert!(found.contains(cell), "{place}: {cell}, {found:?}");
        }
        for cell in words(it.never) {
            assert!(!found.contains(cell), "{place}: {cell}, {found:?}");
        }
        told.insert((definition.name().to_owned(), it.piece));
    }
    for (name, _) in SHIPPED {
        let definition = GameFile::shipped(name).unwrap().define(&[]).unwrap();
        for piece in definition.pieces() {
            let found = told.contains(&((*name).to_owned(), piece.letter));
            assert!(found, "nothing checks the words of {name} {}", piece.letter);
        }
    }
}

/// The legal moves of a position, and how it ended.
fn moves_and_end(game: &str, position: &str) -> (Vec<String>, Option<(RecordedResult, EndReason)>) {
    let game = the_game(game);
    let history = history(&game, Some(position), &[]).unwrap();
    let view = view(&history);
    let moves = view.moves.iter().map(|mv| mv.text.clone()).collect();
    (moves, view.outcome.map(|end| (end.result, end.reason)))
}

/// Says that a tip or the text of a piece has these words.
fn says(game: &str, words: &str) {
    let game = the_game(game);
    let definition = game.definition();
    let mut texts = vec![definition.aim(), definition.board_about()];
    texts.extend(definition.tips().iter().map(String::as_str));
    texts.extend(definition.pieces().iter().map(|piece| &*piece.about));
    assert!(texts.iter().any(|text| text.contains(words)), "{words}");
}

#[test]
fn a_quantum_king_transforms_or_is_mated() {
    says("gateway", "Attack all four at once and it is checkmate");
    says(
        "gateway",
        "Attack one cell of the enemy quantum king and it must turn into an emperor",
    );
    let empty = "4/4/4/*2*/*2*/*2*/*2*/4/4/4";
    let position = |rooks: &str| {
        let below = empty.replacen('4', rooks, 1);
        let king = empty.replacen('4', "kkkk", 1);
        let own = "4/4/4/*2*/*2*/*2*/*2*/4/4/E3";
        format!("{below}|{empty}|{king}|{empty}|{own} b - 0 1")
    };
    let (moves, end) = moves_and_end("gateway", &position("RRRR"));
    assert_eq!(
        (moves.len(), end),
        (0, Some((RecordedResult::White, EndReason::Checkmate)))
    );
    let (moves, end) = moves_and_end("gateway", &position("RRR1"));
    assert_eq!((moves, end), (vec!["xa10xd10e".to_owned()], None));
    says("gateway", "Nothing cuts the corners of the gateway");
    let game = the_game("gateway");
    assert!(!reached(&game, 'B', "xa3").contains("xb4"));
    assert!(reached(&game, 'B', "xb3").contains("xc4"));
}

#[test]
fn a_held_king_stays_and_a_bare_king_loses() {
    says("twoboards", "to hold it there");
    says("hyperchess", "to hold it there");
    for (name, piece) in [("twoboards", "w"), ("hyperchess", "r")] {
        let own = piece.to_uppercase();
        let above = format!("15{piece}/16/16/16/16/16/16/16/7k8/16/16");
        let stays = |text: &String| ('e'..='h').contains(&text.chars().nth(2).unwrap_or(' '));
        let king = |position: String| -> Vec<String> {
            let (moves, _) = moves_and_end(name, &position);
            moves
                .into_iter()
                .filter(|text| text.starts_with("h8"))
                .collect()
        };
        let held = king(format!("{above}/4K11/16/16/16/{own}15 b B 0 1"));
        assert!(held.iter().all(stays) && held.len() > 2, "{name}: {held:?}");
        let free = king(format!("{above}/16/16/16/16/{own}14K b - 0 1"));
        assert!(!free.iter().all(stays), "{name}: {free:?}");
    }
    says("twoboards", "a side with nothing but its king has lost");
    let ranks = "/16".repeat(14);
    let (_, end) = moves_and_end("twoboards", &format!("15k{ranks}/K1W13 b - 0 1"));
    assert_eq!(end, Some((RecordedResult::White, EndReason::Baring)));
}

#[test]
fn tips_are_true() {
    says(
        "walkers",
        "Two pawns that face each other one or three ranks apart attack each other",
    );
    let walkers = the_game("walkers");
    for other in ["d7", "d9"] {
        assert!(reached(&walkers, 'P', &format!("d6 with x{other}")).contains(other));
    }
    says("walkers", "A king has up to sixteen cells to escape to");
    let most = walkers.board().cells().map(|cell| {
        let name = walkers.board().name(cell);
        reached(&walkers, 'K', &name).len()
    });
    assert_eq!(most.max(), Some(16));
    says("sesqui", "A piece right in front of it is safe from it");
    let sesqui = the_game("sesqui");
    let opposite = |cell: usize| (cell + 24) % 48;
    for cell in sesqui.board().cells() {
        let name = sesqui.board().name(cell);
        let across = sesqui
            .board()
            .name(Cell::from_index(opposite(cell.index())));
        for piece in ['K', 'Q', 'R', 'B'] {
            assert!(
                reached(&sesqui, piece, &name).contains(&across),
                "{piece} {name}"
            );
        }
        for beside in [1, 47] {
            let near = Cell::from_index((opposite(cell.index()) + beside) % 48);
            assert!(reached(&sesqui, 'N', &name).contains(&sesqui.board().name(near)));
        }
    }
    says(
        "riftwalker",
        "from the centre of the middle board a piece can step eight ways",
    );
    let riftwalker = the_game("riftwalker");
    assert_eq!(reached(&riftwalker, 'K', "e5").len(), 8);
    assert_eq!(reached(&riftwalker, 'K', "a1").len(), 4);
    says(
        "raumschach",
        "from Cc3 a queen sees 52 cells, from a corner only 28",
    );
    let raumschach = the_game("raumschach");
    assert_eq!(reached(&raumschach, 'Q', "Cc3").len(), 52);
    assert_eq!(reached(&raumschach, 'Q', "Aa1").len(), 28);
    assert_eq!(reached(&raumschach, 'K', "Cc3").len(), 26);
    says("raumschach", "It can reach only 30 of the 125 cells");
    for start in ["Bb1", "Be1"] {
        let mut known = BTreeSet::from([start.to_owned()]);
        let mut todo = vec![start.to_owned()];
        while let Some(cell) = todo.pop() {
            for next in reached(&raumschach, 'U', &cell) {
                if known.insert(next.clone()) {
                    todo.push(next);
                }
            }
        }
        assert_eq!(known.len(), 30, "{start}");
    }
}
