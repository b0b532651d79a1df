//! The body of the fuzz target `agreement`.

use crate::common::{Options, combinations};
use crate::compare::{compare, compare_setup, mutate, random_setup};
use hyperrook_rules::{Game, GameFile, Position, SHIPPED, reference};
use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock};

/// Further plies of one input add little to those of other inputs.
const MAX_PLIES: usize = 6;

/// Reads the bytes as game, options, kind of position, a seed of two bytes, and one byte per ply.
pub(crate) fn run(bytes: &[u8]) {
    let byte = |i: usize| usize::from(bytes.get(i).copied().unwrap_or(0));
    let game = game(byte(0), byte(1));
    let def = game.definition();
    let mut rng = fastrand::Rng::with_seed((byte(3) << 8 | byte(4)) as u64);
    let mut position: Position = game.start();
    if byte(2) % 4 != 0 {
        let mut setup = random_setup(def, &mut rng);
        for _ in 0..byte(2) % 4 - 1 {
            mutate(def, &mut setup, &mut rng);
        }
        if !compare_setup(&game, &setup) {
            return;
        }
        position = game.position(&setup).expect("it was accepted");
    }
    for ply in bytes.iter().skip(5).take(MAX_PLIES) {
        let moves = compare(def, &position, &mut rng);
        if moves.is_empty() {
            return;
        }
        let mv = moves[usize::from(*ply) % moves.len()];
        let expected = reference::play(def, &position.setup(), mv);
        position = position.after(mv).expect("a legal move");
        assert_eq!(position.setup(), expected, "after {mv:?}");
    }
}

/// The shipped game and options with these numbers; each is compiled once.
fn game(name: usize, options: usize) -> Game {
    static FILES: OnceLock<Vec<(&'static GameFile, Vec<Options<'static>>)>> = OnceLock::new();
    static GAMES: Mutex<BTreeMap<(usize, usize), Game>> = Mutex::new(BTreeMap::new());
    let files = FILES.get_or_init(|| {
        SHIPPED
            .iter()
            .map(|(name, _)| {
                let file = GameFile::shipped(name).expect("a shipped game");
                // The file lives as long as the program, like the list of games.
                let file: &'static GameFile = Box::leak(Box::new(file));
                let options = combinations(file);
                (file, options)
            })
            .collect()
    });
    let name = name % files.len();
    let (file, combinations) = &files[name];
    let options = options % combinations.len();
    let mut games = GAMES.lock().expect("no other test has failed");
    games
        .entry((name, options))
        .or_insert_with(|| {
            let def = file.define(&combinations[options]).expect("a definition");
            Game::new(def).expect("a game")
        })
        .clone()
}
