//! Whether a side can force a win from the start.

use hyperrook_rules::{Game, History, Move, Side};
use hyperrook_search::{Control, Engine, EngineSettings, Score, SearchLimits};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The maximum number of nodes of the search for a forced win.
const MAX_NODES: u64 = 20_000;

/// A win that a side can force from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForcedWin {
    /// Whether White wins.
    pub by_white: bool,
    /// The number of its moves, at most.
    pub moves: u32,
}

impl ForcedWin {
    /// Searches a game for a forced win, with at most as many nodes as a run of this many games and
    /// nodes spends on a ply. `None` if this short search finds none.
    pub fn find(game: &Game, games: u64, nodes: Option<u64>) -> Option<ForcedWin> {
        ForcedWin::find_with_move(game, games, nodes).map(|(win, _)| win)
    }

    /// As [`ForcedWin::find`], with the first move of the win, or that after which the loser lasts longest.
    pub(crate) fn find_with_move(
        game: &Game,
        games: u64,
        nodes: Option<u64>,
    ) -> Option<(ForcedWin, Move)> {
        let nodes = games.saturating_mul(nodes.unwrap_or(1)).min(MAX_NODES);
        let mut engine = Engine::new(game, EngineSettings::default());
        let limits = SearchLimits::default().nodes(nodes);
        let history = History::new(game.start());
        let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
        let turn_is_white = game.start().turn() == Side::White;
        let line = report.lines.first()?;
        match line.score {
            Score::Mate(moves) => {
                let win = ForcedWin {
                    by_white: turn_is_white == (moves > 0),
                    moves: moves.unsigned_abs(),
                };
                Some((win, *line.moves.first()?))
            }
            Score::Centipawns(_) => None,
        }
    }
}

impl fmt::Display for ForcedWin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = if self.by_white { "White" } else { "Black" };
        if self.moves == 1 {
            return write!(f, "{winner} can win with the first move");
        }
        write!(
            f,
            "{winner} can force a win from the start, in {} moves at most",
            self.moves
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_rules::GameFile;

    const ROOK_MATES: &str = r#"
format = 1
name = "rook-mates"
[board]
drawn = "flat"
files = 4
ranks = 4
[charts.board]
axes = ["file", "rank, forward"]
[pieces.R]
name = "rook"
moves = "R"
[pieces.K]
name = "king"
royal = true
moves = "K"
[start]
board = "k3/4/K3/3R"
"#;

    #[test]
    fn a_forced_win_is_found_and_told() {
        let file = GameFile::parse("test", ROOK_MATES).unwrap();
        let game = Game::new(file.define(&[]).unwrap()).unwrap();
        let win = ForcedWin::find(&game, 10, Some(100)).unwrap();
        let text = "White can win with the first move";
        assert_eq!(win.to_string(), text);
        let chess = Game::shipped("chess").unwrap();
        assert_eq!(ForcedWin::find(&chess, 10, Some(100)), None);
    }
}
