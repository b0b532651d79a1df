//! The fast generator and the reference agree on every position.

use crate::common::{all_definitions, label, read_perft, read_position, test_definitions};
use crate::compare::{compare, compare_setup, mutate, random_setup};
use hyperrook_rules::{Definition, Game, SHIPPED, Setup, reference};

/// Rule sets of one game, shipped or made for the tests.
fn definitions(game: &str) -> Vec<Definition> {
    let mut all = all_definitions();
    all.extend(test_definitions());
    all.retain(|def| def.name() == game);
    assert!(!all.is_empty(), "{game} is there");
    all
}

/// Games played at random from the start.
fn playouts(def: &Definition, seed: u64, plies: usize) {
    let game = Game::new(def.clone()).unwrap();
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut position = game.start();
    for _ in 0..plies {
        let moves = compare(def, &position, &mut rng);
        let Some(&mv) = rng.choice(&moves) else {
            position = game.start();
            continue;
        };
        let expected = reference::play(def, &position.setup(), mv);
        position = position.after(mv).expect("a legal move");
        assert_eq!(position.setup(), expected, "{} after {mv:?}", label(def));
    }
}

/// Few pieces placed at random, and a few moves from there.
fn placements(def: &Definition, seed: u64, count: usize) {
    let game = Game::new(def.clone()).unwrap();
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut done = 0;
    for _ in 0..count * 200 {
        let setup = random_setup(def, &mut rng);
        if !compare_setup(&game, &setup) {
            continue;
        }
        let mut position = game.position(&setup).unwrap();
        for _ in 0..3 {
            let moves = compare(def, &position, &mut rng);
            let Some(&mv) = rng.choice(&moves) else { break };
            let expected = reference::play(def, &position.setup(), mv);
            position = position.after(mv).expect("a legal move");
            assert_eq!(position.setup(), expected, "{} after {mv:?}", label(def));
        }
        done += 1;
        if done == count {
            return;
        }
    }
    panic!("{}: too few valid positions: {done}", label(def));
}

/// Positions with something changed, most of them invalid.
fn mutations(def: &Definition, seed: u64, count: usize) {
    let game = Game::new(def.clone()).unwrap();
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut position = game.start();
    let mut accepted = 0;
    for _ in 0..count {
        let mut setup = if rng.bool() {
            position.setup()
        } else {
            random_setup(def, &mut rng)
        };
        for _ in 0..rng.usize(0..3) {
            mutate(def, &mut setup, &mut rng);
        }
        accepted += usize::from(compare_setup(&game, &setup));
        let moves = position.moves();
        position = match rng.choice(&moves) {
            Some(&mv) => position.after(mv).unwrap(),
            None => game.start(),
        };
    }
    assert!(accepted > 0 && accepted < count, "{}", label(def));
}

/// Compares all rule sets of a game over a total of `plies` plies.
fn agree(game: &str, plies: usize) {
    let all = definitions(game);
    let each = plies / all.len() + 1;
    for (i, def) in all.iter().enumerate() {
        let seed = i as u64;
        playouts(def, seed, each);
        placements(def, seed + 1_000, each / 3 + 2);
        mutations(def, seed + 2_000, 2 * each + 40);
    }
}

macro_rules! games {
    ($($game:ident $plies:expr;)*) => {
        $(
            #[test]
            fn $game() {
                agree(stringify!($game), $plies);
            }
        )*

        #[test]
        fn no_game_is_left_out() {
            let tested = [$(stringify!($game)),*];
            let shipped = SHIPPED.iter().map(|(name, _)| (*name).to_owned());
            let small = test_definitions().into_iter().map(|def| def.name().to_owned());
            for name in shipped.chain(small) {
                assert!(tested.contains(&name.as_str()), "{name}");
            }
        }

        /// Forty times as many plies.
        #[test]
        #[ignore = "takes minutes"]
        fn soak() {
            $(agree(stringify!($game), 40 * $plies);)*
        }
    };
}
games! {
    walkers 30;
    sesqui 30;
    riftwalker 25;
    twoboards 12;
    gateway 12;
    chess 50;
    hyperchess 12;
    raumschach 20;
    cannons 60;
    files 100;
    five 60;
    hexes 60;
    pair 60;
    wheel 60;
    bare 30;
    belt 60;
    colours 30;
    cylinder 30;
    hexagon 30;
    holes 30;
    penteract 30;
    places 30;
    ring 30;
    screens 30;
    steps 60;
    unlike 60;
    wide 30;
}

/// The positions of the perft files, which were chosen because special rules occur in them.
#[test]
fn positions_with_known_counts() {
    let mut rng = fastrand::Rng::with_seed(3);
    for file in [
        "chess.perft",
        "gateway-10.perft",
        "gateway-8.perft",
        "riftwalker-mirrored.perft",
        "sesqui-court.perft",
        "twoboards-default.perft",
        "twoboards-little.perft",
        "walkers-retreat-paladin.perft",
        "walkers-zones-mixed.perft",
    ] {
        let (def, lines) = read_perft(file);
        let game = Game::new(def.clone()).unwrap();
        for line in lines {
            let setup: Setup = read_position(&def, &line.text);
            assert!(compare_setup(&game, &setup), "{}", line.text);
            compare(&def, &game.position(&setup).unwrap(), &mut rng);
        }
    }
}
