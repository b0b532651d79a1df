//! Tests: without heuristics the search is plain alpha-beta, and wrong entries of the
//! transposition table never lead to illegal moves.

use crate::buffers::SearchBuffers;
use crate::features::{Feature, Features};
use crate::history::HistoryTables;
use crate::move_limits::MoveLimits;
use crate::root_moves::{RootMove, RootState};
use crate::score::INFINITE;
use crate::shared::{SearchJob, SharedState};
use crate::stack::SearchNode;
use crate::transposition_table::TranspositionTable;
use crate::worker::Worker;
use hyperrook_eval::Model;
use hyperrook_rules::fast::{MoveContext, MoveGroup, PieceValues, Pos, Rules};
use hyperrook_rules::{Game, GameFile, History, Position, SHIPPED, Visit};

/// Minimax with alpha-beta cut-offs and nothing else, over the same quiescence.
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
        if worker.is_draw(pos, node.in_check) {
            return 0;
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
    keys: Vec<u64>,
}

impl Visit for CompareWithPlain {
    /// The search's score, and plain alpha-beta's.
    type Output = (i32, i32);

    fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) -> (i32, i32) {
        let model = Model::new(rules);
        let values = PieceValues::new(rules, &model.values());
        let mut tt = TranspositionTable::new(1);
        tt.ignore_keys = self.ignore_keys;
        let definition = rules.definition();
        let mut histories = HistoryTables::new(definition.board().len(), definition.pieces().len());
        let mut moves = Vec::new();
        pos.moves(rules, MoveGroup::All, |mv| moves.push(RootMove::new(mv)));
        let mut root = RootState { moves, depth: 0 };
        let shared = SharedState::new(1, &root);
        let job = SearchJob {
            rules,
            model: &model,
            network: None,
            tables: None,
            values: &values,
            tt: &tt,
            shared: &shared,
            features: self.features,
            pos,
            accumulator: model.accumulator(pos),
            game_keys: self.keys,
            max_moves: MoveLimits::new(rules).of(pos),
            max_depth: self.depth,
            multi_pv: 1,
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
        let node = SearchNode {
            pos: pos.clone(),
            context: MoveContext::new(rules),
            accumulator: job.accumulator,
            in_check: pos.is_in_check(rules, pos.turn()),
        };
        let expected = plain(&mut worker, &node, -INFINITE, INFINITE, self.depth, 0);
        (found, expected)
    }
}

/// Positions of random games, with the keys of those before them.
fn positions(name: &str, count: usize) -> Vec<(Position, Vec<u64>)> {
    let file = GameFile::shipped(name).unwrap();
    let game = Game::new(file.define(&[]).unwrap()).unwrap();
    let mut random = fastrand::Rng::with_seed(11);
    let mut found = Vec::new();
    while found.len() < count {
        let mut history = History::new(game.start());
        for ply in 0..120 {
            let moves = history.position().moves();
            let Some(&mv) = random.choice(&moves) else {
                break;
            };
            history.play(mv).unwrap();
            let is_playable = !history.position().moves().is_empty();
            if ply % 17 == 9 && is_playable && found.len() < count {
                let keys = crate::engine::keys_before(&history);
                found.push((history.position().clone(), keys));
            }
        }
    }
    found
}

#[test]
fn without_heuristics_it_is_alpha_beta() {
    for (name, _) in SHIPPED {
        for (position, keys) in positions(name, 12) {
            let depth = if position.moves().len() < 30 { 3 } else { 2 };
            let (found, expected) = position.visit(CompareWithPlain {
                depth,
                features: Features::none(),
                ignore_keys: false,
                keys,
            });
            assert_eq!(found, expected, "{name}: {:?}", position.setup());
        }
    }
}

/// Compares so many positions of each game.
fn compare_what_orders_and_cuts_soundly(count: usize) {
    let sound = [
        Feature::Killers,
        Feature::History,
        Feature::Continuation,
        Feature::CaptureHistory,
        Feature::TtMove,
        Feature::Aspiration,
    ];
    let features = sound.into_iter().fold(Features::none(), Features::with);
    for (name, _) in SHIPPED {
        for (position, keys) in positions(name, count) {
            let depth = if position.moves().len() < 30 { 4 } else { 2 };
            let (found, expected) = position.visit(CompareWithPlain {
                depth,
                features,
                ignore_keys: false,
                keys,
            });
            assert_eq!(found, expected, "{name}: {:?}", position.setup());
        }
    }
}

#[test]
fn what_orders_and_cuts_soundly_changes_no_score() {
    compare_what_orders_and_cuts_soundly(3);
}

#[test]
#[ignore = "takes minutes"]
fn what_orders_and_cuts_soundly_changes_no_score_in_many_positions() {
    compare_what_orders_and_cuts_soundly(24);
}

#[test]
fn a_table_that_takes_all_positions_for_one_makes_no_illegal_move() {
    for (name, _) in SHIPPED {
        for (position, keys) in positions(name, 8) {
            position.visit(CompareWithPlain {
                depth: 5,
                features: Features::all(),
                ignore_keys: true,
                keys,
            });
        }
    }
}
