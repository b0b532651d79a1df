//! The lines of an analysis, as the search reports them.

use hyperrook_rules::History;
use hyperrook_search::{Bound, Info};
use hyperrook_view::types::AnalysisLine;

/// Gathers the lines of an iteration. The search also reports lines of iterations that
/// are not complete: such a line can begin with the same move as one of the iteration
/// before, so people see complete iterations only.
pub(super) struct LineCollector {
    /// How many lines an iteration has.
    count: usize,
    /// Those of the iteration that is being reported.
    lines: Vec<AnalysisLine>,
}

impl LineCollector {
    pub(super) fn new(lines: usize, history: &History) -> LineCollector {
        let moves = history.position().moves().len();
        LineCollector {
            count: lines.clamp(1, moves.max(1)),
            lines: Vec::new(),
        }
    }

    /// Adds a line. Gives all lines of an iteration when it is complete, best first.
    pub(super) fn add(&mut self, history: &History, info: &Info) -> Option<Vec<AnalysisLine>> {
        if info.bound != Bound::Exact {
            return None;
        }
        if info.line == 1 {
            self.lines.clear();
        }
        if info.line != self.lines.len() + 1 {
            return None;
        }
        self.lines
            .push(hyperrook_view::line(history.position(), info));
        (self.lines.len() == self.count).then(|| std::mem::take(&mut self.lines))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_rules::{Game, GameFile};
    use hyperrook_search::{ChancesModel, Score};
    use std::time::Duration;

    /// A line as the search reports it: rank, depth, first move, score.
    fn info(history: &History, line: usize, depth: u32, first: usize, bound: Bound) -> Info {
        let moves = history.position().moves();
        Info {
            line,
            depth_plies: depth,
            selective_depth_plies: depth,
            score: Score::Centipawns(10 - line as i32),
            chances: ChancesModel::default().of(Score::Centipawns(10 - line as i32)),
            bound,
            nodes: 1,
            time: Duration::ZERO,
            hash_permille: 0,
            moves: vec![moves[first]],
        }
    }

    #[test]
    fn lines_are_shown_when_their_iteration_is_complete() {
        let file = GameFile::shipped("chess").unwrap();
        let game = Game::new(file.define(&[]).unwrap()).unwrap();
        let history = History::new(game.start());
        let mut collected = LineCollector::new(2, &history);
        let mut add = |line, depth, first, bound| {
            collected.add(&history, &info(&history, line, depth, first, bound))
        };
        assert!(add(1, 1, 0, Bound::Exact).is_none());
        let first = add(2, 1, 1, Bound::Exact).unwrap();
        assert_eq!((first[0].rank, first[1].rank), (1, 2));
        // The second move of this depth is better: the search says so before the iteration
        // is complete, and again with all lines.
        assert!(add(1, 2, 1, Bound::Lower).is_none());
        assert!(add(1, 2, 1, Bound::Exact).is_none());
        let second = add(2, 2, 0, Bound::Exact).unwrap();
        assert_ne!(second[0].moves, second[1].moves);
        assert!(second.iter().all(|line| line.depth == 2));
        // A line does not complete an iteration whose other lines were not reported.
        assert!(add(2, 3, 0, Bound::Exact).is_none());
    }
}
