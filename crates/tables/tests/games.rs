//! Tables of all games, checked one ply at a time: the value of a position in a table is the value
//! that the reference of the rules derives from the positions after its moves.

use crate::common::{shipped, test_game, test_games};
use crate::small::{BARING, HOLDS, PASSING, SPAN};
use hyperrook_rules::{Cell, Game, GameFile, Kind, Piece, SHIPPED, Setup, Side, State, reference};
use hyperrook_tables::{BuildSettings, Builder, EndgameValue, Material, MemoryTables};

/// A valid random position of a material. `None` if none was found.
fn random(
    game: &Game,
    tables: &MemoryTables,
    material: &Material,
    rng: &mut fastrand::Rng,
) -> Option<Setup> {
    let definition = game.definition();
    let cells = definition.board().len();
    for _ in 0..2_000 {
        let mut setup = Setup::empty(cells);
        for side in Side::BOTH {
            for kind in material.kinds(side) {
                let cell = Cell::from_index(rng.usize(..cells));
                for cell in definition.body(kind, cell).into_iter().flatten() {
                    setup.put(cell, Some(Piece { side, kind }));
                }
            }
        }
        setup.turn = if rng.bool() { Side::White } else { Side::Black };
        setup.state = State {
            holds: rng.u8(..) & ((1u16 << (2 * definition.holds().len())) - 1) as u8,
            ..State::default()
        };
        if let Ok(position) = game.position(&setup)
            && Material::of(&position) == *material
            && tables.can_occur(&position)
        {
            return Some(setup);
        }
    }
    None
}

/// The value of a position from the reference and the values after each move.
fn ahead(game: &Game, tables: &MemoryTables, setup: &Setup) -> EndgameValue {
    let definition = game.definition();
    if let Some(outcome) = reference::outcome(definition, setup) {
        return match outcome.winner {
            None => EndgameValue::Draw,
            Some(winner) if winner == setup.turn => EndgameValue::Win(0),
            Some(_) => EndgameValue::Loss(0),
        };
    }
    let after = reference::legal_moves(definition, setup)
        .into_iter()
        .map(|mv| {
            let mut after = reference::play(definition, setup, mv);
            after.halfmove = 0;
            let position = game
                .position(&after)
                .expect("a legal move leads to a position");
            tables
                .value(&position)
                .expect("a table of the position")
                .before()
        });
    after.max_by_key(|value| value.rank()).expect("a move")
}

/// Checks random positions of a material. Returns the number of positions.
fn check(game: &Game, material: &Material, count: usize) -> usize {
    let definition = game.definition();
    let mut tables = MemoryTables::new(game).unwrap();
    tables.build(material, &BuildSettings::default()).unwrap();
    let mut rng = fastrand::Rng::with_seed(11);
    let mut checked = 0;
    for _ in 0..count {
        let Some(setup) = random(game, &tables, material, &mut rng) else {
            break;
        };
        let position = game.position(&setup).unwrap();
        let found = tables.value(&position);
        let expected = ahead(game, &tables, &setup);
        let text = material.text(definition);
        assert_eq!(
            found,
            Some(expected),
            "{} {text}: {position:?}",
            definition.name()
        );
        checked += 1;
    }
    checked
}

/// The royal piece of each side and one more of White, for each kind.
fn with_one_more(game: &Game) -> Vec<Material> {
    let definition = game.definition();
    let royals: Vec<Kind> = definition
        .kinds()
        .filter(|&kind| definition.piece(kind).royal)
        .collect();
    let others = definition
        .kinds()
        .filter(|&kind| !definition.piece(kind).royal);
    let with = |kind| {
        let pairs = royals
            .iter()
            .flat_map(|&a| royals.iter().map(move |&b| [a, b]));
        pairs.map(move |pair| Material::new(pair, [vec![kind], Vec::new()]))
    };
    others.flat_map(with).collect()
}

/// The entries of a table and of all that it needs.
fn entries(builder: &Builder, material: &Material) -> u64 {
    let plan = builder.plan(material).unwrap();
    plan.iter()
        .map(|material| builder.entries(material).unwrap())
        .sum()
}

#[test]
fn the_shipped_games_agree_with_the_reference() {
    for (name, letters) in [
        ("chess", "KPK"),
        ("hyperchess", "KQK"),
        ("raumschach", "KQK"),
        ("riftwalker", "KWK"),
        ("sesqui", "KPK"),
        ("sesqui", "KQKR"),
        ("twoboards", "KGK"),
        ("gateway", "EQE"),
        ("walkers", "KCK"),
    ] {
        let game = shipped(name, &[]);
        let material = crate::common::material(game.definition(), letters);
        assert_eq!(check(&game, &material, 60), 60, "{name} {letters}");
    }
}

