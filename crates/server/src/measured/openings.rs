//! Openings of the shipped games: the first moves of games of the engine against itself, as
//! `hyperrook openings` writes them, in `games/openings`.

use crate::background::openings::position_key;
use crate::store::OpeningRow;
use hyperrook_lab::openings::OpeningLine;
use hyperrook_notation::moves::parse_move;
use hyperrook_notation::record::GameResult;
use hyperrook_notation::short::format_short;
use hyperrook_rules::{Game, GameFile, Position};
use rust_embed::Embed;
use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/../../games/openings"]
#[allow_missing = true]
struct OpeningFiles;

/// By the key of a position and the move text: how many games White won, nobody did, and Black.
type OpeningTree = HashMap<String, HashMap<String, [i64; 3]>>;

/// The openings of one game.
struct ShippedOpenings {
    /// The identity of the rules.
    rules: String,
    text: String,
    /// Made when somebody asks for it: all games of the file are played out.
    tree: OnceLock<OpeningTree>,
}

static SHIPPED_OPENINGS: LazyLock<Vec<ShippedOpenings>> = LazyLock::new(|| {
    OpeningFiles::iter()
        .filter_map(|name| read(&name))
        .collect()
});

fn read(name: &str) -> Option<ShippedOpenings> {
    let file = OpeningFiles::get(name)?;
    let text = String::from_utf8(file.data.into_owned()).ok()?;
    let mut words = text.lines().next()?.split_whitespace().skip(1);
    let game = words.next()?;
    let options: Vec<(&str, &str)> = words.filter_map(|word| word.split_once('=')).collect();
    let definition = GameFile::shipped(game)?.define(&options).ok()?;
    Some(ShippedOpenings {
        rules: definition.identity().to_owned(),
        text,
        tree: OnceLock::new(),
    })
}

/// What the engine played in a position; nothing if the program comes without games by its rules.
pub(crate) fn engine_openings(position: &Position) -> Vec<OpeningRow> {
    let game = position.game();
    let rules = game.definition().identity();
    let shipped = SHIPPED_OPENINGS.iter().find(|file| file.rules == rules);
    let Some(shipped) = shipped else {
        return Vec::new();
    };
    let tree = shipped.tree.get_or_init(|| tree(&shipped.text, game));
    let moves = tree.get(&position_key(position)).into_iter().flatten();
    let rows = moves.filter_map(|(name, &[white, draws, black])| {
        let mv = parse_move(position, name).ok()?;
        Some(OpeningRow {
            mv: name.clone(),
            short: format_short(position, mv),
            white,
            draws,
            black,
            game: String::new(),
        })
    });
    rows.collect()
}

/// Plays the games of a file. They are sorted, so that each beginning is played once.
fn tree(text: &str, game: &Game) -> OpeningTree {
    let mut lines: Vec<OpeningLine> = text.lines().filter_map(OpeningLine::read).collect();
    lines.sort_by(|a, b| a.moves.cmp(&b.moves));
    let mut tree = OpeningTree::new();
    let mut positions = vec![game.start()];
    let mut keys = vec![position_key(&positions[0])];
    let mut played: Vec<String> = Vec::new();
    for line in lines {
        let pairs = played.iter().zip(&line.moves);
        let common = pairs.take_while(|(before, now)| before == now).count();
        played.truncate(common);
        positions.truncate(common + 1);
        keys.truncate(common + 1);
        for name in &line.moves[common..] {
            let position = &positions[positions.len() - 1];
            let Ok(mv) = parse_move(position, name) else {
                break;
            };
            let Ok(after) = position.after(mv) else {
                break;
            };
            keys.push(position_key(&after));
            positions.push(after);
            played.push(name.clone());
        }
        let result = match line.result {
            GameResult::WhiteWins => 0,
            GameResult::Draw => 1,
            GameResult::BlackWins => 2,
            GameResult::Open => continue,
        };
        // A position that a game reaches twice counts once.
        let mut plies: Vec<(&String, &String)> = keys.iter().zip(&played).collect();
        plies.sort();
        plies.dedup();
        for (key, mv) in plies {
            let moves = tree.entry(key.clone()).or_default();
            moves.entry(mv.clone()).or_default()[result] += 1;
        }
    }
    tree
}

#[cfg(test)]
mod tests {
    use super::{OpeningFiles, SHIPPED_OPENINGS, engine_openings, tree};
    use crate::background::openings::position_key;
    use hyperrook_lab::openings::OpeningLine;
    use hyperrook_notation::moves::parse_move;
    use hyperrook_rules::{Game, SHIPPED};

    #[test]
    fn every_shipped_game_has_openings_that_can_be_played() {
        assert_eq!(SHIPPED_OPENINGS.len(), SHIPPED.len());
        for (name, _) in SHIPPED {
            let file = OpeningFiles::get(&format!("{name}.openings")).unwrap();
            assert!(file.data.len() < 60_000, "{name}: {}", file.data.len());
            let text = String::from_utf8(file.data.into_owned()).unwrap();
            let game = Game::shipped(name).unwrap();
            assert!(text.starts_with(&format!("# {name}\n")), "{name}");
            let lines: Vec<_> = text.lines().filter_map(OpeningLine::read).collect();
            assert_eq!(text.lines().count(), lines.len() + 2, "{name}");
            assert!(lines.len() >= 60, "{name}");
            for line in lines.iter().step_by(29) {
                let mut position = game.start();
                for mv in &line.moves {
                    let mv = parse_move(&position, mv).unwrap();
                    position = position.after(mv).unwrap();
                }
            }
            // Every game has a first move.
            let rows = engine_openings(&game.start());
            let games: i64 = rows
                .iter()
                .map(|row| row.white + row.draws + row.black)
                .sum();
            assert_eq!(games, lines.len() as i64, "{name}");
        }
    }

    #[test]
    fn other_rules_have_none() {
        let definition = hyperrook_rules::GameFile::shipped("walkers").unwrap();
        let options = [("black_setup", "mirrored")];
        let game = Game::new(definition.define(&options).unwrap()).unwrap();
        assert!(engine_openings(&game.start()).is_empty());
    }

    #[test]
    fn games_with_the_same_positions_are_counted_together() {
        let chess = Game::shipped("chess").unwrap();
        let text = "# chess\n# made\n1-0 g1f3 g8f6 f3g1 f6g8 g1f3\n0-1 b1c3 g8f6 g1f3\n\
                    1/2-1/2 g1f3 g8f6 b1c3\n1-0 e2e5 e7e5\n";
        let tree = tree(text, &chess);
        let at = |moves: &[&str]| {
            let mut position = chess.start();
            for mv in moves {
                position = position.after(parse_move(&position, mv).unwrap()).unwrap();
            }
            tree.get(&position_key(&position))
        };
        let start = at(&[]).unwrap();
        assert_eq!((start["g1f3"], start["b1c3"]), ([1, 1, 0], [0, 0, 1]));
        assert_eq!(start.len(), 2);
        let second = at(&["g1f3", "g8f6"]).unwrap();
        assert_eq!((second["f3g1"], second["b1c3"]), ([1, 0, 0], [0, 1, 0]));
        assert!(at(&["g1f3", "g8f6", "b1c3"]).is_none());
    }
}
