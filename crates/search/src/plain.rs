//! For tests, with the feature `testing`: plain alpha-beta to compare the search with, and a search
//! with a wrong transposition table.
//!
//! This is not a unit test, because the whole search would be compiled again for it.

use crate::buffers::SearchBuffers;
use crate::chances::{ChancesModel, RootChances};
use crate::engine::keys_before;
use crate::features::Features;
use crate::history::HistoryTables;
use crate::insufficient::InsufficientMaterial;
use crate::moves_in_search::MovesInSearch;
use crate::params::SearchParams;
use crate::root_moves::{RootMove, RootState};
use crate::score::INFINITE;
use crate::shared::{SearchJob, SharedState};
use crate::stack::SearchNode;
use crate::transposition_table::TranspositionTable;
use crate::worker::Worker;
use hyperrook_eval::Model;
use hyperrook_rules::fast::{MoveGroup, PieceValues, Pos, Rules};
use hyperrook_rules::{History, Visit};

/// The score of the last position by the search with these heuristics, and by plain alpha-beta with
/// the same quiescence.
///
/// # Panics
/// If the search finds a line with an illegal move.
#[must_use]
pub fn scores(history: &History, depth_plies: i32, features: Features) -> (i32, i32) {
    compare(history, depth_plies, features, false)
}

/// As [`scores`], but the search defers every move that it may, as if another thread were searching
/// it.
///
/// # Panics
/// If the search finds a line with an illegal move.
#[must_use]
pub fn scores_with_deferred_moves(
    history: &History,
    depth_plies: i32,
    features: Features,
) -> (i32, i32) {
    compare(history, depth_plies, features, true)
}

fn compare(
    history: &History,
    depth_plies: i32,
    features: Features,
    defers_moves: bool,
) -> (i32, i32) {
    history.position().visit(CompareWithPlain {
        depth: depth_plies,
        features,
        ignore_keys: false,
        defers_moves,
        keys: keys_before(history),
    })
}

/// Searches with a transposition table that treats all positions as the same. The score is
/// meaningless.
///
/// # Panics
/// If the search finds a line with an illegal move.
pub fn search_with_wrong_table(history: &History, depth_plies: i32) {
    history.position().visit(CompareWithPlain {
        depth: depth_plies,
        features: Features::all(),
        ignore_keys: true,
        defers_moves: false,
        keys: keys_before(history),
    });
}

/// Minimax with alpha-beta cut-offs, without any heuristics, and with the same quiescence.
fn plain<const W: usize>(
    worker: &mut Worker<'_, W>,
    node: &SearchNode<'_, W>,
    mut alpha: i32,
    beta: i32,
    depth: i32,
    ply: usize,
) -> i32 {
    let pos = &node.pos;
    if depth == 0 {
        return worker.quiesce(node, alpha, beta, ply, ply);
    }
    if ply > 0 {
        if let Some(score) = worker.score_of_baring(pos, ply) {
            return score;
        }
        if let Some(score) = worker.score_of_draw(pos, node.in_check, ply) {
            return score;
        }
    }
    let mut moves = Vec::new();
    pos.moves(worker.rules, MoveGroup::All, |mv| moves.push(mv));
    if moves.is_empty() {
        return worker.score_without_moves(node.in_check, ply);
    }
    let mut best = -INFINITE;
    for mv in moves {
        let child = worker.child(node, mv);
        worker.entry(ply).destination = Some(mv.destination());
        worker.key_history.push(pos.zobrist_key());
        let score = -plain(worker, &child, -beta, -alpha, depth - 1, ply + 1);
        worker.key_history.pop();
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    best
}

struct CompareWithPlain {
    depth: i32,
    features: Features,
    ignore_keys: bool,
    defers_moves: bool,
    keys: Vec<u64>,
}

impl Visit for CompareWithPlain {
    /// The scores of the search and of plain alpha-beta.
    type Output = (i32, i32);

    fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) -> (i32, i32) {
        let model = Model::new(rules);
        let values = PieceValues::new(rules, &model.values());
        let insufficient = InsufficientMaterial::of(rules.definition());
        let mut tt = TranspositionTable::new(1);
        tt.ignore_keys = self.ignore_keys;
        let definition = rules.definition();
        let mut histories = HistoryTables::new(definition.board().len(), definition.pieces().len());
        let mut moves = Vec::new();
        pos.moves(rules, MoveGroup::All, |mv| moves.push(RootMove::new(mv)));
        let mut root = RootState {
            moves,
            depth: 0,
            last_score: 0,
            complete_lines: Vec::new(),
        };
        let mut shared = SharedState::new(1, None);
        if self.defers_moves {
            shared.moves_in_search = MovesInSearch::all();
        }
        let job = SearchJob {
            rules,
            model: &model,
            network: None,
            tables: None,
            values: &values,
            insufficient: &insufficient,
            tt: &tt,
            shared: &shared,
            features: self.features,
            params: &SearchParams::default(),
            chances: RootChances::of_model(ChancesModel::default()),
            pos,
            accumulator: model.accumulator(pos),
            game_keys: self.keys,
            max_moves: pos.most_moves(rules),
            max_depth: self.depth,
            multi_pv: 1,
            shown_lines: 1,
            has_named_moves: false,
        };
        let mut worker = Worker::new(&job, &mut histories, SearchBuffers::default(), &(), 0);
        worker.iterate(&job, &mut root, 0, &mut |_, _| true);
        for found in &root.moves {
            let mut at = pos.clone();
            for &mv in &found.pv {
                assert!(at.is_legal(rules, mv), "{mv:?} in {:?}", found.pv);
                at.make(rules, mv);
            }
        }
        let found = root.moves[0].score;
        if self.ignore_keys {
            return (found, found);
        }
        let in_check = pos.is_in_check(rules, pos.turn());
        let node = SearchNode::new(rules, pos.clone(), job.accumulator, in_check);
        let expected = plain(&mut worker, &node, -INFINITE, INFINITE, self.depth, 0);
        (found, expected)
    }
}
