//! The language on boards and with rules that no shipped game uses, with counts and destinations
//! found by hand. `agreement.rs` compares the two generators on the same games.

use hyperrook_geometry::CellSet;
use hyperrook_rules::{
    Game, GameFile, History, Move, Outcome, Piece, Position, Reason, Setup, Side, parse_board,
};

fn load(name: &str) -> Game {
    let path = format!("{}/tests/games/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let file = GameFile::parse(name, &text).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let faults = file.check();
    assert!(faults.is_empty(), "{faults:#?}");
    Game::new(file.define(&[]).unwrap()).unwrap()
}

/// Pieces on cells: `P e4 p d6`.
fn pieces(game: &Game, text: &str) -> Vec<Option<Piece>> {
    let mut pieces = vec![None; game.board().len()];
    let words: Vec<_> = text.split_whitespace().collect();
    for pair in words.chunks(2) {
        let letter = pair[0].chars().next().unwrap();
        let side = if letter.is_ascii_uppercase() {
            Side::White
        } else {
            Side::Black
        };
        let kind = game.definition().kind(letter).unwrap();
        let cell = game.board().cell(pair[1]).unwrap();
        pieces[cell.index()] = Some(Piece { side, kind });
    }
    pieces
}

/// The destinations of a piece (upper case: White's) from a cell, with other pieces on the board.
fn reach(game: &Game, letter: char, cell: &str, others: &str) -> String {
    let board = game.board();
    let cell = board.cell(cell).unwrap();
    let piece = pieces(game, &format!("{letter} {}", board.name(cell)))[cell.index()].unwrap();
    let others = pieces(game, others);
    let stands = |wanted: &dyn Fn(Piece) -> bool| -> CellSet {
        let cells = board.cells();
        cells
            .filter(|c| others[c.index()].is_some_and(wanted))
            .collect()
    };
    let occupied = stands(&|_| true).with(cell);
    let enemies = stands(&|other| other.side != piece.side);
    let reach = game.destinations(piece.kind, piece.side, cell, occupied, enemies);
    let cells = reach.quiet | reach.captures;
    sorted(cells.iter().map(|cell| board.name(cell)))
}

fn sorted(words: impl Iterator<Item = String>) -> String {
    let mut words: Vec<_> = words.collect();
    words.sort();
    words.join(" ")
}

/// The words in sorted order.
fn words(text: &str) -> String {
    sorted(text.split_whitespace().map(str::to_owned))
}

fn spell(game: &Game, mv: Move) -> String {
    let name = |cell| game.board().name(cell);
    let letter = mv
        .promotion()
        .map(|kind| game.definition().piece(kind).letter);
    let letter = letter.map_or(String::new(), |c| c.to_ascii_lowercase().to_string());
    format!("{}{}{letter}", name(mv.origin()), name(mv.destination()))
}

/// The legal moves of the piece on a cell: destinations with promotions.
fn ends(position: &Position, cell: &str) -> String {
    let game = position.game();
    let moves = position.moves_from(game.board().cell(cell).unwrap());
    sorted(
        moves
            .into_iter()
            .map(|mv| spell(game, mv)[cell.len()..].to_owned()),
    )
}

fn play(position: &Position, moves: &str) -> Position {
    let mut position = position.clone();
    for text in moves.split_whitespace() {
        let all = position.moves();
        let found = all.iter().find(|&&mv| spell(position.game(), mv) == text);
        let mv = *found.unwrap_or_else(|| panic!("{text} is not possible"));
        position.play(mv).unwrap();
    }
    position
}

fn position(game: &Game, board: &str, turn: Side) -> Position {
    let definition = game.definition();
    let pieces = parse_board(definition.board(), definition.pieces(), board).unwrap();
    let mut setup = Setup::empty(definition.board().len());
    setup.pieces = pieces;
    setup.turn = turn;
    game.position(&setup).unwrap()
}

#[test]
fn hexagonal_cells() {
    let game = load("hexagon");
    assert_eq!(game.board().len(), 37);
    let from_centre = |letter| reach(&game, letter, "d4", "");
    // Three lines of six cells, six neighbours by corners, twelve leaps.
    let rook = "a4 b4 c4 e4 f4 g4 d1 d2 d3 d5 d6 d7 a1 b2 c3 e5 f6 g7";
    assert_eq!(from_centre('R'), words(rook));
    assert_eq!(from_centre('B'), words("f5 e6 c5 b3 c2 e3"));
    assert_eq!(
        from_centre('N'),
        words("g6 g5 f7 e7 e2 f3 a2 a3 b1 c1 c6 b5")
    );
    assert_eq!(
        from_centre('Q'),
        words(&format!("{rook} f5 e6 c5 b3 c2 e3"))
    );
    assert_eq!(from_centre('K').split(' ').count(), 12);
    // Pawns move straight away from their own side and capture diagonally to both sides.
    let enemies = "p e4 p d5 p c5 p e6";
    assert_eq!(reach(&game, 'P', "d4", enemies), words("e5 e4 d5"));
    let enemies = "P c4 P d3 P e4 P d5";
    assert_eq!(reach(&game, 'p', "d4", enemies), words("c3 c4 d3"));
    // The corner has three neighbours by edges.
    assert_eq!(
        reach(&game, 'R', "a1", "P a3 P c1 p c3"),
        words("a2 b1 b2 c3")
    );
}

#[test]
fn a_cylinder() {
    let game = load("cylinder");
    assert_eq!(reach(&game, 'K', "a1", ""), words("a2 b1 b2 h1 h2"));
    assert_eq!(reach(&game, 'N', "a1", ""), words("b3 c2 h3 g2"));
    assert_eq!(
        reach(&game, 'R', "a1", ""),
        words("b1 c1 d1 e1 f1 g1 h1 a2 a3 a4 a5 a6 a7 a8")
    );
    assert_eq!(
        reach(&game, 'B', "a1", ""),
        words("b2 c3 d4 e5 f6 g7 h8 h2 g3 f4 d6 c7 b8")
    );
    // The two ways round are blocked separately.
    assert_eq!(reach(&game, 'R', "a1", "P c1 P g1 P a2"), words("b1 h1"));
    let start = game.start();
    // 400, except for two pins round the edge. With c2 open, the queen on d1 looks over b3, a4, h5,
    // g6 and the pawn f7 at the king; with g2 open, the bishop on f1 over h3, a4, b5, c6 and d7.
    // Each pin costs the pawn two moves, twice.
    assert_eq!((start.perft(1), start.perft(2)), (20, 400 - 8));
    // Capture in passing over the edge.
    let position = play(&start, "a2a4 b8c6 a4a5 h7h5");
    assert_eq!(ends(&position, "a5"), words("a6 h6"));
    let after = play(&position, "a5h6");
    assert_eq!(after.piece(game.board().cell("h5").unwrap()), None);
}

#[test]
fn five_dimensions_of_two_cells() {
    let game = load("penteract");
    let from_corner = |letter| reach(&game, letter, "a1", "");
    assert_eq!(from_corner('R'), words("b1 c1 e1 a2 a3"));
    let two = words("d1 f1 g1 b2 b3 c2 c3 e2 e3 a4");
    assert_eq!(from_corner('B'), two);
    assert_eq!(from_corner('S'), two);
    assert_eq!(from_corner('U').split(' ').count(), 10);
    assert_eq!(from_corner('T'), words("g4 f4 d4 h3 h2"));
    assert_eq!(from_corner('A'), "h4");
    assert_eq!(from_corner('V').split(' ').count(), 31);
    assert_eq!(reach(&game, 'P', "a1", "p b2 p d1"), words("a2 a3 b2"));
    assert_eq!(reach(&game, 'p', "h4", ""), words("h3 h2"));
    // One of the two cells between a1 and d1 must be empty.
    assert!(reach(&game, 'S', "a1", "P b1").contains("d1"));
    assert!(!reach(&game, 'S', "a1", "P b1 p c1").contains("d1"));
}

#[test]
fn a_ring_with_promotion() {
    let game = load("ring");
    let start = game.start();
    let counts: Vec<_> = (0..4).map(|depth| start.perft(depth)).collect();
    assert_eq!(counts, [1, 2, 4, 12]);
    // Forward is the direction of the nearest promotion cell.
    assert_eq!(reach(&game, 'P', "b1", "p b3 p a3"), words("b2 b3"));
    assert_eq!(reach(&game, 'P', "c3", "p c1 p d1"), words("c2 c1"));
    assert_eq!(reach(&game, 'p', "a3", "P a1"), words("a2 a1"));
    let white = position(&game, "K4P1rk7", Side::White);
    assert_eq!(ends(&white, "b2"), words("b3r b4r"));
    // A rook goes round, but not back to its own cell.
    assert_eq!(
        reach(&game, 'R', "a1", ""),
        words("a2 a3 a4 b1 b2 b3 b4 c1 c2 c3 c4 d1 d2 d3 d4")
    );
}

#[test]
fn hoppers_and_lame_pieces() {
    let game = load("screens");
    assert_eq!(game.start().perft(1), 23);
    // The cannon moves as a rook and captures over exactly one piece.
    let others = "S d6 s d7 s f4 s g4 S b4 s a4";
    assert_eq!(
        reach(&game, 'C', "d4", others),
        words("d5 d7 d3 d2 d1 c4 a4 e4 g4")
    );
    assert_eq!(
        reach(&game, 'C', "d4", "S d5 s d6 s d7 s d3 s d1"),
        words("d6 d1 a4 b4 c4 e4 f4 g4")
    );
    // The grasshopper lands directly behind the first piece that it meets.
    assert_eq!(
        reach(&game, 'G', "d4", "S d5 s b2 s f4 s g4"),
        words("d6 a1 g4")
    );
    // The horse and the elephant can be blocked.
    assert_eq!(reach(&game, 'H', "d4", "s d5 S c4"), words("c2 e2 f3 f5"));
    assert_eq!(reach(&game, 'E', "d4", "s e5"), words("b6 b2 f2"));
    // The griffon goes on outwards after its diagonal step, whose cell must be empty.
    assert_eq!(
        reach(&game, 'F', "d4", "S c5 s e3 s g5 S e6"),
        words("f5 g5 c2 c1 b3 a3")
    );
    // Check over a screen: the screen may leave, a second one may come, or the checked piece may
    // step aside.
    let checked = position(&game, "3k3/7/3S3/7/r6/3C3/3K3", Side::Black);
    assert!(checked.in_check());
    assert_eq!(ends(&checked, "d7"), words("c7 e7"));
    assert_eq!(ends(&checked, "a3"), words("d3"));
    // Without a screen there is no check.
    let free = position(&game, "3k3/7/7/7/r6/3C3/3K3", Side::Black);
    assert!(!free.in_check());
    // A piece may not become the screen: a3d3 would expose its own king.
    let pinned = position(&game, "3k3/7/7/r6/7/3C3/3K3", Side::Black);
    assert!(!ends(&pinned, "a4").contains("d4"));
}

#[test]
fn a_royal_piece_of_two_cells_one_above_the_other() {
    let game = load("wide");
    let start = game.start();
    assert_eq!(start.perft(1), 9);
    assert_eq!(ends(&start, "c1"), words("b1 c2"));
    let threatened = play(&start, "a1b1 f6f2");
    assert!(threatened.in_check());
    assert_eq!(threatened.moves().len(), 1);
    assert_eq!(ends(&threatened, "c1"), "c1y");
    let bound = play(&threatened, "c1c1y");
    assert!(bound.state().bound(Side::White));
    let free = play(&bound, "f2f3");
    assert!(!free.state().bound(Side::White));
    assert_eq!(ends(&free, "c1"), words("b2 c2 d1"));
    // A shift captures everything on the new cells; an enemy tower blocks it.
    let fight = position(&game, "5z/5z/6/1Zr3/1Zn3/R5", Side::White);
    assert!(fight.in_check());
    let fight = position(&game, "5z/5z/6/1Z4/1Zn3/R5", Side::White);
    let shift = fight.moves_from(game.board().cell("b2").unwrap());
    let capture = shift
        .iter()
        .find(|&&mv| spell(&game, mv) == "b2c2")
        .unwrap();
    assert_eq!(fight.captures(*capture).count(), 1);
}

fn outcome(position: &Position) -> Option<Outcome> {
    History::new(position.clone()).outcome()
}

#[test]
fn baring_and_stalemate_that_wins() {
    let game = load("bare");
    let start = game.start();
    assert_eq!((start.perft(1), start.perft(2)), (10, 100));
    let last = position(&game, "k5/6/6/r5/6/RK4", Side::White);
    let bare = play(&last, "a1a3");
    let won = |side, reason| Some(Outcome::win(side, reason));
    assert_eq!(outcome(&bare), won(Side::White, Reason::Baring));
    assert!(bare.moves().is_empty());
    // Black can bare White in return, or decline and lose.
    let last = position(&game, "6/6/k5/r5/6/RK4", Side::White);
    let bare = play(&last, "a1a3");
    assert_eq!(outcome(&bare), None);
    assert_eq!(ends(&bare, "a4"), words("a3 b4 b5"));
    let both = play(&bare, "a4a3");
    assert_eq!(outcome(&both), Some(Outcome::draw(Reason::BothBare)));
    let declined = play(&bare, "a4b5");
    assert_eq!(outcome(&declined), won(Side::White, Reason::Baring));
    let stuck = position(&game, "k5/p5/P2Q2/6/6/K5", Side::White);
    let stuck = play(&stuck, "d4c5");
    assert_eq!(outcome(&stuck), won(Side::Black, Reason::Stalemate));
}

#[test]
fn holds_by_colour_and_by_column() {
    let game = load("colours");
    let (colour, column) = (0, 1);
    let holds = |position: &Position, index| {
        [Side::White, Side::Black].map(|side| position.state().holds(index, side))
    };
    let start = game.start();
    assert_eq!(holds(&start, colour), [false, false]);
    // c1 has the colour of d6: the king there may not leave that colour.
    let held = play(&start, "b1c1");
    assert_eq!(holds(&held, colour), [true, false]);
    assert_eq!(holds(&held, column), [false, false]);
    assert_eq!(ends(&held, "d6"), "");
    // d1 has the other colour, but the same column.
    let held = play(&held, "a5a4 c1d1");
    assert_eq!(holds(&held, colour), [false, false]);
    assert_eq!(holds(&held, column), [true, false]);
    assert_eq!(ends(&held, "d6"), "");
    // When the holder is gone, the king moves sideways and becomes the holder.
    let freed = play(&held, "a4a3 d1e1 b5b4 e1d1 c5c4 d1c1");
    assert_eq!(holds(&freed, column), [false, false]);
    assert_eq!(holds(&freed, colour), [true, false]);
    assert_eq!(ends(&freed, "d6"), "c5");
}

#[test]
fn whole_blocks_on_a_flat_board() {
    let game = load("holes");
    assert_eq!(reach(&game, 'N', "b2", ""), words("a4 d1"));
    assert_eq!(reach(&game, 'B', "b2", ""), words("a1 a3 c1"));
    assert_eq!(reach(&game, 'B', "b3", ""), words("a2 a4"));
    assert_eq!(reach(&game, 'K', "b3", ""), words("a2 a3 a4 b2 b4"));
    assert_eq!(reach(&game, 'P', "b3", "p a4 p c4"), words("a4 b4"));
    assert_eq!((game.start().perft(1), game.start().perft(2)), (5, 21));
}

#[test]
fn castling_and_promotion_in_other_places() {
    let game = load("places");
    let start = game.start();
    assert_eq!(start.perft(1), 23);
    assert_eq!(ends(&start, "e1"), words("d1 d2 f1 f2 b1 h1"));
    assert_eq!(ends(&start, "e2"), words("d1 f1 d3 d3q f3"));
    let castled = play(&start, "e1b1");
    let piece = |name: &str| {
        let piece = castled.piece(game.board().cell(name).unwrap());
        piece.map(|piece| game.definition().piece(piece.kind).letter)
    };
    assert_eq!(
        (piece("b1"), piece("c1"), piece("a1"), piece("e1")),
        (Some('K'), Some('T'), None, None)
    );
    // Once the tower has moved the right is gone.
    let moved = play(&start, "a1b1 a4a3 b1a1 a3b2");
    assert_eq!(ends(&moved, "e1"), words("d1 d2 f1 f2 h1"));
    // A tower that reaches e5 must become something else; elsewhere not.
    let tower = position(&game, "8k/2T6/9/9/K3T4", Side::White);
    assert_eq!(ends(&tower, "e1"), words("b1 c1 d1 f1 g1 h1 e2 e3 e4"));
    let tower = position(&game, "8k/2T6/9/4T4/K8", Side::White);
    assert_eq!(
        ends(&tower, "e2"),
        words("b2 c2 d2 f2 g2 h2 e1 e3 e4 e5q e5m")
    );
}

/// Moves that reset the move count do not always rule out that a position recurs.
#[test]
fn pawns_that_can_come_back_can_repeat_a_position() {
    let double_steps = (
        "[pieces.P]\nname = \"pawn\"\nmoves = \"imfnD mbD cefF\"\n\
         [start]\nboard = \"4k/p4/5/5/5/5/P4/4K\"\n[ends]\nresets = \"P\"\n",
        ["a2 a4", "a7 a5", "a4 a2", "a5 a7"],
    );
    let promotions = (
        "[pieces.P]\nname = \"pawn\"\nmoves = \"mfW\"\n[pieces.R]\nname = \"retreater\"\nmoves = \"mbW\"\n\
         [start]\nboard = \"4k/p4/5/5/5/5/P4/4K\"\n[ends]\nresets = \"P\"\n\
         [promotion.up]\npieces = \"P\"\nto = \"R\"\nwhite = \"a3\"\nblack = \"a6\"\n\
         [promotion.down]\npieces = \"R\"\nto = \"P\"\nwhite = \"a2\"\nblack = \"a7\"\n",
        ["a2 a3", "a7 a6", "a3 a2", "a6 a7"],
    );
    for (rest, line) in [double_steps, promotions] {
        let text = format!(
            "format = 1\nname = \"back\"\n[board]\ndrawn = \"flat\"\nfiles = 5\nranks = 8\n\
             [charts.board]\naxes = [\"file\", \"rank, forward\"]\n\
             [pieces.K]\nname = \"king\"\nroyal = true\nmoves = \"K\"\n{rest}"
        );
        let file = GameFile::parse("back", &text).unwrap();
        let game = Game::new(file.define(&[]).unwrap()).unwrap();
        let mut played = game.start();
        let mut line = line.iter().cycle();
        let (plies, outcome) = game.start().playout(20, &mut |_| {
            let cells: Vec<_> = line.next().unwrap().split(' ').collect();
            let [from, to] = [0, 1].map(|i| game.board().cell(cells[i]).unwrap());
            let moves = played.moves();
            let same = |mv: &Move| (mv.origin(), mv.destination()) == (from, to);
            let index = moves.iter().position(same).unwrap();
            played = played.after(moves[index]).unwrap();
            index
        });
        let repeated = Some(Outcome::draw(Reason::Repetition));
        assert_eq!((plies, outcome), (8, repeated), "{rest}");
    }
}

/// Only the side whose own royal piece transforms must transform in check.
#[test]
fn a_royal_piece_that_does_not_transform_moves_out_of_check() {
    let game = load("unlike");
    let lasting = position(&game, "R1ll2/6/6/6/6/2KK2", Side::Black);
    assert!(lasting.in_check());
    assert_eq!(outcome(&lasting), None);
    assert_eq!(ends(&lasting, "c6"), words("b5 c5 d5"));
    let changing = position(&game, "2ll2/6/2r3/6/6/2KK2", Side::White);
    assert!(changing.in_check());
    assert_eq!(ends(&changing, "c1"), "d1e");
}

/// Both sides go forward to the same rank, Black from below like White: its left is then White's
/// right.
#[test]
fn left_and_right_where_both_sides_go_to_the_same_cells() {
    let game = load("belt");
    let enemies = |letter: char| format!("{letter} b4 {letter} d4 {letter} b2 {letter} d2");
    assert_eq!(reach(&game, 'P', "c3", &enemies('r')), words("b4 c4"));
    assert_eq!(reach(&game, 'p', "c3", &enemies('R')), words("c4 d4"));
    // From above, forward is down for both.
    let enemies = |letter: char| format!("{letter} b6 {letter} d6 {letter} b4 {letter} d4");
    assert_eq!(reach(&game, 'P', "c5", &enemies('r')), words("b4 c4"));
    assert_eq!(reach(&game, 'p', "c5", &enemies('R')), words("c4 d4"));
}

#[test]
fn only_lame_first_moves_of_two_steps_are_captured_in_passing() {
    let game = load("steps");
    let start = game.start();
    // The soldier on b7 has another first move of two steps.
    let soldier = play(&start, "a2a4 f7f6 a4a5 b7b5");
    assert_eq!(ends(&soldier, "a5"), "a6");
    let pawn = play(&start, "b2b4 f7f6 b4b5 a7a5");
    assert_eq!(ends(&pawn, "b5"), words("b6 a6"));
    // The driver on c7 goes two or four steps.
    let driver = play(&start, "b2b4 f7f6 b4b5 c7c5");
    assert_eq!(ends(&driver, "b5"), "b6");
    // King and rook change places.
    assert_eq!(ends(&start, "d1"), words("c1 e1 b1"));
}
