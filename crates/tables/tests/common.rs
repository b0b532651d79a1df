//! Functions that the tests share.

use hyperrook_rules::{Definition, Game, GameFile};
use hyperrook_tables::{BuildSettings, Material, MemoryTables};

/// A shipped game with some options.
pub(crate) fn shipped(name: &str, options: &[(&str, &str)]) -> Game {
    let file = GameFile::shipped(name).expect("a shipped game");
    Game::new(file.define(options).expect("options of the game")).expect("a game")
}

/// The material of a text.
pub(crate) fn material(definition: &Definition, text: &str) -> Material {
    Material::parse(definition, text).unwrap()
}

/// Tables of some materials.
pub(crate) fn tables(game: &Game, materials: &[&str]) -> MemoryTables {
    let mut tables = MemoryTables::new(game).unwrap();
    for text in materials {
        let material = material(game.definition(), text);
        tables.build(&material, &BuildSettings::default()).unwrap();
    }
    tables
}

/// The names of the games made for the tests of the rules: lame pieces, hops, cyclic axes,
/// hexagons, holes, pieces of several cells.
pub(crate) fn test_games() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/tests/games");
    let files = std::fs::read_dir(folder).expect("the folder of definitions");
    let mut names: Vec<String> = files
        .filter_map(|file| {
            let name = file.expect("a file").file_name().into_string().ok()?;
            Some(name.strip_suffix(".toml")?.to_owned())
        })
        .collect();
    names.sort();
    names
}

/// A game made for the tests of the rules.
pub(crate) fn test_game(name: &str) -> Game {
    let path = format!(
        "{}/../rules/tests/games/{name}.toml",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&path).expect("a definition file");
    let file = GameFile::parse(&path, &text).expect("a definition file");
    Game::new(file.define(&[]).expect("a definition")).expect("a game")
}

/// The game of a definition.
pub(crate) fn defined(text: &str) -> Game {
    let file = GameFile::parse("test", text).expect("a definition file");
    Game::new(file.define(&[]).expect("a definition")).expect("a game")
}