#[test]
fn the_games_of_the_tests_agree_with_the_reference() {
    let mut checked = 0;
    for name in test_games() {
        let game = test_game(&name);
        let builder = Builder::new(&game).unwrap();
        let small = with_one_more(&game).into_iter();
        let small = small.filter(|material| entries(&builder, material) < 20_000);
        for material in small.take(2) {
            checked += check(&game, &material, 10);
        }
    }
    assert!(checked > 60, "{checked}");
}

#[test]
#[ignore = "takes many minutes"]
fn every_piece_of_every_game_agrees_with_the_reference() {
    let mut games: Vec<Game> = test_games().iter().map(|name| test_game(name)).collect();
    games.extend(SHIPPED.iter().map(|(name, _)| shipped(name, &[])));
    games.push(shipped("twoboards", &[("little_hold", "true")]));
    games.push(shipped("gateway", &[("length", "8")]));
    for game in games {
        let builder = Builder::new(&game).unwrap();
        for material in with_one_more(&game) {
            if entries(&builder, &material) < 20_000_000 {
                check(&game, &material, 200);
            }
        }
    }
}

/// Puts the pieces on the board in all ways, and passes on the valid positions of a table.
fn place(
    tables: &MemoryTables,
    game: &Game,
    setup: &Setup,
    pieces: &[Piece],
    on_setup: &mut dyn FnMut(&Setup),
) {
    let Some((&piece, others)) = pieces.split_first() else {
        for turn in Side::BOTH {
            let mut setup = setup.clone();
            setup.turn = turn;
            if game
                .position(&setup)
                .is_ok_and(|position| tables.can_occur(&position))
            {
                on_setup(&setup);
            }
        }
        return;
    };
    for cell in game.board().cells() {
        if setup.piece(cell).is_none() {
            let mut placed = setup.clone();
            placed.put(cell, Some(piece));
            place(tables, game, &placed, others, on_setup);
        }
    }
}

/// Whole boards that are too large for the slow twin. If every value follows from those after each
/// move, all are right: positions that are won or lost in `n` plies by induction on `n`.
#[test]
#[ignore = "takes half an hour"]
fn every_position_of_whole_boards_agrees_with_the_reference() {
    for (name, letters) in [
        ("chess", "KPK"),
        ("riftwalker", "KQK"),
        ("raumschach", "KQK"),
        ("walkers", "KCK"),
    ] {
        let game = shipped(name, &[]);
        let definition = game.definition();
        let material = crate::common::material(definition, letters);
        let mut tables = MemoryTables::new(&game).unwrap();
        tables.build(&material, &BuildSettings::default()).unwrap();
        let pieces = Side::BOTH.into_iter().flat_map(|side| {
            let kinds = material.kinds(side);
            kinds.map(move |kind| Piece { side, kind })
        });
        let pieces: Vec<Piece> = pieces.collect();
        let (first, others) = pieces.split_first().unwrap();
        std::thread::scope(|scope| {
            for thread in 0..2 {
                let (game, tables) = (&game, &tables);
                scope.spawn(move || {
                    for cell in game.board().cells().skip(thread).step_by(2) {
                        let mut setup = Setup::empty(game.board().len());
                        setup.put(cell, Some(*first));
                        place(tables, game, &setup, others, &mut |setup| {
                            let found = tables.value(&game.position(setup).unwrap());
                            assert_eq!(found, Some(ahead(game, tables, setup)), "{setup:?}");
                        });
                    }
                });
            }
        });
    }
}

/// Small definitions with random changes: every definition that compiles has correct tables.
#[test]
fn changed_definitions_have_tables() {
    let mut rng = fastrand::Rng::with_seed(7);
    let letters = b"NBRKQWFDAHGP12345mcfbsipgn .-";
    let mut games = 0;
    for text in [BARING, HOLDS, PASSING, SPAN] {
        for _ in 0..120 {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..rng.usize(1..4) {
                let at = rng.usize(..bytes.len());
                bytes[at] = letters[rng.usize(..letters.len())];
            }
            let text = String::from_utf8(bytes).unwrap();
            let parsed = GameFile::parse("changed.toml", &text).ok();
            let defined = parsed.and_then(|file| file.define(&[]).ok());
            let Some(game) = defined.and_then(|definition| Game::new(definition).ok()) else {
                continue;
            };
            games += 1;
            let builder = Builder::new(&game).unwrap();
            let small = with_one_more(&game).into_iter();
            let mut small = small.filter(|material| entries(&builder, material) < 4_000);
            if let Some(material) = small.next() {
                check(&game, &material, 4);
            }
        }
    }
    assert!(games > 40, "{games}");
}
