//! Material that hardly ever wins against a bare royal piece, although a side is far ahead.
//!
//! The sets are those of `docs/endgames.md` that win at most 2 % of the positions with them to move.
//! They hold for the shipped games only: `params/insufficient.toml` names the pieces and the size of
//! the board that they were measured with.

use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{Definition, Kind, Position, Side, Stalemate};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

const SHIPPED: &str = include_str!("../params/insufficient.toml");

/// The score of such a material is divided by this. It still counts a little, so that the side ahead
/// tries the few positions that win.
const DIVISOR: i32 = 32;

/// The sets of a game, as the file has them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameSets {
    /// The number of cells.
    cells: usize,
    /// The moves of the pieces, by letter, with the royal one.
    pieces: BTreeMap<char, String>,
    /// The letters of each set, without the royal piece.
    sets: Vec<String>,
}

/// The insufficient material of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct InsufficientMaterial {
    /// Sorted kinds.
    sets: Vec<Vec<Kind>>,
    largest_set: usize,
}

impl InsufficientMaterial {
    /// That of a game; none unless the game, with these options, is as it was measured.
    pub(crate) fn of(definition: &Definition) -> InsufficientMaterial {
        let mut found = InsufficientMaterial::default();
        let ends = definition.ends();
        let is_usual = ends.stalemate == Stalemate::Draw && !ends.baring;
        let Some(game) = shipped(definition.name())
            .filter(|game| is_usual && game.cells == definition.board().len())
        else {
            return found;
        };
        let kind = |letter: char| {
            let mut kinds = definition.kinds();
            let kind = kinds.find(|&kind| definition.piece(kind).letter == letter)?;
            let moves = &definition.piece(kind).moves.text;
            (game.pieces.get(&letter) == Some(moves)).then_some(kind)
        };
        // The royal pieces must move as they did, too.
        if !game.pieces.keys().all(|&letter| kind(letter).is_some()) {
            return found;
        }
        for set in &game.sets {
            let kinds: Option<Vec<Kind>> = set.chars().map(kind).collect();
            let Some(mut kinds) = kinds else { continue };
            kinds.sort_unstable();
            found.largest_set = found.largest_set.max(kinds.len());
            found.sets.push(kinds);
        }
        found
    }

    /// The score of the side to move, if insufficient material is against a bare royal piece.
    #[inline]
    pub(crate) fn damped<const W: usize>(&self, rules: &Rules<W>, pos: &Pos<W>, score: i32) -> i32 {
        if self.sets.is_empty() {
            return score;
        }
        let turn = pos.turn();
        let ahead = if score > 0 { turn } else { turn.other() };
        if pos.is_bare(rules, ahead.other()) && self.is_in(rules, pos, ahead) {
            score / DIVISOR
        } else {
            score
        }
    }

    #[cold]
    fn is_in<const W: usize>(&self, rules: &Rules<W>, pos: &Pos<W>, side: Side) -> bool {
        let pieces = pos.side(side).iter().filter_map(|cell| pos.piece(cell));
        let kinds = pieces.map(|piece| piece.kind);
        self.contains(kinds.filter(|&kind| !rules.is_royal(kind)))
    }

    /// Whether a side of a position cannot win by its material against a bare royal piece.
    pub(crate) fn is_of(&self, position: &Position, side: Side) -> bool {
        let definition = position.game().definition();
        let setup = position.setup();
        let own = setup.pieces.iter().flatten();
        let own = own.filter(|piece| piece.side == side);
        let kinds = own.map(|piece| piece.kind);
        position.is_bare(side.other())
            && self.contains(kinds.filter(|&kind| !definition.piece(kind).royal))
    }

    /// Whether these kinds are one of the sets.
    fn contains(&self, kinds: impl Iterator<Item = Kind>) -> bool {
        let mut kinds: Vec<Kind> = kinds.take(self.largest_set + 1).collect();
        kinds.sort_unstable();
        self.sets.contains(&kinds)
    }
}

fn shipped(game: &str) -> Option<&'static GameSets> {
    static READ: LazyLock<BTreeMap<String, GameSets>> =
        LazyLock::new(|| match toml::from_str(SHIPPED) {
            Ok(games) => games,
            Err(error) => unreachable!("a test reads the file: {error}"),
        });
    READ.get(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_rules::{Game, SHIPPED as GAMES};
    use std::fmt::Write;
    use std::path::Path;

    /// The most that a set may win, in percent.
    const MOST: f64 = 2.0;

    /// The file as `docs/endgames.md` and the shipped definitions give it.
    fn written() -> String {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let page = std::fs::read_to_string(root.join("docs/endgames.md")).unwrap();
        let mut text = "# Sets of pieces that win at most 2 % of the positions against a bare royal piece, \
                        with them to\n# move: from docs/endgames.md. After a change there: \
                        UPDATE_INSUFFICIENT=1 cargo test -p hyperrook-search\n# --lib insufficient\n"
            .to_owned();
        for (name, _) in GAMES {
            let game = Game::shipped(name).unwrap();
            let definition = game.definition();
            let heading = format!("## {}\n", definition.title());
            let Some((_, section)) = page.split_once(&heading) else {
                continue;
            };
            let section = section.split("\n## ").next().unwrap();
            let is_royal = |c: char| {
                let mut kinds = definition.pieces().iter();
                kinds.any(|kind| kind.letter == c && kind.royal)
            };
            let (mut sets, mut letters) = (Vec::new(), Vec::new());
            for line in section.lines() {
                let cells: Vec<&str> = line.split('|').map(str::trim).collect();
                let [_, material, _, wins, ..] = cells[..] else {
                    continue;
                };
                let Some(Ok(wins)) = wins.strip_suffix(" %").map(str::parse::<f64>) else {
                    continue;
                };
                let royals = material.chars().filter(|&c| is_royal(c)).count();
                let mut inner = material.chars();
                let (first, last) = (inner.next(), inner.next_back());
                let set = inner.as_str();
                let is_bare =
                    royals == 2 && first.is_some_and(is_royal) && last.is_some_and(is_royal);
                if is_bare && wins <= MOST && !set.is_empty() && !set.contains('P') {
                    letters.extend(material.chars());
                    sets.push(format!("\"{set}\""));
                }
            }
            let ends = definition.ends();
            if sets.is_empty() || ends.baring || ends.stalemate != Stalemate::Draw {
                continue;
            }
            letters.sort_unstable();
            letters.dedup();
            let moves = letters.iter().map(|&c| {
                let mut pieces = definition.pieces().iter();
                let piece = pieces.find(|piece| piece.letter == c).unwrap();
                format!("{c} = {:?}", piece.moves.text)
            });
            let moves: Vec<String> = moves.collect();
            writeln!(text, "\n[{name}]\ncells = {}", definition.board().len()).unwrap();
            writeln!(text, "pieces = {{ {} }}", moves.join(", ")).unwrap();
            writeln!(text, "sets = [{}]", sets.join(", ")).unwrap();
        }
        text
    }

    #[test]
    fn the_file_has_what_the_tables_say() {
        let written = written();
        if std::env::var_os("UPDATE_INSUFFICIENT").is_some() {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("params/insufficient.toml");
            std::fs::write(file, &written).unwrap();
        }
        assert!(
            written == SHIPPED,
            "see the head of params/insufficient.toml"
        );
        for name in ["chess", "riftwalker", "gateway"] {
            let game = Game::shipped(name).unwrap();
            let found = InsufficientMaterial::of(game.definition());
            assert!(!found.sets.is_empty(), "{name}");
        }
    }
}
