//! The puzzles that come with the program, made by `hyperrook puzzles`.

use crate::shipped_rules::ShippedRules;
use crate::types::PuzzleInfo;
use hyperrook_notation::puzzle::{Claim, Puzzle};
use hyperrook_rules::Game;
use std::sync::LazyLock;

/// The files of puzzles. Of each game there are those from games of the engine, some with forks
/// and defences only, and of most those from the positions of `testdata/mates`: wins in one and two
/// moves, and, where games gave few, in three and four.
const FILES: &[&str] = &[
    include_str!("../../../../games/puzzles/walkers.puzzles"),
    include_str!("../../../../games/puzzles/walkers-themes.puzzles"),
    include_str!("../../../../games/puzzles/walkers-positions.puzzles"),
    include_str!("../../../../games/puzzles/walkers-long.puzzles"),
    include_str!("../../../../games/puzzles/sesqui.puzzles"),
    include_str!("../../../../games/puzzles/sesqui-positions.puzzles"),
    include_str!("../../../../games/puzzles/riftwalker.puzzles"),
    include_str!("../../../../games/puzzles/riftwalker-themes.puzzles"),
    include_str!("../../../../games/puzzles/riftwalker-positions.puzzles"),
    include_str!("../../../../games/puzzles/twoboards.puzzles"),
    include_str!("../../../../games/puzzles/twoboards-themes.puzzles"),
    include_str!("../../../../games/puzzles/twoboards-positions.puzzles"),
    include_str!("../../../../games/puzzles/twoboards-long.puzzles"),
    include_str!("../../../../games/puzzles/gateway.puzzles"),
    include_str!("../../../../games/puzzles/gateway-themes.puzzles"),
    include_str!("../../../../games/puzzles/gateway-positions.puzzles"),
    include_str!("../../../../games/puzzles/gateway-long.puzzles"),
    include_str!("../../../../games/puzzles/chess.puzzles"),
    include_str!("../../../../games/puzzles/chess-themes.puzzles"),
    include_str!("../../../../games/puzzles/hyperchess.puzzles"),
    include_str!("../../../../games/puzzles/raumschach.puzzles"),
    include_str!("../../../../games/puzzles/raumschach-themes.puzzles"),
];

/// The puzzles of a game, easier ones first.
struct Suite {
    name: String,
    identity: String,
    puzzles: Vec<PuzzleInfo>,
}

static SUITES: LazyLock<Vec<Suite>> = LazyLock::new(|| {
    let mut suites: Vec<Suite> = Vec::new();
    for suite in FILES.iter().filter_map(|text| suite(text)) {
        match suites
            .iter_mut()
            .find(|known| known.identity == suite.identity)
        {
            Some(known) => known.puzzles.extend(suite.puzzles),
            None => suites.push(suite),
        }
    }
    for suite in &mut suites {
        let rank = |puzzle: &PuzzleInfo| (puzzle.rating, puzzle.id.clone());
        suite.puzzles.sort_by_key(rank);
        suite.puzzles.dedup_by(|a, b| a.id == b.id);
    }
    suites
});

/// The puzzles of a game, easier ones first; none if there are none for its rules.
pub fn puzzles(game: &Game) -> &'static [PuzzleInfo] {
    let identity = game.definition().identity();
    let suite = SUITES.iter().find(|suite| suite.identity == identity);
    suite.map_or(&[], |suite| &suite.puzzles)
}

/// Whether a game has a puzzle with this ID.
pub(super) fn has(game: &str, id: &str) -> bool {
    let mut suites = SUITES.iter();
    let suite = suites.find(|suite| suite.name == game);
    suite.is_some_and(|suite| suite.puzzles.iter().any(|puzzle| puzzle.id == id))
}

/// The puzzles of a file.
fn suite(text: &str) -> Option<Suite> {
    let rules = ShippedRules::of_file(text)?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let puzzles = lines.filter_map(|line| Puzzle::read(line).ok()).map(info);
    Some(Suite {
        name: rules.name.to_owned(),
        identity: rules.identity()?,
        puzzles: puzzles.collect(),
    })
}

fn info(puzzle: Puzzle) -> PuzzleInfo {
    let (mate, margin) = match puzzle.claim {
        Claim::Mate(moves) => (Some(moves), None),
        Claim::Margin(best, second) => (None, Some([best, second])),
        // A claim of a newer kind.
        _ => (None, None),
    };
    PuzzleInfo {
        id: puzzle.id,
        position: puzzle.position,
        solution: puzzle.solution,
        continuation: puzzle.continuation,
        mate,
        margin,
        themes: puzzle.themes,
        rating: puzzle.rating,
    }
}
